// From the options of `agon tourney` to a job: bots, terms, schedule, test.
#define _GNU_SOURCE
#include "apps/cli/tourney/setup.h"

#include "apps/cli/files.h"
#include "apps/host/programs/cores.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define PROGRAM_CLOCK "60+1" // when a program plays and no clock is given
#define GAMES 100
#define GAMES_SPRT 100000
#define MOST_ELO 2000
#define MOST_MATCHES (UINT64_C(1) << 26) // that a file and memory can be expected to hold

static bool has_sprt(const agon_cli_tourney_settings *settings) {
    return !isnan(settings->sprt[0]);
}

// ---------------------------------------------------------------------------------------------
// Bots

// Where the bot begins in "NAME=BOT": an equals sign after the first colon is part of the bot.
static const char *bot_of(const char *text) {
    size_t length = strcspn(text, ":=");
    return text[length] == '=' ? text + length + 1 : text;
}

static bool is_taken(const agon_cli_tourney_memory *memory, size_t count, const char *name) {
    for (size_t i = 0; i < count; i++) {
        if (strcmp(memory->names[i], name) == 0) {
            return true;
        }
    }
    return false;
}

// The given name, or the bot itself; the second of the same name becomes "random#2".
static char *name_bot(const agon_cli_tourney_memory *memory, size_t i, const char *text) {
    const char *bot = bot_of(text);
    const char *given = agon_seat_is_program(bot) ? bot + strlen("cmd:") : bot;
    agon_text name = {0};
    for (unsigned copy = 1; copy == 1 || is_taken(memory, i, name.data); copy++) {
        name.length = 0;
        if (bot != text) {
            agon_text_add(&name, text, (size_t)(bot - text) - 1);
        } else {
            agon_text_puts(&name, given);
        }
        if (copy > 1) {
            agon_text_printf(&name, "#%u", copy);
        }
        if (name.failed) {
            agon_text_free(&name);
            return NULL;
        }
    }
    return name.data;
}

// A name is written to the results and read again, so it must come back as it was.
static bool is_good_name(const char *name) {
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_json_string(&json, name);
    json_t *document = text.failed ? NULL : agon_json_parse(text.data, text.length, NULL);
    const char *again = json_string_value(document);
    bool is_good = name[0] && again && strcmp(name, again) == 0;
    for (const char *c = name; *c; c++) {
        is_good = is_good && (unsigned char)*c >= ' ';
    }
    json_decref(document);
    agon_text_free(&text);
    return is_good;
}

static int read_bots(const agon_cli_tourney_settings *settings, agon_cli_tourney_memory *memory) {
    for (size_t i = 0; i < settings->list.count; i++) {
        memory->bots[i] = bot_of(settings->bots[i]);
        memory->names[i] = name_bot(memory, i, settings->bots[i]);
        if (!memory->names[i]) {
            agon_cli_complain("out of memory");
            return EX_OSERR;
        }
        if (!is_good_name(memory->names[i])) {
            return agon_cli_usage_error(&agon_cli_tourney, "'%s' is no good name",
                                        memory->names[i]);
        }
    }
    return EX_OK;
}

// Starts a program once, so that a mistake is found before the first match.
static bool try_program(agon_seat_holder *holder, agon_error *error) {
    agon_fault_note note = {0};
    if (holder->process) {
        agon_program_greet(&holder->program, &note);
    }
    if (note.fault) {
        (void)agon_error_set(error, AGON_UNKNOWN_BOT, NULL, "%s: %s", agon_fault_word(note.fault),
                             note.reason);
    }
    return note.fault == AGON_FAULT_NONE;
}

static int try_bots(agon_cli_tourney_job *job) {
    const agon_tourney *tourney = &job->tourney;
    agon_seat_setup setup = {.codec = tourney->codec,
                             .config = agon_json_of(tourney->config),
                             .sandbox = job->sandbox,
                             .start_up = job->start_up};
    for (int i = 0; i < tourney->schedule.bots; i++) {
        agon_seat_holder holder;
        agon_error error = {0};
        bool is_there =
            agon_seat_holder_open(&holder, tourney->bots[i], 0, &setup, &error) == AGON_OK &&
            try_program(&holder, &error);
        job->has_clock |= holder.seat.time > 0;
        agon_seat_holder_close(&holder);
        if (!is_there) {
            agon_cli_complain("%s: %s", tourney->names[i], error.message);
            return EX_UNAVAILABLE;
        }
    }
    return EX_OK;
}

