// Thinking beside the screen.
#define _GNU_SOURCE
#include "apps/terminal/match/think.h"

#include "apps/host/programs/process.h"
#include "apps/terminal/screen/internal.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define NOTICED 150000 // microseconds before a word is said about it
#define TICK 100       // milliseconds between two looks at the clock
#define PATIENCE 1500  // milliseconds for a stopped bot to come to its end

// Shared by both threads; the last one frees it. If the thread is abandoned, it never ends for us.
typedef struct job {
    agon_think_task thinking;
    atomic_bool stop;
    int done[2]; // a pipe: the thread closes its end
} job;

static void *run(void *user) {
    job *work = user;
    work->thinking.work(work->thinking.user, &work->stop);
    close(work->done[1]);
    return NULL;
}

// The thread must not take the signals that the terminal waits for.
static bool start(job *work, pthread_t *thread) {
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const bool is_started = pthread_create(thread, NULL, run, work) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return is_started;
}

static void tell_time(agon_terminal *terminal, const job *work, int64_t begin) {
    char note[160];
    const double seconds = (double)(agon_process_now(NULL) - begin) / 1000000;
    snprintf(note, sizeof note, "%s is thinking%s %.1f s", work->thinking.who,
             terminal->unicode ? "…" : "...", seconds);
    agon_terminal_note(terminal, note);
}

static void draw(agon_terminal *terminal, const job *work) {
    agon_terminal_measure(terminal);
    if (work->thinking.draw && terminal->live) {
        work->thinking.draw(work->thinking.draw_user);
    }
}

// Whether the thread's end of the pipe is closed.
static bool has_ended(const job *work) {
    char byte;
    return read(work->done[0], &byte, 1) == 0;
}

// Waits for the end, telling the time. False: one wants to leave.
static bool watch(agon_terminal *terminal, job *work) {
    const int64_t begin = agon_process_now(NULL);
    bool is_noticed = false;
    while (!has_ended(work)) {
        if (agon_terminal_wants_leave()) {
            return false;
        }
        const bool has_changed = agon_signal_take(AGON_SIGNAL_SIZE);
        agon_signal_take(AGON_SIGNAL_CONTINUE);
        if (agon_process_now(NULL) - begin > NOTICED) {
            if (!is_noticed || has_changed) {
                draw(terminal, work);
            }
            is_noticed = true;
            tell_time(terminal, work, begin);
        }
        agon_terminal_wait(work->done[0], TICK);
    }
    if (is_noticed) {
        agon_terminal_note(terminal, NULL);
    }
    return true;
}

static agon_think_end break_off(job *work) {
    atomic_store(&work->stop, true);
    for (int waited = 0; waited < PATIENCE; waited += 50) {
        if (has_ended(work)) {
            return AGON_THINK_STOPPED;
        }
        usleep(50000);
    }
    return AGON_THINK_ABANDONED;
}

static agon_think_end finish(job *work, pthread_t thread, agon_think_end end) {
    if (end == AGON_THINK_ABANDONED) {
        pthread_detach(thread);
        return end;
    }
    pthread_join(thread, NULL);
    close(work->done[0]);
    free(work);
    return end;
}

agon_think_end agon_think(agon_terminal *terminal, const agon_think_task *thinking) {
    static const atomic_bool never = false;
    pthread_t thread;
    job *work = calloc(1, sizeof *work);
    if (!work || pipe2(work->done, O_CLOEXEC | O_NONBLOCK) != 0) {
        free(work);
        thinking->work(thinking->user, &never);
        return AGON_THINK_DONE;
    }
    work->thinking = *thinking;
    if (!start(work, &thread)) {
        close(work->done[0]);
        close(work->done[1]);
        free(work);
        thinking->work(thinking->user, &never);
        return AGON_THINK_DONE;
    }
    const bool is_done = watch(terminal, work);
    return finish(work, thread, is_done ? AGON_THINK_DONE : break_off(work));
}
