// Finding matches: the lobby, those whose time is up.
//
// No question costs more in a database with a million matches than in one with a hundred. Each is cut
// into ranges in which everything is fixed but the order: a game, a version of its rules that this
// program serves, a status. An index has these in front (schema.c), so that a range is read from where
// the page begins and no further than the page needs; matches that are not asked for, or not served,
// however many there are, are never read. The ranges are merged here.
#include "apps/server/store/sqlite.h"

#include "src/common/list.h"

#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------
// The best matches of several ranges

typedef struct keys {
    agon_place *items; // in order
    size_t count, limit;
    bool is_newest_first;
} keys;

static bool keys_open(keys *k, size_t limit, bool is_newest_first) {
    *k = (keys){.limit = limit, .is_newest_first = is_newest_first};
    k->items = calloc(limit + 1, sizeof *k->items);
    return k->items != NULL;
}

static bool comes_before(const keys *k, const agon_place *a, const agon_place *b) {
    const int ids = strcmp(a->id, b->id);
    const int order = a->at < b->at ? -1 : a->at > b->at ? 1 : ids;
    return k->is_newest_first ? order > 0 : order < 0;
}

// False: neither this one nor any that its range has after it is wanted.
static bool keys_offer(keys *k, const agon_place *key) {
    size_t at = k->count;
    while (at > 0 && comes_before(k, key, &k->items[at - 1])) {
        at--;
    }
    if (at == k->limit) {
        return false;
    }
    memmove(&k->items[at + 1], &k->items[at], (k->count - at) * sizeof *k->items);
    k->items[at] = *key;
    k->count += k->count < k->limit;
    return true;
}

// Takes (id, time) from a statement whose parameters are bound, and resets it.
static bool range_read(sqlite3_stmt *statement, keys *k) {
    int code;
    bool goes_on = true;
    while (goes_on && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        agon_place key;
        // What has no place in the order was put there by somebody else, and is not found by it.
        if (agon_sqlite_take_id(statement, 0, key.id) &&
            agon_sqlite_take_int(statement, 1, INT64_MIN, INT64_MAX, &key.at)) {
            goes_on = keys_offer(k, &key);
        }
    }
    sqlite3_reset(statement);
    return !goes_on || code == SQLITE_DONE;
}

// Calls `read` for every game and version that this program serves.
typedef struct served_range {
    sqlite3_stmt *statement;
    keys *found;
    const void *user;
} served_range;

static bool each_served(const served_range *range, const char *game,
                        bool (*read)(const served_range *range)) {
    const agon_codec *codec;
    bool is_good = true;
    for (size_t i = 0; is_good && (codec = agon_codec_at(i)); i++) {
        const agon_rules *rules = codec->rules;
        for (int v = rules->oldest_version; is_good && v <= rules->version; v++) {
            if (!game || strcmp(game, rules->id) == 0) {
                sqlite3_bind_text(range->statement, 1, rules->id, -1, SQLITE_STATIC);
                sqlite3_bind_int(range->statement, 2, v);
                is_good = read(range);
            }
        }
    }
    return is_good;
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

// ---------------------------------------------------------------------------------------------
// The lobby

static bool read_status(const served_range *range, int status, int open) {
    sqlite3_bind_int(range->statement, 3, status);
    sqlite3_bind_int(range->statement, 4, open);
    return range_read(range->statement, range->found);
}

// Only a match that waits can be open.
static bool read_statuses(const served_range *range) {
    const agon_filter *filter = range->user;
    bool is_good = true;
    for (int s = 0; s < AGON_RECORD_STATUS_COUNT && is_good; s++) {
        for (int open = s == AGON_RECORD_WAITING; open >= 0 && is_good; open--) {
            if ((filter->status < 0 || filter->status == s) &&
                (filter->open < 0 || filter->open == open)) {
                is_good = read_status(range, s, open);
            }
        }
    }
    return is_good;
}

// A match that cannot be read is left out: whoever asks for it itself is told why.
static agon_store_status read_found(agon_sqlite *sqlite, const keys *found, agon_records *records) {
    agon_store_status status = AGON_STORE_OK;
    for (size_t i = 0; i < found->count && status != AGON_STORE_FAILED; i++) {
        agon_record *record = next_record(records);
        status = record ? agon_sqlite_load_record(sqlite, found->items[i].id, record, NULL)
                        : AGON_STORE_FAILED;
        records->count += status == AGON_STORE_OK;
    }
    return status == AGON_STORE_FAILED ? status : AGON_STORE_OK;
}

agon_store_status agon_sqlite_list(agon_store *store, const agon_filter *filter,
                                   agon_records *records) {
    agon_sqlite *sqlite = (agon_sqlite *)store;
    sqlite3_stmt *statement = sqlite->statements[AGON_SQL_LIST];
    agon_store_status status = AGON_STORE_FAILED;
    keys found;
    *records = (agon_records){0};
    if (!keys_open(&found, filter->limit, true)) {
        return AGON_STORE_FAILED;
    }
    sqlite3_bind_int64(statement, 5, filter->before.at);
    sqlite3_bind_text(statement, 6, filter->before.id, -1, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 7, filter->limit);
    const bool has_begun = agon_sqlite_begin_reading(sqlite);
    if (each_served(&(served_range){statement, &found, filter}, filter->game, read_statuses)) {
        status = read_found(sqlite, &found, records);
    }
    agon_sqlite_end_reading(sqlite, has_begun);
    sqlite3_clear_bindings(statement);
    records->last = found.count == filter->limit ? found.items[found.count - 1] : (agon_place){0};
    free(found.items);
    if (status) {
        agon_records_free(records);
    }
    return status;
}

// ---------------------------------------------------------------------------------------------
// By time

// A record that cannot be read has its id and nothing else.
static agon_store_status take_found(agon_sqlite *sqlite, keys *found, bool is_good,
                                    agon_records *records) {
    for (size_t i = 0; i < found->count && is_good; i++) {
        const char *id = found->items[i].id;
        agon_record *record = next_record(records);
        agon_store_status status =
            record ? agon_sqlite_load_record(sqlite, id, record, NULL) : AGON_STORE_FAILED;
        is_good = status != AGON_STORE_FAILED;
        if (is_good && status) {
            *record = (agon_record){0};
            strcpy(record->id, id);
        }
        records->count += is_good;
    }
    records->last =
        is_good && found->count == found->limit ? found->items[found->count - 1] : (agon_place){0};
    free(found->items);
    if (!is_good) {
        agon_records_free(records);
    }
    return is_good ? AGON_STORE_OK : AGON_STORE_FAILED;
}

static void bind_span(sqlite3_stmt *statement, const agon_span *span) {
    sqlite3_bind_int64(statement, 3, span->after.at);
    sqlite3_bind_text(statement, 4, span->after.id, -1, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 5, span->until);
    sqlite3_bind_int64(statement, 6, span->limit);
}

static bool read_range(const served_range *range) {
    return range_read(range->statement, range->found);
}

agon_store_status agon_sqlite_due(agon_store *store, const agon_span *span, agon_records *records) {
    sqlite3_stmt *statement = ((agon_sqlite *)store)->statements[AGON_SQL_DUE];
    keys found;
    *records = (agon_records){0};
    if (!keys_open(&found, span->limit, false)) {
        return AGON_STORE_FAILED;
    }
    bind_span(statement, span);
    const bool is_good = each_served(&(served_range){statement, &found, NULL}, NULL, read_range);
    return take_found((agon_sqlite *)store, &found, is_good, records);
}
