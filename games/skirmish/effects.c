// What cards can do to units, slots and hands.
#include "games/skirmish/effects.h"

#include <string.h>

void agon_skirmish_push(skirmish_chain *chain, skirmish_effect_type type, int a, int b, int c,
                        int32_t n) {
    agon_effect effect = {(uint8_t)type, (uint8_t)a, (uint8_t)b, (uint8_t)c, n};
    agon_queue_push(&chain->s->queue.base, SKIRMISH_QUEUE_MAX, effect);
}

static skirmish_slots bit(int slot) {
    return (skirmish_slots)(1u << slot);
}

static int16_t within_bounds(int value) {
    if (value > AGON_SKIRMISH_VALUE_MAX) {
        return AGON_SKIRMISH_VALUE_MAX;
    }
    return (int16_t)(value < -AGON_SKIRMISH_VALUE_MAX ? -AGON_SKIRMISH_VALUE_MAX : value);
}

// ---------------------------------------------------------------------------------------------
// Power

// After a part of the power of the unit on `slot` may have changed. `cause` is what the unit dies
// of if it has reached 0: it stays marked as fallen until the state check makes a batch (SK-18).
static void refresh_power(skirmish_chain *chain, int slot, int cause) {
    skirmish_state *s = chain->s;
    if (!skirmish_has(s->occupied, slot)) {
        return;
    }
    skirmish_unit *unit = &s->units[slot];
    int old = unit->power;
    int new = agon_skirmish_power(chain->g, s, slot);
    if (new == old) {
        return;
    }
    unit->power = (int16_t) new;
    if (!unit->doomed) {
        s->fallen = (skirmish_slots)(new == 0 ? s->fallen | bit(slot) : s->fallen & ~bit(slot));
        unit->cause = (uint8_t)(new == 0 ? cause : 0);
        unit->fell_from = (int16_t)(new == 0 ? old : 0);
    }
    skirmish_tell(chain, AGON_SKIRMISH_UNIT_POWER_CHANGED, skirmish_ref_on(s, slot),
                  agon_skirmish_terrain_of(slot), old, new, new - old);
}

// Queues a trigger for every unit close to `slot` whose kind is one of `kinds`.
static void alert(skirmish_chain *chain, uint64_t kinds, int slot, skirmish_effect_type type,
                  int amount) {
    const skirmish_state *s = chain->s;
    uint64_t near = skirmish_close(slot) & s->occupied;
    while (near) {
        int watcher = skirmish_take(&near);
        const skirmish_unit *unit = &s->units[watcher];
        bool is_able = !unit->doomed && !(unit->flags & SKIRMISH_SILENCED);
        if (skirmish_has(kinds, unit->kind) && is_able) {
            agon_skirmish_push(chain, type, skirmish_ref_on(s, watcher), 0, 0, amount);
        }
    }
}

void agon_skirmish_damage(skirmish_chain *chain, int slot, int amount, int source) {
    skirmish_state *s = chain->s;
    if (!skirmish_has(s->occupied, slot) || amount <= 0) {
        return;
    }
    s->units[slot].damage = within_bounds(s->units[slot].damage + amount);
    skirmish_tell(chain, AGON_SKIRMISH_UNIT_DAMAGED, skirmish_ref_on(s, slot),
                  agon_skirmish_terrain_of(slot), amount, source, 0);
    refresh_power(chain, slot, AGON_SKIRMISH_BY_DAMAGE);
    alert(chain, chain->g->saws_damage, slot, SKIRMISH_SAW_DAMAGE, amount);
}

void agon_skirmish_buff(skirmish_chain *chain, int slot, int amount) {
    skirmish_unit *unit = &chain->s->units[slot];
    if (skirmish_has(chain->s->occupied, slot)) {
        unit->buffs = within_bounds(unit->buffs + amount);
        refresh_power(chain, slot, AGON_SKIRMISH_BY_POWER);
    }
}

