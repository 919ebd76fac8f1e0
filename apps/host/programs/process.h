// A program that plays: started, spoken to through pipes, ended for sure.
//
//     agon_process *process = agon_process_open("./mybot.py", NULL, 0, &error);
//     agon_program program = {.channel = agon_process_channel(process), …};
//     …
//     agon_process_close(process, true);
//
// Its standard error is read and forgotten but for the end, which is shown when it dies. Ending a
// program ends its process group; in the sandbox it ends everything that it ever started, wherever
// that has gone.
#ifndef AGON_APPS_HOST_PROGRAMS_PROCESS_H
#define AGON_APPS_HOST_PROGRAMS_PROCESS_H

#include "apps/host/programs/sandbox.h"

#include "agon/protocol.h"

typedef struct agon_process agon_process;

// Starts a command: words separated by spaces, without quoting. With limits it runs in the sandbox,
// without them it does not. `core` is the processor core that it gets (agon_cores_bind), 0: all. NULL,
// with the reason, if it cannot be run. The caller's to close. Programs die with the thread that
// started them.
agon_process *agon_process_open(const char *command, const agon_limits *sandbox, int core,
                                agon_error *error);

const agon_channel *agon_process_channel(agon_process *process);

// Microseconds of a clock that runs steadily.
int64_t agon_process_now(void *unused);

// Whether the program is there and has nothing to say: it can be given another match.
bool agon_process_is_idle(agon_process *process);

// Stops all its processes, until it is let go or closed. Neither does anything twice.
void agon_process_hold(agon_process *process);
void agon_process_let_go(agon_process *process);

// Ends the program and frees everything. A patient caller gives it half a second to end by itself
// after the end of its input.
void agon_process_close(agon_process *process, bool patient);

#endif
