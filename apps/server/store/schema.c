// Numbered versions of the schema. store/schema.h says what is promised.
#include "apps/server/store/schema.h"

// Each brings a database from the version before to its own: the first one an empty file to version 1.
// What has been released stays as it is; a new version is a new entry. Rows are kept in the order of
// their key, so that a match is read in one sweep.
static const char *const migrations[] = {
    // 1, of Agon 0.1. A part may be there: that program did not make it in one transaction.
    "CREATE TABLE IF NOT EXISTS matches ("
    " id TEXT PRIMARY KEY, version INTEGER NOT NULL, status INTEGER NOT NULL,"
    " listed INTEGER NOT NULL, open INTEGER NOT NULL, created INTEGER NOT NULL,"
    " updated INTEGER NOT NULL, deadline INTEGER, shift INTEGER NOT NULL, game TEXT NOT NULL,"
    " config TEXT, seats TEXT NOT NULL, timer TEXT, seed TEXT NOT NULL, salt TEXT NOT NULL,"
    " head TEXT, result TEXT, rematch TEXT, step_count INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX IF NOT EXISTS matches_lobby ON matches (listed, status, created);"
    "CREATE INDEX IF NOT EXISTS matches_due ON matches (deadline) WHERE deadline IS NOT NULL;"
    "CREATE TABLE IF NOT EXISTS steps ("
    " match TEXT NOT NULL, number INTEGER NOT NULL, player INTEGER NOT NULL,"
    " sequence INTEGER NOT NULL, now INTEGER NOT NULL, print BLOB NOT NULL, at INTEGER NOT NULL,"
    " lines TEXT NOT NULL, PRIMARY KEY (match, number)) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS server (id INTEGER PRIMARY KEY CHECK (id = 1),"
    " alive INTEGER NOT NULL);"
    "PRAGMA user_version = 1;",
    // 2: a match has its version of the rules. In 0.1 every game had one version, and it was 1.
    "ALTER TABLE matches ADD COLUMN rules_version INTEGER NOT NULL DEFAULT 1;"
    "PRAGMA user_version = 2;",
    // 3: seats have an epoch (none there: 0), and invitations are spent. Who may take a seat when it is free
    // stands in the seat: before, a seat kept its invitation, and the seats of a rematch the old tokens.
    "UPDATE matches SET seats = (SELECT json_group_array(json(CASE"
    " WHEN value->>'kind' = 'bot' THEN value"
    " WHEN matches.id IN (SELECT rematch FROM matches WHERE rematch IS NOT NULL)"
    " THEN json_remove(json_set(value, '$.reserved', json('true'), '$.heir', json('true')),"
    " '$.invite', '$.client')"
    " WHEN value->>'kind' = 'invited' THEN json_set(value, '$.reserved', json('true'))"
    " WHEN value->>'invite' IS NOT NULL"
    " THEN json_remove(json_set(value, '$.reserved', json('true')), '$.invite')"
    " ELSE value END)) FROM json_each(matches.seats))"
    " WHERE status < 2 AND json_valid(seats);"
    "PRAGMA user_version = 3;",
    // 4: what is asked for is found without reading the rest (lists.c), and rows are padded (sqlite.c).
    "DROP INDEX IF EXISTS matches_lobby;"
    "DROP INDEX IF EXISTS matches_due;"
    "CREATE INDEX matches_lobby ON matches (game, rules_version, status, open, created)"
    " WHERE listed = 1;"
    "CREATE INDEX matches_due ON matches (game, rules_version, deadline)"
    " WHERE deadline IS NOT NULL;"
    "CREATE INDEX matches_ended ON matches (updated) WHERE status >= 2;"
    "ALTER TABLE steps ADD COLUMN padding BLOB;"
    "PRAGMA user_version = 4;",
};
#define NEWEST ((int)(sizeof migrations / sizeof migrations[0]))

static bool fail(sqlite3 *db, const char *path, agon_error *error) {
    agon_error_set(error, AGON_BAD_CONFIG, NULL, "cannot use the database %.100s: %.60s", path,
                   sqlite3_errmsg(db));
    return false;
}

static bool execute(sqlite3 *db, const char *text) {
    return sqlite3_exec(db, text, NULL, NULL, NULL) == SQLITE_OK;
}

static bool read_version(sqlite3 *db, int *version) {
    sqlite3_stmt *statement = NULL;
    bool is_read =
        sqlite3_prepare_v2(db, "PRAGMA user_version", -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW;
    *version = is_read ? sqlite3_column_int(statement, 0) : 0;
    return sqlite3_finalize(statement) == SQLITE_OK && is_read;
}

// Another process may have been faster: what there is to do is decided under the lock.
static bool migrate(sqlite3 *db) {
    int version = 0;
    bool is_good = execute(db, "BEGIN IMMEDIATE") && read_version(db, &version);
    for (int v = version; v < NEWEST && is_good; v++) {
        is_good = execute(db, migrations[v]);
    }
    return is_good && execute(db, "COMMIT");
}

// Closing must not even tidy up: what the file's log holds is left to the program that wrote it.
static bool refuse_newer(sqlite3 *db, const char *path, int version, agon_error *error) {
    sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    agon_error_set(error, AGON_BAD_CONFIG, NULL,
                   "the database %.100s is newer than this program: "
                   "its schema is %d, the newest known here is %d",
                   path, version, NEWEST);
    return false;
}

bool agon_schema_prepare(sqlite3 *db, const char *path, agon_error *error) {
    int version = 0;
    if (!read_version(db, &version)) {
        return fail(db, path, error);
    }
    if (version > NEWEST) {
        return refuse_newer(db, path, version, error);
    }
    if (!execute(db, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;") ||
        (version < NEWEST && !migrate(db))) {
        return fail(db, path, error);
    }
    return true;
}

bool agon_schema_require(sqlite3 *db, const char *path, agon_error *error) {
    int version = 0;
    if (!read_version(db, &version)) {
        return fail(db, path, error);
    }
    if (version > NEWEST) {
        return refuse_newer(db, path, version, error);
    }
    if (version < NEWEST) {
        agon_error_set(error, AGON_BAD_CONFIG, NULL,
                       "the database %.100s is older than this program: "
                       "its schema is %d, and `agon serve` would bring it to %d",
                       path, version, NEWEST);
    }
    return version == NEWEST;
}

int agon_schema_newest(void) {
    return NEWEST;
}
