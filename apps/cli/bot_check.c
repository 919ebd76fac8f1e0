// agon bot-check: plays a program through its games and says what it does wrong.
#include "apps/cli/files.h"
#include "apps/host/seats.h"
#include "apps/host/tables.h"

#include "agon/loop.h"

#include <stdio.h>
#include <string.h>

#define MATCHES_OF_A_GAME 2 // for each seat
#define KEPT 5              // faults that are told in full
#define EXTRA "\"x_unknown\":{\"a\":[1,null]}"

typedef struct check_settings {
    const char *games[32];
    agon_cli_list list;
    const char *clock;
    double start_up;
    uint64_t matches; // of each seat
    agon_seed seed;
    bool sandbox;
    bool json;
    agon_limits limits;
    agon_terms terms;
    const char *command;
} check_settings;

// What came out for one game.
typedef struct bot_trial {
    const check_settings *settings;
    const agon_codec *codec;
    agon_seat_holder holder; // the program, kept from match to match as long as it is in order
    bool is_open;
    int player; // where it sits
    uint32_t matches;
    uint32_t answers;
    uint32_t faults;
    uint32_t pages;
    uint32_t without_id;
    int64_t longest;
    agon_text told; // the first faults
    bool is_slow_to_quit;
    char name[64];
} bot_trial;

// ---------------------------------------------------------------------------------------------
// Playing

static void note_faults(bot_trial *check, const agon_change *change, size_t index) {
    const agon_change_move *move = &change->moves[index];
    const agon_fault_note *faults = change->faults + move->first_fault;
    for (size_t i = 0; i < move->fault_count; i++) {
        if (check->faults++ < KEPT) {
            agon_text_printf(&check->told, "    match %u, move %u: %s: %s\n", check->matches,
                             change->match->moves + (unsigned)index + 1,
                             agon_fault_word(faults[i].fault), faults[i].reason);
        }
    }
}

static void on_change(void *user, const agon_change *change) {
    bot_trial *check = user;
    for (size_t i = 0; i < change->move_count; i++) {
        if (change->moves[i].player == check->player) {
            check->answers++;
            note_faults(check, change, i);
        }
    }
}

static void count_program(bot_trial *check) {
    const agon_program *program = &check->holder.program;
    check->pages += program->pages;
    check->without_id += program->without_id;
    check->longest = program->longest > check->longest ? program->longest : check->longest;
    snprintf(check->name, sizeof check->name, "%s", program->name);
}

static void close_holder(bot_trial *check) {
    if (!check->is_open) {
        return;
    }
    count_program(check);
    bool was_in_order = !check->holder.program.has_ended;
    int64_t start = agon_process_now(NULL);
    agon_seat_holder_close(&check->holder);
    check->is_slow_to_quit |= was_in_order && agon_process_now(NULL) - start > 450000;
    check->is_open = false;
}

static agon_status open_holder(bot_trial *check, const agon_seat_setup *setup, agon_error *error) {
    if (check->is_open && !check->holder.program.has_ended) {
        return AGON_OK;
    }
    close_holder(check);
    agon_status status = agon_seat_holder_open(&check->holder, check->settings->command,
                                               check->player, setup, error);
    check->is_open = status == AGON_OK;
    check->holder.program.extra = EXTRA;
    return status;
}

static agon_status play(bot_trial *check, agon_table *table, const agon_seat_setup *setup,
                        agon_error *error) {
    agon_seat seats[AGON_MAX_PLAYERS];
    agon_status status = open_holder(check, setup, error);
    if (status) {
        return status;
    }
    for (int p = 0; p < table->game->players; p++) {
        seats[p] = agon_seat_make(&agon_random_bot, setup->seed, p);
    }
    seats[check->player] = check->holder.seat;
    agon_match match;
    agon_match_def def = agon_match_def_default();
    def.game = table->game;
    def.first = table->state;
    def.seed = setup->seed;
    def.terms = check->settings->terms;
    def.listening = agon_viewer_bit(check->player);
    def.is_recorded = false;
    status = agon_match_open(&match, &def, NULL, error);
    check->matches++;
    agon_loop loop = {.match = &match,
                      .seats = seats,
                      .clock = {agon_process_now, NULL},
                      .on_change = on_change,
                      .user = check};
    if (status == AGON_OK) {
        agon_loop_start(&loop);
        status = agon_loop_play(&loop, error);
        agon_loop_close(&loop);
    }
    agon_match_close(&match);
    return status;
}