// ---------------------------------------------------------------------------------------------
// Setting up

static int read_terms(const agon_cli_tourney_settings *settings, agon_cli_tourney_job *job) {
    agon_terms *terms = &job->tourney.terms;
    bool has_program = false;
    *terms = agon_terms_default();
    for (int i = 0; i < job->tourney.schedule.bots; i++) {
        has_program |= agon_seat_is_program(job->tourney.bots[i]);
    }
    const char *clock = settings->clock ? settings->clock : has_program ? PROGRAM_CLOCK : "none";
    if (!agon_terms_read_clock(clock, terms)) {
        return agon_cli_usage_error(&agon_cli_tourney, AGON_CLI_BAD_CLOCK, clock);
    }
    if (settings->fault && !agon_terms_read_policy(settings->fault, terms)) {
        return agon_cli_usage_error(&agon_cli_tourney,
                                    "'%s' is none of forfeit, random, retry:N[,random]",
                                    settings->fault);
    }
    job->has_clock = terms->bank != AGON_NO_LIMIT;
    return EX_OK;
}

static int read_config(const agon_cli_tourney_settings *settings, agon_cli_tourney_memory *memory) {
    int code = EX_OK;
    if (settings->config) {
        memory->config = agon_cli_read_json(settings->config, &code);
    }
    // Every match has a seed of its own.
    json_object_del(memory->config, "seed");
    return code;
}

// How many play at a table: as asked for, or as the config or the game has it.
static int find_seats(const agon_cli_tourney_settings *settings, agon_cli_tourney_job *job) {
    agon_table table;
    agon_error error = {0};
    int players = settings->seats > AGON_MAX_PLAYERS ? AGON_MAX_PLAYERS + 1 : (int)settings->seats;
    if (agon_table_init_for(job->tourney.codec, players, job->tourney.config, &table, &error)) {
        agon_cli_complain("%s%s%s", error.path, error.path[0] ? ": " : "", error.message);
        return EX_DATAERR;
    }
    job->tourney.schedule.seats = table.game->players;
    agon_table_free(&table);
    if (players && players != job->tourney.schedule.seats) {
        agon_cli_complain("the config is for %d players, not for %d", job->tourney.schedule.seats,
                          players);
        return EX_DATAERR;
    }
    return EX_OK;
}

static int read_format(const agon_cli_tourney_settings *settings, agon_schedule *schedule) {
    if (strcmp(settings->format, "round-robin") == 0) {
        schedule->format = AGON_SCHEDULE_ROUND_ROBIN;
    } else if (strcmp(settings->format, "gauntlet") == 0) {
        schedule->format = AGON_SCHEDULE_GAUNTLET;
    } else {
        return agon_cli_usage_error(&agon_cli_tourney,
                                    "there is no format '%s'; there are "
                                    "round-robin and gauntlet",
                                    settings->format);
    }
    return EX_OK;
}

static int make_schedule(const agon_cli_tourney_settings *settings, agon_cli_tourney_job *job) {
    agon_schedule *schedule = &job->tourney.schedule;
    uint64_t games = settings->games ? settings->games : has_sprt(settings) ? GAMES_SPRT : GAMES;
    uint64_t rotations = (uint64_t)agon_schedule_rotations(schedule);
    uint64_t rounds = games / rotations + (games % rotations > 0);
    schedule->rounds = rounds < UINT32_MAX ? (uint32_t)rounds : UINT32_MAX;
    schedule->seed = settings->seed;
    uint64_t count = agon_schedule_count(schedule);
    if (count == 0 || count > MOST_MATCHES) {
        agon_cli_complain("that would be too many matches");
        return EX_USAGE;
    }
    job->count = (size_t)count;
    job->outcomes = calloc(job->count, sizeof *job->outcomes);
    if (!job->outcomes) {
        agon_cli_complain("out of memory");
        return EX_OSERR;
    }
    return EX_OK;
}

