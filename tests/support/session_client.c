// What tests of sessions share. See session_client.h.
#include "tests/support/support.h"

#include "agon/replay.h"
#include "tests/support/session_client.h"

int session_set_up(void **state) {
    *state = agon_sessions_open();
    rpc_use(*state);
    return *state ? 0 : -1;
}

int session_tear_down(void **state) {
    rpc_use(NULL);
    agon_sessions_close(*state);
    return 0;
}

const json_t *session_get(const json_t *object, const char *key) {
    return json_object_get(object, key);
}

// Compares a member with JSON text.
void session_expect(const json_t *object, const char *key, const char *text) {
    json_t *wanted = support_json(text);
    const json_t *actual = session_get(object, key);
    if (!json_equal(actual, wanted)) {
        char *found = actual ? json_dumps(actual, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;
        fail_msg("%s: expected %s, got %s", key, text, found ? found : "nothing");
    }
    json_decref(wanted);
}

// Asks, and forgets the answer.
void session_ask(const char *method, const char *params) {
    json_decref(rpc_result(method, params));
}

// The lines of a session's replay; the caller's to free.
char *session_replay(int session, const char *more) {
    char params[200];
    snprintf(params, sizeof params, "{'session':%d%s}", session, more);
    json_t *result = rpc_result("replay", params);
    const char *text = json_string_value(session_get(result, "replay"));
    assert_non_null(text);
    char *copy = malloc(strlen(text) + 1);
    assert_non_null(copy);
    strcpy(copy, text);
    json_decref(result);
    return copy;
}

void session_check_replay(const char *text, bool is_over) {
    agon_replay_verdict verdict = agon_replay_verify(text, strlen(text), NULL);
    if (!verdict.ok) {
        fail_msg("line %u: %s", verdict.line, verdict.reason);
    }
    assert_true((strstr(text, "\"result\":{\"over\":true") != NULL) == is_over);
}

void session_play_bots(void) {
    for (bool over = false; !over;) {
        json_t *moved = rpc_result("think", "{'session':1}");
        over = json_is_true(session_get(moved, "over"));
        json_decref(moved);
    }
}
