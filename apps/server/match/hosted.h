// A match that the server hosts: the engine's match, and what has happened in it as rows.
//
// A row is one stored change of the match. Viewers are the players and the spectator; each has a
// number that counts the messages it got. Numbers follow from the rows alone, so they are the same when
// a match is loaded again. Nothing here does any I/O.
#ifndef AGON_APPS_SERVER_MATCH_HOSTED_H
#define AGON_APPS_SERVER_MATCH_HOSTED_H

#include "apps/server/match/seats.h"

#include "agon/match.h"

// What is kept of a stored row.
typedef struct agon_hosted_row {
    int32_t player;                      // whose answer it is; −1: nobody's
    uint32_t sequence;                   // the number it answered to
    uint32_t now;                        // that player's number after it
    uint32_t seen;                       // the viewers who were told, as of agon_change_seen
    uint32_t end;                        // of its moves, in agon_hosted.moves
    uint8_t fingerprint[AGON_HASH_SIZE]; // tells a repeated request
} agon_hosted_row;

// The match as it was after some row.
#define AGON_SNAPSHOTS 8       // that are kept, the last ones
#define AGON_SNAPSHOT_EVERY 64 // moves, at least
#define AGON_RETELL_MOVES 512  // that are made again for one viewer, at most
typedef struct agon_snapshot {
    agon_state *state; // NULL: none
    size_t rows, moves;
    uint32_t sequences[AGON_VIEWERS];
} agon_snapshot;

typedef struct agon_hosted {
    agon_table table; // the game, and the state that the match begins with
    agon_seed seed;
    agon_state *view; // for whoever looks at the match as one player
    bool has_begun;
    agon_match match; // once it has begun
    agon_past_move *moves;
    size_t move_count, move_capacity;
    agon_hosted_row *rows;
    size_t row_count, row_capacity;
    agon_snapshot snapshots[AGON_SNAPSHOTS];
    size_t snapshot_count;            // made so far
    uint32_t sequences[AGON_VIEWERS]; // by agon_viewer_index; 0: not begun
    uint32_t users;                   // its room, and bots that think about its game
} agon_hosted;

// Makes the table of a match from its record's game, version of the rules, config and seed. NULL, with
// the reason.
agon_hosted *agon_hosted_open(const agon_record *record, int players, agon_error *error);

// One user less: the last one frees it. NULL is nobody.
void agon_hosted_release(agon_hosted *hosted);

// Begins a match, as a draft: its first line and its clocks. The room takes it over with
// agon_hosted_begin when the line is stored; otherwise it is closed.
AGON_MUST_USE agon_status agon_hosted_draft(const agon_hosted *hosted, const agon_record *record,
                                            const agon_server_seats *seats, const agon_terms *terms,
                                            agon_match *match, agon_text *head, agon_error *error);
void agon_hosted_begin(agon_hosted *hosted, const agon_match *match);

// Plays a stored match again up to its last row: `stored` has a head.
AGON_MUST_USE agon_status agon_hosted_load(agon_hosted *hosted, const agon_stored *stored,
                                           const agon_server_seats *seats, const agon_terms *terms,
                                           agon_error *error);

// ---------------------------------------------------------------------------------------------
// Rows

// The row of a change that answers to `sequence`. Its lines are the change's: do not free them.
agon_row agon_hosted_row_of(const agon_hosted *hosted, const agon_change *change, uint32_t sequence,
                            uint32_t seen);

// Makes room for accepting. False: no memory. After it agon_hosted_accept cannot fail.
AGON_MUST_USE bool agon_hosted_reserve(agon_hosted *hosted, const agon_change *change);

// The store has it: the change is the match now. `row` is NULL for a change without moves.
void agon_hosted_accept(agon_hosted *hosted, agon_change *change, const agon_row *row,
                        uint32_t seen);

// The row in which `player` answered to `sequence`, or NULL.
const agon_hosted_row *agon_hosted_find(const agon_hosted *hosted, int player, uint32_t sequence);

// ---------------------------------------------------------------------------------------------
// Messages

// The number of a viewer's last message.
uint32_t agon_hosted_sequence(const agon_hosted *hosted, int viewer);

// The keys of a viewer's present view: sequence, viewer, view, to_act, over.
void agon_hosted_write_view(const agon_hosted *hosted, int viewer, agon_json *json);

// The message for a change that the viewer sees: before it is accepted, with the number it will have.
void agon_hosted_write_change(const agon_change *change, int viewer, uint32_t sequence,
                              agon_text *text);

// After an accepted row: keeps the state now and then. retell.c has the picture.
void agon_hosted_keep_snapshot(agon_hosted *hosted);

// Moves that have to be made again to tell a viewer what came after number `from`.
size_t agon_hosted_retell_cost(const agon_hosted *hosted, int viewer, uint32_t from);

// The earliest number from `from` on after which everything can be told with AGON_RETELL_MOVES moves.
uint32_t agon_hosted_reach(const agon_hosted *hosted, int viewer, uint32_t from);

// Calls `tell` with every message of a viewer after number `from`, oldest first. False: no memory.
AGON_MUST_USE bool agon_hosted_retell(const agon_hosted *hosted, int viewer, uint32_t from,
                                      void (*tell)(void *user, uint32_t sequence,
                                                   const agon_text *message),
                                      void *user);

#endif
