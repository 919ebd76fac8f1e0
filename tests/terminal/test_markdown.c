// Manuals on a screen: every block, what is broken, and that nothing is lost or endless.
#include "apps/host/manual.h"
#include "apps/terminal/screen/markdown.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static agon_text written(const char *markdown, int width, bool has_unicode) {
    agon_text text = {0};
    agon_pen pen = {.text = &text, .unicode = has_unicode, .width = width};
    agon_text_puts(&text, "");
    agon_pen_markdown(&pen, markdown);
    assert_false(text.failed);
    return text;
}

static void expect(const char *markdown, int width, const char *expected) {
    agon_text text = written(markdown, width, true);
    assert_string_equal(text.data, expected);
    agon_text_free(&text);
}

static void test_paragraphs(void **unused) {
    (void)unused;
    expect("One line\nand another.\n\n\n\nNext.", 78, "  One line and another.\n\n  Next.\n");
    expect("## Head\n\nText.\n### Lower\nMore.", 78, "Head\n  Text.\n\nLower\n  More.\n");
    expect("aaa bbb ccc ddd", 9, "  aaa bbb\n  ccc ddd\n");
    expect("#no heading", 78, "  #no heading\n");
    expect("a\r\nb\r\n", 78, "  a b\n");
}

static void test_marks_of_words(void **unused) {
    (void)unused;
    expect("A **bold** and an *italic* word.", 78, "  A bold and an italic word.\n");
    expect("**all of\nit**", 78, "  all of it\n");
    expect("2 * 3 * 1 is 6, ** is nothing", 78, "  2 * 3 * 1 is 6, ** is nothing\n");
    expect("**open and *so on", 78, "  **open and *so on\n");
    expect("*", 78, "  *\n");
    expect("a**", 78, "  a**\n");
}

static void test_lists(void **unused) {
    (void)unused;
    expect("- one\n- two\n  goes on\n* three", 78, "  - one\n  - two goes on\n  - three\n");
    expect("9. nine\n10. ten and more", 12, "  9. nine\n  10. ten\n      and\n      more\n");
    expect("Say:\n- a\n\nEnd.", 78, "  Say:\n  - a\n\n  End.\n");
    expect("-no item\n1.no item\n1990 was", 78, "  -no item 1.no item 1990 was\n");
}

static void test_lists_within_lists(void **unused) {
    (void)unused;
    expect("- a\n  - b\n    - c\n- d", 78, "  - a\n    - b\n      - c\n  - d\n");
    expect("1. a\n   - b\n     still b\n2. c", 78, "  1. a\n    - b still b\n  2. c\n");
    // Deeper than anybody can read: it stays on the screen.
    expect("                                                - x", 12, "      - x\n");
}

static void test_tables(void **unused) {
    (void)unused;
    expect("| key | does |\n|---|---|\n| a | **one** |\n| long key | two |", 78,
           "  key       does\n  a         one\n  long key  two\n");
    expect("| k | does |\n|---|---|\n| a | one two three four five |", 24,
           "  k  does\n  a  one two three four\n     five\n");
    expect("| a | | c |", 78, "  a    c\n");
    expect("|", 78, "");
    expect("Before\n| a | b |\nafter", 78, "  Before\n  a  b\n  after\n");
    // Too wide for columns: the cells of a row below each other.
    expect("| aaaaaaaa | bbbbbbbb | cc |\n|---|---|---|\n| a | b | |", 12,
           "  aaaaaaaa\n    bbbbbbbb\n    cc\n  a\n    b\n");
    expect("|1|2|3|4|5|6|7|8|9|", 78, "  1  2  3  4  5  6  7  8|9\n");
}

static void test_figures(void **unused) {
    (void)unused;
    expect("Text.\n\n![Who *beats* whom.](cycle)\n\nMore.", 78,
           "  Text.\n\n  [Who beats whom.]\n\n  More.\n");
    expect("a\n\n![](cards)\n\nb", 78, "  a\n\n  b\n");
    expect("![no figure](", 78, "  ![no figure](\n");
    expect("![]", 78, "  ![]\n");
}

