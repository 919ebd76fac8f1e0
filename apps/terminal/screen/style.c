// Styled text for screens.
#define _POSIX_C_SOURCE 200809L
#include "apps/terminal/screen/style.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// Sixteen colours only: they follow the terminal's palette, and work over any connection.
static const char *const codes[AGON_INK_COUNT] = {
    [AGON_INK_PLAIN] = "",
    [AGON_INK_BOLD] = "\033[1m",
    [AGON_INK_DIM] = "\033[2m",
    [AGON_INK_MINE] = "\033[1;32m",
    [AGON_INK_NEUTRAL] = "\033[33m",
    [AGON_INK_GOOD] = "\033[32m",
    [AGON_INK_BAD] = "\033[31m",
    [AGON_INK_THEIRS] = "\033[1;31m",
    [AGON_INK_THEIRS + 1] = "\033[1;33m",
    [AGON_INK_THEIRS + 2] = "\033[1;35m",
    [AGON_INK_THEIRS + 3] = "\033[1;36m",
    [AGON_INK_THEIRS + 4] = "\033[1;34m",
    [AGON_INK_THEIRS + 5] = "\033[33m",
    [AGON_INK_THEIRS + 6] = "\033[35m",
};

// The code point of a character of `size` bytes.
static uint32_t code_point(const unsigned char *at, size_t size) {
    static const unsigned char masks[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    uint32_t code = at[0] & masks[size];
    for (size_t i = 1; i < size; i++) {
        code = code << 6 | (at[i] & 0x3fu);
    }
    return code;
}

typedef struct range {
    uint32_t first, last;
} range;

static bool is_in(const range *ranges, size_t count, uint32_t code) {
    for (size_t i = 0; i < count; i++) {
        if (code >= ranges[i].first && code <= ranges[i].last) {
            return true;
        }
    }
    return false;
}

// What a terminal obeys instead of showing it: control characters, and those that turn the direction
// of writing or hide.
static bool is_obeyed(uint32_t code) {
    static const range ranges[] = {{0, 0x1f},         {0x7f, 0x9f},     {0x200b, 0x200f},
                                   {0x2028, 0x202e},  {0x2060, 0x206f}, {0xfeff, 0xfeff},
                                   {0xe0000, 0xe0fff}};
    return is_in(ranges, sizeof ranges / sizeof ranges[0], code);
}

// Columns that a terminal gives a character: none for marks on the one before it, two for those of
// East Asian scripts and for pictures.
static int columns_of(uint32_t code) {
    static const range marks[] = {{0x300, 0x36f},   {0x483, 0x489},   {0x591, 0x5bd},
                                  {0x64b, 0x65f},   {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff},
                                  {0x20d0, 0x20ff}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}};
    static const range wide[] = {{0x1100, 0x115f},   {0x2e80, 0x303e},   {0x3041, 0xa4cf},
                                 {0xa960, 0xa97f},   {0xac00, 0xd7a3},   {0xf900, 0xfaff},
                                 {0xfe30, 0xfe6f},   {0xff01, 0xff60},   {0xffe0, 0xffe6},
                                 {0x1f300, 0x1f64f}, {0x1f680, 0x1f6ff}, {0x1f900, 0x1faff},
                                 {0x20000, 0x3fffd}};
    if (code < 0x300) {
        return 1;
    }
    return is_in(marks, sizeof marks / sizeof marks[0], code) ? 0
           : is_in(wide, sizeof wide / sizeof wide[0], code)  ? 2
                                                              : 1;
}

// Bytes of the character at `at`, or 0 if it is not one that a terminal may be given.
static size_t character(const unsigned char *at, size_t length) {
    size_t size = at[0] < 0x80 ? 1 : at[0] < 0xc2 ? 0 : at[0] < 0xe0 ? 2 : at[0] < 0xf0 ? 3 : 4;
    if (size == 0 || size > length || at[0] > 0xf4) {
        return 0;
    }
    for (size_t i = 1; i < size; i++) {
        if ((at[i] & 0xc0) != 0x80) {
            return 0;
        }
    }
    return is_obeyed(code_point(at, size)) ? 0 : size;
}

