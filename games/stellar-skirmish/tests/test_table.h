// What the tests of this game share: a table from a JSON text, plays, and what was heard.
#ifndef AGON_STELLAR_TEST_TABLE_H
#define AGON_STELLAR_TEST_TABLE_H

#include "tests/support/support.h"

#include "games/stellar-skirmish/state.h"

#include "agon/codec.h"

extern const agon_codec agon_stellar_codec;

static agon_table table;   // under test; texts have ' for "
static agon_text heard;    // events of the last play, as JSON
static agon_error refusal; // of the last play or document that was refused

static inline int leave(void **unused) {
    (void)unused;
    agon_text_free(&heard);
    heard = (agon_text){0};
    agon_table_free(&table);
    return 0;
}

// A test that frees its table.
#define TEST(function) cmocka_unit_test_teardown(function, leave)

static inline agon_status start(const char *config) {
    leave(NULL);
    json_t *json = support_json(config);
    refusal = (agon_error){0};
    agon_status status =
        agon_table_init(&agon_stellar_codec, agon_value_of(json), &table, &refusal);
    json_decref(json);
    return status;
}

static inline agon_status load_json(const json_t *document) {
    leave(NULL);
    refusal = (agon_error){0};
    return agon_table_load(&agon_stellar_codec, agon_value_of(document), &table, &refusal);
}

static inline agon_status load(const char *document) {
    json_t *json = support_json(document);
    agon_status status = load_json(json);
    json_decref(json);
    return status;
}

static inline void begin(const char *config) {
    if (start(config) != AGON_OK) {
        fail_msg("%s: %s", refusal.path, refusal.message);
    }
}

static inline void resume(const char *document) {
    if (load(document) != AGON_OK) {
        fail_msg("%s: %s", refusal.path, refusal.message);
    }
}

static inline void hear(void *user, const agon_event *event) {
    (void)user;
    agon_json json = {.text = &heard, .needs_comma = heard.length > 0};
    size_t from = heard.length;
    agon_event_write(&agon_stellar_codec, table.game, event, false, &json);
    for (size_t i = from; i < heard.length; i++) {
        heard.data[i] = heard.data[i] == '"' ? '\'' : heard.data[i];
    }
}

// Players are numbered from 1 here, as in the documents.
static inline agon_status play(int player, int32_t card) {
    agon_sink sink = {.emit = hear};
    agon_context context = {.sink = &sink};
    agon_text_free(&heard);
    heard = (agon_text){0};
    refusal = (agon_error){0};
    return agon_apply(table.game, table.state, player - 1, agon_stellar_play(card), &context,
                      table.state, &refusal);
}

// Plays a card of every player, in player order.
static inline void battle(const int32_t *cards) {
    for (int p = 1; p <= table.game->players; p++) {
        assert_int_equal(play(p, cards[p - 1]), AGON_OK);
    }
}
#define BATTLE(...) battle((const int32_t[]){__VA_ARGS__})

static inline json_t *document(const agon_state *state) {
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_state_write(&agon_stellar_codec, table.game, state, &json);
    json_t *value = agon_json_parse(text.data, text.length, NULL);
    assert_non_null(value);
    agon_text_free(&text);
    return value;
}

static inline void assert_json(const json_t *found, const char *expected) {
    json_t *wanted = support_json(expected);
    if (!json_equal(found, wanted)) {
        fail_msg("found %s", json_dumps(found, JSON_ENCODE_ANY | JSON_COMPACT));
    }
    json_decref(wanted);
}

// The value of a key of a state or view.
static inline void assert_key(const agon_state *state, const char *key, const char *expected) {
    json_t *whole = document(state);
    assert_json(json_object_get(whole, key), expected);
    json_decref(whole);
}

static inline void assert_state(const char *key, const char *expected) {
    assert_key(table.state, key, expected);
}

// The value of a key of a viewer's view; player numbers from 1, 0 for the spectator.
static inline void assert_view(int viewer, const char *key, const char *expected) {
    agon_state *view = calloc(1, table.game->state_max);
    assert_int_equal(agon_view(table.game, table.state, viewer ? viewer - 1 : AGON_SPECTATOR, view),
                     AGON_OK);
    assert_key(view, key, expected);
    free(view);
}

// The ids of planets in a list, with points: "A3 B-1".
static inline void assert_planets(const uint8_t *planets, int count, const char *expected) {
    char found[1024] = "";
    for (int i = 0; i < count; i++) {
        agon_stellar_planet planet = agon_stellar_planet_at(table.game, planets[i]);
        size_t length = strlen(found);
        snprintf(found + length, sizeof found - length, "%s%s:%d", i ? " " : "", planet.id,
                 (int)planet.victory_points);
    }
    assert_string_equal(found, expected);
}

static inline void assert_claimed(int player, const char *expected) {
    uint8_t planets[AGON_STELLAR_MAX_PLANETS];
    int count = agon_stellar_claimed(table.game, table.state, player - 1, planets);
    assert_planets(planets, count, expected);
}

static inline void assert_pot(const char *expected) {
    agon_stellar_pot pot = agon_stellar_pot_summary(table.game, table.state);
    assert_planets(pot.planets, pot.count, expected);
}

static inline void assert_heard(const char *events) {
    assert_string_equal(heard.data ? heard.data : "", events);
}

static inline void assert_ended(int reason) {
    assert_int_equal(table.state->over, reason != AGON_STELLAR_NOT_OVER);
    assert_int_equal(agon_stellar_end_reason(table.state), reason);
}

#endif
