// The sequential test: its errors, measured by simulation, and its edges.
#include "tests/support/support.h"

#include "agon/tourney.h"

#include <math.h>

#ifndef SCALE
#define SCALE 1 // more simulations in the full tier
#endif
#define NOMINAL 0.05
#define MOST_PAIRS 100000

static double expected_score(double elo) {
    return 1 / (1 + pow(10, -elo / 400));
}

static double chance(agon_rng *rng) {
    return (double)(agon_rng_next(rng) >> 11) * 0x1p-53;
}

// How matches come out: with mean `score`, this share of draws, and this share of pairs in which
// luck alone decides, so that each bot wins once.
typedef struct world {
    double score, draws, luck;
} world;

static int half_points(const world *w, agon_rng *rng) {
    double u = chance(rng);
    double wins = w->score - w->draws / 2;
    return u < wins ? 2 : u < wins + w->draws ? 1 : 0;
}

static agon_sprt_decision decide(const world *w, double elo0, double elo1, agon_rng *rng) {
    agon_sprt sprt = {.elo0 = elo0, .elo1 = elo1, .alpha = NOMINAL, .beta = NOMINAL};
    agon_sprt_decision verdict = AGON_SPRT_UNDECIDED;
    for (int i = 0; i < MOST_PAIRS && verdict == AGON_SPRT_UNDECIDED; i++) {
        bool is_luck = chance(rng) < w->luck;
        agon_sprt_add(&sprt, is_luck ? 2 : half_points(w, rng) + half_points(w, rng));
        verdict = agon_sprt_decide(&sprt);
    }
    return verdict;
}

// How often the test says `wrong` where bots differ by exactly `elo`.
static double error_rate(world w, double elo, double elo0, double elo1, agon_sprt_decision wrong,
                         int runs) {
    agon_rng rng = agon_rng_make(agon_seed_number((int64_t)elo + 5000));
    int errors = 0;
    // Luck gives ½; the other pairs must make up for it.
    w.score = (expected_score(elo) - w.luck / 2) / (1 - w.luck);
    double most_draws = 1.9 * fmin(w.score, 1 - w.score);
    w.draws = fmin(w.draws, most_draws);
    for (int i = 0; i < runs; i++) {
        agon_sprt_decision verdict = decide(&w, elo0, elo1, &rng);
        assert_int_not_equal(verdict, AGON_SPRT_UNDECIDED);
        errors += verdict == wrong;
    }
    return (double)errors / runs;
}

// Both errors must be at most what was asked for, up to three deviations of the simulation.
static void check_errors(world w, double elo0, double elo1, int runs) {
    double limit = NOMINAL + 3 * sqrt(NOMINAL * (1 - NOMINAL) / runs);
    double alpha = error_rate(w, elo0, elo0, elo1, AGON_SPRT_ACCEPT_ELO1, runs);
    double beta = error_rate(w, elo1, elo0, elo1, AGON_SPRT_ACCEPT_ELO0, runs);
    if (alpha > limit || beta > limit) {
        fail_msg("sprt %g %g, draws %g, luck %g: alpha %.3f, beta %.3f, limit %.3f", elo0, elo1,
                 w.draws, w.luck, alpha, beta, limit);
    }
}

static void test_both_errors_hold(void **state) {
    (void)state;
    const double shares[] = {0, 0.5, 0.9};
    for (size_t i = 0; i < 3; i++) {
        check_errors((world){.draws = shares[i]}, 0, 60, 120 * SCALE);
        check_errors((world){.draws = shares[i], .luck = 0.6}, 0, 60, 120 * SCALE);
        check_errors((world){.draws = shares[i]}, -50, 50, 120 * SCALE);
        check_errors((world){.draws = shares[i]}, 0, 300, 120 * SCALE);
    }
}

// Where bots are far apart scores crowd at the end of their scale, and only an exact ratio holds.
static void test_both_errors_hold_for_unequal_bots(void **state) {
    (void)state;
    check_errors((world){0}, 300, 400, 120 * SCALE);
    check_errors((world){0}, 500, 700, 80 * SCALE);
    check_errors((world){0}, -700, -500, 80 * SCALE);
}

// A test that always says the same would hold one of its errors: the answer must depend.
static void test_it_tells_strong_from_weak(void **state) {
    (void)state;
    assert_true(error_rate((world){0}, 200, 0, 60, AGON_SPRT_ACCEPT_ELO0, 200) < 0.01);
    assert_true(error_rate((world){0}, -100, 0, 60, AGON_SPRT_ACCEPT_ELO1, 200) < 0.01);
    assert_true(error_rate((world){0}, 30, 0, 60, AGON_SPRT_ACCEPT_ELO1, 200) > 0.35);
    assert_true(error_rate((world){0}, 30, 0, 60, AGON_SPRT_ACCEPT_ELO1, 200) < 0.65);
}

static void test_nothing_played_says_nothing(void **state) {
    (void)state;
    agon_sprt sprt = {.elo0 = 0, .elo1 = 10, .alpha = 0.05, .beta = 0.05};
    assert_true(fabs(agon_sprt_llr(&sprt)) < 0.01);
    assert_int_equal(agon_sprt_decide(&sprt), AGON_SPRT_UNDECIDED);
}

static void test_the_ratio_mirrors(void **state) {
    (void)state;
    agon_sprt a = {.elo0 = -20, .elo1 = 30, .alpha = 0.05, .beta = 0.05, .pairs = {3, 5, 20, 9, 4}};
    agon_sprt b = {.elo0 = -30, .elo1 = 20, .alpha = 0.05, .beta = 0.05, .pairs = {4, 9, 20, 5, 3}};
    assert_true(agon_sprt_llr(&a) > 0);
    assert_true(fabs(agon_sprt_llr(&a) + agon_sprt_llr(&b)) < 1e-9);
}

// All pairs alike: no variance at all, and yet finite.
static void test_one_sided_series_end_soon(void **state) {
    (void)state;
    for (int outcome = 0; outcome < AGON_SPRT_OUTCOMES; outcome++) {
        agon_sprt sprt = {.elo0 = 0, .elo1 = 100, .alpha = 0.05, .beta = 0.05};
        int pairs = 0;
        while (agon_sprt_decide(&sprt) == AGON_SPRT_UNDECIDED) {
            agon_sprt_add(&sprt, outcome);
            assert_true(isfinite(agon_sprt_llr(&sprt)));
            assert_true(++pairs < 100);
        }
        assert_true(pairs > 1);
        assert_int_equal(agon_sprt_decide(&sprt),
                         outcome < 3 ? AGON_SPRT_ACCEPT_ELO0 : AGON_SPRT_ACCEPT_ELO1);
    }
}

static void test_bounds_are_walds(void **state) {
    (void)state;
    agon_sprt sprt = {.elo0 = 0, .elo1 = 10, .alpha = 0.05, .beta = 0.1};
    double lower, upper;
    agon_sprt_bounds(&sprt, &lower, &upper);
    assert_true(fabs(lower - log(0.1 / 0.95)) < 1e-12);
    assert_true(fabs(upper - log(0.9 / 0.05)) < 1e-12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_both_errors_hold),
        cmocka_unit_test(test_both_errors_hold_for_unequal_bots),
        cmocka_unit_test(test_it_tells_strong_from_weak),
        cmocka_unit_test(test_nothing_played_says_nothing),
        cmocka_unit_test(test_the_ratio_mirrors),
        cmocka_unit_test(test_one_sided_series_end_soon),
        cmocka_unit_test(test_bounds_are_walds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
