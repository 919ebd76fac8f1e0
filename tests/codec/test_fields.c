// Games that are described: every shape and kind of field, through bytes, views and documents.
#include "tests/support/support.h"

#include "agon/document.h"
#include "agon/fields.h"
#include "agon/space.h"

#include <stddef.h>

typedef struct toy_settings {
    uint8_t players;
    uint8_t mood;
} toy_settings;

typedef struct toy_match {
    agon_game head;
    toy_settings config;
} toy_match;

typedef struct toy_table {
    agon_state head;
    int8_t balance;
    uint8_t is_open;
    uint8_t leader;
    uint32_t total;
    int16_t bids[AGON_MAX_PLAYERS];
    agon_rng rng;
} toy_table;

static const char *const moods[] = {"calm", "wild", NULL};
static const char *const sides[] = {"left", "right", NULL};

static const agon_field config_fields[] = {
    AGON_SETTING(toy_settings, players, 2, 4, 2, "how many play"),
    {.key = "mood",
     .offset = offsetof(toy_settings, mood),
     .size = 1,
     .min = 5,
     .max = 6,
     .usual = 6,
     .words = moods},
    {0},
};
static const agon_field state_fields[] = {
    AGON_NUMBER(toy_table, balance, -3, 3, "who is ahead"),
    {.key = "is_open",
     .offset = offsetof(toy_table, is_open),
     .size = 1,
     .kind = AGON_KIND_BOOL,
     .max = 1},
    AGON_PLAYER(toy_table, leader, "who leads"),
    AGON_NUMBER(toy_table, total, 0, 2000000000, "all there is"),
    {.key = "bids",
     .meaning = "bids",
     .offset = offsetof(toy_table, bids),
     .size = 2,
     .shape = AGON_SHAPE_EACH,
     .flags = AGON_FIELD_SECRET,
     .min = -1,
     .max = 500},
    AGON_GENERATOR(toy_table, rng),
    {0},
};
static const agon_action_field bid_fields[] = {
    {"amount", 'n', AGON_KIND_INT, -1, 2, NULL},
    {"side", 'a', AGON_KIND_INT, 0, 1, sides},
};
static const agon_action_field point_fields[] = {{"at", 'b', AGON_KIND_PLAYER, 0, 3, NULL}};
static const agon_action_type actions[] = {
    {"bid", "an amount on a side", bid_fields, 2},
    {"pass", "nothing", NULL, 0},
    {"point", "at a player", point_fields, 1},
};

static void config_default(void *config, int players) {
    agon_fields_usual(config_fields, config);
    if (players) {
        ((toy_settings *)config)->players = (uint8_t)players;
    }
}

static size_t game_size(const void *config) {
    (void)config;
    return sizeof(toy_match);
}

static agon_status configure(const void *config, agon_game *game, agon_error *error) {
    toy_match *g = (toy_match *)game;
    g->config = *(const toy_settings *)config;
    game->players = g->config.players;
    game->state_max = sizeof(toy_table);
    return agon_fields_in_range(config_fields, config, 0, AGON_BAD_CONFIG, error);
}

static void init(const agon_game *game, const void *config, agon_seed seed, agon_state *state) {
    (void)game;
    (void)config;
    *(toy_table *)state =
        (toy_table){.head = {.used = sizeof(toy_table), .to_act = 1, .viewer = AGON_NOBODY},
                    .balance = -2,
                    .is_open = 1,
                    .leader = 1,
                    .total = 1999999999,
                    .bids = {-1, 300},
                    .rng = agon_rng_make(seed)};
}

// Nobody points at itself.
static agon_status check(const agon_game *game, const agon_state *state, int player,
                         agon_action action, agon_error *error) {
    agon_status status = agon_fields_check(game, state, player, action, error);
    if (status == AGON_OK && action.type == 2 && action.b == player) {
        return agon_error_set(error, AGON_INVALID_MOVE, "at", "not at oneself");
    }
    return status;
}

