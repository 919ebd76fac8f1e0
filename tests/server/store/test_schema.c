// The schema of the database: made at once or not at all, brought up from 0.1 whatever happens on the
// way, and never taken down.
#define _GNU_SOURCE
#include "tests/server/support/database.h"
#include "tests/server/support/server.h"
#include "tests/server/support/vfs.h"

#include "apps/server/store/store.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define OLD AGON_SOURCE_DIR "/tests/server/data/v0_1_stellar.db"
#define OLD_MATCHES 4
#define SCHEMA 4
#define TABLES "SELECT group_concat(sql, ';') FROM (SELECT sql FROM sqlite_master ORDER BY name)"

// ---------------------------------------------------------------------------------------------
// Databases

static int64_t schema_of(const bench *b) {
    return database_number(b->path, "PRAGMA user_version");
}

static agon_store *open_store(const bench *b) {
    agon_error error = {0};
    agon_store *store = agon_store_open_sqlite(b->path, &error);
    if (!store) {
        fail_msg("%s", error.message);
        abort();
    }
    return store;
}

static void open_and_close(const bench *b) {
    agon_store *store = open_store(b);
    store->kind->close(store);
}

static void expect_refused(const bench *b, const char *sentence) {
    agon_error error = {0};
    assert_null(agon_store_open_sqlite(b->path, &error));
    if (!strstr(error.message, sentence)) {
        fail_msg("%s", error.message);
    }
}

static int load_all(agon_store *store) {
    static const agon_filter all = {
        .status = -1, .open = -1, .before = {.at = INT64_MAX}, .limit = 100};
    agon_records records;
    agon_stored stored;
    assert_int_equal(store->kind->list(store, &all, &records), AGON_STORE_OK);
    int count = (int)records.count;
    for (int i = 0; i < count; i++) {
        assert_int_equal(store->kind->load(store, records.items[i].id, &stored), AGON_STORE_OK);
        assert_int_equal(stored.record.rules_version, 1);
        agon_stored_free(&stored);
    }
    agon_records_free(&records);
    return count;
}

// It opens, and everything is in it.
static void check_whole(const bench *b, int matches) {
    agon_store *store = open_store(b);
    assert_int_equal(load_all(store), matches);
    store->kind->close(store);
    assert_int_equal(schema_of(b), SCHEMA);
    char *verdict = database_text(b->path, "PRAGMA integrity_check");
    assert_string_equal(verdict, "ok");
    free(verdict);
}

// A database of 0.1, or an empty file.
static void place(bench *b, bool is_old) {
    bench_place(b, is_old ? OLD : "/dev/null", 0);
}

// ---------------------------------------------------------------------------------------------
// From 0.1

static void test_an_old_database_becomes_a_new_one(void **state) {
    (void)state;
    bench b, fresh;
    place(&b, true);
    assert_int_equal(schema_of(&b), 1);
    check_whole(&b, OLD_MATCHES);
    place(&fresh, false);
    open_and_close(&fresh);
    char *tables = database_text(b.path, TABLES);
    char *fresh_tables = database_text(fresh.path, TABLES);
    assert_string_equal(tables, fresh_tables);
    free(tables);
    free(fresh_tables);
    bench_close(&b);
    bench_close(&fresh);
}

// Of version 2: the step to it cannot be taken twice.
static void test_only_what_is_missing(void **state) {
    (void)state;
    bench b;
    place(&b, true);
    database_run(b.path, "ALTER TABLE matches ADD COLUMN rules_version INTEGER NOT NULL DEFAULT 1;"
                         "PRAGMA user_version = 2;");
    check_whole(&b, OLD_MATCHES);
    bench_close(&b);
}

// Opening it again changes nothing.
static void test_once_is_enough(void **state) {
    (void)state;
    bench b;
    place(&b, true);
    open_and_close(&b);
    int64_t before = file_digest(b.path);
    open_and_close(&b);
    assert_int_equal(file_digest(b.path), before);
    bench_close(&b);
}

