// Bots for Pig.
#include "pig.h"

#include "agon/bot.h"

// Holding at 20 is close to the best one can do in one turn.
static agon_action hold_at_20(const agon_thought *thought) {
    const pig_state *s = (const pig_state *)thought->view;
    return (agon_action){.type = s->points >= 20 ? AGON_PIG_HOLD : AGON_PIG_ROLL};
}

static const agon_bot greedy = {.id = "greedy", .summary = "holds at 20", .think = hold_at_20};

const agon_bot *const agon_pig_bots[] = {&greedy, NULL};
