// Action numbers and observations of Rock-Paper-Scissors.
//
// Actions: 0 rock, 1 paper, 2 scissors.
#include "games/rock-paper-scissors/state.h"

#include "agon/space.h"

static uint32_t action_count(const agon_game *game) {
    (void)game;
    return 3;
}

static bool action_field(const agon_game *game, uint32_t i, agon_space_field *out) {
    static const agon_space_field fields[] = {{"choose", "0 rock, 1 paper, 2 scissors", 3}};
    (void)game;
    return agon_space_take(fields, 1, i, out);
}

static agon_action action_at(const agon_game *game, const agon_state *state, int player,
                             uint32_t index) {
    (void)game;
    (void)state;
    (void)player;
    return (agon_action){.type = AGON_RPS_CHOOSE, .a = (uint8_t)index};
}

static uint32_t index_of(const agon_game *game, const agon_state *state, int player,
                         agon_action action) {
    (void)game;
    (void)state;
    (void)player;
    return action.a;
}

static void mask(const agon_game *game, const agon_state *state, int player, uint64_t *out) {
    (void)game;
    *out = state->to_act >> player & 1u ? 7 : 0;
}

static bool field(const agon_game *game, uint32_t i, agon_space_field *out) {
    static const agon_space_field fields[] = {
        {"own", "own choice: 0 none, 1 rock, 2 paper, 3 scissors", 1},
        {"other", "the other's choice: 0 none, 1 rock, 2 paper, 3 scissors, 4 hidden", 1},
    };
    (void)game;
    return agon_space_take(fields, 2, i, out);
}

static void observe_state(const agon_game *game, const agon_state *state, int player,
                          int16_t *row) {
    (void)game;
    const rps_state *s = (const rps_state *)state;
    uint8_t other = s->choices[1 - player];
    bool is_shown = state->over || other == RPS_NO_CHOICE;
    row[0] = s->choices[player];
    row[1] = is_shown ? other : RPS_HIDDEN;
}

static void observe(const agon_game *game, const agon_state *view, int16_t *row) {
    observe_state(game, view, view->viewer, row);
}

const agon_space agon_rps_space = {
    .action_count = action_count,
    .action_field = action_field,
    .action_at = action_at,
    .index_of = index_of,
    .mask = mask,
    .field = field,
    .observe = observe,
    .observe_state = observe_state,
};
