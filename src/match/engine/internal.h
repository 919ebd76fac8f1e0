// What the files of the match engine share.
#ifndef AGON_SRC_MATCH_ENGINE_INTERNAL_H
#define AGON_SRC_MATCH_ENGINE_INTERNAL_H

#include "agon/match.h"
#include "src/common/list.h"

// What went wrong with the answers to a question that is still open.
typedef struct agon_fault_list {
    agon_fault_note *items;
    size_t count;
    size_t capacity;
} agon_fault_list;

struct agon_match_internal {
    agon_state *views[2]; // scratch: what a viewer sees, before and after
    agon_fault_list faults[AGON_MAX_PLAYERS];
    agon_event_list log;            // not redacted, as long as a seat has not been told
    agon_event_list told;           // what one seat may see of the log
    size_t known[AGON_MAX_PLAYERS]; // events of the log that a seat has been told
    agon_state *last_played;        // once it was needed; room for a state
    bool is_decided;                // by forfeits: last_played is to be shown
};

struct agon_change_internal {
    size_t state_size;
    agon_state
        *before; // scratch: the state before a move; in the end, the last one that was played
    agon_event_list events;
    agon_change_move *moves;
    size_t move_capacity;
    agon_fault_list faults;
    bool failed; // memory ran out
};

agon_status agon_match_out_of_memory(agon_error *error);

// result.c: how a match with these seats has come out.
agon_result agon_seats_result(const agon_game *game, const agon_state *state,
                              const agon_match_seat *seats, uint32_t moves);

// What is asserted of the arguments of public functions: something that has been opened and not closed,
// and a player of the match.
static inline bool agon_match_is_open(const agon_match *match) {
    return match && match->internal && match->state;
}

static inline bool agon_match_has(const agon_match *match, int player) {
    return player >= 0 && player < match->game->players;
}

static inline bool agon_change_is_open(const agon_change *change) {
    return change && change->match && change->state;
}

// ---------------------------------------------------------------------------------------------
// change.c

// Begins a change: nothing has happened yet.
AGON_MUST_USE agon_status agon_change_begin(agon_change *change, agon_match *match, int player,
                                            agon_error *error);

// One move on the change. The status is the engine's; of a refused move nothing is left.
typedef struct agon_change_step {
    int player;
    agon_action action;
    agon_mover by;
    int64_t time;       // −1: not measured
    size_t fault_count; // the last ones that were added to the change
    bool forfeits;
} agon_change_step;
AGON_MUST_USE agon_status agon_change_move_on(agon_change *change, const agon_change_step *step,
                                              agon_error *error);

// Shows what the change holds in its public fields. AGON_NO_MEMORY if memory ran out on the way.
AGON_MUST_USE agon_status agon_change_end(agon_change *change, agon_error *error);
AGON_MUST_USE agon_status agon_change_end_played(agon_change *change, size_t played,
                                                 agon_error *error);

// With one seat left of those who have not forfeited, who is placed first is decided.
bool agon_change_is_decided(const agon_change *change);

// The state that is to be shown.
const agon_state *agon_change_shown(const agon_change *change);

// Adds a fault; the move that is made next may tell it.
AGON_MUST_USE agon_status agon_change_add_fault(agon_change *change, const agon_fault_note *note,
                                                agon_error *error);

AGON_MUST_USE bool agon_fault_list_add(agon_fault_list *list, const agon_fault_note *note);

// Adds the events of an accepted change to the log of those who listen.
void agon_match_log(agon_match *match, const agon_change *change);

// ---------------------------------------------------------------------------------------------
// clock.c

// What has happened to the set of those who may act.
typedef struct agon_clock_step {
    agon_viewers before;
    agon_viewers after;
    int player; // who acted
    int64_t now;
} agon_clock_step;

void agon_clocks_open(agon_match *match, const agon_match_def *def);
void agon_clock_start(agon_match_seat *seat, int64_t now);
void agon_clock_stop(agon_match_seat *seat, int64_t now); // with what is left
void agon_clocks_step(agon_match_seat *seats, const agon_match *match, const agon_clock_step *step);
int64_t agon_clock_used(const agon_match_seat *seat, int64_t now);
int64_t agon_clock_rest(const agon_match_seat *seat, int64_t now); // of the bank, at least 0
bool agon_clock_is_out(const agon_match_seat *seat, int64_t now);  // nothing is left
bool agon_clock_is_over(const agon_match_seat *seat, int64_t now); // an answer now is late

#endif
