// Entropy's documents: config, state, view, action, and the text for people.
#include "games/entropy/tests/test_table.h"

#define TWO "'nodes':[{'owner':0,'dice':2,'neighbors':[1]},{'owner':1,'dice':3,'neighbors':[0]}]"

typedef struct document {
    const char *text;
    const char *path; // of the refusal; NULL: it is accepted
} document;

static void test_configs(void **unused) {
    (void)unused;
    static const document configs[] = {
        {"{}", NULL},
        {"{'players':null,'max_rounds':null,'growth':null,'seed':null}", NULL},
        {"{'other':[1]}", "other"},
        {"{'max_round':5}", "max_round"},
        {"{'players':['a','b'],'max_rounds':1,'growth':'round','seed':-1}", NULL},
        {"{'max_rounds':2147483647,'seed':'00112233445566778899aabbccddeeff'}", NULL},
        {"{'players':'ab'}", "players"},
        {"{'players':['a']}", "players"},
        {"{'players':['a',2]}", "players[1]"},
        {"{'players':['a','']}", "players[1]"},
        {"{'players':['a','b','a']}", "players[2]"},
        {"{'max_rounds':0}", "max_rounds"},
        {"{'max_rounds':2147483648}", "max_rounds"},
        {"{'max_rounds':1.5}", "max_rounds"},
        {"{'max_rounds':'1'}", "max_rounds"},
        {"{'growth':'never'}", "growth"},
        {"{'growth':1}", "growth"},
        {"{'seed':1.5}", "seed"},
        {"{'seed':'12'}", "seed"},
    };
    for (size_t i = 0; i < sizeof configs / sizeof configs[0]; i++) {
        agon_status status = start(configs[i].text);
        assert_int_equal(status, configs[i].path ? AGON_BAD_CONFIG : AGON_OK);
        assert_string_equal(refusal.path, configs[i].path ? configs[i].path : "");
    }
}

static void test_config_of_c_programs(void **unused) {
    (void)unused;
    static uint64_t memory[64];
    agon_game *game = (agon_game *)memory;
    agon_entropy_config config = agon_entropy_config_default(3);
    assert_int_equal(agon_configure(&agon_entropy_rules, &config, game, NULL), AGON_OK);
    assert_string_equal(agon_entropy_name(game, 2), "blue");
    assert_int_equal(agon_entropy_max_rounds(game), 100);
    assert_int_equal(agon_entropy_growth_of(game), AGON_ENTROPY_GROWTH_TURN);
    config.names[1] = NULL;
    assert_int_equal(agon_configure(&agon_entropy_rules, &config, game, NULL), AGON_BAD_CONFIG);
    config = agon_entropy_config_default(9);
    assert_int_equal(config.player_count, 2);
    config.player_count = 9;
    assert_true(agon_game_size(&agon_entropy_rules, &config) > sizeof(agon_game));
    assert_int_equal(agon_configure(&agon_entropy_rules, &config, game, NULL), AGON_BAD_CONFIG);
    config = agon_entropy_config_default(2);
    config.growth = 2;
    assert_int_equal(agon_configure(&agon_entropy_rules, &config, game, NULL), AGON_BAD_CONFIG);
}

static void assert_documents(const document *documents, size_t count) {
    for (size_t i = 0; i < count; i++) {
        agon_status status = load(documents[i].text);
        if (status != (documents[i].path ? AGON_BAD_STATE : AGON_OK)) {
            fail_msg("%s: %s: %s", documents[i].text, refusal.path, refusal.message);
        }
        assert_string_equal(refusal.path, documents[i].path ? documents[i].path : "");
    }
}

#define NODE "{'owner':0,'dice':2,'neighbors':[]},"

