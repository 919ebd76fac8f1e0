// New Game: take one to three stones; the last one wins.
//
// Actions: type AGON_NEW_GAME_TAKE, a = how many. Rules: RULES.md.
#ifndef AGON_NEW_GAME_H
#define AGON_NEW_GAME_H

#include "agon/game.h"

typedef struct agon_new_game_config {
    uint8_t players;
    uint8_t stones;
} agon_new_game_config;

enum { AGON_NEW_GAME_TAKE };  // action types
enum { AGON_NEW_GAME_TAKEN }; // event types

// A game: what never changes in a match. A state: what does.
typedef struct new_game_game {
    agon_game head;
    agon_new_game_config config;
} new_game_game;

typedef struct new_game_state {
    agon_state head;
    uint8_t stones;
    uint8_t player; // when the game is over, who has won
} new_game_state;

AGON_API extern const agon_rules agon_new_game_rules;
extern const agon_bot *const agon_new_game_bots[]; // bots.c

#endif
