// The contract's functions around a game's own: rule ALL-1, views, draws, packing. On toy-cards.
#include "tests/support/support.h"

#include "tests/support/toy.h"

static agon_game game_memory;
static toy_state memory[4];
static const agon_game *const game = &game_memory;
static agon_state *const state = &memory[0].head;
static agon_state *const out = &memory[1].head;
static agon_state *const view = &memory[2].head;
static agon_state *const scratch = &memory[3].head;

static int start(void **unused) {
    (void)unused;
    toy_config config;
    toy_rules.config_default(&config, 3);
    agon_status status = agon_configure(&toy_rules, &config, &game_memory, NULL);
    agon_init(game, &config, agon_seed_number(1), state);
    return (int)status;
}

static agon_action bid(int n) {
    return (agon_action){.type = TOY_BID, .a = (uint8_t)n};
}

static agon_status apply(int player, agon_action action) {
    return agon_apply(game, state, player, action, NULL, state, NULL);
}

static void make_all_bids(void) {
    for (int p = 0; p < 3; p++) {
        assert_int_equal(apply(p, bid(p)), AGON_OK);
    }
}

static void play_to_the_end(void) {
    agon_rng rng = agon_rng_make(agon_seed_number(2));
    while (!state->over) {
        for (int p = 0; p < 3; p++) {
            agon_action action;
            if (agon_random_action(game, state, p, &rng, &action) == AGON_OK) {
                assert_int_equal(apply(p, action), AGON_OK);
            }
        }
    }
}

// ALL-1: bad_action before game_over before unknown_player before not_your_turn before
// invalid_move.
static void all1_order_of_refusals(void **unused) {
    (void)unused;
    agon_action unknown = {.type = TOY_ACTIONS};
    make_all_bids();
    assert_int_equal(agon_check(game, state, 9, unknown, NULL), AGON_BAD_ACTION);
    assert_int_equal(agon_check(game, state, 9, bid(7), NULL), AGON_UNKNOWN_PLAYER);
    assert_int_equal(agon_check(game, state, -1, bid(7), NULL), AGON_UNKNOWN_PLAYER);
    assert_int_equal(agon_check(game, state, 1, bid(7), NULL), AGON_NOT_YOUR_TURN);
    assert_int_equal(agon_check(game, state, 0, bid(1), NULL), AGON_INVALID_MOVE);
    play_to_the_end();
    assert_int_equal(agon_check(game, state, 9, unknown, NULL), AGON_BAD_ACTION);
    assert_int_equal(agon_check(game, state, 9, bid(0), NULL), AGON_GAME_OVER);
    assert_int_equal(agon_check(game, state, 0, bid(0), NULL), AGON_GAME_OVER);
}

static void refusals_say_why(void **unused) {
    (void)unused;
    agon_error error = {0};
    assert_int_equal(agon_check(game, state, 5, bid(0), &error), AGON_UNKNOWN_PLAYER);
    assert_int_equal(error.status, AGON_UNKNOWN_PLAYER);
    assert_true(strlen(error.message) > 0);
    assert_int_equal(apply(0, bid(0)), AGON_OK);
    assert_int_equal(agon_apply(game, state, 0, bid(0), NULL, out, &error), AGON_NOT_YOUR_TURN);
    assert_int_equal(error.status, AGON_NOT_YOUR_TURN);
}

static void lists_in_portions(void **unused) {
    (void)unused;
    agon_action actions[8];
    assert_int_equal(agon_list(game, state, 0, 0, actions, 8), 3);
    assert_int_equal(actions[2].a, 2);
    assert_int_equal(agon_list(game, state, 0, 1, actions, 1), 1);
    assert_int_equal(actions[0].a, 1);
    assert_int_equal(agon_list(game, state, 0, 3, actions, 8), 0);
    assert_int_equal(agon_list(game, state, 7, 0, actions, 8), 0);
}

static void random_action_is_uniform_and_may_be_none(void **unused) {
    (void)unused;
    agon_rng rng = agon_rng_make(agon_seed_number(1));
    int counts[3] = {0};
    agon_action action;
    for (int i = 0; i < 3000; i++) {
        assert_int_equal(agon_random_action(game, state, 1, &rng, &action), AGON_OK);
        counts[action.a]++;
    }
    for (int i = 0; i < 3; i++) {
        assert_in_range(counts[i], 880, 1120);
    }
    make_all_bids();
    assert_int_equal(agon_random_action(game, state, 1, &rng, &action), AGON_NO_ACTION);
}

