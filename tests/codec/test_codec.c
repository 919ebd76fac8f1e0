// The codec: cursors that name their place, tables, events.
#include "tests/support/support.h"

#include "tests/support/toy.h"

// --- Reading ----------------------------------------------------------------------------------------

static agon_error error;
static agon_reader reader;
static json_t *document;
static agon_cursor root;

static void open_document(const char *text) {
    json_decref(document);
    document = support_json(text);
    error = (agon_error){0};
    reader = (agon_reader){.status = AGON_BAD_STATE, .error = &error};
    root = agon_cursor_root(&reader, agon_value_of(document));
}

static int close_document(void **state) {
    (void)state;
    json_decref(document);
    document = NULL;
    return 0;
}

static void assert_refused(bool result, const char *path) {
    assert_false(result);
    assert_int_equal(error.status, AGON_BAD_STATE);
    assert_string_equal(error.path, path);
    assert_true(strlen(error.message) > 0);
    error = (agon_error){0};
}

static void errors_name_their_path(void **state) {
    (void)state;
    open_document("{'nodes':[{'owner':1},{'owner':'x'}]}");
    agon_cursor nodes = agon_cursor_child(&root, "nodes");
    agon_cursor node = agon_cursor_item(&nodes, 1);
    agon_cursor owner = agon_cursor_child(&node, "owner");
    int64_t value;
    assert_refused(agon_cursor_read_int(&owner, 0, 5, &value), "nodes[1].owner");
    assert_refused(agon_cursor_read_object(&nodes), "nodes");
    agon_cursor missing = agon_cursor_child(&node, "dice");
    assert_refused(agon_cursor_read_int(&missing, 0, 5, &value), "nodes[1].dice");
    agon_cursor beyond = agon_cursor_item(&nodes, 7);
    assert_refused(agon_cursor_read_object(&beyond), "nodes[7]");
    agon_cursor below = agon_cursor_child(&beyond, "deep");
    assert_refused(agon_cursor_read_object(&below), "nodes[7].deep");
    size_t count;
    assert_refused(agon_cursor_read_list(&root, 0, 1, &count), "");
}

static void long_paths_are_cut(void **state) {
    (void)state;
    open_document("{}");
    agon_cursor cursors[40] = {root};
    for (int i = 1; i < 40; i++) {
        cursors[i] = agon_cursor_child(&cursors[i - 1], "a-rather-long-key");
    }
    assert_false(agon_cursor_refuse(&cursors[39], "too %s", "deep"));
    assert_int_equal(strlen(error.path), sizeof error.path - 1);
    assert_string_equal(error.message, "too deep");
}

static void refusing_without_an_error_struct(void **state) {
    (void)state;
    open_document("5");
    reader.error = NULL;
    assert_false(agon_cursor_read_object(&root));
}

static void given_means_there_and_not_null(void **state) {
    (void)state;
    open_document("{'a':null,'b':false}");
    agon_cursor a = agon_cursor_child(&root, "a"), b = agon_cursor_child(&root, "b"),
                c = agon_cursor_child(&root, "c");
    assert_false(agon_cursor_is_given(&a));
    assert_true(agon_cursor_is_given(&b));
    assert_false(agon_cursor_is_given(&c));
}

static void integers_have_ranges(void **state) {
    (void)state;
    open_document("[5, 5.0, '5', true, 9223372036854775807]");
    int64_t value;
    agon_cursor at = agon_cursor_item(&root, 0);
    assert_true(agon_cursor_read_int(&at, 5, 5, &value));
    assert_int_equal(value, 5);
    assert_refused(agon_cursor_read_int(&at, 6, 9, &value), "[0]");
    assert_refused(agon_cursor_read_int(&at, -9, 4, &value), "[0]");
    for (size_t i = 1; i < 4; i++) {
        agon_cursor wrong = agon_cursor_item(&root, i);
        assert_false(agon_cursor_read_int(&wrong, 0, 9, &value));
    }
    at = agon_cursor_item(&root, 4);
    assert_true(agon_cursor_read_int(&at, INT64_MIN, INT64_MAX, &value));
    assert_true(value == INT64_MAX);
}

static void lists_have_lengths(void **state) {
    (void)state;
    open_document("[1,2,3]");
    size_t count;
    assert_true(agon_cursor_read_list(&root, 3, 3, &count));
    assert_int_equal(count, 3);
    assert_refused(agon_cursor_read_list(&root, 4, 9, &count), "");
    assert_refused(agon_cursor_read_list(&root, 0, 2, &count), "");
}

