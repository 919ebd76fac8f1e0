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

int main(void) {
    const struct CMUnitTest tests[] = {
        SESSION_TEST(test_taking_back),
        SESSION_TEST(test_going_on_with_a_replay),
        SESSION_TEST(test_watching_a_replay),
        SESSION_TEST(test_watching_a_damaged_replay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