// ALL-7 and DESIGN: exactly one player who may act is the current player, else there is none.
static void current_player(void **unused) {
    (void)unused;
    assert_int_equal(agon_current_player(game, state), -1);
    make_all_bids();
    assert_int_equal(agon_current_player(game, state), 0);
    agon_rules simultaneous = toy_rules;
    simultaneous.is_simultaneous = true;
    game_memory.rules = &simultaneous;
    assert_int_equal(agon_current_player(game, state), -1);
    game_memory.rules = &toy_rules;
    play_to_the_end();
    assert_int_equal(agon_current_player(game, state), -1);
}

static void views_answer_for_their_viewer(void **unused) {
    (void)unused;
    assert_int_equal(agon_view(game, state, 1, view), AGON_OK);
    assert_int_equal(view->viewer, 1);
    assert_int_equal(agon_count(game, view, 1), 3);
    assert_int_equal(agon_count(game, view, 0), 0);
    assert_int_equal(agon_check(game, view, 1, bid(0), NULL), AGON_OK);
    assert_int_equal(agon_check(game, view, 0, bid(0), NULL), AGON_WRONG_VIEWER);
    assert_int_equal(agon_apply(game, view, 1, bid(0), NULL, out, NULL), AGON_BAD_STATE);
    assert_int_equal(agon_view(game, view, 1, out), AGON_OK);
    assert_int_equal(agon_view(game, view, 0, out), AGON_WRONG_VIEWER);
    assert_int_equal(agon_view(game, view, AGON_SPECTATOR, out), AGON_WRONG_VIEWER);
    assert_int_equal(agon_view(game, state, 3, out), AGON_UNKNOWN_PLAYER);
    assert_int_equal(agon_view(game, state, -1, out), AGON_UNKNOWN_PLAYER);
    assert_int_equal(agon_view(game, state, AGON_NOBODY, out), AGON_UNKNOWN_PLAYER);
    assert_int_equal(agon_view(game, state, AGON_SPECTATOR, view), AGON_OK);
    for (int p = 0; p < 3; p++) {
        assert_int_equal(agon_count(game, view, p), 0);
    }
}

static void only_views_are_resampled(void **unused) {
    (void)unused;
    agon_rng bits = agon_rng_make(agon_seed_number(1));
    assert_int_equal(agon_resample(game, state, &bits, out), AGON_BAD_STATE);
    assert_int_equal(agon_view(game, state, 0, view), AGON_OK);
    assert_int_equal(agon_resample(game, view, &bits, out), AGON_OK);
    assert_int_equal(out->viewer, AGON_NOBODY);
}

static void winners_only_at_the_end(void **unused) {
    (void)unused;
    make_all_bids();
    assert_int_equal(agon_winners(game, state), 0);
    play_to_the_end();
    assert_int_not_equal(agon_winners(game, state), 0);
    int32_t scores[AGON_MAX_PLAYERS];
    memset(scores, 0x55, sizeof scores);
    agon_scores(game, state, scores);
    assert_int_equal(scores[3], 0); // places beyond the players are zero
    assert_int_equal(scores[7], 0);
}

// --- Draws from outside ------------------------------------------------------------------------------

// A hand whose first card is a six: playing it rolls one die.
static void deal_a_six(void) {
    make_all_bids();
    toy_state *s = (toy_state *)state;
    for (int i = 0; i < TOY_HAND; i++) {
        s->hands[0][i] = 1;
    }
    s->hands[0][0] = 6;
    s->deck_count = 0;
    memset(s->deck, 0, sizeof s->deck);
}

static agon_status play_with(const int32_t *rolls, size_t count, agon_draws *draws) {
    *draws = (agon_draws){.values = rolls, .count = count, .scratch = scratch};
    agon_context context = {.draws = draws};
    agon_action play = {.type = TOY_PLAY};
    return agon_apply(game, state, 0, play, &context, out, NULL);
}

static void given_rolls_replace_the_generator(void **unused) {
    (void)unused;
    deal_a_six();
    agon_draws draws;
    static const int32_t six[] = {6}, five[] = {5};
    uint64_t pos = ((toy_state *)state)->rng.pos;
    assert_int_equal(play_with(six, 1, &draws), AGON_OK);
    assert_int_equal(draws.used, 1);
    assert_int_equal(((toy_state *)out)->points[0], 7);
    assert_int_equal(((toy_state *)out)->rng.pos, pos);
    assert_int_equal(play_with(five, 1, &draws), AGON_OK);
    assert_int_equal(((toy_state *)out)->points[0], 6);
}