static void set_modifier(skirmish_chain *chain, int slot, int value) {
    int old = chain->s->modifiers[slot];
    int new = within_bounds(value);
    if (new == old) {
        return;
    }
    chain->s->modifiers[slot] = (int16_t) new;
    skirmish_tell(chain, AGON_SKIRMISH_SLOT_MODIFIER_CHANGED, agon_skirmish_player_of(slot),
                  agon_skirmish_terrain_of(slot), old, new, 0);
    refresh_power(chain, slot, AGON_SKIRMISH_BY_POWER);
}

void agon_skirmish_modify(skirmish_chain *chain, int slot, int amount) {
    set_modifier(chain, slot, chain->s->modifiers[slot] + amount);
}

void agon_skirmish_cleanse(skirmish_chain *chain, int slot) {
    skirmish_state *s = chain->s;
    set_modifier(chain, slot, 0);
    if (!skirmish_has(s->occupied, slot)) {
        return;
    }
    skirmish_unit *unit = &s->units[slot];
    if (!(unit->flags & SKIRMISH_SILENCED)) {
        unit->flags |= SKIRMISH_SILENCED;
        skirmish_tell(chain, AGON_SKIRMISH_UNIT_SILENCED, skirmish_ref_on(s, slot),
                      agon_skirmish_terrain_of(slot), 0, 0, 0);
    }
    unit->buffs = 0;
    refresh_power(chain, slot, AGON_SKIRMISH_BY_POWER);
}

// ---------------------------------------------------------------------------------------------
// Moving and leaving

static skirmish_slots swap_bits(skirmish_slots set, int a, int b) {
    unsigned differs = (unsigned)(set >> a ^ set >> b) & 1u;
    return (skirmish_slots)(set ^ (differs << a | differs << b));
}

static void tell_moved(skirmish_chain *chain, int from, int to) {
    skirmish_tell(chain, AGON_SKIRMISH_UNIT_MOVED, skirmish_ref_on(chain->s, to),
                  agon_skirmish_player_of(to), agon_skirmish_terrain_of(from),
                  agon_skirmish_terrain_of(to), 0);
    refresh_power(chain, to, AGON_SKIRMISH_BY_POWER);
}

void agon_skirmish_move(skirmish_chain *chain, int slot, int to) {
    skirmish_state *s = chain->s;
    bool is_own_side = agon_skirmish_player_of(slot) == agon_skirmish_player_of(to);
    if (!skirmish_has(s->occupied, slot) || slot == to || !is_own_side) {
        return;
    }
    bool swaps = skirmish_has(s->occupied, to);
    skirmish_unit mover = s->units[slot];
    s->units[slot] = s->units[to];
    s->units[to] = mover;
    s->occupied = swap_bits(s->occupied, slot, to);
    s->fallen = swap_bits(s->fallen, slot, to);
    tell_moved(chain, slot, to);
    if (swaps) {
        tell_moved(chain, to, slot);
    }
}

void agon_skirmish_lift(skirmish_chain *chain, int slot) {
    skirmish_state *s = chain->s;
    s->units[slot] = (skirmish_unit){0};
    s->occupied = (skirmish_slots)(s->occupied & ~bit(slot));
    s->fallen = (skirmish_slots)(s->fallen & ~bit(slot));
}

// ---------------------------------------------------------------------------------------------
// Hands, decks, graveyards

static void refresh_firsts(skirmish_chain *chain, int player, int index) {
    skirmish_state *s = chain->s;
    uint64_t same = chain->g->kind_set[player][chain->g->kind_of[player][index]];
    uint64_t held = s->hand_set[player] & same;
    s->firsts[player] = (s->firsts[player] & ~same) | (held & -held);
}

static void add_to_hand(skirmish_chain *chain, int player, int index) {
    skirmish_state *s = chain->s;
    s->hand[player][s->hand_count[player]++] = (uint8_t)index;
    s->hand_set[player] |= (uint64_t)1 << index;
    refresh_firsts(chain, player, index);
}

// Takes `index` out of a list of cards that holds it; the others keep their order.
static void remove_index(uint8_t *list, uint8_t *count, int index) {
    uint8_t *at = list;
    while (*at != index) {
        at++;
    }
    (*count)--;
    memmove(at, at + 1, (size_t)(list + *count - at));
}

