// The sandbox: bubblewrap around a bot.
//
// Inside there are no network, no files but the system's programs, the files that the command
// names and a small private /tmp, no processes but its own; memory, processes and files are
// limited. docs/bot-protocol.md says it all. Where bubblewrap is missing or does not work, there is
// no sandbox, and asking for one is an error.
#ifndef AGON_APPS_HOST_PROGRAMS_SANDBOX_H
#define AGON_APPS_HOST_PROGRAMS_SANDBOX_H

#include "apps/host/arguments.h"

#include "agon/status.h"

#include <stdint.h>
#include <sys/types.h>

typedef struct agon_limits {
    uint64_t memory;    // bytes of writable memory of one process
    uint64_t whole;     // bytes of memory of all its processes together
    uint64_t address;   // bytes of address space of one process
    uint64_t processes; // threads count too
    uint64_t file_size; // bytes of a file it writes
    uint64_t open_files;
    uint64_t scratch; // bytes in its /tmp
} agon_limits;

agon_limits agon_limits_default(void);

// Files that bubblewrap is given by their numbers; −1: none.
typedef struct agon_sandbox_files {
    int info;   // it writes its child's process id there
    int filter; // it reads the filter of system calls
} agon_sandbox_files;

// Adds the words that run `command` inside the sandbox.
void agon_sandbox_wrap(agon_arguments *words, const agon_arguments *command,
                       const agon_limits *limits, const agon_sandbox_files *files);

// The filter of system calls in a file, for agon_sandbox_files; the caller's to close. A bot that is
// pinned to a core cannot choose another. −1, with errno, if it cannot be made.
int agon_sandbox_filter(bool is_pinned);

// Runs a program that does nothing in the sandbox. AGON_OK if that worked; otherwise `error` says
// what is missing.
agon_status agon_sandbox_probe(agon_error *error);

// Root is not bound by the limit of processes, and owns the system's files. So if this program
// runs as root, the sandbox gets a user name space in which another user exists, whom the bot
// becomes. The child calls `enter`, which waits until the parent has called `admit`.
typedef struct agon_user_namespace {
    int pipes[2][2]; // child to parent, parent to child
    bool is_needed;
} agon_user_namespace;

bool agon_user_namespace_open(agon_user_namespace *userns);
bool agon_user_namespace_enter(const agon_user_namespace *userns);
bool agon_user_namespace_admit(agon_user_namespace *userns, pid_t child);
void agon_user_namespace_close(agon_user_namespace *userns);

#endif
