// SipHash-1-3 over a stream of bytes, with 64 or 128 bits of result.
#include "agon/pack.h"

#include "src/core/sip.h"

void agon_hasher_start(agon_hasher *hasher, const uint64_t key[2], bool is_wide) {
    *hasher = (agon_hasher){.is_wide = is_wide};
    sip_start(hasher->v, key);
    if (is_wide) {
        hasher->v[1] ^= 0xee;
    }
}

void agon_hasher_add(agon_hasher *hasher, const void *bytes, size_t size) {
    const uint8_t *in = bytes;
    for (size_t i = 0; i < size; i++) {
        hasher->tail |= (uint64_t)in[i] << (8 * (hasher->length & 7u));
        hasher->length++;
        if ((hasher->length & 7u) == 0) {
            sip_block(hasher->v, hasher->tail);
            hasher->tail = 0;
        }
    }
}

void agon_hasher_finish(agon_hasher *hasher, uint64_t *out) {
    sip_block(hasher->v, hasher->tail | hasher->length << 56);
    hasher->v[2] ^= hasher->is_wide ? 0xee : 0xff;
    out[0] = sip_finish(hasher->v);
    if (hasher->is_wide) {
        hasher->v[1] ^= 0xdd;
        out[1] = sip_finish(hasher->v);
    }
}
