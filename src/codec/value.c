// Writing JSON that was read: any value, with its keys in their order or sorted.
//
// Not with json_dumps: when memory runs out while it writes a key, jansson 2.14 returns damaged text
// instead of nothing.
#include "agon/codec.h"

#include <stdlib.h>
#include <string.h>

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

void agon_json_value(agon_json *json, const json_t *value) {
    write_any(json, value, false);
}

void agon_json_value_sorted(agon_json *json, const json_t *value) {
    write_any(json, value, true);
}
