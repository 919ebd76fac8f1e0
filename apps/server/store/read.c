// Reading a match from SQLite. store/sqlite.h says how far what is there is trusted: not at all.
#define _GNU_SOURCE
#include "apps/server/store/sqlite.h"

#include "src/common/list.h"

#include <stdlib.h>
#include <string.h>

bool agon_sqlite_take_int(sqlite3_stmt *statement, int column, int64_t least, int64_t most,
                          int64_t *value) {
    *value = sqlite3_column_int64(statement, column);
    return sqlite3_column_type(statement, column) == SQLITE_INTEGER && *value >= least &&
           *value <= most;
}

bool agon_sqlite_take_id(sqlite3_stmt *statement, int column, char id[AGON_ID_SIZE]) {
    const char *text = (const char *)sqlite3_column_text(statement, column);
    const bool is_good = text && strlen(text) < AGON_ID_SIZE &&
                         (int)strlen(text) == sqlite3_column_bytes(statement, column);
    strcpy(id, is_good ? text : "");
    return is_good;
}

// Takes columns one after the other. The first one that is wrong is noted, and the rest is not read.
typedef struct taking {
    sqlite3_stmt *statement;
    int column;
    agon_store_status status;
    agon_error *why;
} taking;

static void refuse(taking *t) {
    t->status = AGON_STORE_DAMAGED;
    agon_error_set(t->why, AGON_BAD_STATE, NULL, "the value of %.40s cannot be one",
                   sqlite3_column_name(t->statement, t->column));
}

static int64_t take_int(taking *t, int64_t least, int64_t most) {
    int64_t value = 0;
    if (t->status == AGON_STORE_OK &&
        !agon_sqlite_take_int(t->statement, t->column, least, most, &value)) {
        refuse(t);
    }
    t->column++;
    return t->status ? 0 : value;
}

// A text in memory of its own; NULL stays NULL where it may. A NUL in it would hide what follows.
static char *take_text(taking *t, bool may_be_null) {
    const int type = sqlite3_column_type(t->statement, t->column);
    char *copy = NULL;
    if (t->status == AGON_STORE_OK && type == SQLITE_TEXT) {
        const char *text = (const char *)sqlite3_column_text(t->statement, t->column);
        const int length = sqlite3_column_bytes(t->statement, t->column);
        if (!text || !(copy = strdup(text))) {
            t->status = AGON_STORE_FAILED;
        } else if ((int)strlen(copy) != length) {
            refuse(t);
        }
    } else if (t->status == AGON_STORE_OK && (type != SQLITE_NULL || !may_be_null)) {
        refuse(t);
    }
    t->column++;
    return copy;
}

static int64_t take_deadline(taking *t) {
    if (sqlite3_column_type(t->statement, t->column) == SQLITE_NULL) {
        t->column++;
        return AGON_NEVER;
    }
    return take_int(t, -AGON_TIME_MAX, 2 * AGON_TIME_MAX);
}

static void take_texts(taking *t, agon_record *record) {
    record->game = take_text(t, false);
    record->config = take_text(t, true);
    record->seats = take_text(t, false);
    record->timer = take_text(t, true);
    record->seed = take_text(t, false);
    record->salt = take_text(t, false);
    record->head = take_text(t, true);
    record->result = take_text(t, true);
    record->rematch = take_text(t, true);
}

// The columns in the order of AGON_SQL_LOAD. The record is freed unless all is well.
static agon_store_status take_record(sqlite3_stmt *statement, agon_record *record,
                                     agon_error *why) {
    taking t = {statement, 1, AGON_STORE_OK, why};
    *record = (agon_record){0};
    if (!agon_sqlite_take_id(statement, 0, record->id)) {
        t.column = 0;
        refuse(&t);
    }
    record->version = take_int(&t, 1, INT64_MAX - 1);
    record->status = (agon_record_status)take_int(&t, 0, AGON_RECORD_STATUS_COUNT - 1);
    record->listed = take_int(&t, 0, 1) != 0;
    record->open = take_int(&t, 0, 1) != 0;
    record->created = take_int(&t, 0, AGON_TIME_MAX);
    record->updated = take_int(&t, 0, AGON_TIME_MAX);
    record->deadline = take_deadline(&t);
    record->shift = take_int(&t, -AGON_TIME_MAX, AGON_TIME_MAX);
    take_texts(&t, record);
    record->rows = (uint32_t)take_int(&t, 0, AGON_ROWS_MAX);
    record->rules_version = (int)take_int(&t, INT32_MIN, INT32_MAX);
    if (t.status) {
        agon_record_free(record);
        *record = (agon_record){0}; // half of it would be taken for something
    }
    return t.status;
}

