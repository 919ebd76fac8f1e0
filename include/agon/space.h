// Fixed spaces for learning and simulation: every action has a number, every view is a row of
// integers.
//
// A game's space is a second table besides its rules. Its observations are those of a view, so they
// can tell no more than the view does.
//
// Masks may be long and regular: an order of Space Conquest is an origin, a destination and a number
// of ships, 30,720 in all, and for one origin every destination allows the same numbers of ships.
// Folded, such a mask is a tenth of its size, and a policy with a head for each part can use it as it
// is. A space with folds numbers its actions (fold · rows + row) · columns + column, and behind these
// come the others, one by one. A folded mask is, for every fold, a word with its valid rows and
// columns / 64 words with its valid columns, of which every pair is valid; then the mask of the others.
#ifndef AGON_SPACE_H
#define AGON_SPACE_H

#include "agon/game.h"

AGON_C_BEGIN

#define AGON_NO_INDEX UINT32_MAX // an action that the space has no number for
#define AGON_SPACE_FOLDS 64      // most folds of a space

// A part of an observation, or a run of action numbers.
typedef struct agon_space_field {
    const char *name;
    const char *meaning; // of one value, with its range; of one action number
    uint32_t count;      // values, or numbers
} agon_space_field;

struct agon_space {
    // How many action numbers there are; the same in every state of a game.
    uint32_t (*action_count)(const agon_game *game);
    // The i-th run of action numbers; false beyond the last. The runs follow one another.
    bool (*action_field)(const agon_game *game, uint32_t i, agon_space_field *field);
    // The action with a number for a player; it need not be valid, and one that is not may be any
    // that is refused. The number is below action_count.
    agon_action (*action_at)(const agon_game *game, const agon_state *state, int player,
                             uint32_t index);
    // The number of a valid action, or AGON_NO_INDEX. No two valid actions have the same.
    uint32_t (*index_of)(const agon_game *game, const agon_state *state, int player,
                         agon_action action);
    // Which numbers are valid actions of a player who may act: bit i of word i/64. Writes all words
    // of the mask. Works on states and on views of the player.
    void (*mask)(const agon_game *game, const agon_state *state, int player, uint64_t *mask);
    // The i-th part of an observation; false beyond the last. The parts follow one another.
    bool (*field)(const agon_game *game, uint32_t i, agon_space_field *field);
    // Writes the observation of a player's view.
    void (*observe)(const agon_game *game, const agon_state *view, int16_t *row);

    // Shortcuts. NULL, and 0: there is none. Each does what the functions above do, which the
    // conformance suite compares.
    //
    // What `observe` writes of a player's view, from the state, without making the view.
    void (*observe_state)(const agon_game *game, const agon_state *state, int player, int16_t *row);
    // Writes all words of the folded mask, for a player who may act. Works where `mask` works.
    void (*fold)(const agon_game *game, const agon_state *state, int player, uint64_t *folded);
    uint32_t folds, rows, columns; // rows: up to 64; columns: a multiple of 64
};

// A number as a value of an observation: what does not fit becomes the nearest that does.
static inline int16_t agon_space_clip(int64_t value) {
    return (int16_t)(value > INT16_MAX ? INT16_MAX : value < INT16_MIN ? INT16_MIN : value);
}

// For `field` and `action_field`: the i-th of a table.
static inline bool agon_space_take(const agon_space_field *fields, size_t count, uint32_t i,
                                   agon_space_field *field) {
    if (i >= count) {
        return false;
    }
    *field = fields[i];
    return true;
}

// The space of a game: its own, or agon_described_space if its actions are described. NULL: neither.
AGON_API const agon_space *agon_space_find(const agon_rules *rules);

// Values in an observation: the sum of its parts.
AGON_API uint32_t agon_space_width(const agon_space *space, const agon_game *game);

// 64-bit words in a mask.
AGON_API uint32_t agon_space_mask_words(const agon_space *space, const agon_game *game);

// 64-bit words in a folded mask; as many as in a mask where the space has no folds.
AGON_API uint32_t agon_space_folded_words(const agon_space *space, const agon_game *game);

// The folded mask of a player who may act: the mask itself where the space has no folds.
AGON_API void agon_space_fold(const agon_space *space, const agon_game *game,
                              const agon_state *state, int player, uint64_t *folded);

// The mask that a folded one stands for.
AGON_API void agon_space_unfold(const agon_space *space, const agon_game *game,
                                const uint64_t *folded, uint64_t *mask);

// A uniform choice among the numbers of a folded mask; AGON_NO_INDEX if it is empty.
AGON_API uint32_t agon_space_choose(const agon_space *space, const agon_game *game,
                                    const uint64_t *folded, agon_rng *rng);

// A mask made with count, nth and index_of alone: for games without something faster.
AGON_API void agon_space_mask_listed(const agon_space *space, const agon_game *game,
                                     const agon_state *state, int player, uint64_t *mask);

// What follows from a game's descriptions (agon/fields.h): an action's number is its place in the
// table of actions; an observation holds the numbers of the state in the order of its fields, lists
// and players counted from the observer on, in player order. A secret that the observer may not know
// is 0.
AGON_API extern const agon_space agon_described_space;

AGON_C_END

#endif
