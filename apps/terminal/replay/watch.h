// Watching a replay.
#ifndef AGON_APPS_TERMINAL_REPLAY_WATCH_H
#define AGON_APPS_TERMINAL_REPLAY_WATCH_H

#include "apps/terminal/replay/file.h"
#include "apps/terminal/screen/terminal.h"

typedef struct agon_watch_settings {
    const char *path;
    const char *viewer; // a player as the game names it, "spectator"; NULL: everything is seen
    uint64_t from;      // begin after so many moves
    double speed;       // moves a second, by itself; 0: it waits for keys
    bool has_boards;    // as text: the board after every move
} agon_watch_settings;

// Shows a match; as text if this is no terminal to draw on. Returns an exit code of <sysexits.h>;
// with one that is not EX_OK the error has the message.
int agon_watch_run(const agon_watch_settings *settings, agon_error *error);

// The match as text.
void agon_watch_text(agon_watch_file *file, int viewer, const agon_watch_settings *settings,
                     agon_terminal *terminal);

#endif
