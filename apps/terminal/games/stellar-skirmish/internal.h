// What the files of this screen share.
#ifndef AGON_APPS_TERMINAL_GAMES_STELLAR_SKIRMISH_INTERNAL_H
#define AGON_APPS_TERMINAL_GAMES_STELLAR_SKIRMISH_INTERNAL_H

#include "apps/terminal/screen/panes.h"

#include "games/stellar-skirmish/stellar-skirmish.h"

void agon_stellar_draw(const agon_scene *scene, agon_pen *pen);

// A planet in a sentence: "Planet 7 (3)".
const char *agon_stellar_planet_label(const agon_game *game, int planet, char *buffer, size_t size);

#endif
