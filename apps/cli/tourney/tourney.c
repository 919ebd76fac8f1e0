// agon tourney: many matches between bots, and what they say about strength.
#define _GNU_SOURCE
#include "apps/cli/tourney/setup.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

// What was played beyond the decision of the sequential test does not count.
static void drop_the_rest(agon_cli_tourney_job *job) {
    agon_text path = {0};
    for (size_t i = job->sprt_taken; job->is_decided && i < job->count; i++) {
        if (job->outcomes[i].seats > 0 && job->replays) {
            agon_cli_replay_path(job, i, &path);
            (void)remove(path.failed ? "" : path.data);
        }
        job->outcomes[i] = (agon_outcome){0};
    }
    agon_text_free(&path);
}

static void tell_interruption(const agon_cli_tourney_job *job) {
    agon_cli_complain("interrupted after %zu of %zu matches%s", job->played, job->count,
                      job->results.path ? "; --resume goes on" : "");
}

static int play(agon_cli_tourney_job *job, const agon_cli_tourney_settings *settings) {
    int code = agon_cli_results_open(job, settings->resume);
    if (code) {
        return code;
    }
    int played = agon_cli_tourney_play(job);
    if (played == EX_OK) {
        drop_the_rest(job);
        code = agon_cli_results_finish(job);
    } else if (played == EX_TEMPFAIL) {
        tell_interruption(job);
    } else {
        return played;
    }
    code = code ? code : agon_cli_tourney_report(job, &settings->outputs);
    return code ? code : played;
}

static int check_settings(const agon_cli_tourney_settings *settings) {
    if (settings->list.count < 2) {
        return agon_cli_usage_error(&agon_cli_tourney, "a tournament needs two bots at least");
    }
    if (settings->resume && !settings->out) {
        return agon_cli_usage_error(&agon_cli_tourney, "--resume needs --out");
    }
    if (settings->outputs.html && !agon_cli_page_bundle[0]) {
        agon_cli_complain("--html: this build has no charts in it; 'make report' adds them (npm "
                          "is needed)");
        return EX_UNAVAILABLE;
    }
    return EX_OK;
}

static int run_job(const agon_cli_tourney_settings *settings, const agon_codec *codec) {
    agon_cli_tourney_memory memory = {0};
    agon_cli_tourney_job job = {.lock = PTHREAD_MUTEX_INITIALIZER,
                                .news = PTHREAD_COND_INITIALIZER};
    int code = agon_cli_tourney_set_up(settings, codec, &job, &memory);
    code = code ? code : play(&job, settings);
    agon_cli_results_close(&job.results);
    agon_cli_tourney_free(&job, &memory);
    return code;
}

static uint64_t core_count(void) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores > 0 ? (uint64_t)cores : 1;
}

static int run(int count, char **arguments) {
    agon_cli_tourney_settings settings = {.format = "round-robin",
                                          .seed = agon_seed_number(1),
                                          .threads = core_count(),
                                          .sprt = {NAN, NAN},
                                          .errors = {0.05, 0.05},
                                          .start_up = 10};
    settings.list = (agon_cli_list){.items = settings.bots, .max = AGON_TOURNEY_BOTS};
    const agon_cli_option options[] = {
        {"--bot", AGON_CLI_LIST, &settings.list},
        {"--games", AGON_CLI_COUNT, &settings.games},
        {"--format", AGON_CLI_TEXT, &settings.format},
        {"--seats", AGON_CLI_COUNT, &settings.seats},
        {"--seed", AGON_CLI_SEED, &settings.seed},
        {"--config", AGON_CLI_TEXT, &settings.config},
        {"--threads", AGON_CLI_COUNT, &settings.threads},
        {"--clock", AGON_CLI_TEXT, &settings.clock},
        {"--fault", AGON_CLI_TEXT, &settings.fault},
        {"--start-up", AGON_CLI_TIME, &settings.start_up},
        {"--sandbox", AGON_CLI_FLAG, &settings.sandbox},
        {"--no-pondering", AGON_CLI_FLAG, &settings.no_pondering},
        {"--pin", AGON_CLI_FLAG, &settings.pin},
        {"--anchor", AGON_CLI_TEXT, &settings.anchor},
        {"--sprt", AGON_CLI_PAIR, settings.sprt},
        {"--errors", AGON_CLI_PAIR, settings.errors},
        {"--out", AGON_CLI_TEXT, &settings.out},
        {"--resume", AGON_CLI_FLAG, &settings.resume},
        {"--replays", AGON_CLI_TEXT, &settings.replays},
        {"--csv", AGON_CLI_TEXT, &settings.outputs.csv},
        {"--json", AGON_CLI_TEXT, &settings.outputs.json},
        {"--html", AGON_CLI_TEXT, &settings.outputs.html},
        {0},
    };
    int code = agon_cli_parse(&agon_cli_tourney, options, 1, &count, arguments);
    if (code) {
        return code;
    }
    if (count < 1) {
        return agon_cli_usage_error(&agon_cli_tourney, "which game?");
    }
    const agon_codec *codec = agon_cli_game(arguments[0]);
    code = codec ? check_settings(&settings) : EX_USAGE;
    return code ? code : run_job(&settings, codec);
}

const agon_cli_command agon_cli_tourney = {
    .name = "tourney",
    .summary = "let bots play many matches, and rate them",
    .usage = "GAME --bot BOT --bot BOT... [--games N] [--out FILE [--resume]] [--html FILE] ...",
    .help =
        "Bots meet each other over and over, on all seats equally often, and are rated: Elo with\n"
        "95 % intervals (Bradley-Terry), a cross table, the likelihood that each is stronger than\n"
        "the next. Same seed, same results, for any number of threads and interruptions\n"
        "(docs/tournaments.md).\n"
        "\n"
        "  --bot [NAME=]BOT   a built-in bot (random, search:sims=2000, ...), a trained net\n"
        "                     (net:FILE) or a program (cmd:./mybot.py); see agon help match.\n"
        "                     Two at least\n"
        "  --games N          matches of each table, rounded up to full rotations of the seats;\n"
        "                     100\n"
        "  --format F         round-robin: every table that can be filled; gauntlet: only those\n"
        "                     with the first bot\n"
        "  --seats K          players at a table; as the game or the config has it\n"
        "  --seed S           of the tournament, a number or 32 hex digits; 1\n"
        "  --config FILE      the game's config as JSON, for all matches\n"
        "  --threads T        matches at the same time; as many as there are cores\n"
        "  --sprt E0 E1       stop as soon as it is known whether the first of two bots is E0 or\n"
        "                     E1 Elo stronger (sequential probability ratio test)\n"
        "  --errors A B       how often it may be wrong in each direction; 0.05 0.05\n"
        "  --anchor NAME      the bot whose rating is 0; the first\n"
        "\n"
        "  --out FILE         keep the results, one JSON line per match\n"
        "  --resume           go on with FILE after an interruption, or with more --games\n"
        "  --replays DIR      record every match\n"
        "  --csv FILE, --json FILE, --html FILE\n"
        "                     the standing as a table, as data, as a page with charts; - is stdout\n"
        "\n"
        "  --clock, --fault, --start-up, --sandbox, --no-pondering   as in agon help match\n"
        "  --pin              a core of its own for each seat of a table; no more matches at the\n"
        "                     same time than there are cores for\n"
        "\n"
        "exit code: 0 all matches played, or the test has decided; 75 interrupted\n",
    .run = run,
};
