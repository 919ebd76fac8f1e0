// How `agon bench` measures (measure.c) and what it found.
#ifndef AGON_APPS_CLI_BENCH_BENCH_H
#define AGON_APPS_CLI_BENCH_BENCH_H

#include "agon/codec.h"

#define BENCH_REPEATS 5 // a measurement is made of so many, to see how far they are apart

typedef struct agon_bench_result {
    const agon_rules *rules;
    int players;
    int threads;
    uint64_t games;               // or simulations
    uint64_t actions;             // of all games
    double seconds;               // all repeats together
    double rate, lowest, highest; // games per second: the median repeat and the outermost
    double cpu_seconds;           // processor time of all threads and repeats
    double instructions;          // per action; 0: this machine does not count them
} agon_bench_result;

// Random play with agon_playout. One thread is timed by its own processor time, so that other work on
// the machine counts as little as possible; several by the clock on the wall, each with a table of its
// own. AGON_NO_MEMORY, or what the config says, is the only way to fail.
agon_status agon_bench_random(const agon_codec *codec, int players, int threads, double seconds,
                              agon_bench_result *result, agon_error *error);

// So many matches, once, on one thread: the same work in every run.
agon_status agon_bench_exact(const agon_codec *codec, int players, uint64_t games,
                             agon_bench_result *result, agon_error *error);

// Instructions per action as callgrind counts them: this program runs itself under it.
// 0: there is no valgrind here, or it failed.
double agon_bench_callgrind(const agon_rules *rules, int players);

// Simulations of the search bot on the first state of a match.
agon_status agon_bench_search(const agon_codec *codec, int players, double seconds,
                              agon_bench_result *result, agon_error *error);

#endif
