// Sessions and replays: going on with one, taking moves back, watching.
#include "tests/support/support.h"

#include "tests/support/session_client.h"

// A replay as a JSON string inside of parameters; the caller's to free.
static char *with_replay(const char *text, const char *more) {
    json_t *params = support_json(more);
    json_object_set_new(params, "replay", json_string(text));
    char *dumped = json_dumps(params, JSON_COMPACT);
    json_decref(params);
    return dumped;
}

static void test_taking_back(void **state) {
    (void)state;
    session_ask("open", "{'game':'entropy','seed':5,'seats':['greedy','random']}");
    char *start = session_replay(1, "");
    for (int i = 0; i < 10; i++) {
        session_ask("think", "{'session':1}");
    }
    char *ten = session_replay(1, "");
    session_ask("think", "{'session':1}");
    json_t *back = rpc_result("undo", "{'session':1,'viewer':0}");
    session_expect(back, "moves", "10");
    session_expect(session_get(back, "update"), "previous", "null");
    session_expect(session_get(back, "update"), "events", "[]");
    json_decref(back);
    char *again = session_replay(1, "");
    assert_string_equal(again, ten);
    session_ask("undo", "{'session':1,'moves':0}");
    char *zero = session_replay(1, "");
    assert_string_equal(zero, start);
    session_play_bots();
    char *end = session_replay(1, "");
    session_check_replay(end, true);
    free(start);
    free(ten);
    free(again);
    free(zero);
    free(end);
}

static void test_going_on_with_a_replay(void **state) {
    (void)state;
    session_ask("open",
                "{'game':'entropy','seed':5,'seats':['human','random'],'config':{'max_rounds':9}}");
    session_ask("act", "{'session':1,'player':0,'action':{'type':'end_turn'}}");
    char *text = session_replay(1, "");
    char *odd = with_replay(text, "{'viewer':0,'live':7}");
    rpc_expect_error("open", odd, AGON_RPC_BAD_PARAMS, NULL, "live");
    free(odd);
    char *params = with_replay(text, "{'viewer':0}");
    json_t *opened = rpc_result("open", params);
    session_expect(opened, "session", "2");
    session_expect(opened, "moves", "1");
    session_expect(opened, "thinking", "1");
    session_expect(
        opened, "seats",
        "[{'player':0,'name':'human','kind':'person'},{'player':1,'name':'random','kind':'bot'}]");
    json_decref(opened);
    session_ask("think", "{'session':2}");
    char *more = session_replay(2, ",'finish':true");
    session_check_replay(more, false);
    assert_int_equal(strncmp(more, text, strlen(text)), 0);
    free(params);
    params = with_replay(more, "{'moves':1,'seats':['random','human']}"); // the result is left out
    session_ask("open", params);
    char *cut = session_replay(3, "");
    assert_string_equal(cut, text);
    rpc_expect_error("act", "{'session':3,'player':0,'action':{'type':'end_turn'}}",
                     AGON_RPC_ENGINE_ERROR, "not_your_turn", "player");
    session_ask("act", "{'session':3,'player':1,'action':{'type':'end_turn'}}");
    free(params);
    free(cut);
    free(more);
    free(text);
}

