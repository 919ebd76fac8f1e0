// Rock-Paper-Scissors, rule by rule.
#include "games/rock-paper-scissors/state.h"

#include "agon/codec.h"

#include "src/codec/json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static rps_game game;
static rps_state state;

static const agon_game *const g = &game.head;
static agon_state *const s = &state.head;

static int start(void **unused) {
    (void)unused;
    agon_rps_config config = agon_rps_config_default();
    agon_status status = agon_configure(&agon_rps_rules, &config, &game.head, NULL);
    agon_init(g, &config, agon_seed_number(7), s);
    return (int)status;
}

static agon_action choose(int choice) {
    return (agon_action){.type = AGON_RPS_CHOOSE, .a = (uint8_t)choice};
}

static agon_status play(int player, int choice) {
    return agon_apply(g, s, player, choose(choice), NULL, s, NULL);
}

static agon_status configure(const char *first, const char *second, agon_error *error) {
    static rps_game other;
    agon_rps_config config = {{first, second}};
    return agon_configure(&agon_rps_rules, &config, &other.head, error);
}

static void test_rps1_two_different_ids(void **unused) {
    (void)unused;
    agon_error error;
    char longest[AGON_RPS_ID_MAX + 2];
    memset(longest, 'x', sizeof longest);
    longest[AGON_RPS_ID_MAX + 1] = '\0';
    assert_int_equal(configure("a", "b", &error), AGON_OK);
    assert_int_equal(configure("a", "a", &error), AGON_BAD_CONFIG);
    assert_string_equal(error.path, "playerIds[1]");
    assert_int_equal(configure("", "b", &error), AGON_BAD_CONFIG);
    assert_string_equal(error.path, "playerIds[0]");
    assert_int_equal(configure("a", NULL, NULL), AGON_BAD_CONFIG);
    assert_int_equal(configure("a", "spectator", NULL), AGON_BAD_CONFIG);
    assert_int_equal(configure(longest, "b", NULL), AGON_BAD_CONFIG);
    assert_int_equal(configure(longest + 1, "b", NULL), AGON_OK);
}

static void test_rps4_valid_once_per_player(void **unused) {
    (void)unused;
    assert_int_equal(play(0, AGON_RPS_ROCK), AGON_OK);
    assert_int_equal(play(0, AGON_RPS_PAPER), AGON_NOT_YOUR_TURN);
    assert_int_equal(play(2, AGON_RPS_PAPER), AGON_UNKNOWN_PLAYER);
    assert_int_equal(play(-1, AGON_RPS_PAPER), AGON_UNKNOWN_PLAYER);
    assert_int_equal(play(1, 3), AGON_BAD_ACTION);
    assert_int_equal(agon_apply(g, s, 1, (agon_action){.type = 1}, NULL, s, NULL), AGON_BAD_ACTION);
    assert_int_equal(play(1, AGON_RPS_PAPER), AGON_OK);
    assert_int_equal(play(1, AGON_RPS_PAPER), AGON_GAME_OVER);
    assert_int_equal(play(9, AGON_RPS_PAPER), AGON_GAME_OVER);
}

static void test_rps5_listed_in_order(void **unused) {
    (void)unused;
    assert_int_equal(agon_count(g, s, 0), 3);
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(agon_nth(g, s, 0, i).a, i);
    }
    assert_int_equal(agon_count(g, s, 2), 0);
    assert_int_equal(play(0, AGON_RPS_ROCK), AGON_OK);
    assert_int_equal(agon_count(g, s, 0), 0);
    assert_int_equal(agon_count(g, s, 1), 3);
    assert_int_equal(play(1, AGON_RPS_ROCK), AGON_OK);
    assert_int_equal(agon_count(g, s, 1), 0);
}

static void test_rps6_who_beats_whom(void **unused) {
    (void)unused;
    // Rows: player 0's choice; columns: player 1's. −1 is a draw.
    static const int winner[3][3] = {{-1, 1, 0}, {0, -1, 1}, {1, 0, -1}};
    for (int a = 0; a < 3; a++) {
        for (int b = 0; b < 3; b++) {
            start(NULL);
            assert_int_equal(play(1, b), AGON_OK);
            assert_false(s->over);
            assert_int_equal(play(0, a), AGON_OK);
            assert_true(s->over);
            int32_t scores[AGON_MAX_PLAYERS];
            agon_scores(g, s, scores);
            agon_viewers expected = winner[a][b] < 0 ? AGON_NONE : agon_viewer_bit(winner[a][b]);
            assert_int_equal(agon_winners(g, s), expected);
            assert_int_equal(scores[0], winner[a][b] == 0);
            assert_int_equal(scores[1], winner[a][b] == 1);
        }
    }
}

static uint8_t seen_choice(int viewer, int player) {
    rps_state view = {0};
    assert_int_equal(agon_view(g, s, viewer, &view.head), AGON_OK);
    assert_int_equal(view.seed[0] | view.seed[1] | view.seed_is_wide, 0);
    assert_int_equal(agon_rps_choice(&view.head, player) == AGON_RPS_UNKNOWN,
                     view.choices[player] == RPS_HIDDEN);
    return view.choices[player];
}

