// agon replay: show, step, verify and export what was recorded.
#include "apps/cli/replay/replay.h"

#include "src/codec/json.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------
// Reading along

static int complain_about(const agon_cli_replay_job *job, const agon_error *error) {
    agon_cli_complain("%s:%u: %s%s%s", job->path, job->replay.line, error->path,
                      error->path[0] ? ": " : "", error->message);
    return EX_DATAERR;
}

// Which viewer is meant by a word: a number where the game numbers its players, else a name.
static int find_viewer(const agon_cli_replay_job *job, const char *word) {
    const agon_table *table = &job->replay.table;
    json_t *value = json_string(word);
    int viewer = value ? agon_viewer_read(table->codec, table->game, agon_value_of(value)) : -1;
    json_decref(value);
    char *end;
    long long number = strtoll(word, &end, 10);
    if (viewer < 0 && *word && *end == '\0') {
        value = json_integer(number);
        viewer = value ? agon_viewer_read(table->codec, table->game, agon_value_of(value)) : -1;
        json_decref(value);
    }
    return viewer;
}

static int prepare(agon_cli_replay_job *job, const char *viewer) {
    job->viewer = AGON_NOBODY;
    if (viewer) {
        job->viewer = find_viewer(job, viewer);
        if (job->viewer < 0) {
            agon_cli_complain("%s: there is no player %s", job->path, viewer);
            return EX_USAGE;
        }
    }
    size_t size = job->replay.table.game->state_max;
    job->before = malloc(size);
    job->view = malloc(size);
    if (!job->before || !job->view) {
        agon_cli_complain("out of memory");
        return EX_OSERR;
    }
    return EX_OK;
}

static void take_event(void *user, const agon_event *event) {
    agon_cli_replay_job *job = user;
    agon_event seen = *event;
    const agon_table *table = &job->replay.table;
    if (job->viewer != AGON_NOBODY &&
        !agon_event_redact(table->codec->rules->events, event, job->viewer, &seen)) {
        return;
    }
    agon_json json = {.text = &job->events, .needs_comma = job->events.length > 0};
    agon_event_write(table->codec, table->game, &seen, job->viewer == AGON_NOBODY, &json);
}

const agon_state *agon_cli_replay_shown(agon_cli_replay_job *job) {
    const agon_table *table = &job->replay.table;
    if (job->viewer == AGON_NOBODY ||
        agon_view(table->game, table->state, job->viewer, job->view) != AGON_OK) {
        return table->state;
    }
    return job->view;
}

int agon_cli_replay_read(const char *path, const char *viewer, const agon_cli_replay_reader *reader,
                         void *user) {
    agon_cli_replay_job job = {.path = path, .user = user};
    agon_text text = {0};
    agon_error error = {0};
    agon_replay_part part = AGON_REPLAY_MOVE;
    int code = agon_cli_read_file(path, &text);
    if (code == EX_OK && agon_replay_open(text.data, text.length, NULL, &job.replay, &error)) {
        code = complain_about(&job, &error);
    }
    if (code == EX_OK) {
        code = prepare(&job, viewer);
    }
    agon_sink sink = {take_event, &job};
    job.replay.sink = &sink;
    bool goes_on = code == EX_OK && reader->head(&job);
    while (goes_on) {
        agon_copy(job.before, job.replay.table.state);
        job.events.length = 0;
        if (agon_replay_next(&job.replay, &part, &error)) {
            code = complain_about(&job, &error);
            break;
        }
        goes_on = part == AGON_REPLAY_MOVE ? reader->move(&job) : false;
    }
    if (code == EX_OK && part != AGON_REPLAY_MOVE) {
        reader->end(&job, part == AGON_REPLAY_RESULT);
    }
    agon_replay_close(&job.replay);
    free(job.before);
    free(job.view);
    agon_text_free(&job.events);
    agon_text_free(&text);
    return code;
}

// ---------------------------------------------------------------------------------------------
// Verify

static void write_verdict_json(const char *path, const agon_replay_verdict *verdict,
                               agon_text *out) {
    agon_json writer = {.text = out};
    agon_json_open(&writer, '{');
    agon_json_put_string(&writer, "file", path);
    agon_json_put_bool(&writer, "ok", verdict->ok);
    agon_json_key(&writer, "line");
    agon_json_raw(&writer, verdict->ok ? "null" : "");
    if (!verdict->ok) {
        agon_text_printf(out, "%u", verdict->line);
    }
    agon_json_put_string(&writer, "reason", verdict->ok ? NULL : verdict->reason);
    agon_json_key(&writer, "result");
    agon_json_raw(&writer, verdict->ok ? "" : "null");
    agon_text_add(out, verdict->ok ? verdict->result : "", verdict->result_length);
    agon_json_put_string(&writer, "chance", agon_replay_chance_word(verdict->chance));
    agon_json_close(&writer, '}');
    agon_text_puts(out, "\n");
}

