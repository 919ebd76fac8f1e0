// Bots for Space Conquest.
//
// greedy: expand to the nearest stars with just enough ships to win and to hold them (a star held by
// fewer ships than its RU rebels), gather what is left at the own star nearest to where the other's
// home must be, and strike there when the heap is large enough. It remembers nothing: what is under
// way is read from its own fleets and orders. In a full state, as search has them, it looks at its
// own side only, but knows RU and homes.
#include "games/space-conquest/state.h"

#include "agon/bot.h"

#define UNKNOWN_NEED 5 // beats and holds any neutral star
#define SEND_ON 3      // fewer ships are not worth a flight to the front
#define MAX_STRIKE 60  // nobody's home is better held than this for long

typedef struct plan {
    const conquest_state *v;
    int me;
    unsigned enemy;                       // where the other's home is, or may be
    unsigned front;                       // the own star nearest to it
    uint32_t coming[AGON_CONQUEST_STARS]; // own ships under way or ordered, by destination
    uint32_t needed[AGON_CONQUEST_STARS]; // of the targets: ships that take each and hold it
    uint8_t targets[AGON_CONQUEST_STARS]; // stars to which not enough are under way
    unsigned target_count;
} plan;

// The farthest star but the own home that is known to be a home; the own home: none is.
static unsigned find_known_home(const plan *p) {
    const conquest_state *v = p->v;
    unsigned home = v->home[p->me], best = home;
    int farthest = -1;
    for (unsigned i = 0; i < v->star_count; i++) {
        unsigned star = v->list[i];
        if (v->ru[star] != AGON_CONQUEST_HOME_RU || star == home) {
            continue;
        }
        int distance = conquest_star_distance(v, home, star);
        if (distance > farthest) {
            farthest = distance;
            best = star;
        }
    }
    return best;
}

// The other's home: the star of RU 4 that was found, or the first that SC-3 and SC-4 allow, or, on
// a map that knows no such thing, the farthest star.
static unsigned find_enemy(const plan *p) {
    const conquest_state *v = p->v;
    unsigned home = v->home[p->me];
    unsigned best = find_known_home(p);
    int best_score = -1;
    if (best != home) {
        return best;
    }
    for (unsigned i = 0; i < v->star_count; i++) {
        unsigned star = v->list[i];
        int score = conquest_star_distance(v, home, star);
        bool is_open = v->ru[star] == 0 && !conquest_has(v->owned[p->me], star);
        score += is_open ? 100 : 0;
        score += is_open && agon_conquest_home_fits(v, 1 - p->me, star) ? 100 : 0;
        if (star != home && score > best_score) {
            best_score = score;
            best = star;
        }
    }
    return best;
}

static unsigned find_front(const plan *p) {
    const conquest_state *v = p->v;
    unsigned best = v->home[p->me];
    int nearest = AGON_CONQUEST_MAX_DISTANCE + 1;
    for (unsigned i = 0; i < v->star_count; i++) {
        unsigned star = v->list[i];
        if (!conquest_has(v->owned[p->me], star)) {
            continue;
        }
        int distance = conquest_star_distance(v, star, p->enemy);
        if (distance < nearest) {
            nearest = distance;
            best = star;
        }
    }
    return best;
}

static void count_coming(plan *p) {
    const conquest_fleet *fleets = conquest_fleets(p->v);
    const conquest_order *orders = conquest_orders(p->v);
    for (unsigned i = 0; i < p->v->counts[CONQUEST_FLEETS]; i++) {
        p->coming[fleets[i].to] += fleets[i].owner == p->me ? fleets[i].ships : 0;
    }
    for (unsigned i = 0; i < p->v->counts[CONQUEST_ORDERS]; i++) {
        bool is_own = orders[i].player == p->me;
        if (is_own && orders[i].to < AGON_CONQUEST_STARS && orders[i].ships > 0) {
            p->coming[orders[i].to] += (uint32_t)orders[i].ships;
        }
    }
}

