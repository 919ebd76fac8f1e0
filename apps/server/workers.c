// Threads, queues with their lanes, and the group commit.
#define _GNU_SOURCE
#include "apps/server/workers.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#define GROUP_MAX 512
#define PATIENCE 8 // jobs of others after which a patient one has its turn

// Lanes that have a job to give.
typedef struct ring {
    agon_lane *first, *last;
} ring;

typedef struct queue {
    agon_lane own; // of jobs without an owner
    ring rings[2]; // the others', and those of the patient
    uint32_t threads;
    uint32_t lane_most;       // jobs of one lane that are run at once
    uint32_t patient_running; // and never all threads
    uint32_t passed;          // jobs taken since the last patient one
    pthread_cond_t filled;
} queue;

struct agon_worker_pool {
    agon_worker_pool_def def;
    pthread_mutex_t lock; // of everything below
    queue queues[AGON_JOB_KIND_COUNT];
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

// ---------------------------------------------------------------------------------------------
// Lanes and rings

// Puts a lane at the end of its ring if it has a job to give and is not there.
static void offer(queue *q, agon_lane *lane) {
    if (!lane->first || lane->is_in_ring || lane->running >= q->lane_most) {
        return;
    }
    ring *r = &q->rings[lane->is_patient];
    *(r->last ? &r->last->next : &r->first) = lane;
    r->last = lane;
    lane->next = NULL;
    lane->is_in_ring = true;
}

static agon_lane *take_lane(ring *r) {
    agon_lane *lane = r->first;
    r->first = lane->next;
    r->last = r->first ? r->last : NULL;
    lane->is_in_ring = false;
    return lane;
}

static uint32_t patient_most(const queue *q) {
    return q->threads > 1 ? q->threads - 1 : 1;
}

// The ring whose turn it is; NULL: there is nothing to do now.
static ring *choose_ring(queue *q) {
    bool has_patient = q->rings[1].first && q->patient_running < patient_most(q);
    if (has_patient && (!q->rings[0].first || q->passed >= PATIENCE)) {
        return &q->rings[1];
    }
    return q->rings[0].first ? &q->rings[0] : NULL;
}

static agon_job *take_one(queue *q, ring *r) {
    agon_lane *lane = take_lane(r);
    agon_job *job = lane->first;
    lane->first = job->next;
    job->next = NULL;
    lane->running++;
    q->passed = lane->is_patient ? 0 : q->passed + 1;
    q->patient_running += lane->is_patient;
    offer(q, lane);
    return job;
}

// A job of the lane is finished: others of it, and of the patient, may have their turn now.
static void give_back(queue *q, agon_lane *lane) {
    lane->running--;
    q->patient_running -= lane->is_patient;
    offer(q, lane);
    if (q->rings[0].first || q->rings[1].first) {
        pthread_cond_signal(&q->filled);
    }
}

// ---------------------------------------------------------------------------------------------
// Threads

// Waits for jobs. NULL: the pool closes. Writers get a list, others one job.
static agon_job *take(agon_worker_pool *pool, agon_job_kind kind, size_t most, size_t *count) {
    queue *q = &pool->queues[kind];
    agon_job *list = NULL;
    agon_job **last = &list;
    ring *r;
    *count = 0;
    pthread_mutex_lock(&pool->lock);
    while (!(r = choose_ring(q)) && !pool->is_closing) {
        pthread_cond_wait(&q->filled, &pool->lock);
    }
    for (; r && *count < most; r = choose_ring(q)) {
        *last = take_one(q, r);
        last = &(*last)->next;
        ++*count;
    }
    pool->counts.taken[kind] += *count;
    pool->counts.waiting[kind] -= *count;
    pthread_mutex_unlock(&pool->lock);
    return list;
}

static void finish(agon_worker_pool *pool, agon_job_kind kind, agon_job *list, size_t count) {
    pthread_mutex_lock(&pool->lock);
    *pool->finished_last = list;
    for (agon_job *job = list; job; job = job->next) {
        pool->finished_last = &job->next;
        pool->counts.failures += job->status == AGON_STORE_FAILED;
        give_back(&pool->queues[kind], job->lane);
    }
    pool->running -= count;
    pthread_cond_broadcast(&pool->idle);
    pthread_mutex_unlock(&pool->lock);
    if (pool->def.notify) {
        pool->def.notify(pool->def.user);
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
    if (!write_together(pool->def.stores.of[AGON_JOB_WRITE], list)) {
        for (agon_job *job = list; job; job = job->next) {
            agon_job *rest = job->next;
            job->next = NULL;
            if (count == 1 || !write_together(pool->def.stores.of[AGON_JOB_WRITE], job)) {
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

static int64_t thread_time(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static void work_on(agon_worker_pool *pool, agon_job_kind kind, agon_job *job) {
    int64_t began = thread_time();
    job->status = job->work(job, kind < AGON_STORES ? pool->def.stores.of[kind] : NULL);
    job->spent = thread_time() - began;
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
            work_on(pool, at.kind, list);
        }
        finish(pool, at.kind, list, count);
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

// ---------------------------------------------------------------------------------------------
// Opening

void agon_worker_pool_stores_close(const agon_worker_pool_stores *stores) {
    for (int i = 0; i < AGON_STORES; i++) {
        if (stores->of[i]) {
            stores->of[i]->kind->close(stores->of[i]);
        }
    }
}

static void open_queues(agon_worker_pool *pool) {
    const agon_worker_pool_def *def = &pool->def;
    const agon_store *const *stores = (const agon_store *const *)def->stores.of;
    const uint32_t threads[] = {1,
                                stores[AGON_JOB_READ] ? 1 : 0,
                                stores[AGON_JOB_LIST] ? 1 : 0,
                                def->bots,
                                def->programs,
                                def->calls};
    for (int i = 0; i < AGON_JOB_KIND_COUNT; i++) {
        queue *q = &pool->queues[i];
        q->threads = threads[i];
        q->lane_most = i == AGON_JOB_CALL ? 1 : UINT32_MAX;
        pthread_cond_init(&q->filled, NULL);
    }
}

static bool start_all(agon_worker_pool *pool) {
    bool is_good = true;
    for (int kind = 0; kind < AGON_JOB_KIND_COUNT; kind++) {
        for (uint32_t i = 0; i < pool->queues[kind].threads && is_good; i++) {
            is_good = start(pool, (agon_job_kind)kind);
        }
    }
    return is_good;
}

agon_worker_pool *agon_worker_pool_open(const agon_worker_pool_def *def) {
    agon_worker_pool *pool = calloc(1, sizeof *pool);
    pthread_t *threads =
        calloc(def->bots + def->programs + def->calls + (size_t)AGON_STORES, sizeof *threads);
    if (!pool || !threads) {
        free(pool);
        free(threads);
        agon_worker_pool_stores_close(&def->stores);
        return NULL;
    }
    pool->def = *def;
    pool->threads = threads;
    pool->finished_last = &pool->finished;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->idle, NULL);
    open_queues(pool);
    if (!start_all(pool)) {
        agon_worker_pool_close(pool);
        return NULL;
    }
    return pool;
}

// A job without a store of its own: the writer's thread does it, between its groups.
static agon_job_kind queue_of(const agon_worker_pool *pool, agon_job_kind kind) {
    return kind < AGON_STORES && !pool->def.stores.of[kind] ? AGON_JOB_WRITE : kind;
}

void agon_worker_pool_submit(agon_worker_pool *pool, agon_job *job, agon_job_kind kind,
                             agon_lane *lane) {
    agon_job_kind at = queue_of(pool, kind);
    queue *q = &pool->queues[at];
    job->next = NULL;
    job->kind = kind;
    job->status = AGON_STORE_FAILED;
    job->spent = 0;
    job->lane = lane && at == kind ? lane : &q->own;
    pthread_mutex_lock(&pool->lock);
    *(job->lane->first ? &job->lane->last->next : &job->lane->first) = job;
    job->lane->last = job;
    offer(q, job->lane);
    pool->running++;
    pool->counts.open++;
    pool->counts.waiting[at]++;
    pthread_cond_signal(&q->filled);
    pthread_mutex_unlock(&pool->lock);
}

// Cuts the list of finished jobs after `most`. Returns whether some are left.
static bool cut_finished(agon_worker_pool *pool, size_t most, agon_job **list) {
    agon_job **end = list;
    pthread_mutex_lock(&pool->lock);
    *list = pool->finished;
    for (size_t i = 0; *end && i < most; i++) {
        end = &(*end)->next;
    }
    pool->finished = *end;
    *end = NULL;
    bool is_more = pool->finished != NULL;
    if (!is_more) {
        pool->finished_last = &pool->finished;
    }
    pthread_mutex_unlock(&pool->lock);
    return is_more;
}

size_t agon_worker_pool_collect(agon_worker_pool *pool, size_t most) {
    size_t count = 0;
    agon_job *list;
    bool is_more = cut_finished(pool, most, &list);
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
    if (is_more && pool->def.notify) {
        pool->def.notify(pool->def.user);
    }
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
    for (int i = 0; i < AGON_JOB_KIND_COUNT; i++) {
        pthread_cond_broadcast(&pool->queues[i].filled);
    }
    pthread_mutex_unlock(&pool->lock);
    for (uint32_t i = 0; i < pool->thread_count; i++) {
        pthread_join(pool->threads[i], NULL);
    }
    for (int i = 0; i < AGON_JOB_KIND_COUNT; i++) {
        pthread_cond_destroy(&pool->queues[i].filled);
    }
    agon_worker_pool_stores_close(&pool->def.stores);
    pthread_cond_destroy(&pool->idle);
    pthread_mutex_destroy(&pool->lock);
    free(pool->threads);
    free(pool);
}
