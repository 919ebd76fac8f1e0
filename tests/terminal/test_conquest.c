// The screen of Space Conquest: words, refusals that teach, the map and the report.
#include "tests/terminal/scenes.h"

#include "games/space-conquest/space-conquest.h"

#define MAP "{\"seed\":26}" // home P; B one cell away and F two, both with 2 RU

static void test_orders_by_words(void **unused) {
    scene_table t;
    (void)unused;
    scene_open(&t, "space-conquest", 2, MAP);
    static const char *const lines[] = {"send P B 3",    "P B 3",       "move p b 3",
                                        "polaris bel 3", "order P B 3", "  SEND   Polaris B   3 "};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        assert_int_equal(scene_read(&t, 0, lines[i]), AGON_LINE_ACTIONS);
        assert_int_equal(t.reading.count, 1);
        const agon_action order = agon_conquest_order('P', 'B', 3);
        assert_memory_equal(&t.reading.actions[0], &order, sizeof order);
    }
    assert_int_equal(scene_read(&t, 0, "P B all"), AGON_LINE_ACTIONS);
    assert_int_equal(t.reading.actions[0].n, 4);
    assert_int_equal(scene_read(&t, 0, "P B 1, P F half; P K all"), AGON_LINE_ACTIONS);
    assert_int_equal(t.reading.count, 3);
    assert_int_equal(t.reading.actions[1].n, 2); // half of the three that are left
    assert_int_equal(t.reading.actions[2].n, 1);
    assert_int_equal(scene_read(&t, 0, "P"), AGON_LINE_MORE);
    assert_int_equal(scene_read(&t, 0, "send P B"), AGON_LINE_MORE);
    scene_close(&t);
}

static void test_refusals_teach(void **unused) {
    scene_table t;
    (void)unused;
    scene_open(&t, "space-conquest", 2, MAP);
    scene_refuses(&t, 0, "P B 5", "would cancel ALL your orders");
    scene_refuses(&t, 0, "P B 3, P F 2", "1 of them not yet ordered: 2 are too many");
    scene_refuses(&t, 0, "P B 0", "no number of ships");
    scene_refuses(&t, 0, "P B x", "no number of ships: 1 to 4");
    scene_refuses(&t, 0, "P B 99999999999999999999999", "no number of ships");
    scene_refuses(&t, 0, "P P 1", "where they are");
    scene_refuses(&t, 0, "P Z 1", "no star");
    scene_refuses(&t, 0, "Z", "There is no star 'z'");
    scene_refuses(&t, 0, "B P 1", "nobody of yours has been there");
    scene_refuses(&t, 0, "P B 1, P", "not complete");
    scene_refuses(&t, 0, "commit now", "'commit' hands your orders in");
    scene_refuses(&t, 0, "", "send A F 3");
    scene_refuses(&t, 0, "star F", "F Fomalhaut at 2,4");
    scene_refuses(&t, 0, "orders", "No orders yet");
    scene_type(&t, 0, "P B 3");
    scene_refuses(&t, 0, "orders", "Ordered so far: P B 3");
    scene_refuses(&t, 0, "P F 2", "P has 4 ships, 1 of them not yet ordered: 2 are too many");
    scene_type(&t, 0, "P F 1");
    scene_refuses(&t, 0, "P F 1", "all are in your orders already");
    scene_close(&t);
}

static void test_choices(void **unused) {
    scene_table t;
    (void)unused;
    scene_open(&t, "space-conquest", 2, MAP);
    scene_lists(&t, 0, "",
                "Send ships, from which star? Or commit without orders.\nsend P ... | P: 4\n"
                "commit | commit");
    scene_lists(&t, 0, "send P B",
                "How many ships, 1 to 4? 1 turn; 2.0% of such fleets get lost.\n"
                "send P B 1 | one\nsend P B 2 | half\nsend P B 4 | all");
    agon_text text = {0};
    scene_list(&t, 0, "P", &text);
    assert_non_null(strstr(text.data, "\nsend P B ... | B in 1 (?)\nsend P F ... | F in 2 (?)\n"));
    agon_text_free(&text);
    scene_close(&t);
}

static void test_screens(void **unused) {
    scene_table t;
    (void)unused;
    scene_open(&t, "space-conquest", 2, MAP);
    scene_type(&t, 0, "P B 3");
    scene_shows(&t, 0, 80, 14, "conquest-orders.txt");
    scene_type(&t, 1, "commit");
    scene_tells(&t, 0, "they wait");
    scene_type(&t, 0, "commit");
    scene_type(&t, 0, "P F 4");
    scene_type(&t, 0, "commit");
    scene_type(&t, 1, "commit");
    scene_shows(&t, 0, 80, 18, "conquest-report.txt");
    scene_tells(&t, 0, "land in turn 3");
    scene_close(&t);
}

// The report stays while orders are given, and goes with the next turn.
static void test_report(void **unused) {
    scene_table t;
    (void)unused;
    scene_open(&t, "space-conquest", 2, MAP);
    scene_tells(&t, 0, "Unknown space");
    scene_type(&t, 0, "P B 3");
    scene_type(&t, 0, "commit");
    scene_type(&t, 1, "commit");
    scene_tells(&t, 0, "B Bellatrix: you (3) beat the garrison (2), 2 left");
    scene_type(&t, 0, "P F 1");
    scene_tells(&t, 0, "you (3) beat the garrison (2), 2 left");
    scene_type(&t, 0, "B F 1");
    scene_tells(&t, 0, "1!"); // one ship left on a star with 2 RU
    scene_type(&t, 0, "commit");
    scene_type(&t, 1, "commit");
    agon_text text = {0};
    scene_draw(&t, 0, 100, 30, &text);
    assert_null(strstr(text.data, "beat the garrison"));
    agon_text_free(&text);
    scene_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_orders_by_words), cmocka_unit_test(test_refusals_teach),
        cmocka_unit_test(test_choices),         cmocka_unit_test(test_screens),
        cmocka_unit_test(test_report),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
