// The service by its API: matches are made, joined, played, left, listed; what is wrong is refused.
#define _GNU_SOURCE
#include "tests/server/support/server.h"

#include "apps/server/match/hosted.h"

#include "agon/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RPS "'game':'rock-paper-scissors'"
#define TWO_PEOPLE "{" RPS ",'seats':[{'kind':'me','name':'Ann'},{'kind':'open'}]}"
#define SECRET "0123456789abcdefghijkl" // of a client
#define ROCK "{\"type\":\"choose\",\"choice\":\"rock\"}"
#define PAPER "{\"type\":\"choose\",\"choice\":\"paper\"}"

static void test_a_match_from_start_to_replay(void **state) {
    (void)state;
    bench b;
    bench_open(&b);
    seat_held ann = make_match(&b, TWO_PEOPLE);
    assert_string_equal(status_of(&b, ann.id), "waiting");
    seat_held bob = join_match(&b, ann.id, "{'name':'Bob'}");
    assert_int_equal(ann.seat, 0);
    assert_int_equal(bob.seat, 1);
    assert_string_not_equal(ann.token, bob.token);
    assert_string_equal(status_of(&b, ann.id), "running");
    expect(&b, 409, "not_over", "GET", path_of(ann.id, "/replay"), NULL, NULL);
    int64_t now;
    assert_int_equal(act(&b, &ann, ROCK, 1, "a", &now), 200);
    assert_int_equal(now, 2);
    assert_int_equal(act(&b, &bob, PAPER, number_of(&b, bob.id, bob.token), "b", NULL), 200);
    assert_string_equal(status_of(&b, ann.id), "over");
    answer replay = ask(&b, "GET", path_of(ann.id, "/replay"), NULL, NULL);
    assert_int_equal(replay.status, 200);
    agon_replay_verdict verdict = agon_replay_verify(replay.text, strlen(replay.text), NULL);
    assert_string_equal(verdict.reason, "");
    assert_non_null(strstr(replay.text, "\"seats\":[\"Ann\",\"Bob\"]"));
    assert_non_null(strstr(replay.text, "\"commitment\":\"sha256:"));
    assert_non_null(strstr(replay.text, "\"salt\":\""));
    // The commitment was public before, and the salt was not.
    json_t *json = see(&b, ann.id, NULL);
    assert_non_null(strstr(replay.text, dig_text(json, "match.commitment")));
    assert_null(dig(json, "match.result.salt"));
    assert_int_equal(dig_int(json, "match.result.places.1"), 1);
    json_decref(json);
    answer_free(&replay);
    bench_close(&b);
}

static size_t games_registered(void) {
    size_t count = 0;
    while (agon_codec_at(count)) {
        count++;
    }
    return count;
}

static void test_all_games_are_played_to_the_end(void **state) {
    (void)state;
    bench b;
    bench_open(&b);
    answer games = ask(&b, "GET", "/api/games", NULL, NULL);
    size_t i;
    json_t *game;
    assert_int_equal(json_array_size(dig(games.json, "games")), games_registered());
    json_array_foreach(dig(games.json, "games"), i, game) {
        char body[200];
        seat_held seats[1];
        snprintf(body, sizeof body,
                 "{'game':'%s','seats':[{'kind':'me'},{'kind':'bot','bot':'random'}]}",
                 dig_text(game, "id"));
        seats[0] = make_match(&b, body);
        bench_settle(&b);
        play_out(&b, seats, 1, (unsigned)i + 1);
        answer replay = ask(&b, "GET", path_of(seats[0].id, "/replay"), NULL, NULL);
        agon_replay_verdict verdict = agon_replay_verify(replay.text, strlen(replay.text), NULL);
        assert_string_equal(verdict.reason, "");
        answer_free(&replay);
    }
    answer_free(&games);
    bench_close(&b);
}

