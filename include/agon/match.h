// Matches: seats that are asked for actions, and the loop that asks them.
//
// This is the plain loop, for built-in bots and for speed: no clocks, no faults, no records.
// runner.h has all of that, for any kind of seat.
#ifndef AGON_MATCH_H
#define AGON_MATCH_H

#include "agon/bot.h"

// Who plays: a built-in bot, or a driver that brings the answers from somewhere else (a program, a
// person, a connection; see runner.h). A seat's generator is its own: what a bot draws never
// disturbs the game's dice.
typedef struct agon_seat {
    const agon_bot *bot; // NULL: the driver is asked
    agon_rng rng;
    uint32_t simulations;    // passed on to the bot; 0: its default
    int64_t time;            // microseconds for one answer of a bot that searches; 0: no such limit
    uint32_t threads;        // passed on to the bot, together with what runs them
    agon_run_jobs *run_jobs; // NULL: there are no threads
    const struct agon_driver *driver;
    void *self; // passed on to the driver
} agon_seat;

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

// A match in progress. The caller owns all of it.
typedef struct agon_match {
    const agon_game *game;
    agon_state *state; // of this game; agon_match_step plays on it
    agon_state *view;  // game->state_max bytes for the views that seats get
    agon_seat *seats;  // one per player; bots only
    agon_sink *sink;   // receives all events unredacted; may be NULL
    // Called after every accepted action; may be NULL.
    void (*on_action)(void *user, int player, agon_action action);
    void *user;
    uint32_t moves; // accepted actions so far; begin with 0
} agon_match;

// Who is asked first when several players may act: the first player at the start, and another one
// after every `players` moves, so that nobody always decides last. (Where the first play turns up
// what the others then know, as in Stellar Skirmish, that matters.) It follows from the number of
// moves alone, so a match repeats exactly and can be continued.
AGON_API int agon_match_first(const agon_game *game, uint32_t moves);

// Asks every player who may act now for one action, agon_match_first first and then in player
// order around the table, and applies them. Seats are given views only. An action that the engine
// refuses ends the step with its status.
AGON_API AGON_MUST_USE agon_status agon_match_step(agon_match *match, agon_error *error);

// Steps until the game is over.
AGON_API AGON_MUST_USE agon_status agon_match_play(agon_match *match, agon_error *error);

// One number over `games` random matches of every registered game and number of players, with
// views and resamples on the way. The same on every platform, compiler and optimisation level.
// 0 if memory ran out.
AGON_API uint64_t agon_signature(uint32_t games);

#endif
