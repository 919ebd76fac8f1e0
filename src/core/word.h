// How far one word is from another, for "did you mean …?". Private to the project.
#ifndef AGON_SRC_CORE_WORD_H
#define AGON_SRC_CORE_WORD_H

#include <stdbool.h>
#include <stddef.h>

#define AGON_WORD_MAX 32 // letters that are compared; longer words by their beginning

// How many letters must be put in, taken out or changed to make `b` of `a`. With `ignores_case`
// capitals of the ASCII letters do not matter.
size_t agon_word_distance(const char *a, const char *b, bool ignores_case);

#endif
