// Commands that are the same in every game.
#define _GNU_SOURCE
#include "apps/terminal/match/sitting.h"

#include "apps/host/manual.h"
#include "apps/terminal/screen/markdown.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct command {
    const char *word;
    const char *usage; // as help shows it
    const char *summary;
    agon_command_end (*run)(agon_sitting *sitting, int player, const char *rest, agon_error *error);
} command;

static agon_command_end page_text(agon_sitting *sitting, agon_text *text) {
    const bool goes_on = agon_terminal_page(sitting->terminal, text);
    agon_text_free(text);
    return goes_on ? AGON_COMMAND_DONE : AGON_COMMAND_LEAVE;
}

static void write_lines(agon_pen *pen, const char *lines) {
    for (const char *at = lines; *at;) {
        const size_t size = strcspn(at, "\n");
        agon_pen_put(pen, AGON_INK_PLAIN, "%.*s", (int)size, at);
        agon_pen_end(pen);
        at += size + (at[size] == '\n');
    }
}

static agon_command_end show_rules(agon_sitting *sitting, int player, const char *rest,
                                   agon_error *error) {
    agon_text text = {0};
    agon_pen pen = agon_terminal_pen(sitting->terminal, &text);
    (void)player;
    (void)rest;
    (void)error;
    const agon_rules *rules = sitting->codec->rules;
    const char *manual = agon_manual_find(rules->id);
    if (!manual) {
        agon_sitting_tell(sitting, true, "There is no manual of %s.", rules->title);
        return AGON_COMMAND_DONE;
    }
    pen.width = pen.width > AGON_MANUAL_WIDTH ? AGON_MANUAL_WIDTH : pen.width;
    agon_pen_put(&pen, AGON_INK_BOLD, "%s", rules->title);
    agon_pen_put(&pen, AGON_INK_PLAIN, ": %s", rules->summary);
    agon_pen_end(&pen);
    agon_pen_markdown(&pen, manual);
    return page_text(sitting, &text);
}

static agon_command_end give_hint(agon_sitting *sitting, int player, const char *rest,
                                  agon_error *error) {
    (void)rest;
    (void)error;
    return agon_sitting_hint(sitting, player);
}

// ---------------------------------------------------------------------------------------------
// Undo

static bool has_program(const agon_sitting *sitting) {
    bool has = false;
    for (int p = 0; p < sitting->match.game->players; p++) {
        has |= agon_seat_is_program(sitting->seat_texts[p]);
    }
    return has;
}

// The line at which the player's last decision begins; move_count: there is none.
static size_t last_decision(const agon_match_file *record, int player) {
    size_t i = record->move_count;
    while (i > 0 && (record->moves[i - 1].player != player || record->moves[i - 1].continues)) {
        i--;
    }
    return i > 0 ? i - 1 : record->move_count;
}

static agon_command_end undo(agon_sitting *sitting, int player, const char *rest,
                             agon_error *error) {
    const size_t count = last_decision(&sitting->record, player);
    (void)rest;
    if (sitting->persons > 1 || has_program(sitting)) {
        agon_sitting_tell(sitting, true, "Moves can be taken back only in a game against bots.");
        return AGON_COMMAND_DONE;
    }
    if (count == sitting->record.move_count) {
        agon_sitting_tell(sitting, true, "There is nothing to take back yet.");
        return AGON_COMMAND_DONE;
    }
    if (agon_sitting_rewind(sitting, count, error)) {
        return AGON_COMMAND_FAILED;
    }
    agon_sitting_tell(sitting, false, "Taken back: it is move %zu again.", count + 1);
    return AGON_COMMAND_UNDONE;
}

// ---------------------------------------------------------------------------------------------
// Log

// The events of a move that the player saw, in words.
static void write_events(agon_sitting *sitting, const agon_scene *scene, size_t move,
                         agon_pen *pen) {
    const agon_match_file *record = &sitting->record;
    const size_t end =
        move + 1 < record->move_count ? record->moves[move + 1].first_event : record->events.count;
    for (size_t i = record->moves[move].first_event; i < end; i++) {
        agon_event seen;
        agon_text words = {0};
        if (agon_event_redact(sitting->codec->rules->events, &record->events.items[i],
                              scene->player, &seen)) {
            sitting->game_screen->say_event(scene, &seen, &words);
        }
        if (words.length > 0) {
            agon_pen_put(pen, AGON_INK_DIM, "%5zu  ", move + 1);
            agon_pen_put(pen, AGON_INK_PLAIN, "%s", words.data);
            agon_pen_end(pen);
        }
        agon_text_free(&words);
    }
}

static agon_command_end show_log(agon_sitting *sitting, int player, const char *rest,
                                 agon_error *error) {
    const agon_scene scene = agon_sitting_scene(sitting, player);
    agon_text text = {0};
    agon_pen pen = agon_terminal_pen(sitting->terminal, &text);
    (void)rest;
    (void)error;
    for (size_t i = 0; i < sitting->record.move_count; i++) {
        write_events(sitting, &scene, i, &pen);
    }
    if (text.length == 0) {
        agon_sitting_tell(sitting, false, "Nothing has happened yet.");
        agon_text_free(&text);
        return AGON_COMMAND_DONE;
    }
    return page_text(sitting, &text);
}

