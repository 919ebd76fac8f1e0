// Measuring: repeats, threads, instructions.
#define _GNU_SOURCE
#include "apps/cli/bench/bench.h"

#include "agon/search.h"

#include "src/codec/json.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <linux/perf_event.h>
#include <sys/syscall.h>
#endif

#define ACTIONS_PER_LOOK 4096 // at the clock
#define SIMULATIONS 256       // of one search
#define MOST_THREADS 256
#define FEW 20
#define MORE 220
#define OUTPUT_SIZE 8192

static double read_clock(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

// ---------------------------------------------------------------------------------------------
// Instructions: the processor counts them, where the system lets us ask

#ifdef __linux__

static int counter_open(void) {
    struct perf_event_attr event = {.type = PERF_TYPE_HARDWARE,
                                    .size = sizeof event,
                                    .config = PERF_COUNT_HW_INSTRUCTIONS,
                                    .exclude_kernel = 1,
                                    .exclude_hv = 1};
    return (int)syscall(SYS_perf_event_open, &event, 0, -1, -1, 0);
}

static uint64_t counter_read(int counter) {
    uint64_t value = 0;
    return counter >= 0 && read(counter, &value, sizeof value) == sizeof value ? value : 0;
}

static void counter_close(int counter) {
    if (counter >= 0) {
        close(counter);
    }
}

#else

static int counter_open(void) {
    return -1;
}

static uint64_t counter_read(int counter) {
    (void)counter;
    return 0;
}

static void counter_close(int counter) {
    (void)counter;
}

#endif

// ---------------------------------------------------------------------------------------------
// Work

typedef struct worker {
    agon_table table;
    agon_state *view; // for searches
    bool is_ready;
    double seconds; // to run for
    clockid_t clock;
    uint64_t next; // number of the next match
    uint64_t games, actions;
    double took, cpu; // by the clock chosen, and processor time
} worker;

static void play_one(worker *w) {
    const agon_table *table = &w->table;
    uint64_t number = w->next++;
    agon_rng rng = agon_rng_make((agon_seed){.lo = number, .hi = 1, .is_wide = true});
    agon_init(table->game, table->config, agon_seed_number((int64_t)number), table->state);
    w->actions += agon_playout(table->game, table->state, &rng, UINT64_MAX);
    w->games++;
}

static void *play(void *user) {
    worker own = *(worker *)user; // in memory that no other thread writes near to
    worker *w = &own;
    double start = read_clock(w->clock), cpu = read_clock(CLOCK_THREAD_CPUTIME_ID);
    w->games = w->actions = 0;
    do {
        for (uint64_t begun = w->actions; w->actions - begun < ACTIONS_PER_LOOK;) {
            play_one(w);
        }
        w->took = read_clock(w->clock) - start;
    } while (w->took < w->seconds);
    w->cpu = read_clock(CLOCK_THREAD_CPUTIME_ID) - cpu;
    *(worker *)user = own;
    return NULL;
}

static agon_status open_worker(worker *w, const agon_codec *codec, int players, agon_error *error) {
    json_t *config = json_pack("{s:i}", "seed", 1);
    if (!config) {
        (void)agon_error_set(error, AGON_NO_MEMORY, NULL, "out of memory");
        return AGON_NO_MEMORY;
    }
    agon_status status =
        agon_table_init_for(codec, players, agon_value_of(config), &w->table, error);
    json_decref(config);
    w->is_ready = status == AGON_OK;
    return status;
}

static void close_workers(worker *workers, int count) {
    for (int i = 0; i < count; i++) {
        if (workers[i].is_ready) {
            agon_table_free(&workers[i].table);
        }
    }
    free(workers);
}

// All workers at the same time; returns games per second, or 0 if a thread could not be started.
static double run_once(worker *workers, int threads) {
    pthread_t ids[MOST_THREADS];
    int started = 0;
    double rate = 0;
    if (threads == 1) {
        play(&workers[0]);
        return (double)workers[0].games / workers[0].took;
    }
    while (started < threads && pthread_create(&ids[started], NULL, play, &workers[started]) == 0) {
        started++;
    }
    for (int i = 0; i < started; i++) {
        pthread_join(ids[i], NULL);
        rate += (double)workers[i].games / workers[i].took;
    }
    return started == threads ? rate : 0;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void summarise(agon_bench_result *result, double *rates) {
    qsort(rates, BENCH_REPEATS, sizeof rates[0], ascending);
    result->rate = rates[BENCH_REPEATS / 2];
    result->lowest = rates[0];
    result->highest = rates[BENCH_REPEATS - 1];
}

static void measure(worker *workers, int threads, double seconds, agon_bench_result *result) {
    double rates[BENCH_REPEATS];
    int counter = threads == 1 ? counter_open() : -1;
    for (int i = 0; i < threads; i++) {
        workers[i].seconds = seconds / BENCH_REPEATS;
        workers[i].clock = threads == 1 ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC;
        workers[i].next = (uint64_t)i << 32;
    }
    uint64_t before = counter_read(counter);
    for (int k = 0; k < BENCH_REPEATS; k++) {
        rates[k] = run_once(workers, threads);
        result->seconds += workers[0].took;
        for (int i = 0; i < threads; i++) {
            result->games += workers[i].games;
            result->actions += workers[i].actions;
            result->cpu_seconds += workers[i].cpu;
        }
    }
    uint64_t instructions = counter_read(counter) - before;
    counter_close(counter);
    result->instructions = (double)instructions / (double)result->actions;
    summarise(result, rates);
}

agon_status agon_bench_random(const agon_codec *codec, int players, int threads, double seconds,
                              agon_bench_result *result, agon_error *error) {
    threads = threads < 1 ? 1 : threads < MOST_THREADS ? threads : MOST_THREADS;
    worker *workers = calloc((size_t)threads, sizeof *workers);
    if (!workers) {
        return agon_error_set(error, AGON_NO_MEMORY, NULL, "out of memory");
    }
    agon_status status = AGON_OK;
    for (int i = 0; i < threads && status == AGON_OK; i++) {
        status = open_worker(&workers[i], codec, players, error);
    }
    if (status == AGON_OK) {
        *result = (agon_bench_result){
            .rules = codec->rules, .players = workers[0].table.game->players, .threads = threads};
        measure(workers, threads, seconds, result);
        if (result->lowest <= 0) {
            status = agon_error_set(error, AGON_NO_MEMORY, NULL, "a thread could not be started");
        }
    }
    close_workers(workers, threads);
    return status;
}

agon_status agon_bench_exact(const agon_codec *codec, int players, uint64_t games,
                             agon_bench_result *result, agon_error *error) {
    worker w = {0};
    agon_status status = open_worker(&w, codec, players, error);
    if (status != AGON_OK) {
        return status;
    }
    double start = read_clock(CLOCK_THREAD_CPUTIME_ID);
    while (w.games < games) {
        play_one(&w);
    }
    double seconds = read_clock(CLOCK_THREAD_CPUTIME_ID) - start;
    double rate = seconds > 0 ? (double)games / seconds : 0;
    *result = (agon_bench_result){.rules = codec->rules,
                                  .players = w.table.game->players,
                                  .threads = 1,
                                  .games = games,
                                  .actions = w.actions,
                                  .seconds = seconds,
                                  .cpu_seconds = seconds,
                                  .rate = rate,
                                  .lowest = rate,
                                  .highest = rate};
    agon_table_free(&w.table);
    return AGON_OK;
}

// ---------------------------------------------------------------------------------------------
// Search

static agon_status search_once(worker *w, uint64_t number, agon_bench_result *result,
                               double *rate) {
    agon_rng rng = agon_rng_make(agon_seed_number((int64_t)number));
    agon_thought thought = {.game = w->table.game,
                            .view = w->view,
                            .player = w->view->viewer,
                            .rng = &rng,
                            .simulations = SIMULATIONS};
    double start = read_clock(CLOCK_THREAD_CPUTIME_ID), took = 0;
    uint64_t done = 0;
    do {
        agon_search_report report;
        agon_status status = agon_search_run(&thought, &report);
        if (status) {
            return status;
        }
        done += report.simulations;
        took = read_clock(CLOCK_THREAD_CPUTIME_ID) - start;
    } while (took < w->seconds);
    result->games += done;
    result->seconds += took;
    *rate = (double)done / took;
    return AGON_OK;
}

static agon_status search_all(worker *w, double seconds, agon_bench_result *result,
                              agon_error *error) {
    const agon_table *table = &w->table;
    double rates[BENCH_REPEATS] = {0};
    agon_status status = AGON_OK;
    int player = 0;
    agon_init(table->game, table->config, agon_seed_number(1), table->state);
    while (!(table->state->to_act >> player & 1u)) {
        player++;
    }
    w->view = malloc(table->game->state_max);
    if (!w->view || agon_view(table->game, table->state, player, w->view) != AGON_OK) {
        free(w->view);
        return agon_error_set(error, AGON_NO_MEMORY, NULL, "out of memory");
    }
    w->seconds = seconds / BENCH_REPEATS;
    for (int k = 0; k < BENCH_REPEATS && status == AGON_OK; k++) {
        status = search_once(w, (uint64_t)k, result, &rates[k]);
    }
    free(w->view);
    summarise(result, rates);
    return status ? agon_error_set(error, status, NULL, "%s", agon_status_text(status)) : AGON_OK;
}

agon_status agon_bench_search(const agon_codec *codec, int players, double seconds,
                              agon_bench_result *result, agon_error *error) {
    worker w = {0};
    agon_status status = open_worker(&w, codec, players, error);
    if (status == AGON_OK) {
        *result = (agon_bench_result){
            .rules = codec->rules, .players = w.table.game->players, .threads = 1};
        status = search_all(&w, seconds, result, error);
        agon_table_free(&w.table);
    }
    return status;
}

// ---------------------------------------------------------------------------------------------
// Instructions by callgrind, for machines whose processor does not let us count them
//
// The program runs itself twice, over few and over more matches: what they differ by is what the
// matches took, without start and end.

typedef struct tally {
    uint64_t instructions, actions;
} tally;

// Starts valgrind with all its output in a pipe; returns the end to read from, or −1.
static int start(const agon_rules *rules, int players, int games, pid_t *child) {
    int ends[2];
    char games_text[16], players_text[16];
    posix_spawn_file_actions_t files;
    if (pipe2(ends, O_CLOEXEC) != 0) {
        return -1;
    }
    snprintf(games_text, sizeof games_text, "%d", games);
    snprintf(players_text, sizeof players_text, "%d", players);
    char *arguments[] = {"valgrind",
                         "--tool=callgrind",
                         "--callgrind-out-file=/dev/null",
                         "/proc/self/exe",
                         "bench",
                         (char *)(uintptr_t)rules->id,
                         "--players",
                         players_text,
                         "--games",
                         games_text,
                         "--json",
                         NULL};
    char self[4096];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    int failed = length <= 0 || posix_spawn_file_actions_init(&files) != 0;
    if (!failed) {
        self[length] = '\0';
        arguments[3] = self;
        failed = posix_spawn_file_actions_adddup2(&files, ends[1], STDOUT_FILENO) ||
                 posix_spawn_file_actions_adddup2(&files, ends[1], STDERR_FILENO) ||
                 posix_spawnp(child, arguments[0], &files, NULL, arguments, environ);
        posix_spawn_file_actions_destroy(&files);
    }
    close(ends[1]);
    if (failed) {
        close(ends[0]);
        return -1;
    }
    return ends[0];
}

static void read_all(int from, char output[OUTPUT_SIZE]) {
    size_t length = 0;
    char spare[512] = {0}; // for what is too much
    for (;;) {
        size_t room = OUTPUT_SIZE - 1 - length;
        ssize_t got = read(from, room ? output + length : spare, room ? room : sizeof spare);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            break;
        }
        length += room ? (size_t)got : 0;
    }
    output[length] = '\0';
}

static bool find_number(const char *text, const char *before, uint64_t *number) {
    const char *at = strstr(text, before);
    return at && sscanf(at + strlen(before), "%" SCNu64, number) == 1;
}

static bool count(const agon_rules *rules, int players, int games, tally *t) {
    char output[OUTPUT_SIZE];
    pid_t child;
    int status = 0;
    int from = start(rules, players, games, &child);
    if (from < 0) {
        return false;
    }
    read_all(from, output);
    close(from);
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) {
            return false;
        }
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 &&
           find_number(output, "Collected :", &t->instructions) &&
           find_number(output, "\"actions\":", &t->actions);
}

double agon_bench_callgrind(const agon_rules *rules, int players) {
    tally few, more;
    if (!count(rules, players, FEW, &few) || !count(rules, players, MORE, &more) ||
        more.actions <= few.actions || more.instructions <= few.instructions) {
        return 0;
    }
    return (double)(more.instructions - few.instructions) / (double)(more.actions - few.actions);
}
