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

#define LAST_LINES 1000 // milliseconds in which the last lines must be read

static void time_write(char text[32]) {
    const time_t now = time(NULL);
    struct tm parts;
    gmtime_r(&now, &parts);
    strftime(text, 32, "%Y-%m-%dT%H:%M:%SZ", &parts);
}

static void line_write(const agon_net *net, agon_text *line) {
    agon_text_puts(line, "\n");
    if (!line->failed) {
        agon_log_queue_add(net->log, line->data, line->length);
    }
    agon_text_free(line);
}

static void json_begin(agon_json *out, const char *when, const char *event) {
    agon_json_open(out, '{');
    agon_json_put_string(out, "time", when);
    agon_json_put_string(out, "event", event);
}

static bool is_json(const agon_net *net) {
    return strcmp(net->settings->log, "json") == 0;
}

static void event_write(const agon_net *net, agon_text *line, const char *event,
                        const char *message) {
    char when[32];
    time_write(when);
    if (is_json(net)) {
        agon_json out = {.text = line};
        json_begin(&out, when, event);
        agon_json_put_string(&out, "message", message);
        agon_json_close(&out, '}');
    } else {
        agon_text_printf(line, "%s %s: %s", when, event, message);
    }
}

// Called on the log's own thread.
static size_t loss_tell(void *user, uint64_t lost, char bytes[AGON_LOG_LINE]) {
    const agon_net *net = user;
    char message[80];
    agon_text line = {0};
    snprintf(message, sizeof message, "%" PRIu64 " lines were lost: nobody read them", lost);
    event_write(net, &line, "log", message);
    agon_text_puts(&line, "\n");
    const size_t length = !line.failed && line.length < AGON_LOG_LINE ? line.length : 0;
    memcpy(bytes, length ? line.data : "", length);
    agon_text_free(&line);
    return length;
}

bool agon_net_log_open(agon_net *net) {
    net->log = agon_log_queue_open(STDERR_FILENO, loss_tell, net);
    return net->log != NULL;
}

void agon_net_log_close(agon_net *net) {
    if (net->log) {
        agon_log_queue_close(net->log, LAST_LINES);
    }
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
    agon_text line = {0};
    event_write(net, &line, event, message);
    line_write(net, &line);
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
    if (is_json(net)) {
        request_json(&line, when, address, connection, status, length, spent);
    } else {
        agon_text_printf(&line, "%s request: %s %.16s %.200s %d %zu bytes %" PRId64 " us", when,
                         address, method, path, status, length, spent);
    }
    line_write(net, &line);
}
