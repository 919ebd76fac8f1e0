// The sequential probability ratio test, on pairs of matches with swapped seats.
//
// The two matches of a pair share their seed, so their results are not independent; the pairs are.
// What is tested is the mean score of a pair, whatever the shares of its five outcomes: each
// hypothesis is represented by the distribution with its mean under which the pairs seen are most
// likely (the generalised test). A normal approximation would be shorter, and wrong by a factor of
// several for unequal bots: tests/tourney/test_sprt.c measures both errors.
#include "agon/tourney.h"

#include <math.h>

#define OUTCOMES AGON_SPRT_OUTCOMES
#define BISECTIONS 48
#define UNSEEN 1e-3 // pairs that stand for an outcome not seen yet: it is possible all the same

void agon_sprt_add(agon_sprt *sprt, int half_points) {
    AGON_ASSERT(sprt && half_points >= 0 && half_points < OUTCOMES);
    sprt->pairs[half_points]++;
}

static double expected_score(double elo) {
    return 1 / (1 + pow(10, -elo / 400));
}

// How far an outcome is above a mean score.
static double excess(int outcome, double score) {
    return (double)outcome / (OUTCOMES - 1) - score;
}

// The distribution nearest to `share` with mean `score` is share / (1 + x·excess) for some x; the
// slope of the likelihood in x falls all the way between the two poles.
static double tilt(const double *share, double score) {
    double low = -1 / (1 - score);
    double high = 1 / score;
    for (int i = 0; i < BISECTIONS; i++) {
        double x = (low + high) / 2;
        double slope = 0;
        for (int k = 0; k < OUTCOMES; k++) {
            slope += share[k] * excess(k, score) / (1 + x * excess(k, score));
        }
        *(slope > 0 ? &low : &high) = x;
    }
    return (low + high) / 2;
}

double agon_sprt_llr(const agon_sprt *sprt) {
    AGON_ASSERT(sprt);
    double share[OUTCOMES];
    double count = 0;
    double llr = 0;
    double score0 = expected_score(sprt->elo0);
    double score1 = expected_score(sprt->elo1);
    for (int k = 0; k < OUTCOMES; k++) {
        share[k] = sprt->pairs[k] > 0 ? (double)sprt->pairs[k] : UNSEEN;
        count += share[k];
    }
    for (int k = 0; k < OUTCOMES; k++) {
        share[k] /= count;
    }
    double x0 = tilt(share, score0);
    double x1 = tilt(share, score1);
    for (int k = 0; k < OUTCOMES; k++) {
        double ratio = (1 + x0 * excess(k, score0)) / (1 + x1 * excess(k, score1));
        llr += count * share[k] * log(ratio);
    }
    return llr;
}

void agon_sprt_bounds(const agon_sprt *sprt, double *lower, double *upper) {
    AGON_ASSERT(sprt && lower && upper);
    *lower = log(sprt->beta / (1 - sprt->alpha));
    *upper = log((1 - sprt->beta) / sprt->alpha);
}

agon_sprt_decision agon_sprt_decide(const agon_sprt *sprt) {
    AGON_ASSERT(sprt);
    double llr = agon_sprt_llr(sprt);
    double lower, upper;
    agon_sprt_bounds(sprt, &lower, &upper);
    return llr >= upper   ? AGON_SPRT_ACCEPT_ELO1
           : llr <= lower ? AGON_SPRT_ACCEPT_ELO0
                          : AGON_SPRT_UNDECIDED;
}

// What the first bot made of a match, in half points.
static int half_points(const agon_outcome *outcome) {
    int seat = outcome->bots[0] != 0;
    int lead = outcome->places[1 - seat] - outcome->places[seat];
    return lead > 0 ? 2 : lead == 0 ? 1 : 0;
}

agon_sprt_decision agon_sprt_follow(agon_sprt *sprt, const agon_outcome *outcomes, size_t count,
                                    size_t *next) {
    AGON_ASSERT(sprt && (outcomes || count == 0) && next);
    agon_sprt_decision verdict = agon_sprt_decide(sprt);
    while (verdict == AGON_SPRT_UNDECIDED && *next + 1 < count) {
        const agon_outcome *pair = &outcomes[*next];
        if (pair[0].seats != 2 || pair[1].seats != 2) {
            break;
        }
        agon_sprt_add(sprt, half_points(&pair[0]) + half_points(&pair[1]));
        verdict = agon_sprt_decide(sprt);
        *next += 2;
    }
    return verdict;
}
