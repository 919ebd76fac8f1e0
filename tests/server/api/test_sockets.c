// Sockets: the view first, then what happens, with numbers of each viewer; resuming; presence.
#define _GNU_SOURCE
#include "tests/server/support/server.h"

#include "apps/server/api/socket.h"
#include "apps/server/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TWO_PEOPLE                                                                                 \
    "{'game':'rock-paper-scissors','seats':[{'kind':'me','name':'Ann'},{'kind':'open'}]}"
#define ROCK "{'type':'choose','choice':'rock'}"

static void say_action(wire *w, const char *action, int64_t sequence) {
    char text[400];
    snprintf(text, sizeof text, "{'type':'action','action':%s,'sequence':%lld,'client':'w'}",
             action, (long long)sequence);
    wire_say(w, text);
}

static void test_hello(void **state) {
    (void)state;
    bench b;
    wire w;
    bench_open(&b);
    seat_held ann = make_match(&b, TWO_PEOPLE);
    wire_hello(&w, &b, ann.id, ann.token, 0);
    assert_int_equal(json_array_size(w.messages), 1); // the match waits: there is no view yet
    assert_string_equal(dig_text(wire_last(&w, "match"), "match.status"), "waiting");
    assert_int_equal(dig_int(wire_last(&w, "match"), "match.you"), 0);
    assert_true(json_is_true(dig(wire_last(&w, "match"), "match.seats.0.online")));
    join_match(&b, ann.id, "{'name':'Bob'}");
    assert_string_equal(dig_text(wire_last(&w, "match"), "match.status"), "running");
    assert_int_equal(dig_int(wire_last(&w, "view"), "sequence"), 1);
    assert_non_null(dig(wire_last(&w, "view"), "view"));
    assert_int_equal(json_array_size(dig(wire_last(&w, "view"), "to_act")), 2);
    assert_int_equal(wire_count(&w, "clock"), 1);
    wire_close(&w);
    bench_close(&b);
}

static void expect_code(bench *b, const char *id, const char *first, int code) {
    wire w;
    wire_open(&w, b, id);
    wire_say(&w, first);
    assert_int_equal(w.code, code);
    assert_int_equal(w.length, 0);
    wire_close(&w);
}

static void test_bad_hellos(void **state) {
    (void)state;
    bench b;
    bench_open(&b);
    seat_held ann = make_match(&b, TWO_PEOPLE);
    expect_code(&b, ann.id, "x", 4400);
    expect_code(&b, ann.id, "[]", 4400);
    expect_code(&b, ann.id, "{'type':'action'}", 4400);
    expect_code(&b, ann.id, "{'type':'hello','from':-1}", 4400);
    expect_code(&b, ann.id, "{'type':'hello','from':'x'}", 4400);
    expect_code(&b, ann.id, "{'type':'hello','token':5}", 4400);
    expect_code(&b, ann.id, "{'type':'hello','log':5}", 4400);
    expect_code(&b, ann.id, "{'type':'hello','token':'guess'}", 4401);
    expect_code(&b, "AAAAAAAAAAAAAAAAAAAAAA", "{'type':'hello'}", 4404);
    int status = 0;
    agon_socket_calls calls = {0};
    agon_socket_hello hello = {.path = "/api/matches"};
    assert_null(agon_service_connect(b.service, &hello, &calls, NULL, &status));
    assert_int_equal(status, 404);
    wire w; // goes before it is served
    wire_open(&w, &b, "AAAAAAAAAAAAAAAAAAAAAA");
    agon_service_receive(b.service, w.socket, "{\"type\":\"hello\"}", 16);
    wire_close(&w);
    bench_settle(&b);
    bench_close(&b);
}

