// label: full
// What stands in a database may have been put there by anybody. Each value that cannot be is tried in
// turn: the match is refused with the part that is damaged, the operator is told once, and everything
// else goes on.
#define _GNU_SOURCE
#include "tests/server/support/database.h"
#include "tests/server/support/server.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define SECRET "{'game':'rock-paper-scissors','clock':{'kind':'bank','bank':600}}"
#define ROCK "{\"type\":\"choose\",\"choice\":\"rock\"}"

typedef struct reports {
    int count;
    char last[500];
} reports;

static void take_report(void *user, const char *event, const char *message) {
    reports *r = user;
    r->count++;
    assert_string_equal(event, "damaged");
    snprintf(r->last, sizeof r->last, "%s", message);
}

typedef struct fixture {
    bench b;
    reports reports;
    seat_held seats[2], others[2];
} fixture;

static void begin(bench *b, seat_held seats[2]) {
    seats[0] = make_match(b, SECRET);
    seats[1] = join_match(b, seats[0].id, NULL);
    char *action = choose(b, &seats[0], 0);
    assert_int_equal(act(b, &seats[0], action, 1, "c", NULL), 200);
    free(action);
}

// Two matches, and statements that change the first of them behind the server's back.
static void damage(fixture *f, const char *sql) {
    char text[600];
    memset(f, 0, sizeof *f);
    bench_open_file(&f->b);
    begin(&f->b, f->seats);
    begin(&f->b, f->others);
    agon_service_close(f->b.service);
    f->b.service = NULL;
    snprintf(text, sizeof text,
             "PRAGMA ignore_check_constraints = 1;"
             "CREATE TEMP TABLE it AS SELECT '%s' AS id; %s",
             f->seats[0].id, sql);
    database_run(f->b.path, text);
    f->b.def.report = take_report;
    f->b.def.report_user = &f->reports;
    bench_start(&f->b);
}

static int64_t count_of(bench *b, const char *name) {
    answer a = ask(b, "GET", "/metrics", NULL, NULL);
    const char *at = strstr(a.text, name);
    int64_t count = at ? strtoll(at + strlen(name), NULL, 10) : -1;
    answer_free(&a);
    return count;
}

static void check_refused(fixture *f, const char *part, const char *reason) {
    char words[60];
    snprintf(words, sizeof words, "is damaged (%s)", part);
    for (int i = 0; i < 2; i++) {
        answer a = ask(&f->b, "GET", path_of(f->seats[0].id, ""), f->seats[i].token, NULL);
        assert_int_equal(a.status, 503);
        assert_string_equal(dig_text(a.json, "error.slug"), "damaged");
        if (!strstr(dig_text(a.json, "error.message"), words)) {
            fail_msg("%s", a.text);
        }
        answer_free(&a);
    }
    wire w;
    wire_hello(&w, &f->b, f->seats[0].id, f->seats[0].token, 0);
    assert_int_equal(w.code, 4503);
    wire_close(&w);
    assert_int_equal(f->reports.count, 1); // however often it is asked for
    assert_non_null(strstr(f->reports.last, f->seats[0].id));
    if (!strstr(f->reports.last, reason)) {
        fail_msg("%s", f->reports.last);
    }
    assert_int_equal(count_of(&f->b, "\nagon_matches_damaged_total "), 1);
}

static void check_others(fixture *f) {
    answer a = ask(&f->b, "GET", "/api/matches?status=any", NULL, NULL);
    assert_int_equal(a.status, 200);
    assert_true(json_array_size(dig(a.json, "matches")) >= 1);
    answer_free(&a);
    bench_pass(&f->b, 31);
    bench_pass(&f->b, 31);
    play_out(&f->b, f->others, 2, 3);
    assert_string_equal(status_of(&f->b, f->others[0].id), "over");
}

#define RECORD(change) "UPDATE matches SET " change " WHERE id = (SELECT id FROM it)"
#define STEP(change) "UPDATE steps SET " change " WHERE match = (SELECT id FROM it)"

