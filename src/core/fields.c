// Fields and actions by their tables: numbers in and out, ranges, bytes, views.
#include "agon/fields.h"

// ---------------------------------------------------------------------------------------------
// Fields of a struct

int agon_field_length(const agon_field *field, int players) {
    return field->shape == AGON_SHAPE_ONE ? 1 : field->shape == AGON_SHAPE_EACH ? players : 0;
}

int64_t agon_field_get(const agon_field *field, const void *base, int i) {
    const char *at = (const char *)base + field->offset + (size_t)i * field->size;
    const bool is_signed = field->min < 0;
    if (field->size == 1) {
        return is_signed ? *(const int8_t *)at : *(const uint8_t *)at;
    }
    if (field->size == 2) {
        return is_signed ? *(const int16_t *)at : *(const uint16_t *)at;
    }
    return is_signed ? (int64_t)(*(const int32_t *)at) : (int64_t)(*(const uint32_t *)at);
}

void agon_field_set(const agon_field *field, void *base, int i, int64_t value) {
    char *at = (char *)base + field->offset + (size_t)i * field->size;
    if (field->size == 1) {
        *(uint8_t *)at = (uint8_t)value;
    } else if (field->size == 2) {
        *(uint16_t *)at = (uint16_t)value;
    } else {
        *(uint32_t *)at = (uint32_t)value;
    }
}

static agon_rng *rng_at(const agon_field *field, void *base) {
    return (agon_rng *)((char *)base + field->offset);
}

void agon_fields_usual(const agon_field *fields, void *config) {
    for (const agon_field *field = fields; field->key; field++) {
        agon_field_set(field, config, 0, field->usual);
    }
}

static agon_status out_of_range(const agon_field *field, int i, int64_t max, agon_status status,
                                agon_error *error) {
    agon_error_set(error, status, field->key, "must be from %d to %d", (int)field->min, (int)max);
    return field->shape == AGON_SHAPE_EACH
               ? agon_error_place(error, status, "%s[%d]", field->key, i)
               : status;
}

agon_status agon_fields_in_range(const agon_field *fields, const void *base, int players,
                                 agon_status status, agon_error *error) {
    for (const agon_field *field = fields; field->key; field++) {
        const int64_t max = field->kind == AGON_KIND_PLAYER ? players - 1 : field->max;
        for (int i = 0; i < agon_field_length(field, players); i++) {
            const int64_t value = agon_field_get(field, base, i);
            if (value < field->min || value > max) {
                return out_of_range(field, i, max, status, error);
            }
        }
    }
    return AGON_OK;
}

// ---------------------------------------------------------------------------------------------
// States

static void pack_number(const agon_field *field, void *base, int i, agon_pack *p) {
    uint32_t value = (uint32_t)agon_field_get(field, base, i);
    uint8_t bytes[4];
    for (int k = 0; k < field->size; k++) {
        bytes[k] = (uint8_t)(value >> (8 * k));
    }
    agon_pack_bytes(p, bytes, field->size);
    value = 0;
    for (int k = 0; k < field->size; k++) {
        value |= (uint32_t)bytes[k] << (8 * k);
    }
    if (p->mode == AGON_PACK_READ) {
        agon_field_set(field, base, i, value);
    }
}

// Who sees entry `i` of a field.
static agon_viewers seen_by(const agon_field *field, int i) {
    const bool is_secret =
        field->shape == AGON_SHAPE_EACH && (field->flags & AGON_FIELD_SECRET) != 0;
    return is_secret ? agon_viewer_bit(i) : AGON_ALL;
}

void agon_fields_pack(const agon_game *game, agon_state *state, agon_pack *p) {
    for (const agon_field *field = game->rules->state_fields; field->key; field++) {
        if (field->shape == AGON_SHAPE_RNG) {
            agon_pack_rng(p, rng_at(field, state));
        }
        for (int i = 0; i < agon_field_length(field, game->players); i++) {
            agon_pack_visible(p, seen_by(field, i));
            pack_number(field, state, i, p);
        }
        agon_pack_visible(p, AGON_ALL);
    }
    if (p->mode == AGON_PACK_READ) {
        state->used = game->state_max;
    }
}

void agon_fields_view(const agon_game *game, const agon_state *state, int viewer, agon_state *out) {
    for (const agon_field *field = game->rules->state_fields; field->key; field++) {
        for (int i = 0; i < agon_field_length(field, game->players); i++) {
            if (seen_by(field, i) & agon_viewer_bit(viewer)) {
                agon_field_set(field, out, i, agon_field_get(field, state, i));
            }
        }
    }
}

void agon_fields_resample(const agon_game *game, const agon_state *view, agon_rng *bits,
                          agon_state *out) {
    agon_fields_view(game, view, view->viewer, out);
    for (const agon_field *field = game->rules->state_fields; field->key; field++) {
        if (field->shape == AGON_SHAPE_RNG) {
            *rng_at(field, out) = agon_rng_split(bits);
        }
    }
}

