// Counting a bot's memory where there are no control groups (group.h): several times a second the
// memory of all its processes is added up, what they share and memory files included, and a bot that
// has too much is ended.
#ifndef AGON_APPS_HOST_PROGRAMS_WATCHER_H
#define AGON_APPS_HOST_PROGRAMS_WATCHER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

// Bytes of memory of all processes in the process name space of `inner`: their shares (Pss), and
// their memory files. Files that are mapped count twice, on the safe side.
uint64_t agon_watcher_count(pid_t inner);

typedef struct agon_watcher agon_watcher;

// Watches from a thread of its own, until it is closed. NULL if that is not possible.
agon_watcher *agon_watcher_open(pid_t inner, uint64_t memory);
void agon_watcher_close(agon_watcher *watcher);

#endif
