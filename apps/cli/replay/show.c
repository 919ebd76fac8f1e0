// agon replay show, agon replay step.
#include "apps/cli/replay/replay.h"
#include "apps/host/say.h"
#include "src/codec/name.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct show_settings {
    bool has_events;
    bool has_boards;
    bool json;
    bool has_number;
    uint64_t number; // of the move after which to show the board
} show_settings;

static void add_text_of(agon_text *text, const json_t *head, const char *key) {
    const json_t *value = json_object_get(head, key);
    if (json_is_string(value)) {
        agon_text_puts(text, json_string_value(value));
    } else if (value) {
        agon_json json = {.text = text};
        agon_json_value(&json, agon_value_of(value));
    }
}

static void add_head(const agon_cli_replay_job *job, agon_text *text) {
    const json_t *head = agon_json_of(job->replay.head);
    const agon_table *table = &job->replay.table;
    const json_t *seats = json_object_get(head, "seats");
    agon_text_printf(text, "%s, %s ", table->codec->rules->title,
                     json_object_get(head, "state") ? "from a given state" : "seed");
    add_text_of(text, head, "seed");
    agon_text_puts(text, "; clock ");
    add_text_of(text, head, "clock");
    agon_text_puts(text, "; after a fault ");
    add_text_of(text, head, "fault");
    agon_text_puts(text, "\n");
    for (int p = 0; p < table->game->players; p++) {
        const char *name = json_string_value(json_array_get(seats, (size_t)p));
        char shown[AGON_NAME_SHOWN_SIZE];
        agon_name_show(name ? name : "?", shown, sizeof shown);
        agon_text_puts(text, "  ");
        agon_say_player(text, table->codec, table->game, p);
        agon_text_printf(text, ": %s\n", shown);
    }
}

static void add_faults(const json_t *document, agon_text *text) {
    size_t i;
    json_t *fault;
    json_array_foreach(json_object_get(document, "faults"), i, fault) {
        agon_text_puts(text, "       fault: ");
        add_text_of(text, fault, "fault");
        agon_text_puts(text, ", ");
        add_text_of(text, fault, "reason");
        agon_text_puts(text, "\n");
    }
}

static void add_events(const agon_cli_replay_job *job, agon_text *text) {
    agon_text list = {0};
    agon_text_puts(&list, "[");
    agon_text_add(&list, job->events.data ? job->events.data : "", job->events.length);
    agon_text_puts(&list, "]");
    json_t *events = list.failed ? NULL : agon_json_parse(list.data, list.length, NULL);
    size_t i;
    json_t *event;
    json_array_foreach(events, i, event) {
        agon_text_puts(text, "         ");
        agon_say_json(text, event, "visible");
        agon_text_puts(text, "\n");
    }
    json_decref(events);
    agon_text_free(&list);
}

// A move as people read it. Somebody's view does not show what others did, only what it saw of it.
static void add_move(const agon_cli_replay_job *job, bool has_events, agon_text *text) {
    const agon_table *table = &job->replay.table;
    const json_t *document = agon_json_of(job->replay.document);
    bool is_seen = job->viewer == AGON_NOBODY || job->viewer == job->replay.player;
    agon_text_printf(text, "%5u  ", job->replay.moves);
    agon_say_player(text, table->codec, table->game, job->replay.player);
    agon_text_puts(text, "  ");
    if (is_seen) {
        agon_say_json(text, json_object_get(document, "action"), NULL);
    }
    const char *by = json_string_value(json_object_get(document, "by"));
    if (by) {
        agon_text_printf(text, "  (made by %s)", by);
    }
    agon_text_puts(text,
                   json_is_true(json_object_get(document, "forfeit")) ? "  forfeits\n" : "\n");
    add_faults(document, text);
    if (has_events || !is_seen) {
        add_events(job, text);
    }
}

static void add_board(agon_cli_replay_job *job, agon_text *text) {
    const agon_table *table = &job->replay.table;
    table->codec->render(table->game, agon_cli_replay_shown(job), text);
    agon_text_puts(text, "\n");
}

static void add_state(agon_cli_replay_job *job, agon_text *text) {
    const agon_table *table = &job->replay.table;
    agon_json json = {.text = text};
    agon_state_write(table->codec, table->game, agon_cli_replay_shown(job), &json);
    agon_text_puts(text, "\n");
}

// Prints the board, or the state, after the move with this number, if it is wanted. False: enough.
static bool show_position(agon_cli_replay_job *job, uint64_t number, agon_text *text) {
    const show_settings *settings = job->user;
    if (settings->has_boards && (!settings->has_number || settings->number == number)) {
        if (settings->json) {
            add_state(job, text);
        } else {
            add_board(job, text);
        }
    }
    return agon_cli_print_safely(text) && !(settings->has_number && settings->number == number);
}

static bool show_head(agon_cli_replay_job *job) {
    const show_settings *settings = job->user;
    agon_text text = {0};
    if (!settings->json && !settings->has_number) {
        add_head(job, &text);
    }
    return show_position(job, 0, &text);
}

static bool show_move(agon_cli_replay_job *job) {
    const show_settings *settings = job->user;
    agon_text text = {0};
    bool is_wanted = !settings->has_number || settings->number == job->replay.moves;
    if (is_wanted && !settings->json) {
        add_move(job, settings->has_events, &text);
    }
    return show_position(job, job->replay.moves, &text);
}

static void show_end(agon_cli_replay_job *job, bool has_result) {
    const show_settings *settings = job->user;
    agon_text text = {0};
    if (settings->json || settings->has_number) {
        return;
    }
    if (has_result) {
        agon_say_json(&text, json_object_get(agon_json_of(job->replay.document), "result"), NULL);
        agon_text_puts(&text, "\n");
    } else {
        agon_text_puts(&text, "the replay ends here, without a result\n");
    }
    agon_cli_print_safely(&text);
}

static const agon_cli_replay_reader shower = {show_head, show_move, show_end};

int agon_cli_replay_show(int count, char **arguments) {
    const char *viewer = NULL;
    show_settings settings = {0};
    const agon_cli_option options[] = {{"--viewer", AGON_CLI_TEXT, &viewer},
                                       {"--events", AGON_CLI_FLAG, &settings.has_events},
                                       {0}};
    int code = agon_cli_parse(&agon_cli_replay, options, 1, &count, arguments);
    if (code) {
        return code;
    }
    if (count < 1) {
        return agon_cli_usage_error(&agon_cli_replay, "which file?");
    }
    return agon_cli_replay_read(arguments[0], viewer, &shower, &settings);
}

static bool read_number(const char *text, uint64_t *number) {
    char *end;
    *number = strtoull(text, &end, 10);
    return text[0] >= '0' && text[0] <= '9' && *end == '\0';
}

int agon_cli_replay_step(int count, char **arguments) {
    const char *viewer = NULL;
    show_settings settings = {.has_boards = true};
    const agon_cli_option options[] = {
        {"--viewer", AGON_CLI_TEXT, &viewer}, {"--json", AGON_CLI_FLAG, &settings.json}, {0}};
    int code = agon_cli_parse(&agon_cli_replay, options, 2, &count, arguments);
    if (code) {
        return code;
    }
    if (count < 1) {
        return agon_cli_usage_error(&agon_cli_replay, "which file?");
    }
    settings.has_number = count > 1;
    if (count > 1 && !read_number(arguments[1], &settings.number)) {
        return agon_cli_usage_error(&agon_cli_replay, "'%s' is not the number of a move",
                                    arguments[1]);
    }
    return agon_cli_replay_read(arguments[0], viewer, &shower, &settings);
}
