// The manuals: what a game's folder has for its players, carried by the program.
//
// games/<id>/manual.md is the one text that teaches a game; terminal, command line and web page show it
// each in its way. RULES.md beside it is what the engine does to the letter.
#ifndef AGON_APPS_HOST_MANUAL_H
#define AGON_APPS_HOST_MANUAL_H

typedef struct agon_manual {
    const char *game;
    const char *text; // Markdown
} agon_manual;

// All there are, ended by one without a game. cmake/AgonManuals.cmake makes them of the files.
extern const agon_manual agon_manuals[];

// The manual of a game, Markdown; NULL: it has none.
const char *agon_manual_find(const char *game);

#endif
