// agon exhibition: bots play, people watch.
#include "apps/cli/cli.h"
#include "apps/host/say.h"

#include "agon/loop.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#define HEAD_ACTIONS 6 // shown at the beginning of a match
#define TAIL_ACTIONS 6 // and at its end
#define HEAD_EVENTS 4  // of one action
#define TAIL_EVENTS 4

typedef struct show_settings {
    agon_seed seed;
    bool is_full; // show everything
    bool json;
    const char *bold, *dim, *plain; // how to switch colours, or empty
} show_settings;

// A match and the one who tells about it.
typedef struct match_show {
    const show_settings *settings;
    agon_table table;
    agon_seat seats[AGON_MAX_PLAYERS];
    agon_text events; // of the action that is being done, a line each
    unsigned event_count;
    uint64_t actions;
    agon_text tail[TAIL_ACTIONS]; // the last actions, not yet printed; a ring
    bool has_failed;              // memory ran out
} match_show;

// ---------------------------------------------------------------------------------------------
// Telling

static void visible_add(agon_text *text, const json_t *visible, const show_settings *settings) {
    if (!json_is_array(visible)) {
        return; // everybody sees it
    }
    agon_text_printf(text, "  %s(", settings->dim);
    agon_text_puts(text, json_array_size(visible) ? "seen by" : "seen by nobody");
    for (size_t i = 0; i < json_array_size(visible); i++) {
        agon_text_puts(text, i ? ", " : " ");
        agon_say_json(text, json_array_get(visible, i), NULL);
    }
    agon_text_printf(text, ")%s", settings->plain);
}

static void event_add(agon_text *text, const json_t *event, const show_settings *settings) {
    const size_t start = text->length;
    agon_text_puts(text, "        ");
    agon_say_json(text, event, "visible");
    visible_add(text, json_object_get(event, "visible"), settings);
    // A name may hold anything, but an event is one line.
    for (size_t i = start; i < text->length; i++) {
        text->data[i] = text->data[i] == '\n' ? ' ' : text->data[i];
    }
    agon_text_puts(text, "\n");
}

static void event_take(match_show *show, const agon_event *event) {
    show->event_count++;
    agon_text json = {0};
    agon_json out = {.text = &json};
    agon_event_write(show->table.codec, show->table.game, event, true, &out);
    json_t *document = json.failed ? NULL : agon_json_parse(json.data, json.length, NULL);
    if (document) {
        event_add(&show->events, document, show->settings);
    } else {
        show->events.failed = true;
    }
    json_decref(document);
    agon_text_free(&json);
}

// A bot makes one move at a time, and the match is as it was before it.
static void action_add(const match_show *show, agon_text *text, const agon_change *change) {
    agon_text json = {0};
    agon_json out = {.text = &json};
    show->table.codec->action_write(show->table.game, change->match->state, change->moves[0].action,
                                    &out);
    json_t *document = json.failed ? NULL : agon_json_parse(json.data, json.length, NULL);
    agon_text_printf(text, "  %4" PRIu64 "  %s", show->actions, show->settings->bold);
    agon_say_player(text, show->table.codec, show->table.game, change->moves[0].player);
    agon_text_printf(text, "%s  ", show->settings->plain);
    if (document) {
        agon_say_json(text, document, NULL);
    }
    agon_text_puts(text, "\n");
    json_decref(document);
    agon_text_free(&json);
}

// Where line `number` of a text of whole lines begins.
static const char *line_at(const char *text, unsigned number) {
    for (; number > 0; number--) {
        text = strchr(text, '\n') + 1;
    }
    return text;
}

// Of many events the first and the last ones.
static void events_add(match_show *show, agon_text *text) {
    const unsigned count = show->event_count;
    const char *events = show->events.length > 0 ? show->events.data : "";
    if (count <= HEAD_EVENTS + TAIL_EVENTS || show->settings->is_full) {
        agon_text_puts(text, events);
    } else if (!show->events.failed) {
        agon_text_add(text, events, (size_t)(line_at(events, HEAD_EVENTS) - events));
        agon_text_printf(text, "        ... %u more events ...\n",
                         count - HEAD_EVENTS - TAIL_EVENTS);
        agon_text_puts(text, line_at(events, count - TAIL_EVENTS));
    }
    show->has_failed = show->has_failed || show->events.failed;
    agon_text_free(&show->events);
    show->event_count = 0;
}

static void text_print(agon_text *text) {
    if (text->length > 0) {
        fputs(text->data, stdout);
    }
    agon_text_free(text);
}

// The beginning of a match is printed at once, the rest waits for the end to come.
static void on_change(void *user, const agon_change *change) {
    match_show *show = user;
    agon_text text = {0};
    show->actions++;
    for (size_t i = 0; i < change->event_count; i++) {
        event_take(show, &change->events[i]);
    }
    action_add(show, &text, change);
    events_add(show, &text);
    show->has_failed = show->has_failed || text.failed;
    if (show->settings->json) {
        agon_text_free(&text);
    } else if (show->actions <= HEAD_ACTIONS || show->settings->is_full) {
        text_print(&text);
    } else {
        agon_text *slot = &show->tail[show->actions % TAIL_ACTIONS];
        agon_text_free(slot);
        *slot = text;
    }
}

