// The terminal: screens out, lines in, signals without surprises.
//
// Live is a terminal that can be drawn on: the screen is replaced, the line is edited, Tab
// completes, a change of the window's size draws anew. Everywhere else (pipes, TERM=dumb, a printer)
// the same texts are printed one after the other and lines are read as they come.
//
// Ctrl-C, SIGTERM and SIGHUP end nothing by themselves: who waits for a line or a bot is told, and
// can leave in order. One terminal at a time.
#ifndef AGON_APPS_TERMINAL_SCREEN_TERMINAL_H
#define AGON_APPS_TERMINAL_SCREEN_TERMINAL_H

#include "apps/terminal/games/game_screen.h"

typedef struct agon_terminal {
    bool live;
    bool colour;
    bool unicode;
    int width; // as it is now; agon_terminal_measure
    int height;
    // The terminal's own.
    struct agon_editor *editor; // NULL: lines are read as they come
    bool has_drawn;
    char *pending; // what has been read and not yet taken as a line
    size_t pending_length;
    bool has_ended; // no more input
} agon_terminal;

// AGON_NO_MEMORY. Close it in any case.
AGON_MUST_USE agon_status agon_terminal_open(agon_terminal *terminal);
void agon_terminal_close(agon_terminal *terminal);

// Asks for the size; never less than one line and column.
void agon_terminal_measure(agon_terminal *terminal);

// A pen for this terminal that writes to `text`, as wide as its lines.
agon_pen agon_terminal_pen(const agon_terminal *terminal, agon_text *text);

// Shows a text of whole lines: as the screen if it is live, else after what is there. The cursor
// is below it afterwards. Of a text that is too long the end is shown.
void agon_terminal_show(agon_terminal *terminal, const agon_text *text);

// Shows a line that will be gone soon ("thinking"); NULL takes it away. Nothing if it is not live.
void agon_terminal_note(agon_terminal *terminal, const char *note);

// Covers what is there, so that nobody reads it who should not.
void agon_terminal_cover(agon_terminal *terminal);

// ---------------------------------------------------------------------------------------------
// Lines

typedef enum agon_input {
    AGON_INPUT_LINE,
    AGON_INPUT_NOTHING, // Ctrl-C while something was typed: it is gone
    AGON_INPUT_LEAVE    // Ctrl-C, the end of the input, a signal to end
} agon_input;

// Who asks, and what it does meanwhile. Both may be NULL.
typedef struct agon_asker {
    // Draws all again, the size may have changed; the cursor must end where the prompt begins.
    void (*redraw)(void *user);
    // Words for the place of the last word of `line`, as agon_game_screen.complete does.
    void (*complete)(void *user, const char *line, agon_choices *choices);
    void *user;
} agon_asker;

#define AGON_INPUT_MAX 4096 // bytes of a line; the rest is left off

// Reads a line, without its end, into `line`.
agon_input agon_terminal_ask(agon_terminal *terminal, const char *prompt, const agon_asker *asker,
                             char line[AGON_INPUT_MAX]);

// Asks for one key, which need not be followed by Enter if it is live: a character, or one of
// these. Waits so many milliseconds at most (negative: for ever).
enum {
    AGON_KEY_NONE = 0, // the time is up, or the window has changed: draw again
    AGON_KEY_LEAVE = 0x110000,
    AGON_KEY_UP,
    AGON_KEY_DOWN,
    AGON_KEY_LEFT,
    AGON_KEY_RIGHT,
    AGON_KEY_HOME,
    AGON_KEY_END,
    AGON_KEY_PAGE_UP,
    AGON_KEY_PAGE_DOWN
};
int agon_terminal_key(agon_terminal *terminal, int milliseconds);

// Shows a long text page by page. False: one wants to leave the program.
bool agon_terminal_page(agon_terminal *terminal, const agon_text *text);

// ---------------------------------------------------------------------------------------------
// Signals

// Whether one wants to leave: Ctrl-C, SIGTERM or SIGHUP has come. Taking a Ctrl-C forgets it.
bool agon_terminal_wants_leave(void);
void agon_terminal_take_interrupt(void);

// Waits for something to read, a signal, or the other file (−1: none) to become readable. False:
// the time is up.
bool agon_terminal_wait(int file, int milliseconds);

#endif
