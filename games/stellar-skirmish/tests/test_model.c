// Random matches beside a second implementation of the rules (SS-6 to SS-15).
#include "games/stellar-skirmish/tests/test_model.h"

static void test_model_agrees(void **unused) {
    (void)unused;
    model_matches(120, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_model_agrees)};
    return cmocka_run_group_tests_name("stellar-skirmish model", tests, NULL, NULL);
}