// One match with the program at `player`.
static agon_status play_seat(bot_trial *check, int player, uint64_t number, agon_error *error) {
    const check_settings *settings = check->settings;
    agon_seat_setup setup = {.codec = check->codec,
                             .seed = settings->seed,
                             .sandbox = settings->sandbox ? &settings->limits : NULL,
                             .start_up = (int64_t)(settings->start_up * 1000000)};
    agon_table table;
    setup.seed.lo += number;
    agon_status status = agon_table_seat(check->codec, 0, NULL, setup.seed, &table, error);
    if (status) {
        return status;
    }
    check->player = player;
    if (player < table.game->players) {
        status = play(check, &table, &setup, error);
    }
    agon_table_free(&table);
    return status;
}

// ---------------------------------------------------------------------------------------------
// Telling

static void add_text_report(const bot_trial *check, agon_text *text) {
    agon_text_printf(text, "%s: %u matches, %u answers, longest %lld ms, %u faults\n",
                     check->codec->rules->id, check->matches, check->answers,
                     (long long)(check->longest / 1000), check->faults);
    agon_text_add(text, check->told.data ? check->told.data : "", check->told.length);
    if (check->faults > KEPT) {
        agon_text_printf(text, "    ... and %u more\n", check->faults - KEPT);
    }
    if (check->without_id > 0) {
        agon_text_printf(text,
                         "    hint: %u answers had no `id`: a late one could be taken for the "
                         "answer to the next question\n",
                         check->without_id);
    }
    if (check->is_slow_to_quit) {
        agon_text_puts(text, "    hint: it did not end within half a second after `quit`\n");
    }
}

static void add_json_report(const bot_trial *check, agon_text *text) {
    agon_json json = {.text = text};
    agon_json_open(&json, '{');
    agon_json_put_string(&json, "game", check->codec->rules->id);
    agon_json_put_string(&json, "name", check->name);
    agon_json_put_int(&json, "matches", check->matches);
    agon_json_put_int(&json, "answers", check->answers);
    agon_json_put_int(&json, "faults", check->faults);
    agon_json_put_int(&json, "pages", check->pages);
    agon_json_put_int(&json, "without_id", check->without_id);
    agon_json_put_int(&json, "longest_ms", check->longest / 1000);
    agon_json_put_bool(&json, "quits", !check->is_slow_to_quit);
    agon_json_close(&json, '}');
    agon_text_puts(text, "\n");
}

static int report(bot_trial *check) {
    agon_text text = {0};
    if (check->settings->json) {
        add_json_report(check, &text);
    } else {
        add_text_report(check, &text);
    }
    int code = check->faults > 0 ? EX_FINDING : EX_OK;
    bool is_printed = agon_cli_print_safely(&text) && !check->told.failed;
    fflush(stdout);
    return is_printed ? code : EX_OSERR;
}

static int check_game(const agon_codec *codec, const check_settings *settings) {
    bot_trial check = {.settings = settings, .codec = codec};
    agon_error error = {0};
    agon_status status = AGON_OK;
    uint64_t number = 0;
    int seats = codec->rules->min_players > 2 ? codec->rules->min_players : 2;
    for (int p = 0; p < seats; p++) {
        for (uint64_t i = 0; i < settings->matches && status == AGON_OK; i++) {
            status = play_seat(&check, p, number++, &error);
        }
    }
    close_holder(&check);
    int code = EX_UNAVAILABLE;
    if (status) {
        agon_cli_complain("%s", error.message);
    } else {
        code = report(&check);
    }
    agon_text_free(&check.told);
    return code;
}

