// Signals become flags and a byte in a pipe, so that waiting for input is waiting for them too.
#define _GNU_SOURCE
#include "apps/terminal/screen/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

// There is one set of signals for a program: these cannot but be global.
static volatile sig_atomic_t flags[AGON_SIGNALS];
static int wake[2] = {-1, -1};
static struct sigaction before[AGON_SIGNALS];

static const int numbers[AGON_SIGNALS] = {
    [AGON_SIGNAL_INTERRUPT] = SIGINT, [AGON_SIGNAL_END] = SIGTERM,
    [AGON_SIGNAL_HANG_UP] = SIGHUP,   [AGON_SIGNAL_SIZE] = SIGWINCH,
    [AGON_SIGNAL_CONTINUE] = SIGCONT,
};

static void handle(int number) {
    const int error = errno;
    for (int i = 0; i < AGON_SIGNALS; i++) {
        if (numbers[i] == number) {
            flags[i] = 1;
        }
    }
    if (write(wake[1], "", 1) < 0) {
        // The pipe is full: whoever waits will wake up anyway.
    }
    errno = error;
}

bool agon_signals_open(void) {
    if (pipe2(wake, O_CLOEXEC | O_NONBLOCK) != 0) {
        return false;
    }
    struct sigaction action = {.sa_handler = handle};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < AGON_SIGNALS; i++) {
        flags[i] = 0;
        sigaction(numbers[i], &action, &before[i]);
    }
    return true;
}

void agon_signals_close(void) {
    if (wake[0] < 0) {
        return;
    }
    for (int i = 0; i < AGON_SIGNALS; i++) {
        sigaction(numbers[i], &before[i], NULL);
    }
    close(wake[0]);
    close(wake[1]);
    wake[0] = wake[1] = -1;
}

bool agon_signal_take(agon_signal which) {
    const bool has_come = flags[which];
    flags[which] = 0;
    return has_come;
}

bool agon_terminal_wants_leave(void) {
    return flags[AGON_SIGNAL_INTERRUPT] || flags[AGON_SIGNAL_END] || flags[AGON_SIGNAL_HANG_UP];
}

void agon_terminal_take_interrupt(void) {
    flags[AGON_SIGNAL_INTERRUPT] = 0;
}

static bool has_signal(void) {
    bool has_come = false;
    for (int i = 0; i < AGON_SIGNALS; i++) {
        has_come |= flags[i] != 0;
    }
    return has_come;
}

bool agon_terminal_wait(int file, int milliseconds) {
    struct pollfd files[2] = {{.fd = wake[0], .events = POLLIN}, {.fd = file, .events = POLLIN}};
    if (has_signal()) {
        return true;
    }
    const int count = poll(files, file < 0 ? 1 : 2, milliseconds);
    char bytes[64];
    while (read(wake[0], bytes, sizeof bytes) > 0) {
        // Emptied: the flags say what it was.
    }
    return count != 0;
}
