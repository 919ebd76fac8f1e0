// The runner: asks seats, measures, moves, tells.
#include "src/match/engine/runner_internal.h"

#include <stdlib.h>

static agon_status out_of_memory(agon_error *error) {
    return agon_error_set(error, AGON_NO_MEMORY, NULL, "out of memory");
}

static int64_t now(const agon_runner *runner) {
    return runner->clock.now ? runner->clock.now(runner->clock.user) : 0;
}

static void start_seat(agon_runner *runner, int player) {
    const agon_seat *seat = &runner->seats[player];
    seat_own *own = &runner->own->seats[player];
    // Whoever stands in draws from a generator of its own: the seat of a player that cannot be.
    own->rng = agon_seat_make(&agon_random_bot, runner->seed, player + AGON_MAX_PLAYERS).rng;
    own->time = -1;
    runner->left[player] = runner->terms.bank;
    runner->forfeits[player] = 0;
    if (!seat->bot && seat->driver) {
        agon_seating seating = {runner->game, player, &runner->terms,
                                agon_seat_seed(runner->seed, player)};
        own->started = true;
        seat->driver->start(seat->self, &seating, &own->notes[0]);
        own->broken = own->notes[0].fault != AGON_FAULT_NONE;
        own->note_count = own->broken;
    }
}

agon_status agon_runner_open(agon_runner *runner, agon_error *error) {
    runner->moves = 0;
    runner->own = calloc(1, sizeof *runner->own);
    if (!runner->own) {
        return out_of_memory(error);
    }
    runner->own->view = malloc(runner->game->state_max);
    runner->own->after = malloc(runner->game->state_max);
    if (!runner->own->view || !runner->own->after) {
        return out_of_memory(error);
    }
    for (int p = 0; p < runner->game->players; p++) {
        start_seat(runner, p);
    }
    return AGON_OK;
}

void agon_runner_end_seat(agon_runner *runner, int player, const agon_fault_note *forfeit) {
    const agon_seat *seat = &runner->seats[player];
    seat_own *own = &runner->own->seats[player];
    if (!own->started || agon_view(runner->game, runner->state, player, runner->own->view)) {
        return;
    }
    own->started = false;
    agon_runner_tell(runner, player);
    agon_result result = agon_runner_result(runner);
    agon_ending ending = {.game = runner->game,
                          .view = runner->own->view,
                          .player = player,
                          .events = runner->own->told.items,
                          .event_count = runner->own->told.count,
                          .forfeit = forfeit,
                          .result = &result};
    seat->driver->end(seat->self, &ending);
}

void agon_runner_close(agon_runner *runner) {
    if (!runner->own) {
        return;
    }
    for (int p = 0; p < runner->game->players; p++) {
        agon_runner_end_seat(runner, p, NULL);
    }
    free(runner->own->view);
    free(runner->own->after);
    free(runner->own->log.items);
    free(runner->own->told.items);
    free(runner->own);
    runner->own = NULL;
}

agon_result agon_runner_result(const agon_runner *runner) {
    return agon_result_make(runner->game, runner->state, runner->forfeits, runner->moves);
}

agon_status agon_runner_move(agon_runner *runner, int player, agon_action action, agon_mover by,
                             agon_error *error) {
    struct agon_runner_own *own = runner->own;
    seat_own *seat = &own->seats[player];
    agon_sink sink = agon_event_log_sink(&own->log);
    agon_context context = {.sink = &sink};
    size_t first = own->log.count;
    agon_status status =
        agon_apply(runner->game, runner->state, player, action, &context, own->after, error);
    if (status) {
        own->log.count = first;
        return status;
    }
    if (own->log.failed || own->told.failed) {
        return out_of_memory(error);
    }
    runner->moves++;
    if (runner->on_move) {
        const agon_move move = {.number = runner->moves,
                                .player = player,
                                .action = action,
                                .by = by,
                                .before = runner->state,
                                .after = own->after,
                                .events = own->log.items + first,
                                .event_count = own->log.count - first,
                                .time = seat->time,
                                .faults = seat->notes,
                                .fault_count = seat->note_count,
                                .forfeits = seat->forfeiting};
        runner->on_move(runner->user, &move);
    }
    seat->note_count = 0;
    seat->forfeiting = false;
    seat->time = -1;
    agon_copy(runner->state, own->after);
    agon_runner_forget(runner);
    return AGON_OK;
}

