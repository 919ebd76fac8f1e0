// agon match: one match between any seats, recorded if wanted.
#include "apps/cli/files.h"
#include "apps/cli/person.h"
#include "apps/host/say.h"
#include "apps/host/seats.h"
#include "apps/host/tables.h"

#include "agon/replay.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define PROGRAM_CLOCK "60+1" // when a program plays and no clock is given

// No number has upper bits.
static const agon_seed no_seed = {.hi = 1};

typedef struct match_settings {
    const char *seats[AGON_MAX_PLAYERS];
    agon_cli_list list;
    agon_seed seed; // no_seed: none was given
    const char *config;
    const char *state;
    const char *record;
    const char *clock;
    const char *fault;
    const char *transcript;
    double start_up;
    bool sandbox;
    bool is_full;
    bool json;
} match_settings;

// A match being played.
typedef struct match_job {
    const match_settings *settings;
    json_t *config;
    agon_terms terms;
    agon_limits limits;
    agon_seat_setup setup;
    agon_table table;
    agon_seat_holder holders[AGON_MAX_PLAYERS];
    agon_seat seats[AGON_MAX_PLAYERS];
    size_t holder_count;
    FILE *record;
    FILE *transcript;
    agon_replay_writer writer;
    agon_text lines; // of the replay, not yet stored
    agon_text log;   // moves and faults for people, or faults as JSON
    agon_json json;
    bool cannot_store;
} match_job;

// ---------------------------------------------------------------------------------------------
// Telling and recording

static void store(match_job *job) {
    if (job->record && job->lines.length > 0 && !job->lines.failed) {
        job->cannot_store |=
            fwrite(job->lines.data, 1, job->lines.length, job->record) != job->lines.length ||
            fflush(job->record) != 0;
    }
    job->cannot_store |= job->lines.failed;
    job->lines.length = 0;
}

static void add_action(const match_job *job, const agon_move *move, agon_text *text) {
    agon_text json = {0};
    agon_json out = {.text = &json};
    job->table.codec->action_write(job->table.game, move->before, move->action, &out);
    json_t *document = json.failed ? NULL : agon_json_parse(json.data, json.length, NULL);
    if (document) {
        agon_say_json(text, document, NULL);
    }
    json_decref(document);
    agon_text_free(&json);
}

static void tell_move(match_job *job, const agon_move *move) {
    agon_text *text = &job->log;
    agon_text_printf(text, "%5u  ", move->number);
    agon_say_player(text, job->table.codec, job->table.game, move->player);
    agon_text_puts(text, "  ");
    add_action(job, move, text);
    agon_text_puts(text, move->by == AGON_MOVER_SEAT     ? "\n"
                         : move->by == AGON_MOVER_RANDOM ? "  (made at random)\n"
                                                         : "  (made by the rules)\n");
}

static void tell_faults(match_job *job, const agon_move *move) {
    for (size_t i = 0; i < move->fault_count; i++) {
        agon_text_printf(&job->log, "%5u  ", move->number);
        agon_say_player(&job->log, job->table.codec, job->table.game, move->player);
        agon_text_printf(&job->log, "  %s: %s%s\n", agon_fault_word(move->faults[i].fault),
                         move->faults[i].reason,
                         move->forfeits && i + 1 == move->fault_count ? "; it forfeits" : "");
    }
}

static void list_faults(match_job *job, const agon_move *move) {
    for (size_t i = 0; i < move->fault_count; i++) {
        agon_json_open(&job->json, '{');
        agon_json_put_int(&job->json, "n", move->number);
        agon_json_key(&job->json, "player");
        job->table.codec->player_write(job->table.game, move->player, &job->json);
        agon_json_put_string(&job->json, "fault", agon_fault_word(move->faults[i].fault));
        agon_json_put_string(&job->json, "reason", move->faults[i].reason);
        agon_json_put_bool(&job->json, "forfeit", move->forfeits && i + 1 == move->fault_count);
        agon_json_close(&job->json, '}');
    }
}

static void on_move(void *user, const agon_move *move) {
    match_job *job = user;
    if (job->record) {
        agon_replay_add(&job->writer, move);
        store(job);
    }
    if (job->settings->json) {
        list_faults(job, move);
        return;
    }
    tell_faults(job, move);
    if (job->settings->is_full) {
        tell_move(job, move);
    }
    if (job->log.length > 0) {
        agon_cli_print_safely(&job->log);
        fflush(stdout);
    }
}

// ---------------------------------------------------------------------------------------------
// Setting up

