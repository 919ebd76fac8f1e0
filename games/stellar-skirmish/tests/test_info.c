// Who may know what: SS-16, resampling, packed bytes.
#include "games/stellar-skirmish/tests/test_table.h"

#include "tests/support/suites.h"

#define X(points) "{'id':'X','victory_points':" #points "}"
#define FULL(points)                                                                               \
    "{'id':'X','victory_points':" #points ",'name':null,'class':null,'abilities':[]}"
#define BLIND ",'reveal':'first_play'"
#define Y "{'id':'Y','victory_points':5,'name':null,'class':null,'abilities':[]}"

static void test_ss16_plays_and_hands(void **unused) {
    (void)unused;
    begin("{'player_count':3,'fleet_values':[7,2,9,2]}");
    assert_int_equal(play(2, 9), AGON_OK);
    // The player itself sees its card and its hand in hand order; others see it still in the hand.
    assert_view(2, "hands", "{'1':[2,2,7,9],'2':[7,2,2],'3':[2,2,7,9]}");
    assert_view(2, "current_plays", "{'1':null,'2':9,'3':null}");
    assert_view(1, "hands", "{'1':[7,2,9,2],'2':[2,2,7,9],'3':[2,2,7,9]}");
    assert_view(1, "current_plays", "{'1':null,'2':'hidden','3':null}");
    assert_view(0, "hands", "{'1':[2,2,7,9],'2':[2,2,7,9],'3':[2,2,7,9]}");
    assert_view(0, "current_plays", "{'1':null,'2':'hidden','3':null}");
    assert_int_equal(play(1, 2), AGON_OK);
    assert_view(0, "current_plays", "{'1':'hidden','2':'hidden','3':null}");
    assert_int_equal(play(3, 2), AGON_OK);
    assert_view(1, "hands", "{'1':[7,9,2],'2':[2,2,7],'3':[2,7,9]}"); // what was played is out
    assert_view(1, "current_plays", "{'1':null,'2':null,'3':null}");
}

static void test_ss16_unrevealed_planets(void **unused) {
    (void)unused;
    begin("{'planets':[" X(3) ",{'id':'Y','victory_points':5}," X(10) "," X(2) "," X(3) "]" BLIND
                                                                                        "}");
    const char *all = "[" FULL(10) "," FULL(2) "," FULL(3) "," FULL(3) "," Y "]";
    assert_view(1, "planet_deck", all); // 10 before 2: as texts
    assert_view(0, "planet_deck", all);
    assert_view(1, "revealed_count", "0");
    BATTLE(1, 1);
    const char *after = "[" FULL(3) "," Y "," FULL(10) "," FULL(2) "," FULL(3) "]";
    assert_view(2, "planet_deck", after);
    assert_view(2, "revealed_count", "2");
    assert_view(2, "current_planet_index", "2");
    assert_view(2, "planet_pot", "[" FULL(3) "," Y "]");
}

// A planet that lies face up is known before anybody plays (SS-8), the next one is not.
static void test_ss16_planet_face_up(void **unused) {
    (void)unused;
    begin("{'planets':[" X(3) ",{'id':'Y','victory_points':5}," X(10) "]}");
    for (int viewer = 0; viewer <= 2; viewer++) {
        assert_view(viewer, "planet_deck", "[" FULL(3) "," FULL(10) "," Y "]");
        assert_view(viewer, "revealed_count", "1");
        assert_view(viewer, "planet_pot", "[" FULL(3) "]");
    }
    BATTLE(2, 1);
    assert_view(2, "planet_deck", "[" FULL(3) "," Y "," FULL(10) "]");
    assert_view(2, "planet_pot", "[" Y "]");
}

// Planets of the same id and points stand in the order of their documents as texts.
static void test_ss16_planets_as_texts(void **unused) {
    (void)unused;
    static const char *const rest[] = {
        "'name':'b'",    "'name':'a'",        "'name':'ab'",    "'name':'a\\u0001'",
        "'name':'a\\n'", "'name':'a\\u000b'", "'name':'a\\\\'", "'name':'a b','class':'station'",
        "'name':'a b'"};
    enum { COUNT = sizeof rest / sizeof rest[0] };
    char config[1000] = "{'reveal':'first_play','planets':[";
    for (int i = 0; i < COUNT; i++) {
        snprintf(config + strlen(config), sizeof config - strlen(config),
                 "%s{'id':'X','victory_points':3,%s}", i ? "," : "", rest[i]);
    }
    strcat(config, "]}");
    begin(config);
    agon_state *view = calloc(1, table.game->state_max);
    assert_int_equal(agon_view(table.game, table.state, 0, view), AGON_OK);
    json_t *json = document(view);
    char *before = NULL;
    for (int i = 0; i < COUNT; i++) { // no two are equal
        json_t *planet = json_array_get(json_object_get(json, "planet_deck"), (size_t)i);
        char *text = json_dumps(planet, JSON_COMPACT);
        assert_true(!before || strcmp(before, text) < 0);
        free(before);
        before = text;
    }
    free(before);
    json_decref(json);
    free(view);
}

