// The SipHash round, shared by the generator and the hasher.
#ifndef AGON_CORE_SIP_H
#define AGON_CORE_SIP_H

#include <stdint.h>

static inline uint64_t sip_rotate(uint64_t x, int bits) {
    return (x << bits) | (x >> (64 - bits));
}

static inline void sip_round(uint64_t v[4]) {
    v[0] += v[1];
    v[2] += v[3];
    v[1] = sip_rotate(v[1], 13) ^ v[0];
    v[3] = sip_rotate(v[3], 16) ^ v[2];
    v[0] = sip_rotate(v[0], 32) + v[3];
    v[2] += v[1];
    v[1] = sip_rotate(v[1], 17) ^ v[2];
    v[3] = sip_rotate(v[3], 21) ^ v[0];
    v[2] = sip_rotate(v[2], 32);
}

static inline void sip_start(uint64_t v[4], const uint64_t key[2]) {
    v[0] = key[0] ^ 0x736f6d6570736575u;
    v[1] = key[1] ^ 0x646f72616e646f6du;
    v[2] = key[0] ^ 0x6c7967656e657261u;
    v[3] = key[1] ^ 0x7465646279746573u;
}

// One round per block: the "1" of SipHash-1-3.
static inline void sip_block(uint64_t v[4], uint64_t block) {
    v[3] ^= block;
    sip_round(v);
    v[0] ^= block;
}

// Three rounds at the end: the "3" of SipHash-1-3.
static inline uint64_t sip_finish(uint64_t v[4]) {
    sip_round(v);
    sip_round(v);
    sip_round(v);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}

#endif
