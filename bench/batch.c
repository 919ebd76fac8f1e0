// Batches: decisions per second of all games, stepping alone, with masks, and with masks and
// observations. The choices, uniform among the valid numbers of a mask, are part of the time.
//
//   batch [--seconds S] [--lanes N] [--game I] [--csv]
#include "bench/lib/bench.h"

#include "agon/batch.h"
#include "agon/codec.h"

#include "games/stellar-skirmish/select.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct runner {
    bench_table table;
    agon_batch batch;
    agon_batch_rows rows;
    uint32_t *indexes;
    uint32_t words;
    uint64_t random; // state of a small generator: choices need no secrets
    bool is_observing;
} runner;

static uint32_t random_below(uint64_t *random, uint32_t n) {
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    return (uint32_t)((*random >> 32) * n >> 32);
}

static uint32_t count_bits(uint64_t set) {
#ifdef __POPCNT__
    return (uint32_t)__builtin_popcountll(set);
#else
    set -= set >> 1 & UINT64_C(0x5555555555555555);
    set = (set & UINT64_C(0x3333333333333333)) + (set >> 2 & UINT64_C(0x3333333333333333));
    set = (set + (set >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (uint32_t)(set * UINT64_C(0x0101010101010101) >> 56);
#endif
}

// A uniform choice among the numbers of a mask.
static uint32_t choose(const uint64_t *mask, uint32_t words, uint64_t *random) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < words; i++) {
        count += count_bits(mask[i]);
    }
    uint32_t left = random_below(random, count);
    for (uint32_t i = 0;; i++) {
        uint32_t here = count_bits(mask[i]);
        if (left < here) {
            return 64 * i + stellar_select(mask[i], left);
        }
        left -= here;
    }
}

// `count` steps of the whole batch.
static uint64_t run(void *self, uint64_t first, uint64_t count, uint64_t *sum) {
    runner *r = self;
    (void)first;
    agon_batch_rows rows = r->rows;
    rows.observations = r->is_observing ? rows.observations : NULL;
    for (uint64_t i = 0; i < count; i++) {
        for (uint32_t lane = 0; lane < r->batch.lanes; lane++) {
            r->indexes[lane] = choose(rows.masks + (size_t)lane * r->words, r->words, &r->random);
        }
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
    r->words = agon_space_mask_words(space, game);
    r->batch.memory = need(agon_batch_size(game, lanes));
    r->indexes = need(lanes * sizeof r->indexes[0]);
    r->rows.players = need(lanes);
    r->rows.ended = need(lanes);
    r->rows.outcomes = need((size_t)lanes * game->players);
    r->rows.masks = need((size_t)lanes * r->words * sizeof(uint64_t));
    r->rows.observations = need((size_t)lanes * agon_space_width(space, game) * sizeof(int16_t));
    agon_batch_start(&r->batch);
    agon_batch_look(&r->batch, &r->rows);
}

static void close_runner(runner *r) {
    free(r->batch.memory);
    free(r->indexes);
    free(r->rows.players);
    free(r->rows.ended);
    free(r->rows.outcomes);
    free(r->rows.masks);
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
    runner plain, observing;
    open_runner(&plain, rules, players, lanes);
    open_runner(&observing, rules, players, lanes);
    observing.is_observing = true;
    bench_case cases[] = {{.name = "masks", .run = run, .self = &plain},
                          {.name = "masks and observations", .run = run, .self = &observing}};
    uint64_t before = bench_allocations();
    (void)run(&observing, 0, 4, NULL);
    uint64_t allocations = bench_allocations() - before;
    bench_measure(cases, 2, seconds);
    double masks = lanes * 1e3 / cases[0].best, full = lanes * 1e3 / cases[1].best;
    const agon_space *space = agon_space_find(rules);
    const bench_figure figures[] = {
        {"ACTIONS", space->action_count(plain.table.game), 0},
        {"VALUES", agon_space_width(space, plain.table.game), 0},
        {"MASKS", masks, 2},
        {"AND VALUES", full, 2},
        {"ALLOCS", (double)allocations, 0},
    };
    print(&plain.table, figures, sizeof figures / sizeof figures[0], is_csv);
    close_runner(&plain);
    close_runner(&observing);
}

int main(int count, char **arguments) {
    double seconds = bench_option(count, arguments, "--seconds", 1);
    uint32_t lanes = (uint32_t)bench_option(count, arguments, "--lanes", 64);
    int only = (int)bench_option(count, arguments, "--game", -1);
    bool is_csv = bench_has(count, arguments, "--csv");
    if (!is_csv) {
        bench_print_build();
        printf("%u lanes; million decisions a second, with MASKS, and with masks AND VALUES\n",
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