static void test_nodes(void **unused) {
    (void)unused;
    static const document documents[] = {
        {"{" TWO "}", NULL},
        {"{'nodes':[" NODE "{'empty':true,'neighbors':[0,0,1]}]}", NULL},
        {"{'nodes':[" NODE "{'empty':true,'owner':null,'dice':null,'neighbors':[]}]}", NULL},
        {"{'nodes':[" NODE "{'owner':null,'dice':0,'neighbors':[]}]}", NULL},
        {"{'nodes':[{'owner':0,'dice':8,'empty':false,'neighbors':[0,0,0,0,0,0,0,0]}]}", NULL},
        {"[]", ""},
        {"{}", "nodes"},
        {"{'nodes':null}", "nodes"},
        {"{'nodes':{}}", "nodes"},
        {"{'nodes':[]}", "nodes"},
        {"{'nodes':[7]}", "nodes[0]"},
        {"{'nodes':[" NODE "{'dice':1,'neighbors':[]}]}", "nodes[1].owner"},
        {"{'nodes':[" NODE "{'owner':2,'dice':1,'neighbors':[]}]}", "nodes[1].owner"},
        {"{'nodes':[" NODE "{'owner':-1,'dice':1,'neighbors':[]}]}", "nodes[1].owner"},
        {"{'nodes':[" NODE "{'owner':'red','dice':1,'neighbors':[]}]}", "nodes[1].owner"},
        {"{'nodes':[" NODE "{'empty':true,'owner':1,'neighbors':[]}]}", "nodes[1].owner"},
        {"{'nodes':[" NODE "{'empty':false,'neighbors':[]}]}", "nodes[1].owner"},
        {"{'nodes':[" NODE "{'empty':1,'neighbors':[]}]}", "nodes[1].empty"},
        {"{'nodes':[" NODE "{'empty':true,'dice':1,'neighbors':[]}]}", "nodes[1].dice"},
        {"{'nodes':[" NODE "{'owner':1,'neighbors':[]}]}", "nodes[1].dice"},
        {"{'nodes':[" NODE "{'owner':1,'dice':0,'neighbors':[]}]}", "nodes[1].dice"},
        {"{'nodes':[" NODE "{'owner':1,'dice':9,'neighbors':[]}]}", "nodes[1].dice"},
        {"{'nodes':[" NODE "{'owner':1,'dice':1}]}", "nodes[1].neighbors"},
        {"{'nodes':[" NODE "{'owner':1,'dice':1,'neighbors':[2]}]}", "nodes[1].neighbors[0]"},
        {"{'nodes':[" NODE "{'owner':1,'dice':1,'neighbors':[0,-1]}]}", "nodes[1].neighbors[1]"},
        {"{'nodes':[" NODE "{'owner':1,'dice':1,'neighbors':['0']}]}", "nodes[1].neighbors[0]"},
        {"{'nodes':[" NODE "{'owner':1,'dice':1,'neighbors':[0,0,0,0,0,0,0,0,0]}]}",
         "nodes[1].neighbors"},
    };
    assert_documents(documents, sizeof documents / sizeof documents[0]);
}

static void test_turn_and_end(void **unused) {
    (void)unused;
    static const document documents[] = {
        {"{" TWO ",'round':100,'current_player':1,'out':[],'game_over':false,'winners':null}",
         NULL},
        {"{" TWO ",'round':null,'current_player':null,'out':null,'game_over':null}", NULL},
        {"{" TWO ",'players':['a','b','c'],'round':4,'out':[{'player':2,'round':4}]}", NULL},
        {"{" TWO ",'max_rounds':2,'round':2,'game_over':true,'winners':[0,1]}", NULL},
        {"{" TWO ",'max_rounds':2,'round':2,'game_over':true}", NULL},
        {"{'nodes':[" NODE NODE "{'empty':true,'neighbors':[]}],'game_over':true,'winners':[0]}",
         NULL},
        {"{" TWO ",'players':['a','a']}", "players[1]"},
        {"{" TWO ",'players':['a']}", "players"},
        {"{" TWO ",'max_rounds':0}", "max_rounds"},
        {"{" TWO ",'growth':'often'}", "growth"},
        {"{" TWO ",'round':0}", "round"},
        {"{" TWO ",'round':101}", "round"},
        {"{" TWO ",'round':'1'}", "round"},
        {"{" TWO ",'current_player':2}", "current_player"},
        {"{" TWO ",'current_player':'grey'}", "current_player"},
        {"{" TWO ",'players':['a','b','c'],'current_player':2}", "current_player"},
        {"{'nodes':[{'empty':true,'neighbors':[]}]}", "current_player"},
        {"{" TWO ",'out':1}", "out"},
        {"{" TWO ",'out':[1]}", "out[0]"},
        {"{" TWO ",'out':[{'player':0,'round':1}]}", "out[0].player"},
        {"{" TWO ",'out':[{'player':2,'round':1}]}", "out[0].player"},
        {"{" TWO ",'players':['a','b','c'],'out':[{'player':2}]}", "out[0].round"},
        {"{" TWO ",'players':['a','b','c'],'out':[{'player':2,'round':2}]}", "out[0].round"},
        {"{" TWO ",'players':['a','b','c'],'out':[{'player':2,'round':1},{'player':2,'round':1}]}",
         "out[1].player"},
        {"{" TWO ",'players':['a','b','c','d'],'round':5,"
         "'out':[{'player':2,'round':3},{'player':3,'round':2}]}",
         "out[1].round"},
        {"{" TWO ",'game_over':true}", "game_over"},
        {"{" TWO ",'game_over':1}", "game_over"},
        {"{" TWO ",'winners':[0]}", "winners"},
        {"{" TWO ",'max_rounds':1,'game_over':true,'winners':[0]}", "winners"},
        {"{" TWO ",'max_rounds':1,'game_over':true,'winners':[1,0]}", "winners[1]"},
        {"{" TWO ",'max_rounds':1,'game_over':true,'winners':[0,1,1]}", "winners"},
        {"{" TWO ",'rng':7}", "rng"},
        {"{" TWO ",'rng':{'key':'xyz','pos':0}}", "rng.key"},
        {"{" TWO ",'seed':'xyz'}", "seed"},
        {"{" TWO ",'viewer':2}", "viewer"},
        {"{" TWO ",'viewer':null}", "viewer"},
    };
    assert_documents(documents, sizeof documents / sizeof documents[0]);
}

