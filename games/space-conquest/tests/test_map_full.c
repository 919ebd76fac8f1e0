// Space Conquest: a million maps hold every guarantee.
// label: full
#include "tests/support/support.h"

#include "games/space-conquest/tests/test_map.h"

static void test_a_million_maps(void **unused) {
    (void)unused;
    agon_conquest_config config = agon_conquest_config_default();
    conquest_game game;
    assert_int_equal(agon_configure(&agon_conquest_rules, &config, &game.head, NULL), AGON_OK);
    conquest_state *map = malloc(game.head.state_max);
    for (int64_t seed = 0; seed < 1000000; seed++) {
        agon_init(&game.head, &config, agon_seed_number(seed), &map->head);
        const char *fault = map_fault(map);
        if (fault) {
            fail_msg("seed %lld: %s", (long long)seed, fault);
        }
    }
    free(map);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_a_million_maps)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
