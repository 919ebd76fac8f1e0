// The canonical bytes of a state or view, and who may see which of them (SC-21, SC-22).
#include "games/space-conquest/state.h"

// A byte from outside may name nobody.
static agon_viewers only(unsigned player) {
    return player < 2 ? agon_viewer_bit((int)player) : AGON_NONE;
}

static agon_viewers visitors(const conquest_state *s, unsigned star) {
    unsigned set = 0;
    for (unsigned p = 0; p < 2; p++) {
        set |= (unsigned)conquest_has(s->visited[p] | s->owned[p], star) << p;
    }
    return (agon_viewers)set;
}

static void pack_seed(conquest_state *s, agon_pack *p) {
    agon_pack_visible(p, AGON_NONE);
    agon_pack_u8(p, &s->seed_is_wide);
    agon_pack_u64(p, &s->seed[0]);
    agon_pack_u64(p, &s->seed[1]);
    agon_pack_rng(p, &s->rng);
}

static void pack_players(conquest_state *s, agon_pack *p) {
    for (unsigned i = 0; i < 2; i++) {
        agon_pack_visible(p, only(i));
        agon_pack_u8(p, &s->home[i]);
        agon_pack_u16(p, &s->visited[i]);
        agon_pack_u32(p, &s->fleet_counter[i]);
        uint8_t too_many = s->too_many >> i & 1u;
        agon_pack_u8(p, &too_many);
        if (p->mode == AGON_PACK_READ) {
            p->failed |= too_many > 1;
            s->too_many |= (uint8_t)((too_many & 1u) << i);
        }
    }
}

static void pack_owner(conquest_state *s, unsigned star, agon_pack *p) {
    uint8_t owner = (uint8_t)(conquest_owner(s, star) + 1);
    agon_pack_visible(p, visitors(s, star));
    agon_pack_u8(p, &owner);
    if (p->mode == AGON_PACK_READ) {
        p->failed |= owner > 2;
        if (owner == 1 || owner == 2) {
            s->owned[owner - 1] |= conquest_bit(star);
        }
    }
}

static void pack_star(conquest_state *s, unsigned star, agon_pack *p) {
    agon_pack_visible(p, AGON_ALL);
    agon_pack_u8(p, &s->x[star]);
    agon_pack_u8(p, &s->y[star]);
    pack_owner(s, star, p);
    unsigned knows = (unsigned)conquest_has(s->visited[0], star) |
                     (unsigned)conquest_has(s->visited[1], star) << 1;
    agon_pack_visible(p, (agon_viewers)knows);
    agon_pack_u8(p, &s->ru[star]);
    agon_pack_visible(p, AGON_NONE);
    agon_pack_i32(p, &s->npc[star]);
    for (unsigned i = 0; i < 2; i++) {
        agon_pack_visible(p, conquest_has(s->owned[i], star) ? only(i) : AGON_NONE);
        agon_pack_u32(p, &s->ships[i][star]);
    }
}

// Stars by letter; then the order of the list, which no view shows.
static void pack_stars(conquest_state *s, agon_pack *p) {
    agon_pack_visible(p, AGON_ALL);
    agon_pack_u16(p, &s->present);
    unsigned count = 0;
    for (unsigned star = 0; star < AGON_CONQUEST_STARS; star++) {
        if (conquest_has(s->present, star)) {
            pack_star(s, star, p);
            count++;
        }
    }
    agon_pack_visible(p, AGON_NONE);
    for (unsigned i = 0; i < count; i++) {
        agon_pack_u8(p, &s->list[i]);
    }
}

// A fleet's bytes are its owner's, the byte that names the owner included.
static void pack_fleet(conquest_fleet *fleet, bool has_distance, agon_pack *p) {
    agon_pack_visible(p, p->mode == AGON_PACK_READ ? AGON_NONE : only(fleet->owner));
    agon_pack_u8(p, &fleet->owner);
    agon_pack_u8(p, &fleet->from);
    agon_pack_u8(p, &fleet->to);
    if (has_distance) {
        agon_pack_u8(p, &fleet->distance);
    }
    agon_pack_u32(p, &fleet->number);
    agon_pack_u32(p, &fleet->ships);
}

static void pack_rebellion(conquest_rebellion *report, agon_pack *p) {
    agon_pack_visible(p, p->mode == AGON_PACK_READ ? AGON_NONE : only(report->owner));
    agon_pack_u8(p, &report->star);
    agon_pack_u8(p, &report->owner);
    agon_pack_u8(p, &report->ru);
    agon_pack_u8(p, &report->garrison);
}

static void pack_combat(conquest_combat *report, agon_pack *p) {
    bool is_read = p->mode == AGON_PACK_READ;
    agon_pack_visible(p, is_read ? AGON_NONE : agon_conquest_combatants(report));
    agon_pack_u8(p, &report->star);
    agon_pack_u8(p, &report->flags);
    agon_pack_u8(p, &report->before);
    agon_pack_u8(p, &report->after);
    agon_pack_u32(p, &report->attackers);
    agon_pack_u32(p, &report->defenders);
}

