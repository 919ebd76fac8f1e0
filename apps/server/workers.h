// The worker pool: threads that do what the event loop must not wait for, shared out fairly.
//
// There is a queue for each kind of work with threads of its own, so that none takes the threads of
// another: what bots cost does not delay a save, and no batch of RPC keeps a bot from its move.
//
//      queue      threads                 lanes
//      WRITE      one                     one; jobs that have come in while the last commit was on its
//                                         way are taken together, into one transaction with one sync
//      READ       one                     one for each owner
//      LIST       one                     one for each owner: lists and replays, which delay no match
//                                         that is to be loaded
//      BOT        def.bots                two for each owner, see below
//      PROGRAM    def.programs            one for each owner
//      CALL       def.calls               one for each owner, of which one job at a time is run
//
// Within a queue a job waits in the lane of its owner, and lanes that have jobs stand in a ring. A
// thread takes the first job of the first lane, and the lane goes to the end of the ring. So whoever
// has one job waits for at most one job of each other owner, however many those have:
//
//      ring:  [a] ──► [b] ──► [c] ──► back to a
//      jobs:   3       1       40
//
// A patient lane stands in a second ring. It gets a thread when no other lane has anything to do, and
// after every eighth job of theirs in any case, so that it is never forgotten; and patient jobs never
// take all threads of a queue that has more than one.
//
// A job is the caller's memory; when its work is done, agon_worker_pool_collect calls its `done` on
// the loop's thread. A lane is the caller's memory too, and must stay while a job of its is open.
#ifndef AGON_APPS_SERVER_WORKERS_H
#define AGON_APPS_SERVER_WORKERS_H

#include "apps/server/store/store.h"

typedef enum agon_job_kind {
    AGON_JOB_WRITE,
    AGON_JOB_READ,
    AGON_JOB_LIST,
    AGON_JOB_BOT,
    AGON_JOB_PROGRAM,
    AGON_JOB_CALL,
    AGON_JOB_KIND_COUNT
} agon_job_kind;

// Jobs of one owner that wait in one queue. Begin with zeroes and is_patient.
typedef struct agon_lane {
    bool is_patient;
    bool is_in_ring;
    uint32_t running; // jobs taken and not finished
    struct agon_job *first, *last;
    struct agon_lane *next; // in the ring
} agon_lane;

typedef struct agon_job {
    // Runs on a thread of the pool. `store` is NULL for jobs that neither write nor read. Writing jobs
    // may be run again after a failure: they must give the same save.
    agon_store_status (*work)(struct agon_job *job, agon_store *store);
    void (*done)(struct agon_job *job);
    agon_store_status status; // what came of it
    int64_t spent;            // microseconds of processor time that the work took
    struct agon_job *next;
    agon_job_kind kind;
    agon_lane *lane;
} agon_job;

typedef struct agon_worker_pool agon_worker_pool;

// What happened, for /metrics.
typedef struct agon_worker_pool_counts {
    uint64_t commits;
    uint64_t saves;
    uint64_t failures;
    uint64_t open;                         // jobs not collected yet
    uint64_t taken[AGON_JOB_KIND_COUNT];   // jobs begun
    uint64_t waiting[AGON_JOB_KIND_COUNT]; // jobs not begun
} agon_worker_pool_counts;

// The stores of AGON_JOB_WRITE, AGON_JOB_READ and AGON_JOB_LIST. But for the first they may be NULL: then
// the writer's thread does that too.
#define AGON_STORES AGON_JOB_BOT
typedef struct agon_worker_pool_stores {
    agon_store *of[AGON_STORES];
} agon_worker_pool_stores;

void agon_worker_pool_stores_close(const agon_worker_pool_stores *stores);

typedef struct agon_worker_pool_def {
    agon_worker_pool_stores stores;
    uint32_t bots, programs, calls;
    void (*notify)(void *user);
    void *user;
} agon_worker_pool_def;

// Takes the stores over, also on failure.
agon_worker_pool *agon_worker_pool_open(const agon_worker_pool_def *def);

// `lane` may be NULL: the queue's own, which nobody shares.
void agon_worker_pool_submit(agon_worker_pool *pool, agon_job *job, agon_job_kind kind,
                             agon_lane *lane);

// Calls `done` of jobs that are finished, of as many at most; if there are more, `notify` is called.
// Returns how many.
size_t agon_worker_pool_collect(agon_worker_pool *pool, size_t most);

agon_worker_pool_counts agon_worker_pool_count(agon_worker_pool *pool);

// Waits until all jobs are finished; collect them afterwards.
void agon_worker_pool_finish(agon_worker_pool *pool);

// Ends the threads and closes the stores. No job may be open.
void agon_worker_pool_close(agon_worker_pool *pool);

#endif
