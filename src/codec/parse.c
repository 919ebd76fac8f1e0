// Parsing JSON text within bounds.
//
// The values are jansson's, the parser is not: jansson's own does not bound the depth, gives up a
// whole document for one number out of range, and cannot tell bad text from a lack of memory (its
// lexer ignores failed allocations). Here a silly number is judged where it is used, and running
// out of memory is AGON_NO_MEMORY.
#include "src/codec/json.h"

#include "src/codec/utf8.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#define HUGE_REAL 1e308 // stands for every number that is larger
#define LONGEST_REAL 400

typedef struct json_parser {
    const char *text;
    size_t length;
    size_t at;
    int depth;
    agon_error *error;
} json_parser;

static json_t *parse_value(json_parser *p);

// ---------------------------------------------------------------------------------------------
// Errors. Both return NULL, which is also false, so that `return refuse(…)` reads well.

static void *refuse(const json_parser *p, const char *reason) {
    size_t line = 1;
    size_t column = 1;
    for (size_t i = 0; i < p->at && i < p->length; i++) {
        column = p->text[i] == '\n' ? 1 : column + 1;
        line += p->text[i] == '\n';
    }
    (void)agon_error_set(p->error, AGON_BAD_JSON, NULL, "%s (line %zu, column %zu)", reason, line,
                         column);
    return NULL;
}

static void *run_out_of_memory(const json_parser *p) {
    (void)agon_error_set(p->error, AGON_NO_MEMORY, NULL, "out of memory");
    return NULL;
}

// ---------------------------------------------------------------------------------------------
// Characters

// The character here, or 0 at the end; a real 0 in the text is refused wherever it stands.
static char peek(const json_parser *p) {
    return p->at < p->length ? p->text[p->at] : '\0';
}

static void skip_space(json_parser *p) {
    while (p->at < p->length && p->text[p->at] && strchr(" \t\r\n", p->text[p->at])) {
        p->at++;
    }
}

