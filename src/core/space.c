// What every space has in common.
#include "agon/space.h"

#include "agon/fields.h"

#include "src/core/bits.h"

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

// ---------------------------------------------------------------------------------------------
// Folded masks

// Words of one fold: its rows, then its columns.
static uint32_t words_of_fold(const agon_space *space) {
    return 1 + space->columns / 64;
}

// Numbers that are in no fold.
static uint32_t others(const agon_space *space, const agon_game *game) {
    return space->action_count(game) - space->folds * space->rows * space->columns;
}

uint32_t agon_space_folded_words(const agon_space *space, const agon_game *game) {
    AGON_ASSERT(space && game);
    return space->folds * words_of_fold(space) + (others(space, game) + 63) / 64;
}

void agon_space_fold(const agon_space *space, const agon_game *game, const agon_state *state,
                     int player, uint64_t *folded) {
    AGON_ASSERT(space && game && state && folded);
    if (space->fold) {
        space->fold(game, state, player, folded);
    } else {
        space->mask(game, state, player, folded);
    }
}

void agon_space_unfold(const agon_space *space, const agon_game *game, const uint64_t *folded,
                       uint64_t *mask) {
    AGON_ASSERT(space && game && folded && mask);
    const uint32_t columns = space->columns / 64;
    for (uint32_t i = 0; i < space->folds; i++, folded += 1 + columns) {
        const uint64_t rows = folded[0];
        uint64_t *const next = mask + space->rows * columns;
        if (rows == 0) {
            memset(mask, 0, space->rows * columns * sizeof *mask);
        }
        for (uint32_t row = 0; rows != 0 && row < space->rows; row++) {
            for (uint32_t k = 0; k < columns; k++) {
                *mask++ = folded[1 + k] & (0 - (rows >> row & 1u));
            }
        }
        mask = next;
    }
    memcpy(mask, folded, (others(space, game) + 63) / 64 * sizeof *mask);
}

// Words are often empty, and looking is cheaper than counting.
static uint32_t count_words(const uint64_t *words, uint32_t count) {
    uint32_t total = 0;
    for (uint32_t i = 0; i < count; i++) {
        total += words[i] ? agon_bits_count(words[i]) : 0;
    }
    return total;
}

// The i-th member of a set of several words; it has as many.
static uint32_t select_word(const uint64_t *words, uint32_t i) {
    uint32_t at = 0;
    for (uint32_t here; i >= (here = agon_bits_count(words[at])); at++) {
        i -= here;
    }
    return 64 * at + agon_bits_select(words[at], i);
}

// How many numbers a fold has, from its words.
static uint32_t count_fold(const agon_space *space, const uint64_t *fold) {
    return fold[0] ? agon_bits_count(fold[0]) * count_words(fold + 1, space->columns / 64) : 0;
}

// The i-th number of a fold, counted from its first.
static uint32_t select_in_fold(const agon_space *space, const uint64_t *fold, uint32_t i) {
    const uint32_t columns = count_words(fold + 1, space->columns / 64);
    const uint32_t row = agon_bits_select(fold[0], i / columns);
    return row * space->columns + select_word(fold + 1, i % columns);
}

uint32_t agon_space_choose(const agon_space *space, const agon_game *game, const uint64_t *folded,
                           agon_rng *rng) {
    AGON_ASSERT(space && game && folded && rng && space->folds <= AGON_SPACE_FOLDS);
    const uint32_t step = words_of_fold(space);
    const uint64_t *rest = folded + space->folds * step;
    uint32_t counts[AGON_SPACE_FOLDS];
    uint32_t total = count_words(rest, (others(space, game) + 63) / 64);
    for (uint32_t i = 0; i < space->folds; i++) {
        counts[i] = count_fold(space, folded + i * step);
        total += counts[i];
    }
    if (total == 0) {
        return AGON_NO_INDEX;
    }
    uint32_t left = agon_uniform(rng, total);
    uint32_t i = 0;
    while (i < space->folds && left >= counts[i]) {
        left -= counts[i++];
    }
    const uint32_t first = i * space->rows * space->columns;
    return first + (i < space->folds ? select_in_fold(space, folded + i * step, left)
                                     : select_word(rest, left));
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
