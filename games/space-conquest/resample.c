// A full state that a view does not contradict.
//
// What the viewer knows is kept to the letter. The rest is guessed, plausibly where that is cheap:
// the other's home where SC-3 and SC-4 allow one among these stars, RU from what is left of each
// quadrant's budget (SC-2), stars the nearer to a home the likelier its owner's, ships within what
// the turns so far can have produced. The spectator's view is the same with two unknown players.
#include "games/space-conquest/state.h"

#include <string.h>

#define MAX_GUESSED_FLEETS 8
#define MAX_GUESSED_ORDERS 4
#define MAX_GUESSED_TURNS 1000 // a loaded turn number may be any; guesses stay small

typedef struct guess {
    const conquest_state *v;
    conquest_state *s;
    agon_rng *bits;
    uint16_t visited; // by the viewer
    uint32_t turns;
    uint32_t budget[2];
    conquest_fleet fleets[2][MAX_GUESSED_FLEETS];
    uint32_t fleet_count[2];
} guess;

static uint32_t draw(const guess *g, uint32_t n) {
    return agon_uniform(g->bits, n);
}

static bool is_viewer(const guess *g, int player) {
    return g->v->head.viewer == player;
}

static void copy_known(guess *g) {
    const conquest_state *v = g->v;
    conquest_state *s = g->s;
    memcpy((uint8_t *)s + sizeof s->head, (const uint8_t *)v + sizeof v->head,
           sizeof *s - sizeof s->head);
    agon_conquest_clear(s);
    g->visited = v->visited[0] | v->visited[1];
    g->turns = v->turn < MAX_GUESSED_TURNS ? v->turn : MAX_GUESSED_TURNS;
}

// A seed of either kind, and a generator that has nothing to do with it.
static void guess_seed(guess *g) {
    conquest_state *s = g->s;
    s->rng = agon_rng_split(g->bits);
    agon_rng_seek(&s->rng, draw(g, 4096));
    s->seed_is_wide = (uint8_t)draw(g, 2);
    s->seed[0] = agon_rng_next(g->bits);
    s->seed[1] = s->seed_is_wide ? agon_rng_next(g->bits) : 0;
}

// ---------------------------------------------------------------------------------------------
// Homes and RU

// A uniform choice from a set of stars that is not empty.
static unsigned pick(const guess *g, uint16_t set) {
    uint8_t stars[AGON_CONQUEST_STARS];
    uint32_t count = 0;
    for (unsigned star = 0; star < AGON_CONQUEST_STARS; star++) {
        stars[count] = (uint8_t)star;
        count += conquest_has(set, star);
    }
    return stars[draw(g, count)];
}

// Where the home of `player` may be, from what is certain to what merely cannot be excluded.
static uint16_t home_candidates(const guess *g, int player) {
    const conquest_state *s = g->s;
    uint16_t rich = 0;
    uint16_t fitting = 0;
    uint16_t open = 0;
    for (unsigned i = 0; i < s->star_count; i++) {
        unsigned star = s->list[i];
        if (star == s->home[1 - player]) {
            continue;
        }
        if (s->ru[star] == AGON_CONQUEST_HOME_RU) {
            rich |= conquest_bit(star);
        } else if (s->ru[star] == 0) {
            open |= conquest_bit(star);
            bool fits = agon_conquest_home_fits(s, player, star);
            fitting |= fits ? conquest_bit(star) : 0;
        }
    }
    uint16_t own = s->owned[1 - player];
    uint16_t free = (uint16_t)(open & ~own);
    return rich ? rich : (fitting & free) ? (uint16_t)(fitting & free) : free ? free : open;
}

static void guess_homes(guess *g) {
    for (int player = 0; player < 2; player++) {
        if (!is_viewer(g, player)) {
            g->s->home[player] = (uint8_t)pick(g, home_candidates(g, player));
        }
    }
    g->s->ru[g->s->home[0]] = g->s->ru[g->s->home[1]] = AGON_CONQUEST_HOME_RU;
}

static bool is_home(const conquest_state *s, unsigned star) {
    return star == s->home[0] || star == s->home[1];
}

// The RU of a quadrant that no visited star has; returns how many. A map that was loaded may have
// any RU anywhere: what does not fit is ignored.
static uint32_t budget_left(const guess *g, int quadrant, uint8_t left[4]) {
    int count;
    const uint8_t *budget = agon_conquest_budget(quadrant, &count);
    memcpy(left, budget, (size_t)count);
    for (unsigned i = 0; i < g->s->star_count; i++) {
        unsigned star = g->s->list[i];
        if (agon_conquest_quadrant(g->s->x[star], g->s->y[star]) != quadrant) {
            continue;
        }
        for (int k = 0; k < count; k++) {
            if (left[k] == g->v->ru[star]) {
                left[k] = left[--count];
                break;
            }
        }
    }
    return (uint32_t)count;
}

