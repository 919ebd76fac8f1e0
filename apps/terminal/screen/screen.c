// A screen, put together for a size.
#include "apps/terminal/screen/screen.h"

#include <stdio.h>
#include <string.h>

#define GAP 3           // columns between choices
#define CHROME 3        // lines for title, message and prompt
#define LESSON_INDENT 1 // columns

// How the choices are laid out: down the columns, then to the right.
typedef struct layout {
    size_t columns;
    size_t rows; // of a page
    size_t pages;
    int cell;      // columns of one choice
    int key_width; // of its number or amount
} layout;

static int line_count(const char *text) {
    int lines = 0;
    for (const char *at = text; *at; lines++) {
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
    return lines;
}

static int larger(int a, int b) {
    return a > b ? a : b;
}

// Lines that a text takes where the terminal breaks those that are too long.
static int rows_of(const char *text, int width) {
    int rows = 0;
    for (const char *at = text; *at;) {
        const size_t size = strcspn(at, "\n");
        rows += 1 + larger(0, agon_style_width(at, size) - 1) / width;
        at += size + (at[size] == '\n');
    }
    return rows;
}

static int smaller(int a, int b) {
    return a < b ? a : b;
}

// What stands before a label: its number, or the amount that it proposes.
static void write_key(const agon_choices *choices, size_t i, char *key, size_t size) {
    const char *words = choices->items[i].words;
    const char *space = strrchr(words, ' ');
    if (choices->is_amount) {
        snprintf(key, size, "%s", space ? space + 1 : words);
    } else {
        snprintf(key, size, "%zu", i + 1);
    }
}

// A proposal that says nothing but its amount needs no label beside it.
static const char *label_of(const agon_choices *choices, size_t i, const char *key) {
    const char *label = choices->items[i].label;
    return choices->is_amount && strcmp(label, key) == 0 ? "" : label;
}

static void measure(const agon_choices *choices, layout *out) {
    int label = 0;
    for (size_t i = 0; i < choices->count; i++) {
        char key[AGON_CHOICE_WORDS];
        write_key(choices, i, key, sizeof key);
        out->key_width = larger(out->key_width, agon_style_width(key, strlen(key)));
        const char *shown = label_of(choices, i, key);
        label = larger(label, agon_style_width(shown, strlen(shown)));
    }
    out->cell = 1 + out->key_width + (label > 0 ? 2 + label + GAP : GAP - 1);
}

// Lays the choices out in at most `most` lines, the question not included.
static layout lay_out(const agon_choices *choices, int width, int most) {
    layout out = {.columns = 1, .rows = 0, .pages = 1};
    if (!choices || choices->count == 0) {
        return out;
    }
    measure(choices, &out);
    out.columns = (size_t)larger(1, (width + GAP) / out.cell);
    out.rows = (choices->count + out.columns - 1) / out.columns;
    const size_t limit = (size_t)larger(2, most);
    if (out.rows > limit) {
        out.rows = limit - 1; // the last line tells how to turn the page
        const size_t on_page = out.rows * out.columns;
        out.pages = (choices->count + on_page - 1) / on_page;
    }
    return out;
}

static int lines_of(const agon_choices *choices, const layout *out) {
    if (!choices) {
        return 0;
    }
    return (choices->question[0] ? 1 : 0) + (int)out->rows + (out->pages > 1 ? 1 : 0);
}

static void write_title(const agon_screen *screen, agon_pen *pen) {
    const int corner = agon_style_width(screen->corner, strlen(screen->corner));
    const int width = pen->width;
    pen->width = larger(1, width - corner - 1);
    agon_pen_put(pen, AGON_INK_BOLD, "%s", screen->title);
    pen->width = width;
    agon_pen_to(pen, width - corner);
    agon_pen_put(pen, AGON_INK_DIM, "%s", screen->corner);
    agon_pen_end(pen);
}

// The board, never more lines than it was given.
static void write_board(const agon_screen *screen, int height, agon_pen *pen) {
    agon_scene scene = *screen->scene;
    agon_text text = {0};
    agon_pen own = {.text = &text,
                    .colour = pen->colour,
                    .unicode = pen->unicode,
                    .width = larger(screen->width, AGON_SCREEN_WIDTH)};
    scene.width = own.width;
    scene.height = larger(height, AGON_BOARD_LEAST);
    screen->game_screen->draw(&scene, &own);
    const char *end = text.data ? text.data : "";
    for (int lines = 0; *end && lines < scene.height; lines++) {
        end += strcspn(end, "\n");
        end += *end == '\n';
    }
    agon_text_add(pen->text, text.data ? text.data : "", text.data ? (size_t)(end - text.data) : 0);
    pen->text->failed |= text.failed;
    agon_text_free(&text);
}

static void write_choice(const agon_screen *screen, const layout *out, size_t i, agon_pen *pen) {
    char key[AGON_CHOICE_WORDS];
    write_key(screen->choices, i, key, sizeof key);
    agon_pen_to(pen, pen->column + 1 + out->key_width - agon_style_width(key, strlen(key)));
    agon_pen_put(pen, AGON_INK_BOLD, "%s", key);
    const char *label = label_of(screen->choices, i, key);
    agon_pen_put(pen, AGON_INK_PLAIN, "%s%s", label[0] ? "  " : "", label);
}

static void write_choices(const agon_screen *screen, const layout *out, agon_pen *pen) {
    const agon_choices *choices = screen->choices;
    const size_t page = screen->page < out->pages ? screen->page : 0;
    const size_t first = page * out->rows * out->columns;
    if (choices->question[0]) {
        agon_pen_put(pen, AGON_INK_BOLD, "%s", choices->question);
        agon_pen_end(pen);
    }
    for (size_t row = 0; row < out->rows; row++) {
        for (size_t column = 0; column < out->columns; column++) {
            const size_t i = first + column * out->rows + row;
            if (i < choices->count) {
                agon_pen_to(pen, (int)column * out->cell);
                write_choice(screen, out, i, pen);
            }
        }
        agon_pen_end(pen);
    }
    if (out->pages > 1) {
        agon_pen_put(pen, AGON_INK_DIM, " page %zu of %zu; more: the next one", page + 1,
                     out->pages);
        agon_pen_end(pen);
    }
}

static void write_lines(const char *lines, agon_ink ink, int indent, agon_pen *pen) {
    for (const char *at = lines; *at;) {
        const size_t size = strcspn(at, "\n");
        agon_pen_to(pen, indent);
        agon_pen_put(pen, ink, "%.*s", (int)size, at);
        agon_pen_end(pen);
        at += size + (at[size] == '\n');
    }
}

// A message takes the last line; of a long one the rest goes above it.
static int message_lines(const agon_screen *screen) {
    agon_text text = {0};
    agon_pen pen = {.text = &text, .width = screen->width, .unicode = true};
    const int lines = agon_pen_wrap(&pen, AGON_INK_PLAIN, 0, screen->message);
    agon_text_free(&text);
    return larger(1, lines);
}

size_t agon_screen_write(const agon_screen *screen, agon_pen *pen) {
    const int extra = larger(0, screen->height - AGON_SCREEN_HEIGHT);
    const int lesson = screen->lesson ? line_count(screen->lesson) : 0;
    const int message = message_lines(screen);
    const int room = larger(screen->height, AGON_SCREEN_HEIGHT) - CHROME - (message - 1) - lesson -
                     rows_of(screen->footer, screen->width);
    const int board = screen->lesson ? AGON_BOARD_LEAST : screen->game_screen->board_lines;
    const bool has_question = screen->choices && screen->choices->question[0];
    const int most = smaller(room - board - extra + extra / 2, room - AGON_BOARD_LEAST);
    const layout out = lay_out(screen->choices, screen->width, most - (has_question ? 1 : 0));
    write_title(screen, pen);
    write_board(screen, room - lines_of(screen->choices, &out), pen);
    if (screen->lesson) {
        write_lines(screen->lesson, AGON_INK_GOOD, LESSON_INDENT, pen);
    }
    if (screen->choices) {
        write_choices(screen, &out, pen);
    }
    if (agon_pen_wrap(pen, screen->message_ink, 0, screen->message) == 0) {
        agon_pen_end(pen);
    }
    const int width = pen->width;
    pen->width = 0; // commands to be copied: the terminal may break them, nobody may cut them
    write_lines(screen->footer, AGON_INK_PLAIN, 0, pen);
    pen->width = width;
    return out.pages;
}
