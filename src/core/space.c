// What every space has in common.
#include "agon/space.h"

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
