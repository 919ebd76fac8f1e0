// Documents as text: there and back, and what is wrong with those that are none.
#include "tests/support/support.h"

#include "agon/document.h"

#define STEPS 40

static char *written(const agon_table *table, const agon_state *state) {
    agon_text text = {0};
    agon_state_to_json(table, state, &text);
    assert_false(text.failed);
    return text.data;
}

// The same state, read from its text in a table of its own: same text, same hash.
static void survives(const agon_table *table, const agon_state *state) {
    char *text = written(table, state);
    agon_table again;
    agon_error error;
    if (agon_state_from_json(table->codec, text, &again, &error) != AGON_OK) {
        fail_msg("%s: %s: %s in %s", table->codec->rules->id, error.path, error.message, text);
    }
    char *text_again = written(&again, again.state);
    assert_string_equal(text, text_again);
    assert_true(agon_hash(again.game, again.state) == agon_hash(table->game, state));
    free(text_again);
    free(text);
    agon_table_free(&again);
}

static void view_survives(const agon_table *table, int viewer) {
    agon_state *view = malloc(table->game->state_max);
    assert_int_equal(agon_view(table->game, table->state, viewer, view), AGON_OK);
    survives(table, view);
    free(view);
}

// Plays one random action that went through text.
static void play(const agon_table *table, agon_rng *rng) {
    int player = 0;
    while (!(table->state->to_act >> player & 1u)) {
        player++;
    }
    agon_action action, read[AGON_MAX_STEPS_PER_ACTION];
    size_t count;
    agon_text text = {0};
    assert_int_equal(agon_random_action(table->game, table->state, player, rng, &action), AGON_OK);
    agon_action_to_json(table, action, &text);
    assert_int_equal(agon_action_from_json(table, text.data, read, &count, NULL), AGON_OK);
    assert_int_equal(count, 1);
    assert_memory_equal(&read[0], &action, sizeof action);
    agon_text_free(&text);
    assert_int_equal(
        agon_apply(table->game, table->state, player, action, NULL, table->state, NULL), AGON_OK);
}

static void everything_survives_text(void **state) {
    (void)state;
    const agon_codec *codec;
    for (size_t i = 0; (codec = agon_codec_at(i)) != NULL; i++) {
        agon_table table;
        agon_rng rng = agon_rng_make(agon_seed_number(3));
        assert_int_equal(agon_config_from_json(codec, 0, " { \"seed\" : 9 } ", &table, NULL),
                         AGON_OK);
        for (int step = 0; step < STEPS && !table.state->over; step++) {
            survives(&table, table.state);
            view_survives(&table, AGON_SPECTATOR);
            view_survives(&table, step % table.game->players);
            play(&table, &rng);
        }
        agon_table_free(&table);
    }
}

static void viewers_survive_text(void **state) {
    (void)state;
    const agon_codec *codec;
    for (size_t i = 0; (codec = agon_codec_at(i)) != NULL; i++) {
        agon_table table;
        assert_int_equal(agon_config_from_json(codec, 0, NULL, &table, NULL), AGON_OK);
        for (int viewer = 0; viewer <= table.game->players; viewer++) {
            int asked = viewer < table.game->players ? viewer : AGON_SPECTATOR;
            int read = -1;
            agon_text text = {0};
            agon_viewer_to_json(&table, asked, &text);
            assert_int_equal(agon_viewer_from_json(&table, text.data, &read, NULL), AGON_OK);
            assert_int_equal(read, asked);
            agon_text_free(&text);
        }
        int nobody = 0;
        agon_error error;
        assert_int_equal(agon_viewer_from_json(&table, "[]", &nobody, &error), AGON_UNKNOWN_PLAYER);
        assert_int_equal(agon_viewer_from_json(&table, "[", &nobody, NULL), AGON_BAD_JSON);
        agon_table_free(&table);
    }
}