static void write_verdict(const char *path, const agon_replay_verdict *verdict, agon_text *out) {
    if (!verdict->ok) {
        agon_text_printf(out, "%s:%u: %s\n", path, verdict->line, verdict->reason);
        return;
    }
    agon_text_printf(out, "%s: ok, ", path);
    agon_text_add(out, verdict->result, verdict->result_length);
    agon_text_printf(out, "\n%s: %s\n", path, agon_replay_chance_text(verdict->chance));
}

static int verify_file(const char *path, const char *commitment, bool json) {
    agon_text text = {0};
    int code = agon_cli_read_file(path, &text);
    if (code) {
        return code;
    }
    agon_replay_verdict verdict =
        commitment ? agon_replay_verify_committed(text.data, text.length, NULL, commitment)
                   : agon_replay_verify(text.data, text.length, NULL);
    agon_text out = {0};
    (json ? write_verdict_json : write_verdict)(path, &verdict, &out);
    agon_text_free(&text);
    return !agon_cli_print_safely(&out) ? EX_OSERR : verdict.ok ? EX_OK : EX_FINDING;
}

static int verify(int count, char **arguments) {
    bool json = false;
    const char *commitment = NULL;
    const agon_cli_option options[] = {
        {"--json", AGON_CLI_FLAG, &json}, {"--commitment", AGON_CLI_TEXT, &commitment}, {0}};
    int code = agon_cli_parse(&agon_cli_replay, options, SIZE_MAX, &count, arguments);
    if (code == EX_OK && count == 0) {
        return agon_cli_usage_error(&agon_cli_replay, "which file?");
    }
    if (code == EX_OK && commitment && !agon_commitment_is_valid(commitment)) {
        return agon_cli_usage_error(
            &agon_cli_replay, "a commitment is sha256: and 64 hex digits in lower case, not '%s'",
            commitment);
    }
    if (code == EX_OK && commitment && count > 1) {
        return agon_cli_usage_error(&agon_cli_replay, "a commitment is of one match: one file");
    }
    for (int i = 0; i < count; i++) {
        int result = verify_file(arguments[i], commitment, json);
        code = result > code ? result : code;
    }
    return code;
}

// ---------------------------------------------------------------------------------------------

static int run(int count, char **arguments) {
    static const struct {
        const char *name;
        int (*run)(int count, char **arguments);
    } parts[] = {{"show", agon_cli_replay_show},
                 {"step", agon_cli_replay_step},
                 {"verify", verify},
                 {"export", agon_cli_replay_export}};
    for (size_t i = 0; count > 0 && i < sizeof parts / sizeof parts[0]; i++) {
        if (strcmp(arguments[0], parts[i].name) == 0) {
            return parts[i].run(count - 1, arguments + 1);
        }
    }
    return agon_cli_usage_error(&agon_cli_replay, count > 0 ? "there is no '%s' here" : "what?%s",
                                count > 0 ? arguments[0] : "");
}

const agon_cli_command agon_cli_replay = {
    .name = "replay",
    .summary = "show, step through, verify or export recorded matches",
    .usage = "show|step|verify|export FILE [OPTION...]",
    .help = "A replay is made by `agon match --record FILE`; - stands for stdin.\n"
            "\n"
            "  agon replay show FILE [--events] [--viewer WHO]\n"
            "      who played, every move, faults, the result; --events tells what happened\n"
            "  agon replay step FILE [N] [--viewer WHO] [--json]\n"
            "      the board after move N (0: at the start); without N after every move\n"
            "  agon replay verify FILE... [--commitment sha256:HEX] [--json]\n"
            "      plays the match again and names the first line that is damaged or wrong;\n"
            "      exit code 1 if there is one. Says what is proven about chance: only the\n"
            "      commitment that was noted before the match (--commitment) proves it\n"
            "  agon replay export FILE [--csv] [--states] [--viewer WHO]\n"
            "      one JSON document with moves and events, and with the states between them if\n"
            "      wanted; or a table of the moves as CSV\n"
            "\n"
            "  --viewer WHO   what this player, or `spectator`, saw of it\n",
    .run = run,
};
