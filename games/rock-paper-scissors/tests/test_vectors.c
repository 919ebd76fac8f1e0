// The sample games of tests/vectors/rock-paper-scissors.json, step by step.
//
// The samples' views still show rngState and have no viewer; ours are the other way round (RPS-7).
#include "agon/codec.h"

#include "src/codec/json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const agon_codec *codec;
static agon_table table;

static json_t *written(const agon_state *state) {
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_error error = {0};
    agon_state_write(codec, table.game, state, &json);
    json_t *value = agon_json_parse(text.data, text.length, &error);
    agon_text_free(&text);
    return value;
}

static void expect_view(const char *viewer, const json_t *expected) {
    uint64_t memory[32];
    agon_state *view = (agon_state *)memory;
    json_t *name = json_string(viewer);
    json_t *wanted = json_copy((json_t *)expected);
    assert_int_equal(agon_view(table.game, table.state,
                               agon_viewer_read(codec, table.game, agon_value_of(name)), view),
                     AGON_OK);
    json_t *seen = written(view);
    json_object_del(wanted, "rngState");
    json_object_set_new(wanted, "viewer", name);
    assert_true(json_equal(seen, wanted));
    json_decref(seen);
    json_decref(wanted);
}

static void expect_actions(int player, const json_t *expected) {
    assert_int_equal(agon_count(table.game, table.state, player), json_array_size(expected));
    for (uint32_t i = 0; i < json_array_size(expected); i++) {
        agon_text text = {0};
        agon_json json = {.text = &text};
        codec->action_write(table.game, table.state, agon_nth(table.game, table.state, player, i),
                            &json);
        json_t *action = agon_json_parse(text.data, text.length, NULL);
        assert_true(json_equal(action, json_array_get(expected, i)));
        json_decref(action);
        agon_text_free(&text);
    }
}

static void expect_all(const json_t *after) {
    json_t *state = written(table.state);
    assert_true(json_equal(state, json_object_get(after, "state")));
    json_decref(state);
    const char *viewer;
    json_t *view;
    json_object_foreach(json_object_get(after, "views"), viewer, view) {
        expect_view(viewer, view);
    }
    const char *player;
    json_t *actions;
    json_object_foreach(json_object_get(after, "validActions"), player, actions) {
        json_t *name = json_string(player);
        expect_actions(codec->player_read(table.game, agon_value_of(name)), actions);
        json_decref(name);
    }
    assert_int_equal(table.state->over, json_is_true(json_object_get(after, "isGameOver")));
}

static void play_step(const json_t *step) {
    agon_action actions[AGON_MAX_STEPS_PER_ACTION];
    size_t count;
    int player = codec->player_read(table.game, agon_value_of(json_object_get(step, "player")));
    agon_status status =
        agon_action_read(codec, table.game, table.state,
                         agon_value_of(json_object_get(step, "action")), actions, &count, NULL);
    if (status == AGON_OK) {
        status = agon_apply(table.game, table.state, player, actions[0], NULL, table.state, NULL);
    }
    assert_int_equal(status == AGON_OK, json_is_true(json_object_get(step, "isValidAction")));
    expect_all(json_object_get(step, "after"));
}

static void test_samples(void **unused) {
    (void)unused;
    json_t *file =
        json_load_file(AGON_SOURCE_DIR "/tests/vectors/rock-paper-scissors.json", 0, NULL);
    size_t i;
    json_t *sample;
    size_t k;
    json_t *step;
    assert_true(json_array_size(json_object_get(file, "cases")) >= 9);
    json_array_foreach(json_object_get(file, "cases"), i, sample) {
        json_t *config = json_object_get(json_object_get(sample, "input"), "config");
        json_t *expected = json_object_get(sample, "expect");
        assert_int_equal(agon_table_init(codec, agon_value_of(config), &table, NULL), AGON_OK);
        expect_all(json_object_get(expected, "initial"));
        json_array_foreach(json_object_get(expected, "steps"), k, step) {
            play_step(step);
        }
        agon_table_free(&table);
    }
    json_decref(file);
}

int main(void) {
    codec = agon_codec_find("rock-paper-scissors");
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_samples)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
