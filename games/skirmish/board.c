// Questions about the table that several files ask.
#include "games/skirmish/state.h"

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

#define NAME_MAX 32 // longer names are compared by their beginning

// Changes of one letter (put in, left out, replaced) that lead from one word to the other.
static int distance(const char *a, const char *b) {
    int row[NAME_MAX + 1];
    int width = (int)strlen(b) < NAME_MAX ? (int)strlen(b) : NAME_MAX;
    for (int j = 0; j <= width; j++) {
        row[j] = j;
    }
    for (int i = 0; i < NAME_MAX && a[i]; i++) {
        int diagonal = row[0];
        row[0] = i + 1;
        for (int j = 1; j <= width; j++) {
            int replaced = diagonal + (a[i] != b[j - 1]);
            int shifted = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            diagonal = row[j];
            row[j] = replaced < shifted ? replaced : shifted;
        }
    }
    return row[width];
}

const char *agon_skirmish_nearest(const skirmish_card *const *catalogue, const char *name) {
    const char *nearest = "";
    int least = 2 * NAME_MAX;
    for (int kind = 0; catalogue[kind]; kind++) {
        const skirmish_card *card = catalogue[kind];
        int apart = distance(name, card->name);
        if (card->type != SKIRMISH_TOKEN && apart < least) {
            least = apart;
            nearest = card->name;
        }
    }
    return nearest;
}
