// Parsing JSON: what is accepted, what is not, and where the bounds are.
#include "agon/codec.h"

#include "src/codec/json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static json_t *parse(const char *text) {
    return agon_json_parse(text, strlen(text), NULL);
}

static void test_accepts(void **state) {
    (void)state;
    static const char *const texts[] = {
        "null",
        "true",
        " false ",
        "0",
        "-0",
        "12",
        "-9223372036854775808",
        "1.5",
        "-0.25e-3",
        "1E+2",
        "\"\"",
        "\"a\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\"",
        "\"\\ud83d\\ude00\"",
        "\"\xf0\x9f\x98\x80\"",
        "\"\x7f\xc2\x80\xdf\xbf\xe0\xa0\x80\xed\x9f\xbf\xee\x80\x80\xf4\x8f\xbf\xbf\"",
        "[]",
        "[ ]",
        "[1,[2],{}]",
        "{}",
        "{ \"a\" : 1 , \"b\" : [ ] }",
        "{\"\":0}",
        "\t\r\n[\t1\r,\n2 ]\n"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        json_t *ours = parse(texts[i]);
        json_t *theirs = json_loads(texts[i], JSON_DECODE_ANY, NULL);
        assert_non_null(ours);
        assert_true(json_equal(ours, theirs));
        json_decref(ours);
        json_decref(theirs);
    }
}

static void test_refuses(void **state) {
    (void)state;
    static const char *const texts[] = {"",
                                        " ",
                                        "nul",
                                        "True",
                                        "tru e",
                                        "+1",
                                        "01",
                                        "-",
                                        "1.",
                                        ".5",
                                        "1e",
                                        "1e+",
                                        "0x1",
                                        "1 2",
                                        "NaN",
                                        "\"",
                                        "\"\\",
                                        "\"\\x\"",
                                        "\"\\u12\"",
                                        "\"\\u12g4\"",
                                        "\"\\u0000\"",
                                        "\"\\ud83d\"",
                                        "\"\\ud83d\\n\"",
                                        "\"\\ud83d\\u0041\"",
                                        "\"\\ude00\"",
                                        "\"\n\"",
                                        "\"\x1f\"",
                                        "\"\x80\"",
                                        "\"\xc1\x80\"",
                                        "\"\xc3\"",
                                        "\"\xe0\x9f\xbf\"",
                                        "\"\xed\xa0\x80\"",
                                        "\"\xf0\x8f\xbf\xbf\"",
                                        "\"\xf4\x90\x80\x80\"",
                                        "\"\xf5\x80\x80\x80\"",
                                        "\"\xe2\x82\"",
                                        "[",
                                        "[1",
                                        "[1,",
                                        "[1,]",
                                        "[,1]",
                                        "[1 2]",
                                        "]",
                                        "{",
                                        "{\"a\"",
                                        "{\"a\":",
                                        "{\"a\":1",
                                        "{\"a\":1,",
                                        "{\"a\":1,}",
                                        "{a:1}",
                                        "{1:1}",
                                        "{\"a\" 1}",
                                        "{\"a\":1 \"b\":2}",
                                        "{\"a\":1,\"a\":2}",
                                        "{\"a\":{\"b\":1,\"b\":1}}",
                                        "[1}",
                                        "{]",
                                        "[]]",
                                        "{}}",
                                        "1,",
                                        "// c\n1",
                                        "'a'"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        agon_error error = {0};
        json_t *json = agon_json_parse(texts[i], strlen(texts[i]), &error);
        if (json) {
            fail_msg("accepted: %s", texts[i]);
        }
        assert_int_equal(error.status, AGON_BAD_JSON);
        assert_non_null(strstr(error.message, "(line "));
    }
}

static void test_names_the_place(void **state) {
    (void)state;
    agon_error error;
    static const char text[] = "[1,\n  2 3]";
    assert_null(agon_json_parse(text, sizeof text - 1, &error));
    assert_non_null(strstr(error.message, "(line 2, column 5)"));
}

// One byte beyond the end must not be looked at, nor a NUL inside be taken for the end.
static void test_length_counts(void **state) {
    (void)state;
    static const char *const texts[] = {"12345", "truex", "\"abc\"",
                                        "[1,2]", "1.5e7", "\"\\u00e9\""};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        const size_t length = strlen(texts[i]);
        for (size_t part = 0; part <= length; part++) {
            char *copy = malloc(part ? part : 1); // a sanitizer watches its end
            memcpy(copy, texts[i], part);
            json_decref(agon_json_parse(copy, part, NULL));
            free(copy);
        }
    }
    assert_null(agon_json_parse("1\0", 2, NULL));
    assert_null(agon_json_parse("[1\0]", 4, NULL));
    assert_null(agon_json_parse("\"a\0b\"", 5, NULL));
}

