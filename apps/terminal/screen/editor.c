// Lines with editing, history and completion (libedit).
#define _GNU_SOURCE
#include "apps/terminal/screen/internal.h"

#include <errno.h>
#include <histedit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
#include <wchar.h>

struct agon_editor {
    agon_terminal *terminal;
    EditLine *line;
    History *history;
    const agon_asker *asker; // NULL: nobody asks
    char prompt[AGON_CHOICE_WORDS + 8];
};

static agon_editor *editor_of(EditLine *line) {
    agon_editor *editor = NULL;
    el_get(line, EL_CLIENTDATA, &editor);
    return editor;
}

static char *prompt_of(EditLine *line) {
    return editor_of(line)->prompt;
}

static void draw_again(agon_editor *editor, bool was_stopped) {
    if (was_stopped) {
        el_set(editor->line, EL_PREP_TERM, 1);
    }
    el_resize(editor->line);
    agon_terminal_measure(editor->terminal);
    if (editor->asker && editor->asker->redraw) {
        editor->asker->redraw(editor->asker->user);
    }
    el_set(editor->line, EL_REFRESH);
}

// Reads a byte; draws anew when the window has changed. 1; 0 at the end; −1: one wants to leave.
static int read_byte(agon_editor *editor, unsigned char *byte) {
    for (;;) {
        agon_terminal_wait(STDIN_FILENO, -1);
        if (agon_terminal_wants_leave()) {
            return -1;
        }
        const bool was_stopped = agon_signal_take(AGON_SIGNAL_CONTINUE);
        if (agon_signal_take(AGON_SIGNAL_SIZE) || was_stopped) {
            draw_again(editor, was_stopped);
            continue;
        }
        const ssize_t size = read(STDIN_FILENO, byte, 1);
        if (size > 0) {
            return 1;
        }
        if (size == 0 || (errno != EINTR && errno != EAGAIN)) {
            return 0;
        }
    }
}

