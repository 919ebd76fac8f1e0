// The RPC methods that make, show and judge states and views, on Rock-Paper-Scissors.
#include "tests/rpc/rpc_rps.h"
#include "tests/support/record.h"
#include "tests/support/rpc_client.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void test_games(void **state) {
    (void)state;
    json_t *games = rpc_result("games", "{}");
    json_t *first = json_array_get(games, 0);
    const json_t *bots = json_object_get(first, "bots");
    assert_string_equal(json_string_value(json_object_get(json_array_get(bots, 0), "id")),
                        "random");
    assert_non_null(json_object_get(json_array_get(bots, 0), "summary"));
    const size_t last = json_array_size(bots) - 1;
    assert_string_equal(json_string_value(json_object_get(json_array_get(bots, last), "id")),
                        "search");
    json_object_del(first, "bots");
    json_t *expected = json_loads(
        "{\"id\":\"rock-paper-scissors\",\"title\":\"Rock-Paper-Scissors\",\"rules_version\":1,"
        "\"min_players\":2,\"max_players\":2,\"simultaneous\":true,\"chance\":false,"
        "\"hidden\":true,\"summary\":\"Two hands, three choices, no luck at all.\"}",
        0, NULL);
    assert_true(json_equal(first, expected));
    json_decref(expected);
    json_decref(games);
}

static void test_schema(void **state) {
    (void)state;
    json_t *schema = rpc_result("schema", "{" GAME "}");
    const json_t *keys = json_object_get(schema, "properties");
    assert_int_equal(json_object_size(keys), 2);
    assert_non_null(json_object_get(keys, "playerIds"));
    assert_true(json_is_false(json_object_get(schema, "additionalProperties")));
    json_decref(schema);
    rpc_expect_error("schema", "{'game':'chess'}", 1, "unknown_game", NULL);
}

static void test_init(void **state) {
    (void)state;
    rpc_expect("init", "{" GAME ",'config':{'playerIds':['a','b']}}",
               "{'state':" FULL("{'a':null,'b':null}", "false", "null") "}");
    json_decref(rpc_result("init", "{" GAME "}"));
    json_decref(rpc_result("init", "{" GAME ",'config':null}"));
    rpc_expect_error("init", "{" GAME ",'config':5}", 1, "bad_config", NULL);
    rpc_expect_error("init", "{" GAME ",'config':{'playerIds':['a']}}", 1, "bad_config",
                     "playerIds");
    rpc_expect_error("init", "{" GAME ",'config':{'playerIds':['a',5]}}", 1, "bad_config",
                     "playerIds[1]");
    rpc_expect_error("init", "{" GAME ",'config':{'seed':'x'}}", 1, "bad_config", "seed");
}

static void expect_reveal(const char *params, const char *reveal) {
    json_t *result = rpc_result("init", params);
    const json_t *state = json_object_get(result, "state");
    assert_string_equal(json_string_value(json_object_get(state, "reveal")), reveal);
    json_decref(result);
}

// A config is read by the version of the rules that is asked for.
static void test_init_by_a_version(void **state) {
    (void)state;
    expect_reveal("{'game':'stellar-skirmish'}", "battle");
    expect_reveal("{'game':'stellar-skirmish','rules_version':null}", "battle");
    expect_reveal("{'game':'stellar-skirmish','rules_version':2,'config':{'seed':1}}", "battle");
    expect_reveal("{'game':'stellar-skirmish','rules_version':1,'config':{'seed':1}}",
                  "first_play");
    rpc_expect_error("init", "{'game':'stellar-skirmish','rules_version':3}", 1, "bad_config",
                     "rules_version");
    rpc_expect_error("init", "{" GAME ",'rules_version':2}", 1, "bad_config", "rules_version");
    rpc_expect_error("init", "{" GAME ",'rules_version':'1'}", AGON_RPC_BAD_PARAMS, NULL,
                     "rules_version");
    rpc_expect_error("init", "{" GAME ",'rules_version':65536}", AGON_RPC_BAD_PARAMS, NULL,
                     "rules_version");
}

static void test_game_is_needed_everywhere(void **state) {
    (void)state;
    static const char *const methods[] = {"init",   "apply",    "check",       "actions",
                                          "view",   "status",   "view_events", "random_action",
                                          "render", "resample", "bot"};
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        rpc_expect_error(methods[i], "{}", AGON_RPC_BAD_PARAMS, NULL, "game");
        rpc_expect_error(methods[i], "{'game':5}", AGON_RPC_BAD_PARAMS, NULL, "game");
        rpc_expect_error(methods[i], "{'game':null}", AGON_RPC_BAD_PARAMS, NULL, "game");
        rpc_expect_error(methods[i], "{'game':'chess'}", 1, "unknown_game", NULL);
    }
}

