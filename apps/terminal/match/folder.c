// Where matches are kept, and how their files are called.
#define _GNU_SOURCE
#include "apps/terminal/match/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define ENDING ".ndjson"

// Makes a folder and those above it.
static bool make_folder(char *path) {
    for (char *at = path + 1; *at; at++) {
        if (*at == '/') {
            *at = '\0';
            mkdir(path, 0777); // if that fails, the last one will too
            *at = '/';
        }
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

bool agon_match_folder(char folder[AGON_PATH_MAX / 2]) {
    const char *state = getenv("XDG_STATE_HOME");
    const char *home = getenv("HOME");
    if (state && state[0] == '/') {
        return snprintf(folder, AGON_PATH_MAX / 2, "%s/agon", state) < AGON_PATH_MAX / 2;
    }
    return home && home[0] == '/' &&
           snprintf(folder, AGON_PATH_MAX / 2, "%s/.local/state/agon", home) < AGON_PATH_MAX / 2;
}

bool agon_match_file_name(const char *game, char path[AGON_PATH_MAX], agon_error *error) {
    char folder[AGON_PATH_MAX / 2];
    if (!agon_match_folder(folder)) {
        (void)agon_error_set(
            error, AGON_BAD_REPLAY, NULL,
            "there is no place for matches: neither XDG_STATE_HOME nor HOME is set; "
            "--record FILE chooses one");
        return false;
    }
    if (!make_folder(folder)) {
        (void)agon_error_set(error, AGON_BAD_REPLAY, NULL,
                             "cannot make %s: %s; --record FILE chooses another place", folder,
                             strerror(errno));
        return false;
    }
    const time_t now = time(NULL);
    struct tm parts;
    char stamp[32] = "";
    strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", localtime_r(&now, &parts));
    snprintf(path, AGON_PATH_MAX, "%s/%s-%s" ENDING, folder, game, stamp);
    // Another one of the same second gets a letter.
    for (char letter = 'b'; letter <= 'z' && access(path, F_OK) == 0; letter++) {
        snprintf(path, AGON_PATH_MAX, "%s/%s-%s%c" ENDING, folder, game, stamp, letter);
    }
    return true; // if it exists all the same, creating it will say so
}

// The number that a part of a name (".2", up to `end`) gives, from 2 on; 0: it is none.
static int number_of(const char *dot, const char *end) {
    const size_t digits = strspn(dot + 1, "0123456789");
    const bool is_number = digits > 0 && digits <= 6 && dot + 1 + digits == end && dot[1] != '0';
    const long value = is_number ? strtol(dot + 1, NULL, 10) : 0;
    return value >= 2 ? (int)value : 0;
}

// The last dot before `end`, but not one that the name begins with. NULL: there is none.
static const char *last_dot(const char *name, const char *end) {
    const char *dot = end > name + 1 ? memrchr(name + 1, '.', (size_t)(end - name - 1)) : NULL;
    return dot;
}

// A path is stem, number (".2", from the second match of a series on), ending. Returns the length of
// the stem.
static size_t stem_length(const char *path, size_t *ending, int *number) {
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    const char *end = path + strlen(path);
    const char *dot = last_dot(name, end);
    if (dot && number_of(dot, end) == 0) {
        end = dot; // a real ending
        dot = last_dot(name, end);
    }
    *ending = (size_t)(end - path);
    *number = dot ? number_of(dot, end) : 0;
    const bool has_number = *number > 0;
    *number = has_number ? *number : 1;
    return has_number ? (size_t)(dot - path) : *ending;
}

void agon_match_file_sibling(const char *path, int number, char sibling[AGON_PATH_MAX]) {
    size_t ending;
    int own;
    const int stem = (int)stem_length(path, &ending, &own);
    if (number <= 1) {
        snprintf(sibling, AGON_PATH_MAX, "%.*s%s", stem, path, path + ending);
    } else {
        snprintf(sibling, AGON_PATH_MAX, "%.*s.%d%s", stem, path, number, path + ending);
    }
}

int agon_match_file_number(const char *path) {
    size_t ending;
    int number;
    stem_length(path, &ending, &number);
    return number;
}
