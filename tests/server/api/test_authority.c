// Who may see and do what at a seat: whoever holds it now, and nobody who held it before.
#define _GNU_SOURCE
#include "tests/server/support/database.h"
#include "tests/server/support/server.h"

#include "agon/match.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RPS "'game':'rock-paper-scissors'"
#define THREE "{'game':'entropy','seats':[{'kind':'me'},{'kind':'open'},{'kind':'open'}]}"
#define SECRET "0123456789abcdefghijkl" // of a client
#define ROCK "{\"type\":\"choose\",\"choice\":\"rock\"}"
#define PAPER "{\"type\":\"choose\",\"choice\":\"paper\"}"
#define SEAT_LOST 4403

static void say_later(wire *w, const char *text) {
    agon_service_receive(w->b->service, w->socket, text, strlen(text));
}

static void ignore(void *user, const agon_response *response) {
    *(int *)user = response->status;
}

// Asks without waiting; the status is there when everything has settled.
static void ask_later(bench *b, const char *path, const char *token, const char *body,
                      int *status) {
    agon_request request = {.method = "POST",
                            .path = path,
                            .token = token,
                            .body = body,
                            .body_length = body ? strlen(body) : 0,
                            .address = "127.0.0.1"};
    *status = 0;
    (void)agon_service_handle(b->service, &request, ignore, status);
}

// ---------------------------------------------------------------------------------------------
// Sockets

// The critical one: the socket of somebody who has left saw and acted for whoever came after.
static void test_a_socket_does_not_keep_a_seat_that_was_left(void **state) {
    (void)state;
    bench b;
    wire old, watcher;
    bench_open(&b);
    seat_held ann = make_match(&b, THREE);
    seat_held bob = join_match(&b, ann.id, "{'seat':1}");
    wire_hello(&old, &b, ann.id, bob.token, 0);
    wire_hello(&watcher, &b, ann.id, ann.token, 0);
    assert_true(json_is_true(dig(wire_last(&watcher, "match"), "match.seats.1.online")));
    size_t heard = json_array_size(watcher.messages);
    expect(&b, 200, NULL, "POST", path_of(ann.id, "/leave"), bob.token, NULL);
    assert_int_equal(old.code, SEAT_LOST);
    // The others are told once, and as it is now.
    assert_int_equal(json_array_size(watcher.messages), heard + 1);
    assert_string_equal(dig_text(wire_last(&watcher, "match"), "match.seats.1.kind"), "open");
    assert_true(json_is_false(dig(wire_last(&watcher, "match"), "match.seats.1.online")));
    size_t length = old.length;
    seat_held cid = join_match(&b, ann.id, "{'seat':1}");
    join_match(&b, ann.id, NULL);
    assert_string_equal(status_of(&b, ann.id), "running");
    assert_int_equal(old.length, length); // nothing of it
    expect(&b, 401, "unknown_token", "GET", path_of(ann.id, ""), bob.token, NULL);
    json_t *json = see(&b, ann.id, cid.token);
    assert_int_equal(dig_int(json, "match.you"), 1);
    json_decref(json);
    wire_close(&old);
    wire_close(&watcher);
    bench_close(&b);
}

static void test_a_new_token_ends_the_old_sockets(void **state) {
    (void)state;
    bench b;
    wire old, later, watcher;
    bench_open(&b);
    seat_held ann = make_match(&b, "{" RPS "}");
    seat_held bob = join_match(&b, ann.id, "{'client':'" SECRET "'}");
    wire_hello(&old, &b, ann.id, bob.token, 0);
    wire_hello(&watcher, &b, ann.id, NULL, 0);
    seat_held again = join_match(&b, ann.id, "{'client':'" SECRET "'}");
    assert_int_equal(again.seat, bob.seat);
    assert_string_not_equal(again.token, bob.token);
    assert_int_equal(old.code, SEAT_LOST);
    assert_true(json_is_false(dig(wire_last(&watcher, "match"), "match.seats.1.online")));
    wire_hello(&later, &b, ann.id, bob.token, 0);
    assert_int_equal(later.code, 4401);
    assert_int_equal(act(&b, &bob, ROCK, 1, "c", NULL), 401);
    assert_int_equal(act(&b, &again, ROCK, 1, "c", NULL), 200);
    wire_close(&old);
    wire_close(&later);
    wire_close(&watcher);
    bench_close(&b);
}

