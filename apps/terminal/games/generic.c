// A screen for any game: the codec's board, events and actions from their JSON, numbers to pick from.
#include "apps/terminal/games/game_screen.h"

#include "apps/host/say.h"

#include <stdio.h>
#include <string.h>

#define LISTED 300 // actions; what comes after them can be typed as JSON or as a number

static void say_document(const agon_text *json, agon_text *text) {
    json_t *document = json->failed ? NULL : agon_json_parse(json->data, json->length, NULL);
    if (document) {
        agon_say_json(text, document, NULL);
    } else {
        text->failed = true;
    }
    json_decref(document);
}

void agon_generic_say_action(const agon_scene *scene, int player, agon_action action,
                             agon_text *text) {
    agon_text json = {0};
    agon_json out = {.text = &json};
    (void)player;
    scene->codec->action_write(scene->game, scene->view, action, &out);
    say_document(&json, text);
    agon_text_free(&json);
}

void agon_generic_say_event(const agon_scene *scene, const agon_event *event, agon_text *text) {
    agon_text json = {0};
    agon_json out = {.text = &json};
    agon_event_write(scene->codec, scene->game, event, false, &out);
    say_document(&json, text);
    agon_text_free(&json);
}

// Lines of the board, as many as there is room for.
static int draw_board(const agon_scene *scene, agon_pen *pen, int most) {
    agon_text board = {0};
    int lines = 0;
    scene->codec->render(scene->game, scene->view, &board);
    pen->text->failed |= board.failed;
    for (const char *at = board.data ? board.data : ""; *at && lines < most; lines++) {
        const size_t size = strcspn(at, "\n");
        agon_pen_put(pen, AGON_INK_PLAIN, "%.*s", (int)size, at);
        agon_pen_end(pen);
        at += size + (at[size] == '\n');
    }
    agon_text_free(&board);
    return lines;
}

// The last events, in the lines that are left.
static void draw_events(const agon_scene *scene, agon_pen *pen, int most) {
    const size_t room = most > 0 ? (size_t)most : 0;
    const size_t oldest = scene->event_count > room ? scene->event_count - room : 0;
    const size_t first = scene->fresh > oldest ? scene->fresh : oldest;
    for (size_t i = first; i < scene->event_count; i++) {
        agon_text words = {0};
        agon_generic_say_event(scene, &scene->events[i], &words);
        agon_pen_put(pen, AGON_INK_DIM, "%s %s", agon_pen_pick(pen, "·", "-"),
                     words.data ? words.data : "");
        agon_pen_end(pen);
        agon_text_free(&words);
    }
}

static void draw(const agon_scene *scene, agon_pen *pen) {
    const int lines = draw_board(scene, pen, scene->height);
    draw_events(scene, pen, scene->height - lines);
}

static void list(const agon_scene *scene, const char *words, agon_choices *choices) {
    const uint32_t count = agon_count(scene->game, scene->view, scene->player);
    if (words[0]) {
        return;
    }
    for (uint32_t i = 0; i < count && i < LISTED; i++) {
        agon_text text = {0};
        agon_action action = agon_nth(scene->game, scene->view, scene->player, i);
        agon_generic_say_action(scene, scene->player, action, &text);
        agon_choice_label(agon_choices_add(choices, true, "action %u", (unsigned)i + 1), "%s",
                          text.data ? text.data : "");
        choices->failed |= text.failed;
        agon_text_free(&text);
    }
    if (count > LISTED) {
        agon_choices_ask(choices, "One of %u actions: a number, or 'action %u'", (unsigned)count,
                         (unsigned)count);
    }
}

static agon_line_result read_json(const agon_scene *scene, const char *line,
                                  agon_reading *reading) {
    agon_error error = {0};
    json_t *document = agon_json_parse(line, strlen(line), &error);
    agon_status status = AGON_BAD_ACTION;
    if (document) {
        status = agon_action_read(scene->codec, scene->game, scene->view, agon_value_of(document),
                                  reading->actions, &reading->count, &error);
    }
    json_decref(document);
    return status == AGON_OK ? AGON_LINE_ACTIONS
                             : agon_reading_refuse(reading, "%s%s%s", error.path,
                                                   error.path[0] ? ": " : "", error.message);
}

static agon_line_result read(const agon_scene *scene, const char *line, agon_reading *reading) {
    agon_line words;
    long number;
    const uint32_t count = agon_count(scene->game, scene->view, scene->player);
    agon_line_split(&words, line);
    if (words.count > 0 && words.words[0][0] == '{') {
        return read_json(scene, line, reading);
    }
    if (words.count == 2 && strcmp(words.words[0], "action") == 0 &&
        agon_word_number(words.words[1], 1, (long)count, &number)) {
        const uint32_t index = (uint32_t)number - 1;
        return agon_reading_act(reading, agon_nth(scene->game, scene->view, scene->player, index));
    }
    return agon_reading_refuse(reading, "A number from 1 to %u, or an action as JSON, would do.",
                               (unsigned)count);
}

const agon_game_screen agon_generic_screen = {
    .id = "",
    .board_lines = 15,
    .draw = draw,
    .list = list,
    .read = read,
    .say_action = agon_generic_say_action,
    .say_event = agon_generic_say_event,
    .help = "NUMBER     the action with this number\n"
            "action N   the same, also beyond the end of the list\n"
            "{...}      an action as JSON\n",
};
