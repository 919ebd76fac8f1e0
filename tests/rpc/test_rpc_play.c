// The RPC methods about actions, on Rock-Paper-Scissors: apply, check, actions, random_action.
#include "tests/support/rpc_client.h"
#include "tests/rpc/rpc_rps.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void test_player_and_action_are_needed(void **state) {
    (void)state;
    static const char *const methods[] = {"apply", "check"};
    for (size_t i = 0; i < 2; i++) {
        rpc_expect_error(methods[i], "{" GAME ",'state':" NEW ",'action':" ROCK "}",
                         AGON_RPC_BAD_PARAMS, NULL, "player");
        rpc_expect_error(methods[i], "{" GAME ",'state':" NEW ",'player':'a'}", AGON_RPC_BAD_PARAMS,
                         NULL, "action");
    }
}

static void test_apply(void **state) {
    (void)state;
    rpc_expect(
        "apply", PLAY(NEW, "'a'", ROCK),
        "{'state':" FULL(
            "{'a':'rock','b':null}", "false",
            "null") ","
                    "'events':[{'type':'CHOSEN','player':'a','choice':'rock','visible':['a']}]}");
    rpc_expect(
        "apply", PLAY(A_HAS_CHOSEN, "'b'", "{'type':'choose','choice':'paper'}"),
        "{'state':" FULL(
            "{'a':'rock','b':'paper'}", "true",
            "['b']") ","
                     "'events':[{'type':'CHOSEN','player':'b','choice':'paper','visible':['b']},"
                     "{'type':'REVEALED','choices':{'a':'rock','b':'paper'},'winners':['b'],"
                     "'visible':'all'}]}");
}

static void test_apply_writes_canonical_text(void **state) {
    (void)state;
    rpc_expect_text(
        "{'jsonrpc':'2.0','id':1,'method':'apply','params':" PLAY(NEW, "'a'", ROCK) "}",
        "{'jsonrpc':'2.0','id':1,'result':{'state':" FULL(
            "{'a':'rock','b':null}", "false",
            "null") ","
                    "'events':[{'type':'CHOSEN','player':'a','choice':'rock','visible':['a']}]}}");
}

// A view is not played on, and not viewed again.
static void test_views_are_not_states(void **state) {
    (void)state;
    rpc_expect_error("apply", PLAY(VIEW_OF_B, "'b'", ROCK), 1, "bad_state", "viewer");
    rpc_expect_error("apply", "{" GAME ",'view':" VIEW_OF_B ",'player':'b','action':" ROCK "}", 1,
                     "bad_state", "viewer");
    rpc_expect_error("view", "{" GAME ",'state':" VIEW_OF_B ",'viewer':'b'}", 1, "bad_state",
                     "viewer");
    rpc_expect_error("resample", "{" GAME ",'view':" NEW ",'viewer':'b','seed':1}", 1, "bad_state",
                     "viewer");
    rpc_expect_error("bot", "{" GAME ",'view':" NEW ",'viewer':'b','seed':1,'bot':'random'}", 1,
                     "bad_state", "viewer");
}

// ALL-1: malformed, over, unknown player, not its turn: each comes before what follows it.
static void test_order_of_refusals(void **state) {
    (void)state;
    rpc_expect_error("apply", PLAY(B_WINS, "'nobody'", "{'type':'chose'}"), 1, "bad_action",
                     "type");
    rpc_expect_error("apply", PLAY(B_WINS, "'nobody'", ROCK), 1, "game_over", NULL);
    rpc_expect_error("apply", PLAY(B_WINS, "'a'", ROCK), 1, "game_over", NULL);
    rpc_expect_error("apply", PLAY(A_HAS_CHOSEN, "'nobody'", ROCK), 1, "unknown_player", NULL);
    rpc_expect_error("apply", PLAY(A_HAS_CHOSEN, "5", ROCK), 1, "unknown_player", NULL);
    rpc_expect_error("apply", PLAY(A_HAS_CHOSEN, "null", ROCK), 1, "unknown_player", NULL);
    rpc_expect_error("apply", PLAY(A_HAS_CHOSEN, "'a'", ROCK), 1, "not_your_turn", NULL);
}

static void test_malformed_actions(void **state) {
    (void)state;
    rpc_expect_error("apply", PLAY(NEW, "'a'", "null"), 1, "bad_action", NULL);
    rpc_expect_error("apply", PLAY(NEW, "'a'", "'rock'"), 1, "bad_action", NULL);
    rpc_expect_error("apply", PLAY(NEW, "'a'", "[]"), 1, "bad_action", NULL);
    rpc_expect_error("apply", PLAY(NEW, "'a'", "{}"), 1, "bad_action", "type");
    rpc_expect_error("apply", PLAY(NEW, "'a'", "{'type':'choose'}"), 1, "bad_action", "choice");
    rpc_expect_error("apply", PLAY(NEW, "'a'", "{'type':'choose','choice':'Rock'}"), 1,
                     "bad_action", "choice");
}

