// Stellar Skirmish, rule by rule: the set-up, SS-1 to SS-5 and the settings of SS-8. Play is in test_play.c, information
// (SS-16) in test_info.c, loading in test_load.c.
#include "games/stellar-skirmish/tests/test_table.h"

#define CARDS_15 "[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15]"

static void test_ss1_players_and_fleets(void **unused) {
    (void)unused;
    for (int players = 0; players <= 9; players++) {
        char config[64];
        snprintf(config, sizeof config, "{'player_count':%d}", players);
        bool is_allowed = players >= 2 && players <= 8;
        assert_int_equal(start(config), is_allowed ? AGON_OK : AGON_BAD_CONFIG);
        assert_string_equal(refusal.path, is_allowed ? "" : "player_count");
    }
    begin("{'player_count':3,'fleet_values':[4,0,-2,4,-2147483647,2147483647]}");
    for (int p = 0; p < 3; p++) {
        int32_t cards[AGON_STELLAR_MAX_CARDS];
        static const int32_t fleet[] = {4, 0, -2, 4, -2147483647, 2147483647};
        assert_int_equal(agon_stellar_hand(table.game, table.state, p, cards), 6);
        assert_memory_equal(cards, fleet, sizeof fleet);
    }
    assert_state("hands", "{'1':[4,0,-2,4,-2147483647,2147483647],"
                          "'2':[4,0,-2,4,-2147483647,2147483647],"
                          "'3':[4,0,-2,4,-2147483647,2147483647]}");
}

// A list of `count` numbers, or of planets.
static char *list(const char *item, int count) {
    static char text[8192];
    strcpy(text, "[");
    for (int i = 0; i < count; i++) {
        strcat(strcat(text, i ? "," : ""), item);
    }
    return strcat(text, "]");
}

static agon_status start_with(const char *key, const char *value) {
    char config[9000];
    snprintf(config, sizeof config, "{'%s':%s}", key, value);
    return start(config);
}

static void test_ss1_ss2_sizes(void **unused) {
    (void)unused;
    const char *planet = "{'id':'X','victory_points':1}";
    assert_int_equal(start_with("fleet_values", list("7", 64)), AGON_OK);
    assert_int_equal(agon_count(table.game, table.state, 0), 1);
    assert_int_equal(start_with("fleet_values", list("7", 65)), AGON_BAD_CONFIG);
    assert_string_equal(refusal.path, "fleet_values");
    assert_int_equal(start_with("planets", list(planet, 64)), AGON_OK);
    assert_int_equal(agon_stellar_deck_size(table.game), 64);
    assert_int_equal(agon_stellar_planet_kinds(table.game), 1);
    assert_int_equal(start_with("planets", list(planet, 65)), AGON_BAD_CONFIG);
    assert_string_equal(refusal.path, "planets");
}

static void test_ss2_defaults(void **unused) {
    (void)unused;
    static const char *const same[] = {
        "{}", "{'planets':[],'fleet_values':[],'player_count':2}",
        ("{'planets':null,'fleet_values':null,'seed':null,'shuffle':null,'final_tie':null,"
         "'reveal':null}")};
    for (size_t i = 0; i < 3; i++) {
        begin(same[i]);
        assert_int_equal(table.game->players, 2);
        uint8_t deck[AGON_STELLAR_MAX_PLANETS];
        int count = agon_stellar_deck(table.game, table.state, deck);
        assert_planets(deck, count,
                       "P1:1 P2:1 P3:1 P4:1 P5:1 P6:2 P7:2 P8:2 P9:2 P10:2 P11:3 P12:3 P13:3 "
                       "P14:3 P15:3");
        agon_stellar_planet last = agon_stellar_planet_at(table.game, deck[14]);
        assert_string_equal(last.name, "Planet 15");
        assert_int_equal(last.planet_class, AGON_STELLAR_NO_CLASS);
        assert_int_equal(last.ability_count, 0);
        assert_state("hands", "{'1':" CARDS_15 ",'2':" CARDS_15 "}");
        assert_state("final_tie", "'keep'");
        assert_state("reveal", "'battle'");
    }
}

static void test_ss2_points(void **unused) {
    (void)unused;
    assert_int_equal(start_with("planets", "[{'id':'A','victory_points':1000000}]"), AGON_OK);
    assert_int_equal(start_with("planets", "[{'id':'A','victory_points':-1000000}]"), AGON_OK);
    assert_int_equal(start_with("planets", "[{'id':'A','victory_points':1000001}]"),
                     AGON_BAD_CONFIG);
    assert_string_equal(refusal.path, "planets[0].victory_points");
    assert_int_equal(start_with("planets", "[{'id':'A','victory_points':-1000001}]"),
                     AGON_BAD_CONFIG);
}

