// Space Conquest: the numbers of the dice, by exact counting over the generator's distribution and by
// playing.
#include "games/space-conquest/tests/test_table.h"

// How many of the 65,536 lanes uniform(n) maps to `result`, and how many it rejects (rng.h).
static void count_lanes(uint32_t n, uint32_t result, uint32_t *hits, uint32_t *rejected) {
    *hits = *rejected = 0;
    for (uint32_t lane = 0; lane < 65536; lane++) {
        uint32_t m = lane * n;
        bool is_rejected = (m & 0xffff) < 65536 % n;
        *rejected += is_rejected;
        *hits += !is_rejected && m >> 16 == result;
    }
}

// d50 = 1 is one lane in fifty, exactly: 2 %.
static void test_hyperspace_is_two_per_cent(void **unused) {
    (void)unused;
    uint32_t hits, rejected;
    for (uint32_t face = 0; face < AGON_CONQUEST_LOSS_DIE; face++) {
        count_lanes(AGON_CONQUEST_LOSS_DIE, face, &hits, &rejected);
        assert_int_equal(hits * AGON_CONQUEST_LOSS_DIE, 65536 - rejected);
    }
    assert_int_equal(10000 / AGON_CONQUEST_LOSS_DIE, agon_conquest_loss_chance(1));
}

// d6 of 4 to 6: exactly half.
static void test_rebellion_is_one_half(void **unused) {
    (void)unused;
    uint32_t hits, rejected;
    uint32_t rebels = 0;
    for (uint32_t face = 1; face <= AGON_CONQUEST_REBEL_DIE; face++) {
        count_lanes(AGON_CONQUEST_REBEL_DIE, face - 1, &hits, &rejected);
        rebels += face >= AGON_CONQUEST_REBEL_FROM ? hits : 0;
    }
    assert_int_equal(2 * rebels, 65536 - rejected);
}

// The next decimal digit of rest ÷ all, rest < all < 2^63; `rest` becomes what is left.
static int next_digit(uint64_t *rest, uint64_t all) {
    uint64_t sum = 0;
    int digit = 0;
    for (int i = 0; i < 10; i++) {
        sum += *rest;
        if (sum >= all) {
            sum -= all;
            digit++;
        }
    }
    *rest = sum;
    return digit;
}

// 1 − (49/50)^d in hundredths of a per cent, rounded: 50^11 is just small enough to be exact.
static void test_loss_table(void **unused) {
    (void)unused;
    uint64_t all = 1, safe = 1;
    for (int distance = 0; distance <= AGON_CONQUEST_MAX_DISTANCE; distance++) {
        uint64_t rest = all - safe;
        int chance = 0;
        for (int k = 0; k < 4; k++) {
            chance = chance * 10 + next_digit(&rest, all);
        }
        chance += rest >= all - rest;
        assert_int_equal(agon_conquest_loss_chance(distance), chance);
        all *= 50;
        safe *= 49;
    }
    assert_int_equal(agon_conquest_loss_chance(3), 588);
    assert_int_equal(agon_conquest_loss_chance(5), 961);
    assert_int_equal(agon_conquest_loss_chance(8), 1492);
    assert_int_equal(agon_conquest_loss_chance(11), 1993);
}

// Flies fleets of one ship over `distance` and returns how many are lost, of `flights`.
static unsigned fly(unsigned flights, uint8_t distance) {
    unsigned lost = 0;
    for (unsigned flown = 0; flown < flights; flown += 1000) {
        for (unsigned i = 0; i < 1000; i++) {
            conquest_fleet *fleet = agon_conquest_add(s, CONQUEST_FLEETS);
            *fleet = (conquest_fleet){.ships = 1, .from = A, .to = P, .distance = distance};
        }
        while (s->counts[CONQUEST_FLEETS] > 0) {
            agon_conquest_movement_phase(s, NULL);
            lost += s->counts[CONQUEST_LOSSES];
            agon_conquest_forget_reports(s);
        }
    }
    return lost;
}

// Within four standard deviations; the seed is fixed.
static void test_losses_by_simulation(void **unused) {
    (void)unused;
    load_small();
    for (uint8_t distance = 1; distance <= 11; distance++) {
        const unsigned flights = 20000;
        unsigned lost = fly(flights, distance);
        double p = agon_conquest_loss_chance(distance) / 10000.0;
        double off = lost - flights * p;
        assert_true(off * off < 16 * flights * p * (1 - p));
    }
}

static void test_rebellions_by_simulation(void **unused) {
    (void)unused;
    load_small();
    unsigned rebelled = 0;
    const unsigned tries = 20000;
    for (unsigned i = 0; i < tries; i++) {
        s->owned[0] = 1 << A | 1 << D;
        s->ships[0][D] = 0;
        s->ships[0][A] = 10;
        s->ships[1][P] = s->ships[1][E] = 10;
        s->npc[D] = 0;
        agon_conquest_rebellion_phase(s, NULL);
        rebelled += s->counts[CONQUEST_REBELLIONS];
        agon_conquest_forget_reports(s);
    }
    double off = rebelled - tries / 2.0;
    assert_true(off * off < 16 * tries / 4.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hyperspace_is_two_per_cent),
        cmocka_unit_test(test_rebellion_is_one_half),
        cmocka_unit_test(test_loss_table),
        TEST(test_losses_by_simulation),
        TEST(test_rebellions_by_simulation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