// The rest of the view is what the state says, with no seed, generator or fleet; the viewer is last.
static void test_ss16_keys(void **unused) {
    (void)unused;
    static const char *const keys[] = {
        "player_count",    "hands",         "planet_deck", "current_planet_index", "planet_pot",
        "claimed_planets", "current_plays", "game_over",   "end_reason",           "revealed_count",
        "final_tie",       "reveal",        "viewer"};
    begin("{'seed':1,'final_tie':'discard'}");
    BATTLE(1, 2);
    agon_state *view = calloc(1, table.game->state_max);
    assert_int_equal(agon_view(table.game, table.state, 1, view), AGON_OK);
    json_t *json = document(view);
    size_t i = 0;
    const char *key;
    json_t *value;
    assert_int_equal(json_object_size(json), sizeof keys / sizeof keys[0]);
    json_object_foreach(json, key, value) {
        assert_string_equal(key, keys[i++]);
    }
    assert_json(json_object_get(json, "viewer"), "2");
    assert_json(json_object_get(json, "final_tie"), "'discard'");
    assert_json(json_object_get(json, "reveal"), "'battle'");
    json_t *state = document(table.state);
    assert_true(json_equal(json_object_get(json, "claimed_planets"),
                           json_object_get(state, "claimed_planets")));
    json_decref(state);
    json_decref(json);
    free(view);
}

static void test_views_have_no_generator(void **unused) {
    (void)unused;
    begin("{'seed':99}");
    agon_state *view = calloc(1, table.game->state_max);
    assert_int_equal(agon_view(table.game, table.state, 0, view), AGON_OK);
    const stellar_state *v = (const stellar_state *)view;
    assert_true(v->key[0] == 0 && v->key[1] == 0 && v->pos == 0);
    free(view);
}

// A card that is alone cannot be hidden, but the view says no more than that it has been played.
static void test_ss16_last_card(void **unused) {
    (void)unused;
    begin("{'fleet_values':[4]}");
    assert_int_equal(play(1, 4), AGON_OK);
    assert_view(2, "hands", "{'1':[4],'2':[4]}");
    assert_view(2, "current_plays", "{'1':'hidden','2':null}");
}

// ---------------------------------------------------------------------------------------------
// Resampling

// Others' open plays are drawn evenly from the different cards they may hold; unrevealed planets
// come in every order; the rest stays.
static void test_resample_is_even(void **unused) {
    (void)unused;
    begin("{'fleet_values':[7,2,9,2],'planets':[" X(1) "," X(2) "," X(3) "," X(4) "]}");
    assert_int_equal(play(2, 9), AGON_OK);
    agon_state *view = calloc(1, table.game->state_max);
    agon_state *guess = calloc(1, table.game->state_max);
    agon_rng bits = agon_rng_make(agon_seed_number(5));
    assert_int_equal(agon_view(table.game, table.state, 0, view), AGON_OK);
    int cards[10] = {0};
    int orders[64] = {0};
    for (int i = 0; i < 1800; i++) {
        int32_t card = 0;
        uint8_t deck[AGON_STELLAR_MAX_PLANETS];
        assert_int_equal(agon_resample(table.game, view, &bits, guess), AGON_OK);
        assert_int_equal(agon_stellar_table_card(table.game, guess, 1, &card),
                         AGON_STELLAR_OPEN_CARD);
        cards[card]++;
        agon_stellar_deck(table.game, guess, deck);
        assert_int_equal(deck[0], 0);
        orders[deck[1] + 4 * deck[2] + 16 * deck[3]]++;
        assert_int_equal(guess->viewer, AGON_NOBODY);
    }
    assert_true(cards[2] > 500 && cards[7] > 500 && cards[9] > 500); // 600 each
    int seen = 0;
    for (int i = 0; i < 64; i++) {
        assert_true(orders[i] == 0 || orders[i] > 230); // 300 each
        seen += orders[i] > 0;
    }
    assert_int_equal(seen, 6);
    free(view);
    free(guess);
}

