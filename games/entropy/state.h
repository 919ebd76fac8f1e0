// The inside of Entropy's game and state, and the bit sets they are made of. For this folder only.
//
// A set of nodes is one 64-bit word. Each player's territories, the nodes worth attacking from, the
// nodes that can still grow and each node's neighbours are such sets, so that a step touches a few
// words and the number of valid attacks is kept up to date instead of counted.
#ifndef AGON_ENTROPY_STATE_H
#define AGON_ENTROPY_STATE_H

#include "games/entropy/entropy.h"

#include "src/core/bits.h"

#define NODES AGON_ENTROPY_MAX_NODES
#define DEGREE AGON_ENTROPY_MAX_DEGREE
#define NO_ENTRY 15u // in `order`: the neighbour list ends before here

typedef struct entropy_game {
    agon_game head;
    int32_t max_rounds;
    uint8_t growth;
    uint32_t name_at[AGON_MAX_PLAYERS]; // where in `text` a player's name starts
    char text[];
} entropy_game;

typedef struct entropy_state {
    agon_state head;
    agon_rng rng; // all zero in a view
    uint64_t owned[AGON_MAX_PLAYERS];
    uint64_t territories; // all nodes that are not empty: the union of `owned`
    uint64_t strong;      // territories with two dice or more
    uint64_t hungry;      // territories below the most dice
    uint32_t round;       // from 1
    uint16_t attacks;     // valid attacks of `mover`; 0 when the game is over
    uint8_t mover;        // whose turn it is, or was
    uint8_t node_count;
    uint8_t is_odd;                       // `order` is in use, see below
    uint8_t playing;                      // those not out, a set of players
    uint8_t out_count;                    // entries in the next two
    uint8_t out_player[AGON_MAX_PLAYERS]; // in the order they went
    uint32_t out_round[AGON_MAX_PLAYERS];
    uint8_t dice[NODES];
    uint64_t adjacent[NODES]; // one set of neighbours per node
    // A generated board is plain: links go both ways and neighbour lists ascend, so `adjacent` says
    // it all and the state ends with its last used entry. A loaded board may be odd: one-way links,
    // lists in any order, repeated numbers. Then each list is here: four bits per entry, its
    // place among the set bits of `adjacent`.
    uint32_t order[NODES];
} entropy_state;

_Static_assert(sizeof(entropy_state) <= 1024, "a state fits in one KiB");

// ---------------------------------------------------------------------------------------------
// Sets of nodes

static inline uint64_t node_bit(int node) {
    return UINT64_C(1) << node;
}

static inline bool has_node(uint64_t set, int node) {
    return (set >> node & 1u) != 0;
}

// How many nodes are in a set.
static inline int count_nodes(uint64_t set) {
    return (int)agon_bits_count(set);
}

// The lowest node of a set that is not empty.
static inline int first_node(uint64_t set) {
#if defined(__GNUC__)
    return __builtin_ctzll(set);
#else
    return count_nodes(~set & (set - 1));
#endif
}

static inline uint64_t without_first(uint64_t set) {
    return set & (set - 1);
}

// The node with `rank` nodes of the set below it.
static inline int node_at_rank(uint64_t set, uint32_t rank) {
    while (rank > 0) {
        set = without_first(set);
        rank--;
    }
    return first_node(set);
}

// ---------------------------------------------------------------------------------------------

static inline const entropy_game *as_game(const agon_game *game) {
    return (const entropy_game *)game;
}

static inline const entropy_state *as_state(const agon_state *state) {
    return (const entropy_state *)state;
}

// What a player may attack: every territory of the others.
static inline uint64_t enemies_of(const entropy_state *s, int player) {
    return s->territories & ~s->owned[player];
}

// Territories a player may attack from, if they have a target.
static inline uint64_t bases_of(const entropy_state *s, int player) {
    return s->owned[player] & s->strong;
}

// Whether a player whose turn it is may do an action (EN-6, EN-7).
static inline bool is_valid(const entropy_state *s, int player, agon_action action) {
    if (action.c || action.n) {
        return false;
    }
    if (action.type == AGON_ENTROPY_END_TURN) {
        return !action.a && !action.b;
    }
    return action.a < NODES && action.b < NODES && has_node(bases_of(s, player), action.a) &&
           has_node(s->adjacent[action.a] & enemies_of(s, player), action.b);
}

// Bytes in use of a state whose board is not odd.
static inline uint32_t plain_size(const entropy_state *s) {
    return (uint32_t)(offsetof(entropy_state, adjacent) + s->node_count * sizeof s->adjacent[0]);
}

// The owner of a node, or AGON_ENTROPY_EMPTY.
int agon_entropy_owner(const entropy_state *s, int node);

// Writes a node's neighbour list in its order; returns its length.
int agon_entropy_neighbors(const entropy_state *s, int node, uint8_t list[DEGREE]);

// Sets a node's neighbour list; every entry is a node. Call agon_entropy_derive afterwards.
void agon_entropy_neighbors_set(entropy_state *s, int node, const uint8_t *list, int degree);

// Sets owner (or AGON_ENTROPY_EMPTY) and dice of a node, in a state that was zeroed.
void agon_entropy_node_set(entropy_state *s, int node, int owner, int dice);

// Rebuilds everything that follows from nodes, lists, mover, those out and end: which nodes are
// strong and hungry, whether the board is odd, who is playing, the used bytes, to_act and the number
// of attacks.
void agon_entropy_derive(entropy_state *s, int players);

// The number of valid attacks of a player, counted afresh.
uint16_t agon_entropy_attacks_count(const entropy_state *s, int player);

// Makes a random board for all players of the game (EN-2 to EN-5), node_count included, in a state
// that was zeroed. Returns the number of tries it took; 0: the limit was reached, and the board is
// the fall-back.
int agon_entropy_board_make(entropy_state *s, int players, int max_tries, agon_rng *rng);

agon_status agon_entropy_check(const agon_game *game, const agon_state *state, int player,
                               agon_action action, agon_error *error);

// One action that has been checked, and the shortcut that checks it first.
agon_status agon_entropy_act(const agon_game *game, agon_state *state, int player,
                             agon_action action, agon_error *error);
agon_status agon_entropy_step(const agon_game *game, agon_state *state, int player,
                              agon_action action, const agon_context *context);

// Winners of a state as it stands (EN-16).
agon_viewers agon_entropy_leaders(const agon_game *game, const agon_state *state);

void agon_entropy_pack(const agon_game *game, agon_state *state, agon_pack *p);
agon_status agon_entropy_validate(const agon_game *game, agon_state *state, agon_error *error);
void agon_entropy_view(const agon_game *game, const agon_state *state, int viewer, agon_state *out);
void agon_entropy_resample(const agon_game *game, const agon_state *view, agon_rng *bits,
                           agon_state *out);

extern const agon_space agon_entropy_space;       // space.c
extern const agon_bot *const agon_entropy_bots[]; // bots.c

#endif
