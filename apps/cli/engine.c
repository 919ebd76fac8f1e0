// agon engine: JSON-RPC over stdin and stdout, one line each. docs/protocol.md has the methods.
#define _POSIX_C_SOURCE 200809L
#include "apps/cli/cli.h"

#include "agon/rpc.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// One byte more than a request may have: enough to see that a line is too long. The rest of such a
// line is read, but not kept.
#define LINE_ROOM (AGON_RPC_MAX_REQUEST + 1u)

// Reads one line without its end (\n or \r\n). False at the end of input.
static bool line_read(FILE *file, char *line, size_t *length) {
    int c = getc_unlocked(file);
    if (c == EOF) {
        return false;
    }
    bool ends_with_return = false;
    for (*length = 0; c != EOF && c != '\n'; c = getc_unlocked(file)) {
        // A \r may belong to the line's end, so it is put down only when something follows it.
        if (ends_with_return && *length < LINE_ROOM) {
            line[(*length)++] = '\r';
        }
        ends_with_return = c == '\r';
        if (!ends_with_return && *length < LINE_ROOM) {
            line[(*length)++] = (char)c;
        }
    }
    return true;
}

static int answer_lines(char *line) {
    size_t length;
    while (line_read(stdin, line, &length)) {
        char *answer = length > 0 ? agon_rpc_handle(line, length) : NULL;
        if (answer) {
            puts(answer);
            free(answer);
        }
        if (!agon_cli_flush()) {
            return EX_IOERR;
        }
    }
    if (ferror(stdin)) {
        agon_cli_complain("cannot read: %s", strerror(errno));
        return EX_IOERR;
    }
    return EX_OK;
}

static int run(int count, char **arguments) {
    const agon_cli_option options[] = {{0}};
    int code = agon_cli_parse(&agon_cli_engine, options, 0, &count, arguments);
    if (code) {
        return code;
    }
    char *line = malloc(LINE_ROOM);
    if (!line) {
        agon_cli_complain("out of memory");
        return EX_OSERR;
    }
    code = answer_lines(line);
    free(line);
    return code;
}

const agon_cli_command agon_cli_engine = {
    .name = "engine",
    .summary = "answer JSON-RPC requests on stdin, one a line",
    .usage = "",
    .help =
        "Every line is a request of JSON-RPC 2.0 (or a batch), every line of the output its\n"
        "response, in the same order. Nothing is kept between requests: each carries the state\n"
        "that it is about. Ends at the end of input.\n"
        "\n"
        "example:\n"
        "  echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"games\"}' | agon engine\n",
    .run = run,
};
