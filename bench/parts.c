// What a game spends its time on: random play, and each function of the contract by itself, on the
// states of random matches. Sizes and allocations besides.
//
//   parts [--seconds S] [--csv]
#include "lib/bench.h"

#include "agon/codec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEPT 512 // states of random matches that the functions are tried on

typedef struct sample {
    bench_table *table;
    char *states; // KEPT of them
    size_t stride;
    int players[KEPT]; // who acts
    agon_action actions[KEPT];
    uint64_t used; // bytes of all of them
} sample;

static const agon_state *state_at(const sample *s, uint64_t i) {
    return (const agon_state *)(s->states + s->stride * (i % KEPT));
}

static int actor(const agon_state *state) {
    return __builtin_ctz(state->to_act);
}

// One state in `every` of random matches, with an action that may follow.
static void collect(sample *s, bench_table *table, uint64_t every) {
    const agon_game *game = table->game;
    agon_rng rng = bench_chooser(1);
    uint64_t match = 0, step = 0, kept = 0;
    *s = (sample){.table = table, .stride = ((size_t)game->state_max + 63) / 64 * 64};
    s->states = aligned_alloc(64, s->stride * KEPT);
    if (!s->states) {
        exit(1);
    }
    agon_init(game, table->config, agon_seed_number(0), table->state);
    while (kept < KEPT) {
        if (table->state->over) {
            agon_init(game, table->config, agon_seed_number((int64_t)++match), table->state);
        }
        if (step++ % every == 0) {
            agon_state *copy = (agon_state *)(s->states + s->stride * kept);
            agon_copy(copy, table->state);
            s->players[kept] = actor(copy);
            if (agon_random_action(game, copy, s->players[kept], &rng, &s->actions[kept])) {
                exit(1);
            }
            s->used += copy->used;
            kept++;
        }
        (void)agon_playout(game, table->state, &rng, 1);
    }
}

static uint64_t run_copy(void *self, uint64_t first, uint64_t count, uint64_t *sum) {
    const sample *s = self;
    (void)sum;
    for (uint64_t i = first; i < first + count; i++) {
        agon_copy(s->table->state, state_at(s, i));
    }
    return count;
}

// Out of place, so the copy is part of it.
static uint64_t run_apply(void *self, uint64_t first, uint64_t count, uint64_t *sum) {
    const sample *s = self;
    uint64_t refused = 0;
    (void)sum;
    for (uint64_t i = first; i < first + count; i++) {
        refused += agon_apply(s->table->game, state_at(s, i), s->players[i % KEPT],
                              s->actions[i % KEPT], NULL, s->table->state, NULL) != AGON_OK;
    }
    return count - refused;
}

// The number of valid actions, and one of them.
static uint64_t run_list(void *self, uint64_t first, uint64_t count, uint64_t *sum) {
    const sample *s = self;
    agon_rng rng = bench_chooser(first);
    uint64_t done = 0;
    (void)sum;
    for (uint64_t i = first; i < first + count; i++) {
        agon_action action;
        done += agon_random_action(s->table->game, state_at(s, i), s->players[i % KEPT], &rng,
                                   &action) == AGON_OK;
    }
    return done;
}

static uint64_t run_view(void *self, uint64_t first, uint64_t count, uint64_t *sum) {
    const sample *s = self;
    uint64_t done = 0;
    (void)sum;
    for (uint64_t i = first; i < first + count; i++) {
        done += agon_view(s->table->game, state_at(s, i), s->players[i % KEPT], s->table->view) ==
                AGON_OK;
    }
    return done;
}

// A view, and a full state made from it.
static uint64_t run_resample(void *self, uint64_t first, uint64_t count, uint64_t *sum) {
    const sample *s = self;
    agon_rng rng = bench_chooser(first);
    uint64_t done = 0;
    (void)sum;
    for (uint64_t i = first; i < first + count; i++) {
        done += agon_view(s->table->game, state_at(s, i), s->players[i % KEPT], s->table->view) ==
                    AGON_OK &&
                agon_resample(s->table->game, s->table->view, &rng, s->table->other) == AGON_OK;
    }
    return done;
}

static uint64_t allocations_of_a_match(bench_table *table) {
    uint64_t before = bench_allocations();
    (void)bench_play(table, 0, 16, NULL);
    return bench_allocations() - before;
}

static void measure(const agon_rules *rules, int players, double seconds, bool is_csv) {
    bench_table table = bench_table_open(rules, players);
    sample s;
    uint64_t allocations = allocations_of_a_match(&table);
    collect(&s, &table, 7);
    bench_case cases[] = {
        {.name = "play", .run = bench_play, .self = &table},
        {.name = "copy", .run = run_copy, .self = &s},
        {.name = "apply", .run = run_apply, .self = &s},
        {.name = "list", .run = run_list, .self = &s},
        {.name = "view", .run = run_view, .self = &s},
        {.name = "resample", .run = run_resample, .self = &s},
    };
    bench_measure(cases, sizeof cases / sizeof cases[0], seconds);
    double resample = cases[5].best - cases[4].best;
    printf(is_csv ? "parts,%s,%d,%.0f,%.0f,%.1f,%.1f,%.1f,%.1f,%.0f,%u,%llu\n"
                  : "%-20s %7d %11.0f %11.0f %7.1f %7.1f %7.1f %9.1f %9.0f %9u %7llu\n",
           rules->id, table.game->players, 1e9 / cases[0].best,
           1e9 * cases[0].decisions / cases[0].best, cases[2].best - cases[1].best, cases[3].best,
           cases[4].best, resample, (double)s.used / KEPT, table.game->state_max,
           (unsigned long long)allocations);
    free(s.states);
    bench_table_close(&table);
}

int main(int count, char **arguments) {
    double seconds = bench_option(count, arguments, "--seconds", 0.5);
    bool is_csv = count > 1 && strcmp(arguments[count - 1], "--csv") == 0;
    if (!is_csv) {
        bench_print_build();
        printf("%-20s %7s %11s %11s %7s %7s %7s %9s %9s %9s %7s\n", "GAME", "PLAYERS", "GAMES/S",
               "DECISIONS/S", "APPLY", "LIST", "VIEW", "RESAMPLE", "COPIED", "MOST", "ALLOCS");
    }
    const agon_codec *codec;
    for (size_t i = 0; (codec = agon_codec_at(i)); i++) {
        const agon_rules *rules = codec->rules;
        for (int players = rules->min_players; players <= rules->max_players; players++) {
            measure(rules, players, seconds, is_csv);
        }
    }
    return 0;
}
