// Planets in JSON (SS-3).
#include "games/stellar-skirmish/codec/internal.h"

#include <string.h>

static const char *const class_words[] = {
    "trade_post_colony", "research_colony",    "mining_colony", "tribal_world",
    "industrial_world",  "space_faring_world", "station",       NULL};

static const char *const ability_words[] = {"double_next_planet_no_combat", "class_set_bonus",
                                            "choose_class", "lose_victory_points", NULL};

// Nothing, null and an empty list or object are the same.
static bool are_params_empty(const agon_value *params) {
    return !params || agon_value_kind_of(params) == AGON_VALUE_NULL ||
           (agon_value_kind_of(params) == AGON_VALUE_LIST && agon_value_count(params) == 0) ||
           (agon_value_kind_of(params) == AGON_VALUE_OBJECT && agon_value_count(params) == 0);
}

static const char *keep_copy(const agon_cursor *at, const char *text) {
    size_t size = strlen(text) + 1;
    char *kept = agon_cursor_alloc(at, size);
    return kept ? memcpy(kept, text, size) : NULL;
}

// Sorted keys make texts that are equal exactly if the values are.
static bool params_read(const agon_cursor *at, const char **params) {
    *params = NULL;
    if (are_params_empty(at->value)) {
        return true;
    }
    if (agon_value_kind_of(at->value) != AGON_VALUE_LIST &&
        agon_value_kind_of(at->value) != AGON_VALUE_OBJECT) {
        return agon_cursor_refuse(at, "must be a list or an object");
    }
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_json_value_sorted(&json, at->value);
    // Keeping too much says that memory ran out.
    *params = text.failed ? agon_cursor_alloc(at, SIZE_MAX) : keep_copy(at, text.data);
    agon_text_free(&text);
    return *params != NULL;
}

static bool ability_read(const agon_cursor *at, agon_stellar_ability *ability) {
    if (!agon_cursor_read_object(at)) {
        return false;
    }
    agon_cursor type_at = agon_cursor_child(at, "type");
    agon_cursor params = agon_cursor_child(at, "params");
    int type = 0;
    if (!agon_cursor_read_word(&type_at, ability_words, &type)) {
        return false;
    }
    ability->type = (uint8_t)type;
    return params_read(&params, &ability->params);
}

static bool abilities_read(const agon_cursor *at, agon_stellar_planet *planet) {
    size_t count = 0;
    if (!agon_cursor_is_given(at)) {
        return true;
    }
    if (!agon_cursor_read_list(at, 0, AGON_JSON_MAX_BYTES, &count)) {
        return false;
    }
    agon_stellar_ability *abilities = agon_cursor_alloc(at, (count + 1) * sizeof *abilities);
    if (!abilities) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        agon_cursor item = agon_cursor_item(at, i);
        if (!ability_read(&item, &abilities[i])) {
            return false;
        }
    }
    planet->abilities = abilities;
    planet->ability_count = (uint32_t)count;
    return true;
}

static bool class_read(const agon_cursor *at, agon_stellar_planet *planet) {
    int word = 0;
    if (!agon_cursor_is_given(at)) {
        return true;
    }
    if (!agon_cursor_read_word(at, class_words, &word)) {
        return false;
    }
    planet->planet_class = (uint8_t)(word + 1);
    return true;
}

bool agon_stellar_planet_read(const agon_cursor *at, int factor, agon_stellar_planet *planet) {
    *planet = (agon_stellar_planet){0};
    if (!agon_cursor_read_object(at)) {
        return false;
    }
    agon_cursor id = agon_cursor_child(at, "id");
    agon_cursor points_at = agon_cursor_child(at, "victory_points");
    agon_cursor name = agon_cursor_child(at, "name");
    agon_cursor class_at = agon_cursor_child(at, "class");
    agon_cursor abilities = agon_cursor_child(at, "abilities");
    int64_t points = 0;
    int64_t limit = (int64_t)factor * AGON_STELLAR_MAX_POINTS;
    if (!agon_cursor_read_string(&id, &planet->id) ||
        !agon_cursor_read_int(&points_at, -limit, limit, &points)) {
        return false;
    }
    planet->victory_points = (int32_t)points;
    return (!agon_cursor_is_given(&name) || agon_cursor_read_string(&name, &planet->name)) &&
           class_read(&class_at, planet) && abilities_read(&abilities, planet);
}

bool agon_stellar_planets_read(const agon_cursor *at, const agon_stellar_planet **planets,
                               uint32_t *count) {
    size_t size = 0;
    if (!agon_cursor_read_list(at, 0, AGON_STELLAR_MAX_PLANETS, &size)) {
        return false;
    }
    agon_stellar_planet *list = agon_cursor_alloc(at, (size + 1) * sizeof *list);
    if (!list) {
        return false;
    }
    for (size_t i = 0; i < size; i++) {
        agon_cursor item = agon_cursor_item(at, i);
        if (!agon_stellar_planet_read(&item, 1, &list[i])) {
            return false;
        }
    }
    *planets = list;
    *count = (uint32_t)size;
    return true;
}

static void ability_write(const agon_stellar_ability *ability, agon_json *json) {
    agon_json_open(json, '{');
    agon_json_put_string(json, "type", agon_stellar_ability_word(ability->type));
    agon_json_key(json, "params");
    agon_json_raw(json, ability->params ? ability->params : "[]");
    agon_json_close(json, '}');
}

void agon_stellar_planet_write(const agon_game *game, int planet, agon_json *json) {
    const agon_stellar_planet p = agon_stellar_planet_at(game, planet);
    agon_json_open(json, '{');
    agon_json_put_string(json, "id", p.id);
    agon_json_put_int(json, "victory_points", p.victory_points);
    agon_json_put_string(json, "name", p.name);
    agon_json_put_string(json, "class", agon_stellar_class_word(p.planet_class));
    agon_json_key(json, "abilities");
    agon_json_open(json, '[');
    for (uint32_t i = 0; i < p.ability_count; i++) {
        ability_write(&p.abilities[i], json);
    }
    agon_json_close(json, ']');
    agon_json_close(json, '}');
}
