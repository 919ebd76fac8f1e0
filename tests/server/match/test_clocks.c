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

// A match in which everybody has a clock that runs as on the server.
typedef struct live {
    agon_table table;
    agon_match match;
    agon_change change;
} live;

static void live_open(live *l, const char *game, agon_terms terms, int64_t now) {
    agon_error error = {0};
    agon_match_def def = agon_match_def_default();
    json_t *config = json_pack("{s:i}", "seed", 3);
    *l = (live){0};
    assert_int_equal(
        agon_table_init_for(agon_codec_find(game), 2, agon_value_of(config), &l->table, &error),
        AGON_OK);
    json_decref(config);
    def.codec = l->table.codec;
    def.game = l->table.game;
    def.first = l->table.state;
    def.terms = terms;
    def.is_live = true;
    def.is_recorded = false;
    assert_int_equal(agon_match_open(&l->match, &def, NULL, &error), AGON_OK);
    agon_match_start(&l->match, now);
}

static void live_close(live *l) {
    agon_change_close(&l->change);
    agon_match_close(&l->match);
    agon_table_free(&l->table);
}

static void live_act(live *l, int player, agon_action action, int64_t now) {
    agon_judgement judgement;
    agon_answer given = {.count = 1, .actions = {action}};
    assert_int_equal(
        agon_match_answer(&l->match, player, &given, now, &l->change, &judgement, NULL), AGON_OK);
    assert_int_equal(judgement, AGON_JUDGED_MOVED);
    agon_match_accept(&l->match, &l->change);
}

static agon_terms bank(int64_t seconds, int64_t increment) {
    agon_terms terms = agon_terms_default();
    terms.bank = seconds * SECOND;
    terms.increment = increment * SECOND;
    return terms;
}

static int64_t left(const live *l, int player) {
    return l->match.seats[player].clock.left;
}

static void test_turns(void **state) {
    (void)state;
    live l;
    live_open(&l, "entropy", bank(60, 5), 100 * SECOND);
    const agon_action end_turn = l.table.game->rules->fallback;
    assert_int_equal(agon_match_deadline(&l.match), 160 * SECOND);
    live_act(&l, 0, end_turn, 110 * SECOND);
    assert_int_equal(left(&l, 0), 55 * SECOND);
    assert_int_equal(agon_match_deadline(&l.match), 170 * SECOND);
    live_act(&l, 1, agon_nth(l.table.game, l.match.state, 1, 0), 111 * SECOND); // goes on
    assert_int_equal(l.match.state->to_act, 2);
    assert_int_equal(left(&l, 1), 64 * SECOND);
    assert_int_equal(agon_match_deadline(&l.match), 175 * SECOND);
    assert_false(agon_match_is_late(&l.match, 1, 174 * SECOND));
    assert_true(agon_match_is_late(&l.match, 1, 175 * SECOND));
    agon_match_shift(&l.match, 10 * SECOND);
    assert_int_equal(agon_match_deadline(&l.match), 185 * SECOND);
    live_close(&l);
}

// Whose time is up has nothing left, and never less than nothing: the increment is added to that.
static void test_nothing_is_the_least(void **state) {
    (void)state;
    live l;
    agon_terms terms = bank(60, 5);
    terms.remedy = AGON_REMEDY_RANDOM;
    live_open(&l, "rock-paper-scissors", terms, 100 * SECOND);
    assert_int_equal(agon_match_expire(&l.match, 200 * SECOND, &l.change, NULL), AGON_OK);
    assert_true(l.change.move_count > 0);
    agon_match_accept(&l.match, &l.change);
    assert_int_equal(left(&l, 0), 5 * SECOND);
    live_close(&l);
    // Who forfeits has nothing left either.
    live_open(&l, "entropy", bank(60, 5), 100 * SECOND);
    assert_int_equal(agon_match_expire(&l.match, 200 * SECOND, &l.change, NULL), AGON_OK);
    assert_int_equal(l.change.seats[0].clock.left, 0);
    live_close(&l);
}

