// The tail of a state: six lists behind one another.
#include "games/space-conquest/state.h"

// Besides its 128 orders a player can have one more error, too_many. A star sees two fights a turn.
const uint16_t agon_conquest_list_limits[CONQUEST_LISTS] = {
    [CONQUEST_FLEETS] = AGON_CONQUEST_MAX_FLEETS,
    [CONQUEST_ERRORS] = 2 * (AGON_CONQUEST_MAX_ORDERS + 1),
    [CONQUEST_REBELLIONS] = AGON_CONQUEST_STARS,
    [CONQUEST_LOSSES] = AGON_CONQUEST_MAX_FLEETS,
    [CONQUEST_COMBATS] = 2 * AGON_CONQUEST_STARS,
    [CONQUEST_ORDERS] = 2 * AGON_CONQUEST_MAX_ORDERS,
};

void agon_conquest_clear(conquest_state *s) {
    memset(s->counts, 0, sizeof s->counts);
    s->head.used = sizeof *s;
}

void agon_conquest_cut(conquest_state *s, conquest_list list, uint16_t keep) {
    size_t size = conquest_record_sizes[list];
    uint8_t *kept_end = (uint8_t *)agon_conquest_list(s, list) + keep * size;
    size_t dropped = (size_t)(s->counts[list] - keep) * size;
    uint8_t *end = kept_end + dropped;
    size_t behind = (size_t)((uint8_t *)s + s->head.used - end);
    if (dropped > 0 && behind > 0) {
        memmove(kept_end, end, behind);
    }
    s->counts[list] = keep;
    s->head.used -= (uint32_t)dropped;
}

void agon_conquest_forget_reports(conquest_state *s) {
    uint8_t *first = agon_conquest_list(s, CONQUEST_ERRORS);
    uint8_t *orders = agon_conquest_list(s, CONQUEST_ORDERS);
    if (first == orders) {
        return;
    }
    memmove(first, orders, s->counts[CONQUEST_ORDERS] * sizeof(conquest_order));
    s->head.used -= (uint32_t)(orders - first);
    s->counts[CONQUEST_ERRORS] = s->counts[CONQUEST_REBELLIONS] = 0;
    s->counts[CONQUEST_LOSSES] = s->counts[CONQUEST_COMBATS] = 0;
}
