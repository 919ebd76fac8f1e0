// Bots at the server's seats: built-in ones with a budget, programs of the operator in the sandbox.
#define _GNU_SOURCE
#include "tests/server/support/server.h"

#include "apps/host/sandbox.h"

#include "agon/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check_replay(bench *b, const char *id, const char *has) {
    assert_string_equal(status_of(b, id), "over");
    answer replay = ask(b, "GET", path_of(id, "/replay"), NULL, NULL);
    assert_string_equal(agon_replay_verify(replay.text, strlen(replay.text), NULL).reason, "");
    if (!strstr(replay.text, has)) {
        fail_msg("no %s in %s", has, replay.text);
    }
    answer_free(&replay);
}

static void test_bots_among_themselves(void **state) {
    (void)state;
    bench b;
    bench_open(&b);
    b.def.bot_time = 2000;
    bench_reopen(&b);
    seat_held none = make_match(&b, "{'game':'entropy','seats':[{'kind':'bot','bot':'greedy'},"
                                    "{'kind':'bot','bot':'random'}]}");
    assert_string_equal(none.token, "");
    bench_settle(&b);
    check_replay(&b, none.id, "\"seats\":[\"greedy\",\"random\"]");
    // However long it would like to think.
    seat_held me = make_match(&b, "{'game':'rock-paper-scissors','seats':[{'kind':'me'},"
                                  "{'kind':'bot','bot':'search:sims=9000000,ms=60000'}]}");
    bench_settle(&b);
    assert_int_equal(act(&b, &me, "{\"type\":\"choose\",\"choice\":\"rock\"}",
                         number_of(&b, me.id, me.token), "c", NULL),
                     200);
    check_replay(&b, me.id, "search:sims");
    bench_close(&b);
}

// A match goes on with its bots after a restart.
static void test_restart(void **state) {
    (void)state;
    bench b;
    bench_open_file(&b);
    seat_held me = make_match(&b, "{'game':'skirmish','seats':[{'kind':'bot','bot':'random'},"
                                  "{'kind':'me'}]}");
    bench_reopen(&b);
    play_out(&b, &me, 1, 4);
    check_replay(&b, me.id, "\"seats\":[\"random\",\"human\"]");
    b.wall += 1000000;
    // Among themselves they go on by themselves.
    seat_held none = make_match(&b, "{'game':'skirmish','seats':[{'kind':'bot','bot':'random'},"
                                    "{'kind':'bot','bot':'random'}]}");
    bench_reopen(&b);
    for (int i = 0; i < 3; i++) {
        bench_pass(&b, 31);
    }
    answer lobby = ask(&b, "GET", "/api/matches?status=over", NULL, NULL);
    assert_string_equal(dig_text(lobby.json, "matches.0.id"), none.id);
    answer_free(&lobby);
    bench_close(&b);
}

static void test_programs(void **state) {
    (void)state;
    agon_error error = {0};
    if (agon_sandbox_probe(&error)) {
        skip();
    }
    char good[300];
    snprintf(good, sizeof good, "%s/examples/bots/own_bot", getenv("AGON_BUILD"));
    const agon_service_program programs[] = {{"good", good}, {"dead", "/bin/false"}};
    bench b;
    bench_open(&b);
    b.def.programs = programs;
    b.def.program_count = 2;
    bench_reopen(&b);
    answer games = ask(&b, "GET", "/api/games", NULL, NULL);
    assert_non_null(strstr(games.text, "program:good"));
    answer_free(&games);
    seat_held me = make_match(&b, "{'game':'entropy','seats':[{'kind':'bot','bot':'random'},"
                                  "{'kind':'bot','bot':'program:good'}]}");
    bench_settle(&b);
    check_replay(&b, me.id, "program:good");
    me = make_match(&b, "{'game':'entropy','seats':[{'kind':'bot','bot':'random'},"
                        "{'kind':'bot','bot':'program:dead'}]}");
    bench_settle(&b);
    check_replay(&b, me.id, "\"fault\":\"dead\"");
    json_t *json = see(&b, me.id, NULL);
    assert_int_equal(dig_int(json, "match.result.places.1"), 2); // it has forfeited
    json_decref(json);
    bench_close(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bots_among_themselves),
        cmocka_unit_test(test_restart),
        cmocka_unit_test(test_programs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