static void test_actions_and_messages(void **state) {
    (void)state;
    bench b;
    wire ann_wire;
    wire bob_wire;
    wire spectator;
    bench_open(&b);
    seat_held ann = make_match(&b, TWO_PEOPLE);
    seat_held bob = join_match(&b, ann.id, NULL);
    wire_hello(&ann_wire, &b, ann.id, ann.token, 0);
    wire_hello(&bob_wire, &b, ann.id, bob.token, 0);
    wire_hello(&spectator, &b, ann.id, NULL, 0);
    assert_true(json_is_true(dig(wire_last(&ann_wire, "match"), "match.seats.1.online")));
    say_action(&ann_wire, ROCK, 1);
    assert_int_equal(dig_int(wire_last(&ann_wire, "accepted"), "now"), 2);
    assert_string_equal(dig_text(wire_last(&ann_wire, "accepted"), "client"), "w");
    assert_int_equal(dig_int(wire_last(&ann_wire, "change"), "sequence"), 2);
    assert_null(strstr(bob_wire.bytes, "\"rock\""));
    assert_null(strstr(spectator.bytes, "\"rock\""));
    say_action(&ann_wire, ROCK, 1); // again
    assert_int_equal(wire_count(&ann_wire, "accepted"), 2);
    assert_int_equal(wire_count(&ann_wire, "change"), 1);
    say_action(&spectator, ROCK, 1);
    assert_string_equal(dig_text(wire_last(&spectator, "refused"), "error.slug"), "no_token");
    say_action(&bob_wire, ROCK, 99);
    assert_string_equal(dig_text(wire_last(&bob_wire, "refused"), "error.slug"), "stale");
    int64_t now = dig_int(wire_last(&bob_wire, "refused"), "now");
    say_action(&bob_wire, "{'type':'choose','choice':'lizard'}", now);
    assert_string_equal(dig_text(wire_last(&bob_wire, "refused"), "error.slug"), "bad_action");
    say_action(&bob_wire, "{'type':'choose','choice':'paper'}", now);
    assert_true(json_is_true(dig(wire_last(&spectator, "change"), "over")));
    assert_string_equal(dig_text(wire_last(&spectator, "match"), "match.status"), "over");
    wire_say(&ann_wire, "{'type':'ping','id':[1]}");
    assert_int_equal(dig_int(wire_last(&ann_wire, "pong"), "id.0"), 1);
    wire_say(&ann_wire, "{'type':'dance'}");
    assert_string_equal(dig_text(wire_last(&ann_wire, "error"), "error.slug"), "bad_message");
    wire_say(&ann_wire, "{");
    assert_string_equal(dig_text(wire_last(&ann_wire, "error"), "error.slug"), "bad_json");
    wire_close(&ann_wire);
    assert_true(json_is_false(dig(wire_last(&bob_wire, "match"), "match.seats.0.online")));
    wire_close(&bob_wire);
    wire_close(&spectator);
    bench_close(&b);
}

// Who gives up ends the match: nobody is told what chance makes of the rest. Who comes later, or again,
// can have what happened before.
static void test_giving_up_and_the_log(void **state) {
    (void)state;
    bench b;
    wire ann_wire;
    wire late;
    wire secret;
    bench_open_file(&b);
    seat_held ann = make_match(&b, TWO_PEOPLE);
    seat_held bob = join_match(&b, ann.id, NULL);
    wire_hello(&ann_wire, &b, ann.id, ann.token, 0);
    say_action(&ann_wire, ROCK, 1);
    wire_open(&secret, &b, ann.id);
    wire_say(&secret, "{'type':'hello','log':true}");
    assert_int_equal(json_array_size(dig(wire_last(&secret, "log"), "events")), 1);
    assert_null(strstr(secret.bytes, "\"rock\""));
    answer left = ask(&b, "POST", path_of(ann.id, "/leave"), bob.token, "{}");
    assert_int_equal(left.status, 200);
    answer_free(&left);
    json_t *end = wire_last(&ann_wire, "change");
    assert_true(json_is_true(dig(end, "over")));
    assert_int_equal(json_array_size(dig(end, "events")), 0);
    assert_int_equal(json_object_size(dig(end, "changes")), 0);
    assert_int_equal(json_array_size(dig(end, "to_act")), 0);
    wire_close(&ann_wire);
    wire_close(&secret);
    bench_reopen(&b); // and it is read as it was told
    wire_open(&late, &b, ann.id);
    char hello[120];
    snprintf(hello, sizeof hello, "{'type':'hello','log':true,'token':'%s'}", ann.token);
    wire_say(&late, hello);
    json_t *view = wire_last(&late, "view");
    assert_true(json_is_true(dig(view, "over")));
    assert_true(json_is_false(dig(view, "view.gameOver")));
    assert_string_equal(dig_text(view, "view.choices.p1"), "rock");
    assert_true(json_is_null(dig(view, "view.choices.p2")));
    assert_int_equal(json_array_size(dig(wire_last(&late, "log"), "events")), 1);
    assert_string_equal(dig_text(wire_last(&late, "log"), "events.0.0.choice"), "rock");
    wire_close(&late);
    bench_close(&b);
}

