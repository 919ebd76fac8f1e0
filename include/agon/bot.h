// Strategies: (view, valid actions, own generator, budget) → action.
//
// A bot sees a view, never a state; its valid actions are agon_count and agon_nth on that view;
// its chance comes from a generator of its own, so that bots never disturb the dice.
#ifndef AGON_BOT_H
#define AGON_BOT_H

#include "agon/game.h"

// Everything a bot is told when it is asked for one action.
typedef struct agon_thought {
    const agon_game *game;
    const agon_state *view; // of `player`; at least one action is valid
    int player;
    agon_rng *rng;        // the bot's own
    uint32_t simulations; // budget for bots that search; 0: the bot's default
} agon_thought;

typedef struct agon_bot {
    const char *id;      // "random"
    const char *summary; // one line for people
    // Returns a valid action.
    agon_action (*think)(const agon_thought *thought);
} agon_bot;

// The bot `id` for the game with these rules, or NULL. `random` exists for every game.
AGON_API const agon_bot *agon_bot_find(const agon_rules *rules, const char *id);

// The i-th bot for these rules, or NULL beyond the last.
AGON_API const agon_bot *agon_bot_at(const agon_rules *rules, size_t i);

// A uniform choice among the valid actions; works for every game, registered or not.
AGON_API extern const agon_bot agon_random_bot;

#endif