// Ships that take a star and hold it; 0: it is not a target.
static uint32_t need(const plan *p, unsigned star) {
    const conquest_state *v = p->v;
    if (conquest_has(v->owned[p->me], star) || star == p->enemy) {
        return 0;
    }
    if (v->ru[star] == 0) {
        return UNKNOWN_NEED;
    }
    if (conquest_has(v->owned[1 - p->me], star)) {
        return UNKNOWN_NEED + v->ru[star] + v->turn / 4;
    }
    uint32_t lost = v->npc[star] == CONQUEST_NPC_NONE ? 0 : (v->ru[star] + 1u) / 2;
    return v->ru[star] + lost;
}

// Ships that may leave a star: a colony keeps its RU, the home a guard that grows with the danger.
static uint32_t spare(const plan *p, unsigned star) {
    const conquest_state *v = p->v;
    uint32_t guard = v->turn / 4 < 8 ? v->turn / 4 : 8;
    uint32_t kept = star == v->home[p->me] ? guard : v->ru[star];
    uint32_t left = v->left[p->me][star];
    return left > kept ? left - kept : 0;
}

static uint32_t strike_size(const plan *p) {
    uint32_t size = 8 + p->v->turn * 3 / 4;
    return size < MAX_STRIKE ? size : MAX_STRIKE;
}

// Which stars are to be taken does not depend on where from.
static void list_targets(plan *p) {
    for (unsigned i = 0; i < p->v->star_count; i++) {
        unsigned star = p->v->list[i];
        uint32_t needed = need(p, star);
        p->needed[star] = needed;
        p->targets[p->target_count] = (uint8_t)star;
        p->target_count += needed > p->coming[star];
    }
}

// The best target for a star with `ships` to spare: much RU, few ships, near. False: none. Points are
// 1000 · RU / cost, rounded down; more than the best so far, without dividing to see it.
static bool find_target(const plan *p, unsigned from, uint32_t ships, unsigned *target) {
    uint32_t best = 0;
    for (unsigned i = 0; i < p->target_count; i++) {
        unsigned star = p->targets[i];
        uint32_t needed = p->needed[star];
        uint32_t ru = p->v->ru[star] ? p->v->ru[star] : 2;
        uint32_t cost = needed + 2 * (uint32_t)conquest_star_distance(p->v, from, star);
        if (ships >= needed && 1000 * ru >= (uint64_t)(best + 1) * cost) {
            best = 1000 * ru / cost;
            *target = star;
        }
    }
    return best > 0;
}

static bool order_from(const plan *p, unsigned from, uint32_t ships, agon_action *action) {
    unsigned to = p->enemy;
    if (from == p->front && ships >= strike_size(p)) {
        to = p->enemy;
    } else if (find_target(p, from, ships, &to)) {
        ships = p->needed[to];
    } else if (from != p->front && ships >= SEND_ON) {
        to = p->front;
    } else {
        return false;
    }
    *action = agon_conquest_order((char)('A' + from), (char)('A' + to), (int32_t)ships);
    return true;
}

// The next order of a player; false: all is said. Plans are made only if there is a ship to spare.
static bool next_order(const conquest_state *v, int player, agon_action *action) {
    plan p = {.v = v, .me = player};
    bool has_plan = false;
    for (unsigned i = 0; i < v->star_count; i++) {
        unsigned from = v->list[i];
        uint32_t ships = v->left[player][from] ? spare(&p, from) : 0;
        if (ships == 0) {
            continue;
        }
        if (!has_plan) {
            p.enemy = find_enemy(&p);
            p.front = find_front(&p);
            count_coming(&p);
            list_targets(&p);
            has_plan = true;
        }
        if (order_from(&p, from, ships, action)) {
            return true;
        }
    }
    return false;
}

static agon_action greedy_think(const agon_thought *thought) {
    agon_action action;
    bool may_order = agon_count(thought->game, thought->view, thought->player) > 1;
    if (may_order && next_order((const conquest_state *)thought->view, thought->player, &action)) {
        return action;
    }
    return agon_conquest_commit();
}

