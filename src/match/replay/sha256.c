// SHA-256 (FIPS 180-4), for commitments: small rather than fast.
#include "src/match/replay/sha256.h"

#include <stdio.h>
#include <string.h>

// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t turn(uint32_t x, int by) {
    return x >> by | x << (32 - by);
}

// The i-th word of a block's schedule, of which the last sixteen are kept.
static uint32_t schedule(uint32_t words[16], const uint8_t *block, int i) {
    uint32_t *word = &words[i & 15];
    if (i < 16) {
        const uint8_t *at = block + (size_t)(4 * i);
        *word = (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
    } else {
        uint32_t a = words[(i - 15) & 15];
        uint32_t b = words[(i - 2) & 15];
        *word += (turn(a, 7) ^ turn(a, 18) ^ a >> 3) + words[(i - 7) & 15] +
                 (turn(b, 17) ^ turn(b, 19) ^ b >> 10);
    }
    return *word;
}

static void mix(uint32_t sum[8], const uint8_t *block) {
    uint32_t words[16] = {0};
    uint32_t v[8];
    memcpy(v, sum, sizeof v);
    for (int i = 0; i < 64; i++) {
        uint32_t one = v[7] + (turn(v[4], 6) ^ turn(v[4], 11) ^ turn(v[4], 25)) +
                       ((v[4] & v[5]) ^ (~v[4] & v[6])) + constants[i] + schedule(words, block, i);
        uint32_t two = (turn(v[0], 2) ^ turn(v[0], 13) ^ turn(v[0], 22)) +
                       ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += one;
        v[0] = one + two;
    }
    for (int i = 0; i < 8; i++) {
        sum[i] += v[i];
    }
}

// Byte `i` of the padded text: the text, 0x80, zeros, its length in bits.
static uint8_t padded(const uint8_t *bytes, size_t length, size_t i, size_t end) {
    if (i >= end - 8) {
        return (uint8_t)((uint64_t)length * 8 >> 8 * (end - 1 - i));
    }
    return i < length ? bytes[i] : i == length ? 0x80 : 0;
}

void agon_sha256(const void *bytes, size_t length, char *hex) {
    uint32_t sum[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                       0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    uint8_t block[64];
    size_t end = (length + 8) / 64 * 64 + 64;
    for (size_t i = 0; i < end; i++) {
        block[i % 64] = padded(bytes, length, i, end);
        if (i % 64 == 63) {
            mix(sum, block);
        }
    }
    for (int i = 0; i < 8; i++) {
        sprintf(hex + 8 * (size_t)i, "%08lx", (unsigned long)sum[i]);
    }
}