static void test_state_is_needed_almost_everywhere(void **state) {
    (void)state;
    static const char *const methods[] = {"apply",         "check",  "actions",  "view", "status",
                                          "random_action", "render", "resample", "bot"};
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        const char *key = i < 7 ? "state" : "view";
        rpc_expect_error(methods[i], "{" GAME "}", AGON_RPC_BAD_PARAMS, NULL, key);
        rpc_expect_error(methods[i], "{" GAME ",'state':null}", AGON_RPC_BAD_PARAMS, NULL, key);
        rpc_expect_error(methods[i], WITH("5"), 1, "bad_state", NULL);
        rpc_expect_error(methods[i], WITH("{" IDS "}"), 1, "bad_state", "choices");
        rpc_expect_error(methods[i], "{" GAME ",'view':{" IDS ",'choices':{'a':'x','b':null}}}", 1,
                         "bad_state", "choices.a");
        rpc_expect_error(methods[i], WITH("{" IDS ",'choices':{'a':null,'b':null},'viewer':7}"), 1,
                         "bad_state", "viewer");
    }
}

#define SEE(state, viewer) "{" GAME ",'state':" state ",'viewer':" viewer "}"
#define VIEW(choices, over, winners, viewer)                                                       \
    "{'view':{'choices':" choices ",'currentPlayerId':null,'gameOver':" over ",'winners':" winners \
    ",'turn':1," IDS ",'revealed':" over ",'viewer':" viewer "}}"

// RPS-7
static void test_view(void **state) {
    (void)state;
    rpc_expect("view", SEE(A_HAS_CHOSEN, "'a'"),
               VIEW("{'a':'rock','b':null}", "false", "null", "'a'"));
    rpc_expect("view", SEE(A_HAS_CHOSEN, "'b'"),
               VIEW("{'a':'hidden','b':null}", "false", "null", "'b'"));
    rpc_expect("view", SEE(A_HAS_CHOSEN, "'spectator'"),
               VIEW("{'a':'hidden','b':null}", "false", "null", "'spectator'"));
    rpc_expect("view", SEE(B_WINS, "'a'"),
               VIEW("{'a':'rock','b':'paper'}", "true", "['b']", "'a'"));
    rpc_expect_error("view", SEE(NEW, "'nobody'"), 1, "unknown_player", NULL);
    rpc_expect_error("view", SEE(NEW, "0"), 1, "unknown_player", NULL);
    rpc_expect_error("view", WITH(NEW), AGON_RPC_BAD_PARAMS, NULL, "viewer");
}

#define EVENTS(list, viewer) "{" GAME ",'events':" list ",'viewer':" viewer "}"
#define CHOSEN "{'type':'CHOSEN','player':'a','choice':'rock'"
#define REVEALED "{'type':'REVEALED','choices':{'a':'rock','b':'paper'},'winners':['b']"

static void test_view_events(void **state) {
    (void)state;
    const char *const list = "[" CHOSEN ",'visible':['a']}," REVEALED ",'visible':'all'}]";
    char params[500];
    snprintf(params, sizeof params, EVENTS("%s", "'a'"), list);
    rpc_expect("view_events", params, "{'events':[" CHOSEN "}," REVEALED "}]}");
    static const char redacted[] =
        "{'events':[{'type':'CHOSEN','player':'a','choice':null}," REVEALED "}]}";
    snprintf(params, sizeof params, EVENTS("%s", "'b'"), list);
    rpc_expect("view_events", params, redacted);
    snprintf(params, sizeof params, EVENTS("%s", "'spectator'"), list);
    rpc_expect("view_events", params, redacted);
    rpc_expect("view_events", EVENTS("[]", "'a'"), "{'events':[]}");
}

