// Ratings against a second reading of the formulas, for three bots of which the first is the anchor:
// the fit is where the likelihood is highest, and the covariance is what its definition says.
#include "tests/support/support.h"

#include "agon/tourney.h"

#include <math.h>

typedef struct model {
    double weight[3][3], score[3][3], draw[3][3]; // meetings; the virtual draws among them
    double spread[3][3];
    double groups[3];
    double pair; // what one pair of a table counts
    double strength[3];
} model;

static double expect(const model *m, int a, int b) {
    return 1 / (1 + exp(m->strength[b] - m->strength[a]));
}

static double points_of(const agon_outcome *outcome, int s, int t) {
    int lead = outcome->places[t] - outcome->places[s];
    return lead > 0 ? 1 : lead < 0 ? 0 : 0.5;
}

static void model_meetings(model *m, const agon_outcome *outcomes, size_t count) {
    double total[3] = {0};
    for (size_t i = 0; i < count; i++) {
        const agon_outcome *o = &outcomes[i];
        for (int pair = 0; pair < o->seats * o->seats; pair++) {
            int s = pair / o->seats, t = pair % o->seats;
            int a = o->bots[s], b = o->bots[t];
            m->weight[a][b] += a == b ? 0 : m->pair;
            m->score[a][b] += a == b ? 0 : m->pair * points_of(o, s, t);
            total[a] += a == b ? 0 : m->pair;
        }
    }
    for (int a = 0; a < 3; a++) {
        for (int b = 0; b < 3; b++) {
            m->draw[a][b] = m->weight[a][b] * (1 / total[a] + 1 / total[b]) / 2;
            m->weight[a][b] += m->draw[a][b];
            m->score[a][b] += m->draw[a][b] / 2;
        }
    }
}

// One group: what its matches add to the gradient, squared.
static void model_group(model *m, const agon_outcome *outcomes, size_t count) {
    double sum[3] = {0};
    bool is_in[3] = {false};
    for (size_t i = 0; i < count; i++) {
        const agon_outcome *o = &outcomes[i];
        for (int pair = 0; pair < o->seats * o->seats; pair++) {
            int s = pair / o->seats, t = pair % o->seats;
            int a = o->bots[s], b = o->bots[t];
            is_in[a] = true;
            sum[a] += a == b ? 0 : m->pair * (points_of(o, s, t) - expect(m, a, b));
        }
    }
    for (int a = 0; a < 3; a++) {
        m->groups[a] += is_in[a];
        for (int b = 0; b < 3; b++) {
            m->spread[a][b] += is_in[a] ? sum[a] * sum[b] : 0;
        }
    }
}

static void model_draws(model *m) {
    for (int a = 0; a < 3; a++) {
        for (int b = 0; b < 3; b++) {
            double residual = 0.5 - expect(m, a, b);
            m->spread[a][a] += m->draw[a][b] * residual * residual;
            m->spread[a][b] -= m->draw[a][b] * residual * residual;
        }
    }
}

static void model_curvature(const model *m, double h[3][3]) {
    memset(h, 0, 9 * sizeof(double));
    for (int a = 0; a < 3; a++) {
        for (int b = 0; b < 3; b++) {
            double e = expect(m, a, b);
            h[a][a] += m->weight[a][b] * e * (1 - e);
            h[a][b] -= m->weight[a][b] * e * (1 - e);
        }
    }
}

// inverse · mixed · inverse, over bots 1 and 2.
static void model_covariance(const model *m, double out[3][3]) {
    double h[3][3], mixed[3][3], inverse[3][3] = {{0}};
    model_curvature(m, h);
    double determinant = h[1][1] * h[2][2] - h[1][2] * h[2][1];
    inverse[1][1] = h[2][2] / determinant;
    inverse[2][2] = h[1][1] / determinant;
    inverse[1][2] = inverse[2][1] = -h[1][2] / determinant;
    for (int i = 0; i < 9; i++) {
        double a = m->groups[i / 3], b = m->groups[i % 3];
        double measured = sqrt(a / (a + 8) * a / (a - 1) * b / (b + 8) * b / (b - 1));
        double rest = sqrt(8 / (a + 8) * 8 / (b + 8));
        mixed[i / 3][i % 3] = m->spread[i / 3][i % 3] * measured + h[i / 3][i % 3] * rest;
    }
    memset(out, 0, 9 * sizeof(double));
    for (int i = 0; i < 81; i++) {
        int a = i / 27, k = i / 9 % 3, l = i / 3 % 3, b = i % 3;
        out[a][b] += inverse[a][k] * mixed[k][l] * inverse[l][b];
    }
}

static void compare_with_model(const agon_outcome *outcomes, size_t count, size_t per_group) {
    static agon_ratings ratings;
    const double elo = 400 / log(10);
    model m = {.pair = 2.0 / outcomes[0].seats};
    double covariance[3][3];
    agon_ratings_fit(outcomes, count, 3, 0, &ratings);
    for (int a = 0; a < 3; a++) {
        m.strength[a] = ratings.bot[a].elo / elo;
    }
    model_meetings(&m, outcomes, count);
    for (int a = 1; a < 3; a++) { // at the highest likelihood it is flat
        double gradient = 0;
        for (int b = 0; b < 3; b++) {
            gradient += m.score[a][b] - m.weight[a][b] * expect(&m, a, b);
        }
        assert_true(fabs(gradient) < 1e-9);
    }
    for (size_t i = 0; i < count; i += per_group) {
        model_group(&m, outcomes + i, per_group);
    }
    model_draws(&m);
    model_covariance(&m, covariance);
    for (int i = 0; i < 9; i++) {
        double wanted = covariance[i / 3][i % 3] * elo * elo;
        assert_true(fabs(ratings.covariance[i / 3][i % 3] - wanted) < 1e-6);
    }
}

static void test_covariance_of_duels(void **state) {
    (void)state;
    agon_outcome outcomes[24];
    for (uint64_t i = 0; i < 24; i++) {
        int a = (int)(i / 2 % 3);
        int lead = (int)(i * i % 5 % 3) - 1;
        outcomes[i] = (agon_outcome){.number = i, .group = i / 2, .seats = 2};
        outcomes[i].bots[0] = (uint8_t)a;
        outcomes[i].bots[1] = (uint8_t)((a + 1) % 3);
        outcomes[i].places[0] = lead > 0 ? 2 : 1;
        outcomes[i].places[1] = lead < 0 ? 2 : 1;
    }
    compare_with_model(outcomes, 24, 2);
    compare_with_model(outcomes, 20, 2); // some have met more often than others
}

static void test_covariance_of_tables(void **state) {
    (void)state;
    static const uint8_t places[][3] = {{1, 2, 3}, {1, 3, 2}, {2, 2, 1}, {1, 1, 1}, {3, 1, 2}};
    agon_outcome outcomes[15];
    for (uint64_t i = 0; i < 15; i++) {
        outcomes[i] = (agon_outcome){.number = i, .group = i / 3, .seats = 3};
        for (int s = 0; s < 3; s++) {
            outcomes[i].bots[s] = (uint8_t)((i + (uint64_t)s) % 3);
            outcomes[i].places[s] = places[i % 5][s];
        }
    }
    compare_with_model(outcomes, 15, 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_covariance_of_duels),
        cmocka_unit_test(test_covariance_of_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
