// Heads of requests: what is understood, and what is refused rather than guessed.
#include "tests/support/support.h"

#include "apps/server/net/http.h"

#include <stdlib.h>
#include <string.h>

// Parses a copy that ends exactly where the text ends, so that tools see every byte read beyond it.
static int parse(const char *text, agon_http_head *head, char **memory) {
    const size_t length = strlen(text);
    *memory = malloc(length);
    assert_non_null(*memory);
    memcpy(*memory, text, length);
    assert_int_equal(agon_http_head_length(*memory, length, 0), length);
    return agon_http_head_parse(*memory, length, head);
}

static void check_refused(const char *text, int status) {
    agon_http_head head;
    char *memory;
    const int got = parse(text, &head, &memory);
    free(memory);
    if (got != status) {
        print_message("'%s'\n", text);
    }
    assert_int_equal(got, status);
}

static void check_path(const char *target, const char *path) {
    char text[600];
    agon_http_head head;
    char *memory;
    snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: x\r\n\r\n", target);
    const int status = parse(text, &head, &memory);
    if (path) {
        assert_int_equal(status, 0);
        assert_string_equal(head.path, path);
    } else {
        assert_int_equal(status, 400);
    }
    free(memory);
}

static void test_good_request(void **unused) {
    (void)unused;
    agon_http_head head;
    char *memory;
    assert_int_equal(
        parse("POST /api/matches?a=%20b HTTP/1.1\r\nhost: h:1\r\nContent-Length:  12 \r\n"
              "ORIGIN: http://h:1\r\nAuthorization: Bearer abc\r\nX-Forwarded-For: a\r\n"
              "X-Forwarded-For: b\r\nAccept-Encoding: br, gzip\r\nUnknown:\r\n\r\n",
              &head, &memory),
        0);
    assert_string_equal(head.method, "POST");
    assert_string_equal(head.path, "/api/matches");
    assert_string_equal(head.query, "a=%20b");
    assert_string_equal(head.host, "h:1");
    assert_string_equal(head.origin, "http://h:1");
    assert_string_equal(agon_http_bearer(head.authorization), "abc");
    assert_string_equal(head.forwarded_for, "b");
    assert_int_equal(head.content_length, 12);
    assert_true(head.keeps_alive && head.accepts_gzip && !head.wants_upgrade && !head.is_old);
    free(memory);
}