static void booleans_strings_words(void **state) {
    (void)state;
    static const char *const words[] = {"rock", "paper", NULL};
    open_document("[true, false, 'paper', 'Paper', 1]");
    agon_cursor at[5];
    for (size_t i = 0; i < 5; i++) {
        at[i] = agon_cursor_item(&root, i);
    }
    bool flag;
    const char *string;
    int word;
    assert_true(agon_cursor_read_bool(&at[0], &flag) && flag);
    assert_true(agon_cursor_read_bool(&at[1], &flag) && !flag);
    assert_refused(agon_cursor_read_bool(&at[4], &flag), "[4]");
    assert_true(agon_cursor_read_string(&at[2], &string));
    assert_string_equal(string, "paper");
    assert_refused(agon_cursor_read_string(&at[0], &string), "[0]");
    assert_true(agon_cursor_read_word(&at[2], words, &word));
    assert_int_equal(word, 1);
    assert_refused(agon_cursor_read_word(&at[3], words, &word), "[3]");
    assert_refused(agon_cursor_read_word(&at[4], words, &word), "[4]");
}

static void seeds_are_numbers_or_hex(void **state) {
    (void)state;
    open_document("[-1, '000000000000000000000000000000ff', '0xff', 1.5, null]");
    agon_seed seed;
    agon_cursor at = agon_cursor_item(&root, 0);
    assert_true(agon_cursor_read_seed(&at, &seed));
    assert_true(seed.lo == UINT64_MAX && !seed.is_wide);
    at = agon_cursor_item(&root, 1);
    assert_true(agon_cursor_read_seed(&at, &seed));
    assert_true(seed.lo == 0xff && seed.is_wide);
    for (size_t i = 2; i < 5; i++) {
        at = agon_cursor_item(&root, i);
        assert_false(agon_cursor_read_seed(&at, &seed));
    }
}

#define KEY "'key':'00000000000000020000000000000001'"

static bool read_generator(const char *text, agon_rng *rng) {
    open_document(text);
    return agon_cursor_read_rng(&root, rng);
}

// ALL-8: {"key": 32 hex digits, "pos": a number or string}.
static void all8_generators(void **state) {
    (void)state;
    agon_rng rng;
    assert_true(read_generator("{" KEY ",'pos':7}", &rng));
    assert_int_equal(rng.key[0], 1);
    assert_int_equal(rng.key[1], 2);
    assert_int_equal(rng.pos, 7);
    agon_rng same = {.key = {1, 2}};
    agon_rng_seek(&same, 7);
    assert_int_equal(agon_uniform(&rng, 50), agon_uniform(&same, 50));
    assert_true(read_generator("{" KEY ",'pos':'18446744073709551615'}", &rng));
    assert_true(rng.pos == UINT64_MAX);
    assert_refused(read_generator("{" KEY ",'pos':'18446744073709551616'}", &rng), "pos");
    assert_refused(read_generator("{" KEY ",'pos':'99999999999999999999'}", &rng), "pos");
    assert_refused(read_generator("{" KEY ",'pos':-1}", &rng), "pos");
    assert_refused(read_generator("{" KEY ",'pos':''}", &rng), "pos");
    assert_refused(read_generator("{" KEY ",'pos':'1x'}", &rng), "pos");
    assert_refused(read_generator("{" KEY "}", &rng), "pos");
    assert_refused(read_generator("{'key':5,'pos':1}", &rng), "key");
    assert_refused(read_generator("{'pos':1}", &rng), "key");
    assert_refused(read_generator("[]", &rng), "");
}

static void kept_memory_belongs_to_the_arena(void **state) {
    (void)state;
    open_document("{}");
    assert_null(agon_cursor_alloc(&root, 8)); // no arena, no memory
    assert_int_equal(error.status, AGON_NO_MEMORY);
    agon_arena arena = {0};
    reader.arena = &arena;
    for (size_t size = 0; size < 100; size += 9) {
        char *memory = agon_cursor_alloc(&root, size);
        assert_non_null(memory);
        assert_int_equal((uintptr_t)memory % _Alignof(max_align_t), 0);
        for (size_t i = 0; i < size; i++) {
            assert_int_equal(memory[i], 0);
        }
    }
    assert_null(agon_cursor_alloc(&root, SIZE_MAX));
    assert_true(arena.failed);
    agon_arena_free(&arena);
    assert_null(arena.last);
    assert_false(arena.failed); // it can be used again
}

