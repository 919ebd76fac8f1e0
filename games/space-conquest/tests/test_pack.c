// Space Conquest: the errors of both players survive the way into bytes and back, whatever was in the
// memory before.
#include "games/space-conquest/tests/test_table.h"

static void test_errors_of_both_players(void **unused) {
    (void)unused;
    static const int32_t no_rolls[] = {0};
    load_small();
    assert_int_equal(play(0, "{'moves':[1]}", NULL), AGON_OK);
    assert_int_equal(play(1, "{'moves':[2,3]}", no_rolls), AGON_OK);
    assert_int_equal(s->counts[CONQUEST_ERRORS], 3);
    const size_t size = agon_pack_state(table.game, table.state, NULL, 0, NULL);
    uint8_t *bytes = malloc(size);
    agon_state *back = malloc(table.game->state_max);
    agon_pack_state(table.game, table.state, bytes, size, NULL);
    for (int filling = 0; filling <= 0xff; filling += 0xff) {
        memset(back, filling, table.game->state_max);
        assert_int_equal(agon_unpack_state(table.game, bytes, size, back, NULL), AGON_OK);
        json_t *first = written(table.state);
        json_t *second = written(back);
        assert_true(json_equal(json_object_get(first, "order_errors"),
                               json_object_get(second, "order_errors")));
        assert_true(json_equal(first, second));
        assert_int_equal(agon_hash(table.game, back), agon_hash(table.game, table.state));
        json_decref(first);
        json_decref(second);
    }
    free(back);
    free(bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {TEST(test_errors_of_both_players)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
