// The SQLite store: reading.
#define _GNU_SOURCE
#include "apps/server/store/sqlite.h"

#include <stdlib.h>
#include <string.h>

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
    if (failed || record->status >= AGON_RECORD_STATUS_COUNT) {
        agon_record_free(record);
        return false;
    }
    return true;
}

static bool take_row(sqlite3_stmt *statement, agon_row *row) {
    bool failed = false;
    const void *print = sqlite3_column_blob(statement, 4);
    *row = (agon_row){.number = (uint32_t)sqlite3_column_int64(statement, 0),
                      .player = sqlite3_column_int(statement, 1),
                      .sequence = (uint32_t)sqlite3_column_int64(statement, 2),
                      .now = (uint32_t)sqlite3_column_int64(statement, 3),
                      .at = sqlite3_column_int64(statement, 5)};
    if (!print || sqlite3_column_bytes(statement, 4) != (int)sizeof row->print) {
        return false;
    }
    memcpy(row->print, print, sizeof row->print);
    row->lines = take_text(statement, 6, &failed);
    return row->lines != NULL;
}

static agon_store_status load_rows(agon_sqlite *own, const char *id, agon_stored *stored) {
    sqlite3_stmt *statement = own->statements[AGON_SQL_ROWS];
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
agon_store_status agon_sqlite_load(agon_store *store, const char *id, agon_stored *stored) {
    agon_sqlite *own = (agon_sqlite *)store;
    sqlite3_stmt *statement = own->statements[AGON_SQL_LOAD];
    agon_store_status status = AGON_STORE_FAILED;
    *stored = (agon_stored){0};
    sqlite3_bind_text(statement, 1, id, -1, SQLITE_STATIC);
    int code = sqlite3_step(statement); // not reset before the rows are read: one transaction
    if (code == SQLITE_DONE) {
        status = AGON_STORE_MISSING;
    } else if (code == SQLITE_ROW && take_record(statement, &stored->record)) {
        status = load_rows(own, id, stored);
    }
    sqlite3_reset(statement);
    if (status) {
        agon_stored_free(stored);
    }
    return status;
}

// Room for one more, zeroed; NULL: no memory.
static agon_record *next_record(agon_records *records) {
    agon_record *items = realloc(records->items, (records->count + 1) * sizeof *records->items);
    if (!items) {
        return NULL;
    }
    records->items = items;
    items[records->count] = (agon_record){0};
    return &items[records->count];
}

agon_store_status agon_sqlite_list(agon_store *store, const agon_filter *filter,
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

agon_store_status agon_sqlite_due(agon_store *store, int64_t until, uint32_t limit,
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
