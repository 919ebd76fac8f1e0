// States and views from outside: what is accepted, what is refused and where (ALL-5, SS-14).
#include "games/stellar-skirmish/tests/test_table.h"

#define A "{'id':'A','victory_points':1,'abilities':[{'type':'double_next_planet_no_combat'}]}"
#define B "{'id':'B','victory_points':2}"
#define C "{'id':'C','victory_points':3}"
#define C2 "{'id':'C','victory_points':6}"
#define D "{'id':'D','victory_points':4,'name':'Dee','class':'station'}"
#define E "{'id':'E','victory_points':5}"

// The documented keys only. Player 1 has won [A] and so C twice; the pot is [B, D] after a tie;
// player 2 has played.
static const char *const base =
    "{'player_count':2,'hands':{'1':[9,3,7],'2':[2,5]},'planet_deck':[" A "," C "," B "," D "," E
    "],'current_planet_index':4,'planet_pot':[" B "," D "],'claimed_planets':{'1':[" A "," C2
    "],'2':[]},'current_plays':{'1':null,'2':9},'game_over':false,'end_reason':null}";

// The base with keys replaced: pairs of key and value (NULL: removed), up to a NULL key.
static json_t *change(const char *const *pairs) {
    json_t *json = support_json(base);
    for (; pairs[0]; pairs += 2) {
        if (pairs[1]) {
            json_object_set_new(json, pairs[0], support_json(pairs[1]));
        } else {
            json_object_del(json, pairs[0]);
        }
    }
    return json;
}

static agon_status load_changed(const char *const *pairs) {
    json_t *json = change(pairs);
    agon_status status = load_json(json);
    json_decref(json);
    return status;
}
#define LOAD(...) load_changed((const char *const[]){__VA_ARGS__, NULL, NULL})

static void assert_refused_at(const char *path, const char *const *pairs) {
    agon_status status = load_changed(pairs);
    if (status != AGON_BAD_STATE || strcmp(refusal.path, path) != 0) {
        fail_msg("%s: status %s at '%s': %s", path, agon_status_slug(status), refusal.path,
                 refusal.message);
    }
}
#define REFUSE(path, ...) assert_refused_at(path, (const char *const[]){__VA_ARGS__, NULL, NULL})

static void test_all5_documented_keys_are_enough(void **unused) {
    (void)unused;
    resume(base);
    assert_int_equal(table.state->to_act, 1);
    assert_int_equal(agon_stellar_score(table.game, table.state, 0), 7);
    assert_pot("B:2 D:4");
    assert_int_equal(agon_count(table.game, table.state, 0), 3);
    assert_state("final_tie", "'keep'");
    assert_state("reveal", "'first_play'");                                    // SS-8
    assert_state("rng", "{'key':'6e6f67412e6e756d000000000000002a','pos':0}"); // seed 42
    assert_int_equal(play(1, 9), AGON_OK);
    assert_state("hands", "{'1':[3,7],'2':[2,5]}");
    assert_pot("B:2 D:4 E:5");
}

static void test_all8_generator_or_seed(void **unused) {
    (void)unused;
    assert_int_equal(LOAD("seed", "7"), AGON_OK);
    assert_state("rng", "{'key':'6e6f67412e6e756d0000000000000007','pos':0}");
    assert_int_equal(LOAD("rng", "{'key':'00112233445566778899aabbccddeeff','pos':'12'}"), AGON_OK);
    assert_state("rng", "{'key':'00112233445566778899aabbccddeeff','pos':12}");
    REFUSE("rng.key", "rng", "{'key':'0011','pos':0}");
    REFUSE("rng", "rng", "5");
    REFUSE("seed", "seed", "'x'");
}

static void test_unknown_keys_and_nulls(void **unused) {
    (void)unused;
    assert_int_equal(LOAD("later", "{'a':1}", "seed", "null", "rng", "null", "final_tie", "null",
                          "fleet_values", "null", "end_reason", NULL),
                     AGON_OK);
}

