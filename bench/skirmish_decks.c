// How Skirmish's starter decks do against each other: a table of win shares.
//
//     skirmish_decks [MATCHES] [BOT]     per pairing (default 10000), both seats played by BOT (random)
//
// A row is the deck of player 0, a column that of player 1; a draw counts half. The start is drawn in
// every match, so the seats are equal.
#include "games/skirmish/skirmish.h"

#include "agon/bot.h"

#include <stdio.h>
#include <stdlib.h>

// Two Necromancers can raise each other for ever; chance goes on from here.
#define ACTIONS_MAX 5000

typedef struct bench {
    const agon_bot *bot;
    int matches;
    agon_game *game;
    agon_state *state, *view;
    agon_rng rng;
} bench;

static agon_status act(bench *b, int player, int step) {
    const agon_bot *bot = step < ACTIONS_MAX ? b->bot : &agon_random_bot;
    agon_thought thought = {.game = b->game, .view = b->view, .player = player, .rng = &b->rng};
    return agon_apply(b->game, b->state, player, bot->think(&thought), NULL, b->state, NULL);
}

// Plays one match; returns player 0's result in halves.
static int play(bench *b, const agon_skirmish_config *config, int seed) {
    agon_init(b->game, config, agon_seed_number(seed), b->state);
    for (int step = 0; !b->state->over; step++) {
        int player = agon_current_player(b->game, b->state);
        if (agon_view(b->game, b->state, player, b->view) || act(b, player, step)) {
            fprintf(stderr, "seed %d: an action was refused\n", seed);
            exit(1);
        }
    }
    agon_viewers winners = agon_winners(b->game, b->state);
    return winners == AGON_NONE ? 1 : winners == 1 ? 2 : 0;
}

static double share(bench *b, size_t row, size_t column) {
    agon_skirmish_config config = agon_skirmish_config_default();
    config.decks[0] = agon_skirmish_starter_deck(row)->deck;
    config.decks[1] = agon_skirmish_starter_deck(column)->deck;
    long halves = 0;
    if (agon_configure(&agon_skirmish_rules, &config, b->game, NULL)) {
        exit(1);
    }
    for (int seed = 0; seed < b->matches; seed++) {
        halves += play(b, &config, seed);
    }
    return 50.0 * (double)halves / b->matches;
}

static void print_table(bench *b) {
    printf("%-10s", "");
    for (size_t i = 0; agon_skirmish_starter_deck(i); i++) {
        printf(" %9s", agon_skirmish_starter_deck(i)->name);
    }
    for (size_t row = 0; agon_skirmish_starter_deck(row); row++) {
        printf("\n%-10s", agon_skirmish_starter_deck(row)->name);
        for (size_t column = 0; agon_skirmish_starter_deck(column); column++) {
            printf(" %9.1f", share(b, row, column));
            fflush(stdout);
        }
    }
    printf("\n");
}

int main(int argc, char **argv) {
    agon_skirmish_config config = agon_skirmish_config_default();
    const char *name = argc > 2 ? argv[2] : "random";
    bench b = {.bot = agon_bot_find(&agon_skirmish_rules, name),
               .matches = argc > 1 ? atoi(argv[1]) : 10000,
               .game = malloc(agon_game_size(&agon_skirmish_rules, &config)),
               .rng = agon_rng_make(agon_seed_number(1))};
    if (!b.bot || b.matches < 1 || !b.game ||
        agon_configure(&agon_skirmish_rules, &config, b.game, NULL)) {
        fprintf(stderr, "usage: skirmish_decks [MATCHES] [BOT]\n");
        free(b.game);
        return 2;
    }
    b.state = malloc(b.game->state_max);
    b.view = malloc(b.game->state_max);
    if (b.state && b.view) {
        print_table(&b);
    }
    free(b.view);
    free(b.state);
    free(b.game);
    return 0;
}
