// The terms of a match as text: clocks, policies, words for faults.
#include "agon/match.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void test_texts_of_terms(void **state) {
    (void)state;
    static const char *const clocks[] = {"none",       "60+1",    "0.5+0.05", "10",
                                         "0+0.000001", "9999999", "30/turn",  "0.5/turn"};
    static const char *const no_clocks[] = {"",      "x",  "0",      "0+0",      "1+",
                                            "+1",    "1 ", "-1",     "99999999", "1.0000001",
                                            "1+1+1", "1/", "1/move", "1+1/turn", "0/turn"};
    static const char *const policies[] = {"forfeit", "random", "retry:3,random",
                                           "retry:9,forfeit"};
    static const char *const no_policies[] = {
        "",         "retry",           "retry:", "retry:10",
        "retry:1,", "retry:1,retry:1", "Random", "forfeit,random"};
    agon_terms terms = agon_terms_default();
    char text[AGON_TERMS_SIZE];
    for (size_t i = 0; i < sizeof clocks / sizeof clocks[0]; i++) {
        assert_true(agon_terms_read_clock(clocks[i], &terms));
        agon_terms_write_clock(&terms, text);
        assert_string_equal(text, clocks[i]);
    }
    for (size_t i = 0; i < sizeof no_clocks / sizeof no_clocks[0]; i++) {
        assert_false(agon_terms_read_clock(no_clocks[i], &terms));
    }
    for (size_t i = 0; i < sizeof policies / sizeof policies[0]; i++) {
        assert_true(agon_terms_read_policy(policies[i], &terms));
        agon_terms_write_policy(&terms, text);
        assert_string_equal(text, policies[i]);
    }
    for (size_t i = 0; i < sizeof no_policies / sizeof no_policies[0]; i++) {
        assert_false(agon_terms_read_policy(no_policies[i], &terms));
    }
    for (int fault = 1; fault < AGON_FAULT_COUNT; fault++) {
        assert_int_equal(agon_fault_find(agon_fault_word((agon_fault)fault)), fault);
    }
    assert_int_equal(agon_fault_find("tired"), AGON_FAULT_NONE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_texts_of_terms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
