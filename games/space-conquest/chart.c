// The map as text: SC-23, and a form with axes for people.
#include "games/space-conquest/state.h"

#include <stdio.h>
#include <string.h>

// The star at a cell, or −1.
static int star_in(const conquest_state *s, int x, int y) {
    for (unsigned i = 0; i < s->star_count; i++) {
        unsigned star = s->list[i];
        if (s->x[star] == x && s->y[star] == y) {
            return (int)star;
        }
    }
    return -1;
}

// The RU as `player` knows it: a digit or '?'.
static char ru_mark(const conquest_state *s, int star, int player) {
    bool is_known = player == AGON_NOBODY || conquest_has(s->visited[player], (unsigned)star);
    return is_known && s->ru[star] > 0 ? (char)('0' + s->ru[star]) : '?';
}

void agon_conquest_map_text(const agon_state *state, int player,
                            char text[AGON_CONQUEST_MAP_SIZE]) {
    const conquest_state *s = (const conquest_state *)state;
    char *at = text;
    for (int y = 0; y < AGON_CONQUEST_HEIGHT; y++) {
        for (int x = 0; x < AGON_CONQUEST_WIDTH; x++) {
            int star = star_in(s, x, y);
            *at++ = star < 0 ? '.' : ru_mark(s, star, player);
            *at++ = star < 0 ? '.' : (char)('A' + star);
            *at++ = x < AGON_CONQUEST_WIDTH - 1 ? ' ' : '\n';
        }
    }
    at[-1] = '\0';
}

// What a player (or AGON_NOBODY) is told about a star's owner.
typedef enum standing { MINE, THEIRS, NEUTRAL, FREE, HIDDEN } standing;

static standing standing_of(const conquest_state *s, unsigned star, int player) {
    int me = player == AGON_NOBODY ? 0 : player;
    int owner = conquest_owner(s, star);
    if (owner == me) {
        return MINE;
    }
    if (player != AGON_NOBODY && !conquest_has(s->visited[player], star)) {
        return HIDDEN;
    }
    if (owner >= 0) {
        return THEIRS;
    }
    return s->npc[star] == CONQUEST_NPC_UNKNOWN ? HIDDEN : s->npc[star] != 0 ? NEUTRAL : FREE;
}

// Appends, and counts what did not fit as not written.
static size_t append(char *text, size_t at, const char *what) {
    size_t length = strlen(what);
    if (at + length >= AGON_CONQUEST_CHART_SIZE) {
        return at;
    }
    memcpy(text + at, what, length + 1);
    return at + length;
}

static size_t append_star(const conquest_state *s, int star, int player, bool has_colour,
                          char *text, size_t at) {
    static const char *const colours[] = {"\033[32m", "\033[31m", "\033[33m", "", ""};
    standing kind = standing_of(s, (unsigned)star, player);
    const char *marks = player == AGON_NOBODY ? "12*  " : "+-*  ";
    bool is_coloured = has_colour && *colours[kind];
    char cell[24];
    snprintf(cell, sizeof cell, " %s%c%c%c%s", is_coloured ? colours[kind] : "", marks[kind],
             ru_mark(s, star, player), 'A' + star, is_coloured ? "\033[0m" : "");
    return append(text, at, cell);
}

size_t agon_conquest_chart_text(const agon_state *state, int player, bool has_colour,
                                char text[AGON_CONQUEST_CHART_SIZE]) {
    const conquest_state *s = (const conquest_state *)state;
    size_t at = append(text, 0, "  ");
    char cell[8];
    for (int x = 0; x < AGON_CONQUEST_WIDTH; x++) {
        snprintf(cell, sizeof cell, "%4d", x);
        at = append(text, at, cell);
    }
    at = append(text, at, "\n");
    for (int y = 0; y < AGON_CONQUEST_HEIGHT; y++) {
        snprintf(cell, sizeof cell, "%2d", y);
        at = append(text, at, cell);
        for (int x = 0; x < AGON_CONQUEST_WIDTH; x++) {
            int star = star_in(s, x, y);
            at = star < 0 ? append(text, at, "  ..")
                          : append_star(s, star, player, has_colour, text, at);
        }
        at = append(text, at, "\n");
    }
    return at;
}