// Who is done stands still; nobody else can tell.
static void test_simultaneous_turns(void **state) {
    (void)state;
    live l;
    agon_state *before;
    agon_rng rng = agon_rng_make(agon_seed_number(8));
    agon_action action;
    live_open(&l, "space-conquest", bank(60, 0), 1000 * SECOND);
    before = malloc(l.table.game->state_max);
    agon_copy(before, l.match.state);
    // An order in secret takes no time that others could see.
    do {
        assert_int_equal(agon_random_action(l.table.game, l.match.state, 0, &rng, &action),
                         AGON_OK);
        assert_int_equal(
            agon_apply(l.table.game, l.match.state, 0, action, &(agon_context){0}, before, NULL),
            AGON_OK);
    } while (before->to_act != 3);
    free(before);
    live_act(&l, 0, action, 1005 * SECOND);
    assert_int_equal(left(&l, 0), 60 * SECOND);
    while (l.match.state->to_act == 3) { // done at last
        assert_int_equal(agon_random_action(l.table.game, l.match.state, 0, &rng, &action),
                         AGON_OK);
        live_act(&l, 0, action, 1010 * SECOND);
    }
    assert_int_equal(l.match.state->to_act, 2);
    assert_int_equal(left(&l, 0), 50 * SECOND);
    assert_int_equal(agon_match_time_left(&l.match, 0, false, 1020 * SECOND), 50 * SECOND);
    assert_int_equal(agon_match_time_left(&l.match, 0, true, 1020 * SECOND), 40 * SECOND);
    while (l.match.state->to_act == 2) { // a new round
        assert_int_equal(agon_random_action(l.table.game, l.match.state, 1, &rng, &action),
                         AGON_OK);
        live_act(&l, 1, action, 1030 * SECOND);
    }
    assert_int_equal(left(&l, 1), 30 * SECOND);
    assert_int_equal(agon_match_deadline(&l.match), 1060 * SECOND);
    assert_int_equal(agon_match_time_left(&l.match, 0, true, 1030 * SECOND), 50 * SECOND);
    live_close(&l);
}

