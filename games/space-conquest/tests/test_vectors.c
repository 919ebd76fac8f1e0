// The sample cases of tests/vectors/space-conquest.json, phase by phase.
//
// The samples drive the phases one at a time; the contract runs several at once. So the phases are
// called themselves here, with the samples' rolls.
#include "tests/support/support.h"

#include "games/space-conquest/state.h"

static const agon_codec *codec;
static agon_table table;
static conquest_state *s;
static const json_t *input, *expected;

// ---------------------------------------------------------------------------------------------
// The samples' rolls

static int32_t values[64];
static agon_draws draws;
static const agon_context context = {.draws = &draws};

static void take_rolls(const char *key) {
    const json_t *rolls = json_object_get(input, key);
    draws = (agon_draws){.values = values, .count = json_array_size(rolls)};
    assert_true(draws.count <= 64);
    for (size_t i = 0; i < draws.count; i++) {
        values[i] = (int32_t)json_integer_value(json_array_get(rolls, i));
    }
}

static void expect_rolls_used(void) {
    assert_false(draws.failed);
    assert_int_equal(draws.used, draws.count);
}

// ---------------------------------------------------------------------------------------------
// What came out

static json_t *written(void) {
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_state_write(codec, table.game, table.state, &json);
    json_t *state = json_loadb(text.data, text.length, 0, NULL);
    agon_text_free(&text);
    assert_non_null(state);
    return state;
}

// Every key of the expected state; ours has more of them.
static void expect_state(const json_t *state) {
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)json_object_get(expected, "state"), key, value) {
        if (!json_equal(json_object_get(state, key), value)) {
            fail_msg("%s is %s, not %s", key, json_dumps(json_object_get(state, key), 0),
                     json_dumps(value, 0));
        }
    }
}

// What happened, under the samples' name for it and under ours.
static void expect_list(const json_t *state, const char *samples_key, const char *key) {
    const json_t *list = json_object_get(expected, samples_key);
    assert_non_null(list);
    assert_true(json_equal(json_object_get(state, key), list));
}

// "Compare count and order index", and the reason besides.
static void expect_errors(const json_t *state) {
    json_t *ours = json_deep_copy(json_object_get(state, "order_errors"));
    const char *player;
    json_t *list;
    json_object_foreach(ours, player, list) {
        size_t i;
        json_t *error;
        json_array_foreach(list, i, error) {
            assert_true(json_is_string(json_object_get(error, "text")));
            json_object_del(error, "text");
        }
    }
    assert_true(json_equal(ours, json_object_get(expected, "order_errors")));
    json_decref(ours);
}

// ---------------------------------------------------------------------------------------------
// The kinds

static void run_distance(void) {
    const json_t *a = json_object_get(input, "a");
    const json_t *b = json_object_get(input, "b");
    int at[4];
    for (size_t i = 0; i < 4; i++) {
        at[i] = (int)json_integer_value(json_array_get(i < 2 ? a : b, i % 2));
    }
    assert_int_equal(agon_conquest_distance(at[0], at[1], at[2], at[3]),
                     json_integer_value(expected));
}

static void run_resolve_combat(void) {
    uint32_t attackers = (uint32_t)json_integer_value(json_object_get(input, "attacker"));
    uint32_t defenders = (uint32_t)json_integer_value(json_object_get(input, "defender"));
    conquest_fight fight = agon_conquest_fight(attackers, defenders);
    const char *winner = json_string_value(json_object_get(expected, "winner"));
    int side = !winner ? -1 : strcmp(winner, "attacker") == 0 ? 0 : 1;
    assert_int_equal(fight.winner, side);
#define EXPECT(key, value)                                                                         \
    assert_int_equal(json_integer_value(json_object_get(expected, key)), value)
    EXPECT("attacker_survivors", fight.attackers);
    EXPECT("defender_survivors", fight.defenders);
    EXPECT("attacker_losses", attackers - fight.attackers);
    EXPECT("defender_losses", defenders - fight.defenders);
}

static void run_movement_phase(void) {
    take_rolls("d50");
    agon_conquest_movement_phase(s, &context);
    expect_rolls_used();
    json_t *state = written();
    expect_state(state);
    expect_list(state, "losses", "hyperspace_losses_last_turn");
    json_decref(state);
}

static void run_combat_phase(void) {
    agon_conquest_combat_phase(s, &context);
    json_t *state = written();
    expect_state(state);
    expect_list(state, "combats", "combats_last_turn");
    json_decref(state);
}

static void run_rebellion_production_phase(void) {
    take_rolls("d6");
    agon_conquest_rebellion_phase(s, &context);
    expect_rolls_used();
    assert_int_equal(json_array_size(json_object_get(expected, "rolls_used")), draws.used);
    json_t *state = written();
    expect_state(state);
    expect_list(state, "rebellions", "rebellions_last_turn");
    json_decref(state);
}

