// Whether a state or view from outside is possible, and the caches that follow from it.
#include "games/skirmish/state.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define COOLDOWN_MAX 99

// A check in progress.
typedef struct inspection {
    const skirmish_game *g;
    skirmish_state *s;
    agon_error *error;
    uint64_t seen[2]; // cards found so far
    uint64_t batches; // numbers of the batches in the queue
} inspection;

// A fault at the place that `format` and its arguments spell.
static agon_status fault(const inspection *in, const char *message, const char *format, ...) {
    char path[64];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(path, sizeof path, format, arguments);
    va_end(arguments);
    return agon_error_set(in->error, AGON_BAD_STATE, path, "%s", message);
}

// Finds one card in its place: it must exist and be nowhere else.
static bool find_card(inspection *in, int player, int index) {
    if (index >= AGON_SKIRMISH_INDEX_MAX || !skirmish_has(in->g->owned[player], index) ||
        skirmish_has(in->seen[player], index)) {
        return false;
    }
    in->seen[player] |= (uint64_t)1 << index;
    return true;
}

// ---------------------------------------------------------------------------------------------
// Numbers

static agon_status check_number(const inspection *in, const char *path, int value, int min,
                                int max) {
    if (value >= min && value <= max) {
        return AGON_OK;
    }
    return agon_error_set(in->error, AGON_BAD_STATE, path, "must be from %d to %d", min, max);
}

static agon_status check_numbers(const inspection *in) {
    const skirmish_state *s = in->s;
    const struct {
        const char *path;
        int value, min, max;
    } numbers[] = {
        {"currentPlayer", s->current, 0, 1},
        {"startingPlayer", s->starting, 0, 1},
        {"currentRound", s->round, 1, 3},
        // At most the skirmishes that are over; one more may be added to them.
        {"tieRounds", s->tie_rounds, 0, s->head.over ? s->round : s->round - 1},
        {"activating", s->is_activating, 0, 1},
        {"players[0].vp", s->vp[0], 0, AGON_SKIRMISH_TERRAINS},
        {"players[1].vp", s->vp[1], 0, AGON_SKIRMISH_TERRAINS},
        {"roundsWon[0]", s->rounds_won[0], 0, s->head.over ? 3 : 1},
        {"roundsWon[1]", s->rounds_won[1], 0, s->head.over ? 3 : 1},
        {"hasPassed[0]", s->has_passed[0], 0, 1},
        {"hasPassed[1]", s->has_passed[1], 0, 1},
        {"matchWinner", s->match_winner, 0, s->head.over ? SKIRMISH_DRAW : 0},
    };
    agon_status status = AGON_OK;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0] && status == AGON_OK; i++) {
        status =
            check_number(in, numbers[i].path, numbers[i].value, numbers[i].min, numbers[i].max);
    }
    return status;
}

static agon_status check_rng(const inspection *in) {
    const skirmish_state *s = in->s;
    bool has_rng = s->rng.key[0] || s->rng.key[1] || s->rng.pos;
    return s->head.viewer != AGON_NOBODY && has_rng ? fault(in, "a view has no generator", "rng")
                                                    : AGON_OK;
}

// SK-24; and a player who is done never has the turn.
static agon_status check_result(const inspection *in) {
    const skirmish_state *s = in->s;
    int lead = s->rounds_won[0] - s->rounds_won[1];
    if (!s->head.over) {
        return s->has_passed[s->current]
                   ? fault(in, "the current player is done", "hasPassed[%d]", s->current)
                   : AGON_OK;
    }
    int winner = lead == 0 ? SKIRMISH_DRAW : lead < 0;
    if (s->match_winner != winner) {
        return fault(in, "contradicts roundsWon", "matchWinner");
    }
    if (s->is_activating) {
        return fault(in, "the match is over", "activating");
    }
    return AGON_OK;
}

// ---------------------------------------------------------------------------------------------
// Board