static void test_watching_a_replay(void **state) {
    (void)state;
    size_t length;
    char *text = support_read("tests/replays/conquest-sets.ndjson", &length);
    assert_non_null(text);
    char *params = with_replay(text, "{}");
    json_t *opened = rpc_result("open_replay", params);
    session_expect(opened, "game", "'space-conquest'");
    assert_int_equal(json_array_size(session_get(opened, "seats")), 2);
    session_expect(session_get(opened, "verdict"), "ok", "true");
    const size_t moves = json_array_size(session_get(opened, "moves"));
    assert_true(moves > 1);
    json_t *story = rpc_result("story", "{'session':1,'viewer':'p1'}");
    assert_int_equal(json_array_size(session_get(story, "events")), moves);
    json_t *before = NULL;
    for (size_t position = 0; position <= moves; position++) {
        char frame_params[100];
        snprintf(frame_params, sizeof frame_params, "{'session':1,'position':%zu,'viewer':'p1'}",
                 position);
        json_t *frame = rpc_result("frame", frame_params);
        assert_int_equal(json_integer_value(session_get(frame, "position")), position);
        if (position > 0) {
            assert_true(json_equal(session_get(frame, "previous"), session_get(before, "view")));
            assert_true(json_equal(session_get(frame, "events"),
                                   json_array_get(session_get(story, "events"), position - 1)));
        }
        json_decref(before);
        before = frame;
    }
    json_t *back = rpc_result("frame", "{'session':1,'position':0,'viewer':'p1'}");
    session_expect(back, "previous", "null");
    json_t *beyond = rpc_result("frame", "{'session':1,'position':99999,'viewer':'p1'}");
    assert_true(json_equal(session_get(beyond, "view"), session_get(before, "view")));
    rpc_expect_error("act", "{'session':1,'player':'p1','action':{}}", AGON_RPC_BAD_PARAMS, NULL,
                     "session");
    rpc_expect_error("frame", "{'session':1,'position':0,'viewer':'p9'}", AGON_RPC_ENGINE_ERROR,
                     "unknown_player", NULL);
    json_decref(beyond);
    json_decref(back);
    json_decref(before);
    json_decref(story);
    json_decref(opened);
    free(params);
    free(text);
}

// Of a damaged replay the moves before the damage can be seen.
static void test_watching_a_damaged_replay(void **state) {
    (void)state;
    session_ask("open", "{'game':'entropy','seed':5,'seats':['greedy','random']}");
    session_play_bots();
    char *text = session_replay(1, "");
    char *line = strstr(text, "{\"n\":20,");
    line[10] = line[10] == '1' ? '2' : '1';
    char *params = with_replay(text, "{}");
    json_t *opened = rpc_result("open_replay", params);
    session_expect(session_get(opened, "verdict"), "ok", "false");
    session_expect(session_get(opened, "verdict"), "line", "21");
    assert_int_equal(json_array_size(session_get(opened, "moves")), 19);
    json_t *frame = rpc_result("frame", "{'session':2,'position':19,'viewer':1}");
    session_expect(frame, "position", "19");
    json_decref(frame);
    json_decref(opened);
    free(params);
    free(text);
}

// Whoever gives up ends the match: what chance makes of the rest, for the record, nobody has played.
static void test_a_forfeit_ends_what_is_shown(void **state) {
    (void)state;
    session_ask("open", "{'game':'stellar-skirmish','seed':5,'seats':['human','human']}");
    session_ask("act", "{'session':1,'player':1,'action':{'type':'play','card':3}}");
    session_ask("act", "{'session':1,'player':2,'action':{'type':'play','card':5}}");
    json_t *shown = rpc_result("look", "{'session':1,'viewer':1}");
    json_t *left = rpc_result("leave", "{'session':1,'player':2,'viewer':1}");
    const json_t *update = session_get(left, "update");
    assert_true(
        json_equal(session_get(update, "view"), session_get(session_get(shown, "update"), "view")));
    session_expect(update, "events", "[]");
    session_expect(update, "over", "true");
    session_expect(update, "to_act", "[]");
    session_expect(update, "winners", "[1]");
    session_expect(session_get(update, "actions"), "count", "0");
    session_expect(session_get(update, "result"), "forfeits", "[2]");
    assert_true(json_integer_value(session_get(left, "moves")) > 2); // they are in the record

    char *text = session_replay(1, "");
    session_check_replay(text, true);
    char *params = with_replay(text, "{}");
    json_t *opened = rpc_result("open_replay", params);
    assert_int_equal(json_array_size(session_get(opened, "moves")), 2);
    assert_true(json_equal(session_get(opened, "recorded"), session_get(left, "moves")));
    session_expect(opened, "forfeits", "[{'player':2,'fault':'dead'}]");
    json_t *last = rpc_result("frame", "{'session':2,'position':2,'viewer':1}");
    assert_true(json_equal(session_get(last, "view"), session_get(update, "view")));
    session_expect(last, "over", "true");
    session_expect(last, "winners", "[1]");
    json_t *before = rpc_result("frame", "{'session':2,'position':1,'viewer':1}");
    session_expect(before, "over", "false");
    json_decref(before);
    json_decref(last);
    json_decref(opened);
    json_decref(left);
    json_decref(shown);
    free(params);
    free(text);
}

