// Options of the commands.
#include "apps/cli/cli.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PAIR_SIZE 64 // of the text of two numbers

static bool read_number(const char *text, uint64_t *value) {
    char *end;
    if (*text < '0' || *text > '9') {
        return false;
    }
    errno = 0;
    unsigned long long number = strtoull(text, &end, 10);
    *value = number;
    return errno == 0 && *end == '\0';
}

static bool read_time(const char *text, double *value) {
    char *end;
    if ((*text < '0' || *text > '9') && *text != '.') {
        return false;
    }
    *value = strtod(text, &end);
    return *end == '\0' && *value > 0 && *value <= 86400;
}

static bool read_seed(const char *text, agon_seed *seed) {
    if (agon_seed_parse(text, seed)) {
        return true;
    }
    const char *digits = text[0] == '-' ? text + 1 : text;
    char *end;
    if (*digits < '0' || *digits > '9') {
        return false;
    }
    errno = 0;
    *seed = agon_seed_number(strtoll(text, &end, 10));
    return errno == 0 && *end == '\0';
}

// Two numbers with a comma between them.
static bool read_pair(const char *text, double *values) {
    char *end;
    values[0] = strtod(text, &end);
    if (end == text || *end != ',') {
        return false;
    }
    const char *second = end + 1;
    values[1] = strtod(second, &end);
    return end != second && *end == '\0' && isfinite(values[0]) && isfinite(values[1]);
}

static bool read_item(const char *text, agon_cli_list *list) {
    if (list->count == list->max) {
        return false;
    }
    list->items[list->count++] = text;
    return true;
}

static bool read_value(const agon_cli_option *option, char *text) {
    switch (option->kind) {
    case AGON_CLI_NUMBER:
        return read_number(text, option->value);
    case AGON_CLI_COUNT:
        return read_number(text, option->value) && *(uint64_t *)option->value > 0;
    case AGON_CLI_TIME:
        return read_time(text, option->value);
    case AGON_CLI_SEED:
        return read_seed(text, option->value);
    case AGON_CLI_LIST:
        return read_item(text, option->value);
    case AGON_CLI_PAIR:
        return read_pair(text, option->value);
    default:
        *(const char **)option->value = text;
        return true;
    }
}

static const char *expectation(agon_cli_kind kind) {
    switch (kind) {
    case AGON_CLI_NUMBER:
        return "a whole number";
    case AGON_CLI_COUNT:
        return "a whole number from 1 on";
    case AGON_CLI_TIME:
        return "a number of seconds";
    case AGON_CLI_SEED:
        return "an integer or 32 hex digits";
    case AGON_CLI_LIST:
        return "a value, and not that often";
    case AGON_CLI_PAIR:
        return "two numbers";
    default:
        return "a value";
    }
}

// The option that `argument` names, with `--name=` counting as `--name`.
static const agon_cli_option *option_find(const agon_cli_option *options, const char *argument) {
    const size_t length = strcspn(argument, "=");
    for (const agon_cli_option *option = options; option->name; option++) {
        if (strlen(option->name) == length && strncmp(option->name, argument, length) == 0) {
            return option;
        }
    }
    return NULL;
}

// Where the reader of the arguments is.
typedef struct option_parser {
    const agon_cli_command *command;
    const agon_cli_option *options;
    int count;
    int at;
    char **arguments;
} option_parser;

// Puts the two arguments of a pair into one text, as if they had been given with a comma.
static char *join_pair(char *text, const char *first, const char *second) {
    const int length = snprintf(text, PAIR_SIZE, "%s,%s", first, second);
    return length > 0 && length < PAIR_SIZE ? text : NULL;
}

// The value of an option without "=": the next argument, or the next two. NULL if there is none.
static char *take_value(option_parser *parser, agon_cli_kind kind, char *joined) {
    if (parser->at + 1 >= parser->count) {
        return NULL;
    }
    char *first = parser->arguments[++parser->at];
    if (kind != AGON_CLI_PAIR || strchr(first, ',') || parser->at + 1 >= parser->count) {
        return first;
    }
    return join_pair(joined, first, parser->arguments[++parser->at]);
}

// Reads the option at parser->at, and its value, which may be the next argument.
static int parse_option(option_parser *parser) {
    char *argument = parser->arguments[parser->at];
    const agon_cli_option *option = option_find(parser->options, argument);
    if (!option) {
        return agon_cli_usage_error(parser->command, "there is no option %s", argument);
    }
    char *equals = strchr(argument, '=');
    if (option->kind == AGON_CLI_FLAG) {
        *(bool *)option->value = true;
        return equals ? agon_cli_usage_error(parser->command, "%s takes no value", option->name)
                      : EX_OK;
    }
    char joined[PAIR_SIZE];
    char *value = equals ? equals + 1 : take_value(parser, option->kind, joined);
    if (!value || !read_value(option, value)) {
        return agon_cli_usage_error(parser->command, "%s needs %s", option->name,
                                    expectation(option->kind));
    }
    return EX_OK;
}

int agon_cli_parse(const agon_cli_command *command, const agon_cli_option *options, size_t max,
                   int *count, char **arguments) {
    option_parser state = {command, options, *count, 0, arguments};
    int kept = 0;
    bool has_ended = false;
    for (; state.at < state.count; state.at++) {
        char *argument = arguments[state.at];
        if (!has_ended && strcmp(argument, "--") == 0) {
            has_ended = true;
        } else if (has_ended || argument[0] != '-' || argument[1] == '\0') {
            arguments[kept++] = argument;
        } else {
            int code = parse_option(&state);
            if (code) {
                return code;
            }
        }
    }
    *count = kept;
    if ((size_t)kept > max) {
        return agon_cli_usage_error(command, "unexpected argument '%s'", arguments[max]);
    }
    return EX_OK;
}
