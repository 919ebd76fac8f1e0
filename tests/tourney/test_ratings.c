// Ratings: known strengths are recovered, and the intervals cover them as often as they say.
#include "tests/support/support.h"

#include "agon/tourney.h"

#include <math.h>

#ifndef SCALE
#define SCALE 1 // more simulations in the full tier
#endif
#define MOST 2400 // matches of a simulated tournament

// A world in which the true strengths are known.
typedef struct world {
    agon_schedule schedule;
    double elo[8];
    double draws;  // share, in duels
    double repeat; // share of duels that come out as the first of their group did
} world;

static double chance(agon_rng *rng) {
    return ((double)(agon_rng_next(rng) >> 11) + 0.5) * 0x1p-53;
}

static void place_duel(const world *w, agon_outcome *outcome, agon_rng *rng) {
    double lead = w->elo[outcome->bots[0]] - w->elo[outcome->bots[1]];
    double score = 1 / (1 + pow(10, -lead / 400));
    double draws = fmin(w->draws, 1.9 * fmin(score, 1 - score));
    double u = chance(rng);
    outcome->places[0] = u < score + draws / 2 ? 1 : 2;
    outcome->places[1] = u < score - draws / 2 ? 2 : 1;
}

// A race in which a bot's time is exponential with its strength as rate: the first, the second, …
// are then distributed as Plackett and Luce have it, and any two as Bradley and Terry.
static void place_table(const world *w, agon_outcome *outcome, agon_rng *rng) {
    double time[AGON_MAX_PLAYERS];
    for (int s = 0; s < outcome->seats; s++) {
        time[s] = -log(chance(rng)) / pow(10, w->elo[outcome->bots[s]] / 400);
    }
    for (int s = 0; s < outcome->seats; s++) {
        outcome->places[s] = 1;
        for (int t = 0; t < outcome->seats; t++) {
            outcome->places[s] = (uint8_t)(outcome->places[s] + (time[t] < time[s]));
        }
    }
}

// The first match of the group with seats swapped.
static void place_again(const agon_outcome *first, agon_outcome *outcome) {
    outcome->places[0] = first->places[1];
    outcome->places[1] = first->places[0];
}

static size_t simulate(const world *w, agon_rng *rng, agon_outcome *outcomes) {
    size_t count = (size_t)agon_schedule_count(&w->schedule);
    assert_in_range(count, 1, MOST);
    for (size_t i = 0; i < count; i++) {
        agon_pairing pairing = agon_schedule_at(&w->schedule, i);
        agon_outcome *outcome = &outcomes[i];
        *outcome = (agon_outcome){.number = i, .group = pairing.group};
        outcome->seats = (uint8_t)w->schedule.seats;
        for (int s = 0; s < outcome->seats; s++) {
            outcome->bots[s] = (uint8_t)pairing.bots[s];
        }
        if (outcome->seats > 2) {
            place_table(w, outcome, rng);
        } else if (i % 2 == 1 && chance(rng) < w->repeat) {
            place_again(outcome - 1, outcome);
        } else {
            place_duel(w, outcome, rng);
        }
    }
    return count;
}

// The share of intervals that contain the truth, over many tournaments, and the mean errors.
static double coverage(const world *w, int runs, double *bias) {
    static agon_outcome outcomes[MOST];
    static agon_ratings ratings;
    agon_rng rng = agon_rng_make(agon_seed_number(11));
    int covered = 0;
    int bots = w->schedule.bots;
    for (int bot = 0; bot < bots; bot++) {
        bias[bot] = 0;
    }
    for (int run = 0; run < runs; run++) {
        agon_ratings_fit(outcomes, simulate(w, &rng, outcomes), bots, 0, &ratings);
        for (int bot = 1; bot < bots; bot++) {
            double error = ratings.bot[bot].elo - (w->elo[bot] - w->elo[0]);
            covered += fabs(error) <= ratings.bot[bot].interval;
            bias[bot] += error / runs;
        }
    }
    return (double)covered / (runs * (bots - 1));
}

static void check_coverage(const world *w, double most_bias) {
    double bias[8] = {0};
    const int runs = 250 * SCALE;
    double share = coverage(w, runs, bias);
    double tolerance = 0.012 + 3 * sqrt(0.05 * 0.95 / runs);
    if (fabs(share - 0.95) > tolerance) {
        fail_msg("%d bots, %d seats, %u rounds, draws %g, repeat %g: %.3f covered",
                 w->schedule.bots, w->schedule.seats, w->schedule.rounds, w->draws, w->repeat,
                 share);
    }
    for (int bot = 1; bot < w->schedule.bots; bot++) {
        if (fabs(bias[bot]) > most_bias) {
            fail_msg("bot %d of elo %g is off by %.1f", bot, w->elo[bot], bias[bot]);
        }
    }
}