// SS-8: a state of the second version has a planet in the pot while there are any.
static void test_reveal(void **unused) {
    (void)unused;
    REFUSE("reveal", "reveal", "'later'");
    REFUSE("reveal", "reveal", "7");
    assert_int_equal(LOAD("reveal", "'battle'"), AGON_OK);
    assert_state("reveal", "'battle'");
    assert_int_equal(play(1, 7), AGON_OK); // less than 9: the pot goes to player 2
    assert_pot("E:5");
    const char *const none = "{'1':null,'2':null}";
    const char *const hands = "{'1':[9,3],'2':[2,5]}";
    const char *const won = "{'1':[" A "," C2 "],'2':[" B "," D "]}";
    assert_int_equal(LOAD("planet_pot", "[]", "current_plays", none, "claimed_planets", won),
                     AGON_OK);
    REFUSE("planet_pot", "reveal", "'battle'", "planet_pot", "[]", "current_plays", none,
           "claimed_planets", won);
    REFUSE("planet_pot", "reveal", "'battle'", "planet_pot", "[]", "current_plays", none,
           "claimed_planets", won, "viewer", "1", "hands", hands);
    assert_int_equal(LOAD("reveal", "'battle'", "planet_pot", "[" E "]", "current_plays", none,
                          "claimed_planets", won, "current_planet_index", "5"),
                     AGON_OK);
    assert_int_equal(LOAD("reveal", "'battle'", "planet_pot", "[]", "current_plays", none,
                          "claimed_planets", won, "game_over", "true", "hands", "{'1':[],'2':[]}",
                          "end_reason", "'ships_exhausted_planets_remaining'"),
                     AGON_OK);
}

// The setting is a fact of the game and not of its bytes: hashes of version 1 stay as they were.
static void test_reveal_is_not_hashed(void **unused) {
    (void)unused;
    resume(base);
    uint64_t hash = agon_hash(table.game, table.state);
    assert_int_equal(LOAD("reveal", "'battle'"), AGON_OK);
    assert_true(agon_hash(table.game, table.state) == hash);
}

static void test_types_and_missing_keys(void **unused) {
    (void)unused;
    static const char *const keys[] = {"player_count",         "hands",      "planet_deck",
                                       "current_planet_index", "planet_pot", "claimed_planets",
                                       "current_plays",        "game_over"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        REFUSE(keys[i], keys[i], NULL);
        REFUSE(keys[i], keys[i], "null");
        REFUSE(keys[i], keys[i], "'x'");
        REFUSE(keys[i], keys[i], "1.5");
    }
    REFUSE("end_reason", "end_reason", "'boredom'");
    REFUSE("end_reason", "end_reason", "5");
    REFUSE("final_tie", "final_tie", "'burn'");
    REFUSE("fleet_values", "fleet_values", "{}");
    REFUSE("fleet_values[0]", "fleet_values", "['x']");
    REFUSE("hands.1", "hands", "{'1':7,'2':[2,5]}");
    REFUSE("hands.1[1]", "hands", "{'1':[9,'3'],'2':[2,5]}");
    REFUSE("hands.1[0]", "hands", "{'1':[2147483648],'2':[2,5]}");
    REFUSE("hands.1[0]", "hands", "{'1':[-2147483648],'2':[2,5]}");
    REFUSE("current_plays.2", "current_plays", "{'1':null,'2':'9'}");
    REFUSE("current_plays.2", "current_plays", "{'1':null,'2':9.5}");
    REFUSE("planet_deck[0].id", "planet_deck", "[{'victory_points':1}]");
    REFUSE("planet_pot[0]", "planet_pot", "[5]");
    REFUSE("claimed_planets.2[0].victory_points", "claimed_planets", "{'1':[],'2':[{'id':'A'}]}");
}

static void test_wrong_counts(void **unused) {
    (void)unused;
    REFUSE("player_count", "player_count", "1");
    REFUSE("player_count", "player_count", "9");
    REFUSE("hands", "player_count", "3");
    REFUSE("hands", "hands", "{'1':[1],'2':[2],'3':[3]}");
    REFUSE("hands.2", "hands", "{'1':[1],'3':[2]}");
    REFUSE("current_plays", "current_plays", "{'1':null}");
    REFUSE("current_plays.2", "current_plays", "{'1':null,'3':9}");
    REFUSE("claimed_planets", "claimed_planets", "{'1':[]}");
    REFUSE("planet_deck", "planet_deck", "[]");
}

