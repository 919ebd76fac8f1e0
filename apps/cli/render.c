// agon render: a state or view as people want to see it.
#include "apps/cli/cli.h"

#include "src/codec/json.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Reads all of a file, as far as a document may go and a little beyond. Returns an exit code; a
// message has been given unless it is EX_OK.
static int read_all(const char *path, agon_text *text) {
    const bool is_stdin = strcmp(path, "-") == 0;
    FILE *file = is_stdin ? stdin : fopen(path, "rb");
    if (!file) {
        agon_cli_complain("cannot open %s: %s", path, strerror(errno));
        return EX_NOINPUT;
    }
    char block[4096];
    size_t size;
    while (!text->failed && text->length <= AGON_JSON_MAX_BYTES &&
           (size = fread(block, 1, sizeof block, file)) > 0) {
        agon_text_add(text, block, size);
    }
    const bool has_failed = ferror(file) != 0;
    const char *reason = strerror(errno);
    if (has_failed) {
        agon_cli_complain("cannot read %s: %s", path, reason);
    }
    if (!is_stdin) {
        fclose(file);
    }
    if (text->failed) {
        agon_cli_complain("out of memory");
    }
    return has_failed ? EX_IOERR : text->failed ? EX_OSERR : EX_OK;
}

// The view of the viewer named: a number where the game numbers its players, else its name.
static agon_status make_view(const agon_table *table, const char *name, agon_state *view) {
    json_t *value = json_string(name);
    int viewer = agon_viewer_read(table->codec, table->game, agon_value_of(value));
    json_decref(value);
    char *end;
    const long long number = strtoll(name, &end, 10);
    if (viewer < 0 && *name && *end == '\0') {
        value = json_integer(number);
        viewer = agon_viewer_read(table->codec, table->game, agon_value_of(value));
        json_decref(value);
    }
    return agon_view(table->game, table->state, viewer, view);
}

static int print_board(const agon_table *table, const agon_state *state) {
    agon_text text = {0};
    table->codec->render(table->game, state, &text);
    if (text.failed) {
        agon_cli_complain("out of memory");
    } else {
        fputs(text.data ? text.data : "", stdout);
    }
    const bool has_failed = text.failed;
    agon_text_free(&text);
    return has_failed ? EX_OSERR : EX_OK;
}

static int print_view(const agon_table *table, const char *viewer) {
    agon_state *view = malloc(table->game->state_max);
    if (!view) {
        agon_cli_complain("out of memory");
        return EX_OSERR;
    }
    int code = EX_DATAERR;
    agon_status status = make_view(table, viewer, view);
    if (status == AGON_OK) {
        code = print_board(table, view);
    } else {
        agon_cli_complain("%s: %s", viewer, agon_status_text(status));
    }
    free(view);
    return code;
}

static int print_document(const agon_codec *codec, const char *path, const agon_text *text,
                          const char *viewer) {
    agon_error error = {0};
    agon_table table = {0};
    json_t *document = agon_json_parse(text->data ? text->data : "", text->length, &error);
    int code = EX_DATAERR;
    if (document && agon_table_load(codec, agon_value_of(document), &table, &error) == AGON_OK) {
        code = viewer ? print_view(&table, viewer) : print_board(&table, table.state);
    } else {
        agon_cli_complain("%s: %s%s%s", strcmp(path, "-") ? path : "stdin", error.path,
                          error.path[0] ? ": " : "", error.message);
    }
    agon_table_free(&table);
    json_decref(document);
    return code;
}

static int run(int count, char **arguments) {
    const char *viewer = NULL;
    const agon_cli_option options[] = {{"--viewer", AGON_CLI_TEXT, &viewer}, {0}};
    int code = agon_cli_parse(&agon_cli_render, options, 2, &count, arguments);
    if (code) {
        return code;
    }
    if (count < 1) {
        return agon_cli_usage_error(&agon_cli_render, "which game?");
    }
    const agon_codec *codec = agon_cli_game(arguments[0]);
    if (!codec) {
        return EX_USAGE;
    }
    const char *path = count > 1 ? arguments[1] : "-";
    agon_text text = {0};
    code = read_all(path, &text);
    if (code == EX_OK) {
        code = print_document(codec, path, &text, viewer);
    }
    agon_text_free(&text);
    return code;
}

const agon_cli_command agon_cli_render = {
    .name = "render",
    .summary = "print a state or view as a board",
    .usage = "GAME [FILE] [--viewer WHO]",
    .help = "FILE holds the JSON of a state or view of GAME; without it, or with -, stdin does.\n"
            "\n"
            "  --viewer WHO   what this player, or `spectator`, may see of it\n",
    .run = run,
};
