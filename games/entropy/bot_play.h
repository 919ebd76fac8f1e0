// The small programming model: a strategy is one function that is asked for a move again and again
// until it ends its turn.
//
//     static agon_action quiet(const agon_thought *thought) { return agon_entropy_end_turn(); }
//     static const agon_bot quiet_bot = {"quiet", "never attacks", quiet};
//
//     agon_entropy_table table = {game, state, view, {&quiet_bot, agon_bot_find(…, "gte")}};
//     agon_entropy_play(&table, agon_seed_number(1));
//     agon_entropy_scoreboard_text(game, state, buffer, sizeof buffer);
//
// A strategy looks at thought->view with the functions of entropy.h: round, player and all nodes.
#ifndef AGON_ENTROPY_BOT_PLAY_H
#define AGON_ENTROPY_BOT_PLAY_H

#include "agon/bot.h"
#include "games/entropy/entropy.h"

typedef struct agon_entropy_table {
    const agon_game *game;
    agon_state *state;                      // played on, to its end
    agon_state *view;                       // game->state_max bytes for the views of strategies
    const agon_bot *bots[AGON_MAX_PLAYERS]; // one per player
    uint32_t faults[AGON_MAX_PLAYERS];      // illegal moves of each player so far
} agon_entropy_table;

// Plays the match to its end. The engine refuses an illegal move; the player's turn then ends and
// the fault is counted (EN-20). Strategies draw from generators of their own, made from `seed`.
AGON_API void agon_entropy_play(agon_entropy_table *table, agon_seed seed);

#endif
