// Manuals on a screen: Markdown as text, for a terminal as well as for a pipe.
//
// What is understood is what manuals use, and what the page's reader understands as well
// (web/page/src/parts/markdown.tsx): headings, paragraphs, lists with marks or numbers (also within each
// other), tables, **bold**, *italic*, and ![caption](name) for a figure of the page, of which a
// terminal shows the caption in brackets. Everything else is taken as words.
#ifndef AGON_APPS_TERMINAL_SCREEN_MARKDOWN_H
#define AGON_APPS_TERMINAL_SCREEN_MARKDOWN_H

#include "apps/terminal/screen/style.h"

#define AGON_MANUAL_WIDTH 78 // columns that a manual is set for where there is room

// Writes a whole document, broken between words so that no line is wider than the pen. A pen without
// Unicode gets arrows and signs as ASCII.
void agon_pen_markdown(agon_pen *pen, const char *markdown);

#endif
