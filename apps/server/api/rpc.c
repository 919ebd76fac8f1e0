// RPC: the engine for strangers, within limits.
//
// A request goes through these states; from every one of them there is a way out that costs nothing:
//
//     asked ──► waiting ──► running ──► answered
//       │          │           └── too long, the caller has gone, the server ends: given up
//       │          └── the same: ends as soon as its turn comes
//       └── too many under way, or the owner's budget of time is spent: refused
//
// What one request may cost is counted before it is spent (agon_rpc_limits): requests, bytes of the
// answer, simulations; and the processor time that it takes is asked for all the while. Of one owner
// one request is run at a time (workers.h), and what it took is charged to the owner's budget.
#define _GNU_SOURCE
#include "apps/server/internal.h"

#include "agon/rpc.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct agon_calling {
    agon_job job;
    agon_service *service;
    agon_ticket *ticket;
    agon_owner *owner;
    int64_t until; // of the thread's processor time
    atomic_bool is_given_up;
    size_t length;
    char *response;
    char request[];
} agon_calling;

// ---------------------------------------------------------------------------------------------
// On a thread of the pool

static int64_t thread_time(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * AGON_SECOND + now.tv_nsec / 1000;
}

static bool is_given_up(void *user) {
    agon_calling *call = user;
    return atomic_load_explicit(&call->is_given_up, memory_order_relaxed) ||
           atomic_load_explicit(&call->service->is_ending, memory_order_relaxed) ||
           thread_time() >= call->until;
}

static agon_store_status call_work(agon_job *job, agon_store *store) {
    agon_calling *call = (agon_calling *)job;
    const agon_service_def *def = &call->service->def;
    const agon_rpc_limits limits = {.batch = def->rpc_batch,
                                    .answer = def->rpc_answer,
                                    .simulations = def->rpc_simulations,
                                    .is_given_up = is_given_up,
                                    .user = call};
    (void)store;
    call->until = thread_time() + def->rpc_time;
    if (!is_given_up(call)) {
        call->response = agon_rpc_handle_within(&limits, NULL, call->request, call->length);
    }
    return AGON_STORE_OK;
}

// ---------------------------------------------------------------------------------------------
// On the loop's thread

static void answer(agon_calling *call) {
    agon_text text = {.data = call->response};
    text.length = text.data ? strlen(text.data) : 0;
    call->service->counts.calls_given_up += atomic_load(&call->is_given_up);
    if (call->service->is_draining) {
        free(call->response);
        agon_ticket_fail(call->ticket, 503, "draining", "the server is about to stop");
    } else {
        agon_ticket_answer(call->ticket, text.data ? 200 : 204, &text);
    }
}

static void call_done(agon_job *job) {
    agon_calling *call = (agon_calling *)job;
    agon_service *service = call->service;
    const int64_t inflow = job->spent * 60 / service->def.address_rpc_time;
    agon_bucket_charge(&call->owner->call_time, agon_service_steady(service), inflow);
    call->owner->calls--;
    service->shares.calls--;
    call->ticket->calling = NULL;
    answer(call);
    agon_owner_drop(call->owner);
    free(call);
}

// Whether one more may wait. False: the ticket is answered.
static bool is_admitted(agon_service *service, agon_ticket *ticket) {
    const agon_owner *owner = agon_ticket_owner(ticket);
    const int64_t wait =
        agon_bucket_wait(&owner->call_time, agon_service_steady(service), 60 * AGON_SECOND);
    if (service->is_draining) {
        agon_ticket_fail(ticket, 503, "draining", "the server is about to stop");
    } else if (owner->calls >= service->def.address_calls) {
        agon_ticket_fail(ticket, 429, "too_many_calls",
                         "as many requests as one address may have are under way");
    } else if (service->shares.calls >= service->def.max_calls) {
        agon_ticket_fail(ticket, 503, "busy", "as many requests as there may be are under way");
    } else if (wait > 0) {
        ticket->retry_after = (int)(wait / AGON_SECOND) + 1;
        agon_ticket_fail(ticket, 429, "rpc_time",
                         "requests of one address may take so much time in a minute, and have");
    } else {
        return true;
    }
    return false;
}

void agon_rpc_start(agon_service *service, agon_ticket *ticket, const agon_request *request) {
    if (request->body_length > AGON_RPC_MAX_REQUEST) {
        agon_ticket_fail(ticket, 413, "too_large", "a request has at most 1 MiB");
        return;
    }
    if (!is_admitted(service, ticket)) {
        return;
    }
    agon_calling *call = calloc(1, sizeof *call + request->body_length);
    if (!call) {
        agon_ticket_fail(ticket, 503, "no_memory", "out of memory");
        return;
    }
    call->job = (agon_job){.work = call_work, .done = call_done};
    call->service = service;
    call->ticket = ticket;
    call->owner = agon_owner_keep(agon_ticket_owner(ticket));
    call->owner->calls++;
    service->shares.calls++;
    ticket->calling = call;
    call->length = request->body_length;
    if (call->length > 0) {
        memcpy(call->request, request->body, call->length);
    }
    agon_worker_pool_submit(service->pool, &call->job, AGON_JOB_CALL, &call->owner->call_lane);
}

void agon_rpc_give_up(agon_calling *call) {
    atomic_store(&call->is_given_up, true);
}
