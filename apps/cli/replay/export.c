// agon replay export: a replay as one JSON document, or as a table.
#include "apps/cli/replay/replay.h"

#include "src/codec/json.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct export_settings {
    bool csv;
    bool has_states;
} export_settings;

static void put_value(agon_json *json, const json_t *document, const char *key) {
    const json_t *value = json_object_get(document, key);
    if (value) {
        agon_json_key(json, key);
        agon_json_value(json, agon_value_of(value));
    }
}

// ---------------------------------------------------------------------------------------------
// JSON

static void put_state(agon_cli_replay_job *job, agon_json *json) {
    const agon_table *table = &job->replay.table;
    agon_json_key(json, job->viewer == AGON_NOBODY ? "state" : "view");
    agon_state_write(table->codec, table->game, agon_cli_replay_shown(job), json);
}

static bool json_head(agon_cli_replay_job *job) {
    static const char *const open_keys[] = {"game",  "rules_version", "players",
                                            "seats", "clock",         "fault"};
    static const char *const secret_keys[] = {"config", "seed", "state"};
    const export_settings *settings = job->user;
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_json_open(&json, '{');
    for (size_t i = 0; i < sizeof open_keys / sizeof open_keys[0]; i++) {
        put_value(&json, agon_json_of(job->replay.head), open_keys[i]);
    }
    for (size_t i = 0; job->viewer == AGON_NOBODY && i < 3; i++) {
        put_value(&json, agon_json_of(job->replay.head), secret_keys[i]);
    }
    if (settings->has_states) {
        agon_json_key(&json, "start");
        agon_json_open(&json, '{');
        put_state(job, &json);
        agon_json_close(&json, '}');
    }
    agon_json_key(&json, "moves");
    agon_json_open(&json, '[');
    return agon_cli_print_safely(&text);
}

// Somebody's view of a move: not what others did, nor the hash of a state it does not know.
static void put_move(agon_cli_replay_job *job, agon_json *json) {
    const json_t *document = agon_json_of(job->replay.document);
    put_value(json, document, "n");
    put_value(json, document, "player");
    if (job->viewer == AGON_NOBODY || job->viewer == job->replay.player) {
        put_value(json, document, "action");
    }
    if (job->viewer == AGON_NOBODY) {
        put_value(json, document, "hash");
    }
    put_value(json, document, "us");
    put_value(json, document, "by");
    put_value(json, document, "faults");
    put_value(json, document, "forfeit");
}

static bool json_move(agon_cli_replay_job *job) {
    const export_settings *settings = job->user;
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_text_puts(&text, job->replay.line > 2 ? ",\n" : "\n");
    agon_json_open(&json, '{');
    put_move(job, &json);
    agon_json_key(&json, "events");
    agon_json_open(&json, '[');
    agon_text_add(&text, job->events.data ? job->events.data : "", job->events.length);
    agon_json_close(&json, ']');
    if (settings->has_states) {
        put_state(job, &json);
    }
    agon_json_close(&json, '}');
    return agon_cli_print_safely(&text);
}

static void json_end(agon_cli_replay_job *job, bool has_result) {
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_json_close(&json, ']');
    if (has_result) {
        put_value(&json, agon_json_of(job->replay.document), "result");
    } else {
        agon_json_put_null(&json, "result");
    }
    agon_json_close(&json, '}');
    agon_text_puts(&text, "\n");
    agon_cli_print_safely(&text);
}

// ---------------------------------------------------------------------------------------------
// CSV

// A field in quotes, with its own quotes doubled.
static void add_field(agon_text *text, const char *value, const char *end) {
    agon_text_puts(text, "\"");
    for (; *value; value++) {
        agon_text_add(text, value, 1);
        if (*value == '"') {
            agon_text_puts(text, "\"");
        }
    }
    agon_text_printf(text, "\"%s", end);
}

static void add_json_field(agon_text *text, const json_t *value, const char *end) {
    char *dump = value ? json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;
    if (json_is_string(value)) {
        add_field(text, json_string_value(value), end);
    } else {
        add_field(text, dump ? dump : "", end);
    }
    free(dump);
}

static bool csv_head(agon_cli_replay_job *job) {
    (void)job;
    puts("n,player,action,by,us,fault,forfeit");
    return true;
}

static bool csv_move(agon_cli_replay_job *job) {
    const json_t *document = agon_json_of(job->replay.document);
    bool is_seen = job->viewer == AGON_NOBODY || job->viewer == job->replay.player;
    const json_t *faults = json_object_get(document, "faults");
    const json_t *last = json_array_get(faults, json_array_size(faults) - 1);
    agon_text text = {0};
    agon_text_printf(&text, "%u,", job->replay.moves);
    add_json_field(&text, json_object_get(document, "player"), ",");
    add_json_field(&text, is_seen ? json_object_get(document, "action") : NULL, ",");
    add_json_field(&text, json_object_get(document, "by"), ",");
    add_json_field(&text, json_object_get(document, "us"), ",");
    add_json_field(&text, json_object_get(last, "fault"), ",");
    agon_text_puts(&text, json_is_true(json_object_get(document, "forfeit")) ? "1\n" : "0\n");
    return agon_cli_print_safely(&text);
}

static void csv_end(agon_cli_replay_job *job, bool has_result) {
    (void)job;
    (void)has_result;
}

int agon_cli_replay_export(int count, char **arguments) {
    static const agon_cli_replay_reader to_json = {json_head, json_move, json_end};
    static const agon_cli_replay_reader to_csv = {csv_head, csv_move, csv_end};
    const char *viewer = NULL;
    export_settings settings = {0};
    const agon_cli_option options[] = {{"--viewer", AGON_CLI_TEXT, &viewer},
                                       {"--csv", AGON_CLI_FLAG, &settings.csv},
                                       {"--states", AGON_CLI_FLAG, &settings.has_states},
                                       {0}};
    int code = agon_cli_parse(&agon_cli_replay, options, 1, &count, arguments);
    if (code) {
        return code;
    }
    if (count < 1) {
        return agon_cli_usage_error(&agon_cli_replay, "which file?");
    }
    return agon_cli_replay_read(arguments[0], viewer, settings.csv ? &to_csv : &to_json, &settings);
}
