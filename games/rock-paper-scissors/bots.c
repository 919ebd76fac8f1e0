// Bots for Rock-Paper-Scissors.
//
// Against an opponent one knows nothing about, no choice is better than another: the uniform mix
// is the only strategy that cannot be exploited. So the best heuristic here is chance itself.
#include "games/rock-paper-scissors/rock-paper-scissors.h"

#include "agon/bot.h"

static agon_action think(const agon_thought *thought) {
    return agon_random_bot.think(thought);
}

static const agon_bot greedy = {
    .id = "greedy", .summary = "the uniform mix, which nobody can exploit", .think = think};

const agon_bot *const agon_rps_bots[] = {&greedy, NULL};
