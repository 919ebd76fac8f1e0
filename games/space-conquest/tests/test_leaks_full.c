// Space Conquest: the leak check with its oracle, at length.
// label: full
#include "tests/support/support.h"

#include "tests/support/suites.h"

#include "games/space-conquest/tests/test_oracle.h"

static void test_no_leaks(void **unused) {
    (void)unused;
    suites_assert_no_leaks(agon_codec_find("space-conquest"), 20000, &conquest_oracle);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_no_leaks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
