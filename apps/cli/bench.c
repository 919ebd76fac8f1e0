// agon bench: how fast this build is, and whether it computes what every other build computes.
#define _POSIX_C_SOURCE 200809L
#include "cli.h"

#include "agon/match.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#define GAMES_PER_LOOK 16 // at the clock

typedef struct bench_settings {
    double seconds;
    uint64_t games;
    bool signature;
    bool json;
} bench_settings;

typedef struct bench_result {
    const agon_rules *rules;
    int players;
    uint64_t games;
    uint64_t actions;
    double seconds;
} bench_result;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

// One random match through the public contract; returns the number of actions.
static uint64_t play(const agon_table *table, uint64_t number) {
    agon_state *state = table->state;
    agon_rng rng = agon_rng_make((agon_seed){.lo = number, .hi = 1, .is_wide = true});
    uint64_t actions = 0;
    agon_init(table->game, table->config, agon_seed_number((int64_t)number), state);
    while (!state->over) {
        for (int player = 0; player < table->game->players; player++) {
            agon_action action;
            if (agon_random_action(table->game, state, player, &rng, &action) != AGON_OK) {
                continue;
            }
            if (agon_apply(table->game, state, player, action, NULL, state, NULL) != AGON_OK) {
                return actions; // a listed action is never refused: the conformance suite's matter
            }
            actions++;
        }
    }
    return actions;
}

static void measure(const agon_table *table, double seconds, bench_result *result) {
    const double start = now();
    *result = (bench_result){.rules = table->codec->rules, .players = table->game->players};
    do {
        for (int i = 0; i < GAMES_PER_LOOK; i++) {
            result->actions += play(table, result->games++);
        }
        result->seconds = now() - start;
    } while (result->seconds < seconds);
}

static void print_result(const bench_result *result, bool json) {
    const double games = (double)result->games / result->seconds;
    const double actions = (double)result->actions / result->seconds;
    const double length = (double)result->actions / (double)result->games;
    if (json) {
        printf("{\"game\":\"%s\",\"players\":%d,\"games\":%" PRIu64 ",\"actions\":%" PRIu64
               ",\"seconds\":%.6f,\"games_per_second\":%.0f,\"flags\":\"%s\"}\n",
               result->rules->id, result->players, result->games, result->actions, result->seconds,
               games, AGON_BUILD_FLAGS);
    } else {
        printf("%-20s  %7d  %12.0f  %12.0f  %12.1f\n", result->rules->id, result->players, games,
               actions, length);
    }
    fflush(stdout);
}

static int bench_game(const agon_codec *codec, const void *user) {
    const bench_settings *settings = user;
    agon_table table;
    agon_error error = {0};
    json_t *config = json_pack("{s:i}", "seed", 1);
    agon_status status = agon_table_init(codec, config, &table, &error);
    if (status != AGON_OK) {
        agon_cli_complain("%s: %s", codec->rules->id, error.message);
    } else {
        bench_result result;
        measure(&table, settings->seconds, &result);
        print_result(&result, settings->json);
        agon_table_free(&table);
    }
    json_decref(config);
    return status == AGON_OK ? EX_OK : EX_SOFTWARE;
}

static int print_signature(uint64_t games) {
    const uint64_t signature = agon_signature((uint32_t)games);
    if (signature == 0) {
        agon_cli_complain("out of memory");
        return EX_OSERR;
    }
    printf("%016" PRIx64 "\n", signature);
    return EX_OK;
}

static int run(int count, char **arguments) {
    bench_settings settings = {.seconds = 1, .games = 1000};
    const agon_cli_option options[] = {
        {"--seconds", AGON_CLI_TIME, &settings.seconds},
        {"--games", AGON_CLI_COUNT, &settings.games},
        {"--signature", AGON_CLI_FLAG, &settings.signature},
        {"--json", AGON_CLI_FLAG, &settings.json},
        {0},
    };
    int code = agon_cli_parse(&agon_cli_bench, options, SIZE_MAX, &count, arguments);
    if (!code) {
        code = agon_cli_check_games(count, arguments);
    }
    if (code) {
        return code;
    }
    if (settings.signature) {
        if (count > 0 || settings.games > UINT32_MAX) {
            return agon_cli_usage_error(&agon_cli_bench, "--signature is over all games, up to "
                                                         "4294967295 matches each");
        }
        return print_signature(settings.games);
    }
    if (!settings.json) {
        printf("agon %s, built with %s\n%-20s  %7s  %12s  %12s  %12s\n", AGON_VERSION,
               AGON_BUILD_FLAGS, "GAME", "PLAYERS", "GAMES/S", "ACTIONS/S", "ACTIONS/GAME");
    }
    return agon_cli_each_game(count, arguments, bench_game, &settings);
}

const agon_cli_command agon_cli_bench = {
    .name = "bench",
    .summary = "measure speed, or print the signature of this build",
    .usage = "[GAME...] [--seconds S] [--json] | --signature [--games N]",
    .help =
        "Plays random matches of the games (all of them if none is named) on one core, through\n"
        "the public contract.\n"
        "\n"
        "  --seconds S   for each game; 1\n"
        "  --json        one JSON object per game and line\n"
        "  --signature   print one number over random matches of all games instead; every\n"
        "                build on every platform must print the same\n"
        "  --games N     how many matches of each go into the signature; 1000\n",
    .run = run,
};
