// What answers look like: status line, headers, body.
#define _POSIX_C_SOURCE 200809L
#include "apps/server/net/internal.h"

#include "agon/codec.h"

#include <string.h>
#include <time.h>

#define SHORT_BODY 1024 // bytes that anybody may be told

// Everything that the page needs comes from here; scripts only as files. WebAssembly is compiled,
// which needs a word of its own. Nobody may frame the page, and nobody learns where it was left for.
#define SECURITY_HEADERS                                                                           \
    "Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "          \
    "worker-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "                 \
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "               \
    "frame-ancestors 'none'\r\n"                                                                   \
    "X-Content-Type-Options: nosniff\r\n"                                                          \
    "X-Frame-Options: DENY\r\n"                                                                    \
    "Referrer-Policy: no-referrer\r\n"                                                             \
    "Permissions-Policy: camera=(), geolocation=(), microphone=()\r\n"                             \
    "Cross-Origin-Opener-Policy: same-origin\r\n"                                                  \
    "Cross-Origin-Resource-Policy: same-origin\r\n"

static bool is_head_request(const agon_connection *connection) {
    return connection->head.method && strcmp(connection->head.method, "HEAD") == 0;
}

static void head_begin(agon_text *text, int status) {
    const time_t now = time(NULL);
    struct tm parts;
    char date[40];
    strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S GMT", gmtime_r(&now, &parts));
    agon_text_printf(text, "HTTP/1.1 %d %s\r\nServer: agon\r\nDate: %s\r\n", status,
                     agon_http_reason(status), date);
}

static void head_end(agon_connection *connection, agon_text *text) {
    agon_text_puts(text, SECURITY_HEADERS);
    if (connection->net->is_secure) {
        agon_text_puts(text, "Strict-Transport-Security: max-age=31536000\r\n");
    }
    if (connection->is_last) {
        agon_text_puts(text, "Connection: close\r\n");
    } else if (connection->head.is_old) {
        agon_text_puts(text, "Connection: keep-alive\r\n");
    }
    agon_text_puts(text, "\r\n");
}

// The head is in `text`; it is freed. Nothing may follow but the body.
static void answer_send(agon_connection *connection, agon_text *text, int status, size_t length) {
    agon_net *net = connection->net;
    connection->phase = AGON_PHASE_ANSWERING;
    connection->deadline = agon_net_now() + (int64_t)net->settings->body_timeout * 1000000;
    net->counters.requests++;
    net->counters.failures += status >= 400;
    if (text->failed || !agon_connection_send(connection, text->data, text->length)) {
        agon_connection_kill(connection);
    }
    agon_text_free(text);
    agon_net_log_request(net, connection, status, length);
}

void agon_respond(agon_connection *connection, const agon_response *response) {
    agon_text text = {0};
    if (response->body_length > SHORT_BODY &&
        !agon_connection_may_wait(connection, response->body_length)) {
        connection->net->counters.unread++;
        agon_respond_error(connection, 429, "too_much_unread",
                           "too much waits to be read: read the answers, then ask");
        return;
    }
    head_begin(&text, response->status);
    if (response->status != 204) {
        agon_text_printf(&text, "Content-Type: %s\r\n", response->type);
        agon_text_printf(&text, "Content-Length: %zu\r\n", response->body_length);
    }
    if (response->location) {
        agon_text_printf(&text, "Location: %s\r\n", response->location);
    }
    if (response->allow) {
        agon_text_printf(&text, "Allow: %s\r\n", response->allow);
    }
    if (response->retry_after > 0) {
        agon_text_printf(&text, "Retry-After: %d\r\n", response->retry_after);
    }
    agon_text_puts(&text, "Cache-Control: no-store\r\n");
    head_end(connection, &text);
    if (response->body_length > 0 && !is_head_request(connection)) {
        agon_text_add(&text, response->body, response->body_length);
    }
    answer_send(connection, &text, response->status, response->body_length);
}

void agon_respond_error(agon_connection *connection, int status, const char *slug,
                        const char *message) {
    agon_text body = {0};
    agon_json out = {.text = &body};
    agon_json_open(&out, '{');
    agon_json_key(&out, "error");
    agon_json_open(&out, '{');
    agon_json_put_string(&out, "slug", slug);
    agon_json_put_string(&out, "message", message);
    agon_json_put_string(&out, "path", "");
    agon_json_close(&out, '}');
    agon_json_close(&out, '}');
    const agon_response response = {.status = status,
                                    .type = "application/json",
                                    .body = body.data,
                                    .body_length = body.failed ? 0 : body.length,
                                    .allow = status == 405 ? "GET, HEAD" : NULL,
                                    .retry_after = status == 429 || status == 503};
    agon_respond(connection, &response);
    agon_text_free(&body);
}

static bool is_known(const agon_connection *connection, const agon_file *file) {
    const char *known = connection->head.if_none_match;
    return known && (agon_http_has_word(known, file->etag) || strcmp(known, "*") == 0);
}

void agon_respond_file(agon_connection *connection, const agon_file *file) {
    const bool same = is_known(connection, file);
    const bool packed = file->gzip && connection->head.accepts_gzip;
    const char *bytes = packed ? file->gzip : file->bytes;
    const size_t length = same ? 0 : packed ? file->gzip_length : file->length;
    const int status = same ? 304 : 200;
    agon_text text = {0};
    head_begin(&text, status);
    agon_text_printf(&text, "ETag: %s\r\nCache-Control: %s\r\n", file->etag,
                     file->is_constant ? "public, max-age=31536000, immutable" : "no-cache");
    if (file->gzip) {
        agon_text_puts(&text, "Vary: Accept-Encoding\r\n");
    }
    if (!same) {
        agon_text_printf(&text, "Content-Type: %s\r\nContent-Length: %zu\r\n%s", file->type, length,
                         packed ? "Content-Encoding: gzip\r\n" : "");
    }
    head_end(connection, &text);
    answer_send(connection, &text, status, length);
    if (length > 0 && !is_head_request(connection) &&
        !agon_connection_send_static(connection, bytes, length)) {
        agon_connection_kill(connection);
    }
}
