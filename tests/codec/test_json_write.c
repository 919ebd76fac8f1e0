// Text that grows, and canonical JSON written into it.
#include "tests/support/support.h"

#include "agon/codec.h"

// --- Text ---------------------------------------------------------------------------------------

static void text_grows(void **state) {
    (void)state;
    agon_text text = {0};
    for (int i = 0; i < 1000; i++) {
        agon_text_puts(&text, "ab");
        agon_text_printf(&text, "%d", i % 10);
    }
    assert_int_equal(text.length, 3000);
    assert_int_equal(strlen(text.data), 3000);
    assert_memory_equal(text.data + 2994, "ab8ab9", 6);
    agon_text_add(&text, "\0x", 2);
    assert_int_equal(text.length, 3002);
    agon_text_free(&text);
    assert_null(text.data);
    assert_int_equal(text.length, 0);
}

// A request for more than there can be fails, and so does everything after it.
static void text_remembers_failure(void **state) {
    (void)state;
    agon_text text = {0};
    agon_text_puts(&text, "x");
    agon_text_add(&text, "y", SIZE_MAX / 2);
    assert_true(text.failed);
    agon_text_puts(&text, "z");
    assert_string_equal(text.data, "x");
    agon_text_free(&text);
    assert_false(text.failed);
}

// --- Writing ------------------------------------------------------------------------------------

static void assert_written(agon_text *text, const char *expected) {
    assert_false(text->failed);
    assert_string_equal(text->data, expected);
    agon_text_free(text);
}

static void json_is_compact_with_commas_in_place(void **state) {
    (void)state;
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_json_open(&json, '{');
    agon_json_put_int(&json, "a", -1);
    agon_json_key(&json, "b");
    agon_json_open(&json, '[');
    agon_json_close(&json, ']');
    agon_json_key(&json, "c");
    agon_json_open(&json, '[');
    agon_json_int(&json, 1);
    agon_json_open(&json, '{');
    agon_json_close(&json, '}');
    agon_json_null(&json);
    agon_json_raw(&json, "[2]");
    agon_json_close(&json, ']');
    agon_json_put_bool(&json, "d", true);
    agon_json_put_null(&json, "e");
    agon_json_put_string(&json, "f", NULL);
    agon_json_put_bool(&json, "g", false);
    agon_json_close(&json, '}');
    assert_written(&text, "{\"a\":-1,\"b\":[],\"c\":[1,{},null,[2]],\"d\":true,\"e\":null,"
                          "\"f\":null,\"g\":false}");
}

static void integers_to_their_edges(void **state) {
    (void)state;
    static const int64_t values[] = {0, 9, 10, -1, -10, 1234567890123456789, INT64_MAX, INT64_MIN};
    agon_text text = {0};
    agon_json json = {.text = &text};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        agon_json_int(&json, values[i]);
    }
    assert_written(&text, "0,9,10,-1,-10,1234567890123456789,9223372036854775807,"
                          "-9223372036854775808");
}

static void strings_are_escaped(void **state) {
    (void)state;
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_json_string(&json, "a\"b\\c/\b\f\n\r\t\v\x01\x1f \x7f\xc3\xa9\xf0\x9f\x8e\xb2");
    assert_written(&text, "\"a\\\"b\\\\c/\\b\\f\\n\\r\\t\\u000b\\u0001\\u001f \x7f"
                          "\xc3\xa9\xf0\x9f\x8e\xb2\"");
}

// A name that was cut in the middle of a character does not spoil the document.
static void broken_utf8_is_replaced(void **state) {
    (void)state;
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_json_string(&json, "\xc3");
    agon_json_string(&json, "a\xff"
                            "b\xe2\x82");
    json_t *parsed = NULL;
    agon_text list = {0};
    agon_text_printf(&list, "[%s]", text.data);
    parsed = json_loads(list.data, 0, NULL);
    assert_int_equal(json_array_size(parsed), 2);
    json_decref(parsed);
    agon_text_free(&list);
    agon_text_free(&text);
}

static void seeds_and_generators(void **state) {
    (void)state;
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_json_hex(&json, 0xabcu);
    agon_json_seed(&json, agon_seed_number(-3));
    agon_json_seed(&json, (agon_seed){.lo = 0xffu, .hi = 1, .is_wide = true});
    agon_rng rng = {.key = {2, 0xf000000000000000u}, .pos = (uint64_t)1 << 53};
    agon_json_rng(&json, &rng);
    rng.pos++;
    agon_json_rng(&json, &rng);
    assert_written(&text, "\"0000000000000abc\",-3,\"000000000000000100000000000000ff\","
                          "{\"key\":\"f0000000000000000000000000000002\",\"pos\":9007199254740992},"
                          "{\"key\":\"f0000000000000000000000000000002\","
                          "\"pos\":\"9007199254740993\"}");
}

static void values_in_the_order_of_their_keys_or_sorted(void **state) {
    (void)state;
    static const char document[] = "{\"z\":[1,-2,true,false,null,1.5,\"x\\n\"],\"a\":{\"b\":{}},"
                                   "\"\":[]}";
    json_t *value = json_loads(document, 0, NULL);
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_json_value(&json, agon_value_of(value));
    assert_written(&text, document);
    json = (agon_json){.text = &text};
    agon_json_value_sorted(&json, agon_value_of(value));
    assert_written(&text, "{\"\":[],\"a\":{\"b\":{}},\"z\":[1,-2,true,false,null,1.5,\"x\\n\"]}");
    json = (agon_json){.text = &text};
    agon_json_value(&json, NULL);
    assert_true(text.failed);
    json_decref(value);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_grows),
        cmocka_unit_test(text_remembers_failure),
        cmocka_unit_test(json_is_compact_with_commas_in_place),
        cmocka_unit_test(integers_to_their_edges),
        cmocka_unit_test(strings_are_escaped),
        cmocka_unit_test(broken_utf8_is_replaced),
        cmocka_unit_test(seeds_and_generators),
        cmocka_unit_test(values_in_the_order_of_their_keys_or_sorted),
    };
    return cmocka_run_group_tests_name("json_write", tests, NULL, NULL);
}
