// Every registered game, and toy-cards, through the conformance suite: thousands of matches, most
// of them with a look at every state, those of long games also in greater number with fewer looks.
// label: full
#include "support.h"

#include "suites.h"

static void every_state(void **state) {
    suites_assert_conforms(*state, 4000, 12000, 1);
}

static void many_matches(void **state) {
    suites_assert_conforms(*state, 600, 4000, 400);
}

int main(void) {
    return support_run_per_game("conformance_every_state", every_state, 1) +
           support_run_per_game("conformance_many_matches", many_matches, 1);
}
