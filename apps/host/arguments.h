// A list of words for exec: owned copies, ended by NULL.
#ifndef AGON_APPS_HOST_ARGUMENTS_H
#define AGON_APPS_HOST_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct agon_arguments {
    char **items; // items[count] is NULL once anything has been added
    size_t count;
    size_t capacity;
    bool failed; // memory ran out
} agon_arguments;

void agon_arguments_add(agon_arguments *words, const char *word);
// Adds the words of `text`, which are separated by spaces. There is no quoting.
void agon_arguments_split(agon_arguments *words, const char *text);
void agon_arguments_free(agon_arguments *words);

#endif
