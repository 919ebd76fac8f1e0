// Entropy at the limit: sets of nodes as words, the number of players known to the compiler, the
// chosen attack made without asking whether it is valid.
#include "bench/lib/limit.h"

#include <string.h>

#ifdef __BMI2__
#include <immintrin.h>
#endif

#define LINKS 4
#define MOST_NODES 41
#define EMPTY_NODES 5
#define MOST_DICE 8
#define ROUNDS 100
#define STUCK_BELOW 7
#define ALWAYS_INLINE static inline __attribute__((always_inline))

typedef struct match {
    uint64_t owned[8];
    uint64_t territories, strong, hungry;
    uint64_t adjacent[MOST_NODES];
    uint8_t dice[MOST_NODES];
    uint32_t attacks; // valid attacks of the mover
    uint32_t mover, round, playing;
    limit_rng rng;
} match;

ALWAYS_INLINE uint64_t bit(uint32_t node) {
    return UINT64_C(1) << node;
}

ALWAYS_INLINE uint32_t lowest(uint64_t set) {
    return (uint32_t)__builtin_ctzll(set);
}

ALWAYS_INLINE uint32_t size_of(uint64_t set) {
#ifdef __POPCNT__
    return (uint32_t)__builtin_popcountll(set);
#else
    set -= set >> 1 & UINT64_C(0x5555555555555555);
    set = (set & UINT64_C(0x3333333333333333)) + (set >> 2 & UINT64_C(0x3333333333333333));
    set = (set + (set >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (uint32_t)(set * UINT64_C(0x0101010101010101) >> 56);
#endif
}

ALWAYS_INLINE uint32_t member(uint64_t set, uint32_t rank) {
#ifdef __BMI2__
    return lowest(_pdep_u64(bit(rank), set));
#else
    for (; rank > 0; rank--) {
        set &= set - 1;
    }
    return lowest(set);
#endif
}

// ---------------------------------------------------------------------------------------------
// The board

static bool is_stuck(const match *m, const uint8_t *ends, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = i + 1; k < count; k++) {
            if (ends[i] != ends[k] && !(m->adjacent[ends[i]] >> ends[k] & 1)) {
                return false;
            }
        }
    }
    return true;
}

ALWAYS_INLINE bool join_nodes(match *m, uint32_t nodes, limit_rng *rng) {
    uint8_t ends[MOST_NODES * LINKS];
    uint32_t count = nodes * LINKS;
    for (uint32_t node = 0; node < nodes; node++) {
        memset(ends + LINKS * node, (int)node, LINKS);
        m->adjacent[node] = 0;
    }
    while (count > 0) {
        uint32_t i = limit_uniform(rng, count);
        uint32_t k = limit_uniform(rng, count - 1);
        k += k >= i;
        uint32_t a = ends[i], b = ends[k];
        if (a == b || (m->adjacent[a] >> b & 1)) {
            if (count < STUCK_BELOW && is_stuck(m, ends, count)) {
                return false;
            }
            continue;
        }
        m->adjacent[a] |= bit(b);
        m->adjacent[b] |= bit(a);
        ends[i > k ? i : k] = ends[--count];
        ends[i > k ? k : i] = ends[--count];
    }
    return true;
}

ALWAYS_INLINE bool is_connected(const match *m) {
    uint64_t reached = m->territories & (0 - m->territories), fresh = reached;
    while (fresh) {
        uint64_t found = m->adjacent[lowest(fresh)] & m->territories & ~reached;
        reached |= found;
        fresh = (fresh & (fresh - 1)) | found;
    }
    return reached == m->territories;
}

ALWAYS_INLINE uint64_t set_of(const uint8_t *nodes, uint32_t count) {
    uint64_t set = 0;
    for (uint32_t i = 0; i < count; i++) {
        set |= bit(nodes[i]);
    }
    return set;
}

ALWAYS_INLINE void make_board(match *m, uint32_t players, limit_rng *rng) {
    uint32_t share = 12 - players, held = share * players, nodes = held + EMPTY_NODES;
    uint8_t order[MOST_NODES];
    do {
        for (uint32_t i = 0; i < nodes; i++) {
            order[i] = (uint8_t)i;
        }
        for (uint32_t i = nodes - 1; i > 0; i--) {
            uint32_t k = limit_uniform(rng, i + 1);
            uint8_t node = order[i];
            order[i] = order[k];
            order[k] = node;
        }
        m->territories = set_of(order, held);
    } while (!join_nodes(m, nodes, rng) || !is_connected(m));
    for (uint32_t p = 0; p < players; p++) {
        m->owned[p] = set_of(order + p * share, share);
    }
    m->strong = m->territories;
    m->hungry = 0;
    for (uint64_t set = m->territories; set; set &= set - 1) {
        uint32_t dice = 2 + limit_uniform(rng, 7);
        m->dice[lowest(set)] = (uint8_t)dice;
        m->hungry |= dice < MOST_DICE ? set & (0 - set) : 0;
    }
}

// ---------------------------------------------------------------------------------------------
// Turns

ALWAYS_INLINE void count_attacks(match *m) {
    uint64_t enemies = m->territories & ~m->owned[m->mover];
    uint32_t attacks = 0;
    for (uint64_t set = m->owned[m->mover] & m->strong; set; set &= set - 1) {
        attacks += size_of(m->adjacent[lowest(set)] & enemies);
    }
    m->attacks = attacks;
}

