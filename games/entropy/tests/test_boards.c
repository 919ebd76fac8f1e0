// Generated boards (EN-2 to EN-5): what must always hold, and what must hold on the average.
#include "games/entropy/tests/test_table.h"

#define SEEDS 3000

static uint64_t make(entropy_state *s, int players, int64_t seed, int max_tries, int *tries) {
    agon_rng rng = agon_rng_make(agon_seed_number(seed));
    memset(s, 0, sizeof *s);
    *tries = agon_entropy_board_make(s, players, max_tries, &rng);
    return rng.pos;
}

// Reaches all territories from the first one, one step at a time.
static bool territories_connected(const entropy_state *s) {
    uint64_t reached = s->territories & (~s->territories + 1);
    for (int round = 0; round < s->node_count; round++) {
        for (int node = 0; node < s->node_count; node++) {
            if (reached >> node & 1u) {
                reached |= s->adjacent[node] & s->territories;
            }
        }
    }
    return reached == s->territories;
}

static void assert_simple_and_4_regular(const entropy_state *s) {
    for (int node = 0; node < s->node_count; node++) {
        int degree = 0;
        assert_false(s->adjacent[node] >> node & 1u);
        for (int other = 0; other < NODES; other++) {
            bool is_linked = s->adjacent[node] >> other & 1u;
            degree += is_linked;
            assert_int_equal(is_linked, other < s->node_count && (s->adjacent[other] >> node & 1u));
        }
        assert_int_equal(degree, 4);
    }
}

static void assert_equal_split(const entropy_state *s, int players) {
    uint64_t all = 0;
    for (int player = 0; player < players; player++) {
        assert_true((all & s->owned[player]) == 0);
        assert_int_equal(count_nodes(s->owned[player]), 12 - players);
        all |= s->owned[player];
    }
    assert_true(all == s->territories);
    assert_int_equal(s->node_count - count_nodes(all), AGON_ENTROPY_EMPTY_NODES);
    for (int node = 0; node < s->node_count; node++) {
        bool is_empty = !(all >> node & 1u);
        assert_in_range(s->dice[node], is_empty ? 0 : 2, is_empty ? 0 : 8);
        assert_int_equal(s->strong >> node & 1u, !is_empty);
        assert_int_equal(s->hungry >> node & 1u, !is_empty && s->dice[node] < 8);
    }
}

static void assert_good_board(const entropy_state *s, int players) {
    assert_simple_and_4_regular(s);
    assert_equal_split(s, players);
    assert_true(territories_connected(s));
}

static void test_en3_en4_every_board_is_good(void **unused) {
    (void)unused;
    for (int players = 2; players <= 8; players++) {
        for (int64_t seed = 0; seed < SEEDS / 10; seed++) {
            entropy_state s;
            int tries;
            make(&s, players, seed, 64, &tries);
            assert_in_range(tries, 1, 20);
            assert_good_board(&s, players);
        }
    }
}

static void test_en3_fall_back_obeys_the_rule(void **unused) {
    (void)unused;
    for (int players = 2; players <= 8; players++) {
        for (int64_t seed = 0; seed < 50; seed++) {
            entropy_state s;
            int tries;
            make(&s, players, seed, 0, &tries);
            assert_int_equal(tries, 0);
            assert_good_board(&s, players);
        }
    }
}

// A loaded board that is sorted and has its links both ways takes no more room than a generated one.
static void test_en4_boards_load_as_they_were_made(void **unused) {
    (void)unused;
    assert_int_equal(start("{'players':['a','b','c','d','e','f'],'seed':3}"), AGON_OK);
    agon_text text = {0};
    agon_json json = {.text = &text};
    uint64_t hash = agon_hash(table.game, table.state);
    uint32_t used = table.state->used;
    agon_state_write(&agon_entropy_codec, table.game, table.state, &json);
    sit_down(text.data);
    assert_true(agon_hash(table.game, table.state) == hash);
    assert_int_equal(table.state->used, used);
    assert_true(used < 700);
    agon_text_free(&text);
}

// ---------------------------------------------------------------------------------------------
// Averages. Each count is a sum of many nearly independent trials, so it must lie within five
// standard deviations; the seeds are fixed, so a test that passes once always does.

