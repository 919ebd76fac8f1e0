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

static void print_row(const contest *c, const bench_case *library, const bench_case *limit,
                      bool is_csv) {
    double share = limit->best / library->best;
    double median_share = limit->median / library->median;
    if (is_csv) {
        printf("limits,%s,%d,%.0f,%.0f,%.1f,%.3f\n", c->name, c->players, 1e9 / library->best,
               1e9 / limit->best, library->best / library->decisions, share);
        return;
    }
    printf("%-20s %7d %11.0f %11.0f %8.1f %8.1f %7.1f %% %7.1f %% %6.0f %%  %s\n", c->name,
           c->players, 1e9 / library->best, 1e9 / limit->best, library->best / library->decisions,
           limit->best / limit->decisions, 100 * share, 100 * median_share, 100 * c->bars[is_v3()],
           share >= c->bars[is_v3()] ? "met" : "MISSED");
}

static void run(const contest *c, double seconds, bool is_csv) {
    bench_table table = bench_table_open(c->rules, c->players);
    bench_case cases[] = {
        {.name = "the library", .run = bench_play, .self = &table},
        {.name = "the limit", .run = c->limit},
        {.name = "agon_playout", .run = bench_playout, .self = &table},
    };
    bench_verify(cases, 3, VERIFIED);
    bench_measure(cases, 3, seconds);
    print_row(c, &cases[0], &cases[1], is_csv);
    print_row(c, &cases[2], &cases[1], is_csv);
    bench_table_close(&table);
}

int main(int count, char **arguments) {
    double seconds = bench_option(count, arguments, "--seconds", 1);
    bool is_csv = count > 1 && strcmp(arguments[count - 1], "--csv") == 0;
    if (!is_csv) {
        bench_print_build();
        printf("%-20s %7s %11s %11s %8s %8s %9s %9s %8s\n", "GAME", "PLAYERS", "GAMES/S", "LIMIT/S",
               "NS/DEC", "LIMIT", "SHARE", "(MEDIAN)", "BAR");
    }
    for (size_t i = 0; i < sizeof contests / sizeof contests[0]; i++) {
        run(&contests[i], seconds, is_csv);
    }
    return 0;
}
