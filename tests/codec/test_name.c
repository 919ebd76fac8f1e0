// Names: which people may have, and how any text is shown.
#include "tests/support/support.h"

#include "src/codec/name.h"

// Such characters are what is tested. NOLINTBEGIN(misc-misleading-bidirectional)

static const char *const good[] = {
    "A",
    "Ann",
    "Ann B. O'Hara-Smith 3rd",
    "\xc3\x85sa",                                        // Åsa
    "\xe5\xb1\xb1\xe7\x94\xb0 \xe5\xa4\xaa\xe9\x83\x8e", // 山田 太郎
    "\xd7\x93\xd7\x95\xd7\x93",                          // דוד
    "e\xcc\x81",                                         // e and its accent
    "\xf0\x9f\x90\xb8",                                  // a frog
    "1234567890123456789012345678901234567890",
};

static const struct {
    const char *name, *why;
} bad[] = {
    {"", "must have 1 to 40 characters"},
    {"12345678901234567890123456789012345678901", "must have 1 to 40 characters"},
    {" ", "must not begin or end with a space"},
    {"   ", "must not begin or end with a space"},
    {" Ann", "must not begin or end with a space"},
    {"Ann ", "must not begin or end with a space"},
    {"Ann  B", "or have two together"},
    {"a\tb", "U+0009"},
    {"a\x1b[2Jb", "U+001B"},
    {"\x7f", "U+007F"},
    {"a\xc2\x85", "U+0085"},
    {"a\xc2\xa0", "U+00A0"}, // a space that does not break
    {"a\xc2\xad"
     "b",
     "U+00AD"}, // a hyphen that is not there
    {"\xd8\x9c"
     "a",
     "U+061C"}, // Arabic letter mark
    {"\xe1\xa0\x8e"
     "a",
     "U+180E"}, // Mongolian separator
    {"a\xe2\x80\x8b"
     "b",
     "U+200B"}, // nothing
    {"a\xe2\x80\x8d"
     "b",
     "U+200D"}, // a joiner
    {"\xe2\x80\x8e"
     "a",
     "U+200E"}, // left to right
    {"\xe2\x80\x8f"
     "a",
     "U+200F"}, // right to left
    {"a\xe2\x80\xa8"
     "b",
     "U+2028"}, // a new line
    {"\xe2\x80\xae"
     "nnA",
     "U+202E"}, // what follows is turned around
    {"\xe2\x80\xaa"
     "a",
     "U+202A"},
    {"\xe2\x81\xa0"
     "a",
     "U+2060"},
    {"\xe2\x81\xa6"
     "a",
     "U+2066"}, // isolated
    {"\xe2\x81\xa9"
     "a",
     "U+2069"},
    {"\xe2\xa0\x80", "U+2800"},  // blank Braille
    {"\xe3\x80\x80", "U+3000"},  // a wide space
    {"\xe3\x85\xa4", "U+3164"},  // a filler
    {"\xee\x80\x80", "U+E000"},  // private
    {"a\xef\xb8\x8f", "U+FE0F"}, // a variation
    {"\xef\xbb\xbf"
     "a",
     "U+FEFF"},                 // a byte order mark
    {"\xef\xbf\xbe", "U+FFFE"}, // no character
    {"\xf0\x9f\xbf\xbf", "U+1FFFF"},
    {"a\xf3\xa0\x81\x81", "U+E0041"}, // a tag
    {"a\xf3\xa0\x84\x80", "U+E0100"}, // a variation
    {"\xff", "UTF-8"},
    {"a\xc3", "UTF-8"},            // cut off
    {"\xc0\xaf", "UTF-8"},         // longer than needed
    {"\xed\xa0\x80", "U+D800"},    // half a pair
    {"\xf4\x90\x80\x80", "UTF-8"}, // beyond the last
    {"\xf8\x88\x80\x80\x80", "UTF-8"},
};

static void test_names(void **state) {
    (void)state;
    agon_error error;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_int_equal(agon_name_check(good[i], &error), AGON_OK);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        error = (agon_error){0};
        assert_int_equal(agon_name_check(bad[i].name, &error), AGON_BAD_CONFIG);
        if (!strstr(error.message, bad[i].why)) {
            fail_msg("%zu: %s", i, error.message);
        }
    }
}

static void test_showing(void **state) {
    (void)state;
    char shown[AGON_NAME_SHOWN_SIZE];
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        agon_name_show(good[i], shown, sizeof shown);
        assert_string_equal(shown, good[i]);
    }
    agon_name_show("a\xe2\x80\xae\x1b\xff\xf3\xa0\x81\x81z", shown, sizeof shown);
    assert_string_equal(shown, "a\\u{202e}\\u{1b}\\x{ff}\\u{e0041}z");
    agon_name_show("ab\xe2\x80\xae", shown, 5); // no half of anything
    assert_string_equal(shown, "ab");
    char longest[AGON_NAME_SIZE];
    memset(longest, 0xff, sizeof longest);
    longest[sizeof longest - 1] = '\0';
    agon_name_show(longest, shown, sizeof shown);
    assert_int_equal(strlen(shown), 6 * (AGON_NAME_SIZE - 1));
}

// NOLINTEND(misc-misleading-bidirectional)

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_showing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
