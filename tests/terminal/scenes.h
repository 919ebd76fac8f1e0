// A match seen and played through a face, for the tests of faces: lines are typed, screens compared.
#ifndef AGON_TESTS_TERMINAL_SCENES_H
#define AGON_TESTS_TERMINAL_SCENES_H

#include "tests/support/support.h"

#include "apps/terminal/games/game_screen.h"

#define FACE_EVENTS 512

typedef struct face_table {
    agon_table table;
    const agon_face *face;
    agon_state *view;
    int player; // who looks
    agon_event events[FACE_EVENTS];
    size_t event_count;
    size_t fresh;
    agon_reading reading; // of the last line
} face_table;

static const agon_series face_single = {.best_of = 1};
static const char *const face_names[AGON_MAX_PLAYERS] = {"you",  "red",  "blue", "green",
                                                         "gold", "pink", "grey", "teal"};

static inline void face_open(face_table *t, const char *game, int players, const char *config) {
    memset(t, 0, sizeof *t);
    json_t *document = agon_json_parse(config, strlen(config), NULL);
    const agon_codec *codec = agon_codec_find(game);
    assert_non_null(document);
    assert_non_null(codec);
    t->face = agon_face_of(codec);
    assert_int_equal(agon_table_init_for(codec, players, document, &t->table, NULL), AGON_OK);
    t->view = calloc(1, t->table.game->state_max);
    assert_non_null(t->view);
    json_decref(document);
}

static inline void face_close(face_table *t) {
    free(t->view);
    agon_table_free(&t->table);
}

static inline void face_hear(void *user, const agon_event *event) {
    face_table *t = user;
    agon_event seen;
    if (t->event_count < FACE_EVENTS &&
        agon_event_redact(t->table.codec->rules->events, event, t->player, &seen)) {
        t->events[t->event_count++] = seen;
    }
}

// What a player sees; `width` and `height` of the board.
static inline agon_scene face_scene(face_table *t, int player, int width, int height) {
    assert_int_equal(agon_view(t->table.game, t->table.state, player, t->view), AGON_OK);
    return (agon_scene){.codec = t->table.codec,
                        .game = t->table.game,
                        .view = t->view,
                        .player = player,
                        .names = face_names,
                        .events = t->events,
                        .event_count = t->event_count,
                        .fresh = t->fresh,
                        .series = &face_single,
                        .width = width,
                        .height = height};
}

// What a line means to a player; nothing is done.
static inline agon_heed face_read(face_table *t, int player, const char *line) {
    const agon_scene scene = face_scene(t, player, 80, 18);
    memset(&t->reading, 0, sizeof t->reading);
    return t->face->read(&scene, line, &t->reading);
}

// Types a line that must be a decision, and makes it.
static inline void face_type(face_table *t, int player, const char *line) {
    agon_sink sink = {face_hear, t};
    const agon_context context = {.sink = &sink};
    const agon_heed heed = face_read(t, player, line);
    if (heed != AGON_HEED_ACTIONS) {
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
static inline void face_refuses(face_table *t, int player, const char *line, const char *words) {
    const agon_heed heed = face_read(t, player, line);
    if (heed != AGON_HEED_WRONG || !strstr(t->reading.answer, words)) {
        fail_msg("'%s' gives %d '%s' without '%s'", line, (int)heed, t->reading.answer, words);
    }
}

// The choices for some words, as one text: "words (label), …" after the question.
static inline void face_list(face_table *t, int player, const char *words, agon_text *text) {
    const agon_scene scene = face_scene(t, player, 80, 18);
    agon_choices choices = {0};
    t->face->list(&scene, words, &choices);
    agon_text_printf(text, "%s", choices.question);
    for (size_t i = 0; i < choices.count; i++) {
        agon_text_printf(text, "\n%s%s | %s", choices.items[i].words,
                         choices.items[i].is_whole ? "" : " ...", choices.items[i].label);
    }
    agon_choices_free(&choices);
}

static inline void face_lists(face_table *t, int player, const char *words, const char *expected) {
    agon_text text = {0};
    face_list(t, player, words, &text);
    assert_string_equal(text.data, expected);
    agon_text_free(&text);
}

// The board in ASCII without colours.
static inline void face_draw(face_table *t, int player, int width, int height, agon_text *text) {
    const agon_scene scene = face_scene(t, player, width, height);
    agon_pen pen = {.text = text, .width = width};
    t->face->draw(&scene, &pen);
    assert_false(text->failed);
}

// The board is that of a file in tests/golden/screens. With AGON_SCREENS=write the file is made.
static inline void face_shows(face_table *t, int player, int width, int height, const char *file) {
    char path[512];
    agon_text text = {0};
    const char *mode = getenv("AGON_SCREENS");
    face_draw(t, player, width, height, &text);
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
static inline void face_tells(face_table *t, int player, const char *words) {
    agon_text text = {0};
    face_draw(t, player, 100, 30, &text);
    if (!strstr(text.data, words)) {
        fail_msg("no '%s' on\n%s", words, text.data);
    }
    agon_text_free(&text);
}

#endif
