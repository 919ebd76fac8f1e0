// The board as text, JSON actions, configs made in C, and the bot.
#include "games/stellar-skirmish/tests/test_table.h"

#include "agon/bot.h"
#include "agon/loop.h"

// ---------------------------------------------------------------------------------------------
// Text

static void assert_text(const agon_state *state, const char *expected) {
    agon_text text = {0};
    agon_stellar_codec.render(table.game, state, &text);
    assert_string_equal(text.data, expected);
    agon_text_free(&text);
}

static void test_render(void **unused) {
    (void)unused;
    begin(
        "{'fleet_values':[1,2],'planets':[{'id':'A','victory_points':1,'name':'Bad\\u001b[31m\\u0085',"
        "'class':'station','abilities':[{'type':'double_next_planet_no_combat'}]},"
        "{'id':'B','victory_points':2},{'id':'C','victory_points':3}]}");
    assert_int_equal(play(1, 2), AGON_OK);
    assert_text(table.state, "Deck: 1 of 3 planets revealed, 5 points to come\n"
                             "Pot: 1 points\n"
                             "  A (1) Bad?[31m?, station, double_next_planet_no_combat\n"
                             "Player 1: 0 points, plays 2\n  hand: 1\n"
                             "Player 2: 0 points, to play\n  hand: 1 2\n");
    agon_state *view = calloc(1, table.game->state_max);
    assert_int_equal(agon_view(table.game, table.state, 1, view), AGON_OK);
    assert_text(view, "Deck: 1 of 3 planets revealed, 5 points to come\n"
                      "Pot: 1 points\n"
                      "  A (1) Bad?[31m?, station, double_next_planet_no_combat\n"
                      "Player 1: 0 points, has played (hidden)\n  hand: 1 2\n"
                      "Player 2 (you): 0 points, to play\n  hand: 1 2\n");
    free(view);
    assert_int_equal(play(2, 1), AGON_OK);
    BATTLE(1, 2);
    assert_text(table.state, "Deck: 3 of 3 planets revealed, 0 points to come\n"
                             "Pot: empty\n"
                             "Player 1: 5 points\n  hand: empty\n"
                             "  claimed: A (1), B (4, doubled)\n"
                             "Player 2: 3 points\n  hand: empty\n"
                             "  claimed: C (3)\n"
                             "Over: normal. Highest score: player 1\n");
}

// ---------------------------------------------------------------------------------------------
// Actions (ALL-1)

static agon_status read_action(const char *text, agon_action *action) {
    agon_action actions[AGON_MAX_STEPS_PER_ACTION];
    size_t count = 0;
    json_t *json = support_json(text);
    agon_status status = agon_action_read(&agon_stellar_codec, table.game, table.state,
                                          agon_value_of(json), actions, &count, &refusal);
    json_decref(json);
    *action = actions[0];
    return status;
}

static void test_json_actions(void **unused) {
    (void)unused;
    static const char *const malformed[] = {"[]",
                                            "{}",
                                            "{'type':'play'}",
                                            "{'card':1}",
                                            "{'type':'PLAY','card':1}",
                                            "{'type':5,'card':1}",
                                            "{'type':'play','card':'1'}",
                                            "{'type':'play','card':1.0}",
                                            "{'type':'play','card':null}"};
    static const char *const beyond[] = {
        "{'type':'play','card':99}", "{'type':'play','card':2147483648}",
        "{'type':'play','card':-9223372036854775808}", "{'type':'play','card':1e30}"};
    agon_action action;
    begin("{}");
    for (size_t i = 0; i < sizeof malformed / sizeof malformed[0]; i++) {
        assert_int_equal(read_action(malformed[i], &action), AGON_BAD_ACTION);
    }
    for (size_t i = 0; i < sizeof beyond / sizeof beyond[0]; i++) {
        assert_int_equal(read_action(beyond[i], &action), AGON_OK);
        assert_int_equal(agon_check(table.game, table.state, 0, action, NULL), AGON_INVALID_MOVE);
    }
    assert_int_equal(read_action("{'type':'play','card':5,'later':1}", &action), AGON_OK);
    assert_int_equal(action.n, 5);
    assert_int_equal(agon_check(table.game, table.state, 0, action, NULL), AGON_OK);
}

