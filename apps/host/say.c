// JSON in words, for people who watch a match.
#include "apps/host/say.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static void value_words(agon_text *text, const json_t *value);

// "cards_left", "cardsLeft" and "CARDS_LEFT" as words; the first letter is a capital one if asked for.
static void name_words(agon_text *text, const char *name, bool has_capital) {
    for (const char *at = name; *at; at++) {
        char c = *at == '_' ? ' ' : (char)tolower((unsigned char)*at);
        if (at > name && isupper((unsigned char)*at) && islower((unsigned char)at[-1])) {
            agon_text_puts(text, " ");
        }
        if (at == name && has_capital) {
            c = (char)toupper((unsigned char)c);
        }
        agon_text_add(text, &c, 1);
    }
}

static void list_words(agon_text *text, const json_t *list) {
    agon_text_puts(text, "[");
    for (size_t i = 0; i < json_array_size(list); i++) {
        agon_text_puts(text, i ? ", " : "");
        value_words(text, json_array_get(list, i));
    }
    agon_text_puts(text, "]");
}

// The members of an object, but for `type` and `skip`.
static void members_words(agon_text *text, const json_t *object, const char *first,
                          const char *skip) {
    const char *key;
    json_t *value;
    const char *separator = first;
    json_object_foreach((json_t *)object, key, value) {
        if (strcmp(key, "type") == 0 || (skip && strcmp(key, skip) == 0)) {
            continue;
        }
        agon_text_puts(text, separator);
        name_words(text, key, false);
        agon_text_puts(text, " ");
        value_words(text, value);
        separator = ", ";
    }
}

static void real_words(agon_text *text, const json_t *value) {
    char *number = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);
    agon_text_puts(text, number ? number : "?");
    free(number);
}

static void value_words(agon_text *text, const json_t *value) {
    switch (json_typeof(value)) {
    case JSON_STRING:
        agon_text_puts(text, json_string_value(value));
        break;
    case JSON_TRUE:
        agon_text_puts(text, "yes");
        break;
    case JSON_FALSE:
        agon_text_puts(text, "no");
        break;
    case JSON_NULL:
        agon_text_puts(text, "none");
        break;
    case JSON_ARRAY:
        list_words(text, value);
        break;
    case JSON_OBJECT:
        agon_text_puts(text, "(");
        members_words(text, value, "", NULL);
        agon_text_puts(text, ")");
        break;
    default:
        real_words(text, value);
    }
}

void agon_say_json(agon_text *text, const json_t *value, const char *skip) {
    const char *type = json_string_value(json_object_get(value, "type"));
    if (!type) {
        value_words(text, value);
        return;
    }
    name_words(text, type, true);
    members_words(text, value, ": ", skip);
}

void agon_say_player(agon_text *text, const agon_codec *codec, const agon_game *game, int player) {
    agon_text json = {0};
    agon_json out = {.text = &json};
    codec->player_write(game, player, &out);
    json_t *value = json.failed ? NULL : agon_json_parse(json.data, json.length, NULL);
    if (value) {
        const char *name = json_string_value(value);
        agon_text_puts(text, name ? "" : "player ");
        value_words(text, value);
    } else {
        text->failed = true;
    }
    json_decref(value);
    agon_text_free(&json);
}