// ---------------------------------------------------------------------------------------------

static int check_all(const check_settings *settings) {
    int code = EX_OK;
    const agon_codec *codec;
    for (size_t i = 0; i < settings->list.count; i++) {
        codec = agon_codec_find(settings->games[i]);
        int found = check_game(codec, settings);
        code = found > code ? found : code;
    }
    for (size_t i = 0; settings->list.count == 0 && (codec = agon_codec_at(i)) != NULL; i++) {
        int found = check_game(codec, settings);
        code = found > code ? found : code;
    }
    return code;
}

static int prepare(check_settings *settings) {
    agon_error error = {0};
    settings->terms = agon_terms_default();
    settings->terms.remedy = AGON_REMEDY_RANDOM; // go on, to find more than the first fault
    if (!agon_terms_read_clock(settings->clock, &settings->terms)) {
        return agon_cli_usage_error(&agon_cli_bot_check, AGON_CLI_BAD_CLOCK, settings->clock);
    }
    for (size_t i = 0; i < settings->list.count; i++) {
        if (!agon_cli_game(settings->games[i])) {
            return EX_USAGE;
        }
    }
    if (settings->sandbox && agon_sandbox_probe(&error)) {
        agon_cli_complain("%s", error.message);
        return EX_UNAVAILABLE;
    }
    return EX_OK;
}

static int run(int count, char **arguments) {
    check_settings settings = {.clock = "60+1",
                               .start_up = 10,
                               .matches = MATCHES_OF_A_GAME,
                               .seed = agon_seed_number(1),
                               .limits = agon_limits_default()};
    settings.list = (agon_cli_list){.items = settings.games, .max = 32};
    const agon_cli_option options[] = {
        {"--game", AGON_CLI_LIST, &settings.list},
        {"--matches", AGON_CLI_COUNT, &settings.matches},
        {"--seed", AGON_CLI_SEED, &settings.seed},
        {"--clock", AGON_CLI_TEXT, &settings.clock},
        {"--start-up", AGON_CLI_TIME, &settings.start_up},
        {"--sandbox", AGON_CLI_FLAG, &settings.sandbox},
        {"--json", AGON_CLI_FLAG, &settings.json},
        {0},
    };
    int code = agon_cli_parse(&agon_cli_bot_check, options, 1, &count, arguments);
    if (code) {
        return code;
    }
    if (count < 1) {
        return agon_cli_usage_error(&agon_cli_bot_check, "which program?");
    }
    char command[4096];
    snprintf(command, sizeof command, "%s%s",
             agon_seat_is_program(arguments[0]) ? "" : "cmd:", arguments[0]);
    settings.command = command;
    code = prepare(&settings);
    return code ? code : check_all(&settings);
}

const agon_cli_command agon_cli_bot_check = {
    .name = "bot-check",
    .summary = "play a program through the games and say what it does wrong",
    .usage = "COMMAND [--game GAME]... [--matches N] [--sandbox] [--json]",
    .help = "COMMAND is what follows cmd: in a seat (see agon help match), in one argument.\n"
            "The program plays against `random` from both first seats of every game; each message\n"
            "carries a key that it does not know. Faults are counted, and the first are shown.\n"
            "\n"
            "  --game GAME        only this game; may be repeated\n"
            "  --matches N        per game and seat; 2\n"
            "  --seed N           of the matches; 1\n"
            "  --clock BANK+INC   as in `agon match`; 60+1\n"
            "  --start-up S       seconds to get ready; 10\n"
            "  --sandbox          in the sandbox\n"
            "  --json             one JSON object per game and line\n"
            "\n"
            "exit code: 0 nothing is wrong, 1 there were faults\n",
    .run = run,
};