static void test_view_events_gives_nothing_away(void **state) {
    (void)state;
    // No secret field to take out: the whole event is dropped.
    rpc_expect("view_events", EVENTS("[" REVEALED ",'visible':['a']}]", "'b'"), "{'events':[]}");
    rpc_expect("view_events", EVENTS("[" REVEALED ",'visible':[]}]", "'a'"), "{'events':[]}");
    // A key that the type does not have is not passed on.
    rpc_expect("view_events", EVENTS("[" CHOSEN ",'note':'rock','visible':['a']}]", "'b'"),
               "{'events':[{'type':'CHOSEN','player':'a','choice':null}]}");
    // The spectator is nobody's name.
    rpc_expect("view_events", EVENTS("[" CHOSEN ",'visible':['spectator']}]", "'spectator'"),
               "{'events':[{'type':'CHOSEN','player':'a','choice':null}]}");
    // Numbers and names are different viewers.
    rpc_expect("view_events", EVENTS("[" REVEALED ",'visible':[1]}]", "'1'"), "{'events':[]}");
}

static void test_view_events_refuses(void **state) {
    (void)state;
    static const struct {
        const char *list;
        const char *path;
    } cases[] = {
        {"[5]", "events[0]"},
        {"[{}]", "events[0].type"},
        {"[{'type':5}]", "events[0].type"},
        {"[" CHOSEN ",'visible':'all'},{'type':'CHOOSE','visible':'all'}]", "events[1].type"},
        {"[{'type':'CHOSEN','choice':'rock','visible':'all'}]", "events[0].player"},
        {"[{'type':'CHOSEN','player':[],'choice':'rock','visible':'all'}]", "events[0].player"},
        {"[{'type':'CHOSEN','player':'a','visible':'all'}]", "events[0].choice"},
        {"[" CHOSEN "}]", "events[0].visible"},
        {"[" CHOSEN ",'visible':'some'}]", "events[0].visible"},
        {"[" CHOSEN ",'visible':5}]", "events[0].visible"},
        {"[" CHOSEN ",'visible':[null]}]", "events[0].visible[0]"},
        {"[" CHOSEN ",'visible':[1,2,3,4,5,6,7,8,9]}]", "events[0].visible"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char params[400];
        snprintf(params, sizeof params, EVENTS("%s", "'a'"), cases[i].list);
        rpc_expect_error("view_events", params, 1, "bad_event", cases[i].path);
    }
    rpc_expect_error("view_events", EVENTS("{}", "'a'"), AGON_RPC_BAD_PARAMS, NULL, "events");
    rpc_expect_error("view_events", "{" GAME ",'viewer':'a'}", AGON_RPC_BAD_PARAMS, NULL, "events");
    rpc_expect_error("view_events", "{" GAME ",'events':[]}", AGON_RPC_BAD_PARAMS, NULL, "viewer");
    rpc_expect_error("view_events", EVENTS("[]", "null"), 1, "unknown_player", NULL);
}

static json_t *status_of(const char *params) {
    json_t *status = rpc_result("status", params);
    assert_int_equal(json_string_length(json_object_get(status, "hash")), 16);
    assert_true(json_is_null(json_object_get(status, "current_player"))); // ALL-7
    return status;
}

static void expect_status(const char *params, const char *over_winners_scores_to_act) {
    json_t *status = status_of(params);
    char *text = json_dumps(status, JSON_COMPACT | JSON_PRESERVE_ORDER);
    char expected[200];
    snprintf(expected, sizeof expected,
             "{%s,'current_player':null,'hash':", over_winners_scores_to_act);
    for (char *at = expected; *at; at++) {
        *at = *at == '\'' ? '"' : *at;
    }
    assert_memory_equal(text, expected, strlen(expected));
    free(text);
    json_decref(status);
}

// ALL-3: null while the game goes on, a list afterwards, empty on a draw.
static void test_status(void **state) {
    (void)state;
    expect_status(WITH(NEW), "'over':false,'winners':null,'scores':[0,0],'to_act':['a','b']");
    expect_status(WITH(A_HAS_CHOSEN), "'over':false,'winners':null,'scores':[0,0],'to_act':['b']");
    expect_status(WITH(B_WINS), "'over':true,'winners':['b'],'scores':[0,1],'to_act':[]");
    expect_status(WITH(DRAW), "'over':true,'winners':[],'scores':[0,0],'to_act':[]");
    expect_status("{" GAME ",'view':" VIEW_OF_B "}",
                  "'over':false,'winners':null,'scores':[0,0],'to_act':['b']");
}

// The hash is of what was given.
static void test_hashes_differ(void **state) {
    (void)state;
    json_t *full = status_of(WITH(A_HAS_CHOSEN));
    json_t *view = status_of(WITH(VIEW_OF_B));
    json_t *again = status_of(WITH(A_HAS_CHOSEN));
    assert_false(json_equal(json_object_get(full, "hash"), json_object_get(view, "hash")));
    assert_true(json_equal(full, again));
    json_decref(full);
    json_decref(view);
    json_decref(again);
}

#define RESAMPLE(view, viewer, seed)                                                               \
    "{" GAME ",'view':" view ",'viewer':" viewer ",'seed':" seed "}"

static void test_resample(void **state) {
    (void)state;
    json_t *result = rpc_result("resample", RESAMPLE(VIEW_OF_B, "'b'", "3"));
    const json_t *full = json_object_get(result, "state");
    const json_t *choices = json_object_get(full, "choices");
    assert_string_not_equal(json_string_value(json_object_get(choices, "a")), "hidden");
    assert_true(json_is_null(json_object_get(choices, "b")));
    assert_null(json_object_get(full, "viewer"));
    assert_non_null(json_object_get(full, "rngState"));
    json_decref(result);
    json_decref(rpc_result("resample", RESAMPLE(VIEW_OF_ALL, "'spectator'", "3")));
    // Found under either key.
    json_decref(rpc_result("resample", "{" GAME ",'state':" VIEW_OF_B ",'viewer':'b','seed':3}"));
    rpc_expect_error("resample", RESAMPLE(VIEW_OF_B, "'a'", "3"), 1, "wrong_viewer", NULL);
    rpc_expect_error("resample", RESAMPLE(VIEW_OF_B, "'nobody'", "3"), 1, "unknown_player", NULL);
    rpc_expect_error("resample", RESAMPLE(VIEW_OF_B, "'b'", "null"), AGON_RPC_BAD_PARAMS, NULL,
                     "seed");
    rpc_expect_error("resample", "{" GAME ",'view':" VIEW_OF_B ",'seed':3}", AGON_RPC_BAD_PARAMS,
                     NULL, "viewer");
}

#define BOT(view, viewer, bot, more)                                                               \
    "{" GAME ",'view':" view ",'viewer':" viewer ",'bot':" bot more "}"

static void test_bot(void **state) {
    (void)state;
    json_t *result = rpc_result("bot", BOT(VIEW_OF_B, "'b'", "'random'", ",'seed':3"));
    const json_t *action = json_object_get(result, "action");
    assert_string_equal(json_string_value(json_object_get(action, "type")), "choose");
    json_decref(result);
    json_decref(
        rpc_result("bot", BOT(VIEW_OF_B, "'b'", "'random'", ",'seed':3,'simulations':100")));
}

static void test_bot_refuses(void **state) {
    (void)state;
    rpc_expect_error("bot", BOT(VIEW_OF_B, "'b'", "'deep'", ",'seed':3"), 1, "unknown_bot", NULL);
    rpc_expect_error("bot", BOT(VIEW_OF_B, "'a'", "'random'", ",'seed':3"), 1, "wrong_viewer",
                     NULL);
    rpc_expect_error("bot", BOT(VIEW_OF_ALL, "'spectator'", "'random'", ",'seed':3"), 1,
                     "no_action", NULL);
    rpc_expect_error("bot", BOT(VIEW_OF_B, "'b'", "5", ",'seed':3"), AGON_RPC_BAD_PARAMS, NULL,
                     "bot");
    rpc_expect_error("bot", BOT(VIEW_OF_B, "'b'", "'random'", ""), AGON_RPC_BAD_PARAMS, NULL,
                     "seed");
    rpc_expect_error("bot", BOT(VIEW_OF_B, "'b'", "'random'", ",'seed':3,'simulations':-1"),
                     AGON_RPC_BAD_PARAMS, NULL, "simulations");
}

static void test_facts(void **state) {
    (void)state;
    json_t *facts = rpc_result("facts", "{'game':'skirmish'}");
    const json_t *cards = json_object_get(facts, "cards");
    const json_t *archer = json_array_get(cards, 2);
    assert_int_equal(json_array_size(cards), 33);
    assert_string_equal(json_string_value(json_object_get(archer, "name")), "archer");
    assert_int_equal(json_integer_value(json_object_get(archer, "power")), 3);
    assert_null(json_object_get(archer, "cooldown"));
    assert_int_equal(json_array_size(json_object_get(facts, "decks")), 4);
    json_decref(facts);
    facts = rpc_result("facts", "{'game':'entropy'}");
    assert_int_equal(json_object_size(facts), 0);
    json_decref(facts);
    rpc_expect_error("facts", "{'game':'chess'}", 1, "unknown_game", NULL);
}

static void test_render(void **state) {
    (void)state;
    json_t *full = rpc_result("render", WITH(A_HAS_CHOSEN));
    json_t *seen = rpc_result("render", SEE(A_HAS_CHOSEN, "'b'"));
    json_t *view = rpc_result("render", WITH(VIEW_OF_B));
    json_t *same = rpc_result("render", SEE(VIEW_OF_B, "'b'"));
    assert_non_null(strstr(json_string_value(json_object_get(full, "text")), "rock"));
    assert_null(strstr(json_string_value(json_object_get(seen, "text")), "rock"));
    assert_true(json_equal(seen, view));
    assert_true(json_equal(seen, same));
    json_decref(full);
    json_decref(seen);
    json_decref(view);
    json_decref(same);
    rpc_expect_error("render", SEE(VIEW_OF_B, "'a'"), 1, "wrong_viewer", NULL);
    rpc_expect_error("render", SEE(NEW, "'nobody'"), 1, "unknown_player", NULL);
}

static void test_replay_verify(void **state) {
    (void)state;
    json_t *result = rpc_result("replay_verify", "{'replay':'no replay at all'}");
    assert_true(json_is_false(json_object_get(result, "ok")));
    assert_int_equal(json_integer_value(json_object_get(result, "line")), 1);
    assert_true(json_string_length(json_object_get(result, "reason")) > 0);
    assert_true(json_is_null(json_object_get(result, "result")));
    json_decref(result);
    rpc_expect_error("replay_verify", "{}", AGON_RPC_BAD_PARAMS, NULL, "replay");
    rpc_expect_error("replay_verify", "{'replay':[]}", AGON_RPC_BAD_PARAMS, NULL, "replay");
    rpc_expect_error("replay_verify", "{'replay':'','commitment':3}", AGON_RPC_BAD_PARAMS, NULL,
                     "commitment");
    rpc_expect_error("replay_verify", "{'replay':'','commitment':'sha256:00'}", AGON_RPC_BAD_PARAMS,
                     NULL, "commitment");
}

static void test_replay_verify_against_a_commitment(void **state) {
    (void)state;
    static const char seed[] = "00112233445566778899aabbccddeeff";
    char commitment[AGON_COMMITMENT_SIZE];
    assert_true(agon_commitment_make(seed, "salt", commitment));
    agon_text replay = {0};
    record_match(&(recording){.codec = agon_codec_find("rock-paper-scissors"),
                              .seed = {0x8899aabbccddeeff, 0x0011223344556677, true},
                              .commitment = commitment,
                              .salt = "salt"},
                 &replay);
    const struct {
        const char *noted, *chance;
    } cases[] = {{NULL, "opened"}, {commitment, "proven"}, {NULL, NULL}};
    char other[AGON_COMMITMENT_SIZE];
    assert_true(agon_commitment_make(seed, "pepper", other));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *noted = cases[i].chance ? cases[i].noted : other;
        json_t *params = json_pack("{s:s,s:s?}", "replay", replay.data, "commitment", noted);
        char *text = json_dumps(params, JSON_COMPACT);
        json_t *result = rpc_result("replay_verify", text);
        assert_int_equal(json_is_true(json_object_get(result, "ok")), cases[i].chance != NULL);
        const char *chance = json_string_value(json_object_get(result, "chance"));
        assert_string_equal(chance ? chance : "", cases[i].chance ? cases[i].chance : "");
        assert_int_equal(json_is_null(json_object_get(result, "chance_text")), !cases[i].chance);
        json_decref(result);
        json_decref(params);
        free(text);
    }
    agon_text_free(&replay);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games),
        cmocka_unit_test(test_schema),
        cmocka_unit_test(test_init),
        cmocka_unit_test(test_init_by_a_version),
        cmocka_unit_test(test_game_is_needed_everywhere),
        cmocka_unit_test(test_state_is_needed_almost_everywhere),
        cmocka_unit_test(test_view),
        cmocka_unit_test(test_view_events),
        cmocka_unit_test(test_view_events_gives_nothing_away),
        cmocka_unit_test(test_view_events_refuses),
        cmocka_unit_test(test_status),
        cmocka_unit_test(test_hashes_differ),
        cmocka_unit_test(test_resample),
        cmocka_unit_test(test_bot),
        cmocka_unit_test(test_bot_refuses),
        cmocka_unit_test(test_facts),
        cmocka_unit_test(test_render),
        cmocka_unit_test(test_replay_verify),
        cmocka_unit_test(test_replay_verify_against_a_commitment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
