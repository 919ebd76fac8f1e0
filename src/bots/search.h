// What the files of the search share: simulations, the race, the tree, integer mathematics.
#ifndef AGON_BOTS_SEARCH_H
#define AGON_BOTS_SEARCH_H

#include "agon/search.h"

#define SEARCH_NONE UINT32_MAX // no such edge or node
#define SEARCH_REGRET_MAX 4    // simultaneous choices among at most so many actions use regrets

// ---------------------------------------------------------------------------------------------
// Simulations (search_playout.c)

typedef struct search_world {
    const agon_game *game;
    const agon_bot *bot;     // the game's own heuristic, or NULL
    const agon_guide *guide; // what it offers, or NULL
    int player;              // who searches
    bool has_rivals;         // the heuristic plays for the others, too
    int first; // who is asked first where several may act; the next time it is the next player
    agon_rng *rng;
    agon_state *state; // full; of the running simulation
} search_world;

// What a thought is about; generator and state are still to be set.
search_world agon_search_world(const agon_thought *thought);

// Makes up what is hidden from the player, and what the others are like. False: it cannot be.
bool agon_search_imagine(search_world *world, const agon_state *view);

// Plays on from world->state, to the end or to the guide's horizon. Writes the outcome for every
// player: 0 … AGON_SURE.
void agon_search_play_out(const search_world *world, int32_t *values);

// Adds an action to the lines of a report, if it is among those most visited.
void agon_search_add_line(agon_search_report *report, const agon_search_line *line);

// ---------------------------------------------------------------------------------------------
// The two ways to search; both fill in the report.

agon_status agon_search_race(const agon_thought *thought, agon_search_report *report);
agon_status agon_search_grow(const agon_thought *thought, agon_search_report *report);

// ---------------------------------------------------------------------------------------------
// The tree

// An action of one player in one node, and how it has done.
typedef struct search_edge {
    agon_action action;
    uint32_t next; // in the list of its bandit
    uint32_t visits;
    uint32_t available; // visits of the bandit while the action was valid
    int64_t value;      // sum of outcomes
    int64_t regret;     // sum of regrets (simultaneous choices)
    int64_t weight;     // sum of probabilities it was given (simultaneous choices)
} search_edge;

// One player's choice in a node.
typedef struct search_bandit {
    uint32_t first; // edge
    uint32_t edges;
    uint32_t visits;
    int64_t sum;      // of all outcomes
    uint64_t squares; // of all outcomes
} search_bandit;

// What the searching player sees at some point.
typedef struct search_node {
    uint64_t key;
    uint32_t next; // in its bucket
    search_bandit bandits[AGON_MAX_PLAYERS];
} search_node;

typedef struct search_tree {
    search_node *nodes;
    uint32_t node_count;
    size_t node_capacity;
    search_edge *edges;
    uint32_t edge_count;
    size_t edge_capacity;
    uint32_t *buckets; // a power of two of them
    uint32_t bucket_count;
} search_tree;

bool agon_search_tree_start(search_tree *tree, uint32_t simulations);
void agon_search_tree_end(search_tree *tree);

// The node with this key, made if it is new; SEARCH_NONE if memory ran out.
uint32_t agon_search_tree_node(search_tree *tree, uint64_t key);

// Adds an edge to a bandit; SEARCH_NONE if memory ran out. Moves the tree's arrays.
uint32_t agon_search_tree_edge(search_tree *tree, uint32_t node, int player, agon_action action);

// What has to be carried back to one choice.
typedef struct search_choice {
    uint32_t node;
    uint32_t edge;
    int player;
    int32_t probability; // of AGON_SURE, with which a regret choice was made; 0: not by regret
} search_choice;

// Where a choice is made.
typedef struct search_place {
    const agon_game *game;
    const agon_state *state; // full
    uint32_t node;
    int player;
    agon_rng *rng;
    const agon_bot *guide; // the game's own bot, or NULL
} search_place;

// Chooses an action; false if memory ran out.
bool agon_search_choose(search_tree *tree, const search_place *at, search_choice *choice);

// Takes the outcome for the player who chose.
void agon_search_learn(search_tree *tree, const search_choice *choice, int32_t value);

// The integer square root, rounded down.
uint32_t agon_search_sqrt(uint64_t x);
// The natural logarithm of n ≥ 1 with 16 fractional bits.
uint32_t agon_search_log(uint32_t n);

#endif
