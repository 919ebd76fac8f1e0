// Screens as assertions: what a game screen may never do, over random matches of a game.
#ifndef AGON_TESTS_SCREENS_H
#define AGON_TESTS_SCREENS_H

#include "apps/terminal/games/game_screen.h"

typedef struct screens_budget {
    int players;      // 0: the usual number
    uint32_t matches; // random ones
    uint32_t every;   // one position in so many is looked at
    uint32_t deep;    // choices that are followed at each place of a list
    uint64_t seed;
} screens_budget;

// Plays random matches and looks at positions with the eyes of every player and the spectator:
//   - screen, lists, completions and readings are equal, byte by byte, for every state that the
//     viewer cannot tell from the real one;
//   - the board keeps to its lines and columns in several sizes; there are no escape codes without
//     colour, and nothing but ASCII without more;
//   - what is listed as a whole line is read as actions that the engine accepts;
//   - what a valid action is called is read as that action;
//   - lines of nonsense get an answer.
void screens_assert(const agon_codec *codec, const agon_game_screen *game_screen,
                    const screens_budget *budget);

#endif
