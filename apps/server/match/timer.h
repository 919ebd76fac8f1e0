// The clocks of a match as they are asked for, shown and stored. How they run is the engine's matter.
//
// Times are microseconds of agon_service_now, which begins with the wall's clock: they must outlive the
// process.
#ifndef AGON_APPS_SERVER_MATCH_TIMER_H
#define AGON_APPS_SERVER_MATCH_TIMER_H

#include "apps/server/store/store.h"

#include "agon/match.h"

// Three days for every turn.
agon_terms agon_timer_default(void);

// A clock of a new match: {"kind":"bank","bank":300,"increment":5}, {"kind":"move","seconds":86400}.
AGON_MUST_USE bool agon_timer_read_rule(const agon_cursor *at, agon_terms *terms);
void agon_timer_write_rule(const agon_terms *terms, agon_json *json);

// All of it, for the store; `seats` is NULL while the match has not begun. NULL: no memory.
char *agon_timer_write(const agon_terms *terms, const agon_match_seat *seats);

// The way back. With `seats`, those of AGON_MAX_PLAYERS get their clocks; otherwise only the terms are
// read. False: it is not what agon_timer_write wrote.
AGON_MUST_USE bool agon_timer_read(const char *text, agon_terms *terms, agon_match_seat *seats);

#endif
