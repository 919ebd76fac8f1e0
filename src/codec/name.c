// Names: src/codec/name.h says what is promised. tests/names.py compares the table with Unicode's.
#include "src/codec/name.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

// First and last of what a name may not have: control and format characters, separators and spaces, what is
// ignored when it is shown, private use, surrogates and noncharacters. U+2800 is a blank of Braille.
static const uint32_t unseen[][2] = {
    {0x0000, 0x001f},   {0x007f, 0x00a0},   {0x00ad, 0x00ad},   {0x034f, 0x034f},
    {0x0600, 0x0605},   {0x061c, 0x061c},   {0x06dd, 0x06dd},   {0x070f, 0x070f},
    {0x0890, 0x0891},   {0x08e2, 0x08e2},   {0x115f, 0x1160},   {0x1680, 0x1680},
    {0x17b4, 0x17b5},   {0x180b, 0x180f},   {0x2000, 0x200f},   {0x2028, 0x202f},
    {0x205f, 0x206f},   {0x2800, 0x2800},   {0x3000, 0x3000},   {0x3164, 0x3164},
    {0xd800, 0xf8ff},   {0xfdd0, 0xfdef},   {0xfe00, 0xfe0f},   {0xfeff, 0xfeff},
    {0xffa0, 0xffa0},   {0xfff0, 0xfffb},   {0x110bd, 0x110bd}, {0x110cd, 0x110cd},
    {0x13430, 0x1343f}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff},
    {0xf0000, 0x10ffff}};

#define NOT_UTF8 UINT32_MAX

static bool is_unseen(uint32_t character) {
    bool is_any = (character & 0xfffe) == 0xfffe;
    for (size_t i = 0; i < sizeof unseen / sizeof *unseen; i++) {
        is_any |= character >= unseen[i][0] && character <= unseen[i][1];
    }
    return is_any;
}

// The character that a text begins with, and its bytes: NOT_UTF8 and one byte if there is none.
static uint32_t first_of(const char *text, size_t *length) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const uint8_t *at = (const uint8_t *)text;
    size_t count = at[0] < 0x80 ? 1 : at[0] >> 5 == 6 ? 2 : at[0] >> 4 == 14 ? 3 : 4;
    uint32_t character = at[0] & (count == 1 ? 0x7fu : 0x7fu >> count);
    *length = 1;
    if (count == 4 && at[0] >> 3 != 30) {
        return NOT_UTF8;
    }
    for (size_t i = 1; i < count; i++) {
        if ((at[i] & 0xc0u) != 0x80) {
            return NOT_UTF8;
        }
        character = character << 6 | (at[i] & 0x3fu);
    }
    if (character < least[count] || character > 0x10ffff) {
        return NOT_UTF8;
    }
    *length = count;
    return character;
}

static agon_status refuse(agon_error *error, const char *why) {
    return agon_error_set(error, AGON_BAD_CONFIG, NULL, "%s", why);
}

agon_status agon_name_check(const char *name, agon_error *error) {
    size_t count = 0;
    size_t length;
    for (const char *at = name; *at; at += length, count++) {
        uint32_t character = first_of(at, &length);
        if (character == NOT_UTF8) {
            return refuse(error, "must be UTF-8");
        }
        if (is_unseen(character)) {
            return agon_error_set(error, AGON_BAD_CONFIG, NULL,
                                  "must not have the character U+%04X, which cannot be seen",
                                  (unsigned)character);
        }
        if (character == ' ' && (at == name || at[1] == ' ' || at[1] == '\0')) {
            return refuse(error, "must not begin or end with a space, or have two together");
        }
    }
    if (count == 0 || count > AGON_NAME_MAX) {
        return agon_error_set(error, AGON_BAD_CONFIG, NULL, "must have 1 to %d characters",
                              AGON_NAME_MAX);
    }
    return AGON_OK;
}

void agon_name_show(const char *name, char *shown, size_t size) {
    size_t length;
    size_t used = 0;
    for (const char *at = name; *at; at += length) {
        char part[16];
        uint32_t character = first_of(at, &length);
        if (character == NOT_UTF8) {
            snprintf(part, sizeof part, "\\x{%02x}", (unsigned)(uint8_t)at[0]);
        } else if (is_unseen(character)) {
            snprintf(part, sizeof part, "\\u{%x}", (unsigned)character);
        } else {
            snprintf(part, sizeof part, "%.*s", (int)length, at);
        }
        size_t added = strlen(part);
        if (used + added >= size) {
            break;
        }
        memcpy(shown + used, part, added);
        used += added;
    }
    shown[used] = '\0';
}
