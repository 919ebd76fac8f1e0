// agon check-leaks: looks for information that a player must not have.
#include "apps/cli/cli.h"
#include "apps/cli/files.h"

#include "agon/leaks.h"

#include <stdio.h>

typedef struct leaks_settings {
    uint64_t steps;
    uint64_t seed;
    const char *file;         // of the config; NULL: none
    const agon_value *config; // NULL: the default one, for every number of players
    bool json;
} leaks_settings;

static void finding_write(const agon_finding *finding, agon_json *out) {
    agon_json_open(out, '{');
    agon_json_put_string(out, "rule", finding->rule);
    agon_json_put_int(out, "match", (int64_t)finding->match);
    agon_json_put_int(out, "step", finding->step);
    agon_json_put_string(out, "text", finding->text);
    agon_json_close(out, '}');
}

static void report_write(const char *game, const agon_leaks_report *report, agon_json *out) {
    agon_json_open(out, '{');
    agon_json_put_string(out, "game", game);
    agon_json_put_bool(out, "passed", agon_leaks_passed(report));
    agon_json_put_int(out, "steps", (int64_t)report->steps);
    agon_json_put_int(out, "matches", (int64_t)report->matches);
    agon_json_put_int(out, "comparisons", (int64_t)report->comparisons);
    agon_json_put_int(out, "transitions", (int64_t)report->transitions);
    agon_json_put_int(out, "complete", (int64_t)report->complete);
    agon_json_put_int(out, "secret", (int64_t)report->secret);
    agon_json_put_int(out, "hidden", (int64_t)report->hidden);
    agon_json_put_int(out, "holes", (int64_t)report->holes);
    agon_json_put_int(out, "findings", (int64_t)report->findings.count);
    agon_json_key(out, "first");
    agon_json_open(out, '[');
    for (uint64_t i = 0; i < report->findings.count && i < AGON_FINDINGS_KEPT; i++) {
        finding_write(&report->findings.first[i], out);
    }
    agon_json_close(out, ']');
    agon_json_close(out, '}');
}

// Prints one report, as a JSON line or for people. False if memory ran out.
static bool print_report(const char *game, const agon_leaks_report *report, bool json) {
    agon_text text = {0};
    if (json) {
        agon_json out = {.text = &text};
        report_write(game, report, &out);
        agon_text_puts(&text, "\n");
    } else {
        agon_text_printf(&text, "%s: %s\n", game, agon_leaks_passed(report) ? "no leak" : "LEAKS");
        agon_leaks_write(report, &text);
    }
    const bool is_done = !text.failed;
    if (is_done) {
        fputs(text.data, stdout);
    }
    agon_text_free(&text);
    return is_done;
}

static int check_game(const agon_codec *codec, const void *user) {
    const leaks_settings *settings = user;
    agon_leaks_report report;
    agon_error error = {0};
    agon_status status =
        agon_leaks_check(codec, settings->config, settings->steps, settings->seed, &report, &error);
    if (status != AGON_OK) {
        agon_cli_complain("%s: %s%s%s", settings->file ? settings->file : codec->rules->id,
                          error.path, error.path[0] ? ": " : "", error.message);
        return status == AGON_BAD_CONFIG ? EX_DATAERR : EX_SOFTWARE;
    }
    if (!print_report(codec->rules->id, &report, settings->json)) {
        agon_cli_complain("out of memory");
        return EX_OSERR;
    }
    fflush(stdout);
    return agon_leaks_passed(&report) ? EX_OK : EX_FINDING;
}

static int run(int count, char **arguments) {
    leaks_settings settings = {.steps = 10000, .seed = 1};
    const agon_cli_option options[] = {
        {"--steps", AGON_CLI_COUNT, &settings.steps},
        {"--seed", AGON_CLI_NUMBER, &settings.seed},
        {"--config", AGON_CLI_TEXT, &settings.file},
        {"--json", AGON_CLI_FLAG, &settings.json},
        {0},
    };
    int code = agon_cli_parse(&agon_cli_check_leaks, options, SIZE_MAX, &count, arguments);
    if (!code) {
        code = agon_cli_check_games(count, arguments);
    }
    if (!code && settings.file && count != 1) {
        code = agon_cli_usage_error(&agon_cli_check_leaks, "a config is for one game");
    }
    if (code) {
        return code;
    }
    json_t *config = settings.file ? agon_cli_read_json(settings.file, &code) : NULL;
    if (!code) {
        settings.config = agon_value_of(config);
        code = agon_cli_each_game(count, arguments, check_game, &settings);
    }
    json_decref(config);
    return code;
}

const agon_cli_command agon_cli_check_leaks = {
    .name = "check-leaks",
    .summary = "look for information that a player must not have",
    .usage = "[GAME...] [--steps N] [--seed N] [--config FILE] [--json]",
    .help =
        "Plays random matches of the games (all of them if none is named) and compares, for\n"
        "every viewer, the real state with others that the viewer must not be able to tell\n"
        "from it: views, renderings, valid actions, messages, events.\n"
        "\n"
        "  --steps N      how many actions to look at per game; 10000\n"
        "  --seed N       of the matches and samples; 1\n"
        "  --config FILE  the config of the one game that is named; otherwise the default one for\n"
        "                 every number of players\n"
        "  --json         one JSON object per game and line\n"
        "\n"
        "exit code: 0 no leak, 1 a leak was found\n",
    .run = run,
};
