// The JSON-RPC 2.0 side of the handler: ids, notifications, batches, errors, bounds.
#include "tests/support/rpc_client.h"

#include "agon/codec.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define NOT_A_REQUEST(id, message)                                                                 \
    "{'jsonrpc':'2.0','id':" id ",'error':{'code':-32600,'message':'" message "'}}"
#define NO_METHOD(id)                                                                              \
    "{'jsonrpc':'2.0','id':" id ",'error':{'code':-32601,'message':'there is no such method'}}"

static void test_ids_come_back(void **state) {
    (void)state;
    static const char *const ids[] = {"1",
                                      "-5",
                                      "0",
                                      "1.5",
                                      "'x'",
                                      "''",
                                      "null",
                                      "'\\u0001\\n'",
                                      "9223372036854775807",
                                      "-9223372036854775808"};
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        char request[200];
        char answer[200];
        snprintf(request, sizeof request, "{'jsonrpc':'2.0','id':%s,'method':'nothing'}", ids[i]);
        snprintf(answer, sizeof answer, NO_METHOD("%s"), ids[i]);
        rpc_expect_text(request, answer);
    }
    rpc_expect_text("{'jsonrpc':'2.0','id':'h\xc3\xa9\xf0\x9f\x98\x80','method':'nothing'}",
                    NO_METHOD("'h\xc3\xa9\xf0\x9f\x98\x80'"));
}

static void test_ids_that_cannot_come_back(void **state) {
    (void)state;
    static const char *const ids[] = {"true", "[1]", "{}", "123456789012345678901", "1e999"};
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        char request[200];
        snprintf(request, sizeof request, "{'jsonrpc':'2.0','id':%s,'method':'games'}", ids[i]);
        rpc_expect_text(request, NOT_A_REQUEST("null", "id must be a string, a number or null"));
    }
}

static void test_notifications_are_not_answered(void **state) {
    (void)state;
    rpc_expect_text("{'jsonrpc':'2.0','method':'games'}", NULL);
    rpc_expect_text("{'jsonrpc':'2.0','method':'nothing'}", NULL);
    rpc_expect_text("{'jsonrpc':'2.0','method':'init','params':5}", NULL);
    rpc_expect_text("{'jsonrpc':'2.0','method':'init','params':{'game':'chess'}}", NULL);
}

static void test_what_is_not_a_request(void **state) {
    (void)state;
    rpc_expect_text("5", NOT_A_REQUEST("null", "a request is an object"));
    rpc_expect_text("'games'", NOT_A_REQUEST("null", "a request is an object"));
    rpc_expect_text("null", NOT_A_REQUEST("null", "a request is an object"));
    rpc_expect_text("{'id':3}", NOT_A_REQUEST("3", "jsonrpc must be \\'2.0\\'"));
    rpc_expect_text("{'id':3,'method':'games'}", NOT_A_REQUEST("3", "jsonrpc must be \\'2.0\\'"));
    rpc_expect_text("{'jsonrpc':2.0,'id':3,'method':'games'}",
                    NOT_A_REQUEST("3", "jsonrpc must be \\'2.0\\'"));
    rpc_expect_text("{'jsonrpc':'1.0','method':'games'}",
                    NOT_A_REQUEST("null", "jsonrpc must be \\'2.0\\'"));
    rpc_expect_text("{'jsonrpc':'2.0','id':3}", NOT_A_REQUEST("3", "method must be a string"));
    rpc_expect_text("{'jsonrpc':'2.0','id':'a','method':1,'params':'bar'}",
                    NOT_A_REQUEST("'a'", "method must be a string"));
    rpc_expect_text("{'foo':'boo'}", NOT_A_REQUEST("null", "jsonrpc must be \\'2.0\\'"));
}

static void test_methods_have_exact_names(void **state) {
    (void)state;
    static const char *const names[] = {"", "Games", "games ", "rpc.games", "init\\u00e9"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        rpc_expect_error(names[i], "{}", AGON_RPC_NO_METHOD, NULL, NULL);
    }
}

