// The head of an HTTP/1.1 request, read strictly.
//
// What two programs could read differently (a length given twice, a folded line, a bare line feed, a
// space before a colon) is refused, not guessed: behind a proxy, guessing lets one client's bytes
// become another's request. Works on text in memory; no I/O.
#ifndef AGON_APPS_SERVER_NET_HTTP_H
#define AGON_APPS_SERVER_NET_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define AGON_HTTP_MAX_HEAD 8192u // bytes of request line and headers
#define AGON_HTTP_MAX_HEADERS 64

// Texts are NUL-terminated and lie in the buffer that was parsed; absent ones are NULL.
typedef struct agon_http_head {
    const char *method;
    const char *path;  // begins with '/'; decoded; no "//", ".", ".." and no control characters
    const char *query; // not decoded
    const char *host;
    const char *origin;
    const char *authorization;
    const char *if_none_match;
    const char *forwarded_for;   // the last one, if there are several
    const char *forwarded_proto; // likewise
    const char *socket_key;
    const char *socket_version;
    uint64_t content_length; // 0 if none was given
    bool is_old;             // HTTP/1.0
    bool keeps_alive;        // the client would use the connection again
    bool wants_upgrade;      // to "websocket"; key and version have not been looked at
    bool expects_continue;
    bool accepts_gzip;
} agon_http_head;

// The length of the head, with the empty line that ends it; 0 if it has not all come. `seen` bytes
// have been looked at by an earlier call.
size_t agon_http_head_length(const char *bytes, size_t length, size_t seen);

// Reads a head of this length, changing the bytes. Returns 0, or the HTTP status to refuse it with.
int agon_http_head_parse(char *bytes, size_t length, agon_http_head *head);

// Whether a list of words with commas contains this one, whatever the case of letters.
bool agon_http_has_word(const char *list, const char *word);

// What follows "Bearer " in an Authorization header, or NULL.
const char *agon_http_bearer(const char *authorization);

// "Not Found" for 404.
const char *agon_http_reason(int status);

#endif
