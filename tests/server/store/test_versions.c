// Matches whose rules this program does not serve: who wants one is told why not, nothing of it changes,
// and nobody else notices. What is stored is changed behind the server's back, as another program would.
#define _GNU_SOURCE
#include "tests/server/support/database.h"
#include "tests/server/support/server.h"

#include "agon/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STELLAR "{'game':'stellar-skirmish','clock':{'kind':'move','seconds':300}}"
#define EVERYTHING                                                                                 \
    "SELECT group_concat(id || version || updated || seats || timer || step_count) FROM matches"
#define TOO_NEW "version 3 of the rules of stellar-skirmish is not known here; the newest is 2"
#define TOO_OLD "version 0 of the rules of stellar-skirmish is no longer served; the oldest is 1"

// A match of two people in which each has made a move.
static void begin(bench *b, seat_held seats[2]) {
    seats[0] = make_match(b, STELLAR);
    seats[1] = join_match(b, seats[0].id, NULL);
    for (int p = 0; p < 2; p++) {
        char *action = choose(b, &seats[p], 1);
        assert_int_equal(
            act(b, &seats[p], action, number_of(b, seats[p].id, seats[p].token), "c", NULL), 200);
        free(action);
    }
}

// The server ends, the match gets other facts, and the server starts again.
static void change_match(bench *b, const char *id, const char *facts) {
    char sql[160];
    snprintf(sql, sizeof sql, "UPDATE matches SET %s WHERE id = '%s'", facts, id);
    agon_service_close(b->service);
    b->service = NULL;
    database_run(b->path, sql);
    bench_start(b);
}

static void expect_gone(bench *b, const seat_held *seat, const char *sentence) {
    static const char *const ways[][2] = {
        {"GET", ""},        {"GET", "/actions"},  {"GET", "/replay"},  {"POST", "/join"},
        {"POST", "/leave"}, {"POST", "/rematch"}, {"POST", "/actions"}};
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        answer a = ask(b, ways[i][0], path_of(seat->id, ways[i][1]), seat->token, NULL);
        assert_int_equal(a.status, 410);
        assert_string_equal(dig_text(a.json, "error.slug"), "rules_not_served");
        assert_string_equal(dig_text(a.json, "error.message"), sentence);
        answer_free(&a);
    }
    wire w;
    wire_hello(&w, b, seat->id, seat->token, 0);
    assert_int_equal(w.code, 4410);
    assert_int_equal(json_array_size(w.messages), 0);
    wire_close(&w);
}

static int listed(bench *b) {
    answer a = ask(b, "GET", "/api/matches?status=any", NULL, NULL);
    int count = (int)json_array_size(dig(a.json, "matches"));
    answer_free(&a);
    return count;
}

static void check_end(bench *b, const seat_held seats[2]) {
    play_out(b, seats, 2, 5);
    answer replay = ask(b, "GET", path_of(seats[0].id, "/replay"), NULL, NULL);
    agon_replay_verdict verdict = agon_replay_verify(replay.text, strlen(replay.text), NULL);
    assert_string_equal(verdict.reason, "");
    answer_free(&replay);
}

static void test_rules_that_are_not_served(void **state) {
    (void)state;
    bench b;
    seat_held seats[2], others[2];
    bench_open_file(&b);
    begin(&b, seats);
    begin(&b, others);
    assert_int_equal(listed(&b), 2);
    char *before = database_text(b.path, EVERYTHING);
    change_match(&b, seats[0].id, "rules_version = 3");
    expect_gone(&b, &seats[0], TOO_NEW);
    assert_int_equal(listed(&b), 1);
    change_match(&b, seats[0].id, "rules_version = 0");
    expect_gone(&b, &seats[1], TOO_OLD);
    change_match(&b, seats[0].id, "game = 'go', rules_version = 1");
    expect_gone(&b, &seats[0], "there is no game go here");
    expect(&b, 200, NULL, "GET", "/health", NULL, NULL);
    char *after = database_text(b.path, EVERYTHING);
    assert_string_equal(after, before);
    check_end(&b, others);
    change_match(&b, seats[0].id, "game = 'stellar-skirmish', rules_version = 2");
    check_end(&b, seats); // a program that serves it plays on
    free(before);
    free(after);
    bench_close(&b);
}

// Its column says one thing and its replay another: somebody has spoilt the record.
static void test_a_record_that_contradicts_itself(void **state) {
    (void)state;
    bench b;
    seat_held seats[2];
    bench_open_file(&b);
    begin(&b, seats);
    change_match(&b, seats[0].id, "rules_version = 1");
    expect(&b, 503, "damaged", "GET", path_of(seats[0].id, ""), NULL, NULL);
    bench_close(&b);
}

// However many there are whose time is up, the clocks of others are watched.
static void test_they_take_nobodys_place(void **state) {
    (void)state;
    bench b;
    seat_held seats[2];
    bench_open_file(&b);
    begin(&b, seats);
    agon_service_close(b.service);
    b.service = NULL;
    database_run(b.path,
                 "CREATE TEMP TABLE crowd AS SELECT * FROM matches;"
                 "UPDATE crowd SET rules_version = 3, deadline = 1, created = created + 1;"
                 "CREATE TEMP TABLE numbers AS WITH RECURSIVE n (i) AS"
                 " (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 2000) SELECT * FROM n;"
                 "INSERT INTO matches SELECT 'crowd' || i, version, status, listed, open,"
                 " created, updated, deadline, shift, game, config, seats, timer, seed, salt,"
                 " head, result, rematch, step_count, rules_version FROM crowd, numbers;");
    bench_start(&b);
    assert_int_equal(listed(&b), 1);
    for (int i = 0; i < 11; i++) {
        bench_pass(&b, 30);
    }
    assert_int_equal(database_number(b.path, "SELECT count(*) FROM matches WHERE status = 2"), 1);
    assert_string_equal(status_of(&b, seats[0].id), "over");
    bench_close(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rules_that_are_not_served),
        cmocka_unit_test(test_a_record_that_contradicts_itself),
        cmocka_unit_test(test_they_take_nobodys_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
