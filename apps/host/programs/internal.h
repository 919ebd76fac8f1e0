// What the files about processes share.
#ifndef AGON_APPS_HOST_PROGRAMS_INTERNAL_H
#define AGON_APPS_HOST_PROGRAMS_INTERNAL_H

#include "apps/host/programs/group.h"
#include "apps/host/programs/process.h"
#include "apps/host/programs/watcher.h"

#define LAST_WORDS_SIZE 240

struct agon_process {
    agon_channel channel;
    pid_t pid;
    pid_t inner; // the first process inside the sandbox; 0: there is none, or it is not known
    int input;   // we write, it reads; −1: closed
    int output;
    int errors;
    int info;              // bubblewrap tells `inner` here
    agon_group group;      // of a sandbox; none where that is not possible
    agon_group shares;     // of the processor, where that is a group of its own
    agon_watcher *watcher; // then this counts
    bool is_held;
    bool has_ended;
    int status; // as waitpid gives it, once it has ended
    // What has been read and not yet taken. The line handed out last begins at `begin`.
    char *buffer;
    size_t capacity;
    size_t begin;
    size_t end;
    size_t searched;                  // no \n before this
    bool is_skipping;                 // the rest of a line that is too long
    char error_tail[LAST_WORDS_SIZE]; // the end of its standard error
    size_t error_tail_length;
    char last_words[2 * LAST_WORDS_SIZE];
};

// Starts the command; fills in pid and files. False, with the reason.
bool agon_process_spawn(agon_process *process, const agon_arguments *command,
                        const agon_limits *sandbox, int core, agon_error *error);

// Whether it has ended; waits for that at most so many microseconds.
bool agon_process_wait(agon_process *process, int64_t limit);

// Reads its standard error to the end, for at most so many microseconds.
void agon_process_drain_errors(agon_process *process, int64_t limit);

agon_channel_status agon_process_send(void *user, const char *line, size_t length, int64_t limit);
agon_channel_status agon_process_receive(void *user, int64_t limit, const char **line,
                                         size_t *length);
const char *agon_process_last_words(void *user);

#endif
