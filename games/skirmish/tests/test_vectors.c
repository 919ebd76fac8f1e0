// The sample cases of tests/vectors/skirmish.json. Their short notation: states with names instead of
// ids, `done`, `wins`, `sp`, `terrains`; actions play, activate, input, done, end. Copies are
// numbered in the order hand, deck, graveyard, terrains.
#include "games/skirmish/tests/test_table.h"

static json_t *text_id(sketch *k, size_t player, const json_t *name) {
    return sketch_id(k, (int)player, json_string_value(name));
}

static json_t *ids(sketch *k, size_t player, const json_t *list) {
    json_t *out = json_array();
    size_t i;
    json_t *name;
    json_array_foreach(list, i, name) {
        json_array_append_new(out, text_id(k, player, name));
    }
    return out;
}

static json_t *unit_document(sketch *k, size_t player, const json_t *unit) {
    if (json_is_null(unit)) {
        return json_null();
    }
    json_t *out = json_pack("{s:o}", "cardId", text_id(k, player, json_object_get(unit, "card")));
    json_object_set_new(out, "owner", json_integer((json_int_t)player));
    json_object_update(out, (json_t *)unit);
    json_t *used = json_object_get(unit, "used");
    if (used) {
        json_object_set(out, "activated", used);
    }
    return out;
}

static json_t *document_of(const json_t *short_state) {
    sketch k = {.document = sketch_blank()};
    static const char *const keys[][2] = {{"currentPlayer", "currentPlayer"},
                                          {"startingPlayer", "startingPlayer"},
                                          {"skirmish", "currentRound"},
                                          {"wins", "roundsWon"},
                                          {"done", "hasPassed"},
                                          {"activating", "activating"}};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        json_object_set(k.document, keys[i][1], json_object_get(short_state, keys[i][0]));
    }
    size_t p, t;
    json_t *player, *terrain;
    json_array_foreach(json_object_get(short_state, "players"), p, player) {
        json_t *out = json_array_get(json_object_get(k.document, "players"), p);
        json_object_set_new(out, "hand", ids(&k, p, json_object_get(player, "hand")));
        json_object_set_new(out, "deck", ids(&k, p, json_object_get(player, "deck")));
        json_object_set_new(out, "discard", ids(&k, p, json_object_get(player, "graveyard")));
        json_object_set(out, "vp", json_object_get(player, "sp"));
    }
    json_array_foreach(json_object_get(short_state, "terrains"), t, terrain) {
        json_t *out = json_array_get(json_object_get(k.document, "slots"), t);
        json_object_set(out, "modifiers", json_object_get(terrain, "modifiers"));
        for (p = 0; p < 2; p++) {
            json_t *unit = json_array_get(json_object_get(terrain, "units"), p);
            json_array_set_new(json_object_get(out, "units"), p, unit_document(&k, p, unit));
        }
    }
    return k.document;
}

static int number(const json_t *object, const char *key) {
    return (int)json_integer_value(json_object_get(object, key));
}

static int pair_at(const json_t *object, const char *key, size_t i) {
    return (int)json_integer_value(json_array_get(json_object_get(object, key), i));
}

// A short action in the words of action_of.
static void words_of(const json_t *action, char *words, size_t size) {
    const char *type = json_string_value(json_object_get(action, "type"));
    const char *card = json_string_value(json_object_get(action, "card"));
    bool has_target = json_is_array(json_object_get(action, "target"));
    char target[20] = "";
    if (has_target) {
        snprintf(target, sizeof target, "@%d,%d", pair_at(action, "target", 0),
                 pair_at(action, "target", 1));
    }
    if (strcmp(type, "done") == 0 || strcmp(type, "end") == 0) {
        snprintf(words, size, "%s", *type == 'd' ? "pass" : "end");
    } else if (strcmp(type, "input") == 0) {
        snprintf(words, size, has_target ? "input %s" : "skip", target);
    } else if (strcmp(type, "activate") == 0) {
        snprintf(words, size, "use %d@%d %s %s", pair_at(action, "unit", 0),
                 pair_at(action, "unit", 1), target, card ? card : "");
    } else if (json_object_get(action, "to")) {
        snprintf(words, size, "play %s %s > %d", card, target, number(action, "to"));
    } else if (has_target) {
        snprintf(words, size, "play %s %s", card, target);
    } else {
        snprintf(words, size, "play %s %d", card, number(action, "terrain"));
    }
}

// ---------------------------------------------------------------------------------------------
// Comparing

