// A match put together again from what is stored of it, every part looked at. For rooms that load, and
// for whoever checks a store.
#ifndef AGON_APPS_SERVER_MATCH_RESTORE_H
#define AGON_APPS_SERVER_MATCH_RESTORE_H

#include "apps/server/match/hosted.h"

typedef struct agon_restored {
    agon_server_seats *seats;
    agon_terms terms;
    agon_hosted *hosted;
} agon_restored;

// What is wrong with a match that is damaged.
typedef struct agon_damage {
    const char *part; // which part, in a word or two that tell nothing hidden: "steps"
    agon_error why;   // for the operator
} agon_damage;

// AGON_STORE_OK; AGON_STORE_DAMAGED, and `damage` says why; AGON_STORE_FAILED: no memory. The rules of
// the match must be served here (agon_record_serves). Free it in any case.
AGON_MUST_USE agon_store_status agon_restore(const agon_stored *stored, agon_restored *restored,
                                             agon_damage *damage);
void agon_restored_free(agon_restored *restored);

#endif
