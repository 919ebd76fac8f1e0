// What a game spends its time on: random play, and each function of the contract by itself, on the
// states of random matches. Sizes and allocations besides.
//
//   parts [--seconds S] [--csv]
#include "bench/lib/bench.h"

#include "agon/codec.h"

#include <stdio.h>
#include <stdlib.h>

#define KEPT 512          // states of random matches that the functions are tried on
#define MOST_LISTED 65536 // actions of one list

typedef struct sample {
    bench_table *table;
    char *states; // KEPT of them
    size_t stride;
    int players[KEPT]; // who acts
    agon_action actions[KEPT];
    agon_action *list; // room for a list of all valid actions
    uint64_t listed;   // valid actions of all of them
    uint64_t used;     // bytes of all of them
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
    s->list = malloc(MOST_LISTED * sizeof s->list[0]);
    if (!s->states || !s->list) {
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
            s->listed += agon_count(game, copy, s->players[kept]);
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

// One of the valid actions.
static uint64_t run_choose(void *self, uint64_t first, uint64_t count, uint64_t *sum) {
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

// All valid actions.
static uint64_t run_list(void *self, uint64_t first, uint64_t count, uint64_t *sum) {
    const sample *s = self;
    uint64_t listed = 0;
    (void)sum;
    for (uint64_t i = first; i < first + count; i++) {
        listed += agon_list(s->table->game, state_at(s, i), s->players[i % KEPT], 0, s->list,
                            MOST_LISTED);
    }
    return listed;
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

// What random play allocates and copies, counted over some matches. Copies are those of the steps: a
// match begins before they are counted.
typedef struct tally {
    uint64_t allocations;
    double copied_in_place, copied_out_of_place; // bytes per step
} tally;

static tally count_play(bench_table *table) {
    tally t = {.allocations = bench_allocations()};
    uint64_t steps = 0, in_place = 0, out_of_place = 0;
    for (int match = 0; match < 16; match++) {
        agon_rng rng = bench_chooser((uint64_t)match);
        agon_state *state = table->state, *other = table->other;
        agon_init(table->game, table->config, agon_seed_number(match), state);
        for (; !state->over; steps++) {
            agon_action action;
            int player = actor(state);
            if (agon_random_action(table->game, state, player, &rng, &action)) {
                exit(1);
            }
            uint64_t before = bench_copied();
            bool failed = agon_apply(table->game, state, player, action, NULL, other, NULL);
            out_of_place += bench_copied() - before;
            before = bench_copied();
            failed |= agon_apply(table->game, state, player, action, NULL, state, NULL);
            in_place += bench_copied() - before;
            if (failed) {
                exit(1);
            }
        }
    }
    t.allocations = bench_allocations() - t.allocations;
    t.copied_in_place = (double)in_place / (double)steps;
    t.copied_out_of_place = (double)out_of_place / (double)steps;
    return t;
}

enum { PLAY, COPY, APPLY, CHOOSE, LIST, VIEW, RESAMPLE, CASES };

static void print(const bench_table *table, const bench_case *cases, const sample *s,
                  const tally *t, bool is_csv) {
    const bench_figure figures[] = {
        {"GAMES/S", 1e9 / cases[PLAY].best, 0},
        {"DECISIONS/S", 1e9 * cases[PLAY].decisions / cases[PLAY].best, 0},
        {"APPLY", cases[APPLY].best - cases[COPY].best, 1},
        {"CHOOSE", cases[CHOOSE].best, 1},
        {"LIST", cases[LIST].best, 1},
        {"ACTIONS", (double)s->listed / KEPT, 1},
        {"VIEW", cases[VIEW].best, 1},
        {"RESAMPLE", cases[RESAMPLE].best - cases[VIEW].best, 1},
        {"BYTES", (double)s->used / KEPT, 0},
        {"MOST", table->game->state_max, 0},
        {"COPIED", t->copied_out_of_place, 0},
        {"IN PLACE", t->copied_in_place, 0},
        {"ALLOCS", (double)t->allocations, 0},
    };
    static bool has_head;
    size_t count = sizeof figures / sizeof figures[0];
    if (is_csv) {
        bench_print_csv("parts", table->rules->id, table->game->players, figures, count);
        return;
    }
    if (!has_head) {
        bench_print_head(figures, count);
        has_head = true;
    }
    bench_print_row(table->rules->id, table->game->players, figures, count);
}

static void measure(const agon_rules *rules, int players, double seconds, bool is_csv) {
    bench_table table = bench_table_open(rules, players);
    sample s;
    tally t = count_play(&table);
    collect(&s, &table, 7);
    bench_case cases[CASES] = {
        [PLAY] = {.name = "play", .run = bench_play, .self = &table},
        [COPY] = {.name = "copy", .run = run_copy, .self = &s},
        [APPLY] = {.name = "apply", .run = run_apply, .self = &s},
        [CHOOSE] = {.name = "choose", .run = run_choose, .self = &s},
        [LIST] = {.name = "list", .run = run_list, .self = &s},
        [VIEW] = {.name = "view", .run = run_view, .self = &s},
        [RESAMPLE] = {.name = "resample", .run = run_resample, .self = &s},
    };
    bench_measure(cases, CASES, seconds);
    print(&table, cases, &s, &t, is_csv);
    free(s.states);
    free(s.list);
    bench_table_close(&table);
}

static const char legend[] =
    "Nanoseconds, on states of random matches: APPLY without copying the state, CHOOSE one valid\n"
    "action at random, LIST all of them (how many: ACTIONS), VIEW, RESAMPLE a view. Bytes: of a\n"
    "state in use (BYTES) and at MOST; COPIED per step by apply into other memory, and IN PLACE.\n"
    "ALLOCS: calls of malloc and its like in sixteen matches.\n";

int main(int count, char **arguments) {
    double seconds = bench_option(count, arguments, "--seconds", 0.5);
    bool is_csv = bench_has(count, arguments, "--csv");
    if (!is_csv) {
        bench_print_build();
    }
    const agon_codec *codec;
    for (size_t i = 0; (codec = agon_codec_at(i)); i++) {
        const agon_rules *rules = codec->rules;
        for (int players = rules->min_players; players <= rules->max_players; players++) {
            measure(rules, players, seconds, is_csv);
        }
    }
    fputs(is_csv ? "" : legend, stdout);
    return 0;
}
