// The worker pool: threads that do what the event loop must not wait for.
//
// One thread writes, one reads, some work (bots, RPC). Jobs that write are taken together: all that
// have come in while the last commit was on its way go into one transaction and share one sync.
// A job is the caller's memory; when its work is done, agon_worker_pool_collect calls its `done` on
// the loop's thread.
#ifndef AGON_APPS_SERVER_WORKERS_H
#define AGON_APPS_SERVER_WORKERS_H

#include "apps/server/store/store.h"

typedef enum agon_job_kind { AGON_JOB_WRITE, AGON_JOB_READ, AGON_JOB_WORK } agon_job_kind;

typedef struct agon_job {
    // Runs on a thread of the pool. `store` is NULL for AGON_JOB_WORK. Writing jobs may be run
    // again after a failure: they must give the same save.
    agon_store_status (*work)(struct agon_job *job, agon_store *store);
    void (*done)(struct agon_job *job);
    agon_store_status status; // what came of it
    struct agon_job *next;
    agon_job_kind kind;
} agon_job;

typedef struct agon_worker_pool agon_worker_pool;

// What happened, for /metrics.
typedef struct agon_worker_pool_counts {
    uint64_t commits;
    uint64_t saves;
    uint64_t failures;
    uint64_t open; // jobs not collected yet
} agon_worker_pool_counts;

// `reader` may be NULL: the writer's thread reads too. Takes the stores over, also on failure.
agon_worker_pool *agon_worker_pool_open(agon_store *writer, agon_store *reader, uint32_t workers,
                                        void (*notify)(void *user), void *user);

void agon_worker_pool_submit(agon_worker_pool *pool, agon_job *job, agon_job_kind kind);

// Calls `done` of every job that is finished. Returns how many.
size_t agon_worker_pool_collect(agon_worker_pool *pool);

agon_worker_pool_counts agon_worker_pool_count(agon_worker_pool *pool);

// Waits until all jobs are finished; collect them afterwards.
void agon_worker_pool_finish(agon_worker_pool *pool);

// Ends the threads and closes the stores. No job may be open.
void agon_worker_pool_close(agon_worker_pool *pool);

#endif
