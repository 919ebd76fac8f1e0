// agon bench: how fast this build is, and whether it computes what every other build computes.
#include "apps/cli/bench/bench.h"

#include "apps/cli/cli.h"

#include "agon/check.h"
#include "agon/version.h"

#include <inttypes.h>
#include <stdio.h>

#define SIGNATURE_GAMES 1000

typedef struct bench_settings {
    double seconds;
    uint64_t games; // 0: as many as there is time for
    uint64_t players, threads;
    bool signature, json, search, instructions;
} bench_settings;

// Games per second of processor time: as long as this stays, more threads are that much faster where
// there are processors for them.
static double per_cpu_second(const agon_bench_result *r) {
    return r->cpu_seconds > 0 ? (double)r->games / r->cpu_seconds : 0;
}

static void print_json(const agon_bench_result *r, bool is_search) {
    printf("{\"game\":\"%s\",\"players\":%d,\"threads\":%d,\"seconds\":%.6f,", r->rules->id,
           r->players, r->threads, r->seconds);
    if (is_search) {
        printf("\"simulations\":%" PRIu64 ",\"simulations_per_second\":%.0f,", r->games, r->rate);
    } else {
        printf("\"games\":%" PRIu64 ",\"actions\":%" PRIu64 ",\"games_per_second\":%.0f,"
               "\"actions_per_second\":%.0f,\"games_per_cpu_second\":%.0f,",
               r->games, r->actions, r->rate, r->rate * (double)r->actions / (double)r->games,
               per_cpu_second(r));
    }
    printf("\"lowest\":%.0f,\"highest\":%.0f,", r->lowest, r->highest);
    if (r->instructions > 0) {
        printf("\"instructions_per_action\":%.1f,", r->instructions);
    }
    printf("\"flags\":\"%s\"}\n", AGON_BUILD_FLAGS);
}

// How far the repeats are from their median, in per cent.
static double spread(const agon_bench_result *r) {
    double below = r->rate - r->lowest, above = r->highest - r->rate;
    return 100 * (below > above ? below : above) / r->rate;
}

static void print_row(const agon_bench_result *r, bool is_search) {
    if (is_search) {
        printf("%-20s  %7d  %14.0f  %6.1f %%\n", r->rules->id, r->players, r->rate, spread(r));
        return;
    }
    double length = (double)r->actions / (double)r->games;
    printf("%-20s  %7d  %7d  %12.0f  %6.1f %%  %12.0f  %12.0f  %12.1f", r->rules->id, r->players,
           r->threads, r->rate, spread(r), per_cpu_second(r), r->rate * length, length);
    if (r->instructions > 0) {
        printf("  %12.1f\n", r->instructions);
    } else {
        printf("  %12s\n", "-");
    }
}

static void print_result(const agon_bench_result *result, const bench_settings *settings) {
    if (settings->json) {
        print_json(result, settings->search);
    } else {
        print_row(result, settings->search);
    }
    fflush(stdout);
}

static agon_status measure(const agon_codec *codec, const bench_settings *settings,
                           agon_error *error) {
    int players = (int)settings->players;
    agon_bench_result result;
    agon_status status;
    if (settings->search || settings->games) {
        status = settings->search
                     ? agon_bench_search(codec, players, settings->seconds, &result, error)
                     : agon_bench_exact(codec, players, settings->games, &result, error);
        if (status == AGON_OK) {
            print_result(&result, settings);
        }
        return status;
    }
    // 1, 2, 4 … threads and the number asked for: how the speed grows.
    for (uint64_t threads = 1;; threads *= 2) {
        uint64_t now = threads < settings->threads ? threads : settings->threads;
        status = agon_bench_random(codec, players, (int)now, settings->seconds, &result, error);
        if (status != AGON_OK) {
            return status;
        }
        if (settings->instructions && now == 1 && result.instructions <= 0) {
            result.instructions = agon_bench_callgrind(codec->rules, result.players);
        }
        print_result(&result, settings);
        if (now == settings->threads) {
            return AGON_OK;
        }
    }
}

static bool has_players(const agon_rules *rules, uint64_t players) {
    return players == 0 || (players >= rules->min_players && players <= rules->max_players);
}

// Games for other numbers of players are left out, unless they are named; see check_settings.
static int bench_game(const agon_codec *codec, const void *user) {
    const bench_settings *settings = user;
    agon_error error = {0};
    if (!has_players(codec->rules, settings->players)) {
        return EX_OK;
    }
    agon_status status = measure(codec, settings, &error);
    if (status != AGON_OK) {
        agon_cli_complain("%s: %s", codec->rules->id, error.message);
    }
    return status == AGON_OK ? EX_OK : EX_SOFTWARE;
}

