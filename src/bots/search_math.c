// Square root and logarithm in integers, so that every platform searches alike.
#include "src/bots/search.h"

uint32_t agon_search_sqrt(uint64_t x) {
    uint64_t root = 0;
    for (uint64_t bit = UINT64_C(1) << 62; bit; bit >>= 2) {
        if (x >= root + bit) {
            x -= root + bit;
            root = (root >> 1) + bit;
        } else {
            root >>= 1;
        }
    }
    return (uint32_t)root;
}

uint32_t agon_search_log(uint32_t n) {
    uint32_t whole = 0;
    while (n >> whole > 1) {
        whole++;
    }
    // The fraction of log2 by repeated squaring of n / 2^whole, kept with 31 fractional bits.
    uint64_t x = (uint64_t)n << (31 - whole);
    uint32_t log2 = whole << 16;
    for (uint32_t bit = 1u << 15; bit; bit >>= 1) {
        x = x * x >> 31;
        if (x >> 32) {
            x >>= 1;
            log2 += bit;
        }
    }
    return (uint32_t)((uint64_t)log2 * 45426 >> 16); // 45426 = ln 2 · 2^16
}
