// Manuals on a screen.
#include "apps/terminal/screen/markdown.h"

#include <stdio.h>
#include <string.h>

#define MARGIN 2     // of everything but headings
#define STEP 2       // of a list within a list
#define DEEPEST 8    // lists within each other; what is deeper stays there
#define MAX_CELLS 8  // of a table's row; what is beyond goes into the last one
#define LAST_CELL 16 // columns that the last cell needs to be wrapped beside the others
#define CELL_GAP 2

// A stretch of the document.
typedef struct span {
    const char *at;
    size_t size;
} span;

typedef struct page {
    agon_pen *pen;
    agon_text words; // of the paragraph that is being read, line breaks as spaces
    char mark[16];   // before its first line: "-", "12."
    int column;      // where it begins
    agon_ink ink;
    bool is_open;   // a paragraph has begun
    bool is_apart;  // an empty line comes before what is next
    bool is_headed; // a heading was the last: what is next follows without a gap
} page;

// ---------------------------------------------------------------------------------------------
// Words

// The closing mark of `size` asterisks for what begins at `at`; NULL: they are just asterisks. Marks
// stand close to their words: "2 * 3 * 4" has none.
static const char *closing(const char *at, const char *end, size_t size) {
    const char *mark = at < end ? memchr(at, '*', (size_t)(end - at)) : NULL;
    if (!mark || mark == at || (size_t)(end - mark) < size || *at == ' ' || mark[-1] == ' ') {
        return NULL;
    }
    return memcmp(mark, "**", size) == 0 ? mark : NULL;
}

// Characters that a pen without Unicode cannot write, and what stands for them.
static const char *const signs[][2] = {{"×", "x"},  {"−", "-"},  {"–", "-"},  {"…", "..."},
                                       {"→", "->"}, {"←", "<-"}, {"▸", ">"},  {"≥", ">="},
                                       {"≤", "<="}, {"’", "'"},  {"“", "\""}, {"”", "\""}};

// Adds the byte at `at`, or what stands for the sign there; returns the bytes that were read.
static size_t add_byte(agon_text *text, const char *at, bool has_unicode) {
    for (size_t i = 0; !has_unicode && i < sizeof signs / sizeof signs[0]; i++) {
        const size_t size = strlen(signs[i][0]);
        if (strncmp(at, signs[i][0], size) == 0) {
            agon_text_puts(text, signs[i][1]);
            return size;
        }
    }
    agon_text_add(text, at, 1);
    return 1;
}

// Adds a stretch without the marks of bold and italic.
static void add_words(agon_text *text, span words, bool has_unicode) {
    const char *end = words.at + words.size;
    const char *stop = NULL; // where the open mark is closed
    size_t size = 0;         // asterisks of the open mark
    for (const char *at = words.at; at < end;) {
        const size_t stars = strncmp(at, "**", 2) == 0 && at + 1 < end ? 2 : 1;
        if (at == stop) {
            at += size;
            stop = NULL;
        } else if (!stop && *at == '*' && (stop = closing(at + stars, end, stars)) != NULL) {
            at += stars;
            size = stars;
        } else {
            at += add_byte(text, at, has_unicode);
        }
    }
}

// The words as a text of its own; free it. Never NULL in `data` unless memory has run out.
static agon_text words_of(const agon_pen *pen, span words) {
    agon_text text = {0};
    agon_text_puts(&text, "");
    add_words(&text, words, pen->unicode);
    pen->text->failed |= text.failed;
    return text;
}

static void wrap_words(agon_pen *pen, agon_ink ink, int column, span words) {
    agon_text text = words_of(pen, words);
    if (!text.data || !text.data[0]) {
        agon_pen_end(pen);
    } else {
        agon_pen_wrap(pen, ink, column, text.data);
    }
    agon_text_free(&text);
}

static int width_for(const agon_pen *pen) {
    return pen->width > 0 ? pen->width : AGON_MANUAL_WIDTH;
}

// ---------------------------------------------------------------------------------------------
// Paragraphs

static void begin_block(page *p) {
    if (p->is_apart && p->pen->text->length > 0) {
        agon_pen_end(p->pen);
    }
    p->is_apart = p->is_headed = false;
}

