// The nth allocation fails in sessions: no crash, nothing lost, and what was refused did not happen.
#include "tests/support/support.h"

#include "agon/replay.h"
#include "agon/session.h"
#include "tests/support/memory.h"

#define CALL(method, params)                                                                       \
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" method "\",\"params\":{" params "}}"
#define OPEN                                                                                       \
    CALL("open", "\"game\":\"stellar-skirmish\",\"seed\":7,\"seats\":[\"human\",\"random\"],"      \
                 "\"config\":{\"player_count\":2},\"clock\":\"5+1\",\"live\":true,\"now\":0,"      \
                 "\"viewer\":1")
#define LOOK CALL("look", "\"session\":1,\"viewer\":1")
#define REPLAY CALL("replay", "\"session\":1,\"finish\":true")

static const char *const requests[] = {
    OPEN,
    LOOK,
    CALL("act", "\"session\":1,\"player\":1,\"now\":5,\"action\":{\"type\":\"play\",\"card\":3}"),
    CALL("think", "\"session\":1,\"now\":6,\"viewer\":1"),
    CALL("actions", "\"session\":1,\"player\":1"),
    CALL("ask", "\"session\":1,\"player\":1,\"now\":7"),
    CALL("undo", "\"session\":1,\"viewer\":\"spectator\""),
    CALL("think", "\"session\":1"),
    CALL("expire", "\"session\":1,\"now\":9"),
    REPLAY,
    CALL("leave", "\"session\":1,\"player\":1,\"viewer\":1"),
    LOOK,
};

static bool is_no_memory(const char *answer) {
    return !answer || strstr(answer, "\"slug\":\"no_memory\"");
}

static long moves_of(const char *answer) {
    const char *at = strstr(answer, "\"moves\":");
    return at ? strtol(at + 8, NULL, 10) : -1;
}

static char *handle(agon_sessions *sessions, const char *request) {
    return agon_sessions_handle(sessions, request, strlen(request));
}

// Asks again until it is answered, since what could not be done may be tried again; a move that was
// made although the answer was lost is not made twice. Returns the answer.
static char *insist(agon_sessions *sessions, const char *request, char *answer) {
    if (!is_no_memory(answer)) {
        return answer;
    }
    free(answer);
    return handle(sessions, request);
}

static long look_moves(agon_sessions *sessions) {
    char *answer = handle(sessions, LOOK);
    long moves = moves_of(answer);
    free(answer);
    return moves;
}

// Whether a request got through: answered, or its move was made although the answer was lost.
static void check_request(agon_sessions *sessions, const char *request, long nth, bool *failed) {
    const bool is_open = strcmp(request, OPEN) != 0;
    const long before = is_open ? look_moves(sessions) : -1;
    memory_watch(nth, nth);
    char *answer = handle(sessions, request);
    memory_unwatch();
    *failed = is_no_memory(answer);
    if (*failed && is_open && look_moves(sessions) != before) {
        free(answer); // it has happened
        return;
    }
    answer = insist(sessions, request, answer);
    assert_non_null(answer);
    if (strstr(answer, "\"error\"")) {
        fail_msg("without allocation %ld of %s: %s", nth, request, answer);
    }
    free(answer);
}

static void run_all(long request_number, long nth, char **replay, bool *failed) {
    agon_sessions *sessions = agon_sessions_open();
    assert_non_null(sessions);
    *failed = false;
    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++) {
        if ((long)i == request_number) {
            check_request(sessions, requests[i], nth, failed);
            continue;
        }
        char *answer = handle(sessions, requests[i]);
        assert_non_null(answer);
        assert_null(strstr(answer, "\"error\""));
        free(answer);
    }
    *replay = handle(sessions, REPLAY);
    agon_sessions_close(sessions);
}

// Every allocation of every request fails once; the match comes out as if nothing had been.
static void test_every_request(void **state) {
    (void)state;
    if (!memory_is_watched()) {
        skip();
    }
    char *wanted = NULL;
    bool failed;
    run_all(-1, -1, &wanted, &failed);
    const long count = sizeof requests / sizeof requests[0];
    for (long i = 0; i < count; i++) {
        long failures = 0;
        for (long nth = 0;; nth++) {
            char *replay = NULL;
            const long blocks = memory_blocks();
            run_all(i, nth, &replay, &failed);
            assert_string_equal(replay, wanted);
            free(replay);
            assert_int_equal(memory_blocks(), blocks);
            failures += failed;
            if (!failed && nth > 150) {
                break;
            }
        }
        assert_true(failures > 0);
    }
    free(wanted);
}

static void test_replays(void **state) {
    (void)state;
    if (!memory_is_watched()) {
        skip();
    }
    size_t length;
    char *text = support_read("tests/replays/entropy-illegal.ndjson", &length);
    json_t *document = json_pack("{s:s,s:i,s:s,s:{s:s}}", "jsonrpc", "2.0", "id", 1, "method",
                                 "open_replay", "params", "replay", text);
    char *request = json_dumps(document, JSON_COMPACT);
    long failures = 0;
    for (long nth = 0; nth < 3000; nth += 1 + nth / 50) {
        const long blocks = memory_blocks();
        agon_sessions *sessions = agon_sessions_open();
        memory_watch(nth, nth);
        char *answer = handle(sessions, request);
        memory_unwatch();
        failures += is_no_memory(answer);
        answer = insist(sessions, request, answer);
        assert_non_null(strstr(answer, "\"session\":1,"));
        assert_non_null(strstr(answer, "\"ok\":true"));
        free(answer);
        agon_sessions_close(sessions);
        assert_int_equal(memory_blocks(), blocks);
    }
    assert_true(failures > 50);
    free(request);
    json_decref(document);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_request),
        cmocka_unit_test(test_replays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