static agon_schedule schedule(agon_schedule_format format, int bots, int seats, uint32_t rounds) {
    return (agon_schedule){format, bots, seats, rounds, agon_seed_number(1)};
}

static void test_strengths_of_duellists(void **state) {
    (void)state;
    world w = {.schedule = schedule(AGON_SCHEDULE_ROUND_ROBIN, 4, 2, 50),
               .elo = {0, 100, -150, 250}};
    check_coverage(&w, 10);
}

static void test_two_bots_are_enough(void **state) {
    (void)state;
    world w = {.schedule = schedule(AGON_SCHEDULE_ROUND_ROBIN, 2, 2, 100), .elo = {0, 80}};
    check_coverage(&w, 5);
}

static void test_strengths_in_a_gauntlet(void **state) {
    (void)state;
    world w = {.schedule = schedule(AGON_SCHEDULE_GAUNTLET, 5, 2, 60),
               .elo = {0, 100, -150, 250, 30}};
    check_coverage(&w, 10);
}

// A draw is half a win, and varies less: a model that takes it for a coin covers far too often.
static void test_draws_narrow_the_interval(void **state) {
    (void)state;
    world w = {.schedule = schedule(AGON_SCHEDULE_ROUND_ROBIN, 3, 2, 80),
               .elo = {0, 60, -40},
               .draws = 0.7};
    check_coverage(&w, 5);
}

// Matches that share a seed may come out alike: a model that takes them for independent covers far
// too seldom.
static void test_groups_that_repeat_widen_the_interval(void **state) {
    (void)state;
    world w = {.schedule = schedule(AGON_SCHEDULE_ROUND_ROBIN, 3, 2, 80),
               .elo = {0, 60, -40},
               .repeat = 0.8};
    check_coverage(&w, 10);
}

static void test_placings_of_three(void **state) {
    (void)state;
    world w = {.schedule = schedule(AGON_SCHEDULE_ROUND_ROBIN, 4, 3, 40),
               .elo = {0, 100, -150, 200}};
    check_coverage(&w, 10);
}

static void test_placings_of_eight(void **state) {
    (void)state;
    world w = {.schedule = schedule(AGON_SCHEDULE_ROUND_ROBIN, 8, 8, 30),
               .elo = {0, 100, -150, 200, 50, -50, 120, -200}};
    check_coverage(&w, 10);
}

// ---------------------------------------------------------------------------------------------
// Single fits

static agon_outcome duel(uint64_t group, int a, int b, int place_a, int place_b) {
    agon_outcome outcome = {.number = group, .group = group, .seats = 2};
    outcome.bots[0] = (uint8_t)a;
    outcome.bots[1] = (uint8_t)b;
    outcome.places[0] = (uint8_t)place_a;
    outcome.places[1] = (uint8_t)place_b;
    return outcome;
}

static void test_a_score_of_three_quarters(void **state) {
    (void)state;
    static agon_ratings ratings;
    agon_outcome outcomes[4000];
    for (uint64_t i = 0; i < 4000; i++) {
        outcomes[i] = duel(i, 0, 1, i % 4 ? 1 : 2, i % 4 ? 2 : 1);
    }
    agon_ratings_fit(outcomes, 4000, 2, 1, &ratings);
    assert_true(fabs(ratings.bot[0].elo - 400 * log10(3)) < 0.1);
    // 1.96 standard deviations of a coin, in Elo.
    double expected = 1.96 * sqrt(1 / (4000 * 0.75 * 0.25)) * 400 / log(10);
    assert_true(fabs(ratings.bot[0].interval - expected) < 0.1);
    assert_true(ratings.bot[1].elo == 0 && ratings.bot[1].interval == 0);
}

