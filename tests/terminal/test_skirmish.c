// The screen of Skirmish: every action by words and by choices, refusals that teach, the table.
#include "tests/terminal/scenes.h"

#include "apps/terminal/games/skirmish/internal.h"
#include "games/skirmish/cards.h"

// The other player is done: all turns are those of player 0.
static void open_alone(scene_table *t, const char *config) {
    scene_open(t, "skirmish", 2, config);
    if (t->table.state->to_act & 1u) {
        scene_type(t, 0, "champion 5"); // all decks here have it
    }
    scene_type(t, 1, "done");
    assert_int_equal(t->table.state->to_act, 1);
}

static void test_words(void **unused) {
    static const char *const lines[] = {
        "play champion 3",           "2 3", "play 2 3", "champion 3", "CHAMP 3", "cha 3",
        "play champion to terrain 3"};
    scene_table t;
    (void)unused;
    scene_open(&t, "skirmish", 2, "{\"seed\":150}");
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        if (scene_read(&t, 0, lines[i]) != AGON_LINE_ACTIONS) {
            fail_msg("'%s': %s", lines[i], t.reading.answer);
        }
        assert_int_equal(t.reading.actions[0].type, AGON_SKIRMISH_PLAY_CARD);
        assert_int_equal(t.reading.actions[0].b, 2);
    }
    assert_int_equal(scene_read(&t, 0, "pass"), AGON_LINE_ACTIONS);
    assert_int_equal(t.reading.actions[0].type, AGON_SKIRMISH_PASS);
    assert_int_equal(scene_read(&t, 0, "play"), AGON_LINE_MORE);
    assert_int_equal(scene_read(&t, 0, "play champion"), AGON_LINE_MORE);
    scene_refuses(&t, 0, "play champion 9", "'9' does not fit there. Possible: 1, 2, 3, 4, 5.");
    scene_refuses(&t, 0, "champion my 3 4", "does not fit there");
    scene_refuses(&t, 0, "play dragon 3", "You have no Dragon in hand. It says: Only over a unit");
    scene_refuses(&t, 0, "energize my 3", "Energize cannot be played now");
    scene_refuses(&t, 0, "activate 3", "not possible now");
    scene_refuses(&t, 0, "hello", "Cards you can play: archer, champion");
    scene_refuses(&t, 0, "", "'play archer 3'");
    scene_refuses(&t, 0, "to", "'play archer 3'");
    scene_refuses(&t, 0, "card hunter", "Hunter: Deploy: kills a wounded unit");
    scene_refuses(&t, 0, "card huntr", "did you mean hunter?");
    scene_close(&t);
}

#define FIVE(card) "\"" card "\",\"" card "\",\"" card "\",\"" card "\",\"" card "\""
#define DECKS(a, b, c, d)                                                                          \
    "{\"seed\":5,\"max_copies\":30,\"decks\":[[" FIVE(a) "," FIVE(b) "," FIVE(c) "," FIVE(         \
        d) "],[" FIVE("champion") "," FIVE("champion") "," FIVE("veteran") "," FIVE("veteran") "]]}"

static void test_targets(void **unused) {
    scene_table t;
    (void)unused;
    open_alone(&t, DECKS("strike", "repositioning", "champion", "champion"));
    scene_type(&t, 0, "champion 2");
    scene_type(&t, 0, "champion 3");
    assert_int_equal(scene_read(&t, 0, "strike"), AGON_LINE_MORE);
    assert_int_equal(scene_read(&t, 0, "strike my"), AGON_LINE_MORE);
    assert_int_equal(scene_read(&t, 0, "strike 2"), AGON_LINE_ACTIONS); // nobody else is there
    assert_int_equal(scene_read(&t, 0, "play strike m2"), AGON_LINE_ACTIONS);
    scene_refuses(&t, 0, "strike their 2", "Possible: my 2");
    scene_refuses(&t, 0, "strike my 1", "Possible: my 2, my 3");
    assert_int_equal(scene_read(&t, 0, "repositioning my 2"), AGON_LINE_MORE);
    scene_lists(
        &t, 0, "play repositioning my 2",
        "Repositioning: which unit moves, and where?\nplay repositioning my 2 1 | terrain 1\n"
        "play repositioning my 2 3 | terrain 3 Champion");
    scene_type(&t, 0, "repositioning my 2 1");
    scene_tells(&t, 0, "Your Champion moved to terrain 1");
    scene_type(&t, 0, "strike my 1");
    scene_tells(&t, 0, "Your Strike hit your Champion for 3");
    scene_tells(&t, 0, "5 -3d");
    scene_close(&t);
}

// Both sides have a unit on the terrain: it must be said whose is meant.
static void test_sides(void **unused) {
    scene_table t;
    (void)unused;
    scene_open(&t, "skirmish", 2, DECKS("strike", "strike", "champion", "champion"));
    for (int turn = 0; turn < 2; turn++) {
        const int player = t.table.state->to_act & 1u ? 0 : 1;
        scene_type(&t, player, "champion 3");
    }
    if (!(t.table.state->to_act & 1u)) {
        scene_type(&t, 1, "done");
    }
    scene_refuses(&t, 0, "strike 3", "say 'my' or 'their' before the terrain");
    scene_type(&t, 0, "strike t3");
    scene_tells(&t, 0, "You played Strike on red's terrain 3");
    scene_close(&t);
}

