// The board of Entropy: a graph, shown as lists of neighbours.
//
//      Round 3 of 100    you gain 10 dice when your turn ends
//     >A you 10 hold 47   B greedy  10 hold 52
//      Your front: what you may attack, and the chance to take it
//      2A5  7B3 74%  11B8 26%          3A2  9B2 46%
//      Behind it, safe: 14A8 20A1
//      The others and their neighbours
//      7B3  2A5 12B4 21B2              …
//
// 12B5 is territory 12 of player B with 5 dice. Empty nodes are left out: nobody ever goes there.
#include "apps/terminal/games/entropy/internal.h"

#include <stdlib.h>
#include <string.h>

typedef struct lists {
    int focus; // whose front is shown: the one who looks, else the one whose turn it is
    int front[AGON_ENTROPY_MAX_NODES], front_count; // of the focus, beside an enemy
    int safe[AGON_ENTROPY_MAX_NODES], safe_count;   // of the focus, the rest
    int others[AGON_ENTROPY_MAX_NODES], others_count;
} lists;

static bool is_at_front(const agon_state *view, int node) {
    const agon_entropy_node it = agon_entropy_node_at(view, node);
    for (int k = 0; k < it.degree; k++) {
        if (agon_entropy_can_attack(view, node, it.neighbors[k])) {
            return true;
        }
    }
    return false;
}

static void sort_out(const agon_scene *scene, lists *l) {
    const int count = agon_entropy_node_count(scene->view);
    const int players = scene->game->players;
    *l =
        (lists){.focus = scene->player < players ? scene->player : agon_entropy_mover(scene->view)};
    for (int turn = 0; turn < players; turn++) {
        const int player = (l->focus + turn) % players;
        for (int node = 0; node < count; node++) {
            if (agon_entropy_node_at(scene->view, node).owner != player) {
                continue;
            }
            if (turn > 0) {
                l->others[l->others_count++] = node;
            } else if (is_at_front(scene->view, node)) {
                l->front[l->front_count++] = node;
            } else {
                l->safe[l->safe_count++] = node;
            }
        }
    }
}

static void draw_node(const agon_scene *scene, agon_pen *pen, int node) {
    const agon_entropy_node it = agon_entropy_node_at(scene->view, node);
    agon_pen_put(pen, agon_ink_of(scene, it.owner), "%d%c%d", node, 'A' + it.owner, it.dice);
}

// ---------------------------------------------------------------------------------------------
// Title and players

static void draw_winners(const agon_scene *scene, agon_pen *pen) {
    agon_pen_put(pen, AGON_INK_BOLD,
                 " The end in round %d of %d: ", agon_entropy_round(scene->view),
                 agon_entropy_max_rounds(scene->game));
    agon_pen_winners(pen, scene);
    agon_pen_end(pen);
}

// The player's own last attack, if nothing has happened since; NULL otherwise.
static const agon_event *own_attack(const agon_scene *scene) {
    const agon_event *last = scene->event_count > 0 ? &scene->events[scene->event_count - 1] : NULL;
    const bool is_attack = last && last->type == AGON_ENTROPY_ATTACK_ROLLED;
    return is_attack && last->f[0] == scene->player ? last : NULL;
}

// How many territories the others have taken since one's last move: "taken since: B 2, E 1".
static void draw_taken(const agon_scene *scene, agon_pen *pen) {
    int taken[AGON_MAX_PLAYERS] = {0};
    const char *gap = "   taken since: ";
    for (size_t i = scene->fresh; i < scene->event_count; i++) {
        const agon_event *event = &scene->events[i];
        if (event->type == AGON_ENTROPY_ATTACK_ROLLED && event->f[5]) {
            taken[event->f[0]]++;
        }
    }
    for (int p = 0; p < scene->game->players; p++) {
        if (taken[p] > 0 && p != scene->player) {
            agon_pen_put(pen, AGON_INK_DIM, "%s", gap);
            agon_pen_put(pen, agon_ink_of(scene, p), "%c %d", 'A' + p, taken[p]);
            gap = ", ";
        }
    }
}

static void draw_title(const agon_scene *scene, agon_pen *pen) {
    const agon_event *attack = own_attack(scene);
    const bool by_turn = agon_entropy_growth_of(scene->game) == AGON_ENTROPY_GROWTH_TURN;
    agon_pen_put(pen, AGON_INK_BOLD, " Round %d", agon_entropy_round(scene->view));
    agon_pen_put(pen, AGON_INK_DIM, " of %d   ", agon_entropy_max_rounds(scene->game));
    if (attack) {
        const int32_t *f = attack->f;
        agon_pen_put(pen, f[5] ? AGON_INK_GOOD : AGON_INK_BAD, f[5] ? "You took %d" : "%d held",
                     (int)f[2]);
        agon_pen_put(pen, AGON_INK_PLAIN, ": you rolled %d against %d", (int)f[3], (int)f[4]);
    } else if (scene->player < scene->game->players) {
        const int held = agon_entropy_territories(scene->view, scene->player);
        agon_pen_put(pen, AGON_INK_PLAIN, "You are %c: ", 'A' + scene->player);
        agon_pen_put(pen, AGON_INK_MINE, "+%d dice", held);
        agon_pen_put(pen, AGON_INK_PLAIN, " after %s", by_turn ? "your turn" : "the round");
        draw_taken(scene, pen);
    }
    agon_pen_end(pen);
}

