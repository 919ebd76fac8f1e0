// The loop that asks strategies for moves until the match is over.
#include "games/entropy/bot_play.h"

#define STRATEGY_KEY 0x7374726174656779u // keeps strategies' chance apart from a game's of one seed

// One move of the player whose turn it is.
static void play_move(agon_entropy_table *table, agon_rng *rng) {
    int player = agon_entropy_mover(table->state);
    agon_status status = agon_view(table->game, table->state, player, table->view);
    AGON_ASSERT(status == AGON_OK);
    agon_thought thought = {.game = table->game, .view = table->view, .player = player, .rng = rng};
    agon_action action = table->bots[player]->think(&thought);
    status = agon_apply(table->game, table->state, player, action, NULL, table->state, NULL);
    if (status != AGON_OK) {
        table->faults[player]++;
        status = agon_apply(table->game, table->state, player, agon_entropy_end_turn(), NULL,
                            table->state, NULL);
        AGON_ASSERT(status == AGON_OK);
    }
}

void agon_entropy_play(agon_entropy_table *table, agon_seed seed) {
    agon_rng source = agon_rng_make(seed);
    agon_rng rngs[AGON_MAX_PLAYERS];
    source.key[1] ^= STRATEGY_KEY;
    for (int player = 0; player < AGON_MAX_PLAYERS; player++) {
        rngs[player] = agon_rng_split(&source);
    }
    while (!table->state->over) {
        play_move(table, &rngs[agon_entropy_mover(table->state)]);
    }
}
