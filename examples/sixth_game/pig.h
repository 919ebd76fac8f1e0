// Pig: roll as often as you dare, or hold. The example of a game outside the registry.
//
// Actions: type AGON_PIG_ROLL or AGON_PIG_HOLD, no operands. Rules: RULES.md.
#ifndef AGON_PIG_H
#define AGON_PIG_H

#include "agon/game.h"

typedef struct agon_pig_config {
    uint8_t players;
    uint16_t target;
    uint16_t max_turns;
} agon_pig_config;

enum { AGON_PIG_ROLL, AGON_PIG_HOLD };   // action types
enum { AGON_PIG_ROLLED, AGON_PIG_HELD }; // event types
enum { AGON_PIG_TURN_LIMIT = 1000 };     // PIG-6: points of one turn

typedef struct pig_game {
    agon_game head;
    agon_pig_config config;
} pig_game;

typedef struct pig_state {
    agon_state head;
    uint16_t turn;
    uint16_t points;
    uint8_t player;
    uint16_t scores[AGON_MAX_PLAYERS];
    agon_rng rng;
} pig_state;

AGON_API extern const agon_rules agon_pig_rules;
extern const agon_bot *const agon_pig_bots[]; // bots.c

#endif
