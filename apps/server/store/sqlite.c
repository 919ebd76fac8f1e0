// The SQLite store.
#define _GNU_SOURCE
#include "apps/server/store/schema.h"
#include "apps/server/store/store.h"

#include "src/common/list.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#define BUSY_MS 10000

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

static const char *const sql[AGON_SQL_COUNT] = {
    [AGON_SQL_BEGIN] = "BEGIN IMMEDIATE",
    [AGON_SQL_COMMIT] = "COMMIT",
    [AGON_SQL_ROLLBACK] = "ROLLBACK",
    [AGON_SQL_INSERT] = "INSERT INTO matches VALUES "
                        "(?1,?2,?3,?4,?5,?6,?7,?8,0,?9,?10,?11,?12,?13,?14,?15,?16,?17,?19,?18)"
                        " ON CONFLICT DO NOTHING",
    [AGON_SQL_UPDATE] = "UPDATE matches SET version=?2, status=?3, listed=?4, open=?5, updated=?7,"
                        " deadline=?8, shift=0, seats=?11, timer=?12, head=?15, result=?16,"
                        " rematch=?17, step_count=?19 WHERE id=?1 AND version=?2-1",
    [AGON_SQL_ADD_ROW] = "INSERT INTO steps VALUES (?1,?2,?3,?4,?5,?6,?7,?8)",
    [AGON_SQL_LOAD] = "SELECT * FROM matches WHERE id=?1",
    [AGON_SQL_ROWS] = "SELECT number, player, sequence, now, print, at, lines FROM steps"
                      " WHERE match=?1 ORDER BY number",
    [AGON_SQL_LIST] = "SELECT id, version, status, listed, open, created, updated, deadline, shift,"
                      " game, config, seats, timer, seed, salt, NULL, result, rematch, step_count,"
                      " rules_version"
                      " FROM matches WHERE listed=1 AND (?1 IS NULL OR game=?1) AND"
                      " (?2 < 0 OR status=?2) AND (?3 < 0 OR open=?3) AND created < ?4"
                      " AND is_served(game, rules_version)"
                      " ORDER BY created DESC LIMIT ?5",
    [AGON_SQL_DUE] = "SELECT id FROM matches WHERE deadline IS NOT NULL AND deadline <= ?1"
                     " AND is_served(game, rules_version)"
                     " ORDER BY deadline LIMIT ?2",
    [AGON_SQL_ALIVE] = "INSERT INTO server VALUES (1, ?1)"
                       " ON CONFLICT (id) DO UPDATE SET alive = ?1",
    [AGON_SQL_LAST_ALIVE] = "SELECT alive FROM server WHERE id = 1",
    [AGON_SQL_SHIFT] = "UPDATE matches SET deadline = deadline + ?1, shift = shift + ?1"
                       " WHERE deadline IS NOT NULL AND status = 1",
};

// Runs a statement that returns nothing, and resets it.
static agon_store_status run(sqlite3_stmt *statement) {
    int code = sqlite3_step(statement);
    int end = sqlite3_reset(statement);
    return code == SQLITE_DONE && end == SQLITE_OK ? AGON_STORE_OK : AGON_STORE_FAILED;
}

static agon_store_status begin(agon_store *store) {
    return run(((agon_sqlite *)store)->statements[AGON_SQL_BEGIN]);
}

static agon_store_status commit(agon_store *store) {
    return run(((agon_sqlite *)store)->statements[AGON_SQL_COMMIT]);
}

