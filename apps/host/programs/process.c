// A program's life, and its last words.
#define _GNU_SOURCE
#include "apps/host/programs/internal.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PATIENCE 500000 // for a program that is asked to end
#define MERCY 200000    // between SIGTERM and SIGKILL
#define CERTAIN 5000000 // after SIGKILL
#define LINGER 100000   // for what comes after the end of the output

static void shut(int *file) {
    if (*file >= 0) {
        close(*file);
    }
    *file = -1;
}

static void free_process(agon_process *process) {
    agon_watcher_close(process->watcher);
    agon_group_close(&process->group);
    agon_group_close(&process->shares);
    shut(&process->input);
    shut(&process->output);
    shut(&process->errors);
    shut(&process->info);
    free(process->buffer);
    free(process);
}

agon_process *agon_process_open(const char *command, const agon_limits *sandbox, int core,
                                agon_error *error) {
    agon_arguments words = {0};
    agon_process *process = calloc(1, sizeof *process);
    agon_arguments_split(&words, command);
    if (!process || words.failed || words.count == 0) {
        (void)agon_error_set(error, process ? AGON_BAD_CONFIG : AGON_NO_MEMORY, NULL,
                             process ? "there is no command to run" : "out of memory");
        free(process);
        agon_arguments_free(&words);
        return NULL;
    }
    process->group = process->shares = (agon_group){.processes = -1};
    process->input = process->output = process->errors = process->info = -1;
    process->channel = (agon_channel){.send = agon_process_send,
                                      .receive = agon_process_receive,
                                      .now = agon_process_now,
                                      .last_words = agon_process_last_words,
                                      .user = process};
    bool is_started = agon_process_spawn(process, &words, sandbox, core, error);
    agon_arguments_free(&words);
    if (!is_started) {
        free_process(process);
        return NULL;
    }
    return process;
}

const agon_channel *agon_process_channel(agon_process *process) {
    return &process->channel;
}

bool agon_process_wait(agon_process *process, int64_t limit) {
    const struct timespec nap = {.tv_nsec = 1000000};
    int64_t end = agon_process_now(NULL) + limit;
    while (!process->has_ended) {
        pid_t found = waitpid(process->pid, &process->status, WNOHANG);
        process->has_ended = found == process->pid || (found < 0 && errno != EINTR);
        if (!process->has_ended) {
            if (agon_process_now(NULL) >= end) {
                return false;
            }
            nanosleep(&nap, NULL);
        }
    }
    return true;
}

// Ends everything. In the sandbox, the first process inside takes all others with it, and
// bubblewrap ends when it is gone.
static void end_process(agon_process *process) {
    agon_watcher_close(process->watcher); // before a process id can belong to somebody else
    process->watcher = NULL;
    if (process->inner > 0 && !process->has_ended) {
        kill(process->inner, SIGKILL);
        if (agon_process_wait(process, CERTAIN)) {
            return;
        }
    } else if (!process->has_ended) {
        kill(-process->pid, SIGTERM);
        agon_process_wait(process, MERCY);
    }
    kill(-process->pid, SIGKILL); // also what is left of the group of one that has ended
    agon_process_wait(process, CERTAIN);
}

void agon_process_close(agon_process *process, bool patient) {
    if (!process) {
        return;
    }
    shut(&process->input);
    agon_process_let_go(process); // so that it can end by itself, and be seen to
    agon_process_wait(process, patient ? PATIENCE : 0);
    end_process(process);
    free_process(process);
}

// ---------------------------------------------------------------------------------------------
// Last words

// How it ended, in words.
static int describe_end(const agon_process *process, char *text, size_t size) {
    if (!process->has_ended) {
        return snprintf(text, size, "the program has closed its output");
    }
    if (WIFSIGNALED(process->status)) {
        int number = WTERMSIG(process->status);
        return snprintf(text, size, "the program was ended by signal %d (%s)", number,
                        sigabbrev_np(number) ? sigabbrev_np(number) : "?");
    }
    return snprintf(text, size, "the program has ended with status %d",
                    WEXITSTATUS(process->status));
}

// The last line of what it has said on standard error, without what a terminal might act on.
static void add_last_line(const agon_process *process, char *text, size_t size) {
    size_t end = process->error_tail_length;
    while (end > 0 && (unsigned char)process->error_tail[end - 1] <= ' ') {
        end--;
    }
    size_t begin = end;
    while (begin > 0 && process->error_tail[begin - 1] != '\n') {
        begin--;
    }
    size_t length = strlen(text);
    if (begin < end && length + 4 < size) {
        length += (size_t)snprintf(text + length, size - length, "; it said: ");
    }
    for (size_t i = begin; i < end && length + 1 < size; i++) {
        unsigned char c = (unsigned char)process->error_tail[i];
        text[length++] = c < ' ' || c >= 0x7f ? '?' : (char)c;
    }
    text[length < size ? length : size - 1] = '\0';
}

const char *agon_process_last_words(void *user) {
    agon_process *process = user;
    bool is_in_a_line = process->end > process->begin;
    // Its end and its last words may arrive a little after the end of its output.
    agon_process_wait(process, LINGER);
    agon_process_drain_errors(process, LINGER);
    int written = describe_end(process, process->last_words, sizeof process->last_words);
    if (is_in_a_line && written > 0) {
        snprintf(process->last_words + written, sizeof process->last_words - (size_t)written,
                 " in the middle of a line");
    }
    add_last_line(process, process->last_words, sizeof process->last_words);
    return process->last_words;
}

agon_status agon_sandbox_probe(agon_error *error) {
    const agon_limits limits = agon_limits_default();
    agon_error reason = {0};
    agon_process *process = agon_process_open("true", &limits, 0, &reason);
    bool works = false;
    if (process) {
        works = agon_process_wait(process, CERTAIN) && process->status == 0;
        snprintf(reason.message, sizeof reason.message, "%.190s", agon_process_last_words(process));
    }
    agon_process_close(process, false);
    return works ? AGON_OK
                 : agon_error_set(error, AGON_BAD_CONFIG, NULL,
                                  "there is no sandbox here, bubblewrap is needed: %.120s",
                                  reason.message);
}
