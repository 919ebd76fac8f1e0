// libFuzzer target: files of nets (agon/net.h). Any bytes are refused or give valid actions.
#include "agon/net.h"

#include "agon/games/rock-paper-scissors.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    agon_error error = {0};
    agon_rps_config config = agon_rps_config_default();
    agon_net *net = agon_net_read(data, size, &error);
    if (!net) {
        return error.message[0] ? 0 : abort(), 0;
    }
    agon_game *game = malloc(agon_game_size(&agon_rps_rules, &config));
    if (game && agon_configure(&agon_rps_rules, &config, game, NULL) == AGON_OK &&
        agon_net_fits(net, game, NULL) == AGON_OK) {
        agon_state *state = malloc(game->state_max);
        agon_state *view = malloc(game->state_max);
        agon_rng rng = agon_rng_make(agon_seed_number(1));
        if (state && view) {
            agon_init(game, &config, agon_seed_number(1), state);
            if (agon_view(game, state, 0, view) != AGON_OK ||
                agon_check(game, view, 0, agon_net_choose(net, game, view, 0, &rng), NULL)) {
                abort();
            }
        }
        free(view);
        free(state);
    }
    free(game);
    agon_net_free(net);
    return 0;
}
