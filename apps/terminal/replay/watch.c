// agon watch: a replay on the screen, forwards and backwards.
#include "apps/terminal/replay/watch.h"

#include "apps/terminal/screen/screen.h"

#include "src/codec/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#define PAGE 10 // moves
#define SLOWEST 0.125
#define FASTEST 64

// One who watches.
typedef struct watcher {
    agon_terminal *terminal;
    agon_watch_file *file;
    int viewer;
    bool is_running; // by itself
    double speed;    // moves a second
    size_t number;   // being typed
    bool has_number;
    bool shows_help;
} watcher;

static const char help[] = "right, n, space   one move on        left, p, b    one move back\n"
                           "down, page down   ten moves on       up, page up   ten moves back\n"
                           "] and [           to where the next, the last other player moved\n"
                           "home, end         begin, end         12 Enter      after move 12\n"
                           "a                 by itself, or stop; + and - change the speed\n"
                           "v                 other eyes: all, each player, spectator\n"
                           "q                 leave\n";

// ---------------------------------------------------------------------------------------------
// Showing

static void write_title(const watcher *me, char *title, size_t size) {
    const agon_timeline *timeline = &me->file->timeline;
    int length = snprintf(title, size, "%s:", timeline->replay.table.codec->rules->title);
    for (int p = 0; p < timeline->replay.table.game->players && (size_t)length < size; p++) {
        length += snprintf(title + length, size - (size_t)length, "%s %s", p ? "," : "",
                           me->file->names[p]);
    }
}

static void write_corner(const watcher *me, char *corner, size_t size) {
    const char *eyes = me->viewer == AGON_NOBODY      ? "all is seen"
                       : me->viewer == AGON_SPECTATOR ? "a spectator's view"
                                                      : me->file->names[me->viewer];
    const bool is_player = me->viewer < AGON_MAX_PLAYERS;
    snprintf(corner, size, "%s%s  move %zu of %zu", is_player ? "seen by " : "", eyes,
             me->file->timeline.at, me->file->timeline.count);
}

// " - greedy gave up: the end."
static void write_ending(const watcher *me, agon_text *text) {
    const agon_timeline *timeline = &me->file->timeline;
    agon_text_puts(text, " -");
    for (int p = 0; p < timeline->replay.table.game->players; p++) {
        const agon_timeline_move *forfeit = agon_timeline_forfeit(timeline, p);
        if (forfeit) {
            agon_text_printf(text, " %s %s:", me->file->names[p],
                             agon_watch_forfeit_words(forfeit->fault));
        }
    }
    agon_text_puts(text, timeline->verdict.ok ? " the end; " : " here the replay ends.");
    agon_text_puts(text,
                   timeline->verdict.ok ? agon_replay_chance_text(timeline->verdict.chance) : "");
}

static void write_message(const watcher *me, agon_text *text) {
    if (me->file->timeline.at == 0 && me->file->timeline.count > 0) {
        agon_text_puts(text, "The beginning. n: on  p: back  v: other eyes  a: by itself  ?: help  "
                             "q: leave");
        return;
    }
    agon_text_printf(text, "%zu. ", me->file->timeline.at);
    agon_watch_say_move(me->file, me->viewer, text);
    if (me->file->timeline.at == me->file->timeline.count) {
        write_ending(me, text);
    }
}

static void show(const watcher *me) {
    char title[160];
    char corner[80];
    agon_text text = {0};
    agon_text message = {0};
    agon_pen pen = agon_terminal_pen(me->terminal, &text);
    write_title(me, title, sizeof title);
    write_corner(me, corner, sizeof corner);
    write_message(me, &message);
    const agon_scene scene = agon_watch_scene(me->file, me->viewer);
    const agon_screen screen = {.game_screen = agon_game_screen_of(scene.codec),
                                .scene = &scene,
                                .title = title,
                                .corner = corner,
                                .message = message.data ? message.data : "",
                                .message_ink = AGON_INK_BOLD,
                                .footer = me->shows_help ? help : "",
                                .width = me->terminal->width,
                                .height = me->terminal->height};
    agon_screen_write(&screen, &pen);
    agon_terminal_show(me->terminal, &text);
    agon_text_free(&text);
    agon_text_free(&message);
}

static void note(const watcher *me) {
    char words[64] = "";
    if (me->has_number) {
        snprintf(words, sizeof words, "to move %zu (Enter)", me->number);
    } else if (me->is_running) {
        snprintf(words, sizeof words, "by itself, %g moves a second; a: stop", me->speed);
    }
    agon_terminal_note(me->terminal, words);
}

// ---------------------------------------------------------------------------------------------
// Keys

static void go(watcher *me, long step) {
    const size_t at = me->file->timeline.at;
    const size_t back = (size_t)-step;
    agon_timeline_seek(&me->file->timeline, step >= 0   ? at + (size_t)step
                                            : at > back ? at - back
                                                        : 0);
}

// To the next, or the last, move of another player than the one who has just moved.
static void go_turn(watcher *me, int direction) {
    const agon_timeline *timeline = &me->file->timeline;
    size_t at = timeline->at;
    const int player = at > 0 ? timeline->moves[at - 1].player : -1;
    if (direction > 0) {
        while (at < timeline->count && timeline->moves[at].player == player) {
            at++;
        }
        at += at < timeline->count;
    } else {
        while (at > 0 && timeline->moves[at - 1].player == player) {
            at--;
        }
    }
    agon_timeline_seek(&me->file->timeline, at);
}

