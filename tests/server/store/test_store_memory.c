// Memory and the database: a block that cannot be had is an error, never an answer.
#define _GNU_SOURCE
#include "tests/server/support/database.h"
#include "tests/server/support/server.h"
#include "tests/support/memory.h"

#include "apps/server/store/store.h"

// A database that is too new is refused, whichever block is missing meanwhile.
static void test_a_newer_database_without_memory(void **unused) {
    (void)unused;
    if (!memory_is_watched()) {
        skip();
    }
    bench b;
    bench_place(&b, "/dev/null", 0);
    agon_store *made = agon_store_open_sqlite(b.path, NULL); // with all its tables
    assert_non_null(made);
    made->kind->close(made);
    database_run(b.path, "PRAGMA user_version = 99;");
    long total = 1;
    for (long n = -1; n < total; n++) {
        agon_error error = {0};
        memory_watch(n, n);
        agon_store *store = agon_store_open_sqlite(b.path, &error);
        const long asked = memory_unwatch();
        total = n < 0 ? asked : total;
        assert_null(store);
    }
    assert_true(total > 20);
    assert_int_equal(database_number(b.path, "PRAGMA user_version"), 99);
    bench_close(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_newer_database_without_memory),
    };
    return cmocka_run_group_tests_name("store_memory", tests, NULL, NULL);
}