// What a config points to is there as long as the table is: a second match can be made of it.
static void a_table_keeps_its_document(void **state) {
    (void)state;
    char text[] = "{\"playerIds\":[\"ann\",\"bob\"]}";
    agon_table table;
    assert_int_equal(
        agon_config_from_json(agon_codec_find("rock-paper-scissors"), 0, text, &table, NULL),
        AGON_OK);
    memset(text, 'x', sizeof text - 1);
    assert_non_null(table.document);
    agon_game *game = malloc(agon_game_size(table.game->rules, table.config));
    assert_int_equal(agon_configure(table.game->rules, table.config, game, NULL), AGON_OK);
    agon_table second = {.codec = table.codec, .game = game};
    agon_text name = {0};
    agon_viewer_to_json(&second, 1, &name);
    assert_string_equal(name.data, "\"bob\"");
    agon_text_free(&name);
    free(game);
    agon_table_free(&table);
}

static void faults_have_a_status_and_a_place(void **state) {
    (void)state;
    const agon_codec *codec = agon_codec_find("entropy");
    agon_table table;
    agon_error error;
    assert_int_equal(agon_config_from_json(codec, 0, "{\"seed\":", &table, &error), AGON_BAD_JSON);
    assert_null(table.game);
    assert_int_equal(agon_config_from_json(codec, 0, "{\"seed\":", &table, NULL), AGON_BAD_JSON);
    assert_int_equal(agon_config_from_json(codec, 0, "{\"seed\":\"x\"}", &table, &error),
                     AGON_BAD_CONFIG);
    assert_string_equal(error.path, "seed");
    assert_int_equal(agon_config_from_json(codec, 99, NULL, &table, NULL), AGON_BAD_CONFIG);
    assert_int_equal(agon_state_from_json(codec, "[]", &table, &error), AGON_BAD_STATE);
    assert_int_equal(agon_state_from_json(codec, "", &table, NULL), AGON_BAD_JSON);
    assert_null(table.state);

    agon_action actions[AGON_MAX_STEPS_PER_ACTION];
    size_t count = 1;
    assert_int_equal(agon_config_from_json(codec, 0, NULL, &table, NULL), AGON_OK);
    assert_int_equal(agon_action_from_json(&table, "{\"type\":\"sing\"}", actions, &count, &error),
                     AGON_BAD_ACTION);
    assert_string_equal(error.path, "type");
    assert_int_equal(count, 0);
    assert_int_equal(agon_action_from_json(&table, "}", actions, &count, NULL), AGON_BAD_JSON);
    agon_table_free(&table);
}

static void note_event(void *user, const agon_event *event) {
    agon_event *first = user;
    *first = *event;
}

static void events_and_boards_become_text(void **state) {
    (void)state;
    agon_table table;
    assert_int_equal(
        agon_config_from_json(agon_codec_find("rock-paper-scissors"), 0, NULL, &table, NULL),
        AGON_OK);
    agon_event event;
    agon_sink sink = {note_event, &event};
    agon_context context = {&sink, NULL};
    agon_action rock = {0};
    assert_int_equal(agon_apply(table.game, table.state, 0, rock, &context, table.state, NULL),
                     AGON_OK);
    agon_text text = {0};
    agon_event_to_json(&table, &event, &text);
    assert_non_null(strstr(text.data, "\"choice\":\"rock\""));
    assert_null(strstr(text.data, "visible"));
    agon_text_free(&text);
    agon_state_to_text(&table, table.state, &text);
    assert_non_null(strstr(text.data, "p1"));
    agon_text_free(&text);
    agon_table_free(&table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_survives_text),
        cmocka_unit_test(viewers_survive_text),
        cmocka_unit_test(a_table_keeps_its_document),
        cmocka_unit_test(faults_have_a_status_and_a_place),
        cmocka_unit_test(events_and_boards_become_text),
    };
    return cmocka_run_group_tests_name("document", tests, NULL, NULL);
}