static void test_defaults(void **unused) {
    (void)unused;
    sit_down("{'nodes':[{'owner':1,'dice':1,'neighbors':[]},{'owner':0,'dice':1,'neighbors':[]}]}");
    assert_int_equal(agon_entropy_mover(table.state), 0);
    assert_int_equal(agon_entropy_round(table.state), 1);
    assert_string_equal(agon_entropy_name(table.game, 1), "red");
    uint64_t by_default = agon_hash(table.game, table.state);
    sit_down("{'nodes':[{'owner':1,'dice':1,'neighbors':[]},{'owner':0,'dice':1,'neighbors':[]}],"
             "'seed':42}");
    assert_true(agon_hash(table.game, table.state) == by_default);
    sit_down("{'players':['a','b','c'],'nodes':[{'owner':2,'dice':1,'neighbors':[]},"
             "{'owner':1,'dice':1,'neighbors':[]}]}");
    assert_int_equal(agon_entropy_mover(table.state), 1); // the first who holds a territory
}

// Writes the state, and a view of it, and compares with this text.
static void assert_written(const agon_state *state, const char *expected) {
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_state_write(&agon_entropy_codec, table.game, state, &json);
    for (size_t i = 0; i < text.length; i++) {
        text.data[i] = text.data[i] == '"' ? '\'' : text.data[i];
    }
    assert_string_equal(text.data, expected);
    agon_text_free(&text);
}

#define ODD_NODES                                                                                  \
    "'nodes':[{'owner':1,'dice':3,'neighbors':[2,1,2,0]},{'empty':true,'neighbors':[]},"           \
    "{'owner':0,'dice':8,'neighbors':[1]}],'out':[{'player':2,'round':3}],'game_over':false,"      \
    "'winners':null"
#define ODD_HEAD                                                                                   \
    "{'players':['a','b','c'],'max_rounds':7,'growth':'round','round':5,'current_player':1,"

static void test_canonical_state_and_view(void **unused) {
    (void)unused;
    static const char full[] =
        ODD_HEAD ODD_NODES ",'rng':{'key':'000000000000000000000000000000ff','pos':9}}";
    entropy_state view;
    sit_down(full);
    assert_written(table.state, full);
    assert_int_equal(agon_view(table.game, table.state, 2, &view.head), AGON_OK);
    assert_written(&view.head, ODD_HEAD ODD_NODES ",'viewer':2}");
    assert_int_equal(agon_view(table.game, table.state, AGON_SPECTATOR, &view.head), AGON_OK);
    assert_written(&view.head, ODD_HEAD ODD_NODES ",'viewer':'spectator'}");
    sit_down(ODD_HEAD ODD_NODES ",'viewer':'b','rng':{'key':'what','pos':-1},'seed':[]}");
    assert_int_equal(table.state->viewer, 1); // a view's generator is not even looked at
    assert_written(table.state, ODD_HEAD ODD_NODES ",'viewer':1}");
    assert_int_equal(agon_count(table.game, table.state, 1), 2);
}

