// What the parts of `agon replay` share: reading a replay move by move.
#ifndef AGON_APPS_CLI_REPLAY_REPLAY_H
#define AGON_APPS_CLI_REPLAY_REPLAY_H

#include "apps/cli/files.h"

#include "agon/replay.h"

typedef struct agon_cli_replay_job {
    const char *path;
    agon_replay replay;
    int viewer;         // AGON_NOBODY: everything is shown
    agon_state *before; // the state before the move just read
    agon_state *view;   // scratch
    agon_text events;   // of the move just read, as the viewer saw them: JSON with commas between
    void *user;
} agon_cli_replay_job;

// Called as the replay is read; false: enough.
typedef struct agon_cli_replay_reader {
    bool (*head)(agon_cli_replay_job *job);
    bool (*move)(agon_cli_replay_job *job);
    void (*end)(agon_cli_replay_job *job, bool has_result);
} agon_cli_replay_reader;

// Reads a file with a reader; `viewer` may be NULL. Says what is wrong with it and where.
int agon_cli_replay_read(const char *path, const char *viewer, const agon_cli_replay_reader *reader,
                         void *user);

// The present state as the viewer sees it.
const agon_state *agon_cli_replay_shown(agon_cli_replay_job *job);

int agon_cli_replay_show(int count, char **arguments);
int agon_cli_replay_step(int count, char **arguments);
int agon_cli_replay_export(int count, char **arguments);

#endif