static void next_eyes(watcher *me) {
    const int players = me->file->timeline.replay.table.game->players;
    me->viewer = me->viewer == AGON_NOBODY      ? 0
                 : me->viewer == AGON_SPECTATOR ? AGON_NOBODY
                 : me->viewer + 1 < players     ? me->viewer + 1
                                                : AGON_SPECTATOR;
}

static void change_speed(watcher *me, double factor) {
    const double speed = me->speed * factor;
    me->speed = speed < SLOWEST ? SLOWEST : speed > FASTEST ? FASTEST : speed;
}

static void type_digit(watcher *me, int key) {
    const size_t digit = (size_t)(key - '0');
    me->number = me->has_number ? me->number * 10 + digit : digit;
    me->number = me->number > me->file->timeline.count ? me->file->timeline.count : me->number;
    me->has_number = true;
}

static void press_enter(watcher *me) {
    if (me->has_number) {
        agon_timeline_seek(&me->file->timeline, me->number);
    } else {
        go(me, 1);
    }
}

// Keys that move. False: it is none of them.
static bool press_moving(watcher *me, int key) {
    switch (key) {
    case 'n':
    case ' ':
    case AGON_KEY_RIGHT:
        go(me, 1);
        return true;
    case 'p':
    case 'b':
    case AGON_KEY_LEFT:
        go(me, -1);
        return true;
    case AGON_KEY_DOWN:
    case AGON_KEY_PAGE_DOWN:
        go(me, PAGE);
        return true;
    case AGON_KEY_UP:
    case AGON_KEY_PAGE_UP:
        go(me, -PAGE);
        return true;
    case AGON_KEY_HOME:
    case 'g':
        agon_timeline_seek(&me->file->timeline, 0);
        return true;
    case AGON_KEY_END:
    case 'G':
        agon_timeline_seek(&me->file->timeline, me->file->timeline.count);
        return true;
    case ']':
    case '[':
        go_turn(me, key == ']' ? 1 : -1);
        return true;
    case '\r':
    case '\n':
        press_enter(me);
        return true;
    default:
        return false;
    }
}

// False: one leaves.
static bool press(watcher *me, int key) {
    if (key >= '0' && key <= '9') {
        type_digit(me, key);
        me->is_running = false;
        return true;
    }
    if (press_moving(me, key)) {
        me->is_running = false;
    }
    me->has_number = false;
    switch (key) {
    case 'v':
        next_eyes(me);
        break;
    case 'a':
        me->is_running = !me->is_running;
        break;
    case '+':
    case '=':
        change_speed(me, 2);
        break;
    case '-':
        change_speed(me, 0.5);
        break;
    case '?':
    case 'h':
        me->shows_help = !me->shows_help;
        break;
    default:
        break;
    }
    return key != 'q' && key != AGON_KEY_LEAVE;
}

static void watch(watcher *me) {
    for (bool goes_on = true; goes_on;) {
        me->is_running &= me->file->timeline.at < me->file->timeline.count;
        show(me);
        note(me);
        const int wait = me->is_running ? (int)(1000 / me->speed) : -1;
        const int key = agon_terminal_key(me->terminal, wait);
        if (key == AGON_KEY_NONE && me->is_running) {
            go(me, 1);
        }
        goes_on = press(me, key);
    }
    printf("\r\n");
}

// ---------------------------------------------------------------------------------------------
// Beginning

// The viewer that a word means: a number where the game numbers its players, else a name. −1: none.
static int find_viewer(const agon_timeline *timeline, const char *word) {
    const agon_table *table = &timeline->replay.table;
    long number;
    json_t *value = json_string(word);
    int viewer = value ? agon_viewer_read(table->codec, table->game, agon_value_of(value)) : -1;
    json_decref(value);
    if (viewer < 0 && agon_word_number(word, -1000, 1000, &number)) {
        value = json_integer(number);
        viewer = value ? agon_viewer_read(table->codec, table->game, agon_value_of(value)) : -1;
        json_decref(value);
    }
    return viewer;
}

static int show_file(agon_watch_file *file, agon_terminal *terminal,
                     const agon_watch_settings *settings, agon_error *error) {
    agon_timeline *timeline = &file->timeline;
    watcher me = {.terminal = terminal, .file = file, .viewer = AGON_NOBODY, .speed = 1};
    if (settings->viewer && (me.viewer = find_viewer(timeline, settings->viewer)) < 0) {
        (void)agon_error_set(error, AGON_UNKNOWN_PLAYER, NULL, "%s: there is no player %s",
                             settings->path, settings->viewer);
        return EX_USAGE;
    }
    if (!terminal->live) {
        agon_watch_text(file, me.viewer, settings, terminal);
        return EX_OK;
    }
    me.is_running = settings->speed > 0;
    me.speed = settings->speed > 0 ? settings->speed : 1;
    change_speed(&me, 1);
    agon_timeline_seek(timeline,
                       settings->from < timeline->count ? (size_t)settings->from : timeline->count);
    watch(&me);
    return EX_OK;
}

int agon_watch_run(const agon_watch_settings *settings, agon_error *error) {
    agon_terminal terminal = {0};
    agon_watch_file file;
    const agon_status status = agon_watch_open(&file, settings->path, error);
    int code = status == AGON_OK ? EX_OK : status == AGON_NO_MEMORY ? EX_OSERR : EX_DATAERR;
    if (code == EX_OK && agon_terminal_open(&terminal)) {
        (void)agon_error_set(error, AGON_NO_MEMORY, NULL, "out of memory");
        code = EX_OSERR;
    }
    if (code == EX_OK) {
        code = show_file(&file, &terminal, settings, error);
    }
    agon_terminal_close(&terminal);
    agon_watch_close(&file);
    return code;
}
