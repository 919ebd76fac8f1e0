// The phases of a turn but for the orders: SC-8 … SC-12, SC-18 … SC-20.
#include "games/space-conquest/state.h"

conquest_fight agon_conquest_fight(uint32_t attackers, uint32_t defenders) {
    if (attackers > defenders) {
        return (conquest_fight){0, attackers - (defenders + 1) / 2, 0};
    }
    if (attackers < defenders) {
        return (conquest_fight){1, 0, defenders - (attackers + 1) / 2};
    }
    return (conquest_fight){-1, 0, 0};
}

// A set of stars from a byte each, 0 or 1: eight of them become eight bits by a multiplication.
static uint16_t gather(const uint8_t bytes[AGON_CONQUEST_STARS]) {
    unsigned set = 0;
    for (unsigned half = 0; half < 2; half++) {
        uint64_t eight = 0;
        for (unsigned i = 0; i < 8; i++) {
            eight |= (uint64_t)bytes[8 * half + i] << 8 * i; // on most machines one load
        }
        set |= (unsigned)(eight * 0x0102040810204080u >> 56) << 8 * half;
    }
    return (uint16_t)set;
}

// ---------------------------------------------------------------------------------------------
// Phase 1

// A fleet without ships is a lost one: it "arrives" this turn, and so move_fleets sweeps it away.
static void lose_fleet(conquest_state *s, unsigned i, const agon_context *context) {
    conquest_fleet *loss = agon_conquest_add(s, CONQUEST_LOSSES);
    conquest_fleet *fleet = &conquest_fleets(s)[i];
    *loss = *fleet;
    loss->distance = 0;
    fleet->ships = 0;
    fleet->distance = 1;
    if (agon_wants_events(context)) {
        agon_conquest_tell_loss(context, loss);
    }
}

// Whether none of the four lanes of a word, as the next four rolls, is a 1 or has to be drawn again. Two
// lanes at a time: a roll is the upper half of lane · 50; where the lower half is below 65536 mod 50 the
// lane does not count (agon/rng.h). Each sum carries into bit 16 where all is well.
static inline bool is_harmless(uint64_t word) {
    const uint64_t lanes = 0x0000ffff0000ffffu, ones = 0x0000000100000001u, carries = ones << 16;
    const uint64_t die = AGON_CONQUEST_LOSS_DIE, first = (0x10000 + die - 1) / die; // of roll 2
    const uint64_t reject = 0x10000 % die;
    uint64_t even = word & lanes, odd = word >> 16 & lanes;
    uint64_t all = even + ones * (0x10000 - first);
    all &= odd + ones * (0x10000 - first);
    all &= (even * die & lanes) + ones * (0x10000 - reject);
    all &= (odd * die & lanes) + ones * (0x10000 - reject);
    return (all & carries) == carries;
}

// How many fleets from here on roll nothing that matters, by whole words. Their rolls are made.
static unsigned roll_quietly(agon_rng *rng, unsigned left) {
    unsigned rolled = 0;
    while ((rng->pos & 3u) == 0 && rolled + 4 <= left &&
           is_harmless(agon_sip13(rng->key, rng->pos >> 2))) {
        rng->pos += 4;
        rolled += 4;
    }
    return rolled;
}

static void roll_fleets(conquest_state *s, const agon_context *context) {
    const conquest_fleet *fleets = conquest_fleets(s);
    const unsigned count = s->counts[CONQUEST_FLEETS];
    agon_rng rng = s->rng;
    for (unsigned i = context ? 0 : roll_quietly(&rng, count); i < count; i++) {
        int32_t roll = agon_draw(context, &rng, AGON_CONQUEST_LOSS_DIE, 1);
        if (agon_wants_events(context)) {
            int32_t fields[] = {fleets[i].owner, (int32_t)fleets[i].number, roll};
            agon_conquest_tell(context, AGON_CONQUEST_HYPERSPACE_ROLL,
                               agon_viewer_bit(fleets[i].owner), 3, fields);
        }
        if (AGON_UNLIKELY(roll == 1)) {
            lose_fleet(s, i, context);
        }
        i += context ? 0 : roll_quietly(&rng, count - i - 1);
    }
    s->rng = rng;
}

