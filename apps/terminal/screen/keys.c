// Single keys, and long texts page by page.
#define _GNU_SOURCE
#include "apps/terminal/screen/internal.h"

#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#define ESCAPE_WAIT 50 // milliseconds between the bytes of one key

// What follows an escape, and the key it is.
static const struct {
    const char *code;
    int key;
} sequences[] = {
    {"[A", AGON_KEY_UP},    {"[B", AGON_KEY_DOWN},     {"[C", AGON_KEY_RIGHT},
    {"[D", AGON_KEY_LEFT},  {"OA", AGON_KEY_UP},       {"OB", AGON_KEY_DOWN},
    {"OC", AGON_KEY_RIGHT}, {"OD", AGON_KEY_LEFT},     {"[H", AGON_KEY_HOME},
    {"[F", AGON_KEY_END},   {"OH", AGON_KEY_HOME},     {"OF", AGON_KEY_END},
    {"[1~", AGON_KEY_HOME}, {"[4~", AGON_KEY_END},     {"[7~", AGON_KEY_HOME},
    {"[8~", AGON_KEY_END},  {"[5~", AGON_KEY_PAGE_UP}, {"[6~", AGON_KEY_PAGE_DOWN},
};

static bool read_soon(char *byte) {
    return agon_terminal_wait(STDIN_FILENO, ESCAPE_WAIT) && !agon_terminal_wants_leave() &&
           read(STDIN_FILENO, byte, 1) == 1;
}

static int read_sequence(void) {
    char code[8] = "";
    for (size_t length = 0; length < sizeof code - 1 && read_soon(&code[length]);) {
        const char last = code[length++];
        if (length > 1 && (last == '~' || (last >= 'A' && last <= 'Z'))) {
            break;
        }
    }
    for (size_t i = 0; i < sizeof sequences / sizeof sequences[0]; i++) {
        if (strcmp(code, sequences[i].code) == 0) {
            return sequences[i].key;
        }
    }
    return code[0] ? AGON_KEY_NONE : 033;
}

static int read_key(int milliseconds) {
    char byte;
    if (!agon_terminal_wait(STDIN_FILENO, milliseconds)) {
        return AGON_KEY_NONE;
    }
    if (agon_terminal_wants_leave()) {
        return AGON_KEY_LEAVE;
    }
    const bool has_changed = agon_signal_take(AGON_SIGNAL_SIZE);
    if (agon_signal_take(AGON_SIGNAL_CONTINUE) || has_changed) {
        return AGON_KEY_NONE;
    }
    if (read(STDIN_FILENO, &byte, 1) != 1 || byte == 4) {
        return AGON_KEY_LEAVE;
    }
    return byte == 033 ? read_sequence() : (unsigned char)byte;
}

int agon_terminal_key(agon_terminal *terminal, int milliseconds) {
    if (!terminal->live) {
        char line[AGON_INPUT_MAX];
        const agon_input input = agon_terminal_ask(terminal, "", NULL, line);
        return input != AGON_INPUT_LINE ? AGON_KEY_LEAVE : line[0] ? (unsigned char)line[0] : '\n';
    }
    struct termios before;
    if (tcgetattr(STDIN_FILENO, &before) != 0) {
        return AGON_KEY_LEAVE;
    }
    struct termios raw = before;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    tcsetattr(STDIN_FILENO, TCSADRAIN, &raw);
    const int key = read_key(milliseconds);
    tcsetattr(STDIN_FILENO, TCSADRAIN, &before);
    agon_terminal_measure(terminal);
    return key;
}

static size_t line_count(const agon_text *text) {
    size_t count = 0;
    for (size_t i = 0; i < text->length; i++) {
        count += text->data[i] == '\n';
    }
    return count;
}

static const char *line_at(const agon_text *text, size_t number) {
    const char *at = text->data;
    for (size_t i = 0; i < number && *at; i++) {
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
    return at;
}

// Shows the lines from `first` on, as many as fit.
static void show_page(agon_terminal *terminal, const agon_text *text, size_t first, size_t room) {
    const char *begin = line_at(text, first);
    const char *end = line_at(text, first + room);
    agon_text page = {0};
    agon_text_add(&page, begin, (size_t)(end - begin));
    agon_terminal_show(terminal, &page);
    agon_text_free(&page);
}

// The first line of the page that a key leads to; SIZE_MAX: enough.
static size_t turn_page(int key, size_t first, size_t room, size_t count) {
    const size_t last = count > room ? count - room : 0;
    switch (key) {
    case AGON_KEY_UP:
        return first > 0 ? first - 1 : 0;
    case AGON_KEY_DOWN:
        return first < last ? first + 1 : last;
    case AGON_KEY_PAGE_UP:
    case AGON_KEY_LEFT:
    case 'b':
        return first > room ? first - room : 0;
    case AGON_KEY_HOME:
        return 0;
    case AGON_KEY_END:
        return last;
    case AGON_KEY_NONE:
        return first;
    case 'q':
    case 033:
        return SIZE_MAX;
    default:
        return first >= last ? SIZE_MAX : first + room < last ? first + room : last;
    }
}

bool agon_terminal_page(agon_terminal *terminal, const agon_text *text) {
    if (!terminal->live || text->length == 0 || text->failed) {
        agon_terminal_show(terminal, text);
        return true;
    }
    const size_t count = line_count(text);
    for (size_t first = 0; first != SIZE_MAX;) {
        const size_t room = terminal->height > 3 ? (size_t)terminal->height - 1 : 2;
        const bool is_last = first + room >= count;
        show_page(terminal, text, first, room);
        agon_terminal_note(terminal, is_last
                                         ? "Enter: back to the game"
                                         : "Enter: more   b: back a page   q: back to the game");
        const int key = agon_terminal_key(terminal, -1);
        if (key == AGON_KEY_LEAVE) {
            return false;
        }
        first = turn_page(key, first, room, count);
    }
    return true;
}
