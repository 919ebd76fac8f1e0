// Chains end (SK-21): many random decks and plays. AGON_SKIRMISH_FUZZ=SEED,MATCHES runs others.
// label: full
#include "games/skirmish/tests/test_fuzz.h"

static void no_chain_reaches_the_bound(void **unused) {
    (void)unused;
    static fuzz f;
    const char *given = getenv("AGON_SKIRMISH_FUZZ");
    unsigned long long seed = 2, matches = 400000;
    if (given && sscanf(given, "%llu,%llu", &seed, &matches) != 2) {
        fail_msg("AGON_SKIRMISH_FUZZ must be SEED,MATCHES");
    }
    f.rng = agon_rng_make(agon_seed_number((int64_t)seed));
    while (f.matches < matches) {
        f.is_thorough = f.matches % 16 == 0;
        fuzz_match(&f);
    }
    fuzz_report(&f);
    assert_true(f.longest < 100);
    assert_true(f.fullest <= 26);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_chain_reaches_the_bound)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
