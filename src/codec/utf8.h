// UTF-8, for reading and writing JSON.
#ifndef AGON_SRC_CODEC_UTF8_H
#define AGON_SRC_CODEC_UTF8_H

#include <stddef.h>

// The length of the well-formed UTF-8 sequence at `bytes`, of which there are at least one and at
// most `room`; 0 if there is none. A NUL ends a text and is read, but never passed.
size_t agon_utf8_length(const char *bytes, size_t room);

#endif
