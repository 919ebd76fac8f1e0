// A timeline: a replay in memory, at any move, forwards and backwards.
#ifndef AGON_APPS_TERMINAL_REPLAY_TIMELINE_H
#define AGON_APPS_TERMINAL_REPLAY_TIMELINE_H

#include "apps/terminal/screen/names.h"
#include "apps/terminal/games/game_screen.h"

#include "agon/replay.h"

// A line of the replay.
typedef struct agon_timeline_move {
    int player;
    size_t first_action;
    size_t action_count;
    size_t first_event;
} agon_timeline_move;

typedef struct agon_timeline {
    agon_text text;
    agon_replay replay;
    agon_timeline_move *moves;
    size_t count; // moves that can be seen; position n is after n of them
    size_t move_capacity;
    agon_action *actions;
    size_t action_count;
    size_t action_capacity;
    agon_event *events;
    size_t event_count;
    size_t event_capacity;
    agon_state **snapshots; // every few moves one, to start from
    size_t snapshot_count;
    size_t snapshot_capacity;
    bool failed;   // memory ran out
    bool is_whole; // the replay has a result
    // Where it is.
    size_t at;
    agon_state *state;
    agon_state *view;
    agon_event *news; // AGON_SCENE_EVENTS of them
    char name_texts[AGON_MAX_PLAYERS][AGON_SHOWN_NAME_SIZE];
    const char *names[AGON_MAX_PLAYERS];
    agon_series series;
} agon_timeline;

// Reads a file ("-": stdin) and plays it. The message of an error begins with path and line. Close
// it in any case.
AGON_MUST_USE agon_status agon_timeline_open(agon_timeline *timeline, const char *path,
                                             agon_error *error);
void agon_timeline_close(agon_timeline *timeline);

// Goes to the position after so many moves; not beyond the end.
void agon_timeline_seek(agon_timeline *timeline, size_t position);

// What a viewer sees there: a player, AGON_SPECTATOR, or AGON_NOBODY for everything. Good until the
// next call.
agon_scene agon_timeline_scene(agon_timeline *timeline, int viewer);

// The move before the position, in words, if the viewer may know it; "" else.
void agon_timeline_say_move(agon_timeline *timeline, int viewer, agon_text *text);

#endif
