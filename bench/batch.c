// Batches: decisions per second of all games: with masks, with masks and observations, and with folded
// masks and observations. The choices, uniform among the valid numbers of a mask, are part of the time.
//
//   batch [--seconds S] [--lanes N] [--game I] [--csv]
#include "bench/lib/bench.h"

#include "agon/batch.h"
#include "agon/codec.h"

#include "src/core/bits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct runner {
    bench_table table;
    agon_batch batch;
    agon_batch_rows rows;
    uint32_t *indexes;
    uint64_t random; // state of a small generator: choices need no secrets
    agon_rng rng;    // for agon_space_choose
    bool is_observing, is_folding;
} runner;

static uint32_t random_below(uint64_t *random, uint32_t n) {
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    return (uint32_t)((*random >> 32) * n >> 32);
}

// A uniform choice among the numbers of a mask.
static uint32_t choose(const uint64_t *mask, uint32_t words, uint64_t *random) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < words; i++) {
        count += agon_bits_count(mask[i]);
    }
    uint32_t left = random_below(random, count);
    for (uint32_t i = 0;; i++) {
        uint32_t here = agon_bits_count(mask[i]);
        if (left < here) {
            return 64 * i + agon_bits_select(mask[i], left);
        }
        left -= here;
    }
}

static void choose_all(runner *r) {
    for (uint32_t lane = 0; lane < r->batch.lanes; lane++) {
        const uint64_t *folded = r->rows.folded + (size_t)lane * r->batch.folded_words;
        const uint64_t *mask = r->rows.masks + (size_t)lane * r->batch.words;
        r->indexes[lane] = r->is_folding
                               ? agon_space_choose(r->batch.space, r->batch.game, folded, &r->rng)
                               : choose(mask, r->batch.words, &r->random);
    }
}

// `count` steps of the whole batch.
static uint64_t run(void *self, uint64_t first, uint64_t count, uint64_t *sum) {
    runner *r = self;
    (void)first;
    agon_batch_rows rows = r->rows;
    rows.observations = r->is_observing ? rows.observations : NULL;
    rows.masks = r->is_folding ? NULL : rows.masks;
    rows.folded = r->is_folding ? rows.folded : NULL;
    for (uint64_t i = 0; i < count; i++) {
        choose_all(r);
        if (agon_batch_step(&r->batch, r->indexes, &rows) != 0) {
            fprintf(stderr, "bench: %s refused a number of its mask\n", r->table.rules->id);
            exit(1);
        }
    }
    if (sum) {
        *sum = bench_fold(*sum, r->random);
    }
    return count * r->batch.lanes;
}

static void *need(size_t size) {
    void *memory = aligned_alloc(64, (size + 127) / 64 * 64);
    if (!memory) {
        exit(1);
    }
    memset(memory, 0, (size + 127) / 64 * 64);
    return memory;
}

static void open_runner(runner *r, const agon_rules *rules, int players, uint32_t lanes) {
    *r = (runner){.table = bench_table_open(rules, players), .random = 88172645463325252u};
    const agon_game *game = r->table.game;
    const agon_space *space = agon_space_find(rules);
    r->batch = (agon_batch){.game = game,
                            .space = space,
                            .config = r->table.config,
                            .lanes = lanes,
                            .seed = agon_seed_number(1),
                            .resets = true};
    r->rng = agon_rng_make(agon_seed_number(1));
    r->batch.memory = need(agon_batch_size(game, lanes));
    agon_batch_start(&r->batch);
    r->indexes = need(lanes * sizeof r->indexes[0]);
    r->rows.players = need(lanes);
    r->rows.ended = need(lanes);
    r->rows.outcomes = need((size_t)lanes * game->players);
    r->rows.masks = need((size_t)lanes * r->batch.words * sizeof(uint64_t));
    r->rows.folded = need((size_t)lanes * r->batch.folded_words * sizeof(uint64_t));
    r->rows.observations = need((size_t)lanes * r->batch.width * sizeof(int16_t));
    agon_batch_look(&r->batch, &r->rows);
}

static void close_runner(runner *r) {
    free(r->batch.memory);
    free(r->indexes);
    free(r->rows.players);
    free(r->rows.ended);
    free(r->rows.outcomes);
    free(r->rows.masks);
    free(r->rows.folded);
    free(r->rows.observations);
    bench_table_close(&r->table);
}

static void print(const bench_table *table, const bench_figure *figures, size_t count,
                  bool is_csv) {
    static bool has_head;
    if (is_csv) {
        bench_print_csv("batch", table->rules->id, table->game->players, figures, count);
        return;
    }
    if (!has_head) {
        bench_print_head(figures, count);
        has_head = true;
    }
    bench_print_row(table->rules->id, table->game->players, figures, count);
}

static void measure(const agon_rules *rules, int players, uint32_t lanes, double seconds,
                    bool is_csv) {
    runner runners[3];
    bench_case cases[3];
    for (int i = 0; i < 3; i++) {
        open_runner(&runners[i], rules, players, lanes);
        runners[i].is_observing = i > 0;
        runners[i].is_folding = i > 1;
        cases[i] = (bench_case){.name = "steps", .run = run, .self = &runners[i]};
    }
    uint64_t before = bench_allocations();
    (void)run(&runners[1], 0, 4, NULL);
    (void)run(&runners[2], 0, 4, NULL);
    uint64_t allocations = bench_allocations() - before;
    bench_measure(cases, 3, seconds);
    const agon_batch *batch = &runners[0].batch;
    const bench_figure figures[] = {
        {"ACTIONS", batch->actions, 0},
        {"VALUES", batch->width, 0},
        {"MASKS", lanes * 1e3 / cases[0].best, 2},
        {"AND VALUES", lanes * 1e3 / cases[1].best, 2},
        {"FOLDED", lanes * 1e3 / cases[2].best, 2},
        {"ALLOCS", (double)allocations, 0},
    };
    print(&runners[0].table, figures, sizeof figures / sizeof figures[0], is_csv);
    for (int i = 0; i < 3; i++) {
        close_runner(&runners[i]);
    }
}

int main(int count, char **arguments) {
    double seconds = bench_option(count, arguments, "--seconds", 1);
    uint32_t lanes = (uint32_t)bench_option(count, arguments, "--lanes", 64);
    int only = (int)bench_option(count, arguments, "--game", -1);
    bool is_csv = bench_has(count, arguments, "--csv");
    if (!is_csv) {
        bench_print_build();
        printf(
            "%u lanes; million decisions a second: with MASKS, with masks AND VALUES, with FOLDED "
            "masks and values\n",
            lanes);
    }
    const agon_codec *codec;
    for (size_t i = 0; (codec = agon_codec_at(i)); i++) {
        if (only >= 0 && (size_t)only != i) {
            continue;
        }
        measure(codec->rules, 0, lanes, seconds, is_csv);
        if (codec->rules->max_players > codec->rules->min_players) {
            measure(codec->rules, codec->rules->max_players, lanes, seconds, is_csv);
        }
    }
    return 0;
}
