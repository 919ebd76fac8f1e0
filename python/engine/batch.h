// Many matches of one game, stepped together, their rows written into arrays of the caller.
//
// The lanes are cut into shards of SHARD_LANES, each an agon_batch of its own with its own seeds, so
// that what happens does not depend on how many threads share them out: shard k counts its matches
// from seed + k · 2^32.
//
// Without opponents every player is asked in turn (self-play), and a step is agon_batch_step. With
// opponents one player is asked, and the bots answer for the others within the step:
//
//     step ── agon_batch_step ──► for every lane: rivals play until the player may act
//                                     or the match is over: outcome, next match, rivals again
//          ── agon_batch_look ──► rows
#ifndef AGON_PYTHON_BATCH_H
#define AGON_PYTHON_BATCH_H

#include "engine.h"
#include "pool.h"

#define SHARD_LANES 256u

// The arrays a batch writes to; a buffer without memory is not wanted.
enum {
    ROW_PLAYERS,
    ROW_OBSERVATIONS,
    ROW_MASKS, // bytes
    ROW_BITS,  // words
    ROW_ENDED,
    ROW_OUTCOMES,
    ROW_REWARDS, // float, of the one player that is asked
    ROW_FINALS,  // observations of the last states of matches that this step ended
    ROW_COUNT
};

typedef struct engine_shard {
    agon_batch batch;
    uint32_t first, lanes; // of all
    uint8_t *players;      // [lanes]; the caller's array, or the shard's own
    uint64_t *words;       // [lanes × words], the same
    uint8_t *ended;
    int8_t *outcomes;
    uint32_t *numbers; // [lanes] what is to be done, after replacements
    uint32_t refused;  // in the last step
    agon_state *view;  // for rivals, one at a time
} engine_shard;

typedef struct engine_batch {
    PyObject_HEAD engine_game *game;
    uint32_t lanes, shard_count;
    engine_shard *shards;
    void *memory; // of all shards
    engine_pool *pool;
    bool is_busy; // a step is running, perhaps without the lock
    bool has_started;
    bool replaces; // a number that is not valid is replaced by the next that is
    int player;    // who is asked; −1: everybody
    bool has_rivals;
    agon_seed seed;
    engine_seat rivals[AGON_MAX_PLAYERS];
    agon_rng *chance; // [lanes] of the rivals
    Py_buffer rows[ROW_COUNT];
    const void *numbers; // of the running step, int64
} engine_batch;

// The same for one shard; without the lock (shard.c).
void engine_shard_start(engine_batch *batch, engine_shard *shard);
void engine_shard_step(engine_batch *batch, engine_shard *shard);

#endif
