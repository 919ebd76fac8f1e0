// The SQLite store: opening it, writing to it, and the note that the server lives.
#define _GNU_SOURCE
#include "apps/server/store/private.h"
#include "apps/server/store/schema.h"
#include "apps/server/store/sqlite.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#define BUSY_MS 10000
#define LONGEST_VALUE (64 << 20) // bytes of one text: nothing that is stored comes near

// A row takes a multiple of this many bytes on disk, whatever was done: neither the size of the file nor
// the number of pages that a step writes tells a secret choice. A padding of less would change the size
// of its own length.
#define ROW_BLOCK 512
#define PADDING_LEAST 58

static const char *const sql[AGON_SQL_COUNT] = {
    [AGON_SQL_BEGIN] = "BEGIN IMMEDIATE",
    [AGON_SQL_BEGIN_READING] = "BEGIN",
    [AGON_SQL_COMMIT] = "COMMIT",
    [AGON_SQL_ROLLBACK] = "ROLLBACK",
    [AGON_SQL_INSERT] = "INSERT INTO matches VALUES "
                        "(?1,?2,?3,?4,?5,?6,?7,?8,0,?9,?10,?11,?12,?13,?14,?15,?16,?17,?19,?18)"
                        " ON CONFLICT DO NOTHING",
    [AGON_SQL_UPDATE] = "UPDATE matches SET version=?2, status=?3, listed=?4, open=?5, updated=?7,"
                        " deadline=?8, shift=0, seats=?11, timer=?12, head=?15, result=?16,"
                        " rematch=?17, step_count=?19 WHERE id=?1 AND version=?2-1",
    [AGON_SQL_ADD_ROW] = "INSERT INTO steps VALUES (?1,?2,?3,?4,?5,?6,?7,?8,zeroblob(?9))",
    [AGON_SQL_LOAD] = "SELECT id, version, status, listed, open, created, updated, deadline, shift,"
                      " game, config, seats, timer, seed, salt, head, result, rematch, step_count,"
                      " rules_version FROM matches WHERE id=?1",
    [AGON_SQL_ROWS] = "SELECT number, player, sequence, now, print, at, lines FROM steps"
                      " WHERE match=?1 ORDER BY number",
    [AGON_SQL_LIST] = "SELECT id, created FROM matches INDEXED BY matches_lobby WHERE listed=1"
                      " AND game=?1 AND rules_version=?2 AND status=?3 AND open=?4"
                      " AND (created, id) < (?5, ?6) ORDER BY created DESC, id DESC LIMIT ?7",
    [AGON_SQL_DUE] = "SELECT id, deadline FROM matches INDEXED BY matches_due"
                     " WHERE deadline IS NOT NULL AND game=?1 AND rules_version=?2"
                     " AND (deadline, id) > (?3, ?4) AND deadline <= ?5"
                     " ORDER BY deadline, id LIMIT ?6",
    [AGON_SQL_ALIVE] = "INSERT INTO server VALUES (1, ?1)"
                       " ON CONFLICT (id) DO UPDATE SET alive = ?1",
    [AGON_SQL_LAST_ALIVE] = "SELECT alive FROM server WHERE id = 1",
    // What no clock has written stays as it is.
    [AGON_SQL_SHIFT] = "UPDATE matches INDEXED BY matches_due"
                       " SET deadline = deadline + ?1, shift = shift + ?1"
                       " WHERE deadline IS NOT NULL AND status = 1 AND typeof(deadline) = 'integer'"
                       " AND deadline BETWEEN 0 AND ?2 AND shift BETWEEN -?2 AND ?2",
};

// Runs a statement that returns nothing, and resets it.
agon_store_status agon_sqlite_run(sqlite3_stmt *statement) {
    int code = sqlite3_step(statement);
    int end = sqlite3_reset(statement);
    return code == SQLITE_DONE && end == SQLITE_OK ? AGON_STORE_OK : AGON_STORE_FAILED;
}

static agon_store_status begin(agon_store *store) {
    return agon_sqlite_run(((agon_sqlite *)store)->statements[AGON_SQL_BEGIN]);
}

static agon_store_status commit(agon_store *store) {
    return agon_sqlite_run(((agon_sqlite *)store)->statements[AGON_SQL_COMMIT]);
}

static void rollback(agon_store *store) {
    agon_sqlite *sqlite = (agon_sqlite *)store;
    if (!sqlite3_get_autocommit(sqlite->db)) {
        (void)agon_sqlite_run(sqlite->statements[AGON_SQL_ROLLBACK]);
    }
}

bool agon_sqlite_begin_reading(agon_sqlite *sqlite) {
    return sqlite3_get_autocommit(sqlite->db) &&
           agon_sqlite_run(sqlite->statements[AGON_SQL_BEGIN_READING]) == AGON_STORE_OK;
}

