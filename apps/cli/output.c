// Messages, suggestions, colours, and whether output arrived.
#define _POSIX_C_SOURCE 200809L
#include "apps/cli/cli.h"

#include "src/core/word.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LONGEST_NAME 31

static void complain(const char *format, va_list arguments) {
    fputs("agon: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
}

void agon_cli_complain(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    complain(format, arguments);
    va_end(arguments);
}

int agon_cli_usage_error(const agon_cli_command *command, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    complain(format, arguments);
    va_end(arguments);
    if (command) {
        fprintf(stderr, "usage: agon %s %s\n", command->name, command->usage);
    } else {
        fputs("try 'agon help'\n", stderr);
    }
    return EX_USAGE;
}

const char *agon_cli_nearest(const char *word, const char *(*name_at)(size_t i)) {
    const char *nearest = NULL;
    size_t least = strlen(word) / 3 + 2; // from this distance on it is another word
    if (strlen(word) > LONGEST_NAME) {
        return NULL;
    }
    const char *name;
    for (size_t i = 0; (name = name_at(i)) != NULL; i++) {
        const bool is_start = word[0] && strncmp(name, word, strlen(word)) == 0;
        const size_t distance = strlen(name) > LONGEST_NAME ? least
                                : is_start                  ? 0
                                                            : agon_word_distance(word, name, false);
        if (distance < least) {
            least = distance;
            nearest = name;
        }
    }
    return nearest;
}

const char *agon_cli_suggestion(const char *word, const char *(*name_at)(size_t i)) {
    static char text[LONGEST_NAME + 24];
    const char *nearest = agon_cli_nearest(word, name_at);
    if (!nearest) {
        return "";
    }
    snprintf(text, sizeof text, "; did you mean '%s'?", nearest);
    return text;
}

static const char *game_id_at(size_t i) {
    const agon_codec *codec = agon_codec_at(i);
    return codec ? codec->rules->id : NULL;
}

const agon_codec *agon_cli_game(const char *id) {
    const agon_codec *codec = agon_codec_find(id);
    if (!codec) {
        agon_cli_complain("there is no game '%s'%s", id, agon_cli_suggestion(id, game_id_at));
    }
    return codec;
}

int agon_cli_check_games(int count, char **names) {
    for (int i = 0; i < count; i++) {
        if (!agon_cli_game(names[i])) {
            return EX_USAGE;
        }
    }
    return EX_OK;
}

int agon_cli_each_game(int count, char **names,
                       int (*one)(const agon_codec *codec, const void *user), const void *user) {
    int worst = EX_OK;
    for (int i = 0; count ? i < count : agon_codec_at((size_t)i) != NULL; i++) {
        const agon_codec *codec = count ? agon_codec_find(names[i]) : agon_codec_at((size_t)i);
        const int code = one(codec, user);
        worst = code > worst ? code : worst;
    }
    return worst;
}

bool agon_cli_has_colour(void) {
    const char *refusal = getenv("NO_COLOR");
    const char *terminal = getenv("TERM");
    return isatty(STDOUT_FILENO) && !(refusal && refusal[0]) && terminal &&
           strcmp(terminal, "dumb") != 0;
}

bool agon_cli_flush(void) {
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout)) {
        return true;
    }
    agon_cli_complain("cannot write: %s", errno ? strerror(errno) : "output was lost");
    return false;
}
