// One run of the conformance suite, shared by its files: conformance.c (the run), moves.c
// (actions and steps), forms.c (JSON and packed bytes), views.c (views, resampling,
// events), space.c (action numbers, observations), shortcuts.c.
#ifndef AGON_SRC_CHECK_CONFORMANCE_RUN_H
#define AGON_SRC_CHECK_CONFORMANCE_RUN_H

#include "agon/conformance.h"
#include "agon/space.h"

#include "src/check/probe.h"

typedef struct agon_conform_move {
    int player;
    agon_action action;
    uint64_t hash; // of the state after it
} agon_conform_move;

#define AGON_CONFORM_STATES 6
#define AGON_CONFORM_LISTED 2048 // of longer lists of valid actions only so many are looked at

typedef struct agon_conform_run {
    agon_probe probe;
    agon_conformance_report *report;
    uint32_t every; // one state in so many is looked at closely
    agon_state *memory[AGON_CONFORM_STATES];
    agon_state *before; // a copy of the present state, to see whether anything has changed it
    agon_state *view;   // the view at work
    agon_state *x, *y, *z;
    agon_state *scratch; // for draws from outside
    agon_packed packed, other_packed;
    agon_text text, other_text;
    agon_event_list events;
    agon_conform_move *moves;
    size_t move_count, move_capacity;
    int viewer;              // for findings; AGON_NOBODY unless a view is being looked at
    const agon_space *space; // NULL: the game has none
    uint32_t width, words;   // of an observation and of a mask
    uint32_t folded_words;
    int16_t *rows[2];
    uint64_t *masks[2], *folded[2];
    agon_action listed[AGON_CONFORM_LISTED], listed_again[AGON_CONFORM_LISTED];
} agon_conform_run;

// Counts a check, and adds a finding when it does not hold. Returns `holds`.
bool agon_conform(agon_conform_run *run, bool holds, const char *rule, const char *format, ...)
    AGON_PRINTF(4, 5);

// Whether two states or views have the same canonical bytes.
bool agon_conform_equal(agon_conform_run *run, const agon_state *a, const agon_state *b);

// Checks of the present state; the second takes the step that the match goes on with into account.
void agon_conform_actions(agon_conform_run *run);
void agon_conform_shortcuts(agon_conform_run *run);
void agon_conform_refused_in_place(agon_conform_run *run, int player, agon_action action,
                                   agon_status expected);
void agon_conform_step(agon_conform_run *run, int player, agon_action action);
void agon_conform_json(agon_conform_run *run, const agon_state *state);
void agon_conform_action_json(agon_conform_run *run, int player, agon_action action);
void agon_conform_pack(agon_conform_run *run, const agon_state *state);
void agon_conform_views(agon_conform_run *run);
void agon_conform_event_types(agon_conform_run *run);
void agon_conform_events(agon_conform_run *run);

// Action numbers and observations, where the game has a space. `twin` is another view that the viewer
// must not be able to tell from `view`.
bool agon_conform_space_open(agon_conform_run *run);
void agon_conform_space_close(agon_conform_run *run);
void agon_conform_space_tables(agon_conform_run *run);
void agon_conform_space_actions(agon_conform_run *run);
void agon_conform_space_view(agon_conform_run *run, const agon_state *view, const agon_state *twin);

// Calls everything on a state that came from outside: nothing may misbehave.
void agon_conform_exercise(agon_conform_run *run, const agon_game *game, const agon_state *state);

#endif
