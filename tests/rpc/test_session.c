// Sessions: matches that are kept between requests.
#include "tests/support/support.h"

#include "agon/loop.h"
#include "tests/support/session_client.h"

#define RPS "'game':'rock-paper-scissors','seed':7"
#define ROCK "'action':{'type':'choose','choice':'rock'}"
#define PAPER "'action':{'type':'choose','choice':'paper'}"

// ---------------------------------------------------------------------------------------------

static void test_a_match_of_two_people(void **state) {
    (void)state;
    json_t *opened = rpc_result("open", "{" RPS ",'config':{'playerIds':['a','b']}}");
    session_expect(opened, "session", "1");
    session_expect(opened, "game", "'rock-paper-scissors'");
    session_expect(opened, "seats",
                   "[{'player':'a','name':'human','kind':'person'},"
                   "{'player':'b','name':'human','kind':'person'}]");
    session_expect(opened, "moves", "0");
    session_expect(opened, "next", "'a'");
    session_expect(opened, "people", "['a','b']");
    session_expect(opened, "thinking", "null");
    session_expect(opened, "deadline", "null");
    json_decref(opened);

    json_t *first = rpc_result("look", "{'session':1,'viewer':'b'}");
    session_expect(session_get(first, "update"), "previous", "null");
    session_expect(session_get(first, "update"), "events", "[]");
    json_t *moved = rpc_result("act", "{'session':1,'player':'a'," ROCK ",'viewer':'a'}");
    session_expect(moved, "judgement", "'moved'");
    session_expect(moved, "moves", "1");
    session_expect(moved, "people", "['b']");
    session_expect(session_get(moved, "update"), "events",
                   "[{'type':'CHOSEN','player':'a','choice':'rock'}]");
    session_expect(session_get(moved, "update"), "actions", "{'count':0,'actions':[]}");
    json_t *second = rpc_result("look", "{'session':1,'viewer':'b'}");
    assert_true(json_equal(session_get(session_get(second, "update"), "previous"),
                           session_get(session_get(first, "update"), "view")));
    session_expect(session_get(second, "update"), "events",
                   "[{'type':'CHOSEN','player':'a','choice':null}]");
    session_expect(session_get(session_get(session_get(second, "update"), "actions"), "actions")
                       ? session_get(second, "update")
                       : NULL,
                   "over", "false");
    assert_int_equal(json_integer_value(session_get(
                         session_get(session_get(second, "update"), "actions"), "count")),
                     3);
    json_t *third = rpc_result("look", "{'session':1,'viewer':'b'}");
    session_expect(session_get(third, "update"), "events", "[]");
    assert_true(json_equal(session_get(session_get(third, "update"), "previous"),
                           session_get(session_get(third, "update"), "view")));

    json_t *last = rpc_result("act", "{'session':1,'player':'b'," PAPER ",'viewer':'spectator'}");
    session_expect(last, "over", "true");
    session_expect(last, "next", "null");
    session_expect(session_get(last, "update"), "winners", "['b']");
    session_expect(
        session_get(last, "update"), "result",
        "{'over':true,'moves':2,'winners':['b'],'scores':[0,1],'places':[2,1],'forfeits':[]}");
    char *text = session_replay(1, "");
    session_check_replay(text, true);
    free(text);
    json_decref(first);
    json_decref(moved);
    json_decref(second);
    json_decref(third);
    json_decref(last);
}

