// Games ready to be played, and random play through the public contract.
#include "bench/lib/bench.h"

#include <stdio.h>
#include <stdlib.h>

static void *allocate(size_t size) {
    void *memory = aligned_alloc(64, (size + 63) / 64 * 64);
    if (!memory) {
        fputs("bench: out of memory\n", stderr);
        exit(1);
    }
    return memory;
}

bench_table bench_table_open_with(const agon_rules *rules, const void *config) {
    bench_table table = {.rules = rules, .config = allocate(rules->config_size)};
    agon_error error = {0};
    for (size_t i = 0; i < rules->config_size; i++) {
        ((char *)table.config)[i] = ((const char *)config)[i];
    }
    table.game = allocate(agon_game_size(rules, config));
    if (agon_configure(rules, config, table.game, &error) != AGON_OK) {
        fprintf(stderr, "bench: %s: %s\n", rules->id, error.message);
        exit(1);
    }
    table.state = allocate(table.game->state_max);
    table.view = allocate(table.game->state_max);
    table.other = allocate(table.game->state_max);
    return table;
}

bench_table bench_table_open(const agon_rules *rules, int players) {
    void *config = allocate(rules->config_size);
    rules->config_default(config, players);
    bench_table table = bench_table_open_with(rules, config);
    free(config);
    return table;
}

void bench_table_close(bench_table *table) {
    free(table->config);
    free(table->game);
    free(table->state);
    free(table->view);
    free(table->other);
}

agon_rng bench_chooser(uint64_t number) {
    return agon_rng_make((agon_seed){.lo = number, .hi = 1, .is_wide = true});
}

static uint64_t play_one(const bench_table *table, uint64_t number) {
    const agon_game *game = table->game;
    agon_state *state = table->state;
    agon_rng rng = bench_chooser(number);
    uint64_t decisions = 0;
    agon_init(game, table->config, agon_seed_number((int64_t)number), state);
    while (!state->over) {
        int player = __builtin_ctz(state->to_act);
        agon_action action;
        if (agon_random_action(game, state, player, &rng, &action) != AGON_OK ||
            agon_apply(game, state, player, action, NULL, state, NULL) != AGON_OK) {
            fprintf(stderr, "bench: %s: a valid action was refused\n", table->rules->id);
            exit(1);
        }
        decisions++;
    }
    return decisions;
}

static void fold_result(const bench_table *table, uint64_t decisions, uint64_t *sum) {
    if (sum) {
        int32_t scores[AGON_MAX_PLAYERS];
        agon_scores(table->game, table->state, scores);
        *sum = bench_fold_result(*sum, scores, table->game->players,
                                 agon_winners(table->game, table->state), decisions);
    }
}

uint64_t bench_playout(void *self, uint64_t first, uint64_t count, uint64_t *sum) {
    const bench_table *table = self;
    uint64_t total = 0;
    for (uint64_t i = 0; i < count; i++) {
        agon_rng rng = bench_chooser(first + i);
        agon_init(table->game, table->config, agon_seed_number((int64_t)(first + i)), table->state);
        uint64_t decisions = agon_playout(table->game, table->state, &rng, UINT64_MAX);
        total += decisions;
        fold_result(table, decisions, sum);
    }
    return total;
}

uint64_t bench_play(void *self, uint64_t first, uint64_t count, uint64_t *sum) {
    const bench_table *table = self;
    uint64_t total = 0;
    for (uint64_t i = 0; i < count; i++) {
        uint64_t decisions = play_one(table, first + i);
        total += decisions;
        fold_result(table, decisions, sum);
    }
    return total;
}
