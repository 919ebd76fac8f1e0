// What the checked library looks at besides: see "The checked library" in agon(3).
//
// AGON_ASSERT is on in every build without NDEBUG. What needs a state's mark, or costs more than the
// function it stands in, is here, and compiled for the checked library only (AGON_CHECKED).
#ifndef AGON_SRC_CORE_CHECKED_H
#define AGON_SRC_CORE_CHECKED_H

#include "agon/game.h"

#ifdef AGON_CHECKED
#define AGON_CHECK(condition) AGON_ASSERT(condition)

// Marks a state as one of this game: of these rules, for as many players.
void agon_state_mark(const agon_game *game, agon_state *state);

// Whether `state` is one of `game`.
bool agon_is_state_of(const agon_game *game, const agon_state *state);

// Whether the used bytes of a state and what will be written at `out` share no memory.
bool agon_is_apart(const agon_state *state, const agon_state *out);
#else
#define AGON_CHECK(condition) ((void)0)
#define agon_state_mark(game, state) ((void)0)
#endif

#endif