static void rollback(agon_store *store) {
    agon_sqlite *sqlite = (agon_sqlite *)store;
    if (!sqlite3_get_autocommit(sqlite->db)) {
        (void)run(sqlite->statements[AGON_SQL_ROLLBACK]);
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
    return run(statement);
}

static agon_store_status save(agon_store *store, const agon_record *record, const agon_row *row) {
    agon_sqlite *sqlite = (agon_sqlite *)store;
    bool is_new = record->version == 1;
    sqlite3_stmt *statement = sqlite->statements[is_new ? AGON_SQL_INSERT : AGON_SQL_UPDATE];
    bind_record(statement, record);
    agon_store_status status = run(statement);
    sqlite3_clear_bindings(statement);
    if (status == AGON_STORE_OK && sqlite3_changes(sqlite->db) != 1) {
        status = AGON_STORE_CONFLICT;
    }
    return status == AGON_STORE_OK && row ? add_row(sqlite, record->id, row) : status;
}

static agon_store_status alive(agon_store *store, int64_t now) {
    sqlite3_stmt *statement = ((agon_sqlite *)store)->statements[AGON_SQL_ALIVE];
    sqlite3_bind_int64(statement, 1, now);
    return run(statement);
}

static agon_store_status shift_deadlines(agon_sqlite *sqlite, int64_t by) {
    sqlite3_stmt *statement = sqlite->statements[AGON_SQL_SHIFT];
    sqlite3_bind_int64(statement, 1, by);
    return run(statement);
}

static agon_store_status wake_up(agon_store *store, int64_t now) {
    agon_sqlite *sqlite = (agon_sqlite *)store;
    sqlite3_stmt *last = sqlite->statements[AGON_SQL_LAST_ALIVE];
    int64_t away = 0;
    if (sqlite3_step(last) == SQLITE_ROW) {
        away = now - sqlite3_column_int64(last, 0);
    }
    if (sqlite3_reset(last) != SQLITE_OK) {
        return AGON_STORE_FAILED;
    }
    agon_store_status status = away > 0 ? shift_deadlines(sqlite, away) : AGON_STORE_OK;
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
// Reading

// A text column in memory of its own. NULL stays NULL; `failed` is set when memory runs out.
static char *take_text(sqlite3_stmt *statement, int column, bool *failed) {
    const unsigned char *text = sqlite3_column_text(statement, column);
    char *copy = text ? strdup((const char *)text) : NULL;
    bool is_null = sqlite3_column_type(statement, column) == SQLITE_NULL;
    *failed = *failed || (!copy && !is_null);
    return copy;
}

static bool take_record(sqlite3_stmt *statement, agon_record *record) {
    bool failed = false;
    const unsigned char *id = sqlite3_column_text(statement, 0);
    *record = (agon_record){.version = sqlite3_column_int64(statement, 1)};
    if (!id || strlen((const char *)id) >= sizeof record->id) {
        return false;
    }
    strcpy(record->id, (const char *)id);
    record->status = (agon_record_status)sqlite3_column_int(statement, 2);
    record->listed = sqlite3_column_int(statement, 3) != 0;
    record->open = sqlite3_column_int(statement, 4) != 0;
    record->created = sqlite3_column_int64(statement, 5);
    record->updated = sqlite3_column_int64(statement, 6);
    bool has_deadline = sqlite3_column_type(statement, 7) != SQLITE_NULL;
    record->deadline = has_deadline ? sqlite3_column_int64(statement, 7) : AGON_NEVER;
    record->shift = sqlite3_column_int64(statement, 8);
    char **texts[] = {&record->game,  &record->config, &record->seats,
                      &record->timer, &record->seed,   &record->salt,
                      &record->head,  &record->result, &record->rematch};
    for (int i = 0; i < 9; i++) {
        *texts[i] = take_text(statement, 9 + i, &failed);
    }
    record->rows = (uint32_t)sqlite3_column_int64(statement, 18);
    record->rules_version = sqlite3_column_int(statement, 19);
    if (failed || record->status >= AGON_RECORD_STATUS_COUNT) {
        agon_record_free(record);
        return false;
    }
    return true;
}

static bool take_row(sqlite3_stmt *statement, agon_row *row) {
    bool failed = false;
    const void *fingerprint = sqlite3_column_blob(statement, 4);
    *row = (agon_row){.number = (uint32_t)sqlite3_column_int64(statement, 0),
                      .player = sqlite3_column_int(statement, 1),
                      .sequence = (uint32_t)sqlite3_column_int64(statement, 2),
                      .now = (uint32_t)sqlite3_column_int64(statement, 3),
                      .at = sqlite3_column_int64(statement, 5)};
    if (!fingerprint || sqlite3_column_bytes(statement, 4) != (int)sizeof row->fingerprint) {
        return false;
    }
    memcpy(row->fingerprint, fingerprint, sizeof row->fingerprint);
    row->lines = take_text(statement, 6, &failed);
    return row->lines != NULL;
}

static agon_store_status load_rows(agon_sqlite *sqlite, const char *id, agon_stored *stored) {
    sqlite3_stmt *statement = sqlite->statements[AGON_SQL_ROWS];
    int code;
    stored->rows = calloc(stored->record.rows + 1u, sizeof *stored->rows);
    sqlite3_bind_text(statement, 1, id, -1, SQLITE_STATIC);
    while (stored->rows && (code = sqlite3_step(statement)) == SQLITE_ROW &&
           stored->count < stored->record.rows &&
           take_row(statement, &stored->rows[stored->count])) {
        stored->count++;
    }
    bool is_whole = stored->rows && code == SQLITE_DONE && stored->count == stored->record.rows;
    sqlite3_reset(statement);
    return is_whole ? AGON_STORE_OK : AGON_STORE_FAILED;
}

// Record and rows are of one moment: a reader that began between two saves sees none of the second.
static agon_store_status load_match(agon_store *store, const char *id, agon_stored *stored) {
    agon_sqlite *sqlite = (agon_sqlite *)store;
    sqlite3_stmt *statement = sqlite->statements[AGON_SQL_LOAD];
    agon_store_status status = AGON_STORE_FAILED;
    *stored = (agon_stored){0};
    sqlite3_bind_text(statement, 1, id, -1, SQLITE_STATIC);
    int code = sqlite3_step(statement); // not reset before the rows are read: one transaction
    if (code == SQLITE_DONE) {
        status = AGON_STORE_MISSING;
    } else if (code == SQLITE_ROW && take_record(statement, &stored->record)) {
        status = load_rows(sqlite, id, stored);
    }
    sqlite3_reset(statement);
    if (status) {
        agon_stored_free(stored);
    }
    return status;
}

// Room for one more, zeroed; NULL: no memory.
static agon_record *next_record(agon_records *records) {
    if (!agon_grow(&records->items, &records->capacity, records->count + 1,
                   sizeof *records->items)) {
        return NULL;
    }
    records->items[records->count] = (agon_record){0};
    return &records->items[records->count];
}

static agon_store_status list_matches(agon_store *store, const agon_filter *filter,
                                      agon_records *records) {
    sqlite3_stmt *statement = ((agon_sqlite *)store)->statements[AGON_SQL_LIST];
    int code;
    agon_record *record;
    *records = (agon_records){0};
    if (filter->game) {
        sqlite3_bind_text(statement, 1, filter->game, -1, SQLITE_STATIC);
    } else {
        sqlite3_bind_null(statement, 1);
    }
    sqlite3_bind_int(statement, 2, filter->status);
    sqlite3_bind_int(statement, 3, filter->open);
    sqlite3_bind_int64(statement, 4, filter->before);
    sqlite3_bind_int64(statement, 5, filter->limit);
    while ((code = sqlite3_step(statement)) == SQLITE_ROW && (record = next_record(records)) &&
           take_record(statement, record)) {
        records->count++;
    }
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    if (code != SQLITE_DONE) {
        agon_records_free(records);
        return AGON_STORE_FAILED;
    }
    return AGON_STORE_OK;
}

static agon_store_status list_due(agon_store *store, int64_t until, uint32_t limit,
                                  agon_records *records) {
    sqlite3_stmt *statement = ((agon_sqlite *)store)->statements[AGON_SQL_DUE];
    int code;
    agon_record *record;
    *records = (agon_records){0};
    sqlite3_bind_int64(statement, 1, until);
    sqlite3_bind_int64(statement, 2, limit);
    while ((code = sqlite3_step(statement)) == SQLITE_ROW && (record = next_record(records))) {
        const unsigned char *id = sqlite3_column_text(statement, 0);
        if (id && strlen((const char *)id) < sizeof record->id) {
            strcpy(record->id, (const char *)id);
            records->count++;
        }
    }
    sqlite3_reset(statement);
    if (code != SQLITE_DONE) {
        agon_records_free(records);
        return AGON_STORE_FAILED;
    }
    return AGON_STORE_OK;
}

// ---------------------------------------------------------------------------------------------
// Opening

static const agon_store_kind kind = {
    .begin = begin,
    .commit = commit,
    .rollback = rollback,
    .save = save,
    .load = load_match,
    .list = list_matches,
    .due = list_due,
    .alive = alive,
    .wake = wake_up,
    .close = close_store,
};

// is_served(game, rules_version): matches that cannot be loaded are neither due nor in the lobby. However
// many there are, they take nobody's place there.
static void is_served(sqlite3_context *context, int count, sqlite3_value **values) {
    const char *game = (const char *)sqlite3_value_text(values[0]);
    int version = sqlite3_value_int(values[1]);
    (void)count;
    sqlite3_result_int(context, game && agon_record_serves(game, version, NULL) == AGON_OK);
}

static bool prepare(agon_sqlite *sqlite) {
    if (sqlite3_create_function(sqlite->db, "is_served", 2, SQLITE_UTF8, NULL, is_served, NULL,
                                NULL) != SQLITE_OK) {
        return false;
    }
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

agon_store *agon_store_open_sqlite(const char *path, agon_error *error) {
    agon_sqlite *sqlite = calloc(1, sizeof *sqlite);
    signal(SIGXFSZ, SIG_IGN); // a file at its limit is a write that fails, not the end
    if (!sqlite) {
        agon_error_set(error, AGON_NO_MEMORY, NULL, "out of memory");
        return NULL;
    }
    sqlite->store.kind = &kind;
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    bool is_open = sqlite3_open_v2(path, &sqlite->db, flags, NULL) == SQLITE_OK;
    sqlite3_busy_timeout(sqlite->db, BUSY_MS);
    if (is_open && !agon_schema_prepare(sqlite->db, path, error)) {
        return refuse(sqlite);
    }
    if (!is_open || !prepare(sqlite)) {
        agon_error_set(error, AGON_BAD_CONFIG, NULL, "cannot use the database %.100s: %.60s", path,
                       sqlite3_errmsg(sqlite->db));
        return refuse(sqlite);
    }
    return &sqlite->store;
}
