// Playing a match with seats that can be waited for: built-in bots, programs, people.
//
//     agon_loop loop = {.match = &match, .seats = seats, .clock = clock};
//     agon_loop_start(&loop);
//     if (agon_loop_play(&loop, &error) == AGON_OK) {
//         agon_result result = agon_match_result(&match);
//         …
//     }
//     agon_loop_close(&loop);
//
// Every player who may act is asked once, agon_match_first first and then in player order around the
// table, until the game is over. A program with an event loop of its own calls the match instead.
#ifndef AGON_LOOP_H
#define AGON_LOOP_H

#include "agon/match.h"

AGON_C_BEGIN

// Time that passes steadily, in microseconds from any start. Without `now` nothing is measured.
typedef struct agon_clock {
    int64_t (*now)(void *user);
    void *user;
} agon_clock;

typedef struct agon_loop {
    // Set these, the others to zero, then call agon_loop_start.
    agon_match *match;
    agon_seat *seats; // one per player
    agon_clock clock;
    // Called with every change before it is accepted; may be NULL.
    void (*on_change)(void *user, const agon_change *change);
    void *user;
    // Read these: the change that was made last or is being made, and why a seat could not start.
    agon_change change;
    agon_fault_note start_notes[AGON_MAX_PLAYERS];
    // The loop's own.
    agon_viewers started; // drivers that must be ended
} agon_loop;

// Starts the seats. Close the loop afterwards in any case.
AGON_API void agon_loop_start(agon_loop *loop);

// Asks every player who may act now once, and makes the moves. Only a broken engine (a valid action
// refused) or missing memory is an error.
AGON_API AGON_MUST_USE agon_status agon_loop_step(agon_loop *loop, agon_error *error);

// Steps until the game is over.
AGON_API AGON_MUST_USE agon_status agon_loop_play(agon_loop *loop, agon_error *error);

// For those who put questions themselves because they do more while they wait, but leave the seats'
// lives to the loop: draft loop->change with a function of agon/match.h, store it, then accept it here.
// Seats that forfeit with it are ended. A seat with a fault in start_notes cannot be asked:
// agon_match_fail.
AGON_API void agon_loop_accept(agon_loop *loop);

// Ends the seats and frees what was taken, but not the match. A match that is not over is broken off.
AGON_API void agon_loop_close(agon_loop *loop);

// Lets a built-in bot answer a question: seat->bot is asked with the seat's generator and budget, for
// so long that its bank does not run dry. For those who conduct a match themselves; `now` may be NULL.
AGON_API void agon_seat_think(agon_seat *seat, const agon_question *question,
                              const agon_terms *terms, const agon_clock *clock,
                              agon_answer *answer);

// A match of built-in bots, without clocks or a replay, played to its end on `state`. `watch` is called
// with every change; may be NULL.
AGON_API AGON_MUST_USE agon_status
agon_play_bots(const agon_game *game, agon_state *state, agon_seat *seats,
               void (*watch)(void *user, const agon_change *change), void *user, agon_error *error);

AGON_C_END

#endif
