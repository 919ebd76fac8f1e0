// Action numbers and observations of Space Conquest.
//
// Actions: (15·from + to)·128 + n, and the last one is COMMIT. `from` is a letter (0 = A), `to` the
// place of the destination among the other fifteen letters; n = 0 … 126 sends n + 1 ships, n = 127 all
// ships that are left there, where these are more than 127. Other orders of more than 127 ships have
// no number; nor have orders that are not listed (SC-13).
//
// Observations: everything about stars is by letter, whatever the order of the star list.
#include "games/space-conquest/state.h"

#include "agon/space.h"

#include <string.h>

#define STARS AGON_CONQUEST_STARS
#define COUNTS 128                            // numbers for one origin and destination
#define WORDS (COUNTS / 64)                   // of a mask, for the same
#define COMMIT (STARS * (STARS - 1) * COUNTS) // the number of COMMIT

static uint32_t action_count(const agon_game *game) {
    (void)game;
    return COMMIT + 1;
}

static bool action_field(const agon_game *game, uint32_t i, agon_space_field *out) {
    static const agon_space_field fields[] = {
        {"order",
         "by origin, by destination (the other fifteen letters): 0 … 126 that many ships "
         "and one more, 127 all of more than 127",
         COMMIT},
        {"commit", "the orders are complete", 1},
    };
    (void)game;
    return agon_space_take(fields, 2, i, out);
}

static agon_action action_at(const agon_game *game, const agon_state *state, int player,
                             uint32_t index) {
    (void)game;
    const conquest_state *s = (const conquest_state *)state;
    if (index == COMMIT) {
        return agon_conquest_commit();
    }
    uint32_t n = index % COUNTS, pair = index / COUNTS;
    uint32_t from = pair / (STARS - 1), to = pair % (STARS - 1);
    uint32_t left = s->left[player][from];
    agon_action order = {.type = AGON_CONQUEST_ORDER,
                         .a = (uint8_t)from,
                         .b = (uint8_t)(to + (to >= from)),
                         .n = (int32_t)(n < COUNTS - 1 ? n + 1 : left)};
    // An order is never refused, whatever it holds. One that is not listed must not slip through:
    // it becomes one that no document can contain.
    bool is_listed = conquest_has(s->present, order.b) && (uint32_t)order.n <= left &&
                     (n < COUNTS - 1 || left >= COUNTS) &&
                     s->order_count[player] < AGON_CONQUEST_MAX_ORDERS &&
                     !(s->overcommitted >> player & 1u);
    order.c = !is_listed;
    return order;
}

static uint32_t index_of(const agon_game *game, const agon_state *state, int player,
                         agon_action action) {
    (void)game;
    const conquest_state *s = (const conquest_state *)state;
    if (action.type == AGON_CONQUEST_COMMIT) {
        return COMMIT;
    }
    uint32_t from = action.a, to = action.b, ships = (uint32_t)action.n;
    uint32_t pair = from * (STARS - 1) + to - (to > from);
    if (ships < COUNTS) {
        return pair * COUNTS + ships - 1;
    }
    return ships == s->left[player][from] ? pair * COUNTS + COUNTS - 1 : AGON_NO_INDEX;
}

// So many of the lowest bits.
static uint64_t low_bits(uint32_t count) {
    return count == 0 ? 0 : ~UINT64_C(0) >> (64 - (count < 64 ? count : 64));
}

// The destinations from a star: all others, in their numbers.
static uint64_t destinations(const conquest_state *s, unsigned from) {
    uint64_t below = s->present & low_bits(from);
    return below | (uint64_t)s->present >> (from + 1) << from;
}

// Folds are origins, rows destinations, columns numbers of ships.
static void fold(const agon_game *game, const agon_state *state, int player, uint64_t *out) {
    (void)game;
    const conquest_state *s = (const conquest_state *)state;
    const bool is_able =
        s->order_count[player] < AGON_CONQUEST_MAX_ORDERS && !(s->overcommitted >> player & 1u);
    for (unsigned from = 0; from < STARS; from++, out += 1 + WORDS) {
        uint32_t left = is_able ? s->left[player][from] : 0;
        uint32_t counted = left < COUNTS ? left : COUNTS - 1;
        out[0] = left ? destinations(s, from) : 0;
        out[1] = low_bits(counted);
        out[2] = low_bits(counted > 64 ? counted - 64 : 0) | (uint64_t)(left >= COUNTS) << 63;
    }
    *out = 1;
}