static void test_params_go_by_name(void **state) {
    (void)state;
    rpc_expect_error("games", "[1]", AGON_RPC_BAD_PARAMS, NULL, NULL);
    rpc_expect_error("games", "5", AGON_RPC_BAD_PARAMS, NULL, NULL);
    rpc_expect_error("init", "'rock-paper-scissors'", AGON_RPC_BAD_PARAMS, NULL, NULL);
    rpc_expect_error("init", "['rock-paper-scissors']", AGON_RPC_BAD_PARAMS, NULL, NULL);
    rpc_expect_error("init", "[]", AGON_RPC_BAD_PARAMS, NULL, "game");
    json_decref(rpc_result("games", "[]"));
    json_decref(rpc_result("games", "{'more':1}"));
}

static void test_bad_json(void **state) {
    (void)state;
    static const char *const texts[] = {"",
                                        " ",
                                        "{",
                                        "}",
                                        "{\"jsonrpc\":\"2.0\"",
                                        "[1,",
                                        "nul",
                                        "{'a':1}",
                                        "{\"id\":1,}",
                                        "{\"id\":01}",
                                        "{\"id\":1} x",
                                        "{\"id\":1}{\"id\":2}",
                                        "{\"id\":1,\"id\":1}",
                                        "\"\xff\"",
                                        "\"\xc3\"",
                                        "\"\\u0000\"",
                                        "\"\\ud800\"",
                                        "NaN",
                                        "\"a\nb\""};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        rpc_expect_refusal(texts[i], strlen(texts[i]), AGON_RPC_BAD_JSON);
    }
    static const char with_nul[] = "{\"jsonrpc\":\"2.0\",\0\"id\":1}";
    rpc_expect_refusal(with_nul, sizeof with_nul - 1, AGON_RPC_BAD_JSON);
}

static void test_depth_is_bounded(void **state) {
    (void)state;
    char text[400];
    memset(text, '[', 200);
    memset(text + 200, ']', 200);
    rpc_expect_refusal(text, 400, AGON_RPC_BAD_JSON);
    rpc_expect_refusal(text, 100, AGON_RPC_BAD_JSON);
}

// A request padded with spaces to a length, in memory of exactly that length.
static char *padded(size_t length) {
    static const char request[] = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"nothing\"}";
    char *text = malloc(length);
    assert_non_null(text);
    memset(text, ' ', length);
    memcpy(text, request, sizeof request - 1);
    return text;
}

static void test_length_is_bounded(void **state) {
    (void)state;
    char *text = padded(AGON_RPC_MAX_REQUEST + 1);
    rpc_expect_refusal(text, AGON_RPC_MAX_REQUEST + 1, AGON_RPC_NOT_A_REQUEST);
    free(text);
    text = padded(AGON_RPC_MAX_REQUEST);
    char *answer = agon_rpc_handle(text, AGON_RPC_MAX_REQUEST);
    assert_non_null(answer);
    assert_non_null(strstr(answer, "-32601"));
    free(answer);
    free(text);
}

static void test_batches(void **state) {
    (void)state;
    rpc_expect_text("[]", NOT_A_REQUEST("null", "a batch holds at least one request"));
    rpc_expect_text("[1]", "[" NOT_A_REQUEST("null", "a request is an object") "]");
    rpc_expect_text("[[]]", "[" NOT_A_REQUEST("null", "a request is an object") "]");
    rpc_expect_text("[{'jsonrpc':'2.0','method':'games'},{'jsonrpc':'2.0','method':'x'}]", NULL);
    // Answers in the order of the requests, nothing for the notification.
    rpc_expect_text(
        "[{'jsonrpc':'2.0','id':2,'method':'x'},{'jsonrpc':'2.0','method':'x'},true,"
        "{'jsonrpc':'2.0','id':'b','method':'init','params':{'game':'chess'}}]",
        "[" NO_METHOD("2") "," NOT_A_REQUEST(
            "null",
            "a request is an object") ","
                                      "{'jsonrpc':'2.0','id':'b','error':{'code':1,'message':'there is no such game',"
                                      "'data':{'slug':'unknown_game','path':null}}}]");
}