// Of three, one gives up and is stood in for while the others play: that is shown.
static void test_who_stands_in_while_others_play_is_shown(void **state) {
    (void)state;
    session_ask("open", "{'game':'entropy','seed':5,'seats':['human','human','human']}");
    session_ask("leave", "{'session':1,'player':1}");
    session_ask("act", "{'session':1,'player':0,'action':{'type':'end_turn'}}");
    json_t *shown = rpc_result("look", "{'session':1,'viewer':2}");
    const int64_t moves = json_integer_value(session_get(shown, "moves"));
    assert_true(moves > 1);
    json_t *left = rpc_result("leave", "{'session':1,'player':2,'viewer':0}");
    assert_true(json_equal(session_get(session_get(left, "update"), "scores"),
                           session_get(session_get(shown, "update"), "scores")));
    session_expect(session_get(left, "update"), "winners", "[0]");
    char *text = session_replay(1, "");
    char *params = with_replay(text, "{}");
    json_t *opened = rpc_result("open_replay", params);
    assert_int_equal(json_array_size(session_get(opened, "moves")), moves);
    json_decref(opened);
    json_decref(left);
    json_decref(shown);
    free(params);
    free(text);
}

// Who sees everything sees what no player does.
static void test_everything_is_a_seat_of_a_replay(void **state) {
    (void)state;
    session_ask("open", "{'game':'skirmish','seed':5,'seats':['greedy','greedy']}");
    session_play_bots();
    char *text = session_replay(1, "");
    char *params = with_replay(text, "{}");
    session_ask("open_replay", params);
    json_t *all = rpc_result("frame", "{'session':2,'position':1,'viewer':'everything'}");
    session_expect(all, "viewer", "'everything'");
    for (size_t p = 0; p < 2; p++) {
        const json_t *players = session_get(session_get(all, "view"), "players");
        assert_true(json_is_array(session_get(json_array_get(players, p), "hand")));
    }
    json_t *story = rpc_result("story", "{'session':2,'viewer':'everything'}");
    char *told = json_dumps(story, 0);
    assert_null(strstr(told, "null, null, null, null"));
    rpc_expect_error("look", "{'session':1,'viewer':'everything'}", AGON_RPC_ENGINE_ERROR,
                     "unknown_player", NULL);
    free(told);
    json_decref(story);
    json_decref(all);
    free(params);
    free(text);
}

// A match that goes on tells what happened before, but not as news.
static void test_the_log_of_a_match_that_goes_on(void **state) {
    (void)state;
    session_ask("open", "{'game':'entropy','seed':5,'seats':['human','greedy']}");
    session_ask("act", "{'session':1,'player':0,'action':{'type':'end_turn'},'viewer':0}");
    json_t *log = rpc_result("log", "{'session':1,'viewer':0}");
    assert_true(json_array_size(session_get(log, "events")) > 0);
    char *text = session_replay(1, "");
    char *params = with_replay(text, "{'viewer':0}");
    json_t *opened = rpc_result("open", params);
    session_expect(session_get(opened, "update"), "events", "[]");
    json_t *again = rpc_result("log", "{'session':2,'viewer':0}");
    assert_true(json_equal(again, log));
    json_decref(again);
    json_decref(opened);
    json_decref(log);
    free(params);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        SESSION_TEST(test_taking_back),
        SESSION_TEST(test_going_on_with_a_replay),
        SESSION_TEST(test_watching_a_replay),
        SESSION_TEST(test_watching_a_damaged_replay),
        SESSION_TEST(test_a_forfeit_ends_what_is_shown),
        SESSION_TEST(test_who_stands_in_while_others_play_is_shown),
        SESSION_TEST(test_everything_is_a_seat_of_a_replay),
        SESSION_TEST(test_the_log_of_a_match_that_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