// Puts the changes of a message into a view.
static void put_in(json_t *view, json_t *message) {
    size_t i;
    json_t *key;
    json_object_update(view, dig(message, "changes"));
    json_array_foreach(dig(message, "gone"), i, key) {
        json_object_del(view, json_string_value(key));
    }
}

// Whoever resumes from any number gets the very bytes that were sent before, also after a restart;
// and the first view with all changes put in is the last view.
static void check_resume(bench *b, const seat_held *seat, const wire *whole) {
    json_t *view = json_deep_copy(dig(wire_last(whole, "view"), "view"));
    int64_t count = 1;
    size_t i;
    json_t *message;
    json_array_foreach(whole->messages, i, message) {
        if (strcmp(dig_text(message, "type"), "change") == 0) {
            assert_int_equal(dig_int(message, "sequence"), ++count);
            put_in(view, message);
        }
    }
    const char *token = seat ? seat->token : NULL;
    json_t *seen = see(b, dig_text(wire_last(whole, "match"), "match.id"), token);
    assert_true(json_equal(view, dig(seen, "play.view")));
    assert_int_equal(dig_int(seen, "play.sequence"), count);
    for (int64_t from = 1; from <= count; from += 1 + count / 7) {
        wire w;
        wire_hello(&w, b, dig_text(dig(seen, "match"), "id"), token, from);
        assert_int_equal(wire_count(&w, "view"), 0);
        assert_int_equal(wire_count(&w, "change"), (size_t)(count - from));
        for (char *line = strtok(w.bytes, "\n"); line; line = strtok(NULL, "\n")) {
            if (strncmp(line, "{\"type\":\"change\"", 16) == 0) {
                assert_non_null(strstr(whole->bytes, line));
            }
        }
        wire_close(&w);
    }
    json_decref(seen);
    json_decref(view);
}

static void test_resume(void **state) {
    (void)state;
    static const char *const games[] = {"rock-paper-scissors", "stellar-skirmish", "entropy",
                                        "skirmish", "space-conquest"};
    bench b;
    bench_open_file(&b);
    for (size_t g = 0; g < 5; g++) {
        char body[160];
        wire wires[3];
        seat_held seats[2];
        snprintf(body, sizeof body, "{'game':'%s'}", games[g]);
        seats[0] = make_match(&b, body);
        seats[1] = join_match(&b, seats[0].id, NULL);
        for (int v = 0; v < 3; v++) {
            wire_hello(&wires[v], &b, seats[0].id, v < 2 ? seats[v].token : NULL, 0);
        }
        for (int i = 0; i < 12; i++) {
            char *action = choose(&b, &seats[i % 2], (unsigned)i * 7919u);
            if (action) {
                (void)act(&b, &seats[i % 2], action, number_of(&b, seats[0].id, seats[i % 2].token),
                          "c", NULL);
            }
            free(action);
        }
        for (int round = 0; round < 2; round++) {
            for (int v = 0; v < 3; v++) {
                check_resume(&b, v < 2 ? &seats[v] : NULL, &wires[v]);
            }
            if (round == 0) {
                bench_reopen(&b); // closes the wires
            }
        }
        for (int v = 0; v < 3; v++) {
            assert_int_equal(wires[v].code, 1012);
            assert_int_equal(wire_count(&wires[v], "bye"), 1);
            wire_close(&wires[v]);
        }
    }
    bench_close(&b);
}