static void test_connection(void **unused) {
    (void)unused;
    static const struct {
        const char *text;
        bool keeps_alive, upgrades;
    } cases[] = {
        {"GET / HTTP/1.0\r\n\r\n", false, false},
        {"GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", true, false},
        {"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", false, false},
        {"GET / HTTP/1.1\r\nHost: x\r\nConnection: a, Close\r\n\r\n", false, false},
        {"GET / HTTP/1.1\r\nHost: x\r\nConnection: keep-alive, Upgrade\r\nUpgrade: WebSocket\r\n\r\n",
         true, true},
        {"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n\r\n", true, false},
        {"GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n", true, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        agon_http_head head;
        char *memory;
        assert_int_equal(parse(cases[i].text, &head, &memory), 0);
        assert_int_equal(head.keeps_alive, cases[i].keeps_alive);
        assert_int_equal(head.wants_upgrade, cases[i].upgrades);
        free(memory);
    }
}

static void test_paths(void **unused) {
    (void)unused;
    check_path("/", "/");
    check_path("/a/b/", "/a/b/");
    check_path("/a%2Db", "/a-b");
    check_path("/...", "/...");
    static const char *const bad[] = {
        "a",    "/..",   "/a/../b", "/./a",      "//",   "/a//b",    "/%2e%2e/", "/%2f",
        "/%5c", "/a\\b", "/%",      "/%1",       "/%zz", "/%00",     "/%0a",     "/%7f",
        "/%ff", "/%25",  "/a#b",    "http://x/", "*",    "/\xc3\xa4"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        check_path(bad[i], NULL);
    }
}

static void test_refused(void **unused) {
    (void)unused;
    check_refused("GET / HTTP/1.1\r\n\r\n", 400);
    check_refused("GET / HTTP/2.0\r\nHost: x\r\n\r\n", 505);
    check_refused("GET / HTTP/1.1 \r\nHost: x\r\n\r\n", 505);
    check_refused("GET /\r\nHost: x\r\n\r\n", 400);
    check_refused("G(T / HTTP/1.1\r\nHost: x\r\n\r\n", 400);
    check_refused("\r\n\r\n", 400);
    check_refused("GET / HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n", 400);
    check_refused("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n",
                  400);
    check_refused("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", 400);
    check_refused("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1 1\r\n\r\n", 400);
    check_refused("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1234567890123456789\r\n\r\n", 400);
    check_refused("GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: identity\r\n\r\n", 501);
    check_refused("GET / HTTP/1.1\r\nHost: x\r\nA : b\r\n\r\n", 400);
    check_refused("GET / HTTP/1.1\r\nHost: x\r\n A: b\r\n\r\n", 400);
    check_refused("GET / HTTP/1.1\r\nHost: x\r\nA: b\n\r\n\r\n", 400);
    check_refused("GET / HTTP/1.1\r\nHost: x\r\nA: b\rc\r\n\r\n", 400);
    check_refused("GET / HTTP/1.1\r\nHost: x\r\nA: b\x01\r\n\r\n", 400);
    check_refused("GET / HTTP/1.1\r\nHost: x\r\nExpect: 200-ok\r\n\r\n", 417);
}

static void test_many_headers(void **unused) {
    (void)unused;
    char text[2000] = "GET / HTTP/1.1\r\nHost: x\r\n";
    for (int i = 0; i < AGON_HTTP_MAX_HEADERS; i++) {
        strcat(text, "A: b\r\n");
    }
    strcat(text, "\r\n");
    check_refused(text, 431);
}

static void test_nul_byte(void **unused) {
    (void)unused;
    char text[] = "GET / HTTP/1.1\r\nHost: x\r\nA: b_c\r\n\r\n";
    agon_http_head head;
    *strchr(text, '_') = '\0';
    assert_int_equal(agon_http_head_parse(text, sizeof text - 1, &head), 400);
}

static void test_length_found_piecewise(void **unused) {
    (void)unused;
    static const char text[] = "GET / HTTP/1.1\r\n\r\nrest";
    for (size_t i = 0; i < 18; i++) {
        assert_int_equal(agon_http_head_length(text, i, i > 0 ? i - 1 : 0), 0);
    }
    assert_int_equal(agon_http_head_length(text, sizeof text - 1, 17), 18);
}

static void test_words(void **unused) {
    (void)unused;
    assert_true(agon_http_has_word("a, B ,c", "b"));
    assert_false(agon_http_has_word("ab, b c", "b"));
    assert_false(agon_http_has_word("", "b"));
    assert_null(agon_http_bearer("Basic abc"));
    assert_null(agon_http_bearer(NULL));
    assert_string_equal(agon_http_reason(404), "Not Found");
    assert_string_equal(agon_http_reason(999), "Status");
}

// What stands beside the number in an answer's first line.
static void test_reasons(void **state) {
    (void)state;
    static const struct {
        int status;
        const char *reason;
    } known[] = {{200, "OK"},
                 {304, "Not Modified"},
                 {400, "Bad Request"},
                 {401, "Unauthorized"},
                 {403, "Forbidden"},
                 {404, "Not Found"},
                 {408, "Request Timeout"},
                 {409, "Conflict"},
                 {410, "Gone"},
                 {429, "Too Many Requests"},
                 {500, "Internal Server Error"}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        assert_string_equal(agon_http_reason(known[i].status), known[i].reason);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reasons),
        cmocka_unit_test(test_good_request),
        cmocka_unit_test(test_connection),
        cmocka_unit_test(test_paths),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_many_headers),
        cmocka_unit_test(test_nul_byte),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_length_found_piecewise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
