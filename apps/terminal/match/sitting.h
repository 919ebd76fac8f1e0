// A sitting: one match, the people at the keyboard, and those they play against.
//
// The match is a value (agon/match.h); its file is what lasts (file.h). A sitting carries questions to
// people, bots and programs and brings answers back:
//
//                    ┌────────────────────────── next player ─────────────────────────┐
//                    ▼                                                                │
//     ┌──────┐   ┌────────┐  a line   ┌────────┐  moved   ┌─────────┐  written  ┌─────────┐
//     │ open ├──►│ asking ├──────────►│ judged ├─────────►│ drafted ├──────────►│accepted │
//     └──────┘   │thinking│  answer   └───┬────┘          └────┬────┘           └────┬────┘
//        ▲       └─┬────┬─┘◄──────────────┘                    │                     │ the game is
//        │   undo  │    │     refused, again                   │ cannot be written   │ over
//     ┌──┴────┐◄───┘    │ quit, Ctrl-C, end of input           ▼                     ▼
//     │undone │         ▼                                  ┌────────┐          ┌───────────┐
//     └───────┘     ┌────────┐                             │ failed │          │ over: the │
//                   │leaving │                             └────────┘          │ result is │
//                   └────────┘                                                 │ written   │
//                                                                              └───────────┘
//
//   open      the file is read, everybody takes a seat, and play goes on where the file ends. Of a new
//             match the first line is written before, so this is the only beginning there is. Moves of
//             those who are gone by what the file says are made first.
//   asking    a person: the screen, a line, what it means (turn.c); commands are answered and asked on.
//   thinking  a bot or a program, in a thread of its own (think.c), while the screen tells the time.
//   judged    by agon_match_answer. A person whose action is refused is told why and asked on: nothing
//             has happened. A program is asked again or has to bear a fault, as the terms say.
//   drafted   the change exists, the match does not know of it, nobody has seen it.
//   accepted  the lines of the change are in the file: it is the match now, and the screens show it.
//   undone    the file is cut back to the player's last decision and read again: see open.
//   leaving   nothing is written: the file ends after the last change that was accepted, and
//             `--resume` begins there. A bot that does not stop thinking is abandoned: is_abandoned.
//   failed    the file is as it was before the change; the program ends with the reason.
//
// What lasts: at any moment a kill, a full disk or a power cut loses at most the answer that is being
// given. What a bot draws follows from the seed and the number of the move alone, so a match that goes
// on from its file is the one that it would have been; only where players act several times at the same
// time somebody else of them may be asked next.
#ifndef AGON_APPS_TERMINAL_MATCH_SITTING_H
#define AGON_APPS_TERMINAL_MATCH_SITTING_H

#include "apps/terminal/screen/names.h"
#include "apps/terminal/match/file.h"
#include "apps/terminal/screen/screen.h"
#include "apps/host/seats.h"
#include "apps/terminal/screen/terminal.h"

#include "agon/loop.h"

// A tutorial in progress.
typedef struct agon_course {
    const agon_tutorial *tutorial; // NULL: none
    size_t lesson;                 // lesson_count: all are done
    agon_lesson_progress progress;
    agon_action actions[64]; // of the progress
} agon_course;

// What asking somebody led to.
typedef enum agon_turn {
    AGON_TURN_DECIDED, // there is an answer
    AGON_TURN_UNDONE,  // moves have been taken back: ask anew
    AGON_TURN_LEAVE,
    AGON_TURN_FAILED // the error says why
} agon_turn;

// Answers that are brought in from outside instead of keyboards, bots and programs, as tests do. No
// terminal is needed then, and seats may be called anything.
typedef struct agon_sitting_script {
    agon_turn (*ask)(void *user, const agon_question *question, agon_answer *answer,
                     agon_error *error);
    void *user;
    agon_clock clock; // without `now` nothing is measured
    agon_terms terms; // of a new match
    agon_viewers timed;
    agon_viewers patient;
    const char *commitment; // in the first line of a new match; may be NULL
    const char *salt;       // in the last line; may be NULL
} agon_sitting_script;

