// Threads, queues, and the group commit.
#include "apps/server/workers.h"

#include <pthread.h>
#include <stdlib.h>

#define GROUP_MAX 512

typedef struct queue {
    agon_job *first;
    agon_job **last;
    pthread_cond_t filled;
} queue;

struct agon_worker_pool {
    agon_store *writer;
    agon_store *reader; // may be the writer's
    void (*notify)(void *user);
    void *user;
    pthread_mutex_t lock; // of everything below
    queue queues[3];      // by agon_job_kind
    agon_job *finished;
    agon_job **finished_last;
    pthread_cond_t idle;
    uint64_t running; // jobs submitted and not finished
    bool is_closing;
    agon_worker_pool_counts counts;
    pthread_t *threads;
    uint32_t thread_count;
};

// A thread waits at one queue.
typedef struct worker_start {
    agon_worker_pool *pool;
    agon_job_kind kind;
} worker_start;

static void queue_init(queue *q) {
    q->first = NULL;
    q->last = &q->first;
    pthread_cond_init(&q->filled, NULL);
}

static agon_job *take_one(queue *q) {
    agon_job *job = q->first;
    q->first = job->next;
    if (!q->first) {
        q->last = &q->first;
    }
    job->next = NULL;
    return job;
}

// Waits for jobs. NULL: the pool closes. Writers get a list, others one job.
static agon_job *take(agon_worker_pool *pool, agon_job_kind kind, size_t most, size_t *count) {
    queue *q = &pool->queues[kind];
    agon_job *list = NULL;
    agon_job **last = &list;
    *count = 0;
    pthread_mutex_lock(&pool->lock);
    while (!q->first && !pool->is_closing) {
        pthread_cond_wait(&q->filled, &pool->lock);
    }
    while (q->first && *count < most) {
        *last = take_one(q);
        last = &(*last)->next;
        ++*count;
    }
    pthread_mutex_unlock(&pool->lock);
    return list;
}

static void finish(agon_worker_pool *pool, agon_job *list, size_t count) {
    pthread_mutex_lock(&pool->lock);
    *pool->finished_last = list;
    for (agon_job *job = list; job; job = job->next) {
        pool->finished_last = &job->next;
        pool->counts.failures += job->status == AGON_STORE_FAILED;
    }
    pool->running -= count;
    pthread_cond_broadcast(&pool->idle);
    pthread_mutex_unlock(&pool->lock);
    if (pool->notify) {
        pool->notify(pool->user);
    }
}

// Everything in one transaction. False: nothing of it is stored.
static bool write_together(agon_store *store, agon_job *list) {
    bool is_good = store->kind->begin(store) == AGON_STORE_OK;
    for (agon_job *job = list; job && is_good; job = job->next) {
        job->status = job->work(job, store);
        is_good = job->status != AGON_STORE_FAILED;
    }
    if (is_good && store->kind->commit(store) == AGON_STORE_OK) {
        return true;
    }
    store->kind->rollback(store);
    return false;
}

// What one job spoils must not fail the others: after a failure each gets a transaction of its own.
static void write_group(agon_worker_pool *pool, agon_job *list, size_t count) {
    if (!write_together(pool->writer, list)) {
        for (agon_job *job = list; job; job = job->next) {
            agon_job *rest = job->next;
            job->next = NULL;
            if (count == 1 || !write_together(pool->writer, job)) {
                job->status = AGON_STORE_FAILED;
            }
            job->next = rest;
        }
    }
    pthread_mutex_lock(&pool->lock);
    pool->counts.commits++;
    pool->counts.saves += count;
    pthread_mutex_unlock(&pool->lock);
}

static void *serve(void *user) {
    worker_start at = *(worker_start *)user;
    agon_worker_pool *pool = at.pool;
    size_t count;
    agon_job *list;
    free(user);
    while ((list = take(pool, at.kind, at.kind == AGON_JOB_WRITE ? GROUP_MAX : 1, &count))) {
        if (at.kind == AGON_JOB_WRITE) {
            write_group(pool, list, count);
        } else {
            list->status = list->work(list, at.kind == AGON_JOB_READ ? pool->reader : NULL);
        }
        finish(pool, list, count);
    }
    return NULL;
}

