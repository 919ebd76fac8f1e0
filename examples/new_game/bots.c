// Bots for New Game. `random` and `search` are there for every game.
#include "new-game.h"

#include "agon/bot.h"

// Leaves a multiple of four where it can: with two players, that wins.
static agon_action leave_fours(const agon_thought *thought) {
    const new_game_state *s = (const new_game_state *)thought->view;
    return (agon_action){.type = AGON_NEW_GAME_TAKE,
                         .a = (uint8_t)(s->stones % 4 ? s->stones % 4 : 1)};
}

static const agon_bot greedy = {
    .id = "greedy", .summary = "leaves a multiple of four", .think = leave_fours};

const agon_bot *const agon_new_game_bots[] = {&greedy, NULL};
