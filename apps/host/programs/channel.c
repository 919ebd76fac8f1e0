// Lines through pipes, with deadlines.
#define _GNU_SOURCE
#include "apps/host/programs/internal.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define CHUNK 65536u

int64_t agon_process_now(void *unused) {
    (void)unused;
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

static int64_t end_of(int64_t limit) {
    return limit == AGON_NO_LIMIT ? AGON_NO_LIMIT : agon_process_now(NULL) + limit;
}

static void shut(int *file) {
    if (*file >= 0) {
        close(*file);
    }
    *file = -1;
}

// Makes room after `end`. False if there is none to be had.
static bool make_room(agon_process *process) {
    if (process->begin > 0) {
        memmove(process->buffer, process->buffer + process->begin, process->end - process->begin);
        process->end -= process->begin;
        process->searched -= process->begin;
        process->begin = 0;
    }
    if (process->capacity - process->end >= CHUNK) {
        return true;
    }
    char *buffer = realloc(process->buffer, process->capacity + 2 * CHUNK);
    if (!buffer) {
        return false;
    }
    process->buffer = buffer;
    process->capacity += 2 * CHUNK;
    return true;
}

// Reads what there is of its output, up to one chunk.
static void read_output(agon_process *process) {
    if (!make_room(process)) {
        shut(&process->output);
        return;
    }
    ssize_t got = read(process->output, process->buffer + process->end, CHUNK);
    if (got > 0) {
        process->end += (size_t)got;
    } else if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
        shut(&process->output);
    }
}

// Reads what there is of its standard error, and keeps the end.
static void read_errors(agon_process *process) {
    char chunk[4096];
    ssize_t got = read(process->errors, chunk, sizeof chunk);
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) {
        shut(&process->errors);
    }
    for (ssize_t i = 0; i < got; i++) {
        if (process->error_tail_length == sizeof process->error_tail) {
            memmove(process->error_tail, process->error_tail + 1, --process->error_tail_length);
        }
        process->error_tail[process->error_tail_length++] = chunk[i];
    }
}

// Waits until something can be read, or written if `wants_room`. False when the time is up.
static bool wait_for(agon_process *process, bool wants_room, bool wants_output, int64_t end) {
    struct pollfd files[3] = {
        {.fd = wants_output ? process->output : -1, .events = POLLIN},
        {.fd = process->errors, .events = POLLIN},
        {.fd = wants_room ? process->input : -1, .events = POLLOUT},
    };
    struct timespec time = {0};
    if (end != AGON_NO_LIMIT) {
        int64_t left = end - agon_process_now(NULL);
        if (left <= 0) {
            return false;
        }
        time.tv_sec = (time_t)(left / 1000000);
        time.tv_nsec = (long)(left % 1000000 * 1000);
    }
    if (ppoll(files, 3, end == AGON_NO_LIMIT ? NULL : &time, NULL) < 0) {
        return errno == EINTR;
    }
    if (files[0].revents) {
        read_output(process);
    }
    if (files[1].revents) {
        read_errors(process);
    }
    return true;
}

void agon_process_drain_errors(agon_process *process, int64_t limit) {
    int64_t end = end_of(limit);
    while (process->errors >= 0 && wait_for(process, false, false, end)) {}
}

// Whether there is room for more of its output. One that talks without being asked is left to wait.
static bool can_read_more(const agon_process *process) {
    return process->output >= 0 && process->end - process->begin <= AGON_PROTOCOL_LINE_MAX;
}

agon_channel_status agon_process_send(void *user, const char *line, size_t length, int64_t limit) {
    agon_process *process = user;
    int64_t end = end_of(limit);
    while (length > 0) {
        ssize_t sent = write(process->input, line, length);
        if (sent > 0) {
            line += sent;
            length -= (size_t)sent;
        } else if (sent < 0 && errno != EAGAIN && errno != EINTR) {
            return AGON_CHANNEL_CLOSED;
        } else if (!wait_for(process, true, can_read_more(process), end)) {
            return AGON_CHANNEL_TIMEOUT;
        }
    }
    return AGON_CHANNEL_LINE;
}

bool agon_process_is_idle(agon_process *process) {
    struct pollfd output = {.fd = process->output, .events = POLLIN};
    const bool is_silent = process->output >= 0 && process->begin == process->end &&
                           !process->is_skipping && poll(&output, 1, 0) == 0;
    return is_silent && !agon_process_wait(process, 0);
}

// Takes a line out of the buffer, if a whole one is there.
static bool take_line(agon_process *process, const char **line, size_t *length) {
    char *start = process->buffer + process->begin;
    size_t unsearched = process->end - process->searched;
    char *found = unsearched ? memchr(process->buffer + process->searched, '\n', unsearched) : NULL;
    if (!found) {
        process->searched = process->end;
        return false;
    }
    *line = start;
    *length = (size_t)(found - start);
    process->begin = process->searched = (size_t)(found - process->buffer) + 1;
    return true;
}

// Throws away what is there of a line that is too long.
static void skip(agon_process *process) {
    const char *line;
    size_t length;
    if (process->is_skipping) {
        process->is_skipping = !take_line(process, &line, &length);
        if (process->is_skipping) {
            process->begin = process->end = process->searched = 0;
        }
    }
}

agon_channel_status agon_process_receive(void *user, int64_t limit, const char **line,
                                         size_t *length) {
    agon_process *process = user;
    int64_t end = end_of(limit);
    for (;;) {
        skip(process);
        if (!process->is_skipping && take_line(process, line, length)) {
            return *length <= AGON_PROTOCOL_LINE_MAX ? AGON_CHANNEL_LINE : AGON_CHANNEL_TOO_LONG;
        }
        if (process->end - process->begin > AGON_PROTOCOL_LINE_MAX) {
            process->is_skipping = true;
            return AGON_CHANNEL_TOO_LONG;
        }
        if (process->output < 0) {
            return AGON_CHANNEL_CLOSED;
        }
        if (!wait_for(process, false, true, end)) {
            return AGON_CHANNEL_TIMEOUT;
        }
    }
}
