// The guarantees of a generated map, SC-1 … SC-7, said a second time.
#ifndef AGON_CONQUEST_TEST_MAP_H
#define AGON_CONQUEST_TEST_MAP_H

#include "games/space-conquest/state.h"

#include <stdlib.h>
#include <string.h>

static inline int apart(const conquest_state *m, unsigned a, unsigned b) {
    int dx = abs(m->x[a] - m->x[b]);
    int dy = abs(m->y[a] - m->y[b]);
    return dx > dy ? dx : dy;
}

// What is wrong with a star by itself and with its neighbours, or NULL.
static inline const char *star_fault(const conquest_state *m, unsigned i) {
    if (m->list[i] != i || m->x[i] > 11 || m->y[i] > 9) {
        return "SC-1, SC-5: sixteen stars by letter on the grid";
    }
    for (unsigned k = 0; k < i; k++) {
        if (m->x[i] == m->x[k] && m->y[i] == m->y[k]) {
            return "SC-1: one star per cell";
        }
    }
    bool is_home = i == m->home[0] || i == m->home[1];
    bool is_low = m->y[i] > 4, is_right = m->x[i] > 5;
    if (!is_home && is_low != is_right &&
        (apart(m, i, m->home[0]) <= 3 || apart(m, i, m->home[1]) <= 3)) {
        return "SC-4: no star of Q2 or Q3 within 3 of a home";
    }
    return NULL;
}

// RU of the NPC stars of a quadrant as a number: digits in rising order.
static inline int ru_of_quadrant(const conquest_state *m, bool is_low, bool is_right) {
    int counts[5] = {0};
    for (unsigned i = 0; i < 16; i++) {
        if (i != m->home[0] && i != m->home[1] && (m->y[i] > 4) == is_low &&
            (m->x[i] > 5) == is_right) {
            counts[m->ru[i]]++;
        }
    }
    int digits = 0;
    for (int ru = 1; ru <= 4; ru++) {
        while (counts[ru]-- > 0) {
            digits = digits * 10 + ru;
        }
    }
    return digits;
}

static inline const char *home_fault(const conquest_state *m, int player) {
    unsigned home = m->home[player];
    int x = player == 0 ? m->x[home] : 11 - m->x[home];
    int y = player == 0 ? m->y[home] : 9 - m->y[home];
    if (x > 3 || y > 3 || !(x <= 1 || y == 0)) {
        return "SC-3: where a home lies";
    }
    int region = 0, quadrant = 0;
    for (unsigned i = 0; i < 16; i++) {
        region += apart(m, i, home) <= 3;
        quadrant += player == 0 ? m->x[i] <= 5 && m->y[i] <= 4 : m->x[i] >= 6 && m->y[i] >= 5;
    }
    if (region != 3 || quadrant != 5) {
        return "SC-4: three stars in a home's region, five in its quadrant";
    }
    if (m->ru[home] != 4 || m->ships[player][home] != 4 || m->owned[player] != 1u << home ||
        m->visited[player] != 1u << home || m->npc[home] != 0) {
        return "SC-7: a home at the start";
    }
    return NULL;
}

// The first broken guarantee, or NULL.
static inline const char *map_fault(const conquest_state *m) {
    const char *fault = m->star_count == 16 ? NULL : "SC-1: sixteen stars";
    int npc = 0;
    for (unsigned i = 0; i < 16 && !fault; i++) {
        fault = star_fault(m, i);
        bool is_home = i == m->home[0] || i == m->home[1];
        npc += is_home ? 0 : m->ru[i];
        if (!is_home && m->npc[i] != m->ru[i]) {
            return "SC-7: an NPC star has as many ships as RU";
        }
    }
    for (int p = 0; p < 2 && !fault; p++) {
        fault = home_fault(m, p);
    }
    if (fault) {
        return fault;
    }
    if (apart(m, m->home[0], m->home[1]) < 7) {
        return "SC-3: homes at least 7 apart";
    }
    bool fits = ru_of_quadrant(m, false, false) == 1223 && ru_of_quadrant(m, false, true) == 123 &&
                ru_of_quadrant(m, true, false) == 123 && ru_of_quadrant(m, true, true) == 1223;
    return fits && npc == 28 ? NULL : "SC-2: RU by quadrant";
}

#endif
