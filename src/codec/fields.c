// Documents of games that are described (agon/fields.h): a codec's functions made of tables.
//
// A state's document has the config's fields, the state's fields, `over`, and the generator or, in a
// view, `viewer`. Players are numbers from 0.
#include "agon/codec.h"

#include "agon/fields.h"

#include <string.h>

#define DEFAULT_SEED 42 // rule ALL-6

// ---------------------------------------------------------------------------------------------
// Numbers

static void write_number(const char *const *words, int64_t min, uint8_t kind, int64_t value,
                         agon_json *json) {
    if (words) {
        agon_json_string(json, words[value - min]);
    } else if (kind == AGON_KIND_BOOL) {
        agon_json_bool(json, value != 0);
    } else {
        agon_json_int(json, value);
    }
}

bool agon_field_read(const agon_cursor *at, const agon_field *field, int64_t *value) {
    if (field->words) {
        int word = 0;
        const bool is_read = agon_cursor_read_word(at, field->words, &word);
        *value = (int64_t)field->min + word;
        return is_read;
    }
    if (field->kind == AGON_KIND_BOOL) {
        bool is_set = false;
        const bool is_read = agon_cursor_read_bool(at, &is_set);
        *value = is_set;
        return is_read;
    }
    return agon_cursor_read_int(at, field->min, field->max, value);
}

void agon_field_write(const agon_field *field, int64_t value, agon_json *json) {
    write_number(field->words, field->min, field->kind, value, json);
}

// ---------------------------------------------------------------------------------------------
// Fields

static bool read_field(const agon_cursor *at, const agon_field *field, void *base) {
    int64_t value;
    if (!agon_cursor_is_given(at)) {
        return true; // as it was: the usual value, or 0
    }
    if (!agon_field_read(at, field, &value)) {
        return false;
    }
    agon_field_set(field, base, 0, value);
    return true;
}