static int read_terms(const match_settings *settings, agon_terms *terms) {
    bool has_program = false;
    *terms = agon_terms_default();
    for (size_t i = 0; i < settings->list.count; i++) {
        has_program |= agon_seat_is_program(settings->seats[i]);
    }
    const char *clock = settings->clock ? settings->clock : has_program ? PROGRAM_CLOCK : "none";
    if (!agon_terms_read_clock(clock, terms)) {
        return agon_cli_usage_error(&agon_cli_match, "'%s' is not a clock like 60+1", clock);
    }
    if (settings->fault && !agon_terms_read_policy(settings->fault, terms)) {
        return agon_cli_usage_error(
            &agon_cli_match, "'%s' is none of forfeit, random, retry:N[,random]", settings->fault);
    }
    return EX_OK;
}

static int complain_about(const char *what, const agon_error *error) {
    agon_cli_complain("%s: %s%s%s", what, error->path, error->path[0] ? ": " : "", error->message);
    return EX_DATAERR;
}

static int load_state(match_job *job, const agon_codec *codec) {
    agon_error error = {0};
    int code;
    json_t *document = agon_cli_read_json(job->settings->state, &code);
    if (document && agon_table_load(codec, document, &job->table, &error)) {
        code = complain_about(job->settings->state, &error);
    }
    if (code == EX_OK && job->table.state->viewer != AGON_NOBODY) {
        agon_cli_complain("%s: a match needs a state, this is a view", job->settings->state);
        code = EX_DATAERR;
    }
    json_decref(document);
    return code;
}

static int make_table(match_job *job, const agon_codec *codec) {
    const match_settings *settings = job->settings;
    agon_error error = {0};
    int code = EX_OK;
    if (settings->config) {
        job->config = agon_cli_read_json(settings->config, &code);
        if (!job->config) {
            return code;
        }
    }
    bool has_seed = settings->seed.hi != no_seed.hi || settings->seed.is_wide;
    job->setup.seed = settings->seed;
    if (!has_seed && !agon_seed_of_config(job->config, &job->setup.seed) &&
        !agon_seed_fresh(&job->setup.seed)) {
        agon_cli_complain("the system gives no random seed");
        return EX_OSERR;
    }
    if (settings->state) {
        return load_state(job, codec);
    }
    agon_status status = agon_table_seat(codec, (int)settings->list.count, job->config,
                                         job->setup.seed, &job->table, &error);
    return status ? complain_about(settings->config ? settings->config : codec->rules->id, &error)
                  : EX_OK;
}

static int check_seats(const match_job *job) {
    if ((size_t)job->table.game->players == job->settings->list.count) {
        return EX_OK;
    }
    agon_cli_complain("this match has %d players, but %zu seats are given",
                      job->table.game->players, job->settings->list.count);
    return EX_USAGE;
}

static int open_holders(match_job *job) {
    const match_settings *settings = job->settings;
    agon_error error = {0};
    if (settings->sandbox && agon_sandbox_probe(&error)) {
        agon_cli_complain("%s", error.message);
        return EX_UNAVAILABLE;
    }
    for (int p = 0; p < job->table.game->players; p++) {
        agon_seat_holder *holder = &job->holders[p];
        job->holder_count++;
        if (strcmp(settings->seats[p], "human") == 0) {
            *holder = (agon_seat_holder){.text = "human"};
            holder->seat.driver = &agon_cli_person;
            holder->seat.self = (void *)job->table.codec;
        } else if (agon_seat_holder_open(holder, settings->seats[p], p, &job->setup, &error)) {
            agon_cli_complain("%s", error.message);
            return EX_UNAVAILABLE;
        }
        job->seats[p] = holder->seat;
    }
    return EX_OK;
}

static FILE *create(const char *path) {
    FILE *file = fopen(path, "wb");
    if (!file) {
        agon_cli_complain("cannot create %s: %s", path, strerror(errno));
    }
    return file;
}

static int open_files(match_job *job) {
    const match_settings *settings = job->settings;
    if (settings->record && !(job->record = create(settings->record))) {
        return EX_CANTCREAT;
    }
    if (settings->transcript && !(job->transcript = create(settings->transcript))) {
        return EX_CANTCREAT;
    }
    job->setup.transcript = job->transcript;
    return EX_OK;
}

