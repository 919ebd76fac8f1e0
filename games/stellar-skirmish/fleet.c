// Cards: what a player can hold, and hands as sets of positions in it.
#include "games/stellar-skirmish/state.h"

#include <string.h>

static void sort_positions(stellar_fleet *fleet) {
    for (int i = 0; i < fleet->count; i++) {
        int at = i;
        while (at > 0 && fleet->values[fleet->ascending[at - 1]] > fleet->values[i]) {
            fleet->ascending[at] = fleet->ascending[at - 1];
            at--;
        }
        fleet->ascending[at] = (uint8_t)i;
    }
}

static void add_to_slot(stellar_fleet *fleet, int position) {
    int32_t value = fleet->values[position];
    uint32_t at = (uint32_t)value % STELLAR_SLOTS;
    while (fleet->slots[at].positions && fleet->slots[at].value != value) {
        at = (at + 1) % STELLAR_SLOTS;
    }
    fleet->distinct = (uint8_t)(fleet->distinct + (fleet->slots[at].positions == 0));
    fleet->slots[at].value = value;
    fleet->slots[at].positions |= UINT64_C(1) << position;
}

void agon_stellar_fleet_make(stellar_fleet *fleet, agon_stellar_cards cards) {
    memset(fleet, 0, sizeof *fleet);
    fleet->count = (uint8_t)cards.count;
    memcpy(fleet->values, cards.values, cards.count * sizeof cards.values[0]);
    sort_positions(fleet);
    for (int i = 0; i < fleet->count; i++) {
        add_to_slot(fleet, i);
    }
}

int agon_stellar_count_distinct(const stellar_fleet *fleet, uint64_t hand) {
    int count = 0;
    while (hand) {
        hand &= ~stellar_equals(fleet, fleet->values[stellar_lowest_bit(hand)]);
        count++;
    }
    return count;
}

int agon_stellar_hand_values(const stellar_fleet *fleet, uint64_t hand, bool is_sorted,
                             int32_t *values) {
    int count = 0;
    for (int i = 0; i < fleet->count; i++) {
        int position = is_sorted ? fleet->ascending[i] : i;
        if (hand >> position & 1) {
            values[count++] = fleet->values[position];
        }
    }
    return count;
}

bool agon_stellar_hand_find(const stellar_fleet *fleet, const int32_t *values, int count,
                            bool is_sorted, uint64_t *hand) {
    *hand = 0;
    for (int i = 0; i < count; i++) {
        uint64_t free = stellar_equals(fleet, values[i]) & ~*hand;
        if (!free) {
            return false;
        }
        *hand |= UINT64_C(1) << stellar_highest_bit(free);
    }
    int32_t listed[AGON_STELLAR_MAX_CARDS];
    (void)agon_stellar_hand_values(fleet, *hand, is_sorted, listed);
    return memcmp(listed, values, (size_t)count * sizeof values[0]) == 0;
}

int agon_stellar_play_find(const stellar_fleet *fleet, uint64_t hand, int32_t value) {
    uint64_t free = stellar_equals(fleet, value) & ~hand;
    return free ? stellar_highest_bit(free) : -1;
}
