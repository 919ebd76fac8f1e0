// Configs: what a game's schema says of them is what the engine does with them.
#include "tests/support/support.h"

#include "agon/document.h"

static json_t *schema_of(const agon_codec *codec) {
    agon_text text = {0};
    agon_error error;
    agon_config_schema(codec, &text);
    json_t *schema = agon_json_parse(text.data, text.length, &error);
    assert_non_null(schema);
    agon_text_free(&text);
    return schema;
}

// What the engine says to a config with one key.
static agon_status try(const agon_codec *codec, const char *key, json_t *value, agon_error *error) {
    json_t *config = json_pack("{s:o}", key, value);
    agon_table table;
    *error = (agon_error){0};
    agon_status status = agon_table_init(codec, agon_value_of(config), &table, error);
    if (status == AGON_OK) {
        agon_table_free(&table);
    }
    json_decref(config);
    return status;
}

// The key is well; that another may not fit it (decks, and the copies that they may have) is not
// looked at.
static void accepts(const agon_codec *codec, const char *key, json_t *value) {
    agon_error error;
    if (try(codec, key, value, &error) && strncmp(error.path, key, strlen(key)) == 0) {
        fail_msg("%s: %s: %s", codec->rules->id, error.path, error.message);
    }
}

static void refuses(const agon_codec *codec, const char *key, json_t *value) {
    agon_error error;
    assert_int_equal(try(codec, key, value, &error), AGON_BAD_CONFIG);
    assert_int_equal(strncmp(error.path, key, strlen(key)), 0);
}

static void ranges_hold(const agon_codec *codec, const char *key, const json_t *schema) {
    const json_t *min = json_object_get(schema, "minimum");
    const json_t *max = json_object_get(schema, "maximum");
    const bool is_seed = json_object_get(schema, "pattern") != NULL;
    if (min && !is_seed) {
        accepts(codec, key, json_copy((json_t *)min));
        refuses(codec, key, json_integer(json_integer_value(min) - 1));
    }
    if (max && !is_seed) {
        accepts(codec, key, json_copy((json_t *)max));
        refuses(codec, key, json_integer(json_integer_value(max) + 1));
    }
}

static void words_hold(const agon_codec *codec, const char *key, const json_t *schema) {
    const json_t *words = json_object_get(schema, "enum");
    for (size_t i = 0; i < json_array_size(words); i++) {
        accepts(codec, key, json_copy(json_array_get(words, i)));
    }
    if (words) {
        refuses(codec, key, json_string("nonsense"));
    }
}

// Whether a list of types, or one type, has this one.
static bool has_type(const json_t *schema, const char *type) {
    const json_t *types = json_object_get(schema, "type");
    bool has = json_is_string(types) && strcmp(json_string_value(types), type) == 0;
    for (size_t i = 0; i < json_array_size(types); i++) {
        has = has || strcmp(json_string_value(json_array_get(types, i)), type) == 0;
    }
    return has;
}

// Values of the types that are not named are refused.
static void types_hold(const agon_codec *codec, const char *key, const json_t *schema) {
    if (!json_object_get(schema, "type")) {
        return;
    }
    if (!has_type(schema, "boolean")) {
        refuses(codec, key, json_true());
    }
    if (!has_type(schema, "string")) {
        refuses(codec, key, json_string("x"));
    }
    if (!has_type(schema, "array")) {
        refuses(codec, key, json_array());
    }
    if (!has_type(schema, "integer")) {
        refuses(codec, key, json_integer(1));
    }
    refuses(codec, key, json_object());
}

static void lists_hold(const agon_codec *codec, const char *key, const json_t *schema) {
    const json_int_t min = json_integer_value(json_object_get(schema, "minItems"));
    const json_t *max = json_object_get(schema, "maxItems");
    if (min > 0) {
        refuses(codec, key, json_array());
    }
    if (max) {
        json_t *list = json_array();
        for (json_int_t i = 0; i <= json_integer_value(max); i++) {
            json_array_append_new(list, json_string("x"));
        }
        refuses(codec, key, list);
    }
}

