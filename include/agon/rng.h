// The generator: SipHash-1-3 of a counter under a 128-bit key.
//
// A keyed pseudo-random function in counter mode. It is seekable (a position is a number), small
// (24 packed bytes), and not predictable from what a player has seen of it.
//
// The exact mapping, which never changes within a rules version:
//   word(i)    = SipHash-1-3(key, the 8 bytes of i, little-endian)
//   lane(p)    = bits 16·(p mod 4) … +15 of word(p div 4); `pos` counts lanes used so far
//   uniform(n) for n ≤ 65536: x = lane(pos++); m = x·n; again while m mod 65536 < 65536 mod n;
//                             the result is m div 65536
//   uniform(n) for n > 65536: skip to a whole word, x = its upper 32 bits, use up all four lanes;
//                             m = x·n; again while m mod 2^32 < 2^32 mod n; the result is m div 2^32
// Every draw uses at least one lane, uniform(1) too.
#ifndef AGON_RNG_H
#define AGON_RNG_H

#include "agon/export.h"
#include "agon/status.h"

#include <stdbool.h>
#include <stdint.h>

AGON_C_BEGIN

// A seed as people give it: a 64-bit number, or 128 bits. A number repeats a game but can be
// guessed; matches with secrets use 128 random bits.
typedef struct agon_seed {
    uint64_t lo;
    uint64_t hi;  // 0 for a number
    bool is_wide; // false: a number (two's complement of a negative one), true: 128 bits
} agon_seed;

typedef struct agon_rng {
    uint64_t key[2];
    uint64_t pos;  // 16-bit lanes used so far
    uint64_t word; // cache: the word `pos` is inside of; only meaningful where pos mod 4 != 0
} agon_rng;

// These two are here for the compiler to see through: a match may last no longer than a call. The
// library has them too, for other languages.

// The seed that stands for the number `n`.
AGON_API inline agon_seed agon_seed_number(int64_t n) {
    agon_seed seed = {(uint64_t)n, 0, false};
    return seed;
}

// The seed of 32 hex digits (upper 64 bits first). False if `hex` is anything else.
AGON_API AGON_MUST_USE bool agon_seed_parse(const char *hex, agon_seed *seed);

// A generator at position 0 under the key that belongs to `seed`: a number n gives the key
// (n, AGON_SEED_TAG), which keeps numbers apart from wide seeds; 128 bits give themselves, lower
// half first.
#define AGON_SEED_TAG UINT64_C(0x6e6f67412e6e756d) // "mun.Agon"
AGON_API inline agon_rng agon_rng_make(agon_seed seed) {
    uint64_t upper = seed.is_wide ? seed.hi : AGON_SEED_TAG;
    agon_rng rng = {{seed.lo, upper}, 0, 0};
    return rng;
}

// Moves to a position, forwards or backwards.
AGON_API void agon_rng_seek(agon_rng *rng, uint64_t pos);

// SipHash-1-3 of one 64-bit counter under a key.
AGON_API uint64_t agon_sip13(const uint64_t key[2], uint64_t counter);

// A fresh 64-bit word (skips to a whole word first). For keys and for splitting generators.
AGON_API uint64_t agon_rng_next(agon_rng *rng);

// A generator of its own for somebody else (a bot, a resample), made from two words of `rng`.
AGON_API agon_rng agon_rng_split(agon_rng *rng);

// agon_uniform for n above 65536.
AGON_API uint32_t agon_uniform_large(agon_rng *rng, uint32_t n);

// The next 16 bits.
static inline uint32_t agon_rng_lane(agon_rng *rng) {
    uint32_t lane = (uint32_t)rng->pos & 3u;
    if (lane == 0) {
        rng->word = agon_sip13(rng->key, rng->pos >> 2);
    }
    rng->pos++;
    return (uint32_t)(rng->word >> (16 * lane)) & 0xffffu;
}

// The usual case of agon_uniform(n), n ≤ 65536, for code that must stay short: the draw, where
// neither a new word nor a second lane is needed. False, and nothing drawn, otherwise.
static inline bool agon_uniform_quick(agon_rng *rng, uint32_t n, uint32_t *result) {
    uint64_t pos = rng->pos;
    uint32_t m = ((uint32_t)(rng->word >> (pos & 3u) * 16) & 0xffffu) * n;
    if (AGON_UNLIKELY((pos & 3u) == 0 || (m & 0xffffu) < n)) {
        return false;
    }
    rng->pos = pos + 1;
    *result = m >> 16;
    return true;
}

// An unbiased integer in 0 … n−1; n ≥ 1.
static inline uint32_t agon_uniform(agon_rng *rng, uint32_t n) {
    AGON_ASSERT(n > 0);
    if (AGON_UNLIKELY(n > 0x10000u)) {
        return agon_uniform_large(rng, n);
    }
    uint32_t m = agon_rng_lane(rng) * n;
    if (AGON_UNLIKELY((m & 0xffffu) < n)) {
        uint32_t reject_below = 0x10000u % n;
        while ((m & 0xffffu) < reject_below) {
            m = agon_rng_lane(rng) * n;
        }
    }
    return m >> 16;
}

AGON_C_END

#endif
