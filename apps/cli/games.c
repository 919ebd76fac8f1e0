// agon games: which games there are, and how one is played.
#include "apps/cli/cli.h"
#include "apps/host/manual.h"
#include "apps/terminal/screen/markdown.h"

#include "agon/bot.h"
#include "agon/rpc.h"

#include "src/codec/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The entry of one game; all of them without one.
static json_t *pick_game(json_t *games, const agon_codec *codec) {
    size_t i;
    json_t *game;
    json_array_foreach(games, i, game) {
        const char *id = json_string_value(json_object_get(game, "id"));
        if (codec && id && strcmp(id, codec->rules->id) == 0) {
            return game;
        }
    }
    return games;
}

// The result of a method of the engine, so that there is one description in JSON; of a list of games
// only the one with this codec, if it is given.
static int print_result(const char *request, const agon_codec *codec) {
    char *answer = agon_rpc_handle(request, strlen(request));
    json_t *response = answer ? json_loads(answer, 0, NULL) : NULL;
    json_t *result = json_object_get(response, "result");
    char *text = result ? json_dumps(pick_game(result, codec), JSON_INDENT(2)) : NULL;
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

static int print_json(const agon_codec *codec) {
    return print_result("{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"games\"}", codec);
}

static int print_schema(const agon_codec *codec) {
    char request[200];
    snprintf(request, sizeof request,
             "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"schema\",\"params\":{\"game\":\"%s\"}}",
             codec->rules->id);
    return print_result(request, NULL);
}

static void add_word(char *list, size_t size, const char *word, const char *separator) {
    const size_t length = strlen(list);
    snprintf(list + length, size - length, "%s%s", length ? separator : "", word);
}

#define FEATURES_SIZE 64
static const char *features_of(const agon_rules *rules, char features[FEATURES_SIZE]) {
    features[0] = '\0';
    if (rules->is_simultaneous) {
        add_word(features, FEATURES_SIZE, "simultaneous", ", ");
    }
    if (rules->has_chance) {
        add_word(features, FEATURES_SIZE, "chance", ", ");
    }
    if (rules->has_hidden) {
        add_word(features, FEATURES_SIZE, "hidden", ", ");
    }
    return features[0] ? features : "-";
}

#define PLAYERS_SIZE 16
static const char *players_of(const agon_rules *rules, char players[PLAYERS_SIZE]) {
    if (rules->min_players == rules->max_players) {
        snprintf(players, PLAYERS_SIZE, "%d", rules->min_players);
    } else {
        snprintf(players, PLAYERS_SIZE, "%d-%d", rules->min_players, rules->max_players);
    }
    return players;
}

#define BOTS_SIZE 200
static const char *bots_of(const agon_rules *rules, char bots[BOTS_SIZE]) {
    const agon_bot *bot;
    bots[0] = '\0';
    for (size_t i = 0; (bot = agon_bot_at(rules, i)) != NULL; i++) {
        add_word(bots, BOTS_SIZE, bot->id, " ");
    }
    return bots;
}

static void print_row(const agon_rules *rules) {
    char players[PLAYERS_SIZE], features[FEATURES_SIZE], bots[BOTS_SIZE];
    printf("%-20s  %-20s  %-7s  %-28s  %s\n", rules->id, rules->title, players_of(rules, players),
           features_of(rules, features), bots_of(rules, bots));
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

static void print_game(const agon_rules *rules) {
    char players[PLAYERS_SIZE], features[FEATURES_SIZE], bots[BOTS_SIZE];
    printf("%s: %s\n\n", rules->title, rules->summary);
    printf("id         %s\n", rules->id);
    printf("players    %s\n", players_of(rules, players));
    printf("features   %s\n", features_of(rules, features));
    printf("bots       %s\n", bots_of(rules, bots));
    printf("version    %d\n", rules->version);
    if (agon_manual_find(rules->id)) {
        printf("manual     agon games %s --rules\n", rules->id);
    }
}

// The manual, the same on a terminal and in a pipe.
static int print_manual(const agon_rules *rules) {
    const char *manual = agon_manual_find(rules->id);
    agon_text text = {0};
    agon_pen pen = {.text = &text, .unicode = true, .width = AGON_MANUAL_WIDTH};
    if (!manual) {
        agon_cli_complain("there is no manual of %s", rules->id);
        return EX_UNAVAILABLE;
    }
    agon_pen_put(&pen, AGON_INK_BOLD, "%s: %s", rules->title, rules->summary);
    agon_pen_end(&pen);
    agon_pen_markdown(&pen, manual);
    const bool is_done = !text.failed;
    if (is_done) {
        fputs(text.data, stdout);
    } else {
        agon_cli_complain("out of memory");
    }
    agon_text_free(&text);
    return is_done ? EX_OK : EX_OSERR;
}

static int run(int count, char **arguments) {
    bool json = false, rules = false, schema = false;
    const agon_cli_option options[] = {{"--json", AGON_CLI_FLAG, &json},
                                       {"--rules", AGON_CLI_FLAG, &rules},
                                       {"--schema", AGON_CLI_FLAG, &schema},
                                       {0}};
    int code = agon_cli_parse(&agon_cli_games, options, 1, &count, arguments);
    const agon_codec *codec = code == EX_OK && count > 0 ? agon_cli_game(arguments[0]) : NULL;
    if (code || (count > 0 && !codec)) {
        return code ? code : EX_USAGE;
    }
    if (json + rules + schema > 1) {
        return agon_cli_usage_error(&agon_cli_games, "one of --rules, --schema and --json");
    }
    if ((rules || schema) && !codec) {
        return agon_cli_usage_error(&agon_cli_games, "--%s is of one game: which?",
                                    rules ? "rules" : "schema");
    }
    if (rules) {
        return print_manual(codec->rules);
    }
    if (schema) {
        return print_schema(codec);
    }
    if (json) {
        return print_json(codec);
    }
    if (codec) {
        print_game(codec->rules);
    } else {
        print_table();
    }
    return EX_OK;
}

const agon_cli_command agon_cli_games = {
    .name = "games",
    .summary = "list the games, or explain one",
    .usage = "[GAME] [--rules | --schema | --json]",
    .help = "  --rules    how GAME is played: its manual\n"
            "  --schema   the JSON Schema of GAME's config\n"
            "  --json     as JSON, the same as in the method `games` of `agon engine`\n",
    .run = run,
};
