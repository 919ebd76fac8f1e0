// The choice in a node: upper confidence bounds, or regrets where players choose at the same time.
#include "src/bots/search.h"

#include <string.h>

#define EXPLORATION 65536 // 1.0 · 2^16: how many standard deviations an untried action is worth
#define SMALL_SET 12      // so many actions are all opened
#define REGRET_NOISE 6554 // 0.1 · 2^16: share of uniform choices among regret choices

static bool is_same(agon_action x, agon_action y) {
    return memcmp(&x, &y, sizeof x) == 0;
}

static uint32_t find_edge(const search_tree *tree, const search_bandit *bandit,
                          agon_action action) {
    uint32_t i = bandit->first;
    while (i != SEARCH_NONE && !is_same(tree->edges[i].action, action)) {
        i = tree->edges[i].next;
    }
    return i;
}

// ---------------------------------------------------------------------------------------------
// Upper confidence bounds with progressive widening

// How many actions a bandit may have open.
static uint32_t open_limit(const search_bandit *bandit, uint32_t count) {
    uint32_t limit = 2 + agon_search_sqrt(2 * (uint64_t)bandit->visits);
    return count <= SMALL_SET || count < limit ? count : limit;
}

// An action that is not open yet: the guide's first, then any. False: none was found.
static bool draw_action(const search_tree *tree, const search_place *at, uint32_t count,
                        agon_action *action) {
    const search_bandit *bandit = &tree->nodes[at->node].bandits[at->player];
    if (bandit->edges == 0 && at->guide) {
        const agon_thought thought = {.game = at->game,
                                      .view = at->state,
                                      .player = at->player,
                                      .rng = at->rng,
                                      .simulations = 1};
        *action = at->guide->think(&thought);
        return true;
    }
    uint32_t start = agon_uniform(at->rng, count);
    uint32_t tries = count < SMALL_SET ? count : SMALL_SET;
    for (uint32_t i = 0; i < tries; i++) {
        *action = agon_nth(at->game, at->state, at->player, (start + i) % count);
        if (find_edge(tree, bandit, *action) == SEARCH_NONE) {
            return true;
        }
    }
    return false;
}

// The standard deviation of the outcomes, which tells how wide a bound has to be.
static int64_t spread(const search_bandit *bandit) {
    if (bandit->visits < 2) {
        return AGON_SURE;
    }
    int64_t mean = bandit->sum / bandit->visits;
    int64_t variance = (int64_t)(bandit->squares / bandit->visits) - mean * mean;
    return agon_search_sqrt((uint64_t)(variance > 0 ? variance : 0)) + 64;
}

static int64_t bound(const search_edge *edge, int64_t width) {
    if (edge->visits == 0) {
        return INT64_MAX;
    }
    uint64_t log = agon_search_log(edge->available);
    int64_t doubt = agon_search_sqrt((log << 16) / edge->visits);
    return edge->value / edge->visits + (width * doubt >> 16);
}

// The valid edge with the highest bound; counts the valid ones and marks them as available.
static uint32_t best_edge(search_tree *tree, const search_place *at, uint32_t *valid) {
    uint32_t best = SEARCH_NONE;
    int64_t best_bound = -1;
    int64_t width = EXPLORATION * spread(&tree->nodes[at->node].bandits[at->player]) >> 16;
    *valid = 0;
    for (uint32_t i = tree->nodes[at->node].bandits[at->player].first; i != SEARCH_NONE;
         i = tree->edges[i].next) {
        search_edge *edge = &tree->edges[i];
        if (agon_check(at->game, at->state, at->player, edge->action, NULL) != AGON_OK) {
            continue;
        }
        edge->available++;
        ++*valid;
        int64_t edge_bound = bound(edge, width);
        if (edge_bound > best_bound) {
            best_bound = edge_bound;
            best = i;
        }
    }
    return best;
}

static bool choose_by_bound(search_tree *tree, const search_place *at, uint32_t count,
                            search_choice *choice) {
    uint32_t valid;
    agon_action action;
    choice->edge = best_edge(tree, at, &valid);
    if (valid < open_limit(&tree->nodes[at->node].bandits[at->player], count) &&
        draw_action(tree, at, count, &action)) {
        choice->edge = agon_search_tree_edge(tree, at->node, at->player, action);
        if (choice->edge == SEARCH_NONE) {
            return false;
        }
        tree->edges[choice->edge].available = 1;
    }
    return choice->edge != SEARCH_NONE;
}