// --- Tables -------------------------------------------------------------------------------------------

static agon_status init_status(const char *config) {
    json_t *json = config ? support_json(config) : NULL;
    agon_table table;
    error = (agon_error){0};
    agon_status status = agon_table_init(&toy_codec, agon_value_of(json), &table, &error);
    if (status == AGON_OK) {
        agon_table_free(&table);
    }
    json_decref(json);
    return status;
}

static void configs(void **state) {
    (void)state;
    assert_int_equal(init_status(NULL), AGON_OK);
    assert_int_equal(init_status("null"), AGON_OK);
    assert_int_equal(init_status("{}"), AGON_OK);
    assert_int_equal(init_status("{'players':4,'unknown':[1]}"), AGON_OK);
    assert_int_equal(init_status("{'players':null,'seed':null}"), AGON_OK);
    assert_int_equal(init_status("[]"), AGON_BAD_CONFIG);
    assert_int_equal(init_status("{'players':5}"), AGON_BAD_CONFIG);
    assert_string_equal(error.path, "players");
    assert_int_equal(init_status("{'seed':'x'}"), AGON_BAD_CONFIG);
    assert_string_equal(error.path, "seed");
}

// ALL-6: without a seed it is 42.
static void all6_default_seed(void **state) {
    (void)state;
    agon_table first, second;
    json_t *config = support_json("{'seed':42}");
    assert_int_equal(agon_table_init(&toy_codec, NULL, &first, NULL), AGON_OK);
    assert_int_equal(agon_table_init(&toy_codec, agon_value_of(config), &second, NULL), AGON_OK);
    assert_int_equal(agon_hash(first.game, first.state), agon_hash(second.game, second.state));
    agon_table_free(&first);
    agon_table_free(&second);
    json_decref(config);
    assert_int_equal(agon_table_init_for(&toy_codec, 3, NULL, &first, NULL), AGON_OK);
    assert_int_equal(first.game->players, 3);
    agon_table_free(&first);
}

static json_t *state_document(void) {
    agon_table table;
    assert_int_equal(agon_table_init(&toy_codec, NULL, &table, NULL), AGON_OK);
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_state_write(&toy_codec, table.game, table.state, &json);
    json_t *state = json_loads(text.data, 0, NULL);
    agon_text_free(&text);
    agon_table_free(&table);
    return state;
}

static void assert_load(const char *key, const char *value, const char *path) {
    json_t *state = state_document();
    if (value) {
        json_object_set_new(state, key, support_json(value));
    }
    agon_table table;
    error = (agon_error){0};
    agon_status status = agon_table_load(&toy_codec, agon_value_of(state), &table, &error);
    assert_int_equal(status, path ? AGON_BAD_STATE : AGON_OK);
    assert_int_equal(error.status, status);
    assert_string_equal(error.path, path ? path : "");
    if (status == AGON_OK) {
        agon_table_free(&table);
    }
    json_decref(state);
}

// ALL-5: unknown keys are ignored; everything else that is wrong is an error with its path.
static void all5_states(void **state) {
    (void)state;
    assert_load("", NULL, NULL);
    assert_load("unknown", "{'x':[]}", NULL);
    assert_load("players", "3.5", "players");
    assert_load("players", "7", "players");
    assert_load("players", "3", "bids"); // lists of two players
    assert_load("turn", "'x'", "turn");
    assert_load("hands", "[[1,2,3]]", "hands");
    assert_load("hands", "[[1,2,3],[1,'x',3]]", "hands[1][1]");
    assert_load("viewer", "5", "viewer");
    assert_load("viewer", "'nobody'", "viewer");
    assert_load("viewer", "1", "deck"); // a full state is no view
    assert_load("rng", "null", "rng");
    agon_table table;
    json_t *list = json_array();
    assert_int_equal(agon_table_load(&toy_codec, agon_value_of(list), &table, &error),
                     AGON_BAD_STATE);
    json_decref(list);
}

static void assert_written(agon_text *text, const char *expected) {
    assert_false(text->failed);
    assert_string_equal(text->data, expected);
    agon_text_free(text);
}