// ---------------------------------------------------------------------------------------------
// Configs made in C

static agon_status configure(const agon_stellar_config *config, char *path) {
    agon_error error = {0};
    agon_game *game = malloc(agon_game_size(&agon_stellar_rules, config));
    agon_status status = agon_configure(&agon_stellar_rules, config, game, &error);
    strcpy(path, error.path);
    free(game);
    return status;
}

static void test_configs_in_c(void **unused) {
    (void)unused;
    char path[96];
    static const agon_stellar_planet many[65];
    static const int32_t cards[65] = {1, INT32_MIN};
    const agon_stellar_ability odd = {.type = AGON_STELLAR_ABILITIES};
    const agon_stellar_planet wrong[] = {{.id = NULL},
                                         {.id = "A", .victory_points = 1000001},
                                         {.id = "A", .planet_class = AGON_STELLAR_CLASSES},
                                         {.id = "A", .ability_count = 1},
                                         {.id = "A", .ability_count = 1, .abilities = &odd}};
    static const char *const paths[] = {"planets[0].id", "planets[0].victory_points",
                                        "planets[0].class", "planets[0].abilities",
                                        "planets[0].abilities"};
    agon_stellar_config config = agon_stellar_config_default();
    assert_int_equal(configure(&config, path), AGON_OK);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        config.planets = &wrong[i];
        config.planet_count = 1;
        assert_int_equal(configure(&config, path), AGON_BAD_CONFIG);
        assert_string_equal(path, paths[i]);
    }
    config = agon_stellar_config_default();
    config.fleet = (agon_stellar_cards){cards, 2};
    assert_int_equal(configure(&config, path), AGON_BAD_CONFIG);
    config.fleet.count = 65;
    assert_int_equal(configure(&config, path), AGON_BAD_CONFIG);
    config = agon_stellar_config_default();
    config.final_tie = 2;
    assert_int_equal(configure(&config, path), AGON_BAD_CONFIG);
    config = agon_stellar_config_default();
    config.reveal = 2;
    assert_int_equal(configure(&config, path), AGON_BAD_CONFIG);
    assert_string_equal(path, "reveal");
    config = agon_stellar_config_default();
    config.is_fleet_unknown = true;
    assert_int_equal(configure(&config, path), AGON_BAD_CONFIG);
    config = agon_stellar_config_default();
    config.planets = many;
    config.planet_count = 65;
    assert_int_equal(configure(&config, path), AGON_BAD_CONFIG);
}

// ---------------------------------------------------------------------------------------------
// The bot

// Matches of the bot against random players; returns how many it wins, shared wins in half.
static int count_half_wins(int players, int matches, int reveal) {
    const agon_bot *greedy = agon_bot_find(&agon_stellar_rules, "greedy");
    agon_stellar_config config = agon_stellar_config_default();
    config.player_count = players;
    config.reveal = (uint8_t)reveal;
    agon_game *game = malloc(agon_game_size(&agon_stellar_rules, &config));
    assert_int_equal(agon_configure(&agon_stellar_rules, &config, game, NULL), AGON_OK);
    agon_state *state = malloc(game->state_max);
    int won = 0;
    for (int i = 0; i < matches; i++) {
        agon_seat seats[AGON_MAX_PLAYERS];
        agon_seed seed = agon_seed_number(i);
        for (int p = 0; p < players; p++) {
            seats[p] = agon_seat_make(p == i % players ? greedy : &agon_random_bot, seed, p);
        }
        agon_init(game, &config, seed, state);
        assert_int_equal(agon_play_bots(game, state, seats, NULL, NULL, NULL), AGON_OK);
        agon_viewers winners = agon_winners(game, state);
        if (winners >> i % players & 1) {
            won += winners & (winners - 1) ? 1 : 2;
        }
    }
    free(state);
    free(game);
    return won;
}