// The hand that a guess leaves is one that playing can leave: the first of equal cards is gone.
static void test_resample_keeps_hand_order(void **unused) {
    (void)unused;
    begin("{'fleet_values':[2,9,2]}");
    assert_int_equal(play(2, 9), AGON_OK);
    agon_state *view = calloc(1, table.game->state_max);
    agon_state *guess = calloc(1, table.game->state_max);
    agon_rng bits = agon_rng_make(agon_seed_number(5));
    assert_int_equal(agon_view(table.game, table.state, AGON_SPECTATOR, view), AGON_OK);
    int seen = 0;
    for (int i = 0; i < 20; i++) {
        int32_t cards[AGON_STELLAR_MAX_CARDS];
        int32_t played = 0;
        assert_int_equal(agon_resample(table.game, view, &bits, guess), AGON_OK);
        assert_int_equal(agon_stellar_hand(table.game, guess, 1, cards), 2);
        agon_stellar_table_card(table.game, guess, 1, &played);
        assert_int_equal(cards[0], played == 2 ? 9 : 2);
        assert_int_equal(cards[1], 2);
        seen |= played == 2 ? 1 : 2;
    }
    assert_int_equal(seen, 3);
    free(view);
    free(guess);
}

// ---------------------------------------------------------------------------------------------
// A second statement of who may see what, for the leak check

static agon_viewers oracle_sees_event(const agon_leaks_event *at) {
    (void)at;
    return AGON_ALL;
}

static agon_viewers oracle_sees_field(const agon_leaks_event *at, const agon_event_field *field) {
    return strcmp(field->key, "card") == 0 ? agon_viewer_bit(at->player) : AGON_ALL;
}

// All plays but the one that ends the battle.
static bool oracle_is_secret(const agon_game *game, const agon_state *state, int player,
                             int viewer) {
    (void)game;
    return player != viewer && (state->to_act & ~(1u << player)) != 0;
}

static int compare_cards(const void *a, const void *b) {
    int32_t left = *(const int32_t *)a, right = *(const int32_t *)b;
    return (left > right) - (left < right);
}

static bool oracle_checks_hand(const agon_game *game, const agon_state *state, int viewer,
                               const agon_state *view, int player) {
    int32_t held[AGON_STELLAR_MAX_CARDS + 1], shown[AGON_STELLAR_MAX_CARDS], card = 0, seen = 0;
    int count = agon_stellar_hand(game, state, player, held);
    int what = agon_stellar_table_card(game, state, player, &card);
    int visible = agon_stellar_table_card(game, view, player, &seen);
    if (player == viewer) {
        return agon_stellar_hand(game, view, player, shown) == count &&
               memcmp(held, shown, (size_t)count * sizeof held[0]) == 0 && what == visible &&
               card == seen;
    }
    if (what == AGON_STELLAR_OPEN_CARD) {
        held[count++] = card;
    }
    qsort(held, (size_t)count, sizeof held[0], compare_cards);
    return agon_stellar_hand(game, view, player, shown) == count &&
           memcmp(held, shown, (size_t)count * sizeof held[0]) == 0 &&
           visible == (what == AGON_STELLAR_OPEN_CARD ? AGON_STELLAR_HIDDEN_CARD : what);
}

static bool oracle_checks_view(const agon_game *game, const agon_state *state, int viewer,
                               const agon_state *view, char *why, size_t why_size) {
    for (int p = 0; p < game->players; p++) {
        if (!oracle_checks_hand(game, state, viewer, view, p)) {
            snprintf(why, why_size, "hand or play of player %d", p);
            return false;
        }
    }
    uint8_t real[AGON_STELLAR_MAX_PLANETS], shown[AGON_STELLAR_MAX_PLANETS];
    int count = agon_stellar_deck(game, state, real);
    int revealed = agon_stellar_revealed(state);
    agon_stellar_deck(game, view, shown);
    bool is_right = memcmp(real, shown, (size_t)revealed) == 0;
    for (int i = revealed + 1; i < count; i++) {
        is_right = is_right && shown[i - 1] <= shown[i];
    }
    snprintf(why, why_size, "the deck");
    return is_right && agon_stellar_revealed(view) == revealed;
}

static void test_leak_check_with_oracle(void **unused) {
    (void)unused;
    static const agon_leaks_oracle oracle = {.sees_event = oracle_sees_event,
                                             .sees_field = oracle_sees_field,
                                             .is_secret = oracle_is_secret,
                                             .checks_view = oracle_checks_view};
    suites_assert_no_leaks(&agon_stellar_codec, 1500, &oracle);
}

// ---------------------------------------------------------------------------------------------
// Bytes

static size_t pack(uint8_t *bytes, size_t size, agon_viewers *map) {
    return agon_pack_state(table.game, table.state, bytes, size, map);
}