#define ROLLED(state, action, rolls)                                                               \
    "{" GAME ",'state':" state ",'player':'a','action':" action ",'rolls':" rolls "}"

// This game draws nothing, so no roll can be used.
static void test_rolls_nobody_draws(void **state) {
    (void)state;
    json_decref(rpc_result("apply", ROLLED(NEW, ROCK, "[]")));
    json_decref(rpc_result("apply", ROLLED(NEW, ROCK, "null")));
    rpc_expect_error("apply", ROLLED(NEW, ROCK, "[1]"), 1, "bad_rolls", "rolls");
    rpc_expect_error("apply", ROLLED(NEW, ROCK, "['1']"), 1, "bad_rolls", "rolls[0]");
    rpc_expect_error("apply", ROLLED(NEW, ROCK, "[1,2.5]"), 1, "bad_rolls", "rolls[1]");
    rpc_expect_error("apply", ROLLED(NEW, ROCK, "[99999999999]"), 1, "bad_rolls", "rolls[0]");
    rpc_expect_error("apply", ROLLED(NEW, ROCK, "5"), AGON_RPC_BAD_PARAMS, NULL, "rolls");
    // ALL-1: the action's own fault comes first.
    rpc_expect_error("apply", ROLLED(NEW, "{}", "5"), 1, "bad_action", "type");
    rpc_expect_error("apply", ROLLED(A_HAS_CHOSEN, ROCK, "[1]"), 1, "not_your_turn", NULL);
}

#define VALID "{'valid':true,'slug':null,'message':null}"

static void expect_invalid(const char *params, const char *slug) {
    json_t *result = rpc_result("check", params);
    assert_true(json_is_false(json_object_get(result, "valid")));
    assert_string_equal(json_string_value(json_object_get(result, "slug")), slug);
    assert_true(json_string_length(json_object_get(result, "message")) > 0);
    assert_int_equal(json_object_size(result), 3);
    json_decref(result);
}

static void test_check(void **state) {
    (void)state;
    rpc_expect("check", PLAY(NEW, "'a'", ROCK), VALID);
    rpc_expect("check", PLAY(A_HAS_CHOSEN, "'b'", ROCK), VALID);
    expect_invalid(PLAY(NEW, "'a'", "{'type':'choose','choice':'lizard'}"), "bad_action");
    expect_invalid(PLAY(NEW, "'a'", "null"), "bad_action");
    expect_invalid(PLAY(B_WINS, "'nobody'", "{}"), "bad_action");
    expect_invalid(PLAY(B_WINS, "'nobody'", ROCK), "game_over");
    expect_invalid(PLAY(NEW, "'nobody'", ROCK), "unknown_player");
    expect_invalid(PLAY(NEW, "'spectator'", ROCK), "unknown_player");
    expect_invalid(PLAY(A_HAS_CHOSEN, "'a'", ROCK), "not_your_turn");
}

static void test_check_on_a_view(void **state) {
    (void)state;
    rpc_expect("check", PLAY(VIEW_OF_B, "'b'", ROCK), VALID);
    rpc_expect("check", "{" GAME ",'view':" VIEW_OF_B ",'player':'b','action':" ROCK "}", VALID);
    expect_invalid(PLAY(VIEW_OF_B, "'nobody'", ROCK), "unknown_player");
    rpc_expect_error("check", PLAY(VIEW_OF_B, "'a'", ROCK), 1, "wrong_viewer", NULL);
    rpc_expect_error("check", PLAY(VIEW_OF_ALL, "'b'", ROCK), 1, "wrong_viewer", NULL);
}

#define ASK(state, player, more) "{" GAME ",'state':" state ",'player':" player more "}"

// RPS-5
static void test_actions(void **state) {
    (void)state;
    rpc_expect("actions", ASK(NEW, "'a'", ""),
               "{'count':3,'actions':[{'type':'choose','choice':'rock'},"
               "{'type':'choose','choice':'paper'},{'type':'choose','choice':'scissors'}]}");
    rpc_expect("actions", ASK(NEW, "'a'", ",'offset':1,'limit':1"),
               "{'count':3,'actions':[{'type':'choose','choice':'paper'}]}");
    rpc_expect("actions", ASK(NEW, "'a'", ",'offset':2,'limit':4294967295"),
               "{'count':3,'actions':[{'type':'choose','choice':'scissors'}]}");
    rpc_expect("actions", ASK(NEW, "'a'", ",'offset':4294967295"), "{'count':3,'actions':[]}");
    rpc_expect("actions", ASK(NEW, "'a'", ",'limit':0"), "{'count':3,'actions':[]}");
    rpc_expect("actions", ASK(A_HAS_CHOSEN, "'a'", ""), "{'count':0,'actions':[]}");
    rpc_expect("actions", ASK(B_WINS, "'a'", ""), "{'count':0,'actions':[]}");
    // None for strangers.
    rpc_expect("actions", ASK(NEW, "'nobody'", ""), "{'count':0,'actions':[]}");
    rpc_expect("actions", ASK(NEW, "'spectator'", ""), "{'count':0,'actions':[]}");
}

