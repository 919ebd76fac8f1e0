// What the files of `agon tourney` share: the job, its workers, its file of results, its progress.
#ifndef AGON_APPS_CLI_TOURNEY_TOURNEY_H
#define AGON_APPS_CLI_TOURNEY_TOURNEY_H

#include "apps/cli/cli.h"
#include "apps/host/programs/pool.h"

#include "agon/report.h"

#include <pthread.h>
#include <stdatomic.h>

#define AGON_CLI_TOURNEY_THREADS 256 // at most

// The file of results. Lines are appended as matches end, in any order, each with one write; so
// whenever the program is killed, all but the last line are whole. When all is done the file is
// replaced by one in the order of the matches.
typedef struct agon_cli_results {
    const char *path; // NULL: results are not kept
    int file;         // locked: one tournament at a time
    bool is_dirty;    // something was appended that may not be on the disk yet
} agon_cli_results;

typedef struct agon_cli_tourney_job {
    // What is to be done.
    agon_tourney tourney;
    size_t count;           // matches
    agon_outcome *outcomes; // by number; holes are still to be played
    const agon_limits *sandbox;
    bool no_pondering;
    bool is_pinned;      // each program has a core of its own
    int64_t start_up;    // microseconds that programs have to get ready
    bool has_clock;      // time matters, so it is measured
    const char *replays; // a directory; NULL: none are recorded
    unsigned threads;
    int anchor;
    agon_cli_results results;
    // What the workers share; `lock` is for everything from here on.
    pthread_mutex_t lock;
    pthread_cond_t news;
    size_t next;           // the match to be handed out
    size_t played;         // matches that have an outcome
    size_t active;         // workers
    unsigned begun;        // workers
    atomic_bool is_ending; // no more matches are handed out, and those under way are given up
    agon_sprt *sprt;       // NULL: none
    size_t sprt_taken;     // matches that went into the test, in order
    bool is_decided;
    agon_error error; // why it ended
} agon_cli_tourney_job;

// Plays all holes with as many workers as the job says, and shows how it goes. EX_OK if nothing is
// left to do, EX_TEMPFAIL if it was interrupted, another code after a message.
int agon_cli_tourney_play(agon_cli_tourney_job *job);

// ---------------------------------------------------------------------------------------------
// The file of results

// Creates the file; or, to resume, reads what there is and fills in the outcomes. EX_OK, or another
// code after a message.
int agon_cli_results_open(agon_cli_tourney_job *job, bool resume);

// Appends an outcome. False if that failed; errno says why.
bool agon_cli_results_append(agon_cli_tourney_job *job, const agon_outcome *outcome);

// Makes sure that what was appended survives a loss of power.
void agon_cli_results_sync(agon_cli_results *results);

// Replaces the file by one with all outcomes in order. EX_OK, or another code after a message.
int agon_cli_results_finish(agon_cli_tourney_job *job);

void agon_cli_results_close(agon_cli_results *results);

// The path of a match's replay in job->replays.
void agon_cli_replay_path(const agon_cli_tourney_job *job, uint64_t number, agon_text *path);

// ---------------------------------------------------------------------------------------------
// Progress on stderr, if that is a terminal

typedef struct agon_cli_progress {
    bool is_shown;
    const agon_cli_tourney_job *job;
    size_t played_before; // in earlier runs
    double start;         // seconds
    double next_standing; // when to compute it again
    agon_standing standing;
} agon_cli_progress;

void agon_cli_progress_start(agon_cli_progress *progress, const agon_cli_tourney_job *job);
void agon_cli_progress_show(agon_cli_progress *progress); // the job is locked
void agon_cli_progress_end(agon_cli_progress *progress);

#endif
