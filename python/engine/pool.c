// The pool of threads. No Python in here: its threads never hold the interpreter's lock.
//
//     idle ── run: round + 1 ──► works: takes the next job until there is none ──► idle
//                                                     the last one tells the caller
#define _POSIX_C_SOURCE 200809L
#include "pool.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

struct engine_pool {
    pthread_mutex_t lock;
    pthread_cond_t begin, done;
    uint64_t round;   // goes up with every run
    uint32_t working; // threads that have not finished this round
    bool is_ending;
    uint32_t threads; // that were started
    pthread_t *thread;
    pid_t process; // whose threads they are
    // Of the round:
    void (*job)(void *user, uint32_t i);
    void *user;
    uint32_t count;
    atomic_uint next;
};

static void work(engine_pool *pool) {
    for (;;) {
        const uint32_t i = atomic_fetch_add(&pool->next, 1);
        if (i >= pool->count) {
            return;
        }
        pool->job(pool->user, i);
    }
}

static void *run_thread(void *user) {
    engine_pool *pool = user;
    uint64_t seen = 0;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        while (pool->round == seen && !pool->is_ending) {
            pthread_cond_wait(&pool->begin, &pool->lock);
        }
        if (pool->is_ending) {
            break;
        }
        seen = pool->round;
        pthread_mutex_unlock(&pool->lock);
        work(pool);
        pthread_mutex_lock(&pool->lock);
        if (--pool->working == 0) {
            pthread_cond_signal(&pool->done);
        }
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

engine_pool *engine_pool_open(uint32_t threads) {
    engine_pool *pool = calloc(1, sizeof *pool);
    if (!pool) {
        return NULL;
    }
    pool->process = getpid();
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->begin, NULL);
    pthread_cond_init(&pool->done, NULL);
    pool->thread = calloc(threads, sizeof *pool->thread);
    while (pool->thread && pool->threads + 1 < threads) {
        if (pthread_create(&pool->thread[pool->threads], NULL, run_thread, pool) != 0) {
            engine_pool_close(pool);
            return NULL;
        }
        pool->threads++;
    }
    return pool;
}

void engine_pool_close(engine_pool *pool) {
    if (!pool) {
        return;
    }
    if (pool->process == getpid()) {
        pthread_mutex_lock(&pool->lock);
        pool->is_ending = true;
        pthread_cond_broadcast(&pool->begin);
        pthread_mutex_unlock(&pool->lock);
        for (uint32_t i = 0; i < pool->threads; i++) {
            pthread_join(pool->thread[i], NULL);
        }
        pthread_cond_destroy(&pool->begin);
        pthread_cond_destroy(&pool->done);
        pthread_mutex_destroy(&pool->lock);
    }
    free(pool->thread);
    free(pool);
}

void engine_pool_run(engine_pool *pool, uint32_t count, void (*job)(void *user, uint32_t i),
                     void *user) {
    if (!pool || pool->threads == 0 || count == 1 || pool->process != getpid()) {
        for (uint32_t i = 0; i < count; i++) {
            job(user, i);
        }
        return;
    }
    pthread_mutex_lock(&pool->lock);
    pool->job = job;
    pool->user = user;
    pool->count = count;
    atomic_store(&pool->next, 0);
    pool->working = pool->threads;
    pool->round++;
    pthread_cond_broadcast(&pool->begin);
    pthread_mutex_unlock(&pool->lock);
    work(pool);
    pthread_mutex_lock(&pool->lock);
    while (pool->working > 0) {
        pthread_cond_wait(&pool->done, &pool->lock);
    }
    pthread_mutex_unlock(&pool->lock);
}
