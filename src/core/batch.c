// Many matches in one block.
#include "agon/batch.h"

#include "src/core/checked.h"

#include <string.h>

// Lanes start at multiples of this: a cache line.
#define LANE_ALIGNMENT 64

static size_t lane_size(const agon_game *game) {
    return (game->state_max + LANE_ALIGNMENT - 1) / LANE_ALIGNMENT * LANE_ALIGNMENT;
}

// One lane more than asked for: the views are made in it.
size_t agon_batch_size(const agon_game *game, uint32_t lanes) {
    AGON_ASSERT(game);
    return lane_size(game) * ((size_t)lanes + 1);
}

static agon_state *lane_at(const agon_batch *batch, uint32_t lane) {
    return (agon_state *)((char *)batch->memory + (size_t)batch->stride * lane);
}

const agon_state *agon_batch_state(const agon_batch *batch, uint32_t lane) {
    AGON_ASSERT(batch && lane < batch->lanes);
    return lane_at(batch, lane);
}

static void start_match(agon_batch *batch, agon_state *state) {
    agon_seed seed = batch->seed;
    seed.lo += batch->matches++;
    agon_init(batch->game, batch->config, seed, state);
}

void agon_batch_start(agon_batch *batch) {
    AGON_ASSERT(batch && batch->game && batch->space && batch->config && batch->memory);
    batch->matches = 0;
    batch->stride = (uint32_t)lane_size(batch->game);
    batch->width = agon_space_width(batch->space, batch->game);
    batch->words = agon_space_mask_words(batch->space, batch->game);
    batch->actions = batch->space->action_count(batch->game);
    batch->folded_words = agon_space_folded_words(batch->space, batch->game);
    for (uint32_t i = 0; i < batch->lanes; i++) {
        start_match(batch, lane_at(batch, i));
    }
}

static int first_to_act(const agon_state *state) {
    return state->to_act ? __builtin_ctz(state->to_act) : AGON_NOBODY;
}

static void observe_view(const agon_batch *batch, const agon_state *state, int player,
                         int16_t *row) {
    agon_state *view = lane_at(batch, batch->lanes);
    if (agon_view(batch->game, state, player, view) == AGON_OK) {
        batch->space->observe(batch->game, view, row);
    }
}

#ifdef AGON_CHECKED
static uint64_t hash_row(const agon_batch *batch, const int16_t *row) {
    static const uint64_t key[2] = {0};
    agon_hasher hasher;
    uint64_t hash;
    agon_hasher_start(&hasher, key, false);
    agon_hasher_add(&hasher, row, batch->width * sizeof *row);
    agon_hasher_finish(&hasher, &hash);
    return hash;
}

// Whether the row that a shortcut has written is that of the view. Either way it is afterwards.
static bool tells_no_more(const agon_batch *batch, const agon_state *state, int player,
                          int16_t *row) {
    const uint64_t hash = hash_row(batch, row);
    observe_view(batch, state, player, row);
    return hash == hash_row(batch, row);
}
#endif

static void observe(const agon_batch *batch, const agon_state *state, int player, int16_t *row) {
    if (player == AGON_NOBODY) {
        memset(row, 0, batch->width * sizeof *row);
    } else if (batch->space->observe_state) {
        batch->space->observe_state(batch->game, state, player, row);
        AGON_CHECK(tells_no_more(batch, state, player, row));
    } else {
        observe_view(batch, state, player, row);
    }
}

static void mask_lane(const agon_batch *batch, const agon_state *state, int player,
                      uint64_t *mask) {
    if (player == AGON_NOBODY) {
        memset(mask, 0, batch->words * sizeof *mask);
    } else {
        batch->space->mask(batch->game, state, player, mask);
    }
}

static void fold_lane(const agon_batch *batch, const agon_state *state, int player,
                      uint64_t *folded) {
    if (player == AGON_NOBODY) {
        memset(folded, 0, batch->folded_words * sizeof *folded);
    } else {
        agon_space_fold(batch->space, batch->game, state, player, folded);
    }
}

static void look_at(const agon_batch *batch, uint32_t lane, const agon_batch_rows *rows) {
    const agon_state *state = lane_at(batch, lane);
    int player = first_to_act(state);
    if (rows->players) {
        rows->players[lane] = (uint8_t)player;
    }
    if (rows->observations) {
        observe(batch, state, player, rows->observations + (size_t)lane * batch->width);
    }
    if (rows->masks) {
        mask_lane(batch, state, player, rows->masks + (size_t)lane * batch->words);
    }
    if (rows->folded) {
        fold_lane(batch, state, player, rows->folded + (size_t)lane * batch->folded_words);
    }
}

void agon_batch_look(const agon_batch *batch, const agon_batch_rows *rows) {
    AGON_ASSERT(batch && rows && batch->stride > 0);
    for (uint32_t lane = 0; lane < batch->lanes; lane++) {
        look_at(batch, lane, rows);
    }
}

static int outcome(agon_viewers winners, int player) {
    if (!(winners >> player & 1u)) {
        return winners ? -1 : 0;
    }
    return (winners & (winners - 1)) == 0;
}

static void end_match(agon_batch *batch, agon_state *state, uint32_t lane,
                      const agon_batch_rows *rows) {
    uint8_t players = batch->game->players;
    agon_viewers winners = agon_winners(batch->game, state);
    if (rows->ended) {
        rows->ended[lane] = 1;
    }
    for (int p = 0; rows->outcomes && p < players; p++) {
        rows->outcomes[(size_t)lane * players + (size_t)p] = (int8_t)outcome(winners, p);
    }
    if (batch->resets) {
        start_match(batch, state);
    }
}

static bool step_lane(agon_batch *batch, uint32_t lane, uint32_t index,
                      const agon_batch_rows *rows) {
    agon_state *state = lane_at(batch, lane);
    if (state->over) {
        return true;
    }
    if (index >= batch->actions) {
        return false;
    }
    int player = first_to_act(state);
    agon_action action = batch->space->action_at(batch->game, state, player, index);
    if (agon_apply(batch->game, state, player, action, NULL, state, NULL) != AGON_OK) {
        return false;
    }
    if (state->over) {
        end_match(batch, state, lane, rows);
    }
    return true;
}

// Lane by lane, so that a state is looked at while it is still near.
uint32_t agon_batch_step(agon_batch *batch, const uint32_t *indexes, const agon_batch_rows *rows) {
    AGON_ASSERT(batch && indexes && rows && batch->stride > 0);
    uint32_t refused = 0;
    if (rows->ended) {
        memset(rows->ended, 0, batch->lanes);
    }
    if (rows->outcomes) {
        memset(rows->outcomes, 0, (size_t)batch->lanes * batch->game->players);
    }
    for (uint32_t lane = 0; lane < batch->lanes; lane++) {
        refused += !step_lane(batch, lane, indexes[lane], rows);
        look_at(batch, lane, rows);
    }
    return refused;
}
