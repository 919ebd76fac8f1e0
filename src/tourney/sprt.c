// The sequential probability ratio test, on pairs of matches with swapped seats.
//
// The two matches of a pair share their seed, so their results are not independent; the pairs are.
// The log-likelihood ratio uses the usual normal approximation with the variance of the pairs seen.
#include "agon/tourney.h"

#include <math.h>

#define FEWEST_PAIRS 8 // below that a variance means nothing

void agon_sprt_add(agon_sprt *sprt, double points) {
    int bin = (int)(points * 2 + 0.5);
    sprt->pairs[bin < 0 ? 0 : bin > 4 ? 4 : bin]++;
}

static double expected_score(double elo) {
    return 1 / (1 + pow(10, -elo / 400));
}

double agon_sprt_llr(const agon_sprt *sprt) {
    double count = 0;
    double mean = 0;
    double squares = 0;
    for (int i = 0; i < 5; i++) {
        double n = (double)sprt->pairs[i];
        count += n;
        mean += n * i / 4;
        squares += n * (i / 4.0) * (i / 4.0);
    }
    if (count < FEWEST_PAIRS) {
        return 0;
    }
    mean /= count;
    // A series of equal results has no variance yet; half a deviating pair stands in for it.
    double variance = fmax(squares / count - mean * mean, 0.5 / count / 16);
    double score0 = expected_score(sprt->elo0);
    double score1 = expected_score(sprt->elo1);
    return count * (score1 - score0) * (2 * mean - score0 - score1) / (2 * variance);
}

agon_verdict agon_sprt_verdict(const agon_sprt *sprt) {
    double llr = agon_sprt_llr(sprt);
    if (llr >= log((1 - sprt->beta) / sprt->alpha)) {
        return AGON_ACCEPT_ELO1;
    }
    if (llr <= log(sprt->beta / (1 - sprt->alpha))) {
        return AGON_ACCEPT_ELO0;
    }
    return AGON_UNDECIDED;
}
