// What the files of this screen share.
#ifndef AGON_APPS_TERMINAL_GAMES_ENTROPY_INTERNAL_H
#define AGON_APPS_TERMINAL_GAMES_ENTROPY_INTERNAL_H

#include "apps/terminal/screen/panes.h"

#include "games/entropy/entropy.h"

void agon_entropy_draw(const agon_scene *scene, agon_pen *pen);

// How many of a hundred attacks succeed, rounded: of all pairs of rolls, 1 … 6·attackers against
// 1 … 6·defenders, those in which the attacker's is greater (EN-8).
int agon_entropy_chance(int attackers, int defenders);

// Whether `to` could be attacked from `from` if its owner were to move and had the dice (EN-7).
bool agon_entropy_can_attack(const agon_state *view, int from, int to);

#endif
