// The distance between words, on which suggestions rest.
#include "tests/support/support.h"

#include "src/core/word.h"

static void test_counts_letters(void **unused) {
    (void)unused;
    assert_int_equal(agon_word_distance("", "", false), 0);
    assert_int_equal(agon_word_distance("", "abc", false), 3);
    assert_int_equal(agon_word_distance("abc", "", false), 3);
    assert_int_equal(agon_word_distance("kitten", "sitting", false), 3);
    assert_int_equal(agon_word_distance("flaw", "lawn", false), 2);
}

static void test_capitals(void **unused) {
    (void)unused;
    assert_int_equal(agon_word_distance("Games", "games", false), 1);
    assert_int_equal(agon_word_distance("GAMES", "games", true), 0);
    assert_int_equal(agon_word_distance("[", "{", true), 1); // as far apart as capitals are
}

static void test_long_words_by_their_beginning(void **unused) {
    (void)unused;
    char a[200], b[200];
    memset(a, 'x', sizeof a);
    memset(b, 'x', sizeof b);
    a[sizeof a - 1] = b[AGON_WORD_MAX + 1] = '\0';
    assert_int_equal(agon_word_distance(a, b, false), 0);
    b[0] = 'y';
    assert_int_equal(agon_word_distance(a, b, false), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_counts_letters),
                                       cmocka_unit_test(test_capitals),
                                       cmocka_unit_test(test_long_words_by_their_beginning)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
