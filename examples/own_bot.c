// A strategy of one's own for Entropy: one function that is asked for a move again and again until
// it ends its turn. Plays 10,000 matches against the built-in gte, first and second by turns.
#include <agon/agon.h>
#include <agon/games/entropy.h>
#include <stdio.h>
#include <stdlib.h>

// Success takes a territory and its dice, failure costs dice; either way enemies may come back.
static double promise(const agon_thought *thought, agon_action attack) {
    agon_entropy_node from = agon_entropy_node_at(thought->view, attack.a);
    agon_entropy_node to = agon_entropy_node_at(thought->view, attack.b);
    int a = 6 * from.dice, d = 6 * to.dice; // of all pairs of rolls these win:
    int wins = a <= d ? a * (a - 1) / 2 : d * (d - 1) / 2 + (a - d) * d;
    double chance = (double)wins / (a * d), danger = 0;
    for (int i = 0; i < from.degree; i++) {
        int owner = agon_entropy_node_at(thought->view, from.neighbors[i]).owner;
        danger += owner != AGON_ENTROPY_EMPTY && owner != thought->player ? 2 : 0;
    }
    return chance * (18 + 5 * to.dice) - (1 - chance) * (from.dice - 1) - danger;
}

static agon_action think(const agon_thought *thought) {
    agon_action best = agon_entropy_end_turn();
    double most = 0;
    uint32_t count = agon_count(thought->game, thought->view, thought->player);
    for (uint32_t i = 0; i + 1 < count; i++) { // the last one is the end of the turn
        agon_action attack = agon_nth(thought->game, thought->view, thought->player, i);
        double value = promise(thought, attack);
        best = value > most ? attack : best;
        most = value > most ? value : most;
    }
    return best;
}

int main(void) {
    const agon_bot own = {.id = "own", .summary = "weighs gain and danger", .think = think};
    const agon_bot *gte = agon_bot_find(&agon_entropy_rules, "gte");
    agon_entropy_config config = agon_entropy_config_default(2);
    agon_game *game = malloc(agon_game_size(&agon_entropy_rules, &config));
    if (!game || agon_configure(&agon_entropy_rules, &config, game, NULL) != AGON_OK) {
        return EXIT_FAILURE;
    }
    agon_seat seats[2];
    agon_state *state = malloc(game->state_max);
    int won = 0;
    for (int i = 0; state && i < 10000; i++) {
        agon_seed seed = agon_seed_number(i / 2); // each board twice, with the seats changed
        seats[i % 2] = agon_seat_make(&own, seed, i % 2);
        seats[1 - i % 2] = agon_seat_make(gte, seed, 1 - i % 2);
        agon_init(game, &config, seed, state);
        won += agon_play_bots(game, state, seats, NULL, NULL, NULL) == AGON_OK &&
               agon_winners(game, state) == agon_viewer_bit(i % 2);
    }
    printf("own %d : %d gte\n", won, 10000 - won);
    free(state), free(game);
    return won > 5200 ? EXIT_SUCCESS : EXIT_FAILURE;
}
