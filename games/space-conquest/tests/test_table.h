// What the tests of this game share: a table, documents as text, events.
#ifndef AGON_CONQUEST_TEST_TABLE_H
#define AGON_CONQUEST_TEST_TABLE_H

#include "tests/support/support.h"

#include "games/space-conquest/state.h"

// The table under test; every test makes its own and frees it.
static agon_table table;
static conquest_state *s;

static inline const agon_codec *codec(void) {
    return agon_codec_find("space-conquest");
}

static inline void init_table(int64_t seed) {
    json_t *config = json_pack("{s:I}", "seed", (json_int_t)seed);
    assert_int_equal(agon_table_init(codec(), agon_value_of(config), &table, NULL), AGON_OK);
    json_decref(config);
    s = (conquest_state *)table.state;
}

// Five stars: homes A (1,1) of p1 with 10 ships and P (10,8) of p2 with 10, neutral C (4,4) RU 2, D
// (1,5) RU 3 of p1 with 3, E (7,7) RU 1 of p2 with 2. Turn 3, nothing in flight.
static inline json_t *small_state(void) {
    return support_json(
        "{'seed':42,'turn':3,'stars':["
        "{'id':'A','x':1,'y':1,'base_ru':4,'owner':'p1','npc_ships':0,'stationed_ships':{'p1':10}},"
        "{'id':'P','x':10,'y':8,'base_ru':4,'owner':'p2','npc_ships':0,"
        "'stationed_ships':{'p2':10}},"
        "{'id':'C','x':4,'y':4,'base_ru':2,'owner':null,'npc_ships':2},"
        "{'id':'D','x':1,'y':5,'base_ru':3,'owner':'p1','npc_ships':0,'stationed_ships':{'p1':3}},"
        "{'id':'E','x':7,'y':7,'base_ru':1,'owner':'p2','npc_ships':0,"
        "'stationed_ships':{'p2':2}}],"
        "'fleets':[],'players':["
        "{'id':'p1','home_star':'A','visited_stars':['A','D']},"
        "{'id':'p2','home_star':'P','visited_stars':['E','P']}]}");
}

enum { A = 0, C = 2, D = 3, E = 4, P = 15 }; // its stars

static inline void load_table(json_t *state) {
    agon_error error = {0};
    if (agon_table_load(codec(), agon_value_of(state), &table, &error) != AGON_OK) {
        fail_msg("%s: %s", error.path, error.message);
    }
    json_decref(state);
    s = (conquest_state *)table.state;
}

static inline void load_small(void) {
    load_table(small_state());
}

static inline json_t *written(const agon_state *state) {
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_state_write(codec(), table.game, state, &json);
    json_t *value = json_loadb(text.data, text.length, 0, NULL);
    assert_non_null(value);
    agon_text_free(&text);
    return value;
}

// A value of the state's JSON is this text (with ' for ").
static inline void expect_key(const agon_state *state, const char *key, const char *value) {
    json_t *document = written(state);
    json_t *wanted = support_json(value);
    if (!json_equal(json_object_get(document, key), wanted)) {
        fail_msg("%s is %s", key, json_dumps(json_object_get(document, key), JSON_ENCODE_ANY));
    }
    json_decref(wanted);
    json_decref(document);
}

// A fleet with the player's next number.
static inline void add_fleet(int player, unsigned from, unsigned to, uint32_t ships,
                             uint8_t distance) {
    conquest_fleet *fleet = agon_conquest_add(s, CONQUEST_FLEETS);
    *fleet = (conquest_fleet){.ships = ships,
                              .number = s->fleet_counter[player]++,
                              .owner = (uint8_t)player,
                              .from = (uint8_t)from,
                              .to = (uint8_t)to,
                              .distance = distance};
}

// ---------------------------------------------------------------------------------------------
// Playing

static inline agon_status order(int player, char from, char to, int32_t ships) {
    return agon_apply(table.game, table.state, player, agon_conquest_order(from, to, ships), NULL,
                      table.state, NULL);
}

static inline agon_status commit(int player) {
    return agon_apply(table.game, table.state, player, agon_conquest_commit(), NULL, table.state,
                      NULL);
}

// Events of the last play, as JSON.
static json_t *events;

static inline void take_event(void *user, const agon_event *event) {
    (void)user;
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_event_write(codec(), table.game, event, true, &json);
    json_array_append_new(events, json_loadb(text.data, text.length, 0, NULL));
    agon_text_free(&text);
}

// Plays a JSON action, all its steps, with rolls (a list that ends with 0, or NULL). Keeps events.
static inline agon_status play(int player, const char *action, const int32_t *rolls) {
    agon_action steps[AGON_MAX_STEPS_PER_ACTION];
    size_t count;
    json_t *json = support_json(action);
    agon_status status = agon_action_read(codec(), table.game, table.state, agon_value_of(json),
                                          steps, &count, NULL);
    json_decref(json);
    if (events) {
        json_decref(events);
    }
    events = json_array();
    agon_sink sink = {.emit = take_event};
    agon_draws draws = {.values = rolls, .scratch = malloc(table.game->state_max)};
    while (rolls && rolls[draws.count]) {
        draws.count++;
    }
    const agon_context context = {.sink = &sink, .draws = rolls ? &draws : NULL};
    for (size_t i = 0; status == AGON_OK && i < count; i++) {
        status = agon_apply(table.game, table.state, player, steps[i], &context, table.state, NULL);
    }
    free(draws.scratch);
    assert_true(!rolls || status || draws.used == draws.count);
    return status;
}

static inline void expect_events(const char *list) {
    json_t *wanted = support_json(list);
    if (!json_equal(events, wanted)) {
        fail_msg("events: %s", json_dumps(events, JSON_COMPACT));
    }
    json_decref(wanted);
}

// Both commit without orders; no rolls are left to chance.
static inline void pass_turn(const int32_t *rolls) {
    static const int32_t none[] = {0};
    assert_int_equal(play(0, "{'moves':[]}", NULL), AGON_OK);
    assert_int_equal(play(1, "{'moves':[]}", rolls ? rolls : none), AGON_OK);
}

static inline int done(void **unused) {
    (void)unused;
    agon_table_free(&table);
    json_decref(events);
    events = NULL;
    return 0;
}

#define TEST(function) cmocka_unit_test_teardown(function, done)

#endif
