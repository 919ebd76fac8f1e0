// The map: SC-1 … SC-7.
//
// Draws, in this order: p1's home, an index into its ten cells; p2's home, the same; then for Q1,
// Q2, Q3, Q4 the cells and, after them, the shuffle of the quadrant's RU; last the shuffle of the
// letters. Cells: Q1 and Q4 draw two cells of the home's region and two outside it, Q2 and Q3 three
// cells outside both regions; each draw is an index into the cells still free, in reading order. A
// shuffle of n things draws an index below n, n−1, …, 2, and swaps the last of them with it.
#include "games/space-conquest/state.h"

#include <string.h>

#define QUADRANT_WIDTH 6
#define QUADRANT_HEIGHT 5
#define QUADRANT_CELLS (QUADRANT_WIDTH * QUADRANT_HEIGHT)

typedef struct cell {
    uint8_t x, y;
} cell;

// A map in the making: cells and RU in the order of generation, the homes first.
typedef struct sketch {
    agon_rng *rng;
    cell cells[AGON_CONQUEST_STARS];
    uint8_t ru[AGON_CONQUEST_STARS];
    int count;
} sketch;

// SC-3: the cells for p1's home in reading order; p2's are their mirror images.
static const cell home_cells[] = {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {0, 1},
                                  {1, 1}, {0, 2}, {1, 2}, {0, 3}, {1, 3}};
#define HOME_CELLS (sizeof home_cells / sizeof home_cells[0])

static cell mirror(cell c) {
    return (cell){(uint8_t)(AGON_CONQUEST_WIDTH - 1 - c.x),
                  (uint8_t)(AGON_CONQUEST_HEIGHT - 1 - c.y)};
}

int agon_conquest_distance(int x1, int y1, int x2, int y2) {
    return conquest_distance(x1, y1, x2, y2);
}

int agon_conquest_quadrant(int x, int y) {
    return (x >= QUADRANT_WIDTH) + 2 * (y >= QUADRANT_HEIGHT);
}

const uint8_t *agon_conquest_budget(int quadrant, int *count) {
    static const uint8_t rich[] = {1, 2, 2, 3};
    static const uint8_t poor[] = {1, 2, 3};
    bool is_rich = quadrant == 0 || quadrant == 3;
    *count = is_rich ? 4 : 3;
    return is_rich ? rich : poor;
}

static cell quadrant_cell(int quadrant, int index) {
    return (cell){(uint8_t)(index % QUADRANT_WIDTH + (quadrant & 1) * QUADRANT_WIDTH),
                  (uint8_t)(index / QUADRANT_WIDTH + (quadrant >> 1) * QUADRANT_HEIGHT)};
}

static bool is_near(cell a, cell b) {
    return conquest_distance(a.x, a.y, b.x, b.y) <= AGON_CONQUEST_HOME_RANGE;
}

static bool is_same(cell a, cell b) {
    return a.x == b.x && a.y == b.y;
}

// The cells of a quadrant in the region of either home (without the home itself), or outside both:
// bit i for cell i of the quadrant.
static uint32_t quadrant_region(const sketch *m, int quadrant, bool is_inside) {
    uint32_t set = 0;
    for (int i = 0; i < QUADRANT_CELLS; i++) {
        cell c = quadrant_cell(quadrant, i);
        bool is_in = is_near(c, m->cells[0]) || is_near(c, m->cells[1]);
        bool is_home = is_same(c, m->cells[0]) || is_same(c, m->cells[1]);
        set |= (uint32_t)(is_in == is_inside && !is_home) << i;
    }
    return set;
}

static uint32_t count_bits(uint32_t set) {
    uint32_t count = 0;
    for (; set; set &= set - 1) {
        count++;
    }
    return count;
}

static int nth_bit(uint32_t set, uint32_t n) {
    while (n-- > 0) {
        set &= set - 1;
    }
    int index = 0;
    while (!(set >> index & 1u)) {
        index++;
    }
    return index;
}

