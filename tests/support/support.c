// What test programs share. See support.h.
#include "tests/support/support.h"

#include "tests/support/toy.h"

#define MOST_GAMES 64

char *support_read(const char *path, size_t *length) {
    char full[1024];
    snprintf(full, sizeof full, "%s/%s", AGON_SOURCE_DIR, path);
    FILE *file = fopen(full, "rb");
    if (!file) {
        return NULL;
    }
    size_t size = 0, capacity = 1 << 16, got;
    char *data = malloc(capacity);
    assert_non_null(data);
    while ((got = fread(data + size, 1, capacity - size - 1, file)) > 0) {
        size += got;
        if (size + 1 == capacity) {
            capacity *= 2;
            char *grown = realloc(data, capacity);
            assert_non_null(grown);
            data = grown;
        }
    }
    fclose(file);
    data[size] = '\0';
    if (length) {
        *length = size;
    }
    return data;
}

void support_golden(const char *name, agon_text *text) {
    char path[300];
    snprintf(path, sizeof path, "tests/golden/%s", name);
    assert_false(text->failed);
    if (getenv("AGON_GOLDEN")) {
        char full[1024];
        snprintf(full, sizeof full, "%s/%s", AGON_SOURCE_DIR, path);
        FILE *file = fopen(full, "wb");
        assert_non_null(file);
        assert_int_equal(fwrite(text->data, 1, text->length, file), text->length);
        assert_int_equal(fclose(file), 0);
    }
    char *expected = support_read(path, NULL);
    if (!expected || strcmp(expected, text->data) != 0) {
        size_t at = 0;
        while (expected && expected[at] && expected[at] == text->data[at]) {
            at++;
        }
        fail_msg("%s differs at byte %zu (make golden writes it anew): %.200s", path, at,
                 text->data + at);
    }
    free(expected);
    agon_text_free(text);
}

json_t *support_read_json(const char *path) {
    size_t length;
    char *text = support_read(path, &length);
    if (!text) {
        return NULL;
    }
    json_error_t error;
    json_t *json = json_loadb(text, length, JSON_DECODE_ANY, &error);
    if (!json) {
        fail_msg("%s:%d: %s", path, error.line, error.text);
    }
    free(text);
    return json;
}

json_t *support_samples(const char *game_id) {
    char path[300];
    snprintf(path, sizeof path, "games/%s/tests/samples.json", game_id);
    json_t *samples = support_read_json(path);
    if (!samples) {
        samples = json_pack("[n]");
    }
    assert_true(json_is_array(samples) && json_array_size(samples) > 0);
    return samples;
}

int support_run_per_game(const char *name, CMUnitTestFunction test, int with_toy) {
    struct CMUnitTest tests[MOST_GAMES] = {{0}};
    size_t count = 0;
    const agon_codec *codec;
    for (size_t i = 0; (codec = agon_codec_at(i)) && count + 1 < MOST_GAMES; i++) {
        tests[count++] = (struct CMUnitTest){codec->rules->id, test, NULL, NULL, (void *)codec};
    }
    if (with_toy) {
        tests[count++] = (struct CMUnitTest){toy_rules.id, test, NULL, NULL, (void *)&toy_codec};
    }
    return _cmocka_run_group_tests(name, tests, count, NULL, NULL);
}

json_t *support_json(const char *text) {
    char *copy = malloc(strlen(text) + 1);
    assert_non_null(copy);
    strcpy(copy, text);
    for (char *c = copy; *c; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    json_error_t error;
    json_t *json = json_loads(copy, JSON_DECODE_ANY, &error);
    if (!json) {
        fail_msg("%s in %s", error.text, copy);
    }
    free(copy);
    return json;
}

void support_play_random(const agon_table *table, int player, agon_rng *rng) {
    agon_action action;
    assert_int_equal(agon_random_action(table->game, table->state, player, rng, &action), AGON_OK);
    assert_int_equal(
        agon_apply(table->game, table->state, player, action, NULL, table->state, NULL), AGON_OK);
}