// Who has missed too much gets the whole view instead; the most is AGON_RESUME_MAX messages.
static void test_too_much_is_missing(void **state) {
    (void)state;
    bench b;
    bench_open(&b);
    seat_held seats[2];
    seats[0] = make_match(&b, "{'game':'entropy','config':{'max_rounds':500}}");
    seats[1] = join_match(&b, seats[0].id, NULL);
    int64_t now = 1;
    while (now < AGON_RESUME_MAX + 10) {
        const seat_held *seat = &seats[(now - 1) % 2];
        assert_int_equal(act(&b, seat, "{\"type\":\"end_turn\"}", now, "c", &now), 200);
    }
    for (int64_t missing = AGON_RESUME_MAX - 1; missing <= AGON_RESUME_MAX + 1; missing++) {
        bool is_too_much = missing > AGON_RESUME_MAX;
        wire w;
        wire_hello(&w, &b, seats[0].id, NULL, now - missing);
        assert_int_equal(wire_count(&w, "view"), is_too_much);
        assert_int_equal(wire_count(&w, "change"), is_too_much ? 0 : (size_t)missing);
        assert_int_equal(dig_int(wire_last(&w, is_too_much ? "view" : "change"), "sequence"), now);
        wire_close(&w);
    }
    bench_close(&b);
}

// Everybody's changes of a wire again, from its end backwards: `count` of them, byte for byte.
static void check_told_again(const wire *again, const wire *whole, size_t count) {
    assert_int_equal(wire_count(again, "view"), 0);
    assert_int_equal(wire_count(again, "change"), count);
    const char *at = whole->bytes;
    for (char *line = strtok(again->bytes, "\n"); line; line = strtok(NULL, "\n")) {
        if (strncmp(line, "{\"type\":\"change\"", 16) == 0) {
            at = strstr(at, line);
            assert_non_null(at);
        }
    }
}

// However long a match is and however many come back at once: one who resumes costs no more than it has
// missed and the way from a snapshot, and a turn of the loop makes so many moves again; who comes after
// that gets the whole view.
static void test_resuming_has_a_bound(void **state) {
    (void)state;
    enum { MOVES = 10 * AGON_SNAPSHOT_EVERY + 7, MISSED = 100, CROWD = 40 };
    bench b;
    wire whole, again, crowd[CROWD];
    bench_open(&b);
    seat_held seats[2];
    seats[0] = make_match(&b, "{'game':'entropy','config':{'max_rounds':500}}");
    seats[1] = join_match(&b, seats[0].id, NULL);
    wire_hello(&whole, &b, seats[0].id, NULL, 0);
    int64_t now = 1;
    for (int i = 0; i < MOVES; i++) {
        assert_int_equal(act(&b, &seats[i % 2], "{\"type\":\"end_turn\"}", now, "c", &now), 200);
    }
    const agon_counts *counts = &b.service->counts;
    const uint64_t before = counts->retold;
    wire_hello(&again, &b, seats[0].id, NULL, now - MISSED);
    check_told_again(&again, &whole, MISSED);
    assert_in_range(counts->retold - before, MISSED, MISSED + AGON_SNAPSHOT_EVERY);
    wire_close(&again);

    size_t told = 0;
    for (int i = 0; i < CROWD; i++) {
        wire_open(&crowd[i], &b, seats[0].id);
    }
    bench_settle(&b); // a turn of the loop ends here
    for (int i = 0; i < CROWD; i++) {
        char hello[60];
        const int length = snprintf(hello, sizeof hello, "{\"type\":\"hello\",\"from\":%lld}",
                                    (long long)(now - MISSED));
        agon_service_receive(b.service, crowd[i].socket, hello, (size_t)length);
        told += wire_count(&crowd[i], "change") == MISSED;
        assert_int_equal(wire_count(&crowd[i], "view"), wire_count(&crowd[i], "change") == 0);
    }
    assert_in_range(told, 1, AGON_TURN_RETELL / MISSED);
    assert_in_range(counts->retold_most, told * MISSED, AGON_TURN_RETELL);
    for (int i = 0; i < CROWD; i++) {
        wire_close(&crowd[i]);
    }
    wire_close(&whole);
    bench_close(&b);
}

