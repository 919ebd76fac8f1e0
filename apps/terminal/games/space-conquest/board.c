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
static void fleet_place(const agon_scene *scene, const agon_conquest_fleet *fleet, int *x, int *y) {
    const agon_conquest_star from = conquest_star(scene, fleet->from - 'A');
    const agon_conquest_star to = conquest_star(scene, fleet->to - 'A');
    const int all = agon_conquest_distance(from.x, from.y, to.x, to.y);
    const int gone = all - fleet->distance;
    const int dx = to.x - from.x;
    const int dy = to.y - from.y;
    const int half = all / 2;
    *x = from.x + (dx * gone + (dx < 0 ? -half : half)) / (all ? all : 1);
    *y = from.y + (dy * gone + (dy < 0 ? -half : half)) / (all ? all : 1);
}

static const char *arrow(const agon_pen *pen, int dx, int dy) {
    static const char *const arrows[3][3] = {{"↖", "↑", "↗"}, {"←", "•", "→"}, {"↙", "↓", "↘"}};
    const int across = dx < 0 ? 0 : dx > 0 ? 2 : 1;
    const int down = dy < 0 ? 0 : dy > 0 ? 2 : 1;
    return agon_pen_pick(pen, arrows[down][across], across == 0 ? "<" : across == 2 ? ">" : "|");
}

// Draws the ships that fly through a cell; false: there are none.
static bool draw_flying(const agon_scene *scene, agon_pen *pen, int x, int y, int cell) {
    agon_conquest_fleet last = {0};
    uint32_t ships = 0;
    char number[16];
    for (int i = 0; i < agon_conquest_fleet_count(scene->view); i++) {
        const agon_conquest_fleet fleet = agon_conquest_fleet_at(scene->view, i);
        int at_x, at_y;
        fleet_place(scene, &fleet, &at_x, &at_y);
        if (at_x == x && at_y == y) {
            ships += fleet.ships;
            last = fleet;
        }
    }
    if (!last.from) {
        return false;
    }
    const int digits = snprintf(number, sizeof number, "%u", (unsigned)ships);
    const bool fits = digits + 1 < cell;
    agon_pen_put(pen, AGON_INK_PLAIN, "%*s", cell - 1 - (fits ? digits : 1), "");
    const agon_conquest_star from = conquest_star(scene, last.from - 'A');
    const agon_conquest_star to = conquest_star(scene, last.to - 'A');
    agon_pen_put(pen, agon_ink_of(scene, last.owner), "%s%s",
                 arrow(pen, to.x - from.x, to.y - from.y), fits ? number : "#");
    return true;
}

static int star_at(const agon_scene *scene, int x, int y) {
    for (int i = 0; i < agon_conquest_star_count(scene->view); i++) {
        const agon_conquest_star star = agon_conquest_star_at(scene->view, i);
        if (star.x == x && star.y == y) {
            return star.letter - 'A';
        }
    }
    return -1;
}

static agon_ink star_ink(const agon_scene *scene, int star) {
    const agon_conquest_star it = conquest_star(scene, star);
    if (it.owner >= 0) {
        return agon_ink_of(scene, it.owner);
    }
    return it.is_known ? AGON_INK_NEUTRAL : AGON_INK_BOLD;
}

static void draw_cell(const agon_scene *scene, agon_pen *pen, int x, int y, int cell) {
    const int star = star_at(scene, x, y);
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
    int me;    // whose: the player who looks; of those who see all, the first
    int width; // columns
} side;

static int count_stars(const side *b) {
    int count = 0;
    for (int star = 0; star < AGON_CONQUEST_STARS; star++) {
        count += conquest_star(b->scene, star).owner == b->me;
    }
    return count;
}

static int count_orders(const side *b) {
    return agon_conquest_given_order_count(b->scene->view, b->me);
}

static void draw_more(agon_pen *pen, int count) {
    agon_pen_put(pen, AGON_INK_DIM, "%s %d more", agon_pen_pick(pen, "…", "..."), count);
    agon_pen_end(pen);
}