// Few groups, by hand. Four duels, two won and two lost, and the virtual draw weigh 5, so that the
// curvature is 5/4. A residual is ±1/2: their squares add up to 1, which 4/3 makes up for the fit. The
// model's own spread counts for eight groups of twelve.
static void test_four_duels_by_hand(void **state) {
    (void)state;
    static agon_ratings ratings;
    agon_outcome outcomes[4];
    for (uint64_t i = 0; i < 4; i++) {
        outcomes[i] = duel(i, 0, 1, i % 2 ? 1 : 2, i % 2 ? 2 : 1);
    }
    agon_ratings_fit(outcomes, 4, 2, 0, &ratings);
    double curvature = 5.0 / 4;
    double spread = 4.0 / 12 * 4 / 3 * 1 + 8.0 / 12 * curvature;
    double elo = 400 / log(10);
    assert_true(fabs(ratings.bot[1].elo) < 1e-6);
    assert_true(fabs(ratings.covariance[1][1] - spread / (curvature * curvature) * elo * elo) <
                1e-6);
    double interval = 1.959963984540054 * sqrt(ratings.covariance[1][1]);
    assert_true(fabs(ratings.bot[1].interval - interval) < 1e-6);
}

// One group tells nothing about a spread: the model's alone counts.
static void test_one_group_by_hand(void **state) {
    (void)state;
    static agon_ratings ratings;
    const agon_outcome outcomes[] = {duel(0, 0, 1, 1, 2), duel(0, 0, 1, 2, 1)};
    agon_ratings_fit(outcomes, 2, 2, 0, &ratings);
    double elo = 400 / log(10);
    assert_true(fabs(ratings.covariance[1][1] - elo * elo / (3.0 / 4)) < 1e-6);
}

static void test_a_bot_that_won_everything(void **state) {
    (void)state;
    static agon_ratings ratings;
    agon_outcome outcomes[200];
    double before = 0;
    for (size_t count = 10; count <= 200; count += 190) {
        for (uint64_t i = 0; i < count; i++) {
            outcomes[i] = duel(i / 2, 0, 1, 1, 2);
        }
        agon_ratings_fit(outcomes, count, 2, 1, &ratings);
        assert_true(ratings.bot[0].elo > before + 200 && ratings.bot[0].elo < 2000);
        assert_true(ratings.bot[0].interval > 200 && ratings.bot[0].interval < 1000);
        assert_true(agon_ratings_superiority(&ratings, 0, 1) > 0.97);
        before = ratings.bot[0].elo;
    }
}

static void test_nothing_but_draws(void **state) {
    (void)state;
    static agon_ratings ratings;
    agon_outcome outcomes[100];
    for (uint64_t i = 0; i < 100; i++) {
        outcomes[i] = duel(i / 2, 0, 1, 1, 1);
    }
    agon_ratings_fit(outcomes, 100, 2, 0, &ratings);
    assert_true(fabs(ratings.bot[1].elo) < 1e-6);
    assert_true(ratings.bot[1].interval > 0 && ratings.bot[1].interval < 40);
    assert_true(fabs(agon_ratings_superiority(&ratings, 0, 1) - 0.5) < 1e-6);
}

static void test_bots_that_never_met_are_unknown(void **state) {
    (void)state;
    static agon_ratings ratings;
    const agon_outcome outcomes[] = {duel(0, 0, 1, 1, 2), duel(1, 0, 1, 2, 1), duel(2, 2, 3, 1, 2),
                                     duel(3, 2, 3, 1, 2)};
    agon_ratings_fit(outcomes, 4, 5, 0, &ratings);
    assert_true(isfinite(ratings.bot[1].interval));
    for (int bot = 2; bot < 5; bot++) {
        assert_true(isinf(ratings.bot[bot].interval) && ratings.bot[bot].elo == 0);
        assert_true(agon_ratings_superiority(&ratings, bot, 0) == 0.5);
    }
}

// A chain of matches is enough.
static void test_a_chain_connects(void **state) {
    (void)state;
    static agon_ratings ratings;
    agon_outcome outcomes[300];
    for (uint64_t i = 0; i < 300; i++) {
        int low = (int)(i / 100);
        outcomes[i] = duel(i, low, low + 1, i % 3 ? 2 : 1, i % 3 ? 1 : 2);
    }
    agon_ratings_fit(outcomes, 300, 4, 0, &ratings);
    for (int bot = 1; bot < 4; bot++) {
        assert_true(fabs(ratings.bot[bot].elo - bot * 400 * log10(2)) < 15);
        assert_true(ratings.bot[bot].interval > ratings.bot[bot - 1].interval);
    }
    // The end of the chain is surer of its neighbour than of its beginning.
    assert_true(agon_ratings_superiority(&ratings, 3, 0) > 0.99);
}

static void test_no_matches_no_ratings(void **state) {
    (void)state;
    static agon_ratings ratings;
    agon_ratings_fit(NULL, 0, 3, 1, &ratings);
    assert_true(ratings.bot[1].interval == 0);
    assert_true(isinf(ratings.bot[0].interval) && isinf(ratings.bot[2].interval));
}

