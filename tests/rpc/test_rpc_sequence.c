// apply and check where one JSON action stands for several small ones, and dice are rolled.
//
// The game is toy-cards, with one more action: {"set":[…]}, a list of its usual ones, handed
// to the RPC handler as a program does that has games of its own.
#include "tests/support/rpc_client.h"
#include "tests/support/toy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static bool read_set(const agon_game *game, const agon_state *state, const agon_cursor *at,
                     agon_action *actions, size_t *count) {
    agon_cursor set = agon_cursor_child(at, "set");
    if (!set.value) {
        return toy_codec.action_read(game, state, at, actions, count);
    }
    size_t size;
    if (!agon_cursor_read_list(&set, 1, 8, &size)) {
        return false;
    }
    for (*count = 0; *count < size; (*count)++) {
        agon_cursor item = agon_cursor_item(&set, *count);
        size_t one;
        if (!toy_codec.action_read(game, state, &item, &actions[*count], &one)) {
            return false;
        }
    }
    return true;
}

#define PUBLIC(turn, asked, gone, points)                                                          \
    "'players':2,'playing':1,'turn':" turn ",'asked':" asked ",'gone':" gone ",'points':" points   \
    ",'queue':[],'over':false"
#define START PUBLIC("0", "0", "[0,0,0,0,0,0]", "[0,0]")
// Player 0 holds a 5, which asks for a discard and then rolls and draws.
#define STATE                                                                                      \
    "{" START ",'bids':[1,2],'deck':[1,1,2,2,3,3,4,4,5,5,6,6],'hands':[[5,4,1],[2,3,6]],"          \
    "'rng':{'key':'00000000000000000000000000000001','pos':0}}"
#define VIEW_OF_0 "{" START ",'bids':[1,4],'deck':12,'hands':[[5,4,1],3],'viewer':0}"
#define STEP(type, index) "{'type':'" type "','index':" index "}"
#define SET(first, second) "{'set':[" first "," second "]}"
#define GOOD_SET SET(STEP("play", "0"), STEP("discard", "1"))
#define BAD_SET SET(STEP("play", "0"), STEP("discard", "7"))
#define LATE_SET SET(STEP("play", "2"), STEP("play", "0"))
#define ASK(state, player, action)                                                                 \
    "{'game':'toy-cards','state':" state ",'player':" player ",'action':" action "}"
#define ROLL(action, rolls)                                                                        \
    "{'game':'toy-cards','state':" STATE ",'player':0,'action':" action ",'rolls':" rolls "}"

static void expect_points(const char *params, int points) {
    json_t *result = rpc_result("apply", params);
    const json_t *list = json_object_get(json_object_get(result, "state"), "points");
    assert_int_equal(json_integer_value(json_array_get(list, 0)), points);
    json_decref(result);
}

static void expect_events(const char *params, const char *events) {
    json_t *result = rpc_result("apply", params);
    char *text = json_dumps(json_object_get(result, "events"), JSON_COMPACT);
    for (char *at = text; *at; at++) {
        *at = *at == '"' ? '\'' : *at;
    }
    assert_string_equal(text, events);
    free(text);
    json_decref(result);
}

static void test_rolls_replace_the_dice(void **state) {
    (void)state;
    expect_points(ROLL(STEP("play", "1"), "[1]"), 4);
    expect_points(ROLL(STEP("play", "1"), "[6]"), 5); // a six scores one more
    expect_points(ROLL(STEP("play", "2"), "[]"), 1);  // a low card rolls nothing
    expect_events(ROLL(STEP("play", "1"), "[3]"),
                  "[{'type':'PLAYED','player':0,'value':4,'visible':'all'},"
                  "{'type':'ROLLED','player':0,'d6':3,'visible':'all'},"
                  "{'type':'DRAWN','player':0,'value':6,'visible':[0]}]");
}