static void test_index(void **unused) {
    (void)unused;
    REFUSE("current_planet_index", "current_planet_index", "-1");
    REFUSE("current_planet_index", "current_planet_index", "6");
    REFUSE("planet_pot", "current_planet_index", "1");
    // One too many: a revealed planet would be nowhere.
    REFUSE("current_planet_index", "current_planet_index", "5", "planet_pot", "[" D "," E "]");
}

static void test_pot_is_the_end_of_what_was_revealed(void **unused) {
    (void)unused;
    REFUSE("planet_pot[0]", "planet_pot", "[" D "," B "]");
    REFUSE("planet_pot[1]", "planet_pot", "[" B "," E "]");
    REFUSE("planet_pot[0]", "planet_pot", "[{'id':'X','victory_points':2}," D "]");
    REFUSE("planet_pot[1]", "planet_pot",
           "[" B ",{'id':'D','victory_points':8,'name':'Dee','class':'station'}]");
}

static void test_claimed_planets(void **unused) {
    (void)unused;
    REFUSE("claimed_planets", "claimed_planets", "{'1':[" A "," C2 "],'2':[" E "]}");
    REFUSE("claimed_planets.2", "claimed_planets", "{'1':[" A "],'2':[" E "]}");
    REFUSE("claimed_planets.2[0]", "claimed_planets",
           "{'1':[" A "],'2':[{'id':'Q','victory_points':2}]}");
    REFUSE("claimed_planets.1[1]", "claimed_planets",
           "{'1':[" A ",{'id':'C','victory_points':9}],'2':[]}");
    // A claimed it pulled C along, to the same player, at once.
    REFUSE("claimed_planets.1", "claimed_planets", "{'1':[" A "," C "],'2':[]}");
    REFUSE("claimed_planets.1", "claimed_planets", "{'1':[" C2 "," A "],'2':[]}");
    REFUSE("claimed_planets.1", "claimed_planets", "{'1':[" A "],'2':[" C2 "]}");
    REFUSE("claimed_planets.1", "claimed_planets", "{'1':[" A "],'2':[" C "]}");
}

static void test_claimed_order(void **unused) {
    (void)unused;
    const char *deck = "[" B "," C "," D "," E "]";
    assert_int_equal(LOAD("planet_deck", deck, "current_planet_index", "3", "planet_pot", "[" D "]",
                          "claimed_planets", "{'1':[" B "," C "],'2':[]}"),
                     AGON_OK);
    REFUSE("claimed_planets.1", "planet_deck", deck, "current_planet_index", "3", "planet_pot",
           "[" D "]", "claimed_planets", "{'1':[" C "," B "],'2':[]}");
}

static void test_plays(void **unused) {
    (void)unused;
    REFUSE("current_plays", "current_plays", "{'1':1,'2':9}"); // all have played
    REFUSE("current_plays.2", "current_plays", "{'1':null,'2':'hidden'}");
    // A play, but no planet has been revealed.
    REFUSE("current_plays.2", "planet_pot", "[]", "current_planet_index", "2");
    // The deck is empty: then it is possible.
    assert_int_equal(
        LOAD("planet_pot", "[]", "current_planet_index", "2", "planet_deck", "[" A "," C "]"),
        AGON_OK);
    REFUSE("hands.1", "hands", "{'1':[],'2':[2]}");
    assert_int_equal(LOAD("hands", "{'1':[1],'2':[]}"), AGON_OK);
}

