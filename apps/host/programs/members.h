// The processes that belong to a program, found in /proc.
#ifndef AGON_APPS_HOST_PROGRAMS_MEMBERS_H
#define AGON_APPS_HOST_PROGRAMS_MEMBERS_H

#include <stddef.h>
#include <sys/types.h>

// Is told of one process, and its state as /proc writes it: 'R' runs, 'T' is stopped, 'Z' has ended.
typedef void agon_member_visit(void *user, pid_t pid, char state);

// All processes in the process name space of `inner`, wherever they have gone inside. None, if that
// is our own.
void agon_members_inside(pid_t inner, agon_member_visit *visit, void *user);

// Without a name space: those of the session that `leader` leads, and all descendants of these. One
// that has left the session and lost its parents is not found.
void agon_members_below(pid_t leader, agon_member_visit *visit, void *user);

#endif