static void test_rps7_views(void **unused) {
    (void)unused;
    assert_int_equal(seen_choice(1, 0), RPS_NO_CHOICE);
    assert_int_equal(agon_rps_choice(s, 0), AGON_RPS_NOTHING);
    assert_int_equal(play(0, AGON_RPS_SCISSORS), AGON_OK);
    assert_int_equal(agon_rps_choice(s, 0), AGON_RPS_SCISSORS);
    uint8_t scissors = RPS_FIRST_CHOICE + AGON_RPS_SCISSORS;
    assert_int_equal(seen_choice(0, 0), scissors);
    assert_int_equal(seen_choice(1, 0), RPS_HIDDEN);
    assert_int_equal(seen_choice(AGON_SPECTATOR, 0), RPS_HIDDEN);
    assert_int_equal(seen_choice(AGON_SPECTATOR, 1), RPS_NO_CHOICE);
    assert_int_equal(play(1, AGON_RPS_ROCK), AGON_OK);
    assert_int_equal(seen_choice(1, 0), scissors);
    assert_int_equal(seen_choice(AGON_SPECTATOR, 0), scissors);
}

static void test_rps8_nobody_is_current(void **unused) {
    (void)unused;
    assert_int_equal(s->to_act, 3);
    assert_int_equal(agon_current_player(g, s), -1);
    assert_int_equal(play(0, AGON_RPS_ROCK), AGON_OK);
    assert_int_equal(s->to_act, 2);
    assert_int_equal(agon_current_player(g, s), -1);
    assert_int_equal(play(1, AGON_RPS_ROCK), AGON_OK);
    assert_int_equal(s->to_act, 0);
}

static void test_resample_covers_every_choice(void **unused) {
    (void)unused;
    assert_int_equal(play(0, AGON_RPS_ROCK), AGON_OK);
    rps_state view;
    rps_state guess;
    int seen[3] = {0};
    agon_rng bits = agon_rng_make(agon_seed_number(1));
    assert_int_equal(agon_view(g, s, 1, &view.head), AGON_OK);
    for (int i = 0; i < 300; i++) {
        assert_int_equal(agon_resample(g, &view.head, &bits, &guess.head), AGON_OK);
        seen[guess.choices[0] - RPS_FIRST_CHOICE]++;
        assert_int_equal(guess.choices[1], RPS_NO_CHOICE);
    }
    assert_true(seen[0] > 50 && seen[1] > 50 && seen[2] > 50);
}

typedef struct heard {
    agon_event events[4];
    int count;
} heard;

static void hear(void *user, const agon_event *event) {
    heard *h = user;
    h->events[h->count++] = *event;
}

static void test_events_and_their_redaction(void **unused) {
    (void)unused;
    heard h = {0};
    agon_sink sink = {hear, &h};
    agon_context context = {.sink = &sink};
    assert_int_equal(agon_apply(g, s, 0, choose(AGON_RPS_PAPER), &context, s, NULL), AGON_OK);
    assert_int_equal(agon_apply(g, s, 1, choose(AGON_RPS_ROCK), &context, s, NULL), AGON_OK);
    assert_int_equal(h.count, 3);
    assert_int_equal(h.events[0].type, AGON_RPS_CHOSEN);
    assert_int_equal(h.events[1].type, AGON_RPS_CHOSEN);
    assert_int_equal(h.events[2].type, AGON_RPS_REVEALED);
    agon_event seen;
    assert_true(agon_event_redact(agon_rps_rules.events, &h.events[0], 0, &seen));
    assert_int_equal(seen.f[1], AGON_RPS_PAPER);
    assert_true(agon_event_redact(agon_rps_rules.events, &h.events[0], 1, &seen));
    assert_int_equal(seen.f[0], 0);
    assert_int_equal(seen.f[1], 0);
    assert_int_equal(seen.redacted, 2);
}

// Loads a document; returns the status, with the path in `path`.
static agon_status load(const char *text, char *path) {
    agon_error error = {0};
    agon_table table;
    extern const agon_codec agon_rps_codec;
    json_t *json = agon_json_parse(text, strlen(text), &error);
    assert_non_null(json);
    agon_status status = agon_table_load(&agon_rps_codec, agon_value_of(json), &table, &error);
    if (status == AGON_OK) {
        agon_table_free(&table);
    }
    json_decref(json);
    memcpy(path, error.path, sizeof error.path);
    return status;
}

#define IDS "\"playerIds\":[\"p1\",\"p2\"]"