static int make_sprt(const agon_cli_tourney_settings *settings, agon_cli_tourney_job *job,
                     agon_cli_tourney_memory *memory) {
    const agon_schedule *schedule = &job->tourney.schedule;
    const double *elo = settings->sprt;
    const double *errors = settings->errors;
    if (!has_sprt(settings)) {
        return EX_OK;
    }
    if (schedule->bots != 2 || schedule->seats != 2) {
        return agon_cli_usage_error(&agon_cli_tourney, "--sprt is for two bots at a table of two");
    }
    if (elo[0] >= elo[1] || elo[0] < -MOST_ELO || elo[1] > MOST_ELO) {
        return agon_cli_usage_error(&agon_cli_tourney, "--sprt needs ELO0 below ELO1, both within "
                                                       "-2000 ... 2000");
    }
    for (int i = 0; i < 2; i++) {
        if (errors[i] < 1e-6 || errors[i] > 0.49) {
            return agon_cli_usage_error(&agon_cli_tourney,
                                        "--errors needs two probabilities below one half");
        }
    }
    memory->sprt =
        (agon_sprt){.elo0 = elo[0], .elo1 = elo[1], .alpha = errors[0], .beta = errors[1]};
    job->sprt = &memory->sprt;
    job->tourney.sprt = &memory->sprt;
    return EX_OK;
}

static int find_anchor(const agon_cli_tourney_settings *settings, agon_cli_tourney_job *job) {
    for (int i = 0; settings->anchor && i < job->tourney.schedule.bots; i++) {
        if (strcmp(job->tourney.names[i], settings->anchor) == 0) {
            job->anchor = i;
            return EX_OK;
        }
    }
    return settings->anchor ? agon_cli_usage_error(&agon_cli_tourney, "there is no bot named '%s'",
                                                   settings->anchor)
                            : EX_OK;
}

static int open_sandbox(const agon_cli_tourney_settings *settings, agon_cli_tourney_job *job,
                        agon_cli_tourney_memory *memory) {
    agon_error error = {0};
    if (!settings->sandbox) {
        return EX_OK;
    }
    if (agon_sandbox_probe(&error)) {
        agon_cli_complain("%s", error.message);
        return EX_UNAVAILABLE;
    }
    memory->limits = agon_limits_default();
    job->sandbox = &memory->limits;
    job->tourney.is_sandboxed = true;
    return EX_OK;
}

// With a core for every seat there are only so many tables.
static int pin_programs(const agon_cli_tourney_settings *settings, agon_cli_tourney_job *job) {
    const int seats = job->tourney.schedule.seats;
    const int tables = agon_cores_count() / seats;
    job->is_pinned = settings->pin;
    if (settings->pin && tables < 1) {
        agon_cli_complain("--pin needs a core for each of the %d seats, but there are %d", seats,
                          agon_cores_count());
        return EX_UNAVAILABLE;
    }
    if (settings->pin && job->threads > (unsigned)tables) {
        job->threads = (unsigned)tables;
    }
    return EX_OK;
}

static int open_replays(const agon_cli_tourney_settings *settings, agon_cli_tourney_job *job) {
    job->replays = settings->replays;
    if (job->replays && mkdir(job->replays, 0777) != 0 && errno != EEXIST) {
        agon_cli_complain("cannot create %s: %s", job->replays, strerror(errno));
        return EX_CANTCREAT;
    }
    return EX_OK;
}

int agon_cli_tourney_set_up(const agon_cli_tourney_settings *settings, const agon_codec *codec,
                            agon_cli_tourney_job *job, agon_cli_tourney_memory *memory) {
    agon_tourney *tourney = &job->tourney;
    tourney->codec = codec;
    tourney->schedule.bots = (int)settings->list.count;
    tourney->names = (const char *const *)memory->names;
    tourney->bots = memory->bots;
    job->results.path = settings->out;
    job->results.file = -1;
    job->no_pondering = settings->no_pondering;
    job->start_up = (int64_t)(settings->start_up * 1000000);
    job->threads =
        (unsigned)(settings->threads < AGON_CLI_TOURNEY_THREADS ? settings->threads
                                                                : AGON_CLI_TOURNEY_THREADS);
    int code = read_bots(settings, memory);
    code = code ? code : read_format(settings, &tourney->schedule);
    code = code ? code : read_config(settings, memory);
    tourney->config = agon_value_of(memory->config);
    code = code ? code : find_seats(settings, job);
    code = code ? code : make_schedule(settings, job);
    code = code ? code : read_terms(settings, job);
    code = code ? code : make_sprt(settings, job, memory);
    code = code ? code : find_anchor(settings, job);
    code = code ? code : pin_programs(settings, job);
    code = code ? code : open_sandbox(settings, job, memory);
    code = code ? code : try_bots(job);
    return code ? code : open_replays(settings, job);
}

void agon_cli_tourney_free(agon_cli_tourney_job *job, agon_cli_tourney_memory *memory) {
    for (size_t i = 0; i < AGON_TOURNEY_BOTS; i++) {
        free(memory->names[i]);
    }
    json_decref(memory->config);
    free(job->outcomes);
}