static void test_actions_on_a_view(void **state) {
    (void)state;
    rpc_expect("actions", ASK(VIEW_OF_B, "'b'", ",'limit':1"),
               "{'count':3,'actions':[{'type':'choose','choice':'rock'}]}");
    rpc_expect_error("actions", ASK(VIEW_OF_B, "'a'", ""), 1, "wrong_viewer", NULL);
    rpc_expect_error("actions", ASK(VIEW_OF_ALL, "'a'", ""), 1, "wrong_viewer", NULL);
    rpc_expect("actions", ASK(VIEW_OF_B, "'spectator'", ""), "{'count':0,'actions':[]}");
}

static void test_actions_refuses_params(void **state) {
    (void)state;
    rpc_expect_error("actions", "{" GAME ",'state':" NEW "}", AGON_RPC_BAD_PARAMS, NULL, "player");
    rpc_expect_error("actions", ASK(NEW, "'a'", ",'limit':-1"), AGON_RPC_BAD_PARAMS, NULL, "limit");
    rpc_expect_error("actions", ASK(NEW, "'a'", ",'limit':'5'"), AGON_RPC_BAD_PARAMS, NULL,
                     "limit");
    rpc_expect_error("actions", ASK(NEW, "'a'", ",'offset':1.5"), AGON_RPC_BAD_PARAMS, NULL,
                     "offset");
    rpc_expect_error("actions", ASK(NEW, "'a'", ",'offset':4294967296"), AGON_RPC_BAD_PARAMS, NULL,
                     "offset");
}

static void test_random_action(void **state) {
    (void)state;
    const char *const params = ASK(NEW, "'a'", ",'seed':5");
    json_t *first = rpc_result("random_action", params);
    json_t *second = rpc_result("random_action", params);
    assert_true(json_equal(first, second));
    const json_t *action = json_object_get(first, "action");
    assert_string_equal(json_string_value(json_object_get(action, "type")), "choose");
    json_decref(first);
    json_decref(second);
    json_decref(rpc_result("random_action",
                           ASK(VIEW_OF_B, "'b'", ",'seed':'000102030405060708090a0b0c0d0e0f'")));
    rpc_expect_error("random_action", ASK(A_HAS_CHOSEN, "'a'", ",'seed':5"), 1, "no_action", NULL);
    rpc_expect_error("random_action", ASK(NEW, "'nobody'", ",'seed':5"), 1, "no_action", NULL);
    rpc_expect_error("random_action", ASK(VIEW_OF_B, "'a'", ",'seed':5"), 1, "wrong_viewer", NULL);
    rpc_expect_error("random_action", ASK(NEW, "'a'", ""), AGON_RPC_BAD_PARAMS, NULL, "seed");
    rpc_expect_error("random_action", ASK(NEW, "'a'", ",'seed':'abc'"), AGON_RPC_BAD_PARAMS, NULL,
                     "seed");
    rpc_expect_error("random_action", ASK(NEW, "'a'", ",'seed':1.5"), AGON_RPC_BAD_PARAMS, NULL,
                     "seed");
}

// All three choices come up, and about equally often.
static void test_random_action_is_uniform(void **state) {
    (void)state;
    int rocks = 0;
    for (int seed = 0; seed < 300; seed++) {
        char params[200];
        snprintf(params, sizeof params, ASK(NEW, "'a'", ",'seed':%d"), seed);
        json_t *result = rpc_result("random_action", params);
        const json_t *action = json_object_get(result, "action");
        rocks += strcmp(json_string_value(json_object_get(action, "choice")), "rock") == 0;
        json_decref(result);
    }
    assert_in_range(rocks, 70, 130);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_player_and_action_are_needed),
        cmocka_unit_test(test_apply),
        cmocka_unit_test(test_apply_writes_canonical_text),
        cmocka_unit_test(test_views_are_not_states),
        cmocka_unit_test(test_order_of_refusals),
        cmocka_unit_test(test_malformed_actions),
        cmocka_unit_test(test_rolls_nobody_draws),
        cmocka_unit_test(test_check),
        cmocka_unit_test(test_check_on_a_view),
        cmocka_unit_test(test_actions),
        cmocka_unit_test(test_actions_on_a_view),
        cmocka_unit_test(test_actions_refuses_params),
        cmocka_unit_test(test_random_action),
        cmocka_unit_test(test_random_action_is_uniform),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
