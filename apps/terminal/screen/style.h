// Styled text for screens: a pen that writes words in an ink, and knows its column.
//
//     agon_pen_put(pen, AGON_INK_BOLD, "Turn %u", turn);
//     agon_pen_to(pen, 20);                          // spaces up to column 20
//     agon_pen_put(pen, agon_ink_of(scene, p), "%s", scene->names[p]);
//     agon_pen_end(pen);                             // the line is done
//
// Escape codes come from here and nowhere else, and only if the pen has colour. What a name or a
// file contains cannot get at the terminal: control characters and broken UTF-8 become '?'.
#ifndef AGON_APPS_TERMINAL_SCREEN_STYLE_H
#define AGON_APPS_TERMINAL_SCREEN_STYLE_H

#include "agon/codec.h"

typedef enum agon_ink {
    AGON_INK_PLAIN,
    AGON_INK_BOLD,
    AGON_INK_DIM,     // what matters less: axes, hints, what is gone
    AGON_INK_MINE,    // of the one who looks
    AGON_INK_NEUTRAL, // of nobody
    AGON_INK_GOOD,
    AGON_INK_BAD,
    AGON_INK_THEIRS, // and the six after it: one for each opponent, see agon_ink_of
    AGON_INK_COUNT = AGON_INK_THEIRS + AGON_MAX_PLAYERS - 1
} agon_ink;

typedef struct agon_pen {
    agon_text *text; // lines end with \n
    bool colour;     // without it every ink is plain
    bool unicode;    // whether the terminal shows more than ASCII: arrows, frames, suits
    int width;       // columns; what would go beyond is cut off. 0: no limit
    // The pen's own: how far the line has come.
    int column;
    bool is_cut;
} agon_pen;

// Writes words of one ink. Line breaks in them are control characters too: use agon_pen_end.
void agon_pen_put(agon_pen *pen, agon_ink ink, const char *format, ...) AGON_PRINTF(3, 4);

// Spaces up to this column, from 0; at least none.
void agon_pen_to(agon_pen *pen, int column);

// Ends the line.
void agon_pen_end(agon_pen *pen);

// One of two texts: the first if the pen has more than ASCII.
const char *agon_pen_pick(const agon_pen *pen, const char *unicode, const char *ascii);

// Writes a paragraph, broken between words so that no line is wider than the pen (a word that is
// wider than a line is broken too); each line begins in `column`. \n in the text begins a new line. Returns the number of lines.
int agon_pen_wrap(agon_pen *pen, agon_ink ink, int column, const char *words);

// Columns that a text takes on a terminal: wide characters two, marks and escape codes none.
int agon_style_width(const char *bytes, size_t length);

#endif
