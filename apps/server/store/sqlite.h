// What the files of the SQLite store share.
#ifndef AGON_APPS_SERVER_STORE_SQLITE_H
#define AGON_APPS_SERVER_STORE_SQLITE_H

#include "apps/server/store/store.h"

#include <sqlite3.h>

// Every statement is prepared once.
typedef enum agon_sql {
    AGON_SQL_BEGIN,
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

agon_store_status agon_sqlite_load(agon_store *store, const char *id, agon_stored *stored);
agon_store_status agon_sqlite_list(agon_store *store, const agon_filter *filter,
                                   agon_records *records);
agon_store_status agon_sqlite_due(agon_store *store, int64_t until, uint32_t limit,
                                  agon_records *records);

#endif
