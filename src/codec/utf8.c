// UTF-8 sequences. See utf8.h.
#include "src/codec/utf8.h"

#include <stdbool.h>

// The length that the first byte announces, or 0 if no sequence begins with it.
static size_t announced_length(unsigned char first) {
    if (first < 0x80) {
        return 1;
    }
    if (first < 0xc2 || first > 0xf4) {
        return 0;
    }
    return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

// Whether the second byte fits: no detours for short codes, no halves of pairs, nothing beyond
// 0x10ffff.
static bool is_second(unsigned char first, unsigned char second) {
    switch (first) {
    case 0xe0:
        return second >= 0xa0;
    case 0xed:
        return second <= 0x9f;
    case 0xf0:
        return second >= 0x90;
    case 0xf4:
        return second <= 0x8f;
    default:
        return true;
    }
}

size_t agon_utf8_length(const char *bytes, size_t room) {
    const unsigned char *c = (const unsigned char *)bytes;
    const size_t length = announced_length(c[0]);
    if (length > room) {
        return 0;
    }
    for (size_t i = 1; i < length; i++) {
        if ((c[i] & 0xc0) != 0x80) {
            return 0;
        }
    }
    return length < 2 || is_second(c[0], c[1]) ? length : 0;
}
