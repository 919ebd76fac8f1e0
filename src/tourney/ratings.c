// Bradley–Terry ratings: strengths under which the results are most likely, and how sure that is.
#include "agon/tourney.h"

#include <math.h>
#include <string.h>

#define ELO_PER_NAT (400.0 / 2.302585092994046) // a strength is a logarithm; Elo is its unit
#define VIRTUAL_DRAWS 1.0
#define MOST_STEPS 200
#define CLOSE_ENOUGH 1e-10
#define TWO_SIGMA 1.959963984540054 // 95 %

typedef double matrix[AGON_TOURNEY_BOTS][AGON_TOURNEY_BOTS];

void agon_cross_add(agon_cross *cross, const int *bots, const int *places, int seats) {
    double weight = 2.0 / seats;
    for (int a = 0; a < seats; a++) {
        for (int b = 0; b < seats; b++) {
            if (bots[a] == bots[b]) {
                continue;
            }
            double score = places[a] < places[b] ? 1.0 : places[a] == places[b] ? 0.5 : 0.0;
            cross->score[bots[a]][bots[b]] += weight * score;
            cross->weight[bots[a]][bots[b]] += weight;
        }
    }
}

// What the fit works on: the results with the virtual draws.
typedef struct fit {
    int bots;
    int anchor;
    matrix score, weight;
    double strength[AGON_TOURNEY_BOTS];
    bool is_connected[AGON_TOURNEY_BOTS]; // with the anchor
} fit;

static void mark_connected(fit *f, int bot) {
    f->is_connected[bot] = true;
    for (int other = 0; other < f->bots; other++) {
        if (f->weight[bot][other] > 0 && !f->is_connected[other]) {
            mark_connected(f, other);
        }
    }
}

static void start_fit(const agon_cross *cross, int anchor, fit *f) {
    memset(f, 0, sizeof *f);
    f->bots = cross->bots;
    f->anchor = anchor;
    for (int a = 0; a < f->bots; a++) {
        for (int b = 0; b < f->bots; b++) {
            double virtual = cross->weight[a][b] > 0 ? VIRTUAL_DRAWS : 0;
            f->weight[a][b] = cross->weight[a][b] + virtual;
            f->score[a][b] = cross->score[a][b] + virtual / 2;
        }
    }
    mark_connected(f, anchor);
}

// Gradient and curvature (minus the Hessian) of the log-likelihood. The anchor's row is replaced by
// "stays 0", and so are those of bots the anchor says nothing about.
static void derive(const fit *f, double *gradient, matrix curvature) {
    memset(gradient, 0, AGON_TOURNEY_BOTS * sizeof *gradient);
    memset(curvature, 0, sizeof(matrix));
    for (int a = 0; a < f->bots; a++) {
        bool is_fixed = a == f->anchor || !f->is_connected[a];
        curvature[a][a] = is_fixed ? 1 : 0;
        for (int b = 0; b < f->bots && !is_fixed; b++) {
            double expected = 1 / (1 + exp(f->strength[b] - f->strength[a]));
            double information = f->weight[a][b] * expected * (1 - expected);
            gradient[a] += f->score[a][b] - f->weight[a][b] * expected;
            curvature[a][a] += information;
            curvature[a][b] -= b == f->anchor ? 0 : information;
        }
    }
}

// Gauss–Jordan: inverts a positive definite matrix in place.
static void invert(matrix m, int n) {
    for (int k = 0; k < n; k++) {
        double pivot = m[k][k];
        m[k][k] = 1;
        for (int j = 0; j < n; j++) {
            m[k][j] /= pivot;
        }
        for (int i = 0; i < n; i++) {
            double factor = m[i][k];
            if (i == k || factor == 0) {
                continue;
            }
            m[i][k] = 0;
            for (int j = 0; j < n; j++) {
                m[i][j] -= factor * m[k][j];
            }
        }
    }
}

// One Newton step, at most one nat long; returns its length.
static double improve(fit *f, matrix inverse) {
    double gradient[AGON_TOURNEY_BOTS];
    double length = 0;
    double step[AGON_TOURNEY_BOTS] = {0};
    derive(f, gradient, inverse);
    invert(inverse, f->bots);
    for (int a = 0; a < f->bots; a++) {
        for (int b = 0; b < f->bots; b++) {
            step[a] += inverse[a][b] * gradient[b];
        }
        length = fmax(length, fabs(step[a]));
    }
    for (int a = 0; a < f->bots; a++) {
        f->strength[a] += length > 1 ? step[a] / length : step[a];
    }
    return length;
}

static void write_rating(const agon_cross *cross, const fit *f, int a, agon_ratings *ratings) {
    agon_rating *rating = &ratings->bot[a];
    double points = 0;
    for (int b = 0; b < f->bots; b++) {
        points += cross->score[a][b];
        rating->matches += cross->weight[a][b];
    }
    rating->score = rating->matches > 0 ? points / rating->matches : 0;
    rating->elo = f->strength[a] * ELO_PER_NAT;
    rating->interval = f->is_connected[a] ? TWO_SIGMA * sqrt(ratings->covariance[a][a]) : INFINITY;
}

void agon_ratings_fit(const agon_cross *cross, int anchor, agon_ratings *ratings) {
    static const agon_ratings empty;
    fit f;
    matrix inverse;
    *ratings = empty;
    ratings->bots = cross->bots;
    ratings->anchor = anchor;
    start_fit(cross, anchor, &f);
    for (int i = 0; i < MOST_STEPS && improve(&f, inverse) > CLOSE_ENOUGH; i++) {}
    for (int a = 0; a < f.bots; a++) {
        for (int b = 0; b < f.bots; b++) {
            bool is_fixed = a == anchor || b == anchor;
            ratings->covariance[a][b] = is_fixed ? 0 : inverse[a][b] * ELO_PER_NAT * ELO_PER_NAT;
        }
    }
    for (int a = 0; a < f.bots; a++) {
        write_rating(cross, &f, a, ratings);
    }
}

double agon_ratings_superiority(const agon_ratings *ratings, int a, int b) {
    double variance =
        ratings->covariance[a][a] + ratings->covariance[b][b] - 2 * ratings->covariance[a][b];
    double difference = ratings->bot[a].elo - ratings->bot[b].elo;
    if (isinf(ratings->bot[a].interval) || isinf(ratings->bot[b].interval) || variance <= 0) {
        return 0.5;
    }
    return 0.5 * erfc(-difference / sqrt(2 * variance));
}
