// Writing JSON: canonical, straight to text.
#include "agon/codec.h"

#include "src/codec/utf8.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void separate(agon_json *json) {
    if (json->needs_comma) {
        agon_text_add(json->text, ",", 1);
    }
    json->needs_comma = true;
}

void agon_json_open(agon_json *json, char bracket) {
    separate(json);
    agon_text_add(json->text, &bracket, 1);
    json->needs_comma = false;
}

void agon_json_close(agon_json *json, char bracket) {
    agon_text_add(json->text, &bracket, 1);
    json->needs_comma = true;
}

// What JSON does not allow inside a string; everything else passes as it is.
static void add_escaped(agon_text *text, unsigned char c) {
    static const char short_names[] = "btnvfr";
    if (c == '"' || c == '\\') {
        agon_text_printf(text, "\\%c", c);
    } else if (c >= '\b' && c <= '\r' && c != '\v') {
        agon_text_printf(text, "\\%c", short_names[c - '\b']);
    } else {
        agon_text_printf(text, "\\u%04x", c);
    }
}

// `length` is 0 where there is no UTF-8: texts that were cut to fit may end in the middle of a
// character, and not even they may spoil the document.
static void add_character(agon_text *text, const char *at, size_t length) {
    unsigned char c = (unsigned char)*at;
    if (length == 0) {
        agon_text_puts(text, "\\ufffd");
    } else if (c < 0x20 || c == '"' || c == '\\') {
        add_escaped(text, c);
    } else {
        agon_text_add(text, at, length);
    }
}

static bool is_plain(char c) {
    return (unsigned char)c >= 0x20 && (unsigned char)c < 0x80 && c != '"' && c != '\\';
}

static void add_quoted(agon_text *text, const char *value) {
    agon_text_add(text, "\"", 1);
    while (*value) {
        size_t plain = 0;
        while (is_plain(value[plain])) {
            plain++;
        }
        agon_text_add(text, value, plain);
        value += plain;
        if (*value) {
            size_t length = agon_utf8_length(value, 4);
            add_character(text, value, length);
            value += length ? length : 1;
        }
    }
    agon_text_add(text, "\"", 1);
}

void agon_json_key(agon_json *json, const char *key) {
    separate(json);
    add_quoted(json->text, key);
    agon_text_add(json->text, ":", 1);
    json->needs_comma = false;
}

// By hand: documents are mostly numbers, and printf takes ten times as long.
void agon_json_int(agon_json *json, int64_t value) {
    char digits[20];
    size_t at = sizeof digits;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (value < 0) {
        digits[--at] = '-';
    }
    separate(json);
    agon_text_add(json->text, digits + at, sizeof digits - at);
}

void agon_json_bool(agon_json *json, bool value) {
    agon_json_raw(json, value ? "true" : "false");
}

void agon_json_null(agon_json *json) {
    agon_json_raw(json, "null");
}

void agon_json_string(agon_json *json, const char *value) {
    if (!value) {
        agon_json_null(json);
        return;
    }
    separate(json);
    add_quoted(json->text, value);
}

void agon_json_hex(agon_json *json, uint64_t value) {
    separate(json);
    agon_text_printf(json->text, "\"%016" PRIx64 "\"", value);
}

void agon_json_raw(agon_json *json, const char *value) {
    separate(json);
    agon_text_puts(json->text, value);
}

void agon_json_rng(agon_json *json, const agon_rng *rng) {
    agon_json_open(json, '{');
    agon_json_key(json, "key");
    agon_json_seed(json, (agon_seed){.lo = rng->key[0], .hi = rng->key[1], .is_wide = true});
    agon_json_key(json, "pos");
    separate(json);
    bool is_safe = rng->pos <= (UINT64_C(1) << 53); // beyond it browsers lose digits
    agon_text_printf(json->text, is_safe ? "%" PRIu64 : "\"%" PRIu64 "\"", rng->pos);
    agon_json_close(json, '}');
}

void agon_json_seed(agon_json *json, agon_seed seed) {
    if (!seed.is_wide) {
        agon_json_int(json, (int64_t)seed.lo);
        return;
    }
    separate(json);
    agon_text_printf(json->text, "\"%016" PRIx64 "%016" PRIx64 "\"", seed.hi, seed.lo);
}

void agon_json_put_int(agon_json *json, const char *key, int64_t value) {
    agon_json_key(json, key);
    agon_json_int(json, value);
}

void agon_json_put_bool(agon_json *json, const char *key, bool value) {
    agon_json_key(json, key);
    agon_json_bool(json, value);
}

void agon_json_put_string(agon_json *json, const char *key, const char *value) {
    agon_json_key(json, key);
    agon_json_string(json, value);
}

void agon_json_put_null(agon_json *json, const char *key) {
    agon_json_key(json, key);
    agon_json_null(json);
}
