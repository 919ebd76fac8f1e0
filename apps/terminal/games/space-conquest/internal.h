// What the files of this screen share.
#ifndef AGON_APPS_TERMINAL_GAMES_SPACE_CONQUEST_INTERNAL_H
#define AGON_APPS_TERMINAL_GAMES_SPACE_CONQUEST_INTERNAL_H

#include "apps/terminal/screen/panes.h"

#include "games/space-conquest/space-conquest.h"

// What is known of a star of this map, 0 for A.
static inline agon_conquest_star conquest_star(const agon_scene *scene, int star) {
    agon_conquest_star found = {.owner = -1};
    (void)agon_conquest_star_find(scene->view, (char)('A' + star), &found);
    return found;
}

static inline int conquest_star_distance(const agon_scene *scene, int a, int b) {
    const agon_conquest_star from = conquest_star(scene, a), to = conquest_star(scene, b);
    return agon_conquest_distance(from.x, from.y, to.x, to.y);
}

// Whether the scene's player is one of the two.
static inline bool conquest_has_me(const agon_scene *scene) {
    return scene->player < 2;
}

// The star that a word names, by its letter or the beginning of its name; −1: none on this map.
int agon_conquest_star_word(const agon_scene *scene, const char *word);

// What the map says of a star in two characters: '+' mine, '-' theirs, '*' garrisoned, ' ' nobody's;
// then the RU or '?'. In a scene without a player the first one is "me".
const char *agon_conquest_mark(const agon_scene *scene, int star, char mark[3]);

void agon_conquest_draw(const agon_scene *scene, agon_pen *pen);
// The report of the last turn, in at most `rows` lines.
void agon_conquest_report(const agon_scene *scene, agon_pen *pen, int rows);
void agon_conquest_say_event(const agon_scene *scene, const agon_event *event, agon_text *text);

extern const agon_tutorial agon_conquest_tutorial;

#endif
