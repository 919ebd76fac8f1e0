// Looking at a whole database: what SQLite finds wrong with the file, and every match once.
#include "apps/server/store/schema.h"
#include "apps/server/store/sqlite.h"

#define FAULTS "PRAGMA integrity_check(20)"
#define MATCHES "SELECT id FROM matches ORDER BY id"
#define STRAYS "SELECT count(*) FROM steps WHERE match NOT IN (SELECT id FROM matches)"

// Calls `take` for each row of a query. False: it could not be read to its end.
static bool each_row(agon_sqlite *sqlite, const char *query,
                     bool (*take)(sqlite3_stmt *statement, agon_audit *audit), agon_audit *audit) {
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(sqlite->db, query, -1, &statement, NULL);
    bool goes_on = true;
    while (code == SQLITE_OK || (code == SQLITE_ROW && (goes_on = take(statement, audit)))) {
        code = sqlite3_step(statement);
    }
    if (goes_on && code != SQLITE_DONE) {
        audit->fault(audit->user, sqlite3_errmsg(sqlite->db));
    }
    sqlite3_finalize(statement);
    return goes_on ? code == SQLITE_DONE : true;
}

static bool take_fault(sqlite3_stmt *statement, agon_audit *audit) {
    const char *text = (const char *)sqlite3_column_text(statement, 0);
    if (text && sqlite3_stricmp(text, "ok") != 0) {
        audit->fault(audit->user, text);
    }
    return true;
}

static bool take_match(sqlite3_stmt *statement, agon_audit *audit) {
    char id[AGON_ID_SIZE];
    const bool is_id =
        sqlite3_column_type(statement, 0) == SQLITE_TEXT && agon_sqlite_take_id(statement, 0, id);
    return audit->match(audit->user, is_id ? id : NULL);
}

static bool take_strays(sqlite3_stmt *statement, agon_audit *audit) {
    audit->strays = sqlite3_column_int64(statement, 0);
    return true;
}

agon_store_status agon_store_sqlite_audit(agon_store *store, agon_audit *audit) {
    agon_sqlite *sqlite = (agon_sqlite *)store;
    audit->schema = agon_schema_newest(); // others are not opened
    audit->strays = 0;
    const bool has_begun = agon_sqlite_begin_reading(sqlite);
    // Each is asked for, whatever was found before.
    const bool is_sound = each_row(sqlite, FAULTS, take_fault, audit);
    const bool is_read = each_row(sqlite, MATCHES, take_match, audit);
    const bool is_counted = each_row(sqlite, STRAYS, take_strays, audit);
    agon_sqlite_end_reading(sqlite, has_begun);
    return is_sound && is_read && is_counted ? AGON_STORE_OK : AGON_STORE_FAILED;
}