static void test_repeated_and_stale_actions(void **state) {
    (void)state;
    bench b;
    int64_t now;
    bench_open_file(&b);
    seat_held ann = make_match(&b, TWO_PEOPLE);
    seat_held bob = join_match(&b, ann.id, NULL);
    assert_int_equal(act(&b, &ann, ROCK, 7, "a", &now), 409); // ahead of its time
    assert_int_equal(now, 1);
    assert_int_equal(act(&b, &ann, ROCK, 1, "a", &now), 200);
    assert_int_equal(now, 2);
    assert_int_equal(act(&b, &ann, ROCK, 1, "a", &now), 200); // the same once more
    assert_int_equal(now, 2);
    assert_int_equal(act(&b, &ann, PAPER, 1, "a", &now), 409); // another action
    assert_int_equal(now, 2);
    assert_int_equal(act(&b, &ann, ROCK, 1, "other", &now), 409); // another client
    assert_int_equal(act(&b, &ann, ROCK, 2, "a", &now), 422);
    bench_reopen(&b);
    assert_int_equal(act(&b, &ann, ROCK, 1, "a", &now), 200); // and after a restart
    assert_int_equal(now, 2);
    assert_int_equal(act(&b, &bob, PAPER, number_of(&b, bob.id, bob.token), "b", &now), 200);
    int64_t last = now - 1;
    assert_string_equal(status_of(&b, ann.id), "over");
    assert_int_equal(act(&b, &bob, PAPER, last, "b", &now), 200); // after the end, too
    assert_int_equal(now, last + 1);
    assert_int_equal(act(&b, &bob, ROCK, now, "b", NULL), 409);
    bench_close(&b);
}

static void test_seats(void **state) {
    (void)state;
    bench b;
    bench_open(&b);
    seat_held ann = make_match(&b, "{" RPS ",'seats':[{'kind':'me'},{'kind':'invited'}]}");
    expect(&b, 409, "seat_taken", "POST", path_of(ann.id, "/join"), NULL, "{'seat':0}");
    expect(&b, 409, "seat_taken", "POST", path_of(ann.id, "/join"), NULL, "{}");
    expect(&b, 403, "invite_needed", "POST", path_of(ann.id, "/join"), NULL, "{'seat':1}");
    expect(&b, 403, "bad_invite", "POST", path_of(ann.id, "/join"), NULL, "{'invite':'x'}");
    char body[200];
    snprintf(body, sizeof body, "{'invite':'%s','client':'" SECRET "'}", ann.invite[1]);
    seat_held bob = join_match(&b, ann.id, body);
    seat_held again = join_match(&b, ann.id, body); // the answer was lost
    assert_int_equal(again.seat, 1);
    expect(&b, 401, "unknown_token", "GET", path_of(ann.id, ""), bob.token, NULL);
    assert_int_equal(number_of(&b, ann.id, again.token), 1);
    snprintf(body, sizeof body, "{'invite':'%s'}", ann.invite[1]);
    expect(&b, 409, "not_waiting", "POST", path_of(ann.id, "/join"), NULL, body);
    json_t *json = see(&b, ann.id, ann.token);
    assert_int_equal(dig_int(json, "match.you"), 0);
    json_decref(json);
    expect(&b, 401, "no_token", "POST", path_of(ann.id, "/leave"), NULL, NULL);
    expect(&b, 401, "unknown_token", "POST", path_of(ann.id, "/leave"), "nonsense", NULL);
    bench_close(&b);
}

static void test_leaving(void **state) {
    (void)state;
    bench b;
    bench_open(&b);
    seat_held ann = make_match(&b, TWO_PEOPLE);
    expect(&b, 200, NULL, "POST", path_of(ann.id, "/leave"), ann.token, NULL);
    assert_string_equal(status_of(&b, ann.id), "cancelled");
    expect(&b, 409, "not_waiting", "POST", path_of(ann.id, "/join"), NULL, NULL);
    ann = make_match(&b, TWO_PEOPLE);
    seat_held bob = join_match(&b, ann.id, NULL);
    expect(&b, 200, NULL, "POST", path_of(ann.id, "/leave"), ann.token, NULL);
    bench_settle(&b);
    json_t *json = see(&b, ann.id, NULL);
    assert_string_equal(dig_text(json, "match.status"), "over");
    assert_int_equal(dig_int(json, "match.result.places.0"), 2);
    assert_int_equal(dig_int(json, "match.result.places.1"), 1);
    assert_true(json_is_true(dig(json, "match.seats.0.left")));
    json_decref(json);
    expect(&b, 409, "game_over", "POST", path_of(ann.id, "/leave"), bob.token, NULL);
    answer replay = ask(&b, "GET", path_of(ann.id, "/replay"), NULL, NULL);
    assert_non_null(strstr(replay.text, "left the match"));
    assert_true(agon_replay_verify(replay.text, strlen(replay.text), NULL).ok);
    answer_free(&replay);
    bench_close(&b);
}

