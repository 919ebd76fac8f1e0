// The generator: exact vectors of the mapping in agon/rng.h, and the distribution of its draws.
//
// The vectors come from a second implementation in another language, whose SipHash-1-3 was checked
// against the one that CPython uses for bytes.
#include "tests/support/support.h"

#include "agon/rng.h"

#include <math.h>

static const uint64_t key[2] = {0x0706050403020100u, 0x0f0e0d0c0b0a0908u};

static void sip13_vectors(void **state) {
    (void)state;
    static const uint64_t zero[2] = {0, 0};
    assert_int_equal(agon_sip13(key, 0), 0x5cb96f6ba2a4fcfcu);
    assert_int_equal(agon_sip13(key, 1), 0x32c5ea5ce472f19bu);
    assert_int_equal(agon_sip13(key, 2), 0x7f38fb9f024fc6ecu);
    assert_int_equal(agon_sip13(key, UINT64_MAX), 0x823f307311453347u);
    assert_int_equal(agon_sip13(zero, 0), 0xbd60acb658c79e45u);
    assert_int_equal(agon_sip13(zero, UINT64_MAX), 0x2f205be2fec8e38du);
}

// Draws `count` numbers below `n` and compares them, and the position afterwards.
static void assert_draws(agon_rng *rng, uint32_t n, const uint32_t *expected, size_t count,
                         uint64_t pos) {
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(agon_uniform(rng, n), expected[i]);
    }
    assert_int_equal(rng->pos, pos);
}

#define DRAWS(rng, n, pos, ...)                                                                    \
    do {                                                                                           \
        static const uint32_t expected_[] = {__VA_ARGS__};                                         \
        assert_draws(rng, n, expected_, sizeof expected_ / sizeof expected_[0], pos);              \
    } while (0)

static void small_draws_take_one_lane(void **state) {
    (void)state;
    agon_rng rng = agon_rng_make(agon_seed_number(42));
    DRAWS(&rng, 6, 24, 4, 5, 5, 1, 1, 1, 3, 0, 3, 2, 0, 0, 1, 0, 4, 0, 4, 4, 2, 3, 3, 3, 3, 5);
    rng = agon_rng_make(agon_seed_number(42));
    DRAWS(&rng, 50, 12, 41, 43, 46, 8, 11, 14, 31, 0, 28, 23, 7, 3);
    rng = agon_rng_make(agon_seed_number(-1));
    DRAWS(&rng, 1000, 8, 376, 965, 442, 241, 737, 348, 867, 206);
    rng = agon_rng_make(agon_seed_number(7));
    DRAWS(&rng, 65536, 4, 55948, 44920, 51038, 52368);
}

// The quick way draws what the long way draws, or nothing.
static void quick_draws_are_draws(void **state) {
    (void)state;
    agon_rng quick = agon_rng_make(agon_seed_number(42)), slow = quick;
    int refusals = 0;
    for (uint32_t i = 0; i < 4000; i++) {
        uint32_t n = i % 2 ? 1 + i % 60 : 40000 + i, drawn;
        uint64_t pos = quick.pos;
        if (!agon_uniform_quick(&quick, n, &drawn)) {
            assert_int_equal(quick.pos, pos);
            drawn = agon_uniform(&quick, n);
            refusals++;
        }
        assert_int_equal(drawn, agon_uniform(&slow, n));
        assert_int_equal(quick.pos, slow.pos);
    }
    assert_true(refusals > 1000 && refusals < 3500);
}

static void rejected_lanes_are_skipped(void **state) {
    (void)state;
    agon_rng rng = agon_rng_make(agon_seed_number(7));
    DRAWS(&rng, 40000, 15, 34147, 27416, 31962, 3371, 25844, 19188, 15457, 69, 21276, 17128, 18195,
          5476);
}

static void large_draws_take_whole_words(void **state) {
    (void)state;
    agon_rng rng = agon_rng_make(agon_seed_number(7));
    (void)agon_uniform(&rng, 6);
    DRAWS(&rng, 65537, 20, 25326, 34860, 5588, 24181);
    DRAWS(&rng, 6, 23, 3, 2, 3);
    rng = agon_rng_make(agon_seed_number(7));
    DRAWS(&rng, 0x80000001u, 36, 1716020143, 829898087, 183112070, 792381903, 213304671,
          1284165329);
    rng = agon_rng_make(agon_seed_number(7));
    DRAWS(&rng, UINT32_MAX, 16, 3432040285u, 1659796174, 2284593038u, 366224140);
}

