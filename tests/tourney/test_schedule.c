// Schedules: every table meets, seats are rotated, seeds are paired, orders are mixed.
#include "tests/support/support.h"

#include "agon/tourney.h"

#include <string.h>

// Calls `check` for every schedule of both formats, 2 … 9 bots, 2 … 8 seats.
static void for_all(void (*check)(const agon_schedule *schedule), uint32_t rounds) {
    for (int format = 0; format < 2; format++) {
        for (int bots = 2; bots <= 9; bots++) {
            for (int seats = 2; seats <= AGON_MAX_PLAYERS; seats++) {
                agon_schedule schedule = {(agon_schedule_format)format, bots, seats, rounds,
                                          agon_seed_number(7)};
                check(&schedule);
            }
        }
    }
}

static unsigned set_of(const agon_pairing *pairing, int seats) {
    unsigned set = 0;
    for (int s = 0; s < seats; s++) {
        set |= 1u << pairing->bots[s];
    }
    return set;
}

static int bits(unsigned set) {
    int count = 0;
    for (; set; set &= set - 1) {
        count++;
    }
    return count;
}

// Which sets of bots must meet: as many as fit, all of them or those with the first bot.
static bool must_meet(const agon_schedule *schedule, unsigned set) {
    int size = schedule->seats < schedule->bots ? schedule->seats : schedule->bots;
    return bits(set) == size && (schedule->format == AGON_SCHEDULE_ROUND_ROBIN || (set & 1u));
}

static void check_tables(const agon_schedule *schedule) {
    uint32_t met[1 << 9] = {0};
    uint64_t count = agon_schedule_count(schedule);
    assert_true(count > 0);
    for (uint64_t i = 0; i < count; i++) {
        agon_pairing pairing = agon_schedule_at(schedule, i);
        assert_int_equal(pairing.number, i);
        met[set_of(&pairing, schedule->seats)]++;
    }
    uint32_t expected = schedule->rounds * (uint32_t)agon_schedule_rotations(schedule);
    uint64_t tables = 0;
    for (unsigned set = 0; set < 1u << schedule->bots; set++) {
        assert_int_equal(met[set], must_meet(schedule, set) ? expected : 0);
        tables += met[set] > 0;
    }
    assert_int_equal(tables, agon_schedule_tables(schedule));
    assert_int_equal(count, tables * expected);
}

static void test_every_table_meets_equally_often(void **state) {
    (void)state;
    for_all(check_tables, 3);
}

// In every round each table must have been at it, before any is again.
static void check_rounds(const agon_schedule *schedule) {
    uint64_t per_round = agon_schedule_count(schedule) / schedule->rounds;
    for (uint32_t round = 0; round < schedule->rounds; round++) {
        bool met[1 << 9] = {false};
        uint64_t tables = 0;
        for (uint64_t i = 0; i < per_round; i++) {
            agon_pairing pairing = agon_schedule_at(schedule, round * per_round + i);
            unsigned set = set_of(&pairing, schedule->seats);
            tables += !met[set];
            met[set] = true;
        }
        assert_int_equal(tables, agon_schedule_tables(schedule));
    }
}

static void test_rounds_come_one_after_the_other(void **state) {
    (void)state;
    for_all(check_rounds, 3);
}

// The matches of a group share table and seed; each bot is on every seat equally often; no two of
// them are the same match.
static void check_groups(const agon_schedule *schedule) {
    uint64_t rotations = (uint64_t)agon_schedule_rotations(schedule);
    uint64_t count = agon_schedule_count(schedule);
    for (uint64_t first = 0; first < count; first += rotations) {
        int on_seat[9][AGON_MAX_PLAYERS] = {{0}};
        agon_pairing start = agon_schedule_at(schedule, first);
        for (uint64_t i = 0; i < rotations; i++) {
            agon_pairing pairing = agon_schedule_at(schedule, first + i);
            assert_int_equal(pairing.group, first / rotations);
            assert_int_equal(pairing.seed.lo, start.seed.lo);
            assert_int_equal(pairing.seed.hi, start.seed.hi);
            assert_true(i == 0 || memcmp(pairing.bots, start.bots, sizeof start.bots) != 0);
            for (int s = 0; s < schedule->seats; s++) {
                on_seat[pairing.bots[s]][s]++;
            }
        }
        for (int bot = 0; bot < schedule->bots; bot++) {
            for (int s = 1; s < schedule->seats; s++) {
                assert_int_equal(on_seat[bot][s], on_seat[bot][0]);
            }
        }
    }
}

static void test_seats_rotate_within_a_group(void **state) {
    (void)state;
    for_all(check_groups, 2);
}

static void test_seeds_of_groups_differ(void **state) {
    (void)state;
    agon_schedule schedule = {AGON_SCHEDULE_ROUND_ROBIN, 6, 2, 20, agon_seed_number(1)};
    agon_schedule other = schedule;
    other.seed = agon_seed_number(2);
    uint64_t count = agon_schedule_count(&schedule);
    for (uint64_t i = 0; i < count; i += 2) {
        agon_seed a = agon_schedule_at(&schedule, i).seed;
        assert_true(a.is_wide);
        for (uint64_t j = i + 2; j < count; j += 2) {
            agon_seed b = agon_schedule_at(&schedule, j).seed;
            assert_false(a.lo == b.lo && a.hi == b.hi);
        }
        agon_seed c = agon_schedule_at(&other, i).seed;
        assert_false(a.lo == c.lo && a.hi == c.hi);
    }
}

