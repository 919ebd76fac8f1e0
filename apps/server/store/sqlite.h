// What the files of the SQLite store share: the handle and its statements.
//
// sqlite.c opens, writes and keeps time, read.c reads a match, lists.c finds matches, audit.c looks
// at everything, repair.c mends.
#ifndef AGON_APPS_SERVER_STORE_SQLITE_H
#define AGON_APPS_SERVER_STORE_SQLITE_H

#include "apps/server/store/store.h"

#include <sqlite3.h>

// Every statement is prepared once.
typedef enum agon_sql {
    AGON_SQL_BEGIN,
    AGON_SQL_BEGIN_READING,
    AGON_SQL_COMMIT,
    AGON_SQL_ROLLBACK,
    AGON_SQL_INSERT,
    AGON_SQL_UPDATE,
    AGON_SQL_ADD_ROW,
    AGON_SQL_LOAD,
    AGON_SQL_ROWS,
    AGON_SQL_LIST,
    AGON_SQL_DUE,
    AGON_SQL_ALIVE,
    AGON_SQL_LAST_ALIVE,
    AGON_SQL_SHIFT,
    AGON_SQL_COUNT
} agon_sql;

typedef struct agon_sqlite {
    agon_store store;
    sqlite3 *db;
    sqlite3_stmt *statements[AGON_SQL_COUNT];
} agon_sqlite;

// Runs a statement that returns nothing, and resets it.
agon_store_status agon_sqlite_run(sqlite3_stmt *statement);

// A transaction in which everything that is read is of one moment, unless there is one already. False:
// it cannot be had.
AGON_MUST_USE bool agon_sqlite_begin_reading(agon_sqlite *sqlite);
void agon_sqlite_end_reading(agon_sqlite *sqlite, bool has_begun);

// ---------------------------------------------------------------------------------------------
// read.c. Whatever is in a database may have been put there by anybody: every value is looked at before
// it is used, and one that cannot be makes the match damaged, never the server.

// An id into memory of its size. False: it is none.
AGON_MUST_USE bool agon_sqlite_take_id(sqlite3_stmt *statement, int column, char id[AGON_ID_SIZE]);
// A number within bounds. False: it is none.
AGON_MUST_USE bool agon_sqlite_take_int(sqlite3_stmt *statement, int column, int64_t least,
                                        int64_t most, int64_t *value);

agon_store_status agon_sqlite_load(agon_store *store, const char *id, agon_stored *stored);
// The same without rows and head, into an empty record.
agon_store_status agon_sqlite_load_record(agon_sqlite *sqlite, const char *id, agon_record *record,
                                          agon_error *why);

// ---------------------------------------------------------------------------------------------
// lists.c

agon_store_status agon_sqlite_list(agon_store *store, const agon_filter *filter,
                                   agon_records *records);
agon_store_status agon_sqlite_due(agon_store *store, const agon_span *span, agon_records *records);

#endif
