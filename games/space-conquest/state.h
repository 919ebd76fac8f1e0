// What the files of this game share: the state, its lists, the phases of a turn.
//
// A state is a fixed part and a tail. Everything about stars is indexed by letter (0 = A), so that
// sets of stars are 16-bit masks and an action means the same in a state and in its views, whatever
// the order of the star list; `list` holds that order. The tail holds six lists, one after the
// other, each exactly as long as it is:
//
//   fleets · errors · rebellions · losses · combats · orders
//
// The order is that in which a turn makes them, so that nearly every addition is one at the end.
#ifndef AGON_CONQUEST_STATE_H
#define AGON_CONQUEST_STATE_H

#include "games/space-conquest/space-conquest.h"

#include <string.h>

#define CONQUEST_LETTERS 26    // what an order can name; stars have the first 16
#define CONQUEST_WHOLE_SET 255 // the order index of an error that is about the whole set
#define CONQUEST_UNKNOWN 255   // a home that a view does not show

// Garrisons in views: how many NPC ships there are is never shown, whether there are any may be.
enum { CONQUEST_NPC_SOME = -2, CONQUEST_NPC_UNKNOWN = -1, CONQUEST_NPC_NONE = 0 };

// Kinds of event fields that only this game has.
enum {
    CONQUEST_KIND_STAR = AGON_KIND_CUSTOM, // a letter
    CONQUEST_KIND_STAR_NAME,
    CONQUEST_KIND_FLEET_ID, // owner, number
    CONQUEST_KIND_FLEET,    // owner, number, ships, from, to, distance
    CONQUEST_KIND_REASON,
    CONQUEST_KIND_COMBAT_TYPE, // 0 npc, 1 pvp
    CONQUEST_KIND_DEFENDER,    // a player, or 2: the NPC
    CONQUEST_KIND_SIDE,        // 0 attacker, 1 defender; negative: null
    CONQUEST_KIND_OUTCOME,     // "lost"
    CONQUEST_KIND_WINNER       // AGON_CONQUEST_WON_BY_P1 …
};

typedef struct conquest_game {
    agon_game head;
    uint32_t max_turns;
} conquest_game;

typedef struct conquest_fleet {
    uint32_t ships;
    uint32_t number;
    uint8_t owner, from, to;
    uint8_t distance; // turns to go; 0 in the list of losses
} conquest_fleet;

typedef struct conquest_error {
    uint8_t player;
    uint8_t order; // index, or CONQUEST_WHOLE_SET
    uint8_t reason;
    uint8_t spare;
} conquest_error;

typedef struct conquest_rebellion {
    uint8_t star, owner, ru, garrison;
} conquest_rebellion;

enum { CONQUEST_PVP = 2, CONQUEST_SIMULTANEOUS = 4 }; // flags of a combat; bit 0 is the attacker

typedef struct conquest_combat {
    uint32_t attackers, defenders; // ships before it; the rest follows from them (SC-9)
    uint8_t star;
    uint8_t flags;
    uint8_t before, after; // who controls the star: 0 nobody, 1 p1, 2 p2
} conquest_combat;

typedef struct conquest_order {
    int32_t ships;
    uint8_t player, from, to, spare;
} conquest_order;

typedef enum conquest_list {
    CONQUEST_FLEETS,
    CONQUEST_ERRORS,
    CONQUEST_REBELLIONS,
    CONQUEST_LOSSES,
    CONQUEST_COMBATS,
    CONQUEST_ORDERS,
    CONQUEST_LISTS
} conquest_list;

typedef struct conquest_state {
    agon_state head;
    agon_rng rng;     // not in views
    uint64_t seed[2]; // lower half, upper half; not in views
    uint32_t turn;
    uint32_t fleet_counter[2];
    uint32_t left_total[2]; // cache: the sum of `left`
    uint16_t counts[CONQUEST_LISTS];
    uint16_t order_count[2]; // cache: how many of the orders are whose
    uint16_t present;        // stars of this map
    uint16_t owned[2];
    uint16_t visited[2];
    uint8_t star_count; // cache
    uint8_t seed_is_wide;
    uint8_t winner;
    uint8_t committed;     // players, as bits
    uint8_t too_many;      // players who gave more than 128 orders
    uint8_t overcommitted; // cache: players whose set will be dropped (SC-14)
    uint8_t home[2];
    uint8_t list[AGON_CONQUEST_STARS]; // letters in the order of the star list
    uint8_t x[AGON_CONQUEST_STARS], y[AGON_CONQUEST_STARS];
    uint8_t ru[AGON_CONQUEST_STARS]; // 0 in views: not known
    int32_t npc[AGON_CONQUEST_STARS];
    uint32_t ships[2][AGON_CONQUEST_STARS];
    uint32_t left[2][AGON_CONQUEST_STARS]; // cache: ships on own stars that no order has taken yet
} conquest_state;

