// The runner: a match with clocks, faults and records, for any kind of seat.
//
// A seat is a built-in bot or a driver: three functions that carry questions to a program, a person
// or a connection and bring answers back. The runner gives a seat its view, the events it may see,
// and the time it has left, never the state. It does no I/O and has no clock of its own.
//
//     agon_runner runner = {.game = game, .state = state, .seats = seats, .seed = seed,
//                           .terms = agon_terms_default()};
//     if (agon_runner_open(&runner, &error) == AGON_OK &&
//         agon_runner_play(&runner, &error) == AGON_OK) {
//         agon_result result = agon_runner_result(&runner);
//         …
//     }
//     agon_runner_close(&runner);
//
// What goes wrong at a seat is a fault, and never ends a match. The four are different things:
//   late        no answer within the time left
//   dead        no answer, and none can come: the program has ended, the connection is gone
//   illegal     an action that the engine refuses
//   unparsable  an answer that is none
// After an illegal or unparsable answer the seat may be asked again, with the reason, if the terms
// allow retries. Then, if the game's rules say what follows an illegal action (rules->fallback),
// that is done. Otherwise the terms' remedy is: the seat forfeits, that is, it is placed last and
// its remaining moves are made by `random`; or only this move is. A dead seat stays dead.
//
// A program with an event loop of its own does not let the runner wait: it calls agon_runner_ask,
// sends the question, and later calls agon_runner_answer.
#ifndef AGON_RUNNER_H
#define AGON_RUNNER_H

#include "agon/loop.h"

AGON_C_BEGIN

typedef struct agon_runner {
    // Set these, the others to zero, then call agon_runner_open.
    const agon_game *game;
    agon_state *state; // the runner plays on it
    agon_seat *seats;  // one per player
    agon_terms terms;
    agon_clock clock;
    agon_seed seed; // of the match: chance of those who stand in for a seat comes from it
    void (*on_move)(void *user, const agon_move *move); // may be NULL
    void *user;
    // Read these.
    int64_t left[AGON_MAX_PLAYERS]; // of the banks
    uint8_t forfeits[AGON_MAX_PLAYERS];
    uint32_t moves;
    // The runner's own.
    struct agon_runner_own *own;
} agon_runner;

// Takes memory and starts the seats. AGON_NO_MEMORY. Close it in any case.
AGON_API AGON_MUST_USE agon_status agon_runner_open(agon_runner *runner, agon_error *error);

// Asks every player who may act now once, agon_match_first first and then in player order around
// the table, and makes the moves. Only a broken engine (a valid action refused) or missing memory
// is an error.
AGON_API AGON_MUST_USE agon_status agon_runner_step(agon_runner *runner, agon_error *error);

// Steps until the game is over.
AGON_API AGON_MUST_USE agon_status agon_runner_play(agon_runner *runner, agon_error *error);

AGON_API agon_result agon_runner_result(const agon_runner *runner);

// Ends the seats and frees what was taken. A match that is not over is broken off.
AGON_API void agon_runner_close(agon_runner *runner);

// Whether a player can still be asked: it has not forfeited, and its seat has neither failed to
// start nor died. For a player in to_act who cannot, agon_runner_stand_in makes the move.
AGON_API bool agon_runner_can_ask(const agon_runner *runner, int player);
AGON_API AGON_MUST_USE agon_status agon_runner_stand_in(agon_runner *runner, int player,
                                                        agon_error *error);

// For event loops: fills in the question for a player in to_act who can be asked. It is good until
// the next call of any function here.
AGON_API AGON_MUST_USE agon_status agon_runner_ask(agon_runner *runner, int player,
                                                   agon_question *question, agon_error *error);

// Takes the answer, which took `time` (−1: not measured). With `again` true afterwards the same
// question must be asked again; otherwise a move has been made, by the seat or for it.
AGON_API AGON_MUST_USE agon_status agon_runner_answer(agon_runner *runner, int player,
                                                      const agon_answer *answer, int64_t time,
                                                      bool *again, agon_error *error);

AGON_C_END

#endif
