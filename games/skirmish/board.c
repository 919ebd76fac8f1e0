// Questions about the table that several files ask.
#include "games/skirmish/state.h"

#include "src/core/word.h"

#include <string.h>

int agon_skirmish_power(const skirmish_game *g, const skirmish_state *s, int slot) {
    const skirmish_unit *unit = &s->units[slot];
    int power = g->cards[unit->kind]->power + unit->buffs - unit->damage + s->modifiers[slot];
    return power > 0 ? power : 0;
}

skirmish_slots agon_skirmish_free_slots(const skirmish_game *g, const skirmish_state *s,
                                        int player) {
    uint64_t enemies = s->occupied & skirmish_side(1 - player);
    skirmish_slots free = skirmish_side(player);
    while (enemies) {
        int slot = skirmish_take(&enemies);
        bool is_mute = (s->units[slot].flags & SKIRMISH_SILENCED) != 0;
        if (skirmish_has(g->guards, s->units[slot].kind) && !is_mute) {
            free = (skirmish_slots)(free & ~(1u << skirmish_front(slot)));
        }
    }
    return free;
}

uint64_t agon_skirmish_lowest_copies(const skirmish_game *g, int player, uint64_t cards) {
    uint64_t lowest = 0;
    while (cards) {
        int index = skirmish_lowest(cards);
        lowest |= (uint64_t)1 << index;
        cards &= ~g->kind_set[player][g->kind_of[player][index]];
    }
    return lowest;
}

int agon_skirmish_kind(const skirmish_card *const *catalogue, const char *name, size_t length) {
    for (int kind = 0; catalogue[kind]; kind++) {
        const char *other = catalogue[kind]->name;
        if (strlen(other) == length && memcmp(other, name, length) == 0) {
            return kind;
        }
    }
    return -1;
}

const char *agon_skirmish_nearest(const skirmish_card *const *catalogue, const char *name) {
    const char *nearest = "";
    size_t least = 2 * AGON_WORD_MAX;
    for (int kind = 0; catalogue[kind]; kind++) {
        const skirmish_card *card = catalogue[kind];
        size_t apart = agon_word_distance(name, card->name, false);
        if (card->type != SKIRMISH_TOKEN && apart < least) {
            least = apart;
            nearest = card->name;
        }
    }
    return nearest;
}

int agon_skirmish_terrain_winner(const skirmish_game *g, const skirmish_state *s, int terrain) {
    int slot = agon_skirmish_slot(0, terrain);
    int there = s->occupied >> slot & 3;
    if (there != 3) {
        return there - 1; // nobody, player 0 alone, player 1 alone
    }
    int difference = s->units[slot].power - s->units[slot + 1].power;
    bool favours_low = false;
    for (int i = slot; i <= slot + 1; i++) {
        bool is_mute = (s->units[i].flags & SKIRMISH_SILENCED) != 0;
        favours_low |= skirmish_card_on(g, s, i)->favours_low && !is_mute;
    }
    if (difference == 0) {
        return -1;
    }
    return (difference > 0) != favours_low ? 0 : 1;
}
