// agon watch: a recorded match on the screen.
#include "apps/cli/cli.h"
#include "apps/terminal/replay/watch.h"

static int run(int count, char **arguments) {
    agon_watch_settings settings = {0};
    agon_error error = {0};
    const agon_cli_option options[] = {{"--viewer", AGON_CLI_TEXT, &settings.viewer},
                                       {"--from", AGON_CLI_NUMBER, &settings.from},
                                       {"--speed", AGON_CLI_TIME, &settings.speed},
                                       {"--boards", AGON_CLI_FLAG, &settings.has_boards},
                                       {0}};
    int code = agon_cli_parse(&agon_cli_watch, options, 1, &count, arguments);
    if (code) {
        return code;
    }
    if (count < 1) {
        return agon_cli_usage_error(&agon_cli_watch, "which file?");
    }
    settings.path = arguments[0];
    code = agon_watch_run(&settings, &error);
    if (code) {
        agon_cli_complain("%s", error.message);
    }
    return code;
}

const agon_cli_command agon_cli_watch = {
    .name = "watch",
    .summary = "step through a recorded match, forwards and backwards",
    .usage = "FILE [--viewer WHO] [--from N] [--speed MOVES]",
    .help = "Keys: right and left one move, up and down ten, home and end, a number and Enter;\n"
            "`a` lets it run, `v` changes whose eyes one sees with, `?` tells the others, `q`\n"
            "leaves. Where stdout is no terminal the match is printed as text.\n"
            "\n"
            "  --viewer WHO   what this player, or `spectator`, may see; else everything\n"
            "  --from N       begin after move N\n"
            "  --speed MOVES  run by itself, so many moves a second; fractions are allowed\n"
            "  --boards       as text: the board after every move\n",
    .run = run,
};
