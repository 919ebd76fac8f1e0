// A list of words for exec: owned copies, ended by NULL.
#ifndef AGON_APPS_HOST_ARGUMENTS_H
#define AGON_APPS_HOST_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct agon_words {
    char **items; // items[count] is NULL once anything has been added
    size_t count;
    size_t capacity;
    bool failed; // memory ran out
} agon_words;

void agon_words_add(agon_words *words, const char *word);
// Adds the words of `text`, which are separated by spaces. There is no quoting.
void agon_words_split(agon_words *words, const char *text);
void agon_words_free(agon_words *words);

#endif
