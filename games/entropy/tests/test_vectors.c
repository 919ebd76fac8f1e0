// The sample cases of tests/vectors/entropy.json: attacks, validity, gte's choices, growth, matches.
//
// The samples come from another program. Its `players` are strategies, not names; its draws are
// given here as rolls; and it asks a conqueror for an end of turn that we no longer need (EN-15).
#include "games/entropy/tests/test_table.h"

#include "agon/bot.h"

static json_t *cases;

static int number(const json_t *object, const char *key) {
    assert_true(json_is_integer(json_object_get(object, key)));
    return (int)json_integer_value(json_object_get(object, key));
}

// Loads a case's board; `player` is to move.
static void set_up(const json_t *input, int player) {
    static const char *const names[] = {"p0", "p1", "p2", "p3", "p4", "p5", "p6", "p7"};
    json_t *players = json_array();
    for (size_t i = 0; i < json_array_size(json_object_get(input, "players")); i++) {
        json_array_append_new(players, json_string(names[i]));
    }
    json_t *rounds = json_object_get(input, "max_rounds");
    json_t *state = json_pack("{s:o, s:O, s:i, s:O?}", "players", players, "nodes",
                              json_object_get(input, "board"), "current_player", player,
                              "max_rounds", rounds ? rounds : json_null());
    agon_error error = {0};
    leave(NULL);
    if (agon_table_load(&agon_entropy_codec, agon_value_of(state), &table, &error) != AGON_OK) {
        fail_msg("%s: %s", error.path, error.message);
    }
    json_decref(state);
}

static void assert_board(const json_t *board) {
    size_t i;
    json_t *node;
    json_array_foreach(board, i, node) {
        if (json_object_get(node, "dice")) {
            json_t *owner = json_object_get(node, "owner");
            assert_node((int)i, json_is_integer(owner) ? (int)json_integer_value(owner) : -1,
                        number(node, "dice"));
        }
    }
}

static void run_attack(const json_t *input, const json_t *expected) {
    int player = number(input, "player");
    agon_action attack = agon_entropy_attack(number(input, "from"), number(input, "to"));
    set_up(input, player);
    json_t *ranges = json_object_get(expected, "roll_ranges");
    for (size_t i = 0; i < 2; i++) { // the ranges are the ones the engine allows
        int dice = agon_entropy_node_at(table.state, i == 0 ? attack.a : attack.b).dice;
        assert_int_equal(json_integer_value(json_array_get(json_array_get(ranges, i), 1)),
                         6 * dice);
    }
    // What follows the attack is not part of the case: as many growth dice as may be wanted.
    entropy_state scratch;
    for (size_t count = 2; count < 20; count++) {
        int32_t rolls[20] = {number(input, "attack_roll"), number(input, "defense_roll")};
        agon_draws draws = {.values = rolls, .count = count, .scratch = &scratch.head};
        agon_context context = {.draws = &draws};
        agon_status status =
            agon_apply(table.game, table.state, player, attack, &context, table.state, NULL);
        if (status == AGON_OK) {
            return;
        }
        assert_int_equal(status, AGON_BAD_ROLLS);
    }
    fail();
}

// The board right after the attack, before any growth: growth only ever adds dice, so a case whose
// turn ends with the attack is compared by owners, and by dice where the turn goes on.
static void case_attack(const json_t *input, const json_t *expected) {
    int player = number(input, "player");
    run_attack(input, expected);
    size_t i;
    json_t *node;
    bool goes_on = !table.state->over && agon_entropy_mover(table.state) == player &&
                   agon_entropy_round(table.state) == 1;
    json_array_foreach(json_object_get(expected, "board"), i, node) {
        agon_entropy_node found = agon_entropy_node_at(table.state, (int)i);
        assert_int_equal(found.owner, number(node, "owner"));
        if (goes_on || table.state->over) {
            assert_int_equal(found.dice, number(node, "dice"));
        } else {
            assert_in_range(found.dice, number(node, "dice"), number(node, "dice") + 2);
        }
    }
}

static void case_valid(const json_t *input, const json_t *expected) {
    int player = number(input, "player");
    set_up(input, player);
    agon_action attack = agon_entropy_attack(number(input, "from"), number(input, "to"));
    agon_status status = agon_check(table.game, table.state, player, attack, NULL);
    assert_int_equal(status == AGON_OK, json_is_true(json_object_get(expected, "valid")));
}

static agon_action choice_of(const char *bot, int player) {
    entropy_state view;
    assert_int_equal(agon_view(table.game, table.state, player, &view.head), AGON_OK);
    agon_thought thought = {.game = table.game, .view = &view.head, .player = player};
    return agon_bot_find(&agon_entropy_rules, bot)->think(&thought);
}

static void case_gte(const json_t *input, const json_t *expected) {
    int player = number(input, "player");
    set_up(input, player);
    agon_action action = choice_of("gte", player);
    json_t *attack = json_object_get(expected, "attack");
    if (!json_is_array(attack)) {
        assert_int_equal(action.type, AGON_ENTROPY_END_TURN);
        return;
    }
    assert_int_equal(action.type, AGON_ENTROPY_ATTACK);
    assert_int_equal(action.a, json_integer_value(json_array_get(attack, 0)));
    assert_int_equal(action.b, json_integer_value(json_array_get(attack, 1)));
}

