// A database of version 0.1 with matches that run: they load as they were, and go on.
//
// tests/server/data/v0_1.db was written by the server of version 0.1. v0_1.json has ids and tokens,
// and what that server answered to GET /api/matches/{id} for each seat and a spectator, in the end. The
// matches:
//   blitz   a bank, and the clock of the second player runs
//   left    of three players one has left after its turn: it forfeits when it must act
//   owed    the same, but it must act: that server ended before it had moved for it
//   secret  a choice has been made that nobody else may know
//   bot     a person against a bot, with three days for every turn
//   over    ended by the clock; that server showed what chance made of the rest, which nobody had played:
//           v0_1.json has what is answered now
//   open    waits for a second player
//
// v0_1_stellar.db is another one, with matches of Stellar Skirmish, whose rules have changed since: that
// server knew version 1 only, and stored no version.
//   half    nine battles are over, and one player has chosen blind for the tenth
//   three   two people and a bot, with a config
//   over    played to its end
//   open    waits for a second player
#define _GNU_SOURCE
#include "tests/server/support/server.h"

#include "agon/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DATA AGON_SOURCE_DIR "/tests/server/data/"

typedef struct old {
    bench b;
    json_t *known;
} old;

static void open_data(old *o, const char *json, const char *database) {
    o->known = json_load_file(json, 0, NULL);
    assert_non_null(o->known);
    bench_open_copy(&o->b, database, dig_int(o->known, "wall"));
}

static void old_open(old *o) {
    open_data(o, DATA "v0_1.json", DATA "v0_1.db");
}

static void old_open_stellar(old *o) {
    open_data(o, DATA "v0_1_stellar.json", DATA "v0_1_stellar.db");
}

static void old_close(old *o) {
    bench_close(&o->b);
    json_decref(o->known);
}

// The seats of a match; returns how many.
static int old_seats(const old *o, const char *name, seat_held seats[8]) {
    json_t *match = json_object_get(o->known, name);
    json_t *token;
    size_t p;
    json_array_foreach(dig(match, "tokens"), p, token) {
        seats[p] = (seat_held){.seat = (int)p};
        strcpy(seats[p].id, dig_text(match, "id"));
        strcpy(seats[p].token, json_string_value(token));
    }
    return (int)p;
}

static void check_seen(old *o, const char *name) {
    seat_held seats[8];
    int count = old_seats(o, name, seats);
    json_t *seen = dig(json_object_get(o->known, name), "seen");
    assert_int_equal(json_array_size(seen), count + 1);
    for (int p = 0; p <= count; p++) {
        const char *token = p < count ? seats[p].token : NULL;
        answer a = ask(&o->b, "GET", path_of(seats[0].id, ""), token, NULL);
        assert_string_equal(a.text, json_string_value(json_array_get(seen, (size_t)p)));
        answer_free(&a);
    }
}

static void test_matches_load_as_they_were(void **state) {
    (void)state;
    static const char *const names[] = {"blitz", "left", "secret", "bot", "over", "open"};
    old o;
    old_open(&o);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        check_seen(&o, names[i]);
    }
    seat_held seats[8];
    old_seats(&o, "over", seats);
    answer replay = ask(&o.b, "GET", path_of(seats[0].id, "/replay"), NULL, NULL);
    assert_string_equal(replay.text, dig_text(o.known, "replay"));
    answer_free(&replay);
    old_close(&o);
}

static void check_replay(old *o, const char *id, const char *has) {
    assert_string_equal(status_of(&o->b, id), "over");
    answer replay = ask(&o->b, "GET", path_of(id, "/replay"), NULL, NULL);
    agon_replay_verdict verdict = agon_replay_verify(replay.text, strlen(replay.text), NULL);
    assert_string_equal(verdict.reason, "");
    if (!strstr(replay.text, has)) {
        fail_msg("no %s in %s", has, replay.text);
    }
    answer_free(&replay);
}