static void test_abilities(void **unused) {
    scene_table t;
    (void)unused;
    open_alone(&t, DECKS("necromancer", "scout", "champion", "knight"));
    scene_type(&t, 0, "scout 1");
    scene_type(&t, 0, "scout 1"); // consumes the first
    scene_tells(&t, 0, "Your Scout was consumed");
    scene_type(&t, 0, "necromancer 2");
    scene_lists(&t, 0, "activate 2",
                "Necromancer: which unit, and to which slot?\n"
                "activate 2 scout ... | Scout 2");
    scene_type(&t, 0, "activate 2 scout my 3");
    scene_tells(&t, 0, "Your Necromancer used its ability. You deployed Scout to terrain 3");
    scene_type(&t, 0, "knight 4");
    scene_lists(
        &t, 0, "",
        "Knight: where does the Squire go?\npick my 3 | my 3 Scout\npick my 5 | my 5 Champion\n"
        "skip | skip");
    scene_refuses(&t, 0, "play champion 1", "Possible: my 3, my 5");
    scene_refuses(&t, 0, "their 3", "Possible: my 3, my 5");
    assert_int_equal(scene_read(&t, 0, "my 5"), AGON_LINE_ACTIONS);
    assert_int_equal(scene_read(&t, 0, "5"), AGON_LINE_ACTIONS);
    scene_type(&t, 0, "skip");
    scene_close(&t);
}

// ---------------------------------------------------------------------------------------------
// Everything that is valid can be reached, by words and by choices

static size_t walk(const scene_table *t, const agon_scene *scene, const char *words) {
    agon_choices choices = {0};
    size_t count = 0;
    t->game_screen->list(scene, words, &choices);
    assert_true(choices.count > 0);
    for (size_t i = 0; i < choices.count; i++) {
        agon_reading reading = {0};
        const agon_line_result result =
            t->game_screen->read(scene, choices.items[i].words, &reading);
        if (choices.items[i].is_whole) {
            assert_int_equal(result, AGON_LINE_ACTIONS);
            count++;
        } else {
            assert_int_equal(result, AGON_LINE_MORE);
            count += walk(t, scene, choices.items[i].words);
        }
    }
    agon_choices_free(&choices);
    return count;
}

static void check_all(scene_table *t, int player) {
    const agon_scene scene = scene_of_player(t, player, 80, 18);
    const uint32_t count = agon_count(t->table.game, t->view, player);
    assert_int_equal(walk(t, &scene, ""), count);
    for (uint32_t i = 0; i < count; i++) {
        const agon_action action = agon_nth(t->table.game, t->view, player, i);
        agon_reading reading = {0};
        agon_text words = {0};
        t->game_screen->say_action(&scene, player, action, &words);
        if (t->game_screen->read(&scene, words.data, &reading) != AGON_LINE_ACTIONS ||
            memcmp(&reading.actions[0], &action, sizeof action) != 0) {
            fail_msg("'%s': %s", words.data, reading.answer);
        }
        agon_text_free(&words);
    }
}

static void test_everything_is_reached(void **unused) {
    static const char *const configs[] = {
        "{\"seed\":1,\"decks\":[\"harvest\",\"ambush\"]}",
        "{\"seed\":2,\"decks\":[\"bulwark\",\"vanguard\"]}",
        DECKS("necromancer", "fireball", "repositioning", "vampire"),
        DECKS("warlock", "dragon", "unsummon", "knight"),
    };
    (void)unused;
    for (size_t i = 0; i < sizeof configs / sizeof configs[0]; i++) {
        scene_table t;
        agon_rng rng = agon_rng_make(agon_seed_number((int64_t)i));
        scene_open(&t, "skirmish", 2, configs[i]);
        for (int step = 0; !t.table.state->over; step++) {
            const int player = t.table.state->to_act & 1u ? 0 : 1;
            if (step % 5 == 0) {
                check_all(&t, player);
            }
            support_play_random(&t.table, player, &rng);
        }
        scene_close(&t);
    }
}

// Every card of the catalogue has words that fit on its line and on its terrain.
static void test_card_words(void **unused) {
    scene_table t;
    (void)unused;
    scene_open(&t, "skirmish", 2, "{\"seed\":150}");
    const agon_scene scene = scene_of_player(&t, 0, 80, 18);
    for (int kind = 0; kind < agon_skirmish_kinds(t.table.game); kind++) {
        const skirmish_card *card = agon_skirmish_catalogue[kind];
        assert_in_range(strlen(skirmish_card_at(&scene, kind).text), 8, 59);
        assert_in_range(strlen(skirmish_card_at(&scene, kind).badge), 0, 13);
        const bool asks = card->deploy.choices || card->consume.choices || card->activate.run ||
                          card->type == SKIRMISH_ACTION;
        assert_true(!asks || strcmp(skirmish_card_at(&scene, kind).asks, "which slot") != 0);
    }
    scene_close(&t);
}

static void test_screens(void **unused) {
    scene_table t;
    (void)unused;
    scene_open(&t, "skirmish", 2, "{\"seed\":150}");
    scene_shows(&t, 0, 80, 14, "skirmish-opening.txt");
    scene_type(&t, 0, "champion 3");
    scene_type(&t, 1, "archer 4");
    scene_type(&t, 1, "their 3");
    scene_type(&t, 0, "ranger 4");
    scene_type(&t, 1, "done");
    scene_shows(&t, 0, 80, 18, "skirmish-terrains.txt");
    scene_shows(&t, AGON_SPECTATOR, 80, 14, "skirmish-spectator.txt");
    scene_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_targets),
        cmocka_unit_test(test_sides),
        cmocka_unit_test(test_abilities),
        cmocka_unit_test(test_everything_is_reached),
        cmocka_unit_test(test_card_words),
        cmocka_unit_test(test_screens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