static agon_status check_unit(inspection *in, int slot) {
    skirmish_state *s = in->s;
    skirmish_unit *unit = &s->units[slot];
    int player = agon_skirmish_player_of(slot);
    int terrain = agon_skirmish_terrain_of(slot);
    if (!find_card(in, player, unit->card)) {
        return fault(in, "is no card of this player, or is in two places",
                     "slots[%d].units[%d].cardId", terrain, player);
    }
    unit->kind = in->g->kind_of[player][unit->card];
    if (in->g->cards[unit->kind]->type == SKIRMISH_ACTION) {
        return fault(in, "is no unit", "slots[%d].units[%d].cardId", terrain, player);
    }
    bool is_possible = unit->cooldown <= COOLDOWN_MAX && unit->flags <= SKIRMISH_UNIT_FLAGS &&
                       unit->damage >= 0 && unit->damage <= AGON_SKIRMISH_VALUE_MAX &&
                       unit->buffs >= -AGON_SKIRMISH_VALUE_MAX &&
                       unit->buffs <= AGON_SKIRMISH_VALUE_MAX;
    if (!is_possible) {
        return fault(in, "has a value out of range", "slots[%d].units[%d]", terrain, player);
    }
    unit->power = (int16_t)agon_skirmish_power(in->g, s, slot);
    return AGON_OK;
}

// A unit that is doomed belongs to a batch in the queue and remembers its fall; others remember
// nothing (one that is loaded with power 0 fell for no reason).
static agon_status check_fall(inspection *in, int slot) {
    skirmish_state *s = in->s;
    const skirmish_unit *unit = &s->units[slot];
    bool is_possible = unit->cause == 0 && unit->fell_from == 0;
    if (unit->doomed) {
        is_possible = unit->doomed < 64 && skirmish_has(in->batches, unit->doomed) &&
                      unit->cause < AGON_SKIRMISH_CAUSES && unit->fell_from >= 0;
    }
    if (!is_possible) {
        return fault(in, "is doomed, but no effect in the queue says so or how",
                     "slots[%d].units[%d]", agon_skirmish_terrain_of(slot),
                     agon_skirmish_player_of(slot));
    }
    if (!unit->doomed && unit->power == 0) {
        s->fallen |= (skirmish_slots)(1u << slot);
    }
    return AGON_OK;
}

static agon_status check_board(inspection *in) {
    skirmish_state *s = in->s;
    if (s->occupied & ~SKIRMISH_ALL_SLOTS) {
        return fault(in, "there are five terrains", "slots");
    }
    s->fallen = 0;
    agon_status status = AGON_OK;
    for (int slot = 0; slot < AGON_SKIRMISH_SLOTS && status == AGON_OK; slot++) {
        if (s->modifiers[slot] > AGON_SKIRMISH_VALUE_MAX ||
            s->modifiers[slot] < -AGON_SKIRMISH_VALUE_MAX) {
            return fault(in, "is out of range", "slots[%d].modifiers[%d]",
                         agon_skirmish_terrain_of(slot), agon_skirmish_player_of(slot));
        }
        if (skirmish_has(s->occupied, slot)) {
            status = check_unit(in, slot);
            status = status ? status : check_fall(in, slot);
        } else {
            s->units[slot] = (skirmish_unit){0};
        }
    }
    return status;
}

// ---------------------------------------------------------------------------------------------
// Hands, decks, graveyards

static agon_status check_list(inspection *in, int player, const char *key, const uint8_t *list,
                              int count, int index_max) {
    for (int i = 0; i < count; i++) {
        if (list[i] >= index_max || !find_card(in, player, list[i])) {
            return fault(in, "is no card of this player, or is in two places", "players[%d].%s[%d]",
                         player, key, i);
        }
    }
    return AGON_OK;
}

static bool is_all_hidden(const uint8_t *list, int count) {
    for (int i = 0; i < count; i++) {
        if (list[i] != SKIRMISH_HIDDEN) {
            return false;
        }
    }
    return true;
}

static uint64_t set_of(const uint8_t *list, int count) {
    uint64_t set = 0;
    for (int i = 0; i < count; i++) {
        set |= (uint64_t)1 << list[i];
    }
    return set;
}

static agon_status check_hand(inspection *in, int player) {
    skirmish_state *s = in->s;
    int count = s->hand_count[player];
    bool is_shown = s->head.viewer == AGON_NOBODY || s->head.viewer == player;
    if (!is_shown) {
        s->hand_set[player] = s->firsts[player] = 0;
        return is_all_hidden(s->hand[player], count)
                   ? AGON_OK
                   : fault(in, "this viewer may not see it", "players[%d].hand", player);
    }
    agon_status status =
        check_list(in, player, "hand", s->hand[player], count, AGON_SKIRMISH_INDEX_MAX);
    if (status == AGON_OK) {
        s->hand_set[player] = set_of(s->hand[player], count);
        s->firsts[player] = agon_skirmish_lowest_copies(in->g, player, s->hand_set[player]);
    }
    return status;
}

