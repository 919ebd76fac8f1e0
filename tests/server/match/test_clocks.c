// Clocks: the rules of time by themselves, and in matches: deadlines, restarts, abandoned matches.
#define _GNU_SOURCE
#include "tests/server/support/server.h"

#include "apps/server/match/timer.h"

#include "agon/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SECOND INT64_C(1000000)
#define END_TURN "{\"type\":\"end_turn\"}"

static agon_timer bank(int64_t seconds, int64_t increment) {
    return (agon_timer){.bank = seconds * SECOND, .increment = increment * SECOND, .timed = 3};
}

static void test_turns(void **state) {
    (void)state;
    agon_timer t = bank(60, 5);
    agon_timer_start(&t, 1, 100 * SECOND);
    assert_int_equal(agon_timer_deadline(&t), 160 * SECOND);
    assert_int_equal(agon_timer_used(&t, 0, 110 * SECOND), 10 * SECOND);
    agon_timer_move(&t, &(agon_timer_step){false, 1, 2, 0, 110 * SECOND});
    assert_int_equal(t.left[0], 55 * SECOND);
    assert_int_equal(agon_timer_deadline(&t), 170 * SECOND);
    agon_timer_move(&t, &(agon_timer_step){false, 2, 2, 1, 111 * SECOND}); // goes on
    assert_int_equal(t.left[1], 64 * SECOND);
    assert_int_equal(agon_timer_deadline(&t), 175 * SECOND);
    assert_false(agon_timer_is_out(&t, 1, 174 * SECOND));
    assert_true(agon_timer_is_out(&t, 1, 175 * SECOND));
    agon_timer_shift(&t, 10 * SECOND);
    assert_int_equal(agon_timer_deadline(&t), 185 * SECOND);
    agon_timer_move(&t, &(agon_timer_step){false, 2, 0, 1, 300 * SECOND});
    assert_int_equal(agon_timer_deadline(&t), AGON_NEVER);
}

// Who is done stands still; nobody else can tell.
static void test_simultaneous_turns(void **state) {
    (void)state;
    agon_timer t = bank(60, 0);
    agon_timer_start(&t, 3, 1000 * SECOND);
    agon_timer_move(&t, &(agon_timer_step){true, 3, 3, 0, 1005 * SECOND}); // a secret order
    assert_int_equal(t.left[0], 60 * SECOND);
    agon_timer_move(&t, &(agon_timer_step){true, 3, 2, 0, 1010 * SECOND}); // done
    assert_int_equal(t.left[0], 50 * SECOND);
    assert_int_equal(agon_timer_left(&t, 0, false, 1020 * SECOND), 50000);
    assert_int_equal(agon_timer_left(&t, 0, true, 1020 * SECOND), 40000);  // as others see it
    agon_timer_move(&t, &(agon_timer_step){true, 2, 3, 1, 1030 * SECOND}); // a new round
    assert_int_equal(t.left[1], 30 * SECOND);
    assert_int_equal(agon_timer_deadline(&t), 1060 * SECOND);
    assert_int_equal(agon_timer_left(&t, 0, true, 1030 * SECOND), 50000);
}

static void test_per_move_and_text(void **state) {
    (void)state;
    agon_timer t = agon_timer_default();
    agon_timer again;
    t.timed = 1;
    agon_timer_start(&t, 1, SECOND);
    agon_timer_move(&t, &(agon_timer_step){false, 1, 1, 0, 86400 * SECOND});
    assert_int_equal(agon_timer_deadline(&t), 4 * 86400 * SECOND);
    char *text = agon_timer_write(&t);
    assert_true(agon_timer_read(text, &again));
    assert_memory_equal(&t, &again, sizeof t);
    free(text);
    assert_false(agon_timer_read("{}", &again));
    assert_false(agon_timer_read(NULL, &again));
    assert_int_equal(agon_timer_left(&t, 1, true, SECOND), -1); // a bot has no clock
}

#define ENTROPY(clock)                                                                             \
    "{'game':'entropy','seats':[{'kind':'me'},{'kind':'open'}],'clock':" clock "}"
#define BLITZ "{'kind':'bank','bank':60,'increment':2}"