// A match that nobody uses leaves memory; who is connected notices nothing.
static void test_sleep(void **state) {
    (void)state;
    bench b;
    wire w;
    bench_open(&b);
    seat_held ann = make_match(&b, TWO_PEOPLE);
    seat_held bob = join_match(&b, ann.id, NULL);
    make_match(&b, TWO_PEOPLE);
    wire_hello(&w, &b, ann.id, ann.token, 0);
    size_t before = json_array_size(w.messages);
    bench_pass(&b, 1000);
    answer a = ask(&b, "GET", "/metrics", NULL, NULL);
    assert_non_null(strstr(a.text, "\nagon_matches_in_memory 1\n"));
    answer_free(&a);
    assert_int_equal(json_array_size(w.messages), before);
    assert_int_equal(act(&b, &bob, "{\"type\":\"choose\",\"choice\":\"rock\"}", 1, "c", NULL), 200);
    assert_int_equal(wire_count(&w, "change"), 1);
    bench_pass(&b, 1000);
    say_action(&w, ROCK, 2);
    assert_int_equal(wire_count(&w, "accepted"), 1);
    wire_close(&w);
    bench_close(&b);
}

// Who comes back may say at once what it had to say, without waiting for the match to be read.
static void test_haste(void **state) {
    (void)state;
    static const char *const messages[] = {
        ("{\"type\":\"action\",\"action\":{\"type\":\"choose\",\"choice\":\"rock\"},\"sequence\":1,"
         "\"client\":\"w\"}"),
        "{\"type\":\"ping\"}", "{"};
    bench b;
    wire w;
    wire stranger;
    bench_open_file(&b);
    seat_held ann = make_match(&b, TWO_PEOPLE);
    join_match(&b, ann.id, NULL);
    bench_reopen(&b);
    char hello[120];
    int length = snprintf(hello, sizeof hello, "{\"type\":\"hello\",\"token\":\"%s\"}", ann.token);
    wire_open(&w, &b, ann.id);
    agon_service_receive(b.service, w.socket, hello, (size_t)length);
    wire_open(&stranger, &b, "AAAAAAAAAAAAAAAAAAAAAA");
    agon_service_receive(b.service, stranger.socket, "{\"type\":\"hello\"}", 16);
    for (size_t i = 0; i < 3; i++) {
        agon_service_receive(b.service, w.socket, messages[i], strlen(messages[i]));
        agon_service_receive(b.service, stranger.socket, messages[i], strlen(messages[i]));
    }
    bench_settle(&b);
    assert_int_equal(dig_int(wire_last(&w, "accepted"), "now"), 2);
    assert_int_equal(stranger.code, 4404);
    wire_close(&w);
    wire_close(&stranger);
    bench_close(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hello),
        cmocka_unit_test(test_bad_hellos),
        cmocka_unit_test(test_actions_and_messages),
        cmocka_unit_test(test_giving_up_and_the_log),
        cmocka_unit_test(test_haste),
        cmocka_unit_test(test_resume),
        cmocka_unit_test(test_too_much_is_missing),
        cmocka_unit_test(test_resuming_has_a_bound),
        cmocka_unit_test(test_sleep),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
