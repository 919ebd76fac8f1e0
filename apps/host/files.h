// Files that are written as a whole or not at all.
#ifndef AGON_APPS_HOST_FILES_H
#define AGON_APPS_HOST_FILES_H

#include "agon/codec.h"

#include <stdbool.h>
#include <sys/types.h>

// Writes a file under another name (path.tmp) first, makes sure that it is on disk, and gives it its name:
// whoever opens it finds what was there before or all of the text, also after a loss of power. `rights` are
// those of open(2). False, and errno says why: what was there is as it was.
AGON_MUST_USE bool agon_file_replace(const char *path, const agon_text *text, mode_t rights);

// The same, and the file is left open for appending, locked against others. −1: as false above.
AGON_MUST_USE int agon_file_replace_open(const char *path, const agon_text *text, mode_t rights);

// Writes all of it to an open file. False, and errno says why: a part may be there.
AGON_MUST_USE bool agon_file_append(int file, const char *bytes, size_t length);

#endif
