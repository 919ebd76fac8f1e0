// What the commands of `agon` share: the table entry, options, messages, colours.
//
// A command prints its result to stdout and everything else to stderr, and returns an exit code
// of <sysexits.h>. Whether stdout could be written at all is checked once, in main.
#ifndef AGON_APPS_CLI_H
#define AGON_APPS_CLI_H

#include "agon/codec.h"

#include <stdbool.h>
#include <stdint.h>
#include <sysexits.h>

#define EX_FINDING 1 // the command worked, and what it looked for is there

typedef struct agon_cli_command {
    const char *name;
    const char *summary; // for the list of commands
    const char *usage;   // what follows the name: "[GAME...] [--json]"
    const char *help;    // the rest of `agon help NAME`, whole lines
    // arguments[0] is the first one after the command's name.
    int (*run)(int count, char **arguments);
} agon_cli_command;

// One file each.
extern const agon_cli_command agon_cli_engine;
extern const agon_cli_command agon_cli_games;
extern const agon_cli_command agon_cli_exhibition;
extern const agon_cli_command agon_cli_render;
extern const agon_cli_command agon_cli_check_leaks;
extern const agon_cli_command agon_cli_bench;
extern const agon_cli_command agon_cli_match;
extern const agon_cli_command agon_cli_replay;
extern const agon_cli_command agon_cli_play;
extern const agon_cli_command agon_cli_watch;
extern const agon_cli_command agon_cli_bot_check;
extern const agon_cli_command agon_cli_tourney;
extern const agon_cli_command agon_cli_serve;
extern const agon_cli_command agon_cli_store;
extern const agon_cli_command agon_cli_load;
extern const agon_cli_command agon_cli_help;
extern const agon_cli_command agon_cli_version;

// The i-th command as `agon help` lists them, or NULL beyond the last; and the one of this name.
const agon_cli_command *agon_cli_command_at(size_t i);
const agon_cli_command *agon_cli_command_find(const char *name);

// ---------------------------------------------------------------------------------------------
// Options

typedef enum agon_cli_kind {
    AGON_CLI_FLAG,   // bool
    AGON_CLI_NUMBER, // uint64_t
    AGON_CLI_COUNT,  // uint64_t, at least 1
    AGON_CLI_TIME,   // double: seconds above 0, fractions allowed
    AGON_CLI_SEED,   // agon_seed: an integer or 32 hex digits
    AGON_CLI_TEXT,   // const char *
    AGON_CLI_LIST,   // agon_cli_list: may be given again and again
    AGON_CLI_PAIR    // double[2], given as `--sprt 0 5` or `--sprt=0,5`
} agon_cli_kind;

// The values of an option that may be repeated, in their order. The caller sets `items` and `max`.
typedef struct agon_cli_list {
    const char **items;
    size_t count;
    size_t max;
} agon_cli_list;

typedef struct agon_cli_option {
    const char *name; // "--steps"
    agon_cli_kind kind;
    void *value; // of the kind's type; keeps its default when the option is not given
} agon_cli_option;

// Reads options (ended by a NULL name) out of the arguments, in any order and as `--steps 5` or
// `--steps=5`. What is left are operands, at most `max` of them; `count` becomes their number.
// Returns EX_OK, or EX_USAGE after saying what is wrong.
int agon_cli_parse(const agon_cli_command *command, const agon_cli_option *options, size_t max,
                   int *count, char **arguments);

// ---------------------------------------------------------------------------------------------
// Messages and output

// "agon: …" on stderr.
void agon_cli_complain(const char *format, ...) AGON_PRINTF(1, 2);

// The same with a hint where to read on; returns EX_USAGE. `command` may be NULL.
int agon_cli_usage_error(const agon_cli_command *command, const char *format, ...)
    AGON_PRINTF(2, 3);

// What is said of a clock that agon_terms_read_clock does not take.
#define AGON_CLI_BAD_CLOCK "'%s' is not a clock like 60+1, 30/turn or none"

// The name nearest to `word` in a list given by index, if it is near enough to be meant.
const char *agon_cli_nearest(const char *word, const char *(*name_at)(size_t i));

// The same as the end of a message: "; did you mean 'games'?" or nothing. Good until the next call.
const char *agon_cli_suggestion(const char *word, const char *(*name_at)(size_t i));

// The codec of the game named, or NULL after a message.
const agon_codec *agon_cli_game(const char *id);

// EX_OK if all these games exist, else EX_USAGE after a message.
int agon_cli_check_games(int count, char **names);

// Runs `one` for the games named, which exist, or for all if none is named; returns the highest
// code of a run.
int agon_cli_each_game(int count, char **names,
                       int (*one)(const agon_codec *codec, const void *user), const void *user);

// Whether stdout wants colours: a terminal, and NO_COLOR is not set.
bool agon_cli_has_colour(void);

// Flushes stdout. False, after a message, if anything printed so far was lost.
bool agon_cli_flush(void);

#endif
