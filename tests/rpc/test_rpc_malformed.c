// Ten thousand malformed request lines: each is answered with the error that it deserves, nothing
// crashes, and memory stays flat. What is wrong with a line is known because it was put there.
#include "tests/support/support.h"

#include "agon/rpc.h"

#include "tests/support/memory.h"

#define LINES 10000

static agon_rng rng;

static uint32_t dice(uint32_t n) {
    return agon_uniform(&rng, n);
}

static const agon_codec *random_game(void) {
    size_t count = 0;
    while (agon_codec_at(count)) {
        count++;
    }
    return agon_codec_at(dice((uint32_t)count));
}

// A good state of a random game, as JSON.
static json_t *random_state(const agon_codec *codec) {
    agon_table table;
    assert_int_equal(agon_table_init(codec, NULL, &table, NULL), AGON_OK);
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_state_write(codec, table.game, table.state, &json);
    json_t *state = json_loads(text.data, 0, NULL);
    assert_non_null(state);
    agon_text_free(&text);
    agon_table_free(&table);
    return state;
}

static json_t *request(const char *method, json_t *params) {
    json_t *json = json_pack("{s:s, s:i, s:s}", "jsonrpc", "2.0", "id", 7, "method", method);
    json_object_set_new(json, "params", params);
    return json;
}

static json_t *state_params(const agon_codec *codec) {
    json_t *params = json_pack("{s:s}", "game", codec->rules->id);
    json_object_set_new(params, "state", random_state(codec));
    return params;
}

// --- Kinds of malformed lines: each makes a text and says which error it must get ----------------------

typedef struct line {
    char *text; // owned
    size_t length;
    int code;
    const char *slug; // of an engine error
} line;

static void take_json(line *l, json_t *json, int code, const char *slug) {
    l->text = json_dumps(json, JSON_COMPACT | JSON_ENCODE_ANY);
    assert_non_null(l->text);
    l->length = strlen(l->text);
    l->code = code;
    l->slug = slug;
    json_decref(json);
}

// A good request that ends too early.
static void cut_line(line *l) {
    take_json(l, request("status", state_params(random_game())), AGON_RPC_BAD_JSON, NULL);
    l->length = dice((uint32_t)l->length);
}

// A good request with a byte too many somewhere at its border.
static void trailing_line(line *l) {
    take_json(l, request("games", json_object()), AGON_RPC_BAD_JSON, NULL);
    static const char extra[] = "}],x1\"\x01";
    l->text[l->length++] = extra[dice(sizeof extra - 1)]; // over its NUL
}

static void noise_line(line *l) {
    l->length = dice(200) + 1;
    l->text = malloc(l->length);
    assert_non_null(l->text);
    for (size_t i = 0; i < l->length; i++) {
        l->text[i] = (char)(dice(127) + 129); // never a character of UTF-8, let alone of JSON
    }
    l->code = AGON_RPC_BAD_JSON;
    l->slug = NULL;
}

static void deep_line(line *l) {
    size_t depth = AGON_JSON_MAX_DEPTH + 1 + dice(1000);
    l->length = 2 * depth;
    l->text = malloc(l->length);
    assert_non_null(l->text);
    memset(l->text, '[', depth);
    memset(l->text + depth, ']', depth);
    l->code = AGON_RPC_BAD_JSON;
    l->slug = NULL;
}

static json_t *odd_value(void) {
    switch (dice(6)) {
    case 0:
        return json_integer((json_int_t)dice(1000) - 500);
    case 1:
        return json_true();
    case 2:
        return json_null();
    case 3:
        return json_real(1.5);
    case 4:
        return json_pack("[i]", 1);
    default:
        return json_object();
    }
}

// A string, a number … where a request should be; or a request whose head is wrong.
static void no_request_line(line *l) {
    if (dice(3) == 0) {
        json_t *value = odd_value();
        bool is_batch = json_is_array(value);
        take_json(l, value, AGON_RPC_NOT_A_REQUEST, NULL);
        l->slug = is_batch ? "batch" : NULL;
        return;
    }
    json_t *json = request("games", json_object());
    static const char *const keys[] = {"jsonrpc", "method"};
    json_object_set_new(json, keys[dice(2)], odd_value());
    take_json(l, json, AGON_RPC_NOT_A_REQUEST, NULL);
}

static void no_method_line(line *l) {
    static const char *const names[] = {"",    "Games",    "game",       "apply ",
                                        "../", "status\n", "initialise", "rpc.discover"};
    take_json(l, request(names[dice(8)], json_object()), AGON_RPC_NO_METHOD, NULL);
}

