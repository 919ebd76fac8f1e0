// The steps of a shard. No Python in here: it runs without the interpreter's lock.
#include "batch.h"

#include <string.h>

// Where a shard's part of an array begins; NULL: the array is not wanted.
static void *part(const engine_batch *batch, const engine_shard *shard, int row, size_t size) {
    char *array = batch->rows[row].buf;
    return array ? array + size * shard->first : NULL;
}

static agon_state *lane_at(const engine_shard *shard, uint32_t lane) {
    return (agon_state *)((char *)shard->batch.memory + (size_t)shard->batch.stride * lane);
}

// ---------------------------------------------------------------------------------------------
// Rivals

static void start_match(engine_shard *shard, agon_state *state) {
    agon_seed seed = shard->batch.seed;
    seed.lo += shard->batch.matches++;
    agon_init(shard->batch.game, shard->batch.config, seed, state);
}

// Where several may act at the same time, players of a lower number are asked first, as in a batch.
static bool is_asked(const engine_batch *batch, const agon_state *state) {
    return state->to_act && (int)__builtin_ctz(state->to_act) == batch->player;
}

// Lets the bots play until the player is asked or the match is over.
static void play_rivals(engine_batch *batch, engine_shard *shard, uint32_t lane) {
    const agon_game *game = shard->batch.game;
    agon_state *state = lane_at(shard, lane);
    agon_rng *rng = &batch->chance[shard->first + lane];
    while (!state->over && !is_asked(batch, state)) {
        const int player = __builtin_ctz(state->to_act);
        const engine_seat *seat = &batch->rivals[player];
        if (agon_view(game, state, player, shard->view) != AGON_OK) {
            return;
        }
        agon_action action = engine_seat_choose(seat, rng, game, shard->view, player);
        if (agon_apply(game, state, player, action, NULL, state, NULL) != AGON_OK) {
            return;
        }
    }
}

static float outcome(agon_viewers winners, int player) {
    if (!agon_viewers_has(winners, player)) {
        return winners ? -1.0F : 0.0F;
    }
    return (winners & (winners - 1)) == 0 ? 1.0F : 0.0F;
}

// A lane whose match is over: says so, keeps its last row, and begins the next one.
static void end_lane(engine_batch *batch, engine_shard *shard, uint32_t lane) {
    const agon_game *game = shard->batch.game;
    agon_state *state = lane_at(shard, lane);
    const agon_viewers winners = agon_winners(game, state);
    const uint8_t players = game->players;
    float *rewards = part(batch, shard, ROW_REWARDS, sizeof *rewards);
    int16_t *finals = part(batch, shard, ROW_FINALS, shard->batch.width * sizeof *finals);
    shard->ended[lane] = 1;
    for (uint8_t p = 0; p < players; p++) {
        shard->outcomes[(size_t)lane * players + p] = (int8_t)outcome(winners, p);
    }
    if (rewards) {
        rewards[lane] = outcome(winners, batch->player);
    }
    if (finals && agon_view(game, state, batch->player, shard->view) == AGON_OK) {
        shard->batch.space->observe(game, shard->view, finals + (size_t)lane * shard->batch.width);
    }
    start_match(shard, state);
}

// A match that the rivals end before the player was ever asked counts as well: the row says that a
// match has ended, and the next one begins.
static void settle_lane(engine_batch *batch, engine_shard *shard, uint32_t lane) {
    agon_state *state = lane_at(shard, lane);
    for (int tries = 0; tries < 64; tries++) {
        play_rivals(batch, shard, lane);
        if (!state->over) {
            return;
        }
        end_lane(batch, shard, lane);
    }
}

// ---------------------------------------------------------------------------------------------
// Rows

static void write_masks(engine_batch *batch, engine_shard *shard) {
    int8_t *masks = part(batch, shard, ROW_MASKS, shard->batch.actions);
    for (uint32_t lane = 0; masks && lane < shard->lanes; lane++) {
        engine_spread_mask(shard->words + (size_t)lane * shard->batch.words, shard->batch.actions,
                           masks + (size_t)lane * shard->batch.actions);
    }
}

