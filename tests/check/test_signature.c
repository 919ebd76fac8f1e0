// The number that all builds must agree on, against tests/golden/checks/signature.txt. It changes with
// every game and every rule; `make golden` writes it anew.
#include "tests/support/support.h"

#include "agon/check.h"

static void is_what_it_was(void **state) {
    (void)state;
    agon_text text = {0};
    for (uint32_t games = 1; games <= 3; games++) {
        agon_text_printf(&text, "%u games: %016llx\n", (unsigned)games,
                         (unsigned long long)agon_signature(games));
    }
    support_golden("checks/signature.txt", &text);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(is_what_it_was)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
