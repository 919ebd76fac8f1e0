// The star map of Space Conquest, and beside it what one has.
//
//        0   1   2   3 …                 Turn 7 of 500
//      0 .   .  +4A  .                   Your stars     RU ships free
//      1 .   .   .  →5                   A Altair        4    12    7
//      …                                 Fleets         ships  lands
//      report of the last turn           Orders
#include "apps/terminal/games/space-conquest/internal.h"

#include <stdio.h>
#include <string.h>

enum { SIDE_LEAST = 28, AXIS = 2, GAP = 2 };

typedef struct layout {
    int cell;  // columns of a cell of the map
    int pitch; // lines of a row of the map
    int map_width, side_width;
} layout;

static layout layout_for(const agon_scene *scene) {
    layout l;
    const int widest = (scene->width - SIDE_LEAST - AXIS - 8) / AGON_CONQUEST_WIDTH;
    l.cell = widest < 4 ? 4 : widest > 6 ? 6 : widest;
    l.pitch = scene->height >= 30 ? 2 : 1;
    l.map_width = AXIS + l.cell * AGON_CONQUEST_WIDTH;
    l.side_width = scene->width - l.map_width - GAP;
    return l;
}

// ---------------------------------------------------------------------------------------------
// The map

// Where a fleet is, as far along the straight line as it has flown.
static void fleet_place(const conquest_state *s, const conquest_fleet *fleet, int *x, int *y) {
    const int all = conquest_star_distance(s, fleet->from, fleet->to);
    const int gone = all - fleet->distance;
    const int dx = s->x[fleet->to] - s->x[fleet->from];
    const int dy = s->y[fleet->to] - s->y[fleet->from];
    const int half = all / 2;
    *x = s->x[fleet->from] + (dx * gone + (dx < 0 ? -half : half)) / (all ? all : 1);
    *y = s->y[fleet->from] + (dy * gone + (dy < 0 ? -half : half)) / (all ? all : 1);
}

static const char *arrow(const agon_pen *pen, int dx, int dy) {
    static const char *const arrows[3][3] = {{"↖", "↑", "↗"}, {"←", "•", "→"}, {"↙", "↓", "↘"}};
    const int across = dx < 0 ? 0 : dx > 0 ? 2 : 1;
    const int down = dy < 0 ? 0 : dy > 0 ? 2 : 1;
    return agon_pen_pick(pen, arrows[down][across], across == 0 ? "<" : across == 2 ? ">" : "|");
}

// Draws the ships that fly through a cell; false: there are none.
static bool draw_flying(const agon_scene *scene, agon_pen *pen, int x, int y, int cell) {
    const conquest_state *s = conquest_of(scene);
    const conquest_fleet *fleets = conquest_fleets(s);
    const conquest_fleet *last = NULL;
    uint32_t ships = 0;
    char number[16];
    for (unsigned i = 0; i < s->counts[CONQUEST_FLEETS]; i++) {
        int at_x, at_y;
        fleet_place(s, &fleets[i], &at_x, &at_y);
        if (at_x == x && at_y == y) {
            ships += fleets[i].ships;
            last = &fleets[i];
        }
    }
    if (!last) {
        return false;
    }
    const int digits = snprintf(number, sizeof number, "%u", (unsigned)ships);
    const bool fits = digits + 1 < cell;
    agon_pen_put(pen, AGON_INK_PLAIN, "%*s", cell - 1 - (fits ? digits : 1), "");
    agon_pen_put(pen, agon_ink_of(scene, last->owner), "%s%s",
                 arrow(pen, s->x[last->to] - s->x[last->from], s->y[last->to] - s->y[last->from]),
                 fits ? number : "#");
    return true;
}

static int star_at(const conquest_state *s, int x, int y) {
    for (unsigned i = 0; i < s->star_count; i++) {
        if (s->x[s->list[i]] == x && s->y[s->list[i]] == y) {
            return s->list[i];
        }
    }
    return -1;
}

static agon_ink star_ink(const agon_scene *scene, int star) {
    const conquest_state *s = conquest_of(scene);
    const int owner = conquest_owner(s, (unsigned)star);
    if (owner >= 0) {
        return agon_ink_of(scene, owner);
    }
    return s->npc[star] == CONQUEST_NPC_UNKNOWN ? AGON_INK_BOLD : AGON_INK_NEUTRAL;
}

