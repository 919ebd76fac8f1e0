// The match's file: every move is in it before it is made, so nothing can lose a match.
//
// It is a replay without a result until the match is over (agon/replay.h). A new match begins by
// writing the first line and reading it back, so that starting, resuming and taking moves back are
// one thing: the file is read, and play goes on where it ends. The file is locked meanwhile.
//
// A change of the match is stored as a whole before it is accepted (agon/match.h). If that fails the
// file is cut back to what it was; if even that fails, or the power does, it may end within a line or
// after some lines of a change. Opening it again cuts the torn line off, and the match goes on from
// the last whole one: what was to follow is made again in the same way.
#ifndef AGON_APPS_TERMINAL_MATCH_FILE_H
#define AGON_APPS_TERMINAL_MATCH_FILE_H

#include "agon/match.h"
#include "src/common/list.h"

#define AGON_PATH_MAX 4096

// A line of the file that holds a move.
typedef struct agon_match_file_move {
    size_t end;         // of the line, in bytes from the beginning of the file
    size_t first_event; // of what it led to
    int player;
    bool continues; // it belongs to the decision of the line before
} agon_match_file_move;

typedef struct agon_match_file {
    char path[AGON_PATH_MAX];
    int file; // −1: none
    agon_text text;
    agon_replay replay; // as the file was when it was last read, to its end
    bool is_over;       // the file has a result
    bool has_torn;      // the last line was incomplete, and has been cut off
    agon_match_file_move *moves;
    size_t move_count;
    size_t move_capacity;
    agon_event_list events; // all of them, not redacted
} agon_match_file;

// Creates a file, which must not exist, with this head, and opens it. AGON_BAD_REPLAY if that is not
// possible, with the reason. Close the record in any case.
AGON_MUST_USE agon_status agon_match_file_create(agon_match_file *record, const char *path,
                                                 const agon_replay_head *head, agon_error *error);

// Opens a file to go on with it. An incomplete last line, as a power cut leaves it, is cut off. The
// message of an error begins with path and line.
AGON_MUST_USE agon_status agon_match_file_open(agon_match_file *record, const char *path,
                                               agon_error *error);

// Stores the lines of a change that has not been accepted yet, or how the match came out.
// AGON_BAD_REPLAY or AGON_NO_MEMORY, with the reason: nothing has been stored.
AGON_MUST_USE agon_status agon_match_file_store(agon_match_file *record, const agon_change *change,
                                                agon_error *error);
// `salt` may be NULL.
AGON_MUST_USE agon_status agon_match_file_finish(agon_match_file *record, const agon_match *match,
                                                 const char *salt, agon_error *error);

// Takes back all lines of moves but the first `count`. The replay is another one afterwards: a match
// that goes on from the old one must have been closed.
AGON_MUST_USE agon_status agon_match_file_cut(agon_match_file *record, size_t count,
                                              agon_error *error);

void agon_match_file_close(agon_match_file *record);

// ---------------------------------------------------------------------------------------------
// Places

// A new name for a match of this game where matches are kept: $XDG_STATE_HOME/agon, or
// ~/.local/state/agon. The folder is made. False, with the reason, if there is no such place.
bool agon_match_file_name(const char *game, char path[AGON_PATH_MAX], agon_error *error);

// Where matches are kept; nothing is made. False: there is no such place.
bool agon_match_folder(char folder[AGON_PATH_MAX / 2]);

// The match there that was played last and has no result. False: there is none.
bool agon_match_file_unfinished(char path[AGON_PATH_MAX]);

// The file of the n-th match of a series, given that of any: "x.ndjson", "x.2.ndjson", …
void agon_match_file_sibling(const char *path, int number, char sibling[AGON_PATH_MAX]);
// Which one of a series a file is, from 1.
int agon_match_file_number(const char *path);

#endif
