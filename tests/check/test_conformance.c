// Every registered game, and toy-cards, through the conformance suite: the quick portion.
#include "tests/support/support.h"

#include "tests/support/suites.h"

static void conforms(void **state) {
    suites_assert_conforms(*state, 64, 300, 40);
}

int main(void) {
    return support_run_per_game("conformance", conforms, 1);
}