static void draw_cell(const agon_scene *scene, agon_pen *pen, int x, int y, int cell) {
    const int star = star_at(conquest_of(scene), x, y);
    char mark[3];
    if (star >= 0) {
        agon_pen_put(pen, AGON_INK_PLAIN, "%*s", cell - 3, "");
        agon_pen_put(pen, star_ink(scene, star), "%s%c", agon_conquest_mark(scene, star, mark),
                     'A' + star);
    } else if (!draw_flying(scene, pen, x, y, cell)) {
        agon_pen_put(pen, AGON_INK_DIM, "%*s%s", cell - 1, "", agon_pen_pick(pen, "·", "."));
    }
}

static void draw_legend(const agon_scene *scene, agon_pen *pen) {
    const int me = scene->player == 1;
    char name[64];
    agon_pen_to(pen, AXIS);
    if (conquest_has_me(scene)) {
        agon_pen_put(pen, AGON_INK_MINE, "+yours ");
        agon_pen_put(pen, agon_ink_of(scene, 1 - me), "-theirs ");
    } else {
        agon_name_cut(name, sizeof name, scene->names[0], 8);
        agon_pen_put(pen, agon_ink_of(scene, 0), "+%s ", name);
        agon_name_cut(name, sizeof name, scene->names[1], 8);
        agon_pen_put(pen, agon_ink_of(scene, 1), "-%s ", name);
    }
    agon_pen_put(pen, AGON_INK_NEUTRAL, "*garrison ");
    agon_pen_put(pen, AGON_INK_BOLD, "?unknown ");
    agon_pen_put(pen, AGON_INK_DIM, " 3F: F, 3 RU");
    agon_pen_end(pen);
}

// Axis and rows; returns the lines it took.
static int draw_map(const agon_scene *scene, agon_pen *pen, layout l) {
    agon_pen_to(pen, AXIS);
    for (int x = 0; x < AGON_CONQUEST_WIDTH; x++) {
        agon_pen_put(pen, AGON_INK_DIM, "%*d", l.cell, x);
    }
    agon_pen_end(pen);
    for (int y = 0; y < AGON_CONQUEST_HEIGHT; y++) {
        agon_pen_put(pen, AGON_INK_DIM, "%*d", AXIS, y);
        agon_pen_to(pen, AXIS);
        for (int x = 0; x < AGON_CONQUEST_WIDTH; x++) {
            draw_cell(scene, pen, x, y, l.cell);
        }
        agon_pen_end(pen);
        if (l.pitch == 2 && y + 1 < AGON_CONQUEST_HEIGHT) {
            agon_pen_end(pen);
        }
    }
    return 1 + AGON_CONQUEST_HEIGHT * l.pitch - (l.pitch - 1);
}

// ---------------------------------------------------------------------------------------------
// The side: stars, fleets, orders

typedef struct side {
    const agon_scene *scene;
    const conquest_state *s;
    int me;    // whose: the player who looks; of those who see all, the first
    int width; // columns
} side;

static int count_stars(const side *b) {
    int count = 0;
    for (unsigned star = 0; star < AGON_CONQUEST_STARS; star++) {
        count += conquest_has(b->s->owned[b->me], star);
    }
    return count;
}

static int count_orders(const side *b) {
    int count = 0;
    for (unsigned i = 0; i < b->s->counts[CONQUEST_ORDERS]; i++) {
        count += conquest_orders(b->s)[i].player == b->me;
    }
    return count;
}

static void draw_more(agon_pen *pen, int count) {
    agon_pen_put(pen, AGON_INK_DIM, "%s %d more", agon_pen_pick(pen, "…", "..."), count);
    agon_pen_end(pen);
}

// One of the player's stars: its name, RU, ships, those not yet ordered, and a mark of danger.
static void draw_star(const side *b, agon_pen *pen, unsigned star) {
    const uint32_t left = b->s->left[b->me][star];
    const bool is_home = b->s->home[b->me] == star;
    const bool may_rebel = !is_home && b->s->home[1 - b->me] != star && left < b->s->ru[star];
    char name[32];
    agon_name_cut(name, sizeof name, agon_conquest_star_name((char)('A' + star)),
                  b->width - 17 - (is_home ? 2 : 0));
    agon_pen_put(pen, agon_ink_of(b->scene, b->me), "%c", 'A' + (int)star);
    agon_pen_put(pen, AGON_INK_PLAIN, " %s", name);
    agon_pen_put(pen, AGON_INK_DIM, "%s", is_home ? agon_pen_pick(pen, " ⌂", " h") : "");
    agon_pen_to(pen, b->width - 14);
    agon_pen_put(pen, AGON_INK_PLAIN, "%2d", b->s->ru[star]);
    agon_pen_put(pen, AGON_INK_BOLD, "%6u", (unsigned)b->s->ships[b->me][star]);
    agon_pen_put(pen, AGON_INK_PLAIN, "%5u", (unsigned)left);
    agon_pen_put(pen, AGON_INK_BAD, "%s", may_rebel ? "!" : "");
    agon_pen_end(pen);
}