static void test_values_that_cannot_be(void **state) {
    (void)state;
    static const struct {
        const char *sql, *part, *reason;
    } cases[] = {
        {RECORD("step_count = -1"), "record", "step_count"},
        {RECORD("step_count = 4294967295"), "record", "step_count"},
        {RECORD("step_count = 9223372036854775807"), "record", "step_count"},
        {RECORD("step_count = 9"), "record", "fewer"},
        {RECORD("step_count = 0"), "record", "more"},
        {RECORD("step_count = 'many'"), "record", "step_count"},
        {RECORD("version = -9223372036854775808"), "record", "version"},
        {RECORD("version = 9223372036854775807"), "record", "version"},
        {RECORD("status = 77"), "record", "status"},
        {RECORD("status = -1"), "record", "status"},
        {RECORD("status = 0"), "record", "status and replay"},
        {RECORD("status = 2"), "record", "status and result"},
        {RECORD("created = 9223372036854775807"), "record", "created"},
        {RECORD("updated = -9223372036854775808"), "record", "updated"},
        {RECORD("deadline = 9223372036854775806"), "record", "deadline"},
        {RECORD("deadline = 1.5e300"), "record", "deadline"},
        {RECORD("shift = -9223372036854775808"), "record", "shift"},
        {RECORD("seats = x'00'"), "record", "seats"},
        {RECORD("seats = 'x' || char(0) || 'y'"), "record", "seats"},
        {RECORD("seats = '[]'"), "seats", "seats"},
        {RECORD("seats = '[{}]'"), "seats", "seats"},
        {RECORD("seats = json_insert(seats, '$[2]', json_extract(seats, '$[1]'))"), "config", ""},
        {RECORD("timer = NULL"), "clock", "clock"},
        {RECORD("timer = json_set(timer, '$.left[0]', 9223372036854775807)"), "clock", "clock"},
        {RECORD("timer = json_set(timer, '$.since[0]', -5)"), "clock", "clock"},
        {RECORD("timer = json_set(timer, '$.increment', 9223372036854775807)"), "clock", "clock"},
        {RECORD("config = '{'"), "config", ""},
        {RECORD("seed = 'short'"), "config", "seed"},
        {RECORD("salt = printf('%.9000c', 'a')"), "record", "committed"},
        {RECORD("head = NULL"), "record", "status and replay"},
        {RECORD("head = ''"), "steps", ""},
        {RECORD("result = ''"), "record", "status and result"},
        {STEP("print = x'00'"), "record", "print"},
        {STEP("player = 7"), "steps", "nobody"},
        {STEP("player = -2"), "record", "player"},
        {STEP("sequence = -1"), "record", "sequence"},
        {STEP("number = 2"), "record", "missing"},
        {STEP("number = -9223372036854775808"), "record", "number"},
        {STEP("at = -1"), "record", "at"},
        {STEP("lines = x'ff'"), "record", "lines"},
        {STEP("lines = replace(lines, 'rock', 'paper')"), "steps", ""},
        {STEP("lines = ''"), "steps", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        fixture f;
        print_message("%s\n", cases[i].sql);
        damage(&f, cases[i].sql);
        check_refused(&f, cases[i].part, cases[i].reason);
        check_others(&f);
        bench_close(&f.b);
    }
}

// The note that the server lives, and deadlines, are sums of what is there.
static void test_notes_that_cannot_be(void **state) {
    (void)state;
    static const char *const notes[] = {"-9223372036854775808", "9223372036854775807", "'never'",
                                        "-1"};
    for (size_t i = 0; i < sizeof notes / sizeof notes[0]; i++) {
        fixture f;
        char sql[120];
        snprintf(sql, sizeof sql, "UPDATE server SET alive = %s", notes[i]);
        damage(&f, sql);
        json_t *json = see(&f.b, f.seats[0].id, NULL);
        assert_int_equal(dig_int(json, "play.clock.left.1"), 600000);
        json_decref(json);
        check_others(&f);
        bench_close(&f.b);
    }
    fixture f; // a deadline that would overflow if the server was away
    damage(&f, RECORD("deadline = 9223372036854775807, shift = 9223372036854775807"));
    f.b.wall += 1000000;
    bench_reopen(&f.b);
    check_refused(&f, "record", "deadline");
    bench_close(&f.b);
}

// Many whose time seems to be up and that cannot be loaded: others are watched all the same.
static void test_they_take_nobodys_place(void **state) {
    (void)state;
    fixture f;
    damage(
        &f,
        RECORD(
            "deadline = 1, seats = ''") ";CREATE TEMP TABLE numbers AS WITH RECURSIVE n (i) AS"
                                        " (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 1500) SELECT * FROM n;"
                                        "INSERT INTO matches SELECT 'crowd' || i, version, status, 0, open, created, updated, 1,"
                                        " 0, game, config, seats, timer, seed, salt, head, result, rematch, step_count,"
                                        " rules_version FROM matches, numbers WHERE id = (SELECT id FROM it)");
    for (int i = 0; i < 25; i++) {
        bench_pass(&f.b, 30);
    }
    assert_string_equal(status_of(&f.b, f.others[0].id), "over");
    assert_true(f.reports.count >= 1000);
    bench_close(&f.b);
}

// ---------------------------------------------------------------------------------------------
// Rights

static int rights_of(const bench *b, const char *ending) {
    struct stat facts;
    char name[100];
    snprintf(name, sizeof name, "%s%s", b->path, ending);
    return stat(name, &facts) == 0 ? (int)(facts.st_mode & 0777) : -1;
}

static void test_nobody_else_may_read_it(void **state) {
    (void)state;
    bench b;
    const mode_t before = umask(0);
    bench_open_file(&b);
    make_match(&b, SECRET);
    assert_int_equal(rights_of(&b, ""), 0600);
    assert_int_equal(rights_of(&b, "-wal"), 0600);
    assert_int_equal(rights_of(&b, "-shm"), 0600);
    agon_service_close(b.service);
    assert_int_equal(chmod(b.path, 0664), 0); // as an older program left it
    bench_start(&b);
    make_match(&b, SECRET);
    assert_int_equal(rights_of(&b, ""), 0600);
    assert_int_equal(rights_of(&b, "-wal"), 0600);
    assert_int_equal(rights_of(&b, "-shm"), 0600);
    bench_close(&b);
    umask(before);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values_that_cannot_be),
        cmocka_unit_test(test_notes_that_cannot_be),
        cmocka_unit_test(test_they_take_nobodys_place),
        cmocka_unit_test(test_nobody_else_may_read_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