static void test_ss3_planets(void **unused) {
    (void)unused;
    begin(
        "{'planets':[{'id':'A','victory_points':-3,'name':'Anna \\u00e4','class':'station',"
        "'abilities':[{'type':'class_set_bonus','params':{'thresholds':{'2':1},'class':'station'}},"
        "{'type':'choose_class'},{'type':'lose_victory_points','params':{}},"
        "{'type':'double_next_planet_no_combat','params':null}]},"
        "{'id':'B','victory_points':0}]}");
    assert_state("planet_deck",
                 "[{'id':'A','victory_points':-3,'name':'Anna \\u00e4','class':'station',"
                 "'abilities':[{'type':'class_set_bonus',"
                 "'params':{'class':'station','thresholds':{'2':1}}},"
                 "{'type':'choose_class','params':[]},{'type':'lose_victory_points','params':[]},"
                 "{'type':'double_next_planet_no_combat','params':[]}]},"
                 "{'id':'B','victory_points':0,'name':null,'class':null,'abilities':[]}]");
}

static void test_ss3_classes(void **unused) {
    (void)unused;
    static const char *const words[] = {
        "trade_post_colony", "research_colony",    "mining_colony", "tribal_world",
        "industrial_world",  "space_faring_world", "station"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        char planets[128], expected[40];
        snprintf(planets, sizeof planets, "[{'id':'A','victory_points':1,'class':'%s'}]", words[i]);
        snprintf(expected, sizeof expected, "'%s'", words[i]);
        assert_int_equal(start_with("planets", planets), AGON_OK);
        json_t *whole = document(table.state);
        json_t *planet = json_array_get(json_object_get(whole, "planet_deck"), 0);
        assert_json(json_object_get(planet, "class"), expected);
        json_decref(whole);
    }
}

// Each of the last three abilities does nothing: nobody's score or deck changes by it.
static void test_ss3_idle_abilities(void **unused) {
    (void)unused;
    begin("{'fleet_values':[1,2],'planets':[{'id':'A','victory_points':3,'class':'station',"
          "'abilities':[{'type':'lose_victory_points','params':[2]},{'type':'choose_class'},"
          "{'type':'class_set_bonus'}]},{'id':'B','victory_points':1,'class':'station'}]}");
    BATTLE(2, 1);
    assert_claimed(1, "A:3");
    assert_pot("B:1"); // not pulled along
    BATTLE(1, 2);
    assert_int_equal(agon_stellar_score(table.game, table.state, 0), 3);
    assert_int_equal(agon_stellar_score(table.game, table.state, 1), 1);
}