static void test_what_is_refused_changes_nothing(void **state) {
    (void)state;
    session_ask("open", "{" RPS ",'config':{'playerIds':['a','b']},'seats':['human','random']}");
    char *before = session_replay(1, "");
    const int bad = AGON_RPC_BAD_PARAMS;
    const int engine = AGON_RPC_ENGINE_ERROR;
    rpc_expect_error("act", "{'session':1,'player':'a','action':{'type':'choose','choice':'well'}}",
                     engine, "bad_action", "choice");
    rpc_expect_error("act", "{'session':1,'player':'a'}", bad, NULL, "action");
    rpc_expect_error("act", "{'session':1,'player':'c'," ROCK "}", engine, "unknown_player", NULL);
    rpc_expect_error("act", "{'session':1,'player':'b'," ROCK "}", engine, "not_your_turn",
                     "player");
    rpc_expect_error("act", "{'session':1,'player':'a'," ROCK ",'viewer':'c'}", engine,
                     "unknown_player", NULL);
    rpc_expect_error("act", "{'session':1,'player':'a'," ROCK ",'now':'noon'}", bad, NULL, "now");
    rpc_expect_error("act", "{'session':1,'player':'a'," ROCK ",'viewer':'a','limit':-1}", bad,
                     NULL, "limit");
    rpc_expect_error("act", "{'session':1,'player':'a','fault':'odd'}", bad, NULL, "fault");
    rpc_expect_error("leave", "{'session':1,'player':'b'}", engine, "not_your_turn", "player");
    rpc_expect_error("look", "{'session':1}", bad, NULL, "viewer");
    rpc_expect_error("undo", "{'session':1,'moves':1}", bad, NULL, "moves");
    char *after = session_replay(1, "");
    assert_string_equal(before, after);
    free(after);
    session_ask("act", "{'session':1,'player':'a'," ROCK "}");
    rpc_expect_error("act", "{'session':1,'player':'a'," ROCK "}", engine, "not_your_turn", NULL);
    session_ask("think", "{'session':1}");
    rpc_expect_error("think", "{'session':1}", engine, "no_action", NULL);
    rpc_expect_error("act", "{'session':1,'player':'a'," ROCK "}", engine, "game_over", NULL);
    rpc_expect_error("leave", "{'session':1,'player':'a'}", engine, "game_over", NULL);
    free(before);
}

static void test_sessions_that_are_not_there(void **state) {
    (void)state;
    const int bad = AGON_RPC_BAD_PARAMS;
    rpc_expect_error("look", "{'session':1,'viewer':'a'}", bad, NULL, "session");
    rpc_expect_error("look", "{'viewer':'a'}", bad, NULL, "session");
    rpc_expect_error("act", "{'session':'one'}", bad, NULL, "session");
    session_ask("open", "{" RPS "}");
    rpc_expect_error("frame", "{'session':1,'position':0,'viewer':'p1'}", bad, NULL, "session");
    rpc_expect("close", "{'session':1}", "{}");
    rpc_expect_error("close", "{'session':1}", bad, NULL, "session");
    rpc_expect_error("act", "{'session':1,'player':'p1'," ROCK "}", bad, NULL, "session");
    json_t *second = rpc_result("open", "{" RPS "}");
    session_expect(second, "session", "2"); // a number is never used twice
    json_decref(second);
    rpc_expect_refusal("nonsense", 8, AGON_RPC_BAD_JSON);
    for (int i = 2; i <= AGON_SESSIONS_MAX; i++) {
        session_ask("open", "{" RPS "}");
    }
    rpc_expect_error("open", "{" RPS "}", bad, NULL, NULL);
    session_ask("close", "{'session':2}");
    session_ask("open", "{" RPS "}");
}

