// The screen of Entropy: chances, words, refusals that teach, boards for two and for eight.
#include "tests/terminal/scenes.h"

#include "apps/terminal/games/entropy/internal.h"

// All pairs of rolls, counted one by one (EN-8), in units of 1/1000.
static int chance_by_counting(int attackers, int defenders) {
    int better = 0, all = 0;
    for (int a = 1; a <= 6 * attackers; a++) {
        for (int d = 1; d <= 6 * defenders; d++) {
            better += a > d;
            all++;
        }
    }
    return better * 1000 / all;
}

static void test_chances(void **unused) {
    (void)unused;
    for (int a = 2; a <= 8; a++) {
        for (int d = 1; d <= 8; d++) {
            const int exact = chance_by_counting(a, d);
            const int shown = 10 * agon_entropy_chance(a, d);
            assert_in_range(shown + 6, exact, exact + 12); // rounded to a hundredth
        }
    }
    assert_int_equal(agon_entropy_chance(8, 1), 93);
    assert_int_equal(agon_entropy_chance(2, 2), 46);
}

static void test_words(void **unused) {
    scene_table t;
    (void)unused;
    scene_open(&t, "entropy", 2, "{\"seed\":7}");
    const agon_action first = agon_nth(t.table.game, t.table.state, 0, 0);
    char line[64];
    snprintf(line, sizeof line, "attack %d %d", first.a, first.b);
    assert_int_equal(scene_read(&t, 0, line), AGON_LINE_ACTIONS);
    assert_memory_equal(&t.reading.actions[0], &first, sizeof first);
    snprintf(line, sizeof line, " %d   %d ", first.a, first.b);
    assert_int_equal(scene_read(&t, 0, line), AGON_LINE_ACTIONS);
    snprintf(line, sizeof line, "att %d", first.a);
    assert_int_equal(scene_read(&t, 0, line), AGON_LINE_MORE);
    assert_int_equal(scene_read(&t, 0, "attack"), AGON_LINE_MORE);
    assert_int_equal(scene_read(&t, 0, "end"), AGON_LINE_ACTIONS);
    snprintf(line, sizeof line, "%d %d", first.b, first.a);
    scene_refuses(&t, 0, line, "is not yours. You can attack from:");
    snprintf(line, sizeof line, "%d %d", first.a, first.a);
    scene_refuses(&t, 0, line, "yours already");
    snprintf(line, sizeof line, "%d 99", first.a);
    scene_refuses(&t, 0, line, "There is no territory '99'");
    scene_refuses(&t, 0, "99 1", "There is no territory '99'");
    scene_refuses(&t, 0, "hello", "'attack 3 7', or just '3 7'");
    scene_refuses(&t, 0, "1 2 3", "ends your turn");
    scene_refuses(&t, 0, "", "ends your turn");
    scene_close(&t);
}

static void check_order(const agon_choices *choices, size_t count) {
    int last = 100;
    for (size_t i = 0; i < count; i++) {
        const int chance = atoi(strrchr(choices->items[i].label, ' ') + 1);
        assert_true(chance <= last);
        last = chance;
    }
}

// The best attacks first, the end of the turn always on the first page; behind "all" is the rest.
static void test_choices(void **unused) {
    scene_table t;
    (void)unused;
    scene_open(&t, "entropy", 4, "{\"seed\":3}");
    const agon_scene scene = scene_of_player(&t, 0, 80, 18);
    const uint32_t valid = agon_count(t.table.game, t.table.state, 0);
    assert_true(valid > 12);
    agon_choices choices = {0};
    t.game_screen->list(&scene, "", &choices);
    assert_int_equal(choices.count, 12);
    assert_string_equal(choices.items[10].words, "attack");
    assert_false(choices.items[10].is_whole);
    assert_string_equal(choices.items[11].words, "end");
    check_order(&choices, 10);
    agon_choices_free(&choices);
    t.game_screen->list(&scene, "attack", &choices);
    assert_int_equal(choices.count, valid - 1);
    check_order(&choices, choices.count);
    agon_choices_free(&choices);
    scene_close(&t);
}

// With one die everywhere there is nothing to attack.
static void test_nothing_to_attack(void **unused) {
    static const char state[] =
        "{'players':['a','b'],'max_rounds':9,'growth':'turn','round':1,'current_player':0,'nodes':["
        "{'owner':0,'dice':1,'neighbors':[1]},{'owner':1,'dice':3,'neighbors':[0]}],'out':[],"
        "'game_over':false,'winners':null,'rng':{'key':'00000000000000000000000000000001','pos':0}}";
    scene_table t;
    (void)unused;
    memset(&t, 0, sizeof t);
    json_t *document = support_json(state);
    const agon_codec *codec = agon_codec_find("entropy");
    agon_error error = {0};
    if (agon_table_load(codec, agon_value_of(document), &t.table, &error)) {
        fail_msg("%s: %s", error.path, error.message);
    }
    t.game_screen = agon_game_screen_of(codec);
    t.view = calloc(1, t.table.game->state_max);
    assert_non_null(t.view);
    scene_refuses(&t, 0, "attack", "nothing to attack");
    scene_refuses(&t, 0, "0 1", "0 has one die");
    scene_lists(&t, 0, "", "Nothing to attack: end your turn\nend | end turn");
    scene_tells(&t, 0, "0A1 1B3");
    json_decref(document);
    scene_close(&t);
}

static void test_screens(void **unused) {
    scene_table t;
    (void)unused;
    scene_open(&t, "entropy", 2, "{\"seed\":7}");
    scene_shows(&t, 0, 80, 18, "entropy-two.txt");
    scene_shows(&t, 0, 80, 14, "entropy-two-small.txt");
    const agon_action first = agon_nth(t.table.game, t.table.state, 0, 0);
    char line[64];
    snprintf(line, sizeof line, "%d %d", first.a, first.b);
    scene_type(&t, 0, line);
    scene_tells(&t, 0, "you rolled");
    scene_close(&t);
    scene_open(&t, "entropy", 8, "{\"seed\":7}");
    scene_shows(&t, 3, 80, 18, "entropy-eight.txt");
    scene_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chances), cmocka_unit_test(test_words),
        cmocka_unit_test(test_choices), cmocka_unit_test(test_nothing_to_attack),
        cmocka_unit_test(test_screens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
