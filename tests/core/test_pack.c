// Packing and hashing: bytes, limits, the map of who may see what, and exact hash vectors.
#include "tests/support/support.h"

#include "agon/pack.h"

static const uint64_t key[2] = {0x0706050403020100u, 0x0f0e0d0c0b0a0908u};

typedef struct record {
    uint8_t u8;
    int8_t i8;
    uint16_t u16;
    int16_t i16;
    uint32_t u32;
    int32_t i32;
    uint64_t u64;
    int64_t i64;
    uint8_t bytes[3];
} record;

static const record sample = {0xfe, -2,       0x1234, -3, 0x12345678u, -4, 0x0123456789abcdefu,
                              -5,   {7, 8, 9}};

static const uint8_t sample_bytes[] = {0xfe, 0xfe, 0x34, 0x12, 0xfd, 0xff, 0x78, 0x56, 0x34,
                                       0x12, 0xfc, 0xff, 0xff, 0xff, 0xef, 0xcd, 0xab, 0x89,
                                       0x67, 0x45, 0x23, 0x01, 0xfb, 0xff, 0xff, 0xff, 0xff,
                                       0xff, 0xff, 0xff, 7,    8,    9};

static void pack_record(agon_pack *p, record *r) {
    agon_pack_u8(p, &r->u8);
    agon_pack_i8(p, &r->i8);
    agon_pack_u16(p, &r->u16);
    agon_pack_i16(p, &r->i16);
    agon_pack_u32(p, &r->u32);
    agon_pack_i32(p, &r->i32);
    agon_pack_u64(p, &r->u64);
    agon_pack_i64(p, &r->i64);
    agon_pack_bytes(p, r->bytes, sizeof r->bytes);
}

// Field by field: what lies between the fields is anything.
static void assert_is_sample(const record *r) {
    assert_int_equal(r->u8, sample.u8);
    assert_int_equal(r->i8, sample.i8);
    assert_int_equal(r->u16, sample.u16);
    assert_int_equal(r->i16, sample.i16);
    assert_int_equal(r->u32, sample.u32);
    assert_int_equal(r->i32, sample.i32);
    assert_int_equal(r->u64, sample.u64);
    assert_int_equal(r->i64, sample.i64);
    assert_memory_equal(r->bytes, sample.bytes, sizeof r->bytes);
}

static void numbers_are_little_endian(void **state) {
    (void)state;
    uint8_t bytes[64];
    record r = sample;
    agon_pack p = {.mode = AGON_PACK_WRITE, .out = bytes, .size = sizeof bytes};
    pack_record(&p, &r);
    assert_int_equal(p.at, sizeof sample_bytes);
    assert_memory_equal(bytes, sample_bytes, sizeof sample_bytes);
    assert_is_sample(&r);
}

static void reading_gives_the_numbers_back(void **state) {
    (void)state;
    record r = {0};
    agon_pack p = {.mode = AGON_PACK_READ, .in = sample_bytes, .size = sizeof sample_bytes};
    pack_record(&p, &r);
    assert_false(p.failed);
    assert_int_equal(p.at, sizeof sample_bytes);
    assert_is_sample(&r);
}

static void bytes_that_end_early_fail(void **state) {
    (void)state;
    for (size_t size = 0; size < sizeof sample_bytes; size++) {
        record r = sample;
        agon_pack p = {.mode = AGON_PACK_READ, .in = sample_bytes, .size = size};
        pack_record(&p, &r);
        assert_true(p.failed);
        assert_true(p.at <= size);
        assert_int_equal(r.bytes[2], 0); // what could not be read is zero, not what was there
    }
}

static void measuring_needs_no_memory(void **state) {
    (void)state;
    record r = sample;
    agon_pack p = {.mode = AGON_PACK_WRITE};
    pack_record(&p, &r);
    assert_int_equal(p.at, sizeof sample_bytes);
}

static void writing_stays_within_its_memory(void **state) {
    (void)state;
    for (size_t size = 0; size < sizeof sample_bytes; size++) {
        uint8_t bytes[64];
        memset(bytes, 0xa5, sizeof bytes);
        record r = sample;
        agon_pack p = {.mode = AGON_PACK_WRITE, .out = bytes, .size = size};
        pack_record(&p, &r);
        assert_int_equal(p.at, sizeof sample_bytes);
        for (size_t i = size; i < sizeof bytes; i++) {
            assert_int_equal(bytes[i], 0xa5);
        }
    }
}

static void map_says_who_may_see(void **state) {
    (void)state;
    agon_viewers map[64];
    memset(map, 0x5a, sizeof map);
    uint16_t number = 1;
    agon_rng rng = agon_rng_make(agon_seed_number(1));
    agon_pack p = {.mode = AGON_PACK_WRITE, .map = map, .size = 64, .visible = AGON_ALL};
    agon_pack_u16(&p, &number);
    agon_pack_visible(&p, agon_viewer_bit(3));
    agon_pack_u16(&p, &number);
    agon_pack_rng(&p, &rng);
    agon_pack_u16(&p, &number);
    assert_int_equal(p.at, 30);
    for (size_t i = 0; i < 30; i++) {
        agon_viewers expected = i < 2              ? AGON_ALL
                                : i < 4 || i >= 28 ? agon_viewer_bit(3)
                                                   : AGON_NONE;
        assert_int_equal(map[i], expected);
    }
    assert_int_equal(map[30], 0x5a5a);
}