static int set_up(match_job *job, const agon_codec *codec) {
    const match_settings *settings = job->settings;
    int code = read_terms(settings, &job->terms);
    if (code == EX_OK) {
        code = make_table(job, codec);
    }
    if (code == EX_OK) {
        code = check_seats(job);
    }
    if (code == EX_OK) {
        code = open_files(job);
    }
    if (code) {
        return code;
    }
    job->limits = agon_limits_default();
    job->setup.codec = codec;
    job->setup.config = job->config;
    job->setup.sandbox = settings->sandbox ? &job->limits : NULL;
    job->setup.start_up = (int64_t)(settings->start_up * 1000000);
    return open_holders(job);
}

// ---------------------------------------------------------------------------------------------
// Playing

static void begin_record(match_job *job) {
    agon_replay_head head = {.codec = job->table.codec,
                             .game = job->table.game,
                             .first = job->table.state,
                             .config = job->config,
                             .seed = job->settings->state ? NULL : &job->setup.seed,
                             .seats = job->settings->seats,
                             .terms = &job->terms};
    if (job->record) {
        agon_replay_begin(&job->writer, &job->lines, &head);
        store(job);
    }
}

static void finish_record(match_job *job, const agon_result *result) {
    if (job->record) {
        agon_replay_finish(&job->writer, result, NULL);
        store(job);
    }
}

static void add_seed(match_job *job, agon_text *text) {
    agon_json json = {.text = text};
    agon_json_seed(&json, job->setup.seed);
}

static void print_title(match_job *job) {
    agon_text text = {0};
    agon_text_printf(&text, "%s, ", job->table.codec->rules->title);
    if (job->settings->state) {
        agon_text_printf(&text, "from %s", job->settings->state);
    } else {
        agon_text_puts(&text, "seed ");
        add_seed(job, &text);
    }
    agon_text_puts(&text, "\n");
    agon_cli_print_safely(&text);
}

static void print_result(match_job *job, const agon_result *result) {
    agon_text text = {0};
    agon_text_printf(&text, "after %u moves:\n", result->moves);
    for (int place = 1; place <= job->table.game->players; place++) {
        for (int p = 0; p < job->table.game->players; p++) {
            if (result->places[p] != place) {
                continue;
            }
            agon_text_printf(&text, "  %d.  ", place);
            agon_say_player(&text, job->table.codec, job->table.game, p);
            agon_text_printf(&text, "  score %d  %s", (int)result->scores[p], job->holders[p].text);
            if (job->holders[p].program.name[0]) {
                agon_text_printf(&text, " (%s)", job->holders[p].program.name);
            }
            agon_text_puts(&text, result->forfeits[p] ? "  forfeited\n" : "\n");
        }
    }
    agon_cli_print_safely(&text);
}

static void begin_json(match_job *job) {
    job->json = (agon_json){.text = &job->log};
    agon_json *json = &job->json;
    agon_json_open(json, '{');
    agon_json_put_string(json, "game", job->table.codec->rules->id);
    agon_json_key(json, "seed");
    agon_json_seed(json, job->setup.seed);
    agon_json_key(json, "seats");
    agon_json_open(json, '[');
    for (size_t p = 0; p < job->settings->list.count; p++) {
        agon_json_string(json, job->settings->seats[p]);
    }
    agon_json_close(json, ']');
    agon_json_key(json, "faults");
    agon_json_open(json, '[');
}

static bool finish_json(match_job *job, const agon_result *result) {
    agon_json_close(&job->json, ']');
    agon_json_key(&job->json, "result");
    agon_result_write(job->table.codec, job->table.game, result, NULL, &job->json);
    agon_json_key(&job->json, "hash");
    agon_json_hex(&job->json, agon_hash(job->table.game, job->table.state));
    agon_json_close(&job->json, '}');
    agon_text_puts(&job->log, "\n");
    return agon_cli_print_safely(&job->log);
}

// Time is measured where it matters. Otherwise a replay holds no times, and the same seed gives the
// same bytes.
static bool needs_clock(const match_job *job) {
    bool is_needed = job->terms.bank != AGON_NO_LIMIT;
    for (int p = 0; p < job->table.game->players; p++) {
        is_needed |= !job->seats[p].bot || job->seats[p].time > 0;
    }
    return is_needed;
}

static int run_match(match_job *job) {
    agon_error error = {0};
    agon_runner runner = {.game = job->table.game,
                          .state = job->table.state,
                          .seats = job->seats,
                          .terms = job->terms,
                          .clock = {needs_clock(job) ? agon_process_now : NULL, NULL},
                          .seed = job->setup.seed,
                          .on_move = on_move,
                          .user = job};
    if (job->settings->json) {
        begin_json(job);
    } else {
        print_title(job);
    }
    begin_record(job);
    agon_status status = agon_runner_open(&runner, &error);
    if (status == AGON_OK) {
        status = agon_runner_play(&runner, &error);
    }
    if (status) {
        agon_runner_close(&runner);
        agon_cli_complain("%s", error.message);
        return EX_SOFTWARE;
    }
    agon_result result = agon_runner_result(&runner);
    agon_runner_close(&runner);
    finish_record(job, &result);
    if (job->settings->json) {
        return finish_json(job, &result) ? EX_OK : EX_OSERR;
    }
    print_result(job, &result);
    return EX_OK;
}