// In a match of three the others play on; whoever left is placed last.
static void test_leaving_out_of_turn(void **state) {
    (void)state;
    bench b;
    bench_open(&b);
    seat_held seats[3];
    seats[0] = make_match(
        &b, "{'game':'entropy','seats':[{'kind':'me'},{'kind':'open'},{'kind':'open'}]}");
    seats[1] = join_match(&b, seats[0].id, NULL);
    seats[2] = join_match(&b, seats[0].id, NULL);
    expect(&b, 200, NULL, "POST", path_of(seats[0].id, "/leave"), seats[2].token, NULL);
    bench_settle(&b);
    assert_string_equal(status_of(&b, seats[0].id), "running");
    expect(&b, 409, "left", "POST", path_of(seats[0].id, "/actions"), seats[2].token,
           "{'action':{'type':'end_turn'},'sequence':1,'client':'c'}");
    play_out(&b, seats, 2, 5);
    json_t *json = see(&b, seats[0].id, NULL);
    assert_int_equal(dig_int(json, "match.result.places.2"), 3);
    json_decref(json);
    bench_close(&b);
}

static void test_lobby(void **state) {
    (void)state;
    bench b;
    bench_open(&b);
    for (int i = 0; i < 3; i++) {
        b.wall += 1000000;
        make_match(&b, TWO_PEOPLE);
    }
    b.wall += 1000000;
    make_match(&b, "{'game':'entropy','seats':[{'kind':'me'},{'kind':'invited'}]}");
    make_match(&b, "{'game':'entropy','listed':false}");
    seat_held ann = make_match(&b, TWO_PEOPLE);
    join_match(&b, ann.id, NULL);
    const struct {
        const char *query;
        size_t count;
    } cases[] = {{"", 4},
                 {"?game=entropy", 1},
                 {"?game=entropy&open=true", 0},
                 {"?open=false", 1},
                 {"?status=running", 1},
                 {"?status=over", 0},
                 {"?status=any", 5},
                 {"?limit=2", 2}};
    char path[80];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(path, sizeof path, "/api/matches%s", cases[i].query);
        answer a = ask(&b, "GET", path, NULL, NULL);
        assert_int_equal(json_array_size(dig(a.json, "matches")), cases[i].count);
        answer_free(&a);
    }
    answer page = ask(&b, "GET", "/api/matches?limit=3", NULL, NULL);
    snprintf(path, sizeof path, "/api/matches?limit=3&before=%lld",
             (long long)dig_int(page.json, "next") - 1);
    assert_string_equal(dig_text(page.json, "matches.0.game"), "entropy"); // newest first
    answer_free(&page);
    page = ask(&b, "GET", path, NULL, NULL);
    assert_int_equal(json_array_size(dig(page.json, "matches")), 1);
    assert_true(json_is_null(dig(page.json, "next")));
    answer_free(&page);
    expect(&b, 400, "bad_request", "GET", "/api/matches?limit=0", NULL, NULL);
    expect(&b, 400, "bad_request", "GET", "/api/matches?limit=1e9", NULL, NULL);
    expect(&b, 400, "bad_request", "GET", "/api/matches?status=odd", NULL, NULL);
    expect(&b, 400, "bad_request", "GET", "/api/matches?game=chess", NULL, NULL);
    bench_close(&b);
}