// Holes are matches not played yet: they change nothing.
static void test_holes_are_skipped(void **state) {
    (void)state;
    static agon_ratings with, without;
    agon_outcome outcomes[40] = {{0}};
    agon_outcome dense[20];
    for (uint64_t i = 0; i < 20; i++) {
        dense[i] = outcomes[2 * i + 1] = duel(i / 2, 0, 1, i % 3 ? 1 : 2, i % 3 ? 2 : 1);
    }
    agon_ratings_fit(outcomes, 40, 2, 0, &with);
    agon_ratings_fit(dense, 20, 2, 0, &without);
    assert_memory_equal(&with, &without, sizeof with);
}

// The likelihood of superiority is that of a normal distribution: 1.96 deviations are 97.5 %.
static void test_superiority(void **state) {
    (void)state;
    static agon_ratings ratings = {.bots = 2};
    ratings.bot[0].elo = 19.6;
    ratings.covariance[0][0] = 100;
    assert_true(fabs(agon_ratings_superiority(&ratings, 0, 1) - 0.975) < 1e-4);
    assert_true(fabs(agon_ratings_superiority(&ratings, 1, 0) - 0.025) < 1e-4);
    assert_true(agon_ratings_superiority(&ratings, 0, 0) == 0.5);
}

static void test_cross_table(void **state) {
    (void)state;
    agon_cross_table cross = {.bots = 3};
    agon_outcome table = {.seats = 4, .bots = {0, 1, 2, 0}, .places = {1, 2, 2, 4}};
    agon_cross_table_add(&cross, &table);
    assert_int_equal(cross.wins[0][1], 1); // the first of the two seats of bot 0
    assert_int_equal(cross.wins[1][0], 1); // the second
    assert_int_equal(cross.draws[1][2], 1);
    assert_int_equal(cross.draws[2][1], 1);
    assert_int_equal(cross.wins[0][0] + cross.draws[0][0], 0);
    assert_int_equal(agon_cross_table_met(&cross, 0, 2), 2);
    assert_true(agon_cross_table_score(&cross, 1, 2) == 0.5);
    assert_true(agon_cross_table_score(&cross, 0, 0) == 0);
}

// With 64 bots and two matches each the virtual draws must not drown the results.
static void test_many_bots_few_matches(void **state) {
    (void)state;
    static agon_ratings ratings;
    static agon_outcome outcomes[64 * 63];
    agon_schedule all = schedule(AGON_SCHEDULE_ROUND_ROBIN, 64, 2, 1);
    size_t count = (size_t)agon_schedule_count(&all);
    for (size_t i = 0; i < count; i++) {
        agon_pairing p = agon_schedule_at(&all, i);
        bool first_wins = p.bots[0] < p.bots[1] ? i % 4 != 3 : i % 4 == 3;
        outcomes[i] = duel(p.group, p.bots[0], p.bots[1], first_wins ? 1 : 2, first_wins ? 2 : 1);
    }
    agon_ratings_fit(outcomes, count, 64, 63, &ratings);
    assert_true(ratings.bot[0].elo > 200);
    for (int bot = 0; bot + 8 < 64; bot++) {
        assert_true(ratings.bot[bot].elo > ratings.bot[bot + 8].elo);
        assert_true(ratings.bot[bot].interval > 30 && ratings.bot[bot].interval < 200);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_strengths_of_duellists),
        cmocka_unit_test(test_two_bots_are_enough),
        cmocka_unit_test(test_strengths_in_a_gauntlet),
        cmocka_unit_test(test_draws_narrow_the_interval),
        cmocka_unit_test(test_groups_that_repeat_widen_the_interval),
        cmocka_unit_test(test_placings_of_three),
        cmocka_unit_test(test_placings_of_eight),
        cmocka_unit_test(test_a_score_of_three_quarters),
        cmocka_unit_test(test_four_duels_by_hand),
        cmocka_unit_test(test_one_group_by_hand),
        cmocka_unit_test(test_a_bot_that_won_everything),
        cmocka_unit_test(test_nothing_but_draws),
        cmocka_unit_test(test_bots_that_never_met_are_unknown),
        cmocka_unit_test(test_a_chain_connects),
        cmocka_unit_test(test_no_matches_no_ratings),
        cmocka_unit_test(test_holes_are_skipped),
        cmocka_unit_test(test_superiority),
        cmocka_unit_test(test_cross_table),
        cmocka_unit_test(test_many_bots_few_matches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
