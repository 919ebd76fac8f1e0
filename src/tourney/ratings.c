// Bradley–Terry ratings: strengths under which the results are most likely, and how sure that is.
//
// The strengths maximise the likelihood of all pairwise results. Its curvature H would tell their
// covariance, H⁻¹, if every pairwise result were an independent coin; but draws vary less than
// coins, a table of k gives k(k−1)/2 results that hang together, and matches of a group share their
// seed. So the spread J of the likelihood's gradient is measured, group by group, and the
// covariance is H⁻¹ J H⁻¹. Where there are few groups, J is drawn towards what the model expects.
#include "agon/tourney.h"

#include <math.h>
#include <string.h>

#define ELO_PER_NAT (400.0 / 2.302585092994046) // a strength is a logarithm; Elo is its unit
#define MOST_STEPS 200
#define CLOSE_ENOUGH 1e-10
#define TWO_SIGMA 1.959963984540054 // 95 %
#define MODEL_GROUPS 8.0            // groups that the model's own spread counts for

typedef double matrix[AGON_TOURNEY_BOTS][AGON_TOURNEY_BOTS];

// What the fit works on: the results with the virtual draws, strengths in nats.
typedef struct fit {
    int bots;
    int anchor;
    matrix score, weight;  // of the meetings, virtual draws included
    matrix virtual_weight; // of the virtual draws alone
    double pair_weight;    // of one pair at a table
    double strength[AGON_TOURNEY_BOTS];
    bool is_free[AGON_TOURNEY_BOTS]; // connected with the anchor, and not the anchor itself
    matrix inverse;                  // of the curvature
    matrix spread;                   // of the gradient
    double groups[AGON_TOURNEY_BOTS];
} fit;

static void mark_connected(fit *f, int bot) {
    f->is_free[bot] = true;
    for (int other = 0; other < f->bots; other++) {
        if (f->weight[bot][other] > 0 && !f->is_free[other]) {
            mark_connected(f, other);
        }
    }
}

// In a match of k every pair counts 2/k, the match as a whole k−1 times a duel: a placing of k is
// about that much information.
static void count_meetings(fit *f, const agon_outcome *outcomes, size_t count) {
    agon_cross_table cross = {.bots = f->bots};
    int seats = 2;
    for (size_t i = 0; i < count; i++) {
        agon_cross_table_add(&cross, &outcomes[i]);
        seats = outcomes[i].seats > seats ? outcomes[i].seats : seats;
    }
    f->pair_weight = 2.0 / seats;
    for (int a = 0; a < f->bots; a++) {
        for (int b = 0; b < f->bots; b++) {
            f->weight[a][b] = f->pair_weight * agon_cross_table_met(&cross, a, b);
            f->score[a][b] = f->weight[a][b] * agon_cross_table_score(&cross, a, b);
        }
    }
}

// One virtual draw for each bot, spread over its opponents as its matches are.
static void add_virtual_draws(fit *f) {
    double total[AGON_TOURNEY_BOTS] = {0};
    for (int a = 0; a < f->bots; a++) {
        for (int b = 0; b < f->bots; b++) {
            total[a] += f->weight[a][b];
        }
    }
    for (int a = 0; a < f->bots; a++) {
        for (int b = 0; b < f->bots; b++) {
            if (f->weight[a][b] > 0) {
                f->virtual_weight[a][b] = f->weight[a][b] * (1 / total[a] + 1 / total[b]) / 2;
            }
        }
    }
    for (int a = 0; a < f->bots; a++) {
        for (int b = 0; b < f->bots; b++) {
            f->weight[a][b] += f->virtual_weight[a][b];
            f->score[a][b] += f->virtual_weight[a][b] / 2;
        }
    }
}

static double expected(const fit *f, int a, int b) {
    return 1 / (1 + exp(f->strength[b] - f->strength[a]));
}

static double information(const fit *f, int a, int b) {
    double e = expected(f, a, b);
    return f->weight[a][b] * e * (1 - e);
}