static void test_time_runs_out(void **state) {
    (void)state;
    bench b;
    wire w;
    bench_open(&b);
    seat_held ann = make_match(&b, ENTROPY(BLITZ));
    seat_held bob = join_match(&b, ann.id, NULL);
    wire_hello(&w, &b, ann.id, bob.token, 0);
    assert_int_equal(dig_int(wire_last(&w, "clock"), "left.0"), 60000);
    assert_true(json_is_true(dig(wire_last(&w, "clock"), "running.0")));
    assert_true(json_is_false(dig(wire_last(&w, "clock"), "running.1")));
    bench_pass(&b, 20);
    assert_int_equal(act(&b, &ann, END_TURN, 1, "a", NULL), 200);
    assert_int_equal(dig_int(wire_last(&w, "clock"), "left.0"), 42000);
    assert_true(json_is_true(dig(wire_last(&w, "clock"), "running.1")));
    b.steady = agon_service_next(b.service);
    bench_pass(&b, 59);
    assert_string_equal(status_of(&b, ann.id), "running");
    bench_pass(&b, 1);
    json_t *json = see(&b, ann.id, NULL);
    assert_string_equal(dig_text(json, "match.status"), "over");
    assert_int_equal(dig_int(json, "match.result.places.0"), 1);
    assert_int_equal(dig_int(json, "match.result.places.1"), 2);
    assert_true(json_is_true(dig(json, "match.seats.1.left")));
    json_decref(json);
    answer replay = ask(&b, "GET", path_of(ann.id, "/replay"), NULL, NULL);
    assert_non_null(strstr(replay.text, "\"faults\":[{\"fault\":\"late\""));
    assert_true(agon_replay_verify(replay.text, strlen(replay.text), NULL).ok);
    answer_free(&replay);
    wire_close(&w);
    bench_close(&b);
}

// While the server is away the clocks stand still; what was left is left.
static void test_restart(void **state) {
    (void)state;
    bench b;
    bench_open_file(&b);
    seat_held ann = make_match(&b, ENTROPY(BLITZ));
    join_match(&b, ann.id, NULL);
    bench_pass(&b, 10);
    agon_service_tick(b.service);
    bench_settle(&b);
    int64_t alive = b.wall;
    b.wall += 3600 * SECOND;
    bench_reopen(&b);
    b.def.idle_time = SECOND;
    json_t *json = see(&b, ann.id, NULL);
    assert_int_equal(dig_int(json, "play.clock.left.0"), 50000);
    json_decref(json);
    bench_reopen(&b); // at once: nothing more is added
    bench_pass(&b, 49);
    assert_string_equal(status_of(&b, ann.id), "running");
    bench_pass(&b, 2);
    assert_string_equal(status_of(&b, ann.id), "over");
    assert_true(b.wall > alive);
    bench_close(&b);
}

// Nobody has to ask for a match: the clock ends it even if it is not in memory.
static void test_time_runs_out_in_the_store(void **state) {
    (void)state;
    bench b;
    bench_open_file(&b);
    seat_held ann = make_match(&b, ENTROPY("{'kind':'move','seconds':172800}"));
    join_match(&b, ann.id, NULL);
    seat_held lonely = make_match(&b, ENTROPY(BLITZ));
    bench_reopen(&b);
    bench_pass(&b, 1);
    for (int hour = 0; hour < 47; hour++) {
        bench_pass(&b, 3600);
    }
    assert_string_equal(status_of(&b, lonely.id), "cancelled"); // nobody came within a day
    assert_string_equal(status_of(&b, ann.id), "running");
    bench_pass(&b, 3600);
    bench_pass(&b, 31);
    answer a = ask(&b, "GET", "/api/matches?status=over", NULL, NULL);
    assert_int_equal(json_array_size(dig(a.json, "matches")), 1);
    answer_free(&a);
    bench_close(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_turns),
        cmocka_unit_test(test_simultaneous_turns),
        cmocka_unit_test(test_per_move_and_text),
        cmocka_unit_test(test_time_runs_out),
        cmocka_unit_test(test_restart),
        cmocka_unit_test(test_time_runs_out_in_the_store),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
