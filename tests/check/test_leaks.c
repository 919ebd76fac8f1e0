// Every registered game, and toy-cards, through the leak check: the quick portion.
#include "tests/support/support.h"

#include "tests/support/suites.h"

static void leaks_nothing(void **state) {
    suites_assert_no_leaks(*state, 2000, NULL);
}

int main(void) {
    return support_run_per_game("leaks", leaks_nothing, 1);
}
