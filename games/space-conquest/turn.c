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

// ---------------------------------------------------------------------------------------------
// Phase 1

// A fleet without ships is a lost one, until move_fleets sweeps it away.
static void lose_fleet(conquest_state *s, unsigned i, const agon_context *context) {
    conquest_fleet *loss = agon_conquest_add(s, CONQUEST_LOSSES);
    conquest_fleet *fleet = &conquest_fleets(s)[i];
    *loss = *fleet;
    loss->distance = 0;
    fleet->ships = 0;
    if (agon_wants_events(context)) {
        agon_conquest_tell_loss(context, loss);
    }
}

static void roll_fleets(conquest_state *s, const agon_context *context) {
    const conquest_fleet *fleets = conquest_fleets(s);
    agon_rng rng = s->rng;
    for (unsigned i = 0; i < s->counts[CONQUEST_FLEETS]; i++) {
        int32_t roll = agon_draw(context, &rng, AGON_CONQUEST_LOSS_DIE, 1);
        if (agon_wants_events(context)) {
            int32_t fields[] = {fleets[i].owner, (int32_t)fleets[i].number, roll};
            agon_conquest_tell(context, AGON_CONQUEST_HYPERSPACE_ROLL,
                               agon_viewer_bit(fleets[i].owner), 3, fields);
        }
        if (AGON_UNLIKELY(roll == 1)) {
            lose_fleet(s, i, context);
        }
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

// Whether a fleet arrives is anybody's guess, the processor's too: so there is no branch on it. Both
// players' visits are gathered in one word, p2's in its upper half.
static void move_fleets(conquest_state *s, const agon_context *context) {
    conquest_fleet *fleets = conquest_fleets(s);
    uint32_t visited = s->visited[0] | (uint32_t)s->visited[1] << 16;
    unsigned count = s->counts[CONQUEST_FLEETS];
    unsigned kept = 0;
    for (unsigned i = 0; i < count; i++) {
        conquest_fleet fleet = fleets[i];
        unsigned visit = fleet.to + 16u * fleet.owner;
        fleet.distance--;
        uint32_t is_alive = fleet.ships != 0;
        uint32_t is_arriving = is_alive & (fleet.distance == 0);
        if (agon_wants_events(context) && is_arriving) {
            tell_arrival(&fleet, !(visited >> visit & 1u), s->ru[fleet.to], context);
        }
        visited |= is_arriving << visit;
        s->ships[fleet.owner][fleet.to] += fleet.ships & (0u - is_arriving);
        fleets[kept] = fleet;
        kept += is_alive & ~is_arriving;
    }
    s->visited[0] = (uint16_t)visited;
    s->visited[1] = (uint16_t)(visited >> 16);
    agon_conquest_cut(s, CONQUEST_FLEETS, (uint16_t)kept);
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
    unsigned set = 0;
    for (unsigned star = 0; star < AGON_CONQUEST_STARS; star++) {
        set |= (unsigned)(s->ships[player][star] != 0) << star;
    }
    return (uint16_t)set;
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

// Stars that are nobody's home, held by fewer ships than RU.
static uint16_t unruly(const conquest_state *s) {
    unsigned weak[2] = {0, 0};
    for (unsigned star = 0; star < AGON_CONQUEST_STARS; star++) {
        weak[0] |= (unsigned)(s->ships[0][star] < s->ru[star]) << star;
        weak[1] |= (unsigned)(s->ships[1][star] < s->ru[star]) << star;
    }
    unsigned homes = conquest_bit(s->home[0]) | conquest_bit(s->home[1]);
    return (uint16_t)(((weak[0] & s->owned[0]) | (weak[1] & s->owned[1])) & ~homes);
}

// SC-18.
static void rebellions(conquest_state *s, const agon_context *context) {
    uint16_t weak = unruly(s);
    for (unsigned i = 0; i < s->star_count && weak != 0; i++) {
        unsigned star = s->list[i];
        if (!conquest_has(weak, star)) {
            continue;
        }
        weak &= (uint16_t)~conquest_bit(star);
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
