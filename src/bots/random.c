// The bot that every game has: a uniform choice among the valid actions.
#include "agon/bot.h"

static agon_action think(const agon_thought *thought) {
    agon_action action = {0};
    agon_status status =
        agon_random_action(thought->game, thought->view, thought->player, thought->rng, &action);
    AGON_ASSERT(status == AGON_OK);
    (void)status;
    return action;
}

const agon_bot agon_random_bot = {
    .id = "random", .summary = "a uniform choice among the valid actions", .think = think};
