// Cursors: reading a document with errors that name their place.
#include "src/codec/json.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

agon_cursor agon_cursor_root(const agon_reader *reader, const agon_value *value) {
    return (agon_cursor){.reader = reader, .value = value};
}

agon_cursor agon_cursor_child(const agon_cursor *up, const char *key) {
    const agon_value *value = agon_value_member(up->value, key);
    return (agon_cursor){.reader = up->reader, .up = up, .key = key, .value = value};
}

agon_cursor agon_cursor_item(const agon_cursor *up, size_t index) {
    const agon_value *value = agon_value_item(up->value, index);
    return (agon_cursor){.reader = up->reader, .up = up, .index = index, .value = value};
}

// Writes the path of `at`, for example nodes[3].owner; a path that is too long is cut.
static void write_path(const agon_cursor *at, char *path, size_t size) {
    path[0] = '\0';
    if (!at->up) {
        return;
    }
    write_path(at->up, path, size);
    size_t length = strlen(path);
    if (at->key) {
        snprintf(path + length, size - length, length ? ".%s" : "%s", at->key);
    } else {
        snprintf(path + length, size - length, "[%zu]", at->index);
    }
}

bool agon_cursor_refuse(const agon_cursor *at, const char *format, ...) {
    agon_error *error = at->reader->error;
    if (error) {
        char path[sizeof error->path];
        char message[sizeof error->message];
        write_path(at, path, sizeof path);
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(message, sizeof message, format, arguments);
        va_end(arguments);
        (void)agon_error_set(error, at->reader->status, path, "%s", message);
    }
    return false;
}

bool agon_cursor_is_given(const agon_cursor *at) {
    return at->value && agon_value_kind_of(at->value) != AGON_VALUE_NULL;
}

static bool refuse_type(const agon_cursor *at, const char *expected) {
    return agon_cursor_refuse(at, at->value ? "must be %s" : "is missing: must be %s", expected);
}

bool agon_cursor_read_object(const agon_cursor *at) {
    return agon_value_kind_of(at->value) == AGON_VALUE_OBJECT || refuse_type(at, "an object");
}

bool agon_cursor_read_list(const agon_cursor *at, size_t min, size_t max, size_t *count) {
    if (agon_value_kind_of(at->value) != AGON_VALUE_LIST) {
        return refuse_type(at, "a list");
    }
    *count = agon_value_count(at->value);
    if (*count < min || *count > max) {
        return agon_cursor_refuse(at, "must have %zu to %zu entries, not %zu", min, max, *count);
    }
    return true;
}

bool agon_cursor_read_int(const agon_cursor *at, int64_t min, int64_t max, int64_t *value) {
    if (agon_value_kind_of(at->value) != AGON_VALUE_INT) {
        return refuse_type(at, "an integer");
    }
    *value = json_integer_value(agon_json_of(at->value));
    if (*value < min || *value > max) {
        return agon_cursor_refuse(at, "must be from %" PRId64 " to %" PRId64, min, max);
    }
    return true;
}

bool agon_cursor_read_any_int(const agon_cursor *at, int64_t *value) {
    return agon_value_int(at->value, value) || refuse_type(at, "an integer");
}

bool agon_cursor_read_bool(const agon_cursor *at, bool *value) {
    *value = json_is_true(agon_json_of(at->value));
    return agon_value_kind_of(at->value) == AGON_VALUE_BOOL || refuse_type(at, "true or false");
}

bool agon_cursor_read_string(const agon_cursor *at, const char **value) {
    *value = agon_value_text(at->value);
    return *value || refuse_type(at, "a string");
}

bool agon_cursor_read_word(const agon_cursor *at, const char *const *words, int *value) {
    const char *word;
    if (!agon_cursor_read_string(at, &word)) {
        return false;
    }
    for (int i = 0; words[i]; i++) {
        if (strcmp(words[i], word) == 0) {
            *value = i;
            return true;
        }
    }
    return agon_cursor_refuse(at, "unknown word \"%.40s\"", word);
}

bool agon_cursor_read_seed(const agon_cursor *at, agon_seed *seed) {
    if (agon_value_kind_of(at->value) == AGON_VALUE_INT) {
        *seed = agon_seed_number(json_integer_value(agon_json_of(at->value)));
        return true;
    }
    const char *hex = agon_value_text(at->value);
    return (hex && agon_seed_parse(hex, seed)) ||
           refuse_type(at, "a 64-bit integer or a string of 32 hex digits");
}

// Any 64-bit number in decimal digits.
static bool parse_position(const char *digits, uint64_t *pos) {
    *pos = 0;
    for (const char *at = digits; *at; at++) {
        if (*at < '0' || *at > '9' || *pos > UINT64_MAX / 10 ||
            *pos * 10 > UINT64_MAX - (uint64_t)(*at - '0')) {
            return false;
        }
        *pos = *pos * 10 + (uint64_t)(*at - '0');
    }
    return digits[0] != '\0';
}

static bool read_position(const agon_cursor *at, uint64_t *pos) {
    const json_t *json = agon_json_of(at->value);
    if (json_is_integer(json) && json_integer_value(json) >= 0) {
        *pos = (uint64_t)json_integer_value(json);
        return true;
    }
    const char *digits = agon_value_text(at->value);
    return (digits && parse_position(digits, pos)) ||
           refuse_type(at, "a position: a number from 0 on, or a string of digits below 2^64");
}

bool agon_cursor_read_rng(const agon_cursor *at, agon_rng *rng) {
    if (!agon_cursor_read_object(at)) {
        return false;
    }
    agon_cursor key = agon_cursor_child(at, "key");
    agon_cursor pos = agon_cursor_child(at, "pos");
    agon_seed seed;
    if (agon_value_kind_of(key.value) != AGON_VALUE_TEXT ||
        !agon_seed_parse(agon_value_text(key.value), &seed)) {
        return refuse_type(&key, "a string of 32 hex digits");
    }
    uint64_t position = 0;
    if (!read_position(&pos, &position)) {
        return false;
    }
    *rng = agon_rng_make(seed);
    agon_rng_seek(rng, position);
    return true;
}

int agon_player_read_number(const agon_game *game, const agon_value *value, int base) {
    int64_t number = 0;
    return agon_value_int(value, &number) && number >= base && number < base + game->players
               ? (int)number - base
               : -1;
}