static void pack_record(conquest_list list, void *record, agon_pack *p) {
    switch (list) {
    case CONQUEST_FLEETS:
        pack_fleet(record, true, p);
        break;
    case CONQUEST_LOSSES:
        pack_fleet(record, false, p);
        break;
    case CONQUEST_REBELLIONS:
        pack_rebellion(record, p);
        break;
    default:
        pack_combat(record, p);
        break;
    }
}

// A list whose records have different owners: how long it is, nobody knows.
static void pack_mixed(conquest_state *s, conquest_list list, agon_pack *p) {
    uint16_t count = s->counts[list];
    agon_pack_visible(p, AGON_NONE);
    agon_pack_count(p, &count, agon_conquest_list_limits[list]);
    for (uint16_t i = 0; i < count && !p->failed; i++) {
        uint8_t *record = p->mode == AGON_PACK_READ ? agon_conquest_add(s, list)
                                                    : (uint8_t *)agon_conquest_list(s, list) +
                                                          (size_t)i * conquest_record_sizes[list];
        if (p->mode == AGON_PACK_READ) {
            for (unsigned b = 0; b < conquest_record_sizes[list]; b++) {
                record[b] = 0;
            }
        }
        pack_record(list, record, p);
    }
}

static void pack_error(conquest_error *error, agon_pack *p) {
    agon_pack_u8(p, &error->order);
    agon_pack_u8(p, &error->reason);
}

static void pack_order(conquest_order *order, agon_pack *p) {
    agon_pack_u8(p, &order->from);
    agon_pack_u8(p, &order->to);
    agon_pack_i32(p, &order->ships);
}

static uint16_t count_errors(const conquest_state *s, uint8_t player) {
    const conquest_error *errors = agon_conquest_list(s, CONQUEST_ERRORS);
    uint16_t count = 0;
    for (unsigned i = 0; i < s->counts[CONQUEST_ERRORS]; i++) {
        count = (uint16_t)(count + (errors[i].player == player));
    }
    return count;
}

static void read_errors(conquest_state *s, uint8_t player, uint16_t count, agon_pack *p) {
    for (uint16_t i = 0; i < count && !p->failed; i++) {
        conquest_error *error = agon_conquest_add(s, CONQUEST_ERRORS);
        *error = (conquest_error){.player = player};
        pack_error(error, p);
    }
}

static void pack_errors(conquest_state *s, uint8_t player, agon_pack *p) {
    uint16_t count = p->mode == AGON_PACK_READ ? 0 : count_errors(s, player);
    agon_pack_visible(p, only(player));
    agon_pack_count(p, &count, AGON_CONQUEST_MAX_ORDERS + 1);
    if (p->mode == AGON_PACK_READ) {
        read_errors(s, player, count, p);
        return;
    }
    conquest_error *errors = agon_conquest_list(s, CONQUEST_ERRORS);
    for (unsigned i = 0; i < s->counts[CONQUEST_ERRORS]; i++) {
        if (errors[i].player == player) {
            pack_error(&errors[i], p);
        }
    }
}

static void read_orders(conquest_state *s, uint8_t player, uint16_t count, agon_pack *p) {
    for (uint16_t i = 0; i < count && !p->failed; i++) {
        conquest_order *order = agon_conquest_add(s, CONQUEST_ORDERS);
        *order = (conquest_order){.player = player};
        pack_order(order, p);
    }
}

static void pack_orders(conquest_state *s, uint8_t player, agon_pack *p) {
    uint16_t count = p->mode == AGON_PACK_READ ? 0 : s->order_count[player];
    agon_pack_visible(p, only(player));
    agon_pack_count(p, &count, AGON_CONQUEST_MAX_ORDERS);
    if (p->mode == AGON_PACK_READ) {
        read_orders(s, player, count, p);
        return;
    }
    conquest_order *orders = conquest_orders(s);
    for (unsigned i = 0; i < s->counts[CONQUEST_ORDERS]; i++) {
        if (orders[i].player == player) {
            pack_order(&orders[i], p);
        }
    }
}

void agon_conquest_pack(const agon_game *game, agon_state *state, agon_pack *p) {
    (void)game;
    conquest_state *s = (conquest_state *)state;
    if (p->mode == AGON_PACK_READ) {
        agon_conquest_clear(s);
    }
    agon_pack_u32(p, &s->turn);
    agon_pack_u8(p, &s->winner);
    agon_pack_u8(p, &s->committed);
    pack_seed(s, p);
    pack_players(s, p);
    pack_stars(s, p);
    pack_mixed(s, CONQUEST_FLEETS, p);
    for (uint8_t player = 0; player < 2; player++) {
        pack_errors(s, player, p);
        pack_orders(s, player, p);
    }
    pack_mixed(s, CONQUEST_REBELLIONS, p);
    pack_mixed(s, CONQUEST_LOSSES, p);
    pack_mixed(s, CONQUEST_COMBATS, p);
}
