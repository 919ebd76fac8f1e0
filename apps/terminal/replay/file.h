// A replay's file that is watched: its timeline, what to call the players, and what a viewer sees.
#ifndef AGON_APPS_TERMINAL_REPLAY_FILE_H
#define AGON_APPS_TERMINAL_REPLAY_FILE_H

#include "apps/terminal/screen/names.h"
#include "apps/terminal/games/game_screen.h"

#include "agon/timeline.h"

typedef struct agon_watch_file {
    agon_text text;
    agon_timeline timeline;
    agon_state *view;
    agon_event *news; // AGON_SCENE_EVENTS of them
    char name_texts[AGON_MAX_PLAYERS][AGON_SHOWN_NAME_SIZE];
    const char *names[AGON_MAX_PLAYERS];
    agon_series series;
} agon_watch_file;

// Reads a file ("-": stdin). It may end without a result, but every line must hold: the message of
// an error begins with path and line. Close it in any case.
AGON_MUST_USE agon_status agon_watch_open(agon_watch_file *file, const char *path,
                                          agon_error *error);
void agon_watch_close(agon_watch_file *file);

// What a viewer sees at the timeline's position: a player, AGON_SPECTATOR, or AGON_NOBODY for
// everything. Good until the next call.
agon_scene agon_watch_scene(agon_watch_file *file, int viewer);

// "ran out of time": how somebody forfeited.
const char *agon_watch_forfeit_words(agon_fault fault);

// The move before the position, in words, if the viewer may know it; "" else.
void agon_watch_say_move(agon_watch_file *file, int viewer, agon_text *text);

#endif