static void guess_ru(guess *g) {
    conquest_state *s = g->s;
    uint8_t left[4][4];
    uint32_t count[4];
    for (int quadrant = 0; quadrant < 4; quadrant++) {
        count[quadrant] = budget_left(g, quadrant, left[quadrant]);
    }
    for (unsigned i = 0; i < s->star_count; i++) {
        unsigned star = s->list[i];
        if (s->ru[star] != 0) {
            continue;
        }
        int q = agon_conquest_quadrant(s->x[star], s->y[star]);
        if (count[q] == 0) {
            s->ru[star] = (uint8_t)(1 + draw(g, AGON_CONQUEST_HOME_RU - 1));
            continue;
        }
        uint32_t k = draw(g, count[q]);
        s->ru[star] = left[q][k];
        left[q][k] = left[q][--count[q]];
    }
}

// ---------------------------------------------------------------------------------------------
// Owners and garrisons

// In 256ths: likelier the nearer and the later; a home is nearly always held.
static uint32_t owning_chance(const guess *g, int player, unsigned star) {
    uint32_t distance = (uint32_t)conquest_star_distance(g->s, g->s->home[player], star);
    if (distance == 0) {
        return g->turns == 0 ? 256 : 250;
    }
    uint32_t chance = g->turns > distance ? 24 * (g->turns - distance) : 0;
    return chance < 160 ? chance : 160;
}

static void guess_owners(guess *g, int player) {
    conquest_state *s = g->s;
    for (unsigned i = 0; i < s->star_count; i++) {
        unsigned star = s->list[i];
        bool is_open = !conquest_has(g->visited, star) && conquest_owner(s, star) < 0 &&
                       star != s->home[1 - player];
        if (is_open && draw(g, 256) < owning_chance(g, player, star)) {
            s->owned[player] |= conquest_bit(star);
        }
    }
}

// It has been at its home and where it owns something; besides, here and there.
static void guess_visits(guess *g, int player) {
    conquest_state *s = g->s;
    s->visited[player] = s->owned[player] | conquest_bit(s->home[player]);
    for (unsigned i = 0; i < s->star_count && g->turns > 0; i++) {
        s->visited[player] |= draw(g, 4) == 0 ? conquest_bit(s->list[i]) : 0;
    }
}

static int32_t guess_garrison(const guess *g, unsigned star) {
    const conquest_state *s = g->s;
    if (conquest_owner(s, star) >= 0 || g->v->npc[star] == CONQUEST_NPC_NONE) {
        return 0;
    }
    bool is_untouched = g->turns == 0 || draw(g, 4) > 0;
    if (g->v->npc[star] == CONQUEST_NPC_SOME) {
        return is_untouched ? s->ru[star] : 1 + (int32_t)draw(g, s->ru[star]);
    }
    return is_home(s, star) ? 0 : is_untouched ? s->ru[star] : (int32_t)draw(g, s->ru[star] + 1u);
}

// ---------------------------------------------------------------------------------------------
// Ships: a budget, some of it in flight, the rest at home and on the other stars

static void guess_budget(guess *g, int player) {
    const conquest_state *s = g->s;
    uint32_t produced = AGON_CONQUEST_START_SHIPS + AGON_CONQUEST_HOME_RU * g->turns;
    for (unsigned i = 0; i < s->star_count; i++) {
        unsigned star = s->list[i];
        bool is_colony = conquest_has(s->owned[player], star) && !is_home(s, star);
        produced += is_colony ? s->ru[star] * g->turns / 3 : 0;
    }
    bool is_start = g->turns == 0;
    g->budget[player] = is_start ? produced : produced / 4 + draw(g, produced * 3 / 4 + 1);
}

static void guess_fleet(guess *g, int player, conquest_fleet *fleet) {
    const conquest_state *s = g->s;
    uint32_t *budget = &g->budget[player];
    uint16_t own = s->owned[player] ? s->owned[player] : conquest_bit(s->home[player]);
    unsigned from = pick(g, own);
    unsigned to = pick(g, (uint16_t)(s->present & ~conquest_bit(from)));
    uint32_t distance = (uint32_t)conquest_star_distance(s, from, to);
    uint32_t ships = 1 + draw(g, *budget / 4 + 1);
    *budget -= ships < *budget ? ships : *budget;
    *fleet = (conquest_fleet){.ships = ships,
                              .owner = (uint8_t)player,
                              .from = (uint8_t)from,
                              .to = (uint8_t)to,
                              .distance = (uint8_t)(distance > 1 ? 1 + draw(g, distance - 1) : 1)};
}