static void draw_stars(const side *b, agon_pen *pen, int rows) {
    int left = count_stars(b);
    char name[64];
    if (b->scene->player == b->me) {
        agon_pen_put(pen, AGON_INK_BOLD, "Your stars");
    } else {
        agon_pen_put(pen, agon_ink_of(b->scene, b->me), "%s",
                     agon_name_cut(name, sizeof name, b->scene->names[b->me], b->width - 16));
    }
    agon_pen_to(pen, b->width - 14);
    agon_pen_put(pen, AGON_INK_DIM, "RU ships free");
    agon_pen_end(pen);
    for (unsigned star = 0; star < AGON_CONQUEST_STARS && rows > 0; star++) {
        if (!conquest_has(b->s->owned[b->me], star)) {
            continue;
        }
        if (rows == 1 && left > 1) {
            draw_more(pen, left);
            return;
        }
        draw_star(b, pen, star);
        left--;
        rows--;
    }
}

// Ships that land together: at one star, in one turn.
typedef struct landing {
    uint32_t ships;
    uint8_t to, distance;
} landing;

#define LANDINGS (AGON_CONQUEST_STARS * AGON_CONQUEST_MAX_DISTANCE)

// All landings of a player, the next first.
static int list_landings(const side *b, landing landings[LANDINGS]) {
    const conquest_fleet *fleets = conquest_fleets(b->s);
    uint32_t ships[AGON_CONQUEST_MAX_DISTANCE + 1][AGON_CONQUEST_STARS] = {{0}};
    int count = 0;
    for (unsigned i = 0; i < b->s->counts[CONQUEST_FLEETS]; i++) {
        if (fleets[i].owner == b->me && fleets[i].distance <= AGON_CONQUEST_MAX_DISTANCE) {
            ships[fleets[i].distance][fleets[i].to] += fleets[i].ships;
        }
    }
    for (int distance = 1; distance <= AGON_CONQUEST_MAX_DISTANCE; distance++) {
        for (int to = 0; to < AGON_CONQUEST_STARS; to++) {
            if (ships[distance][to] > 0) {
                landings[count++] = (landing){ships[distance][to], (uint8_t)to, (uint8_t)distance};
            }
        }
    }
    return count;
}

static void draw_fleets(const side *b, agon_pen *pen, int rows) {
    landing landings[LANDINGS];
    const int count = list_landings(b, landings);
    if (count == 0) {
        return;
    }
    agon_pen_put(pen, AGON_INK_BOLD, "Fleets in flight");
    agon_pen_end(pen);
    for (int i = 0; i < count && i < rows; i++) {
        const landing *it = &landings[i];
        if (i + 1 == rows && count > rows) {
            draw_more(pen, count - i);
            return;
        }
        agon_pen_put(pen, AGON_INK_BOLD, "%4u", (unsigned)it->ships);
        agon_pen_put(pen, agon_ink_of(b->scene, b->me), " %s %c", agon_pen_pick(pen, "→", ">"),
                     'A' + it->to);
        agon_pen_put(pen, AGON_INK_PLAIN, " land%s in turn %u", it->ships == 1 ? "s" : "",
                     (unsigned)(b->s->turn + it->distance));
        agon_pen_end(pen);
    }
}

static void draw_order(const side *b, agon_pen *pen, const conquest_order *order) {
    const bool is_fine = agon_conquest_order_judge(b->s, order) == AGON_CONQUEST_FINE;
    agon_pen_put(pen, agon_ink_of(b->scene, b->me), "%c %s %c",
                 order->from < CONQUEST_LETTERS ? 'A' + order->from : '?',
                 agon_pen_pick(pen, "→", ">"),
                 order->to < CONQUEST_LETTERS ? 'A' + order->to : '?');
    if (is_fine) {
        agon_pen_put(pen, AGON_INK_BOLD, "%5d", (int)order->ships);
        agon_pen_put(pen, AGON_INK_PLAIN, " for turn %u",
                     (unsigned)b->s->turn +
                         (unsigned)conquest_star_distance(b->s, order->from, order->to));
    } else {
        agon_pen_put(pen, AGON_INK_BAD, "  will be refused");
    }
    agon_pen_end(pen);
}

