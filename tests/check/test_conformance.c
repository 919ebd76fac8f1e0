// Every registered game, and toy-cards, through the conformance suite: the quick portion.
#include "tests/support/support.h"

#include "tests/support/suites.h"
#include "tests/support/toy.h"

static void conforms(void **state) {
    suites_assert_conforms(*state, 64, 300, 40);
}

static void same_seed_same_report(void **state) {
    (void)state;
    static agon_conformance_report first, second;
    assert_int_equal(agon_conformance_run(&toy_codec, NULL, 10, 7, &first, NULL), AGON_OK);
    assert_int_equal(agon_conformance_run(&toy_codec, NULL, 10, 7, &second, NULL), AGON_OK);
    assert_memory_equal(&first, &second, sizeof first);
    assert_int_equal(first.findings.count, 0);
}

static void bad_config_is_refused(void **state) {
    (void)state;
    static agon_conformance_report report;
    agon_error error = {0};
    json_t *config = support_json("{'players': 'many'}");
    assert_int_equal(agon_conformance_run(&toy_codec, agon_value_of(config), 1, 1, &report, &error),
                     AGON_BAD_CONFIG);
    assert_string_equal(error.path, "players");
    json_decref(config);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(same_seed_same_report),
                                       cmocka_unit_test(bad_config_is_refused)};
    int failed = cmocka_run_group_tests_name("conformance", tests, NULL, NULL);
    return failed + support_run_per_game("conformance", conforms, 1);
}