static void expect_names(const json_t *expected, const char *got) {
    char text[1000] = "";
    size_t i;
    json_t *name;
    json_array_foreach(expected, i, name) {
        join(text, sizeof text, json_string_value(name));
    }
    assert_string_equal(got, text);
}

static void expect_unit(const json_t *unit, int player, int terrain) {
    const skirmish_unit *there = &state()->units[agon_skirmish_slot(player, terrain)];
    if (json_is_null(unit)) {
        assert_int_equal(power(player, terrain), -1);
        return;
    }
    assert_string_equal(unit_at(player, terrain), json_string_value(json_object_get(unit, "card")));
    assert_int_equal(power(player, terrain), number(unit, "power"));
    assert_int_equal(there->buffs, number(unit, "buffs"));
    assert_int_equal(there->damage, number(unit, "damage"));
    bool is_silenced = json_is_true(json_object_get(unit, "silenced"));
    assert_int_equal((there->flags & SKIRMISH_SILENCED) != 0, is_silenced);
    if (json_object_get(unit, "cooldown")) {
        assert_int_equal(there->cooldown, number(unit, "cooldown"));
        assert_int_equal((there->flags & SKIRMISH_ACTIVATED) != 0,
                         json_is_true(json_object_get(unit, "used")));
    }
}

static void expect_pending(const json_t *pending) {
    skirmish_slots choices;
    assert_int_equal(state()->pending.type != 0, !json_is_null(pending));
    if (json_is_null(pending)) {
        return;
    }
    const skirmish_ability *ability = agon_skirmish_pending(game(), state(), &choices);
    const json_t *targets = json_object_get(pending, "targets");
    assert_int_equal(agon_skirmish_ref_player(state()->pending.a), number(pending, "player"));
    assert_string_equal(skirmish_card_of(game(), state()->pending.a)->name,
                        json_string_value(json_object_get(pending, "kind")));
    assert_int_equal(ability->is_optional, json_is_true(json_object_get(pending, "optional")));
    assert_int_equal(skirmish_popcount(choices), json_array_size(targets));
    size_t i;
    json_t *target;
    json_array_foreach(targets, i, target) {
        int slot = agon_skirmish_slot((int)json_integer_value(json_array_get(target, 0)),
                                      (int)json_integer_value(json_array_get(target, 1)));
        assert_true(skirmish_has(choices, slot));
    }
}

static void expect_winner(const json_t *winner) {
    const char *word = json_string_value(winner);
    assert_int_equal(table.state->over, !word || strcmp(word, "ongoing") != 0);
    if (table.state->over) {
        assert_int_equal(state()->match_winner, word ? SKIRMISH_DRAW : json_integer_value(winner));
    }
}

static void expect_state(const json_t *expected) {
    const skirmish_state *s = state();
    assert_int_equal(s->round, number(expected, "skirmish"));
    assert_int_equal(s->current, number(expected, "currentPlayer"));
    assert_int_equal(s->starting, number(expected, "startingPlayer"));
    assert_int_equal(s->is_activating, json_is_true(json_object_get(expected, "activating")));
    expect_winner(json_object_get(expected, "winner"));
    expect_pending(json_object_get(expected, "pending"));
    for (int p = 0; p < 2; p++) {
        const json_t *player = json_array_get(json_object_get(expected, "players"), (size_t)p);
        uint8_t deck[AGON_SKIRMISH_CARDS_MAX];
        for (int i = 0; i < s->deck_count[p]; i++) {
            deck[i] = s->deck[p][s->deck_count[p] - 1 - i];
        }
        assert_int_equal(s->rounds_won[p], pair_at(expected, "wins", (size_t)p));
        assert_int_equal(s->has_passed[p], json_is_true(json_array_get(
                                               json_object_get(expected, "done"), (size_t)p)));
        assert_int_equal(s->vp[p], number(player, "sp"));
        expect_names(json_object_get(player, "hand"), hand(p));
        expect_names(json_object_get(player, "graveyard"), grave(p));
        expect_names(json_object_get(player, "deck"), names(p, deck, s->deck_count[p]));
        for (int t = 0; t < AGON_SKIRMISH_TERRAINS; t++) {
            const json_t *terrain =
                json_array_get(json_object_get(expected, "terrains"), (size_t)t);
            expect_unit(json_array_get(json_object_get(terrain, "units"), (size_t)p), p, t);
            assert_int_equal(modifier(p, t), pair_at(terrain, "modifiers", (size_t)p));
        }
    }
}