static const agon_rules rules = {
    .id = "described",
    .title = "Described",
    .version = 1,
    .min_players = 2,
    .max_players = 4,
    .has_hidden = true,
    .action_types = 3,
    .actions = actions,
    .config_size = sizeof(toy_settings),
    .config_fields = config_fields,
    .config_at = offsetof(toy_match, config),
    .state_fields = state_fields,
    .config_default = config_default,
    .game_size = game_size,
    .configure = configure,
    .init = init,
    .check = check,
    .count = agon_fields_count,
    .nth = agon_fields_nth,
    .view = agon_fields_view,
    .resample = agon_fields_resample,
    .pack = agon_fields_pack,
    .validate = agon_fields_validate,
};
static const agon_codec codec = AGON_DESCRIBED_CODEC(&rules);

static agon_table table;

static int start(void **unused) {
    (void)unused;
    return (int)agon_table_init(&codec, NULL, &table, NULL);
}

static int end(void **unused) {
    (void)unused;
    agon_table_free(&table);
    return 0;
}

static void assert_written(const agon_state *state, const char *expected) {
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_state_write(&codec, table.game, state, &json);
    assert_string_equal(text.data, expected);
    agon_text_free(&text);
}

#define PUBLIC_PART                                                                                \
    "{\"players\":2,\"mood\":\"wild\",\"balance\":-2,\"is_open\":true,\"leader\":1,"               \
    "\"total\":1999999999,"

static void test_a_state_is_written_by_its_fields(void **unused) {
    (void)unused;
    assert_written(table.state, PUBLIC_PART "\"bids\":[-1,300],\"over\":false,"
                                            "\"rng\":{\"key\":\"6e6f67412e6e756d000000000000002a\","
                                            "\"pos\":0}}");
}

static void test_a_view_has_neither_generator_nor_secrets_of_others(void **unused) {
    (void)unused;
    toy_table view;
    memset(&view, 0xff, sizeof view);
    assert_int_equal(agon_view(table.game, table.state, 1, &view.head), AGON_OK);
    assert_int_equal(view.bids[0], 0);
    assert_int_equal(view.rng.key[0] | view.rng.key[1], 0);
    assert_written(&view.head, PUBLIC_PART "\"bids\":[null,300],\"over\":false,\"viewer\":1}");
    assert_int_equal(agon_view(table.game, table.state, AGON_SPECTATOR, &view.head), AGON_OK);
    assert_written(&view.head,
                   PUBLIC_PART "\"bids\":[null,null],\"over\":false,\"viewer\":\"spectator\"}");
}

// Bytes: who may see each, and the way back.
static void test_bytes_and_their_viewers(void **unused) {
    (void)unused;
    uint8_t bytes[64];
    agon_viewers map[64];
    toy_table back;
    const size_t size = agon_pack_state(table.game, table.state, bytes, sizeof bytes, map);
    assert_int_equal(size, 2 + 1 + 1 + 1 + 4 + 2 * 2 + 24);
    static const size_t first_bid = 9, generator = 13;
    assert_int_equal(map[first_bid - 1], AGON_ALL);
    assert_int_equal(map[first_bid], agon_viewer_bit(0));
    assert_int_equal(map[first_bid + 2], agon_viewer_bit(1));
    assert_int_equal(map[generator], AGON_NONE);
    assert_int_equal(agon_unpack_state(table.game, bytes, size, &back.head, NULL), AGON_OK);
    assert_int_equal(back.balance, -2);
    assert_int_equal(back.bids[1], 300);
    assert_int_equal(back.total, 1999999999);
    agon_error error;
    bytes[4] = 2; // the leader
    assert_int_equal(agon_unpack_state(table.game, bytes, size, &back.head, &error),
                     AGON_BAD_STATE);
    assert_string_equal(error.path, "leader");
}

typedef struct document {
    const char *text; // ' stands for "
    const char *path; // of the error; NULL: it loads
} document;

static void assert_loads(const document *documents, size_t count) {
    for (size_t i = 0; i < count; i++) {
        agon_error error = {0};
        agon_table loaded;
        json_t *json = support_json(documents[i].text);
        agon_status status = agon_table_load(&codec, agon_value_of(json), &loaded, &error);
        json_decref(json);
        assert_int_equal(status, documents[i].path ? AGON_BAD_STATE : AGON_OK);
        assert_string_equal(error.path, documents[i].path ? documents[i].path : "");
        if (status == AGON_OK) {
            agon_table_free(&loaded);
        }
    }
}