// ---------------------------------------------------------------------------------------------
// Regrets

// The edges of all valid actions, in list order; opens those that are new.
static bool open_all(search_tree *tree, const search_place *at, uint32_t count, uint32_t *edges) {
    for (uint32_t i = 0; i < count; i++) {
        agon_action action = agon_nth(at->game, at->state, at->player, i);
        edges[i] = find_edge(tree, &tree->nodes[at->node].bandits[at->player], action);
        if (edges[i] == SEARCH_NONE) {
            edges[i] = agon_search_tree_edge(tree, at->node, at->player, action);
        }
        if (edges[i] == SEARCH_NONE) {
            return false;
        }
    }
    return true;
}

static int64_t positive(int64_t x) {
    return x > 0 ? x : 0;
}

// Probabilities in proportion to positive regrets; uniform where there are none.
static void match_regrets(const search_tree *tree, const uint32_t *edges, uint32_t count,
                          int32_t *probabilities) {
    int64_t sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        sum += positive(tree->edges[edges[i]].regret) >> 8;
    }
    for (uint32_t i = 0; i < count; i++) {
        int64_t share = positive(tree->edges[edges[i]].regret) >> 8;
        probabilities[i] =
            (int32_t)(sum > 0 ? share * AGON_SURE / sum : AGON_SURE / (int64_t)count);
    }
}

static bool choose_by_regret(search_tree *tree, const search_place *at, uint32_t count,
                             search_choice *choice) {
    uint32_t edges[SEARCH_REGRET_MAX] = {0};
    int32_t probabilities[SEARCH_REGRET_MAX] = {0};
    if (count == 0 || !open_all(tree, at, count, edges)) {
        return false;
    }
    match_regrets(tree, edges, count, probabilities);
    int32_t ticket = (int32_t)agon_uniform(at->rng, AGON_SURE);
    uint32_t chosen = count; // none yet
    for (uint32_t i = 0; i < count; i++) {
        tree->edges[edges[i]].weight += probabilities[i];
        probabilities[i] = (int32_t)(((int64_t)probabilities[i] * (AGON_SURE - REGRET_NOISE) +
                                      AGON_SURE / (int64_t)count * REGRET_NOISE) /
                                     AGON_SURE);
        if (chosen == count && ticket < probabilities[i]) {
            chosen = i;
        }
        ticket -= probabilities[i];
    }
    chosen = chosen == count ? count - 1 : chosen; // the probabilities are rounded down
    choice->edge = edges[chosen];
    choice->probability = probabilities[chosen] > 0 ? probabilities[chosen] : 1;
    return true;
}

// The usual estimate from one sample: the value of the chosen action is its outcome divided by its
// probability, that of the others is 0; the regret is what that is above the outcome.
static void learn_regret(search_tree *tree, const search_choice *choice, int32_t value) {
    for (uint32_t i = tree->nodes[choice->node].bandits[choice->player].first; i != SEARCH_NONE;
         i = tree->edges[i].next) {
        tree->edges[i].regret -= value;
    }
    tree->edges[choice->edge].regret += (int64_t)value * AGON_SURE / choice->probability;
}

// ---------------------------------------------------------------------------------------------

bool agon_search_choose(search_tree *tree, const search_place *at, search_choice *choice) {
    uint32_t count = agon_count(at->game, at->state, at->player);
    *choice = (search_choice){.node = at->node, .player = at->player};
    if (at->game->rules->is_simultaneous && count <= SEARCH_REGRET_MAX) {
        return choose_by_regret(tree, at, count, choice);
    }
    return choose_by_bound(tree, at, count, choice);
}

void agon_search_learn(search_tree *tree, const search_choice *choice, int32_t value) {
    tree->edges[choice->edge].visits++;
    tree->edges[choice->edge].value += value;
    search_bandit *bandit = &tree->nodes[choice->node].bandits[choice->player];
    bandit->visits++;
    bandit->sum += value;
    bandit->squares += (uint64_t)((int64_t)value * value);
    if (choice->probability) {
        learn_regret(tree, choice, value);
    }
}