static char *state_of(const agon_codec *codec, const json_t *config) {
    agon_table table;
    agon_text text = {0};
    assert_int_equal(agon_table_init(codec, agon_value_of(config), &table, NULL), AGON_OK);
    agon_state_to_json(&table, table.state, &text);
    agon_table_free(&table);
    return text.data;
}

// Whoever gives the default says nothing.
static void default_holds(const agon_codec *codec, const char *key, const json_t *schema) {
    json_t *value = json_object_get(schema, "default");
    if (!value) {
        return;
    }
    json_t *config = json_pack("{s:O}", key, value);
    char *given = state_of(codec, config);
    char *usual = state_of(codec, NULL);
    assert_string_equal(given, usual);
    free(given);
    free(usual);
    json_decref(config);
}

// An object whose properties are named has no others, however deep it lies.
static void objects_are_closed(const json_t *schema) {
    const char *key;
    json_t *part;
    if (json_object_get(schema, "properties")) {
        assert_true(json_is_false(json_object_get(schema, "additionalProperties")));
    }
    json_object_foreach((json_t *)schema, key, part) {
        objects_are_closed(part);
    }
}

static void schema_is_what_is_read(void **state) {
    const agon_codec *codec = *state;
    json_t *schema = schema_of(codec);
    const char *key;
    json_t *of_key;
    objects_are_closed(schema);
    assert_non_null(json_object_get(json_object_get(schema, "properties"), "seed"));
    json_object_foreach(json_object_get(schema, "properties"), key, of_key) {
        assert_true(strlen(json_string_value(json_object_get(of_key, "description"))) > 5);
        accepts(codec, key, json_null());
        ranges_hold(codec, key, of_key);
        words_hold(codec, key, of_key);
        types_hold(codec, key, of_key);
        lists_hold(codec, key, of_key);
        default_holds(codec, key, of_key);
    }
    json_decref(schema);
}

// Every sample of a game has only keys that its schema has.
static void samples_fit_the_schema(void **state) {
    const agon_codec *codec = *state;
    json_t *schema = schema_of(codec);
    json_t *samples = support_samples(codec->rules->id);
    for (size_t i = 0; i < json_array_size(samples); i++) {
        const char *key;
        json_t *value;
        json_object_foreach(json_array_get(samples, i), key, value) {
            assert_non_null(json_object_get(json_object_get(schema, "properties"), key));
        }
    }
    json_decref(samples);
    json_decref(schema);
}

// A letter too many: the key that was meant is named. One that was accepted before is ignored.
static void misspelt_keys_are_refused(void **state) {
    const agon_codec *codec = *state;
    json_t *schema = schema_of(codec);
    const char *key;
    json_t *of_key;
    json_object_foreach(json_object_get(schema, "properties"), key, of_key) {
        char wrong[40], hint[60];
        agon_error error;
        agon_table table;
        snprintf(wrong, sizeof wrong, "%sx", key);
        snprintf(hint, sizeof hint, "did you mean \"%s\"?", key);
        assert_int_equal(try(codec, wrong, json_integer(1), &error), AGON_BAD_CONFIG);
        assert_string_equal(error.path, wrong);
        assert_non_null(strstr(error.message, hint));
        json_t *config = json_pack("{s:i}", wrong, 1);
        assert_int_equal(agon_table_init_as(codec, codec->rules->version, 0, agon_value_of(config),
                                            &table, &error),
                         AGON_OK);
        agon_table_free(&table);
        json_decref(config);
    }
    json_decref(schema);
}

static void far_keys_are_answered_with_a_list(void **state) {
    (void)state;
    agon_error error;
    agon_table table;
    const agon_codec *codec = agon_codec_find("entropy");
    assert_int_equal(agon_config_from_json(codec, 0, "{\"qqqqqq\":1}", &table, &error),
                     AGON_BAD_CONFIG);
    assert_string_equal(error.message,
                        "there is no such key; there are: players, max_rounds, growth, seed");
}