// Halfway the server ends once more: what it has added is read with what was there.
static void go_on(old *o, const char *name, const char *has) {
    seat_held seats[8];
    int count = old_seats(o, name, seats);
    for (int p = 0; p < count; p++) {
        char *action = choose(&o->b, &seats[p], 1);
        if (action) {
            int64_t number = number_of(&o->b, seats[p].id, seats[p].token);
            assert_int_equal(act(&o->b, &seats[p], action, number, "c", NULL), 200);
        }
        free(action);
        bench_settle(&o->b);
    }
    bench_reopen(&o->b);
    play_out(&o->b, seats, count, 7);
    check_replay(o, seats[0].id, has);
}

static void test_matches_go_on(void **state) {
    (void)state;
    seat_held seats[8];
    old o;
    old_open(&o);
    go_on(&o, "blitz", "\"clock\":\"60+2\"");
    go_on(&o, "secret", "\"choice\":\"paper\"");
    go_on(&o, "bot", "\"clock\":\"none\""); // a stored head stays what it is
    go_on(&o, "left",
          "\"faults\":[{\"fault\":\"dead\",\"reason\":\"left the match\"}],\"forfeit\"");
    old_seats(&o, "open", seats);
    seats[1] = join_match(&o.b, seats[0].id, NULL);
    play_out(&o.b, seats, 2, 3);
    check_replay(&o, seats[0].id, "\"clock\":\"259200/turn\"");
    old_close(&o);
}

static void test_what_is_owed_is_done(void **state) {
    (void)state;
    seat_held seats[8];
    old o;
    old_open(&o);
    old_seats(&o, "owed", seats);
    json_t *json = see(&o.b, seats[0].id, NULL);
    json_decref(json);
    bench_settle(&o.b);
    json = see(&o.b, seats[0].id, NULL);
    assert_int_equal(json_array_size(dig(json, "play.to_act")), 1);
    assert_int_equal(dig_int(json, "play.to_act.0"), 1); // not the one who has left
    assert_true(json_is_true(dig(json, "play.clock.running.1")));
    assert_true(json_is_false(dig(json, "play.clock.running.0")));
    json_decref(json);
    go_on(&o, "owed", "\"reason\":\"left the match\"}],\"forfeit\":true");
    old_close(&o);
}

// The clock of a match that nobody asks for runs on, from where it was.
static void test_clocks_run_on(void **state) {
    (void)state;
    seat_held seats[8];
    old o;
    old_open(&o);
    old_seats(&o, "blitz", seats);
    json_t *blitz =
        json_loads(json_string_value(dig(json_object_get(o.known, "blitz"), "seen.0")), 0, NULL);
    int64_t left = dig_int(blitz, "play.clock.left.1");
    json_decref(blitz);
    assert_true(left > 2000);
    bench_pass(&o.b, 0.001);
    bench_pass(&o.b, (double)left / 1000 - 1);
    assert_string_equal(status_of(&o.b, seats[0].id), "running");
    bench_pass(&o.b, 1);
    check_replay(&o, seats[0].id, "\"fault\":\"late\"");
    old_close(&o);
}

// ---------------------------------------------------------------------------------------------
// Rules that have changed since

static void check_rules(json_t *seen, int version, const char *reveal) {
    assert_int_equal(dig_int(seen, "match.rules_version"), version);
    assert_string_equal(dig_text(seen, "play.view.reveal"), reveal);
}

// What the old server answered, and which rule it means.
static void check_same(old *o, const char *name) {
    seat_held seats[8];
    int count = old_seats(o, name, seats);
    json_t *known = dig(json_object_get(o->known, name), "seen");
    for (int p = 0; p <= count; p++) {
        json_t *then = json_loads(json_string_value(json_array_get(known, (size_t)p)), 0, NULL);
        json_t *now = see(&o->b, seats[0].id, p < count ? seats[p].token : NULL);
        check_rules(now, 1, "first_play");
        json_object_del(dig(now, "play.view"), "reveal");
        assert_true(json_equal(then, now));
        json_decref(then);
        json_decref(now);
    }
}

