// The face of Space Conquest: words, refusals that teach, the map and the report.
#include "tests/terminal/scenes.h"

#include "games/space-conquest/space-conquest.h"

#define MAP "{\"seed\":26}" // home P; B one cell away and F two, both with 2 RU

static void test_orders_by_words(void **unused) {
    face_table t;
    (void)unused;
    face_open(&t, "space-conquest", 2, MAP);
    static const char *const lines[] = {"send P B 3",    "P B 3",       "move p b 3",
                                        "polaris bel 3", "order P B 3", "  SEND   Polaris B   3 "};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        assert_int_equal(face_read(&t, 0, lines[i]), AGON_HEED_ACTIONS);
        assert_int_equal(t.reading.count, 1);
        const agon_action order = agon_conquest_order('P', 'B', 3);
        assert_memory_equal(&t.reading.actions[0], &order, sizeof order);
    }
    assert_int_equal(face_read(&t, 0, "P B all"), AGON_HEED_ACTIONS);
    assert_int_equal(t.reading.actions[0].n, 4);
    assert_int_equal(face_read(&t, 0, "P B 1, P F half; P K all"), AGON_HEED_ACTIONS);
    assert_int_equal(t.reading.count, 3);
    assert_int_equal(t.reading.actions[1].n, 2); // half of the three that are left
    assert_int_equal(t.reading.actions[2].n, 1);
    assert_int_equal(face_read(&t, 0, "P"), AGON_HEED_MORE);
    assert_int_equal(face_read(&t, 0, "send P B"), AGON_HEED_MORE);
    face_close(&t);
}

static void test_refusals_teach(void **unused) {
    face_table t;
    (void)unused;
    face_open(&t, "space-conquest", 2, MAP);
    face_refuses(&t, 0, "P B 5", "would cancel ALL your orders");
    face_refuses(&t, 0, "P B 3, P F 2", "1 of them not yet ordered: 2 are too many");
    face_refuses(&t, 0, "P B 0", "no number of ships");
    face_refuses(&t, 0, "P B x", "no number of ships: 1 to 4");
    face_refuses(&t, 0, "P B 99999999999999999999999", "no number of ships");
    face_refuses(&t, 0, "P P 1", "where they are");
    face_refuses(&t, 0, "P Z 1", "no star");
    face_refuses(&t, 0, "Z", "There is no star 'z'");
    face_refuses(&t, 0, "B P 1", "nobody of yours has been there");
    face_refuses(&t, 0, "P B 1, P", "not complete");
    face_refuses(&t, 0, "commit now", "'commit' hands your orders in");
    face_refuses(&t, 0, "", "send A F 3");
    face_refuses(&t, 0, "star F", "F Fomalhaut at 2,4");
    face_refuses(&t, 0, "orders", "No orders yet");
    face_type(&t, 0, "P B 3");
    face_refuses(&t, 0, "orders", "Ordered so far: P B 3");
    face_refuses(&t, 0, "P F 2", "P has 4 ships, 1 of them not yet ordered: 2 are too many");
    face_type(&t, 0, "P F 1");
    face_refuses(&t, 0, "P F 1", "all are in your orders already");
    face_close(&t);
}

static void test_choices(void **unused) {
    face_table t;
    (void)unused;
    face_open(&t, "space-conquest", 2, MAP);
    face_lists(&t, 0, "",
               "Send ships, from which star? Or commit without orders.\nsend P ... | P: 4\n"
               "commit | commit");
    face_lists(&t, 0, "send P B",
               "How many ships, 1 to 4? 1 turn; 2.0% of such fleets get lost.\n"
               "send P B 1 | one\nsend P B 2 | half\nsend P B 4 | all");
    agon_text text = {0};
    face_list(&t, 0, "P", &text);
    assert_non_null(strstr(text.data, "\nsend P B ... | B in 1 (?)\nsend P F ... | F in 2 (?)\n"));
    agon_text_free(&text);
    face_close(&t);
}

static void test_screens(void **unused) {
    face_table t;
    (void)unused;
    face_open(&t, "space-conquest", 2, MAP);
    face_type(&t, 0, "P B 3");
    face_shows(&t, 0, 80, 14, "conquest-orders.txt");
    face_type(&t, 1, "commit");
    face_tells(&t, 0, "they wait");
    face_type(&t, 0, "commit");
    face_type(&t, 0, "P F 4");
    face_type(&t, 0, "commit");
    face_type(&t, 1, "commit");
    face_shows(&t, 0, 80, 18, "conquest-report.txt");
    face_tells(&t, 0, "land in turn 3");
    face_close(&t);
}

// The report stays while orders are given, and goes with the next turn.
static void test_report(void **unused) {
    face_table t;
    (void)unused;
    face_open(&t, "space-conquest", 2, MAP);
    face_tells(&t, 0, "Unknown space");
    face_type(&t, 0, "P B 3");
    face_type(&t, 0, "commit");
    face_type(&t, 1, "commit");
    face_tells(&t, 0, "B Bellatrix: you (3) beat the garrison (2), 2 left");
    face_type(&t, 0, "P F 1");
    face_tells(&t, 0, "you (3) beat the garrison (2), 2 left");
    face_type(&t, 0, "B F 1");
    face_tells(&t, 0, "1!"); // one ship left on a star with 2 RU
    face_type(&t, 0, "commit");
    face_type(&t, 1, "commit");
    agon_text text = {0};
    face_draw(&t, 0, 100, 30, &text);
    assert_null(strstr(text.data, "beat the garrison"));
    agon_text_free(&text);
    face_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_orders_by_words), cmocka_unit_test(test_refusals_teach),
        cmocka_unit_test(test_choices),         cmocka_unit_test(test_screens),
        cmocka_unit_test(test_report),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