void agon_sqlite_end_reading(agon_sqlite *sqlite, bool has_begun) {
    if (has_begun) {
        (void)agon_sqlite_run(sqlite->statements[AGON_SQL_COMMIT]);
    }
}

static void bind_text(sqlite3_stmt *statement, int at, const char *text) {
    if (text) {
        sqlite3_bind_text(statement, at, text, -1, SQLITE_STATIC);
    } else {
        sqlite3_bind_null(statement, at);
    }
}

static void bind_record(sqlite3_stmt *statement, const agon_record *record) {
    bind_text(statement, 1, record->id);
    sqlite3_bind_int64(statement, 2, record->version);
    sqlite3_bind_int(statement, 3, (int)record->status);
    sqlite3_bind_int(statement, 4, record->listed);
    sqlite3_bind_int(statement, 5, record->open);
    sqlite3_bind_int64(statement, 6, record->created);
    sqlite3_bind_int64(statement, 7, record->updated);
    if (record->deadline == AGON_NEVER) {
        sqlite3_bind_null(statement, 8);
    } else {
        sqlite3_bind_int64(statement, 8, record->deadline);
    }
    const char *texts[] = {record->game,  record->config, record->seats,
                           record->timer, record->seed,   record->salt,
                           record->head,  record->result, record->rematch};
    for (int i = 0; i < 9; i++) {
        bind_text(statement, 9 + i, texts[i]);
    }
    sqlite3_bind_int(statement, 18, record->rules_version);
    sqlite3_bind_int64(statement, 19, record->rows);
}

// Lines and padding together fill blocks.
static size_t padding_of(const char *lines) {
    const size_t least = strlen(lines) + PADDING_LEAST;
    return (least + ROW_BLOCK - 1) / ROW_BLOCK * ROW_BLOCK - strlen(lines);
}

static agon_store_status add_row(agon_sqlite *sqlite, const char *id, const agon_row *row) {
    sqlite3_stmt *statement = sqlite->statements[AGON_SQL_ADD_ROW];
    bind_text(statement, 1, id);
    sqlite3_bind_int64(statement, 2, row->number);
    sqlite3_bind_int(statement, 3, row->player);
    sqlite3_bind_int64(statement, 4, row->sequence);
    sqlite3_bind_int64(statement, 5, row->now);
    sqlite3_bind_blob(statement, 6, row->fingerprint, sizeof row->fingerprint, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 7, row->at);
    bind_text(statement, 8, row->lines);
    sqlite3_bind_int64(statement, 9, (sqlite3_int64)padding_of(row->lines));
    return agon_sqlite_run(statement);
}

static agon_store_status save(agon_store *store, const agon_record *record, const agon_row *row) {
    agon_sqlite *sqlite = (agon_sqlite *)store;
    bool is_new = record->version == 1;
    sqlite3_stmt *statement = sqlite->statements[is_new ? AGON_SQL_INSERT : AGON_SQL_UPDATE];
    bind_record(statement, record);
    agon_store_status status = agon_sqlite_run(statement);
    sqlite3_clear_bindings(statement);
    if (status == AGON_STORE_OK && sqlite3_changes(sqlite->db) != 1) {
        status = AGON_STORE_CONFLICT;
    }
    return status == AGON_STORE_OK && row ? add_row(sqlite, record->id, row) : status;
}

// ---------------------------------------------------------------------------------------------
// Time

static agon_store_status alive(agon_store *store, int64_t now) {
    sqlite3_stmt *statement = ((agon_sqlite *)store)->statements[AGON_SQL_ALIVE];
    sqlite3_bind_int64(statement, 1, now);
    return agon_sqlite_run(statement);
}

static agon_store_status shift_deadlines(agon_sqlite *sqlite, int64_t by) {
    sqlite3_stmt *statement = sqlite->statements[AGON_SQL_SHIFT];
    sqlite3_bind_int64(statement, 1, by);
    sqlite3_bind_int64(statement, 2, AGON_TIME_MAX);
    return agon_sqlite_run(statement);
}

// A note that is no time is none: nothing is known of how long the server was away.
static agon_store_status wake_up(agon_store *store, int64_t now) {
    agon_sqlite *sqlite = (agon_sqlite *)store;
    sqlite3_stmt *last = sqlite->statements[AGON_SQL_LAST_ALIVE];
    int64_t noted = now;
    if (sqlite3_step(last) == SQLITE_ROW &&
        !agon_sqlite_take_int(last, 0, 0, AGON_TIME_MAX, &noted)) {
        noted = now;
    }
    if (sqlite3_reset(last) != SQLITE_OK) {
        return AGON_STORE_FAILED;
    }
    agon_store_status status = noted != now ? shift_deadlines(sqlite, now - noted) : AGON_STORE_OK;
    return status ? status : alive(store, now);
}