static void assert_near(double count, double trials, double chance) {
    double expected = trials * chance;
    double variance = trials * chance * (1 - chance);
    double off = count - expected;
    if (off * off > 25 * variance) {
        fail_msg("%.0f of %.0f, expected %.0f", count, trials, expected);
    }
}

static void test_en4_owners_and_dice_are_uniform(void **unused) {
    (void)unused;
    enum { PLAYERS = 3, SHARE = 9, COUNT = 32 };
    static int owned[COUNT][PLAYERS + 1], dice[9], together;
    for (int64_t seed = 0; seed < SEEDS; seed++) {
        entropy_state s;
        int tries;
        make(&s, PLAYERS, seed, 64, &tries);
        for (int node = 0; node < COUNT; node++) {
            int owner = agon_entropy_owner(&s, node);
            owned[node][owner < 0 ? PLAYERS : owner]++;
            dice[s.dice[node]]++;
        }
        together += agon_entropy_owner(&s, 4) == 1 && agon_entropy_owner(&s, 5) == 1;
    }
    for (int node = 0; node < COUNT; node++) {
        for (int owner = 0; owner < PLAYERS; owner++) {
            assert_near(owned[node][owner], SEEDS, (double)SHARE / COUNT);
        }
        assert_near(owned[node][PLAYERS], SEEDS, 5.0 / COUNT);
    }
    for (int number = 2; number <= 8; number++) {
        assert_near(dice[number], SEEDS * SHARE * PLAYERS, 1 / 7.0);
    }
    assert_near(together, SEEDS, SHARE * (SHARE - 1.0) / (COUNT * (COUNT - 1.0)));
}

static void test_en3_links_are_uniform(void **unused) {
    (void)unused;
    enum { PLAYERS = 2, COUNT = 25 };
    static int linked[COUNT][COUNT];
    int triangles = 0, rings = 0; // each triangle counts three times, each ring of four twice
    for (int64_t seed = 0; seed < SEEDS; seed++) {
        entropy_state s;
        int tries;
        make(&s, PLAYERS, seed, 64, &tries);
        for (int a = 0; a < COUNT; a++) {
            for (int b = a + 1; b < COUNT; b++) {
                bool is_linked = s.adjacent[a] >> b & 1u;
                linked[a][b] += is_linked;
                int shared = count_nodes(s.adjacent[a] & s.adjacent[b]);
                triangles += is_linked ? shared : 0;
                rings += shared * (shared - 1) / 2;
            }
        }
    }
    for (int a = 0; a < COUNT; a++) {
        for (int b = a + 1; b < COUNT; b++) {
            assert_near(linked[a][b], SEEDS, 4.0 / (COUNT - 1));
        }
    }
    // Exactly uniform boards (pairing at random until the graph is simple and the territories are
    // connected; 300,000 of them) have 4.952 triangles and 11.006 rings of four on the average.
    assert_in_range(100 * triangles / 3 / SEEDS, 480, 510);
    assert_in_range(100 * rings / 2 / SEEDS, 1080, 1120);
}

static void test_every_seed_has_its_own_board(void **unused) {
    (void)unused;
    uint64_t hashes[100];
    for (int seed = 0; seed < 100; seed++) {
        char config[40];
        snprintf(config, sizeof config, "{'seed':%d}", seed);
        assert_int_equal(start(config), AGON_OK);
        hashes[seed] = ((entropy_state *)table.state)->adjacent[0] ^
                       ((entropy_state *)table.state)->adjacent[1] << 32 ^
                       ((entropy_state *)table.state)->owned[0] << 7;
        for (int other = 0; other < seed; other++) {
            assert_true(hashes[other] != hashes[seed]);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_en3_en4_every_board_is_good, leave),
        cmocka_unit_test_teardown(test_en3_fall_back_obeys_the_rule, leave),
        cmocka_unit_test_teardown(test_en4_boards_load_as_they_were_made, leave),
        cmocka_unit_test_teardown(test_en4_owners_and_dice_are_uniform, leave),
        cmocka_unit_test_teardown(test_en3_links_are_uniform, leave),
        cmocka_unit_test_teardown(test_every_seed_has_its_own_board, leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
