// The module's exports: the engine and its sessions as text in, text out. apps/wasm/agon.mjs and
// web/engine/src/module.ts wrap them.
//
// A request is written into memory that the module keeps for it, and the answer stays where it is
// until the next request: one call carries one request.
#include "agon/check.h"
#include "agon/rpc.h"
#include "agon/session.h"

#include <stdlib.h>

char *agon_wasm_request(size_t size);
char *agon_wasm_rpc(size_t length);
char *agon_wasm_session(size_t length);
uint64_t agon_wasm_signature(uint32_t games);

static char *request;
static size_t capacity;
static char *answer;
static agon_sessions *sessions;

// Where to write a request of up to `size` bytes; it stays there until more is asked for. NULL: no
// memory.
char *agon_wasm_request(size_t size) {
    if (size > capacity) {
        free(request);
        request = malloc(size);
        capacity = request ? size : 0;
    }
    return request;
}

// Keeps an answer until the next one.
static char *keep(char *text) {
    free(answer);
    answer = text;
    return text;
}

// Answers the request, `length` bytes of it, by the engine's protocol. The answer ends with NUL;
// NULL: a notification, nothing to answer.
char *agon_wasm_rpc(size_t length) {
    return keep(agon_rpc_handle(request, length));
}

// The same for matches and replays that are kept (docs/sessions.md).
char *agon_wasm_session(size_t length) {
    if (!sessions) {
        sessions = agon_sessions_open();
    }
    return keep(sessions ? agon_sessions_handle(sessions, request, length) : NULL);
}

// The signature over `games` random games of each rules; equal on every platform.
uint64_t agon_wasm_signature(uint32_t games) {
    return agon_signature(games);
}