static void tell_arrival(const conquest_fleet *fleet, bool is_first, uint8_t ru,
                         const agon_context *context) {
    agon_viewers owner = agon_viewer_bit(fleet->owner);
    int32_t arrival[] = {fleet->owner, (int32_t)fleet->number, fleet->to};
    agon_conquest_tell(context, AGON_CONQUEST_FLEET_ARRIVED, owner, 3, arrival);
    if (is_first) {
        int32_t fields[] = {fleet->owner, fleet->to, ru};
        agon_conquest_tell(context, AGON_CONQUEST_STAR_REVEALED, owner, 3, fields);
    }
}

// Ships reach their star, and their owner sees it.
static void arrive(conquest_state *s, const conquest_fleet *fleets, unsigned count,
                   const agon_context *context) {
    for (unsigned i = 0; i < count; i++) {
        const conquest_fleet *fleet = &fleets[i];
        if (AGON_UNLIKELY(fleet->ships == 0)) {
            continue;
        }
        uint16_t *visited = &s->visited[fleet->owner];
        if (agon_wants_events(context)) {
            tell_arrival(fleet, !conquest_has(*visited, fleet->to), s->ru[fleet->to], context);
        }
        *visited |= conquest_bit(fleet->to);
        s->ships[fleet->owner][fleet->to] += fleet->ships;
    }
}

#define MOVED_AT_ONCE 64

// Whether a fleet arrives is anybody's guess, the processor's too: so there is no branch on it. Each is
// written to both lists, and one of them grows.
static void move_fleets(conquest_state *s, const agon_context *context) {
    conquest_fleet *fleets = conquest_fleets(s), *kept = fleets;
    const conquest_fleet *end = fleets + s->counts[CONQUEST_FLEETS];
    while (fleets < end) {
        conquest_fleet arriving[MOVED_AT_ONCE];
        unsigned count = 0;
        const conquest_fleet *stop = end - fleets < MOVED_AT_ONCE ? end : fleets + MOVED_AT_ONCE;
        for (; fleets < stop; fleets++) {
            conquest_fleet fleet = *fleets;
            fleet.distance--;
            *kept = fleet;
            arriving[count] = fleet;
            bool has_arrived = fleet.distance == 0;
            count += has_arrived;
            kept += !has_arrived;
        }
        arrive(s, arriving, count, context);
    }
    agon_conquest_cut(s, CONQUEST_FLEETS, (uint16_t)(kept - conquest_fleets(s)));
}

void agon_conquest_movement_phase(conquest_state *s, const agon_context *context) {
    roll_fleets(s, context);
    move_fleets(s, context);
}

// ---------------------------------------------------------------------------------------------
// Phase 2

// Those who have visited the star see its new owner; the owner itself has, or ought to have.
static void take(conquest_state *s, unsigned star, int player, const agon_context *context) {
    uint16_t bit = conquest_bit(star);
    s->owned[player] |= bit;
    s->owned[1 - player] &= (uint16_t)~bit;
    s->npc[star] = 0;
    if (agon_wants_events(context)) {
        unsigned visible = 1u << player;
        visible |= conquest_has(s->visited[1 - player], star) ? 1u << (1 - player) : 0;
        int32_t fields[] = {(int32_t)star, player};
        agon_conquest_tell(context, AGON_CONQUEST_STAR_TAKEN, (agon_viewers)visible, 2, fields);
    }
}

// The star is nobody's now, or has lost its garrison, which one player's own report tells. The other
// sees it too if it has visited the star (SC-21: control is live), so it is told as well.
static void tell_abandoned(const conquest_state *s, unsigned star, int other,
                           const agon_context *context) {
    if (agon_wants_events(context) && conquest_has(s->visited[other], star)) {
        int32_t fields[] = {(int32_t)star, -1};
        agon_conquest_tell(context, AGON_CONQUEST_STAR_TAKEN, agon_viewer_bit(other), 2, fields);
    }
}

static void report(conquest_state *s, conquest_combat combat, const agon_context *context) {
    conquest_combat *record = agon_conquest_add(s, CONQUEST_COMBATS);
    *record = combat;
    if (agon_wants_events(context)) {
        agon_conquest_tell_combat(context, record);
    }
}

// A player against the garrison. `before` is who controlled the star: nobody, or the player itself
// if it has just beaten the other one there (SC-11).
static void fight_npc(conquest_state *s, unsigned star, int player, uint8_t before,
                      const agon_context *context) {
    conquest_combat combat = {.attackers = s->ships[player][star],
                              .defenders = (uint32_t)s->npc[star],
                              .star = (uint8_t)star,
                              .flags = (uint8_t)player,
                              .before = before};
    conquest_fight fight = agon_conquest_fight(combat.attackers, combat.defenders);
    s->ships[player][star] = fight.attackers;
    s->npc[star] = (int32_t)fight.defenders;
    combat.after = (uint8_t)(fight.winner == 0 ? player + 1 : 0);
    report(s, combat, context);
    if (fight.winner == 0) {
        take(s, star, player, context);
    } else if (fight.winner < 0) {
        tell_abandoned(s, star, 1 - player, context);
    }
}

