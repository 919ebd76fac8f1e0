// The long run of test_authority_model.c. Another seed and length: AGON_AUTHORITY=SEED,STEPS.
// label: full
#include "tests/server/support/authority.h"
#include "tests/support/support.h"

#include <stdio.h>
#include <stdlib.h>

static void test_a_long_run(void **state) {
    (void)state;
    const char *wanted = getenv("AGON_AUTHORITY");
    unsigned long long seed = 2;
    long steps = 20000;
    if (wanted) {
        assert_int_equal(sscanf(wanted, "%llu,%ld", &seed, &steps), 2);
    }
    authority_report r = authority_run(seed, steps);
    print_message(
        "%ld steps: %ld matches, %ld secrets, %ld sockets, of which %ld lost their seat; %ld "
        "requests refused, %ld actions, %ld rematches, %ld restarts\n",
        r.steps, r.matches, r.tokens, r.sockets, r.revoked, r.refused, r.acted, r.rematches,
        r.restarts);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_a_long_run)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
