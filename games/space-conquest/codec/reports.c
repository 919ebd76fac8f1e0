// Reading what a state keeps besides the board: orders, their errors, the reports of the last turn.
#include "games/space-conquest/codec/internal.h"

#include <string.h>

// ---------------------------------------------------------------------------------------------
// Orders

static bool read_flag(const agon_cursor *at, const char *key, bool *value) {
    agon_cursor place = agon_cursor_child(at, key);
    return !agon_cursor_is_given(&place) || agon_cursor_read_bool(&place, value);
}

static bool read_moves(const agon_cursor *at, conquest_state *s, int player) {
    agon_cursor moves = agon_cursor_child(at, "moves");
    size_t count = 0;
    if (agon_cursor_is_given(&moves) &&
        !agon_cursor_read_list(&moves, 0, AGON_CONQUEST_MAX_ORDERS, &count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        conquest_order order = {.player = (uint8_t)player};
        agon_conquest_order_read(agon_value_item(moves.value, i), &order);
        memcpy(agon_conquest_add(s, CONQUEST_ORDERS), &order, sizeof order);
    }
    return true;
}

static bool read_orders_of(const agon_cursor *at, conquest_state *s, int player) {
    agon_cursor place = agon_cursor_child(at, agon_conquest_players[player]);
    bool is_committed = false;
    bool is_too_many = false;
    if (!agon_cursor_is_given(&place)) {
        return true;
    }
    if (conquest_is_view(s) && s->head.viewer != player) {
        return agon_cursor_refuse(&place, "is not known in this view");
    }
    if (!agon_cursor_read_object(&place) || !read_moves(&place, s, player) ||
        !read_flag(&place, "committed", &is_committed) ||
        !read_flag(&place, "too_many", &is_too_many)) {
        return false;
    }
    s->committed |= (uint8_t)((unsigned)is_committed << player);
    s->too_many |= (uint8_t)((unsigned)is_too_many << player);
    return true;
}

// A view says who has committed; what its viewer's orders say about that must agree.
static bool read_committed(const agon_cursor *at, conquest_state *s) {
    agon_cursor place = agon_cursor_child(at, "committed");
    uint8_t by_orders = s->committed;
    if (!conquest_is_view(s)) {
        return true;
    }
    if (!agon_cursor_read_object(&place)) {
        return false;
    }
    for (int p = 0; p < 2; p++) {
        agon_cursor flag = agon_cursor_child(&place, agon_conquest_players[p]);
        bool is_committed;
        if (!agon_cursor_read_bool(&flag, &is_committed)) {
            return false;
        }
        if (!is_committed && (by_orders >> p & 1u)) {
            return agon_cursor_refuse(&flag, "contradicts orders.%s", agon_conquest_players[p]);
        }
        s->committed |= (uint8_t)((unsigned)is_committed << p);
    }
    return true;
}

static bool read_orders(const agon_cursor *at, conquest_state *s) {
    agon_cursor place = agon_cursor_child(at, "orders");
    if (agon_cursor_is_given(&place) &&
        (!agon_cursor_read_object(&place) || !read_orders_of(&place, s, 0) ||
         !read_orders_of(&place, s, 1))) {
        return false;
    }
    return read_committed(at, s);
}

// ---------------------------------------------------------------------------------------------
// Errors

static bool read_reason(const agon_cursor *at, uint8_t *reason) {
    const char *words[AGON_CONQUEST_REASONS];
    int index;
    for (int i = AGON_CONQUEST_BAD_COUNT; i < AGON_CONQUEST_REASONS; i++) {
        words[i - 1] = agon_conquest_reason_word(i);
    }
    words[AGON_CONQUEST_REASONS - 1] = NULL;
    if (!agon_cursor_read_word(at, words, &index)) {
        return false;
    }
    *reason = (uint8_t)(index + 1);
    return true;
}

static bool read_error(const agon_cursor *at, conquest_error *error) {
    agon_cursor order_at = agon_cursor_child(at, "order");
    agon_cursor reason_at = agon_cursor_child(at, "reason");
    int64_t order = CONQUEST_WHOLE_SET;
    if (!agon_cursor_read_object(at) || !read_reason(&reason_at, &error->reason)) {
        return false;
    }
    if (agon_cursor_is_given(&order_at) &&
        !agon_cursor_read_int(&order_at, 0, AGON_CONQUEST_MAX_ORDERS, &order)) {
        return false;
    }
    error->order = (uint8_t)order;
    return true;
}

static bool read_errors_of(const agon_cursor *at, conquest_state *s, int player) {
    agon_cursor list = agon_cursor_child(at, agon_conquest_players[player]);
    size_t count = 0;
    if (agon_cursor_is_given(&list) &&
        !agon_cursor_read_list(&list, 0, AGON_CONQUEST_MAX_ORDERS + 1, &count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        agon_cursor item = agon_cursor_item(&list, i);
        conquest_error error = {.player = (uint8_t)player};
        if (!read_error(&item, &error)) {
            return false;
        }
        memcpy(agon_conquest_add(s, CONQUEST_ERRORS), &error, sizeof error);
    }
    return true;
}

static bool read_errors(const agon_cursor *at, conquest_state *s) {
    agon_cursor place = agon_cursor_child(at, "order_errors");
    return !agon_cursor_is_given(&place) ||
           (agon_cursor_read_object(&place) && read_errors_of(&place, s, 0) &&
            read_errors_of(&place, s, 1));
}

// ---------------------------------------------------------------------------------------------
// Reports. What follows from the rest of a report may be left out, but may not contradict it.

static bool agree_int(const agon_cursor *at, const char *key, uint32_t expected) {
    agon_cursor place = agon_cursor_child(at, key);
    int64_t value = expected;
    if (agon_cursor_is_given(&place) && !agon_cursor_read_int(&place, 0, INT32_MAX, &value)) {
        return false;
    }
    return value == expected || agon_cursor_refuse(&place, "must be %u here", (unsigned)expected);
}

// `expected` may be NULL: the value is null.
static bool agree_word(const agon_cursor *at, const char *key, const char *expected) {
    agon_cursor place = agon_cursor_child(at, key);
    const char *value = agon_value_text(place.value);
    bool fits = expected ? value && strcmp(value, expected) == 0
                         : agon_value_kind_of(place.value) == AGON_VALUE_NULL;
    return !place.value || fits ||
           agon_cursor_refuse(&place, "must be %s here", expected ? expected : "null");
}

static bool read_small(const agon_cursor *at, const char *key, uint8_t *value) {
    agon_cursor place = agon_cursor_child(at, key);
    int64_t number;
    if (!agon_cursor_read_int(&place, 0, AGON_CONQUEST_HOME_RU, &number)) {
        return false;
    }
    *value = (uint8_t)number;
    return true;
}

static bool read_rebellion(const agon_cursor *at, void *record) {
    conquest_rebellion *r = record;
    agon_cursor star = agon_cursor_child(at, "star");
    agon_cursor owner_at = agon_cursor_child(at, "owner");
    int owner;
    if (!agon_cursor_read_object(at) || !agon_conquest_read_letter(&star, &r->star) ||
        !agon_cursor_read_word(&owner_at, agon_conquest_players, &owner) ||
        !read_small(at, "ru", &r->ru) || !read_small(at, "garrison_before", &r->garrison)) {
        return false;
    }
    r->owner = (uint8_t)owner;
    conquest_fight fight = agon_conquest_fight(r->ru, r->garrison);
    return agree_word(at, "star_name", agon_conquest_star_name((char)('A' + r->star))) &&
           agree_int(at, "rebel_ships", r->ru) && agree_word(at, "outcome", "lost") &&
           agree_int(at, "garrison_after", fight.defenders) &&
           agree_int(at, "rebel_survivors", fight.attackers);
}

static bool read_loss(const agon_cursor *at, void *record) {
    return agon_conquest_read_fleet(at, "fleet_id", record);
}

static bool read_sides(const agon_cursor *at, conquest_combat *c) {
    agon_cursor type_at = agon_cursor_child(at, "combat_type");
    agon_cursor attacker_at = agon_cursor_child(at, "attacker");
    int is_pvp, attacker;
    bool is_simultaneous = false;
    if (!agon_cursor_read_word(&type_at, agon_conquest_combat_types, &is_pvp) ||
        !agon_cursor_read_word(&attacker_at, agon_conquest_players, &attacker) ||
        !read_flag(at, "simultaneous", &is_simultaneous)) {
        return false;
    }
    c->flags = (uint8_t)(attacker | (is_pvp ? CONQUEST_PVP : 0) |
                         (is_simultaneous ? CONQUEST_SIMULTANEOUS : 0));
    return agree_word(at, "defender", is_pvp ? agon_conquest_players[1 - attacker] : "npc");
}

static bool read_ships(const agon_cursor *at, const char *key, uint32_t *ships) {
    agon_cursor place = agon_cursor_child(at, key);
    int64_t number;
    if (!agon_cursor_read_int(&place, 1, INT32_MAX, &number)) {
        return false;
    }
    *ships = (uint32_t)number;
    return true;
}

static bool read_control(const agon_cursor *at, const char *key, uint8_t *control) {
    agon_cursor place = agon_cursor_child(at, key);
    int player = -1;
    if (agon_cursor_is_given(&place) &&
        !agon_cursor_read_word(&place, agon_conquest_players, &player)) {
        return false;
    }
    *control = (uint8_t)(player + 1);
    return true;
}

static bool agree_fight(const agon_cursor *at, const conquest_combat *c) {
    conquest_fight fight = agon_conquest_fight(c->attackers, c->defenders);
    return agree_word(at, "winner", fight.winner < 0 ? NULL : agon_conquest_sides[fight.winner]) &&
           agree_int(at, "attacker_survivors", fight.attackers) &&
           agree_int(at, "defender_survivors", fight.defenders) &&
           agree_int(at, "attacker_losses", c->attackers - fight.attackers) &&
           agree_int(at, "defender_losses", c->defenders - fight.defenders);
}

static bool read_combat(const agon_cursor *at, void *record) {
    conquest_combat *c = record;
    agon_cursor star = agon_cursor_child(at, "star_id");
    return agon_cursor_read_object(at) && agon_conquest_read_letter(&star, &c->star) &&
           agree_word(at, "star_name", agon_conquest_star_name((char)('A' + c->star))) &&
           read_sides(at, c) && read_ships(at, "attacker_ships", &c->attackers) &&
           read_ships(at, "defender_ships", &c->defenders) &&
           read_control(at, "control_before", &c->before) &&
           read_control(at, "control_after", &c->after) && agree_fight(at, c);
}

static bool read_reports(const agon_cursor *at, conquest_state *s, conquest_list list,
                         const char *key, bool (*read)(const agon_cursor *, void *)) {
    agon_cursor place = agon_cursor_child(at, key);
    size_t count = 0;
    if (agon_cursor_is_given(&place) &&
        !agon_cursor_read_list(&place, 0, agon_conquest_list_limits[list], &count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        agon_cursor item = agon_cursor_item(&place, i);
        union {
            conquest_fleet loss;
            conquest_rebellion rebellion;
            conquest_combat combat;
        } record;
        memset(&record, 0, sizeof record);
        if (!read(&item, &record)) {
            return false;
        }
        memcpy(agon_conquest_add(s, list), &record, conquest_record_sizes[list]);
    }
    return true;
}

bool agon_conquest_reports_read(const agon_cursor *at, conquest_state *s) {
    return read_errors(at, s) &&
           read_reports(at, s, CONQUEST_REBELLIONS, "rebellions_last_turn", read_rebellion) &&
           read_reports(at, s, CONQUEST_LOSSES, "hyperspace_losses_last_turn", read_loss) &&
           read_reports(at, s, CONQUEST_COMBATS, "combats_last_turn", read_combat) &&
           read_orders(at, s);
}