// What has waited in the queue is judged by the seat as it is when its turn comes.
static void test_what_waited_is_checked_when_it_is_served(void **state) {
    (void)state;
    static const char action[] =
        "{\"type\":\"action\",\"action\":" ROCK ",\"sequence\":1,\"client\":\"w\"}";
    static const char again[] = "{\"client\":\"" SECRET "\"}";
    bench b;
    wire old;
    int joined, acted, left;
    char path[80], actions[80], leave[80];
    bench_open(&b);
    seat_held ann = make_match(&b, "{" RPS "}");
    seat_held bob = join_match(&b, ann.id, "{'client':'" SECRET "'}");
    snprintf(path, sizeof path, "%s", path_of(ann.id, "/join"));
    snprintf(actions, sizeof actions, "%s", path_of(ann.id, "/actions"));
    snprintf(leave, sizeof leave, "%s", path_of(ann.id, "/leave"));
    wire_hello(&old, &b, ann.id, bob.token, 0);
    ask_later(&b, path, NULL, again, &joined); // the store has it
    say_later(&old, action);                   // and these wait for the store
    ask_later(&b, actions, bob.token, "{\"action\":" ROCK ",\"sequence\":1,\"client\":\"h\"}",
              &acted);
    ask_later(&b, leave, bob.token, NULL, &left);
    bench_settle(&b);
    assert_int_equal(joined, 200);
    assert_int_equal(acted, 401);
    assert_int_equal(left, 401);
    assert_int_equal(old.code, SEAT_LOST);
    assert_int_equal(wire_count(&old, "accepted"), 0);
    assert_int_equal(number_of(&b, ann.id, NULL), 1); // nobody has chosen
    assert_int_equal(act(&b, &ann, PAPER, 1, "a", NULL), 200);
    assert_string_equal(status_of(&b, ann.id), "running");
    wire_close(&old);
    bench_close(&b);
}

// A connection that breaks takes nothing back: its holder is still the same.
static void test_what_was_asked_for_outlives_its_socket(void **state) {
    (void)state;
    static const char action[] =
        "{\"type\":\"action\",\"action\":" ROCK ",\"sequence\":2,\"client\":\"w\"}";
    bench b;
    wire w;
    bench_open(&b);
    seat_held ann = make_match(&b, "{" RPS "}");
    seat_held bob = join_match(&b, ann.id, NULL);
    wire_hello(&w, &b, ann.id, ann.token, 0);
    int status;
    char path[80];
    snprintf(path, sizeof path, "%s", path_of(ann.id, "/actions"));
    ask_later(&b, path, bob.token, "{\"action\":" PAPER ",\"sequence\":1,\"client\":\"b\"}",
              &status);
    say_later(&w, action);
    wire_close(&w);
    bench_settle(&b);
    assert_int_equal(status, 200);
    assert_string_equal(status_of(&b, ann.id), "over");
    bench_close(&b);
}

// Two processes on one database: what the other one has done to the seats counts as soon as it is seen.
static void test_seats_that_another_server_has_changed(void **state) {
    (void)state;
    bench b;
    wire old;
    bench_open_file(&b);
    seat_held ann = make_match(&b, THREE);
    seat_held bob = join_match(&b, ann.id, "{'seat':1}");
    wire_hello(&old, &b, ann.id, bob.token, 0);
    bench other = b;
    sem_init(&other.woken, 0, 0);
    other.def.notify_user = &other;
    other.def.clock.user = &other;
    bench_start(&other);
    expect(&other, 200, NULL, "POST", path_of(ann.id, "/leave"), bob.token, NULL);
    seat_held cid = join_match(&other, ann.id, "{'seat':1}");
    agon_service_close(other.service);
    sem_destroy(&other.woken);
    assert_int_equal(old.code, 0); // it has not looked
    expect(&b, 503, "storage_failed", "POST", path_of(ann.id, "/leave"), bob.token, NULL);
    bench_settle(&b);
    assert_int_equal(old.code, SEAT_LOST);
    expect(&b, 401, "unknown_token", "POST", path_of(ann.id, "/leave"), bob.token, NULL);
    expect(&b, 200, NULL, "POST", path_of(ann.id, "/leave"), cid.token, NULL);
    wire_close(&old);
    bench_close(&b);
}

