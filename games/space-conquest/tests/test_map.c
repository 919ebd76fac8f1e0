// Space Conquest: the map, SC-1 … SC-7, and that it is uniform where the rules say so.
#include "games/space-conquest/tests/test_table.h"

#include "games/space-conquest/tests/test_map.h"

#define MAPS 10000

static conquest_game game;
static uint64_t memory[16384];
static conquest_state *map = (conquest_state *)memory;

static void make_map(agon_seed seed) {
    agon_conquest_config config = agon_conquest_config_default();
    assert_int_equal(agon_configure(&agon_conquest_rules, &config, &game.head, NULL), AGON_OK);
    assert_true(game.head.state_max <= sizeof memory);
    agon_init(&game.head, &config, seed, &map->head);
}

static void test_guarantees(void **unused) {
    (void)unused;
    for (int64_t seed = -MAPS / 2; seed < MAPS / 2; seed++) {
        make_map(agon_seed_number(seed));
        const char *fault = map_fault(map);
        if (fault) {
            fail_msg("seed %lld: %s", (long long)seed, fault);
        }
    }
}

static void test_checker_finds_faults(void **unused) {
    (void)unused;
    make_map(agon_seed_number(1));
    assert_null(map_fault(map));
    map->ru[map->home[0]] = 3;
    assert_non_null(map_fault(map));
    make_map(agon_seed_number(1));
    map->x[map->home[1]] = 6;
    assert_non_null(map_fault(map));
    make_map(agon_seed_number(1));
    unsigned star = map->home[0] == 0 || map->home[1] == 0 ? 1 : 0;
    star = map->home[0] == star || map->home[1] == star ? 2 : star;
    map->ru[star] = map->ru[star] == 2 ? 3 : 2;
    assert_non_null(map_fault(map));
}

static void test_same_seed_same_map(void **unused) {
    (void)unused;
    make_map(agon_seed_number(42));
    uint64_t hash = agon_hash(&game.head, &map->head);
    make_map(agon_seed_number(43));
    assert_int_not_equal(agon_hash(&game.head, &map->head), hash);
    make_map(agon_seed_number(42));
    assert_int_equal(agon_hash(&game.head, &map->head), hash);
    make_map((agon_seed){.lo = 42, .hi = 1, .is_wide = true});
    assert_int_not_equal(agon_hash(&game.head, &map->head), hash);
}

// Chi-square of counts against equal shares: below the limit unless something is really wrong (the
// seeds are fixed, so this never fails by chance).
static void expect_uniform(const char *what, const unsigned *counts, unsigned cells, double limit) {
    double total = 0;
    for (unsigned i = 0; i < cells; i++) {
        total += counts[i];
    }
    double share = total / cells, sum = 0;
    for (unsigned i = 0; i < cells; i++) {
        sum += (counts[i] - share) * (counts[i] - share) / share;
    }
    if (sum > limit) {
        fail_msg("%s: chi-square %.1f over %u cells", what, sum, cells);
    }
}

// SC-3: ten cells for each home, equally likely.
static void test_sc3_homes_are_uniform(void **unused) {
    (void)unused;
    unsigned counts[2][16] = {{0}};
    for (int64_t seed = 0; seed < MAPS; seed++) {
        make_map(agon_seed_number(seed));
        for (int p = 0; p < 2; p++) {
            int x = p == 0 ? map->x[map->home[p]] : 11 - map->x[map->home[p]];
            int y = p == 0 ? map->y[map->home[p]] : 9 - map->y[map->home[p]];
            counts[p][y * 4 + x]++;
        }
    }
    for (int p = 0; p < 2; p++) {
        unsigned used[16] = {0};
        unsigned cells = 0;
        for (int i = 0; i < 16; i++) {
            if (counts[p][i] > 0) {
                used[cells++] = counts[p][i];
            }
        }
        assert_int_equal(cells, 10);
        expect_uniform("home", used, 10, 27.9); // 0.1 % at 9 degrees
    }
}