static void draw_below_one_uses_a_lane(void **state) {
    (void)state;
    agon_rng rng = agon_rng_make(agon_seed_number(3));
    DRAWS(&rng, 1, 5, 0, 0, 0, 0, 0);
}

static void wide_seed(void **state) {
    (void)state;
    agon_seed seed;
    assert_true(agon_seed_parse("00112233445566778899aabbccddeeff", &seed));
    assert_true(seed.is_wide);
    assert_int_equal(seed.hi, 0x0011223344556677u);
    assert_int_equal(seed.lo, 0x8899aabbccddeeffu);
    agon_rng rng = agon_rng_make(seed);
    DRAWS(&rng, 6, 16, 1, 5, 2, 1, 1, 4, 3, 4, 2, 5, 4, 3, 2, 4, 0, 4);
    agon_seed upper;
    assert_true(agon_seed_parse("00112233445566778899AABBCCDDEEFF", &upper));
    assert_int_equal(upper.lo, seed.lo);
}

static void malformed_seeds(void **state) {
    (void)state;
    static const char *const wrong[] = {"",
                                        "0",
                                        "00112233445566778899aabbccddeef",
                                        "00112233445566778899aabbccddeeff0",
                                        "00112233445566778899aabbccddeefg",
                                        " 0112233445566778899aabbccddeeff",
                                        "0x112233445566778899aabbccddeeff"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        agon_seed seed = {.lo = 77};
        assert_false(agon_seed_parse(wrong[i], &seed));
        assert_int_equal(seed.lo, 77);
    }
}

// A number and the same number as 128 bits are different games.
static void number_is_not_wide(void **state) {
    (void)state;
    agon_seed seed;
    assert_true(agon_seed_parse("0000000000000000000000000000002a", &seed));
    agon_rng wide = agon_rng_make(seed);
    agon_rng number = agon_rng_make(agon_seed_number(42));
    assert_int_equal(wide.key[0], number.key[0]);
    assert_int_not_equal(wide.key[1], number.key[1]);
    assert_int_equal(number.key[1], 0x6e6f67412e6e756du);
}

static void seek_anywhere(void **state) {
    (void)state;
    agon_rng rng = agon_rng_make(agon_seed_number(11));
    uint32_t lanes[40];
    for (size_t i = 0; i < 40; i++) {
        lanes[i] = agon_rng_lane(&rng);
    }
    for (size_t i = 40; i-- > 0;) {
        agon_rng_seek(&rng, i);
        assert_int_equal(rng.pos, i);
        for (size_t k = i; k < 40 && k < i + 6; k++) {
            assert_int_equal(agon_rng_lane(&rng), lanes[k]);
        }
    }
}

static void next_takes_whole_words(void **state) {
    (void)state;
    agon_rng rng = agon_rng_make(agon_seed_number(1));
    assert_int_equal(agon_rng_next(&rng), 0x89ef90333f7e77e1u);
    assert_int_equal(agon_rng_next(&rng), 0xacd90f6011f5ecebu);
    (void)agon_rng_lane(&rng); // one lane of the third word: the rest of it is skipped
    assert_int_equal(agon_rng_next(&rng), 0xe424fd601afe457cu);
    assert_int_equal(rng.pos, 16);
}

static void split_makes_two_words_a_key(void **state) {
    (void)state;
    agon_rng rng = agon_rng_make(agon_seed_number(1));
    agon_rng other = agon_rng_split(&rng);
    assert_int_equal(other.key[0], 0x89ef90333f7e77e1u);
    assert_int_equal(other.key[1], 0xacd90f6011f5ecebu);
    assert_int_equal(other.pos, 0);
    assert_int_equal(rng.pos, 8);
}

// --- Distribution ---------------------------------------------------------------------------------

#define MOST_CELLS 1024

