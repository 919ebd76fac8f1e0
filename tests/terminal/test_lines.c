// Hostile lines get an answer, whatever the state of the game; colours add nothing but colours.
#include "tests/terminal/scenes.h"

#include "apps/terminal/screen/panes.h"

static const char *const games[] = {"space-conquest", "skirmish", "entropy", "stellar-skirmish"};

#define WORDS                                                                                      \
    "send", "attack", "play", "activate", "pick", "skip", "end", "done", "commit", "orders",       \
        "star", "card", "all", "half", "my", "their", "t3", "m9", "a", "B", "p", "polaris",        \
        "archer", "strike", "champ", "0", "1", "2", "3", "5", "7", "12", "-1", "+2", "1e9",        \
        "99999999999999999999", "-99999999999999999999", ",", ";", "\x1b[2J", "\xff\xfe", "\t",    \
        "", "%s%n", "terrain", "on"

// A line of words that games know and nobody knows, or of any bytes.
static void make_line(agon_rng *rng, char *line, size_t size) {
    static const char *const words[] = {WORDS};
    size_t at = 0;
    const bool is_noise = agon_uniform(rng, 4) == 0;
    const uint32_t count = agon_uniform(rng, 20) == 0 ? 200 : agon_uniform(rng, 6);
    for (uint32_t i = 0; i < count && at + 32 < size; i++) {
        if (is_noise) {
            line[at++] = (char)(1 + agon_uniform(rng, 255));
        } else {
            const uint32_t pick = agon_uniform(rng, sizeof words / sizeof words[0]);
            at += (size_t)snprintf(line + at, size - at, "%s%s", at ? " " : "", words[pick]);
        }
    }
    line[at] = '\0';
}

static void check_line(scene_table *t, int player, const char *line) {
    const agon_scene scene = scene_of_player(t, player, 80, 18);
    agon_choices choices = {0};
    const agon_line_result result = scene_read(t, player, line);
    if (result == AGON_LINE_WRONG) {
        assert_true(t->reading.answer[0] != '\0');
        assert_int_equal(t->reading.count, 0);
    } else if (result == AGON_LINE_MORE) {
        t->game_screen->list(&scene, line, &choices);
        if (choices.count == 0) {
            fail_msg("nothing may follow '%s'", line);
        }
        agon_choices_free(&choices);
    } else {
        assert_in_range(t->reading.count, 1, AGON_MAX_STEPS_PER_ACTION);
        for (size_t i = 0; i < t->reading.count; i++) {
            agon_status status =
                agon_check(t->table.game, t->view, player, t->reading.actions[i], NULL);
            assert_true(status == AGON_OK || status == AGON_INVALID_MOVE);
        }
    }
    t->game_screen->list(&scene, line, &choices);
    agon_choices_free(&choices);
}

// The text without its escape codes.
static void strip(agon_text *text) {
    size_t to = 0;
    for (size_t i = 0; i < text->length; i++) {
        if (text->data[i] == 033) {
            i += strcspn(text->data + i, "m");
        } else {
            text->data[to++] = text->data[i];
        }
    }
    text->data[to] = '\0';
    text->length = to;
}

static void check_colours(scene_table *t, int player) {
    const agon_scene scene = scene_of_player(t, player, 80, 18);
    agon_text plain = {0}, coloured = {0};
    agon_pen pen = {.text = &plain, .unicode = true, .width = 80};
    t->game_screen->draw(&scene, &pen);
    pen = (agon_pen){.text = &coloured, .unicode = true, .width = 80, .colour = true};
    t->game_screen->draw(&scene, &pen);
    assert_non_null(strchr(coloured.data, 033));
    strip(&coloured);
    assert_string_equal(plain.data, coloured.data);
    agon_text_free(&plain);
    agon_text_free(&coloured);
}

static void test_hostile_lines(void **unused) {
    agon_rng rng = agon_rng_make(agon_seed_number(7));
    (void)unused;
    for (size_t g = 0; g < sizeof games / sizeof games[0]; g++) {
        scene_table t;
        scene_open(&t, games[g], 2, "{\"seed\":3}");
        for (int step = 0; step < 60 && !t.table.state->over; step++) {
            const int player = t.table.state->to_act & 1u ? 0 : 1;
            for (int i = 0; i < 20; i++) {
                char line[600];
                make_line(&rng, line, sizeof line);
                check_line(&t, player, line);
            }
            check_colours(&t, player);
            support_play_random(&t.table, player, &rng);
        }
        scene_close(&t);
    }
}

// A line of more words than a line has.
static void test_long_lines(void **unused) {
    char line[4096];
    (void)unused;
    for (size_t g = 0; g < sizeof games / sizeof games[0]; g++) {
        scene_table t;
        scene_open(&t, games[g], 2, "{\"seed\":150}");
        const int player = t.table.state->to_act & 1u ? 0 : 1;
        for (size_t size = 1; size < sizeof line; size *= 2) {
            memset(line, 'a', size);
            line[size] = '\0';
            check_line(&t, player, line);
            for (size_t i = 1; i < size; i += 2) {
                line[i] = ' ';
            }
            check_line(&t, player, line);
        }
        scene_close(&t);
    }
}

// Names of planets and players come from outside: what they do to columns is known, and what would
// move the cursor or turn the direction of writing does not get through.
static void test_columns(void **unused) {
    static const char turned[] = {'a', '\xe2', '\x80', '\xae', ' ', 'z', 0}; // right to left
    static const struct {
        const char *text, *shown;
        int columns;
    } samples[] = {
        {"Mars", "Mars", 4},
        {"Mäßig", "Mäßig", 5},
        {"e\xcc\x81t\xcc\x81", "e\xcc\x81t\xcc\x81", 2}, // marks on the letter before
        {"火星", "火星", 4},
        {"\xf0\x9f\x9a\x80!", "\xf0\x9f\x9a\x80!", 3},
        {"a\x1b[2Jb", "a?[2Jb", 6},
        {turned, "a??? z", 6},
        {"a\xff\xc3", "a??", 3},
        {"a\nb", "a?b", 3},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
        agon_text text = {0};
        agon_pen pen = {.text = &text, .unicode = true, .width = 20};
        agon_pen_put(&pen, AGON_INK_PLAIN, "%s", samples[i].text);
        assert_string_equal(text.data, samples[i].shown);
        assert_int_equal(pen.column, samples[i].columns);
        assert_int_equal(agon_style_width(text.data, text.length), samples[i].columns);
        agon_text_free(&text);
    }
    char name[16];
    assert_string_equal(agon_name_cut(name, sizeof name, "火星火星", 5), "火星");
    assert_string_equal(agon_name_cut(name, sizeof name, "Mäßig", 3), "Mäß");
    assert_string_equal(agon_name_cut(name, 4, "Mäßig", 10), "Mä");
    assert_string_equal(agon_name_cut(name, sizeof name, "", 10), "");
    agon_text text = {0};
    agon_pen pen = {.text = &text, .unicode = true, .width = 5};
    agon_pen_put(&pen, AGON_INK_PLAIN, "火星火星");
    assert_string_equal(text.data, "火星"); // half of a character is none
    assert_true(pen.is_cut);
    agon_text_free(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_columns),
        cmocka_unit_test(test_hostile_lines),
        cmocka_unit_test(test_long_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