static void test_rps2_loading(void **unused) {
    (void)unused;
    static const struct {
        const char *text;
        const char *path; // NULL: loads
    } cases[] = {
        {"{" IDS ",\"choices\":{\"p1\":null,\"p2\":\"rock\"}}", NULL},
        {"{" IDS ",\"choices\":{\"p1\":null,\"p2\":\"rock\"},\"rngState\":-5,\"other\":1}", NULL},
        {"{" IDS ",\"choices\":{\"p1\":\"paper\",\"p2\":\"rock\"},\"winners\":[\"p1\"],"
         "\"gameOver\":true,\"revealed\":true}",
         NULL},
        {"{" IDS ",\"choices\":{\"p1\":\"hidden\",\"p2\":null},\"viewer\":\"p2\"}", NULL},
        {"{" IDS ",\"choices\":{\"p1\":\"hidden\",\"p2\":null},\"viewer\":\"spectator\"}", NULL},
        {"[]", ""},
        {"{" IDS "}", "choices"},
        {"{\"choices\":{}}", "playerIds"},
        {"{\"playerIds\":[\"p1\"],\"choices\":{}}", "playerIds"},
        {"{\"playerIds\":[\"p1\",\"p1\"],\"choices\":{}}", "playerIds[1]"},
        {"{\"playerIds\":[\"p1\",2],\"choices\":{}}", "playerIds[1]"},
        {"{" IDS ",\"choices\":{\"p1\":null}}", "choices.p2"},
        {"{" IDS ",\"choices\":{\"p1\":null,\"p2\":\"Rock\"}}", "choices.p2"},
        {"{" IDS ",\"choices\":{\"p1\":null,\"p2\":\"hidden\"}}", "choices"},
        {"{" IDS ",\"choices\":{\"p1\":null,\"p2\":\"rock\"},\"viewer\":\"p1\"}", "choices"},
        {"{" IDS ",\"choices\":{\"p1\":null,\"p2\":\"rock\"},\"viewer\":\"p3\"}", "viewer"},
        {"{" IDS ",\"choices\":{\"p1\":null,\"p2\":null},\"viewer\":null}", "viewer"},
        {"{" IDS ",\"choices\":{\"p1\":null,\"p2\":null},\"gameOver\":true}", "gameOver"},
        {"{" IDS ",\"choices\":{\"p1\":null,\"p2\":null},\"revealed\":1}", "revealed"},
        {"{" IDS ",\"choices\":{\"p1\":null,\"p2\":null},\"turn\":2}", "turn"},
        {"{" IDS ",\"choices\":{\"p1\":null,\"p2\":null},\"currentPlayerId\":\"p1\"}",
         "currentPlayerId"},
        {"{" IDS ",\"choices\":{\"p1\":null,\"p2\":null},\"winners\":[]}", "winners"},
        {"{" IDS ",\"choices\":{\"p1\":\"rock\",\"p2\":\"paper\"},\"winners\":[\"p1\"]}",
         "winners[0]"},
        {"{" IDS ",\"choices\":{\"p1\":\"rock\",\"p2\":\"paper\"},\"winners\":null}", "winners"},
        {"{" IDS ",\"choices\":{\"p1\":null,\"p2\":null},\"rngState\":\"xyz\"}", "rngState"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char path[96];
        agon_status status = load(cases[i].text, path);
        assert_int_equal(status, cases[i].path ? AGON_BAD_STATE : AGON_OK);
        assert_string_equal(path, cases[i].path ? cases[i].path : "");
    }
}

// A view has no seed; a seed that is not wide has one word.
static void test_rps2_seeds(void **unused) {
    (void)unused;
    static const struct {
        uint8_t viewer, is_wide;
        uint64_t seed[2];
        agon_status status;
    } cases[] = {
        {AGON_NOBODY, 0, {5, 0}, AGON_OK},
        {AGON_NOBODY, 1, {5, 6}, AGON_OK},
        {AGON_NOBODY, 0, {5, 6}, AGON_BAD_STATE},
        {AGON_NOBODY, 2, {5, 6}, AGON_BAD_STATE},
        {0, 0, {0, 0}, AGON_OK},
        {0, 1, {0, 0}, AGON_BAD_STATE},
        {0, 0, {5, 0}, AGON_BAD_STATE},
        {0, 1, {0, 5}, AGON_BAD_STATE},
        {0, 1, {5, 0}, AGON_BAD_STATE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        s->viewer = cases[i].viewer;
        state.seed_is_wide = cases[i].is_wide;
        memcpy(state.seed, cases[i].seed, sizeof state.seed);
        assert_int_equal(agon_rps_rules.validate(g, s, NULL), cases[i].status);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_rps1_two_different_ids, start),
        cmocka_unit_test_setup(test_rps2_loading, start),
        cmocka_unit_test_setup(test_rps2_seeds, start),
        cmocka_unit_test_setup(test_rps4_valid_once_per_player, start),
        cmocka_unit_test_setup(test_rps5_listed_in_order, start),
        cmocka_unit_test_setup(test_rps6_who_beats_whom, start),
        cmocka_unit_test_setup(test_rps7_views, start),
        cmocka_unit_test_setup(test_rps8_nobody_is_current, start),
        cmocka_unit_test_setup(test_resample_covers_every_choice, start),
        cmocka_unit_test_setup(test_events_and_their_redaction, start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