static void check_version(old *o, const seat_held *seat, int version, const char *reveal) {
    json_t *seen = see(&o->b, seat->id, seat->token);
    check_rules(seen, version, reveal);
    json_decref(seen);
}

static void test_rules_stay_as_they_were(void **state) {
    (void)state;
    static const char *const names[] = {"half", "three", "over"};
    seat_held seats[8];
    old o;
    old_open_stellar(&o);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        check_same(&o, names[i]);
    }
    check_seen(&o, "open");
    old_seats(&o, "over", seats);
    answer replay = ask(&o.b, "GET", path_of(seats[0].id, "/replay"), NULL, NULL);
    assert_string_equal(replay.text, dig_text(o.known, "replay"));
    answer_free(&replay);
    old_seats(&o, "half", seats);
    expect(&o.b, 409, "not_over", "GET", path_of(seats[0].id, "/replay"), NULL, NULL);
    old_close(&o);
}

// A match that was half played, or only waited, is played to its end by the rules it began under. With
// the others the server's hashes would not fit: a planet would lie there before anybody has chosen.
static void test_rules_of_a_match_stay_to_its_end(void **state) {
    (void)state;
    seat_held seats[8];
    old o;
    old_open_stellar(&o);
    go_on(&o, "half", "\"rules_version\":1,");
    old_seats(&o, "half", seats);
    check_version(&o, &seats[0], 1, "first_play");
    go_on(&o, "three", "\"rules_version\":1,");
    old_seats(&o, "open", seats);
    seats[1] = join_match(&o.b, seats[0].id, NULL);
    check_version(&o, &seats[1], 1, "first_play");
    play_out(&o.b, seats, 2, 7);
    check_replay(&o, seats[0].id, "\"rules_version\":1,");
    old_close(&o);
}

static void play_new(old *o, const seat_held seats[2]) {
    check_version(o, &seats[0], 2, "battle");
    bench_reopen(&o->b);
    check_version(o, &seats[1], 2, "battle");
    play_out(&o->b, seats, 2, 11);
    check_replay(o, seats[0].id, "\"rules_version\":2,");
}

static seat_held play_again(old *o, const seat_held *seat) {
    seat_held again = {0};
    answer a = ask(&o->b, "POST", path_of(seat->id, "/rematch"), seat->token, NULL);
    assert_int_equal(a.status, 200);
    strcpy(again.id, dig_text(a.json, "match.id"));
    strcpy(again.token, dig_text(a.json, "token"));
    answer_free(&a);
    return again;
}

// Beside them new matches have the newest rules, and so have those that are played again.
static void test_new_matches_have_new_rules(void **state) {
    (void)state;
    seat_held seats[8];
    seat_held again[2];
    old o;
    old_open_stellar(&o);
    again[0] = make_match(&o.b, "{'game':'stellar-skirmish'}");
    again[1] = join_match(&o.b, again[0].id, NULL);
    play_new(&o, again);
    old_seats(&o, "over", seats);
    again[1] = play_again(&o, &seats[0]);
    again[0] = play_again(&o, &seats[1]);
    assert_string_equal(again[0].id, again[1].id);
    play_new(&o, again);
    check_version(&o, &seats[0], 1, "first_play");
    old_close(&o);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_matches_load_as_they_were),
        cmocka_unit_test(test_matches_go_on),
        cmocka_unit_test(test_what_is_owed_is_done),
        cmocka_unit_test(test_clocks_run_on),
        cmocka_unit_test(test_rules_stay_as_they_were),
        cmocka_unit_test(test_rules_of_a_match_stay_to_its_end),
        cmocka_unit_test(test_new_matches_have_new_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
