// agon play: a person at the terminal.
#include "apps/cli/files.h"
#include "apps/terminal/match/run.h"

#include <stdlib.h>

// No number has upper bits.
static const agon_seed no_seed = {.hi = 1};

static int check(const agon_play_settings *settings, uint64_t players, uint64_t best_of) {
    if (settings->resume && (settings->codec || settings->config || settings->has_seed ||
                             settings->record || settings->tutorial || players)) {
        return agon_cli_usage_error(&agon_cli_play,
                                    "a match that is resumed has its game and everything already");
    }
    if (settings->tutorial && (settings->seat_count || settings->config || settings->has_seed)) {
        return agon_cli_usage_error(&agon_cli_play, "a tutorial brings its own match");
    }
    if (settings->tutorial && !settings->codec) {
        return agon_cli_usage_error(&agon_cli_play, "a tutorial for which game?");
    }
    if (players > AGON_MAX_PLAYERS || best_of > 99) {
        return agon_cli_usage_error(&agon_cli_play, "%s",
                                    best_of > 99 ? "a series has at most 99 matches"
                                                 : "no game is for so many players");
    }
    return EX_OK;
}

static int play(agon_play_settings *settings, const char *config) {
    agon_error error = {0};
    int code = EX_OK;
    if (config) {
        settings->config = agon_cli_read_json(config, &code);
    }
    if (code == EX_OK) {
        code = agon_play_run(settings, &error);
    }
    if (code && error.message[0]) {
        agon_cli_complain("%s%s%s", error.path, error.path[0] ? ": " : "", error.message);
    }
    json_decref(settings->config);
    return code;
}

static int run(int count, char **arguments) {
    agon_play_settings settings = {0};
    agon_cli_list seats = {settings.seats, 0, AGON_MAX_PLAYERS};
    const char *config = NULL;
    uint64_t players = 0;
    uint64_t best_of = 0;
    settings.seed = no_seed;
    const agon_cli_option options[] = {{"--seat", AGON_CLI_LIST, &seats},
                                       {"--players", AGON_CLI_COUNT, &players},
                                       {"--seed", AGON_CLI_SEED, &settings.seed},
                                       {"--config", AGON_CLI_TEXT, &config},
                                       {"--best-of", AGON_CLI_COUNT, &best_of},
                                       {"--record", AGON_CLI_TEXT, &settings.record},
                                       {"--resume", AGON_CLI_TEXT, &settings.resume},
                                       {"--tutorial", AGON_CLI_FLAG, &settings.tutorial},
                                       {0}};
    int code = agon_cli_parse(&agon_cli_play, options, 1, &count, arguments);
    if (code) {
        return code;
    }
    if (count > 0 && !(settings.codec = agon_cli_game(arguments[0]))) {
        return EX_USAGE;
    }
    settings.has_seed = settings.seed.hi != no_seed.hi || settings.seed.is_wide;
    settings.seat_count = seats.count;
    settings.players = (int)players;
    settings.best_of = (int)best_of;
    code = check(&settings, players, best_of);
    return code ? code : play(&settings, config);
}

const agon_cli_command agon_cli_play = {
    .name = "play",
    .summary = "play a game yourself, in this terminal",
    .usage = "[GAME] [--seat WHO]... [--seed SEED] [--config FILE] [--record FILE]\n"
             "       agon play --resume FILE\n"
             "       agon play --tutorial GAME",
    .help =
        "Without a game it asks. You play against `greedy` unless you seat others.\n"
        "\n"
        "  --seat WHO     once per player: `me`, with a name `me:Ann`; a bot (`agon games`\n"
        "                 lists them): `greedy`, `search:sims=2000`; a trained net: `net:FILE`;\n"
        "                 a program: `cmd:./bot`.\n"
        "                 Several people share the keyboard. Without `me` the first seat is yours\n"
        "  --players N    as many, the others are bots\n"
        "  --seed SEED    an integer or 32 hex digits; without it the system's secure source\n"
        "                 gives one, which is shown at the end\n"
        "  --config FILE  the game's config as JSON\n"
        "  --best-of N    a series: until one has won more than half of N matches\n"
        "  --record FILE  where the match is kept; else under $XDG_STATE_HOME/agon or\n"
        "                 ~/.local/state/agon\n"
        "  --resume FILE  goes on with a match that was left\n"
        "  --tutorial     explains as you go (space-conquest, skirmish)\n"
        "\n"
        "Every move is in the file before anything else happens: Ctrl-C, a closed window or a\n"
        "crash lose nothing. In the game, `help` tells the commands.\n",
    .run = run,
};
