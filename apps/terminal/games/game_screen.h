// Screens of games: how a game looks to people, and how they speak to it.
//
// A game screen is a table of pure functions over a scene. A scene is what one pair of eyes may know: a
// view, the events its viewer was shown, names, the size of the screen. There is no state in it, so
// it cannot show a secret; tests compare the screens of states with equal views byte by byte
// (tests/terminal/test_game_screens.c).
//
// Words. Whatever can be done can be typed as a line of words, and every such line can be built by
// picking from numbered lists. Both are one idea: `list` is given the words so far and offers
// choices, each the words of a longer line. A choice is either a whole action or the beginning of
// some ("send A", after which the list for "send A" asks where to). `read` understands whole lines.
//
// The screen, 80 × 24 at least, from the top:
//     title                    the machine's: game, players, turn of whom
//     board                    draw: at most scene->height lines of at most scene->width columns
//     lesson                   in a tutorial only
//     choices, numbered        list, packed into columns, paged if there are too many
//     message                  the answer to the last input
//     prompt
//
// One game: one folder apps/terminal/games/<id> and one line in game_screen.c. A game without one
// gets the generic one (generic.c), which knows any game by its codec.
#ifndef AGON_APPS_TERMINAL_GAMES_GAME_SCREEN_H
#define AGON_APPS_TERMINAL_GAMES_GAME_SCREEN_H

#include "apps/terminal/screen/style.h"

#include "agon/codec.h"

#define AGON_SCREEN_WIDTH 80  // the least that a screen is drawn for
#define AGON_SCREEN_HEIGHT 24 // likewise
#define AGON_BOARD_LEAST 14   // every game's draw fits into so many lines
#define AGON_SCENE_EVENTS 400

// Several matches that belong together (rock-paper-scissors: best of five).
typedef struct agon_series {
    int best_of;                // 1: a single match
    int wins[AGON_MAX_PLAYERS]; // of the matches before this one
    int draws;
} agon_series;

// What a game screen is given.
typedef struct agon_scene {
    const agon_codec *codec;
    const agon_game *game;
    // What is seen: the view of `player`. Of one who watches also the spectator's view, or the full
    // state (view->viewer is AGON_NOBODY): then there is nobody who is "me".
    const agon_state *view;
    int player;               // view->viewer: a player, AGON_SPECTATOR or AGON_NOBODY
    const char *const *names; // one per player, to be shown: "you", "greedy", "player 2"
    // What has happened lately as `player` may see it, oldest first: at most AGON_SCENE_EVENTS. From
    // `fresh` on it is news: since its last decision (of one who watches: with this move). What is
    // before may still be worth showing, say the report of the last turn while orders are given.
    const agon_event *events;
    size_t event_count;
    size_t fresh;
    const agon_series *series; // never NULL
    int width;                 // columns and lines for the board
    int height;
} agon_scene;

// ---------------------------------------------------------------------------------------------
// Choices

#define AGON_CHOICE_WORDS 96
#define AGON_CHOICE_LABEL 160

typedef struct agon_choice {
    char words[AGON_CHOICE_WORDS]; // the line it stands for, without a space at the end
    char label[AGON_CHOICE_LABEL]; // as shown beside its number
    bool is_whole; // the words are an action; false: there is a further list for them
} agon_choice;

// A list that is being made. All of it is made in memory: keep it to a few hundred.
typedef struct agon_choices {
    agon_choice *items; // owned, agon_choices_free
    size_t count;
    size_t capacity;
    bool failed; // memory ran out
    // The question is how many: a number that is typed is the next word, it does not pick. The
    // choices are proposals, shown with their last word instead of a number.
    bool is_amount;
    char question[160]; // what is asked: "Which star do ships leave from?"; "": nothing
} agon_choices;

// Adds a choice with words made from a format; then give it its label. Never NULL: if memory has
// run out the choice is made somewhere where it does no harm.
agon_choice *agon_choices_add(agon_choices *choices, bool is_whole, const char *format, ...)
    AGON_PRINTF(3, 4);
void agon_choice_label(agon_choice *choice, const char *format, ...) AGON_PRINTF(2, 3);
void agon_choices_ask(agon_choices *choices, const char *format, ...) AGON_PRINTF(2, 3);
void agon_choices_free(agon_choices *choices);

// ---------------------------------------------------------------------------------------------
// Lines

typedef enum agon_line_result {
    AGON_LINE_ACTIONS, // the line is a decision: one or more actions
    AGON_LINE_MORE,    // right as far as it goes: `list` for this line says what may follow
    AGON_LINE_WRONG    // the answer says what would be right
} agon_line_result;

// What came of a line.
typedef struct agon_reading {
    size_t count;
    agon_action actions[AGON_MAX_STEPS_PER_ACTION]; // made one after the other, all or none
    char answer[320];                               // for AGON_LINE_WRONG: one or two sentences
} agon_reading;

// Sets the answer; returns AGON_LINE_WRONG.
agon_line_result agon_reading_refuse(agon_reading *reading, const char *format, ...)
    AGON_PRINTF(2, 3);
// Adds an action; returns AGON_LINE_ACTIONS.
agon_line_result agon_reading_act(agon_reading *reading, agon_action action);