// What a match was made with is not refused when it is loaded by a version with other keys.
static void test_configs_of_other_versions(void **state) {
    (void)state;
    agon_error error = {0};
    agon_record record = {.game = "entropy",
                          .rules_version = 1,
                          .config = "{\"max_rounds\":7,\"older\":1}",
                          .seed = "00112233445566778899aabbccddeeff"};
    agon_hosted *hosted = agon_hosted_open(&record, 2, &error);
    assert_non_null(hosted);
    agon_hosted_release(hosted);
}

static void test_bad_requests(void **state) {
    (void)state;
    bench b;
    bench_open(&b);
    static const char *const bodies[] = {
        "",
        "[]",
        "{}",
        "{'game':1}",
        "{'game':'chess'}",
        "{" RPS ",'x':1}",
        "{" RPS ",'config':{'seed':5}}",
        "{'game':'stellar-skirmish','config':{'planets':[]}}",
        "{'game':'stellar-skirmish','config':{'shuffle':false}}",
        "{'game':'entropy','config':{'max_round':5}}",
        "{" RPS ",'seats':[]}",
        "{" RPS ",'seats':[{'kind':'me'}]}",
        "{" RPS ",'seats':[{'kind':'me'},{'kind':'me'}]}",
        "{" RPS ",'seats':[{'kind':'me'},{'kind':'bot'}]}",
        "{" RPS ",'seats':[{'kind':'me'},{'kind':'bot','bot':'deep-blue'}]}",
        "{" RPS ",'seats':[{'kind':'me'},{'kind':'bot','bot':'cmd:sh'}]}",
        "{" RPS ",'seats':[{'kind':'me'},{'kind':'bot','bot':'program:x'}]}",
        "{" RPS ",'seats':[{'kind':'me','name':''},{'kind':'open'}]}",
        "{" RPS ",'seats':[{'kind':'me','name':'a\\u0007b'},{'kind':'open'}]}",
        "{" RPS ",'seats':[{'kind':'me','name':'a\\u202eb'},{'kind':'open'}]}",
        "{" RPS ",'seats':[{'kind':'me','name':' Ann'},{'kind':'open'}]}",
        "{" RPS ",'config':{'playerIds':['a','b\\u200b']}}",
        "{'game':'entropy','config':{'players':['a','\\u2066b']}}",
        "{" RPS ",'seats':[{'kind':'me'},{'kind':'open'},{'kind':'open'}]}",
        "{" RPS ",'clock':{'kind':'bank'}}",
        "{" RPS ",'clock':{'kind':'bank','bank':-1}}",
        "{" RPS ",'clock':{'kind':'bank','bank':1e300}}",
        "{" RPS ",'clock':{'kind':'hour'}}",
        "{" RPS ",'clock':{'kind':'move','seconds':60,'bank':1}}",
        "{" RPS ",'listed':1}",
        "{'"};
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        expect(&b, 400, NULL, "POST", "/api/matches", NULL, bodies[i]);
    }
    expect(&b, 404, "not_found", "GET", "/api/matches/abc", NULL, NULL);
    expect(&b, 404, "not_found", "GET", path_of("AAAAAAAAAAAAAAAAAAAAAA", ""), NULL, NULL);
    expect(&b, 404, "not_found", "GET", path_of("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", ""), NULL,
           NULL);
    expect(&b, 404, "not_found", "GET", "/api/nothing", NULL, NULL);
    expect(&b, 404, "not_found", "GET", "/api/matches/", NULL, NULL);
    answer a = ask(&b, "DELETE", "/api/matches", NULL, NULL);
    assert_int_equal(a.status, 405);
    assert_string_equal(a.allow, "GET, HEAD, POST");
    answer_free(&a);
    seat_held ann = make_match(&b, TWO_PEOPLE);
    expect(&b, 400, "bad_request", "POST", path_of(ann.id, "/join"), NULL, "{'name':'\\u202eb'}");
    expect(&b, 400, "bad_request", "POST", path_of(ann.id, "/join"), NULL, "{'name':'  '}");
    const char *path = path_of(ann.id, "/actions");
    expect(&b, 409, "not_running", "POST", path, ann.token,
           "{'action':{},'sequence':1,'client':'c'}");
    join_match(&b, ann.id, NULL);
    path = path_of(ann.id, "/actions");
    expect(&b, 401, "no_token", "POST", path, NULL, "{'action':{},'sequence':1,'client':'c'}");
    expect(&b, 422, "bad_action", "POST", path, ann.token,
           "{'action':{},'sequence':1,'client':'c'}");
    expect(&b, 400, "bad_request", "POST", path, ann.token, "{'action':{},'sequence':1}");
    expect(&b, 400, "bad_request", "POST", path, ann.token,
           "{'action':{},'sequence':-1,'client':'c'}");
    expect(&b, 400, "bad_request", "POST", path, ann.token, NULL);
    expect(&b, 400, "bad_json", "POST", path, ann.token, "{");
    bench_close(&b);
}

