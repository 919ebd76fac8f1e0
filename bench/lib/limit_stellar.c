// Stellar Skirmish at the limit: the standard game of two. Hands are sets of fifteen bits, and so is
// what a player has claimed: places of the deck. Every match has fifteen battles.
#include "bench/lib/limit.h"

#include "src/core/bits.h"

#include <string.h>

#define CARDS 15
#define PLANETS 15

typedef struct match {
    uint8_t deck[PLANETS + 1]; // planets 0 … 14
    uint32_t index;            // planets revealed
    uint32_t pot, count;       // victory points and planets in the pot
    uint32_t scores[2];
    uint32_t claimed[2]; // places of the deck
} match;

static inline void shuffle(match *m, limit_rng *rng) {
    static const uint8_t order[PLANETS + 1] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14};
    memcpy(m->deck, order, sizeof order);
    for (uint32_t i = PLANETS - 1; i > 0; i--) {
        uint32_t j = limit_uniform(rng, i + 1);
        uint8_t planet = m->deck[i];
        m->deck[i] = m->deck[j];
        m->deck[j] = planet;
    }
}

static inline void reveal(match *m) {
    static const uint8_t points[PLANETS + 1] = {1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3};
    m->pot += points[m->deck[m->index++]];
    m->count++;
}

static inline void award(match *m, uint32_t winner) {
    m->scores[winner] += m->pot;
    m->claimed[winner] |= ((1u << m->count) - 1) << (m->index - m->count);
    m->pot = m->count = 0;
}

static inline match play(uint64_t number) {
    limit_rng rng = limit_game_rng(number), chooser = limit_chooser(number);
    match m = {.index = 0};
    shuffle(&m, &rng);
    uint32_t hands[2] = {(1u << CARDS) - 1, (1u << CARDS) - 1};
    for (uint32_t left = CARDS; left > 0; left--) {
        if (m.count == 0 && m.index < PLANETS) {
            reveal(&m); // face up before anybody chooses (SS-8)
        }
        uint32_t a = agon_bits_select_16(hands[0], limit_uniform(&chooser, left));
        uint32_t b = agon_bits_select_16(hands[1], limit_uniform(&chooser, left));
        hands[0] ^= 1u << a;
        hands[1] ^= 1u << b;
        if (a != b) {
            award(&m, b > a);
        } else if (m.index < PLANETS) {
            reveal(&m);
        }
    }
    return m;
}

uint64_t limit_stellar(void *self, uint64_t first, uint64_t count, uint64_t *sum) {
    (void)self;
    uint64_t total = 0, points = 0;
    for (uint64_t i = 0; i < count; i++) {
        match m = play(first + i);
        total += 2 * CARDS;
        points += m.scores[0] + m.scores[1] + m.pot + (m.claimed[0] & m.claimed[1]);
        if (sum) {
            int32_t scores[2] = {(int32_t)m.scores[0], (int32_t)m.scores[1]};
            uint64_t winners =
                (uint64_t)(scores[0] >= scores[1]) | (uint64_t)(scores[1] >= scores[0]) << 1;
            *sum = bench_fold_result(*sum, scores, 2, winners, 2 * CARDS);
        }
    }
    // No match gives more points than the deck has; but the compiler must play to know.
    return points > count * 30 ? 0 : total;
}
