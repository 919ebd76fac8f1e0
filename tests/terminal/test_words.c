// Pens, lines of words, choices, names and places of matches.
#define _GNU_SOURCE
#include "apps/terminal/screen/names.h"
#include "apps/terminal/match/sitting.h"
#include "apps/terminal/match/file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

// ---------------------------------------------------------------------------------------------
// Pens

static void assert_written(agon_pen *pen, const char *expected) {
    assert_string_equal(pen->text->data ? pen->text->data : "", expected);
    agon_text_free(pen->text);
    *pen->text = (agon_text){0};
    pen->column = 0;
}

static void test_pen_lets_nothing_through(void **unused) {
    agon_text text = {0};
    agon_pen pen = {.text = &text, .unicode = true};
    (void)unused;
    agon_pen_put(&pen, AGON_INK_BOLD, "a\x1b[2Jb\nc\rd\x7f\t%s",
                 "\xc2\x9b"
                 "1m");
    assert_written(&pen, "a?[2Jb?c?d????1m"); // of a two-byte control character each byte
    agon_pen_put(&pen, AGON_INK_PLAIN, "\xff\xc3\xa9\xe2\x82\xc3");
    assert_written(&pen, "?\xc3\xa9???");
    agon_pen_put(&pen, AGON_INK_PLAIN, "%s", "\xc3");
    assert_written(&pen, "?");
    pen.unicode = false;
    agon_pen_put(&pen, AGON_INK_PLAIN, "\xc3\xa9\xe2\x86\x92x");
    assert_written(&pen, "??x");
}

static void test_pen_keeps_columns(void **unused) {
    agon_text text = {0};
    agon_pen pen = {.text = &text, .colour = true, .unicode = true, .width = 8};
    (void)unused;
    agon_pen_put(&pen, AGON_INK_BAD, "\xc3\xa9");
    agon_pen_to(&pen, 4);
    agon_pen_to(&pen, 2);
    agon_pen_put(&pen, AGON_INK_PLAIN, "abcdefg");
    assert_true(pen.is_cut);
    agon_pen_to(&pen, 20);
    agon_pen_end(&pen);
    assert_int_equal(agon_style_width(text.data, text.length - 1), 8);
    assert_written(&pen, "\x1b[31m\xc3\xa9\x1b[0m   abcd\n");
}

static void test_pen_wraps(void **unused) {
    agon_text text = {0};
    agon_pen pen = {.text = &text, .width = 12};
    (void)unused;
    assert_int_equal(agon_pen_wrap(&pen, AGON_INK_PLAIN, 2, "one two three\nfour  five"), 3);
    assert_written(&pen, "  one two\n  three\n  four  five\n");
    assert_int_equal(agon_pen_wrap(&pen, AGON_INK_PLAIN, 0, ""), 0);
    assert_int_equal(agon_pen_wrap(&pen, AGON_INK_PLAIN, 0, "a word_that_is_far_too_long b"), 4);
    assert_written(&pen, "a\nword_that_is\n_far_too_lon\ng b\n");
}

// ---------------------------------------------------------------------------------------------
// Words

static void test_lines(void **unused) {
    agon_line line;
    char many[2 * AGON_LINE_SIZE];
    (void)unused;
    agon_line_split(&line, "  Send  A\tto f ");
    assert_int_equal(line.count, 4);
    assert_string_equal(line.words[0], "send");
    assert_string_equal(line.raw[0], "Send");
    assert_string_equal(line.words[3], "f");
    assert_false(line.is_too_long);
    agon_line_split(&line, "");
    assert_int_equal(line.count, 0);
    agon_line_split(&line, "   ");
    assert_int_equal(line.count, 0);
    memset(many, 'x', sizeof many - 1);
    many[sizeof many - 1] = '\0';
    agon_line_split(&line, many);
    assert_true(line.is_too_long && line.count == 1);
    for (size_t i = 1; i < sizeof many - 1; i += 2) {
        many[i] = ' ';
    }
    agon_line_split(&line, many);
    assert_true(line.is_too_long && line.count == AGON_LINE_WORDS);
}

static void test_numbers(void **unused) {
    long number = 7;
    (void)unused;
    assert_true(agon_word_number("12", 1, 20, &number) && number == 12);
    assert_true(agon_word_number("-3", -5, 5, &number) && number == -3);
    static const char *const wrong[] = {"",   "-",  "x", "1x",
                                        " 1", "21", "0", "99999999999999999999"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_false(agon_word_number(wrong[i], 1, 20, &number));
    }
    assert_int_equal(number, -3);
}