static agon_status check_deck(inspection *in, int player) {
    skirmish_state *s = in->s;
    int count = s->deck_count[player];
    if (s->head.viewer == AGON_NOBODY) {
        return check_list(in, player, "deck", s->deck[player], count, AGON_SKIRMISH_FIRST_SQUIRE);
    }
    return is_all_hidden(s->deck[player], count)
               ? AGON_OK
               : fault(in, "this viewer may not see it", "players[%d].deck", player);
}

// What is known of a hand must be in it. Squires come from the board: everybody has seen them
// return.
static agon_status check_known(inspection *in, int player) {
    skirmish_state *s = in->s;
    uint64_t known = s->known[player];
    bool is_shown = s->head.viewer == AGON_NOBODY || s->head.viewer == player;
    uint64_t squires = s->hand_set[player] & ~(uint64_t)0 << AGON_SKIRMISH_FIRST_SQUIRE;
    bool is_possible = is_shown ? (known & ~s->hand_set[player]) == 0 && (squires & ~known) == 0
                                : (known & (in->seen[player] | ~in->g->owned[player])) == 0 &&
                                      skirmish_popcount(known) <= s->hand_count[player];
    if (!is_possible) {
        return fault(in, "names a card that cannot be in this hand", "known[%d]", player);
    }
    in->seen[player] |= known;
    return AGON_OK;
}

// In a view, the public list must have enough cards for what is hidden.
static agon_status check_unseen(const inspection *in, int player) {
    const skirmish_state *s = in->s;
    bool hides_hand = s->head.viewer != player;
    int hidden = s->deck_count[player] +
                 (hides_hand ? s->hand_count[player] - skirmish_popcount(s->known[player]) : 0);
    if (s->head.viewer != AGON_NOBODY &&
        skirmish_popcount(agon_skirmish_unseen(in->g, s, player, s->head.viewer)) < hidden) {
        return fault(in, "has fewer cards than this player holds", "decks[%d]", player);
    }
    return AGON_OK;
}

static agon_status check_cards(inspection *in, int player) {
    skirmish_state *s = in->s;
    agon_status status = check_list(in, player, "discard", s->grave[player], s->grave_count[player],
                                    AGON_SKIRMISH_INDEX_MAX);
    if (status) {
        return status;
    }
    s->grave_set[player] = set_of(s->grave[player], s->grave_count[player]);
    status = check_hand(in, player);
    status = status ? status : check_deck(in, player);
    status = status ? status : check_known(in, player);
    status = status ? status : check_unseen(in, player);
    s->squires[player] = (uint16_t)(in->seen[player] >> AGON_SKIRMISH_FIRST_SQUIRE);
    return status;
}

// ---------------------------------------------------------------------------------------------
// Queue and pending input

static bool is_ref(const inspection *in, int ref) {
    return ref < 2 * AGON_SKIRMISH_INDEX_MAX &&
           skirmish_has(in->g->owned[agon_skirmish_ref_player(ref)], skirmish_ref_index(ref));
}

static bool is_unit_ref(const inspection *in, int ref) {
    return is_ref(in, ref) && skirmish_card_of(in->g, ref)->type != SKIRMISH_ACTION;
}

static bool is_own_slot(int ref, int slot) {
    return slot < AGON_SKIRMISH_SLOTS &&
           agon_skirmish_player_of(slot) == agon_skirmish_ref_player(ref);
}

// A deployment carries its card, which must be nowhere else.
static bool is_deployment_possible(inspection *in, agon_effect e) {
    return is_unit_ref(in, e.a) && is_own_slot(e.a, e.b) && e.c <= 1 &&
           find_card(in, agon_skirmish_ref_player(e.a), skirmish_ref_index(e.a));
}

// Operands that a type does not use are 0, so that equal queues have equal bytes.
static bool is_amount_possible(agon_effect e) {
    bool is_used =
        e.type == SKIRMISH_DEPLOY || e.type == SKIRMISH_CONSUMES || e.type == SKIRMISH_SAW_DAMAGE;
    return e.n >= 0 && e.n <= (is_used ? 4 * AGON_SKIRMISH_VALUE_MAX : 0);
}

