// Bots at the server's seats: built-in ones with a budget, programs of the operator in the sandbox.
#define _GNU_SOURCE
#include "tests/server/support/server.h"

#include "apps/host/programs/sandbox.h"

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

// ---------------------------------------------------------------------------------------------
// Programs that tests bring along

typedef struct scripted {
    const char *const *answers; // actions as JSON; NULL: nothing that can be read
    size_t count;
    size_t asked;
    size_t events; // told with the questions
    int ended;
    agon_fault forfeit;
    bool is_over;
} scripted;

static void scripted_start(void *self, const agon_seating *seating, agon_fault_note *note) {
    (void)self;
    (void)note;
    assert_true(seating->terms->bank == AGON_NO_LIMIT);
}

static void scripted_think(void *self, const agon_question *question, agon_answer *given) {
    scripted *s = self;
    s->events += question->event_count;
    const char *text = s->answers[s->asked++ % s->count];
    if (!text) {
        agon_answer_fault(given, AGON_FAULT_UNPARSABLE, "nonsense");
        return;
    }
    json_t *action = json_loads(text, 0, NULL);
    assert_int_equal(agon_action_read(agon_codec_find("entropy"), question->game, question->view,
                                      agon_value_of(action), given->actions, &given->count, NULL),
                     AGON_OK);
    json_decref(action);
}

static void scripted_end(void *self, const agon_ending *ending) {
    scripted *s = self;
    s->ended++;
    s->forfeit = ending->forfeit ? ending->forfeit->fault : AGON_FAULT_NONE;
    s->is_over = ending->result->over;
}

static bool seat_scripted(void *user, const char *name, const char *match, int player,
                          agon_seat *seat) {
    static const agon_driver driver = {scripted_start, scripted_think, scripted_end};
    seat->driver = &driver;
    seat->self = user;
    return strcmp(name, "own") == 0 && match[0] && player == 1;
}

static seat_held open_scripted(bench *b, scripted *s) {
    static const agon_service_program programs[] = {{"own", "none"}, {"none", "none"}};
    bench_open(b);
    b->def.programs = programs;
    b->def.program_count = 2;
    b->def.open_program = seat_scripted;
    b->def.open_program_user = s;
    bench_reopen(b);
    return make_match(b, "{'game':'entropy','seats':[{'kind':'me'},"
                         "{'kind':'bot','bot':'program:own'},{'kind':'bot','bot':'greedy'}]}");
}

static void end_turn(bench *b, const seat_held *me) {
    int64_t number = number_of(b, me->id, me->token);
    assert_int_equal(act(b, me, "{\"type\":\"end_turn\"}", number, "c", NULL), 200);
    bench_settle(b);
}

#define END_TURN "{\"type\":\"end_turn\"}"
#define ILLEGAL "{\"type\":\"attack\",\"from\":0,\"to\":0}"

// EN-20: an illegal action ends the turn, and nothing else; the record says why.
static void test_an_illegal_action_ends_the_turn(void **state) {
    (void)state;
    static const char *const answers[] = {ILLEGAL, END_TURN, ILLEGAL, END_TURN};
    scripted s = {.answers = answers, .count = 4};
    bench b;
    seat_held me = open_scripted(&b, &s);
    for (size_t turn = 1; turn <= 3; turn++) {
        end_turn(&b, &me);
        assert_int_equal(s.asked, turn);
        json_t *json = see(&b, me.id, NULL);
        assert_string_equal(dig_text(json, "match.status"), "running");
        assert_true(json_is_false(dig(json, "match.seats.1.left")));
        assert_int_equal(dig_int(json, "play.to_act.0"), 0);
        json_decref(json);
    }
    assert_true(s.events > 0);
    assert_int_equal(s.ended, 0);
    expect(&b, 200, NULL, "POST", path_of(me.id, "/leave"), me.token, NULL);
    bench_settle(&b);
    // Two bots go on to the end; the program is told how it came out.
    check_replay(&b, me.id, "\"by\":\"rules\",\"faults\":[{\"fault\":\"illegal\",\"reason\":");
    assert_int_equal(s.ended, 1);
    assert_true(s.is_over);
    assert_int_equal(s.forfeit, AGON_FAULT_NONE);
    bench_close(&b);
    assert_int_equal(s.ended, 1);
}

// Any other fault is a forfeit: it is told, and random moves follow.
static void test_an_answer_that_is_none_forfeits(void **state) {
    (void)state;
    static const char *const answers[] = {NULL};
    scripted s = {.answers = answers, .count = 1};
    bench b;
    seat_held me = open_scripted(&b, &s);
    end_turn(&b, &me);
    assert_int_equal(s.asked, 1);
    assert_int_equal(s.ended, 1);
    assert_int_equal(s.forfeit, AGON_FAULT_UNPARSABLE);
    assert_false(s.is_over);
    json_t *json = see(&b, me.id, NULL);
    assert_true(json_is_true(dig(json, "match.seats.1.left")));
    assert_string_equal(dig_text(json, "match.status"), "running");
    json_decref(json);
    end_turn(&b, &me);
    assert_int_equal(s.asked, 1); // never again
    // One that cannot be had is dead.
    me = make_match(&b, "{'game':'entropy','seats':[{'kind':'me'},"
                        "{'kind':'bot','bot':'program:none'}]}");
    end_turn(&b, &me);
    check_replay(&b, me.id, "{\"fault\":\"dead\",\"reason\":\"the program cannot be had\"}");
    bench_close(&b);
}

// A match that leaves memory breaks its programs off; they begin anew, and hear of nothing twice.
static void test_programs_of_a_match_that_sleeps(void **state) {
    (void)state;
    static const char *const answers[] = {END_TURN};
    scripted s = {.answers = answers, .count = 1};
    bench b;
    seat_held me = open_scripted(&b, &s);
    end_turn(&b, &me);
    bench_pass(&b, 1000);
    assert_int_equal(s.ended, 1);
    assert_false(s.is_over);
    wire w;
    int64_t number = number_of(&b, me.id, me.token);
    wire_hello(&w, &b, me.id, me.token, number);
    s.events = 0;
    end_turn(&b, &me);
    assert_int_equal(s.asked, 2);
    for (size_t i = 0; i < json_array_size(w.messages); i++) {
        json_t *message = json_array_get(w.messages, i);
        if (dig_int(message, "sequence") == number + 1) { // the turn that it was asked after
            assert_int_equal(s.events, json_array_size(dig(message, "events")));
        }
    }
    wire_close(&w);
    bench_close(&b);
    assert_int_equal(s.ended, 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bots_among_themselves),
        cmocka_unit_test(test_restart),
        cmocka_unit_test(test_programs),
        cmocka_unit_test(test_an_illegal_action_ends_the_turn),
        cmocka_unit_test(test_an_answer_that_is_none_forfeits),
        cmocka_unit_test(test_programs_of_a_match_that_sleeps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
