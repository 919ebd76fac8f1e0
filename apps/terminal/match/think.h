// Thinking beside the screen: a bot works in a thread, the terminal stays awake.
#ifndef AGON_APPS_TERMINAL_MATCH_THINK_H
#define AGON_APPS_TERMINAL_MATCH_THINK_H

#include "apps/terminal/screen/terminal.h"

#include <stdatomic.h>

typedef struct agon_think_task {
    // What is to be done; it should look at `stop` now and then, and end early if it is set.
    void (*work)(void *user, const atomic_bool *stop);
    void *user;
    const char *who; // "greedy", for "greedy is thinking"
    // Called once when it takes long enough to be noticed, and when the window has changed. May be
    // NULL.
    void (*draw)(void *user);
    void *draw_user;
} agon_think_task;

typedef enum agon_think_end {
    AGON_THINK_DONE,
    AGON_THINK_STOPPED,  // one wants to leave; the work has ended early, its result does not count
    AGON_THINK_ABANDONED // likewise, but the work goes on: nothing of it may be freed
} agon_think_end;

// Does the work, and shows for how long. AGON_NO_MEMORY as a status cannot happen: without a
// thread the work is done right here.
agon_think_end agon_think(agon_terminal *terminal, const agon_think_task *thinking);

#endif
