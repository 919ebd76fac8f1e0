// agon help, agon version.
#include "apps/cli/cli.h"

#include "agon/version.h"

#include <stdio.h>
#include <string.h>

static const char *command_name_at(size_t i) {
    const agon_cli_command *command = agon_cli_command_at(i);
    return command ? command->name : NULL;
}

static void print_overview(void) {
    printf("agon - deterministic turn-based games behind one engine\n\n"
           "usage: agon COMMAND [ARGUMENT...]\n\ncommands:\n");
    const agon_cli_command *command;
    for (size_t i = 0; (command = agon_cli_command_at(i)) != NULL; i++) {
        printf("  %-12s %s\n", command->name, command->summary);
    }
    printf("\n'agon help COMMAND' tells more; the manual page is agon(1).\n");
}

static void print_command(const agon_cli_command *command) {
    const char *space = command->usage[0] ? " " : "";
    printf("agon %s - %s\n\nusage: agon %s%s%s\n\n%s", command->name, command->summary,
           command->name, space, command->usage, command->help);
}

static int no_command(const char *name) {
    return agon_cli_usage_error(NULL, "there is no command '%s'%s", name,
                                agon_cli_suggestion(name, command_name_at));
}

static int run_help(int count, char **arguments) {
    if (count > 1) {
        return agon_cli_usage_error(&agon_cli_help, "one command at a time");
    }
    if (count < 1) {
        print_overview();
        return EX_OK;
    }
    const agon_cli_command *command = agon_cli_command_find(arguments[0]);
    if (!command) {
        return no_command(arguments[0]);
    }
    print_command(command);
    return EX_OK;
}

static int run_version(int count, char **arguments) {
    bool json = false;
    const agon_cli_option options[] = {{"--json", AGON_CLI_FLAG, &json}, {0}};
    int code = agon_cli_parse(&agon_cli_version, options, 0, &count, arguments);
    if (code) {
        return code;
    }
    if (json) {
        printf("{\"version\":\"%s\",\"flags\":\"%s\"}\n", AGON_VERSION, AGON_BUILD_FLAGS);
    } else {
        printf("agon %s\n", AGON_VERSION);
    }
    return EX_OK;
}

const agon_cli_command agon_cli_help = {
    .name = "help",
    .summary = "tell about the program or one of its commands",
    .usage = "[COMMAND]",
    .help = "Without COMMAND the commands are listed.\n",
    .run = run_help,
};

const agon_cli_command agon_cli_version = {
    .name = "version",
    .summary = "print the version",
    .usage = "[--json]",
    .help = "  --json   as one JSON object, with the compiler flags of this build\n",
    .run = run_version,
};
