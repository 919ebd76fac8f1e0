// Chains end (SK-21), and what the state remembers follows from the rest: random decks and plays.
#include "games/skirmish/tests/test_fuzz.h"

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
                          .b = (uint8_t)agon_skirmish_slot(0, 2)};
    assert_int_equal(agon_check(&g.head, &s.head, s.current, action, NULL), AGON_OK);
    assert_int_equal(agon_skirmish_step_measured(&g.head, &s.head, s.current, action, NULL, &stats),
                     AGON_OK);
    assert_int_equal(stats.queued, 4 * 4 + 4 + 1); // and the batch
}

static agon_effect random_effect(fuzz *f) {
    return (agon_effect){.type = (uint8_t)fuzz_draw(f, SKIRMISH_EFFECT_TYPES),
                         .a = (uint8_t)fuzz_draw(f, 128),
                         .b = (uint8_t)(fuzz_draw(f, 2) ? 0 : fuzz_draw(f, 128)),
                         .c = (uint8_t)(fuzz_draw(f, 2)   ? 0
                                        : fuzz_draw(f, 2) ? 255
                                                          : 1),
                         .n = (int32_t)fuzz_draw(f, 9)};
}

// Queues whatever the validation lets pass, behind a pending input.
static void fill_queue(fuzz *f) {
    static skirmish_state trial;
    for (int i = 0; i < 400; i++) {
        trial = f->s;
        agon_effect effect = random_effect(f);
        agon_queue_push(&trial.queue.base, SKIRMISH_QUEUE_MAX, effect);
        int slot = (int)fuzz_draw(f, AGON_SKIRMISH_SLOTS);
        if (effect.type == SKIRMISH_DEATHS && skirmish_has(trial.occupied, slot)) {
            trial.units[slot].doomed = effect.a;
            trial.units[slot].fell_from = 3;
        }
        if (agon_skirmish_validate(&f->g.head, &trial.head, NULL) == AGON_OK) {
            f->s = trial;
        }
    }
}

// A state from outside may have any effects waiting that the validation accepts. They run like any
// others, or end in a fault that changes nothing.
static void queues_from_outside_do_no_harm(void **unused) {
    (void)unused;
    static fuzz f;
    static skirmish_state before;
    int runs = 0, faults = 0;
    f.rng = agon_rng_make(agon_seed_number(5));
    while (runs < 300) {
        fuzz_start(&f);
        for (int i = 0; i < 100 && !f.s.head.over && !f.s.pending.type; i++) {
            fuzz_act(&f);
        }
        if (!f.s.pending.type) {
            continue;
        }
        fill_queue(&f);
        agon_copy(&before.head, &f.s.head); // padding included
        runs++;
        int player = agon_current_player(&f.g.head, &f.s.head);
        agon_action action = agon_nth(&f.g.head, &f.s.head, player, 0);
        agon_status status =
            agon_apply(&f.g.head, &f.s.head, player, action, NULL, &f.s.head, NULL);
        if (status != AGON_OK) {
            assert_int_equal(status, AGON_ENGINE_FAULT);
            assert_memory_equal(&f.s, &before, sizeof before);
            faults++;
            continue;
        }
        fuzz_compare(&f);
        for (int i = 0; i < 20 && !f.s.head.over; i++) {
            fuzz_act(&f);
            fuzz_compare(&f);
        }
    }
    print_message("             %d runs, %d faults\n", runs, faults);
    assert_true(faults < runs / 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_matches_keep_the_caches),
                                       cmocka_unit_test(ten_vampires_and_a_fireball),
                                       cmocka_unit_test(queues_from_outside_do_no_harm)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