static void guess_fleets(guess *g, int player) {
    uint32_t room = AGON_CONQUEST_MAX_FLEETS - g->v->counts[CONQUEST_FLEETS];
    uint32_t count = g->turns > 0 ? draw(g, MAX_GUESSED_FLEETS + 1) : 0;
    count = count < room / 2 ? count : room / 2;
    uint32_t earlier = draw(g, 3 * g->turns + 1);
    for (uint32_t i = 0; i < count; i++) {
        guess_fleet(g, player, &g->fleets[player][i]);
        g->fleets[player][i].number = earlier + i;
    }
    g->fleet_count[player] = count;
    g->s->fleet_counter[player] = earlier + count;
}

static void guess_stationed(guess *g, int player) {
    conquest_state *s = g->s;
    uint32_t left = g->budget[player];
    for (unsigned i = 0; i < s->star_count; i++) {
        unsigned star = s->list[i];
        if (conquest_has(s->owned[player], star) && star != s->home[player]) {
            uint32_t ships = draw(g, left / 3 + 2);
            ships = ships < left ? ships : left;
            s->ships[player][star] = ships;
            left -= ships;
        }
    }
    if (conquest_has(s->owned[player], s->home[player])) {
        s->ships[player][s->home[player]] = g->turns == 0 ? left : draw(g, left + 1);
    }
}

static void guess_player(guess *g, int player) {
    guess_owners(g, player);
    guess_visits(g, player);
    guess_budget(g, player);
    guess_fleets(g, player);
    guess_stationed(g, player);
}

// ---------------------------------------------------------------------------------------------
// The tail

// The viewer's own fleets keep their order; guessed ones come between them anywhere.
static void merge_fleets(guess *g) {
    const conquest_fleet *next[2] = {g->fleets[0], g->fleets[1]};
    uint32_t left[2] = {g->fleet_count[0], g->fleet_count[1]};
    if (g->v->head.viewer != AGON_SPECTATOR) {
        next[g->v->head.viewer] = conquest_fleets(g->v);
        left[g->v->head.viewer] = g->v->counts[CONQUEST_FLEETS];
    }
    while (left[0] + left[1] > 0) {
        int player = left[0] == 0 || (left[1] > 0 && draw(g, left[0] + left[1]) >= left[0]);
        conquest_fleet *fleet = agon_conquest_add(g->s, CONQUEST_FLEETS);
        *fleet = *next[player]++;
        left[player]--;
    }
}

// All other lists of a view are the viewer's own, and stay as they are.
static void copy_reports(guess *g) {
    const uint8_t *from = agon_conquest_list(g->v, CONQUEST_ERRORS);
    const uint8_t *end = (const uint8_t *)g->v + g->v->head.used;
    memcpy((uint8_t *)g->s + g->s->head.used, from, (size_t)(end - from));
    g->s->head.used += (uint32_t)(end - from);
    for (int list = CONQUEST_ERRORS; list < CONQUEST_LISTS; list++) {
        g->s->counts[list] = g->v->counts[list];
    }
    agon_conquest_orders_count(g->s);
}

// A few orders that could be executed.
static void guess_orders(guess *g, int player) {
    conquest_state *s = g->s;
    uint32_t count = draw(g, MAX_GUESSED_ORDERS + 1);
    for (uint32_t i = 0; i < count && s->left_total[player] > 0 && !s->head.over; i++) {
        uint16_t ready = 0;
        for (unsigned star = 0; star < AGON_CONQUEST_STARS; star++) {
            ready |= s->left[player][star] > 0 ? conquest_bit(star) : 0;
        }
        unsigned from = pick(g, ready);
        unsigned to = pick(g, (uint16_t)(s->present & ~conquest_bit(from)));
        uint32_t ships = 1 + draw(g, s->left[player][from]);
        agon_conquest_order_add(s, player, (uint8_t)from, (uint8_t)to, (int32_t)ships);
    }
}

void agon_conquest_resample(const agon_game *game, const agon_state *view, agon_rng *bits,
                            agon_state *out) {
    (void)game;
    guess g = {.v = (const conquest_state *)view, .s = (conquest_state *)out, .bits = bits};
    copy_known(&g);
    guess_seed(&g);
    guess_homes(&g);
    guess_ru(&g);
    for (int player = 0; player < 2; player++) {
        if (!is_viewer(&g, player)) {
            guess_player(&g, player);
        }
    }
    for (unsigned i = 0; i < g.s->star_count; i++) {
        unsigned star = g.s->list[i];
        g.s->npc[star] = guess_garrison(&g, star);
    }
    merge_fleets(&g);
    copy_reports(&g);
    for (int player = 0; player < 2; player++) {
        if (!is_viewer(&g, player)) {
            guess_orders(&g, player);
        }
    }
}