// A list with an entry per player; null stands for a secret that the viewer does not know.
static bool read_list(const agon_cursor *at, const agon_field *field, int players, void *base) {
    size_t count = (size_t)players;
    if (!agon_cursor_read_list(at, count, count, &count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        agon_cursor item = agon_cursor_item(at, i);
        int64_t value = 0;
        const bool may_be_hidden = (field->flags & AGON_FIELD_SECRET) != 0;
        if (!(may_be_hidden && agon_value_kind_of(item.value) == AGON_VALUE_NULL) &&
            !agon_field_read(&item, field, &value)) {
            return false;
        }
        agon_field_set(field, base, (int)i, value);
    }
    return true;
}

static bool read_generator(const agon_cursor *at, const agon_field *field, agon_state *state) {
    agon_rng *rng = (agon_rng *)((char *)state + field->offset);
    if (state->viewer != AGON_NOBODY) {
        return true; // a view has none
    }
    *rng = agon_rng_make(agon_seed_number(DEFAULT_SEED));
    return !agon_cursor_is_given(at) || agon_cursor_read_rng(at, rng);
}

static bool is_seen(const agon_field *field, const agon_state *state, int i) {
    return (field->flags & AGON_FIELD_SECRET) == 0 || state->viewer == AGON_NOBODY ||
           state->viewer == i;
}

static void write_list(const agon_game *game, const agon_state *state, const agon_field *field,
                       agon_json *json) {
    agon_json_open(json, '[');
    for (int i = 0; i < game->players; i++) {
        if (is_seen(field, state, i)) {
            agon_field_write(field, agon_field_get(field, state, i), json);
        } else {
            agon_json_null(json);
        }
    }
    agon_json_close(json, ']');
}

static void write_one(const agon_field *field, const void *base, agon_json *json) {
    agon_json_key(json, field->key);
    agon_field_write(field, agon_field_get(field, base, 0), json);
}

// ---------------------------------------------------------------------------------------------
// Config

bool agon_fields_config_of_state(const agon_cursor *at, void *config) {
    for (const agon_field *field = at->reader->rules->config_fields; field->key; field++) {
        agon_cursor place = agon_cursor_child(at, field->key);
        if (!read_field(&place, field, config)) {
            return false;
        }
    }
    return true;
}

bool agon_fields_config_read(const agon_cursor *at, void *config, agon_seed *seed) {
    agon_cursor place = agon_cursor_child(at, "seed");
    return agon_fields_config_of_state(at, config) &&
           (!agon_cursor_is_given(&place) || agon_cursor_read_seed(&place, seed));
}

// ---------------------------------------------------------------------------------------------
// States

bool agon_fields_state_read(const agon_game *game, const agon_cursor *at, agon_state *state) {
    for (const agon_field *field = game->rules->state_fields; field->key; field++) {
        agon_cursor place = agon_cursor_child(at, field->key);
        const bool is_read = field->shape == AGON_SHAPE_RNG ? read_generator(&place, field, state)
                             : field->shape == AGON_SHAPE_EACH
                                 ? read_list(&place, field, game->players, state)
                                 : read_field(&place, field, state);
        if (!is_read) {
            return false;
        }
    }
    bool is_over = false;
    agon_cursor over = agon_cursor_child(at, "over");
    if (agon_cursor_is_given(&over) && !agon_cursor_read_bool(&over, &is_over)) {
        return false;
    }
    state->over = is_over;
    state->used = game->state_max;
    return true;
}

static void write_viewer(int viewer, agon_json *json) {
    if (viewer == AGON_SPECTATOR) {
        agon_json_string(json, "spectator");
    } else {
        agon_json_int(json, viewer);
    }
}

void agon_fields_state_write(const agon_game *game, const agon_state *state, agon_json *json) {
    const void *config = (const char *)game + game->rules->config_at;
    const agon_field *generator = NULL;
    agon_json_open(json, '{');
    for (const agon_field *field = game->rules->config_fields; field->key; field++) {
        write_one(field, config, json);
    }
    for (const agon_field *field = game->rules->state_fields; field->key; field++) {
        if (field->shape == AGON_SHAPE_RNG) {
            generator = field;
        } else if (field->shape == AGON_SHAPE_EACH) {
            agon_json_key(json, field->key);
            write_list(game, state, field, json);
        } else {
            write_one(field, state, json);
        }
    }
    agon_json_put_bool(json, "over", state->over);
    if (state->viewer != AGON_NOBODY) {
        agon_json_key(json, "viewer");
        write_viewer(state->viewer, json);
    } else if (generator) {
        agon_json_key(json, generator->key);
        agon_json_rng(json, (const agon_rng *)((const char *)state + generator->offset));
    }
    agon_json_close(json, '}');
}

// ---------------------------------------------------------------------------------------------
// Actions

// A number that names nothing becomes one that no table can have; the game's check refuses it.
static bool read_operand(const agon_cursor *at, const agon_action_field *field,
                         agon_action *action) {
    int64_t value = 0;
    if (field->words) {
        int word = 0;
        if (!agon_cursor_read_word(at, field->words, &word)) {
            return false;
        }
        value = (int64_t)field->min + word;
    } else if (!agon_cursor_read_any_int(at, &value)) {
        return false;
    }
    const int32_t nothing = field->place == 'n' ? INT32_MIN : UINT8_MAX;
    const bool is_known = value >= field->min && value <= field->max;
    agon_action_set(action, field->place, is_known ? (int32_t)value : nothing);
    return true;
}

static const agon_action_type *read_type(const agon_game *game, const agon_cursor *at,
                                         uint8_t *type) {
    const char *name;
    if (!agon_cursor_read_string(at, &name)) {
        return NULL;
    }
    for (uint8_t t = 0; t < game->rules->action_types; t++) {
        if (strcmp(game->rules->actions[t].name, name) == 0) {
            *type = t;
            return &game->rules->actions[t];
        }
    }
    agon_cursor_refuse(at, "unknown word \"%.40s\"", name);
    return NULL;
}

bool agon_fields_action_read(const agon_game *game, const agon_state *state, const agon_cursor *at,
                             agon_action *actions, size_t *count) {
    (void)state;
    agon_cursor type_at = agon_cursor_child(at, "type");
    actions[0] = (agon_action){0};
    const agon_action_type *type = read_type(game, &type_at, &actions[0].type);
    for (uint8_t k = 0; type && k < type->field_count; k++) {
        agon_cursor place = agon_cursor_child(at, type->fields[k].key);
        if (!read_operand(&place, &type->fields[k], &actions[0])) {
            return false;
        }
    }
    *count = type ? 1 : 0;
    return type != NULL;
}

void agon_fields_action_write(const agon_game *game, const agon_state *state, agon_action action,
                              agon_json *json) {
    (void)state;
    const agon_action_type *type = &game->rules->actions[action.type];
    agon_json_open(json, '{');
    agon_json_put_string(json, "type", type->name);
    for (uint8_t k = 0; k < type->field_count; k++) {
        const agon_action_field *field = &type->fields[k];
        agon_json_key(json, field->key);
        write_number(field->words, field->min, field->kind, agon_action_get(action, field->place),
                     json);
    }
    agon_json_close(json, '}');
}

// ---------------------------------------------------------------------------------------------
// Players, events, text

int agon_fields_player_read(const agon_game *game, const agon_value *value) {
    return agon_player_read_number(game, value, 0);
}

void agon_fields_player_write(const agon_game *game, int player, agon_json *json) {
    (void)game;
    agon_json_int(json, player);
}

void agon_fields_event_write(const agon_game *game, const agon_event *event,
                             const agon_event_field *field, agon_json *json) {
    (void)game;
    agon_json_int(json, event->f[field->first]);
}

// A line per field, as in the document but without its punctuation.
void agon_fields_render(const agon_game *game, const agon_state *state, agon_text *text) {
    for (const agon_field *field = game->rules->state_fields; field->key; field++) {
        if (field->shape == AGON_SHAPE_RNG) {
            continue;
        }
        agon_text_printf(text, "%s:", field->meaning);
        for (int i = 0; i < agon_field_length(field, game->players); i++) {
            const int64_t value = agon_field_get(field, state, i);
            if (field->shape == AGON_SHAPE_EACH && !is_seen(field, state, i)) {
                agon_text_puts(text, " ?");
            } else if (field->words) {
                agon_text_printf(text, " %s", field->words[value - field->min]);
            } else {
                agon_text_printf(text, " %d", (int)value);
            }
        }
        agon_text_puts(text, "\n");
    }
}