static void wrong_rolls_change_nothing(void **unused) {
    (void)unused;
    deal_a_six();
    static const int32_t wrong[] = {0, 7, -1, INT32_MAX, INT32_MIN};
    uint64_t before = agon_hash(game, state);
    agon_draws draws;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        memset(out, 0xa5, sizeof memory[1]);
        assert_int_equal(play_with(&wrong[i], 1, &draws), AGON_BAD_ROLLS);
        assert_true(draws.failed);
        assert_int_equal(((uint8_t *)out)[0], 0xa5);
    }
    assert_int_equal(play_with(NULL, 0, &draws), AGON_BAD_ROLLS);
    assert_int_equal(agon_hash(game, state), before);
}

// ALL-1: a refused action's error comes before any fault of its rolls.
static void all1_refusal_before_rolls(void **unused) {
    (void)unused;
    deal_a_six();
    static const int32_t wrong[] = {99};
    agon_draws draws = {.values = wrong, .count = 1, .scratch = scratch};
    agon_context context = {.draws = &draws};
    agon_action play = {.type = TOY_PLAY, .a = 17};
    assert_int_equal(agon_apply(game, state, 0, play, &context, out, NULL), AGON_INVALID_MOVE);
    assert_int_equal(draws.used, 0);
}

// --- Engine faults, packing -----------------------------------------------------------------------------

static agon_status faulty_step(const agon_game *g, agon_state *s, int player, agon_action action,
                               const agon_context *context) {
    (void)g;
    (void)s;
    (void)player;
    (void)action;
    (void)context;
    return AGON_ENGINE_FAULT;
}

static void engine_fault_is_reported(void **unused) {
    (void)unused;
    agon_rules faulty = toy_rules;
    faulty.step = faulty_step;
    game_memory.rules = &faulty;
    agon_error error = {0};
    uint64_t before = agon_hash(game, state);
    assert_int_equal(agon_apply(game, state, 0, bid(0), NULL, state, &error), AGON_ENGINE_FAULT);
    assert_int_equal(error.status, AGON_ENGINE_FAULT);
    agon_draws draws = {.scratch = scratch};
    agon_context context = {.draws = &draws};
    assert_int_equal(agon_apply(game, state, 0, bid(0), &context, state, &error),
                     AGON_ENGINE_FAULT);
    game_memory.rules = &toy_rules;
    assert_int_equal(agon_hash(game, state), before);
}

static void unpacking_refuses_what_is_no_state(void **unused) {
    (void)unused;
    uint8_t bytes[512];
    size_t size = agon_pack_state(game, state, bytes, sizeof bytes, NULL);
    assert_in_range(size, 10, sizeof bytes - 1);
    agon_error error = {0};
    assert_int_equal(agon_unpack_state(game, bytes, size, out, &error), AGON_OK);
    assert_int_equal(agon_hash(game, out), agon_hash(game, state));
    assert_int_equal(agon_unpack_state(game, bytes, size + 1, out, &error), AGON_BAD_STATE);
    assert_int_equal(agon_unpack_state(game, bytes, 0, out, &error), AGON_BAD_STATE);
    static const struct {
        size_t at;
        uint8_t value;
    } wrong[] = {{0, 3}, {0, 200}, {1, 2}, {1, 255}}; // the viewer, over
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        uint8_t right = bytes[wrong[i].at];
        bytes[wrong[i].at] = wrong[i].value;
        assert_int_equal(agon_unpack_state(game, bytes, size, out, &error), AGON_BAD_STATE);
        bytes[wrong[i].at] = right;
    }
}

static void bad_config_names_its_path(void **unused) {
    (void)unused;
    toy_config config = {.players = 5};
    agon_game other;
    agon_error error = {0};
    assert_int_equal(agon_game_size(&toy_rules, &config), sizeof(agon_game));
    assert_int_equal(agon_configure(&toy_rules, &config, &other, &error), AGON_BAD_CONFIG);
    assert_string_equal(error.path, "players");
}

#define TEST(name) cmocka_unit_test_setup(name, start)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(all1_order_of_refusals),
        TEST(refusals_say_why),
        TEST(lists_in_portions),
        TEST(random_action_is_uniform_and_may_be_none),
        TEST(current_player),
        TEST(views_answer_for_their_viewer),
        TEST(only_views_are_resampled),
        TEST(winners_only_at_the_end),
        TEST(given_rolls_replace_the_generator),
        TEST(wrong_rolls_change_nothing),
        TEST(all1_refusal_before_rolls),
        TEST(engine_fault_is_reported),
        TEST(unpacking_refuses_what_is_no_state),
        TEST(bad_config_names_its_path),
    };
    return cmocka_run_group_tests_name("game", tests, NULL, NULL);
}
