// Tournaments: who plays whom, and what the results say about strength.
//
// Nothing here plays a match or touches a file: a schedule is a function from a number to a
// pairing, so that any number of workers, in any order, interrupted and resumed, play the same
// tournament; and the ratings are a function of the results.
#ifndef AGON_TOURNEY_H
#define AGON_TOURNEY_H

#include "agon/game.h"

#define AGON_TOURNEY_BOTS 64 // at most

// ---------------------------------------------------------------------------------------------
// Schedules

typedef enum agon_format {
    AGON_ROUND_ROBIN, // every set of bots that fits at a table
    AGON_GAUNTLET     // only the sets with the first bot
} agon_format;

// What a tournament is made of. `bots` ≥ 2. Where there are fewer bots than seats, the bots repeat
// around the table.
typedef struct agon_schedule {
    agon_format format;
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

// How many matches there are; 0 if the schedule makes no sense or has more than 2^32.
AGON_API uint64_t agon_schedule_count(const agon_schedule *schedule);

// The i-th match, i < count. The first rounds of all tables come first, so that the standing of an
// unfinished tournament is fair.
AGON_API agon_pairing agon_schedule_at(const agon_schedule *schedule, uint64_t i);

// ---------------------------------------------------------------------------------------------
// Results and ratings

// What two bots have scored against each other, over all tables they shared. In a match of k
// players every pair counts with weight 2/k: the match as a whole counts k−1 times a duel, since a
// placing is about that much information.
typedef struct agon_cross {
    int bots;
    double score[AGON_TOURNEY_BOTS][AGON_TOURNEY_BOTS];  // of row against column, a draw is half
    double weight[AGON_TOURNEY_BOTS][AGON_TOURNEY_BOTS]; // matches of the two
} agon_cross;

// Adds a match. places[s] is the place of seat s, 1 the best; equal places are a draw.
AGON_API void agon_cross_add(agon_cross *cross, const int *bots, const int *places, int seats);

typedef struct agon_rating {
    double elo;      // 400·log10 of the odds; the anchor has 0
    double interval; // half the width of the 95 % interval, relative to the anchor
    double score;    // points per match, 0 … 1
    double matches;
} agon_rating;

typedef struct agon_ratings {
    int bots;
    int anchor;
    agon_rating bot[AGON_TOURNEY_BOTS];
    double covariance[AGON_TOURNEY_BOTS][AGON_TOURNEY_BOTS]; // of the elos
} agon_ratings;

// Fits the Bradley–Terry model, with one virtual draw between any two bots that have met so that
// a bot that never lost has a finite rating. Bots that are not connected with the anchor by any
// chain of matches get an interval of infinity.
AGON_API void agon_ratings_fit(const agon_cross *cross, int anchor, agon_ratings *ratings);

// The likelihood that bot a is stronger than bot b, 0 … 1.
AGON_API double agon_ratings_superiority(const agon_ratings *ratings, int a, int b);

// ---------------------------------------------------------------------------------------------
// Stopping as soon as the answer is known

// A sequential probability ratio test of elo1 against elo0 on pairs of matches with swapped seats.
typedef struct agon_sprt {
    double elo0, elo1;
    double alpha, beta; // the accepted probabilities of the two errors
    uint64_t pairs[5];  // pairs in which the first bot scored 0, ½, 1, 1½, 2
} agon_sprt;

typedef enum agon_verdict { AGON_UNDECIDED, AGON_ACCEPT_ELO0, AGON_ACCEPT_ELO1 } agon_verdict;

// Adds a pair; `points` is 0 … 2 in halves.
AGON_API void agon_sprt_add(agon_sprt *sprt, double points);
AGON_API double agon_sprt_llr(const agon_sprt *sprt);
AGON_API agon_verdict agon_sprt_verdict(const agon_sprt *sprt);

#endif