static void test_fleet_explains_hands(void **unused) {
    (void)unused;
    assert_int_equal(LOAD("fleet_values", "[9,3,2,7,5]"), AGON_OK);
    assert_state("fleet_values", "[9,3,2,7,5]");
    assert_int_equal(LOAD("fleet_values", "[1,2,3,5,7,9]"), AGON_OK); // in another order
    assert_state("hands", "{'1':[9,3,7],'2':[2,5]}");
    assert_state("fleet_values", "[1,2,3,5,7,9]");
    REFUSE("hands.1[2]", "fleet_values", "[9,3,2,5]");
    REFUSE("current_plays.2", "fleet_values", "[9,3,2,7,5]", "current_plays", "{'1':null,'2':99}");
    REFUSE("hands.1[1]", "fleet_values", "[9,2,5]", "hands", "{'1':[9,9],'2':[2,5]}");
    REFUSE("current_plays.2", "fleet_values", "[9,3,2,7,5]", "current_plays", "{'1':null,'2':5}");
}

static void test_a_full_hand_and_a_play_are_too_many(void **unused) {
    (void)unused;
    json_t *json = support_json(base);
    json_t *hand = json_object_get(json_object_get(json, "hands"), "2");
    while (json_array_size(hand) < 63) {
        json_array_append_new(hand, json_integer(4));
    }
    assert_int_equal(load_json(json), AGON_OK);
    json_array_append_new(hand, json_integer(4));
    assert_int_equal(load_json(json), AGON_BAD_STATE);
    assert_string_equal(refusal.path, "hands.2");
    json_decref(json);
}

static void test_end(void **unused) {
    (void)unused;
#define NO_CARDS "hands", "{'1':[],'2':[]}", "current_plays", "{'1':null,'2':null}"
#define OVER(reason) "game_over", "true", "end_reason", "'" reason "'"
    assert_int_equal(LOAD(NO_CARDS, OVER("ships_exhausted_planets_remaining")), AGON_OK);
    assert_int_equal(table.state->over, 1);
    REFUSE("end_reason", NO_CARDS, OVER("normal"));
    REFUSE("end_reason", NO_CARDS, OVER("player_out_of_cards_early"));
    REFUSE("end_reason", NO_CARDS, OVER("final_tie_pot_discarded"));
    REFUSE("game_over", NO_CARDS, "game_over", "true");
    REFUSE("game_over", "end_reason", "'normal'");
    REFUSE("hands.1", NO_CARDS, "game_over", "false");
    REFUSE("current_plays.2", "hands", "{'1':[],'2':[]}",
           OVER("ships_exhausted_planets_remaining"));
    REFUSE("end_reason", "current_plays", "{'1':null,'2':null}",
           OVER("ships_exhausted_planets_remaining"));
    assert_int_equal(LOAD("hands", "{'1':[1],'2':[]}", "current_plays", "{'1':null,'2':null}",
                          OVER("player_out_of_cards_early")),
                     AGON_OK);
}

static void test_end_by_discarding(void **unused) {
    (void)unused;
#define DISCARDED                                                                                  \
    OVER("final_tie_pot_discarded"), "current_plays", "{'1':null,'2':null}", "planet_pot", "[]"
    // The reason alone tells the variant.
    assert_int_equal(LOAD(DISCARDED, "current_planet_index", "5"), AGON_OK);
    assert_state("final_tie", "'discard'");
    REFUSE("end_reason", DISCARDED, "current_planet_index", "5", "final_tie", "'keep'");
    REFUSE("end_reason", DISCARDED, "current_planet_index", "4");
    // Thrown away is what was revealed last.
    REFUSE("claimed_planets.1", DISCARDED, "current_planet_index", "5", "claimed_planets",
           "{'1':[" B "," D "],'2':[]}");
}

// ---------------------------------------------------------------------------------------------
// Planets that cannot be told apart

#define X1 "{'id':'X','victory_points':1,'abilities':[{'type':'double_next_planet_no_combat'}]}"
#define X2 "{'id':'X','victory_points':2,'abilities':[{'type':'double_next_planet_no_combat'}]}"
#define Z "{'id':'Z','victory_points':0}"

// X1 doubled is like X2, and Z doubled is like Z: the state must not tell what nobody can see.
static void test_lookalikes(void **unused) {
    (void)unused;
    begin("{'fleet_values':[1,2,3],'planets':[" X1 "," X1 "," Z "," X2 "," Z "]}");
    BATTLE(2, 1); // X1, and X1 doubled
    BATTLE(1, 2); // Z
    BATTLE(3, 3); // X2, then Z in the pot: the last cards are gone
    assert_claimed(1, "X:1 X:2");
    json_t *json = document(table.state);
    uint64_t hash = agon_hash(table.game, table.state);
    assert_int_equal(load_json(json), AGON_OK);
    assert_true(agon_hash(table.game, table.state) == hash);
    json_decref(json);
}

