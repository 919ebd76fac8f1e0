// libFuzzer target: replays. Every input is read as it is, and again with chain values that fit,
// since otherwise nothing but the chain would ever be tested.
#include "agon/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TAIL 45 // ,"chain":"…"} and \n

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void complain(const char *text) {
    fprintf(stderr, "fuzz_replay: %s\n", text);
    abort();
}

static agon_replay_verdict verify(const char *text, size_t length) {
    agon_replay_verdict verdict = agon_replay_verify(text, length, NULL);
    if (verdict.ok != (verdict.line == 0) || verdict.ok != (verdict.result != NULL) ||
        verdict.ok != (verdict.reason[0] == '\0')) {
        complain("a verdict that contradicts itself");
    }
    return verdict;
}

// The length of a line without its tail, or without its last brace if it has none.
static size_t body_length(const char *line, size_t length) {
    if (length > TAIL && memcmp(line + length - TAIL + 1, ",\"chain\":\"", 10) == 0) {
        return length - TAIL + 1;
    }
    return length > 0 && line[length - 1] == '}' ? length - 1 : length;
}

static void add_line(agon_text *out, agon_hasher *chain, const char *line, size_t length) {
    char tail[TAIL + 1];
    uint64_t hash[2];
    agon_text_add(out, line, length);
    agon_hasher_add(chain, line, length);
    agon_hasher copy = *chain;
    agon_hasher_finish(&copy, hash);
    snprintf(tail, sizeof tail, ",\"chain\":\"%016llx%016llx\"}\n", (unsigned long long)hash[0],
             (unsigned long long)hash[1]);
    agon_text_add(out, tail, TAIL);
    agon_hasher_add(chain, tail, TAIL);
}

static agon_text forge(const char *text, size_t size) {
    static const uint64_t key[2] = {0x7265706c61792d61u, 0x676f6e2d63686169u};
    agon_text out = {0};
    agon_hasher chain;
    agon_hasher_start(&chain, key, true);
    for (size_t at = 0; at < size;) {
        const char *end = memchr(text + at, '\n', size - at);
        size_t length = end ? (size_t)(end - text) - at : size - at;
        add_line(&out, &chain, text + at, body_length(text + at, length));
        at += length + 1;
    }
    return out;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) {
        return 0;
    }
    verify((const char *)data, size);
    agon_text forged = forge((const char *)data, size);
    agon_replay_verdict verdict = verify(forged.data, forged.length);
    if (verdict.ok) { // what has been accepted has not been touched since
        forged.data[forged.length / 2] ^= 1;
        if (verify(forged.data, forged.length).ok) {
            complain("a changed byte was not found");
        }
    }
    agon_text_free(&forged);
    return 0;
}