// One planet of Stellar Skirmish: what a new config and one that was accepted before answer.
static agon_status try_planet(int version, const char *member, agon_error *error) {
    char text[200];
    agon_table table;
    const agon_codec *codec = agon_codec_find("stellar-skirmish");
    snprintf(text, sizeof text,
             "{\"planets\":[{\"id\":\"a\",\"victory_points\":1},"
             "{\"id\":\"b\",\"victory_points\":2,%s}]}",
             member);
    agon_value *config = agon_value_parse(text, strlen(text), error);
    assert_non_null(config);
    *error = (agon_error){0};
    agon_status status = agon_table_init_as(codec, version, 0, config, &table, error);
    if (status == AGON_OK) {
        agon_table_free(&table);
    }
    agon_value_free(config);
    return status;
}

// Keys of objects inside a config, as those of the config itself.
static void misspelt_keys_inside_are_refused(void **state) {
    static const struct {
        const char *member;
        const char *path;
        const char *message;
    } cases[] = {
        {"\"nane\":\"B\"", "planets[1].nane", "there is no such key; did you mean \"name\"?"},
        {"\"abilities\":[{\"type\":\"choose_class\"},{\"type\":\"choose_class\",\"parms\":[]}]",
         "planets[1].abilities[1].parms", "there is no such key; did you mean \"params\"?"},
        {"\"qqqqqq\":null", "planets[1].qqqqqq",
         "there is no such key; there are: id, victory_points, name, class, abilities"},
    };
    (void)state;
    agon_error error;
    const int version = agon_codec_find("stellar-skirmish")->rules->version;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(try_planet(0, cases[i].member, &error), AGON_BAD_CONFIG);
        assert_string_equal(error.path, cases[i].path);
        assert_string_equal(error.message, cases[i].message);
        assert_int_equal(try_planet(version, cases[i].member, &error), AGON_OK);
    }
}

// What an ability's parameters are called is the ability's business; what is no object has no keys.
static void open_and_wrong_values_are_left_to_the_reader(void **state) {
    (void)state;
    agon_error error;
    assert_int_equal(try_planet(0,
                                "\"abilities\":[{\"type\":\"choose_class\","
                                "\"params\":{\"anything\":1}}]",
                                &error),
                     AGON_OK);
    assert_int_equal(try_planet(0, "\"abilities\":{\"tpye\":1}", &error), AGON_BAD_CONFIG);
    assert_string_equal(error.message, "must be a list");
    assert_int_equal(try_planet(0, "\"abilities\":[7]", &error), AGON_BAD_CONFIG);
    assert_string_equal(error.message, "must be an object");
}

// A codec that says nothing about its keys takes any.
static void a_codec_without_keys_takes_any(void **state) {
    (void)state;
    agon_codec codec = *agon_codec_find("entropy");
    assert_null(codec.rules->config_fields);
    codec.config_keys = NULL;
    accepts(&codec, "anything", json_integer(1));
    json_t *schema = schema_of(&codec);
    assert_null(json_object_get(schema, "properties"));
    json_decref(schema);
}

// ---------------------------------------------------------------------------------------------
// What players may not know

// The first state by a config and a seed, but for the seed itself; NULL: the config is refused.
static json_t *begin_with(const agon_codec *codec, const json_t *config, int64_t seed) {
    agon_table table;
    agon_text text = {0};
    agon_json json = {.text = &text};
    if (agon_table_seat(codec, 0, agon_value_of(config), agon_seed_number(seed), &table, NULL)) {
        return NULL;
    }
    codec->state_write(table.game, table.state, &json);
    json_t *state = agon_json_parse(text.data, text.length, NULL);
    json_object_del(state, "rng");
    json_object_del(state, "seed");
    agon_text_free(&text);
    agon_table_free(&table);
    return state;
}