// How many standard deviations chi-square is off its mean, over `draws` draws below n, in at most
// MOST_CELLS cells of nearly equal size.
static double chi_square(uint32_t n, uint32_t draws, int64_t seed) {
    static uint32_t counts[MOST_CELLS];
    uint32_t cells = n < MOST_CELLS ? n : 64;
    memset(counts, 0, sizeof counts);
    agon_rng rng = agon_rng_make(agon_seed_number(seed));
    for (uint32_t i = 0; i < draws; i++) {
        uint32_t x = agon_uniform(&rng, n);
        assert_true(x < n);
        counts[(uint64_t)x * cells / n]++;
    }
    double sum = 0;
    for (uint32_t c = 0; c < cells; c++) {
        // Cell c holds the x with c ≤ x·cells/n < c+1.
        uint64_t from = ((uint64_t)c * n + cells - 1) / cells;
        uint64_t to = ((uint64_t)(c + 1) * n + cells - 1) / cells;
        double expected = (double)draws * (double)(to - from) / (double)n;
        sum += (counts[c] - expected) * (counts[c] - expected) / expected;
    }
    return (sum - (cells - 1)) / sqrt(2.0 * (cells - 1));
}

static void uniform_is_uniform(void **state) {
    (void)state;
    static const uint32_t ns[] = {
        2,     3,      4,       5,           6,           7,           8,         9,
        10,    11,     12,      13,          15,          17,          25,        37,
        50,    52,     64,      100,         255,         256,         257,       500,
        1000,  1023,   40000,   43690,       43691,       50000,       65535,     65536,
        65537, 100000, 1000000, 0x7fffffffu, 0x80000001u, 0xc0000000u, UINT32_MAX};
    double total = 0;
    size_t count = sizeof ns / sizeof ns[0];
    for (size_t i = 0; i < count; i++) {
        double z = chi_square(ns[i], 30000, (int64_t)i + 1);
        assert_true(z > -4.5 && z < 4.5);
        total += z;
    }
    assert_true(fabs(total) / sqrt((double)count) < 4.5);
}

// Neighbouring draws come from one word: together they must be as good as apart.
static void pairs_are_uniform(void **state) {
    (void)state;
    static uint32_t counts[1296];
    memset(counts, 0, sizeof counts);
    agon_rng rng = agon_rng_make(agon_seed_number(5));
    const uint32_t draws = 100000;
    for (uint32_t i = 0; i < draws; i++) {
        uint32_t cell = 0;
        for (int k = 0; k < 4; k++) {
            cell = cell * 6 + agon_uniform(&rng, 6);
        }
        counts[cell]++;
    }
    double sum = 0, expected = draws / 1296.0;
    for (int i = 0; i < 1296; i++) {
        sum += (counts[i] - expected) * (counts[i] - expected) / expected;
    }
    double z = (sum - 1295) / sqrt(2.0 * 1295);
    assert_true(z > -4.5 && z < 4.5);
}

// n just above a half of the range: the naive product would give some results twice the chance.
static void no_bias_where_naive_draws_have_it(void **state) {
    (void)state;
    const uint32_t n = 43691; // 65536 / 1.5
    uint32_t low = 0, draws = 200000;
    agon_rng rng = agon_rng_make(agon_seed_number(9));
    for (uint32_t i = 0; i < draws; i++) {
        low += agon_uniform(&rng, n) % 2;
    }
    const uint32_t odd = n / 2; // results among 0 … n−1
    double expected = (double)draws * odd / n;
    assert_true(fabs(low - expected) < 4.5 * sqrt(draws) / 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sip13_vectors),
        cmocka_unit_test(small_draws_take_one_lane),
        cmocka_unit_test(quick_draws_are_draws),
        cmocka_unit_test(rejected_lanes_are_skipped),
        cmocka_unit_test(large_draws_take_whole_words),
        cmocka_unit_test(draw_below_one_uses_a_lane),
        cmocka_unit_test(wide_seed),
        cmocka_unit_test(malformed_seeds),
        cmocka_unit_test(number_is_not_wide),
        cmocka_unit_test(seek_anywhere),
        cmocka_unit_test(next_takes_whole_words),
        cmocka_unit_test(split_makes_two_words_a_key),
        cmocka_unit_test(uniform_is_uniform),
        cmocka_unit_test(pairs_are_uniform),
        cmocka_unit_test(no_bias_where_naive_draws_have_it),
    };
    return cmocka_run_group_tests_name("rng", tests, NULL, NULL);
}
