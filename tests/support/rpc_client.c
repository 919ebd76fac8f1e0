// A client for tests of the RPC handler. See rpc_client.h.
#include "tests/support/rpc_client.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

const struct agon_codec *const *rpc_games;

// A copy with ' as ".
static char *with_quotes(const char *text) {
    const size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    assert_non_null(copy);
    memcpy(copy, text, size);
    for (char *at = copy; *at; at++) {
        *at = *at == '\'' ? '"' : *at;
    }
    return copy;
}

static json_t *load(const char *text) {
    json_error_t error;
    json_t *json = json_loads(text, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, &error);
    if (!json) {
        fail_msg("not JSON (%s): %s", error.text, text);
    }
    return json;
}

// What is asked; NULL: the engine itself.
static agon_sessions *sessions;

void rpc_use(agon_sessions *used) {
    sessions = used;
}

// Asks, and checks what every response has.
static json_t *ask(const char *request, size_t length) {
    char *answer = sessions ? agon_sessions_handle(sessions, request, length)
                            : agon_rpc_handle_games(rpc_games, request, length);
    assert_non_null(answer);
    assert_null(strchr(answer, '\n'));
    json_t *response = load(answer);
    free(answer);
    assert_string_equal(json_string_value(json_object_get(response, "jsonrpc")), "2.0");
    assert_int_equal(json_object_size(response), 3);
    return response;
}

static json_t *call(const char *method, const char *params) {
    char *quoted = with_quotes(params);
    const size_t size = strlen(quoted) + strlen(method) + 100;
    char *request = malloc(size);
    assert_non_null(request);
    snprintf(request, size, "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"%s\",\"params\":%s}",
             method, quoted);
    json_t *response = ask(request, strlen(request));
    assert_int_equal(json_integer_value(json_object_get(response, "id")), 7);
    free(request);
    free(quoted);
    return response;
}

static void fail_with(const char *what, json_t *response) {
    char *text = json_dumps(response, JSON_COMPACT);
    fail_msg("%s: %s", what, text);
}

json_t *rpc_result(const char *method, const char *params) {
    json_t *response = call(method, params);
    json_t *result = json_incref(json_object_get(response, "result"));
    if (!result) {
        fail_with("an error instead of a result", response);
    }
    json_decref(response);
    return result;
}

void rpc_expect(const char *method, const char *params, const char *result) {
    json_t *actual = rpc_result(method, params);
    char *quoted = with_quotes(result);
    json_t *expected = load(quoted);
    if (!json_equal(actual, expected)) {
        char *text = json_dumps(actual, JSON_ENCODE_ANY | JSON_COMPACT);
        fail_msg("%s: expected %s, got %s", method, quoted, text);
    }
    json_decref(expected);
    json_decref(actual);
    free(quoted);
}

static void check_string(json_t *response, const json_t *data, const char *key,
                         const char *expected) {
    const json_t *value = json_object_get(data, key);
    const char *text = json_string_value(value);
    const bool fits = expected ? text && strcmp(text, expected) == 0 : json_is_null(value);
    if (!fits) {
        fail_with(key, response);
    }
}

void rpc_expect_error(const char *method, const char *params, int code, const char *slug,
                      const char *path) {
    json_t *response = call(method, params);
    json_t *error = json_object_get(response, "error");
    if (json_integer_value(json_object_get(error, "code")) != code) {
        fail_with("another error was expected", response);
    }
    assert_true(json_string_length(json_object_get(error, "message")) > 0);
    if (code == AGON_RPC_ENGINE_ERROR || code == AGON_RPC_BAD_PARAMS) {
        const json_t *data = json_object_get(error, "data");
        assert_int_equal(json_object_size(data), 2);
        check_string(response, data, "slug", slug);
        check_string(response, data, "path", path);
    } else {
        assert_null(json_object_get(error, "data"));
    }
    json_decref(response);
}

void rpc_expect_text(const char *request, const char *answer) {
    char *quoted = with_quotes(request);
    char *actual = agon_rpc_handle_games(rpc_games, quoted, strlen(quoted));
    if (answer) {
        char *expected = with_quotes(answer);
        assert_non_null(actual);
        assert_string_equal(actual, expected);
        free(expected);
    } else {
        assert_null(actual);
    }
    free(actual);
    free(quoted);
}

void rpc_expect_refusal(const char *request, size_t length, int code) {
    json_t *response = ask(request, length);
    assert_true(json_is_null(json_object_get(response, "id")));
    json_t *error = json_object_get(response, "error");
    if (json_integer_value(json_object_get(error, "code")) != code) {
        fail_with("another error was expected", response);
    }
    json_decref(response);
}
