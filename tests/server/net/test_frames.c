// WebSocket frames: whole, in pieces, and broken.
#include "tests/support/support.h"

#include "apps/server/net/frames.h"

#include <stdlib.h>
#include <string.h>

typedef struct heard {
    char log[2000];
} heard;

static void note(heard *to, const char *kind, const char *text, size_t length) {
    const size_t at = strlen(to->log);
    snprintf(to->log + at, sizeof to->log - at, "%s(%.*s)", kind, (int)(length < 40 ? length : 40),
             text);
}

static bool on_message(void *user, const char *text, size_t length) {
    note(user, "message", text, length);
    return true;
}

static bool on_ping(void *user, const char *text, size_t length) {
    note(user, "ping", text, length);
    return true;
}

static bool on_pong(void *user) {
    note(user, "pong", "", 0);
    return true;
}

static bool on_close(void *user, int code) {
    char text[8];
    snprintf(text, sizeof text, "%d", code);
    note(user, "close", text, strlen(text));
    return false;
}

static const agon_frames_calls calls = {on_message, on_ping, on_pong, on_close};

// Writes a masked frame and returns its end.
static char *put(char *out, int first, const char *payload, size_t length) {
    static const char mask[4] = {'\x12', '\xf4', '\x00', '\x81'};
    uint8_t head[AGON_FRAME_MAX_HEAD];
    const size_t size = agon_frame_head(head, first & 0x0f, length);
    head[0] = (uint8_t)first;
    head[1] |= 0x80;
    memcpy(out, head, size);
    memcpy(out + size, mask, 4);
    for (size_t i = 0; i < length; i++) {
        out[size + 4 + i] = (char)(payload[i] ^ mask[i & 3]);
    }
    return out + size + 4 + length;
}

// Feeds bytes in steps of `step`, and checks what is heard and the code.
static void check_stepped(const char *bytes, size_t length, size_t step, const char *log,
                          int code) {
    agon_frames frames = {.max = 1000};
    heard to = {0};
    int got = 0;
    for (size_t at = 0; at < length && got == 0; at += step) {
        const size_t size = length - at < step ? length - at : step;
        char *copy = malloc(size);
        assert_non_null(copy);
        memcpy(copy, bytes + at, size);
        got = agon_frames_feed(&frames, copy, size, &calls, &to);
        free(copy);
    }
    agon_frames_free(&frames);
    assert_string_equal(to.log, log);
    assert_int_equal(got, code);
}

static void check(const char *bytes, size_t length, const char *log, int code) {
    static const size_t steps[] = {1, 2, 3, 7, 4000};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        check_stepped(bytes, length, steps[i], log, code);
    }
}

static void check_one(int first, const char *payload, size_t length, const char *log, int code) {
    char bytes[70100];
    check(bytes, (size_t)(put(bytes, first, payload, length) - bytes), log, code);
}

static void test_good(void **unused) {
    (void)unused;
    check_one(0x81, "hello", 5, "message(hello)", 0);
    check_one(0x81, "", 0, "message()", 0);
    check_one(0x89, "x", 1, "ping(x)", 0);
    check_one(0x8a, "", 0, "pong()", 0);
    check_one(0x88, "", 0, "close(1005)", 0);
    check_one(0x88, "\x03\xe8why", 5, "close(1000)", 0);
    char text[900];
    memset(text, 'a', sizeof text);
    check_one(0x81, text, sizeof text, "message(aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa)", 0);
}

static bool on_long(void *user, const char *text, size_t length) {
    *(bool *)user = length == 66000 && text[0] == 'a' && strspn(text, "a") >= length - 1 &&
                    text[length - 1] == 'z';
    return true;
}

// A length of eight bytes, in one go and byte by byte.
static void test_long(void **unused) {
    (void)unused;
    static const agon_frames_calls whole = {on_long, on_ping, on_pong, on_close};
    static char text[66000], bytes[66100];
    memset(text, 'a', sizeof text);
    text[sizeof text - 1] = 'z';
    const size_t length = (size_t)(put(bytes, 0x81, text, sizeof text) - bytes);
    assert_int_equal(length, 14 + sizeof text);
    for (size_t step = 1; step <= length; step += length - 1) {
        agon_frames frames = {.max = 70000};
        bool is_heard = false;
        for (size_t at = 0; at < length; at += step) {
            assert_int_equal(agon_frames_feed(&frames, bytes + at, step, &whole, &is_heard), 0);
        }
        assert_true(is_heard);
        agon_frames_free(&frames);
    }
}

static void test_pieces(void **unused) {
    (void)unused;
    char bytes[200];
    char *end = put(bytes, 0x01, "he", 2);
    end = put(end, 0x89, "in between", 10);
    end = put(end, 0x00, "", 0);
    end = put(end, 0x80, "llo", 3);
    end = put(end, 0x81, "next", 4);
    check(bytes, (size_t)(end - bytes), "ping(in between)message(hello)message(next)", 0);
}