#define PLAYER_WIDTH 20

static int players_in_row(const agon_scene *scene) {
    const int fit = scene->width / PLAYER_WIDTH;
    const int players = scene->game->players;
    const int in_row = players < fit ? players : fit;
    return in_row > 0 ? in_row : 1;
}

static int player_rows(const agon_scene *scene) {
    const int in_row = players_in_row(scene);
    return (scene->game->players + in_row - 1) / in_row;
}

static void draw_player(const agon_scene *scene, agon_pen *pen, int player, int name_width) {
    char name[64];
    const int held = agon_entropy_territories(scene->view, player);
    const bool is_mover = !scene->view->over && agon_entropy_mover(scene->view) == player;
    agon_name_cut(name, sizeof name, scene->names[player], name_width);
    agon_pen_put(pen, AGON_INK_BOLD, "%s", is_mover ? agon_pen_pick(pen, "▸", ">") : " ");
    agon_pen_put(pen, held ? agon_ink_of(scene, player) : AGON_INK_DIM, "%c %s", 'A' + player,
                 name);
    if (held == 0) {
        agon_pen_put(pen, AGON_INK_DIM, " out");
    } else {
        agon_pen_put(pen, AGON_INK_PLAIN, " %d", held);
        agon_pen_put(pen, AGON_INK_DIM, "/%d", agon_entropy_dice(scene->view, player));
    }
}