static void close_store(agon_store *store) {
    agon_sqlite *sqlite = (agon_sqlite *)store;
    for (int i = 0; i < AGON_SQL_COUNT; i++) {
        sqlite3_finalize(sqlite->statements[i]);
    }
    sqlite3_close(sqlite->db);
    free(sqlite);
}

// ---------------------------------------------------------------------------------------------
// Opening

static const agon_store_kind kind = {
    .begin = begin,
    .commit = commit,
    .rollback = rollback,
    .save = save,
    .load = agon_sqlite_load,
    .list = agon_sqlite_list,
    .due = agon_sqlite_due,
    .alive = alive,
    .wake = wake_up,
    .close = close_store,
};

static bool prepare(agon_sqlite *sqlite) {
    sqlite3_limit(sqlite->db, SQLITE_LIMIT_LENGTH, LONGEST_VALUE);
    for (int i = 0; i < AGON_SQL_COUNT; i++) {
        if (sqlite3_prepare_v3(sqlite->db, sql[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &sqlite->statements[i], NULL) != SQLITE_OK) {
            return false;
        }
    }
    return true;
}

static agon_store *refuse(agon_sqlite *sqlite) {
    close_store(&sqlite->store);
    return NULL;
}

static agon_store *refuse_file(agon_sqlite *sqlite, const char *path, agon_error *error) {
    agon_error_set(error, AGON_BAD_CONFIG, NULL, "cannot use the database %.100s: %.60s", path,
                   sqlite3_errmsg(sqlite->db)); // without memory there is not even a handle
    return refuse(sqlite);
}

// A handle with the file open. NULL, with the reason.
static agon_sqlite *open_file(const char *path, int flags, agon_error *error) {
    agon_sqlite *sqlite = calloc(1, sizeof *sqlite);
    if (!sqlite) {
        agon_error_set(error, AGON_NO_MEMORY, NULL, "out of memory");
        return NULL;
    }
    sqlite->store.kind = &kind;
    if (sqlite3_open_v2(path, &sqlite->db, flags | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK) {
        refuse_file(sqlite, path, error);
        return NULL;
    }
    sqlite3_busy_timeout(sqlite->db, BUSY_MS);
    return sqlite;
}

agon_store *agon_store_open_sqlite(const char *path, agon_error *error) {
    signal(SIGXFSZ, SIG_IGN); // a file at its limit is a write that fails, not the end
    if (!agon_private_make(path, error)) {
        return NULL;
    }
    agon_sqlite *sqlite = open_file(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, error);
    if (sqlite && !agon_schema_prepare(sqlite->db, path, error)) {
        return refuse(sqlite);
    }
    return !sqlite || prepare(sqlite) ? (agon_store *)sqlite : refuse_file(sqlite, path, error);
}

agon_store *agon_store_open_sqlite_reading(const char *path, agon_error *error) {
    agon_sqlite *sqlite = open_file(path, SQLITE_OPEN_READONLY, error);
    if (sqlite && !agon_schema_require(sqlite->db, path, error)) {
        return refuse(sqlite);
    }
    return !sqlite || prepare(sqlite) ? (agon_store *)sqlite : refuse_file(sqlite, path, error);
}

// Everybody who has a file in WAL mode open holds a lock on it, which this mode does not suffer.
agon_store *agon_store_open_sqlite_alone(const char *path, agon_error *error) {
    static const char alone[] = "PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL;"
                                "BEGIN EXCLUSIVE; COMMIT;";
    agon_sqlite *sqlite = open_file(path, SQLITE_OPEN_READWRITE, error);
    if (!sqlite) {
        return NULL;
    }
    sqlite3_busy_timeout(sqlite->db, 0);
    if (sqlite3_exec(sqlite->db, alone, NULL, NULL, NULL) == SQLITE_BUSY) {
        agon_error_set(error, AGON_BAD_CONFIG, NULL,
                       "somebody else uses the database %.100s: stop the server first", path);
        return refuse(sqlite);
    }
    if (!agon_schema_require(sqlite->db, path, error)) {
        return refuse(sqlite);
    }
    return prepare(sqlite) ? &sqlite->store : refuse_file(sqlite, path, error);
}

int64_t agon_store_sqlite_steps(agon_store *store) {
    const agon_sqlite *sqlite = (const agon_sqlite *)store;
    int64_t steps = 0;
    for (int i = 0; i < AGON_SQL_COUNT; i++) {
        steps += sqlite3_stmt_status(sqlite->statements[i], SQLITE_STMTSTATUS_VM_STEP, 1);
    }
    return steps;
}
