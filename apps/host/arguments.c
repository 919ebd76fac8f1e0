// Words for exec.
#define _POSIX_C_SOURCE 200809L
#include "apps/host/arguments.h"

#include "src/common/list.h"

#include <stdlib.h>
#include <string.h>

// Takes over `word`, which may be NULL if there was no memory for it.
static void take(agon_arguments *words, char *word) {
    if (!word ||
        !agon_grow(&words->items, &words->capacity, words->count + 2, sizeof *words->items)) {
        words->failed = true;
        free(word);
        return;
    }
    words->items[words->count++] = word;
    words->items[words->count] = NULL;
}

void agon_arguments_add(agon_arguments *words, const char *word) {
    take(words, strdup(word));
}

void agon_arguments_split(agon_arguments *words, const char *text) {
    for (;;) {
        text += strspn(text, " ");
        size_t length = strcspn(text, " ");
        if (length == 0) {
            return;
        }
        take(words, strndup(text, length));
        text += length;
    }
}

void agon_arguments_free(agon_arguments *words) {
    for (size_t i = 0; i < words->count; i++) {
        free(words->items[i]);
    }
    free(words->items);
    *words = (agon_arguments){0};
}