static inline uint16_t conquest_bit(unsigned star) {
    return (uint16_t)(1u << star);
}

static inline bool conquest_has(uint16_t set, unsigned star) {
    return (set >> star & 1u) != 0;
}

// `value` if the star is in the set, else 0, without a branch.
static inline uint32_t conquest_if(uint16_t set, unsigned star, uint32_t value) {
    return value & (0u - (set >> star & 1u));
}

// The owner of a star as far as the state or view knows: 0 or 1, or −1.
static inline int conquest_owner(const conquest_state *s, unsigned star) {
    return conquest_has(s->owned[0], star) ? 0 : conquest_has(s->owned[1], star) ? 1 : -1;
}

static inline bool conquest_is_view(const conquest_state *s) {
    return s->head.viewer != AGON_NOBODY;
}

// ---------------------------------------------------------------------------------------------
// lists.c: the tail

extern const uint16_t agon_conquest_list_limits[CONQUEST_LISTS];

static const uint8_t conquest_record_sizes[CONQUEST_LISTS] = {
    [CONQUEST_FLEETS] = sizeof(conquest_fleet),         [CONQUEST_ERRORS] = sizeof(conquest_error),
    [CONQUEST_REBELLIONS] = sizeof(conquest_rebellion), [CONQUEST_LOSSES] = sizeof(conquest_fleet),
    [CONQUEST_COMBATS] = sizeof(conquest_combat),       [CONQUEST_ORDERS] = sizeof(conquest_order),
};

// Where a list begins. Adding to any list moves those behind it.
static inline void *agon_conquest_list(const conquest_state *s, conquest_list list) {
    size_t at = sizeof *s;
    for (int i = 0; i < (int)list; i++) {
        at += (size_t)s->counts[i] * conquest_record_sizes[i];
    }
    return (uint8_t *)s + at;
}

// Appends a record and returns it, not filled in. The list must not be full.
static inline void *agon_conquest_add(conquest_state *s, conquest_list list) {
    size_t size = conquest_record_sizes[list];
    uint8_t *end = (uint8_t *)agon_conquest_list(s, list) + s->counts[list] * size;
    size_t behind = (size_t)((uint8_t *)s + s->head.used - end);
    AGON_ASSERT(s->counts[list] < agon_conquest_list_limits[list]);
    if (AGON_UNLIKELY(behind > 0)) {
        memmove(end + size, end, behind);
    }
    s->counts[list]++;
    s->head.used += (uint32_t)size;
    return end;
}

// Empties the tail.
void agon_conquest_clear(conquest_state *s);
// SC-20: reports are kept for one turn. Empties the lists of errors, rebellions, losses, combats.
void agon_conquest_forget_reports(conquest_state *s);
// Removes all but the first `keep` records of a list.
void agon_conquest_cut(conquest_state *s, conquest_list list, uint16_t keep);

static inline conquest_fleet *conquest_fleets(const conquest_state *s) {
    return agon_conquest_list(s, CONQUEST_FLEETS);
}
static inline conquest_order *conquest_orders(const conquest_state *s) {
    return agon_conquest_list(s, CONQUEST_ORDERS);
}

// ---------------------------------------------------------------------------------------------
// map.c

// SC-1 … SC-7: the first state's stars, drawn from s->rng.
void agon_conquest_map_make(conquest_state *s);
// Whether a home of `player` at a cell keeps the guarantees of SC-3 and SC-4, the stars being where
// they are.
bool agon_conquest_home_fits(const conquest_state *s, int player, unsigned star);
// 0 … 3 for Q1 … Q4 (SC-2).
int agon_conquest_quadrant(int x, int y);
// The RU of a quadrant's NPC stars (SC-2), a list of `*count`.
const uint8_t *agon_conquest_budget(int quadrant, int *count);

// Chebyshev.
static inline int conquest_distance(int x1, int y1, int x2, int y2) {
    int across = x1 < x2 ? x2 - x1 : x1 - x2;
    int down = y1 < y2 ? y2 - y1 : y1 - y2;
    return across > down ? across : down;
}