static void test_documents_are_read_by_their_fields(void **unused) {
    (void)unused;
    static const document documents[] = {
        {"{'bids':[0,0]}", NULL},
        {"{'bids':[0,0],'mood':'calm','is_open':false,'balance':-3}", NULL},
        {"{'bids':[null,5],'viewer':1}", NULL},
        {"{}", "bids"},
        {"{'bids':[0]}", "bids"},
        {"{'bids':[0,501]}", "bids[1]"},
        {"{'bids':[0,0],'players':5}", "players"},
        {"{'bids':[0,0],'mood':'angry'}", "mood"},
        {"{'bids':[0,0],'is_open':1}", "is_open"},
        {"{'bids':[0,0],'balance':-4}", "balance"},
        {"{'bids':[0,0],'leader':2}", "leader"},
        {"{'bids':[0,0],'over':0}", "over"},
        {"{'bids':[0,0],'rng':{}}", "rng.key"},
    };
    assert_loads(documents, sizeof documents / sizeof documents[0]);
}

static agon_status read_action(const char *text, agon_action *action, agon_error *error) {
    agon_action read[AGON_MAX_STEPS_PER_ACTION];
    size_t count;
    json_t *json = support_json(text);
    agon_status status =
        agon_action_read(&codec, table.game, table.state, agon_value_of(json), read, &count, error);
    json_decref(json);
    *action = read[0];
    return status;
}

// A game has as many types as it says, whatever stands behind them.
static void test_types_end_with_the_last(void **unused) {
    (void)unused;
    agon_rules fewer = *table.game->rules;
    agon_game game = *table.game;
    agon_action read[AGON_MAX_STEPS_PER_ACTION];
    agon_error error = {0};
    size_t count;
    fewer.action_types = 2;
    game.rules = &fewer;
    json_t *last = support_json("{'type':'pass'}");
    json_t *beyond = support_json("{'type':'point','player':0}");
    assert_int_equal(
        agon_action_read(&codec, &game, table.state, agon_value_of(last), read, &count, NULL),
        AGON_OK);
    assert_int_equal(
        agon_action_read(&codec, &game, table.state, agon_value_of(beyond), read, &count, &error),
        AGON_BAD_ACTION);
    assert_string_equal(error.path, "type");
    json_decref(last);
    json_decref(beyond);
}

static void test_actions_are_read_and_written(void **unused) {
    (void)unused;
    agon_action action;
    agon_error error = {0};
    assert_int_equal(read_action("{'type':'bid','amount':-1,'side':'right'}", &action, &error),
                     AGON_OK);
    assert_int_equal(action.n, -1);
    assert_int_equal(action.a, 1);
    agon_text text = {0};
    agon_json json = {.text = &text};
    codec.action_write(table.game, table.state, action, &json);
    assert_string_equal(text.data, "{\"type\":\"bid\",\"amount\":-1,\"side\":\"right\"}");
    agon_text_free(&text);
    // A number that names nothing is no move; what is not a number, is no action.
    assert_int_equal(read_action("{'type':'point','at':1e300}", &action, &error), AGON_OK);
    assert_int_equal(agon_check(table.game, table.state, 0, action, NULL), AGON_INVALID_MOVE);
    assert_int_equal(read_action("{'type':'point','at':-1}", &action, &error), AGON_OK);
    assert_int_equal(agon_check(table.game, table.state, 0, action, NULL), AGON_INVALID_MOVE);
    assert_int_equal(read_action("{'type':'point','at':1.5}", &action, &error), AGON_BAD_ACTION);
    assert_string_equal(error.path, "at");
    assert_int_equal(read_action("{'type':'bid','amount':1,'side':'up'}", &action, &error),
                     AGON_BAD_ACTION);
    assert_string_equal(error.path, "side");
    assert_int_equal(read_action("{'type':'sing'}", &action, &error), AGON_BAD_ACTION);
    assert_string_equal(error.path, "type");
}