// Gradient and curvature (minus the Hessian) of the log-likelihood. Rows of bots that are not free
// say "stays where it is".
static void derive(const fit *f, double *gradient, matrix curvature) {
    memset(gradient, 0, AGON_TOURNEY_BOTS * sizeof *gradient);
    memset(curvature, 0, sizeof(matrix));
    for (int a = 0; a < f->bots; a++) {
        curvature[a][a] = f->is_free[a] ? 0 : 1;
        for (int b = 0; b < f->bots && f->is_free[a]; b++) {
            gradient[a] += f->score[a][b] - f->weight[a][b] * expected(f, a, b);
            curvature[a][a] += information(f, a, b);
            curvature[a][b] -= f->is_free[b] ? information(f, a, b) : 0;
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
static double improve(fit *f) {
    double gradient[AGON_TOURNEY_BOTS];
    double length = 0;
    double step[AGON_TOURNEY_BOTS] = {0};
    derive(f, gradient, f->inverse);
    invert(f->inverse, f->bots);
    for (int a = 0; a < f->bots; a++) {
        for (int b = 0; b < f->bots; b++) {
            step[a] += f->inverse[a][b] * gradient[b];
        }
        length = fmax(length, fabs(step[a]));
    }
    for (int a = 0; a < f->bots; a++) {
        f->strength[a] += length > 1 ? step[a] / length : step[a];
    }
    return length;
}

// ---------------------------------------------------------------------------------------------
// The spread of the gradient

// What the matches of one group add to the gradient.
typedef struct group_sum {
    double gradient[AGON_TOURNEY_BOTS];
    bool is_in[AGON_TOURNEY_BOTS];
} group_sum;

static void add_residuals(const fit *f, const agon_outcome *outcome, group_sum *sum) {
    for (int s = 0; s < outcome->seats; s++) {
        int a = outcome->bots[s];
        sum->is_in[a] = true;
        for (int t = 0; t < outcome->seats; t++) {
            int b = outcome->bots[t];
            int lead = outcome->places[t] - outcome->places[s];
            double score = lead > 0 ? 1 : lead == 0 ? 0.5 : 0;
            sum->gradient[a] += a == b ? 0 : f->pair_weight * (score - expected(f, a, b));
        }
    }
}

static void end_group(fit *f, group_sum *sum) {
    for (int a = 0; a < f->bots; a++) {
        if (!sum->is_in[a]) {
            continue;
        }
        f->groups[a] += 1;
        for (int b = 0; b < f->bots; b++) {
            f->spread[a][b] += sum->gradient[a] * sum->gradient[b];
        }
    }
    memset(sum, 0, sizeof *sum);
}

static void measure_spread(fit *f, const agon_outcome *outcomes, size_t count) {
    group_sum sum = {0};
    uint64_t group = 0;
    for (size_t i = 0; i < count; i++) {
        if (outcomes[i].seats == 0) {
            continue;
        }
        if (outcomes[i].group != group) {
            end_group(f, &sum);
            group = outcomes[i].group;
        }
        add_residuals(f, &outcomes[i], &sum);
    }
    end_group(f, &sum);
}

// The virtual draws were not measured. They are added as if they had been.
static void add_virtual_spread(fit *f) {
    for (int a = 0; a < f->bots; a++) {
        for (int b = 0; b < f->bots; b++) {
            double residual = 0.5 - expected(f, a, b);
            double square = f->virtual_weight[a][b] * residual * residual;
            f->spread[a][a] += square;
            f->spread[a][b] -= square;
        }
    }
}

// The few groups' spread and the model's, as shares that add up to one. A fit has drawn the
// strengths towards the results; g/(g−1) makes up for it.
static void mix_spread(fit *f) {
    double measured[AGON_TOURNEY_BOTS];
    double model[AGON_TOURNEY_BOTS];
    double gradient[AGON_TOURNEY_BOTS];
    matrix curvature;
    derive(f, gradient, curvature);
    for (int a = 0; a < f->bots; a++) {
        double groups = f->groups[a];
        double share = groups / (groups + MODEL_GROUPS);
        measured[a] = groups > 1 ? sqrt(share * groups / (groups - 1)) : 0;
        model[a] = sqrt(groups > 1 ? 1 - share : 1);
    }
    for (int a = 0; a < f->bots; a++) {
        for (int b = 0; b < f->bots; b++) {
            f->spread[a][b] *= measured[a] * measured[b];
            f->spread[a][b] += curvature[a][b] * model[a] * model[b];
        }
    }
}

// out = inverse · spread · inverse, for the bots that are free; in squares of Elo.
static void write_covariance(const fit *f, matrix out) {
    matrix half = {{0}};
    for (int a = 0; a < f->bots; a++) {
        for (int b = 0; b < f->bots; b++) {
            for (int k = 0; k < f->bots; k++) {
                half[a][b] += f->is_free[k] ? f->inverse[a][k] * f->spread[k][b] : 0;
            }
        }
    }
    for (int a = 0; a < f->bots; a++) {
        for (int b = 0; b < f->bots; b++) {
            double sum = 0;
            for (int k = 0; k < f->bots; k++) {
                sum += f->is_free[k] ? half[a][k] * f->inverse[k][b] : 0;
            }
            out[a][b] = f->is_free[a] && f->is_free[b] ? sum * ELO_PER_NAT * ELO_PER_NAT : 0;
        }
    }
}

// ---------------------------------------------------------------------------------------------

static void write_rating(const fit *f, int a, agon_ratings *ratings) {
    bool is_known = f->is_free[a] || a == f->anchor;
    ratings->bot[a].elo = f->strength[a] * ELO_PER_NAT;
    ratings->bot[a].interval = is_known ? TWO_SIGMA * sqrt(ratings->covariance[a][a]) : INFINITY;
}

void agon_ratings_fit(const agon_outcome *outcomes, size_t count, int bots, int anchor,
                      agon_ratings *ratings) {
    AGON_ASSERT((outcomes || count == 0) && ratings && bots <= AGON_TOURNEY_BOTS);
    fit f = {.bots = bots, .anchor = anchor};
    memset(ratings, 0, sizeof *ratings);
    ratings->bots = bots;
    ratings->anchor = anchor;
    count_meetings(&f, outcomes, count);
    add_virtual_draws(&f);
    mark_connected(&f, anchor);
    f.is_free[anchor] = false;
    for (int i = 0; i < MOST_STEPS && improve(&f) > CLOSE_ENOUGH; i++) {}
    measure_spread(&f, outcomes, count);
    add_virtual_spread(&f);
    mix_spread(&f);
    write_covariance(&f, ratings->covariance);
    for (int a = 0; a < bots; a++) {
        write_rating(&f, a, ratings);
    }
}

double agon_ratings_superiority(const agon_ratings *ratings, int a, int b) {
    AGON_ASSERT(ratings && a >= 0 && a < AGON_TOURNEY_BOTS && b >= 0 && b < AGON_TOURNEY_BOTS);
    double variance =
        ratings->covariance[a][a] + ratings->covariance[b][b] - 2 * ratings->covariance[a][b];
    double difference = ratings->bot[a].elo - ratings->bot[b].elo;
    if (isinf(ratings->bot[a].interval) || isinf(ratings->bot[b].interval) || variance <= 0) {
        return 0.5;
    }
    return 0.5 * erfc(-difference / sqrt(2 * variance));
}
