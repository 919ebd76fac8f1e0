// One match of Rock-Paper-Scissors through the contract: configure, init, apply, view.
#include <agon/agon.h>
#include <agon/games/rock-paper-scissors.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    agon_rps_config config = agon_rps_config_default();
    agon_game *game = malloc(agon_game_size(&agon_rps_rules, &config));
    if (!game || agon_configure(&agon_rps_rules, &config, game, NULL) != AGON_OK) {
        return EXIT_FAILURE;
    }
    agon_state *state = malloc(game->state_max);
    if (!state) {
        return EXIT_FAILURE;
    }
    agon_init(game, &config, agon_seed_number(1), state);

    agon_rng dice = agon_rng_make(agon_seed_number(2026));
    for (int player = 0; player < game->players; player++) {
        agon_action action;
        agon_error error;
        if (agon_random_action(game, state, player, &dice, &action) != AGON_OK ||
            agon_apply(game, state, player, action, NULL, state, &error) != AGON_OK) {
            return EXIT_FAILURE;
        }
        printf("%s chooses %d\n", agon_rps_player_id(game, player), action.a);
    }
    printf("over: %s, winners: %x, hash: %016llx\n", state->over ? "yes" : "no",
           (unsigned)agon_winners(game, state), (unsigned long long)agon_hash(game, state));
    free(state);
    free(game);
    return EXIT_SUCCESS;
}
