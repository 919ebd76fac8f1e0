// The workers of a tournament: threads that take matches, play them and hand in outcomes.
#define _GNU_SOURCE
#include "apps/cli/tourney/tourney.h"

#include "apps/host/files.h"
#include "apps/host/tables.h"

#include "agon/loop.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LOOK_NANOSECONDS 250000000 // between two looks at the progress
#define LOOKS_PER_SYNC 8
#define WORKER_STACK (8u << 20)

// Set by the first SIGINT, SIGTERM or SIGHUP; the second ends the program at once.
static volatile sig_atomic_t is_interrupted;

static void on_signal(int number) {
    (void)number;
    is_interrupted = 1;
}

static void catch_signals(void) {
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
}

// ---------------------------------------------------------------------------------------------
// One match

// A match that a worker plays.
typedef struct tourney_match {
    agon_cli_tourney_job *job;
    agon_pairing pairing;
    agon_program_pool *pool; // the worker's
    agon_table table;
    agon_seat seats[AGON_MAX_PLAYERS];
    agon_match match;
    agon_text replay;
    agon_outcome outcome;
    bool is_given_up; // the job is ending
} tourney_match;

static void count_faults(tourney_match *match, const agon_change *change,
                         const agon_change_move *move) {
    for (size_t i = 0; i < move->fault_count; i++) {
        agon_fault fault = change->faults[move->first_fault + i].fault;
        uint8_t *count = &match->outcome.faults[move->player][fault];
        *count = (uint8_t)(*count + (*count < UINT8_MAX));
    }
}

static void on_change(void *user, const agon_change *change) {
    tourney_match *match = user;
    for (size_t i = 0; i < change->move_count; i++) {
        count_faults(match, change, &change->moves[i]);
    }
    if (match->job->replays) {
        agon_text_add(&match->replay, change->lines.data, change->lines.length);
    }
}

static agon_status open_match(tourney_match *match, agon_error *error) {
    const agon_tourney *tourney = &match->job->tourney;
    agon_status status = agon_table_seat(tourney->codec, tourney->schedule.seats, tourney->config,
                                         match->pairing.seed, &match->table, error);
    for (int s = 0; s < tourney->schedule.seats && status == AGON_OK; s++) {
        status = agon_program_pool_seat(match->pool, tourney->bots[match->pairing.bots[s]], s,
                                        match->pairing.seed, &match->seats[s], error);
    }
    return status;
}

static void close_match(tourney_match *match) {
    agon_program_pool_release(match->pool);
    agon_match_close(&match->match);
    agon_table_free(&match->table);
    agon_text_free(&match->replay);
}

static agon_status begin(tourney_match *match, agon_error *error) {
    const agon_tourney *tourney = &match->job->tourney;
    const char *seats[AGON_MAX_PLAYERS];
    agon_match_def def = agon_match_def_default();
    bool is_good;
    char *config = agon_config_text(agon_json_of(tourney->config), &is_good);
    def.listening = AGON_NONE;
    for (int s = 0; s < tourney->schedule.seats; s++) {
        seats[s] = tourney->bots[match->pairing.bots[s]];
        def.listening |= match->seats[s].bot ? AGON_NONE : agon_viewer_bit(s);
    }
    def.codec = tourney->codec;
    def.game = match->table.game;
    def.first = match->table.state;
    def.seed = match->pairing.seed;
    def.config = config;
    def.seats = seats;
    def.terms = tourney->terms;
    def.is_recorded = match->job->replays;
    agon_status status = is_good ? agon_match_open(&match->match, &def, &match->replay, error)
                                 : agon_error_set(error, AGON_NO_MEMORY, NULL, "out of memory");
    free(config);
    return status;
}

static agon_status run_match(tourney_match *match, agon_result *result, agon_error *error) {
    agon_loop loop = {
        .match = &match->match, .seats = match->seats, .on_change = on_change, .user = match};
    agon_status status = AGON_OK;
    if (match->job->has_clock) {
        loop.clock.now = agon_process_now;
    }
    agon_loop_start(&loop);
    while (status == AGON_OK && !match->match.state->over && !match->is_given_up) {
        status = agon_loop_step(&loop, error);
        match->is_given_up = match->job->is_ending;
    }
    *result = agon_match_result(&match->match);
    match->is_given_up = !result->over;
    agon_loop_close(&loop);
    return status;
}

static void take_result(tourney_match *match, const agon_result *result) {
    agon_outcome made =
        agon_outcome_make(&match->pairing, match->table.game, match->match.state, result);
    memcpy(made.faults, match->outcome.faults, sizeof made.faults);
    match->outcome = made;
}

static agon_status store_replay(tourney_match *match, agon_error *error) {
    agon_text path = {0};
    agon_match_finish(&match->match, NULL, &match->replay);
    agon_cli_replay_path(match->job, match->pairing.number, &path);
    agon_status status = AGON_OK;
    if (path.failed || match->replay.failed) {
        status = agon_error_set(error, AGON_NO_MEMORY, NULL, "out of memory");
    } else if (!agon_file_replace(path.data, &match->replay, 0666)) {
        status = agon_error_set(error, AGON_BAD_REPLAY, NULL, "cannot write %s: %s", path.data,
                                strerror(errno));
    }
    agon_text_free(&path);
    return status;
}