static bool is_effect_possible(inspection *in, agon_effect e) {
    if (!is_amount_possible(e)) {
        return false;
    }
    switch ((skirmish_effect_type)e.type) {
    case SKIRMISH_CONSUME:
        return e.c == 0 && is_deployment_possible(in, e);
    case SKIRMISH_DEPLOY:
        return is_deployment_possible(in, e);
    case SKIRMISH_CONSUMED:
        return is_unit_ref(in, e.a) && is_unit_ref(in, e.b) && e.c == 0;
    case SKIRMISH_DEPLOYED:
    case SKIRMISH_CONSUMES:
    case SKIRMISH_SAW_DEATH:
    case SKIRMISH_SAW_DAMAGE:
    case SKIRMISH_SAW_ACTION:
    case SKIRMISH_TURN_START:
    case SKIRMISH_CONQUER:
        return is_unit_ref(in, e.a) && e.b == 0 && e.c == 0;
    case SKIRMISH_PLAY:
        return is_ref(in, e.a) && !is_unit_ref(in, e.a) && e.b < AGON_SKIRMISH_SLOTS &&
               (e.c < AGON_SKIRMISH_SLOTS || e.c == SKIRMISH_NONE);
    case SKIRMISH_ACTIVATE:
        return is_unit_ref(in, e.a) && e.b < AGON_SKIRMISH_SLOTS &&
               (e.c == SKIRMISH_NONE ||
                (is_unit_ref(in, e.c) && is_own_slot(e.a, e.b) && is_own_slot(e.c, e.b)));
    case SKIRMISH_DEATHS:
        return e.a > 0 && e.a < 64 && !skirmish_has(in->batches, e.a) && e.b == 0 && e.c == 0;
    case SKIRMISH_NO_EFFECT:
    case SKIRMISH_EFFECT_TYPES:
        break;
    }
    return false;
}

static agon_status check_queue(inspection *in) {
    skirmish_state *s = in->s;
    for (uint16_t i = 0; i < s->queue.base.count; i++) {
        agon_effect effect = agon_queue_at(&s->queue.base, SKIRMISH_QUEUE_MAX, i);
        if (!is_effect_possible(in, effect)) {
            return fault(in, "is no possible effect", "queue[%d]", i + 1);
        }
        if (effect.type == SKIRMISH_DEATHS) {
            in->batches |= (uint64_t)1 << effect.a;
        }
    }
    if (s->queue.base.count >= SKIRMISH_QUEUE_MAX) { // one place is the pending ability's
        return fault(in, "is too long", "queue");
    }
    if (s->queue.base.count > 0 && !s->pending.type) {
        return fault(in, "effects only wait for a pending input", "queue");
    }
    return AGON_OK;
}

// SK-11: the source is on the board and able, and there is something to choose.
static agon_status check_pending(const inspection *in) {
    const skirmish_state *s = in->s;
    agon_effect e = s->pending;
    if (!e.type) {
        bool is_blank = e.a == 0 && e.b == 0 && e.c == 0 && e.n == 0;
        return is_blank ? AGON_OK : fault(in, "is no possible input", "pendingInput");
    }
    bool is_possible = (e.type == SKIRMISH_DEPLOYED || e.type == SKIRMISH_CONSUMES) &&
                       is_unit_ref(in, e.a) && e.b == 0 && e.c == 0 && is_amount_possible(e) &&
                       !s->head.over;
    int slot = is_possible ? agon_skirmish_find(s, e.a) : SKIRMISH_NO_SLOT;
    skirmish_slots choices = 0;
    if (slot >= 0 && !s->units[slot].doomed && !(s->units[slot].flags & SKIRMISH_SILENCED)) {
        (void)agon_skirmish_pending(in->g, s, &choices);
    }
    return choices ? AGON_OK : fault(in, "its source cannot ask for anything now", "pendingInput");
}

agon_status agon_skirmish_validate(const agon_game *game, agon_state *state, agon_error *error) {
    inspection in = {(const skirmish_game *)game, (skirmish_state *)state, error, {0, 0}, 0};
    agon_status status = check_numbers(&in);
    status = status ? status : check_rng(&in);
    status = status ? status : check_result(&in);
    status = status ? status : check_queue(&in);
    status = status ? status : check_board(&in);
    status = status ? status : check_cards(&in, 0);
    status = status ? status : check_cards(&in, 1);
    status = status ? status : check_pending(&in);
    if (status == AGON_OK) {
        agon_skirmish_set_to_act(in.s);
    }
    return status;
}