// A seat that was left in a running match is nobody else's: who left may look on and play again.
static void test_leaving_a_running_match_releases_nothing(void **state) {
    (void)state;
    bench b;
    wire w;
    bench_open(&b);
    seat_held ann = make_match(&b, THREE);
    seat_held bob = join_match(&b, ann.id, NULL);
    join_match(&b, ann.id, NULL);
    wire_hello(&w, &b, ann.id, bob.token, 0);
    expect(&b, 200, NULL, "POST", path_of(ann.id, "/leave"), bob.token, NULL);
    assert_int_equal(w.code, 0);
    assert_int_equal(act(&b, &bob, "{\"type\":\"end_turn\"}", 1, "c", NULL), 409);
    expect(&b, 200, NULL, "GET", path_of(ann.id, ""), bob.token, NULL);
    wire_close(&w);
    bench_close(&b);
}

// ---------------------------------------------------------------------------------------------
// Invitations, and who may take a seat again

static void test_an_invitation_is_spent(void **state) {
    (void)state;
    bench b;
    char body[120];
    bench_open(&b);
    seat_held ann = make_match(&b, "{'game':'entropy','seats':[{'kind':'me'},{'kind':'invited'},"
                                   "{'kind':'open'}]}");
    snprintf(body, sizeof body, "{'invite':'%s'}", ann.invite[1]);
    seat_held bob = join_match(&b, ann.id, body);
    expect(&b, 403, "bad_invite", "POST", path_of(ann.id, "/join"), NULL, body);
    expect(&b, 409, "seat_taken", "POST", path_of(ann.id, "/invite"), ann.token, "{'seat':1}");
    expect(&b, 200, NULL, "POST", path_of(ann.id, "/leave"), bob.token, NULL);
    expect(&b, 403, "bad_invite", "POST", path_of(ann.id, "/join"), NULL, body);
    expect(&b, 403, "invite_needed", "POST", path_of(ann.id, "/join"), NULL, "{'seat':1}");
    bench_close(&b);
}

static void test_the_maker_invites_again(void **state) {
    (void)state;
    bench b;
    char first[120], second[120];
    bench_open(&b);
    seat_held ann = make_match(&b, "{'game':'entropy','seats':[{'kind':'me'},{'kind':'invited'},"
                                   "{'kind':'open'}]}");
    seat_held cid = join_match(&b, ann.id, "{}");
    snprintf(first, sizeof first, "{'invite':'%s'}", ann.invite[1]);
    expect(&b, 401, "no_token", "POST", path_of(ann.id, "/invite"), NULL, "{'seat':1}");
    expect(&b, 403, "not_maker", "POST", path_of(ann.id, "/invite"), cid.token, "{'seat':1}");
    expect(&b, 400, "bad_request", "POST", path_of(ann.id, "/invite"), ann.token, "{'seat':3}");
    expect(&b, 400, "bad_request", "POST", path_of(ann.id, "/invite"), ann.token, NULL);
    expect(&b, 409, "seat_taken", "POST", path_of(ann.id, "/invite"), ann.token, "{'seat':2}");
    answer a = ask(&b, "POST", path_of(ann.id, "/invite"), ann.token, "{'seat':1}");
    assert_int_equal(a.status, 200);
    assert_int_equal(dig_int(a.json, "match.you"), 0);
    snprintf(second, sizeof second, "{'invite':'%s'}", dig_text(a.json, "invite"));
    answer_free(&a);
    assert_string_not_equal(first, second);
    expect(&b, 403, "bad_invite", "POST", path_of(ann.id, "/join"), NULL, first);
    expect(&b, 200, NULL, "POST", path_of(ann.id, "/join"), NULL, second);
    expect(&b, 409, "not_waiting", "POST", path_of(ann.id, "/invite"), ann.token, "{'seat':1}");
    bench_close(&b);
}

