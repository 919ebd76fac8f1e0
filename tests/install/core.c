// A program that needs core, games and bots only: two bots play, no JSON anywhere. Uses the installed
// library agon-core, which needs the C library and nothing else.
#include <agon/batch.h>
#include <agon/bot.h>
#include <agon/games/entropy.h>
#include <agon/version.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static agon_action choose(const agon_game *game, const agon_state *state, int player,
                          agon_state *view, agon_rng *rng) {
    static const char *const bots[] = {"greedy", "search"};
    agon_action action = {0};
    if (agon_view(game, state, player, view) == AGON_OK) {
        agon_thought thought = {
            .game = game, .view = view, .player = player, .rng = rng, .simulations = 20};
        action = agon_bot_find(game->rules, bots[player])->think(&thought);
    }
    return action;
}

int main(void) {
    agon_entropy_config config = agon_entropy_config_default(2);
    agon_game *game = malloc(agon_game_size(&agon_entropy_rules, &config));
    if (!game || agon_configure(&agon_entropy_rules, &config, game, NULL) != AGON_OK) {
        return EXIT_FAILURE;
    }
    agon_state *state = malloc(game->state_max);
    agon_state *view = malloc(game->state_max);
    agon_rng rng = agon_rng_make(agon_seed_number(5));
    agon_init(game, &config, agon_seed_number(4), state);
    while (!state->over) {
        int player = agon_current_player(game, state);
        agon_action action = choose(game, state, player, view, &rng);
        if (agon_apply(game, state, player, action, NULL, state, NULL) != AGON_OK) {
            return EXIT_FAILURE;
        }
    }
    printf("agon %s: %016" PRIx64 "\n", agon_version(), agon_hash(game, state));
    free(view);
    free(state);
    free(game);
    return EXIT_SUCCESS;
}
