// The comparison with a second implementation of the rules, over many more matches.
// label: full
#include "games/stellar-skirmish/tests/test_model.h"

static void test_model_agrees(void **unused) {
    (void)unused;
    model_matches(5000, 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_model_agrees)};
    return cmocka_run_group_tests_name("stellar-skirmish model", tests, NULL, NULL);
}