static void test_actions_have_numbers(void **unused) {
    (void)unused;
    assert_int_equal(agon_action_numbers(&rules), 4 * 2 + 1 + 4);
    for (uint32_t i = 0; i < 13; i++) {
        assert_int_equal(agon_action_number(&rules, agon_action_numbered(&rules, i)), i);
    }
    agon_action second = agon_action_numbered(&rules, 1);
    assert_int_equal(second.n, -1);
    assert_int_equal(second.a, 1);
    assert_int_equal(agon_action_number(&rules, (agon_action){.n = 3}), UINT32_MAX);
    // Of the four players to point at, two are not there and one is the player itself.
    assert_int_equal(agon_count(table.game, table.state, 0), 10);
    assert_int_equal(agon_nth(table.game, table.state, 0, 9).b, 1);
    const agon_action spoilt = {.type = 1, .c = 1};
    assert_int_equal(agon_check(table.game, table.state, 0, spoilt, NULL), AGON_BAD_ACTION);
}

static void test_a_space_follows(void **unused) {
    (void)unused;
    const agon_space *space = agon_space_find(&rules);
    toy_table view;
    int16_t row[6];
    uint64_t mask;
    assert_ptr_equal(space, &agon_described_space);
    assert_int_equal(space->action_count(table.game), 13);
    assert_int_equal(agon_space_width(space, table.game), 6);
    assert_int_equal(agon_view(table.game, table.state, 1, &view.head), AGON_OK);
    space->observe(table.game, &view.head, row);
    static const int16_t expected[] = {-2, 1, 0, INT16_MAX, 300, 0};
    assert_memory_equal(row, expected, sizeof expected);
    space->mask(table.game, table.state, 0, &mask);
    assert_int_equal(mask, 0x1ff | 1 << 10);
    agon_space_field field;
    assert_true(space->action_field(table.game, 2, &field));
    assert_string_equal(field.name, "point");
    assert_int_equal(field.count, 4);
    assert_false(space->action_field(table.game, 3, &field));
}

static void test_a_board_is_drawn(void **unused) {
    (void)unused;
    toy_table view;
    agon_text text = {0};
    assert_int_equal(agon_view(table.game, table.state, 0, &view.head), AGON_OK);
    codec.render(table.game, &view.head, &text);
    assert_non_null(strstr(text.data, "who is ahead: -2\n"));
    assert_non_null(strstr(text.data, "bids: -1 ?\n"));
    agon_text_free(&text);
}

static void test_a_schema_follows(void **unused) {
    (void)unused;
    agon_text text = {0};
    agon_error error;
    agon_table wrong;
    agon_config_schema(&codec, &text);
    assert_non_null(strstr(text.data, "\"players\":{\"description\":\"how many play\",\"type\":["
                                      "\"integer\",\"null\"],\"minimum\":2,\"maximum\":4,"
                                      "\"default\":2}"));
    assert_non_null(strstr(text.data, "\"mood\":{\"enum\":[\"calm\",\"wild\",null],"
                                      "\"default\":\"wild\"},\"seed\":{"));
    agon_text_free(&text);
    assert_int_equal(agon_config_from_json(&codec, 0, "{\"moods\":\"calm\"}", &wrong, &error),
                     AGON_BAD_CONFIG);
    assert_string_equal(error.message, "there is no such key; did you mean \"mood\"?");
    assert_int_equal(
        agon_config_from_json(&codec, 0, "{\"mood\":\"calm\",\"seed\":3}", &wrong, &error),
        AGON_OK);
    agon_table_free(&wrong);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start, end)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_a_state_is_written_by_its_fields),
        TEST(test_a_view_has_neither_generator_nor_secrets_of_others),
        TEST(test_bytes_and_their_viewers),
        TEST(test_documents_are_read_by_their_fields),
        TEST(test_types_end_with_the_last),
        TEST(test_actions_are_read_and_written),
        TEST(test_actions_have_numbers),
        TEST(test_a_space_follows),
        TEST(test_a_board_is_drawn),
        TEST(test_a_schema_follows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