// The latest orders: those before them are known.
static void draw_orders(const side *b, agon_pen *pen, int rows) {
    const int count = count_orders(b);
    if (count == 0) {
        return;
    }
    int skip = count > rows ? count - rows + 1 : 0;
    agon_pen_put(pen, AGON_INK_BOLD, "Orders, not yet committed");
    agon_pen_end(pen);
    if (skip > 0 && rows > 0) {
        draw_more(pen, skip);
    }
    for (unsigned i = 0; i < b->s->counts[CONQUEST_ORDERS]; i++) {
        const conquest_order *order = &conquest_orders(b->s)[i];
        if (order->player == b->me && --skip < 0) {
            draw_order(b, pen, order);
        }
    }
}

static void draw_turn(const side *b, agon_pen *pen) {
    const conquest_game *g = (const conquest_game *)b->scene->game;
    const int winner = b->s->winner;
    if (winner == CONQUEST_DRAW) {
        agon_pen_put(pen, AGON_INK_BOLD, "A draw in turn %u", (unsigned)b->s->turn);
    } else if (winner) {
        const bool is_me = winner - 1 == b->scene->player;
        agon_pen_put(pen, agon_ink_of(b->scene, winner - 1), "%.12s", b->scene->names[winner - 1]);
        agon_pen_put(pen, AGON_INK_BOLD, " won%s", is_me ? "!" : "");
        agon_pen_put(pen, AGON_INK_DIM, " (turn %u)", (unsigned)b->s->turn);
    } else {
        agon_pen_put(pen, AGON_INK_BOLD, "Turn %u", (unsigned)b->s->turn);
        agon_pen_put(pen, AGON_INK_DIM, " of %u", (unsigned)g->max_turns);
        const int other = 1 - b->me;
        agon_pen_put(pen, AGON_INK_DIM, "%s", b->s->committed >> other & 1u ? ", they wait" : "");
    }
    agon_pen_end(pen);
}

// Takes lines from the longest list until all fit.
static void share(int rows[3], int room) {
    for (int sum = rows[0] + rows[1] + rows[2]; sum > room && sum > 0; sum--) {
        const int longest = rows[0] >= rows[1] && rows[0] >= rows[2] ? 0
                            : rows[1] >= rows[2]                     ? 1
                                                                     : 2;
        rows[longest]--;
    }
}

static void draw_side(const side *b, agon_pen *pen, int rows) {
    landing landings[LANDINGS];
    int shares[3] = {count_stars(b), list_landings(b, landings), count_orders(b)};
    share(shares, rows - 1 - (shares[1] > 0) - (shares[2] > 0));
    draw_stars(b, pen, shares[0]);
    draw_fleets(b, pen, shares[1]);
    draw_orders(b, pen, shares[2]);
}

// Who sees everything gets both players' sides, one below the other.
static void draw_sides(const agon_scene *scene, agon_pen *pen, layout l) {
    side b = {scene, conquest_of(scene), scene->player == 1, l.side_width};
    const int rows = scene->height - 1;
    draw_turn(&b, pen);
    if (scene->player == AGON_SPECTATOR) {
        agon_pen_put(pen, AGON_INK_DIM, "Only what is public.");
        agon_pen_end(pen);
        return;
    }
    if (conquest_has_me(scene)) {
        draw_side(&b, pen, rows);
        return;
    }
    for (b.me = 0; b.me < 2; b.me++) {
        agon_pane pane;
        agon_pane_open(&pane, pen, l.side_width);
        draw_side(&b, &pane.pen, rows / 2);
        agon_panes_show(pen, &pane, 1, 0, rows / 2);
    }
}

void agon_conquest_draw(const agon_scene *scene, agon_pen *pen) {
    const layout l = layout_for(scene);
    agon_pane panes[2];
    agon_pane_open(&panes[0], pen, l.map_width);
    agon_pane_open(&panes[1], pen, l.side_width);
    int left = scene->height - draw_map(scene, &panes[0].pen, l);
    if (left > 3) {
        draw_legend(scene, &panes[0].pen);
        left--;
    }
    if (left > 0) {
        agon_conquest_report(scene, &panes[0].pen, left);
    }
    draw_sides(scene, &panes[1].pen, l);
    agon_panes_show(pen, panes, 2, GAP, scene->height);
}
