// A stored match looked at from outside a server: whether all of it holds, and what is left if not.
#ifndef AGON_APPS_SERVER_MATCH_INSPECT_H
#define AGON_APPS_SERVER_MATCH_INSPECT_H

#include "apps/server/match/restore.h"

typedef struct agon_inspected {
    agon_stored stored; // what could be read
    agon_damage damage; // of AGON_STORE_DAMAGED
    bool has_rows;      // all that the record tells of; otherwise reading ended before
    size_t steps;       // of them that hold
    bool is_served;     // otherwise nobody here can tell whether its steps hold
    bool is_hushed;     // damage.why may tell what is hidden in a match that is not over
} agon_inspected;

// AGON_STORE_OK, AGON_STORE_DAMAGED, AGON_STORE_MISSING, AGON_STORE_FAILED. What a server would look at
// when it loads the match, and of a match that is over the whole replay with its result. Free it in any
// case.
AGON_MUST_USE agon_store_status agon_inspect(agon_store *store, const char *id,
                                             agon_inspected *inspected);
void agon_inspected_free(agon_inspected *inspected);

// The replay of a match that has begun, as far as its lines hold; all of it where rules are not served.
// `lines` is their number; none: not even the first one holds. False: no memory.
AGON_MUST_USE bool agon_inspected_replay(const agon_inspected *inspected, agon_text *text,
                                         uint32_t *lines);

#endif
