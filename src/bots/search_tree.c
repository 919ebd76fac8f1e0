// The tree: nodes found by what the searching player sees, edges in lists.
#include "src/bots/search.h"
#include "src/common/list.h"

#include <stdlib.h>
#include <string.h>

bool agon_search_tree_start(search_tree *tree, uint32_t simulations) {
    *tree = (search_tree){.bucket_count = 64};
    while (tree->bucket_count < simulations && tree->bucket_count < 1u << 20) {
        tree->bucket_count *= 2;
    }
    tree->buckets = malloc(tree->bucket_count * sizeof *tree->buckets);
    if (!tree->buckets) {
        return false;
    }
    memset(tree->buckets, 0xff, tree->bucket_count * sizeof *tree->buckets);
    return true;
}

void agon_search_tree_end(search_tree *tree) {
    free(tree->nodes);
    free(tree->edges);
    free(tree->buckets);
}

static uint32_t new_node(search_tree *tree, uint64_t key, uint32_t *bucket) {
    if (!agon_grow(&tree->nodes, &tree->node_capacity, (size_t)tree->node_count + 1,
                   sizeof *tree->nodes)) {
        return SEARCH_NONE;
    }
    search_node *node = &tree->nodes[tree->node_count];
    *node = (search_node){.key = key, .next = *bucket};
    for (int p = 0; p < AGON_MAX_PLAYERS; p++) {
        node->bandits[p].first = SEARCH_NONE;
    }
    *bucket = tree->node_count;
    return tree->node_count++;
}

uint32_t agon_search_tree_node(search_tree *tree, uint64_t key) {
    uint32_t *bucket = &tree->buckets[key & (tree->bucket_count - 1)];
    for (uint32_t i = *bucket; i != SEARCH_NONE; i = tree->nodes[i].next) {
        if (tree->nodes[i].key == key) {
            return i;
        }
    }
    return new_node(tree, key, bucket);
}

uint32_t agon_search_tree_edge(search_tree *tree, uint32_t node, int player, agon_action action) {
    if (!agon_grow(&tree->edges, &tree->edge_capacity, (size_t)tree->edge_count + 1,
                   sizeof *tree->edges)) {
        return SEARCH_NONE;
    }
    search_bandit *bandit = &tree->nodes[node].bandits[player];
    tree->edges[tree->edge_count] = (search_edge){.action = action, .next = bandit->first};
    bandit->first = tree->edge_count;
    bandit->edges++;
    return tree->edge_count++;
}
