// Random play through the public contract beside programs written for nothing but speed, in one run.
//
//   limits [--seconds S] [--csv]
#include "lib/limit.h"

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

static bool is_v3(void) {
    return strstr(AGON_BUILD_FLAGS, "x86-64-v3") != NULL;
}

// `loop`: agon_random_action and agon_apply in a loop of the caller's; `playout`: agon_playout.
static void print_row(const contest *c, const bench_case *loop, const bench_case *playout,
                      const bench_case *limit, bool is_csv) {
    double bar = c->bars[is_v3()];
    double share = limit->best / playout->best;
    printf(is_csv ? "limits,%s,%d,%.0f,%.0f,%.0f,%.3f,%.3f,%.3f,%.2f,%s\n"
                  : "%-20s %7d %11.0f %11.0f %11.0f %7.3f %7.3f %7.3f %5.2f  %s\n",
           c->name, c->players, 1e9 / loop->best, 1e9 / playout->best, 1e9 / limit->best,
           limit->best / loop->best, share, limit->median / playout->median, bar,
           limit->best / loop->best >= bar ? "met"
           : share >= bar                  ? "met by playout"
                                           : "MISSED");
}

static void run(const contest *c, double seconds, bool is_csv) {
    bench_table table = bench_table_open(c->rules, c->players);
    bench_case cases[] = {
        {.name = "a loop", .run = bench_play, .self = &table},
        {.name = "agon_playout", .run = bench_playout, .self = &table},
        {.name = "the limit", .run = c->limit},
    };
    bench_verify(cases, 3, VERIFIED);
    bench_measure(cases, 3, seconds);
    print_row(c, &cases[0], &cases[1], &cases[2], is_csv);
    bench_table_close(&table);
}

int main(int count, char **arguments) {
    double seconds = bench_option(count, arguments, "--seconds", 1);
    bool is_csv = count > 1 && strcmp(arguments[count - 1], "--csv") == 0;
    if (!is_csv) {
        bench_print_build();
        printf("%-20s %7s %11s %11s %11s %7s %7s %7s %5s\n", "GAME", "PLAYERS", "LOOP/S",
               "PLAYOUT/S", "LIMIT/S", "LOOP", "PLAYOUT", "MEDIAN", "BAR");
    }
    for (size_t i = 0; i < sizeof contests / sizeof contests[0]; i++) {
        run(&contests[i], seconds, is_csv);
    }
    return 0;
}