// A batch of `count` numbers.
static char *batch_of_numbers(size_t count) {
    char *text = malloc(2 * count + 2);
    assert_non_null(text);
    text[0] = '[';
    for (size_t i = 0; i < count; i++) {
        text[2 * i + 1] = '1';
        text[2 * i + 2] = ',';
    }
    text[2 * count] = ']';
    text[2 * count + 1] = '\0';
    return text;
}

static void test_batches_are_bounded(void **state) {
    (void)state;
    char *text = batch_of_numbers(AGON_RPC_MAX_BATCH + 1);
    rpc_expect_refusal(text, strlen(text), AGON_RPC_NOT_A_REQUEST);
    free(text);
    text = batch_of_numbers(AGON_RPC_MAX_BATCH);
    char *answer = agon_rpc_handle(text, strlen(text));
    json_t *responses = json_loads(answer, 0, NULL);
    assert_int_equal(json_array_size(responses), AGON_RPC_MAX_BATCH);
    json_decref(responses);
    free(answer);
    free(text);
}

// A good request in which a few bytes are changed.
static size_t mutate(agon_rng *rng, char *text, size_t size) {
    static const char request[] =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"apply\",\"params\":{\"game\":"
        "\"rock-paper-scissors\",\"state\":{\"choices\":{\"p1\":null,\"p2\":\"rock\"},"
        "\"playerIds\":[\"p1\",\"p2\"]},\"player\":\"p1\",\"action\":{\"type\":\"choose\","
        "\"choice\":\"paper\"},\"rolls\":[]}}";
    static const char bytes[] = "{}[]\",:0123456789.-eE \\ntrufals\xff\x01\x80pabc";
    assert_true(sizeof request <= size);
    memcpy(text, request, sizeof request - 1);
    for (uint32_t n = 1 + agon_uniform(rng, 4); n > 0; n--) {
        text[agon_uniform(rng, sizeof request - 1)] = bytes[agon_uniform(rng, sizeof bytes - 1)];
    }
    return agon_uniform(rng, 4) ? sizeof request - 1 : agon_uniform(rng, sizeof request);
}

static bool is_known_code(json_int_t code) {
    return code == AGON_RPC_ENGINE_ERROR || code == AGON_RPC_BAD_JSON ||
           code == AGON_RPC_NOT_A_REQUEST || code == AGON_RPC_NO_METHOD ||
           code == AGON_RPC_BAD_PARAMS;
}

// Whatever comes in, what goes out is one response with either a result or a known error.
static void test_ten_thousand_damaged_requests(void **state) {
    (void)state;
    agon_rng rng = agon_rng_make(agon_seed_number(7));
    size_t errors = 0;
    for (int i = 0; i < 10000; i++) {
        char text[512];
        const size_t length = mutate(&rng, text, sizeof text);
        char *answer = agon_rpc_handle(text, length);
        if (!answer) {
            continue; // its id was lost: a notification
        }
        json_t *response = json_loads(answer, 0, NULL);
        const json_t *error = json_object_get(response, "error");
        assert_true((error != NULL) != (json_object_get(response, "result") != NULL));
        assert_true(!error || is_known_code(json_integer_value(json_object_get(error, "code"))));
        errors += error != NULL;
        json_decref(response);
        free(answer);
    }
    assert_in_range(errors, 5000, 9999);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ids_come_back),
        cmocka_unit_test(test_ids_that_cannot_come_back),
        cmocka_unit_test(test_notifications_are_not_answered),
        cmocka_unit_test(test_what_is_not_a_request),
        cmocka_unit_test(test_methods_have_exact_names),
        cmocka_unit_test(test_params_go_by_name),
        cmocka_unit_test(test_bad_json),
        cmocka_unit_test(test_depth_is_bounded),
        cmocka_unit_test(test_length_is_bounded),
        cmocka_unit_test(test_batches),
        cmocka_unit_test(test_batches_are_bounded),
        cmocka_unit_test(test_ten_thousand_damaged_requests),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
