// What every space has in common.
#include "agon/space.h"

#include "agon/fields.h"

#include <string.h>

uint32_t agon_space_width(const agon_space *space, const agon_game *game) {
    AGON_ASSERT(space && game);
    agon_space_field field;
    uint32_t width = 0;
    for (uint32_t i = 0; space->field(game, i, &field); i++) {
        width += field.count;
    }
    return width;
}

uint32_t agon_space_mask_words(const agon_space *space, const agon_game *game) {
    AGON_ASSERT(space && game);
    return (space->action_count(game) + 63) / 64;
}

void agon_space_mask_listed(const agon_space *space, const agon_game *game, const agon_state *state,
                            int player, uint64_t *mask) {
    AGON_ASSERT(space && game && state && mask);
    memset(mask, 0, agon_space_mask_words(space, game) * sizeof *mask);
    uint32_t count = agon_count(game, state, player);
    for (uint32_t i = 0; i < count; i++) {
        agon_action action = agon_nth(game, state, player, i);
        uint32_t index = space->index_of(game, state, player, action);
        if (index != AGON_NO_INDEX) {
            mask[index / 64] |= UINT64_C(1) << (index % 64);
        }
    }
}

const agon_space *agon_space_find(const agon_rules *rules) {
    return rules->space ? rules->space : rules->actions ? &agon_described_space : NULL;
}

// ---------------------------------------------------------------------------------------------
// The space of a game that is described

static uint32_t action_count(const agon_game *game) {
    return agon_action_numbers(game->rules);
}

static bool action_field(const agon_game *game, uint32_t i, agon_space_field *out) {
    if (i >= game->rules->action_types) {
        return false;
    }
    const agon_action_type *type = &game->rules->actions[i];
    uint32_t count = 1;
    for (uint8_t k = 0; k < type->field_count; k++) {
        count *= (uint32_t)(type->fields[k].max - type->fields[k].min + 1);
    }
    *out = (agon_space_field){type->name, type->meaning, count};
    return true;
}

static agon_action action_at(const agon_game *game, const agon_state *state, int player,
                             uint32_t index) {
    (void)state;
    (void)player;
    return agon_action_numbered(game->rules, index);
}

static uint32_t index_of(const agon_game *game, const agon_state *state, int player,
                         agon_action action) {
    (void)state;
    (void)player;
    return agon_action_number(game->rules, action);
}

static void mask(const agon_game *game, const agon_state *state, int player, uint64_t *out) {
    agon_space_mask_listed(&agon_described_space, game, state, player, out);
}

// The fields that are observed: all that hold numbers.
static const agon_field *next_observed(const agon_field *field) {
    while (field && field->key && field->shape == AGON_SHAPE_RNG) {
        field++;
    }
    return field && field->key ? field : NULL;
}

static bool field(const agon_game *game, uint32_t i, agon_space_field *out) {
    const agon_field *at = next_observed(game->rules->state_fields);
    while (at && i-- > 0) {
        at = next_observed(at + 1);
    }
    if (at) {
        const uint32_t count = (uint32_t)agon_field_length(at, game->players);
        *out = (agon_space_field){at->key, at->meaning, count};
    }
    return at != NULL;
}

static void observe(const agon_game *game, const agon_state *view, int16_t *row) {
    const int players = game->players;
    const agon_field *at = next_observed(game->rules->state_fields);
    for (; at; at = next_observed(at + 1)) {
        for (int i = 0; i < agon_field_length(at, players); i++) {
            const bool is_list = at->shape == AGON_SHAPE_EACH;
            int64_t value = agon_field_get(at, view, is_list ? (view->viewer + i) % players : 0);
            if (at->kind == AGON_KIND_PLAYER) {
                value = (value - view->viewer + players) % players;
            }
            *row++ = agon_space_clip(value);
        }
    }
}

const agon_space agon_described_space = {
    .action_count = action_count,
    .action_field = action_field,
    .action_at = action_at,
    .index_of = index_of,
    .mask = mask,
    .field = field,
    .observe = observe,
};
