// Space Conquest: the built-in bots.
#include "games/space-conquest/tests/test_table.h"

#include "agon/loop.h"

// Plays a match; returns the winner's index, −1 for a draw.
static int play_match(const agon_bot *first, const agon_bot *second, int64_t seed) {
    init_table(seed);
    agon_seat seats[2] = {agon_seat_make(first, agon_seed_number(seed), 0),
                          agon_seat_make(second, agon_seed_number(seed), 1)};
    assert_int_equal(agon_play_bots(table.game, table.state, seats, NULL, NULL, NULL), AGON_OK);
    int winner = s->winner == AGON_CONQUEST_DRAW ? -1 : s->winner - 1;
    agon_table_free(&table);
    return winner;
}

static void test_greedy_beats_random(void **unused) {
    (void)unused;
    const agon_bot *greedy = agon_bot_find(&agon_conquest_rules, "greedy");
    int won = 0, lost = 0;
    for (int64_t seed = 0; seed < 40; seed++) {
        bool is_first = seed % 2 == 0;
        int winner = play_match(is_first ? greedy : &agon_random_bot,
                                is_first ? &agon_random_bot : greedy, seed);
        won += winner == !is_first;
        lost += winner == is_first;
    }
    print_message("greedy: %d won, %d lost of 40\n", won, lost);
    assert_true(won >= 36);
}

static void test_greedy_against_itself_ends(void **unused) {
    (void)unused;
    const agon_bot *greedy = agon_bot_find(&agon_conquest_rules, "greedy");
    int decided = 0;
    for (int64_t seed = 0; seed < 10; seed++) {
        decided += play_match(greedy, greedy, seed) >= 0;
    }
    print_message("greedy: %d of 10 decided\n", decided);
    assert_true(decided >= 5);
}

// An order that will be executed, or a commit: the rules take others too, and reject them later.
static void assert_worth_trying(const agon_thought *thought) {
    const agon_bot *greedy = agon_bot_find(&agon_conquest_rules, "greedy");
    for (int i = 0; i < 8; i++) {
        agon_action action = greedy->guide->suggest(thought);
        assert_int_equal(agon_check(table.game, table.state, thought->player, action, NULL),
                         AGON_OK);
        if (action.type != AGON_CONQUEST_COMMIT) {
            assert_int_not_equal(action.a, action.b);
            assert_in_range(action.n, 1, s->left[thought->player][action.a]);
        }
    }
}

// In search a bot is shown full states, and odd maps can be loaded: its answer is always valid.
static void test_greedy_always_answers(void **unused) {
    (void)unused;
    const agon_bot *greedy = agon_bot_find(&agon_conquest_rules, "greedy");
    agon_rng rng = agon_rng_make(agon_seed_number(4));
    load_small();
    for (int i = 0; i < 500 && !table.state->over; i++) {
        int player = table.state->to_act & 1 ? 0 : 1;
        agon_thought thought = {
            .game = table.game, .view = table.state, .player = player, .rng = &rng};
        agon_action action = greedy->think(&thought);
        int32_t values[2];
        greedy->guide->estimate(table.game, table.state, values);
        assert_int_equal(values[0] + values[1], AGON_SURE);
        assert_worth_trying(&thought);
        assert_int_equal(
            agon_apply(table.game, table.state, player, action, NULL, table.state, NULL), AGON_OK);
        assert_int_equal(s->counts[CONQUEST_ERRORS], 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_greedy_beats_random),
        cmocka_unit_test(test_greedy_against_itself_ends),
        TEST(test_greedy_always_answers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
