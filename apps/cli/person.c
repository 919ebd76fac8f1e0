// A person at the terminal: shows the view and the valid actions, reads a number or an action.
#define _POSIX_C_SOURCE 200809L
#include "apps/cli/person.h"

#include "apps/cli/cli.h"
#include "apps/host/say.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHOWN 40 // valid actions that are listed

static void start(void *self, const agon_seating *seating, agon_fault_note *note) {
    (void)self;
    (void)seating;
    (void)note;
}

static void add_document(agon_text *text, const agon_text *json) {
    json_t *document = json->failed ? NULL : agon_json_parse(json->data, json->length, NULL);
    if (document) {
        agon_say_json(text, document, NULL);
    }
    json_decref(document);
}

static void add_events(const agon_codec *codec, const agon_game *game, const agon_event *events,
                       size_t count, agon_text *text) {
    for (size_t i = 0; i < count; i++) {
        agon_text json = {0};
        agon_json out = {.text = &json};
        agon_event_write(codec, game, &events[i], false, &out);
        agon_text_puts(text, "  ");
        add_document(text, &json);
        agon_text_puts(text, "\n");
        agon_text_free(&json);
    }
}

static void add_actions(const agon_codec *codec, const agon_question *question, uint32_t count,
                        agon_text *text) {
    for (uint32_t i = 0; i < count && i < SHOWN; i++) {
        agon_text json = {0};
        agon_json out = {.text = &json};
        agon_action action = agon_nth(question->game, question->view, question->player, i);
        codec->action_write(question->game, question->view, action, &out);
        agon_text_printf(text, "%4u  ", i + 1);
        add_document(text, &json);
        agon_text_puts(text, "\n");
        agon_text_free(&json);
    }
    if (count > SHOWN) {
        agon_text_printf(text, "      ... up to %u\n", count);
    }
}

static void show(const agon_codec *codec, const agon_question *question, uint32_t count) {
    agon_text text = {0};
    agon_text_puts(&text, "\n");
    add_events(codec, question->game, question->events, question->event_count, &text);
    codec->render(question->game, question->view, &text);
    if (question->refused) {
        agon_text_printf(&text, "That was not possible: %s\n", question->refused->reason);
    }
    add_actions(codec, question, count, &text);
    agon_text_puts(&text, "A number or an action as JSON> ");
    fputs(text.data ? text.data : "", stderr);
    agon_text_free(&text);
}

static void take(const agon_codec *codec, const agon_question *question, uint32_t count,
                 const char *line, agon_answer *answer) {
    char *end;
    unsigned long number = strtoul(line, &end, 10);
    if (end != line && strspn(end, " \t\r\n") == strlen(end) && number >= 1 && number <= count) {
        answer->actions[0] =
            agon_nth(question->game, question->view, question->player, (uint32_t)number - 1);
        answer->count = 1;
        return;
    }
    agon_error error = {0};
    json_t *document = agon_json_parse(line, strlen(line), &error);
    if (!json_is_object(document)) {
        agon_answer_fault(answer, AGON_FAULT_UNPARSABLE,
                          "neither a number from 1 to %u nor an action", (unsigned)count);
    } else if (agon_action_read(codec, question->game, question->view, agon_value_of(document),
                                answer->actions, &answer->count, &error)) {
        agon_answer_fault(answer, AGON_FAULT_ILLEGAL, "%s%s%s", error.path,
                          error.path[0] ? ": " : "", error.message);
    }
    json_decref(document);
}

static void think(void *self, const agon_question *question, agon_answer *answer) {
    const agon_codec *codec = self;
    uint32_t count = agon_count(question->game, question->view, question->player);
    char *line = NULL;
    size_t size = 0;
    show(codec, question, count);
    if (getline(&line, &size, stdin) < 0) {
        agon_answer_fault(answer, AGON_FAULT_DEAD, "the input has ended");
    } else {
        take(codec, question, count, line, answer);
    }
    free(line);
}

static void end(void *self, const agon_ending *ending) {
    const agon_codec *codec = self;
    agon_text text = {0};
    agon_text_puts(&text, "\n");
    add_events(codec, ending->game, ending->events, ending->event_count, &text);
    codec->render(ending->game, ending->view, &text);
    fputs(text.data ? text.data : "", stderr);
    agon_text_free(&text);
}

const agon_driver agon_cli_person = {start, think, end};