// The columns of AGON_SQL_ROWS.
static agon_store_status take_row(sqlite3_stmt *statement, agon_row *row, agon_error *why) {
    taking t = {statement, 0, AGON_STORE_OK, why};
    *row = (agon_row){0};
    row->number = (uint32_t)take_int(&t, 1, AGON_ROWS_MAX);
    row->player = (int32_t)take_int(&t, -1, AGON_MAX_PLAYERS - 1);
    row->sequence = (uint32_t)take_int(&t, 0, UINT32_MAX);
    row->now = (uint32_t)take_int(&t, 0, UINT32_MAX);
    const void *fingerprint = sqlite3_column_blob(statement, t.column);
    if (t.status == AGON_STORE_OK && (!fingerprint || sqlite3_column_bytes(statement, t.column) !=
                                                          (int)sizeof row->fingerprint)) {
        refuse(&t);
    } else if (t.status == AGON_STORE_OK) {
        memcpy(row->fingerprint, fingerprint, sizeof row->fingerprint);
    }
    t.column++;
    row->at = take_int(&t, 0, AGON_TIME_MAX);
    row->lines = take_text(&t, false);
    if (t.status) {
        agon_row_free(row);
    }
    return t.status;
}

// Rows are numbered from 1 on without a gap.
static agon_store_status add_row(sqlite3_stmt *statement, agon_stored *stored, size_t *capacity,
                                 agon_error *why) {
    if (!agon_grow(&stored->rows, capacity, stored->count + 1, sizeof *stored->rows)) {
        return AGON_STORE_FAILED;
    }
    agon_row *row = &stored->rows[stored->count];
    agon_store_status status = take_row(statement, row, why);
    if (status) {
        agon_error_place(why, AGON_BAD_STATE, "steps[%zu]", stored->count + 1);
        return status;
    }
    stored->count++;
    if (row->number != stored->count) {
        agon_error_set(why, AGON_BAD_STATE, NULL, "step %zu is missing", stored->count);
        return AGON_STORE_DAMAGED;
    }
    return AGON_STORE_OK;
}

// As many as the record says. What is read is what takes memory, whatever is said.
static agon_store_status load_rows(agon_sqlite *sqlite, const char *id, agon_stored *stored,
                                   agon_error *why) {
    sqlite3_stmt *statement = sqlite->statements[AGON_SQL_ROWS];
    agon_store_status status = AGON_STORE_OK;
    size_t capacity = 0;
    int code = SQLITE_ROW;
    sqlite3_bind_text(statement, 1, id, -1, SQLITE_STATIC);
    while (status == AGON_STORE_OK && stored->count <= stored->record.rows &&
           (code = sqlite3_step(statement)) == SQLITE_ROW) {
        status = add_row(statement, stored, &capacity, why);
    }
    sqlite3_reset(statement);
    if (status == AGON_STORE_OK && code != SQLITE_ROW && code != SQLITE_DONE) {
        return AGON_STORE_FAILED;
    }
    if (status == AGON_STORE_OK && stored->count != stored->record.rows) {
        agon_error_set(why, AGON_BAD_STATE, NULL, "there should be %u steps, and there are %s",
                       stored->record.rows, stored->count < stored->record.rows ? "fewer" : "more");
        return AGON_STORE_DAMAGED;
    }
    return status;
}

agon_store_status agon_sqlite_load_record(agon_sqlite *sqlite, const char *id, agon_record *record,
                                          agon_error *why) {
    sqlite3_stmt *statement = sqlite->statements[AGON_SQL_LOAD];
    sqlite3_bind_text(statement, 1, id, -1, SQLITE_STATIC);
    *record = (agon_record){0};
    const int code = sqlite3_step(statement);
    agon_store_status status = code == SQLITE_ROW    ? take_record(statement, record, why)
                               : code == SQLITE_DONE ? AGON_STORE_MISSING
                                                     : AGON_STORE_FAILED;
    sqlite3_reset(statement);
    return status;
}

// Record and rows are of one moment: a reader that began between two saves sees none of the second.
agon_store_status agon_store_sqlite_salvage(agon_store *store, const char *id,
                                            agon_stored *stored) {
    agon_sqlite *sqlite = (agon_sqlite *)store;
    *stored = (agon_stored){0};
    const bool has_begun = agon_sqlite_begin_reading(sqlite);
    agon_store_status status = agon_sqlite_load_record(sqlite, id, &stored->record, &stored->why);
    if (status == AGON_STORE_OK) {
        status = load_rows(sqlite, id, stored, &stored->why);
    }
    agon_sqlite_end_reading(sqlite, has_begun);
    return status;
}

agon_store_status agon_sqlite_load(agon_store *store, const char *id, agon_stored *stored) {
    const agon_store_status status = agon_store_sqlite_salvage(store, id, stored);
    if (status) {
        const agon_error why = stored->why;
        agon_stored_free(stored);
        stored->why = why;
    }
    return status;
}