// Reads a character. Bytes that make none are left out.
static int read_character(EditLine *line, wchar_t *character) {
    mbstate_t state = {0};
    for (;;) {
        unsigned char byte;
        const int count = read_byte(editor_of(line), &byte);
        if (count != 1) {
            return count;
        }
        const size_t size = mbrtowc(character, (const char *)&byte, 1, &state);
        if (size == (size_t)-1) {
            state = (mbstate_t){0};
        } else if (size != (size_t)-2) {
            return 1;
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Completion

static int compare(const void *a, const void *b) {
    return strcmp(((const agon_choice *)a)->words, ((const agon_choice *)b)->words);
}

static void keep_each_once(agon_choices *found) {
    size_t kept = 0;
    if (found->count > 0) {
        qsort(found->items, found->count, sizeof found->items[0], compare);
    }
    for (size_t i = 0; i < found->count; i++) {
        if (kept == 0 || strcmp(found->items[kept - 1].words, found->items[i].words) != 0) {
            found->items[kept++] = found->items[i];
        }
    }
    found->count = kept;
}

void agon_completions(const agon_asker *asker, const char *line, agon_choices *found) {
    const char *space = strrchr(line, ' ');
    const char *word = space ? space + 1 : line;
    agon_choices offered = {0};
    asker->complete(asker->user, line, &offered);
    for (size_t i = 0; i < offered.count; i++) {
        if (strncasecmp(offered.items[i].words, word, strlen(word)) == 0) {
            agon_choices_add(found, true, "%s", offered.items[i].words);
        }
    }
    agon_choices_free(&offered);
    keep_each_once(found);
}

// How many letters all have in common, from the first one on.
static size_t common_length(const agon_choices *found) {
    size_t length = strlen(found->items[0].words);
    for (size_t i = 1; i < found->count; i++) {
        size_t same = 0;
        while (same < length && found->items[i].words[same] == found->items[0].words[same]) {
            same++;
        }
        length = same;
    }
    return length;
}

static void show_candidates(agon_editor *editor, const agon_choices *found) {
    agon_text text = {0};
    agon_pen pen = agon_terminal_pen(editor->terminal, &text);
    for (size_t i = 0; i < found->count; i++) {
        agon_pen_put(&pen, AGON_INK_PLAIN, "%s%s", i ? "  " : "", found->items[i].words);
    }
    printf("\r\n%s\r\n", text.data ? text.data : "");
    fflush(stdout);
    agon_text_free(&text);
}

static unsigned char insert_found(agon_editor *editor, const char *word, agon_choices *found) {
    const size_t length = common_length(found);
    char insertion[AGON_CHOICE_WORDS + 1];
    snprintf(insertion, sizeof insertion, "%.*s%s", (int)length, found->items[0].words,
             found->count == 1 ? " " : "");
    if (strcmp(insertion, word) == 0) {
        show_candidates(editor, found);
        return CC_REDISPLAY;
    }
    // What was typed gives way: its letters may have been small where the word's are not.
    el_deletestr(editor->line, (int)strlen(word));
    el_insertstr(editor->line, insertion);
    return CC_REFRESH;
}

static unsigned char complete(EditLine *line, wint_t key) {
    agon_editor *editor = editor_of(line);
    const LineInfo *info = el_line(line);
    char typed[AGON_LINE_SIZE];
    agon_choices found = {0};
    (void)key;
    if (!editor->asker || !editor->asker->complete) {
        return CC_ERROR;
    }
    snprintf(typed, sizeof typed, "%.*s", (int)(info->cursor - info->buffer), info->buffer);
    agon_completions(editor->asker, typed, &found);
    const char *space = strrchr(typed, ' ');
    const unsigned char result =
        found.count > 0 ? insert_found(editor, space ? space + 1 : typed, &found) : CC_ERROR;
    agon_choices_free(&found);
    return result;
}

// ---------------------------------------------------------------------------------------------
// The editor

agon_editor *agon_editor_open(agon_terminal *terminal) {
    agon_editor *editor = calloc(1, sizeof *editor);
    HistEvent event;
    if (!editor) {
        return NULL;
    }
    editor->terminal = terminal;
    editor->line = el_init("agon", stdin, stdout, stderr);
    editor->history = history_init();
    if (!editor->line || !editor->history) {
        agon_editor_close(editor);
        return NULL;
    }
    history(editor->history, &event, H_SETSIZE, 500);
    history(editor->history, &event, H_SETUNIQUE, 1);
    el_set(editor->line, EL_CLIENTDATA, editor);
    el_set(editor->line, EL_HIST, history, editor->history);
    el_set(editor->line, EL_EDITOR, "emacs");
    el_set(editor->line, EL_PROMPT, prompt_of);
    el_set(editor->line, EL_GETCFN, read_character);
    // Not el_set, which never frees its copies of the names.
    el_wset(editor->line, EL_ADDFN, L"agon-complete", L"Complete a word", complete);
    el_set(editor->line, EL_BIND, "^I", "agon-complete", NULL);
    el_source(editor->line, NULL);
    return editor;
}

void agon_editor_close(agon_editor *editor) {
    if (!editor) {
        return;
    }
    if (editor->line) {
        el_end(editor->line);
    }
    if (editor->history) {
        history_end(editor->history);
    }
    free(editor);
}

// The line was broken off. A Ctrl-C takes away what was typed; with nothing there, one leaves.
static agon_input broken_off(agon_editor *editor) {
    const LineInfo *info = el_line(editor->line);
    const bool was_typing = info->lastchar > info->buffer;
    const bool is_interrupt = agon_signal_take(AGON_SIGNAL_INTERRUPT);
    fputs("\r\n", stdout);
    fflush(stdout);
    el_set(editor->line, EL_PREP_TERM, 0);
    if (agon_terminal_wants_leave()) {
        return AGON_INPUT_LEAVE;
    }
    if (is_interrupt && was_typing) {
        el_reset(editor->line);
        return AGON_INPUT_NOTHING;
    }
    return AGON_INPUT_LEAVE;
}

agon_input agon_editor_ask(agon_editor *editor, const char *prompt, const agon_asker *asker,
                           char *line) {
    int count = 0;
    HistEvent event;
    snprintf(editor->prompt, sizeof editor->prompt, "%s", prompt);
    editor->asker = asker;
    const char *typed = el_gets(editor->line, &count);
    editor->asker = NULL;
    if (!typed || count <= 0) {
        return broken_off(editor);
    }
    snprintf(line, AGON_INPUT_MAX, "%.*s", (int)strcspn(typed, "\r\n"), typed);
    if (line[strspn(line, " \t")]) {
        history(editor->history, &event, H_ENTER, line);
    }
    return AGON_INPUT_LINE;
}
