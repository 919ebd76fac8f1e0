// Every registered game, and toy-cards, through the leak check: 10^5 steps each.
// label: full
#include "tests/support/support.h"

#include "tests/support/suites.h"

static void leaks_nothing(void **state) {
    suites_assert_no_leaks(*state, 100000, NULL);
}

int main(void) {
    return support_run_per_game("leaks_full", leaks_nothing, 1);
}
