// Chains end (SK-21), and what the state remembers follows from the rest: random decks and plays.
#include "test_fuzz.h"

static void random_matches_keep_the_caches(void **unused) {
    (void)unused;
    static fuzz f;
    f.rng = agon_rng_make(agon_seed_number(1));
    f.is_thorough = true;
    while (f.matches < 1500) {
        fuzz_match(&f);
    }
    fuzz_report(&f);
    assert_true(f.longest < 100);
}

// The fullest queue of SK-40's cards: a Fireball among ten Vampires. Five are hit; whoever is hit on
// a neighbouring terrain is seen by four, the one in the middle by four.
static void ten_vampires_and_a_fireball(void **unused) {
    (void)unused;
    static skirmish_game g;
    static skirmish_state s;
    agon_skirmish_config config = agon_skirmish_config_default();
    config.max_copies = 30;
    for (int i = 0; i < 20; i++) {
        config.decks[0].cards[i] = config.decks[1].cards[i] = i < 10 ? "vampire" : "fireball";
    }
    config.decks[0].count = config.decks[1].count = 20;
    assert_int_equal(agon_configure(&agon_skirmish_rules, &config, &g.head, NULL), AGON_OK);
    agon_init(&g.head, &config, agon_seed_number(1), &s.head);
    for (int p = 0; p < 2; p++) {
        for (uint8_t i = 0; i < 10; i++) {
            s.hand[p][i] = (uint8_t)(10 + i);
        }
        s.hand_count[p] = 10;
        s.deck_count[p] = 0;
    }
    for (int slot = 0; slot < AGON_SKIRMISH_SLOTS; slot++) {
        s.occupied |= (skirmish_slots)(1u << slot);
        s.units[slot].card = (uint8_t)(slot / 2);
    }
    assert_int_equal(agon_skirmish_validate(&g.head, &s.head, NULL), AGON_OK);
    skirmish_stats stats = {0};
    agon_action action = {.type = AGON_SKIRMISH_PLAY_CARD,
                          .a = (uint8_t)skirmish_ref(s.current, 10),
                          .b = (uint8_t)skirmish_slot(0, 2)};
    assert_int_equal(agon_check(&g.head, &s.head, s.current, action, NULL), AGON_OK);
    assert_int_equal(agon_skirmish_step_measured(&g.head, &s.head, s.current, action, NULL, &stats),
                     AGON_OK);
    assert_int_equal(stats.queued, 4 * 4 + 4 + 1); // and the batch
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_matches_keep_the_caches),
                                       cmocka_unit_test(ten_vampires_and_a_fireball)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
