// Playing and watching in the terminal: what the commands `agon play` and `agon watch` call.
#ifndef AGON_APPS_TERMINAL_MATCH_RUN_H
#define AGON_APPS_TERMINAL_MATCH_RUN_H

#include "apps/terminal/match/sitting.h"

// What is wanted, as it was asked for.
typedef struct agon_play_settings {
    const agon_codec *codec;             // NULL: ask
    const char *seats[AGON_MAX_PLAYERS]; // as for --seat
    size_t seat_count;                   // 0: you against bots
    int players;                         // 0: as many as seats, or the usual number
    bool has_seed;
    agon_seed seed;
    json_t *config;     // may be NULL
    const char *record; // NULL: where matches are kept
    const char *resume; // NULL: a new match
    int best_of;        // 0: as the game likes it
    bool tutorial;
} agon_play_settings;

// Plays until one has enough. Returns an exit code of <sysexits.h>; with one that is not EX_OK the
// error has the message.
int agon_play_run(const agon_play_settings *settings, agon_error *error);

// Asks what to play, and fills in the settings. False: nothing.
bool agon_play_menu(agon_terminal *terminal, agon_play_settings *settings);

// The bot that is taken where nobody asks for another.
const char *agon_play_opponent(const agon_codec *codec);

typedef enum agon_match_end {
    AGON_MATCH_OVER,
    AGON_MATCH_LEFT, // the record can be resumed
    AGON_MATCH_FAILED
} agon_match_end;

// Plays a match to its end.
agon_match_end agon_sitting_play(agon_sitting *sitting, agon_error *error);

#endif
