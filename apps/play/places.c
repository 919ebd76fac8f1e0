// Where matches are kept, and how their files are called.
#define _GNU_SOURCE
#include "record.h"

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

static bool find_folder(char folder[AGON_PATH_MAX / 2]) {
    const char *state = getenv("XDG_STATE_HOME");
    const char *home = getenv("HOME");
    if (state && state[0] == '/') {
        return snprintf(folder, AGON_PATH_MAX / 2, "%s/agon", state) < AGON_PATH_MAX / 2;
    }
    return home && home[0] == '/' &&
           snprintf(folder, AGON_PATH_MAX / 2, "%s/.local/state/agon", home) < AGON_PATH_MAX / 2;
}

bool agon_record_place(const char *game, char path[AGON_PATH_MAX], agon_error *error) {
    char folder[AGON_PATH_MAX / 2];
    if (!find_folder(folder)) {
        (void)agon_fail(error, AGON_BAD_REPLAY, NULL,
                        "there is no place for matches: neither XDG_STATE_HOME nor HOME is set; "
                        "--record FILE chooses one");
        return false;
    }
    if (!make_folder(folder)) {
        (void)agon_fail(error, AGON_BAD_REPLAY, NULL,
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

// Where the number of a series stands in a path (".2"), and where the ending begins.
static size_t stem_length(const char *path, size_t *ending, int *number) {
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    const size_t end = dot && dot > name ? (size_t)(dot - path) : strlen(path);
    size_t stem = end;
    *ending = end;
    *number = 1;
    while (stem > 0 && path[stem - 1] >= '0' && path[stem - 1] <= '9') {
        stem--;
    }
    const long value = end - stem <= 6 ? strtol(path + stem, NULL, 10) : 0;
    if (stem < end && stem > (size_t)(name - path) + 1 && path[stem - 1] == '.' && value >= 2) {
        *number = (int)value;
        return stem - 1;
    }
    return end;
}

void agon_record_sibling(const char *path, int number, char sibling[AGON_PATH_MAX]) {
    size_t ending;
    int own;
    const int stem = (int)stem_length(path, &ending, &own);
    if (number <= 1) {
        snprintf(sibling, AGON_PATH_MAX, "%.*s%s", stem, path, path + ending);
    } else {
        snprintf(sibling, AGON_PATH_MAX, "%.*s.%d%s", stem, path, number, path + ending);
    }
}

int agon_record_number(const char *path) {
    size_t ending;
    int number;
    stem_length(path, &ending, &number);
    return number;
}
