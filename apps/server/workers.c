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

struct agon_desk {
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
    agon_desk_counts counts;
    pthread_t *threads;
    uint32_t thread_count;
};

// A thread waits at one queue.
typedef struct post {
    agon_desk *desk;
    agon_job_kind kind;
} post;

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

// Waits for jobs. NULL: the desk closes. Writers get a list, others one job.
static agon_job *take(agon_desk *desk, agon_job_kind kind, size_t most, size_t *count) {
    queue *q = &desk->queues[kind];
    agon_job *list = NULL;
    agon_job **last = &list;
    *count = 0;
    pthread_mutex_lock(&desk->lock);
    while (!q->first && !desk->is_closing) {
        pthread_cond_wait(&q->filled, &desk->lock);
    }
    while (q->first && *count < most) {
        *last = take_one(q);
        last = &(*last)->next;
        ++*count;
    }
    pthread_mutex_unlock(&desk->lock);
    return list;
}

static void finish(agon_desk *desk, agon_job *list, size_t count) {
    pthread_mutex_lock(&desk->lock);
    *desk->finished_last = list;
    for (agon_job *job = list; job; job = job->next) {
        desk->finished_last = &job->next;
        desk->counts.failures += job->status == AGON_STORE_FAILED;
    }
    desk->running -= count;
    pthread_cond_broadcast(&desk->idle);
    pthread_mutex_unlock(&desk->lock);
    if (desk->notify) {
        desk->notify(desk->user);
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
static void write_group(agon_desk *desk, agon_job *list, size_t count) {
    if (!write_together(desk->writer, list)) {
        for (agon_job *job = list; job; job = job->next) {
            agon_job *rest = job->next;
            job->next = NULL;
            if (count == 1 || !write_together(desk->writer, job)) {
                job->status = AGON_STORE_FAILED;
            }
            job->next = rest;
        }
    }
    pthread_mutex_lock(&desk->lock);
    desk->counts.commits++;
    desk->counts.saves += count;
    pthread_mutex_unlock(&desk->lock);
}

static void *serve(void *user) {
    post at = *(post *)user;
    agon_desk *desk = at.desk;
    size_t count;
    agon_job *list;
    free(user);
    while ((list = take(desk, at.kind, at.kind == AGON_JOB_WRITE ? GROUP_MAX : 1, &count))) {
        if (at.kind == AGON_JOB_WRITE) {
            write_group(desk, list, count);
        } else {
            list->status = list->work(list, at.kind == AGON_JOB_READ ? desk->reader : NULL);
        }
        finish(desk, list, count);
    }
    return NULL;
}

static bool start(agon_desk *desk, agon_job_kind kind) {
    post *at = malloc(sizeof *at);
    if (!at) {
        return false;
    }
    *at = (post){desk, kind};
    if (pthread_create(&desk->threads[desk->thread_count], NULL, serve, at) != 0) {
        free(at);
        return false;
    }
    desk->thread_count++;
    return true;
}

agon_desk *agon_desk_open(agon_store *writer, agon_store *reader, uint32_t workers,
                          void (*notify)(void *user), void *user) {
    agon_desk *desk = calloc(1, sizeof *desk);
    pthread_t *threads = calloc(workers + 2u, sizeof *threads);
    if (!desk || !threads) {
        free(desk);
        free(threads);
        writer->kind->close(writer);
        if (reader) {
            reader->kind->close(reader);
        }
        return NULL;
    }
    *desk = (agon_desk){
        .writer = writer, .reader = reader, .notify = notify, .user = user, .threads = threads};
    desk->finished_last = &desk->finished;
    pthread_mutex_init(&desk->lock, NULL);
    pthread_cond_init(&desk->idle, NULL);
    for (int i = 0; i < 3; i++) {
        queue_init(&desk->queues[i]);
    }
    bool is_good = start(desk, AGON_JOB_WRITE) && (!reader || start(desk, AGON_JOB_READ));
    for (uint32_t i = 0; i < workers && is_good; i++) {
        is_good = start(desk, AGON_JOB_WORK);
    }
    if (!is_good) {
        agon_desk_close(desk);
        return NULL;
    }
    return desk;
}

// A read at a desk without a reader: the writer's thread does it, between its groups.
static agon_job_kind queue_of(const agon_desk *desk, agon_job_kind kind) {
    return kind == AGON_JOB_READ && !desk->reader ? AGON_JOB_WRITE : kind;
}

void agon_desk_submit(agon_desk *desk, agon_job *job, agon_job_kind kind) {
    queue *q = &desk->queues[queue_of(desk, kind)];
    job->next = NULL;
    job->kind = kind;
    job->status = AGON_STORE_FAILED;
    pthread_mutex_lock(&desk->lock);
    *q->last = job;
    q->last = &job->next;
    desk->running++;
    desk->counts.open++;
    pthread_cond_signal(&q->filled);
    pthread_mutex_unlock(&desk->lock);
}

size_t agon_desk_collect(agon_desk *desk) {
    size_t count = 0;
    pthread_mutex_lock(&desk->lock);
    agon_job *list = desk->finished;
    desk->finished = NULL;
    desk->finished_last = &desk->finished;
    pthread_mutex_unlock(&desk->lock);
    while (list) {
        agon_job *job = list;
        list = job->next;
        job->next = NULL;
        job->done(job); // may free the job
        count++;
    }
    pthread_mutex_lock(&desk->lock);
    desk->counts.open -= count;
    pthread_mutex_unlock(&desk->lock);
    return count;
}

agon_desk_counts agon_desk_count(agon_desk *desk) {
    pthread_mutex_lock(&desk->lock);
    agon_desk_counts counts = desk->counts;
    pthread_mutex_unlock(&desk->lock);
    return counts;
}

void agon_desk_finish(agon_desk *desk) {
    pthread_mutex_lock(&desk->lock);
    while (desk->running > 0) {
        pthread_cond_wait(&desk->idle, &desk->lock);
    }
    pthread_mutex_unlock(&desk->lock);
}

void agon_desk_close(agon_desk *desk) {
    pthread_mutex_lock(&desk->lock);
    desk->is_closing = true;
    for (int i = 0; i < 3; i++) {
        pthread_cond_broadcast(&desk->queues[i].filled);
    }
    pthread_mutex_unlock(&desk->lock);
    for (uint32_t i = 0; i < desk->thread_count; i++) {
        pthread_join(desk->threads[i], NULL);
    }
    for (int i = 0; i < 3; i++) {
        pthread_cond_destroy(&desk->queues[i].filled);
    }
    desk->writer->kind->close(desk->writer);
    if (desk->reader) {
        desk->reader->kind->close(desk->reader);
    }
    pthread_cond_destroy(&desk->idle);
    pthread_mutex_destroy(&desk->lock);
    free(desk->threads);
    free(desk);
}
