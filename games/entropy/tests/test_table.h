// What Entropy's tests share: a board from a JSON text, actions with given rolls, and what was heard.
#ifndef AGON_ENTROPY_TEST_TABLE_H
#define AGON_ENTROPY_TEST_TABLE_H

#include "tests/support/support.h"

#include "games/entropy/state.h"

#include "agon/codec.h"
#include "agon/document.h"

extern const agon_codec agon_entropy_codec;

static agon_table table;   // the board under test
static agon_text heard;    // events of the last action, as JSON with ' for "
static agon_error refusal; // of the last action or document that was refused

static inline void forget(void) {
    agon_text_free(&heard);
    heard = (agon_text){0};
}

static inline int leave(void **unused) {
    (void)unused;
    forget();
    agon_table_free(&table);
    return 0;
}

static inline agon_status load(const char *text) {
    leave(NULL);
    json_t *json = support_json(text);
    refusal = (agon_error){0};
    agon_status status =
        agon_table_load(&agon_entropy_codec, agon_value_of(json), &table, &refusal);
    json_decref(json);
    return status;
}

static inline void sit_down(const char *text) {
    if (load(text) != AGON_OK) {
        fail_msg("%s: %s", refusal.path, refusal.message);
    }
}

static inline agon_status start(const char *config) {
    leave(NULL);
    json_t *json = support_json(config);
    refusal = (agon_error){0};
    agon_status status =
        agon_table_init(&agon_entropy_codec, agon_value_of(json), &table, &refusal);
    json_decref(json);
    return status;
}

static inline void hear(void *user, const agon_event *event) {
    (void)user;
    agon_json json = {.text = &heard, .needs_comma = heard.length > 0};
    size_t from = heard.length;
    agon_event_write(&agon_entropy_codec, table.game, event, false, &json);
    for (size_t i = from; i < heard.length; i++) {
        heard.data[i] = heard.data[i] == '"' ? '\'' : heard.data[i];
    }
}

// Applies an action with these rolls; NULL: with the state's generator.
static inline agon_status act(int player, agon_action action, const int32_t *rolls, size_t count) {
    entropy_state scratch;
    agon_draws draws = {.values = rolls, .count = count, .scratch = &scratch.head};
    agon_sink sink = {.emit = hear};
    agon_context context = {.sink = &sink, .draws = rolls ? &draws : NULL};
    forget();
    refusal = (agon_error){0};
    agon_status status =
        agon_apply(table.game, table.state, player, action, &context, table.state, &refusal);
    if (status == AGON_OK && rolls) {
        assert_int_equal(draws.used, count);
    }
    return status;
}

#define ROLLS(...) (const int32_t[]){__VA_ARGS__}, sizeof((const int32_t[]){__VA_ARGS__}) / 4
#define NO_ROLLS NULL, 0                        // the generator rolls
#define NOTHING_ROLLED (const int32_t[]){0}, 0u // and nothing may be rolled

static inline void attack_with(int player, int from, int to, const int32_t *rolls, size_t count) {
    agon_status status = act(player, agon_entropy_attack(from, to), rolls, count);
    assert_string_equal(agon_status_slug(status), "ok");
}

static inline void end_turn_with(int player, const int32_t *rolls, size_t count) {
    agon_status status = act(player, agon_entropy_end_turn(), rolls, count);
    assert_string_equal(agon_status_slug(status), "ok");
}

static inline void assert_heard(const char *events) {
    assert_string_equal(heard.data ? heard.data : "", events);
}

static inline void assert_node(int node, int owner, int dice) {
    agon_entropy_node found = agon_entropy_node_at(table.state, node);
    assert_int_equal(found.owner, owner);
    assert_int_equal(found.dice, dice);
}

static inline void assert_refused(int player, agon_action action, const char *slug,
                                  const char *path) {
    uint64_t before = agon_hash(table.game, table.state);
    agon_status status = act(player, action, NO_ROLLS);
    assert_string_equal(agon_status_slug(status), slug);
    assert_string_equal(refusal.path, path);
    assert_heard("");
    assert_true(agon_hash(table.game, table.state) == before);
}

#endif