static void count_above_its_bound_fails(void **state) {
    (void)state;
    static const uint8_t bytes[] = {4, 0, 5, 0};
    uint16_t count = 99;
    agon_pack p = {.mode = AGON_PACK_READ, .in = bytes, .size = sizeof bytes};
    agon_pack_count(&p, &count, 4);
    assert_int_equal(count, 4);
    assert_false(p.failed);
    agon_pack_count(&p, &count, 4);
    assert_int_equal(count, 0);
    assert_true(p.failed);
}

// The cached word is not packed: it is found again by the position.
static void generator_goes_on_where_it_was(void **state) {
    (void)state;
    for (uint64_t used = 0; used < 9; used++) {
        uint8_t bytes[24];
        agon_rng rng = agon_rng_make(agon_seed_number(5)), copy = {0};
        for (uint64_t i = 0; i < used; i++) {
            (void)agon_rng_lane(&rng);
        }
        agon_pack p = {.mode = AGON_PACK_WRITE, .out = bytes, .size = sizeof bytes};
        agon_pack_rng(&p, &rng);
        assert_int_equal(p.at, sizeof bytes);
        agon_pack q = {.mode = AGON_PACK_READ, .in = bytes, .size = sizeof bytes};
        agon_pack_rng(&q, &copy);
        for (int i = 0; i < 8; i++) {
            assert_int_equal(agon_rng_lane(&rng), agon_rng_lane(&copy));
        }
    }
}

static uint64_t hash_of(size_t count, bool is_wide, uint64_t *upper, size_t portion) {
    uint8_t bytes[64];
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = (uint8_t)i;
    }
    agon_hasher hasher;
    uint64_t out[2] = {0, 0};
    agon_hasher_start(&hasher, key, is_wide);
    for (size_t at = 0; at < count; at += portion) {
        agon_hasher_add(&hasher, bytes + at, at + portion > count ? count - at : portion);
    }
    agon_hasher_finish(&hasher, out);
    *upper = out[1];
    return out[0];
}

static void hash_vectors(void **state) {
    (void)state;
    static const struct {
        size_t count;
        uint64_t narrow, low, high;
    } vectors[] = {
        {0, 0xabac0158050fc4dcu, 0xbea58827b2bc7ee7u, 0x013030dd6adb62fdu},
        {1, 0xc9f49bf37d57ca93u, 0xa8edd36004376ffcu, 0x63f02f2bcc73055eu},
        {7, 0xd3927d989bb11140u, 0xc3e0aaf223b98410u, 0x77ab4808c82e2fa6u},
        {8, 0x369095118d299a8eu, 0xb4dae3d5e1fe12aau, 0x99c7f935ab164f72u},
        {9, 0x25a48eb36c063de4u, 0x9439f32c04b8dd81u, 0x427c1394000e72f4u},
        {15, 0xd320d86d2a519956u, 0x6c52bdb205557ec1u, 0x09017e1eeccd2129u},
        {16, 0xcc4fdd1a7d908b66u, 0xeb8e511557d9a8d0u, 0x93179e3df8b013b5u},
        {63, 0x9d199062b7bbb3a8u, 0x6f42fe4ee300584cu, 0xad6052a70a6b9f07u},
    };
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
        for (size_t portion = 1; portion < 20; portion++) {
            uint64_t upper;
            size_t n = vectors[i].count;
            assert_int_equal(hash_of(n, false, &upper, portion), vectors[i].narrow);
            assert_int_equal(hash_of(n, true, &upper, portion), vectors[i].low);
            assert_int_equal(upper, vectors[i].high);
        }
    }
}

// Hashing a description is hashing the bytes that it writes.
static void hash_mode_agrees_with_bytes(void **state) {
    (void)state;
    record r = sample;
    uint64_t by_pack, by_bytes;
    agon_pack p = {.mode = AGON_PACK_HASH};
    agon_hasher_start(&p.hasher, key, false);
    pack_record(&p, &r);
    agon_hasher_finish(&p.hasher, &by_pack);
    agon_hasher hasher;
    agon_hasher_start(&hasher, key, false);
    agon_hasher_add(&hasher, sample_bytes, sizeof sample_bytes);
    agon_hasher_finish(&hasher, &by_bytes);
    assert_int_equal(by_pack, by_bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_little_endian),
        cmocka_unit_test(reading_gives_the_numbers_back),
        cmocka_unit_test(bytes_that_end_early_fail),
        cmocka_unit_test(measuring_needs_no_memory),
        cmocka_unit_test(writing_stays_within_its_memory),
        cmocka_unit_test(map_says_who_may_see),
        cmocka_unit_test(count_above_its_bound_fails),
        cmocka_unit_test(generator_goes_on_where_it_was),
        cmocka_unit_test(hash_vectors),
        cmocka_unit_test(hash_mode_agrees_with_bytes),
    };
    return cmocka_run_group_tests_name("pack", tests, NULL, NULL);
}
