// The board as data: nodes, neighbour lists, and what follows from them.
#include "games/entropy/state.h"

#include <string.h>

#define ORDER_PLAIN 0x76543210u // entry k is the k-th neighbour
#define ORDER_NONE 0xffffffffu

int agon_entropy_owner(const entropy_state *s, int node) {
    for (int player = 0; player < AGON_MAX_PLAYERS; player++) {
        if (has_node(s->owned[player], node)) {
            return player;
        }
    }
    return AGON_ENTROPY_EMPTY;
}

static int list_set(uint64_t set, uint8_t list[DEGREE]) {
    int length = 0;
    for (; set && length < DEGREE; set = without_first(set)) {
        list[length++] = (uint8_t)first_node(set);
    }
    return length;
}

int agon_entropy_neighbors(const entropy_state *s, int node, uint8_t list[DEGREE]) {
    uint8_t ascending[DEGREE];
    int distinct = list_set(s->adjacent[node], ascending);
    if (!s->is_odd) {
        memcpy(list, ascending, sizeof ascending);
        return distinct;
    }
    int length = 0;
    uint32_t order = s->order[node];
    while (length < DEGREE && (order & 15u) != NO_ENTRY) {
        list[length++] = ascending[order & 7u];
        order >>= 4;
    }
    return length;
}

void agon_entropy_neighbors_set(entropy_state *s, int node, const uint8_t *list, int degree) {
    uint64_t set = 0;
    for (int k = 0; k < degree; k++) {
        set |= node_bit(list[k]);
    }
    uint32_t order = ORDER_NONE;
    for (int k = degree - 1; k >= 0; k--) {
        uint32_t rank = (uint32_t)count_nodes(set & (node_bit(list[k]) - 1));
        order = order << 4 | rank;
    }
    s->adjacent[node] = set;
    s->order[node] = order;
}

void agon_entropy_node_set(entropy_state *s, int node, int owner, int dice) {
    if (owner != AGON_ENTROPY_EMPTY) {
        s->owned[owner] |= node_bit(node);
        s->territories |= node_bit(node);
    }
    s->dice[node] = (uint8_t)dice;
}

// The `order` of a list of this length that ascends.
static uint32_t ascending_order(int degree) {
    return degree == DEGREE ? ORDER_PLAIN : ORDER_PLAIN | ORDER_NONE << (4 * degree);
}

static bool links_both_ways(const entropy_state *s, int node) {
    for (uint64_t set = s->adjacent[node]; set; set = without_first(set)) {
        if (!has_node(s->adjacent[first_node(set)], node)) {
            return false;
        }
    }
    return true;
}

static bool is_odd_board(const entropy_state *s) {
    for (int node = 0; node < s->node_count; node++) {
        int degree = count_nodes(s->adjacent[node]);
        if (s->order[node] != ascending_order(degree) || !links_both_ways(s, node)) {
            return true;
        }
    }
    return false;
}

uint16_t agon_entropy_attacks_count(const entropy_state *s, int player) {
    uint64_t enemies = enemies_of(s, player);
    int attacks = 0;
    for (uint64_t set = bases_of(s, player); set; set = without_first(set)) {
        attacks += count_nodes(s->adjacent[first_node(set)] & enemies);
    }
    return (uint16_t)attacks;
}

static void derive_dice(entropy_state *s) {
    s->strong = s->hungry = 0;
    for (uint64_t set = s->territories; set; set = without_first(set)) {
        int node = first_node(set);
        s->strong |= s->dice[node] > 1 ? node_bit(node) : 0;
        s->hungry |= s->dice[node] < AGON_ENTROPY_MAX_DICE ? node_bit(node) : 0;
    }
}

void agon_entropy_derive(entropy_state *s, int players) {
    derive_dice(s);
    s->playing = (uint8_t)((1u << players) - 1);
    for (int i = 0; i < s->out_count; i++) {
        s->playing &= (uint8_t) ~(1u << s->out_player[i]);
    }
    s->is_odd = is_odd_board(s);
    s->head.used = s->is_odd ? (uint32_t)sizeof *s : plain_size(s);
    s->head.to_act = s->head.over ? AGON_NONE : agon_viewer_bit(s->mover);
    s->attacks = s->head.over ? 0 : agon_entropy_attacks_count(s, s->mover);
}
