// What those who play are called.
#define _GNU_SOURCE
#include "apps/terminal/screen/names.h"

#include "apps/host/seats.h"
#include "src/codec/name.h"

#include <stdio.h>
#include <string.h>

static const char *const person_words[] = {"me", "human"};

const char *agon_seat_person(const char *text) {
    for (size_t i = 0; i < sizeof person_words / sizeof person_words[0]; i++) {
        const size_t length = strlen(person_words[i]);
        if (strncmp(text, person_words[i], length) == 0 &&
            (text[length] == '\0' || text[length] == ':')) {
            return text[length] ? text + length + 1 : "";
        }
    }
    return NULL;
}

static void name_program(const char *text, char *name) {
    const bool is_program = agon_seat_is_program(text);
    const char *begin = is_program ? text + strlen("cmd:") : text;
    const size_t length = strcspn(begin, is_program ? " " : ":");
    const char *slash = memrchr(begin, '/', length);
    const size_t skipped = slash ? (size_t)(slash - begin) + 1 : 0;
    char own[AGON_SHOWN_NAME_SIZE];
    snprintf(own, sizeof own, "%.*s", (int)(length - skipped), begin + skipped);
    agon_name_show(own, name, AGON_SHOWN_NAME_SIZE);
}

static void name_one(const char *text, int player, bool has_you, char *name) {
    const char *own = agon_seat_person(text);
    if (!own) {
        name_program(text, name);
    } else if (own[0]) {
        agon_name_show(own, name, AGON_SHOWN_NAME_SIZE);
    } else if (has_you) {
        snprintf(name, AGON_SHOWN_NAME_SIZE, "you");
    } else {
        snprintf(name, AGON_SHOWN_NAME_SIZE, "player %d", player + 1);
    }
}

void agon_seat_names(const char *const *seats, int players, bool has_you,
                     char (*names)[AGON_SHOWN_NAME_SIZE]) {
    bool is_double[AGON_MAX_PLAYERS] = {false};
    for (int p = 0; p < players; p++) {
        name_one(seats[p], p, has_you, names[p]);
    }
    for (int p = 0; p < players; p++) {
        for (int q = 0; q < players; q++) {
            is_double[p] |= p != q && strcmp(names[p], names[q]) == 0;
        }
    }
    for (int p = 0; p < players; p++) {
        char number[8];
        snprintf(number, sizeof number, " %d", p + 1);
        if (is_double[p]) {
            names[p][AGON_SHOWN_NAME_SIZE - 1 - strlen(number)] = '\0';
            strcat(names[p], number);
        }
    }
}