static void case_grow(const json_t *input, const json_t *expected) {
    int player = number(input, "player");
    int32_t picks[NODES];
    size_t used = (size_t)number(expected, "picks_used");
    set_up(input, player);
    for (size_t i = 0; i < used; i++) {
        json_t *pick = json_array_get(json_object_get(input, "picks"), i);
        picks[i] = (int32_t)json_integer_value(pick);
    }
    end_turn_with(player, picks, used);
    assert_board(json_object_get(expected, "board"));
}

// ---------------------------------------------------------------------------------------------
// Whole matches

typedef struct replay {
    const json_t *rolls; // [min, max, value] in the order of the draws
    size_t roll;         // how many are used
    const json_t *moves;
    size_t move;
} replay;

// The action of the sample's next move; automatic ends of turns are the engine's business.
static agon_action next_action(replay *r, const json_t *strategy) {
    const json_t *move = json_array_get(r->moves, r->move++);
    while (json_is_true(json_object_get(move, "auto"))) {
        move = json_array_get(r->moves, r->move++);
    }
    int player = number(move, "player");
    assert_int_equal(player, agon_entropy_mover(table.state));
    assert_int_equal(number(move, "round"), agon_entropy_round(table.state));
    agon_action action = agon_entropy_end_turn();
    const json_t *attack = json_object_get(move, "attack");
    if (attack) {
        action = agon_entropy_attack((int)json_integer_value(json_array_get(attack, 0)),
                                     (int)json_integer_value(json_array_get(attack, 1)));
    }
    if (json_is_string(strategy)) { // null or gte: our bot would have done the same
        agon_action ours = choice_of(json_string_value(strategy), player);
        assert_memory_equal(&ours, &action, sizeof ours);
    }
    if (json_is_true(json_object_get(move, "illegal"))) { // EN-20
        agon_status status = agon_check(table.game, table.state, player, action, NULL);
        assert_int_equal(status, attack ? AGON_INVALID_MOVE : AGON_OK);
        action = agon_entropy_rules.fallback;
    }
    return action;
}

// Applies an action with the sample's next rolls, as many as it takes.
static void apply_with_rolls(replay *r, int player, agon_action action) {
    entropy_state scratch;
    int32_t rolls[200];
    size_t left = json_array_size(r->rolls) - r->roll;
    left = left < 200 ? left : 200;
    for (size_t i = 0; i < left; i++) {
        const json_t *roll = json_array_get(r->rolls, r->roll + i);
        rolls[i] = (int32_t)json_integer_value(json_array_get(roll, 2));
    }
    agon_draws draws = {.values = rolls, .count = left, .scratch = &scratch.head};
    agon_context context = {.draws = &draws};
    assert_int_equal(
        agon_apply(table.game, table.state, player, action, &context, table.state, NULL), AGON_OK);
    r->roll += draws.used;
}

static void assert_scoreboard(const json_t *expected) {
    agon_entropy_score rows[AGON_MAX_PLAYERS];
    int count = agon_entropy_scoreboard(table.game, table.state, rows);
    assert_int_equal(count, json_array_size(expected));
    for (int i = 0; i < count; i++) {
        const json_t *row = json_array_get(expected, (size_t)i);
        assert_int_equal(rows[i].player, number(row, "player"));
        assert_int_equal(rows[i].last_round, number(row, "last_round"));
        assert_int_equal(rows[i].territories, number(row, "territories_held"));
    }
}

static void case_game(const json_t *input, const json_t *expected) {
    replay r = {.rolls = json_object_get(expected, "rolls"),
                .moves = json_object_get(expected, "moves")};
    set_up(input, 0);
    while (!table.state->over) {
        int player = agon_entropy_mover(table.state);
        const json_t *strategy = json_array_get(json_object_get(input, "players"), (size_t)player);
        agon_action action = next_action(&r, strategy);
        apply_with_rolls(&r, player, action);
    }
    assert_int_equal(r.roll, json_array_size(r.rolls));
    assert_in_range(json_array_size(r.moves) - r.move, 0, 1);
    assert_board(json_object_get(expected, "board"));
    assert_scoreboard(json_object_get(expected, "scoreboard"));
}

// ---------------------------------------------------------------------------------------------

static const struct {
    const char *kind;
    void (*run)(const json_t *input, const json_t *expected);
    int least; // how many there are at least: a renamed kind must not pass unseen
} kinds[] = {
    {"attack", case_attack, 47}, {"valid", case_valid, 3}, {"gte", case_gte, 9},
    {"grow", case_grow, 2},      {"game", case_game, 9},
};

static void test_samples(void **unused) {
    (void)unused;
    size_t total = 0;
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        int count = 0;
        size_t i;
        json_t *sample;
        json_array_foreach(cases, i, sample) {
            const char *kind = json_string_value(json_object_get(sample, "kind"));
            if (strcmp(kind, kinds[k].kind) == 0) {
                print_message("%s\n", json_string_value(json_object_get(sample, "name")));
                kinds[k].run(json_object_get(sample, "input"), json_object_get(sample, "expect"));
                count++;
            }
        }
        assert_true(count >= kinds[k].least);
        total += (size_t)count;
    }
    assert_int_equal(total, json_array_size(cases));
}

int main(void) {
    json_t *file = support_read_json("tests/vectors/entropy.json");
    cases = json_object_get(file, "cases");
    const struct CMUnitTest tests[] = {cmocka_unit_test_teardown(test_samples, leave)};
    int result = cmocka_run_group_tests(tests, NULL, NULL);
    json_decref(file);
    return result;
}