// Writes the paragraph that has been read, if there is one.
static void end_paragraph(page *p) {
    if (!p->is_open) {
        return;
    }
    begin_block(p);
    agon_pen_to(p->pen, p->column);
    if (p->mark[0]) {
        agon_pen_put(p->pen, AGON_INK_PLAIN, "%s ", p->mark);
    }
    const int column = p->column + (p->mark[0] ? (int)strlen(p->mark) + 1 : 0);
    wrap_words(p->pen, p->ink, column, (span){p->words.data, p->words.length});
    p->pen->text->failed |= p->words.failed;
    agon_text_free(&p->words);
    p->is_open = false;
}

static void begin_paragraph(page *p, size_t spaces, agon_ink ink, span mark) {
    const size_t depth = spaces / STEP < DEEPEST ? spaces / STEP : DEEPEST;
    const int column = MARGIN + STEP * (int)depth;
    const int half = width_for(p->pen) / 2; // what is deep must not run out of room
    end_paragraph(p);
    p->column = column < half ? column : half;
    p->ink = ink;
    p->is_open = true;
    snprintf(p->mark, sizeof p->mark, "%.*s", (int)mark.size, mark.at);
    agon_text_puts(&p->words, "");
}

static void add_line(page *p, span line) {
    if (p->words.length > 0) {
        agon_text_puts(&p->words, " ");
    }
    agon_text_add(&p->words, line.at, line.size);
}

// ---------------------------------------------------------------------------------------------
// Tables

typedef struct row {
    span cells[MAX_CELLS];
    size_t count;
} row;

static span trimmed(span words) {
    while (words.size > 0 && strchr(" \t", words.at[0])) {
        words.at++;
        words.size--;
    }
    while (words.size > 0 && strchr(" \t\r", words.at[words.size - 1])) {
        words.size--;
    }
    return words;
}

static row read_row(span line) {
    row r = {.count = 0};
    const char *end = line.at + line.size;
    if (line.size > 1 && end[-1] == '|') {
        end--;
    }
    for (const char *at = line.at + 1; at <= end && r.count < MAX_CELLS;) {
        const bool is_last = r.count == MAX_CELLS - 1;
        const char *bar = is_last ? NULL : memchr(at, '|', (size_t)(end - at));
        const char *stop = bar ? bar : end;
        r.cells[r.count++] = trimmed((span){at, (size_t)(stop - at)});
        at = stop + 1;
    }
    return r;
}

// The line below a table's head.
static bool is_rule(span line) {
    for (size_t i = 0; i < line.size; i++) {
        if (!strchr("|-: ", line.at[i])) {
            return false;
        }
    }
    return true;
}

static int width_of(const agon_pen *pen, span cell) {
    agon_text text = words_of(pen, cell);
    const int width = text.data ? agon_style_width(text.data, text.length) : 0;
    agon_text_free(&text);
    return width;
}

// A stretch as lines: the first one, and what is after it.
static span first_line(const char *at, const char **next) {
    const size_t size = strcspn(at, "\n");
    *next = at + size + (at[size] == '\n');
    return trimmed((span){at, size});
}

// Where the columns of the table begin; false: they do not go side by side.
static bool lay_out(const agon_pen *pen, const char *from, const char *to, int columns[MAX_CELLS]) {
    int widths[MAX_CELLS] = {0};
    size_t count = 1;
    for (const char *at = from; at < to;) {
        const span line = first_line(at, &at);
        row r = {.count = 0};
        if (!is_rule(line)) {
            r = read_row(line);
        }
        count = r.count > count ? r.count : count;
        for (size_t i = 0; i < r.count; i++) {
            const int width = width_of(pen, r.cells[i]);
            widths[i] = width > widths[i] ? width : widths[i];
        }
    }
    columns[0] = MARGIN;
    for (size_t i = 1; i < MAX_CELLS; i++) {
        columns[i] = columns[i - 1] + widths[i - 1] + CELL_GAP;
    }
    const int last = widths[count - 1] < LAST_CELL ? widths[count - 1] : LAST_CELL;
    return columns[count - 1] + last <= width_for(pen);
}

static void put_row(agon_pen *pen, agon_ink ink, const row *r, const int columns[MAX_CELLS]) {
    for (size_t i = 0; i + 1 < r->count; i++) {
        agon_text text = words_of(pen, r->cells[i]);
        if (text.length > 0) {
            agon_pen_to(pen, columns[i]);
            agon_pen_put(pen, ink, "%s", text.data);
        }
        agon_text_free(&text);
    }
    if (r->count > 0) {
        wrap_words(pen, ink, columns[r->count - 1], r->cells[r->count - 1]);
    }
}