static void test_ss3_bad_planets(void **unused) {
    (void)unused;
    static const struct {
        const char *planet, *path;
    } cases[] = {
        {"5", "planets[1]"},
        {"{'victory_points':1}", "planets[1].id"},
        {"{'id':7,'victory_points':1}", "planets[1].id"},
        {"{'id':'A'}", "planets[1].victory_points"},
        {"{'id':'A','victory_points':1.5}", "planets[1].victory_points"},
        {"{'id':'A','victory_points':1,'name':5}", "planets[1].name"},
        {"{'id':'A','victory_points':1,'class':'moon'}", "planets[1].class"},
        {"{'id':'A','victory_points':1,'abilities':{}}", "planets[1].abilities"},
        {"{'id':'A','victory_points':1,'abilities':[5]}", "planets[1].abilities[0]"},
        {"{'id':'A','victory_points':1,'abilities':[{'type':'fly'}]}",
         "planets[1].abilities[0].type"},
        {"{'id':'A','victory_points':1,'abilities':[{'type':'choose_class','params':5}]}",
         "planets[1].abilities[0].params"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char planets[256];
        snprintf(planets, sizeof planets, "[{'id':'A','victory_points':1},%s]", cases[i].planet);
        assert_int_equal(start_with("planets", planets), AGON_BAD_CONFIG);
        assert_string_equal(refusal.path, cases[i].path);
    }
}

static void assert_deck(const char *config, const char *expected) {
    begin(config);
    uint8_t deck[AGON_STELLAR_MAX_PLANETS];
    assert_planets(deck, agon_stellar_deck(table.game, table.state, deck), expected);
}

#define ABCD                                                                                       \
    "'planets':[{'id':'D','victory_points':1},{'id':'B','victory_points':2},"                      \
    "{'id':'C','victory_points':3},{'id':'A','victory_points':4}]"

// The expected orders come from the generator's definition (see rng.h), worked out apart from it.
static void test_ss4_shuffle(void **unused) {
    (void)unused;
    assert_deck("{" ABCD "}", "D:1 B:2 C:3 A:4");
    assert_deck("{" ABCD ",'seed':8,'shuffle':false}", "D:1 B:2 C:3 A:4");
    assert_deck("{" ABCD ",'seed':8}", "A:4 D:1 B:2 C:3");
    assert_deck("{" ABCD ",'seed':8,'shuffle':true}", "A:4 D:1 B:2 C:3");
    assert_deck("{" ABCD ",'seed':'00112233445566778899aabbccddeeff'}", "A:4 D:1 C:3 B:2");
    assert_int_equal(start("{" ABCD ",'shuffle':true}"), AGON_BAD_CONFIG);
    assert_string_equal(refusal.path, "shuffle");
    assert_int_equal(start("{'seed':1.5}"), AGON_BAD_CONFIG);
    assert_string_equal(refusal.path, "seed");
    assert_int_equal(start("{'seed':1,'shuffle':1}"), AGON_BAD_CONFIG);
    assert_string_equal(refusal.path, "shuffle");
}

// One draw per step: the generator stands at as many lanes, or more where it drew again.
static void test_ss4_draws(void **unused) {
    (void)unused;
    begin("{'seed':7}");
    assert_true(((stellar_state *)table.state)->pos >= 14);
    assert_true(((stellar_state *)table.state)->pos < 17);
    begin("{'seed':7,'shuffle':false}");
    assert_int_equal(((stellar_state *)table.state)->pos, 0);
}

// Every planet comes to every place equally often: 15·15 counts, each about 400 of 6000.
static void test_ss4_is_fair(void **unused) {
    (void)unused;
    static int seen[15][15];
    agon_stellar_config config = agon_stellar_config_default();
    begin("{'seed':1}");
    for (int i = 0; i < 6000; i++) {
        uint8_t deck[AGON_STELLAR_MAX_PLANETS];
        agon_init(table.game, table.config, agon_seed_number(i), table.state);
        agon_stellar_deck(table.game, table.state, deck);
        for (int place = 0; place < 15; place++) {
            seen[place][deck[place]]++;
        }
    }
    // The sum is chi-square with 14·14 degrees of freedom: mean 196, deviation 20.
    double sum = 0;
    for (int i = 0; i < 225; i++) {
        int row = i / 15;
        double off = seen[row][i % 15] - 400;
        sum += off * off / 400;
    }
    assert_true(sum > 120 && sum < 290);
    assert_true(config.shuffle);
}

static void test_ss5_start(void **unused) {
    (void)unused;
    begin("{" ABCD ",'reveal':'first_play'}");
    assert_pot("");
    assert_state("current_planet_index", "0");
    begin("{" ABCD "}");
    assert_pot("D:1"); // SS-8
    assert_state("current_planet_index", "1");
    assert_state("current_plays", "{'1':null,'2':null}");
    assert_state("claimed_planets", "{'1':[],'2':[]}");
    assert_state("game_over", "false");
    assert_state("end_reason", "null");
    assert_int_equal(table.state->to_act, 3);
}

static void test_ss8_words(void **unused) {
    (void)unused;
    static const char *const wrong[] = {"'never'", "'Battle'", "''", "1", "true", "['battle']"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_int_equal(start_with("reveal", wrong[i]), AGON_BAD_CONFIG);
        assert_string_equal(refusal.path, "reveal");
    }
    begin("{'reveal':'battle'}");
    assert_int_equal(agon_stellar_reveal(table.game), AGON_STELLAR_BATTLE);
    begin("{'reveal':'first_play'}");
    assert_int_equal(agon_stellar_reveal(table.game), AGON_STELLAR_FIRST_PLAY);
    assert_state("reveal", "'first_play'");
}

static agon_status start_as(int version, const char *config) {
    leave(NULL);
    json_t *json = support_json(config);
    refusal = (agon_error){0};
    agon_status status =
        agon_table_init_as(&agon_stellar_codec, version, 0, agon_value_of(json), &table, &refusal);
    json_decref(json);
    return status;
}

// SS-8: what a config of version 1 leaves out is as it was then. A version that is not served is
// refused.
static void test_ss8_versions(void **unused) {
    (void)unused;
    static const char *const cases[][3] = {
        {"{}", "'first_play'", "'battle'"},
        {"{'reveal':null}", "'first_play'", "'battle'"},
        {"{'reveal':'battle'}", "'battle'", "'battle'"},
        {"{'reveal':'first_play'}", "'first_play'", "'first_play'"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (int version = 0; version <= 2; version++) {
            assert_int_equal(start_as(version, cases[i][0]), AGON_OK);
            assert_int_equal(table.game->version, version ? version : 2);
            assert_state("reveal", cases[i][version == 1 ? 1 : 2]);
        }
    }
    assert_int_equal(start_as(3, "{}"), AGON_BAD_CONFIG);
    assert_string_equal(refusal.path, "rules_version");
    assert_null(table.game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_ss1_players_and_fleets),
        TEST(test_ss1_ss2_sizes),
        TEST(test_ss2_defaults),
        TEST(test_ss2_points),
        TEST(test_ss3_planets),
        TEST(test_ss3_classes),
        TEST(test_ss3_idle_abilities),
        TEST(test_ss3_bad_planets),
        TEST(test_ss4_shuffle),
        TEST(test_ss4_draws),
        TEST(test_ss4_is_fair),
        TEST(test_ss5_start),
        TEST(test_ss8_words),
        TEST(test_ss8_versions),
    };
    return cmocka_run_group_tests_name("stellar-skirmish set-up", tests, NULL, NULL);
}
