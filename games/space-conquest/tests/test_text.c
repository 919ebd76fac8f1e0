// Space Conquest as text and for those who look at a state: SC-23.
#include "games/space-conquest/tests/test_table.h"

static void test_sc23_map_text(void **unused) {
    (void)unused;
    char map[AGON_CONQUEST_MAP_SIZE];
    load_small();
    agon_conquest_map_text(table.state, AGON_NOBODY, map);
    assert_int_equal(strlen(map), 359);
    assert_memory_equal(map + 36, ".. 4A .. ", 9);
    agon_conquest_map_text(table.state, 1, map);
    assert_memory_equal(map + 36, ".. ?A .. ", 9);
    assert_memory_equal(map + 7 * 36, ".. .. .. .. .. .. .. 1E .. .. .. ..\n", 36);
    assert_null(strstr(map, "\n\n"));
}

static void test_chart(void **unused) {
    (void)unused;
    char chart[AGON_CONQUEST_CHART_SIZE];
    load_small();
    size_t length = agon_conquest_chart_text(table.state, 0, false, chart);
    assert_int_equal(length, strlen(chart));
    assert_int_equal(length, 11 * (2 + 12 * 4 + 1));
    assert_non_null(strstr(chart, "  .. +4A  .."));
    assert_non_null(strstr(chart, "  ..  ?P  ..")); // not visited: no owner, no RU
    agon_conquest_chart_text(table.state, 1, false, chart);
    assert_non_null(strstr(chart, "+4P"));
    agon_conquest_chart_text(table.state, AGON_NOBODY, false, chart);
    assert_non_null(strstr(chart, "14A"));
    assert_non_null(strstr(chart, "24P"));
    assert_non_null(strstr(chart, "*2C"));
    length = agon_conquest_chart_text(table.state, AGON_NOBODY, true, chart);
    assert_true(length < AGON_CONQUEST_CHART_SIZE - 1);
    assert_non_null(strstr(chart, "\033[32m14A\033[0m"));
    assert_null(strchr(strchr(chart, 'E'), '?'));
}

static void test_chart_of_sixteen_coloured_stars_fits(void **unused) {
    (void)unused;
    char chart[AGON_CONQUEST_CHART_SIZE];
    init_table(3);
    size_t length = agon_conquest_chart_text(table.state, AGON_NOBODY, true, chart);
    assert_int_equal(length, 11 * (2 + 12 * 4 + 1) + 16 * 9);
    assert_int_equal(chart[length - 1], '\n');
}

static void test_render(void **unused) {
    (void)unused;
    load_small();
    add_fleet(0, A, C, 5, 2);
    assert_int_equal(order(0, 'A', 'D', 2), AGON_OK);
    agon_state *view = malloc(table.game->state_max);
    agon_text text = {0};
    assert_int_equal(agon_view(table.game, table.state, 0, view), AGON_OK);
    codec()->render(table.game, view, &text);
    char map[AGON_CONQUEST_MAP_SIZE];
    agon_conquest_map_text(table.state, 0, map);
    assert_memory_equal(text.data, map, strlen(map)); // SC-23 comes first, to the letter
    assert_non_null(strstr(text.data, "p1-000: 5 ships A to C, 2 to go, arrives in turn 5\n"));
    assert_non_null(strstr(text.data, "p1: A to D, 2 ships\n"));
    assert_non_null(strstr(text.data, "E Epsilon Eridani ( 7,7)  RU ?  not visited\n"));
    text.length = 0;
    assert_int_equal(agon_view(table.game, table.state, 1, view), AGON_OK);
    codec()->render(table.game, view, &text);
    assert_null(strstr(text.data, "p1-000"));
    agon_text_free(&text);
    free(view);
}

static void test_looking_at_a_state(void **unused) {
    (void)unused;
    load_small();
    add_fleet(0, A, C, 5, 2);
    assert_int_equal(agon_conquest_star_count(table.state), 5);
    agon_conquest_star star = agon_conquest_star_at(table.state, 2);
    assert_int_equal(star.letter, 'C');
    assert_string_equal(star.name, "Capella");
    assert_int_equal(star.npc, 2);
    agon_conquest_fleet fleet = agon_conquest_fleet_at(table.state, 0);
    assert_int_equal(fleet.to, 'C');
    assert_int_equal(fleet.ships, 5);
    agon_state *view = malloc(table.game->state_max);
    assert_int_equal(agon_view(table.game, table.state, 1, view), AGON_OK);
    assert_int_equal(agon_conquest_fleet_count(view), 0);
    star = agon_conquest_star_at(view, 1); // by letter: C again
    assert_int_equal(star.letter, 'C');
    assert_false(star.is_known);
    assert_int_equal(star.ru, 0);
    assert_int_equal(star.npc, -1);
    assert_int_equal(star.ships[0], -1);
    assert_int_equal(agon_conquest_turn(view), 3);
    assert_null(agon_conquest_star_name('Q'));
    free(view);
}

// Orders that are given, and what they leave.
static void test_given_orders(void **unused) {
    agon_conquest_star star;
    (void)unused;
    load_small();
    assert_int_equal(agon_conquest_given_order_count(table.state, 0), 0);
    assert_int_equal(order(0, 'A', 'C', 4), AGON_OK);
    assert_int_equal(order(1, 'P', 'E', 1), AGON_OK);
    assert_int_equal(order(0, 'A', 'A', 1), AGON_OK);
    assert_int_equal(agon_conquest_given_order_count(table.state, 0), 2);
    assert_int_equal(agon_conquest_given_order_count(table.state, 1), 1);
    agon_conquest_given_order given = agon_conquest_given_order_at(table.state, 0, 0);
    assert_int_equal(given.from, 'A');
    assert_int_equal(given.to, 'C');
    assert_int_equal(given.ships, 4);
    assert_int_equal(given.reason, AGON_CONQUEST_FINE);
    given = agon_conquest_given_order_at(table.state, 0, 1);
    assert_int_equal(given.reason, AGON_CONQUEST_SAME_STAR);
    assert_true(agon_conquest_star_find(table.state, 'A', &star));
    assert_int_equal(star.home, 0);
    assert_int_equal(star.ships[0], 10);
    assert_int_equal(star.left[0], 5); // an order that will be refused counts too (SC-14)
    assert_true(agon_conquest_star_find(table.state, 'C', &star));
    assert_int_equal(star.home, -1);
    assert_false(agon_conquest_star_find(table.state, 'B', &star));
    assert_false(agon_conquest_star_find(table.state, 'Q', &star));
    assert_false(agon_conquest_has_committed(table.state, 0));
    assert_int_equal(commit(0), AGON_OK);
    assert_true(agon_conquest_has_committed(table.state, 0));
    assert_int_equal(agon_conquest_max_turns(table.game), 500);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_sc23_map_text),
        TEST(test_chart),
        TEST(test_chart_of_sixteen_coloured_stars_fits),
        TEST(test_render),
        TEST(test_looking_at_a_state),
        TEST(test_given_orders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