static void test_packed_states_are_checked(void **unused) {
    (void)unused;
    uint8_t bytes[1200];
    entropy_state state;
    sit_down(ODD_HEAD ODD_NODES "}");
    size_t size = agon_pack_state(table.game, table.state, bytes, sizeof bytes, NULL);
    assert_int_equal(agon_unpack_state(table.game, bytes, size, &state.head, NULL), AGON_OK);
    assert_true(agon_hash(table.game, &state.head) == agon_hash(table.game, table.state));
    for (size_t i = 0; i < size; i++) {
        uint8_t kept = bytes[i];
        for (int value = 0; value < 256; value++) {
            bytes[i] = (uint8_t)value;
            agon_error error;
            if (agon_unpack_state(table.game, bytes, size, &state.head, &error) == AGON_OK) {
                assert_true(state.head.used <= sizeof state);
                assert_in_range(state.node_count, 1, NODES);
            }
        }
        bytes[i] = kept;
        assert_int_equal(agon_unpack_state(table.game, bytes, i, &state.head, NULL),
                         AGON_BAD_STATE);
    }
    // A view with a generator in it is none.
    bytes[0] = 1;
    assert_int_equal(agon_unpack_state(table.game, bytes, size, &state.head, NULL), AGON_BAD_STATE);
}

// As the engine reads it: numbers may be of any size.
static json_t *engine_json(const char *text) {
    char copy[100];
    size_t length = strlen(text);
    assert_true(length < sizeof copy);
    for (size_t i = 0; i <= length; i++) {
        copy[i] = text[i] == '\'' ? '"' : text[i];
    }
    json_t *json = agon_json_parse(copy, length, NULL);
    assert_non_null(json);
    return json;
}

static void test_actions(void **unused) {
    (void)unused;
    static const struct {
        const char *text;
        const char *slug; // of reading it or of checking it
    } actions[] = {
        {"{'type':'attack','from':0,'to':1}", "ok"},
        {"{'type':'end_turn','from':'x'}", "ok"},
        {"{'type':'attack','from':1,'to':0}", "invalid_move"},
        {"{'type':'attack','from':-1,'to':0}", "invalid_move"},
        {"{'type':'attack','from':256,'to':1}", "invalid_move"},
        {"{'type':'attack','from':0,'to':9223372036854775807}", "invalid_move"},
        {"{'type':'attack','from':0,'to':99999999999999999999999}", "invalid_move"},
        {"{'type':'attack','from':-99999999999999999999999,'to':0}", "invalid_move"},
        {"{'type':'attack','from':0}", "bad_action"},
        {"{'type':'attack','to':0}", "bad_action"},
        {"{'type':'attack','from':0.5,'to':1}", "bad_action"},
        {"{'type':'attack','from':'0','to':1}", "bad_action"},
        {"{'type':'attack','from':null,'to':1}", "bad_action"},
        {"{'type':'Attack','from':0,'to':1}", "bad_action"},
        {"{'type':1}", "bad_action"},
        {"{}", "bad_action"},
        {"['attack',0,1]", "bad_action"},
    };
    for (size_t i = 0; i < sizeof actions / sizeof actions[0]; i++) {
        agon_action list[AGON_MAX_STEPS_PER_ACTION];
        size_t count;
        sit_down("{" TWO "}");
        json_t *json = engine_json(actions[i].text);
        agon_status status = agon_action_read(&agon_entropy_codec, table.game, table.state,
                                              agon_value_of(json), list, &count, NULL);
        if (status == AGON_OK) {
            assert_int_equal(count, 1);
            status = agon_check(table.game, table.state, 0, list[0], NULL);
        }
        assert_string_equal(agon_status_slug(status), actions[i].slug);
        json_decref(json);
    }
}

static void test_players_by_index_or_name(void **unused) {
    (void)unused;
    static const struct {
        const char *text;
        int player;
    } players[] = {{"[0]", 0},    {"[1]", 1},    {"['x']", 0},   {"['y']", 1},  {"[2]", -1},
                   {"[-1]", -1},  {"['z']", -1}, {"[null]", -1}, {"['0']", -1}, {"[0.0]", -1},
                   {"[[0]]", -1}, {"['']", -1},  {"[true]", -1}};
    sit_down("{'players':['x','y']," TWO "}");
    for (size_t i = 0; i < sizeof players / sizeof players[0]; i++) {
        json_t *json = support_json(players[i].text);
        int player =
            agon_entropy_codec.player_read(table.game, agon_value_of(json_array_get(json, 0)));
        assert_int_equal(player, players[i].player);
        json_decref(json);
    }
}