static void run_victory_phase(void) {
    agon_conquest_victory_phase(s, 500, &context);
    assert_int_equal(s->head.over, json_is_true(json_object_get(expected, "over")));
    json_t *state = written();
    assert_true(json_equal(json_object_get(state, "winner"), json_object_get(expected, "winner")));
    json_decref(state);
}

static void give_orders(void) {
    for (int player = 0; player < 2; player++) {
        agon_action actions[AGON_MAX_STEPS_PER_ACTION];
        size_t count;
        const json_t *set =
            json_object_get(json_object_get(input, "orders"), player == 0 ? "p1" : "p2");
        assert_int_equal(agon_action_read(codec, table.game, table.state, agon_value_of(set),
                                          actions, &count, NULL),
                         AGON_OK);
        for (size_t i = 0; i + 1 < count; i++) {
            agon_conquest_order_add(s, player, actions[i].a, actions[i].b, actions[i].n);
        }
        assert_int_equal(actions[count - 1].type, AGON_CONQUEST_COMMIT);
    }
}

static void run_orders_phase(void) {
    give_orders();
    agon_conquest_orders_phase(s, &context);
    json_t *state = written();
    expect_state(state);
    expect_errors(state);
    json_decref(state);
}

// "Phases 1-5 in one go on the given state", 4 and 5 only if nobody has won.
static void run_turn(void) {
    take_rolls("rolls");
    agon_conquest_movement_phase(s, &context);
    agon_conquest_combat_phase(s, &context);
    agon_conquest_victory_phase(s, 500, &context);
    if (!s->head.over) {
        agon_conquest_orders_open(s);
        give_orders();
        agon_conquest_orders_phase(s, &context);
        agon_conquest_rebellion_phase(s, &context);
        s->turn++;
    }
    expect_rolls_used();
    assert_int_equal(json_array_size(json_object_get(expected, "rolls")), draws.used);
    json_t *state = written();
    expect_state(state);
    expect_list(state, "combats", "combats_last_turn");
    expect_list(state, "hyperspace_losses", "hyperspace_losses_last_turn");
    expect_list(state, "rebellions", "rebellions_last_turn");
    expect_errors(state);
    json_decref(state);
}

static void run_render(void) {
    char map[AGON_CONQUEST_MAP_SIZE];
    const char *wanted = json_string_value(json_object_get(expected, "seed_format"));
    int player = codec->player_read(table.game, agon_value_of(json_object_get(input, "player")));
    agon_conquest_map_text(table.state, player, map);
    assert_string_equal(map, wanted);
    agon_state *view = malloc(table.game->state_max);
    assert_int_equal(agon_view(table.game, table.state, player, view), AGON_OK);
    agon_text text = {0};
    codec->render(table.game, view, &text);
    assert_memory_equal(text.data, wanted, strlen(wanted));
    agon_text_free(&text);
    free(view);
}

static const struct {
    const char *kind;
    void (*run)(void);
} kinds[] = {
    {"distance", run_distance},
    {"resolve_combat", run_resolve_combat},
    {"movement_phase", run_movement_phase},
    {"combat_phase", run_combat_phase},
    {"rebellion_production_phase", run_rebellion_production_phase},
    {"victory_phase", run_victory_phase},
    {"orders_phase", run_orders_phase},
    {"turn", run_turn},
    {"render", run_render},
};

static void run_case(const json_t *sample) {
    const char *kind = json_string_value(json_object_get(sample, "kind"));
    const json_t *state = json_object_get(input, "state");
    agon_error error = {0};
    draws = (agon_draws){0};
    if (state && agon_table_load(codec, agon_value_of(state), &table, &error) != AGON_OK) {
        fail_msg("%s: %s", error.path, error.message);
    }
    s = (conquest_state *)table.state;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcmp(kinds[i].kind, kind) == 0) {
            kinds[i].run();
            agon_table_free(&table);
            return;
        }
    }
    fail_msg("unknown kind %s", kind);
}

static void test_samples(void **unused) {
    (void)unused;
    json_t *file = support_read_json("tests/vectors/space-conquest.json");
    const json_t *cases = json_object_get(file, "cases");
    assert_int_equal(json_array_size(cases), 94);
    for (size_t i = 0; i < json_array_size(cases); i++) {
        const json_t *sample = json_array_get(cases, i);
        input = json_object_get(sample, "input");
        expected = json_object_get(sample, "expect");
        print_message("%s\n", json_string_value(json_object_get(sample, "name")));
        run_case(sample);
    }
    json_decref(file);
}

int main(void) {
    codec = agon_codec_find("space-conquest");
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_samples)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