static void viewers(void **state) {
    (void)state;
    agon_game game = {.rules = &toy_rules, .players = 3};
    json_t *list = support_json("[0, 2, 3, -1, 'spectator', 'Spectator', null, 1.0]");
    static const int expected[] = {0, 2, -1, -1, AGON_SPECTATOR, -1, -1, -1};
    for (size_t i = 0; i < json_array_size(list); i++) {
        assert_int_equal(
            agon_viewer_read(&toy_codec, &game, agon_value_of(json_array_get(list, i))),
            expected[i]);
    }
    json_decref(list);
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_viewer_write(&toy_codec, &game, 2, &json);
    agon_viewer_write(&toy_codec, &game, AGON_SPECTATOR, &json);
    assert_written(&text, "2,\"spectator\"");
    json_t *largest = json_integer(INT64_MIN);
    assert_int_equal(agon_player_read_number(&game, agon_value_of(largest), 1), -1);
    json_decref(largest);
}

// --- Events -------------------------------------------------------------------------------------------

static const agon_event_field every_kind[] = {
    {"number", AGON_KIND_INT, 0, 1, 0},
    {"nothing", AGON_KIND_INT, 1, 1, 0},
    {"flag", AGON_KIND_BOOL, 2, 1, 0},
    {"player", AGON_KIND_PLAYER, 3, 1, 0},
    {"nobody", AGON_KIND_PLAYER, 4, 1, 0},
    {"players", AGON_KIND_PLAYERS, 5, 1, 0},
    {"own", AGON_KIND_CUSTOM, 6, 2, AGON_FIELD_SECRET},
};
static const agon_event_type every_type[] = {{"EVERY_KIND", every_kind, 7}};

static void events(void **state) {
    (void)state;
    agon_rules rules = toy_rules;
    rules.events = every_type;
    agon_codec codec = toy_codec;
    codec.rules = &rules;
    agon_game game = {.rules = &rules, .players = 2};
    agon_event event = {.visible = AGON_ALL, .f = {-7, AGON_NULL, 1, 1, -1, 3, 8, 9}};
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_event_write(&codec, &game, &event, true, &json);
    assert_written(&text, "{\"type\":\"EVERY_KIND\",\"number\":-7,\"nothing\":null,\"flag\":true,"
                          "\"player\":1,\"nobody\":null,\"players\":[0,1],\"own\":[8,9],"
                          "\"visible\":\"all\"}");
    event.visible = agon_viewer_bit(1);
    json = (agon_json){.text = &text};
    agon_event_write(&codec, &game, &event, true, &json);
    assert_non_null(strstr(text.data, "\"visible\":[1]}"));
    agon_text_free(&text);
    agon_event seen;
    assert_true(agon_event_redact(every_type, &event, 0, &seen));
    json = (agon_json){.text = &text};
    agon_event_write(&codec, &game, &seen, false, &json);
    assert_non_null(strstr(text.data, "\"players\":[0,1],\"own\":null}"));
    agon_text_free(&text);
}

static void registry(void **state) {
    (void)state;
    size_t count = 0;
    const agon_codec *codec;
    for (; (codec = agon_codec_at(count)); count++) {
        assert_ptr_equal(agon_codec_find(codec->rules->id), codec);
    }
    assert_true(count > 0);
    assert_null(agon_codec_at(count));
    assert_null(agon_codec_at(SIZE_MAX));
    assert_null(agon_codec_find("toy-cards"));
    assert_null(agon_codec_find(""));
}

#define READING(name) cmocka_unit_test_teardown(name, close_document)

int main(void) {
    const struct CMUnitTest tests[] = {
        READING(errors_name_their_path),
        READING(long_paths_are_cut),
        READING(refusing_without_an_error_struct),
        READING(given_means_there_and_not_null),
        READING(integers_have_ranges),
        READING(lists_have_lengths),
        READING(booleans_strings_words),
        READING(seeds_are_numbers_or_hex),
        READING(all8_generators),
        READING(kept_memory_belongs_to_the_arena),
        cmocka_unit_test(configs),
        cmocka_unit_test(all6_default_seed),
        cmocka_unit_test(all5_states),
        cmocka_unit_test(viewers),
        cmocka_unit_test(events),
        cmocka_unit_test(registry),
    };
    return cmocka_run_group_tests_name("codec", tests, NULL, NULL);
}