static void print_head(const bench_settings *settings) {
    printf("agon %s, built with %s\n", AGON_VERSION, AGON_BUILD_FLAGS);
    if (settings->search) {
        printf("%-20s  %7s  %14s  %8s\n", "GAME", "PLAYERS", "SIMULATIONS/S", "SPREAD");
    } else {
        printf("%-20s  %7s  %7s  %12s  %8s  %12s  %12s  %12s  %12s\n", "GAME", "PLAYERS", "THREADS",
               "GAMES/S", "SPREAD", "GAMES/CPU S", "ACTIONS/S", "ACTIONS/GAME", "INSTRUCTIONS");
    }
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

static int check_settings(const bench_settings *settings, int count, char **names) {
    if (settings->signature && (count > 0 || settings->games > UINT32_MAX)) {
        return agon_cli_usage_error(&agon_cli_bench, "--signature is over all games, up to "
                                                     "4294967295 matches each");
    }
    if (settings->games && !settings->signature && (settings->search || settings->threads > 1)) {
        return agon_cli_usage_error(&agon_cli_bench, "--games is for random play on one thread");
    }
    if (settings->players > AGON_MAX_PLAYERS) {
        return agon_cli_usage_error(&agon_cli_bench, "no game has more than %d players",
                                    AGON_MAX_PLAYERS);
    }
    if (settings->threads > 256) {
        return agon_cli_usage_error(&agon_cli_bench, "at most 256 threads");
    }
    for (int i = 0; i < count; i++) {
        if (!has_players(agon_codec_find(names[i])->rules, settings->players)) {
            return agon_cli_usage_error(&agon_cli_bench, "%s is not for %d players", names[i],
                                        (int)settings->players);
        }
    }
    return EX_OK;
}

static int run(int count, char **arguments) {
    bench_settings settings = {.seconds = 1, .threads = 1};
    const agon_cli_option options[] = {
        {"--seconds", AGON_CLI_TIME, &settings.seconds},
        {"--games", AGON_CLI_COUNT, &settings.games},
        {"--players", AGON_CLI_COUNT, &settings.players},
        {"--threads", AGON_CLI_COUNT, &settings.threads},
        {"--search", AGON_CLI_FLAG, &settings.search},
        {"--instructions", AGON_CLI_FLAG, &settings.instructions},
        {"--signature", AGON_CLI_FLAG, &settings.signature},
        {"--json", AGON_CLI_FLAG, &settings.json},
        {0},
    };
    int code = agon_cli_parse(&agon_cli_bench, options, SIZE_MAX, &count, arguments);
    if (!code) {
        code = agon_cli_check_games(count, arguments);
    }
    if (!code) {
        code = check_settings(&settings, count, arguments);
    }
    if (code) {
        return code;
    }
    if (settings.signature) {
        return print_signature(settings.games ? settings.games : SIGNATURE_GAMES);
    }
    if (!settings.json) {
        print_head(&settings);
    }
    return agon_cli_each_game(count, arguments, bench_game, &settings);
}

const agon_cli_command agon_cli_bench = {
    .name = "bench",
    .summary = "measure speed, or print the signature of this build",
    .usage = "[GAME...] [--players N] [--seconds S | --games N] [--threads N] [--instructions] "
             "[--search] [--json] | --signature [--games N]",
    .help =
        "Plays random matches of the games (all of them if none is named) on one core, through\n"
        "the public contract. Speeds are the median of five repeats; SPREAD tells how far the\n"
        "others are from it. One thread is timed by its own processor time, several by the clock;\n"
        "GAMES/CPU S are per second of processor time, which busy machines do not distort.\n"
        "INSTRUCTIONS are those per action, where the system counts them; - where it does not.\n"
        "\n"
        "  --players N      instead of the usual number\n"
        "  --seconds S      for each game; 1\n"
        "  --games N        exactly so many matches instead, once: the same work every time\n"
        "  --threads N      measure 1, 2, 4 ... N threads\n"
        "  --instructions   where the system does not count instructions, count them with\n"
        "                   valgrind's callgrind, if it is installed\n"
        "  --search         simulations per second of the search bot instead\n"
        "  --json           one JSON object per game and line\n"
        "  --signature      print one number over random matches of all games instead; every\n"
        "                   build on every platform must print the same. With --games N, over\n"
        "                   so many matches of each; 1000\n",
    .run = run,
};
