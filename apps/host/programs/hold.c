// Holding a program while nobody asks it, so that it cannot think in the other's time.
//
// Where its control group is one of version 2 the group is frozen. Otherwise its processes get
// SIGSTOP, found one by one: in the sandbox all in there, without it its session and descendants.
// The freezer of version 1 would not do: what it holds cannot be killed, and would stay behind for
// good if we were.
#define _GNU_SOURCE
#include "apps/host/programs/internal.h"
#include "apps/host/programs/members.h"

#include <signal.h>
#include <time.h>

#define PASSES 100 // over all processes, until each of them has been seen to stand still

static void visit_members(const agon_process *process, agon_member_visit *visit, void *user) {
    if (process->inner > 0) {
        agon_members_inside(process->inner, visit, user);
    } else {
        agon_members_below(process->pid, visit, user);
    }
}

static void stop_one(void *user, pid_t pid, char state) {
    size_t *running = user;
    if (state != 'T' && state != 'Z' && state != 'X') {
        kill(pid, SIGSTOP);
        (*running)++;
    }
}

static void continue_one(void *user, pid_t pid, char state) {
    (void)user;
    (void)state;
    kill(pid, SIGCONT);
}

// What has been sent SIGSTOP makes no more processes, but may have made one since we looked.
static void stop_all(const agon_process *process) {
    const struct timespec nap = {.tv_nsec = 200000};
    for (int pass = 0; pass < PASSES; pass++) {
        size_t running = 0;
        visit_members(process, stop_one, &running);
        if (running == 0) {
            return;
        }
        nanosleep(&nap, NULL);
    }
}

void agon_process_hold(agon_process *process) {
    if (process->is_held || agon_process_wait(process, 0)) {
        return; // one that has ended has no process id any more
    }
    process->is_held = true;
    if (!agon_group_freeze(&process->group, true)) {
        stop_all(process);
    }
}

void agon_process_let_go(agon_process *process) {
    if (!process->is_held) {
        return;
    }
    process->is_held = false;
    if (!agon_group_freeze(&process->group, false) && !agon_process_wait(process, 0)) {
        visit_members(process, continue_one, NULL);
    }
}
