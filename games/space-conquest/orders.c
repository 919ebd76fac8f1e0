// Orders: collecting them, and phase 4 (SC-13 … SC-17).
#include "games/space-conquest/state.h"

#include <string.h>

// Counts an order against the ships of its star (SC-14): anything with a positive count and an
// origin that the player owns, whatever else may be wrong with it.
static void book(conquest_state *s, int player, const conquest_order *order) {
    unsigned star = order->from;
    if (star >= AGON_CONQUEST_STARS || !conquest_has(s->owned[player], star) || order->ships <= 0) {
        return;
    }
    uint32_t ships = (uint32_t)order->ships;
    if (ships > s->left[player][star]) {
        s->overcommitted |= (uint8_t)(1u << player);
        return;
    }
    s->left[player][star] -= ships;
    s->left_total[player] -= ships;
}

void agon_conquest_order_add(conquest_state *s, int player, uint8_t from, uint8_t to,
                             int32_t ships) {
    if (AGON_UNLIKELY(s->order_count[player] == AGON_CONQUEST_MAX_ORDERS)) {
        s->too_many |= (uint8_t)(1u << player);
        return;
    }
    // The list of orders is the last: its end is the end of the state.
    conquest_order *order = (conquest_order *)((uint8_t *)s + s->head.used);
    *order = (conquest_order){.ships = ships, .player = (uint8_t)player, .from = from, .to = to};
    s->head.used += (uint32_t)sizeof *order;
    s->counts[CONQUEST_ORDERS]++;
    s->order_count[player]++;
    book(s, player, order);
}

static void count_ships(conquest_state *s) {
    for (int p = 0; p < 2; p++) {
        uint32_t total = 0;
        for (unsigned star = 0; star < AGON_CONQUEST_STARS; star++) {
            uint32_t ships = conquest_if(s->owned[p], star, s->ships[p][star]);
            s->left[p][star] = ships;
            total += ships;
        }
        s->left_total[p] = total;
        s->order_count[p] = 0;
    }
    s->overcommitted = 0;
}

void agon_conquest_orders_open(conquest_state *s) {
    s->too_many = 0;
    s->committed = 0;
    s->head.to_act = s->head.over ? AGON_NONE : 3;
    count_ships(s);
}

void agon_conquest_orders_count(conquest_state *s) {
    count_ships(s);
    const conquest_order *orders = conquest_orders(s);
    for (unsigned i = 0; i < s->counts[CONQUEST_ORDERS]; i++) {
        s->order_count[orders[i].player]++;
        book(s, orders[i].player, &orders[i]);
    }
}

static bool is_star(const conquest_state *s, unsigned star) {
    return star < AGON_CONQUEST_STARS && conquest_has(s->present, star);
}

int agon_conquest_order_judge(const conquest_state *s, const conquest_order *order) {
    if (order->ships <= 0) {
        return AGON_CONQUEST_BAD_COUNT;
    }
    if (!is_star(s, order->from)) {
        return AGON_CONQUEST_UNKNOWN_ORIGIN;
    }
    if (!is_star(s, order->to)) {
        return AGON_CONQUEST_UNKNOWN_DESTINATION;
    }
    if (order->from == order->to) {
        return AGON_CONQUEST_SAME_STAR;
    }
    return conquest_has(s->owned[order->player], order->from) ? AGON_CONQUEST_FINE
                                                              : AGON_CONQUEST_NOT_OWNED;
}

unsigned agon_conquest_launches(const conquest_state *s) {
    const conquest_order *orders = conquest_orders(s);
    unsigned count = 0;
    for (unsigned i = 0; i < s->counts[CONQUEST_ORDERS]; i++) {
        count += !(s->overcommitted >> orders[i].player & 1u) &&
                 agon_conquest_order_judge(s, &orders[i]) == AGON_CONQUEST_FINE;
    }
    return count;
}

static void reject(conquest_state *s, int player, uint8_t index, int reason,
                   const agon_context *context) {
    conquest_error *error = agon_conquest_add(s, CONQUEST_ERRORS);
    *error = (conquest_error){.player = (uint8_t)player, .order = index, .reason = (uint8_t)reason};
    if (agon_wants_events(context)) {
        int32_t fields[] = {player, index == CONQUEST_WHOLE_SET ? AGON_NULL : index, reason};
        agon_conquest_tell(context, AGON_CONQUEST_ORDER_REJECTED, agon_viewer_bit(player), 3,
                           fields);
    }
}

// SC-16.
static void launch(conquest_state *s, const conquest_order *order, const agon_context *context) {
    int player = order->player;
    uint32_t ships = (uint32_t)order->ships;
    s->ships[player][order->from] -= ships;
    conquest_fleet *fleet = agon_conquest_add(s, CONQUEST_FLEETS);
    *fleet = (conquest_fleet){
        .ships = ships,
        .number = s->fleet_counter[player]++,
        .owner = order->player,
        .from = order->from,
        .to = order->to,
        .distance = (uint8_t)conquest_star_distance(s, order->from, order->to),
    };
    if (agon_wants_events(context)) {
        agon_conquest_tell_launch(context, fleet);
    }
}

static void execute(conquest_state *s, int player, const conquest_order *orders, unsigned count,
                    const agon_context *context) {
    if (s->overcommitted >> player & 1u) {
        reject(s, player, CONQUEST_WHOLE_SET, AGON_CONQUEST_OVER_COMMITMENT, context);
        return;
    }
    uint8_t index = 0;
    for (unsigned i = 0; i < count; i++) {
        if (orders[i].player != player) {
            continue;
        }
        int reason = agon_conquest_order_judge(s, &orders[i]);
        if (AGON_LIKELY(reason == AGON_CONQUEST_FINE)) {
            launch(s, &orders[i], context);
        } else {
            reject(s, player, index, reason, context);
        }
        index++;
    }
    if (s->too_many >> player & 1u) {
        reject(s, player, AGON_CONQUEST_MAX_ORDERS, AGON_CONQUEST_TOO_MANY, context);
    }
}

void agon_conquest_orders_phase(conquest_state *s, const agon_context *context) {
    // The orders make way for the fleets that come of them.
    conquest_order orders[2 * AGON_CONQUEST_MAX_ORDERS];
    unsigned count = s->counts[CONQUEST_ORDERS];
    memcpy(orders, conquest_orders(s), count * sizeof orders[0]);
    agon_conquest_cut(s, CONQUEST_ORDERS, 0);
    for (int player = 0; player < 2; player++) {
        execute(s, player, orders, count, context);
    }
}
