// What the files about the terminal share.
#ifndef AGON_APPS_TERMINAL_SCREEN_INTERNAL_H
#define AGON_APPS_TERMINAL_SCREEN_INTERNAL_H

#include "apps/terminal/screen/terminal.h"

typedef enum agon_signal {
    AGON_SIGNAL_INTERRUPT,
    AGON_SIGNAL_END,
    AGON_SIGNAL_HANG_UP,
    AGON_SIGNAL_SIZE,
    AGON_SIGNAL_CONTINUE,
    AGON_SIGNALS
} agon_signal;

bool agon_signals_open(void);
void agon_signals_close(void);

// Whether it has come; it is forgotten then.
bool agon_signal_take(agon_signal which);

typedef struct agon_editor agon_editor;

// The line editor. NULL: there is none.
agon_editor *agon_editor_open(agon_terminal *terminal);
void agon_editor_close(agon_editor *editor);
agon_input agon_editor_ask(agon_editor *editor, const char *prompt, const agon_asker *asker,
                           char *line);

// Whole candidates for the last word of `line` out of what the asker offers: those that begin like
// it, sorted, each once.
void agon_completions(const agon_asker *asker, const char *line, agon_choices *found);

#endif
