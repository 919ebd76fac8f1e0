// agon: the program. Finds the command and runs it.
#define _POSIX_C_SOURCE 200809L
#include "apps/cli/cli.h"

#include <signal.h>
#include <string.h>

static const agon_cli_command *const commands[] = {
    &agon_cli_play,       &agon_cli_watch,  &agon_cli_engine,      &agon_cli_games,
    &agon_cli_exhibition, &agon_cli_render, &agon_cli_check_leaks, &agon_cli_bench,
    &agon_cli_match,      &agon_cli_replay, &agon_cli_bot_check,   &agon_cli_tourney,
    &agon_cli_serve,      &agon_cli_store,  &agon_cli_load,        &agon_cli_help,
    &agon_cli_version,
};

const agon_cli_command *agon_cli_command_at(size_t i) {
    return i < sizeof commands / sizeof commands[0] ? commands[i] : NULL;
}

const agon_cli_command *agon_cli_command_find(const char *name) {
    const agon_cli_command *command;
    for (size_t i = 0; (command = agon_cli_command_at(i)) != NULL; i++) {
        if (strcmp(command->name, name) == 0) {
            return command;
        }
    }
    return NULL;
}

static bool is_help(const char *argument) {
    return strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0;
}

// `agon COMMAND … --help` asks about the command, whatever else is there.
static bool asks_for_help(int count, char **arguments) {
    for (int i = 0; i < count && strcmp(arguments[i], "--") != 0; i++) {
        if (is_help(arguments[i])) {
            return true;
        }
    }
    return false;
}

// arguments[0] is the command's name.
static int run(int count, char **arguments) {
    const char *name = arguments[0];
    if (is_help(name)) {
        return agon_cli_help.run(0, NULL);
    }
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0) {
        return agon_cli_version.run(0, NULL);
    }
    const agon_cli_command *command = agon_cli_command_find(name);
    if (!command || asks_for_help(count - 1, arguments + 1)) {
        return agon_cli_help.run(1, arguments); // which also says so if there is no such command
    }
    return command->run(count - 1, arguments + 1);
}

int main(int argc, char **argv) {
    // A reader that has gone away is a failed write like any other.
    signal(SIGPIPE, SIG_IGN);
    if (argc < 2) {
        return agon_cli_usage_error(NULL, "what shall be done?");
    }
    int code = run(argc - 1, argv + 1);
    const bool is_result = code == EX_OK || code == EX_FINDING;
    return is_result && !agon_cli_flush() ? EX_IOERR : code;
}
