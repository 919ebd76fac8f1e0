// Random matches on generated and on odd boards against a second implementation (test_model.h): the
// valid actions, every event, every state, gte's choices, and that rolls are drawn in the same order.
#ifndef AGON_ENTROPY_TEST_MODEL_PLAY_H
#define AGON_ENTROPY_TEST_MODEL_PLAY_H

#include "games/entropy/tests/test_table.h"

#include "games/entropy/tests/test_model.h"

#include "agon/bot.h"

#define MAX_ATTACKS (64 * 8)

static int matches; // to play on each kind of board
static model m;
static agon_rng chance;

static int pick(int count) {
    return (int)agon_uniform(&chance, (uint32_t)count);
}

// ---------------------------------------------------------------------------------------------
// Boards

static void choose_terms(void) {
    agon_text_free(&m.events);
    m = (model){.rng = &chance, .round = 1};
    m.players = 2 + pick(7);
    m.max_rounds = 1 + pick(8);
    m.grows_by_round = pick(2) == 1;
}

// Anything that may be loaded: few nodes or many, one-way links, repeated ones, lonely nodes.
static void make_odd_board(void) {
    choose_terms();
    m.node_count = 2 + pick(pick(2) ? 63 : 8);
    int empties = pick(3), most_links = 1 + pick(8);
    for (int i = 0; i < m.node_count; i++) {
        model_node *node = &m.nodes[i];
        node->is_empty = pick(4) < empties;
        node->owner = pick(m.players);
        node->dice = node->is_empty ? 0 : 1 + pick(8);
        node->degree = pick(most_links + 1);
        for (int k = 0; k < node->degree; k++) {
            node->neighbors[k] = pick(m.node_count);
        }
    }
    m.current = pick(m.players);
    m.nodes[0].is_empty = false;
    m.nodes[0].owner = m.current;
    m.nodes[0].dice = 2 + pick(7);
    m.round = 1 + pick(m.max_rounds);
}

// A board of the engine's own, read back through the public functions.
static void make_plain_board(void) {
    choose_terms();
    agon_entropy_config config = agon_entropy_config_default(m.players);
    uint64_t memory[64];
    agon_game *game = (agon_game *)memory;
    entropy_state state;
    assert_true(agon_game_size(&agon_entropy_rules, &config) <= sizeof memory);
    assert_int_equal(agon_configure(&agon_entropy_rules, &config, game, NULL), AGON_OK);
    agon_init(game, &config, agon_seed_number(pick(1 << 30)), &state.head);
    m.node_count = agon_entropy_node_count(&state.head);
    for (int i = 0; i < m.node_count; i++) {
        agon_entropy_node node = agon_entropy_node_at(&state.head, i);
        m.nodes[i] = (model_node){.is_empty = node.owner == AGON_ENTROPY_EMPTY,
                                  .owner = node.owner,
                                  .dice = node.dice,
                                  .degree = node.degree};
        for (int k = 0; k < node.degree; k++) {
            m.nodes[i].neighbors[k] = node.neighbors[k];
        }
    }
}

static void load_board(void) {
    agon_text text = {0};
    agon_error error = {0};
    model_write(&m, &text);
    char *viewer = strstr(text.data, ",\"viewer\"");
    memcpy(viewer, "}", 2);
    json_t *json = agon_json_parse(text.data, strlen(text.data), &error);
    leave(NULL);
    if (agon_table_load(&agon_entropy_codec, agon_value_of(json), &table, &error) != AGON_OK) {
        fail_msg("%s: %s: %s", error.path, error.message, text.data);
    }
    json_decref(json);
    agon_text_free(&text);
}

// ---------------------------------------------------------------------------------------------
// Comparing

static void assert_same_state(void) {
    agon_text expected = {0}, found = {0};
    agon_json json = {.text = &found};
    entropy_state view;
    assert_int_equal(agon_view(table.game, table.state, AGON_SPECTATOR, &view.head), AGON_OK);
    agon_state_write(&agon_entropy_codec, table.game, &view.head, &json);
    model_write(&m, &expected);
    assert_string_equal(found.data, expected.data);
    agon_text_free(&found);
    agon_text_free(&expected);
}

static int assert_same_actions(int (*attacks)[2]) {
    int count = model_attacks(&m, attacks);
    assert_int_equal(agon_count(table.game, table.state, m.current), count + 1);
    for (int i = 0; i <= count; i++) {
        agon_action action = agon_nth(table.game, table.state, m.current, (uint32_t)i);
        agon_action expected =
            i < count ? agon_entropy_attack(attacks[i][0], attacks[i][1]) : agon_entropy_end_turn();
        assert_memory_equal(&action, &expected, sizeof action);
    }
    return count;
}

static void assert_same_gte(void) {
    const agon_bot *gte = agon_bot_find(&agon_entropy_rules, "gte");
    agon_thought thought = {.game = table.game, .view = table.state, .player = m.current};
    agon_action action = gte->think(&thought);
    int choice[2];
    assert_int_equal(action.type == AGON_ENTROPY_ATTACK, model_gte(&m, choice));
    if (action.type == AGON_ENTROPY_ATTACK) {
        assert_int_equal(action.a, choice[0]);
        assert_int_equal(action.b, choice[1]);
    }
}

static void move_both(int from, int to) {
    int player = m.current;
    agon_action action = from < 0 ? agon_entropy_end_turn() : agon_entropy_attack(from, to);
    model_move(&m, from, to);
    for (size_t i = 0; i < m.events.length; i++) {
        m.events.data[i] = m.events.data[i] == '"' ? '\'' : m.events.data[i];
    }
    assert_int_equal(act(player, action, m.rolls, m.roll_count), AGON_OK);
    assert_heard(m.events.data);
}

static void play_match(void) {
    int attacks[MAX_ATTACKS][2];
    load_board();
    assert_same_state();
    while (!m.over) {
        int count = assert_same_actions(attacks);
        assert_same_gte();
        int i = pick(count + 1);
        move_both(i < count ? attacks[i][0] : -1, i < count ? attacks[i][1] : -1);
        assert_same_state();
        assert_int_equal(table.state->over, m.over);
    }
    assert_int_equal(table.state->to_act, 0);
}

static void test_odd_boards(void **unused) {
    (void)unused;
    chance = agon_rng_make(agon_seed_number(1));
    for (int i = 0; i < matches; i++) {
        make_odd_board();
        play_match();
    }
}

static void test_generated_boards(void **unused) {
    (void)unused;
    chance = agon_rng_make(agon_seed_number(2));
    for (int i = 0; i < matches; i++) {
        make_plain_board();
        play_match();
    }
}

static int clean_up(void **unused) {
    agon_text_free(&m.events);
    return leave(unused);
}

static int compare_with_model(int matches_per_board) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_odd_boards, clean_up),
        cmocka_unit_test_teardown(test_generated_boards, clean_up),
    };
    matches = matches_per_board;
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#endif