static void test_without_unicode(void **unused) {
    (void)unused;
    agon_text text = written("×2 ▸ 5 − 2 ≥ 3…", 78, false);
    assert_string_equal(text.data, "  x2 > 5 - 2 >= 3...\n");
    agon_text_free(&text);
    text = written("\033[31m é \xff", 78, false);
    assert_null(strchr(text.data, 033));
    agon_text_free(&text);
}

static void test_nothing(void **unused) {
    (void)unused;
    expect("", 78, "");
    expect("\n \n\t\n", 78, "");
    expect("##  ", 78, "  ##\n");
    expect("a", 0, "  a\n");
}

// How many of a letter are in a text, and that no line is wider than allowed.
static size_t count_letters(const agon_text *text, char letter, int width) {
    size_t count = 0;
    for (const char *at = text->data; *at;) {
        const size_t size = strcspn(at, "\n");
        assert_true(agon_style_width(at, size) <= width);
        for (size_t i = 0; i < size; i++) {
            count += at[i] == letter;
        }
        at += size + (at[size] == '\n');
    }
    return count;
}

// A document of a megabyte: `unit` again and again.
static char *megabyte(const char *unit) {
    const size_t size = 1 << 20, length = strlen(unit);
    char *text = malloc(size + 1);
    assert_non_null(text);
    for (size_t i = 0; i < size; i++) {
        text[i] = unit[i % length];
    }
    text[size] = '\0';
    return text;
}

// Whatever is repeated a million times is written in a moment, within the width, and nothing is lost.
static void test_huge(void **unused) {
    static const char *const units[] = {"x",       "x ",     "x\n",       "x\n\n",   "- x\n",
                                        "* x",     "**x",    "*x*",       "# x\n",   "|x",
                                        "|x|x|\n", "![x](x", "![x](x)\n", "  - x\n", "1. x\n"};
    (void)unused;
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        char *huge = megabyte(units[i]);
        const agon_text source = {.data = huge, .length = strlen(huge)};
        size_t expected = 0;
        for (size_t k = 0; k < source.length; k++) {
            expected += huge[k] == 'x';
        }
        agon_text text = written(huge, 78, true);
        const size_t count = count_letters(&text, 'x', 78);
        // Of a figure the name is not shown.
        assert_true(strchr(units[i], ')') ? count >= expected / 2 : count == expected);
        agon_text_free(&text);
        free(huge);
    }
}

static void test_endless_words(void **unused) {
    (void)unused;
    expect("abcdefghij", 6, "  abcd\n  efgh\n  ij\n");
    expect("ab abcdefghij", 6, "  ab\n  abcd\n  efgh\n  ij\n");
    expect("- abcdefgh", 8, "  - abcd\n    efgh\n");
    expect("ééééé", 4, "  éé\n  éé\n  é\n");
    // Narrower than the margin: nothing fits, and it still ends.
    agon_text text = written("abc\n\n| a | b |\n\n- c", 1, true);
    count_letters(&text, 'a', 1);
    agon_text_free(&text);
}

// The manuals there are: nobody else's mark is left in them.
static void test_manuals(void **unused) {
    (void)unused;
    size_t count = 0;
    for (const agon_manual *manual = agon_manuals; manual->game; manual++, count++) {
        for (int width = 40; width <= 120; width += 38) {
            agon_text text = written(manual->text, width, width % 4 == 0);
            count_letters(&text, 'x', width);
            assert_null(strstr(text.data, "**"));
            assert_null(strstr(text.data, "]("));
            assert_null(strstr(text.data, " \n"));
            assert_non_null(strstr(text.data, "The game\n  "));
            agon_text_free(&text);
        }
    }
    assert_true(count >= 5);
    assert_non_null(agon_manual_find("skirmish"));
    assert_null(agon_manual_find("skirmis"));
    assert_null(agon_manual_find(""));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_paragraphs),
        cmocka_unit_test(test_marks_of_words),
        cmocka_unit_test(test_lists),
        cmocka_unit_test(test_lists_within_lists),
        cmocka_unit_test(test_tables),
        cmocka_unit_test(test_figures),
        cmocka_unit_test(test_without_unicode),
        cmocka_unit_test(test_nothing),
        cmocka_unit_test(test_huge),
        cmocka_unit_test(test_endless_words),
        cmocka_unit_test(test_manuals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
