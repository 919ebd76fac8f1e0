// A disk that fails: what was acknowledged stays, what was refused has not happened, and everything
// goes on when the disk is well again.
#define _GNU_SOURCE
#include "tests/server/support/server.h"
#include "tests/server/support/vfs.h"

#include "agon/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ENTROPY "{'game':'entropy'}"

// Acts until it is acknowledged, as a client does: the same request again. Returns the number of
// tries.
static int insist(bench *b, const seat_held *seat, unsigned pick) {
    char *action = choose(b, seat, pick);
    if (!action) {
        return 0;
    }
    int64_t number = number_of(b, seat->id, seat->token);
    int64_t now = 0;
    int tries = 1;
    int status;
    while ((status = act(b, seat, action, number, "c", &now)) != 200) {
        assert_int_equal(status, 503);
        bench_settle(b);
        disk_mend();
        // It has happened as a whole or not at all.
        int64_t after = number_of(b, seat->id, seat->token);
        assert_true(after == number || after == number + 1);
        assert_true(++tries < 4);
    }
    assert_int_equal(now, number + 1);
    assert_int_equal(number_of(b, seat->id, seat->token), number + 1);
    free(action);
    return tries;
}

static void check_replay(bench *b, const char *id) {
    answer replay = ask(b, "GET", path_of(id, "/replay"), NULL, NULL);
    assert_int_equal(replay.status, 200);
    agon_replay_verdict verdict = agon_replay_verify(replay.text, strlen(replay.text), NULL);
    assert_string_equal(verdict.reason, "");
    answer_free(&replay);
}

// In every step of a match the nth operation of the disk fails.
static void play_on_a_bad_disk(disk_fault fault, bool once) {
    bench b;
    wire w;
    seat_held seats[2];
    int failed = 0;
    bench_open_file(&b);
    seats[0] = make_match(&b, ENTROPY);
    seats[1] = join_match(&b, seats[0].id, NULL);
    wire_hello(&w, &b, seats[0].id, NULL, 0);
    for (int i = 0; i < 12 && strcmp(status_of(&b, seats[0].id), "running") == 0; i++) {
        disk_break(fault, i % 4, once);
        for (int p = 0; p < 2; p++) {
            failed += insist(&b, &seats[p], (unsigned)i * 31u + 1) > 1;
        }
        disk_mend();
        if (i % 8 == 5) {
            wire_close(&w);
            bench_reopen(&b);
            wire_hello(&w, &b, seats[0].id, NULL, 0);
        }
    }
    assert_true(failed > 0);
    // The spectator has seen everything, and nothing twice.
    json_t *last = wire_last(&w, "change") ? wire_last(&w, "change") : wire_last(&w, "view");
    assert_int_equal(dig_int(last, "sequence"), number_of(&b, seats[0].id, NULL));
    play_out(&b, seats, 2, 3);
    check_replay(&b, seats[0].id);
    wire_close(&w);
    bench_reopen(&b);
    check_replay(&b, seats[0].id);
    bench_close(&b);
}

static void test_failing_writes(void **state) {
    (void)state;
    for (int fault = 0; fault < DISK_FAULTS; fault++) {
        play_on_a_bad_disk((disk_fault)fault, fault % 2 == 1);
    }
}

static void test_matches_cannot_be_made(void **state) {
    (void)state;
    bench b;
    bench_open_file(&b);
    disk_break(DISK_FULL, 0, false);
    expect(&b, 503, "storage_failed", "POST", "/api/matches", NULL, ENTROPY);
    expect(&b, 503, NULL, "GET", "/health", NULL, NULL);
    answer a = ask(&b, "GET", "/api/matches", NULL, NULL); // reading goes on
    assert_int_equal(a.status, 200);
    assert_int_equal(json_array_size(dig(a.json, "matches")), 0);
    answer_free(&a);
    disk_mend();
    seat_held ann = make_match(&b, ENTROPY);
    expect(&b, 200, NULL, "GET", "/health", NULL, NULL);
    disk_break(DISK_SYNC, 0, false);
    expect(&b, 503, "storage_failed", "POST", path_of(ann.id, "/join"), NULL, NULL);
    bench_settle(&b);
    disk_mend();
    join_match(&b, ann.id, NULL);
    assert_string_equal(status_of(&b, ann.id), "running");
    bench_close(&b);
}

static void test_a_database_that_is_none(void **state) {
    (void)state;
    bench b;
    agon_error error = {0};
    bench_open(&b);
    agon_service_def def = b.def;
    def.path = "/nowhere/at/all.db";
    assert_null(agon_service_open(&def, &error));
    assert_non_null(strstr(error.message, "/nowhere/at/all.db"));
    def.path = "/proc/version";
    assert_null(agon_service_open(&def, &error));
    bench_close(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_failing_writes),
        cmocka_unit_test(test_matches_cannot_be_made),
        cmocka_unit_test(test_a_database_that_is_none),
    };
    disk_install();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
