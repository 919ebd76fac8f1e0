// Screens out, plain lines in.
#define _GNU_SOURCE
#include "apps/terminal/screen/internal.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static bool has_value(const char *name) {
    const char *value = getenv(name);
    return value && value[0];
}

// A terminal that understands cursor movements. Of dumb ones nothing is expected.
static bool is_capable(void) {
    const char *kind = getenv("TERM");
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && kind && kind[0] &&
           strcmp(kind, "dumb") != 0;
}

void agon_terminal_measure(agon_terminal *terminal) {
    struct winsize size = {0};
    const bool is_known = terminal->live && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0;
    terminal->width = is_known && size.ws_col > 0 ? size.ws_col : AGON_SCREEN_WIDTH;
    terminal->height = is_known && size.ws_row > 0 ? size.ws_row : AGON_SCREEN_HEIGHT;
}

agon_status agon_terminal_open(agon_terminal *terminal) {
    *terminal = (agon_terminal){.live = is_capable()};
    setlocale(LC_CTYPE, "");
    terminal->colour = terminal->live && !has_value("NO_COLOR");
    terminal->unicode = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    agon_terminal_measure(terminal);
    if (!agon_signals_open()) {
        return AGON_NO_MEMORY;
    }
    if (terminal->live) {
        terminal->editor = agon_editor_open(terminal);
        return terminal->editor ? AGON_OK : AGON_NO_MEMORY;
    }
    terminal->pending = malloc(AGON_INPUT_MAX);
    return terminal->pending ? AGON_OK : AGON_NO_MEMORY;
}

void agon_terminal_close(agon_terminal *terminal) {
    agon_editor_close(terminal->editor);
    agon_signals_close();
    free(terminal->pending);
    *terminal = (agon_terminal){0};
}

agon_pen agon_terminal_pen(const agon_terminal *terminal, agon_text *text) {
    return (agon_pen){.text = text,
                      .colour = terminal->colour,
                      .unicode = terminal->unicode,
                      .width = terminal->width};
}

// Where the last lines of a text begin, as many as fit above the prompt.
static const char *fitting(const agon_terminal *terminal, const agon_text *text) {
    int lines = 0;
    for (const char *at = text->data + text->length; at > text->data; at--) {
        if (at[-1] == '\n' && lines++ == terminal->height - 1) {
            return at;
        }
    }
    return text->data;
}

static void replace_screen(agon_terminal *terminal, const agon_text *text) {
    if (!terminal->has_drawn) {
        // What is on the screen moves up instead of being lost.
        for (int i = 0; i < terminal->height; i++) {
            putchar('\n');
        }
    }
    terminal->has_drawn = true;
    fputs("\033[H", stdout);
    for (const char *at = fitting(terminal, text); *at;) {
        const size_t size = strcspn(at, "\n");
        fwrite(at, 1, size, stdout);
        fputs("\033[K\r\n", stdout);
        at += size + (at[size] == '\n');
    }
    fputs("\033[J", stdout);
}

void agon_terminal_show(agon_terminal *terminal, const agon_text *text) {
    if (text->failed) {
        fputs("out of memory\r\n", stdout);
    } else if (terminal->live && text->length > 0) {
        replace_screen(terminal, text);
    } else if (text->length > 0) {
        fputc('\n', stdout);
        fwrite(text->data, 1, text->length, stdout);
    }
    fflush(stdout);
}

void agon_terminal_note(agon_terminal *terminal, const char *note) {
    if (!terminal->live) {
        return;
    }
    agon_text text = {0};
    agon_pen pen = agon_terminal_pen(terminal, &text);
    pen.width--; // a full line would let the cursor go to the next one
    agon_pen_put(&pen, AGON_INK_DIM, "%s", note ? note : "");
    printf("\r%s\033[K%s", text.data ? text.data : "", note ? "" : "\r");
    fflush(stdout);
    agon_text_free(&text);
}

void agon_terminal_cover(agon_terminal *terminal) {
    if (terminal->live) {
        // Also what can be scrolled back to.
        fputs("\033[H\033[2J\033[3J", stdout);
    } else if (isatty(STDOUT_FILENO)) {
        for (int i = 0; i < 100; i++) {
            putchar('\n');
        }
    }
    fflush(stdout);
}

