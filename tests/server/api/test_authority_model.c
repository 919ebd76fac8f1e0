// Many clients who join, leave, come back, play again, keep sockets and tokens that are not theirs any more:
// what each of them sees and does is what a simple reference says. The long run is in
// test_authority_model_full.c.
#include "tests/server/support/authority.h"
#include "tests/support/support.h"

static void test_a_short_run(void **state) {
    (void)state;
    authority_report report = authority_run(1, 1200);
    assert_true(report.matches > 10 && report.tokens > 50 && report.sockets > 50);
    assert_true(report.revoked > 10 && report.refused > 100 && report.acted > 20);
    assert_true(report.rematches > 0 && report.restarts > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_a_short_run)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