static void test_numbers_out_of_range_are_huge(void **state) {
    (void)state;
    json_t *list =
        parse("[9223372036854775807,9223372036854775808,-9223372036854775809,1e999,-1e999,"
              "100000000000000000000000000000000000000000,1e-999]");
    assert_int_equal(json_integer_value(json_array_get(list, 0)), INT64_MAX);
    for (size_t i = 1; i < 6; i++) {
        const double value = json_real_value(json_array_get(list, i));
        assert_true(value >= 1e308 || value <= -1e308);
    }
    assert_true(json_real_value(json_array_get(list, 2)) < 0);
    assert_true(json_real_value(json_array_get(list, 6)) == 0);
    json_decref(list);
    char digits[2001];
    memset(digits, '1', 2000);
    digits[2000] = '\0';
    json_t *number = parse(digits);
    assert_true(json_is_real(number));
    json_decref(number);
}

static void test_depth(void **state) {
    (void)state;
    char text[2 * (AGON_JSON_MAX_DEPTH + 1) + 1] = "";
    memset(text, '[', AGON_JSON_MAX_DEPTH);
    memset(text + AGON_JSON_MAX_DEPTH, ']', AGON_JSON_MAX_DEPTH);
    json_t *json = parse(text);
    assert_non_null(json);
    json_decref(json);
    memset(text, '[', AGON_JSON_MAX_DEPTH + 1);
    memset(text + AGON_JSON_MAX_DEPTH + 1, ']', AGON_JSON_MAX_DEPTH + 1);
    assert_null(parse(text));
    // Depth is not length: siblings do not add up.
    char wide[4 * AGON_JSON_MAX_DEPTH + 3] = "[[]";
    size_t length = 3;
    for (int i = 0; i < AGON_JSON_MAX_DEPTH; i++, length += 3) {
        snprintf(wide + length, sizeof wide - length, ",[]");
    }
    wide[length] = ']';
    json = parse(wide);
    assert_int_equal(json_array_size(json), AGON_JSON_MAX_DEPTH + 1);
    json_decref(json);
}

static void test_size(void **state) {
    (void)state;
    char *text = malloc(AGON_JSON_MAX_BYTES + 1);
    memset(text, ' ', AGON_JSON_MAX_BYTES + 1);
    text[0] = '1';
    json_t *json = agon_json_parse(text, AGON_JSON_MAX_BYTES, NULL);
    assert_non_null(json);
    json_decref(json);
    assert_null(agon_json_parse(text, AGON_JSON_MAX_BYTES + 1, NULL));
    free(text);
}

// Changes, adds and removes a few bytes. NULs are left out: jansson takes some for white space.
static size_t damage(agon_rng *rng, char *text, size_t length) {
    static const char bytes[] = "{}[]\",:0123456789.-+eE \\/bfnrtu"
                                "\xff\xc3\xa9\xe2\x82\xac\xed\xa0\x80\xf0\x9f\x98\xf4\x90\xc0"
                                "d8dcAbC\t\n\x01";
    for (uint32_t n = agon_uniform(rng, 4); n > 0; n--) {
        const uint32_t at = agon_uniform(rng, (uint32_t)length);
        const char byte = bytes[agon_uniform(rng, sizeof bytes - 1)];
        switch (agon_uniform(rng, 3)) {
        case 0:
            text[at] = byte;
            break;
        case 1:
            memmove(text + at + 1, text + at, length - at);
            text[at] = byte;
            length++;
            break;
        default:
            memmove(text + at, text + at + 1, length - at - 1);
            length -= length > 1;
        }
    }
    return length;
}

// jansson and we accept the same texts and read the same values, but for numbers out of range.
static void test_agrees_with_jansson(void **state) {
    (void)state;
    static const char *const seeds[] = {
        "{\"a\":1,\"b\":[1,2.5,-3e4,true,false,null],\"c\":{\"d\":\"x\\u00e9\\n\\ud83d\\ude00\"}}",
        "[0,-0,10,1e5,1E+5,1e-5,0.5,-0.25,123456789012]",
        "\"h\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\\\\\\/\\b\"", "[[[[]]],{},{\"\":\"\"}, [ ] ]"};
    agon_rng rng = agon_rng_make(agon_seed_number(3));
    int accepted = 0;
    for (int i = 0; i < 20000; i++) {
        char text[200];
        const char *seed = seeds[agon_uniform(&rng, 4)];
        snprintf(text, sizeof text, "%s", seed);
        const size_t length = damage(&rng, text, strlen(seed));
        json_error_t reason;
        json_t *ours = agon_json_parse(text, length, NULL);
        json_t *theirs =
            json_loadb(text, length, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, &reason);
        const bool is_judged = theirs || json_error_code(&reason) != json_error_numeric_overflow;
        assert_true(!is_judged || (ours ? json_equal(ours, theirs) : !theirs));
        accepted += ours != NULL;
        json_decref(ours);
        json_decref(theirs);
    }
    assert_in_range(accepted, 2000, 18000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_accepts),
        cmocka_unit_test(test_refuses),
        cmocka_unit_test(test_names_the_place),
        cmocka_unit_test(test_length_counts),
        cmocka_unit_test(test_numbers_out_of_range_are_huge),
        cmocka_unit_test(test_depth),
        cmocka_unit_test(test_size),
        cmocka_unit_test(test_agrees_with_jansson),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
