// The distance between words. See word.h.
#include "src/core/word.h"

#include <string.h>

static char small(char letter, bool ignores_case) {
    return (char)(ignores_case && letter >= 'A' && letter <= 'Z' ? letter + ('a' - 'A') : letter);
}

size_t agon_word_distance(const char *a, const char *b, bool ignores_case) {
    size_t row[AGON_WORD_MAX + 1]; // from what was read of `a` to each beginning of `b`
    const size_t width = strlen(b) < AGON_WORD_MAX ? strlen(b) : AGON_WORD_MAX;
    for (size_t j = 0; j <= width; j++) {
        row[j] = j;
    }
    for (size_t i = 0; i < AGON_WORD_MAX && a[i]; i++) {
        size_t diagonal = row[0];
        row[0] = i + 1;
        for (size_t j = 0; j < width; j++) {
            size_t best = diagonal + (small(a[i], ignores_case) != small(b[j], ignores_case));
            best = row[j] + 1 < best ? row[j] + 1 : best;
            best = row[j + 1] + 1 < best ? row[j + 1] + 1 : best;
            diagonal = row[j + 1];
            row[j + 1] = best;
        }
    }
    return row[width];
}
