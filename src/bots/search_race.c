// The race: how search chooses in games whose heuristic guides it.
//
//     line up          sweeps                     rank                 halve
//   ┌───────────┐   ┌──────────────────────┐   ┌────────────────┐   ┌─────────────┐   two are left
//   │ heuristic │──►│ every one left in    │──►│ by mean lead   │──►│ worse half  │──────────────►
//   │ + others  │   │ the same worlds      │   │ on runner 0    │   │ leaves      │   is the best
//   └───────────┘   └──────────────────────┘   └────────────────┘   └─────────────┘   better beyond
//                       ▲                                                 │           doubt?
//                       └──────────────── next round ◄────────────────────┘
//
// Who starts. Runner 0 is the heuristic's own choice. If the valid actions are few, all of them
// start beside it; otherwise a sample, drawn by the guide's `suggest` if it has one, and the larger
// the more simulations there are (RUNNER_COST, SUGGESTION_COST).
//
// A sweep is one guess of what is hidden and one stream of chance, and every action that is still
// in the race is tried in it: luck is the same for all, and only the action makes a difference. So
// what counts is not how an action has done by itself but its lead on runner 0 in the same sweeps,
// whose noise is far smaller.
//
// A round is a number of sweeps; all rounds of a race cost about the same (sequential halving): with
// fewer runners left, each of them gets more. After a round the runners are ranked, and the worse
// half leaves. Runner 0 never leaves: it is what the others are compared with.
//
// The end. Two are left, runner 0 and the best of the others. The best is chosen only if its lead is
// larger than the guide's `caution` times the standard error of the lead; otherwise the heuristic's
// choice stands. Search then is never much worse than its heuristic.
//
// With a clock nobody knows how many simulations there will be: races follow each other, the first
// of FIRST_RACE simulations and every next one twice as large, and the clock is looked at every
// SWEEPS_PER_LOOK sweeps. What earlier races have found stays in the sums.
//
// Threads. Sweep number k draws from position k · SWEEP_STRIDE of one generator, and sums do not
// depend on the order of their terms: any number of threads gives the same answer.
#include "src/bots/search.h"

#include <stdlib.h>
#include <string.h>

#define RUNNERS_MAX 64
#define RUNNERS_MIN 8
#define RUNNER_COST 16     // simulations for which one more action is admitted
#define SUGGESTION_COST 64 // the same where the guide suggests which ones
#define FIRST_RACE 1024 // simulations of the first race where the clock decides; then twice as many
#define SWEEPS_PER_LOOK 4        // of every thread between two looks at the clock
#define SWEEP_STRIDE 0x10000000u // positions of the generator for one sweep

// How an action has done: by itself, and compared with the heuristic's choice in the same sweeps.
typedef struct runner {
    agon_action action;
    uint32_t visits;
    int64_t value;    // sum of outcomes
    int64_t ahead;    // sum of differences
    uint64_t squares; // of the differences
} runner;

// The memory of one job, and what it adds.
typedef struct lane {
    agon_state *first, *state;
    runner gains[RUNNERS_MAX];
} lane;

typedef struct race {
    const agon_thought *thought;
    search_world world;
    agon_rng rng; // of the sweeps
    runner runners[RUNNERS_MAX];
    uint32_t count;         // all of them
    uint32_t left;          // in the race now
    uint32_t sweep, sweeps; // number of the next one, and how many are to be made
    uint32_t lane_count;
    lane *lanes;
} race;

// ---------------------------------------------------------------------------------------------
// The start

static void admit(race *r, agon_action action) {
    for (uint32_t i = 0; i < r->count; i++) {
        if (memcmp(&r->runners[i].action, &action, sizeof action) == 0) {
            return;
        }
    }
    r->runners[r->count++] = (runner){.action = action};
}

static void line_up(race *r, uint32_t count, uint32_t budget) {
    const agon_thought *t = r->thought;
    agon_action (*suggest)(const agon_thought *) = r->world.guide->suggest;
    uint32_t limit = budget / (suggest ? SUGGESTION_COST : RUNNER_COST);
    limit = limit < RUNNERS_MIN ? RUNNERS_MIN : limit > RUNNERS_MAX ? RUNNERS_MAX : limit;
    admit(r, r->world.bot->think(t));
    for (uint32_t i = 0; count <= limit && i < count; i++) {
        admit(r, agon_nth(t->game, t->view, t->player, i));
    }
    for (uint32_t tries = 4 * limit; count > limit && r->count < limit && tries; tries--) {
        admit(r, suggest ? suggest(t)
                         : agon_nth(t->game, t->view, t->player, agon_uniform(t->rng, count)));
    }
}

// ---------------------------------------------------------------------------------------------
// Sweeps

// The world and its generator as they were imagined, for every action anew.
static void run_one(const race *r, lane *l, uint32_t i, search_world world, int32_t *standard) {
    int32_t values[AGON_MAX_PLAYERS] = {0};
    agon_rng rng = *world.rng;
    world.rng = &rng;
    world.state = l->state;
    agon_copy(l->state, l->first);
    if (agon_apply(world.game, l->state, world.player, r->runners[i].action, NULL, l->state,
                   NULL) == AGON_OK) {
        agon_search_play_out(&world, values);
    }
    int32_t value = values[world.player];
    *standard = i == 0 ? value : *standard;
    int64_t ahead = value - *standard;
    l->gains[i].visits++;
    l->gains[i].value += value;
    l->gains[i].ahead += ahead;
    l->gains[i].squares += (uint64_t)(ahead * ahead);
}

static bool is_given_up(const race *r) {
    const agon_thought *t = r->thought;
    return t->is_given_up && t->is_given_up(t->user);
}