// The players against each other at a star of `owner`, or of nobody (−1). Returns the winner.
static int fight_player(conquest_state *s, unsigned star, int owner, const agon_context *context) {
    int attacker = owner < 0 ? 0 : 1 - owner;
    int defender = 1 - attacker;
    conquest_combat combat = {
        .attackers = s->ships[attacker][star],
        .defenders = s->ships[defender][star],
        .star = (uint8_t)star,
        .flags = (uint8_t)(attacker | CONQUEST_PVP | (owner < 0 ? CONQUEST_SIMULTANEOUS : 0)),
        .before = (uint8_t)(owner + 1)};
    conquest_fight fight = agon_conquest_fight(combat.attackers, combat.defenders);
    s->ships[attacker][star] = fight.attackers;
    s->ships[defender][star] = fight.defenders;
    int winner = fight.winner < 0 ? -1 : fight.winner == 0 ? attacker : defender;
    combat.after = (uint8_t)(winner + 1);
    report(s, combat, context);
    return winner;
}

// SC-10 a, b, c.
static void contest_unowned(conquest_state *s, unsigned star, const agon_context *context) {
    bool is_contested = s->ships[0][star] > 0 && s->ships[1][star] > 0;
    int player = s->ships[0][star] > 0 ? 0 : 1;
    if (is_contested) {
        player = fight_player(s, star, -1, context);
    }
    if (player < 0) {
        return;
    }
    if (s->npc[star] > 0) {
        fight_npc(s, star, player, (uint8_t)(is_contested ? player + 1 : 0), context);
    } else {
        take(s, star, player, context);
    }
}

// SC-10 d.
static void contest_owned(conquest_state *s, unsigned star, int owner,
                          const agon_context *context) {
    int winner = 1 - owner;
    if (s->ships[owner][star] > 0) {
        winner = fight_player(s, star, owner, context);
    }
    if (winner < 0) {
        s->owned[owner] &= (uint16_t)~conquest_bit(star);
    } else if (winner != owner) {
        take(s, star, winner, context);
    }
}

// The stars where a player has ships.
static uint16_t stationed(const conquest_state *s, int player) {
    uint8_t is_there[AGON_CONQUEST_STARS];
    for (unsigned star = 0; star < AGON_CONQUEST_STARS; star++) {
        is_there[star] = s->ships[player][star] != 0;
    }
    return gather(is_there);
}

