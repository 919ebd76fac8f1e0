// New Game, rule by rule. One test per rule at least, each of which has been seen to fail.
#include "../new-game.h"

#include "tests/support/suites.h"
#include "tests/support/support.h"

static new_game_game game;
static new_game_state state;

static int start(void **unused) {
    (void)unused;
    agon_new_game_config config = {.players = 2, .stones = 5};
    agon_status status = agon_configure(&agon_new_game_rules, &config, &game.head, NULL);
    agon_init(&game.head, &config, agon_seed_number(1), &state.head);
    return (int)status;
}

static agon_status take(int player, int stones) {
    agon_action action = {.type = AGON_NEW_GAME_TAKE, .a = (uint8_t)stones};
    return agon_apply(&game.head, &state.head, player, action, NULL, &state.head, NULL);
}

static void test_new1_config(void **unused) {
    (void)unused;
    agon_new_game_config config = {.players = 2, .stones = 201};
    agon_error error;
    assert_int_equal(agon_configure(&agon_new_game_rules, &config, &game.head, &error),
                     AGON_BAD_CONFIG);
    assert_string_equal(error.path, "stones");
}

static void test_new3_one_to_three_and_no_more_than_there_are(void **unused) {
    (void)unused;
    assert_int_equal(agon_count(&game.head, &state.head, 0), 3);
    assert_int_equal(take(0, 0), AGON_INVALID_MOVE);
    assert_int_equal(take(0, 4), AGON_INVALID_MOVE);
    assert_int_equal(take(0, 3), AGON_OK);
    assert_int_equal(take(0, 1), AGON_NOT_YOUR_TURN);
    assert_int_equal(agon_count(&game.head, &state.head, 1), 2);
    assert_int_equal(take(1, 3), AGON_INVALID_MOVE);
}

static void test_new4_the_last_stone_wins(void **unused) {
    (void)unused;
    assert_int_equal(take(0, 3), AGON_OK);
    assert_int_equal(take(1, 2), AGON_OK);
    assert_true(state.head.over);
    assert_int_equal(agon_winners(&game.head, &state.head), agon_viewer_bit(1));
}

// Conformance and leaks: what every game is held to.
static void test_contract(void **unused) {
    (void)unused;
    extern const agon_codec agon_new_game_codec;
    suites_assert_conforms(&agon_new_game_codec, 20, 1000, 1);
    suites_assert_no_leaks(&agon_new_game_codec, 500, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_new1_config, start),
        cmocka_unit_test_setup(test_new3_one_to_three_and_no_more_than_there_are, start),
        cmocka_unit_test_setup(test_new4_the_last_stone_wins, start),
        cmocka_unit_test(test_contract),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