static int close_file(FILE *file, const char *path, bool has_failed) {
    if (file && (fclose(file) != 0 || has_failed)) {
        agon_cli_complain("cannot write %s", path);
        return EX_IOERR;
    }
    return EX_OK;
}

static int tidy_up(match_job *job, int code) {
    for (size_t i = 0; i < job->holder_count; i++) {
        agon_seat_holder_close(&job->holders[i]);
    }
    int record = close_file(job->record, job->settings->record, job->cannot_store);
    int transcript = close_file(job->transcript, job->settings->transcript, false);
    agon_table_free(&job->table);
    json_decref(job->config);
    agon_text_free(&job->lines);
    agon_text_free(&job->log);
    return code ? code : record ? record : transcript;
}

static int run(int count, char **arguments) {
    match_settings settings = {.start_up = 10, .seed = no_seed};
    settings.list = (agon_cli_list){.items = settings.seats, .max = AGON_MAX_PLAYERS};
    const agon_cli_option options[] = {
        {"--seat", AGON_CLI_LIST, &settings.list},
        {"--seed", AGON_CLI_SEED, &settings.seed},
        {"--config", AGON_CLI_TEXT, &settings.config},
        {"--state", AGON_CLI_TEXT, &settings.state},
        {"--record", AGON_CLI_TEXT, &settings.record},
        {"--clock", AGON_CLI_TEXT, &settings.clock},
        {"--fault", AGON_CLI_TEXT, &settings.fault},
        {"--start-up", AGON_CLI_TIME, &settings.start_up},
        {"--transcript", AGON_CLI_TEXT, &settings.transcript},
        {"--sandbox", AGON_CLI_FLAG, &settings.sandbox},
        {"--full", AGON_CLI_FLAG, &settings.is_full},
        {"--json", AGON_CLI_FLAG, &settings.json},
        {0},
    };
    int code = agon_cli_parse(&agon_cli_match, options, 1, &count, arguments);
    if (code) {
        return code;
    }
    if (count < 1) {
        return agon_cli_usage_error(&agon_cli_match, "which game?");
    }
    const agon_codec *codec = agon_cli_game(arguments[0]);
    if (!codec) {
        return EX_USAGE;
    }
    match_job job = {.settings = &settings};
    code = set_up(&job, codec);
    return tidy_up(&job, code ? code : run_match(&job));
}

const agon_cli_command agon_cli_match = {
    .name = "match",
    .summary = "let bots and programs play a match",
    .usage = "GAME --seat SEAT... [--seed S] [--config FILE] [--record FILE] [--json]",
    .help =
        "One --seat for every player, in player order:\n"
        "\n"
        "  random, greedy, ...      a built-in bot; `agon games` lists them\n"
        "  search:sims=2000         a bot with options: sims=N simulations or ms=N milliseconds\n"
        "                           for one answer, threads=N (they do not change the answer)\n"
        "  cmd:./mybot.py           a program that speaks the bot protocol (docs/bot-protocol.md);\n"
        "                           words are separated by spaces, there is no quoting\n"
        "  human                    you, at this terminal\n"
        "\n"
        "  --seed S           a number or 32 hex digits; otherwise 128 fresh random bits\n"
        "  --config FILE      the game's config as JSON; a seed in it counts if --seed is not given\n"
        "  --state FILE       begin with this state instead\n"
        "  --record FILE      write a replay (see agon help replay)\n"
        "  --clock BANK+INC   seconds a seat has, and seconds added per answer; or none. Without it\n"
        "                     60+1 if a program plays\n"
        "  --fault POLICY     what follows a fault: forfeit (placed last, played on at random), random\n"
        "                     (this one move), retry:N or retry:N,random; the rules of a game may\n"
        "                     say what follows an illegal action (entropy: the turn ends)\n"
        "  --start-up S       seconds a program has to get ready; 10\n"
        "  --sandbox          run programs in bubblewrap: no network, no files, limits\n"
        "  --transcript FILE  write down what programs are told and say\n"
        "  --full             print every move\n"
        "  --json             print the result as JSON\n",
    .run = run,
};
