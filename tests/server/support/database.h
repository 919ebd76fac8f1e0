// Databases as files: copied, looked at and changed behind the server's back.
#ifndef AGON_TESTS_SERVER_SUPPORT_DATABASE_H
#define AGON_TESTS_SERVER_SUPPORT_DATABASE_H

#include <stdint.h>

void database_copy(const char *from, const char *to);
void database_remove(const char *path); // with what SQLite has put beside it
void database_run(const char *path, const char *sql);
int64_t database_number(const char *path, const char *sql); // the first column of the first row
// The same as text; the caller's to free.
char *database_text(const char *path, const char *sql);
// A number that tells whether a file has changed; −1: there is none.
int64_t file_digest(const char *path);

#endif
