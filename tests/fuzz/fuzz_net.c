// libFuzzer target: the bytes that a network peer sends, as a head of a request and as frames.
//
// Frames are fed twice, whole and in pieces: what is heard must be the same.
#include "tests/support/fuzzing.h"

#include "apps/server/net/frames.h"
#include "apps/server/net/http.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct heard {
    uint64_t hash;
    size_t bytes;
    bool has_ended;
} heard;

static void hear(heard *to, int kind, const char *text, size_t length) {
    to->hash = (to->hash ^ (uint64_t)kind) * UINT64_C(0x100000001b3);
    for (size_t i = 0; i < length; i++) {
        to->hash = (to->hash ^ (uint8_t)text[i]) * UINT64_C(0x100000001b3);
    }
    to->bytes += length;
}

static bool on_message(void *user, const char *text, size_t length) {
    FUZZ_ASSERT(length <= 1000 && agon_utf8_is_valid(text, length));
    hear(user, 1, text, length);
    return true;
}

static bool on_ping(void *user, const char *text, size_t length) {
    FUZZ_ASSERT(length <= AGON_FRAME_MAX_CONTROL);
    hear(user, 2, text, length);
    return true;
}

static bool on_pong(void *user) {
    hear(user, 3, "", 0);
    return true;
}

static bool on_close(void *user, int code) {
    heard *to = user;
    hear(to, code, "", 0);
    to->has_ended = true;
    return false;
}

static int feed(const uint8_t *data, size_t size, size_t step, heard *to) {
    static const agon_frames_calls calls = {on_message, on_ping, on_pong, on_close};
    agon_frames frames = {.max = 1000};
    int code = 0;
    for (size_t at = 0; at < size && code == 0 && !to->has_ended; at += step) {
        const size_t length = size - at < step ? size - at : step;
        code = agon_frames_feed(&frames, (const char *)data + at, length, &calls, to);
    }
    agon_frames_free(&frames);
    return code;
}

static void fuzz_head(const uint8_t *data, size_t size) {
    char *copy = malloc(size ? size : 1);
    agon_http_head head;
    if (!copy) {
        return;
    }
    memcpy(copy, data, size);
    const size_t length = agon_http_head_length(copy, size, 0);
    if (length > 0 && agon_http_head_parse(copy, length, &head) == 0) {
        FUZZ_ASSERT(head.method && head.path && head.path[0] == '/');
        FUZZ_ASSERT(!strstr(head.path, "/../") && !strstr(head.path, "//"));
        FUZZ_ASSERT(head.is_old || head.host);
    }
    free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_head(data, size);
    heard whole = {0};
    heard pieces = {0};
    const int code = feed(data, size, size ? size : 1, &whole);
    FUZZ_ASSERT(feed(data, size, 1 + size % 5, &pieces) == code);
    FUZZ_ASSERT(code != 0 || (whole.hash == pieces.hash && whole.bytes == pieces.bytes));
    return 0;
}
