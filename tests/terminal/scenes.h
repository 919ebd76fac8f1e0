// A match seen and played through a game's screen: lines are typed, screens compared.
#ifndef AGON_TESTS_TERMINAL_SCENES_H
#define AGON_TESTS_TERMINAL_SCENES_H

#include "tests/support/support.h"

#include "apps/terminal/games/game_screen.h"

#define SCENE_EVENTS 512

typedef struct scene_table {
    agon_table table;
    const agon_game_screen *game_screen;
    agon_state *view;
    int player; // who looks
    agon_event events[SCENE_EVENTS];
    size_t event_count;
    size_t fresh;
    agon_reading reading; // of the last line
} scene_table;

static const agon_series scene_single = {.best_of = 1};
static const char *const scene_names[AGON_MAX_PLAYERS] = {"you",  "red",  "blue", "green",
                                                          "gold", "pink", "grey", "teal"};

static inline void scene_open(scene_table *t, const char *game, int players, const char *config) {
    memset(t, 0, sizeof *t);
    json_t *document = agon_json_parse(config, strlen(config), NULL);
    const agon_codec *codec = agon_codec_find(game);
    assert_non_null(document);
    assert_non_null(codec);
    t->game_screen = agon_game_screen_of(codec);
    assert_int_equal(agon_table_init_for(codec, players, agon_value_of(document), &t->table, NULL),
                     AGON_OK);
    t->view = calloc(1, t->table.game->state_max);
    assert_non_null(t->view);
    json_decref(document);
}

static inline void scene_close(scene_table *t) {
    free(t->view);
    agon_table_free(&t->table);
}

static inline void scene_hear(void *user, const agon_event *event) {
    scene_table *t = user;
    agon_event seen;
    if (t->event_count < SCENE_EVENTS &&
        agon_event_redact(t->table.codec->rules->events, event, t->player, &seen)) {
        t->events[t->event_count++] = seen;
    }
}

// What a player sees; `width` and `height` of the board.
static inline agon_scene scene_of_player(scene_table *t, int player, int width, int height) {
    assert_int_equal(agon_view(t->table.game, t->table.state, player, t->view), AGON_OK);
    return (agon_scene){.codec = t->table.codec,
                        .game = t->table.game,
                        .view = t->view,
                        .player = player,
                        .names = scene_names,
                        .events = t->events,
                        .event_count = t->event_count,
                        .fresh = t->fresh,
                        .series = &scene_single,
                        .width = width,
                        .height = height};
}

// What a line means to a player; nothing is done.
static inline agon_line_result scene_read(scene_table *t, int player, const char *line) {
    const agon_scene scene = scene_of_player(t, player, 80, 18);
    memset(&t->reading, 0, sizeof t->reading);
    return t->game_screen->read(&scene, line, &t->reading);
}

// Types a line that must be a decision, and makes it.
static inline void scene_type(scene_table *t, int player, const char *line) {
    agon_sink sink = {scene_hear, t};
    const agon_context context = {.sink = &sink};
    const agon_line_result result = scene_read(t, player, line);
    if (result != AGON_LINE_ACTIONS) {
        fail_msg("'%s': %s", line, t->reading.answer);
    }
    if (player == t->player) {
        t->fresh = t->event_count;
    }
    for (size_t i = 0; i < t->reading.count; i++) {
        agon_error error = {0};
        if (agon_apply(t->table.game, t->table.state, player, t->reading.actions[i], &context,
                       t->table.state, &error)) {
            fail_msg("'%s': %s", line, error.message);
        }
    }
}

// The line is refused, and the answer has these words in it.
static inline void scene_refuses(scene_table *t, int player, const char *line, const char *words) {
    const agon_line_result result = scene_read(t, player, line);
    if (result != AGON_LINE_WRONG || !strstr(t->reading.answer, words)) {
        fail_msg("'%s' gives %d '%s' without '%s'", line, (int)result, t->reading.answer, words);
    }
}

// The choices for some words, as one text: "words (label), …" after the question.
static inline void scene_list(scene_table *t, int player, const char *words, agon_text *text) {
    const agon_scene scene = scene_of_player(t, player, 80, 18);
    agon_choices choices = {0};
    t->game_screen->list(&scene, words, &choices);
    agon_text_printf(text, "%s", choices.question);
    for (size_t i = 0; i < choices.count; i++) {
        agon_text_printf(text, "\n%s%s | %s", choices.items[i].words,
                         choices.items[i].is_whole ? "" : " ...", choices.items[i].label);
    }
    agon_choices_free(&choices);
}

static inline void scene_lists(scene_table *t, int player, const char *words,
                               const char *expected) {
    agon_text text = {0};
    scene_list(t, player, words, &text);
    assert_string_equal(text.data, expected);
    agon_text_free(&text);
}

// The board in ASCII without colours.
static inline void scene_draw(scene_table *t, int player, int width, int height, agon_text *text) {
    const agon_scene scene = scene_of_player(t, player, width, height);
    agon_pen pen = {.text = text, .width = width};
    t->game_screen->draw(&scene, &pen);
    assert_false(text->failed);
}

// The board is that of a file in tests/golden/screens. With AGON_SCREENS=write the file is made.
static inline void scene_shows(scene_table *t, int player, int width, int height,
                               const char *file) {
    char path[512];
    agon_text text = {0};
    const char *mode = getenv("AGON_SCREENS");
    scene_draw(t, player, width, height, &text);
    snprintf(path, sizeof path, "%s/tests/golden/screens/%s", AGON_SOURCE_DIR, file);
    if (mode && strcmp(mode, "write") == 0) {
        FILE *out = fopen(path, "w");
        assert_non_null(out);
        fputs(text.data, out);
        assert_int_equal(fclose(out), 0);
    }
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    char expected[8192];
    expected[fread(expected, 1, sizeof expected - 1, in)] = '\0';
    assert_int_equal(fclose(in), 0);
    assert_string_equal(text.data, expected);
    agon_text_free(&text);
}

// The board has this text in it somewhere.
static inline void scene_tells(scene_table *t, int player, const char *words) {
    agon_text text = {0};
    scene_draw(t, player, 100, 30, &text);
    if (!strstr(text.data, words)) {
        fail_msg("no '%s' on\n%s", words, text.data);
    }
    agon_text_free(&text);
}

#endif
