// The clocks of a match: how long each seat has, and since when it runs.
//
// Two kinds. A bank is for all of a seat's turns, and grows by the increment after each; the other
// kind gives the same time for every turn. Where players act in turn, a turn is one action. Where
// they act at the same time, a turn lasts from the moment in which a player may act until it is done
// or something new begins, however many actions that takes: what a player does in secret moves no
// clock that others see. Bots have no clock; they have a budget.
//
// Times are microseconds of the wall's clock, since they must outlive the process.
#ifndef AGON_APPS_SERVER_MATCH_TIMER_H
#define AGON_APPS_SERVER_MATCH_TIMER_H

#include "apps/server/store/store.h"

typedef struct agon_timer {
    bool is_per_move;
    int64_t bank; // or the time for every turn
    int64_t increment;
    agon_viewers timed; // seats that have a clock
    int64_t left[AGON_MAX_PLAYERS];
    int64_t since[AGON_MAX_PLAYERS]; // when it began to run; 0: it stands
    int64_t had[AGON_MAX_PLAYERS];   // what was left when it last began to run,
    int64_t began[AGON_MAX_PLAYERS]; // and when that was
} agon_timer;

// Three days for every turn.
agon_timer agon_timer_default(void);

// A clock of a new match: {"kind":"bank","bank":300,"increment":5}, {"kind":"move","seconds":86400}.
AGON_MUST_USE bool agon_timer_read_rule(const agon_cursor *at, agon_timer *timer);
void agon_timer_write_rule(const agon_timer *timer, agon_json *json);

// The whole of it, for the store. NULL: no memory.
char *agon_timer_write(const agon_timer *timer);
AGON_MUST_USE bool agon_timer_read(const char *text, agon_timer *timer);

// The match begins.
void agon_timer_start(agon_timer *timer, agon_viewers to_act, int64_t now);

// What an action of `player` has done to the set of those who may act.
typedef struct agon_timer_step {
    bool is_simultaneous;
    agon_viewers before;
    agon_viewers after;
    int player;
    int64_t now;
} agon_timer_step;
void agon_timer_move(agon_timer *timer, const agon_timer_step *step);

// What a player has used of its turn; −1: it has no clock.
int64_t agon_timer_used(const agon_timer *timer, int player, int64_t now);

// All clocks that run began this much later: the server was away.
void agon_timer_shift(agon_timer *timer, int64_t by);

// When the first clock runs out; AGON_NEVER.
int64_t agon_timer_deadline(const agon_timer *timer);
bool agon_timer_is_out(const agon_timer *timer, int player, int64_t now);

// Milliseconds that a seat has left; −1: it has no clock. Who may not know whether the player is done
// is shown a clock that runs on (`seems_running`).
int64_t agon_timer_left(const agon_timer *timer, int player, bool seems_running, int64_t now);

#endif
