#define _GNU_SOURCE
#include "tests/server/support/database.h"

#include "tests/support/support.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void database_copy(const char *from, const char *to) {
    char bytes[4096];
    size_t count;
    FILE *in = fopen(from, "rb");
    FILE *out = fopen(to, "wb");
    assert_true(in && out);
    while ((count = fread(bytes, 1, sizeof bytes, in)) > 0) {
        assert_int_equal(fwrite(bytes, 1, count, out), count);
    }
    fclose(in);
    assert_int_equal(fclose(out), 0);
}

void database_remove(const char *path) {
    static const char *const endings[] = {"", "-wal", "-shm", "-journal"};
    char name[160];
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        snprintf(name, sizeof name, "%s%s", path, endings[i]);
        unlink(name);
    }
}

static sqlite3 *open_database(const char *path) {
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    sqlite3_busy_timeout(db, 10000);
    return db;
}

void database_run(const char *path, const char *sql) {
    sqlite3 *db = open_database(path);
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK) {
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    }
    sqlite3_close(db);
}

char *database_text(const char *path, const char *sql) {
    sqlite3 *db = open_database(path);
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK ||
        sqlite3_step(statement) != SQLITE_ROW) {
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    }
    const char *text = (const char *)sqlite3_column_text(statement, 0);
    char *copy = strdup(text ? text : "");
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return copy;
}

int64_t database_number(const char *path, const char *sql) {
    char *text = database_text(path, sql);
    int64_t number = strtoll(text, NULL, 10);
    free(text);
    return number;
}

int64_t file_digest(const char *path) {
    uint64_t hash = 14695981039346656037u;
    FILE *file = fopen(path, "rb");
    int c;
    if (!file) {
        return -1;
    }
    while ((c = fgetc(file)) != EOF) {
        hash = (hash ^ (uint64_t)c) * 1099511628211u;
    }
    fclose(file);
    return (int64_t)(hash >> 1);
}