// One of the player's stars: its name, RU, ships, those not yet ordered, and a mark of danger.
static void draw_star(const side *b, agon_pen *pen, const agon_conquest_star *star) {
    const int left = star->left[b->me];
    const bool is_home = star->home == b->me;
    const bool may_rebel = star->home < 0 && left < star->ru;
    char name[32];
    agon_name_cut(name, sizeof name, star->name, b->width - 17 - (is_home ? 2 : 0));
    agon_pen_put(pen, agon_ink_of(b->scene, b->me), "%c", star->letter);
    agon_pen_put(pen, AGON_INK_PLAIN, " %s", name);
    agon_pen_put(pen, AGON_INK_DIM, "%s", is_home ? agon_pen_pick(pen, " ⌂", " h") : "");
    agon_pen_to(pen, b->width - 14);
    agon_pen_put(pen, AGON_INK_PLAIN, "%2d", star->ru);
    agon_pen_put(pen, AGON_INK_BOLD, "%6d", (int)star->ships[b->me]);
    agon_pen_put(pen, AGON_INK_PLAIN, "%5d", left);
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
    for (int i = 0; i < AGON_CONQUEST_STARS && rows > 0; i++) {
        const agon_conquest_star star = conquest_star(b->scene, i);
        if (star.owner != b->me) {
            continue;
        }
        if (rows == 1 && left > 1) {
            draw_more(pen, left);
            return;
        }
        draw_star(b, pen, &star);
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
    uint32_t ships[AGON_CONQUEST_MAX_DISTANCE + 1][AGON_CONQUEST_STARS] = {{0}};
    int count = 0;
    for (int i = 0; i < agon_conquest_fleet_count(b->scene->view); i++) {
        const agon_conquest_fleet fleet = agon_conquest_fleet_at(b->scene->view, i);
        if (fleet.owner == b->me && fleet.distance <= AGON_CONQUEST_MAX_DISTANCE) {
            ships[fleet.distance][fleet.to - 'A'] += fleet.ships;
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
                     (unsigned)(agon_conquest_turn(b->scene->view) + it->distance));
        agon_pen_end(pen);
    }
}

static void draw_order(const side *b, agon_pen *pen, const agon_conquest_given_order *order) {
    agon_pen_put(pen, agon_ink_of(b->scene, b->me), "%c %s %c", order->from,
                 agon_pen_pick(pen, "→", ">"), order->to);
    if (order->reason == AGON_CONQUEST_FINE) {
        const int distance = conquest_star_distance(b->scene, order->from - 'A', order->to - 'A');
        agon_pen_put(pen, AGON_INK_BOLD, "%5d", (int)order->ships);
        agon_pen_put(pen, AGON_INK_PLAIN, " for turn %u",
                     (unsigned)agon_conquest_turn(b->scene->view) + (unsigned)distance);
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
    for (int i = skip > 0 ? skip : 0; i < count; i++) {
        const agon_conquest_given_order order =
            agon_conquest_given_order_at(b->scene->view, b->me, i);
        draw_order(b, pen, &order);
    }
}

static void draw_turn(const side *b, agon_pen *pen) {
    const agon_scene *scene = b->scene;
    const agon_viewers winners = agon_winners(scene->game, scene->view);
    const unsigned turn = agon_conquest_turn(scene->view);
    if (scene->view->over && !winners) {
        agon_pen_put(pen, AGON_INK_BOLD, "A draw in turn %u", turn);
    } else if (scene->view->over) {
        const int winner = winners >> 1 & 1u;
        const bool is_me = winner == scene->player;
        agon_pen_put(pen, agon_ink_of(scene, winner), "%.12s", scene->names[winner]);
        agon_pen_put(pen, AGON_INK_BOLD, " won%s", is_me ? "!" : "");
        agon_pen_put(pen, AGON_INK_DIM, " (turn %u)", turn);
    } else {
        agon_pen_put(pen, AGON_INK_BOLD, "Turn %u", turn);
        agon_pen_put(pen, AGON_INK_DIM, " of %u", (unsigned)agon_conquest_max_turns(scene->game));
        const bool they_wait = agon_conquest_has_committed(scene->view, 1 - b->me);
        agon_pen_put(pen, AGON_INK_DIM, "%s", they_wait ? ", they wait" : "");
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
    side b = {scene, scene->player == 1, l.side_width};
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
