// The screen of Stellar Skirmish: bids, the pot, planets with abilities, large fleets.
#include "tests/terminal/scenes.h"

#include "games/stellar-skirmish/stellar-skirmish.h"

static void test_words(void **unused) {
    scene_table t;
    (void)unused;
    scene_open(&t, "stellar-skirmish", 2, "{\"seed\":7}");
    assert_int_equal(scene_read(&t, 0, "play 7"), AGON_LINE_ACTIONS);
    assert_int_equal(t.reading.actions[0].n, 7);
    assert_int_equal(scene_read(&t, 0, " 12 "), AGON_LINE_ACTIONS);
    assert_int_equal(t.reading.actions[0].n, 12);
    assert_int_equal(scene_read(&t, 0, "play"), AGON_LINE_MORE);
    scene_refuses(&t, 0, "16", "You have no 16. Your hand: 1, 2, 3");
    scene_refuses(&t, 0, "play seven", "Type the card that you bid");
    scene_refuses(&t, 0, "1 2", "Type the card that you bid");
    scene_refuses(&t, 0, "99999999999999999999", "Type the card that you bid");
    scene_type(&t, 0, "7");
    scene_type(&t, 1, "3");
    scene_refuses(&t, 0, "7", "You have no 7");
    scene_close(&t);
}

static void test_screens(void **unused) {
    scene_table t;
    (void)unused;
    scene_open(&t, "stellar-skirmish", 2, "{\"seed\":7}");
    scene_type(&t, 0, "7");
    scene_type(&t, 1, "3");
    scene_tells(&t, 0, "You won with 7: red 3");
    scene_type(&t, 1, "15");
    scene_shows(&t, 0, 80, 14, "stellar-two.txt"); // the other's card lies face down
    scene_type(&t, 0, "15");
    scene_tells(&t, 0, "A tie, nobody wins: you 15, red 15");
    scene_tells(&t, 0, "for one battle: there was a tie");
    scene_close(&t);
    scene_open(&t, "stellar-skirmish", 8, "{\"seed\":7}");
    scene_shows(&t, 2, 80, 14, "stellar-eight.txt");
    scene_close(&t);
}

// What the question tells of the pot, where it is known and where it is not.
static void test_questions(void **unused) {
    static const char one_planet[] =
        "{\"fleet_values\":[1,2],\"planets\":[{\"id\":\"A\",\"victory_points\":5}]%s}";
    scene_table t;
    char config[160];
    (void)unused;
    snprintf(config, sizeof config, one_planet, "");
    scene_open(&t, "stellar-skirmish", 2, config);
    scene_lists(&t, 0, "", "Which card do you bid for a pot of 5?\nplay 1 | \nplay 2 | ");
    scene_type(&t, 0, "1");
    scene_type(&t, 1, "2");
    scene_lists(&t, 0, "", "Which card do you bid? There is nothing left to win.\nplay 2 | ");
    scene_tells(&t, 0, "The pot is empty\n");
    scene_close(&t);
    snprintf(config, sizeof config, one_planet, ",\"reveal\":\"first_play\"");
    scene_open(&t, "stellar-skirmish", 2, config);
    scene_lists(&t, 0, "",
                "Which card do you bid? The planet turns up with the first bid.\n"
                "play 1 | \nplay 2 | ");
    scene_tells(&t, 0, "The pot is empty: the next planet turns up with the first bid");
    scene_close(&t);
}

static void test_special_planets(void **unused) {
    static const char config[] =
        "{\"seed\":1,\"shuffle\":false,\"fleet_values\":[-5,0,0,1000000],\"planets\":["
        "{\"id\":\"X\",\"name\":\"Xanadu\",\"class\":\"mining_colony\",\"victory_points\":4,"
        "\"abilities\":[{\"type\":\"double_next_planet_no_combat\",\"params\":[]}]},"
        "{\"id\":\"Y\\u001b[2J\",\"victory_points\":-2,\"abilities\":[]}]}";
    scene_table t;
    (void)unused;
    scene_open(&t, "stellar-skirmish", 2, config);
    scene_type(&t, 1, "0");
    scene_tells(&t, 0, "Xanadu, mining colony: takes the next planet along, doubled");
    scene_type(&t, 0, "1000000");
    scene_tells(&t, 0, "You claimed Xanadu (4)");
    scene_tells(&t, 0, "Y?[2J (doubled, -4)");
    assert_int_equal(scene_read(&t, 0, "-5"), AGON_LINE_ACTIONS);
    scene_close(&t);
}

// A fleet that fits on no line: the highest cards, and how many there are.
static void test_large_fleet(void **unused) {
    scene_table t;
    char config[512] = "{\"seed\":1,\"fleet_values\":[";
    (void)unused;
    for (int i = 0; i < 40; i++) {
        char value[16];
        snprintf(value, sizeof value, "%s%d", i ? "," : "", 1000 + i);
        strcat(config, value);
    }
    strcat(config, "]}");
    scene_open(&t, "stellar-skirmish", 2, config);
    agon_text text = {0};
    scene_draw(&t, 0, 80, 14, &text);
    assert_non_null(strstr(text.data, " 40: 1039 1038 "));
    agon_text_free(&text);
    scene_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),       cmocka_unit_test(test_screens),
        cmocka_unit_test(test_questions),   cmocka_unit_test(test_special_planets),
        cmocka_unit_test(test_large_fleet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