static void print_tail(match_show *show) {
    if (show->actions > HEAD_ACTIONS + TAIL_ACTIONS && !show->settings->is_full) {
        printf("   ...  %" PRIu64 " actions later\n", show->actions - HEAD_ACTIONS - TAIL_ACTIONS);
    }
    for (unsigned i = 1; i <= TAIL_ACTIONS; i++) {
        text_print(&show->tail[(show->actions + i) % TAIL_ACTIONS]);
    }
}

static void print_board(match_show *show) {
    agon_text text = {0};
    show->table.codec->render(show->table.game, show->table.state, &text);
    show->has_failed = show->has_failed || text.failed;
    printf("\n");
    text_print(&text);
    printf("\n");
}

// ---------------------------------------------------------------------------------------------
// Before and after

static void seed_write(agon_text *text, agon_seed seed) {
    agon_json out = {.text = text};
    agon_json_seed(&out, seed);
}

static void print_title(match_show *show) {
    const agon_rules *rules = show->table.codec->rules;
    agon_text text = {0};
    agon_text_printf(&text, "%s== %s ==%s\n", show->settings->bold, rules->title,
                     show->settings->plain);
    for (int player = 0; player < show->table.game->players; player++) {
        agon_text_puts(&text, player ? ", " : "");
        agon_say_player(&text, show->table.codec, show->table.game, player);
        agon_text_printf(&text, " (%s)", show->seats[player].bot->id);
    }
    agon_text_puts(&text, "; seed ");
    seed_write(&text, show->settings->seed);
    agon_text_puts(&text, "\n");
    show->has_failed = show->has_failed || text.failed;
    text_print(&text);
}

static void winners_add(const match_show *show, agon_text *text) {
    const agon_game *game = show->table.game;
    const agon_viewers winners = agon_winners(game, show->table.state);
    unsigned count = 0;
    for (int player = 0; player < game->players; player++) {
        if (winners & agon_viewer_bit(player)) {
            agon_text_puts(text, count++ ? " and " : "");
            agon_say_player(text, show->table.codec, game, player);
        }
    }
    agon_text_puts(text, count == 0 ? "A draw" : count == 1 ? " wins" : " share the win");
}

static void print_result(match_show *show) {
    const agon_game *game = show->table.game;
    int32_t scores[AGON_MAX_PLAYERS];
    agon_scores(game, show->table.state, scores);
    agon_text text = {0};
    agon_text_puts(&text, show->settings->bold);
    winners_add(show, &text);
    agon_text_printf(&text, "%s after %" PRIu64 " actions; scores", show->settings->plain,
                     show->actions);
    for (int player = 0; player < game->players; player++) {
        agon_text_printf(&text, "%s%d", player ? " : " : " ", (int)scores[player]);
    }
    agon_text_printf(&text, "; hash %016" PRIx64 "\n\n", agon_hash(game, show->table.state));
    show->has_failed = show->has_failed || text.failed;
    text_print(&text);
}

static void seats_write(const match_show *show, agon_json *out) {
    agon_json_key(out, "seats");
    agon_json_open(out, '[');
    for (int player = 0; player < show->table.game->players; player++) {
        agon_json_open(out, '{');
        agon_json_key(out, "player");
        show->table.codec->player_write(show->table.game, player, out);
        agon_json_put_string(out, "bot", show->seats[player].bot->id);
        agon_json_close(out, '}');
    }
    agon_json_close(out, ']');
}

static void result_write(const match_show *show, agon_json *out) {
    const agon_game *game = show->table.game;
    const agon_viewers winners = agon_winners(game, show->table.state);
    int32_t scores[AGON_MAX_PLAYERS];
    agon_scores(game, show->table.state, scores);
    agon_json_key(out, "winners");
    agon_json_open(out, '[');
    for (int player = 0; player < game->players; player++) {
        if (winners & agon_viewer_bit(player)) {
            show->table.codec->player_write(game, player, out);
        }
    }
    agon_json_close(out, ']');
    agon_json_key(out, "scores");
    agon_json_open(out, '[');
    for (int player = 0; player < game->players; player++) {
        agon_json_int(out, scores[player]);
    }
    agon_json_close(out, ']');
}

static void print_json(match_show *show) {
    agon_text text = {0};
    agon_json out = {.text = &text};
    agon_json_open(&out, '{');
    agon_json_put_string(&out, "game", show->table.codec->rules->id);
    agon_json_key(&out, "seed");
    agon_json_seed(&out, show->settings->seed);
    seats_write(show, &out);
    agon_json_put_int(&out, "actions", (int64_t)show->actions);
    result_write(show, &out);
    agon_json_key(&out, "hash");
    agon_json_hex(&out, agon_hash(show->table.game, show->table.state));
    agon_json_close(&out, '}');
    agon_text_puts(&text, "\n");
    show->has_failed = show->has_failed || text.failed;
    text_print(&text);
}