// Pulls that ran into the end of the deck, before and behind a planet of no points.
static void test_exhausted_pulls(void **unused) {
    (void)unused;
    begin("{'fleet_values':[1,2,3],'planets':[{'id':'A','victory_points':1,'abilities':["
          "{'type':'double_next_planet_no_combat'},{'type':'double_next_planet_no_combat'}]}," Z
          "," C "]}");
    BATTLE(1, 1);
    BATTLE(2, 3);
    assert_claimed(2, "A:1 C:6 Z:0");
    json_t *json = document(table.state);
    assert_int_equal(load_json(json), AGON_OK);
    json_decref(json);
}

// ---------------------------------------------------------------------------------------------
// Views

static const char *const view =
    "{'player_count':2,'hands':{'1':[9,3,7],'2':[2,5,9]},'planet_deck':[" A "," C "," B "," D "," E
    "],'current_planet_index':4,'planet_pot':[" B "," D "],'claimed_planets':{'1':[" A "," C2
    "],'2':[]},'current_plays':{'1':null,'2':'hidden'},'game_over':false,'end_reason':null,"
    "'revealed_count':4,'final_tie':'keep','viewer':1}";

static agon_status load_view(const char *key, const char *value) {
    json_t *json = support_json(view);
    json_object_set_new(json, key, support_json(value));
    agon_status status = load_json(json);
    json_decref(json);
    return status;
}

static void assert_view_refused(const char *path, const char *key, const char *value) {
    assert_int_equal(load_view(key, value), AGON_BAD_STATE);
    assert_string_equal(refusal.path, path);
}

static void test_views_load(void **unused) {
    (void)unused;
    resume(view);
    assert_int_equal(table.state->viewer, 0);
    assert_int_equal(agon_count(table.game, table.state, 0), 3);
    assert_int_equal(agon_count(table.game, table.state, 1), 0);
    assert_int_equal(play(1, 9), AGON_BAD_STATE);
    assert_state("reveal", "'first_play'");
    assert_int_equal(load_view("reveal", "'battle'"), AGON_OK);
    assert_int_equal(load_view("viewer", "'spectator'"), AGON_OK);
    // Order in a view's hands of others means nothing.
    assert_int_equal(load_view("hands", "{'1':[9,3,7],'2':[9,2,5]}"), AGON_OK);
    assert_state("hands", "{'1':[9,3,7],'2':[2,5,9]}");
    assert_view_refused("viewer", "viewer", "3");
    assert_view_refused("viewer", "viewer", "null");
    assert_view_refused("current_plays.2", "viewer", "2");
    assert_view_refused("current_plays.2", "current_plays", "{'1':null,'2':9}");
    assert_view_refused("current_plays.1", "current_plays", "{'1':'hidden','2':null}");
    assert_view_refused("current_plays.2", "hands", "{'1':[9,3,7],'2':[]}");
    assert_view_refused("revealed_count", "revealed_count", "3");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_all5_documented_keys_are_enough),
        TEST(test_all8_generator_or_seed),
        TEST(test_unknown_keys_and_nulls),
        TEST(test_reveal),
        TEST(test_reveal_is_not_hashed),
        TEST(test_types_and_missing_keys),
        TEST(test_wrong_counts),
        TEST(test_index),
        TEST(test_pot_is_the_end_of_what_was_revealed),
        TEST(test_claimed_planets),
        TEST(test_claimed_order),
        TEST(test_plays),
        TEST(test_fleet_explains_hands),
        TEST(test_a_full_hand_and_a_play_are_too_many),
        TEST(test_end),
        TEST(test_end_by_discarding),
        TEST(test_lookalikes),
        TEST(test_exhausted_pulls),
        TEST(test_views_load),
    };
    return cmocka_run_group_tests_name("stellar-skirmish loading", tests, NULL, NULL);
}
