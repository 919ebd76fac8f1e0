// The tables of the SQLite store, and how those of an older program become ours.
//
// A database knows the version of its schema (PRAGMA user_version; an empty file has 0). A program
// brings it to its own version when it opens it: all the steps from one to the other in one
// transaction, so that a process that dies in the middle leaves the database as it was. One that is
// newer than the program is refused and not touched.
#ifndef AGON_APPS_SERVER_STORE_SCHEMA_H
#define AGON_APPS_SERVER_STORE_SCHEMA_H

#include "agon/status.h"

#include <sqlite3.h>
#include <stdbool.h>

// Makes the schema of `db`, the file at `path`, the present one. False, with the reason; nothing has
// changed then.
AGON_MUST_USE bool agon_schema_prepare(sqlite3 *db, const char *path, agon_error *error);

// Whether the schema of `db` is the present one: for those who only look. False, with the reason.
AGON_MUST_USE bool agon_schema_require(sqlite3 *db, const char *path, agon_error *error);

// The number of the present schema.
int agon_schema_newest(void);

#endif
