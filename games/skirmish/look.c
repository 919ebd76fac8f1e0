// Looking at games, states and views: what screens and programs outside may ask.
#include "games/skirmish/state.h"

#include <string.h>

static const skirmish_game *game_of(const agon_game *game) {
    return (const skirmish_game *)game;
}

static const skirmish_state *state_of(const agon_state *state) {
    return (const skirmish_state *)state;
}

int agon_skirmish_kinds(const agon_game *game) {
    return game_of(game)->kinds;
}

agon_skirmish_card agon_skirmish_card_facts(const skirmish_card *card) {
    return (agon_skirmish_card){.name = card->name,
                                .text = card->text ? card->text : "",
                                .asks = card->asks ? card->asks : "which slot",
                                .badge = card->badge ? card->badge : "",
                                .power = card->power,
                                .cooldown = card->cooldown,
                                .is_action = card->type == SKIRMISH_ACTION,
                                .is_token = card->type == SKIRMISH_TOKEN,
                                .is_activated = card->activate.run != NULL,
                                .needs_destination = card->play.destinations != NULL,
                                .needs_grave_card = card->activate.cards != NULL};
}

agon_skirmish_card agon_skirmish_card_at(const agon_game *game, int kind) {
    return agon_skirmish_card_facts(game_of(game)->cards[kind]);
}

int agon_skirmish_kind_of(const agon_game *game, int card) {
    return game_of(game)->kind_of[agon_skirmish_ref_player(card)][skirmish_ref_index(card)];
}

int agon_skirmish_kind_named(const agon_game *game, const char *name) {
    return agon_skirmish_kind(game_of(game)->cards, name, strlen(name));
}

const char *agon_skirmish_name_near(const agon_game *game, const char *name) {
    return agon_skirmish_nearest(game_of(game)->cards, name);
}

agon_skirmish_turn agon_skirmish_turn_of(const agon_game *game, const agon_state *state) {
    const skirmish_state *s = state_of(state);
    return (agon_skirmish_turn){
        .round = s->round,
        .is_activating = s->is_activating,
        .asking = s->pending.type ? agon_skirmish_kind_of(game, s->pending.a) : -1};
}

agon_skirmish_side agon_skirmish_side_of(const agon_game *game, const agon_state *state,
                                         int player) {
    const skirmish_state *s = state_of(state);
    const uint8_t *kind_of = game_of(game)->kind_of[player];
    agon_skirmish_side side = {.wins = s->rounds_won[player],
                               .is_done = s->has_passed[player],
                               .hand = s->hand_count[player],
                               .deck = s->deck_count[player],
                               .grave = s->grave_count[player]};
    for (int i = 0; i < side.grave; i++) {
        side.graves[i] = kind_of[s->grave[player][i]];
    }
    for (uint64_t set = s->known[player]; set;) {
        side.known_hand[side.known++] = kind_of[skirmish_take(&set)];
    }
    return side;
}

int agon_skirmish_held(const agon_game *game, const agon_state *state, int player, int kind) {
    return skirmish_popcount(state_of(state)->hand_set[player] &
                             game_of(game)->kind_set[player][kind]);
}

agon_skirmish_unit agon_skirmish_unit_on(const agon_state *state, int slot) {
    const skirmish_state *s = state_of(state);
    const skirmish_unit *unit = &s->units[slot];
    return (agon_skirmish_unit){.kind = skirmish_has(s->occupied, slot) ? unit->kind : -1,
                                .power = unit->power,
                                .buffs = unit->buffs,
                                .damage = unit->damage,
                                .modifier = s->modifiers[slot],
                                .cooldown = unit->cooldown,
                                .has_acted = (unit->flags & SKIRMISH_ACTIVATED) != 0,
                                .is_silenced = (unit->flags & SKIRMISH_SILENCED) != 0};
}

int agon_skirmish_slot_of(const agon_state *state, int card) {
    return agon_skirmish_find(state_of(state), card);
}

int agon_skirmish_leader(const agon_game *game, const agon_state *state, int terrain) {
    return agon_skirmish_terrain_winner(game_of(game), state_of(state), terrain);
}
