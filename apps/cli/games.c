// agon games: which games there are.
#include "apps/cli/cli.h"

#include "agon/bot.h"
#include "agon/rpc.h"

#include "src/codec/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The result of the method `games`, so that there is one description of a game in JSON.
static int print_json(void) {
    static const char request[] = "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"games\"}";
    char *answer = agon_rpc_handle(request, strlen(request));
    json_t *response = answer ? json_loads(answer, 0, NULL) : NULL;
    json_t *games = json_object_get(response, "result");
    char *text = games ? json_dumps(games, JSON_INDENT(2)) : NULL;
    if (text) {
        puts(text);
    } else {
        agon_cli_complain("out of memory");
    }
    const bool is_done = text != NULL;
    free(text);
    json_decref(response);
    free(answer);
    return is_done ? EX_OK : EX_OSERR;
}

static void add_word(char *list, size_t size, const char *word, const char *separator) {
    const size_t length = strlen(list);
    snprintf(list + length, size - length, "%s%s", length ? separator : "", word);
}

static void print_features(const agon_rules *rules, int width) {
    char features[64] = "";
    if (rules->is_simultaneous) {
        add_word(features, sizeof features, "simultaneous", ", ");
    }
    if (rules->has_chance) {
        add_word(features, sizeof features, "chance", ", ");
    }
    if (rules->has_hidden) {
        add_word(features, sizeof features, "hidden", ", ");
    }
    printf("%-*s", width, features[0] ? features : "-");
}

static void print_row(const agon_rules *rules) {
    char players[16];
    if (rules->min_players == rules->max_players) {
        snprintf(players, sizeof players, "%d", rules->min_players);
    } else {
        snprintf(players, sizeof players, "%d-%d", rules->min_players, rules->max_players);
    }
    char bots[200] = "";
    const agon_bot *bot;
    for (size_t i = 0; (bot = agon_bot_at(rules, i)) != NULL; i++) {
        add_word(bots, sizeof bots, bot->id, " ");
    }
    printf("%-20s  %-20s  %-7s  ", rules->id, rules->title, players);
    print_features(rules, 28);
    printf("  %s\n", bots);
}

static void print_table(void) {
    const bool colour = agon_cli_has_colour();
    printf("%s%-20s  %-20s  %-7s  %-28s  %s%s\n", colour ? "\033[1m" : "", "ID", "TITLE", "PLAYERS",
           "FEATURES", "BOTS", colour ? "\033[0m" : "");
    const agon_codec *codec;
    for (size_t i = 0; (codec = agon_codec_at(i)) != NULL; i++) {
        print_row(codec->rules);
    }
}

static int run(int count, char **arguments) {
    bool json = false;
    const agon_cli_option options[] = {{"--json", AGON_CLI_FLAG, &json}, {0}};
    int code = agon_cli_parse(&agon_cli_games, options, 0, &count, arguments);
    if (code) {
        return code;
    }
    if (json) {
        return print_json();
    }
    print_table();
    return EX_OK;
}

const agon_cli_command agon_cli_games = {
    .name = "games",
    .summary = "list the games",
    .usage = "[--json]",
    .help = "  --json   as a JSON list, the same as the method `games` of `agon engine`\n",
    .run = run,
};