// The program of 0.1 died while it made its tables: there are some, and no version.
static void test_a_half_made_database(void **state) {
    (void)state;
    bench b;
    place(&b, true);
    database_run(b.path, "PRAGMA user_version = 0; DROP INDEX matches_due; DROP TABLE server;");
    check_whole(&b, OLD_MATCHES);
    assert_int_equal(database_number(b.path, "SELECT count(*) FROM server"), 0);
    bench_close(&b);
}

// ---------------------------------------------------------------------------------------------
// What happens on the way

// Opens the database in a process that dies at its nth write or sync. False: it was done before.
static bool kill_at(const bench *b, int n) {
    int status = 0;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        disk_break(DISK_KILL, n, true);
        agon_store *store = agon_store_open_sqlite(b->path, NULL);
        if (store) {
            store->kind->close(store);
        }
        _exit(store ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) || WEXITSTATUS(status) == 0);
    return WIFSIGNALED(status);
}

// Kills it at every operation of the disk. It is always what it was or what it is to be.
static void kill_everywhere(bool is_old) {
    int ends[SCHEMA + 1] = {0};
    const int first = is_old ? 1 : 0;
    bool is_killed = true;
    for (int n = 0; is_killed; n++) {
        bench b;
        place(&b, is_old);
        is_killed = kill_at(&b, n);
        int64_t schema = schema_of(&b);
        assert_true(schema == first || schema == SCHEMA);
        ends[schema] += is_killed;
        check_whole(&b, is_old ? OLD_MATCHES : 0);
        bench_close(&b);
    }
    assert_true(ends[first] > 2);  // it was in the middle
    assert_true(ends[SCHEMA] > 0); // and at the end
}

static void test_killed_in_the_middle(void **state) {
    (void)state;
    kill_everywhere(true);
    kill_everywhere(false);
}

// The nth operation of the disk fails: it is refused, and opens when the disk is well again.
static bool fail_at(disk_fault fault, int n) {
    bench b;
    place(&b, true);
    disk_break(fault, n, false);
    agon_error error = {0};
    agon_store *store = agon_store_open_sqlite(b.path, &error);
    bool has_failed = disk_failures() > 0;
    if (store) {
        store->kind->close(store);
    } else {
        assert_non_null(strstr(error.message, "cannot use the database"));
    }
    disk_mend();
    assert_true(store || has_failed);
    assert_true(schema_of(&b) == 1 || schema_of(&b) == SCHEMA);
    check_whole(&b, OLD_MATCHES);
    bench_close(&b);
    return !store;
}

static void test_a_disk_that_fails(void **state) {
    (void)state;
    for (int fault = 0; fault < DISK_FAULTS; fault++) {
        int n = 0;
        while (fail_at((disk_fault)fault, n)) {
            n++;
        }
        assert_true(n > 0);
    }
}

// ---------------------------------------------------------------------------------------------
// Newer than the program

static void leave_in_log(const bench *b, const char *sql) {
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(b->path, &db), SQLITE_OK);
    sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

// Its server may have died: then a part of it is in the log beside it, and stays there.
static void test_a_newer_database_is_refused(void **state) {
    (void)state;
    bench b;
    agon_error error = {0};
    char log[80];
    place(&b, true);
    open_and_close(&b);
    leave_in_log(&b, "ALTER TABLE matches RENAME COLUMN game TO kind; PRAGMA user_version = 99;");
    snprintf(log, sizeof log, "%s-wal", b.path);
    int64_t before = file_digest(b.path), log_before = file_digest(log);
    assert_true(log_before >= 0);
    expect_refused(&b, "is newer than this program: its schema is 99, the newest known here is ");
    b.def.path = b.path;
    assert_null(agon_service_open(&b.def, &error));
    assert_non_null(strstr(error.message, "is newer than this program"));
    assert_int_equal(file_digest(b.path), before);
    assert_int_equal(file_digest(log), log_before);
    assert_int_equal(schema_of(&b), 99);
    bench_close(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_old_database_becomes_a_new_one),
        cmocka_unit_test(test_only_what_is_missing),
        cmocka_unit_test(test_once_is_enough),
        cmocka_unit_test(test_a_half_made_database),
        cmocka_unit_test(test_killed_in_the_middle),
        cmocka_unit_test(test_a_disk_that_fails),
        cmocka_unit_test(test_a_newer_database_is_refused),
    };
    disk_install();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
