// Generators: SipHash-1-3 (ours), SipHash-2-4 and splitmix64, nanoseconds per 64-bit word, as a
// stream of independent words and as a chain in which each counter needs the word before; and draws
// from 16-bit lanes beside draws from whole words.
//
//   generator [--seconds S]
#include "bench/lib/bench.h"

#include "src/core/sip.h"

#include <stdio.h>

static const uint64_t key[2] = {0x0123456789abcdefu, 0xfedcba9876543210u};

// `block` rounds for each block and `last` rounds at the end, over the eight bytes of a counter.
static inline uint64_t sip(uint64_t counter, int block, int last) {
    uint64_t v[4];
    sip_start(v, key);
    const uint64_t blocks[2] = {counter, (uint64_t)8 << 56};
    for (int i = 0; i < 2; i++) {
        v[3] ^= blocks[i];
        for (int k = 0; k < block; k++) {
            sip_round(v);
        }
        v[0] ^= blocks[i];
    }
    v[2] ^= 0xff;
    for (int k = 0; k < last; k++) {
        sip_round(v);
    }
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}

static inline uint64_t splitmix(uint64_t counter) {
    uint64_t z = key[0] + counter * UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

// A result that the compiler cannot do without, and that is never 0.
static uint64_t keep(uint64_t value, uint64_t count) {
    return count + (value == 0x5a17u);
}

#define STREAM(name, word)                                                                         \
    static uint64_t stream_##name(void *self, uint64_t first, uint64_t count, uint64_t *sum) {     \
        uint64_t all = 0;                                                                          \
        (void)self;                                                                                \
        (void)sum;                                                                                 \
        for (uint64_t i = first; i < first + count; i++) {                                         \
            all += (word);                                                                         \
        }                                                                                          \
        return keep(all, count);                                                                   \
    }
#define CHAIN(name, word)                                                                          \
    static uint64_t chain_##name(void *self, uint64_t first, uint64_t count, uint64_t *sum) {      \
        uint64_t i = first;                                                                        \
        (void)self;                                                                                \
        (void)sum;                                                                                 \
        for (uint64_t k = 0; k < count; k++) {                                                     \
            i = (word);                                                                            \
        }                                                                                          \
        return keep(i, count);                                                                     \
    }

STREAM(library, agon_sip13(key, i))
STREAM(sip13, sip(i, 1, 3))
STREAM(sip24, sip(i, 2, 4))
STREAM(splitmix, splitmix(i))
CHAIN(library, agon_sip13(key, i))
CHAIN(sip13, sip(i, 1, 3))
CHAIN(sip24, sip(i, 2, 4))
CHAIN(splitmix, splitmix(i))

// A die, from lanes and from whole words.
static uint64_t draw_lanes(void *self, uint64_t first, uint64_t count, uint64_t *sum) {
    agon_rng rng = bench_chooser(first);
    uint64_t all = 0;
    (void)self;
    (void)sum;
    for (uint64_t i = 0; i < count; i++) {
        all += agon_uniform(&rng, 6);
    }
    return keep(all, count);
}

static uint64_t draw_words(void *self, uint64_t first, uint64_t count, uint64_t *sum) {
    agon_rng rng = bench_chooser(first);
    uint64_t all = 0;
    (void)self;
    (void)sum;
    for (uint64_t i = 0; i < count; i++) {
        all += (agon_rng_next(&rng) >> 32) * 6 >> 32;
    }
    return keep(all, count);
}

int main(int count, char **arguments) {
    double seconds = bench_option(count, arguments, "--seconds", 0.3);
    bench_case cases[] = {
        {.name = "agon_sip13, stream", .run = stream_library},
        {.name = "agon_sip13, chain", .run = chain_library},
        {.name = "SipHash-1-3 inlined, stream", .run = stream_sip13},
        {.name = "SipHash-1-3 inlined, chain", .run = chain_sip13},
        {.name = "SipHash-2-4 inlined, stream", .run = stream_sip24},
        {.name = "SipHash-2-4 inlined, chain", .run = chain_sip24},
        {.name = "splitmix64, stream", .run = stream_splitmix},
        {.name = "splitmix64, chain", .run = chain_splitmix},
        {.name = "a die from 16-bit lanes", .run = draw_lanes},
        {.name = "a die from whole words", .run = draw_words},
    };
    bench_print_build();
    bench_measure(cases, sizeof cases / sizeof cases[0], seconds);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        printf("%-30s %6.2f ns (median %.2f)\n", cases[i].name, cases[i].best, cases[i].median);
    }
    return 0;
}
