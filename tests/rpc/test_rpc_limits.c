// What a text may cost where strangers ask: bytes, simulations, requests, time.
#include "tests/support/support.h"

#include "agon/rpc.h"

#include <stdlib.h>
#include <string.h>

#define ENTROPY "\"game\":\"entropy\""

// Makes a batch of `count` requests from one, whose id is its number.
static char *batch_of(const char *method, const char *params, int count) {
    agon_text text = {0};
    agon_text_puts(&text, "[");
    for (int i = 0; i < count; i++) {
        agon_text_printf(&text, "%s{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":%s}",
                         i ? "," : "", i, method, params);
    }
    agon_text_puts(&text, "]");
    assert_false(text.failed);
    return text.data;
}

static json_t *answer_to(const agon_rpc_limits *limits, const char *text, size_t *length) {
    char *answer = agon_rpc_handle_within(limits, NULL, text, strlen(text));
    assert_non_null(answer);
    if (length) {
        *length = strlen(answer);
    }
    json_t *json = json_loads(answer, 0, NULL);
    assert_non_null(json);
    free(answer);
    return json;
}

// How many of a batch's answers are results; the others must be refused as over a limit.
static size_t count_results(json_t *answers) {
    size_t results = 0;
    assert_true(json_array_size(answers) > 0);
    for (size_t i = 0; i < json_array_size(answers); i++) {
        json_t *item = json_array_get(answers, i);
        assert_int_equal(json_integer_value(json_object_get(item, "id")), i);
        json_t *error = json_object_get(item, "error");
        results += !error;
        if (error) {
            assert_int_equal(json_integer_value(json_object_get(error, "code")),
                             AGON_RPC_OVER_LIMIT);
        }
    }
    return results;
}

// A short request with a long answer, many times over.
static void test_bytes(void **unused) {
    (void)unused;
    const agon_rpc_limits limits = {.answer = 100000};
    char *batch = batch_of("games", "{}", 900);
    size_t length;
    json_t *answers = answer_to(&limits, batch, &length);
    const size_t results = count_results(answers);
    assert_true(results > 2 && results < 100);
    assert_true(length < 100000 + 900 * 200); // refusals are short
    json_decref(answers);
    // What is within the limit is the same without one.
    char *alone = batch_of("games", "{}", 2);
    char *limited = agon_rpc_handle_within(&limits, NULL, alone, strlen(alone));
    char *free_of = agon_rpc_handle(alone, strlen(alone));
    assert_string_equal(limited, free_of);
    free(limited);
    free(free_of);
    free(alone);
    free(batch);
}

// One request whose answer alone is too long: it stops where the limit is, and says so.
static void test_one_long_answer(void **unused) {
    (void)unused;
    static const char first[] = "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"init\",\"params\":"
                                "{\"game\":\"stellar-skirmish\",\"config\":{\"seed\":5}}}";
    json_t *made = answer_to(NULL, first, NULL);
    char *state = json_dumps(json_object_get(json_object_get(made, "result"), "state"), 0);
    assert_non_null(state);
    agon_text params = {0};
    agon_text_printf(&params, "{\"game\":\"stellar-skirmish\",\"state\":%s,\"player\":%s}", state,
                     "\"player1\"");
    char *batch = batch_of("actions", params.data, 1);
    size_t whole = 0;
    json_t *all = answer_to(NULL, batch, &whole);
    if (!json_object_get(json_array_get(all, 0), "error")) {
        const agon_rpc_limits limits = {.answer = whole / 2};
        json_t *cut = answer_to(&limits, batch, NULL);
        assert_int_equal(count_results(cut), 0);
        json_decref(cut);
        const agon_rpc_limits enough = {.answer = whole};
        json_t *same = answer_to(&enough, batch, NULL);
        assert_true(json_equal(same, all));
        json_decref(same);
    } else {
        fail_msg("%s", json_dumps(all, 0));
    }
    json_decref(all);
    json_decref(made);
    free(batch);
    free(state);
    agon_text_free(&params);
}