static void mask(const agon_game *game, const agon_state *state, int player, uint64_t *out) {
    uint64_t folded[STARS * (1 + WORDS) + 1];
    fold(game, state, player, folded);
    agon_space_unfold(&agon_conquest_space, game, folded, out);
}

// ---------------------------------------------------------------------------------------------
// Observations

enum { UNKNOWN, OWN, THEIRS, GARRISONED, FREE }; // who controls a star

static const agon_space_field fields[] = {
    {"turn", "turns so far", 1},
    {"turns_left", "turns until the match is a draw", 1},
    {"home", "the letter of the own home: 0 … 15", 1},
    {"has_committed", "1 the other player has handed in its orders", 1},
    {"x", "by star: column; −1 no such star", STARS},
    {"y", "by star: row; −1 no such star", STARS},
    {"resources", "by star: resource units; 0 not known", STARS},
    {"control",
     "by star: 0 not known, 1 own, 2 the other's, 3 nobody's with a garrison, 4 nobody's "
     "without",
     STARS},
    {"ships", "by own star: ships stationed", STARS},
    {"left", "by own star: those of them that no order has taken yet", STARS},
    {"ordered", "by destination: ships in the orders so far", STARS},
    {"rebelled", "by star: 1 an own star rebelled last turn", STARS},
    {"met", "by star: ships of the other player met in a fight last turn", STARS},
    {"garrisons", "by star: ships of a garrison met in a fight last turn", STARS},
    {"arriving", "by destination, by turns to go (1 … 11): ships of own fleets",
     STARS *AGON_CONQUEST_MAX_DISTANCE},
};

static bool field(const agon_game *game, uint32_t i, agon_space_field *out) {
    (void)game;
    return agon_space_take(fields, sizeof fields / sizeof fields[0], i, out);
}

// Eight stars at once: a value of each, or all bits or none.
#define HALF (STARS / 2)
typedef int16_t lanes __attribute__((vector_size(2 * HALF)));
typedef uint32_t wide_lanes __attribute__((vector_size(4 * HALF)));
typedef uint8_t narrow_lanes __attribute__((vector_size(HALF)));

static lanes spread(unsigned set) {
    const lanes bits = {1, 2, 4, 8, 16, 32, 64, 128};
    return (((lanes){0} + (int16_t)(set & 0xff)) & bits) != 0;
}

static lanes widen(const uint8_t *values) {
    narrow_lanes all;
    memcpy(&all, values, sizeof all);
    return __builtin_convertvector(all, lanes);
}

// Ships as values of a row: what does not fit becomes the most that does.
static lanes clip(const uint32_t *ships) {
    wide_lanes all;
    memcpy(&all, ships, sizeof all);
    wide_lanes is_high = (wide_lanes)(all > INT16_MAX);
    all = (all & ~is_high) | (is_high & INT16_MAX);
    return __builtin_convertvector(all, lanes);
}

static lanes controls(const conquest_state *s, int viewer, unsigned star) {
    wide_lanes npc;
    memcpy(&npc, s->npc + star, sizeof npc);
    lanes has_garrison = __builtin_convertvector(npc != CONQUEST_NPC_NONE, lanes);
    lanes is_own = spread(s->owned[viewer] >> star);
    lanes is_theirs = spread(s->owned[1 - viewer] >> star);
    lanes nobodys = (has_garrison & GARRISONED) | (~has_garrison & FREE);
    lanes visited = (is_theirs & THEIRS) | (~is_theirs & nobodys);
    return (is_own & OWN) | (~is_own & spread(s->visited[viewer] >> star) & visited);
}

