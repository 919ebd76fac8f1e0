// What the benchmarks share: a game ready to be played, random play through the public contract,
// and measuring several programs in turn.
//
// Time is the processor time of the thread, so that what others do on the machine shows as little
// as possible. Programs that are compared take turns in short slices, so that what still shows hits
// all of them: quote ratios of one run, not times of two.
#ifndef AGON_BENCH_H
#define AGON_BENCH_H

#include "agon/game.h"

// A game with its config, and memory for states.
typedef struct bench_table {
    const agon_rules *rules;
    void *config;
    agon_game *game;
    agon_state *state, *view, *other;
} bench_table;

// The default config for so many players (0: the usual number). Ends the program if that fails.
bench_table bench_table_open(const agon_rules *rules, int players);
bench_table bench_table_open_with(const agon_rules *rules, const void *config);
void bench_table_close(bench_table *table);

// The generator that makes the choices of match number `number`; the game's own is seeded with the
// number itself.
agon_rng bench_chooser(uint64_t number);

// Folds a number into a checksum.
static inline uint64_t bench_fold(uint64_t sum, uint64_t value) {
    sum = (sum ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    return sum ^ sum >> 29;
}

// Random play through the public contract: whoever may act, the lowest player first, chooses
// uniformly. Returns the number of decisions. Folds every result (scores, winners, number of
// decisions) into `*sum`, unless it is NULL. `self` is a bench_table.
uint64_t bench_play(void *self, uint64_t first, uint64_t count, uint64_t *sum);

// The same with agon_playout instead of a loop.
uint64_t bench_playout(void *self, uint64_t first, uint64_t count, uint64_t *sum);

// The same fold, for programs of their own.
static inline uint64_t bench_fold_result(uint64_t sum, const int32_t *scores, int players,
                                         uint64_t winners, uint64_t decisions) {
    for (int p = 0; p < players; p++) {
        sum = bench_fold(sum, (uint32_t)scores[p]);
    }
    return bench_fold(bench_fold(sum, winners), decisions);
}

// One of several programs that are measured in turn.
typedef struct bench_case {
    const char *name;
    // Does the work numbered first … first+count−1; returns how many decisions that took.
    uint64_t (*run)(void *self, uint64_t first, uint64_t count, uint64_t *sum);
    void *self;
    // Filled in by bench_measure: nanoseconds per piece of work.
    double best, median, spread; // spread: half the distance of the quartiles, over the median
    double decisions;            // per piece of work
} bench_case;

// Measures all cases in turn for about so many seconds each.
void bench_measure(bench_case *cases, size_t count, double seconds);

// Ends the program unless all cases give the same checksum over the first `count` pieces of work.
void bench_verify(const bench_case *cases, size_t count, uint64_t work);

// Seconds of processor time of this thread.
double bench_now(void);

// How many times malloc, calloc or realloc have been called so far.
uint64_t bench_allocations(void);

// How many bytes memcpy and memmove have copied so far. Programs that ask are linked so that they
// count (cmake/AgonApps.cmake).
uint64_t bench_copied(void);

// The flags that the library and this program were built with; the processor; how busy it is.
void bench_print_build(void);

// A figure of a table: its name is the head of a column and, in lower case, what it is called in
// bench/results.
typedef struct bench_figure {
    const char *name;
    double value;
    int decimals;
} bench_figure;

// The head of a table, then its rows; or lines for bench/results, one per figure.
void bench_print_head(const bench_figure *figures, size_t count);
void bench_print_row(const char *game, int players, const bench_figure *figures, size_t count);
void bench_print_csv(const char *program, const char *game, int players,
                     const bench_figure *figures, size_t count);

// Whether `name` is among the arguments.
bool bench_has(int count, char **arguments, const char *name);

// The value of an option like "--seconds 2" or "--seconds=2"; `fallback` if it is not given.
double bench_option(int count, char **arguments, const char *name, double fallback);

#endif
