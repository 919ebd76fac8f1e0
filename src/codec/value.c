// Values that were read: what they are, and writing them with their keys in their order or sorted.
//
// Writing does not use json_dumps: when memory runs out while it writes a key, jansson 2.14 returns
// damaged text instead of nothing.
#include "src/codec/json.h"

#include <stdlib.h>
#include <string.h>

agon_value *agon_value_parse(const char *text, size_t length, agon_error *error) {
    return agon_value_of(agon_json_parse(text, length, error));
}

void agon_value_free(agon_value *value) {
    json_decref(agon_json_of(value));
}

agon_value_kind agon_value_kind_of(const agon_value *value) {
    static const agon_value_kind kinds[] = {
        [JSON_OBJECT] = AGON_VALUE_OBJECT, [JSON_ARRAY] = AGON_VALUE_LIST,
        [JSON_STRING] = AGON_VALUE_TEXT,   [JSON_INTEGER] = AGON_VALUE_INT,
        [JSON_REAL] = AGON_VALUE_REAL,     [JSON_TRUE] = AGON_VALUE_BOOL,
        [JSON_FALSE] = AGON_VALUE_BOOL,    [JSON_NULL] = AGON_VALUE_NULL,
    };
    return value ? kinds[json_typeof(agon_json_of(value))] : AGON_VALUE_NONE;
}

const char *agon_value_text(const agon_value *value) {
    return json_string_value(agon_json_of(value));
}

bool agon_value_int(const agon_value *value, int64_t *number) {
    const double beyond = 9.2e18; // the parser makes reals of integers beyond 64 bits
    const json_t *json = agon_json_of(value);
    const double real = json_real_value(json);
    if (real > beyond || real < -beyond) {
        *number = real > 0 ? INT64_MAX : INT64_MIN;
        return true;
    }
    if (!json_is_integer(json)) {
        return false;
    }
    *number = json_integer_value(json);
    return true;
}

size_t agon_value_count(const agon_value *value) {
    const json_t *json = agon_json_of(value);
    return json_is_array(json) ? json_array_size(json) : json_object_size(json);
}

const agon_value *agon_value_item(const agon_value *list, size_t index) {
    return agon_value_of(json_array_get(agon_json_of(list), index));
}

const agon_value *agon_value_member(const agon_value *object, const char *key) {
    return agon_value_of(json_object_get(agon_json_of(object), key));
}

// ---------------------------------------------------------------------------------------------
// Writing

static void write_value(agon_json *json, const json_t *value, bool is_sorted);

static void write_member(agon_json *json, const char *key, const json_t *value, bool is_sorted) {
    agon_json_key(json, key);
    write_value(json, value, is_sorted);
}

static int compare_keys(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void write_sorted(agon_json *json, json_t *object) {
    const char **keys = calloc(json_object_size(object) + 1, sizeof *keys);
    size_t count = 0;
    const char *key;
    json_t *value;
    if (!keys) {
        json->text->failed = true;
        return;
    }
    json_object_foreach(object, key, value) {
        keys[count++] = key;
    }
    qsort(keys, count, sizeof *keys, compare_keys);
    for (size_t i = 0; i < count; i++) {
        write_member(json, keys[i], json_object_get(object, keys[i]), true);
    }
    free(keys);
}

static void write_object(agon_json *json, json_t *object, bool is_sorted) {
    const char *key;
    json_t *value;
    agon_json_open(json, '{');
    if (is_sorted) {
        write_sorted(json, object);
    } else {
        json_object_foreach(object, key, value) {
            write_member(json, key, value, false);
        }
    }
    agon_json_close(json, '}');
}

static void write_list(agon_json *json, const json_t *list, bool is_sorted) {
    agon_json_open(json, '[');
    for (size_t i = 0; i < json_array_size(list); i++) {
        write_value(json, json_array_get(list, i), is_sorted);
    }
    agon_json_close(json, ']');
}

// jansson knows best how many digits a real needs; a number alone it writes or does not.
static void write_real(agon_json *json, const json_t *value) {
    char *text = json_dumps(value, JSON_ENCODE_ANY);
    if (text) {
        agon_json_raw(json, text);
    } else {
        json->text->failed = true;
    }
    free(text);
}

static void write_value(agon_json *json, const json_t *value, bool is_sorted) {
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        // jansson's iterators take no const; nothing changes.
        write_object(json, (json_t *)value, is_sorted);
        break;
    case JSON_ARRAY:
        write_list(json, value, is_sorted);
        break;
    case JSON_STRING:
        agon_json_string(json, json_string_value(value));
        break;
    case JSON_INTEGER:
        agon_json_int(json, json_integer_value(value));
        break;
    case JSON_REAL:
        write_real(json, value);
        break;
    case JSON_TRUE:
    case JSON_FALSE:
        agon_json_bool(json, json_is_true(value));
        break;
    case JSON_NULL:
        agon_json_null(json);
        break;
    }
}

static void write_any(agon_json *json, const json_t *value, bool is_sorted) {
    if (value) {
        write_value(json, value, is_sorted);
    } else {
        json->text->failed = true; // a copy for which there was no memory
    }
}

void agon_json_value(agon_json *json, const agon_value *value) {
    write_any(json, agon_json_of(value), false);
}

void agon_json_value_sorted(agon_json *json, const agon_value *value) {
    write_any(json, agon_json_of(value), true);
}