static void test_what_cannot_be_opened(void **state) {
    (void)state;
    static const struct {
        const char *params;
        int code;
        const char *slug;
        const char *path;
    } cases[] = {
        {"{'seed':1}", AGON_RPC_BAD_PARAMS, NULL, "game"},
        {"{'game':'chess','seed':1}", AGON_RPC_ENGINE_ERROR, "unknown_game", NULL},
        {"{'game':'rock-paper-scissors'}", AGON_RPC_BAD_PARAMS, NULL, "seed"},
        {"{'game':'rock-paper-scissors','seed':'x'}", AGON_RPC_BAD_PARAMS, NULL, "seed"},
        {"{" RPS ",'config':1}", AGON_RPC_ENGINE_ERROR, "bad_config", "config"},
        {"{" RPS ",'config':{'playerIds':['a','a']}}", AGON_RPC_ENGINE_ERROR, "bad_config",
         "playerIds[1]"},
        {"{" RPS ",'seats':['human']}", AGON_RPC_ENGINE_ERROR, "bad_config", NULL},
        {"{" RPS ",'seats':['human','nobody']}", AGON_RPC_ENGINE_ERROR, "unknown_bot", NULL},
        {"{" RPS ",'seats':['human','search:ms=5']}", AGON_RPC_ENGINE_ERROR, "bad_config",
         "seats[1]"},
        {"{" RPS ",'seats':['human','search:sims=100001']}", AGON_RPC_ENGINE_ERROR, "bad_config",
         "seats[1]"},
        {"{" RPS ",'seats':['human',{'name':'x','kind':'bird'}]}", AGON_RPC_ENGINE_ERROR,
         "bad_config", "seats[1].kind"},
        {"{" RPS ",'clock':'soon'}", AGON_RPC_ENGINE_ERROR, "bad_config", "clock"},
        {"{" RPS ",'fault':1}", AGON_RPC_ENGINE_ERROR, "bad_config", "fault"},
        {"{" RPS ",'live':1}", AGON_RPC_BAD_PARAMS, NULL, "live"},
        {"{" RPS ",'viewer':'nobody'}", AGON_RPC_ENGINE_ERROR, "unknown_player", NULL},
        {"{" RPS ",'state':{}}", AGON_RPC_ENGINE_ERROR, "bad_state", "playerIds"},
        {"{'replay':'nonsense'}", AGON_RPC_ENGINE_ERROR, "bad_replay", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rpc_expect_error("open", cases[i].params, cases[i].code, cases[i].slug, cases[i].path);
    }
    rpc_expect_error("open_replay", "{'replay':'nonsense'}", AGON_RPC_ENGINE_ERROR, "bad_replay",
                     NULL);
    rpc_expect_error("open_replay", "{}", AGON_RPC_BAD_PARAMS, NULL, "replay");
    json_t *opened = rpc_result("open", "{" RPS "}");
    session_expect(opened, "session", "1"); // nothing of all that was left open
    json_decref(opened);
}

static void test_leaving(void **state) {
    (void)state;
    session_ask("open", "{'game':'entropy','seed':3,'config':{'players':['a','b','c']}}");
    json_t *left = rpc_result("leave", "{'session':1,'player':1,'viewer':0}");
    session_expect(left, "over", "false");
    json_decref(left);
    rpc_expect_error("leave", "{'session':1,'player':1}", AGON_RPC_ENGINE_ERROR, "not_your_turn",
                     "player");
    json_t *end = rpc_result("leave", "{'session':1,'player':2,'viewer':0}");
    session_expect(end, "over", "true");
    const json_t *result = session_get(session_get(end, "update"), "result");
    assert_int_equal(json_integer_value(json_array_get(session_get(result, "places"), 0)), 1);
    char *text = session_replay(1, "");
    session_check_replay(text, true);
    free(text);
    json_decref(end);
}

static void test_clocks(void **state) {
    (void)state;
    session_ask("open",
                "{" RPS ",'config':{'playerIds':['a','b']},'clock':'1+0','live':true,'now':0}");
    json_t *look = rpc_result("look", "{'session':1,'viewer':'a'}");
    session_expect(look, "deadline", "1000000");
    json_decref(look);
    session_ask("act", "{'session':1,'player':'a'," ROCK ",'now':250000}");
    json_t *asked = rpc_result("ask", "{'session':1,'player':'b','now':400000}");
    session_expect(asked, "time_left", "600000");
    json_decref(asked);
    session_ask("expire", "{'session':1,'now':999999}");
    json_t *late = rpc_result("expire", "{'session':1,'now':1000000}");
    session_expect(late, "over", "true");
    json_decref(late);
    char *text = session_replay(1, "");
    session_check_replay(text, true);
    assert_non_null(strstr(text, "\"us\":250000"));
    assert_non_null(strstr(text, "\"faults\":[{\"fault\":\"late\""));
    free(text);
}

static void test_programs_have_faults(void **state) {
    (void)state;
    session_ask("open", "{" RPS ",'fault':'retry:1','seats':[{'name':'one','kind':'program'},"
                        "{'name':'two','kind':'program'}]}");
    json_t *again =
        rpc_result("act", "{'session':1,'player':'p1','action':{'type':'choose','choice':'well'}}");
    session_expect(again, "judgement", "'again'");
    session_expect(again, "moves", "0");
    assert_non_null(strstr(json_string_value(session_get(again, "message")), "choice"));
    json_decref(again);
    json_t *asked = rpc_result("ask", "{'session':1,'player':'p1'}");
    assert_non_null(strstr(json_string_value(session_get(asked, "refused")), "choice"));
    json_decref(asked);
    json_t *moved =
        rpc_result("act", "{'session':1,'player':'p1','fault':'unparsable','reason':'no sense'}");
    session_expect(moved, "judgement", "'moved'"); // forfeited, and the rest is made at random
    session_expect(moved, "over", "true");
    json_decref(moved);
    char *text = session_replay(1, "");
    session_check_replay(text, true);
    assert_non_null(strstr(text, "\"reason\":\"no sense\""));
    assert_non_null(strstr(text, "\"forfeit\":true"));
    free(text);
}

// The rules of Entropy end the turn after an illegal action (EN-20).
static void test_the_rules_make_a_move(void **state) {
    (void)state;
    session_ask("open",
                "{'game':'entropy','seed':1,'seats':[{'name':'one','kind':'program'},'random']}");
    json_t *moved =
        rpc_result("act", "{'session':1,'player':0,'action':{'type':'attack','from':99,'to':0}}");
    session_expect(moved, "judgement", "'moved'");
    session_expect(moved, "thinking", "1");
    json_decref(moved);
    char *text = session_replay(1, ",'finish':true");
    session_check_replay(text, false);
    assert_non_null(strstr(text, "\"by\":\"rules\""));
    free(text);
}

static void test_commitments(void **state) {
    (void)state;
    char commitment[AGON_COMMITMENT_SIZE];
    char params[400];
    static const char seed[] = "00112233445566778899aabbccddeeff";
    assert_true(agon_commitment_make(seed, "salt", commitment));
    snprintf(params, sizeof params, "{'game':'rock-paper-scissors','seed':'%s','commitment':'%s'}",
             seed, commitment);
    session_ask("open", params);
    char *opened = session_replay(1, ",'finish':true,'salt':'salt'");
    session_check_replay(opened, false);
    char *closed = session_replay(1, ",'finish':true,'salt':'pepper'");
    assert_false(agon_replay_verify(closed, strlen(closed), NULL).ok);
    // A given state has no seed that a commitment could be to.
    snprintf(params, sizeof params,
             "{'game':'rock-paper-scissors','seed':1,'commitment':'%s','state':{'playerIds':['a',"
             "'b'],'choices':{'a':null,'b':null}}}",
             commitment);
    rpc_expect_error("open", params, 1, "bad_config", "commitment");
    free(opened);
    free(closed);
}

// ---------------------------------------------------------------------------------------------
// Every game

static void gather(void *user, const agon_change *change) {
    agon_text_add(user, change->lines.data, change->lines.length);
}

// What `agon match` would record: the same seats, played by the loop.
static void record_natively(const agon_codec *codec, const char *const *names, int players,
                            agon_text *text) {
    agon_seed seed = agon_seed_number(11);
    agon_table table;
    agon_match match;
    agon_seat seats[AGON_MAX_PLAYERS];
    agon_match_def def = agon_match_def_default();
    assert_int_equal(agon_table_seat(codec, players, NULL, seed, &table, NULL), AGON_OK);
    for (int p = 0; p < players; p++) {
        assert_int_equal(agon_seat_read(names[p], codec->rules, seed, p, &seats[p], NULL), AGON_OK);
    }
    def.codec = codec;
    def.game = table.game;
    def.first = table.state;
    def.seed = seed;
    def.seats = names;
    assert_int_equal(agon_match_open(&match, &def, text, NULL), AGON_OK);
    agon_loop loop = {.match = &match, .seats = seats, .on_change = gather, .user = text};
    agon_loop_start(&loop);
    assert_int_equal(agon_loop_play(&loop, NULL), AGON_OK);
    agon_match_finish(&match, NULL, text);
    agon_loop_close(&loop);
    agon_match_close(&match);
    agon_table_free(&table);
}

// Bots here make the same match, byte for byte, as the loop does; and it can be watched.
static void test_bots_play_as_elsewhere(void **state) {
    const agon_codec *codec = *state;
    static const char *const names[] = {"greedy", "random", "greedy", "random",
                                        "random", "greedy", "random", "greedy"};
    agon_sessions *sessions = agon_sessions_open();
    rpc_use(sessions);
    for (int players = codec->rules->min_players; players <= codec->rules->max_players;
         players += 3) {
        char params[400];
        int length =
            snprintf(params, sizeof params, "{'game':'%s','seed':11,'seats':[", codec->rules->id);
        for (int p = 0; p < players; p++) {
            length += snprintf(params + length, sizeof params - (size_t)length, "%s'%s'",
                               p ? "," : "", names[p]);
        }
        snprintf(params + length, sizeof params - (size_t)length, "]}");
        json_t *opened = rpc_result("open", params);
        const int id = (int)json_integer_value(session_get(opened, "session"));
        json_decref(opened);
        snprintf(params, sizeof params, "{'session':%d}", id);
        for (bool over = false; !over;) {
            json_t *moved = rpc_result("think", params);
            over = json_is_true(session_get(moved, "over"));
            json_decref(moved);
        }
        char *text = session_replay(id, "");
        agon_text wanted = {0};
        record_natively(codec, names, players, &wanted);
        assert_string_equal(text, wanted.data);
        agon_text_free(&wanted);
        free(text);
    }
    rpc_use(NULL);
    agon_sessions_close(sessions);
}

static void test_players(void **state) {
    (void)state;
    rpc_expect("players",
               "{'game':'rock-paper-scissors','state':{'playerIds':['x','y'],"
               "'choices':{'x':null,'y':null}}}",
               "{'players':['x','y']}");
    rpc_expect_error("players", "{'game':'rock-paper-scissors','state':{}}", AGON_RPC_ENGINE_ERROR,
                     "bad_state", "playerIds");
}

// A notification is carried out, but not answered.
static void test_notifications(void **state) {
    static const char open[] = "{\"jsonrpc\":\"2.0\",\"method\":\"open\",\"params\":"
                               "{\"game\":\"rock-paper-scissors\",\"seed\":1}}";
    assert_null(agon_sessions_handle(*state, open, sizeof open - 1));
    session_ask("look", "{'session':1,'viewer':'p1'}");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        SESSION_TEST(test_a_match_of_two_people),
        SESSION_TEST(test_what_is_refused_changes_nothing),
        SESSION_TEST(test_sessions_that_are_not_there),
        SESSION_TEST(test_what_cannot_be_opened),
        SESSION_TEST(test_leaving),
        SESSION_TEST(test_clocks),
        SESSION_TEST(test_programs_have_faults),
        SESSION_TEST(test_the_rules_make_a_move),
        SESSION_TEST(test_commitments),
        SESSION_TEST(test_players),
        SESSION_TEST(test_notifications),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return failed + support_run_per_game("sessions", test_bots_play_as_elsewhere, 0);
}
