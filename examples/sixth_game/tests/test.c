// Pig keeps the contract: its own rules, the conformance suite and the leak check.
#include "../pig.h"

#include "agon/conformance.h"
#include "agon/leaks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

extern const agon_codec agon_pig_codec;

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

static void test_conformance(void **unused) {
    (void)unused;
    agon_conformance_report report;
    assert_int_equal(agon_conformance_run(&agon_pig_codec, NULL, 70, 1, &report, NULL), AGON_OK);
    assert_int_equal(report.findings.count, 0);
    assert_true(report.steps > 700);
}

static void test_leaks(void **unused) {
    (void)unused;
    agon_leaks_report report;
    assert_int_equal(agon_leaks_check(&agon_pig_codec, NULL, 2000, 1, &report, NULL), AGON_OK);
    assert_true(agon_leaks_passed(&report));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pig4_a_one_loses_the_turn),
        cmocka_unit_test(test_conformance),
        cmocka_unit_test(test_leaks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