static void test_text_split_inside_a_letter(void **unused) {
    (void)unused;
    char bytes[100];
    char *end = put(bytes, 0x01, "\xc3", 1);
    end = put(end, 0x80, "\xa4", 1);
    check(bytes, (size_t)(end - bytes), "message(\xc3\xa4)", 0);
}

static void test_broken(void **unused) {
    (void)unused;
    static const char unmasked[] = "\x81\x01x";
    check(unmasked, 3, "", AGON_CLOSE_PROTOCOL);
    check_one(0xc1, "x", 1, "", AGON_CLOSE_PROTOCOL);
    check_one(0x80, "x", 1, "", AGON_CLOSE_PROTOCOL);
    check_one(0x82, "x", 1, "", AGON_CLOSE_KIND);
    check_one(0x83, "x", 1, "", AGON_CLOSE_PROTOCOL);
    check_one(0x8b, "x", 1, "", AGON_CLOSE_PROTOCOL);
    check_one(0x09, "x", 1, "", AGON_CLOSE_PROTOCOL);
    check_one(0x88, "x", 1, "", AGON_CLOSE_PROTOCOL);
    check_one(0x88, "\x03\xed", 2, "", AGON_CLOSE_PROTOCOL);
    check_one(0x88, "\x03\xe8\xff", 3, "", AGON_CLOSE_TEXT);
    check_one(0x81, "\xff", 1, "", AGON_CLOSE_TEXT);
    char big[70000];
    memset(big, 'a', sizeof big);
    check_one(0x89, big, 126, "", AGON_CLOSE_PROTOCOL);
    check_one(0x81, big, 1001, "", AGON_CLOSE_SIZE);
    check_one(0x81, big, sizeof big, "", AGON_CLOSE_SIZE);
}

static void test_two_texts_at_once(void **unused) {
    (void)unused;
    char bytes[100];
    char *end = put(bytes, 0x01, "a", 1);
    end = put(end, 0x81, "b", 1);
    check(bytes, (size_t)(end - bytes), "", AGON_CLOSE_PROTOCOL);
}

static void test_too_many_pieces(void **unused) {
    (void)unused;
    char bytes[8000];
    char *end = put(bytes, 0x01, "", 0);
    for (int i = 0; i < 400; i++) {
        end = put(end, 0x00, "", 0);
    }
    check(bytes, (size_t)(end - bytes), "", AGON_CLOSE_POLICY);
}

static void test_pieces_too_long_together(void **unused) {
    (void)unused;
    char bytes[4000];
    char text[600];
    memset(text, 'a', sizeof text);
    char *end = put(bytes, 0x01, text, sizeof text);
    end = put(end, 0x80, text, sizeof text);
    check(bytes, (size_t)(end - bytes), "", AGON_CLOSE_SIZE);
}

static void test_heads(void **unused) {
    (void)unused;
    uint8_t head[AGON_FRAME_MAX_HEAD];
    assert_int_equal(agon_frame_head(head, AGON_FRAME_TEXT, 125), 2);
    assert_int_equal(head[1], 125);
    assert_int_equal(agon_frame_head(head, AGON_FRAME_TEXT, 126), 4);
    assert_memory_equal(head, "\x81\x7e\x00\x7e", 4);
    assert_int_equal(agon_frame_head(head, AGON_FRAME_TEXT, 65536), 10);
    assert_memory_equal(head, "\x81\x7f\0\0\0\0\0\1\0\0", 10);
}

static void test_utf8(void **unused) {
    (void)unused;
    static const char *const good[] = {"",
                                       "a",
                                       "\xc2\x80",
                                       "\xe0\xa0\x80",
                                       "\xed\x9f\xbf",
                                       "\xf0\x90\x80\x80",
                                       "\xf4\x8f\xbf\xbf"};
    static const char *const bad[] = {"\x80",
                                      "\xc0\x80",
                                      "\xc1\xbf",
                                      "\xe0\x9f\xbf",
                                      "\xed\xa0\x80",
                                      "\xf0\x8f\xbf\xbf",
                                      "\xf4\x90\x80\x80",
                                      "\xf5\x80\x80\x80",
                                      "\xc3",
                                      "\xe2\x82",
                                      "a\xff",
                                      "\xc3\xc3"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        assert_true(agon_utf8_is_valid(good[i], strlen(good[i])));
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(agon_utf8_is_valid(bad[i], strlen(bad[i])));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good),
        cmocka_unit_test(test_long),
        cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_text_split_inside_a_letter),
        cmocka_unit_test(test_broken),
        cmocka_unit_test(test_two_texts_at_once),
        cmocka_unit_test(test_too_many_pieces),
        cmocka_unit_test(test_pieces_too_long_together),
        cmocka_unit_test(test_heads),
        cmocka_unit_test(test_utf8),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