// Over the rounds every bot sits right behind every other equally often, up to chance, and before
// and behind it equally often exactly.
static void test_neighbours_change(void **state) {
    (void)state;
    agon_schedule schedule = {AGON_SCHEDULE_ROUND_ROBIN, 5, 5, 200, agon_seed_number(3)};
    int behind[5][5] = {{0}};
    for (uint64_t i = 0; i < agon_schedule_count(&schedule); i++) {
        agon_pairing pairing = agon_schedule_at(&schedule, i);
        for (int s = 0; s < 5; s++) {
            behind[pairing.bots[s]][pairing.bots[(s + 1) % 5]]++;
        }
    }
    for (int a = 0; a < 5; a++) {
        for (int b = 0; b < 5; b++) {
            assert_int_equal(behind[a][b], behind[b][a]);
            assert_true(a == b || (behind[a][b] > 190 && behind[a][b] < 310)); // 250 expected
        }
    }
}

// Two bots on three seats: who sits twice must change.
static void test_those_who_sit_twice_change(void **state) {
    (void)state;
    for (int bots = 2; bots <= 7; bots++) {
        for (int seats = bots + 1; seats <= AGON_MAX_PLAYERS; seats++) {
            agon_schedule schedule = {AGON_SCHEDULE_ROUND_ROBIN, bots, seats, (uint32_t)bots,
                                      agon_seed_number(5)};
            int sat[9] = {0};
            for (uint64_t i = 0; i < agon_schedule_count(&schedule); i++) {
                agon_pairing pairing = agon_schedule_at(&schedule, i);
                for (int s = 0; s < seats; s++) {
                    sat[pairing.bots[s]]++;
                }
            }
            for (int bot = 1; bot < bots; bot++) {
                assert_int_equal(sat[bot], sat[0]);
            }
        }
    }
}

// More rounds only add matches at the end.
static void test_a_longer_tournament_begins_the_same(void **state) {
    (void)state;
    agon_schedule schedule = {AGON_SCHEDULE_GAUNTLET, 7, 3, 4, agon_seed_number(9)};
    agon_schedule longer = schedule;
    longer.rounds = 9;
    for (uint64_t i = 0; i < agon_schedule_count(&schedule); i++) {
        agon_pairing a = agon_schedule_at(&schedule, i);
        agon_pairing b = agon_schedule_at(&longer, i);
        assert_memory_equal(a.bots, b.bots, sizeof a.bots);
        assert_true(a.seed.lo == b.seed.lo && a.seed.hi == b.seed.hi && a.group == b.group);
    }
}

static void test_senseless_schedules_have_no_matches(void **state) {
    (void)state;
    const agon_schedule senseless[] = {
        {AGON_SCHEDULE_ROUND_ROBIN, 1, 2, 1, {0}},
        {AGON_SCHEDULE_ROUND_ROBIN, AGON_TOURNEY_BOTS + 1, 2, 1, {0}},
        {AGON_SCHEDULE_ROUND_ROBIN, 4, 1, 1, {0}},
        {AGON_SCHEDULE_GAUNTLET, 4, AGON_MAX_PLAYERS + 1, 1, {0}},
        {AGON_SCHEDULE_ROUND_ROBIN, 4, 2, 0, {0}},
        {AGON_SCHEDULE_ROUND_ROBIN, 64, 8, 1, {0}},         // 4.4e9 tables
        {AGON_SCHEDULE_ROUND_ROBIN, 64, 2, UINT32_MAX, {0}} // too many rounds
    };
    for (size_t i = 0; i < sizeof senseless / sizeof senseless[0]; i++) {
        assert_int_equal(agon_schedule_count(&senseless[i]), 0);
    }
    const agon_schedule largest = {AGON_SCHEDULE_ROUND_ROBIN, 2, 2, UINT32_C(1) << 31, {0}};
    assert_int_equal(agon_schedule_count(&largest), UINT64_C(1) << 32);
    agon_pairing last = agon_schedule_at(&largest, (UINT64_C(1) << 32) - 1);
    assert_int_equal(last.bots[0], 1);
}

// Once published, a tournament must stay the same: results of the past are resumed by number.
static void test_a_known_schedule_stays(void **state) {
    (void)state;
    agon_schedule schedule = {AGON_SCHEDULE_ROUND_ROBIN, 4, 3, 5, agon_seed_number(42)};
    uint64_t sum = 0;
    for (uint64_t i = 0; i < agon_schedule_count(&schedule); i++) {
        agon_pairing pairing = agon_schedule_at(&schedule, i);
        for (int s = 0; s < 3; s++) {
            sum = sum * 31 + (uint64_t)pairing.bots[s];
        }
        sum = sum * 31 + pairing.seed.lo + pairing.seed.hi;
    }
    assert_int_equal(sum, UINT64_C(0xd3ae40c94c978704));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_table_meets_equally_often),
        cmocka_unit_test(test_rounds_come_one_after_the_other),
        cmocka_unit_test(test_seats_rotate_within_a_group),
        cmocka_unit_test(test_seeds_of_groups_differ),
        cmocka_unit_test(test_neighbours_change),
        cmocka_unit_test(test_those_who_sit_twice_change),
        cmocka_unit_test(test_a_longer_tournament_begins_the_same),
        cmocka_unit_test(test_senseless_schedules_have_no_matches),
        cmocka_unit_test(test_a_known_schedule_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
