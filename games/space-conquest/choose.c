// Valid actions (SC-13), and random play among them.
//
// What is listed: for each own star in list order, each count from 1 to the ships left there, each other
// star in list order: one order; then COMMIT. So the ships of all own stars together, one after the
// other, times the destinations.
#include "games/space-conquest/state.h"

// Orders that would be executed; none any more once the set is doomed or full.
static inline uint32_t count_orders(const conquest_state *s, int player) {
    if (AGON_UNLIKELY((s->overcommitted >> player & 1u) ||
                      s->order_count[player] == AGON_CONQUEST_MAX_ORDERS)) {
        return 0;
    }
    return s->left_total[player] * (s->star_count - 1u);
}

// The i-th order; i < count_orders.
static inline agon_action nth_order(const conquest_state *s, int player, uint32_t i) {
    uint32_t others = s->star_count - 1u;
    uint32_t ship = AGON_LIKELY(others == AGON_CONQUEST_STARS - 1) // by a constant it is cheap
                        ? i / (AGON_CONQUEST_STARS - 1)
                        : i / others;
    uint32_t to = i - ship * others;
    const uint32_t *left = s->left[player];
    const uint8_t *list = s->list;
    unsigned k = 0;
    while (ship >= left[list[k]]) {
        ship -= left[list[k++]];
    }
    return (agon_action){.type = AGON_CONQUEST_ORDER,
                         .a = list[k],
                         .b = list[to + (to >= k)],
                         .n = (int32_t)ship + 1};
}

uint32_t agon_conquest_count(const agon_game *game, const agon_state *state, int player) {
    (void)game;
    return count_orders((const conquest_state *)state, player) + 1;
}

agon_action agon_conquest_nth(const agon_game *game, const agon_state *state, int player,
                              uint32_t i) {
    (void)game;
    const conquest_state *s = (const conquest_state *)state;
    return i < count_orders(s, player) ? nth_order(s, player, i) : agon_conquest_commit();
}

agon_action agon_conquest_pick(const agon_game *game, const agon_state *state, int player,
                               agon_rng *rng) {
    (void)game;
    const conquest_state *s = (const conquest_state *)state;
    uint32_t orders = count_orders(s, player);
    uint32_t i = agon_uniform(rng, orders + 1);
    return i < orders ? nth_order(s, player, i) : agon_conquest_commit();
}

uint64_t agon_conquest_playout(const agon_game *game, agon_state *state, agon_rng *rng,
                               uint64_t most) {
    conquest_state *s = (conquest_state *)state;
    agon_rng own = *rng; // which the state cannot overlap
    uint64_t made = 0;
    for (; made < most && state->to_act; made++) {
        int player = state->to_act & 1u ? 0 : 1;
        uint32_t orders = count_orders(s, player);
        uint32_t i = agon_uniform(&own, orders + 1);
        if (i < orders) {
            agon_action order = nth_order(s, player, i);
            agon_conquest_order_add(s, player, order.a, order.b, order.n);
        } else if (agon_conquest_hand_in(game, s, player, NULL) != AGON_OK) {
            break;
        }
    }
    *rng = own;
    return made;
}