// A row that is too wide: its cells below each other.
static void stack_row(agon_pen *pen, agon_ink ink, const row *r) {
    for (size_t i = 0; i < r->count; i++) {
        if (r->cells[i].size > 0) {
            wrap_words(pen, ink, MARGIN + (i > 0 ? STEP : 0), r->cells[i]);
        }
    }
}

static void write_table(page *p, const char *from, const char *to) {
    int columns[MAX_CELLS];
    const bool is_wide = !lay_out(p->pen, from, to, columns);
    agon_ink ink = AGON_INK_BOLD;
    end_paragraph(p);
    begin_block(p);
    for (const char *at = from; at < to;) {
        const span line = first_line(at, &at);
        const row r = read_row(line);
        if (is_rule(line)) {
            continue;
        }
        if (is_wide) {
            stack_row(p->pen, ink, &r);
        } else {
            put_row(p->pen, ink, &r, columns);
        }
        ink = AGON_INK_PLAIN;
    }
}

static const char *table_end(const char *at) {
    while (at[strspn(at, " \t")] == '|') {
        first_line(at, &at);
    }
    return at;
}

// ---------------------------------------------------------------------------------------------
// Lines

// Bytes of a list's mark at the beginning of a line, "-" or "12."; 0: there is none.
static size_t mark_size(span line) {
    const size_t digits = strspn(line.at, "0123456789");
    const size_t size = strchr("-*", line.at[0])                         ? 1
                        : digits && digits < 9 && line.at[digits] == '.' ? digits + 1
                                                                         : 0;
    return size > 0 && size < line.size && line.at[size] == ' ' ? size : 0;
}

// The caption of a line that is a figure; false: it is none.
static bool read_figure(span line, span *caption) {
    if (line.size < 5 || strncmp(line.at, "![", 2) != 0 || line.at[line.size - 1] != ')') {
        return false;
    }
    for (size_t i = line.size - 1; i-- > 2;) {
        if (line.at[i] == ']' && line.at[i + 1] == '(') {
            *caption = (span){line.at + 2, i - 2};
            return true;
        }
    }
    return false;
}

static void write_heading(page *p, span title) {
    end_paragraph(p);
    p->is_apart = true;
    begin_block(p);
    wrap_words(p->pen, AGON_INK_BOLD, 0, title);
    p->is_headed = true;
}

static void write_figure(page *p, span caption) {
    if (caption.size > 0) {
        begin_paragraph(p, 0, AGON_INK_DIM, (span){"", 0});
        agon_text_puts(&p->words, "[");
        agon_text_add(&p->words, caption.at, caption.size);
        agon_text_puts(&p->words, "]");
        end_paragraph(p);
    }
}

static void write_line(page *p, span line, size_t spaces) {
    const size_t mark = mark_size(line);
    span caption;
    const size_t depth = strspn(line.at, "#");
    if (depth > 0 && depth < line.size && line.at[depth] == ' ') {
        write_heading(p, trimmed((span){line.at + depth, line.size - depth}));
    } else if (read_figure(line, &caption)) {
        write_figure(p, caption);
    } else if (mark > 0) {
        begin_paragraph(p, spaces, AGON_INK_PLAIN,
                        line.at[0] == '*' ? (span){"-", 1} : (span){line.at, mark});
        add_line(p, trimmed((span){line.at + mark, line.size - mark}));
    } else {
        if (!p->is_open) {
            begin_paragraph(p, spaces, AGON_INK_PLAIN, (span){"", 0});
        }
        add_line(p, line);
    }
}

void agon_pen_markdown(agon_pen *pen, const char *markdown) {
    page p = {.pen = pen};
    for (const char *at = markdown; *at;) {
        const char *here = at;
        const span line = first_line(at, &at);
        if (line.size == 0) {
            end_paragraph(&p);
            p.is_apart = !p.is_headed;
        } else if (line.at[0] == '|') {
            at = table_end(here);
            write_table(&p, here, at);
        } else {
            write_line(&p, line, (size_t)(line.at - here));
        }
    }
    end_paragraph(&p);
}
