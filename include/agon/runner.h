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

#include "agon/codec.h"
#include "agon/match.h"

// ---------------------------------------------------------------------------------------------
// Terms: time and faults

#define AGON_NO_LIMIT INT64_MAX // as a time: as long as it takes
#define AGON_MAX_RETRIES 9
#define AGON_REASON_SIZE 320

typedef enum agon_fault {
    AGON_FAULT_NONE,
    AGON_FAULT_LATE,
    AGON_FAULT_DEAD,
    AGON_FAULT_ILLEGAL,
    AGON_FAULT_UNPARSABLE,
    AGON_FAULT_COUNT
} agon_fault;

// "late", "dead", "illegal", "unparsable"; "none".
AGON_API const char *agon_fault_word(agon_fault fault);

// The fault with this word; AGON_FAULT_NONE if there is none.
AGON_API agon_fault agon_fault_find(const char *word);

// What happens after a fault for which there is no retry left and no fallback in the rules.
typedef enum agon_remedy {
    AGON_REMEDY_FORFEIT, // the seat is placed last, and `random` plays on for it
    AGON_REMEDY_RANDOM   // `random` makes this one move
} agon_remedy;

// All times are in microseconds.
typedef struct agon_terms {
    int64_t bank;      // a seat's time for all its answers; AGON_NO_LIMIT: no clock
    int64_t increment; // added to the bank after every question
    agon_remedy remedy;
    uint32_t retries; // of one question, after illegal or unparsable answers; ≤ AGON_MAX_RETRIES
} agon_terms;

// No clock, forfeit, no retries.
AGON_API agon_terms agon_terms_default(void);

// Reads a clock: bank and increment in seconds, "60+1", "0.5+0.05", "10"; or "none".
AGON_API AGON_MUST_USE bool agon_terms_read_clock(const char *text, agon_terms *terms);

// Reads a policy: "forfeit", "random", "retry:3", "retry:3,random".
AGON_API AGON_MUST_USE bool agon_terms_read_policy(const char *text, agon_terms *terms);

// The ways back; `text` has room for AGON_TERMS_SIZE bytes.
#define AGON_TERMS_SIZE 64
AGON_API void agon_terms_write_clock(const agon_terms *terms, char *text);
AGON_API void agon_terms_write_policy(const agon_terms *terms, char *text);

// Time that passes steadily, in microseconds from any start. Without `now` nothing is measured.
typedef struct agon_clock {
    int64_t (*now)(void *user);
    void *user;
} agon_clock;

// ---------------------------------------------------------------------------------------------
// Questions and answers

// Something that went wrong at a seat.
typedef struct agon_fault_note {
    agon_fault fault;
    agon_status status;            // of an illegal action: why the engine refused it
    char reason[AGON_REASON_SIZE]; // one sentence
} agon_fault_note;

// What a seat is told at the start of a match.
typedef struct agon_seating {
    const agon_game *game;
    int player;
    const agon_terms *terms;
    uint32_t seed; // below 2^31: for the seat's own chance, so that a match can be repeated
} agon_seating;

// What a seat is asked. At least one action is valid.
typedef struct agon_question {
    const agon_game *game;
    const agon_state *view; // of `player`
    int player;
    const agon_event *events; // what it may see of what happened since it was last asked
    size_t event_count;
    int64_t time_left;              // until the answer is late; AGON_NO_LIMIT
    const agon_fault_note *refused; // not NULL: the last answer to this question, and what is wrong
} agon_question;

// What it answers: actions that are made one after the other, all or none of them; or a fault.
typedef struct agon_answer {
    agon_fault_note note; // note.fault is AGON_FAULT_NONE if there are actions
    size_t count;
    agon_action actions[AGON_MAX_STEPS_PER_ACTION];
} agon_answer;

// How a match came out.
typedef struct agon_result {
    bool over;            // by the rules; false: the match was broken off
    agon_viewers winners; // by the rules
    int32_t scores[AGON_MAX_PLAYERS];
    uint8_t places[AGON_MAX_PLAYERS];   // 1 is best, equal places are equal; 0: not over
    uint8_t forfeits[AGON_MAX_PLAYERS]; // 1: the first who forfeited, …; 0: did not
    uint32_t moves;                     // accepted actions
} agon_result;

// What a seat is told at the end.
typedef struct agon_ending {
    const agon_game *game;
    const agon_state *view;
    int player;
    const agon_event *events;
    size_t event_count;
    const agon_fault_note *forfeit; // not NULL: it has forfeited, and the match goes on without it
    const agon_result *result;
} agon_ending;

// Who answers when it is not a built-in bot.
typedef struct agon_driver {
    // Before the first question. A fault here counts as one at the first question.
    void (*start)(void *self, const agon_seating *seating, agon_fault_note *note);
    // Answers within question->time_left, or says AGON_FAULT_LATE then. An action that is not in
    // the list may be given: the runner checks.
    void (*think)(void *self, const agon_question *question, agon_answer *answer);
    // After the last question; also after a failed start. Not called twice for one start.
    void (*end)(void *self, const agon_ending *ending);
} agon_driver;

// Marks an answer as faulty.
AGON_API void agon_answer_fault(agon_answer *answer, agon_fault fault, const char *format, ...)
    AGON_PRINTF(3, 4);

// Places by the rules and by forfeits: those who forfeited come last, the first of them at the very
// end; winners come first; of the others the higher score. A draw is a draw for all who are left.
// `forfeits` as in agon_result; NULL: nobody did.
AGON_API agon_result agon_result_make(const agon_game *game, const agon_state *state,
                                      const uint8_t *forfeits, uint32_t moves);

// The seat's own chance for drivers: a number below 2^31 from the match's seed, of which it tells
// nothing.
AGON_API uint32_t agon_seat_seed(agon_seed seed, int player);

// ---------------------------------------------------------------------------------------------
// The runner

// Who made a move.
typedef enum agon_mover {
    AGON_MOVER_SEAT,
    AGON_MOVER_RANDOM, // after a fault or a forfeit
    AGON_MOVER_RULES   // the rules' fallback, after an illegal action
} agon_mover;

// One accepted action, for those who watch or record. Lives for the call only.
typedef struct agon_move {
    uint32_t number; // from 1
    int player;
    agon_action action;
    agon_mover by;
    const agon_state *before;
    const agon_state *after;
    const agon_event *events; // not redacted
    size_t event_count;
    int64_t time; // what the seat took for its answers to this question; −1: not measured
    const agon_fault_note *faults;
    size_t fault_count; // what went wrong before this move, oldest first
    bool forfeits;      // with this move
} agon_move;

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

#endif
