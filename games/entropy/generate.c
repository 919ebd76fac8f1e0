// Random boards: simple, 4-regular, the territories connected (EN-2 to EN-5).
//
// Method: Steger and Wormald's pairing. Every node has four loose ends; two loose ends are drawn
// and joined if their nodes are different and not yet neighbours, otherwise drawn again, until all
// are joined or no two can be. Then it starts afresh, also if the territories are not connected.
// Every board the rules allow can come out, nearly uniformly, and owners are uniform among equal
// splits, since nothing else looks at them. docs/games/entropy.md has the figures.
#include "games/entropy/state.h"

#include <string.h>

#define NODE_LINKS 4
#define MAX_BOARD 41    // nodes of a generated board
#define STUCK_BELOW 7   // loose ends: with more, two of them can always be joined
#define FIRST_DICE 2    // the fewest dice at the start
#define STARTING_DICE 7 // how many different numbers of dice there are at the start

// Loose ends while pairing: the node each belongs to, in no order that matters.
typedef struct loose_ends {
    uint8_t node[MAX_BOARD * NODE_LINKS];
    uint32_t count;
} loose_ends;

static void take_end(loose_ends *ends, uint32_t i) {
    ends->node[i] = ends->node[--ends->count];
}

static bool can_link(const uint64_t *adjacent, int a, int b) {
    return a != b && !has_node(adjacent[a], b);
}

// No two of the loose ends can be joined. All nodes with loose ends are then neighbours of each
// other and have three neighbours at most: four nodes at most, and six loose ends.
static bool is_stuck(const loose_ends *ends, const uint64_t *adjacent) {
    for (uint32_t i = 0; i < ends->count; i++) {
        for (uint32_t k = i + 1; k < ends->count; k++) {
            if (can_link(adjacent, ends->node[i], ends->node[k])) {
                return false;
            }
        }
    }
    return true;
}

// Joins two loose ends drawn at random; false if their nodes cannot be linked.
static bool join_two(loose_ends *ends, uint64_t *adjacent, agon_rng *rng) {
    uint32_t i = agon_uniform(rng, ends->count);
    uint32_t k = agon_uniform(rng, ends->count - 1);
    k += k >= i;
    int a = ends->node[i], b = ends->node[k];
    if (!can_link(adjacent, a, b)) {
        return false;
    }
    adjacent[a] |= node_bit(b);
    adjacent[b] |= node_bit(a);
    take_end(ends, i > k ? i : k);
    take_end(ends, i > k ? k : i);
    return true;
}

static bool link_nodes(uint64_t *adjacent, int node_count, agon_rng *rng) {
    loose_ends ends = {.count = 0};
    for (int node = 0; node < node_count; node++) {
        memset(&ends.node[ends.count], node, NODE_LINKS);
        ends.count += NODE_LINKS;
        adjacent[node] = 0;
    }
    while (ends.count > 0) {
        if (!join_two(&ends, adjacent, rng) && ends.count < STUCK_BELOW &&
            is_stuck(&ends, adjacent)) {
            return false;
        }
    }
    return true;
}

static bool is_connected(const uint64_t *adjacent, uint64_t territories) {
    uint64_t reached = territories & (~territories + 1);
    uint64_t fresh = reached;
    while (fresh) {
        uint64_t found = adjacent[first_node(fresh)] & territories & ~reached;
        reached |= found;
        fresh = without_first(fresh) | found;
    }
    return reached == territories;
}

static void shuffle_nodes(uint8_t *nodes, int node_count, agon_rng *rng) {
    for (int i = 0; i < node_count; i++) {
        nodes[i] = (uint8_t)i;
    }
    for (uint32_t i = (uint32_t)node_count - 1; i > 0; i--) {
        uint32_t k = agon_uniform(rng, i + 1);
        uint8_t node = nodes[i];
        nodes[i] = nodes[k];
        nodes[k] = node;
    }
}

// The fall-back: all nodes on a ring, each linked to the two next on both sides, territories one
// after the other. Never needed so far, and as good a board as any other.
static void link_ring(uint64_t *adjacent, const uint8_t *nodes, int node_count) {
    memset(adjacent, 0, (size_t)node_count * sizeof adjacent[0]);
    for (int i = 0; i < node_count; i++) {
        for (int step = 1; step <= NODE_LINKS / 2; step++) {
            int a = nodes[i], b = nodes[(i + step) % node_count];
            adjacent[a] |= node_bit(b);
            adjacent[b] |= node_bit(a);
        }
    }
}

static uint64_t set_of(const uint8_t *nodes, int count) {
    uint64_t set = 0;
    for (int i = 0; i < count; i++) {
        set |= node_bit(nodes[i]);
    }
    return set;
}

static void place_dice(entropy_state *s, agon_rng *rng) {
    for (uint64_t set = s->territories; set; set = without_first(set)) {
        int node = first_node(set);
        int dice = FIRST_DICE + (int)agon_uniform(rng, STARTING_DICE);
        s->dice[node] = (uint8_t)dice;
        s->hungry |= dice < AGON_ENTROPY_MAX_DICE ? node_bit(node) : 0;
    }
    s->strong = s->territories;
}

// Nodes, owners and links of a board. Returns as agon_entropy_board_make does.
static int make_nodes(entropy_state *s, int players, int max_tries, agon_rng *rng) {
    int share = 12 - players; // territories per player (EN-2)
    int territory_count = share * players;
    int node_count = territory_count + AGON_ENTROPY_EMPTY_NODES;
    uint8_t nodes[MAX_BOARD] = {0};
    s->node_count = (uint8_t)node_count;
    int tries = 0;
    bool is_made = false;
    while (!is_made && tries < max_tries) {
        tries++;
        shuffle_nodes(nodes, node_count, rng);
        s->territories = set_of(nodes, territory_count);
        is_made =
            link_nodes(s->adjacent, node_count, rng) && is_connected(s->adjacent, s->territories);
    }
    if (!is_made) {
        shuffle_nodes(nodes, node_count, rng);
        s->territories = set_of(nodes, territory_count);
        link_ring(s->adjacent, nodes, node_count);
    }
    for (int player = 0; player < players; player++) {
        s->owned[player] = set_of(&nodes[player * share], share);
    }
    return is_made ? tries : 0;
}

int agon_entropy_board_make(entropy_state *s, int players, int max_tries, agon_rng *rng) {
    agon_rng local = *rng; // so that no store into the state can touch it
    int tries = make_nodes(s, players, max_tries, &local);
    place_dice(s, &local);
    *rng = local;
    return tries;
}