typedef struct agon_sitting {
    agon_terminal *terminal;           // NULL: there is a script
    const agon_sitting_script *script; // NULL: people play
    const agon_codec *codec;
    const agon_game_screen *game_screen;
    agon_match_file record;
    agon_seed seed; // of the match; of one that began with a state: for the bots
    agon_seat_holder holders[AGON_MAX_PLAYERS];
    agon_seat seats[AGON_MAX_PLAYERS];
    agon_match match;
    agon_loop loop; // the change, and the seats' lives
    agon_series series;
    // Who sits there.
    char seat_texts[AGON_MAX_PLAYERS][160]; // as asked for and recorded
    bool is_person[AGON_MAX_PLAYERS];
    char name_texts[AGON_MAX_PLAYERS][AGON_SHOWN_NAME_SIZE];
    const char *names[AGON_MAX_PLAYERS];
    int persons;
    int at_keyboard; // who was asked last; −1: nobody yet
    // What is shown.
    agon_state *view;
    agon_event *news;               // AGON_SCENE_EVENTS of them
    size_t known[AGON_MAX_PLAYERS]; // events of the record before a player's last decision
    agon_choices choices;
    char words[AGON_CHOICE_WORDS]; // the beginning of an action that is being put together
    size_t page;
    size_t pages;
    char message[AGON_INPUT_MAX];
    bool is_trouble; // the message is about something wrong
    agon_course course;
    bool is_abandoned; // a bot still thinks: nothing may be freed any more
} agon_sitting;

// What a sitting is made of.
typedef struct agon_sitting_def {
    const agon_codec *codec;
    const char *seats[AGON_MAX_PLAYERS]; // "me", "me:Ann", "greedy", "cmd:./bot"
    size_t seat_count;
    const json_t *config; // may be NULL
    agon_seed seed;
    const char *path; // of the record
    bool is_resumed;  // the record exists; seats given here replace those it names
    agon_series series;
    const agon_tutorial *tutorial;
    const agon_sitting_script *script; // NULL: people play
} agon_sitting_def;

// Seats everybody. AGON_BAD_CONFIG, AGON_BAD_REPLAY, …, with the reason. Close it in any case.
AGON_MUST_USE agon_status agon_sitting_open(agon_sitting *sitting, agon_terminal *terminal,
                                            const agon_sitting_def *def, agon_error *error);
void agon_sitting_close(agon_sitting *sitting);

// Takes back all lines of the record but the first `count`, and goes on from there.
AGON_MUST_USE agon_status agon_sitting_rewind(agon_sitting *sitting, size_t count,
                                              agon_error *error);

// What a player (or AGON_SPECTATOR) sees. Good until the next call.
agon_scene agon_sitting_scene(agon_sitting *sitting, int player);

// Draws the screen of a player; with the choices of one who may act.
void agon_sitting_draw(agon_sitting *sitting, int player, bool has_choices);
// The last screen, with lines below the message.
void agon_sitting_draw_end(agon_sitting *sitting, int player, const char *footer);

// Sets the message.
void agon_sitting_tell(agon_sitting *sitting, bool is_trouble, const char *format, ...)
    AGON_PRINTF(3, 4);

// ---------------------------------------------------------------------------------------------
// A person's turn

// Before a player is asked for the first time: passes the keyboard. False: one wants to leave.
bool agon_sitting_begin_turn(agon_sitting *sitting, int player);

// Asks until there is a decision, which the engine may still refuse: then call it again.
agon_turn agon_sitting_turn(agon_sitting *sitting, int player, agon_answer *answer,
                            agon_error *error);

// ---------------------------------------------------------------------------------------------
// Commands that are the same in every game

// What a line that is a command led to.
typedef enum agon_command_end {
    AGON_COMMAND_NONE, // it is none
    AGON_COMMAND_DONE, // draw again, ask again
    AGON_COMMAND_UNDONE,
    AGON_COMMAND_LEAVE,
    AGON_COMMAND_FAILED
} agon_command_end;

agon_command_end agon_sitting_command(agon_sitting *sitting, int player, const char *line,
                                      agon_error *error);

// The i-th command's word, or NULL.
const char *agon_command_word(size_t i);

// Asks the search bot, and tells what it thinks.
agon_command_end agon_sitting_hint(agon_sitting *sitting, int player);

// ---------------------------------------------------------------------------------------------
// Lessons

// The text of the lesson now, or NULL; whether it waits for Enter only.
const char *agon_course_text(const agon_course *course);
bool agon_course_waits(const agon_course *course);
// After a line (NULL: the player may act again), and after a decision. Goes to the next lesson when
// the task is done.
void agon_course_look(agon_course *course, const agon_scene *scene, const char *line);
void agon_course_note(agon_course *course, const agon_answer *answer);
void agon_course_next(agon_course *course);

#endif