void agon_skirmish_take_from_hand(skirmish_chain *chain, int card) {
    skirmish_state *s = chain->s;
    int player = agon_skirmish_ref_player(card);
    int index = skirmish_ref_index(card);
    remove_index(s->hand[player], &s->hand_count[player], index);
    s->hand_set[player] &= ~((uint64_t)1 << index);
    s->known[player] &= ~((uint64_t)1 << index);
    refresh_firsts(chain, player, index);
}

void agon_skirmish_add_to_grave(skirmish_chain *chain, int card) {
    skirmish_state *s = chain->s;
    int player = agon_skirmish_ref_player(card);
    int index = skirmish_ref_index(card);
    s->grave[player][s->grave_count[player]++] = (uint8_t)index;
    s->grave_set[player] |= (uint64_t)1 << index;
}

bool agon_skirmish_take_from_grave(skirmish_chain *chain, int card) {
    skirmish_state *s = chain->s;
    int player = agon_skirmish_ref_player(card);
    int index = skirmish_ref_index(card);
    if (!skirmish_has(s->grave_set[player], index)) {
        return false;
    }
    remove_index(s->grave[player], &s->grave_count[player], index);
    s->grave_set[player] &= ~((uint64_t)1 << index);
    return true;
}

void agon_skirmish_bounce(skirmish_chain *chain, int slot) {
    skirmish_state *s = chain->s;
    if (!skirmish_has(s->occupied, slot)) {
        return;
    }
    int player = agon_skirmish_player_of(slot);
    int index = s->units[slot].card;
    agon_skirmish_lift(chain, slot);
    add_to_hand(chain, player, index);
    s->known[player] |= (uint64_t)1 << index;
    skirmish_tell(chain, AGON_SKIRMISH_UNIT_BOUNCED, skirmish_ref(player, index), player,
                  agon_skirmish_terrain_of(slot), 0, 0);
}

void agon_skirmish_draw(skirmish_chain *chain, int player, int cards) {
    skirmish_state *s = chain->s;
    for (int i = 0; i < cards && s->deck_count[player] > 0; i++) {
        int index = s->deck[player][--s->deck_count[player]];
        s->deck[player][s->deck_count[player]] = 0;
        add_to_hand(chain, player, index);
        skirmish_tell(chain, AGON_SKIRMISH_CARD_DRAWN, player, skirmish_ref(player, index), 0, 0,
                      0);
    }
}

int agon_skirmish_make_squire(skirmish_chain *chain, int player) {
    uint16_t *squires = &chain->s->squires[player];
    if (*squires == 0xffffu) {
        return -1;
    }
    int n = skirmish_lowest(~(uint64_t)*squires);
    *squires = (uint16_t)(*squires | 1u << n);
    return skirmish_ref(player, AGON_SKIRMISH_FIRST_SQUIRE + n);
}

// ---------------------------------------------------------------------------------------------
// Deployment and death

void agon_skirmish_deploy(skirmish_chain *chain, int card, int slot) {
    bool consumes = skirmish_has(chain->s->occupied, slot);
    agon_skirmish_push(chain, consumes ? SKIRMISH_CONSUME : SKIRMISH_DEPLOY, card, slot, 0, 0);
}

// A unit that has just died.
typedef struct dead {
    const skirmish_card *card;
    int ref;
    int slot;
    int power;    // just before
    bool is_mute; // silenced
} dead;

// The unit leaves the board for its owner's graveyard.
static dead bury(skirmish_chain *chain, int slot, int cause) {
    skirmish_state *s = chain->s;
    const skirmish_unit *unit = &s->units[slot];
    dead d = {
        .card = skirmish_card_on(chain->g, s, slot),
        .ref = skirmish_ref_on(s, slot),
        .slot = slot,
        .power = unit->doomed ? unit->fell_from : unit->power,
        .is_mute = (unit->flags & SKIRMISH_SILENCED) != 0,
    };
    agon_skirmish_lift(chain, slot);
    agon_skirmish_add_to_grave(chain, d.ref);
    skirmish_tell(chain, AGON_SKIRMISH_UNIT_DIED, d.ref, agon_skirmish_player_of(slot),
                  agon_skirmish_terrain_of(slot), cause, 0);
    return d;
}

