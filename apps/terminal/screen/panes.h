// Parts of a board that are written one after the other and shown side by side.
//
//     agon_pane panes[2];
//     agon_pane_open(&panes[0], pen, 50);
//     agon_pane_open(&panes[1], pen, 28);
//     … agon_pen_put(&panes[0].pen, …), agon_pen_put(&panes[1].pen, …) …
//     agon_panes_show(pen, panes, 2, 2, 18); // 18 lines, two columns between the panes
#ifndef AGON_APPS_TERMINAL_SCREEN_PANES_H
#define AGON_APPS_TERMINAL_SCREEN_PANES_H

#include "apps/terminal/games/game_screen.h"

typedef struct agon_pane {
    agon_text text;
    agon_pen pen; // writes into the text; leave the pane where it was opened
    int lines;    // finished so far, see agon_pane_end
} agon_pane;

// Opens a pane of so many columns, for a pen of the same kind.
void agon_pane_open(agon_pane *pane, const agon_pen *pen, int width);

// Ends a line of the pane and counts it.
void agon_pane_end(agon_pane *pane);

// Shows panes from left to right, `gap` columns apart, in `rows` lines: what is longer is left off,
// what is shorter is filled up. Frees them.
void agon_panes_show(agon_pen *pen, agon_pane *panes, int count, int gap, int rows);

// Adds the sentences of the scene's news, one a line and each with a capital letter, in at most
// `rows` lines: the latest if there are too many. `is_shown` says which events; NULL: all. Returns
// the lines written.
typedef bool agon_report_filter(const agon_scene *scene, const agon_event *event);
int agon_report_draw(const agon_scene *scene, const agon_game_screen *game_screen,
                     agon_report_filter *is_shown, agon_pen *pen, int rows);

// Makes the first letter of what has been added since `start` a capital.
void agon_text_capital(agon_text *text, size_t start);

// A name cut to so many columns at most, as "%s" wants it: at a character's end.
const char *agon_name_cut(char *buffer, size_t size, const char *name, int columns);

// "your " or "greedy's ", for a player's things.
const char *agon_name_whose(const agon_scene *scene, int player, char *buffer, size_t size);

#endif