static void assert_lines_fit(const char *text) {
    for (const char *line = text; *line;) {
        const char *end = strchr(line, '\n');
        assert_non_null(end);
        assert_true(end - line <= 80);
        line = end + 1;
    }
}

static void test_text_fits_in_80_columns(void **unused) {
    (void)unused;
    static const char *const configs[] = {
        "{}", "{'players':['a','b','c','d','e','f','g','h'],'max_rounds':1}",
        "{'players':['a name that is much longer than anybody should have','\\u0007bell']}"};
    for (size_t i = 0; i < sizeof configs / sizeof configs[0]; i++) {
        agon_text text = {0};
        assert_int_equal(start(configs[i]), AGON_OK);
        agon_entropy_codec.render(table.game, table.state, &text);
        assert_lines_fit(text.data);
        assert_null(strchr(text.data, '\a'));
        agon_text_free(&text);
    }
}

static void test_text(void **unused) {
    (void)unused;
    agon_text text = {0};
    sit_down("{'players':['grey','red','blue'],'round':2,'out':[{'player':2,'round':1}],'nodes':["
             "{'owner':0,'dice':2,'neighbors':[1,2]},{'owner':1,'dice':3,'neighbors':[0]},"
             "{'empty':true,'neighbors':[]}]}");
    agon_entropy_codec.render(table.game, table.state, &text);
    assert_string_equal(text.data,
                        "Entropy, round 2 of 100, grey to move\n\n"
                        "* A grey                       1 territories    2 dice\n"
                        "  B red                        1 territories    3 dice\n"
                        "  C blue                      out in round 1\n\n"
                        "node: neighbours   (12B5: node 12, held by B, 5 dice; 9. is empty)\n"
                        " 0A2:  1B3  2.   1B3:  0A2       2. :\n");
    agon_text_free(&text);
}

static void test_text_of_a_finished_match_has_the_scoreboard(void **unused) {
    (void)unused;
    agon_text text = {0};
    sit_down("{" TWO ",'max_rounds':1,'game_over':true}");
    agon_entropy_codec.render(table.game, table.state, &text);
    assert_non_null(strstr(text.data, ", over\n"));
    assert_non_null(strstr(text.data, "\nPlayer\tLast Round\tTerritories Held\n"
                                      "grey\t1\t\t1\nred\t1\t\t1\n"));
    agon_text_free(&text);
}

// A long name is cut to 24 bytes; a letter of several bytes that does not fit whole is left out.
static void test_long_names(void **unused) {
    (void)unused;
    static const char *const names[][2] = {
        {"abcdefghijklmnopqrstuvw\xc3\xa9z", "abcdefghijklmnopqrstuvw to move"},
        {"abcdefghijklmnopqrstuv\xc3\xa9z", "abcdefghijklmnopqrstuv\xc3\xa9 to move"},
        {"abcdefghijklmnopqrstuvwxyz", "abcdefghijklmnopqrstuvwx to move"},
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char config[100];
        snprintf(config, sizeof config, "{'players':['%s','b']}", names[i][0]);
        assert_int_equal(start(config), AGON_OK);
        agon_text text = {0};
        agon_state_to_text(&table, table.state, &text);
        assert_non_null(strstr(text.data, names[i][1]));
        agon_text_free(&text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_configs, leave),
        cmocka_unit_test_teardown(test_long_names, leave),
        cmocka_unit_test_teardown(test_config_of_c_programs, leave),
        cmocka_unit_test_teardown(test_nodes, leave),
        cmocka_unit_test_teardown(test_turn_and_end, leave),
        cmocka_unit_test_teardown(test_defaults, leave),
        cmocka_unit_test_teardown(test_canonical_state_and_view, leave),
        cmocka_unit_test_teardown(test_packed_states_are_checked, leave),
        cmocka_unit_test_teardown(test_actions, leave),
        cmocka_unit_test_teardown(test_players_by_index_or_name, leave),
        cmocka_unit_test_teardown(test_text_fits_in_80_columns, leave),
        cmocka_unit_test_teardown(test_text, leave),
        cmocka_unit_test_teardown(test_text_of_a_finished_match_has_the_scoreboard, leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