static bool take(json_parser *p, char c) {
    if (peek(p) != c || p->at >= p->length) {
        return false;
    }
    p->at++;
    return true;
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// ---------------------------------------------------------------------------------------------
// Strings

// Four hex digits, or −1.
static int32_t take_hex(json_parser *p) {
    static const char digits[] = "0123456789abcdef0123456789ABCDEF";
    int32_t value = 0;
    for (int i = 0; i < 4; i++) {
        const char c = peek(p);
        const char *digit = c ? strchr(digits, c) : NULL;
        if (!digit) {
            return -1;
        }
        value = value * 16 + (int32_t)((digit - digits) % 16);
        p->at++;
    }
    return value;
}

static void add_utf8(agon_text *out, uint32_t code) {
    char bytes[4];
    size_t length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const unsigned char marks[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t i = length - 1; i > 0; i--) {
        bytes[i] = (char)(0x80 | (code & 0x3f));
        code >>= 6;
    }
    bytes[0] = (char)(marks[length] | code);
    agon_text_add(out, bytes, length);
}

// The code after \u, with the second half of a pair if it needs one. 0 is not allowed, since C
// could not tell it from the end.
static bool take_code(json_parser *p, agon_text *out) {
    int32_t code = take_hex(p);
    if (code >= 0xd800 && code <= 0xdbff) {
        const bool has_more = take(p, '\\') && take(p, 'u');
        const int32_t low = has_more ? take_hex(p) : -1;
        code =
            low >= 0xdc00 && low <= 0xdfff ? 0x10000 + ((code & 0x3ff) << 10) + (low & 0x3ff) : -1;
    } else if (code >= 0xdc00 && code <= 0xdfff) {
        code = -1;
    }
    if (code <= 0) {
        return false;
    }
    add_utf8(out, (uint32_t)code);
    return true;
}

static bool take_escape(json_parser *p, agon_text *out) {
    static const char names[] = "\"\\/bfnrt";
    static const char meanings[] = "\"\\/\b\f\n\r\t";
    const char c = peek(p);
    p->at++;
    if (c == 'u') {
        return take_code(p, out);
    }
    const char *name = c ? strchr(names, c) : NULL;
    if (name) {
        agon_text_add(out, &meanings[name - names], 1);
    }
    return name != NULL;
}

static bool take_character(json_parser *p, agon_text *out) {
    const size_t length = agon_utf8_length(p->text + p->at, p->length - p->at);
    if (length == 0 || (unsigned char)p->text[p->at] < 0x20) {
        return false;
    }
    agon_text_add(out, p->text + p->at, length);
    p->at += length;
    return true;
}

// A string into `out`, which the caller frees. False with the error set.
static bool parse_text(json_parser *p, agon_text *out) {
    agon_text_add(out, "", 0);
    p->at++; // the first "
    while (!take(p, '"')) {
        if (p->at >= p->length) {
            return refuse(p, "a string does not end");
        }
        if (!(take(p, '\\') ? take_escape(p, out) : take_character(p, out))) {
            return refuse(p, "a string holds what it must not");
        }
    }
    return !out->failed || run_out_of_memory(p);
}

static json_t *parse_string(json_parser *p) {
    agon_text text = {0};
    json_t *json = NULL;
    if (parse_text(p, &text)) {
        json = json_stringn_nocheck(text.data, text.length);
        if (!json) {
            (void)run_out_of_memory(p);
        }
    }
    agon_text_free(&text);
    return json;
}

// ---------------------------------------------------------------------------------------------
// Numbers

static size_t take_digits(json_parser *p) {
    const size_t start = p->at;
    while (is_digit(peek(p))) {
        p->at++;
    }
    return p->at - start;
}

// Moves over a number. False if it is not one.
static bool take_number(json_parser *p, bool *is_real) {
    (void)take(p, '-');
    const bool has_zero = take(p, '0');
    if (!has_zero && take_digits(p) == 0) {
        return false;
    }
    *is_real = peek(p) == '.' || peek(p) == 'e' || peek(p) == 'E';
    if (take(p, '.') && take_digits(p) == 0) {
        return false;
    }
    if (take(p, 'e') || take(p, 'E')) {
        if (!take(p, '+')) {
            (void)take(p, '-');
        }
        return take_digits(p) > 0;
    }
    return !is_digit(peek(p)); // no 0 in front of other digits
}

static bool read_integer(const char *digits, size_t length, json_int_t *value) {
    const bool is_negative = digits[0] == '-';
    json_int_t sum = 0; // counted downwards, since there is one negative number more
    for (size_t i = is_negative; i < length; i++) {
        const int digit = digits[i] - '0';
        if (sum < (INT64_MIN + digit) / 10) {
            return false;
        }
        sum = sum * 10 - digit;
    }
    if (!is_negative && sum == INT64_MIN) {
        return false;
    }
    *value = is_negative ? sum : -sum;
    return true;
}

static double bound_real(double value) {
    return value > HUGE_REAL ? HUGE_REAL : value < -HUGE_REAL ? -HUGE_REAL : value;
}

// strtod wants the point of the program's locale.
static double read_real(const char *number, size_t length) {
    char copy[LONGEST_REAL + 1];
    length = length < LONGEST_REAL ? length : LONGEST_REAL;
    memcpy(copy, number, length);
    copy[length] = '\0';
    char *point = strchr(copy, '.');
    if (point) {
        *point = localeconv()->decimal_point[0];
    }
    return bound_real(strtod(copy, NULL));
}

static json_t *parse_number(json_parser *p) {
    const char *number = p->text + p->at;
    const size_t start = p->at;
    bool is_real;
    if (!take_number(p, &is_real)) {
        return refuse(p, "a number is not well formed");
    }
    json_int_t value;
    json_t *json;
    if (!is_real && read_integer(number, p->at - start, &value)) {
        json = json_integer(value);
    } else if (!is_real) {
        json = json_real(number[0] == '-' ? -HUGE_REAL : HUGE_REAL);
    } else {
        json = json_real(read_real(number, p->at - start));
    }
    return json ? json : run_out_of_memory(p);
}

// ---------------------------------------------------------------------------------------------
// Everything else

static json_t *parse_word(json_parser *p) {
    static const char *const words[] = {"true", "false", "null"};
    for (int i = 0; i < 3; i++) {
        const size_t length = strlen(words[i]);
        if (p->length - p->at >= length && memcmp(p->text + p->at, words[i], length) == 0) {
            p->at += length;
            return i == 0 ? json_true() : i == 1 ? json_false() : json_null();
        }
    }
    return refuse(p, p->at < p->length ? "a value is expected" : "the text ends too early");
}

// After an item: another one follows, or the list or object ends here.
static bool take_separator(json_parser *p, char end, bool *is_last) {
    skip_space(p);
    *is_last = take(p, end);
    return *is_last || take(p, ',') ||
           refuse(p, "a comma or the end of a list or object is expected");
}

static bool parse_item(json_parser *p, json_t *list) {
    json_t *item = parse_value(p);
    return item && (json_array_append_new(list, item) == 0 || run_out_of_memory(p));
}

// "key": value
static bool parse_member_as(json_parser *p, json_t *object, const char *key) {
    if (json_object_get(object, key)) {
        return refuse(p, "a key is there twice");
    }
    skip_space(p);
    if (!take(p, ':')) {
        return refuse(p, "a colon is expected");
    }
    json_t *value = parse_value(p);
    return value && (json_object_set_new_nocheck(object, key, value) == 0 || run_out_of_memory(p));
}

static bool parse_member(json_parser *p, json_t *object) {
    skip_space(p);
    if (peek(p) != '"') {
        return refuse(p, "a key is expected");
    }
    agon_text key = {0};
    const bool is_done = parse_text(p, &key) && parse_member_as(p, object, key.data);
    agon_text_free(&key);
    return is_done;
}

// A list or an object, from its bracket on.
static json_t *parse_group(json_parser *p, json_t *group, char end,
                           bool (*parse_one)(json_parser *p, json_t *group)) {
    if (!group) {
        return run_out_of_memory(p);
    }
    p->at++;
    skip_space(p);
    bool is_last = take(p, end);
    while (!is_last) {
        if (!parse_one(p, group) || !take_separator(p, end, &is_last)) {
            json_decref(group);
            return NULL;
        }
    }
    return group;
}

static json_t *parse_value(json_parser *p) {
    skip_space(p);
    const char c = peek(p);
    if (c == '"') {
        return parse_string(p);
    }
    if (c == '-' || is_digit(c)) {
        return parse_number(p);
    }
    if (c != '{' && c != '[') {
        return parse_word(p);
    }
    if (++p->depth > AGON_JSON_MAX_DEPTH) {
        return refuse(p, "nested deeper than 64 levels");
    }
    json_t *group = c == '{' ? parse_group(p, json_object(), '}', parse_member)
                             : parse_group(p, json_array(), ']', parse_item);
    p->depth--;
    return group;
}

json_t *agon_json_parse(const char *text, size_t length, agon_error *error) {
    json_parser p = {.text = text, .length = length, .error = error};
    if (length > AGON_JSON_MAX_BYTES) {
        return refuse(&p, "longer than 1 MiB");
    }
    json_t *json = parse_value(&p);
    skip_space(&p);
    if (json && p.at < length) {
        json_decref(json);
        return refuse(&p, "something follows the end");
    }
    return json;
}