static void test_rpc_health_and_metrics(void **state) {
    (void)state;
    bench b;
    bench_open(&b);
    answer a = ask(&b, "POST", "/rpc", NULL, "{'jsonrpc':'2.0','id':1,'method':'games'}");
    assert_int_equal(a.status, 200);
    assert_int_equal(json_array_size(dig(a.json, "result")), games_registered());
    answer_free(&a);
    expect(&b, 204, NULL, "POST", "/rpc", NULL, "{'jsonrpc':'2.0','method':'games'}");
    expect(&b, 200, NULL, "GET", "/health", NULL, NULL);
    a = ask(&b, "GET", "/metrics", NULL, NULL);
    assert_non_null(strstr(a.text, "\nagon_matches_in_memory 0\n"));
    answer_free(&a);
    agon_service_drain(b.service);
    expect(&b, 503, NULL, "GET", "/health", NULL, NULL);
    expect(&b, 503, "draining", "POST", "/api/matches", NULL, TWO_PEOPLE);
    bench_close(&b);
}

static void test_rematch(void **state) {
    (void)state;
    bench b;
    bench_open(&b);
    seat_held ann = make_match(&b, TWO_PEOPLE);
    seat_held bob = join_match(&b, ann.id, "{'name':'Bob'}");
    expect(&b, 409, "not_over", "POST", path_of(ann.id, "/rematch"), ann.token, NULL);
    assert_int_equal(act(&b, &ann, ROCK, 1, "a", NULL), 200);
    assert_int_equal(act(&b, &bob, PAPER, number_of(&b, bob.id, bob.token), "b", NULL), 200);
    expect(&b, 401, "no_token", "POST", path_of(ann.id, "/rematch"), NULL, NULL);
    wire w;
    wire_hello(&w, &b, ann.id, bob.token, 0);
    answer a = ask(&b, "POST", path_of(ann.id, "/rematch"), ann.token, NULL);
    assert_int_equal(a.status, 200);
    assert_int_equal(dig_int(a.json, "seat"), 1); // moved on
    char next[32];
    strcpy(next, dig_text(a.json, "match.id"));
    answer_free(&a);
    assert_string_equal(dig_text(wire_last(&w, "rematch"), "match"), next);
    assert_string_equal(status_of(&b, next), "waiting");
    answer again = ask(&b, "POST", path_of(ann.id, "/rematch"), ann.token, NULL);
    assert_string_equal(dig_text(again.json, "match.id"), next);
    answer_free(&again);
    a = ask(&b, "POST", path_of(ann.id, "/rematch"), bob.token, NULL);
    assert_int_equal(a.status, 200);
    assert_int_equal(dig_int(a.json, "seat"), 0);
    assert_string_equal(dig_text(a.json, "match.seats.0.name"), "Bob");
    answer_free(&a);
    assert_string_equal(status_of(&b, next), "running");
    wire_close(&w);
    bench_close(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_match_from_start_to_replay),
        cmocka_unit_test(test_all_games_are_played_to_the_end),
        cmocka_unit_test(test_repeated_and_stale_actions),
        cmocka_unit_test(test_seats),
        cmocka_unit_test(test_leaving),
        cmocka_unit_test(test_leaving_out_of_turn),
        cmocka_unit_test(test_lobby),
        cmocka_unit_test(test_configs_of_other_versions),
        cmocka_unit_test(test_bad_requests),
        cmocka_unit_test(test_rpc_health_and_metrics),
        cmocka_unit_test(test_rematch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