// For search: ships, and what the stars held will produce. Prospects grow faster than strength.
#define RU_VALUE 4
#define STRENGTH_MAX 1000000 // of a loaded state: any
static void estimate(const agon_game *game, const agon_state *state, int32_t *values) {
    const conquest_state *s = (const conquest_state *)state;
    const conquest_fleet *fleets = conquest_fleets(s);
    uint64_t strength[2] = {1, 1};
    (void)game;
    for (unsigned i = 0; i < s->star_count; i++) {
        unsigned star = s->list[i];
        for (int p = 0; p < 2; p++) {
            strength[p] +=
                s->ships[p][star] + conquest_if(s->owned[p], star, RU_VALUE * s->ru[star]);
        }
    }
    for (unsigned i = 0; i < s->counts[CONQUEST_FLEETS]; i++) {
        strength[fleets[i].owner] += fleets[i].ships;
    }
    uint64_t squares[2];
    for (int p = 0; p < 2; p++) {
        uint64_t bounded = strength[p] < STRENGTH_MAX ? strength[p] : STRENGTH_MAX;
        squares[p] = bounded * bounded;
    }
    values[0] = (int32_t)(AGON_SURE * squares[0] / (squares[0] + squares[1]));
    values[1] = AGON_SURE - values[0];
}

// Any star, but half of the times the other's home, where matches are won, and now and then the own.
static unsigned suggest_target(const plan *p, agon_rng *rng) {
    uint32_t lot = agon_uniform(rng, 8);
    if (lot < 4) {
        return p->enemy;
    }
    return lot == 4 ? p->v->home[p->me] : p->v->list[agon_uniform(rng, p->v->star_count)];
}

// For search: what takes a star, what can be spared, or all there is, from any star to another; now
// and then a commit.
static agon_action suggest(const agon_thought *thought) {
    plan p = {.v = (const conquest_state *)thought->view, .me = thought->player};
    const uint32_t *left = p.v->left[p.me];
    p.enemy = find_enemy(&p);
    for (int tries = 0; tries < 32; tries++) {
        unsigned from = p.v->list[agon_uniform(thought->rng, p.v->star_count)];
        unsigned to = suggest_target(&p, thought->rng);
        uint32_t choices[] = {need(&p, to), spare(&p, from), left[from]};
        uint32_t ships = choices[agon_uniform(thought->rng, 3)];
        if (from != to && ships > 0 && ships <= left[from]) {
            agon_action order =
                agon_conquest_order((char)('A' + from), (char)('A' + to), (int32_t)ships);
            if (agon_check(thought->game, thought->view, p.me, order, NULL) == AGON_OK) {
                return order;
            }
        }
    }
    return agon_conquest_commit();
}

// For search: whoever has committed has given greedy's orders; whoever has not will give them yet.
// The guessed ones that they replace stand behind the player's own.
static void imagine(const agon_game *game, agon_state *state, int player, agon_rng *rng) {
    conquest_state *s = (conquest_state *)state;
    int other = 1 - player;
    agon_action action;
    (void)game;
    (void)rng;
    s->counts[CONQUEST_ORDERS] -= s->order_count[other];
    s->head.used -= s->order_count[other] * (uint32_t)sizeof(conquest_order);
    agon_conquest_orders_count(s);
    bool has_committed = !(s->head.to_act >> other & 1u);
    while (has_committed && s->order_count[other] < AGON_CONQUEST_MAX_ORDERS &&
           next_order(s, other, &action)) {
        agon_conquest_order_add(s, other, action.a, action.b, action.n);
    }
}

static const agon_guide guide = {.estimate = estimate,
                                 .horizon = 80,
                                 .guided_percent = 100,
                                 .rivals_percent = 100,
                                 .suggest = suggest,
                                 .imagine = imagine};

static const agon_bot greedy = {
    .id = "greedy",
    .summary = "expands with just enough ships, gathers the rest, strikes at the other's home",
    .think = greedy_think,
    .guide = &guide,
};

const agon_bot *const agon_conquest_bots[] = {&greedy, NULL};
