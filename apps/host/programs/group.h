// A bot's control group: a bound on the memory of all its processes together, the same share of the
// processor as every other bot has, and a way to freeze it.
//
// A limit of a process is no limit of a bot, which may have sixty-four of them, and says nothing of
// memory that they share. Control groups count all of it. Where this program may make them they are
// used: version 2 where the memory controller is handed down to us, else the controllers of version
// 1. Where it may not, agon_watcher counts instead.
#ifndef AGON_APPS_HOST_PROGRAMS_GROUP_H
#define AGON_APPS_HOST_PROGRAMS_GROUP_H

#include <stdbool.h>
#include <stdint.h>

#define AGON_GROUP_PATH 512

typedef struct agon_group {
    char path[AGON_GROUP_PATH]; // of its directory; "": there is no group
    bool is_2;                  // of version 2
    int processes;              // its cgroup.procs, for agon_group_enter; −1: none
} agon_group;

// Where groups are: /sys/fs/cgroup, or what AGON_CGROUPS says.
const char *agon_group_root(void);

// Makes a group below our own with so many bytes of memory. `root` is where the controllers are
// mounted, `own` the text of /proc/self/cgroup. False: it cannot be done here.
bool agon_group_make(agon_group *group, const char *root, const char *own, uint64_t memory);

// Version 1 has another hierarchy for the processor: makes a group there. False: it cannot be done
// here; with version 2 the one group does it all.
bool agon_group_make_shares(agon_group *group, const char *root, const char *own);

// Both, here.
void agon_group_open(agon_group *group, agon_group *shares, uint64_t memory);

// Puts the calling process into the group. Safe between fork and exec.
bool agon_group_enter(const agon_group *group);

// Freezes all processes in the group, or lets them go on. They can be killed all the same. False: the
// group cannot do that (version 1, old kernels), or there is none.
bool agon_group_freeze(const agon_group *group, bool is_frozen);

// Removes the group, once its processes have ended.
void agon_group_close(agon_group *group);

#endif