// ---------------------------------------------------------------------------------------------
// Plain lines

// Reads some more. False: there is nothing more, or one wants to leave.
static bool read_more(agon_terminal *terminal) {
    agon_terminal_wait(STDIN_FILENO, -1);
    if (agon_terminal_wants_leave()) {
        return false;
    }
    agon_signal_take(AGON_SIGNAL_SIZE);
    agon_signal_take(AGON_SIGNAL_CONTINUE);
    const size_t room = AGON_INPUT_MAX - terminal->pending_length;
    const ssize_t size = read(STDIN_FILENO, terminal->pending + terminal->pending_length, room);
    if (size <= 0) {
        const bool is_early = size < 0 && (errno == EINTR || errno == EAGAIN);
        terminal->has_ended = !is_early;
        return is_early;
    }
    terminal->pending_length += (size_t)size;
    return true;
}

// Takes a line of `size` bytes, and its end, off what is pending.
static agon_input take_line(agon_terminal *terminal, size_t size, char *line) {
    const size_t end = size < terminal->pending_length ? size + 1 : size;
    const size_t length = size < AGON_INPUT_MAX ? size : AGON_INPUT_MAX - 1;
    memcpy(line, terminal->pending, length);
    line[length] = '\0';
    terminal->pending_length -= end;
    memmove(terminal->pending, terminal->pending + end, terminal->pending_length);
    return AGON_INPUT_LINE;
}

static agon_input read_plain(agon_terminal *terminal, char *line) {
    for (bool is_skipping = false;;) {
        const char *end = memchr(terminal->pending, '\n', terminal->pending_length);
        const bool is_full = terminal->pending_length == AGON_INPUT_MAX;
        if (end && !is_skipping) {
            return take_line(terminal, (size_t)(end - terminal->pending), line);
        }
        if (end || is_full) {
            // Far too long: its beginning is a line, the rest goes away with its end.
            if (!is_skipping) {
                memcpy(line, terminal->pending, AGON_INPUT_MAX - 1);
                line[AGON_INPUT_MAX - 1] = '\0';
            }
            const size_t gone = end ? (size_t)(end - terminal->pending) + 1 : AGON_INPUT_MAX;
            terminal->pending_length -= gone;
            memmove(terminal->pending, terminal->pending + gone, terminal->pending_length);
            if (end) {
                return AGON_INPUT_LINE;
            }
            is_skipping = true;
        }
        if (!read_more(terminal)) {
            const bool has_rest = terminal->has_ended && (is_skipping || terminal->pending_length);
            if (has_rest && !is_skipping) {
                return take_line(terminal, terminal->pending_length, line);
            }
            terminal->pending_length = 0;
            return has_rest ? AGON_INPUT_LINE : AGON_INPUT_LEAVE;
        }
    }
}

// What comes in from a file is not seen by itself.
static void echo(const agon_terminal *terminal, const char *line) {
    agon_text text = {0};
    agon_pen pen = agon_terminal_pen(terminal, &text);
    pen.width = 0;
    agon_pen_put(&pen, AGON_INK_PLAIN, "%s", line);
    agon_pen_end(&pen);
    fputs(text.data ? text.data : "\n", stdout);
    fflush(stdout);
    agon_text_free(&text);
}

agon_input agon_terminal_ask(agon_terminal *terminal, const char *prompt, const agon_asker *asker,
                             char line[AGON_INPUT_MAX]) {
    line[0] = '\0';
    if (terminal->editor) {
        return agon_editor_ask(terminal->editor, prompt, asker, line);
    }
    fputs(prompt, stdout);
    fflush(stdout);
    const agon_input input = terminal->has_ended ? AGON_INPUT_LEAVE : read_plain(terminal, line);
    if (!isatty(STDIN_FILENO) || input == AGON_INPUT_LEAVE) {
        echo(terminal, input == AGON_INPUT_LINE ? line : "");
    }
    return input;
}
