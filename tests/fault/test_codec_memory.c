// The nth allocation fails, for every n, in everything that the codec and the RPC handler do for
// every game: no crash, nothing lost, and the error is no_memory or none at all.
#include "tests/support/support.h"

#include "agon/rpc.h"
#include "tests/support/memory.h"
#include "tests/support/toy.h"

#define FOREVER 1000000000L

// What a trial works on; made before allocations fail.
typedef struct trial {
    const agon_codec *codec;
    agon_table table;
    json_t *config;
    json_t *document; // the JSON of table.state
    json_t *action;
    char *text; // the same as text
    char *request;
} trial;

// An operation under test: AGON_OK, AGON_NO_MEMORY, or anything else, which fails the test.
typedef agon_status operation(const trial *t);

static agon_status do_parse(const trial *t) {
    agon_error error = {0};
    json_t *json = agon_json_parse(t->text, strlen(t->text), &error);
    json_decref(json);
    return json ? AGON_OK : error.status;
}

static agon_status do_init(const trial *t) {
    agon_table table;
    agon_error error = {0};
    agon_status status = agon_table_init(t->codec, agon_value_of(t->config), &table, &error);
    if (status == AGON_OK) {
        agon_table_free(&table);
    } else if (error.status != status) {
        return AGON_ENGINE_FAULT; // the error says something else
    }
    return status;
}

static agon_status do_load(const trial *t) {
    agon_table table;
    agon_error error = {0};
    agon_status status = agon_table_load(t->codec, agon_value_of(t->document), &table, &error);
    if (status == AGON_OK) {
        agon_table_free(&table);
    } else if (error.status != status) {
        return AGON_ENGINE_FAULT;
    }
    return status;
}

static agon_status do_write(const trial *t) {
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_state_write(t->codec, t->table.game, t->table.state, &json);
    agon_status status = text.failed                       ? AGON_NO_MEMORY
                         : strcmp(text.data, t->text) == 0 ? AGON_OK
                                                           : AGON_ENGINE_FAULT;
    agon_text_free(&text);
    return status;
}

static agon_status do_render(const trial *t) {
    agon_text text = {0};
    t->codec->render(t->table.game, t->table.state, &text);
    agon_status status = text.failed ? AGON_NO_MEMORY : AGON_OK;
    agon_text_free(&text);
    return status;
}

static agon_status do_value(const trial *t) {
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_json_value(&json, agon_value_of(t->document));
    agon_status status = text.failed                       ? AGON_NO_MEMORY
                         : strcmp(text.data, t->text) == 0 ? AGON_OK
                                                           : AGON_ENGINE_FAULT;
    agon_text_free(&text);
    return status;
}

static agon_status do_action(const trial *t) {
    agon_action actions[AGON_MAX_STEPS_PER_ACTION];
    size_t count;
    return agon_action_read(t->codec, t->table.game, t->table.state, agon_value_of(t->action),
                            actions, &count, NULL);
}

// The answer is a result, or names no_memory; none at all is for when everything fails.
static agon_status do_rpc(const trial *t) {
    if (!t->request) {
        return AGON_OK;
    }
    char *answer = agon_rpc_handle(t->request, strlen(t->request));
    agon_status status = !answer || strstr(answer, "\"slug\":\"no_memory\"") ? AGON_NO_MEMORY
                         : strstr(answer, "\"result\":")                     ? AGON_OK
                                                                             : AGON_ENGINE_FAULT;
    free(answer);
    return status;
}