// ---------------------------------------------------------------------------------------------
// Save, quit, the list

static bool write_copy(const agon_match_file *record, const char *path) {
    const int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0) {
        return false;
    }
    const ssize_t size = write(file, record->text.data, record->text.length);
    const bool is_whole = size == (ssize_t)record->text.length;
    return close(file) == 0 && is_whole;
}

static agon_command_end save(agon_sitting *sitting, int player, const char *rest,
                             agon_error *error) {
    (void)player;
    (void)error;
    errno = 0;
    if (!rest[0]) {
        agon_sitting_tell(sitting, false, "Every move is kept at once, in %s",
                          sitting->record.path);
    } else if (write_copy(&sitting->record, rest)) {
        agon_sitting_tell(sitting, false, "A copy is in %s; agon play --resume goes on from it.",
                          rest);
    } else {
        agon_sitting_tell(sitting, true, "Cannot save to %s: %s", rest,
                          errno ? strerror(errno) : "not everything could be written");
    }
    return AGON_COMMAND_DONE;
}

static agon_command_end quit(agon_sitting *sitting, int player, const char *rest,
                             agon_error *error) {
    (void)sitting;
    (void)player;
    (void)rest;
    (void)error;
    return AGON_COMMAND_LEAVE;
}

static agon_command_end go_back(agon_sitting *sitting, int player, const char *rest,
                                agon_error *error) {
    (void)player;
    (void)rest;
    (void)error;
    char *space = strrchr(sitting->words, ' ');
    *(space ? space : sitting->words) = '\0';
    sitting->page = 0;
    return AGON_COMMAND_DONE;
}

static agon_command_end more(agon_sitting *sitting, int player, const char *rest,
                             agon_error *error) {
    (void)player;
    (void)rest;
    (void)error;
    sitting->page = sitting->page + 1 < sitting->pages ? sitting->page + 1 : 0;
    return AGON_COMMAND_DONE;
}

static agon_command_end skip(agon_sitting *sitting, int player, const char *rest,
                             agon_error *error) {
    (void)player;
    (void)rest;
    (void)error;
    if (!agon_course_text(&sitting->course)) {
        agon_sitting_tell(sitting, true, "There is no lesson to skip.");
    }
    agon_course_next(&sitting->course);
    return AGON_COMMAND_DONE;
}

// ---------------------------------------------------------------------------------------------
// Help, and finding commands

static agon_command_end help(agon_sitting *sitting, int player, const char *rest,
                             agon_error *error);

static const command commands[] = {
    {"help", "help, ?", "this page", help},
    {"rules", "rules", "the rules of the game", show_rules},
    {"hint", "hint", "what the search bot would do, and why", give_hint},
    {"undo", "undo", "take your last move back (against bots)", undo},
    {"log", "log", "what has happened so far", show_log},
    {"save", "save [FILE]", "where the match is kept, or a copy in FILE", save},
    {"quit", "quit, q, Ctrl-C", "leave; the match is kept and can be resumed", quit},
    {"back", "back", "one word less of what you began", go_back},
    {"more", "more", "the next page of choices", more},
    {"skip", "skip", "in a tutorial: the next lesson", skip},
    {"?", NULL, NULL, help},
    {"q", NULL, NULL, quit},
    {"exit", NULL, NULL, quit},
};

const char *agon_command_word(size_t i) {
    return i < sizeof commands / sizeof commands[0] && commands[i].usage ? commands[i].word : NULL;
}

static agon_command_end help(agon_sitting *sitting, int player, const char *rest,
                             agon_error *error) {
    agon_text text = {0};
    agon_pen pen = agon_terminal_pen(sitting->terminal, &text);
    (void)player;
    (void)rest;
    (void)error;
    agon_pen_put(&pen, AGON_INK_BOLD, "%s", sitting->codec->rules->title);
    agon_pen_put(&pen, AGON_INK_PLAIN, ": type the number of a choice, or words. Tab completes.");
    agon_pen_end(&pen);
    write_lines(&pen, sitting->game_screen->help);
    agon_pen_end(&pen);
    agon_pen_put(&pen, AGON_INK_BOLD, "In every game");
    agon_pen_end(&pen);
    for (size_t i = 0; agon_command_word(i); i++) {
        agon_pen_put(&pen, AGON_INK_PLAIN, "%s", commands[i].usage);
        agon_pen_to(&pen, 18);
        agon_pen_put(&pen, AGON_INK_PLAIN, "%s", commands[i].summary);
        agon_pen_end(&pen);
    }
    return page_text(sitting, &text);
}

agon_command_end agon_sitting_command(agon_sitting *sitting, int player, const char *line,
                                      agon_error *error) {
    agon_line split;
    agon_line_split(&split, line);
    for (size_t i = 0; split.count > 0 && i < sizeof commands / sizeof commands[0]; i++) {
        const bool takes_more = strcmp(commands[i].word, "save") == 0;
        if (strcmp(split.words[0], commands[i].word) == 0 && (split.count == 1 || takes_more)) {
            const char *rest = line + strcspn(line, " \t");
            return commands[i].run(sitting, player, rest + strspn(rest, " \t"), error);
        }
    }
    return AGON_COMMAND_NONE;
}