ALWAYS_INLINE void grow(match *m) {
    uint8_t open[MOST_NODES];
    uint32_t count = 0;
    limit_rng rng = m->rng;
    uint64_t grown = 0, filled = 0;
    for (uint64_t set = m->owned[m->mover] & m->hungry; set; set &= set - 1) {
        open[count++] = (uint8_t)lowest(set);
    }
    for (uint32_t gain = size_of(m->owned[m->mover]); gain > 0 && count > 0; gain--) {
        uint32_t pick = limit_uniform(&rng, count);
        uint32_t node = open[pick];
        grown |= bit(node);
        if (++m->dice[node] == MOST_DICE) {
            filled |= bit(node);
            count--;
            for (; pick < count; pick++) {
                open[pick] = open[pick + 1];
            }
        }
    }
    m->rng = rng;
    m->strong |= grown;
    m->hungry &= ~filled;
}

// False: the match is over.
ALWAYS_INLINE bool end_turn(match *m) {
    do {
        for (uint32_t set = m->playing; set; set &= set - 1) {
            m->playing ^= m->owned[lowest(set)] ? 0 : set & (0 - set);
        }
        grow(m);
        uint32_t later = m->playing & ~1u << m->mover;
        if (!later && m->round++ == ROUNDS) {
            return false;
        }
        m->mover = lowest(later ? later : m->playing);
    } while (!(m->owned[m->mover] & m->strong));
    count_attacks(m);
    return true;
}

// False: the match is over.
ALWAYS_INLINE bool attack(match *m, uint32_t from, uint32_t to, uint32_t players) {
    uint32_t dice = m->dice[from], mover = m->mover;
    uint32_t roll = limit_uniform(&m->rng, 6 * dice);
    bool is_won = roll > limit_uniform(&m->rng, 6u * m->dice[to]);
    uint64_t own = m->owned[mover], strong = m->strong & ~bit(from);
    uint32_t attacks = m->attacks - size_of(m->adjacent[from] & m->territories & ~own);
    uint64_t hungry = m->hungry | bit(from);
    m->dice[from] = 1;
    if (is_won) {
        for (uint32_t p = 0; p < players; p++) {
            m->owned[p] &= ~bit(to);
        }
        own |= bit(to);
        strong &= ~bit(to);
        attacks -= size_of(m->adjacent[to] & own & strong);
        if (dice > 2) {
            strong |= bit(to);
            attacks += size_of(m->adjacent[to] & m->territories & ~own);
        }
        hungry |= bit(to);
        m->dice[to] = (uint8_t)(dice - 1);
        m->owned[mover] = own;
    }
    m->strong = strong;
    m->hungry = hungry;
    m->attacks = attacks;
    if (own == m->territories) {
        return false;
    }
    return (own & strong) || end_turn(m);
}

// False: the match is over.
ALWAYS_INLINE bool decide(match *m, limit_rng *chooser, uint32_t players) {
    uint32_t i = limit_uniform(chooser, m->attacks + 1);
    if (i == m->attacks) {
        return end_turn(m);
    }
    uint64_t own = m->owned[m->mover], enemies = m->territories & ~own;
    uint64_t set = own & m->strong;
    for (;;) {
        uint64_t targets = m->adjacent[lowest(set)] & enemies;
        uint32_t count = size_of(targets);
        if (i < count) {
            return attack(m, lowest(set), member(targets, i), players);
        }
        i -= count;
        set &= set - 1;
    }
}

ALWAYS_INLINE uint64_t play(match *m, uint64_t number, uint32_t players) {
    limit_rng chooser = limit_chooser(number);
    uint64_t decisions = 1;
    m->rng = limit_game_rng(number);
    limit_rng rng = m->rng;
    make_board(m, players, &rng);
    m->rng = rng;
    m->mover = 0;
    m->round = 1;
    m->playing = (1u << players) - 1;
    count_attacks(m);
    while (decide(m, &chooser, players)) {
        decisions++;
    }
    return decisions;
}

ALWAYS_INLINE uint64_t play_all(uint64_t first, uint64_t count, uint64_t *sum, uint32_t players) {
    uint64_t total = 0;
    for (uint64_t i = 0; i < count; i++) {
        match m;
        uint64_t decisions = play(&m, first + i, players);
        total += decisions;
        if (sum) {
            int32_t scores[8];
            int32_t most = 0;
            uint64_t winners = 0;
            for (uint32_t p = 0; p < players; p++) {
                scores[p] = (int32_t)size_of(m.owned[p]);
                most = scores[p] > most ? scores[p] : most;
            }
            for (uint32_t p = 0; p < players; p++) {
                winners |= scores[p] == most ? bit(p) : 0;
            }
            *sum = bench_fold_result(*sum, scores, (int)players, winners, decisions);
        }
    }
    return total;
}

uint64_t limit_entropy_2(void *self, uint64_t first, uint64_t count, uint64_t *sum) {
    (void)self;
    return play_all(first, count, sum, 2);
}

uint64_t limit_entropy_4(void *self, uint64_t first, uint64_t count, uint64_t *sum) {
    (void)self;
    return play_all(first, count, sum, 4);
}

uint64_t limit_entropy_8(void *self, uint64_t first, uint64_t count, uint64_t *sum) {
    (void)self;
    return play_all(first, count, sum, 8);
}
