// A thousand matches of Stellar Skirmish at once, by random numbers of the mask: how often the player
// who acts first wins.
#include <agon/agon.h>
#include <agon/games/stellar-skirmish.h>
#include <stdio.h>
#include <stdlib.h>

#define LANES 64
#define MATCHES 1000

// A number that the mask allows, each as likely as the others.
static uint32_t choose(uint64_t mask, agon_rng *rng) {
    uint32_t count = 0;
    for (uint64_t rest = mask; rest; rest &= rest - 1) {
        count++;
    }
    uint32_t index = 0;
    for (uint32_t left = agon_uniform(rng, count) + 1; left > 0; index++) {
        left -= (uint32_t)(mask >> index & 1);
    }
    return index - 1;
}

// Plays and prints; false if a number of the mask is refused, which never happens.
static bool play(agon_batch *batch, int16_t *observations) {
    // Fifteen cards: one word of mask per lane.
    uint64_t masks[LANES];
    uint32_t indexes[LANES];
    uint8_t ended[LANES];
    int8_t outcomes[LANES][2];
    agon_batch_rows rows = {
        .observations = observations, .masks = masks, .ended = ended, .outcomes = &outcomes[0][0]};
    agon_rng rng = agon_rng_make(agon_seed_number(2));
    int matches = 0, won = 0, shared = 0;
    agon_batch_start(batch);
    agon_batch_look(batch, &rows);
    while (matches < MATCHES) {
        for (uint32_t lane = 0; lane < LANES; lane++) {
            indexes[lane] = choose(masks[lane], &rng);
        }
        if (agon_batch_step(batch, indexes, &rows) > 0) {
            return false;
        }
        for (uint32_t lane = 0; lane < LANES; lane++) {
            matches += ended[lane];
            won += ended[lane] && outcomes[lane][0] > 0;
            shared += ended[lane] && outcomes[lane][0] == 0;
        }
    }
    printf("%d matches: the first player won %d, %d were shared\n", matches, won, shared);
    return true;
}

int main(void) {
    agon_stellar_config config = agon_stellar_config_default();
    agon_game *game = malloc(agon_game_size(&agon_stellar_rules, &config));
    if (!game || agon_configure(&agon_stellar_rules, &config, game, NULL) != AGON_OK) {
        free(game);
        return EXIT_FAILURE;
    }
    agon_batch batch = {.game = game,
                        .space = agon_space_find(&agon_stellar_rules),
                        .config = &config,
                        .lanes = LANES,
                        .seed = agon_seed_number(1),
                        .resets = true,
                        .memory = aligned_alloc(64, agon_batch_size(game, LANES))};
    int16_t *observations = malloc(LANES * sizeof(int16_t) * agon_space_width(batch.space, game));
    bool is_done = batch.memory && observations && play(&batch, observations);
    free(observations);
    free(batch.memory);
    free(game);
    return is_done ? EXIT_SUCCESS : EXIT_FAILURE;
}
