// The checks of the checked library. See checked.h.
#include "src/core/checked.h"

#ifdef AGON_CHECKED

#include <stdint.h>

static uint64_t mark_of(const agon_game *game) {
    return (uint64_t)(uintptr_t)game->rules ^ (uint64_t)game->players << 56;
}

void agon_state_mark(const agon_game *game, agon_state *state) {
    state->mark = mark_of(game);
}

bool agon_is_state_of(const agon_game *game, const agon_state *state) {
    const agon_viewers players = (agon_viewers)((1u << game->players) - 1);
    return (uintptr_t)state % 8 == 0 && state->mark == mark_of(game) &&
           state->used >= sizeof *state && state->used <= game->state_max &&
           (state->to_act & ~players) == 0;
}

bool agon_is_apart(const agon_state *state, const agon_state *out) {
    const uintptr_t from = (uintptr_t)state;
    const uintptr_t to = (uintptr_t)out;
    return from + state->used <= to || to + state->used <= from;
}

#endif