static void test_per_turn_and_text(void **state) {
    (void)state;
    live l;
    agon_terms terms = agon_timer_default();
    agon_terms again = {0};
    agon_match_seat seats[AGON_MAX_PLAYERS] = {{0}};
    live_open(&l, "entropy", terms, SECOND);
    live_act(&l, 0, l.table.game->rules->fallback, 86400 * SECOND);
    assert_int_equal(left(&l, 0), 3 * 86400 * SECOND);
    assert_int_equal(agon_match_deadline(&l.match), 4 * 86400 * SECOND);
    char *text = agon_timer_write(&terms, l.match.seats);
    assert_true(agon_timer_read(text, &again, seats));
    assert_int_equal(again.is_per_turn, terms.is_per_turn);
    assert_int_equal(again.bank, terms.bank);
    assert_int_equal(again.increment, terms.increment);
    assert_int_equal(again.remedy, terms.remedy);
    assert_int_equal(again.retries, terms.retries);
    for (int p = 0; p < AGON_MAX_PLAYERS; p++) {
        assert_int_equal(seats[p].is_timed, l.match.seats[p].is_timed);
        assert_int_equal(seats[p].clock.is_running, p == 1);
        assert_int_equal(seats[p].clock.left, left(&l, p));
        assert_int_equal(seats[p].clock.had, l.match.seats[p].clock.had);
        assert_int_equal(seats[p].clock.began, l.match.seats[p].clock.began);
    }
    assert_int_equal(agon_seats_deadline(seats), 4 * 86400 * SECOND);
    free(text);
    assert_false(agon_timer_read("{}", &again, NULL));
    assert_false(agon_timer_read(NULL, &again, seats));
    live_close(&l);
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

// An action that comes after the time, but before the server has looked at the clock, is not made.
static void test_an_action_that_comes_too_late(void **state) {
    (void)state;
    bench b;
    bench_open(&b);
    seat_held ann = make_match(&b, "{'game':'entropy','seats':[{'kind':'me'},{'kind':'open'},"
                                   "{'kind':'open'}],'clock':" BLITZ "}");
    seat_held bob = join_match(&b, ann.id, NULL);
    join_match(&b, ann.id, NULL);
    bench_age(&b, 61);
    assert_int_equal(act(&b, &ann, END_TURN, 1, "a", NULL), 409);
    assert_int_equal(act(&b, &ann, END_TURN, 1, "a", NULL),
                     409); // it is not taken for a repeated one
    json_t *json = see(&b, ann.id, bob.token);
    assert_string_equal(dig_text(json, "match.status"), "running");
    assert_true(json_is_true(dig(json, "match.seats.0.left")));
    assert_int_equal(dig_int(json, "play.clock.left.0"), 0);
    assert_true(json_is_true(dig(json, "play.clock.running.1")));
    json_decref(json);
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

static int64_t left_of(bench *b, const char *id) {
    json_t *json = see(b, id, NULL);
    int64_t left = dig_int(json, "play.clock.left.0");
    json_decref(json);
    return left;
}

// The machine's clock is set, forwards and back: nobody gains or loses time, in memory or on disk.
static void test_the_wall_clock_jumps(void **state) {
    (void)state;
    static const int64_t jumps[] = {86400 * SECOND, -7 * 86400 * SECOND, 3600 * SECOND};
    bench b;
    bench_open_file(&b);
    seat_held ann = make_match(&b, ENTROPY(BLITZ));
    join_match(&b, ann.id, NULL);
    for (int i = 0; i < 3; i++) {
        b.wall += jumps[i];
        bench_pass(&b, 5);
        assert_string_equal(status_of(&b, ann.id), "running");
        assert_int_equal(left_of(&b, ann.id), 60000 - 5000 * (i + 1));
    }
    bench_pass(&b, 5); // the note of life
    b.wall -= 30 * 86400 * SECOND;
    bench_reopen(&b);
    assert_int_equal(left_of(&b, ann.id), 40000);
    bench_pass(&b, 39);
    assert_string_equal(status_of(&b, ann.id), "running");
    bench_pass(&b, 2);
    assert_string_equal(status_of(&b, ann.id), "over");
    bench_close(&b);
}

// The process stands still (SIGSTOP, a suspended machine, a crowded one): an hour of it costs a second.
// An action is what comes first afterwards, or the tick.
static void test_the_process_stands_still(void **state) {
    (void)state;
    bench b;
    bench_open(&b);
    seat_held ann = make_match(&b, ENTROPY(BLITZ));
    seat_held bob = join_match(&b, ann.id, NULL);
    bench_pass(&b, 10);
    b.steady += 3600 * SECOND;
    b.wall += 3600 * SECOND;
    assert_int_equal(act(&b, &ann, END_TURN, 1, "a", NULL), 200);
    assert_int_equal(left_of(&b, ann.id), 51000); // 60 - 10 - 1, and the increment
    b.steady += 3600 * SECOND;
    b.wall += 3600 * SECOND;
    agon_service_tick(b.service);
    bench_settle(&b);
    assert_string_equal(status_of(&b, ann.id), "running");
    assert_int_equal(act(&b, &bob, END_TURN, 2, "b", NULL), 200);
    bench_pass(&b, 52);
    assert_string_equal(status_of(&b, ann.id), "over"); // otherwise it runs as ever
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
        cmocka_unit_test(test_nothing_is_the_least),
        cmocka_unit_test(test_simultaneous_turns),
        cmocka_unit_test(test_per_turn_and_text),
        cmocka_unit_test(test_an_action_that_comes_too_late),
        cmocka_unit_test(test_time_runs_out),
        cmocka_unit_test(test_restart),
        cmocka_unit_test(test_the_wall_clock_jumps),
        cmocka_unit_test(test_the_process_stands_still),
        cmocka_unit_test(test_time_runs_out_in_the_store),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