static void run_sweeps(void *context, uint32_t number) {
    const race *r = context;
    lane *l = &r->lanes[number];
    memset(l->gains, 0, sizeof l->gains);
    for (uint32_t k = number; k < r->sweeps && !is_given_up(r); k += r->lane_count) {
        agon_rng rng = r->rng;
        search_world world = r->world;
        int32_t standard = 0;
        agon_rng_seek(&rng, (uint64_t)(r->sweep + k) * SWEEP_STRIDE);
        world.rng = &rng;
        world.state = l->first;
        if (agon_search_imagine(&world, r->thought->view)) {
            for (uint32_t i = 0; i < r->left; i++) {
                run_one(r, l, i, world, &standard);
            }
        }
    }
}

static void run_jobs(race *r, uint32_t sweeps) {
    r->sweeps = sweeps;
    if (r->lane_count > 1) {
        r->thought->run_jobs(r->lane_count, run_sweeps, r);
    } else {
        run_sweeps(r, 0);
    }
    r->sweep += sweeps;
    for (uint32_t n = 0; n < r->lane_count; n++) {
        for (uint32_t i = 0; i < r->left; i++) {
            const runner *gain = &r->lanes[n].gains[i];
            r->runners[i].visits += gain->visits;
            r->runners[i].value += gain->value;
            r->runners[i].ahead += gain->ahead;
            r->runners[i].squares += gain->squares;
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Rounds

static int64_t mean_lead(const runner *x) {
    return x->visits ? x->ahead * 256 / x->visits : 0;
}

// The best first, behind the heuristic's choice.
static void rank(race *r) {
    for (uint32_t i = 2; i < r->left; i++) {
        runner moved = r->runners[i];
        uint32_t at = i;
        for (; at > 1 && mean_lead(&r->runners[at - 1]) < mean_lead(&moved); at--) {
            r->runners[at] = r->runners[at - 1];
        }
        r->runners[at] = moved;
    }
}

// One round; false: time is up.
static bool run_round(race *r, uint32_t sweeps) {
    const agon_thought *t = r->thought;
    uint32_t most = t->is_time_up ? SWEEPS_PER_LOOK * r->lane_count : sweeps;
    bool is_up = false;
    while (sweeps > 0 && !is_up) {
        uint32_t part = most < sweeps ? most : sweeps;
        run_jobs(r, part);
        sweeps -= part;
        is_up = (t->is_time_up && t->is_time_up(t->user)) || is_given_up(r);
    }
    return !is_up;
}

// One race of about so many simulations; false: time is up.
static bool run_race(race *r, uint32_t budget) {
    bool goes_on = true;
    uint32_t rounds = 0;
    for (r->left = r->count; r->left >> rounds > 1; rounds++) {}
    for (; rounds > 0 && goes_on; rounds--) {
        uint32_t sweeps = budget / rounds / r->left;
        sweeps = sweeps ? sweeps : 1;
        goes_on = run_round(r, sweeps);
        uint32_t spent = sweeps * r->left;
        budget -= spent < budget ? spent : budget;
        rank(r);
        r->left = r->left > 3 ? r->left / 2 + 1 : 2;
    }
    return goes_on;
}

static void run(race *r, uint32_t budget) {
    uint32_t size = r->thought->is_time_up && budget > FIRST_RACE ? FIRST_RACE : budget;
    while (run_race(r, size) && budget > size) {
        budget -= size;
        size = budget / 2 < size ? budget : size * 2;
    }
}

// ---------------------------------------------------------------------------------------------

static void fill_report(const race *r, agon_search_report *report) {
    const runner *best = &r->runners[1];
    int64_t caution = r->world.guide->caution ? r->world.guide->caution : 1;
    bool is_better = best->ahead > caution * agon_search_sqrt(best->squares);
    report->action = r->runners[is_better].action;
    for (uint32_t i = 0; i < r->count; i++) {
        const runner *x = &r->runners[i];
        agon_search_line line = {x->action, x->visits, 0};
        line.value = x->visits ? (int32_t)(x->value / x->visits) : 0;
        agon_search_add_line(report, &line);
        report->simulations += x->visits;
    }
}

static bool make_lanes(race *r) {
    const agon_thought *t = r->thought;
    uint32_t most = t->threads < AGON_MAX_THREADS ? t->threads : AGON_MAX_THREADS;
    r->lane_count = t->run_jobs && most > 1 ? most : 1;
    r->lanes = calloc(r->lane_count, sizeof *r->lanes);
    bool is_made = r->lanes != NULL;
    for (uint32_t i = 0; r->lanes && i < r->lane_count; i++) {
        r->lanes[i].first = malloc(t->game->state_max);
        r->lanes[i].state = malloc(t->game->state_max);
        is_made = is_made && r->lanes[i].first && r->lanes[i].state;
    }
    return is_made;
}

static void free_lanes(race *r) {
    for (uint32_t i = 0; r->lanes && i < r->lane_count; i++) {
        free(r->lanes[i].first);
        free(r->lanes[i].state);
    }
    free(r->lanes);
}

agon_status agon_search_race(const agon_thought *thought, agon_search_report *report) {
    race r = {.thought = thought, .world = agon_search_world(thought)};
    uint32_t budget = thought->simulations ? thought->simulations : AGON_SEARCH_DEFAULT;
    agon_status status = AGON_NO_MEMORY;
    r.rng = agon_rng_split(thought->rng);
    line_up(&r, agon_count(thought->game, thought->view, thought->player), budget);
    report->action = r.runners[0].action;
    if (r.count == 1) {
        status = AGON_OK;
    } else if (make_lanes(&r)) {
        run(&r, budget);
        fill_report(&r, report);
        status = AGON_OK;
    }
    free_lanes(&r);
    return status;
}