void agon_conquest_combat_phase(conquest_state *s, const agon_context *context) {
    uint16_t p1 = stationed(s, 0);
    uint16_t p2 = stationed(s, 1);
    uint16_t owned = s->owned[0] | s->owned[1];
    uint16_t contested = (uint16_t)(((p1 | p2) & ~owned) | (p2 & s->owned[0]) | (p1 & s->owned[1]));
    for (unsigned i = 0; i < s->star_count && contested != 0; i++) {
        unsigned star = s->list[i];
        if (!conquest_has(contested, star)) {
            continue;
        }
        contested &= (uint16_t)~conquest_bit(star);
        int owner = conquest_owner(s, star);
        if (owner >= 0) {
            contest_owned(s, star, owner, context);
        } else {
            contest_unowned(s, star, context);
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Phase 3

void agon_conquest_victory_phase(conquest_state *s, uint32_t max_turns,
                                 const agon_context *context) {
    bool has_p1_won = conquest_has(s->owned[0], s->home[1]);
    bool has_p2_won = conquest_has(s->owned[1], s->home[0]);
    if (has_p1_won != has_p2_won) {
        s->winner = has_p1_won ? AGON_CONQUEST_WON_BY_P1 : AGON_CONQUEST_WON_BY_P2;
    } else if (has_p1_won || s->turn >= max_turns) {
        s->winner = AGON_CONQUEST_DRAW;
    } else {
        return;
    }
    s->head.over = 1;
    s->head.to_act = AGON_NONE;
    if (agon_wants_events(context)) {
        int32_t fields[] = {s->winner};
        agon_conquest_tell(context, AGON_CONQUEST_GAME_OVER, AGON_ALL, 1, fields);
    }
}

// ---------------------------------------------------------------------------------------------
// Phase 5

static void rebel(conquest_state *s, unsigned star, int owner, const agon_context *context) {
    conquest_rebellion *record = agon_conquest_add(s, CONQUEST_REBELLIONS);
    *record = (conquest_rebellion){.star = (uint8_t)star,
                                   .owner = (uint8_t)owner,
                                   .ru = s->ru[star],
                                   .garrison = (uint8_t)s->ships[owner][star]};
    conquest_fight fight = agon_conquest_fight(record->ru, record->garrison);
    s->ships[owner][star] = 0;
    s->npc[star] = (int32_t)fight.attackers;
    s->owned[owner] &= (uint16_t)~conquest_bit(star);
    if (agon_wants_events(context)) {
        agon_conquest_tell_rebellion(context, record);
    }
    tell_abandoned(s, star, 1 - owner, context);
}

// The stars at which a player has fewer ships than RU.
static uint16_t weak(const conquest_state *s, int player) {
    uint8_t is_weak[AGON_CONQUEST_STARS];
    for (unsigned star = 0; star < AGON_CONQUEST_STARS; star++) {
        is_weak[star] = s->ships[player][star] < s->ru[star];
    }
    return gather(is_weak);
}

// Stars that are nobody's home, held by fewer ships than RU.
static uint16_t unruly(const conquest_state *s) {
    unsigned homes = conquest_bit(s->home[0]) | conquest_bit(s->home[1]);
    return (uint16_t)(((weak(s, 0) & s->owned[0]) | (weak(s, 1) & s->owned[1])) & ~homes);
}

// SC-18.
static void rebellions(conquest_state *s, const agon_context *context) {
    uint16_t left = unruly(s);
    for (unsigned i = 0; i < s->star_count && left != 0; i++) {
        unsigned star = s->list[i];
        if (!conquest_has(left, star)) {
            continue;
        }
        left &= (uint16_t)~conquest_bit(star);
        int owner = conquest_has(s->owned[0], star) ? 0 : 1;
        int32_t roll = agon_draw(context, &s->rng, AGON_CONQUEST_REBEL_DIE, 1);
        if (agon_wants_events(context)) {
            int32_t fields[] = {(int32_t)star, roll};
            agon_conquest_tell(context, AGON_CONQUEST_REBELLION_ROLL, agon_viewer_bit(owner), 2,
                               fields);
        }
        if (roll >= AGON_CONQUEST_REBEL_FROM) {
            rebel(s, star, owner, context);
        }
    }
}

static void tell_production(const conquest_state *s, const agon_context *context) {
    for (unsigned i = 0; i < s->star_count; i++) {
        unsigned star = s->list[i];
        int owner = conquest_owner(s, star);
        if (owner >= 0) {
            int32_t fields[] = {(int32_t)star, owner, s->ru[star]};
            agon_conquest_tell(context, AGON_CONQUEST_PRODUCTION, agon_viewer_bit(owner), 3,
                               fields);
        }
    }
}

// SC-19. A home has RU 4, so it needs no case of its own; a star that rebelled has no owner.
static void produce(conquest_state *s) {
    for (unsigned star = 0; star < AGON_CONQUEST_STARS; star++) {
        s->ships[0][star] += conquest_if(s->owned[0], star, s->ru[star]);
        s->ships[1][star] += conquest_if(s->owned[1], star, s->ru[star]);
    }
}

void agon_conquest_rebellion_phase(conquest_state *s, const agon_context *context) {
    rebellions(s, context);
    produce(s);
    if (agon_wants_events(context)) {
        tell_production(s, context);
    }
}

// ---------------------------------------------------------------------------------------------

void agon_conquest_turn_run(conquest_state *s, uint32_t max_turns, const agon_context *context) {
    agon_conquest_forget_reports(s);
    agon_conquest_orders_phase(s, context);
    agon_conquest_rebellion_phase(s, context);
    s->turn++;
    if (agon_wants_events(context)) {
        int32_t fields[] = {(int32_t)s->turn};
        agon_conquest_tell(context, AGON_CONQUEST_TURN_STARTED, AGON_ALL, 1, fields);
    }
    agon_conquest_movement_phase(s, context);
    agon_conquest_combat_phase(s, context);
    agon_conquest_victory_phase(s, max_turns, context);
    agon_conquest_orders_open(s);
}
