// Pig keeps the contract: its own rules, the conformance suite and the leak check.
#include "../pig.h"

#include "tests/support/suites.h"
#include "tests/support/support.h"

static void test_pig4_a_one_loses_the_turn(void **unused) {
    (void)unused;
    agon_pig_config config;
    pig_game game;
    pig_state state;
    pig_state scratch;
    agon_pig_rules.config_default(&config, 2);
    assert_int_equal(agon_configure(&agon_pig_rules, &config, &game.head, NULL), AGON_OK);
    agon_init(&game.head, &config, agon_seed_number(1), &state.head);

    static const int32_t rolls[] = {6, 5, 1};
    agon_draws draws = {.values = rolls, .count = 3, .scratch = &scratch.head};
    agon_context context = {.draws = &draws};
    static const int points[] = {6, 11, 0};
    for (int i = 0; i < 3; i++) {
        agon_action roll = {.type = AGON_PIG_ROLL};
        assert_int_equal(agon_apply(&game.head, &state.head, 0, roll, &context, &state.head, NULL),
                         AGON_OK);
        assert_int_equal(state.points, points[i]);
    }
    assert_int_equal(state.head.to_act, agon_viewer_bit(1));
    assert_int_equal(state.scores[0], 0);
}

static void test_contract(void **unused) {
    (void)unused;
    extern const agon_codec agon_pig_codec;
    suites_assert_conforms(&agon_pig_codec, 70, 5000, 1);
    suites_assert_no_leaks(&agon_pig_codec, 2000, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pig4_a_one_loses_the_turn),
        cmocka_unit_test(test_contract),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