agon_status agon_runner_ask(agon_runner *runner, int player, agon_question *question,
                            agon_error *error) {
    const seat_own *seat = &runner->own->seats[player];
    agon_status status = agon_view(runner->game, runner->state, player, runner->own->view);
    if (status) {
        return agon_error_set(error, status, NULL, "no view for player %d", player);
    }
    agon_runner_tell(runner, player);
    *question = (agon_question){
        .game = runner->game,
        .view = runner->own->view,
        .player = player,
        .events = runner->own->told.items,
        .event_count = runner->own->told.count,
        .time_left = runner->left[player],
        .refused = seat->note_count > 0 ? &seat->notes[seat->note_count - 1] : NULL,
    };
    return AGON_OK;
}

// Until when a bot may search.
typedef struct search_end {
    const agon_runner *runner;
    int64_t at;
} search_end;

static bool is_time_up(void *user) {
    const search_end *end = user;
    return now(end->runner) >= end->at;
}

// How long a bot should search: its own limit, but never so long that the bank runs dry.
static int64_t time_to_search(const agon_seat *seat, const agon_question *question,
                              const agon_terms *terms) {
    int64_t time = seat->time > 0 ? seat->time : AGON_NO_LIMIT;
    if (question->time_left != AGON_NO_LIMIT) {
        int64_t share = question->time_left / 20 + terms->increment / 2;
        share = share < question->time_left / 2 ? share : question->time_left / 2;
        time = share < time ? share : time;
    }
    return time;
}

static void think_bot(agon_runner *runner, agon_seat *seat, const agon_question *question,
                      agon_answer *answer) {
    int64_t time = time_to_search(seat, question, &runner->terms);
    search_end end = {.runner = runner};
    agon_thought thought = {.game = question->game,
                            .view = question->view,
                            .player = question->player,
                            .rng = &seat->rng,
                            .simulations = seat->simulations,
                            .run_jobs = seat->run_jobs,
                            .threads = seat->threads};
    if (runner->clock.now && time != AGON_NO_LIMIT) {
        end.at = now(runner) + time;
        thought.is_time_up = is_time_up;
        thought.user = &end;
    }
    answer->actions[0] = seat->bot->think(&thought);
    answer->count = 1;
}

static void think(agon_runner *runner, const agon_question *question, agon_answer *answer) {
    agon_seat *seat = &runner->seats[question->player];
    answer->note.fault = AGON_FAULT_NONE;
    answer->count = 0;
    if (seat->bot) {
        think_bot(runner, seat, question, answer);
    } else {
        seat->driver->think(seat->self, question, answer);
    }
}

static agon_status ask_once(agon_runner *runner, int player, bool *again, agon_error *error) {
    agon_question question = {0};
    agon_answer answer;
    agon_status status = agon_runner_ask(runner, player, &question, error);
    if (status) {
        return status;
    }
    int64_t start = now(runner);
    think(runner, &question, &answer);
    int64_t time = runner->clock.now ? now(runner) - start : -1;
    return agon_runner_answer(runner, player, &answer, time, again, error);
}

// One player's turn to answer, retries included.
static agon_status serve(agon_runner *runner, int player, agon_error *error) {
    if (!agon_runner_can_ask(runner, player)) {
        return agon_runner_stand_in(runner, player, error);
    }
    agon_status status = AGON_OK;
    for (bool again = true; status == AGON_OK && again;) {
        status = ask_once(runner, player, &again, error);
    }
    return status;
}

agon_status agon_runner_step(agon_runner *runner, agon_error *error) {
    agon_viewers asked = runner->state->to_act;
    agon_status status = AGON_OK;
    int first = agon_match_first(runner->game, runner->moves);
    for (int i = 0; i < runner->game->players && status == AGON_OK; i++) {
        int p = (first + i) % runner->game->players;
        if ((asked & runner->state->to_act) >> p & 1u) {
            status = serve(runner, p, error);
        }
    }
    return status;
}

agon_status agon_runner_play(agon_runner *runner, agon_error *error) {
    agon_status status = AGON_OK;
    while (!runner->state->over && status == AGON_OK) {
        status = agon_runner_step(runner, error);
    }
    return status;
}
