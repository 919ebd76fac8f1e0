// The chain over a replay's bytes.
#include "src/match/replay/chain.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define TAIL_KEY ",\"chain\":\""
#define TAIL_END "\"}\n"
#define TAIL_SIZE (sizeof TAIL_KEY - 1 + 32 + sizeof TAIL_END - 1)
_Static_assert(TAIL_SIZE == AGON_CHAIN_TAIL, "the tail has the size that readers cut off");

void agon_chain_start(agon_hasher *chain) {
    static const uint64_t key[2] = {0x7265706c61792d61u, 0x676f6e2d63686169u};
    agon_hasher_start(chain, key, true);
}

// The end of a line after whose other bytes the chain stands.
static void make_tail(const agon_hasher *chain, char tail[TAIL_SIZE + 1]) {
    agon_hasher copy = *chain;
    uint64_t hash[2];
    agon_hasher_finish(&copy, hash);
    snprintf(tail, TAIL_SIZE + 1, TAIL_KEY "%016" PRIx64 "%016" PRIx64 TAIL_END, hash[0], hash[1]);
}

void agon_chain_close(agon_hasher *chain, agon_text *text, size_t start) {
    char tail[TAIL_SIZE + 1];
    if (text->failed) {
        return;
    }
    agon_hasher_add(chain, text->data + start, text->length - start);
    make_tail(chain, tail);
    agon_hasher_add(chain, tail, TAIL_SIZE);
    agon_text_add(text, tail, TAIL_SIZE);
}

const char *agon_chain_check(agon_hasher *chain, const char *line, size_t length) {
    char tail[TAIL_SIZE + 1];
    if (length < TAIL_SIZE || line[length - 1] != '\n') {
        return "the line is not complete";
    }
    agon_hasher_add(chain, line, length - TAIL_SIZE);
    make_tail(chain, tail);
    if (memcmp(line + length - TAIL_SIZE, tail, TAIL_SIZE) != 0) {
        return "the line is damaged, or one before it is missing: it does not fit its chain value";
    }
    agon_hasher_add(chain, tail, TAIL_SIZE);
    return NULL;
}
