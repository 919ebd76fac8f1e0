// The sample matches of tests/vectors/stellar-skirmish.json, step by step, through the handler that
// is behind `agon engine`.
#include "tests/support/support.h"

#include "agon/rpc.h"

static json_t *deck; // of the sample; its steps leave it out

// Asks; the answer is a result, or an error's data with the slug.
static json_t *ask(const char *method, json_t *params) {
    json_object_set_new(params, "game", json_string("stellar-skirmish"));
    json_t *request = json_pack("{s:s,s:i,s:s,s:o}", "jsonrpc", "2.0", "id", 1, "method", method,
                                "params", params);
    char *text = json_dumps(request, JSON_COMPACT);
    char *answer = agon_rpc_handle(text, strlen(text));
    json_t *response = json_loads(answer, 0, NULL);
    json_t *result = json_object_get(response, "result");
    result = result ? result : json_object_get(json_object_get(response, "error"), "data");
    assert_non_null(json_incref(result));
    json_decref(response);
    json_decref(request);
    free(text);
    free(answer);
    return result;
}

// The samples write empty `params` as {} or as [], from the same input []; both mean the same, and we
// write []. Everything else must be equal as it stands.
static void settle_params(json_t *value) {
    const char *key;
    json_t *member;
    size_t i;
    json_t *params = json_object_get(value, "params");
    if (json_is_object(params) && json_object_size(params) == 0) {
        json_object_set_new(value, "params", json_array());
    }
    json_object_foreach(value, key, member) {
        settle_params(member);
    }
    json_array_foreach(value, i, member) {
        settle_params(member);
    }
}

// The documented keys come first, in their order; then ours.
static void assert_keys(const json_t *found) {
    static const char *const keys[] = {
        "player_count", "hands",           "planet_deck",   "current_planet_index",
        "planet_pot",   "claimed_planets", "current_plays", "game_over",
        "end_reason",   "final_tie",       "reveal"};
    void *at = json_object_iter((json_t *)found);
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        assert_string_equal(json_object_iter_key(at), keys[i]);
        at = json_object_iter_next((json_t *)found, at);
    }
}

// The keys of `expected` are in `found` with the same values.
static void assert_state(const json_t *found, json_t *expected) {
    const char *key;
    json_t *value;
    assert_keys(found);
    json_object_foreach(expected, key, value) {
        const json_t *there = json_object_get(found, key);
        if (!json_equal(there, value)) {
            fail_msg("%s is %s", key, json_dumps(there, JSON_ENCODE_ANY | JSON_COMPACT));
        }
    }
    assert_true(json_equal(json_object_get(found, "planet_deck"), deck));
}

// The samples know two kinds of refusal only.
static void assert_refused(const json_t *error, const json_t *exception) {
    const char *slug = json_string_value(json_object_get(error, "slug"));
    const char *class = json_string_value(json_object_get(exception, "class"));
    if (strcmp(class, "GameOver") == 0) {
        assert_string_equal(slug, "game_over");
    } else {
        assert_string_equal(class, "InvalidMove");
        assert_true(strcmp(slug, "invalid_move") == 0 || strcmp(slug, "not_your_turn") == 0 ||
                    strcmp(slug, "unknown_player") == 0);
    }
}

static json_int_t pot_total(const json_t *state) {
    json_int_t total = 0;
    size_t i;
    json_t *planet;
    json_array_foreach(json_object_get(state, "planet_pot"), i, planet) {
        total += json_integer_value(json_object_get(planet, "victory_points"));
    }
    return total;
}

// Returns the state after the step.
static json_t *step(json_t *state, const json_t *expected) {
    const json_t *pair = json_object_get(expected, "play");
    const json_t *exception = json_object_get(expected, "exception");
    json_t *answer = ask("apply", json_pack("{s:O,s:O,s:{s:s,s:O}}", "state", state, "player",
                                            json_array_get(pair, 0), "action", "type", "play",
                                            "card", json_array_get(pair, 1)));
    json_t *after = json_object_get(answer, "state");
    if (!json_is_null(exception)) {
        assert_refused(answer, exception);
        after = state;
    }
    json_incref(after);
    json_decref(answer);
    json_decref(state);
    assert_state(after, json_object_get(expected, "state"));
    assert_int_equal(pot_total(after),
                     json_integer_value(json_object_get(expected, "pot_total_vp")));
    return after;
}

static void assert_scores(json_t *state, const json_t *expected) {
    json_t *status = ask("status", json_pack("{s:O}", "state", state));
    const json_t *scores = json_object_get(status, "scores");
    assert_int_equal(json_array_size(scores), json_object_size(expected));
    for (size_t p = 0; p < json_array_size(scores); p++) {
        char key[8];
        snprintf(key, sizeof key, "%zu", p + 1);
        assert_true(json_equal(json_array_get(scores, p), json_object_get(expected, key)));
    }
    json_decref(status);
}

static void assert_unclaimed(const json_t *state, const json_t *expected) {
    json_t *ids = json_array();
    size_t i;
    json_t *planet;
    json_array_foreach(json_object_get(state, "planet_pot"), i, planet) {
        json_array_append(ids, json_object_get(planet, "id"));
    }
    size_t from = (size_t)json_integer_value(json_object_get(state, "current_planet_index"));
    for (size_t k = from; k < json_array_size(deck); k++) {
        json_array_append(ids, json_object_get(json_array_get(deck, k), "id"));
    }
    assert_true(json_equal(ids, expected));
    json_decref(ids);
}

static void assert_legal(json_t *state, json_t *expected) {
    const char *key;
    json_t *cards;
    json_object_foreach(expected, key, cards) {
        json_t *listed = json_array();
        json_t *answer =
            ask("actions", json_pack("{s:O,s:i}", "state", state, "player", atoi(key)));
        size_t i;
        json_t *action;
        json_array_foreach(json_object_get(answer, "actions"), i, action) {
            json_array_append(listed, json_object_get(action, "card"));
        }
        assert_true(json_equal(listed, cards));
        json_decref(answer);
        json_decref(listed);
    }
}

// SS-1 to SS-15, as far as the samples go.
static void test_samples(void **unused) {
    (void)unused;
    json_t *file = support_read_json("tests/vectors/stellar-skirmish.json");
    const json_t *cases = json_object_get(file, "cases");
    assert_int_equal(json_array_size(cases), 47);
    settle_params((json_t *)cases);
    size_t i, k;
    json_t *sample, *expected_step;
    json_array_foreach(cases, i, sample) {
        json_t *expected = json_object_get(sample, "expect");
        json_t *config = json_copy(json_object_get(sample, "input"));
        json_object_del(config, "plays");
        json_t *answer = ask("init", json_pack("{s:o}", "config", config));
        json_t *state = json_incref(json_object_get(answer, "state"));
        deck = json_object_get(json_object_get(expected, "initial_state"), "planet_deck");
        assert_state(state, json_object_get(expected, "initial_state"));
        assert_true(json_equal(json_object_get(state, "reveal"),
                               json_object_get(json_object_get(sample, "input"), "reveal")));
        json_array_foreach(json_object_get(expected, "steps"), k, expected_step) {
            state = step(state, expected_step);
        }
        const json_t *end = json_object_get(expected, "final");
        assert_scores(state, json_object_get(end, "scores"));
        assert_unclaimed(state, json_object_get(end, "unclaimed_ids"));
        assert_legal(state, json_object_get(end, "legal_cards"));
        json_decref(state);
        json_decref(answer);
    }
    json_decref(file);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_samples)};
    return cmocka_run_group_tests_name("stellar-skirmish samples", tests, NULL, NULL);
}
