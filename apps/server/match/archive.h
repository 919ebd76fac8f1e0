// Matches as files: the replay of the match ID is ID.ndjson in a folder, for its owner only.
//
// `agon store export` writes them, and a server whose matches leave the database after a time.
#ifndef AGON_APPS_SERVER_MATCH_ARCHIVE_H
#define AGON_APPS_SERVER_MATCH_ARCHIVE_H

#include "agon/codec.h"

#include <stdbool.h>

// An id becomes the name of a file: what is none of ours must not name another.
AGON_MUST_USE bool agon_archive_can_name(const char *id);

// Writes a replay, as a whole or not at all and on disk in the end (apps/host/files.h), in place of what is
// there. `kind` is "", or what stands between id and ending: ".running". False, with the reason.
AGON_MUST_USE bool agon_archive_write(const char *folder, const char *id, const char *kind,
                                      const agon_text *replay, agon_error *error);

// Whether there is the replay of a match. A folder that is NULL has none.
AGON_MUST_USE bool agon_archive_has(const char *folder, const char *id);

// Reads it. False: it is not there, is no file, is too large to be one of ours, or there is no memory.
AGON_MUST_USE bool agon_archive_read(const char *folder, const char *id, agon_text *replay);

#endif
