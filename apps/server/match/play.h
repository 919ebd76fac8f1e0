// A match being played, without any I/O: states, what each viewer has been told, and the record.
//
// Everything that changes a match is a draft first: moves are made on a copy of the state and written
// down as lines of the replay. Only when the store has the lines does agon_play_accept make the draft
// the match; until then, and when storing fails, nothing has happened.
//
// Viewers are players and the spectator; each has a number that counts the messages it got. They
// follow from the rows alone, so they are the same when a match is loaded again.
#ifndef AGON_APPS_SERVER_MATCH_PLAY_H
#define AGON_APPS_SERVER_MATCH_PLAY_H

#include "apps/server/store/store.h"

#include "agon/replay.h"

#define AGON_VIEWERS (AGON_MAX_PLAYERS + 1)

typedef struct agon_play_move {
    agon_action action;
    uint8_t player;
} agon_play_move;

typedef struct agon_play_row {
    int32_t player;
    uint32_t sequence;
    uint32_t now;
    uint8_t fingerprint[AGON_HASH_SIZE];
    uint32_t end; // of its moves, in agon_play.moves
} agon_play_row;

typedef struct agon_play_events {
    agon_event *items;
    size_t count;
    size_t capacity;
    bool failed;
} agon_play_events;

typedef struct agon_play {
    agon_table table;     // its state is the present one
    agon_state *first;    // the state that the match began with; NULL: it has not begun
    agon_state *views[2]; // for comparing
    agon_hasher chain;    // of the replay so far
    agon_play_move *moves;
    size_t move_count, move_capacity;
    agon_play_row *rows;
    size_t row_count, row_capacity;
    uint8_t forfeits[AGON_MAX_PLAYERS];
    uint32_t sequences[AGON_VIEWERS]; // by viewer, the spectator last; 0: not begun
    struct agon_play *next;           // for lists of its owner
} agon_play;

// What a row will be.
typedef struct agon_draft {
    agon_play *play;
    int player; // who asked; −1: the server
    agon_state *state;
    agon_text lines;
    agon_replay_writer writer;
    agon_play_events events;
    agon_play_move *moves;
    size_t move_count, move_capacity;
    uint8_t forfeits[AGON_MAX_PLAYERS];
    bool failed; // memory ran out
} agon_draft;

void agon_play_events_add(agon_play_events *events, const agon_event *event);

// Makes the table of a match from its record's game, config and seed. NULL, with the reason.
agon_play *agon_play_open(const agon_record *record, int players, agon_error *error);
void agon_play_close(agon_play *play);

// Plays a stored match again up to its last row. NULL if what is stored is not a match, with the
// reason.
agon_play *agon_play_load(const agon_stored *stored, agon_error *error);

// Begins: writes the replay's first line. NULL: no memory; the line is the caller's.
char *agon_play_begin(agon_play *play, const agon_record *record, const char *const *seats,
                      const agon_terms *terms);

// ---------------------------------------------------------------------------------------------
// Drafts

AGON_MUST_USE bool agon_draft_open(agon_draft *draft, agon_play *play, int player);
void agon_draft_close(agon_draft *draft);

// How a move came about.
typedef struct agon_draft_move {
    int player;
    agon_action action;
    agon_mover by;
    int64_t time;                 // −1: not measured
    const agon_fault_note *fault; // NULL: none
    bool forfeits;
} agon_draft_move;

// Makes one move on the draft. On an error nothing of the draft has changed.
AGON_MUST_USE agon_status agon_draft_make(agon_draft *draft, const agon_draft_move *move,
                                          agon_error *error);

// How the match has come out if the draft is accepted, and the last line of the replay. NULL: no
// memory.
agon_result agon_draft_result(const agon_draft *draft);
char *agon_draft_finish(agon_draft *draft, const char *salt);

// Which viewers see something of the draft: bit i is viewer i as in agon_play.sequences.
uint32_t agon_draft_seen(agon_draft *draft);

// The row to store. Its lines are the draft's: do not free them.
agon_row agon_draft_row(const agon_draft *draft, uint32_t sequence, uint32_t seen,
                        const uint8_t fingerprint[AGON_HASH_SIZE], int64_t now);

// Makes room for accepting. False: no memory. After it agon_play_accept cannot fail.
AGON_MUST_USE bool agon_play_reserve(agon_play *play, const agon_draft *draft);
void agon_play_accept(agon_play *play, agon_draft *draft, const agon_row *row, uint32_t seen);

// The row in which `player` answered to `sequence`, or NULL.
const agon_play_row *agon_play_find(const agon_play *play, int player, uint32_t sequence);

// ---------------------------------------------------------------------------------------------
// Messages

// A viewer's place in agon_play.sequences.
int agon_play_viewer_index(const agon_play *play, int viewer);

// The keys of a viewer's present view: sequence, viewer, view, to_act, over.
void agon_play_write_view(agon_play *play, int viewer, agon_json *json);

// The message for a draft that the viewer sees: before it is accepted, with the number it will have.
void agon_draft_write_change(agon_draft *draft, int viewer, uint32_t sequence, agon_text *text);

// Calls `tell` with every message of a viewer after number `from`, oldest first. False: no memory.
AGON_MUST_USE bool
agon_play_retell(agon_play *play, int viewer, uint32_t from,
                 void (*tell)(void *user, uint32_t sequence, const agon_text *message), void *user);

// The viewer's set of those who may act.
agon_viewers agon_play_to_act(agon_play *play, int viewer);

#endif