// One line of a whole match: what holds after the action.
static void expect_trace(const json_t *trace) {
    for (int p = 0; p < 2; p++) {
        assert_int_equal(state()->hand_count[p], pair_at(trace, "hand_sizes", (size_t)p));
        assert_int_equal(state()->grave_count[p], pair_at(trace, "graveyard_sizes", (size_t)p));
        assert_int_equal(state()->rounds_won[p], pair_at(trace, "wins", (size_t)p));
        for (int t = 0; t < AGON_SKIRMISH_TERRAINS; t++) {
            const json_t *powers = json_array_get(json_object_get(trace, "powers"), (size_t)t);
            const json_t *value = json_array_get(powers, (size_t)p);
            assert_int_equal(power(p, t), json_is_null(value) ? -1 : json_integer_value(value));
            const json_t *mods = json_array_get(json_object_get(trace, "modifiers"), (size_t)t);
            assert_int_equal(modifier(p, t), json_integer_value(json_array_get(mods, (size_t)p)));
        }
    }
    assert_int_equal(state()->current, number(trace, "currentPlayer"));
}

// ---------------------------------------------------------------------------------------------
// Playing

static json_t *slice(const json_t *list, size_t from, size_t to) {
    json_t *out = json_array();
    for (size_t i = from; i < to && i < json_array_size(list); i++) {
        json_array_append(out, json_array_get(list, i));
    }
    return out;
}

// A whole match begins with decks in draw order: the first eight cards are in hand.
static json_t *opening_of(const json_t *input) {
    json_t *players = json_array();
    json_t *terrains = json_array();
    for (size_t p = 0; p < 2; p++) {
        const json_t *deck = json_array_get(json_object_get(input, "decks_in_draw_order"), p);
        json_array_append_new(players, json_pack("{s:o,s:o,s:[],s:i}", "hand", slice(deck, 0, 8),
                                                 "deck", slice(deck, 8, 99), "graveyard", "sp", 0));
    }
    for (int t = 0; t < AGON_SKIRMISH_TERRAINS; t++) {
        json_array_append_new(terrains, json_pack("{s:[n,n],s:[i,i]}", "units", "modifiers", 0, 0));
    }
    int starting = number(input, "starting_player");
    return json_pack("{s:i,s:i,s:i,s:[b,b],s:[i,i],s:b,s:o,s:o}", "skirmish", 1, "currentPlayer",
                     starting, "startingPlayer", starting, "done", 0, 0, "wins", 0, 0, "activating",
                     0, "players", players, "terrains", terrains);
}

static void load_input(const json_t *input) {
    json_t *given = json_object_get(input, "state");
    json_t *short_state = given ? json_incref(given) : opening_of(input);
    json_t *document = document_of(short_state);
    if (load_json(document) != AGON_OK) {
        fail_msg("%s: %s", refusal.path, refusal.message);
    }
    json_decref(document);
    json_decref(short_state);
}

static void play_case(const json_t *sample) {
    const json_t *input = json_object_get(sample, "input");
    const json_t *expect = json_object_get(sample, "expect");
    const json_t *traces = json_object_get(expect, "trace");
    const json_t *refused = json_object_get(expect, "illegal_action_index");
    json_int_t stop = json_is_integer(refused) ? json_integer_value(refused) : -1;
    size_t i;
    json_t *action;
    load_input(input);
    json_array_foreach(json_object_get(input, "actions"), i, action) {
        const json_t *trace = json_array_get(traces, i);
        int player = number(action, "player");
        char words[80];
        words_of(action, words, sizeof words);
        if (trace) {
            assert_int_equal(agon_count(table.game, table.state, player),
                             number(trace, "legal_count"));
        }
        agon_status status = try(player, words);
        assert_int_equal(status != AGON_OK, (json_int_t)i == stop);
        if (trace) {
            expect_trace(trace);
        }
    }
    expect_state(json_object_get(expect, "state"));
}

static void all_samples_hold(void **unused) {
    (void)unused;
    json_t *file = support_read_json("tests/vectors/skirmish.json");
    const json_t *cases = json_object_get(file, "cases");
    assert_int_equal(json_array_size(cases), 48);
    size_t i;
    json_t *sample;
    json_array_foreach(cases, i, sample) {
        print_message("             %s\n", json_string_value(json_object_get(sample, "name")));
        play_case(sample);
    }
    json_decref(file);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test_teardown(all_samples_hold, leave)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