static const char *const bad_clients[] = {
    "",
    "x",
    "0123456789abcdefghijk",
    "0123456789abcdef012345",
    "0123456789abcdef0123456789abcde",
    "0123456789abcdefghij l",
    "0123456789abcdefghij+l",
    "0123456789abcdefghij\xc3\xa9",
    "0123456789abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrs"};
static const char *const good_clients[] = {
    SECRET, "0123456789abcdef0123456789ABCDEF", "_-0123456789abcdefghijkl",
    "0123456789abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqr"};

// A secret of one character took a seat of a running match.
static void test_a_client_is_a_secret(void **state) {
    (void)state;
    bench b;
    char body[200];
    bench_open(&b);
    seat_held ann = make_match(&b, "{" RPS "}");
    for (size_t i = 0; i < sizeof bad_clients / sizeof *bad_clients; i++) {
        snprintf(body, sizeof body, "{'client':'%s'}", bad_clients[i]);
        expect(&b, 400, "bad_request", "POST", path_of(ann.id, "/join"), NULL, body);
        snprintf(body, sizeof body, "{" RPS ",'client':'%s'}", bad_clients[i]);
        expect(&b, 400, "bad_config", "POST", "/api/matches", NULL, body);
    }
    for (size_t i = 0; i < sizeof good_clients / sizeof *good_clients; i++) {
        ann = make_match(&b, "{" RPS "}");
        snprintf(body, sizeof body, "{'client':'%s'}", good_clients[i]);
        seat_held bob = join_match(&b, ann.id, body);
        seat_held again = join_match(&b, ann.id, body);
        assert_int_equal(bob.seat, again.seat);
    }
    bench_close(&b);
}

static void test_who_makes_a_match_may_take_its_seat_again(void **state) {
    (void)state;
    bench b;
    bench_open(&b);
    seat_held ann = make_match(&b, "{" RPS ",'client':'" SECRET "'}");
    seat_held again = join_match(&b, ann.id, "{'client':'" SECRET "'}");
    assert_int_equal(again.seat, 0);
    expect(&b, 401, "unknown_token", "GET", path_of(ann.id, ""), ann.token, NULL);
    assert_string_equal(status_of(&b, ann.id), "waiting");
    // Without a seat of one's own there is nothing to take again.
    seat_held none =
        make_match(&b, "{" RPS ",'client':'" SECRET "','seats':[{'kind':'open'},{'kind':'open'}]}");
    assert_int_equal(join_match(&b, none.id, "{'client':'" SECRET "'}").seat, 0);
    bench_close(&b);
}

// ---------------------------------------------------------------------------------------------
// Playing again

static void rematch(bench *b, const seat_held *seat, int status, seat_held *next) {
    answer a = ask(b, "POST", path_of(seat->id, "/rematch"), seat->token, NULL);
    assert_int_equal(a.status, status);
    if (status == 200) {
        *next = (seat_held){.seat = (int)dig_int(a.json, "seat")};
        strcpy(next->id, dig_text(a.json, "match.id"));
        strcpy(next->token, dig_text(a.json, "token"));
    }
    answer_free(&a);
}

static void play_two(bench *b, seat_held *ann, seat_held *bob) {
    *ann = make_match(b, "{" RPS "}");
    *bob = join_match(b, ann->id, "{'client':'" SECRET "'}");
    assert_int_equal(act(b, ann, ROCK, 1, "a", NULL), 200);
    assert_int_equal(act(b, bob, PAPER, 2, "b", NULL), 200);
}