// The view of the one who acts in a fresh match of Entropy, as the parameters of `bot`.
static char *bot_params(int simulations) {
    agon_text text = {0};
    static const char first[] =
        "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"init\",\"params\":{" ENTROPY
        ",\"config\":{\"seed\":5}}}";
    json_t *made = answer_to(NULL, first, NULL);
    char *state = json_dumps(json_object_get(json_object_get(made, "result"), "state"), 0);
    agon_text_printf(&text,
                     "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"view\",\"params\":{" ENTROPY
                     ",\"state\":%s,\"viewer\":0}}",
                     state);
    json_t *seen = answer_to(NULL, text.data, NULL);
    char *view = json_dumps(json_object_get(json_object_get(seen, "result"), "view"), 0);
    assert_non_null(view);
    text.length = 0;
    agon_text_printf(&text, "{" ENTROPY ",\"view\":%s,\"viewer\":0,\"bot\":\"search\",\"seed\":1",
                     view);
    if (simulations > 0) {
        agon_text_printf(&text, ",\"simulations\":%d", simulations);
    }
    agon_text_puts(&text, "}");
    free(view);
    free(state);
    json_decref(seen);
    json_decref(made);
    return text.data;
}

static void test_simulations(void **unused) {
    (void)unused;
    const agon_rpc_limits limits = {.simulations = 250};
    char *params = bot_params(100);
    char *batch = batch_of("bot", params, 5);
    json_t *answers = answer_to(&limits, batch, NULL);
    assert_int_equal(count_results(answers), 2);
    // And they are the same answers.
    json_t *all = answer_to(NULL, batch, NULL);
    assert_true(json_equal(json_array_get(all, 1), json_array_get(answers, 1)));
    json_decref(all);
    json_decref(answers);
    free(batch);
    free(params);
    // Without a number the bot's own counts.
    params = bot_params(0);
    batch = batch_of("bot", params, 1);
    answers = answer_to(&limits, batch, NULL);
    assert_int_equal(count_results(answers), 0);
    json_decref(answers);
    free(batch);
    free(params);
}

static void test_batches(void **unused) {
    (void)unused;
    const agon_rpc_limits limits = {.batch = 3};
    char *batch = batch_of("facts", "{" ENTROPY "}", 4);
    json_t *answer = answer_to(&limits, batch, NULL);
    assert_int_equal(json_integer_value(json_object_get(json_object_get(answer, "error"), "code")),
                     AGON_RPC_NOT_A_REQUEST);
    json_decref(answer);
    free(batch);
    batch = batch_of("facts", "{" ENTROPY "}", 3);
    answer = answer_to(&limits, batch, NULL);
    assert_int_equal(count_results(answer), 3);
    json_decref(answer);
    free(batch);
}

// Gives up after it has been asked so many times.
typedef struct patience {
    int asked, most;
} patience;

static bool is_out(void *user) {
    patience *p = user;
    return ++p->asked > p->most;
}

// A bot that would think for minutes stops soon after it is given up, and so does all that follows.
static void test_giving_up(void **unused) {
    (void)unused;
    patience p = {0, 50};
    const agon_rpc_limits limits = {.is_given_up = is_out, .user = &p};
    char *params = bot_params(100000);
    char *batch = batch_of("bot", params, 100);
    json_t *answers = answer_to(&limits, batch, NULL);
    assert_int_equal(count_results(answers), 0);
    assert_true(p.asked > 50 && p.asked < 50 + 100 + 10);
    json_decref(answers);
    free(batch);
    free(params);
    // With patience the question does not change the answer.
    p = (patience){0, 1 << 30};
    params = bot_params(300);
    batch = batch_of("bot", params, 1);
    answers = answer_to(&limits, batch, NULL);
    json_t *same = answer_to(NULL, batch, NULL);
    assert_true(json_equal(answers, same));
    assert_true(p.asked > 2);
    json_decref(same);
    json_decref(answers);
    free(batch);
    free(params);
}

// Verifying a long replay is given up between its lines.
static void test_giving_up_a_replay(void **unused) {
    (void)unused;
    char *replay = support_read("tests/replays/entropy-8.ndjson", NULL);
    json_t *request = json_pack("{s:s,s:i,s:s,s:{s:s}}", "jsonrpc", "2.0", "id", 0, "method",
                                "replay_verify", "params", "replay", replay);
    char *text = json_dumps(request, 0);
    patience p = {0, 5};
    const agon_rpc_limits limits = {.is_given_up = is_out, .user = &p};
    json_t *answer = answer_to(&limits, text, NULL);
    assert_int_equal(json_integer_value(json_object_get(json_object_get(answer, "error"), "code")),
                     AGON_RPC_OVER_LIMIT);
    assert_int_equal(p.asked, 5 + 2); // once at the line where it stops, once to say so
    json_decref(answer);
    json_decref(request);
    free(text);
    free(replay);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bytes),       cmocka_unit_test(test_one_long_answer),
        cmocka_unit_test(test_simulations), cmocka_unit_test(test_batches),
        cmocka_unit_test(test_giving_up),   cmocka_unit_test(test_giving_up_a_replay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