static inline int conquest_star_distance(const conquest_state *s, unsigned a, unsigned b) {
    return conquest_distance(s->x[a], s->y[a], s->x[b], s->y[b]);
}

// ---------------------------------------------------------------------------------------------
// orders.c: SC-13 … SC-16

// Adds an order to a player's set, or notes that there are too many.
void agon_conquest_order_add(conquest_state *s, int player, uint8_t from, uint8_t to,
                             int32_t ships);
// Opens the books for new orders: nothing ordered yet; everybody may act, unless it is over.
void agon_conquest_orders_open(conquest_state *s);
// Fills the caches from stars and orders.
void agon_conquest_orders_count(conquest_state *s);
// What is wrong with an order by itself (SC-15); AGON_CONQUEST_FINE: nothing.
int agon_conquest_order_judge(const conquest_state *s, const conquest_order *order);
// How many fleets phase 4 would launch.
unsigned agon_conquest_launches(const conquest_state *s);
// Phase 4. Errors are added to those already listed; the orders are gone.
void agon_conquest_orders_phase(conquest_state *s, const agon_context *context);

// ---------------------------------------------------------------------------------------------
// choose.c: the functions of the rules table that are about valid actions, and random play.

uint32_t agon_conquest_count(const agon_game *game, const agon_state *state, int player);
agon_action agon_conquest_nth(const agon_game *game, const agon_state *state, int player,
                              uint32_t i);
agon_action agon_conquest_pick(const agon_game *game, const agon_state *state, int player,
                               agon_rng *rng);
uint64_t agon_conquest_playout(const agon_game *game, agon_state *state, agon_rng *rng,
                               uint64_t most);
// rules.c: hands in the orders of a player; the turn runs if it is the last.
agon_status agon_conquest_hand_in(const agon_game *game, conquest_state *s, int player,
                                  const agon_context *context);

// ---------------------------------------------------------------------------------------------
// turn.c: the other phases. Reports are added to those already listed.

typedef struct conquest_fight {
    int winner;                    // 0 the attacker, 1 the defender, −1 nobody
    uint32_t attackers, defenders; // that survive
} conquest_fight;

conquest_fight agon_conquest_fight(uint32_t attackers, uint32_t defenders);        // SC-9
void agon_conquest_movement_phase(conquest_state *s, const agon_context *context); // SC-8
void agon_conquest_combat_phase(conquest_state *s, const agon_context *context);   // SC-10
// SC-12 and the turn limit. Sets winner, over and to_act.
void agon_conquest_victory_phase(conquest_state *s, uint32_t max_turns,
                                 const agon_context *context);
void agon_conquest_rebellion_phase(conquest_state *s, const agon_context *context); // SC-18, SC-19
// Everything that follows when both have committed.
void agon_conquest_turn_run(conquest_state *s, uint32_t max_turns, const agon_context *context);

// ---------------------------------------------------------------------------------------------
// events.c

extern const agon_event_type agon_conquest_events[AGON_CONQUEST_EVENT_TYPES];

// Emits an event whose fields are `count` numbers, or those of a fleet or report.
void agon_conquest_tell(const agon_context *context, int type, agon_viewers visible, int count,
                        const int32_t *fields);
void agon_conquest_tell_launch(const agon_context *context, const conquest_fleet *fleet);
void agon_conquest_tell_loss(const agon_context *context, const conquest_fleet *fleet);
void agon_conquest_tell_rebellion(const agon_context *context, const conquest_rebellion *report);
void agon_conquest_tell_combat(const agon_context *context, const conquest_combat *report);

// Who took part in a combat.
agon_viewers agon_conquest_combatants(const conquest_combat *report);

// ---------------------------------------------------------------------------------------------
// view.c, resample.c, pack.c, validate.c

void agon_conquest_view(const agon_game *game, const agon_state *state, int viewer,
                        agon_state *out);
void agon_conquest_resample(const agon_game *game, const agon_state *view, agon_rng *bits,
                            agon_state *out);
void agon_conquest_pack(const agon_game *game, agon_state *state, agon_pack *p);
agon_status agon_conquest_validate(const agon_game *game, agon_state *state, agon_error *error);

extern const agon_space agon_conquest_space;       // space.c
extern const agon_bot *const agon_conquest_bots[]; // bots.c

#endif
