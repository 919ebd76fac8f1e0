// Every registered game, and toy-cards, through the conformance suite: thousands of matches.
// label: full
#include "support.h"

#include "suites.h"

static void conforms(void **state) {
    suites_assert_conforms(*state, 4000, 40000, 1);
}

int main(void) {
    return support_run_per_game("conformance_full", conforms, 1);
}