agon_status agon_fields_validate(const agon_game *game, agon_state *state, agon_error *error) {
    const agon_field *fields = game->rules->state_fields;
    for (const agon_field *field = fields; field->key; field++) {
        const agon_rng *rng = rng_at(field, state);
        if (field->shape == AGON_SHAPE_RNG && state->viewer != AGON_NOBODY &&
            (rng->key[0] | rng->key[1] | rng->pos)) {
            return agon_error_set(error, AGON_BAD_STATE, field->key, "a view has no generator");
        }
    }
    state->used = game->state_max;
    return agon_fields_in_range(fields, state, game->players, AGON_BAD_STATE, error);
}

// ---------------------------------------------------------------------------------------------
// Actions

int32_t agon_action_get(agon_action action, char place) {
    switch (place) {
    case 'a':
        return action.a;
    case 'b':
        return action.b;
    case 'c':
        return action.c;
    default:
        return action.n;
    }
}

void agon_action_set(agon_action *action, char place, int32_t value) {
    switch (place) {
    case 'a':
        action->a = (uint8_t)value;
        break;
    case 'b':
        action->b = (uint8_t)value;
        break;
    case 'c':
        action->c = (uint8_t)value;
        break;
    default:
        action->n = value;
    }
}

static uint64_t width(const agon_action_field *field) {
    return (uint64_t)((int64_t)field->max - field->min + 1);
}

// How many actions of one type there are; more than 2^31 count as that many.
static uint64_t type_numbers(const agon_action_type *type) {
    uint64_t numbers = 1;
    for (uint8_t k = 0; k < type->field_count && numbers < INT32_MAX; k++) {
        numbers *= width(&type->fields[k]);
    }
    return numbers;
}

uint32_t agon_action_numbers(const agon_rules *rules) {
    uint64_t numbers = 0;
    for (uint8_t t = 0; rules->actions && t < rules->action_types; t++) {
        numbers += type_numbers(&rules->actions[t]);
    }
    return numbers <= INT32_MAX ? (uint32_t)numbers : 0;
}

agon_action agon_action_numbered(const agon_rules *rules, uint32_t number) {
    uint8_t t = 0;
    while (number >= type_numbers(&rules->actions[t])) {
        number -= (uint32_t)type_numbers(&rules->actions[t++]);
    }
    const agon_action_type *type = &rules->actions[t];
    agon_action action = {.type = t};
    for (uint8_t k = type->field_count; k-- > 0;) {
        const uint32_t range = (uint32_t)width(&type->fields[k]);
        agon_action_set(&action, type->fields[k].place,
                        type->fields[k].min + (int32_t)(number % range));
        number /= range;
    }
    return action;
}

uint32_t agon_action_number(const agon_rules *rules, agon_action action) {
    const uint32_t numbers = agon_action_numbers(rules);
    if (action.type >= rules->action_types || numbers == 0) {
        return UINT32_MAX;
    }
    uint64_t number = 0;
    const agon_action_type *type = &rules->actions[action.type];
    for (uint8_t k = 0; k < type->field_count; k++) {
        const agon_action_field *field = &type->fields[k];
        const int64_t place = (int64_t)agon_action_get(action, field->place) - field->min;
        if (place < 0 || (uint64_t)place >= width(field)) {
            return UINT32_MAX;
        }
        number = number * width(field) + (uint64_t)place;
    }
    for (uint8_t t = 0; t < action.type; t++) {
        number += type_numbers(&rules->actions[t]);
    }
    return (uint32_t)number;
}

// A number that names nothing is a move that is not allowed; whatever no document can say is not an
// action at all.
agon_status agon_fields_check(const agon_game *game, const agon_state *state, int player,
                              agon_action action, agon_error *error) {
    (void)state;
    (void)player;
    const agon_action_type *type = &game->rules->actions[action.type];
    agon_action rest = {.type = 0, action.a, action.b, action.c, action.n};
    for (uint8_t k = 0; k < type->field_count; k++) {
        const agon_action_field *field = &type->fields[k];
        const int32_t value = agon_action_get(action, field->place);
        const int32_t max = field->kind == AGON_KIND_PLAYER ? game->players - 1 : field->max;
        if (value < field->min || value > max) {
            return agon_error_set(error, field->words ? AGON_BAD_ACTION : AGON_INVALID_MOVE,
                                  field->key, "must be from %d to %d", (int)field->min, (int)max);
        }
        agon_action_set(&rest, field->place, 0);
    }
    if (rest.a || rest.b || rest.c || rest.n) {
        return agon_error_set(error, AGON_BAD_ACTION, NULL, "an unused field is set");
    }
    return AGON_OK;
}

uint32_t agon_fields_count(const agon_game *game, const agon_state *state, int player) {
    const agon_rules *rules = game->rules;
    uint32_t count = 0;
    for (uint32_t i = agon_action_numbers(rules); i-- > 0;) {
        count += rules->check(game, state, player, agon_action_numbered(rules, i), NULL) == AGON_OK;
    }
    return count;
}

agon_action agon_fields_nth(const agon_game *game, const agon_state *state, int player,
                            uint32_t i) {
    const agon_rules *rules = game->rules;
    for (uint32_t number = 0; number < agon_action_numbers(rules); number++) {
        const agon_action action = agon_action_numbered(rules, number);
        if (rules->check(game, state, player, action, NULL) == AGON_OK && i-- == 0) {
            return action;
        }
    }
    return (agon_action){0}; // not reached: i is below the number of valid actions
}