static void die(skirmish_chain *chain, const dead *d) {
    if (d->card->death && !d->is_mute) {
        d->card->death(chain, d->slot, d->power);
    }
}

void agon_skirmish_kill(skirmish_chain *chain, int slot) {
    if (!skirmish_has(chain->s->occupied, slot)) {
        return;
    }
    dead d = bury(chain, slot, AGON_SKIRMISH_BY_KILL);
    die(chain, &d);
    alert(chain, chain->g->saws_death, slot, SKIRMISH_SAW_DEATH, 0);
}

void agon_skirmish_deaths(skirmish_chain *chain, uint8_t batch) {
    skirmish_state *s = chain->s;
    dead all[AGON_SKIRMISH_SLOTS];
    int count = 0;
    uint64_t left = s->occupied;
    while (left) {
        int slot = skirmish_take(&left);
        if (s->units[slot].doomed == batch) {
            all[count++] = bury(chain, slot, s->units[slot].cause);
        }
    }
    for (int i = 0; i < count; i++) {
        die(chain, &all[i]);
    }
    for (int i = 0; i < count; i++) {
        alert(chain, chain->g->saws_death, all[i].slot, SKIRMISH_SAW_DEATH, 0);
    }
}

void agon_skirmish_consume(skirmish_chain *chain, int card, int slot) {
    skirmish_state *s = chain->s;
    if (!skirmish_has(s->occupied, slot)) {
        agon_skirmish_push(chain, SKIRMISH_DEPLOY, card, slot, 0, 0);
        return;
    }
    bool is_doomed = s->units[slot].doomed != 0;
    int power = s->units[slot].power;
    skirmish_tell(chain, AGON_SKIRMISH_UNIT_CONSUMED, skirmish_ref_on(s, slot),
                  agon_skirmish_player_of(slot), agon_skirmish_terrain_of(slot), card, 0);
    dead d = bury(chain, slot, AGON_SKIRMISH_BY_CONSUMPTION);
    die(chain, &d);
    agon_skirmish_push(chain, SKIRMISH_DEPLOY, card, slot, 1, power);
    if (d.card->consumed && !d.is_mute && !is_doomed) {
        agon_skirmish_push(chain, SKIRMISH_CONSUMED, d.ref, card, 0, 0);
    }
    alert(chain, chain->g->saws_death, slot, SKIRMISH_SAW_DEATH, 0);
}

void agon_skirmish_place(skirmish_chain *chain, int card, int slot, bool has_consumed, int power) {
    skirmish_state *s = chain->s;
    if (skirmish_has(s->occupied, slot)) { // somebody got there first
        agon_skirmish_consume(chain, card, slot);
        return;
    }
    const skirmish_card *what = skirmish_card_of(chain->g, card);
    int index = skirmish_ref_index(card);
    skirmish_unit *unit = &s->units[slot];
    *unit = (skirmish_unit){
        .card = (uint8_t)index,
        .kind = chain->g->kind_of[agon_skirmish_player_of(slot)][index],
        .cooldown = what->cooldown,
    };
    unit->power = (int16_t)agon_skirmish_power(chain->g, s, slot);
    s->occupied |= bit(slot);
    if (unit->power == 0) {
        s->fallen |= bit(slot);
    }
    skirmish_tell(chain, AGON_SKIRMISH_UNIT_DEPLOYED, card, agon_skirmish_player_of(slot),
                  agon_skirmish_terrain_of(slot), 0, 0);
    if (what->deploy.run) {
        agon_skirmish_push(chain, SKIRMISH_DEPLOYED, card, 0, 0, 0);
    }
    if (what->consume.run && has_consumed) {
        agon_skirmish_push(chain, SKIRMISH_CONSUMES, card, 0, 0, power);
    }
}