static void test_greedy_beats_chance(void **unused) {
    (void)unused;
    for (int reveal = AGON_STELLAR_BATTLE; reveal <= AGON_STELLAR_FIRST_PLAY; reveal++) {
        assert_true(count_half_wins(2, 400, reveal) > 2 * 400 * 70 / 100);
        assert_true(count_half_wins(5, 400, reveal) > 2 * 400 * 35 / 100);
    }
}

// It answers with a valid card wherever it is asked, odd decks and fleets included.
static void test_greedy_always_answers(void **unused) {
    (void)unused;
    json_t *samples = support_samples("stellar-skirmish");
    const agon_bot *greedy = agon_bot_find(&agon_stellar_rules, "greedy");
    size_t i;
    json_t *config;
    json_array_foreach(samples, i, config) {
        assert_int_equal(agon_table_init(&agon_stellar_codec, agon_value_of(config), &table, NULL),
                         AGON_OK);
        agon_seat seats[AGON_MAX_PLAYERS];
        for (int p = 0; p < table.game->players; p++) {
            seats[p] = agon_seat_make(greedy, agon_seed_number(3), p);
        }
        assert_int_equal(agon_play_bots(table.game, table.state, seats, NULL, NULL, NULL), AGON_OK);
        agon_table_free(&table);
    }
    json_decref(samples);
}

// The card that search imagines on the table for player 1, who has laid its lowest.
static int32_t imagined_card(void) {
    const agon_bot *greedy = agon_bot_find(&agon_stellar_rules, "greedy");
    const stellar_game *g = stellar_game_of(table.game);
    agon_rng rng = agon_rng_make(agon_seed_number(5));
    assert_int_equal(play(1, 1), AGON_OK);
    greedy->guide->imagine(table.game, table.state, 1, &rng);
    return g->fleets[0]->values[stellar_plays(g, (const stellar_state *)table.state)[0]];
}

#define RISING                                                                                     \
    "'planets':[{'id':'A','victory_points':1},{'id':'B','victory_points':5},"                      \
    "{'id':'C','victory_points':9}],'fleet_values':[1,2,3]"
#define FALLING                                                                                    \
    "'planets':[{'id':'A','victory_points':9},{'id':'B','victory_points':5},"                      \
    "{'id':'C','victory_points':1}],'fleet_values':[1,2,3]"

// Where the first card of a battle is laid before its planet is seen, greedy pays for a mean one,
// whatever it turns out to be. A pot that is there since a tie has been seen.
static void test_imagined_plays_are_greedys(void **unused) {
    (void)unused;
    begin("{" RISING ",'reveal':'first_play'}");
    assert_int_equal(imagined_card(), 2);
    begin("{" FALLING ",'reveal':'first_play'}");
    assert_int_equal(imagined_card(), 2);
    begin("{" RISING ",'reveal':'first_play'}");
    BATTLE(3, 3);
    assert_int_equal(imagined_card(), 1);
    begin("{" FALLING ",'reveal':'first_play'}");
    BATTLE(3, 3);
    assert_int_equal(imagined_card(), 2);
}

// With the planet face up nobody bids blind, and nobody is imagined to.
static void test_imagined_plays_see_the_planet(void **unused) {
    (void)unused;
    begin("{" RISING "}");
    assert_int_equal(imagined_card(), 1);
    begin("{" FALLING "}");
    assert_int_equal(imagined_card(), 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_render),
        TEST(test_json_actions),
        TEST(test_configs_in_c),
        TEST(test_greedy_beats_chance),
        TEST(test_greedy_always_answers),
        TEST(test_imagined_plays_are_greedys),
        TEST(test_imagined_plays_see_the_planet),
    };
    return cmocka_run_group_tests_name("stellar-skirmish text and bot", tests, NULL, NULL);
}