// Whether chance decides nothing about how the match begins.
static bool begins_as_known(const agon_codec *codec, const json_t *config) {
    json_t *one = begin_with(codec, config, 1);
    json_t *other = begin_with(codec, config, 2);
    bool is_known = one && other && json_equal(one, other);
    json_decref(one);
    json_decref(other);
    return is_known;
}

static void hides(const agon_codec *codec, const char *key, json_t *value) {
    agon_error error = {0};
    json_t *config = json_pack("{s:O}", key, value);
    if (begins_as_known(codec, config)) {
        assert_int_equal(agon_config_check_hidden(codec, agon_value_of(config), &error),
                         AGON_BAD_CONFIG);
        assert_string_equal(error.path, key);
    }
    json_decref(config);
}

// Where chance decides how a match begins, no value that takes it away passes.
static void nothing_hidden_becomes_known(void **state) {
    const agon_codec *codec = *state;
    json_t *schema = schema_of(codec);
    json_t *properties = json_object_get(schema, "properties");
    json_t *one, *word;
    const char *key;
    size_t i;
    bool is_known_anyway = begins_as_known(codec, NULL);
    json_object_foreach(properties, key, one) {
        json_array_foreach(is_known_anyway ? NULL : json_object_get(one, "enum"), i, word) {
            hides(codec, key, word);
        }
        json_array_foreach(is_known_anyway ? NULL : json_object_get(one, "type"), i, word) {
            if (strcmp(json_string_value(word), "boolean") == 0) {
                hides(codec, key, json_true());
                hides(codec, key, json_false());
            }
        }
    }
    json_decref(schema);
}

static void check_hidden(const char *game, const char *config, agon_status status) {
    agon_error error = {0};
    json_t *json = support_json(config);
    assert_int_equal(agon_config_check_hidden(agon_codec_find(game), agon_value_of(json), &error),
                     status);
    json_decref(json);
}

static void what_reveals_is_refused(void **state) {
    (void)state;
    check_hidden("stellar-skirmish", "{'shuffle':false}", AGON_BAD_CONFIG);
    check_hidden("stellar-skirmish", "{'shuffle':true}", AGON_OK);
    check_hidden("stellar-skirmish", "{'shuffle':null,'planets':null,'seed':null}", AGON_OK);
    check_hidden("stellar-skirmish", "{'planets':[]}", AGON_BAD_CONFIG);
    check_hidden("stellar-skirmish", "{'reveal':'battle','fleet_values':[1,2,3]}", AGON_OK);
    check_hidden("skirmish", "{'seed':1}", AGON_BAD_CONFIG);
    check_hidden("entropy", "{'max_rounds':1}", AGON_OK);
    agon_codec codec = *agon_codec_find("entropy");
    agon_rules rules = *codec.rules;
    agon_error error = {0};
    json_t *seed = support_json("{'seed':1}");
    codec.config_keys = NULL; // any
    rules.config_fields = NULL;
    codec.rules = &rules;
    assert_int_equal(agon_config_check_hidden(&codec, agon_value_of(seed), &error),
                     AGON_BAD_CONFIG);
    json_decref(seed);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_reveals_is_refused),
        cmocka_unit_test(far_keys_are_answered_with_a_list),
        cmocka_unit_test(misspelt_keys_inside_are_refused),
        cmocka_unit_test(open_and_wrong_values_are_left_to_the_reader),
        cmocka_unit_test(a_codec_without_keys_takes_any),
    };
    int failed = cmocka_run_group_tests_name("config", tests, NULL, NULL);
    failed += support_run_per_game("schema", schema_is_what_is_read, 0);
    failed += support_run_per_game("samples", samples_fit_the_schema, 0);
    failed += support_run_per_game("misspelt", misspelt_keys_are_refused, 0);
    failed += support_run_per_game("hidden", nothing_hidden_becomes_known, 0);
    return failed;
}
