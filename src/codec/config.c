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

// The names that an object may have: the i-th, NULL beyond the last.
typedef struct name_list {
    const char *(*at)(const void *of, size_t i);
    const void *of;
} name_list;

static const char *name_of_key(const void *codec, size_t i) {
    agon_config_key key;
    return key_at(codec, i, &key) ? key.field.key : NULL;
}

static const char *name_of_property(const void *properties, size_t i) {
    const char *name;
    const json_t *value;
    json_object_foreach((json_t *)properties, name, value) {
        if (i-- == 0) {
            return name;
        }
    }
    return NULL;
}

static bool is_known(const name_list *names, const char *name) {
    const char *known;
    for (size_t i = 0; (known = names->at(names->of, i)); i++) {
        if (strcmp(known, name) == 0) {
            return true;
        }
    }
    return false;
}

// The nearest name; NULL if none is near.
static const char *nearest(const name_list *names, const char *name) {
    const char *best = NULL;
    const char *known;
    size_t distance = strlen(name) / 2 + 1;
    for (size_t i = 0; (known = names->at(names->of, i)); i++) {
        size_t other = agon_word_distance(name, known, true);
        if (other < distance) {
            distance = other;
            best = known;
        }
    }
    return best;
}

static bool refuse_key(const agon_cursor *at, const name_list *names) {
    const char *best = nearest(names, at->key);
    if (best) {
        return agon_cursor_refuse(at, "there is no such key; did you mean \"%s\"?", best);
    }
    char list[120] = "";
    const char *known;
    for (size_t i = 0; (known = names->at(names->of, i)); i++) {
        const size_t length = strlen(list);
        snprintf(list + length, sizeof list - length, "%s%s", i ? ", " : "", known);
    }
    return agon_cursor_refuse(at, "there is no such key; there are: %s", list);
}

static bool are_known(const agon_cursor *at, const name_list *names) {
    const char *name;
    const json_t *value;
    json_object_foreach(agon_json_of(at->value), name, value) {
        if (!is_known(names, name)) {
            agon_cursor wrong = agon_cursor_child(at, name);
            return refuse_key(&wrong, names);
        }
    }
    return true;
}

// Objects inside a value have the properties that the schema names, unless it leaves them open.
static bool fits(const agon_cursor *at, const json_t *schema) {
    const json_t *properties = json_object_get(schema, "properties");
    const json_t *of_items = json_object_get(schema, "items");
    const name_list names = {name_of_property, properties};
    const char *name;
    json_t *of_member;
    if (json_is_false(json_object_get(schema, "additionalProperties")) && !are_known(at, &names)) {
        return false;
    }
    json_object_foreach((json_t *)properties, name, of_member) {
        agon_cursor member = agon_cursor_child(at, name);
        if (!fits(&member, of_member)) {
            return false;
        }
    }
    const size_t count =
        of_items && json_is_array(agon_json_of(at->value)) ? agon_value_count(at->value) : 0;
    for (size_t i = 0; i < count; i++) {
        agon_cursor item = agon_cursor_item(at, i);
        if (!fits(&item, of_items)) {
            return false;
        }
    }
    return true;
}

static bool key_fits(const agon_cursor *at, const agon_config_key *key) {
    if (!agon_cursor_is_given(at) || !key->schema || !strstr(key->schema, "additionalProperties")) {
        return true;
    }
    agon_text text = {0};
    agon_error error = {0};
    agon_text_printf(&text, "{%s}", key->schema);
    json_t *schema = text.failed ? NULL : agon_json_parse(text.data, text.length, &error);
    bool is_fit = schema ? fits(at, schema) : agon_cursor_alloc(at, SIZE_MAX) != NULL;
    json_decref(schema);
    agon_text_free(&text);
    return is_fit;
}

static bool has_keys(const agon_codec *codec) {
    return codec->config_keys || codec->rules->config_fields;
}

agon_status agon_config_check(const agon_codec *codec, const agon_value *config,
                              agon_error *error) {
    agon_arena arena = {0}; // holds nothing, knows whether memory ran out
    const agon_reader reader = {AGON_BAD_CONFIG, error, &arena, codec->rules};
    const agon_cursor root = agon_cursor_root(&reader, config);
    const name_list names = {name_of_key, codec};
    agon_config_key key;
    if (!has_keys(codec)) {
        return AGON_OK;
    }
    bool is_fit = are_known(&root, &names);
    for (size_t i = 0; is_fit && key_at(codec, i, &key); i++) {
        agon_cursor at = agon_cursor_child(&root, key.field.key);
        is_fit = key_fits(&at, &key);
    }
    return is_fit ? AGON_OK : arena.failed ? AGON_NO_MEMORY : AGON_BAD_CONFIG;
}

// ---------------------------------------------------------------------------------------------
// What players may not know

static agon_status refuse_known(const char *name, agon_error *error) {
    return agon_error_set(error, AGON_BAD_CONFIG, name,
                          "who makes the match would know what players may not know");
}

static bool reveals(const agon_config_key *key, const agon_value *value) {
    agon_text text = {0};
    agon_json json = {.text = &text};
    if (key->is_seed || !key->reveals || strcmp(key->reveals, "*") == 0) {
        return key->is_seed || key->reveals;
    }
    agon_json_value(&json, value);
    bool is_known = text.failed || strcmp(text.data, key->reveals) == 0;
    agon_text_free(&text);
    return is_known;
}

agon_status agon_config_check_hidden(const agon_codec *codec, const agon_value *config,
                                     agon_error *error) {
    const json_t *object = agon_json_of(config);
    agon_config_key key = {.field = {.key = "seed"}, .is_seed = true};
    for (size_t i = 0; has_keys(codec) ? key_at(codec, i, &key) : i == 0; i++) {
        const json_t *value = json_object_get(object, key.field.key);
        if (value && !json_is_null(value) && reveals(&key, agon_value_of(value))) {
            return refuse_known(key.field.key, error);
        }
    }
    for (size_t i = 0; codec->config_secrets && codec->config_secrets[i]; i++) {
        const json_t *value = json_object_get(object, codec->config_secrets[i]);
        if (value && !json_is_null(value)) {
            return refuse_known(codec->config_secrets[i], error);
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
