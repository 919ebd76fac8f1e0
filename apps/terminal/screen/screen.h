// A screen: title, board, choices, message, put together for a size.
//
// A pure function of its parts, like the games' screens: tests compare whole screens.
#ifndef AGON_APPS_TERMINAL_SCREEN_SCREEN_H
#define AGON_APPS_TERMINAL_SCREEN_SCREEN_H

#include "apps/terminal/games/game_screen.h"

typedef struct agon_screen {
    const agon_game_screen *game_screen;
    const agon_scene *scene;     // width and height are filled in here
    const char *title;           // "Space Conquest: you against greedy"
    const char *corner;          // at the right end of the title; ""
    const char *lesson;          // of a tutorial, lines; NULL: none
    const agon_choices *choices; // NULL: none
    size_t page;                 // of the choices, from 0; one that does not exist is the first
    const char *message;         // in the line above the prompt; ""
    agon_ink message_ink;
    const char *footer; // lines below the message; ""
    int width;          // of the terminal
    int height;
} agon_screen;

// Writes the screen: lines above the prompt, at most height − 1. Returns the number of pages that
// the choices take.
size_t agon_screen_write(const agon_screen *screen, agon_pen *pen);

#endif