// A line cut into words at spaces. The words are lower case; `raw` are as they were typed.
#define AGON_LINE_WORDS 24
#define AGON_LINE_SIZE 512
typedef struct agon_line {
    size_t count;
    const char *words[AGON_LINE_WORDS];
    const char *raw[AGON_LINE_WORDS];
    bool is_too_long; // something was left off
    char lower[AGON_LINE_SIZE];
    char typed[AGON_LINE_SIZE];
} agon_line;

void agon_line_split(agon_line *line, const char *text); // the words point into `line`

// A whole word as a number from `min` to `max`. False: it is none.
bool agon_word_number(const char *word, long min, long max, long *number);

// The index of the one of `names` that the word means: equal to it, or the beginning of it and of
// no other (capitals do not matter). −1: none, or several.
int agon_word_find(const char *word, const char *const *names, size_t count);
// The index of the nearest, if it is near enough to be meant; −1. For "did you mean …?".
int agon_word_nearest(const char *word, const char *const *names, size_t count);

// ---------------------------------------------------------------------------------------------
// Tutorials

// What the player has done since a lesson began.
typedef struct agon_lesson_progress {
    const char *line; // the last line typed; ""
    const agon_action *actions;
    size_t count;  // accepted actions of the player
    uint32_t asks; // how often it has been asked: goes up when others have moved
} agon_lesson_progress;

typedef struct agon_lesson {
    const char *text; // lines of at most 78 columns, \n between them; at most 7, with a task 3
    // Whether the task is done; asked after every line and whenever the player may act again. NULL:
    // there is no task, Enter goes on, and no choices are shown.
    bool (*is_done)(const agon_scene *scene, const agon_lesson_progress *progress);
} agon_lesson;

typedef struct agon_tutorial {
    const char *config; // JSON; NULL: the defaults
    uint32_t seed;
    const char *const *seats; // as for --seat: "me", "greedy", …; one per player
    const agon_lesson *lessons;
    size_t lesson_count; // after the last one the match goes on without lessons
    // What is said at the end of a match that was a tutorial; may be NULL.
    const char *farewell;
} agon_tutorial;

// ---------------------------------------------------------------------------------------------
// A game screen

// All functions are pure: equal scenes and words give equal bytes. Required unless it says so.
typedef struct agon_game_screen {
    const char *id; // of the game
    // Lines that draw likes to have on a screen of 24, AGON_BOARD_LEAST … 18. What is left, at least
    // three, is for the choices. On a larger screen the board gets what is not needed elsewhere.
    int board_lines;
    int best_of; // matches in a series, unless one asks for another number; 0: one

    // The board. Every height from AGON_BOARD_LEAST and width from AGON_SCREEN_WIDTH on must do. The
    // events belong to it (the report of the last turn), in as many lines as there is room for. At
    // the end of the match (view->over) it shows how it ended.
    void (*draw)(const agon_scene *scene, agon_pen *pen);

    // What may be done now, given the words typed so far ("": from the beginning). Only a player
    // who may act is asked. Every valid decision can be reached, or typed: numbers that are too many
    // to list (ships) are asked for with a few proposals, and the question says which are possible.
    void (*list)(const agon_scene *scene, const char *words, agon_choices *choices);

    // What a line means. The machine has taken out its own words (help, undo, …) and numbers that
    // pick from the list. An action need not be valid: the engine checks, and its reason is shown;
    // but a screen often knows better what would be right.
    agon_line_result (*read)(const agon_scene *scene, const char *line, agon_reading *reading);

    // Words that may stand where the last word of `line` is (after a space: the next one). They need
    // not begin like it: the machine looks. NULL: the words of `list` are taken.
    void (*complete)(const agon_scene *scene, const char *line, agon_choices *choices);

    // An action of `player`, in words, one line: for the log and for hints ("send 5 from A to F").
    // The words that `read` understands are best. In a scene of somebody else's it is only asked
    // for actions that the scene's player may know.
    void (*say_action)(const agon_scene *scene, int player, agon_action action, agon_text *text);

    // An event in words, one line without a full stop; nothing if it is not worth a line. Of a
    // redacted event (bits in event->redacted) it says what is left.
    void (*say_event)(const agon_scene *scene, const agon_event *event, agon_text *text);

    // The pen of say_… is plain text: colours are for draw.

    // The commands of this game, lines of at most 78 columns. The game itself is explained by its
    // manual (apps/host/manual.h).
    const char *help;
    const agon_tutorial *tutorial; // may be NULL
} agon_game_screen;

// The screen of a game; the generic one if it has none of its own.
const agon_game_screen *agon_game_screen_of(const agon_codec *codec);

// A player's ink in a scene: AGON_INK_MINE for the one who looks, its own one for each other;
// AGON_INK_NEUTRAL for −1.
agon_ink agon_ink_of(const agon_scene *scene, int player);

// Adds who has won a match that is over: "you and greedy share the win".
void agon_pen_winners(agon_pen *pen, const agon_scene *scene);

// Adds what the JSON of an action or event says, in words, as the generic screen does.
void agon_generic_say_action(const agon_scene *scene, int player, agon_action action,
                             agon_text *text);
void agon_generic_say_event(const agon_scene *scene, const agon_event *event, agon_text *text);

extern const agon_game_screen agon_generic_screen;
extern const agon_game_screen agon_rps_screen;
extern const agon_game_screen agon_stellar_screen;
extern const agon_game_screen agon_entropy_screen;
extern const agon_game_screen agon_skirmish_screen;
extern const agon_game_screen agon_conquest_screen;

#endif
