// label: full
// What a page of the lobby, or a look at the clocks, costs SQLite does not grow with what is stored; and
// pages lead on, however short they are.
#define _GNU_SOURCE
#include "tests/server/support/database.h"
#include "tests/server/support/server.h"

#include "apps/server/store/store.h"

#include <stdio.h>
#include <string.h>

#define PAGE 50
#define MANY 1000000
#define MANY_TEXT "10^6"

// Copies of the one match that is there up to a number, of every game and status by turns.
static void fill(const bench *b, int from, int to) {
    char sql[1200];
    snprintf(
        sql, sizeof sql,
        "PRAGMA synchronous = OFF; CREATE TEMP TABLE one AS SELECT * FROM matches WHERE listed = 0;"
        " WITH RECURSIVE n (i) AS"
        " (VALUES (%d) UNION ALL SELECT i + 1 FROM n WHERE i < %d)"
        " INSERT INTO matches SELECT printf('copy%%018d', i), version, i %% 4, 1, i %% 4 = 0,"
        " created + i, updated + i, CASE WHEN i %% 4 < 2 THEN created * 2 + i END, 0,"
        " CASE i %% 3 WHEN 0 THEN 'entropy' WHEN 1 THEN 'skirmish' ELSE 'chess' END, config,"
        " seats, timer, seed, salt, head, result, rematch, step_count, 1"
        " FROM one, n",
        from, to - 1);
    database_run(b->path, sql);
}

static const agon_filter filters[] = {
    {.status = AGON_RECORD_WAITING, .open = -1},
    {.status = AGON_RECORD_OVER, .open = -1, .game = "skirmish"},
    {.status = -1, .open = -1},
    {.status = -1, .open = 1, .game = "entropy"},
    {.status = AGON_RECORD_CANCELLED, .open = 0},
};
#define FILTERS (sizeof filters / sizeof filters[0])

static void measure(const bench *b, int64_t steps[FILTERS + 1]) {
    agon_store *store = agon_store_open_sqlite(b->path, NULL);
    agon_records records;
    assert_non_null(store);
    (void)agon_store_sqlite_steps(store);
    for (size_t i = 0; i < FILTERS; i++) {
        agon_filter filter = filters[i];
        filter.before.at = INT64_MAX;
        filter.limit = PAGE;
        assert_int_equal(store->kind->list(store, &filter, &records), AGON_STORE_OK);
        assert_int_equal(records.count, PAGE);
        agon_records_free(&records);
        steps[i] = agon_store_sqlite_steps(store);
    }
    const agon_span span = {.after.at = INT64_MIN, .until = INT64_MAX, .limit = PAGE};
    assert_int_equal(store->kind->due(store, &span, &records), AGON_STORE_OK);
    assert_int_equal(records.count, PAGE);
    agon_records_free(&records);
    steps[FILTERS] = agon_store_sqlite_steps(store);
    store->kind->close(store);
}

static void test_what_a_page_costs(void **state) {
    (void)state;
    bench b;
    int64_t few[FILTERS + 1], many[FILTERS + 1];
    bench_open_file(&b);
    make_match(&b, "{'game':'entropy','listed':false}");
    agon_service_close(b.service);
    b.service = NULL;
    fill(&b, 0, 10000);
    measure(&b, few);
    fill(&b, 10000, MANY);
    measure(&b, many);
    for (size_t i = 0; i <= FILTERS; i++) {
        printf("steps of SQLite: %6lld with 10^4 matches, %6lld with " MANY_TEXT "\n",
               (long long)few[i], (long long)many[i]);
        assert_true(few[i] > 0);
        assert_true(many[i] <= few[i] + few[i] / 10);
    }
    bench_close(&b);
}

static void test_pages_of_one(void **state) {
    (void)state;
    bench b;
    bench_open(&b);
    for (int i = 0; i < 5; i++) {
        make_match(&b, "{'game':'entropy'}"); // all in one millisecond
    }
    char path[100] = "/api/matches?limit=1";
    char last[32] = "";
    int count = 0;
    for (; count < 10 && path[0]; count++) {
        answer a = ask(&b, "GET", path, NULL, NULL);
        assert_int_equal(a.status, 200);
        const char *cursor = dig_text(a.json, "cursor");
        if (json_array_size(dig(a.json, "matches")) == 0) {
            answer_free(&a);
            break;
        }
        assert_string_not_equal(dig_text(a.json, "matches.0.id"), last);
        snprintf(last, sizeof last, "%s", dig_text(a.json, "matches.0.id"));
        snprintf(path, sizeof path, cursor[0] ? "/api/matches?limit=1&cursor=%s" : "%s", cursor);
        answer_free(&a);
    }
    assert_int_equal(count, 5);
    expect(&b, 400, "bad_request", "GET", "/api/matches?cursor=x", NULL, NULL);
    bench_close(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_a_page_costs),
        cmocka_unit_test(test_pages_of_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