static void test_words(void **unused) {
    static const char *const names[] = {"rock", "paper", "scissors", "rockets"};
    (void)unused;
    assert_int_equal(agon_word_find("rock", names, 4), 0); // though another begins like it
    assert_int_equal(agon_word_find("P", names, 4), 1);
    assert_int_equal(agon_word_find("ro", names, 4), -1);
    assert_int_equal(agon_word_find("", names, 4), -1);
    assert_int_equal(agon_word_nearest("papre", names, 4), 1);
    assert_int_equal(agon_word_nearest("scisors", names, 4), 2);
    assert_int_equal(agon_word_nearest("zzz", names, 4), -1);
    assert_int_equal(agon_word_nearest("", names, 4), -1);
}

static void test_choices(void **unused) {
    agon_choices choices = {0};
    (void)unused;
    for (int i = 0; i < 100; i++) {
        agon_choice_label(agon_choices_add(&choices, i % 2 == 0, "pick %d", i), "number %d", i);
    }
    assert_int_equal(choices.count, 100);
    assert_string_equal(choices.items[99].words, "pick 99");
    assert_string_equal(choices.items[99].label, "number 99");
    assert_false(choices.items[99].is_whole);
    agon_choices_free(&choices);
    assert_null(choices.items);
}

// ---------------------------------------------------------------------------------------------
// Names and places

static void test_names(void **unused) {
    static const char *const seats[] = {"human",  "search:sims=20", "cmd:/usr/lib/my bot -x",
                                        "greedy", "greedy",         "human:Ann"};
    char names[6][AGON_SHOWN_NAME_SIZE];
    (void)unused;
    agon_seat_names(seats, 6, true, names);
    static const char *const expected[] = {"you", "search", "my", "greedy 4", "greedy 5", "Ann"};
    for (int i = 0; i < 6; i++) {
        assert_string_equal(names[i], expected[i]);
    }
    agon_seat_names(seats, 1, false, names);
    assert_string_equal(names[0], "player 1");
    static const char *const strange[] = {
        // Of a replay: it is only shown. NOLINTNEXTLINE(misc-misleading-bidirectional)
        "human:A\xe2\x80\xae\x1b[2J"};
    agon_seat_names(strange, 1, false, names);
    assert_string_equal(names[0], "A\\u{202e}\\u{1b}[2J");
    assert_null(agon_seat_person("greedy"));
    assert_null(agon_seat_person("memory"));
    assert_string_equal(agon_seat_person("me:"), "");
}

static void test_siblings(void **unused) {
    static const struct {
        const char *path;
        int number;
        const char *third;
    } cases[] = {{"x.ndjson", 1, "x.3.ndjson"},
                 {"/a.2/x.2.ndjson", 2, "/a.2/x.3.ndjson"},
                 {"x", 1, "x.3"},
                 {"/d.7/x", 1, "/d.7/x.3"},
                 {"x.1.ndjson", 1, "x.1.3.ndjson"},
                 {"x.99999999.n", 1, "x.99999999.3.n"},
                 {"4.ndjson", 1, "4.3.ndjson"}};
    char sibling[AGON_PATH_MAX];
    char first[AGON_PATH_MAX];
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(agon_match_file_number(cases[i].path), cases[i].number);
        agon_match_file_sibling(cases[i].path, 3, sibling);
        assert_string_equal(sibling, cases[i].third);
        agon_match_file_sibling(sibling, cases[i].number, first);
        assert_string_equal(first, cases[i].path);
    }
}

static void test_places(void **unused) {
    char folder[] = "/tmp/agon-places-XXXXXX";
    char path[AGON_PATH_MAX];
    char other[AGON_PATH_MAX];
    agon_error error = {0};
    (void)unused;
    assert_non_null(mkdtemp(folder));
    setenv("XDG_STATE_HOME", folder, 1);
    assert_true(agon_match_file_name("entropy", path, &error));
    assert_int_equal(strncmp(path, folder, strlen(folder)), 0);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fclose(file);
    assert_true(agon_match_file_name("entropy", other, &error));
    assert_string_not_equal(path, other); // also within one second
    unlink(path);
    snprintf(path, sizeof path, "%s/agon", folder);
    rmdir(path);
    rmdir(folder);
    setenv("XDG_STATE_HOME", "relative", 1);
    setenv("HOME", "", 1);
    assert_false(agon_match_file_name("entropy", path, &error));
    assert_non_null(strstr(error.message, "--record"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pen_lets_nothing_through),
        cmocka_unit_test(test_pen_keeps_columns),
        cmocka_unit_test(test_pen_wraps),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_choices),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_siblings),
        cmocka_unit_test(test_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