// What is written besides the ends of matches.
static agon_batch_rows rows_of(const engine_batch *batch, const engine_shard *shard) {
    const bool needs_words =
        batch->replaces || batch->rows[ROW_MASKS].buf || batch->rows[ROW_BITS].buf;
    return (agon_batch_rows){
        .players = shard->players,
        .observations = part(batch, shard, ROW_OBSERVATIONS, shard->batch.width * sizeof(int16_t)),
        .masks = needs_words ? shard->words : NULL};
}

static void look(engine_batch *batch, engine_shard *shard) {
    const agon_batch_rows rows = rows_of(batch, shard);
    agon_batch_look(&shard->batch, &rows);
    write_masks(batch, shard);
}

void engine_shard_start(engine_batch *batch, engine_shard *shard) {
    agon_batch_start(&shard->batch);
    memset(shard->ended, 0, shard->lanes);
    memset(shard->outcomes, 0, (size_t)shard->lanes * shard->batch.game->players);
    for (uint32_t lane = 0; batch->has_rivals && lane < shard->lanes; lane++) {
        agon_seed seed = shard->batch.seed;
        seed.lo += lane;
        batch->chance[shard->first + lane] =
            agon_seat_make(&agon_random_bot, seed, batch->player).rng; // apart from the dice
        settle_lane(batch, shard, lane);
    }
    look(batch, shard);
}

// The first valid number in `from` … `actions` − 1; `actions` if there is none.
static uint32_t find_valid(const uint64_t *words, uint32_t actions, uint32_t from) {
    while (from < actions) {
        const uint64_t rest = words[from / 64] >> (from % 64);
        if (rest) {
            return from + (uint32_t)__builtin_ctzll(rest);
        }
        from += 64 - from % 64;
    }
    return actions;
}

// The next valid number, around the end.
static uint32_t next_valid(const uint64_t *words, uint32_t actions, uint32_t number) {
    const uint32_t found = find_valid(words, actions, number);
    return found < actions ? found : find_valid(words, actions, 0);
}

// The caller's numbers as the engine takes them. Returns how many were replaced.
static uint32_t read_numbers(const engine_batch *batch, engine_shard *shard) {
    const int64_t *given = (const int64_t *)batch->numbers + shard->first;
    const uint32_t actions = shard->batch.actions;
    uint32_t replaced = 0;
    for (uint32_t lane = 0; lane < shard->lanes; lane++) {
        uint32_t number =
            given[lane] < 0 || given[lane] >= actions ? actions : (uint32_t)given[lane];
        if (batch->replaces) {
            const uint64_t *words = shard->words + (size_t)lane * shard->batch.words;
            if (number >= actions || !(words[number / 64] >> (number % 64) & 1)) {
                number = next_valid(words, actions, number);
                replaced++;
            }
        }
        shard->numbers[lane] = number;
    }
    return replaced;
}

void engine_shard_step(engine_batch *batch, engine_shard *shard) {
    const uint32_t replaced = read_numbers(batch, shard);
    agon_batch_rows rows = rows_of(batch, shard);
    float *rewards = part(batch, shard, ROW_REWARDS, sizeof *rewards);
    rows.ended = shard->ended;
    rows.outcomes = shard->outcomes;
    if (rewards) {
        memset(rewards, 0, shard->lanes * sizeof *rewards);
    }
    if (!batch->has_rivals) {
        shard->refused = agon_batch_step(&shard->batch, shard->numbers, &rows) + replaced;
        write_masks(batch, shard);
        return;
    }
    rows.observations = NULL;
    rows.masks = NULL;
    shard->refused = agon_batch_step(&shard->batch, shard->numbers, &rows) + replaced;
    for (uint32_t lane = 0; lane < shard->lanes; lane++) {
        if (lane_at(shard, lane)->over) {
            end_lane(batch, shard, lane);
        }
        settle_lane(batch, shard, lane);
    }
    look(batch, shard);
}