static const char *table_method(void) {
    static const char *const names[] = {"apply",  "check",         "actions", "view",
                                        "status", "random_action", "render"};
    return names[dice(7)];
}

// Params that are no object, or a game or state that is missing.
static void bad_params_line(line *l) {
    json_t *params;
    if (dice(2)) {
        params = dice(2) ? json_integer(5) : json_pack("[s]", "entropy");
    } else {
        params = state_params(random_game());
        json_object_del(params, dice(2) ? "state" : "game");
    }
    take_json(l, request(table_method(), params), AGON_RPC_BAD_PARAMS, NULL);
}

static void unknown_game_line(line *l) {
    json_t *params = state_params(random_game());
    static const char *const names[] = {"chess", "", "Entropy", "entropy ", "rock_paper_scissors"};
    json_object_set_new(params, "game", json_string(names[dice(5)]));
    take_json(l, request(table_method(), params), AGON_RPC_ENGINE_ERROR, "unknown_game");
}

// A state that is no object, or nothing that the game could start with.
static void bad_state_line(line *l) {
    json_t *params = state_params(random_game());
    static const char *const states[] = {"5", "[]", "{}", "'x'", "{'viewer':'nobody at all'}"};
    json_object_set_new(params, "state", support_json(states[dice(5)]));
    take_json(l, request(table_method(), params), AGON_RPC_ENGINE_ERROR, "bad_state");
}

static void bad_config_line(line *l) {
    static const char *const configs[] = {"5", "[]", "'x'", "{'seed':'x'}", "{'seed':[1]}"};
    json_t *params = json_pack("{s:s}", "game", random_game()->rules->id);
    json_object_set_new(params, "config", support_json(configs[dice(5)]));
    take_json(l, request("init", params), AGON_RPC_ENGINE_ERROR, "bad_config");
}

static void bad_action_line(line *l) {
    static const char *const actions[] = {"5", "[]", "'x'", "{}", "{'type':5}", "{'type':'jump'}"};
    const agon_codec *codec = random_game();
    json_t *params = state_params(codec);
    json_object_set_new(params, "player", json_string("somebody"));
    json_object_set_new(params, "action", support_json(actions[dice(6)]));
    take_json(l, request("apply", params), AGON_RPC_ENGINE_ERROR, "bad_action");
}

static void unknown_viewer_line(line *l) {
    json_t *params = state_params(random_game());
    static const char *const viewers[] = {"-1", "99", "'nobody'", "''", "null", "[0]", "1.5"};
    json_object_set_new(params, "viewer", support_json(viewers[dice(7)]));
    take_json(l, request("view", params), AGON_RPC_ENGINE_ERROR, "unknown_player");
}

static void (*const kinds[])(line *) = {
    cut_line,        trailing_line,   noise_line,      deep_line,
    no_request_line, no_method_line,  bad_params_line, unknown_game_line,
    bad_state_line,  bad_config_line, bad_action_line, unknown_viewer_line,
};

static void assert_answer(const line *l, const char *answer) {
    json_t *response = json_loads(answer ? answer : "", 0, NULL);
    // A batch of one wrong request is answered by a list of one error.
    bool is_batch = json_is_array(response);
    const json_t *error =
        json_object_get(is_batch ? json_array_get(response, 0) : response, "error");
    const char *slug = json_string_value(json_object_get(json_object_get(error, "data"), "slug"));
    if (json_integer_value(json_object_get(error, "code")) != l->code ||
        (l->code == AGON_RPC_ENGINE_ERROR && (!slug || strcmp(slug, l->slug) != 0))) {
        fail_msg("expected %d %s, got %s for %.*s", l->code, l->slug ? l->slug : "",
                 answer ? answer : "nothing", (int)l->length, l->text);
    }
    json_decref(response);
}

static void run_lines(int count) {
    for (int i = 0; i < count; i++) {
        line l;
        kinds[dice(sizeof kinds / sizeof kinds[0])](&l);
        char *answer = agon_rpc_handle(l.text, l.length);
        assert_answer(&l, answer);
        free(answer);
        free(l.text);
    }
}

static void ten_thousand_lines(void **state) {
    (void)state;
    rng = agon_rng_make(agon_seed_number(1));
    long before = memory_blocks();
    run_lines(LINES);
    assert_int_equal(memory_blocks(), before);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(ten_thousand_lines)};
    return cmocka_run_group_tests_name("rpc_malformed", tests, NULL, NULL);
}