// Adds one character, or what stands for it. False: the line is full.
static bool put_character(agon_pen *pen, const unsigned char *at, size_t size) {
    const bool is_shown = size == 1 || (size > 1 && pen->unicode);
    const int columns = is_shown ? columns_of(code_point(at, size)) : 1;
    if (pen->width > 0 && pen->column + columns > pen->width) {
        pen->is_cut = true;
        return false;
    }
    agon_text_add(pen->text, is_shown ? (const char *)at : "?", is_shown ? size : 1);
    pen->column += columns;
    return true;
}

static void put_words(agon_pen *pen, const char *words, size_t length) {
    const unsigned char *at = (const unsigned char *)words;
    for (size_t i = 0; i < length;) {
        const size_t size = character(at + i, length - i);
        if (!put_character(pen, at + i, size)) {
            return;
        }
        i += size ? size : 1;
    }
}

static void put_styled(agon_pen *pen, agon_ink ink, const char *words, size_t length) {
    const bool is_styled = pen->colour && ink != AGON_INK_PLAIN && ink < AGON_INK_COUNT && length;
    if (is_styled) {
        agon_text_puts(pen->text, codes[ink]);
    }
    put_words(pen, words, length);
    if (is_styled) {
        agon_text_puts(pen->text, "\033[0m");
    }
}

void agon_pen_put(agon_pen *pen, agon_ink ink, const char *format, ...) {
    char words[1024];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    const size_t most = sizeof words - 1;
    put_styled(pen, ink, words, length < 0 ? 0 : (size_t)length > most ? most : (size_t)length);
}

void agon_pen_to(agon_pen *pen, int column) {
    const int end = pen->width > 0 && column > pen->width ? pen->width : column;
    while (pen->column < end) {
        agon_text_puts(pen->text, " ");
        pen->column++;
    }
}

void agon_pen_end(agon_pen *pen) {
    agon_text_puts(pen->text, "\n");
    pen->column = 0;
    pen->is_cut = false;
}

const char *agon_pen_pick(const agon_pen *pen, const char *unicode, const char *ascii) {
    return pen->unicode ? unicode : ascii;
}

int agon_style_width(const char *bytes, size_t length) {
    const unsigned char *at = (const unsigned char *)bytes;
    int width = 0;
    for (size_t i = 0; i < length;) {
        if (at[i] == 033) {
            while (i < length && at[i] != 'm') {
                i++;
            }
            i++;
            continue;
        }
        const size_t size = character(at + i, length - i);
        width += size ? columns_of(code_point(at + i, size)) : 1;
        i += size ? size : 1;
    }
    return width;
}

// Bytes of `words` that go into one line of `room` columns: up to a line break, or to the end of the
// last word that fits. A word that is wider than a line is broken; at least one character goes.
static size_t line_length(const char *words, int room) {
    const unsigned char *at = (const unsigned char *)words;
    size_t length = 0, whole = 0; // bytes so far, and those of whole words
    for (int width = 0; at[length] && at[length] != '\n';) {
        const size_t size = character(at + length, strnlen(words + length, 4));
        width += size ? columns_of(code_point(at + length, size)) : 1;
        if (at[length] == ' ') {
            whole = length > 0 && at[length - 1] != ' ' ? length : whole;
        } else if (width > room && length > 0) {
            return whole ? whole : length;
        }
        length += size ? size : 1;
    }
    return length;
}

int agon_pen_wrap(agon_pen *pen, agon_ink ink, int column, const char *words) {
    const int room = (pen->width > 0 ? pen->width : 78) - column;
    int lines = 0;
    for (const char *at = words; *at; lines++) {
        const size_t length = line_length(at, room);
        agon_pen_to(pen, column);
        put_styled(pen, ink, at, length);
        agon_pen_end(pen);
        at += length;
        at += *at == '\n' ? 1 : strspn(at, " ");
    }
    return lines;
}