// The heir is who holds the old seat now, not who knew a token of it when the new match was made.
static void test_the_heir_of_a_seat(void **state) {
    (void)state;
    bench b;
    char body[120];
    wire w;
    seat_held ann, bob, first, second, third;
    bench_open(&b);
    play_two(&b, &ann, &bob);
    rematch(&b, &ann, 200, &first);
    seat_held again = join_match(&b, bob.id, "{'client':'" SECRET "'}");
    rematch(&b, &bob, 401, NULL);
    snprintf(body, sizeof body, "{'invite':'%s'}", bob.token);
    expect(&b, 403, "bad_invite", "POST", path_of(first.id, "/join"), NULL, body);
    rematch(&b, &again, 200, &second);
    assert_int_equal(second.seat, 0);
    wire_hello(&w, &b, second.id, second.token, 0);
    rematch(&b, &again, 200, &third); // the answer was lost
    assert_int_equal(w.code, SEAT_LOST);
    assert_string_equal(third.id, second.id);
    expect(&b, 401, "unknown_token", "GET", path_of(second.id, ""), second.token, NULL);
    wire_close(&w);
    bench_close(&b);
}

static void test_an_heir_who_has_left_is_none(void **state) {
    (void)state;
    bench b;
    seat_held ann, bob, first, second;
    bench_open(&b);
    ann = make_match(&b, "{'game':'entropy','config':{'max_rounds':1},'seats':[{'kind':'me'},"
                         "{'kind':'open'},{'kind':'open'}]}");
    bob = join_match(&b, ann.id, NULL);
    seat_held cid = join_match(&b, ann.id, NULL);
    for (int i = 0; i < 2; i++) {
        expect(&b, 200, NULL, "POST", path_of(ann.id, "/leave"), i ? cid.token : bob.token, NULL);
    }
    assert_string_equal(status_of(&b, ann.id), "over");
    rematch(&b, &ann, 200, &first);
    rematch(&b, &bob, 200, &second);
    expect(&b, 200, NULL, "POST", path_of(second.id, "/leave"), second.token, NULL);
    rematch(&b, &bob, 403, NULL); // it was taken once
    answer a = ask(&b, "POST", path_of(first.id, "/invite"), first.token, "{'seat':2}");
    assert_int_equal(a.status, 200);
    answer_free(&a);
    rematch(&b, &ann, 200, &second); // its own seat is still its own
    // Who is invited instead of an heir takes its place.
    a = ask(&b, "POST", path_of(first.id, "/invite"), second.token, "{'seat':0}");
    assert_int_equal(a.status, 200);
    answer_free(&a);
    rematch(&b, &cid, 403, NULL);
    bench_close(&b);
}

// ---------------------------------------------------------------------------------------------
// Records of earlier versions

#define AS_BEFORE                                                                                  \
    "UPDATE matches SET seats = (SELECT json_group_array(json(json_remove(value, '$.epoch',"       \
    " '$.reserved', '$.heir', '$.maker'))) FROM json_each(matches.seats)); "                       \
    "DROP INDEX matches_ended; ALTER TABLE steps DROP COLUMN padding; PRAGMA user_version = 2"

// A rematch that waited when the program was replaced, as that program left it: the seats of the new
// match had the hashes of the old tokens, as invitations and clients.
static void test_a_rematch_that_an_earlier_version_made(void **state) {
    (void)state;
    bench b;
    seat_held ann, bob, first, second;
    bench_open_file(&b);
    play_two(&b, &ann, &bob);
    rematch(&b, &ann, 200, &first);
    agon_service_close(b.service);
    database_run(b.path,
                 "UPDATE matches AS new SET seats = (SELECT json_group_array(json(json_set(value,"
                 " '$.invite', o.seats->((key + 1) % 2)->>'token',"
                 " '$.client', o.seats->((key + 1) % 2)->>'token')))"
                 " FROM json_each(new.seats), matches AS o WHERE o.rematch = new.id)"
                 " WHERE id IN (SELECT rematch FROM matches);" AS_BEFORE);
    bench_start(&b);
    rematch(&b, &bob, 200, &second);
    assert_string_equal(second.id, first.id);
    assert_string_equal(status_of(&b, first.id), "running");
    rematch(&b, &ann, 200, &second);
    bench_close(&b);
}