static bool start(agon_worker_pool *pool, agon_job_kind kind) {
    worker_start *at = malloc(sizeof *at);
    if (!at) {
        return false;
    }
    *at = (worker_start){pool, kind};
    if (pthread_create(&pool->threads[pool->thread_count], NULL, serve, at) != 0) {
        free(at);
        return false;
    }
    pool->thread_count++;
    return true;
}

agon_worker_pool *agon_worker_pool_open(agon_store *writer, agon_store *reader, uint32_t workers,
                                        void (*notify)(void *user), void *user) {
    agon_worker_pool *pool = calloc(1, sizeof *pool);
    pthread_t *threads = calloc(workers + 2u, sizeof *threads);
    if (!pool || !threads) {
        free(pool);
        free(threads);
        writer->kind->close(writer);
        if (reader) {
            reader->kind->close(reader);
        }
        return NULL;
    }
    *pool = (agon_worker_pool){
        .writer = writer, .reader = reader, .notify = notify, .user = user, .threads = threads};
    pool->finished_last = &pool->finished;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->idle, NULL);
    for (int i = 0; i < 3; i++) {
        queue_init(&pool->queues[i]);
    }
    bool is_good = start(pool, AGON_JOB_WRITE) && (!reader || start(pool, AGON_JOB_READ));
    for (uint32_t i = 0; i < workers && is_good; i++) {
        is_good = start(pool, AGON_JOB_WORK);
    }
    if (!is_good) {
        agon_worker_pool_close(pool);
        return NULL;
    }
    return pool;
}

// A read in a pool without a reader: the writer's thread does it, between its groups.
static agon_job_kind queue_of(const agon_worker_pool *pool, agon_job_kind kind) {
    return kind == AGON_JOB_READ && !pool->reader ? AGON_JOB_WRITE : kind;
}

void agon_worker_pool_submit(agon_worker_pool *pool, agon_job *job, agon_job_kind kind) {
    queue *q = &pool->queues[queue_of(pool, kind)];
    job->next = NULL;
    job->kind = kind;
    job->status = AGON_STORE_FAILED;
    pthread_mutex_lock(&pool->lock);
    *q->last = job;
    q->last = &job->next;
    pool->running++;
    pool->counts.open++;
    pthread_cond_signal(&q->filled);
    pthread_mutex_unlock(&pool->lock);
}

size_t agon_worker_pool_collect(agon_worker_pool *pool) {
    size_t count = 0;
    pthread_mutex_lock(&pool->lock);
    agon_job *list = pool->finished;
    pool->finished = NULL;
    pool->finished_last = &pool->finished;
    pthread_mutex_unlock(&pool->lock);
    while (list) {
        agon_job *job = list;
        list = job->next;
        job->next = NULL;
        job->done(job); // may free the job
        count++;
    }
    pthread_mutex_lock(&pool->lock);
    pool->counts.open -= count;
    pthread_mutex_unlock(&pool->lock);
    return count;
}

agon_worker_pool_counts agon_worker_pool_count(agon_worker_pool *pool) {
    pthread_mutex_lock(&pool->lock);
    agon_worker_pool_counts counts = pool->counts;
    pthread_mutex_unlock(&pool->lock);
    return counts;
}

void agon_worker_pool_finish(agon_worker_pool *pool) {
    pthread_mutex_lock(&pool->lock);
    while (pool->running > 0) {
        pthread_cond_wait(&pool->idle, &pool->lock);
    }
    pthread_mutex_unlock(&pool->lock);
}

void agon_worker_pool_close(agon_worker_pool *pool) {
    pthread_mutex_lock(&pool->lock);
    pool->is_closing = true;
    for (int i = 0; i < 3; i++) {
        pthread_cond_broadcast(&pool->queues[i].filled);
    }
    pthread_mutex_unlock(&pool->lock);
    for (uint32_t i = 0; i < pool->thread_count; i++) {
        pthread_join(pool->threads[i], NULL);
    }
    for (int i = 0; i < 3; i++) {
        pthread_cond_destroy(&pool->queues[i].filled);
    }
    pool->writer->kind->close(pool->writer);
    if (pool->reader) {
        pool->reader->kind->close(pool->reader);
    }
    pthread_cond_destroy(&pool->idle);
    pthread_mutex_destroy(&pool->lock);
    free(pool->threads);
    free(pool);
}
