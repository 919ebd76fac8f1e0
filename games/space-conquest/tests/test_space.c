// Action numbers of orders with many ships: n = 0 … 126 sends n + 1 ships, n = 127 all of more than 127.
#include "games/space-conquest/tests/test_table.h"

#include "agon/space.h"

#define COUNTS 128
#define ORDERS (15 * 16 * COUNTS) // and one number more, for COMMIT

static const agon_space *space;

static bool is_in_mask(uint32_t number) {
    static uint64_t mask[ORDERS / 64 + 1];
    space->mask(table.game, table.state, 0, mask);
    return (mask[number / 64] >> (number % 64) & 1u) != 0;
}

static agon_action order_of(uint32_t n) { // from A to C
    return space->action_at(table.game, table.state, 0, 1 * COUNTS + n);
}

static uint32_t number_of(int32_t ships) {
    return space->index_of(table.game, table.state, 0, agon_conquest_order('A', 'C', ships));
}

static void test_numbers_of_large_orders(void **unused) {
    (void)unused;
    static const uint32_t garrisons[] = {1, 126, 127, 128, 129, 200, 40000};
    space = agon_space_find(&agon_conquest_rules);
    load_small();
    for (size_t i = 0; i < sizeof garrisons / sizeof garrisons[0]; i++) {
        uint32_t ships = garrisons[i];
        s->ships[0][A] = ships;
        agon_conquest_orders_count(s);
        for (uint32_t n = 0; n < COUNTS; n++) {
            bool is_listed = n < COUNTS - 1 ? n < ships : ships >= COUNTS;
            uint32_t sent = n < COUNTS - 1 ? n + 1 : ships;
            agon_action order = order_of(n);
            assert_int_equal(is_in_mask(COUNTS + n), is_listed);
            assert_int_equal(order.a, A);
            assert_int_equal(order.b, C);
            assert_int_equal(order.n, (int32_t)sent);
            assert_int_equal(order.c, !is_listed);
            if (is_listed) {
                assert_int_equal(number_of((int32_t)sent), COUNTS + n);
            }
        }
    }
    assert_int_equal(number_of(39999), AGON_NO_INDEX); // neither small nor all
    assert_int_equal(number_of(128), AGON_NO_INDEX);
}

int main(void) {
    const struct CMUnitTest tests[] = {TEST(test_numbers_of_large_orders)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
