// What the runner keeps to itself.
#ifndef AGON_SRC_MATCH_ENGINE_RUNNER_INTERNAL_H
#define AGON_SRC_MATCH_ENGINE_RUNNER_INTERNAL_H

#include "agon/runner.h"

#define NOTES_MAX (AGON_MAX_RETRIES + 1) // each retry may fail, and the first try

// Events in order, not redacted, as long as a seat has not been told about them.
typedef struct event_log {
    agon_event *items;
    size_t count;
    size_t capacity;
    bool failed; // memory ran out
} event_log;

typedef struct seat_own {
    size_t told;     // events of the log that this seat knows of
    bool started;    // its driver must be ended
    bool broken;     // cannot be asked any more
    bool forfeiting; // with the move that comes next
    agon_rng rng;    // of the moves made for it
    int64_t time;    // spent on the present question; −1: not measured
    agon_fault_note notes[NOTES_MAX];
    size_t note_count; // of the present question
} seat_own;

struct agon_runner_own {
    agon_state *view;
    agon_state *after;
    event_log log;
    event_log told; // what one seat may see of the log
    seat_own seats[AGON_MAX_PLAYERS];
    uint8_t forfeit_count;
};

// The sink that appends to a log.
agon_sink agon_event_log_sink(event_log *log);

// Fills own->told with what the player may see and does not know yet, and marks it as known.
void agon_runner_tell(agon_runner *runner, int player);

// Drops from the log what every listening seat knows.
void agon_runner_forget(agon_runner *runner);

// Ends a seat's driver, if it has been started. `forfeit` may be NULL.
void agon_runner_end_seat(agon_runner *runner, int player, const agon_fault_note *forfeit);

// Makes one accepted move of the state, the log and the watchers.
agon_status agon_runner_move(agon_runner *runner, int player, agon_action action, agon_mover by,
                             agon_error *error);

#endif
