// Tournaments: who plays whom, and what the results say about strength.
//
// Nothing here plays a match or touches a file: a schedule is a function from a number to a
// pairing, so that any number of workers, in any order, interrupted and resumed, play the same
// tournament; and everything else is a function of the outcomes.
//
//     agon_schedule schedule = {.bots = 4, .seats = 2, .rounds = 50, .seed = agon_seed_number(1)};
//     for (uint64_t i = 0; i < agon_schedule_count(&schedule); i++) {
//         agon_pairing pairing = agon_schedule_at(&schedule, i);
//         …play it with pairing.seed, and fill in outcomes[i]…
//     }
//     agon_ratings_fit(outcomes, count, schedule.bots, 0, &ratings);
//
// docs/tournaments.md has the formulas. report.h turns all of it into text.
#ifndef AGON_TOURNEY_H
#define AGON_TOURNEY_H

#include "agon/seat.h"

AGON_C_BEGIN

#define AGON_TOURNEY_BOTS 64 // at most

// ---------------------------------------------------------------------------------------------
// Schedules

typedef enum agon_schedule_format {
    AGON_SCHEDULE_ROUND_ROBIN, // every set of bots that fits at a table
    AGON_SCHEDULE_GAUNTLET     // only the sets with the first bot
} agon_schedule_format;

// What a tournament is made of. `bots` ≥ 2. Where there are fewer bots than seats, the bots repeat
// around the table, and who sits twice changes from round to round.
typedef struct agon_schedule {
    agon_schedule_format format;
    int bots;
    int seats;       // players at a table, 2 … AGON_MAX_PLAYERS
    uint32_t rounds; // how often each table meets; in each round it plays once per rotation
    agon_seed seed;
} agon_schedule;

// One match of a tournament.
typedef struct agon_pairing {
    uint64_t number;
    uint64_t group;             // the matches of one table and round: same seed, seats rotated
    int bots[AGON_MAX_PLAYERS]; // by seat
    agon_seed seed;             // 128 bits, from the schedule's seed and the group
} agon_pairing;

// How many sets of bots meet; 0 if the schedule makes no sense, and 2^32 also stands for more.
AGON_API uint64_t agon_schedule_tables(const agon_schedule *schedule);

// How many matches a table plays in a round: in these every bot at it sits on every seat equally
// often.
AGON_API int agon_schedule_rotations(const agon_schedule *schedule);

// How many matches there are; 0 if the schedule makes no sense or has more than 2^32.
AGON_API uint64_t agon_schedule_count(const agon_schedule *schedule);

// The i-th match, i < count. The first rounds of all tables come first, so that the standing of an
// unfinished tournament is fair, and more rounds only add matches at the end. Tables of three and
// more sit in another order in every round.
AGON_API agon_pairing agon_schedule_at(const agon_schedule *schedule, uint64_t i);

// ---------------------------------------------------------------------------------------------
// Outcomes

// A match that has been played, or a hole (seats = 0) for one that has not.
typedef struct agon_outcome {
    uint64_t number;
    uint64_t group; // as in its pairing
    uint64_t hash;  // of the last state
    uint32_t moves; // accepted actions
    uint8_t seats;
    agon_viewers winners;               // by the rules
    uint8_t bots[AGON_MAX_PLAYERS];     // by seat, and so are all the others
    uint8_t places[AGON_MAX_PLAYERS];   // 1 is best, equal places are a draw
    uint8_t forfeits[AGON_MAX_PLAYERS]; // 1: the first who forfeited, …; 0: did not
    int32_t scores[AGON_MAX_PLAYERS];   // by the rules
    uint8_t faults[AGON_MAX_PLAYERS][AGON_FAULT_COUNT]; // how often what went wrong; 255: or more
} agon_outcome;

// The outcome of a match that has been played to the state `last`. Faults are the caller's to add.
AGON_API agon_outcome agon_outcome_make(const agon_pairing *pairing, const agon_game *game,
                                        const agon_state *last, const agon_result *result);

// What every two bots have made of each other, over all tables they shared.
typedef struct agon_cross_table {
    int bots;
    uint32_t wins[AGON_TOURNEY_BOTS][AGON_TOURNEY_BOTS]; // row placed before column
    uint32_t draws[AGON_TOURNEY_BOTS][AGON_TOURNEY_BOTS];
} agon_cross_table;

// Adds a match: everybody at the table has met everybody else.
AGON_API void agon_cross_table_add(agon_cross_table *cross, const agon_outcome *outcome);

// How often a and b have met, and what a made of it: points per meeting, 0 … 1, a draw is half.
AGON_API uint32_t agon_cross_table_met(const agon_cross_table *cross, int a, int b);
AGON_API double agon_cross_table_score(const agon_cross_table *cross, int a, int b);

// ---------------------------------------------------------------------------------------------
// Ratings

typedef struct agon_rating {
    double elo;      // 400·log10 of the odds; the anchor has 0
    double interval; // half the width of the 95 % interval, relative to the anchor
} agon_rating;

typedef struct agon_ratings {
    int bots;
    int anchor;
    agon_rating bot[AGON_TOURNEY_BOTS];
    double covariance[AGON_TOURNEY_BOTS][AGON_TOURNEY_BOTS]; // of the elos
} agon_ratings;

// Fits the Bradley–Terry model to `count` outcomes in the order of their numbers; holes are
// skipped. Every bot is given one virtual draw, spread over its opponents, so that one that never
// lost has a finite rating. The intervals are measured on the groups, not taken from the model:
// draws, placings of several, and matches that share a seed do not spoil them. Bots without any
// chain of matches to the anchor get elo 0 and an interval of infinity.
AGON_API void agon_ratings_fit(const agon_outcome *outcomes, size_t count, int bots, int anchor,
                               agon_ratings *ratings);

// The likelihood that bot a is stronger than bot b, 0 … 1.
AGON_API double agon_ratings_superiority(const agon_ratings *ratings, int a, int b);

// ---------------------------------------------------------------------------------------------
// Stopping as soon as the answer is known

#define AGON_SPRT_OUTCOMES 5

// A sequential probability ratio test of elo1 against elo0 (elo0 < elo1) for the first of two bots,
// on pairs of matches with swapped seats.
typedef struct agon_sprt {
    double elo0, elo1;
    double alpha, beta; // the accepted probabilities of the two errors, each below ½
    uint64_t pairs[AGON_SPRT_OUTCOMES]; // in which the first bot scored 0, ½, 1, 1½, 2
} agon_sprt;

typedef enum agon_sprt_decision {
    AGON_SPRT_UNDECIDED,
    AGON_SPRT_ACCEPT_ELO0,
    AGON_SPRT_ACCEPT_ELO1
} agon_sprt_decision;

// Adds a pair with 0 … 4 half points.
AGON_API void agon_sprt_add(agon_sprt *sprt, int half_points);

// The logarithm of the likelihood ratio, and where the test ends.
AGON_API double agon_sprt_llr(const agon_sprt *sprt);
AGON_API void agon_sprt_bounds(const agon_sprt *sprt, double *lower, double *upper);
AGON_API agon_sprt_decision agon_sprt_decide(const agon_sprt *sprt);

// Adds the pairs of two bots' outcomes in their order, from outcomes[*next] on, until the test has
// decided or the next pair is not complete. *next becomes the number of outcomes taken: what was
// played beyond the decision does not count, so that the end is the same for any order of playing.
AGON_API agon_sprt_decision agon_sprt_follow(agon_sprt *sprt, const agon_outcome *outcomes,
                                             size_t count, size_t *next);

AGON_C_END

#endif