static void check_operation(const char *name, const trial *t, operation *run) {
    memory_watch(-1, -1);
    agon_status status = run(t);
    long total = memory_unwatch();
    if (status != AGON_OK) {
        fail_msg("%s of %s: %s", name, t->codec->rules->id, agon_status_slug(status));
    }
    // Long lists of allocations are alike in the middle.
    for (long n = 0; n < total; n += 1 + n / 200) {
        for (int is_lasting = 0; is_lasting < 2; is_lasting++) {
            long before = memory_blocks();
            memory_watch(n, is_lasting ? FOREVER : n);
            status = run(t);
            memory_unwatch();
            if (memory_blocks() != before) {
                fail_msg("%s of %s loses memory without allocation %ld", name, t->codec->rules->id,
                         n);
            }
            if (status != AGON_NO_MEMORY && !(status == AGON_OK && !is_lasting)) {
                fail_msg("%s of %s without allocation %ld: %s", name, t->codec->rules->id, n,
                         agon_status_slug(status));
            }
        }
    }
}

static json_t *write_request(const trial *t, const char *method, int player) {
    agon_text name = {0};
    agon_json json = {.text = &name};
    t->codec->player_write(t->table.game, player, &json);
    json_t *request =
        json_pack("{s:s, s:i, s:s, s:{s:s, s:O, s:o, s:O}}", "jsonrpc", "2.0", "id", 1, "method",
                  method, "params", "game", t->codec->rules->id, "state", t->document, "player",
                  json_loads(name.data, JSON_DECODE_ANY, NULL), "action", t->action);
    agon_text_free(&name);
    return request;
}

// A state from the middle of a match.
static void play_some(trial *t) {
    agon_rng rng = agon_rng_make(agon_seed_number(3));
    for (int i = 0; i < 12 && !t->table.state->over; i++) {
        int p = (int)agon_uniform(&rng, t->table.game->players);
        agon_action action;
        if (agon_random_action(t->table.game, t->table.state, p, &rng, &action) == AGON_OK) {
            agon_state *copy = calloc(1, t->table.game->state_max);
            assert_int_equal(agon_apply(t->table.game, t->table.state, p, action, NULL, copy, NULL),
                             AGON_OK);
            if (!copy->over) { // there must be an action left
                agon_copy(t->table.state, copy);
            }
            free(copy);
        }
    }
}

static void prepare(trial *t, json_t *config) {
    t->config = config;
    assert_int_equal(agon_table_init(t->codec, agon_value_of(config), &t->table, NULL), AGON_OK);
    play_some(t);
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_state_write(t->codec, t->table.game, t->table.state, &json);
    t->text = text.data;
    t->document = json_loads(text.data, 0, NULL);
    int player = 0;
    while (agon_count(t->table.game, t->table.state, player) == 0) {
        player++;
    }
    agon_text action = {0};
    json = (agon_json){.text = &action};
    t->codec->action_write(t->table.game, t->table.state,
                           agon_nth(t->table.game, t->table.state, player, 0), &json);
    t->action = json_loads(action.data, 0, NULL);
    agon_text_free(&action);
    if (agon_codec_find(t->codec->rules->id)) {
        json_t *request = write_request(t, "apply", player);
        t->request = json_dumps(request, 0);
        json_decref(request);
    }
}

static void check_config(const agon_codec *codec, json_t *config) {
    trial t = {.codec = codec};
    prepare(&t, config);
    check_operation("parsing", &t, do_parse);
    check_operation("init", &t, do_init);
    check_operation("load", &t, do_load);
    check_operation("writing", &t, do_write);
    check_operation("drawing", &t, do_render);
    check_operation("copying JSON", &t, do_value);
    check_operation("reading an action", &t, do_action);
    check_operation("apply by RPC", &t, do_rpc);
    json_decref(t.document);
    json_decref(t.action);
    free(t.text);
    free(t.request);
    agon_table_free(&t.table);
}

static void survives_without_memory(void **state) {
    const agon_codec *codec = *state;
    if (!memory_is_watched()) {
        skip();
    }
    json_t *samples = support_samples(codec->rules->id);
    for (size_t i = 0; i < json_array_size(samples); i++) {
        json_t *config = json_array_get(samples, i);
        check_config(codec, json_is_null(config) ? NULL : config);
    }
    json_decref(samples);
}

int main(void) {
    return support_run_per_game("codec_memory", survives_without_memory, 1);
}
