// The keys of a config, read and described from one table.
#include "src/codec/json.h"

#include "src/core/word.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SCHEMA_DRAFT "https://json-schema.org/draft/2020-12/schema"

static const agon_config_key *find(const agon_config_key *keys, const char *name) {
    while (keys->field.key && strcmp(keys->field.key, name) != 0) {
        keys++;
    }
    return keys->field.key ? keys : NULL;
}

// The i-th key of a game's configs; false beyond the last.
static bool key_at(const agon_codec *codec, size_t i, agon_config_key *key) {
    static const agon_config_key seed = {.field = {.key = "seed", .meaning = "of all chance"},
                                         .is_seed = true};
    const agon_field *fields = codec->rules->config_fields;
    if (codec->config_keys) {
        *key = codec->config_keys[i];
        return key->field.key != NULL;
    }
    for (size_t count = 0; fields && count <= i; count++) {
        *key = seed;
        if (!fields[count].key) {
            return count == i;
        }
        *key = (agon_config_key){.field = fields[count]};
    }
    return fields != NULL;
}

// ---------------------------------------------------------------------------------------------
// Reading

static bool read_key(const agon_config_key *key, const agon_cursor *at, void *config) {
    agon_cursor place = agon_cursor_child(at, key->field.key);
    int64_t value = 0;
    if (!agon_cursor_is_given(&place)) {
        return true;
    }
    if (key->read) {
        return key->read(&place, config);
    }
    if (!agon_field_read(&place, &key->field, &value)) {
        return false;
    }
    agon_field_set(&key->field, config, 0, value);
    return true;
}

bool agon_config_read_key(const agon_config_key *keys, const char *name, const agon_cursor *at,
                          void *config) {
    const agon_config_key *key = find(keys, name);
    AGON_ASSERT(key && !key->is_seed);
    return read_key(key, at, config);
}

bool agon_config_read_keys(const agon_config_key *keys, const agon_cursor *at, void *config,
                           agon_seed *seed) {
    bool is_read = true;
    for (; keys->field.key && is_read; keys++) {
        agon_cursor place = agon_cursor_child(at, keys->field.key);
        if (!keys->is_seed) {
            is_read = read_key(keys, at, config);
        } else if (agon_cursor_is_given(&place)) {
            is_read = agon_cursor_read_seed(&place, seed);
        }
    }
    return is_read;
}

// ---------------------------------------------------------------------------------------------
// Keys that nobody knows

static bool is_known(const agon_codec *codec, const char *name) {
    agon_config_key key;
    for (size_t i = 0; key_at(codec, i, &key); i++) {
        if (strcmp(key.field.key, name) == 0) {
            return true;
        }
    }
    return false;
}

// The nearest key; NULL if none is near.
static const char *nearest(const agon_codec *codec, const char *name) {
    const char *best = NULL;
    size_t distance = strlen(name) / 2 + 1;
    agon_config_key key;
    for (size_t i = 0; key_at(codec, i, &key); i++) {
        size_t other = agon_word_distance(name, key.field.key, true);
        if (other < distance) {
            distance = other;
            best = key.field.key;
        }
    }
    return best;
}

static agon_status refuse_key(const agon_codec *codec, const char *name, agon_error *error) {
    const char *best = nearest(codec, name);
    if (best) {
        return agon_error_set(error, AGON_BAD_CONFIG, name,
                              "there is no such key; did you mean \"%s\"?", best);
    }
    char known[120] = "";
    agon_config_key key;
    for (size_t i = 0; key_at(codec, i, &key); i++) {
        const size_t length = strlen(known);
        snprintf(known + length, sizeof known - length, "%s%s", i ? ", " : "", key.field.key);
    }
    return agon_error_set(error, AGON_BAD_CONFIG, name, "there is no such key; there are: %s",
                          known);
}

static bool has_keys(const agon_codec *codec) {
    return codec->config_keys || codec->rules->config_fields;
}

agon_status agon_config_check(const agon_codec *codec, const agon_value *config,
                              agon_error *error) {
    const char *name;
    json_t *value;
    if (!has_keys(codec) || !config) {
        return AGON_OK;
    }
    json_object_foreach(agon_json_of(config), name, value) {
        if (!is_known(codec, name)) {
            return refuse_key(codec, name, error);
        }
    }
    return AGON_OK;
}

// ---------------------------------------------------------------------------------------------
// JSON Schema. null stands for a key that is not given, so every value may be null.

static void write_types(const char *types, agon_json *json) {
    agon_json_key(json, "type");
    agon_json_raw(json, types);
}

static void write_words(const agon_field *field, agon_json *json) {
    agon_json_key(json, "enum");
    agon_json_open(json, '[');
    for (size_t i = 0; field->words[i]; i++) {
        agon_json_string(json, field->words[i]);
    }
    agon_json_null(json);
    agon_json_close(json, ']');
}

static void write_number(const agon_field *field, const void *config, agon_json *json) {
    if (field->words) {
        write_words(field, json);
    } else if (field->kind == AGON_KIND_BOOL) {
        write_types("[\"boolean\",\"null\"]", json);
    } else {
        write_types("[\"integer\",\"null\"]", json);
        agon_json_put_int(json, "minimum", field->min);
        agon_json_put_int(json, "maximum", field->max);
    }
    agon_json_key(json, "default");
    agon_field_write(field, agon_field_get(field, config, 0), json);
}

static void write_seed(agon_json *json) {
    write_types("[\"integer\",\"string\",\"null\"]", json);
    agon_json_put_int(json, "minimum", INT64_MIN);
    agon_json_put_int(json, "maximum", INT64_MAX);
    agon_json_put_string(json, "pattern", "^[0-9A-Fa-f]{32}$");
}

static void write_key(const agon_config_key *key, const void *config, agon_json *json) {
    agon_json_key(json, key->field.key);
    agon_json_open(json, '{');
    if (key->field.meaning) {
        agon_json_put_string(json, "description", key->field.meaning);
    }
    if (key->is_seed) {
        write_seed(json);
    } else if (key->read) {
        agon_json_raw(json, key->schema);
    } else {
        write_number(&key->field, config, json);
    }
    agon_json_close(json, '}');
}

static void write_keys(const agon_codec *codec, const void *config, agon_json *json) {
    agon_config_key key;
    agon_json_key(json, "properties");
    agon_json_open(json, '{');
    for (size_t i = 0; key_at(codec, i, &key); i++) {
        write_key(&key, config, json);
    }
    agon_json_close(json, '}');
    agon_json_put_bool(json, "additionalProperties", false);
}

void agon_config_schema_write(const agon_codec *codec, agon_json *json) {
    void *config = calloc(1, codec->rules->config_size);
    if (!config) {
        json->text->failed = true;
        return;
    }
    codec->rules->config_default(config, 0);
    agon_json_open(json, '{');
    agon_json_put_string(json, "$schema", SCHEMA_DRAFT);
    agon_json_put_string(json, "title", codec->rules->title);
    agon_json_put_string(json, "type", "object");
    if (has_keys(codec)) {
        write_keys(codec, config, json);
    }
    agon_json_close(json, '}');
    free(config);
}