static void test_bytes_and_sizes(void **unused) {
    (void)unused;
    uint8_t bytes[512];
    agon_viewers map[512];
    begin("{'seed':3}");
    assert_int_equal(table.game->state_max, 103); // the bar is 128
    assert_int_equal(play(1, 5), AGON_OK);
    size_t size = pack(bytes, sizeof bytes, map);
    // viewer, over, reason, index, pot; then 2·(flag, count), 14 + 1 + 15 cards, 15 planets, 2
    // counts of claims, 24 bytes of the generator.
    assert_int_equal(size, 5 + 4 + 30 + 15 + 2 + 24);
    assert_int_equal(map[5], AGON_ALL);            // that player 1 has played
    assert_int_equal(map[6], AGON_ALL);            // how many cards it has
    assert_int_equal(map[7], agon_viewer_bit(0));  // which
    assert_int_equal(map[21], agon_viewer_bit(0)); // and which it has played
    assert_int_equal(map[24], AGON_ALL);           // the other's hand
    assert_int_equal(map[39], AGON_ALL);           // the planet that has been revealed
    assert_int_equal(map[40], AGON_NONE);          // the next one
    assert_int_equal(map[size - 1], AGON_NONE);    // the generator
    assert_int_equal(agon_unpack_state(table.game, bytes, size, table.state, NULL), AGON_OK);
    bytes[40] = bytes[41]; // a planet twice, another one never
    assert_int_equal(agon_unpack_state(table.game, bytes, size, table.state, NULL), AGON_BAD_STATE);
}

// The order of planets to come is a secret as soon as two of them differ, the next two alone or the
// last two alone; planets that are all of a kind have no order.
static void test_bytes_of_planets_to_come(void **unused) {
    (void)unused;
    static const struct {
        const char *config;
        agon_viewers viewers;
    } decks[] = {{"{'planets':[" X(1) "," X(2) "," X(3) "," X(3) "]}", AGON_NONE},
                 {"{'planets':[" X(1) "," X(3) "," X(3) "," X(2) "]}", AGON_NONE},
                 {"{'planets':[" X(1) "," X(3) "," X(3) "," X(3) "]}", AGON_ALL}};
    for (size_t i = 0; i < sizeof decks / sizeof decks[0]; i++) {
        uint8_t bytes[512];
        agon_viewers map[512];
        begin(decks[i].config);
        assert_int_equal(play(1, 5), AGON_OK); // turns the first one up
        size_t deck = pack(bytes, sizeof bytes, map) - 24 - 2 - 4;
        assert_int_equal(map[deck], AGON_ALL);
        for (size_t k = 1; k < 4; k++) {
            assert_int_equal(map[deck + k], decks[i].viewers);
        }
    }
}

// Values of every length survive.
static void test_values_of_any_size(void **unused) {
    (void)unused;
    uint8_t bytes[512];
    begin(
        "{'fleet_values':[0,-1,63,-64,64,-65,8191,8192,1048576,-134217728,2147483647,-2147483647]}");
    assert_int_equal(play(1, 2147483647), AGON_OK);
    uint64_t hash = agon_hash(table.game, table.state);
    size_t size = pack(bytes, sizeof bytes, NULL);
    assert_int_equal(agon_unpack_state(table.game, bytes, size, table.state, NULL), AGON_OK);
    assert_true(agon_hash(table.game, table.state) == hash);
    assert_state("hands",
                 "{'1':[0,-1,63,-64,64,-65,8191,8192,1048576,-134217728,-2147483647],"
                 "'2':[0,-1,63,-64,64,-65,8191,8192,1048576,-134217728,2147483647,-2147483647]}");
    assert_state("current_plays", "{'1':2147483647,'2':null}");
}

// The same state, whether its document tells the fleet or not, is the same bytes.
static void test_bytes_do_not_depend_on_the_document(void **unused) {
    (void)unused;
    begin("{'seed':3,'fleet_values':[5,1,5,3,1]}");
    BATTLE(5, 1);
    assert_int_equal(play(2, 1), AGON_OK);
    uint64_t hash = agon_hash(table.game, table.state);
    json_t *json = document(table.state);
    json_object_del(json, "fleet_values");
    assert_int_equal(load_json(json), AGON_OK);
    assert_true(agon_hash(table.game, table.state) == hash);
    json_decref(json);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_ss16_plays_and_hands),
        TEST(test_ss16_unrevealed_planets),
        TEST(test_ss16_planet_face_up),
        TEST(test_ss16_planets_as_texts),
        TEST(test_ss16_keys),
        TEST(test_views_have_no_generator),
        TEST(test_ss16_last_card),
        TEST(test_resample_is_even),
        TEST(test_resample_keeps_hand_order),
        TEST(test_leak_check_with_oracle),
        TEST(test_bytes_and_sizes),
        TEST(test_bytes_of_planets_to_come),
        TEST(test_values_of_any_size),
        TEST(test_bytes_do_not_depend_on_the_document),
    };
    return cmocka_run_group_tests_name("stellar-skirmish information", tests, NULL, NULL);
}