// Its config makes a deck known, which was allowed: it is played to its end, but not again.
static void test_a_known_deck_that_an_earlier_version_allowed(void **state) {
    (void)state;
    bench b;
    bench_open_file(&b);
    seat_held ann = make_match(&b, "{'game':'stellar-skirmish'}");
    agon_service_close(b.service);
    database_run(b.path, "UPDATE matches SET config = '{\"shuffle\":false}'");
    bench_start(&b);
    seat_held bob = join_match(&b, ann.id, NULL);
    expect(&b, 200, NULL, "POST", path_of(ann.id, "/leave"), bob.token, NULL);
    assert_string_equal(status_of(&b, ann.id), "over");
    expect(&b, 409, "bad_config", "POST", path_of(ann.id, "/rematch"), ann.token, NULL);
    bench_close(&b);
}

// A seat that was taken by invitation kept it: now it is spent, and the seat is for the invited again.
static void test_an_invitation_that_an_earlier_version_kept(void **state) {
    (void)state;
    bench b;
    char body[120];
    bench_open_file(&b);
    seat_held ann = make_match(&b, "{'game':'entropy','seats':[{'kind':'me'},{'kind':'invited'},"
                                   "{'kind':'invited'}]}");
    snprintf(body, sizeof body, "{'invite':'%s'}", ann.invite[1]);
    seat_held bob = join_match(&b, ann.id, body);
    agon_service_close(b.service);
    database_run(b.path, "UPDATE matches SET seats = json_set(seats, '$[1].invite',"
                         " seats->2->>'invite');" AS_BEFORE);
    bench_start(&b);
    expect(&b, 200, NULL, "POST", path_of(ann.id, "/leave"), bob.token, NULL);
    snprintf(body, sizeof body, "{'invite':'%s'}", ann.invite[2]);
    assert_int_equal(join_match(&b, ann.id, body).seat, 2);
    json_t *json = see(&b, ann.id, NULL);
    assert_string_equal(dig_text(json, "match.seats.1.kind"), "invited");
    json_decref(json);
    bench_close(&b);
}

// A name that turns around what follows is shown as it is, not as it wants to be.
static void test_a_name_that_an_earlier_version_took(void **state) {
    (void)state;
    bench b;
    bench_open_file(&b);
    seat_held ann = make_match(&b, "{" RPS "}");
    agon_service_close(b.service);
    database_run(b.path, "UPDATE matches SET seats = json_set(seats, '$[0].name',"
                         " 'A' || char(8238) || 'nn')");
    bench_start(&b);
    json_t *json = see(&b, ann.id, NULL);
    assert_string_equal(dig_text(json, "match.seats.0.name"), "A\\u{202e}nn");
    json_decref(json);
    bench_close(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_socket_does_not_keep_a_seat_that_was_left),
        cmocka_unit_test(test_a_new_token_ends_the_old_sockets),
        cmocka_unit_test(test_what_waited_is_checked_when_it_is_served),
        cmocka_unit_test(test_what_was_asked_for_outlives_its_socket),
        cmocka_unit_test(test_seats_that_another_server_has_changed),
        cmocka_unit_test(test_leaving_a_running_match_releases_nothing),
        cmocka_unit_test(test_an_invitation_is_spent),
        cmocka_unit_test(test_the_maker_invites_again),
        cmocka_unit_test(test_a_client_is_a_secret),
        cmocka_unit_test(test_who_makes_a_match_may_take_its_seat_again),
        cmocka_unit_test(test_the_heir_of_a_seat),
        cmocka_unit_test(test_an_heir_who_has_left_is_none),
        cmocka_unit_test(test_a_rematch_that_an_earlier_version_made),
        cmocka_unit_test(test_an_invitation_that_an_earlier_version_kept),
        cmocka_unit_test(test_a_known_deck_that_an_earlier_version_allowed),
        cmocka_unit_test(test_a_name_that_an_earlier_version_took),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
