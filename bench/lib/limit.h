// The limit: what a program of one game can do that was written for nothing but speed. No contract,
// no check of anything, no events, no config; everything in one function as far as it helps. But
// the full rules, the same generator, the same draws in the same order: bench_verify holds the
// results to those of the library.
#ifndef AGON_BENCH_LIMIT_H
#define AGON_BENCH_LIMIT_H

#include "bench/lib/bench.h"

#include "src/core/sip.h"

typedef struct limit_rng {
    uint64_t key[2], pos, word;
} limit_rng;

// The game's generator and the chooser of match number `number`.
static inline limit_rng limit_game_rng(uint64_t number) {
    return (limit_rng){.key = {number, 0x6e6f67412e6e756du}};
}

static inline limit_rng limit_chooser(uint64_t number) {
    return (limit_rng){.key = {number, 1}};
}

static inline uint64_t limit_word(const uint64_t key[2], uint64_t counter) {
    uint64_t v[4];
    sip_start(v, key);
    sip_block(v, counter);
    sip_block(v, (uint64_t)8 << 56);
    v[2] ^= 0xff;
    return sip_finish(v);
}

static inline uint32_t limit_lane(limit_rng *rng) {
    uint32_t lane = (uint32_t)rng->pos & 3u;
    if (lane == 0) {
        rng->word = limit_word(rng->key, rng->pos >> 2);
    }
    rng->pos++;
    return (uint32_t)(rng->word >> (16 * lane)) & 0xffffu;
}

static inline uint32_t limit_uniform(limit_rng *rng, uint32_t n) {
    uint32_t m = limit_lane(rng) * n;
    if (AGON_UNLIKELY((m & 0xffffu) < n)) {
        uint32_t reject_below = 0x10000u % n;
        while ((m & 0xffffu) < reject_below) {
            m = limit_lane(rng) * n;
        }
    }
    return m >> 16;
}

// Each plays matches first … first+count−1 and folds the results as bench_play does.
uint64_t limit_rps(void *self, uint64_t first, uint64_t count, uint64_t *sum);
uint64_t limit_stellar(void *self, uint64_t first, uint64_t count, uint64_t *sum);
uint64_t limit_entropy_2(void *self, uint64_t first, uint64_t count, uint64_t *sum);
uint64_t limit_entropy_4(void *self, uint64_t first, uint64_t count, uint64_t *sum);
uint64_t limit_entropy_8(void *self, uint64_t first, uint64_t count, uint64_t *sum);

#endif
