// agon match: one match between any seats, recorded if wanted.
#include "apps/cli/match/match.h"

#include "apps/cli/files.h"
#include "apps/cli/person.h"
#include "apps/host/programs/cores.h"
#include "apps/host/tables.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PROGRAM_CLOCK "60+1" // when a program plays and no clock is given

// No number has upper bits.
static const agon_seed no_seed = {.hi = 1};

// ---------------------------------------------------------------------------------------------
// Telling and recording

static void store(match_job *job, const agon_text *lines) {
    if (job->record && lines->length > 0 && !lines->failed) {
        job->cannot_store |= fwrite(lines->data, 1, lines->length, job->record) != lines->length ||
                             fflush(job->record) != 0;
    }
    job->cannot_store |= lines->failed;
}

static void on_change(void *user, const agon_change *change) {
    match_job *job = user;
    const char *line = change->lines.data;
    store(job, &change->lines);
    for (size_t i = 0; i < change->move_count; i++) {
        size_t length = strcspn(line, "\n");
        json_t *document = agon_json_parse(line, length, NULL);
        const agon_change_move *move = &change->moves[i];
        const told_move told = {change->match->moves + (uint32_t)i + 1, move,
                                change->faults + move->first_fault, document};
        agon_cli_tell_move(job, &told);
        json_decref(document);
        line += length + 1;
    }
    if (!job->settings->json && job->log.length > 0) {
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
        return agon_cli_usage_error(&agon_cli_match, AGON_CLI_BAD_CLOCK, clock);
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
    if (document && agon_table_load(codec, agon_value_of(document), &job->table, &error)) {
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
    if (!has_seed && !agon_seed_of_config(agon_value_of(job->config), &job->setup.seed) &&
        !agon_seed_fresh(&job->setup.seed)) {
        agon_cli_complain("the system gives no random seed");
        return EX_OSERR;
    }
    if (settings->state) {
        return load_state(job, codec);
    }
    agon_status status =
        agon_table_seat(codec, (int)settings->list.count, agon_value_of(job->config),
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

// Each program of a match has a core of its own, or there is no match.
static int check_cores(const match_settings *settings) {
    int programs = 0;
    for (size_t i = 0; i < settings->list.count; i++) {
        programs += agon_seat_is_program(settings->seats[i]);
    }
    if (!settings->pin || programs <= agon_cores_count()) {
        return EX_OK;
    }
    agon_cli_complain("--pin needs a core for each of the %d programs, but there are %d", programs,
                      agon_cores_count());
    return EX_UNAVAILABLE;
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
        job->setup.core += settings->pin && agon_seat_is_program(settings->seats[p]);
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
        code = check_cores(settings);
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
    job->setup.no_pondering = settings->no_pondering;
    job->setup.start_up = (int64_t)(settings->start_up * 1000000);
    return open_holders(job);
}

// ---------------------------------------------------------------------------------------------
// Playing

static agon_status begin(match_job *job, agon_error *error) {
    bool is_good;
    char *config = agon_config_text(job->config, &is_good);
    agon_match_def def = agon_match_def_default();
    def.codec = job->table.codec;
    def.game = job->table.game;
    def.first = job->table.state;
    def.seed = job->setup.seed;
    def.is_given = job->settings->state != NULL;
    def.config = config;
    def.seats = job->settings->seats;
    def.terms = job->terms;
    def.listening = AGON_NONE;
    for (int p = 0; p < job->table.game->players; p++) {
        def.listening |= job->seats[p].bot ? AGON_NONE : agon_viewer_bit(p);
    }
    agon_status status = is_good ? agon_match_open(&job->match, &def, &job->lines, error)
                                 : agon_error_set(error, AGON_NO_MEMORY, NULL, "out of memory");
    free(config);
    store(job, &job->lines);
    return status;
}

static void finish_record(match_job *job) {
    job->lines.length = 0;
    if (job->record) {
        agon_match_finish(&job->match, NULL, &job->lines);
        store(job, &job->lines);
    }
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

static agon_status play(match_job *job, agon_error *error) {
    agon_loop loop = {.match = &job->match,
                      .seats = job->seats,
                      .clock = {needs_clock(job) ? agon_process_now : NULL, NULL},
                      .on_change = on_change,
                      .user = job};
    agon_loop_start(&loop);
    agon_status status = agon_loop_play(&loop, error);
    agon_loop_close(&loop);
    return status;
}

static int run_match(match_job *job) {
    agon_error error = {0};
    agon_cli_tell_begin(job);
    agon_status status = begin(job, &error);
    if (status == AGON_OK) {
        status = play(job, &error);
    }
    if (status) {
        agon_cli_complain("%s", error.message);
        return EX_SOFTWARE;
    }
    agon_result result = agon_match_result(&job->match);
    finish_record(job);
    return agon_cli_tell_result(job, &result) ? EX_OK : EX_OSERR;
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
    agon_match_close(&job->match);
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
        {"--no-pondering", AGON_CLI_FLAG, &settings.no_pondering},
        {"--pin", AGON_CLI_FLAG, &settings.pin},
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
        "  net:FILE                 a net that was trained for the game (docs/python.md)\n"
        "  cmd:./mybot.py           a program that speaks the bot protocol (docs/bot-protocol.md);\n"
        "                           words are separated by spaces, there is no quoting\n"
        "  human                    you, at this terminal\n"
        "\n"
        "  --seed S           a number or 32 hex digits; otherwise 128 fresh random bits\n"
        "  --config FILE      the game's config as JSON; a seed in it counts if --seed is not given\n"
        "  --state FILE       begin with this state instead\n"
        "  --record FILE      write a replay (see agon help replay)\n"
        "  --clock BANK+INC   seconds a seat has, and seconds added per turn; N/turn: seconds for every\n"
        "                     turn; or none. Without it 60+1 if a program plays\n"
        "  --fault POLICY     what follows a fault: forfeit (placed last, played on at random), random\n"
        "                     (this one move), retry:N or retry:N,random; the rules of a game may\n"
        "                     say what follows an illegal action (entropy: the turn ends)\n"
        "  --start-up S       seconds a program has to get ready; 10\n"
        "  --sandbox          run programs in bubblewrap: no network, no files, limits\n"
        "  --no-pondering     stop programs while they are not asked\n"
        "  --pin              a processor core of its own for each program\n"
        "  --transcript FILE  write down what programs are told and say\n"
        "  --full             print every move\n"
        "  --json             print the result as JSON\n",
    .run = run,
};
