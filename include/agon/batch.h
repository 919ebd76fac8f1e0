// Batches: many matches of one game in one block of memory, stepped with one call.
//
// Every lane is a match. Where several players may act at the same time they are asked one after
// the other, in player order: one decision per lane and step. Nothing is allocated: the caller
// brings all memory.
//
//     agon_batch batch = {.game = game, .space = agon_space_find(game->rules), .config = &config,
//                         .lanes = 1024, .seed = agon_seed_number(1), .resets = true};
//     batch.memory = aligned_alloc(64, agon_batch_size(game, 1024));
//     agon_batch_start(&batch);
//     agon_batch_look(&batch, &rows);                 // players, observations, masks
//     for (;;) { choose(rows, indexes); agon_batch_step(&batch, indexes, &rows); }
#ifndef AGON_BATCH_H
#define AGON_BATCH_H

#include "agon/space.h"

AGON_C_BEGIN

typedef struct agon_batch {
    const agon_game *game;
    const agon_space *space;
    const void *config; // the one the game was made from
    uint32_t lanes;
    agon_seed seed;   // of the first match of lane 0; every match has its own
    bool resets;      // a lane whose match is over starts the next one by itself
    void *memory;     // agon_batch_size bytes, aligned to 8
    uint64_t matches; // started so far
    // Filled in by agon_batch_start.
    uint32_t stride;       // bytes from lane to lane
    uint32_t width;        // values in an observation
    uint32_t words;        // 64-bit words in a mask
    uint32_t actions;      // action numbers
    uint32_t folded_words; // 64-bit words in a folded mask
} agon_batch;

// What is written for every lane. Any pointer may be NULL: that part is then not made.
typedef struct agon_batch_rows {
    uint8_t *players;      // [lanes] who is to act; AGON_NOBODY in a lane that is over
    int16_t *observations; // [lanes × width] from that player's view
    uint64_t *masks;       // [lanes × mask words] its valid actions
    uint8_t *ended;        // [lanes] 1 where this step ended a match
    int8_t *outcomes;      // [lanes × players] of a match that this step ended: 1 won, 0 shared or
                           // drawn, −1 lost; else 0
    uint64_t *folded;      // [lanes × folded words] the same as `masks`, folded (agon/space.h)
} agon_batch_rows;

// Bytes of memory for so many lanes.
AGON_API size_t agon_batch_size(const agon_game *game, uint32_t lanes);

// Starts a match in every lane. Nothing below works before that.
AGON_API void agon_batch_start(agon_batch *batch);

// Writes the rows as they are now (nothing has ended).
AGON_API void agon_batch_look(const agon_batch *batch, const agon_batch_rows *rows);

// Applies one action number in every lane that is not over, then writes the rows. Returns how many
// numbers were refused: those lanes stay as they are.
AGON_API uint32_t agon_batch_step(agon_batch *batch, const uint32_t *indexes,
                                  const agon_batch_rows *rows);

// The state of one lane, to look at.
AGON_API const agon_state *agon_batch_state(const agon_batch *batch, uint32_t lane);

AGON_C_END

#endif
