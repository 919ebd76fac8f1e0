// Programs that are kept between matches.
#include "apps/host/programs/pool.h"

#include <stdlib.h>
#include <string.h>

typedef struct agon_program_pool_entry {
    struct agon_program_pool_entry *next;
    const agon_seat_setup *setup;
    agon_seat_holder holder; // without a process: none is running
    const char *text;
    int core; // that it runs on; 0: any
    bool is_seated;
    bool is_kept;         // it has played a match before
    bool is_in_doubt;     // after a fault nobody knows what it will say next
    bool is_for_one;      // it ends by itself after a match
    bool has_answered;    // in this match
    agon_seating seating; // of this match
    uint64_t last_match;  // when it was seated last
} pooled;

static bool is_running(const pooled *program) {
    return program->holder.process != NULL;
}

static agon_status run(pooled *program, agon_error *error) {
    program->is_kept = false;
    program->is_in_doubt = false;
    agon_seat_setup setup = *program->setup;
    setup.core = program->core;
    return agon_seat_holder_open(&program->holder, program->text, 0, &setup, error);
}

static void stop(pooled *program) {
    if (is_running(program)) {
        agon_seat_holder_close(&program->holder);
    }
}

// ---------------------------------------------------------------------------------------------
// The seat

static void start_anew(pooled *program, agon_fault_note *note) {
    agon_error error = {0};
    stop(program);
    if (run(program, &error)) {
        note->fault = AGON_FAULT_DEAD;
        snprintf(note->reason, sizeof note->reason, "%s", error.message);
        return;
    }
    agon_seat_program_driver.start(&program->holder, &program->seating, note);
}

static void start(void *self, const agon_seating *seating, agon_fault_note *note) {
    pooled *program = self;
    program->seating = *seating;
    program->has_answered = false;
    if (program->is_kept && !agon_process_is_idle(program->holder.process)) {
        program->is_for_one = true;
        start_anew(program, note);
        return;
    }
    agon_seat_program_driver.start(&program->holder, seating, note);
    if (note->fault != AGON_FAULT_NONE && program->is_kept) {
        start_anew(program, note);
    }
}

// The question again, to a new process, for the time that is left.
static void ask_anew(pooled *program, const agon_question *question, int64_t begin,
                     agon_answer *answer) {
    agon_question again = *question;
    *answer = (agon_answer){0};
    program->is_for_one = true;
    start_anew(program, &answer->note);
    if (answer->note.fault != AGON_FAULT_NONE) {
        return;
    }
    if (again.time_left != AGON_NO_LIMIT) {
        const int64_t used = agon_process_now(NULL) - begin;
        again.time_left = again.time_left > used ? again.time_left - used : 0;
    }
    agon_seat_program_driver.think(&program->holder, &again, answer);
}

static void think(void *self, const agon_question *question, agon_answer *answer) {
    pooled *program = self;
    const int64_t begin = agon_process_now(NULL);
    agon_seat_program_driver.think(&program->holder, question, answer);
    if (answer->note.fault == AGON_FAULT_DEAD && program->is_kept && !program->has_answered) {
        ask_anew(program, question, begin, answer);
    }
    const agon_fault fault = answer->note.fault;
    program->is_in_doubt |= fault != AGON_FAULT_NONE && fault != AGON_FAULT_ILLEGAL;
    program->has_answered = true;
}

static void end(void *self, const agon_ending *ending) {
    pooled *program = self;
    if (is_running(program)) {
        agon_seat_program_driver.end(&program->holder, ending);
    }
}

static const agon_driver driver = {start, think, end};

// ---------------------------------------------------------------------------------------------
// The pool

static pooled *find_idle(const agon_program_pool *pool, const char *text, int core) {
    pooled *program = pool->programs;
    while (program &&
           (program->is_seated || program->core != core || strcmp(program->text, text) != 0)) {
        program = program->next;
    }
    return program;
}

static pooled *add(agon_program_pool *pool, const char *text, int core) {
    pooled *program = calloc(1, sizeof *program);
    if (program) {
        *program =
            (pooled){.next = pool->programs, .setup = &pool->setup, .text = text, .core = core};
        pool->programs = program;
    }
    return program;
}