static void place(sketch *m, int quadrant, uint32_t free, int stars) {
    for (uint32_t left = count_bits(free); stars > 0; stars--, left--) {
        int index = nth_bit(free, agon_uniform(m->rng, left));
        free &= ~(1u << index);
        m->cells[m->count++] = quadrant_cell(quadrant, index);
    }
}

static void shuffle(agon_rng *rng, uint8_t *items, int count) {
    for (uint32_t left = (uint32_t)count; left > 1; left--) {
        uint32_t other = agon_uniform(rng, left);
        uint8_t last = items[left - 1];
        items[left - 1] = items[other];
        items[other] = last;
    }
}

// SC-2, SC-4. Wherever the homes are, Q1 and Q4 have at least 15 cells inside the region and 5
// outside it, Q2 and Q3 at least 16 outside: the draws never run dry.
static void fill_quadrant(sketch *m, int quadrant) {
    int first = m->count;
    int stars;
    const uint8_t *budget = agon_conquest_budget(quadrant, &stars);
    int inside = quadrant == 0 || quadrant == 3 ? 2 : 0;
    if (inside > 0) {
        place(m, quadrant, quadrant_region(m, quadrant, true), inside);
    }
    place(m, quadrant, quadrant_region(m, quadrant, false), stars - inside);
    memcpy(&m->ru[first], budget, (size_t)stars);
    shuffle(m->rng, &m->ru[first], stars);
}

static void draw_homes(sketch *m) {
    m->cells[0] = home_cells[agon_uniform(m->rng, HOME_CELLS)];
    m->cells[1] = mirror(home_cells[agon_uniform(m->rng, HOME_CELLS)]);
    m->ru[0] = m->ru[1] = AGON_CONQUEST_HOME_RU;
    m->count = 2;
}

static void set_star(conquest_state *s, const sketch *m, int i, unsigned star) {
    bool is_home = i < 2;
    s->list[star] = (uint8_t)star;
    s->x[star] = m->cells[i].x;
    s->y[star] = m->cells[i].y;
    s->ru[star] = m->ru[i];
    s->npc[star] = is_home ? 0 : m->ru[i];
    if (is_home) {
        s->home[i] = (uint8_t)star;
        s->owned[i] = s->visited[i] = conquest_bit(star);
        s->ships[i][star] = AGON_CONQUEST_START_SHIPS;
    }
}

void agon_conquest_map_make(conquest_state *s) {
    sketch m = {.rng = &s->rng};
    draw_homes(&m);
    for (int quadrant = 0; quadrant < 4; quadrant++) {
        fill_quadrant(&m, quadrant);
    }
    uint8_t letters[AGON_CONQUEST_STARS];
    for (uint8_t i = 0; i < AGON_CONQUEST_STARS; i++) {
        letters[i] = i;
    }
    shuffle(&s->rng, letters, AGON_CONQUEST_STARS);
    s->star_count = AGON_CONQUEST_STARS;
    s->present = 0xffff;
    for (int i = 0; i < AGON_CONQUEST_STARS; i++) {
        set_star(s, &m, i, letters[i]);
    }
}

// SC-3.
static bool is_home_cell(int player, cell c) {
    cell seen = player == 0 ? c : mirror(c);
    for (size_t i = 0; i < HOME_CELLS; i++) {
        if (is_same(seen, home_cells[i])) {
            return true;
        }
    }
    return false;
}

bool agon_conquest_home_fits(const conquest_state *s, int player, unsigned star) {
    cell home = {s->x[star], s->y[star]};
    int quadrant = player == 0 ? 0 : 3;
    int inside = 0;
    int outside = 0;
    for (unsigned i = 0; i < s->star_count; i++) {
        unsigned other = s->list[i];
        cell c = {s->x[other], s->y[other]};
        bool is_in = is_near(c, home);
        int where = agon_conquest_quadrant(c.x, c.y);
        if (is_in && (where == 1 || where == 2)) {
            return false;
        }
        inside += where == quadrant && is_in;
        outside += where == quadrant && !is_in;
    }
    return is_home_cell(player, home) && inside == 3 && outside == 2;
}
