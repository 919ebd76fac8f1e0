// Parsing JSON text within bounds.
//
// jansson does the parsing. Before it, one pass over the text checks what jansson does not bound
// (depth) and softens what it refuses outright: a number beyond the range of its type is rewritten
// to a huge one that still parses, so that one silly number in a document is judged where it is
// used and does not make the whole document unreadable.
#include "agon/codec.h"

#include <stdlib.h>
#include <string.h>

#define LONGEST_REAL 400 // longer ones are left to jansson
#define HUGE_NUMBER "1e308"

typedef struct scan {
    const char *text;
    size_t length;
    size_t at;
    size_t copied; // how much of the text has gone to `copy`
    int depth;
    agon_text copy; // only used once something had to be rewritten
} scan;

static void skip_string(scan *s) {
    s->at++;
    while (s->at < s->length && s->text[s->at] != '"') {
        s->at += s->text[s->at] == '\\' ? 2 : 1;
    }
    s->at++;
}

static size_t number_length(const scan *s) {
    size_t end = s->at;
    while (end < s->length && s->text[end] && strchr("+-.0123456789eE", s->text[end])) {
        end++;
    }
    return end - s->at;
}

static bool is_all_digits(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9') {
            return false;
        }
    }
    return length > 0 && text[0] != '0';
}

static bool is_huge_integer(const char *digits, size_t length, bool is_negative) {
    if (!is_all_digits(digits, length) || length < 19) {
        return false;
    }
    const char *limit = is_negative ? "9223372036854775808" : "9223372036854775807";
    return length > 19 || memcmp(digits, limit, 19) > 0;
}

static bool is_huge_real(const char *number, size_t length) {
    char copy[LONGEST_REAL + 1];
    if (length > LONGEST_REAL) {
        return false;
    }
    memcpy(copy, number, length);
    copy[length] = '\0';
    char *end;
    double value = strtod(copy, &end);
    return *end == '\0' && (value > 1.7e308 || value < -1.7e308);
}

static void scan_number(scan *s) {
    const char *number = s->text + s->at;
    size_t length = number_length(s);
    size_t sign = number[0] == '-';
    if (is_huge_integer(number + sign, length - sign, sign) || is_huge_real(number, length)) {
        agon_text_add(&s->copy, s->text + s->copied, s->at + sign - s->copied);
        agon_text_puts(&s->copy, HUGE_NUMBER);
        s->copied = s->at + length;
    }
    s->at += length;
}

// One token; false when the document is too deep.
static bool scan_token(scan *s) {
    char c = s->text[s->at];
    if (c == '"') {
        skip_string(s);
    } else if (c == '-' || (c >= '0' && c <= '9')) {
        scan_number(s);
    } else {
        s->depth += (c == '{' || c == '[') - (c == '}' || c == ']');
        s->at++;
    }
    return s->depth <= AGON_JSON_MAX_DEPTH;
}

static json_t *load(const char *text, size_t length, agon_error *error) {
    json_error_t reason;
    json_t *json = json_loadb(text, length, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, &reason);
    if (!json) {
        bool is_memory = json_error_code(&reason) == json_error_out_of_memory;
        (void)agon_fail(error, is_memory ? AGON_NO_MEMORY : AGON_BAD_JSON, NULL,
                        "%s (line %d, column %d)", reason.text, reason.line, reason.column);
    }
    return json;
}

json_t *agon_json_parse(const char *text, size_t length, agon_error *error) {
    if (length > AGON_JSON_MAX_BYTES) {
        (void)agon_fail(error, AGON_BAD_JSON, NULL, "the text is longer than %u bytes",
                        AGON_JSON_MAX_BYTES);
        return NULL;
    }
    scan s = {.text = text, .length = length};
    while (s.at < length) {
        if (!scan_token(&s)) {
            agon_text_free(&s.copy);
            (void)agon_fail(error, AGON_BAD_JSON, NULL, "nested deeper than %d levels",
                            AGON_JSON_MAX_DEPTH);
            return NULL;
        }
    }
    if (s.copied == 0 && !s.copy.failed) {
        return load(text, length, error);
    }
    agon_text_add(&s.copy, text + s.copied, length - s.copied);
    json_t *json = NULL;
    if (s.copy.failed) {
        (void)agon_fail(error, AGON_NO_MEMORY, NULL, "out of memory");
    } else {
        json = load(s.copy.data, s.copy.length, error);
    }
    agon_text_free(&s.copy);
    return json;
}
