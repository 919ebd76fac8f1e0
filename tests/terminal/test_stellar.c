// The face of Stellar Skirmish: bids, the pot, planets with abilities, large fleets.
#include "tests/terminal/scenes.h"

#include "games/stellar-skirmish/stellar-skirmish.h"

static void test_words(void **unused) {
    face_table t;
    (void)unused;
    face_open(&t, "stellar-skirmish", 2, "{\"seed\":7}");
    assert_int_equal(face_read(&t, 0, "play 7"), AGON_HEED_ACTIONS);
    assert_int_equal(t.reading.actions[0].n, 7);
    assert_int_equal(face_read(&t, 0, " 12 "), AGON_HEED_ACTIONS);
    assert_int_equal(t.reading.actions[0].n, 12);
    assert_int_equal(face_read(&t, 0, "play"), AGON_HEED_MORE);
    face_refuses(&t, 0, "16", "You have no 16. Your hand: 1, 2, 3");
    face_refuses(&t, 0, "play seven", "Type the card that you bid");
    face_refuses(&t, 0, "1 2", "Type the card that you bid");
    face_refuses(&t, 0, "99999999999999999999", "Type the card that you bid");
    face_type(&t, 0, "7");
    face_type(&t, 1, "3");
    face_refuses(&t, 0, "7", "You have no 7");
    face_close(&t);
}

static void test_screens(void **unused) {
    face_table t;
    (void)unused;
    face_open(&t, "stellar-skirmish", 2, "{\"seed\":7}");
    face_type(&t, 0, "7");
    face_type(&t, 1, "3");
    face_tells(&t, 0, "You won with 7: red 3");
    face_type(&t, 1, "15");
    face_shows(&t, 0, 80, 14, "stellar-two.txt"); // the other's card lies face down
    face_type(&t, 0, "15");
    face_tells(&t, 0, "A tie, nobody wins: you 15, red 15");
    face_tells(&t, 0, "for one battle: there was a tie");
    face_close(&t);
    face_open(&t, "stellar-skirmish", 8, "{\"seed\":7}");
    face_shows(&t, 2, 80, 14, "stellar-eight.txt");
    face_close(&t);
}

static void test_special_planets(void **unused) {
    static const char config[] =
        "{\"seed\":1,\"shuffle\":false,\"fleet_values\":[-5,0,0,1000000],\"planets\":["
        "{\"id\":\"X\",\"name\":\"Xanadu\",\"class\":\"mining_colony\",\"victory_points\":4,"
        "\"abilities\":[{\"type\":\"double_next_planet_no_combat\",\"params\":[]}]},"
        "{\"id\":\"Y\\u001b[2J\",\"victory_points\":-2,\"abilities\":[]}]}";
    face_table t;
    (void)unused;
    face_open(&t, "stellar-skirmish", 2, config);
    face_type(&t, 1, "0");
    face_tells(&t, 0, "Xanadu, mining colony: takes the next planet along, doubled");
    face_type(&t, 0, "1000000");
    face_tells(&t, 0, "You claimed Xanadu (4)");
    face_tells(&t, 0, "Y?[2J (doubled, -4)");
    assert_int_equal(face_read(&t, 0, "-5"), AGON_HEED_ACTIONS);
    face_close(&t);
}

// A fleet that fits on no line: the highest cards, and how many there are.
static void test_large_fleet(void **unused) {
    face_table t;
    char config[512] = "{\"seed\":1,\"fleet_values\":[";
    (void)unused;
    for (int i = 0; i < 40; i++) {
        char value[16];
        snprintf(value, sizeof value, "%s%d", i ? "," : "", 1000 + i);
        strcat(config, value);
    }
    strcat(config, "]}");
    face_open(&t, "stellar-skirmish", 2, config);
    agon_text text = {0};
    face_draw(&t, 0, 80, 14, &text);
    assert_non_null(strstr(text.data, " 40: 1039 1038 "));
    agon_text_free(&text);
    face_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_screens),
        cmocka_unit_test(test_special_planets),
        cmocka_unit_test(test_large_fleet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