// `star` and the seven after it.
static void observe_stars(const conquest_state *s, int viewer, unsigned star, int16_t *row) {
    const lanes is_there = spread(s->present >> star);
    const lanes parts[] = {
        widen(s->x + star) | ~is_there,
        widen(s->y + star) | ~is_there,
        widen(s->ru + star) & spread(s->visited[viewer] >> star),
        controls(s, viewer, star),
        clip(s->ships[viewer] + star) & spread(s->owned[viewer] >> star),
        clip(s->left[viewer] + star),
    };
    for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        memcpy(row + i * STARS + star, &parts[i], sizeof parts[i]);
    }
}

static void add(int16_t *value, uint32_t ships) {
    uint32_t sum = (uint32_t)*value + ships;
    *value = (int16_t)(sum < INT16_MAX ? sum : INT16_MAX);
}

static void observe_orders(const conquest_state *s, int viewer, int16_t *ordered) {
    const conquest_order *orders = conquest_orders(s);
    for (unsigned i = 0; i < s->counts[CONQUEST_ORDERS]; i++) {
        if (orders[i].player == viewer && orders[i].ships > 0 && orders[i].to < STARS) {
            add(&ordered[orders[i].to], (uint32_t)orders[i].ships);
        }
    }
}

static void observe_reports(const conquest_state *s, int viewer, int16_t *rebelled, int16_t *met,
                            int16_t *garrisons) {
    const conquest_rebellion *rebellions = agon_conquest_list(s, CONQUEST_REBELLIONS);
    for (unsigned i = 0; i < s->counts[CONQUEST_REBELLIONS]; i++) {
        rebelled[rebellions[i].star] |= rebellions[i].owner == viewer;
    }
    const conquest_combat *combats = agon_conquest_list(s, CONQUEST_COMBATS);
    for (unsigned i = 0; i < s->counts[CONQUEST_COMBATS]; i++) {
        const conquest_combat *combat = &combats[i];
        if (agon_conquest_combatants(combat) & agon_viewer_bit(viewer)) {
            bool is_pvp = (combat->flags & CONQUEST_PVP) != 0;
            bool is_attacker = (combat->flags & 1) == viewer;
            add(&(is_pvp ? met : garrisons)[combat->star],
                is_attacker ? combat->defenders : combat->attackers);
        }
    }
}

static void observe_fleets(const conquest_state *s, int viewer, int16_t *arriving) {
    const conquest_fleet *fleets = conquest_fleets(s);
    for (unsigned i = 0; i < s->counts[CONQUEST_FLEETS]; i++) {
        const conquest_fleet *fleet = &fleets[i];
        if (fleet->owner == viewer) {
            add(&arriving[fleet->to * AGON_CONQUEST_MAX_DISTANCE + fleet->distance - 1],
                fleet->ships);
        }
    }
}

static void observe_state(const agon_game *game, const agon_state *state, int viewer,
                          int16_t *row) {
    const conquest_state *s = (const conquest_state *)state;
    row[0] = agon_space_clip(s->turn);
    row[1] = agon_space_clip((int64_t)((const conquest_game *)game)->max_turns - s->turn);
    row[2] = s->home[viewer];
    row[3] = (int16_t)(s->committed >> (1 - viewer) & 1u);
    row += 4;
    observe_stars(s, viewer, 0, row);
    observe_stars(s, viewer, HALF, row);
    row += 6 * STARS;
    memset(row, 0, (4 + AGON_CONQUEST_MAX_DISTANCE) * STARS * sizeof *row);
    observe_orders(s, viewer, row);
    observe_reports(s, viewer, row + STARS, row + 2 * STARS, row + 3 * STARS);
    observe_fleets(s, viewer, row + 4 * STARS);
}

static void observe(const agon_game *game, const agon_state *view, int16_t *row) {
    observe_state(game, view, view->viewer, row);
}

const agon_space agon_conquest_space = {
    .action_count = action_count,
    .action_field = action_field,
    .action_at = action_at,
    .index_of = index_of,
    .mask = mask,
    .field = field,
    .observe = observe,
    .observe_state = observe_state,
    .fold = fold,
    .folds = STARS,
    .rows = STARS - 1,
    .columns = COUNTS,
};
