// Panes side by side, and the report of what has happened.
#include "apps/terminal/screen/panes.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

void agon_pane_open(agon_pane *pane, const agon_pen *pen, int width) {
    *pane = (agon_pane){.pen = {.colour = pen->colour, .unicode = pen->unicode, .width = width}};
    pane->pen.text = &pane->text;
}

void agon_pane_end(agon_pane *pane) {
    agon_pen_end(&pane->pen);
    pane->lines++;
}

// Adds the line that begins at `at` as it is, escape codes included, from a column on. Returns where
// the next one begins.
static size_t show_line(agon_pen *pen, int column, const agon_text *text, size_t at) {
    const size_t size = at < text->length ? strcspn(text->data + at, "\n") : 0;
    size_t shown = size; // without spaces at its end
    while (shown > 0 && text->data[at + shown - 1] == ' ') {
        shown--;
    }
    if (shown > 0) {
        agon_pen_to(pen, column);
        agon_text_add(pen->text, text->data + at, shown);
        pen->column += agon_style_width(text->data + at, shown);
    }
    return at + size + 1;
}

void agon_panes_show(agon_pen *pen, agon_pane *panes, int count, int gap, int rows) {
    size_t at[9] = {0};
    AGON_ASSERT(count <= 9);
    for (int row = 0; row < rows; row++) {
        int column = 0;
        for (int i = 0; i < count; i++) {
            if (at[i] < panes[i].text.length) {
                at[i] = show_line(pen, column, &panes[i].text, at[i]);
            }
            column += panes[i].pen.width + gap;
        }
        agon_pen_end(pen);
    }
    for (int i = 0; i < count; i++) {
        pen->text->failed |= panes[i].text.failed;
        agon_text_free(&panes[i].text);
    }
}

void agon_text_capital(agon_text *text, size_t start) {
    if (text->data && start < text->length) {
        text->data[start] = (char)toupper((unsigned char)text->data[start]);
    }
}

// The sentences of all events that have one, each ended by a line break. Returns how many.
static int say_all(const agon_scene *scene, const agon_game_screen *game_screen,
                   agon_report_filter *is_shown, agon_text *text) {
    int count = 0;
    for (size_t i = scene->fresh; i < scene->event_count; i++) {
        const agon_event *event = &scene->events[i];
        const size_t start = text->length;
        if (is_shown && !is_shown(scene, event)) {
            continue;
        }
        game_screen->say_event(scene, event, text);
        if (text->length > start) {
            agon_text_capital(text, start);
            agon_text_puts(text, "\n");
            count++;
        }
    }
    return count;
}

int agon_report_draw(const agon_scene *scene, const agon_game_screen *game_screen,
                     agon_report_filter *is_shown, agon_pen *pen, int rows) {
    agon_text text = {0};
    const int count = say_all(scene, game_screen, is_shown, &text);
    const bool is_short = count > rows && rows > 1;
    int left_off = count > rows ? count - rows + is_short : 0;
    int lines = 0;
    if (is_short) {
        agon_pen_put(pen, AGON_INK_DIM, "  %s %d more before that: log",
                     agon_pen_pick(pen, "…", "..."), left_off);
        agon_pen_end(pen);
        lines++;
    }
    for (const char *at = text.data ? text.data : ""; *at;) {
        const size_t size = strcspn(at, "\n");
        if (left_off-- <= 0 && lines < rows) {
            agon_pen_put(pen, AGON_INK_PLAIN, "  %.*s", (int)size, at);
            agon_pen_end(pen);
            lines++;
        }
        at += size + 1;
    }
    pen->text->failed |= text.failed;
    agon_text_free(&text);
    return lines;
}

const char *agon_name_cut(char *buffer, size_t size, const char *name, int columns) {
    size_t end = 0;
    for (size_t at = 1; at < size && name[at - 1]; at++) {
        const bool is_inside = ((unsigned char)name[at] & 0xc0u) == 0x80u; // a character
        if (is_inside) {
            continue;
        }
        if (agon_style_width(name, at) > columns) {
            break;
        }
        end = at;
    }
    memcpy(buffer, name, end);
    buffer[end] = '\0';
    return buffer;
}

const char *agon_name_whose(const agon_scene *scene, int player, char *buffer, size_t size) {
    if (strcmp(scene->names[player], "you") == 0) {
        snprintf(buffer, size, "your ");
    } else {
        snprintf(buffer, size, "%.40s's ", scene->names[player]);
    }
    return buffer;
}