// SC-4: with the homes in the corners, every allowed cell of Q1 and Q2 equally likely.
static void test_sc4_cells_are_uniform(void **unused) {
    (void)unused;
    unsigned near[30] = {0}, far[30] = {0}, neutral[30] = {0};
    for (int64_t seed = 0; seed < MAPS * 6; seed++) {
        make_map(agon_seed_number(seed));
        unsigned home = map->home[0], other = map->home[1];
        if (map->x[home] != 0 || map->y[home] != 0 || map->x[other] != 11 || map->y[other] != 9) {
            continue;
        }
        for (unsigned i = 0; i < 16; i++) {
            if (i != home && map->y[i] <= 4 && map->x[i] <= 5) {
                unsigned cell = map->y[i] * 6u + map->x[i];
                (apart(map, i, home) <= 3 ? near : far)[cell]++;
            } else if (map->y[i] <= 4 && map->x[i] >= 6) {
                neutral[map->y[i] * 6u + map->x[i] - 6u]++;
            }
        }
    }
    unsigned used[3][30] = {{0}};
    unsigned cells[3] = {0};
    for (int i = 0; i < 30; i++) {
        const unsigned counts[3] = {near[i], far[i], neutral[i]};
        for (int k = 0; k < 3; k++) {
            if (counts[k] > 0) {
                used[k][cells[k]++] = counts[k];
            }
        }
    }
    assert_int_equal(cells[0], 15); // 16 but the home itself
    assert_int_equal(cells[1], 14);
    assert_int_equal(cells[2], 30);
    expect_uniform("near", used[0], 15, 36.1);
    expect_uniform("far", used[1], 14, 34.5);
    expect_uniform("Q2", used[2], 30, 58.3);
}

// SC-2, SC-5: each letter is as likely to be a home as any other, and the RU are shuffled.
static void test_sc5_letters_are_uniform(void **unused) {
    (void)unused;
    unsigned homes[16] = {0};
    unsigned ru[16] = {0}; // RU 3 of Q1 by letter
    for (int64_t seed = 0; seed < MAPS; seed++) {
        make_map(agon_seed_number(seed));
        homes[map->home[0]]++;
        for (unsigned i = 0; i < 16; i++) {
            ru[i] += map->ru[i] == 3 && map->x[i] <= 5 && map->y[i] <= 4;
        }
    }
    expect_uniform("letter of p1's home", homes, 16, 37.7);
    expect_uniform("letter of RU 3 in Q1", ru, 16, 37.7);
}

static void test_sc6_names(void **unused) {
    (void)unused;
    assert_string_equal(agon_conquest_star_name('A'), "Altair");
    assert_string_equal(agon_conquest_star_name('E'), "Epsilon Eridani");
    assert_string_equal(agon_conquest_star_name('K'), "Kappa Phoenicis");
    assert_string_equal(agon_conquest_star_name('P'), "Polaris");
    for (int letter = 'A'; letter <= 'P'; letter++) {
        assert_int_equal(agon_conquest_star_name((char)letter)[0], letter);
    }
}

static void test_sc1_distance(void **unused) {
    (void)unused;
    assert_int_equal(agon_conquest_distance(0, 0, 11, 9), 11);
    assert_int_equal(agon_conquest_distance(3, 9, 2, 0), 9);
    assert_int_equal(agon_conquest_distance(4, 4, 4, 4), 0);
}

static agon_status configure(int32_t max_turns) {
    agon_conquest_config config = {.max_turns = max_turns};
    return agon_configure(&agon_conquest_rules, &config, &game.head, NULL);
}

static void test_config(void **unused) {
    (void)unused;
    assert_int_equal(configure(1), AGON_OK);
    assert_int_equal(configure(10000), AGON_OK);
    assert_int_equal(configure(0), AGON_BAD_CONFIG);
    assert_int_equal(configure(10001), AGON_BAD_CONFIG);
    assert_int_equal(configure(INT32_MIN), AGON_BAD_CONFIG);
    static const char *const bad[] = {"{'max_turns':0}",
                                      "{'max_turns':'9'}",
                                      "{'max_turns':1.5}",
                                      "{'max_turns':4294967297}",
                                      "{'seed':'abc'}",
                                      "{'seed':1.5}",
                                      "7"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        json_t *config = support_json(bad[i]);
        assert_int_equal(agon_table_init(codec(), agon_value_of(config), &table, NULL),
                         AGON_BAD_CONFIG);
        json_decref(config);
    }
    assert_int_equal(agon_table_init(codec(), NULL, &table, NULL), AGON_OK);
    expect_key(table.state, "seed", "42"); // ALL-6
    expect_key(table.state, "max_turns", "500");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_guarantees),
        cmocka_unit_test(test_checker_finds_faults),
        cmocka_unit_test(test_same_seed_same_map),
        cmocka_unit_test(test_sc3_homes_are_uniform),
        cmocka_unit_test(test_sc4_cells_are_uniform),
        cmocka_unit_test(test_sc5_letters_are_uniform),
        cmocka_unit_test(test_sc6_names),
        cmocka_unit_test(test_sc1_distance),
        TEST(test_config),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