// Territories and dice of everybody: "B greedy 10/52".
static void draw_players(const agon_scene *scene, agon_pen *pen) {
    const int in_row = players_in_row(scene);
    const int width = scene->width / in_row;
    for (int p = 0; p < scene->game->players; p++) {
        agon_pen_to(pen, p % in_row * width);
        draw_player(scene, pen, p, width - 11);
        if (p % in_row == in_row - 1 || p + 1 == scene->game->players) {
            agon_pen_end(pen);
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Territories

// A territory and what it may attack, with the chances if it has dice enough.
static void draw_front(const agon_scene *scene, agon_pen *pen, int node, const char *sign) {
    const agon_entropy_node it = agon_entropy_node_at(scene->view, node);
    draw_node(scene, pen, node);
    for (int k = 0; k < it.degree; k++) {
        const int to = it.neighbors[k];
        if (!agon_entropy_can_attack(scene->view, node, to)) {
            continue;
        }
        agon_pen_put(pen, AGON_INK_PLAIN, " ");
        draw_node(scene, pen, to);
        if (it.dice > 1) {
            const int chance =
                agon_entropy_chance(it.dice, agon_entropy_node_at(scene->view, to).dice);
            agon_pen_put(pen, chance >= 50 ? AGON_INK_PLAIN : AGON_INK_DIM, " %d%s", chance, sign);
        }
    }
}

static void draw_front_cell(const agon_scene *scene, agon_pen *pen, int node) {
    draw_front(scene, pen, node, "%");
}

// The same in fewer columns, where that makes room for one more cell in a line.
static void draw_bare_cell(const agon_scene *scene, agon_pen *pen, int node) {
    draw_front(scene, pen, node, "");
}

// A territory and its neighbours.
static void draw_other_cell(const agon_scene *scene, agon_pen *pen, int node) {
    const agon_entropy_node it = agon_entropy_node_at(scene->view, node);
    draw_node(scene, pen, node);
    agon_pen_put(pen, AGON_INK_DIM, ":");
    for (int k = 0; k < it.degree; k++) {
        if (agon_entropy_node_at(scene->view, it.neighbors[k]).owner != AGON_ENTROPY_EMPTY) {
            agon_pen_put(pen, AGON_INK_PLAIN, " ");
            draw_node(scene, pen, it.neighbors[k]);
        }
    }
}

typedef void cell_drawer(const agon_scene *scene, agon_pen *pen, int node);

// Columns that the widest of these cells takes.
static int widest_cell(const agon_scene *scene, cell_drawer *draw, const int *nodes, int count) {
    int widest = 1;
    for (int i = 0; i < count; i++) {
        agon_text text = {0};
        agon_pen pen = {.text = &text, .unicode = true};
        draw(scene, &pen, nodes[i]);
        widest = pen.column > widest ? pen.column : widest;
        agon_text_free(&text);
    }
    return widest;
}

typedef struct grid {
    int columns, rows, width, indent;
} grid;

static grid grid_for(const agon_scene *scene, cell_drawer *draw, const int *nodes, int count) {
    const int needed = widest_cell(scene, draw, nodes, count) + 1;
    const int most = needed < scene->width ? scene->width / needed : 1;
    const int columns = count < most ? (count > 0 ? count : 1) : most;
    const int indent = columns * needed < scene->width;
    return (grid){columns, (count + columns - 1) / columns, (scene->width - indent) / columns,
                  indent};
}

// Cells below each other in columns, in at most `rows` lines.
static void draw_grid(const agon_scene *scene, agon_pen *pen, cell_drawer *draw, const int *nodes,
                      int count, grid g, int rows) {
    for (int row = 0; row < g.rows && row < rows; row++) {
        const bool is_cut = row + 1 == rows && g.rows > rows;
        if (is_cut) {
            agon_pen_put(pen, AGON_INK_DIM, " %s and more", agon_pen_pick(pen, "…", "..."));
        }
        for (int column = 0; column < g.columns && !is_cut; column++) {
            const int i = column * g.rows + row;
            if (i < count) {
                agon_pen_to(pen, g.indent + column * g.width);
                draw(scene, pen, nodes[i]);
            }
        }
        agon_pen_end(pen);
    }
}

// Territories one after the other, in as many of `rows` lines as it takes. Returns how many.
static int draw_flow(const agon_scene *scene, agon_pen *pen, const int *nodes, int count,
                     int rows) {
    int lines = 1;
    for (int i = 0; i < count; i++) {
        const int needed = 6 + (lines == rows && i + 1 < count ? 4 : 0); // with dots behind it
        const bool is_full = pen->column + needed > pen->width;
        if (is_full && lines == rows) {
            agon_pen_put(pen, AGON_INK_DIM, " %s", agon_pen_pick(pen, "…", "..."));
            break;
        }
        if (is_full) {
            agon_pen_end(pen);
            lines++;
        }
        agon_pen_put(pen, AGON_INK_PLAIN, " ");
        draw_node(scene, pen, nodes[i]);
    }
    agon_pen_end(pen);
    return lines;
}

// ---------------------------------------------------------------------------------------------
// What the others have done since one's last move

static bool is_attack_of(const agon_scene *scene, size_t i, int player) {
    const agon_event *event = &scene->events[i];
    return event->type == AGON_ENTROPY_ATTACK_ROLLED && event->f[0] == player;
}

// The attacks of one player in a row, from the i-th event on: "greedy took 3, 7; failed twice".
// Returns where they end.
static size_t say_attacks(const agon_scene *scene, size_t i, agon_text *text) {
    const int player = scene->events[i].f[0];
    int taken = 0, failed = 0;
    agon_text_printf(text, "%s", scene->names[player]);
    for (; i < scene->event_count && is_attack_of(scene, i, player); i++) {
        const int32_t *f = scene->events[i].f;
        if (f[5]) {
            agon_text_printf(text, "%s%d", taken++ ? ", " : " took ", (int)f[2]);
        }
        failed += !f[5];
    }
    if (failed > 0) {
        agon_text_printf(text, "%s %d attack%s", taken ? ", lost" : " lost", failed,
                         failed == 1 ? "" : "s");
    }
    return i;
}

// A phrase for each turn, on as many of `rows` lines as it takes.
static void draw_news(const agon_scene *scene, agon_pen *pen, int rows) {
    agon_text phrase = {0};
    int lines = 1;
    for (size_t i = scene->fresh; i < scene->event_count;) {
        const agon_event *event = &scene->events[i];
        const int player = event->f[0];
        phrase.length = 0;
        if (event->type == AGON_ENTROPY_ATTACK_ROLLED) {
            i = say_attacks(scene, i, &phrase);
        } else if (event->type == AGON_ENTROPY_PLAYER_OUT) {
            agon_text_printf(&phrase, "%s went out", scene->names[player]);
            i++;
        } else {
            i++;
            continue;
        }
        const int needed = agon_style_width(phrase.data, phrase.length) + 3;
        if (pen->column > 1 && pen->column + needed > pen->width && lines < rows) {
            agon_pen_end(pen);
            lines++;
        }
        agon_pen_put(pen, AGON_INK_PLAIN, pen->column > 1 ? "; " : " ");
        agon_pen_put(pen, agon_ink_of(scene, player), "%s", phrase.data ? phrase.data : "");
    }
    agon_pen_end(pen);
    agon_text_free(&phrase);
}

// ---------------------------------------------------------------------------------------------
// All of it

// The front and what lies behind it, in `rows` lines and two titles.
static void draw_own(const agon_scene *scene, agon_pen *pen, const lists *l, cell_drawer *draw,
                     grid g, int rows) {
    const bool is_mine = l->focus == scene->player;
    if (l->front_count + l->safe_count == 0) {
        agon_pen_put(pen, AGON_INK_BOLD, is_mine ? " You are out." : " Nothing left.");
        agon_pen_end(pen);
        return;
    }
    agon_pen_put(pen, AGON_INK_BOLD, " %s front", is_mine ? "Your" : "The mover's");
    agon_pen_put(pen, AGON_INK_DIM, ": what %s may attack, and the chance to take it%s",
                 is_mine ? "you" : "it", draw == draw_bare_cell ? " in %" : "");
    agon_pen_end(pen);
    draw_grid(scene, pen, draw, l->front, l->front_count, g, rows);
    if (l->safe_count > 0) {
        agon_pen_put(pen, AGON_INK_DIM, " Behind it, safe:");
        draw_flow(scene, pen, l->safe, l->safe_count, 1);
    }
}

// The others with their neighbours if that fits into `left` lines, else without. Returns the lines.
static int draw_others(const agon_scene *scene, agon_pen *pen, const lists *l, int left) {
    const grid g = grid_for(scene, draw_other_cell, l->others, l->others_count);
    if (l->others_count == 0) {
        return 0;
    }
    if (g.rows + 1 > left) {
        agon_pen_put(pen, AGON_INK_BOLD, " The others:");
        return draw_flow(scene, pen, l->others, l->others_count, left - 1);
    }
    agon_pen_put(pen, AGON_INK_BOLD, " The others");
    agon_pen_put(pen, AGON_INK_DIM, " and their neighbours (12B5: territory 12, B's, 5 dice)");
    agon_pen_end(pen);
    draw_grid(scene, pen, draw_other_cell, l->others, l->others_count, g, g.rows);
    return g.rows + 1;
}

static int by_place(const void *one, const void *other) {
    const agon_entropy_score *a = one, *b = other;
    const bool is_equal = a->territories == b->territories;
    return is_equal ? b->last_round - a->last_round : b->territories - a->territories;
}

// How it ended: everybody in order, and the last board.
static void draw_end(const agon_scene *scene, agon_pen *pen, const lists *l) {
    agon_entropy_score rows[AGON_MAX_PLAYERS];
    const int count = agon_entropy_scoreboard(scene->game, scene->view, rows);
    qsort(rows, (size_t)count, sizeof rows[0], by_place);
    draw_winners(scene, pen);
    agon_pen_end(pen);
    for (int i = 0; i < count; i++) {
        agon_pen_put(pen, agon_ink_of(scene, rows[i].player), "   %c %.20s", 'A' + rows[i].player,
                     scene->names[rows[i].player]);
        agon_pen_to(pen, 28);
        if (rows[i].territories > 0) {
            agon_pen_put(pen, AGON_INK_BOLD, "%2d territories", rows[i].territories);
            agon_pen_put(pen, AGON_INK_DIM, ", %d dice",
                         agon_entropy_dice(scene->view, rows[i].player));
        } else {
            agon_pen_put(pen, AGON_INK_DIM, "out in round %d", rows[i].last_round);
        }
        agon_pen_end(pen);
    }
    agon_pen_end(pen);
    int all[AGON_ENTROPY_MAX_NODES], held = 0;
    for (int i = 0; i < l->front_count + l->safe_count + l->others_count; i++) {
        const int own = i - l->front_count;
        all[held++] = own < 0               ? l->front[i]
                      : own < l->safe_count ? l->safe[own]
                                            : l->others[own - l->safe_count];
    }
    draw_flow(scene, pen, all, held, scene->height - count - 3);
}

void agon_entropy_draw(const agon_scene *scene, agon_pen *pen) {
    lists l;
    sort_out(scene, &l);
    if (scene->view->over) {
        draw_end(scene, pen, &l);
        return;
    }
    grid front = grid_for(scene, draw_front_cell, l.front, l.front_count);
    const grid bare = grid_for(scene, draw_bare_cell, l.front, l.front_count);
    const bool is_bare = bare.rows < front.rows;
    front = is_bare ? bare : front;
    int left = scene->height - 1 - player_rows(scene) - 1 - (l.safe_count > 0);
    const int rows = front.rows < left - 3 ? front.rows : left - 3;
    draw_title(scene, pen);
    draw_players(scene, pen);
    draw_own(scene, pen, &l, is_bare ? draw_bare_cell : draw_front_cell, front, rows);
    left -= rows;
    left -= draw_others(scene, pen, &l, left);
    if (left > 2) {
        agon_pen_end(pen);
        left--;
    }
    if (left > 0 && scene->event_count > scene->fresh && !own_attack(scene)) {
        draw_news(scene, pen, left);
    }
}
