// Random play through the public contract beside programs written for nothing but speed, in one run.
//
//   limits [--seconds S] [--csv]
//   limits --flags                          prints the flags of this build
//   limits --row R --column C --count N     plays N matches of one program of the table and prints
//                                           how many decisions that took: to count instructions
//                                           with something else, for example callgrind
#include "bench/lib/limit.h"

#include "games/entropy/entropy.h"
#include "games/rock-paper-scissors/rock-paper-scissors.h"
#include "games/stellar-skirmish/stellar-skirmish.h"

#include <stdio.h>
#include <string.h>

#define VERIFIED 2000 // matches whose results are compared first

typedef struct contest {
    const char *name;
    const agon_rules *rules;
    int players;
    uint64_t (*limit)(void *self, uint64_t first, uint64_t count, uint64_t *sum);
    double bars[2]; // DESIGN 11: share of the limit, portable and x86-64-v3
} contest;

static const contest contests[] = {
    {"stellar-skirmish", &agon_stellar_rules, 2, limit_stellar, {0.45, 0.33}},
    {"entropy", &agon_entropy_rules, 2, limit_entropy_2, {0.65, 0.65}},
    {"entropy", &agon_entropy_rules, 4, limit_entropy_4, {0.65, 0.65}},
    {"entropy", &agon_entropy_rules, 8, limit_entropy_8, {0.65, 0.65}},
    {"rock-paper-scissors", &agon_rps_rules, 2, limit_rps, {0.30, 0.30}},
};

#define ROW_COUNT ((int)(sizeof contests / sizeof contests[0]))

static bool is_v3(void) {
    return strstr(AGON_BUILD_FLAGS, "x86-64-v3") != NULL;
}

// Of the three programs the first two are the library: a loop of agon_random_action and agon_apply in
// the caller's program, and agon_playout.
static void print(const contest *c, const bench_case *cases, bool is_csv) {
    const bench_case *loop = &cases[0], *playout = &cases[1], *limit = &cases[2];
    double bar = c->bars[is_v3()];
    const bench_figure figures[] = {
        {"LOOP/S", 1e9 / loop->best, 0},
        {"PLAYOUT/S", 1e9 / playout->best, 0},
        {"LIMIT/S", 1e9 / limit->best, 0},
        {"LOOP", limit->best / loop->best, 3},
        {"PLAYOUT", limit->best / playout->best, 3},
        {"MEDIAN", limit->median / playout->median, 3},
        {"BAR", bar, 2},
    };
    size_t count = sizeof figures / sizeof figures[0];
    if (is_csv) {
        bench_print_csv("limits", c->name, c->players, figures, count);
        return;
    }
    if (c == contests) {
        bench_print_head(figures, count);
    }
    bench_print_row(c->name, c->players, figures, count);
    if (limit->best / loop->best < bar) {
        printf("%28s %s\n", "",
               limit->best / playout->best < bar ? "bar MISSED" : "bar met by agon_playout");
    }
}

#define COLUMNS 3

static void fill_cases(const contest *c, bench_table *table, bench_case cases[COLUMNS]) {
    cases[0] = (bench_case){.name = "a loop", .run = bench_play, .self = table};
    cases[1] = (bench_case){.name = "agon_playout", .run = bench_playout, .self = table};
    cases[2] = (bench_case){.name = "the limit", .run = c->limit};
}

static void run(const contest *c, double seconds, bool is_csv) {
    bench_table table = bench_table_open(c->rules, c->players);
    bench_case cases[COLUMNS];
    fill_cases(c, &table, cases);
    bench_verify(cases, COLUMNS, VERIFIED);
    bench_measure(cases, COLUMNS, seconds);
    print(c, cases, is_csv);
    bench_table_close(&table);
}

// Nothing but the matches asked for.
static int run_only(double row, double column, double count) {
    if (row < 0 || row >= ROW_COUNT || column < 0 || column >= COLUMNS) {
        fprintf(stderr, "limits: there are %d rows and %d columns, from 0 on\n", ROW_COUNT,
                COLUMNS);
        return 1;
    }
    const contest *c = &contests[(size_t)row];
    bench_table table = bench_table_open(c->rules, c->players);
    bench_case cases[COLUMNS];
    fill_cases(c, &table, cases);
    const bench_case *only = &cases[(size_t)column];
    uint64_t decisions = only->run(only->self, 0, (uint64_t)count, NULL);
    printf("%s %d %s: %llu decisions\n", c->name, c->players, only->name,
           (unsigned long long)decisions);
    bench_table_close(&table);
    return 0;
}

int main(int count, char **arguments) {
    double seconds = bench_option(count, arguments, "--seconds", 1);
    double matches = bench_option(count, arguments, "--count", 0);
    bool is_csv = bench_has(count, arguments, "--csv");
    if (bench_has(count, arguments, "--flags")) {
        puts(AGON_BUILD_FLAGS);
        return 0;
    }
    if (matches > 0) {
        return run_only(bench_option(count, arguments, "--row", 0),
                        bench_option(count, arguments, "--column", 0), matches);
    }
    if (!is_csv) {
        bench_print_build();
    }
    for (int i = 0; i < ROW_COUNT; i++) {
        run(&contests[i], seconds, is_csv);
    }
    if (!is_csv) {
        puts("Matches a second, and as shares of the limit; MEDIAN: PLAYOUT by the median slices.");
    }
    return 0;
}