// ---------------------------------------------------------------------------------------------
// The match

// A heuristic bot for every seat but the last, which is left to chance: so one sees the difference.
static const agon_bot *bot_for(const agon_rules *rules, int player, int players) {
    static const char *const preferred[] = {"greedy", "gte"};
    if (player == players - 1) {
        return &agon_random_bot;
    }
    for (size_t i = 0; i < sizeof preferred / sizeof preferred[0]; i++) {
        const agon_bot *bot = agon_bot_find(rules, preferred[i]);
        if (bot) {
            return bot;
        }
    }
    const agon_bot *own = agon_bot_at(rules, 1);
    return own ? own : &agon_random_bot;
}

static agon_status table_make(const agon_codec *codec, agon_seed seed, agon_table *table,
                              agon_error *error) {
    agon_text text = {0};
    agon_text_puts(&text, "{\"seed\":");
    seed_write(&text, seed);
    agon_text_puts(&text, "}");
    json_t *config = text.failed ? NULL : agon_json_parse(text.data, text.length, error);
    agon_status status = AGON_NO_MEMORY;
    if (config) {
        status = agon_table_init(codec, agon_value_of(config), table, error);
    }
    json_decref(config);
    agon_text_free(&text);
    return status;
}

static agon_status show_open(match_show *show, const agon_codec *codec, agon_error *error) {
    agon_status status = table_make(codec, show->settings->seed, &show->table, error);
    if (status) {
        return status;
    }
    const agon_game *game = show->table.game;
    for (int player = 0; player < game->players; player++) {
        const agon_bot *bot = bot_for(codec->rules, player, game->players);
        show->seats[player] = agon_seat_make(bot, show->settings->seed, player);
    }
    return AGON_OK;
}

static void show_close(match_show *show) {
    agon_table_free(&show->table);
    agon_text_free(&show->events);
    for (unsigned i = 0; i < TAIL_ACTIONS; i++) {
        agon_text_free(&show->tail[i]);
    }
}

static agon_status show_play(match_show *show, agon_error *error) {
    if (!show->settings->json) {
        print_title(show);
        print_board(show);
    }
    agon_status status =
        agon_play_bots(show->table.game, show->table.state, show->seats, on_change, show, error);
    if (status || show->settings->json) {
        return status;
    }
    print_tail(show);
    print_board(show);
    print_result(show);
    return AGON_OK;
}

static int exhibit(const agon_codec *codec, const void *user) {
    const show_settings *settings = user;
    match_show show = {.settings = settings};
    agon_error error = {0};
    agon_status status = show_open(&show, codec, &error);
    if (status == AGON_OK) {
        status = show_play(&show, &error);
    }
    if (status == AGON_OK && settings->json) {
        print_json(&show);
    }
    status = status ? status : show.has_failed ? AGON_NO_MEMORY : AGON_OK;
    show_close(&show);
    if (status) {
        agon_cli_complain("%s: %s", codec->rules->id,
                          error.status == status ? error.message : agon_status_text(status));
        return EX_SOFTWARE;
    }
    return EX_OK;
}

static int run(int count, char **arguments) {
    show_settings settings = {.seed.is_wide = true};
    const agon_cli_option options[] = {
        {"--seed", AGON_CLI_SEED, &settings.seed},
        {"--full", AGON_CLI_FLAG, &settings.is_full},
        {"--json", AGON_CLI_FLAG, &settings.json},
        {0},
    };
    if (getentropy(&settings.seed.lo, sizeof settings.seed.lo) != 0 ||
        getentropy(&settings.seed.hi, sizeof settings.seed.hi) != 0) {
        agon_cli_complain("no random numbers to be had");
        return EX_OSERR;
    }
    int code = agon_cli_parse(&agon_cli_exhibition, options, SIZE_MAX, &count, arguments);
    if (!code) {
        code = agon_cli_check_games(count, arguments);
    }
    if (code) {
        return code;
    }
    const bool colour = agon_cli_has_colour();
    settings.bold = colour ? "\033[1m" : "";
    settings.dim = colour ? "\033[2m" : "";
    settings.plain = colour ? "\033[0m" : "";
    return agon_cli_each_game(count, arguments, exhibit, &settings);
}

const agon_cli_command agon_cli_exhibition = {
    .name = "exhibition",
    .summary = "watch bots play a match of each game",
    .usage = "[GAME...] [--seed SEED] [--full] [--json]",
    .help =
        "Plays one match of the games named (of all if none is) and tells what happens. Of long\n"
        "matches the beginning and the end are shown.\n"
        "\n"
        "  --seed SEED   an integer or 32 hex digits; without it a fresh one is drawn and shown\n"
        "  --full        show every action and event\n"
        "  --json        one JSON object per match and line, with the result only\n",
    .run = run,
};
