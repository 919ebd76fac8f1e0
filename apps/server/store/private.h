// Files that nobody but their owner may open: seeds, salts and hashes of tokens are in them.
#ifndef AGON_APPS_SERVER_STORE_PRIVATE_H
#define AGON_APPS_SERVER_STORE_PRIVATE_H

#include "agon/status.h"

#include <stdbool.h>

// Makes the database at `path` if it is not there, readable and writable by its owner only, and takes
// all rights of others from one that is there and from what SQLite has put beside it (programs before
// 0.2 left them to the umask). What SQLite makes beside it later gets the same rights. False, with the
// reason, if others may open it and that cannot be changed. ":memory:" is no file.
AGON_MUST_USE bool agon_private_make(const char *path, agon_error *error);

#endif