static void test_rolls_must_fit(void **state) {
    (void)state;
    static const struct {
        const char *rolls;
        const char *path;
    } cases[] = {
        {"[]", "rolls"},          {"[0]", "rolls"},
        {"[7]", "rolls"},         {"[-1]", "rolls"},
        {"[3,3]", "rolls"},       {"[-2147483648]", "rolls"},
        {"[null]", "rolls[0]"},   {"[true]", "rolls[0]"},
        {"[[3]]", "rolls[0]"},    {"[2147483648]", "rolls[0]"},
        {"[3,null]", "rolls[1]"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char params[600];
        snprintf(params, sizeof params, ROLL(STEP("play", "1"), "%s"), cases[i].rolls);
        rpc_expect_error("apply", params, 1, "bad_rolls", cases[i].path);
    }
}

static void test_a_set_is_one_action(void **state) {
    (void)state;
    expect_events(ROLL(GOOD_SET, "[6]"),
                  "[{'type':'PLAYED','player':0,'value':5,'visible':'all'},"
                  "{'type':'DISCARDED','player':0,'value':1,'visible':'all'},"
                  "{'type':'ROLLED','player':0,'d6':6,'visible':'all'},"
                  "{'type':'DRAWN','player':0,'value':6,'visible':[0]}]");
    expect_points(ROLL(GOOD_SET, "[6]"), 6);
    expect_points(ROLL(GOOD_SET, "[5]"), 5);
    json_decref(rpc_result("apply", ASK(STATE, "0", GOOD_SET)));
}

// All or nothing, and the reason is that of the step that fails.
static void test_a_set_fails_as_a_whole(void **state) {
    (void)state;
    rpc_expect_error("apply", ASK(STATE, "0", BAD_SET), 1, "invalid_move", NULL);
    rpc_expect_error("apply", ASK(STATE, "0", LATE_SET), 1, "not_your_turn", NULL);
    rpc_expect_error("apply", ASK(STATE, "0", "{'set':[]}"), 1, "bad_action", "set");
    rpc_expect_error("apply", ASK(STATE, "0", "{'set':[{'type':'bid'}]}"), 1, "bad_action",
                     "set[0].index");
    rpc_expect_error("apply", ASK(STATE, "9", GOOD_SET), 1, "unknown_player", NULL);
    rpc_expect_error("apply", ASK(STATE, "1", GOOD_SET), 1, "not_your_turn", NULL);
}

// Over all steps together; and a later step's fault comes before any fault of the rolls (ALL-1).
static void test_rolls_of_a_set(void **state) {
    (void)state;
    rpc_expect_error("apply", ROLL(GOOD_SET, "[]"), 1, "bad_rolls", "rolls");
    rpc_expect_error("apply", ROLL(GOOD_SET, "[6,6]"), 1, "bad_rolls", "rolls");
    rpc_expect_error("apply", ROLL(BAD_SET, "[9]"), 1, "invalid_move", NULL);
    rpc_expect_error("apply", ROLL(BAD_SET, "'no list'"), 1, "invalid_move", NULL);
}

static void expect_verdict(const char *params, const char *slug) {
    json_t *result = rpc_result("check", params);
    const char *actual = json_string_value(json_object_get(result, "slug"));
    assert_string_equal(actual ? actual : "valid", slug);
    assert_int_equal(json_is_true(json_object_get(result, "valid")), actual == NULL);
    json_decref(result);
}

static void test_check_of_a_set(void **state) {
    (void)state;
    expect_verdict(ASK(STATE, "0", GOOD_SET), "valid");
    expect_verdict(ASK(STATE, "0", BAD_SET), "invalid_move");
    expect_verdict(ASK(STATE, "0", LATE_SET), "not_your_turn");
    expect_verdict(ASK(STATE, "1", GOOD_SET), "not_your_turn");
    expect_verdict(ASK(STATE, "9", GOOD_SET), "unknown_player");
    expect_verdict(ASK(STATE, "0", "{'set':5}"), "bad_action");
}

// What follows from the first step is found out on a state that the view does not contradict.
static void test_check_of_a_set_on_a_view(void **state) {
    (void)state;
    expect_verdict(ASK(VIEW_OF_0, "0", GOOD_SET), "valid");
    expect_verdict(ASK(VIEW_OF_0, "0", BAD_SET), "invalid_move");
    expect_verdict(ASK(VIEW_OF_0, "0", LATE_SET), "not_your_turn");
    rpc_expect_error("check", ASK(VIEW_OF_0, "1", GOOD_SET), 1, "wrong_viewer", NULL);
}

// Kinds of event fields that rock-paper-scissors has not: numbers, lists of players.
static void test_event_fields(void **state) {
    (void)state;
#define EVENT(text) "{'game':'toy-cards','viewer':1,'events':[" text "]}"
    rpc_expect("view_events", EVENT("{'type':'DRAWN','player':0,'value':6,'visible':[0]}"),
               "{'events':[{'type':'DRAWN','player':0,'value':null}]}");
    rpc_expect("view_events", EVENT("{'type':'DRAWN','player':1,'value':6,'visible':[0,1]}"),
               "{'events':[{'type':'DRAWN','player':1,'value':6}]}");
    rpc_expect("view_events", EVENT("{'type':'PLAYED','player':1,'value':6,'visible':[0]}"),
               "{'events':[]}");
    rpc_expect("view_events", EVENT("{'type':'OVER','bids':[0,1],'winners':[1],'visible':'all'}"),
               "{'events':[{'type':'OVER','bids':[0,1],'winners':[1]}]}");
    rpc_expect_error("view_events", EVENT("{'type':'DRAWN','player':0,'value':'6','visible':[0]}"),
                     1, "bad_event", "events[0].value");
    rpc_expect_error("view_events", EVENT("{'type':'OVER','bids':[],'winners':1,'visible':'all'}"),
                     1, "bad_event", "events[0].winners");
    rpc_expect_error("view_events", EVENT("{'type':'OVER','winners':[],'visible':'all'}"), 1,
                     "bad_event", "events[0].bids");
#undef EVENT
}

// A player named by a number that does not fit into an int.
static void test_absurd_players(void **state) {
    (void)state;
    static const char *const players[] = {
        "-1",  "2",  "-9223372036854775808", "9223372036854775807", "4294967296", "0.0",
        "'0'", "[0]"};
    for (size_t i = 0; i < sizeof players / sizeof players[0]; i++) {
        char params[600];
        snprintf(params, sizeof params, ASK(STATE, "%s", STEP("play", "0")), players[i]);
        rpc_expect_error("apply", params, 1, "unknown_player", NULL);
    }
}

// This game has a current player.
static void test_current_player(void **state) {
    (void)state;
    json_t *status = rpc_result("status", "{'game':'toy-cards','state':" STATE "}");
    assert_int_equal(json_integer_value(json_object_get(status, "current_player")), 0);
    json_decref(status);
}

static void test_other_games_are_unknown(void **unused) {
    (void)unused;
    rpc_expect_error("init", "{'game':'entropy'}", AGON_RPC_ENGINE_ERROR, "unknown_game", NULL);
    json_t *games = rpc_result("games", "{}");
    assert_int_equal(json_array_size(games), 1);
    json_decref(games);
}

int main(void) {
    static agon_codec codec;
    codec = toy_codec;
    codec.action_read = read_set;
    static const agon_codec *const games[] = {&codec, NULL};
    rpc_games = games;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_other_games_are_unknown),
        cmocka_unit_test(test_rolls_replace_the_dice),
        cmocka_unit_test(test_rolls_must_fit),
        cmocka_unit_test(test_a_set_is_one_action),
        cmocka_unit_test(test_a_set_fails_as_a_whole),
        cmocka_unit_test(test_rolls_of_a_set),
        cmocka_unit_test(test_check_of_a_set),
        cmocka_unit_test(test_check_of_a_set_on_a_view),
        cmocka_unit_test(test_event_fields),
        cmocka_unit_test(test_absurd_players),
        cmocka_unit_test(test_current_player),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
