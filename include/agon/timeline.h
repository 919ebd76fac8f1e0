// A replay in memory, at any move, forwards and backwards.
//
//     agon_timeline timeline;
//     if (agon_timeline_open(&timeline, text, length, NULL, &error) == AGON_OK) {
//         agon_timeline_seek(&timeline, timeline.count);
//         … timeline.state …
//     }
//     agon_timeline_close(&timeline);
//
// Position n is after n moves; 0 is the beginning. A state is kept every few moves, and the moves
// between are made again when they are looked at.
#ifndef AGON_TIMELINE_H
#define AGON_TIMELINE_H

#include "agon/replay.h"

AGON_C_BEGIN

// A line of the replay.
typedef struct agon_timeline_move {
    int player;
    agon_mover by;
    bool forfeits;
    agon_fault fault; // the last one before it
    size_t first_action;
    size_t action_count; // one, unless the line stands for several actions
    size_t first_event;
} agon_timeline_move;

typedef struct agon_timeline {
    agon_replay replay;          // as it was read; its `text` is the caller's and must stay
    agon_replay_verdict verdict; // of the whole; of a damaged replay the moves before can be seen
    agon_timeline_move *moves;
    size_t recorded; // moves that hold
    size_t count;    // those of them that can be seen: not what was made for the record only, after
                     // forfeits had decided the match
    agon_action *actions;
    size_t action_count;
    agon_event *events; // of the moves that can be seen, not redacted
    size_t event_count;
    size_t at; // the position
    agon_state *state;
    struct agon_timeline_internal *internal;
} agon_timeline;

// Reads and verifies a replay as far as it holds, and goes to its beginning. `codec` as for
// agon_replay_open. A status other than AGON_OK: the first line does not hold, or AGON_NO_MEMORY.
// Close it in any case.
AGON_API AGON_MUST_USE agon_status agon_timeline_open(agon_timeline *timeline, const char *text,
                                                      size_t length, const agon_codec *codec,
                                                      agon_error *error);
AGON_API void agon_timeline_close(agon_timeline *timeline);

// Goes to a position; not beyond the end.
AGON_API void agon_timeline_seek(agon_timeline *timeline, size_t position);

// How the match has come out, as far as its record goes.
AGON_API agon_result agon_timeline_result(const agon_timeline *timeline);

// The move with which a player forfeited; NULL: it did not.
AGON_API const agon_timeline_move *agon_timeline_forfeit(const agon_timeline *timeline, int player);

// The events of the move before a position, not redacted. None of position 0.
AGON_API const agon_event *agon_timeline_events(const agon_timeline *timeline, size_t position,
                                                size_t *count);

AGON_C_END

#endif
