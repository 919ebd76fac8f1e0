// One line per event on stderr. Never a token, a query or a body.
#define _POSIX_C_SOURCE 200809L
#include "apps/server/net/internal.h"

#include "agon/codec.h"

#include "src/codec/json.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void time_write(char text[32]) {
    const time_t now = time(NULL);
    struct tm parts;
    gmtime_r(&now, &parts);
    strftime(text, 32, "%Y-%m-%dT%H:%M:%SZ", &parts);
}

// One write, so that lines of several programs into one file stay whole.
static void line_write(agon_text *line) {
    agon_text_puts(line, "\n");
    if (!line->failed && write(STDERR_FILENO, line->data, line->length) < 0) {
        // Nobody reads the log: there is nobody to tell.
    }
    agon_text_free(line);
}

static void json_begin(agon_json *out, const char *when, const char *event) {
    agon_json_open(out, '{');
    agon_json_put_string(out, "time", when);
    agon_json_put_string(out, "event", event);
}

static void line_log(const agon_net *net, const char *event, const char *message) {
    char when[32];
    time_write(when);
    agon_text line = {0};
    if (strcmp(net->settings->log, "json") == 0) {
        agon_json out = {.text = &line};
        json_begin(&out, when, event);
        agon_json_put_string(&out, "message", message);
        agon_json_close(&out, '}');
    } else {
        agon_text_printf(&line, "%s %s: %s", when, event, message);
    }
    line_write(&line);
}

void agon_net_log(const agon_net *net, const char *event, const char *format, ...) {
    if (strcmp(net->settings->log, "none") == 0) {
        return;
    }
    char message[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    line_log(net, event, message);
}

static void request_json(agon_text *line, const char *when, const char *address,
                         const agon_connection *connection, int status, size_t length,
                         int64_t spent) {
    agon_json out = {.text = line};
    json_begin(&out, when, "request");
    agon_json_put_string(&out, "address", address);
    agon_json_put_string(&out, "method", connection->head.method);
    agon_json_put_string(&out, "path", connection->head.path);
    agon_json_put_int(&out, "status", status);
    agon_json_put_int(&out, "bytes", (int64_t)length);
    agon_json_put_int(&out, "us", spent);
    agon_json_close(&out, '}');
}

void agon_net_log_request(const agon_net *net, const agon_connection *connection, int status,
                          size_t length) {
    if (strcmp(net->settings->log, "none") == 0) {
        return;
    }
    char when[32];
    char address[AGON_ADDRESS_TEXT];
    time_write(when);
    agon_address_write(&connection->visitor->address, address);
    const int64_t spent = agon_net_now() - connection->began;
    const char *method = connection->head.method ? connection->head.method : "-";
    const char *path = connection->head.path ? connection->head.path : "-";
    agon_text line = {0};
    if (strcmp(net->settings->log, "json") == 0) {
        request_json(&line, when, address, connection, status, length, spent);
    } else {
        agon_text_printf(&line, "%s request: %s %.16s %.200s %d %zu bytes %" PRId64 " us", when,
                         address, method, path, status, length, spent);
    }
    line_write(&line);
}
