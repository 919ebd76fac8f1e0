// Action numbers and observations of Pig. Actions: 0 roll, 1 hold.
#include "pig.h"

#include "agon/space.h"

extern const agon_space agon_pig_space;

static uint32_t action_count(const agon_game *game) {
    (void)game;
    return 2;
}

static agon_action action_at(const agon_game *game, const agon_state *state, int player,
                             uint32_t index) {
    (void)game;
    (void)state;
    (void)player;
    return (agon_action){.type = (uint8_t)index};
}

static uint32_t index_of(const agon_game *game, const agon_state *state, int player,
                         agon_action action) {
    (void)game;
    (void)state;
    (void)player;
    return action.type;
}

static void mask(const agon_game *game, const agon_state *state, int player, uint64_t *out) {
    agon_space_mask_listed(&agon_pig_space, game, state, player, out);
}

static bool field(const agon_game *game, uint32_t i, agon_space_field *out) {
    const agon_space_field fields[] = {
        {"turn", "turns ended so far, 0 … 10000", 1},
        {"points", "points of the running turn, 0 … 999", 1},
        {"scores", "a player's score, the observer's first, then in turn order", game->players},
    };
    if (i >= sizeof fields / sizeof fields[0]) {
        return false;
    }
    *out = fields[i];
    return true;
}

static void observe(const agon_game *game, const agon_state *view, int16_t *row) {
    const pig_state *v = (const pig_state *)view;
    row[0] = (int16_t)v->turn;
    row[1] = (int16_t)v->points;
    for (int i = 0; i < game->players; i++) {
        row[2 + i] = (int16_t)v->scores[(view->viewer + i) % game->players];
    }
}

const agon_space agon_pig_space = {
    .rules = &agon_pig_rules,
    .action_count = action_count,
    .action_at = action_at,
    .index_of = index_of,
    .mask = mask,
    .field = field,
    .observe = observe,
};
