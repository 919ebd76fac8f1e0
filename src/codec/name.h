// Names that people give themselves: which are taken, and how any is shown.
//
// A name is read by other people. It must not look like another one, hide a part of itself, or turn around
// what stands beside it. So it consists of characters that can be seen, and of single spaces between them:
// no controls, no direction marks, nothing of width zero, no tags, no variation selectors, nothing for private
// use, no space but U+0020. Which letters look alike is not looked at.
//
// New names are checked; what is there already, in replays and in databases of earlier versions, is shown
// with such characters written out: \u{202e}.
#ifndef AGON_SRC_CODEC_NAME_H
#define AGON_SRC_CODEC_NAME_H

#include "agon/status.h"

#include <stdbool.h>
#include <stddef.h>

#define AGON_NAME_MAX 40 // characters: code points of Unicode
#define AGON_NAME_SIZE (4 * AGON_NAME_MAX + 1)
#define AGON_NAME_SHOWN_SIZE (10 * AGON_NAME_SIZE) // enough for any name of AGON_NAME_SIZE

// AGON_BAD_CONFIG, with a sentence that says why, if people may not be called so.
AGON_MUST_USE agon_status agon_name_check(const char *name, agon_error *error);

// Writes any bytes so that all of it can be seen; what does not fit is left out, by whole characters.
void agon_name_show(const char *name, char *shown, size_t size);

#endif