static agon_status seat_program(agon_program_pool *pool, const char *text, int player,
                                agon_seat *seat, agon_error *error) {
    const int core = pool->setup.core ? pool->setup.core + player : 0;
    pooled *program = find_idle(pool, text, core);
    program = program ? program : add(pool, text, core);
    if (!program) {
        return agon_error_set(error, AGON_NO_MEMORY, NULL, "out of memory");
    }
    program->is_seated = true;
    program->last_match = pool->matches;
    *seat = (agon_seat){.driver = &driver, .self = program};
    return is_running(program) ? AGON_OK : run(program, error);
}

// A net is read once for all matches.
typedef struct agon_program_pool_net {
    struct agon_program_pool_net *next;
    const char *text;
    agon_net *net;
} pooled_net;

static const agon_net *find_net(agon_program_pool *pool, const char *text, agon_error *error) {
    pooled_net *found = pool->nets;
    while (found && strcmp(found->text, text) != 0) {
        found = found->next;
    }
    if (found) {
        return found->net;
    }
    found = calloc(1, sizeof *found);
    agon_net *net = found ? agon_seat_load_net(text, pool->setup.codec->rules, error) : NULL;
    if (!net) {
        if (!found) {
            (void)agon_error_set(error, AGON_NO_MEMORY, NULL, "out of memory");
        }
        free(found);
        return NULL;
    }
    *found = (pooled_net){.next = pool->nets, .text = text, .net = net};
    pool->nets = found;
    return net;
}

static agon_status seat_net(agon_program_pool *pool, const char *text, int player, agon_seat *seat,
                            agon_error *error) {
    agon_error reason = {0};
    const agon_net *net = find_net(pool, text, &reason);
    if (!net) {
        return agon_error_set(error, reason.status, NULL, "%s", reason.message);
    }
    pool->net_seats[player] = (agon_net_seat){.net = net};
    *seat = (agon_seat){.driver = &agon_net_driver, .self = &pool->net_seats[player]};
    return AGON_OK;
}

agon_status agon_program_pool_seat(agon_program_pool *pool, const char *text, int player,
                                   agon_seed seed, agon_seat *seat, agon_error *error) {
    if (agon_seat_is_program(text)) {
        return seat_program(pool, text, player, seat, error);
    }
    if (agon_seat_is_net(text)) {
        return seat_net(pool, text, player, seat, error);
    }
    agon_seat_setup setup = pool->setup;
    agon_seat_holder holder;
    setup.seed = seed;
    const agon_status status = agon_seat_holder_open(&holder, text, player, &setup, error);
    *seat = holder.seat; // a built-in bot needs nothing else
    return status;
}

// The program that is running, idle, and was seated longest ago; how many are.
static pooled *find_oldest(const agon_program_pool *pool, size_t *count) {
    pooled *oldest = NULL;
    *count = 0;
    for (pooled *program = pool->programs; program; program = program->next) {
        if (is_running(program)) {
            (*count)++;
            oldest = !oldest || program->last_match < oldest->last_match ? program : oldest;
        }
    }
    return oldest;
}

void agon_program_pool_release(agon_program_pool *pool) {
    size_t count;
    for (pooled *program = pool->programs; program; program = program->next) {
        const bool is_good =
            !program->is_in_doubt && !program->is_for_one && !program->holder.program.has_ended;
        if (program->is_seated && !is_good) {
            stop(program);
        }
        program->is_kept |= program->is_seated && is_running(program);
        program->is_seated = false;
    }
    for (pooled *oldest;
         (oldest = find_oldest(pool, &count)) != NULL && count > AGON_PROGRAM_POOL_IDLE;) {
        stop(oldest);
    }
    pool->matches++;
}

void agon_program_pool_close(agon_program_pool *pool) {
    while (pool->programs) {
        pooled *program = pool->programs;
        pool->programs = program->next;
        stop(program);
        free(program);
    }
    while (pool->nets) {
        pooled_net *net = pool->nets;
        pool->nets = net->next;
        agon_net_free(net->net);
        free(net);
    }
}
