// Seats: who plays, what a seat is asked, and what it answers.
//
// A seat is a built-in bot, or a driver: three functions that carry questions to a program, a person
// or a connection and bring answers back. Seats are given views and the events they may see, never a
// state.
#ifndef AGON_SEAT_H
#define AGON_SEAT_H

#include "agon/bot.h"
#include "agon/codec.h"
#include "agon/net.h"
#include "agon/terms.h"

AGON_C_BEGIN

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

// Marks an answer as faulty.
AGON_API void agon_answer_fault(agon_answer *answer, agon_fault fault, const char *format, ...)
    AGON_PRINTF(3, 4);

// Reads an action document as the answer to a question. What is no action of the game is an illegal
// answer; `error` (may be NULL) then says where.
AGON_API void agon_answer_read(const agon_codec *codec, const agon_question *question,
                               const agon_value *action, agon_answer *answer, agon_error *error);

// How a match came out.
typedef struct agon_result {
    bool over;            // by the rules; false: the match was broken off
    agon_viewers winners; // by the rules
    int32_t scores[AGON_MAX_PLAYERS];
    uint8_t places[AGON_MAX_PLAYERS];   // 1 is best, equal places are equal; 0: not over
    uint8_t forfeits[AGON_MAX_PLAYERS]; // 1: the first who forfeited, …; 0: did not
    uint32_t moves;                     // accepted actions
} agon_result;

// Places by the rules and by forfeits: those who forfeited come last, the first of them at the very
// end; winners come first; of the others the higher score. A draw is a draw for all who are left.
// `forfeits` as in agon_result; NULL: nobody did.
AGON_API agon_result agon_result_make(const agon_game *game, const agon_state *state,
                                      const uint8_t *forfeits, uint32_t moves);

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
    // Answers within question->time_left, or says AGON_FAULT_LATE then. An action that is not valid
    // may be given: the match checks.
    void (*think)(void *self, const agon_question *question, agon_answer *answer);
    // After the last question; also after a failed start. Not called twice for one start.
    void (*end)(void *self, const agon_ending *ending);
} agon_driver;

// Who plays: a built-in bot, or a driver that brings the answers from somewhere else. A seat's
// generator is its own: what a bot draws never disturbs the game's dice.
typedef struct agon_seat {
    const agon_bot *bot; // NULL: the driver is asked
    agon_rng rng;
    uint32_t simulations;    // passed on to the bot; 0: its default
    int64_t time;            // microseconds for one answer of a bot that searches; 0: no such limit
    uint32_t threads;        // passed on to the bot, together with what runs them
    agon_run_jobs *run_jobs; // NULL: there are no threads
    const agon_driver *driver;
    void *self; // passed on to the driver
} agon_seat;

// A net at a match's table: a driver, since it may not fit the game. Set `net`, which must outlive the seat.
typedef struct agon_net_seat {
    const agon_net *net;
    agon_rng rng; // from the seating's seed
    bool is_fit;
} agon_net_seat;

AGON_API extern const agon_driver agon_net_driver; // `self` is an agon_net_seat

// A seat for `bot`, number `player` of a match with this seed: the same seed and seat give the
// same generator, different ones independent generators.
AGON_API agon_seat agon_seat_make(const agon_bot *bot, agon_seed seed, int player);

// A seat for a bot as people write it: its id, and options after a colon: "random",
// "search:sims=2000", "search:ms=250" (time for one answer), "search:sims=9000,ms=250,threads=2".
// Threads need somebody who runs them: set the seat's `run_jobs`.
// AGON_UNKNOWN_BOT or AGON_BAD_CONFIG, with the reason, if that is not possible.
AGON_API AGON_MUST_USE agon_status agon_seat_read(const char *text, const agon_rules *rules,
                                                  agon_seed seed, int player, agon_seat *seat,
                                                  agon_error *error);

// The seat's own chance for drivers: a number below 2^31 from the match's seed, of which it tells
// nothing.
AGON_API uint32_t agon_seat_seed(agon_seed seed, int player);

AGON_C_END

#endif
