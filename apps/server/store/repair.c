// Mending a database that nobody else uses: a copy first, then one match after the other.
#define _GNU_SOURCE
#include "apps/server/store/private.h"
#include "apps/server/store/sqlite.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#define CUT_RECORD "UPDATE matches SET version = version + 1, step_count = ?2 WHERE id = ?1"
#define CUT_STEPS "DELETE FROM steps WHERE match = ?1 AND number > ?2"
#define CANCEL                                                                                     \
    "UPDATE matches SET version = version + 1, status = 3, open = 0, deadline = NULL, shift = 0,"  \
    " head = NULL, result = NULL, step_count = ?2 WHERE id = ?1"

// Runs a statement with an id and a number.
static agon_store_status run(agon_store *store, const char *sql, const char *id, uint32_t number) {
    agon_sqlite *sqlite = (agon_sqlite *)store;
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(sqlite->db, sql, -1, &statement, NULL) != SQLITE_OK) {
        return AGON_STORE_FAILED;
    }
    sqlite3_bind_text(statement, 1, id, -1, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 2, number);
    const agon_store_status status = agon_sqlite_run(statement);
    sqlite3_finalize(statement);
    return status;
}

agon_store_status agon_store_sqlite_cut(agon_store *store, const char *id, uint32_t rows) {
    const agon_store_status status = run(store, CUT_RECORD, id, rows);
    return status ? status : run(store, CUT_STEPS, id, rows);
}

agon_store_status agon_store_sqlite_cancel(agon_store *store, const char *id) {
    const agon_store_status status = run(store, CANCEL, id, 0);
    return status ? status : run(store, CUT_STEPS, id, 0);
}

// Page by page, as they are: also what is damaged is in the copy.
static bool copy_pages(sqlite3 *from, sqlite3 *to) {
    sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
    const bool is_done = backup && sqlite3_backup_step(backup, -1) == SQLITE_DONE;
    return sqlite3_backup_finish(backup) == SQLITE_OK && is_done;
}

bool agon_store_sqlite_copy(agon_store *store, const char *path, agon_error *error) {
    sqlite3 *copy = NULL;
    if (access(path, F_OK) == 0 || errno != ENOENT) {
        agon_error_set(error, AGON_BAD_CONFIG, NULL, "%.150s is there already", path);
        return false;
    }
    if (!agon_private_make(path, error)) {
        return false;
    }
    const bool is_copied =
        sqlite3_open(path, &copy) == SQLITE_OK && copy_pages(((agon_sqlite *)store)->db, copy);
    if (!is_copied) {
        agon_error_set(error, AGON_BAD_CONFIG, NULL, "cannot write %.100s: %.60s", path,
                       sqlite3_errmsg(copy));
    }
    sqlite3_close(copy);
    return is_copied;
}