// Plays the match of match->pairing.
static agon_status play_match(tourney_match *match, agon_error *error) {
    agon_result result = {0};
    agon_status status = open_match(match, error);
    if (status == AGON_OK) {
        status = begin(match, error);
    }
    if (status == AGON_OK) {
        status = run_match(match, &result, error);
    }
    if (status == AGON_OK && !match->is_given_up) {
        take_result(match, &result);
        if (match->job->replays) {
            status = store_replay(match, error);
        }
    }
    close_match(match);
    return status;
}

// ---------------------------------------------------------------------------------------------
// Workers

static void end_job(agon_cli_tourney_job *job, const agon_error *error) {
    if (error && job->error.status == AGON_OK) {
        job->error = *error;
    }
    job->is_ending = true;
}

// The next match to be played. False if there is none.
static bool take_match(agon_cli_tourney_job *job, agon_pairing *pairing) {
    while (job->next < job->count && job->outcomes[job->next].seats > 0) {
        job->next++;
    }
    if (job->is_ending || job->next >= job->count) {
        return false;
    }
    *pairing = agon_schedule_at(&job->tourney.schedule, job->next++);
    return true;
}

static void hand_in(agon_cli_tourney_job *job, const agon_outcome *outcome) {
    agon_error error = {0};
    job->outcomes[outcome->number] = *outcome;
    job->played++;
    if (!agon_cli_results_append(job, outcome)) {
        (void)agon_error_set(&error, AGON_BAD_REPLAY, NULL, "cannot write %s: %s",
                             job->results.path, strerror(errno));
        end_job(job, &error);
    }
    if (job->sprt && agon_sprt_follow(job->sprt, job->outcomes, job->count, &job->sprt_taken)) {
        job->is_decided = true;
        end_job(job, NULL);
    }
}

static void *work(void *user) {
    agon_cli_tourney_job *job = user;
    agon_pairing pairing;
    agon_program_pool pool = {.setup = {.codec = job->tourney.codec,
                                        .config = agon_json_of(job->tourney.config),
                                        .sandbox = job->sandbox,
                                        .no_pondering = job->no_pondering,
                                        .start_up = job->start_up}};
    pthread_mutex_lock(&job->lock);
    const unsigned number = job->begun++;
    pool.setup.core = job->is_pinned ? 1 + (int)number * job->tourney.schedule.seats : 0;
    while (take_match(job, &pairing)) {
        pthread_mutex_unlock(&job->lock);
        tourney_match match = {.job = job, .pairing = pairing, .pool = &pool};
        agon_error error = {0};
        agon_status status = play_match(&match, &error);
        pthread_mutex_lock(&job->lock);
        if (status) {
            error.status = status;
            end_job(job, &error);
        } else if (!match.is_given_up) {
            hand_in(job, &match.outcome);
        }
    }
    pthread_mutex_unlock(&job->lock);
    agon_program_pool_close(&pool);
    pthread_mutex_lock(&job->lock);
    job->active--;
    pthread_cond_signal(&job->news);
    pthread_mutex_unlock(&job->lock);
    return NULL;
}

static void wait_a_little(agon_cli_tourney_job *job) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += LOOK_NANOSECONDS;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    pthread_cond_timedwait(&job->news, &job->lock, &until);
}

// Looks after the workers until the last of them has gone home.
static void supervise(agon_cli_tourney_job *job) {
    static agon_cli_progress progress;
    unsigned looks = 0;
    pthread_mutex_lock(&job->lock);
    agon_cli_progress_start(&progress, job);
    while (job->active > 0) {
        wait_a_little(job);
        if (is_interrupted) {
            end_job(job, NULL);
        }
        agon_cli_progress_show(&progress);
        if (++looks % LOOKS_PER_SYNC == 0) {
            agon_cli_results_sync(&job->results);
        }
    }
    agon_cli_progress_end(&progress);
    pthread_mutex_unlock(&job->lock);
}

// Starts up to `max` workers with signals blocked, so that they reach the one who supervises.
static size_t start_workers(agon_cli_tourney_job *job, pthread_t *threads, size_t max) {
    pthread_attr_t attributes;
    sigset_t all, before;
    size_t started = 0;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, WORKER_STACK);
    pthread_mutex_lock(&job->lock);
    while (started < max && pthread_create(&threads[started], &attributes, work, job) == 0) {
        started++;
    }
    job->active = started;
    pthread_mutex_unlock(&job->lock);
    pthread_attr_destroy(&attributes);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

int agon_cli_tourney_play(agon_cli_tourney_job *job) {
    pthread_t threads[AGON_CLI_TOURNEY_THREADS];
    // The results that were resumed may have decided already.
    if (job->sprt && agon_sprt_follow(job->sprt, job->outcomes, job->count, &job->sprt_taken)) {
        job->is_decided = true;
        return EX_OK;
    }
    if (job->played == job->count) {
        return EX_OK;
    }
    catch_signals();
    size_t open = job->count - job->played;
    size_t started = start_workers(job, threads, job->threads < open ? job->threads : open);
    if (started == 0) {
        agon_cli_complain("cannot start a thread: %s", strerror(errno));
        return EX_OSERR;
    }
    supervise(job);
    for (size_t i = 0; i < started; i++) {
        pthread_join(threads[i], NULL);
    }
    if (job->error.status) {
        agon_cli_complain("%s", job->error.message);
        return EX_SOFTWARE;
    }
    return job->is_decided || job->played == job->count ? EX_OK : EX_TEMPFAIL;
}
