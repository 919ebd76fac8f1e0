// The loop that asks seats and waits for their answers.
#include "agon/loop.h"

#include "src/match/engine/internal.h"

static int64_t now(const agon_loop *loop) {
    return loop->clock.now ? loop->clock.now(loop->clock.user) : AGON_NOT_MEASURED;
}

uint32_t agon_seat_seed(agon_seed seed, int player) {
    agon_rng rng = agon_rng_make(seed);
    rng.key[1] ^= (uint64_t)(player + 1) << 40; // not the key of the game or of a bot's seat
    return (uint32_t)(agon_rng_next(&rng) >> 33);
}

agon_seat agon_seat_make(const agon_bot *bot, agon_seed seed, int player) {
    agon_rng rng = agon_rng_make(seed);
    rng.key[1] ^= (uint64_t)(player + 1) << 32; // not the game's own key, nor another seat's
    return (agon_seat){.bot = bot, .rng = agon_rng_split(&rng)};
}

// ---------------------------------------------------------------------------------------------
// Starting and ending seats

void agon_loop_start(agon_loop *loop) {
    AGON_ASSERT(loop && loop->match && loop->seats);
    const agon_match *match = loop->match;
    for (int p = 0; p < match->game->players; p++) {
        const agon_seat *seat = &loop->seats[p];
        loop->start_notes[p] = (agon_fault_note){0};
        if (!seat->bot && seat->driver && !match->seats[p].is_gone) {
            agon_seating seating = {match->game, p, &match->terms, agon_seat_seed(match->seed, p)};
            loop->started |= agon_viewer_bit(p);
            seat->driver->start(seat->self, &seating, &loop->start_notes[p]);
        }
    }
}

static void end_seat(agon_loop *loop, int player, const agon_fault_note *forfeit) {
    agon_match *match = loop->match;
    const agon_seat *seat = &loop->seats[player];
    agon_question last;
    if (!(loop->started >> player & 1u) ||
        agon_match_ask(match, player, AGON_NOT_MEASURED, &last, NULL)) {
        return;
    }
    loop->started &= (agon_viewers)~agon_viewer_bit(player);
    agon_result result = agon_match_result(match);
    agon_ending ending = {.game = match->game,
                          .view = last.view,
                          .player = player,
                          .events = last.events,
                          .event_count = last.event_count,
                          .forfeit = forfeit,
                          .result = &result};
    seat->driver->end(seat->self, &ending);
}

void agon_loop_close(agon_loop *loop) {
    AGON_ASSERT(loop);
    if (!loop->match->internal) {
        return;
    }
    for (int p = 0; p < loop->match->game->players; p++) {
        end_seat(loop, p, NULL);
    }
    agon_change_close(&loop->change);
}

// ---------------------------------------------------------------------------------------------
// Thinking

// Until when a bot may search.
typedef struct search_end {
    const agon_clock *clock;
    int64_t at;
} search_end;

static bool is_time_up(void *user) {
    const search_end *end = user;
    return end->clock->now(end->clock->user) >= end->at;
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

void agon_seat_think(agon_seat *seat, const agon_question *question, const agon_terms *terms,
                     const agon_clock *clock, agon_answer *answer) {
    AGON_ASSERT(seat && question && terms && answer);
    int64_t time = time_to_search(seat, question, terms);
    search_end end = {.clock = clock};
    agon_thought thought = {.game = question->game,
                            .view = question->view,
                            .player = question->player,
                            .rng = &seat->rng,
                            .simulations = seat->simulations,
                            .run_jobs = seat->run_jobs,
                            .threads = seat->threads};
    if (clock && clock->now && time != AGON_NO_LIMIT) {
        int64_t start = clock->now(clock->user); // any number: a server that ends says INT64_MAX
        end.at = start > INT64_MAX - time ? INT64_MAX : start + time;
        thought.is_time_up = is_time_up;
        thought.user = &end;
    }
    answer->note.fault = AGON_FAULT_NONE;
    answer->actions[0] = seat->bot->think(&thought);
    answer->count = 1;
}

static void think(agon_loop *loop, const agon_question *question, agon_answer *answer) {
    int player = question->player;
    agon_seat *seat = &loop->seats[player];
    answer->note.fault = AGON_FAULT_NONE;
    answer->count = 0;
    if (seat->bot) {
        agon_seat_think(seat, question, &loop->match->terms, &loop->clock, answer);
    } else {
        seat->driver->think(seat->self, question, answer);
    }
}

// ---------------------------------------------------------------------------------------------
// Playing

void agon_loop_accept(agon_loop *loop) {
    AGON_ASSERT(loop && loop->match);
    agon_match *match = loop->match;
    agon_viewers gone = AGON_NONE;
    for (int p = 0; p < match->game->players; p++) {
        bool forfeits = loop->change.seats[p].forfeit && !match->seats[p].forfeit;
        gone |= forfeits ? agon_viewer_bit(p) : AGON_NONE;
    }
    if (loop->on_change) {
        loop->on_change(loop->user, &loop->change);
    }
    agon_match_accept(match, &loop->change);
    for (int p = 0; p < match->game->players; p++) {
        if (gone >> p & 1u) {
            end_seat(loop, p, agon_change_forfeit_note(&loop->change, p));
        }
    }
}

// Puts the question and takes the answer.
static agon_status consult(agon_loop *loop, int player, int64_t *time, agon_judgement *judgement,
                           agon_error *error) {
    agon_question question = {0};
    agon_answer answer;
    agon_status status = agon_match_ask(loop->match, player, now(loop), &question, error);
    if (status) {
        return status;
    }
    think(loop, &question, &answer);
    *time = now(loop);
    return agon_match_answer(loop->match, player, &answer, *time, &loop->change, judgement, error);
}

static agon_status ask_once(agon_loop *loop, int player, bool *again, agon_error *error) {
    const agon_fault_note *note = &loop->start_notes[player];
    agon_judgement judgement = AGON_JUDGED_MOVED;
    int64_t time = AGON_NOT_MEASURED;
    agon_status status =
        note->fault != AGON_FAULT_NONE
            ? agon_match_fail(loop->match, player, note, time, &loop->change, error)
            : consult(loop, player, &time, &judgement, error);
    *again = status == AGON_OK && judgement != AGON_JUDGED_MOVED;
    if (status == AGON_OK && judgement == AGON_JUDGED_MOVED) {
        agon_loop_accept(loop);
        agon_match_pause(loop->match, player, time);
    }
    return status;
}

agon_status agon_loop_step(agon_loop *loop, agon_error *error) {
    AGON_ASSERT(loop && loop->match && loop->seats);
    const agon_match *match = loop->match;
    agon_match_round round = agon_match_round_begin(match);
    agon_status status = AGON_OK;
    int player;
    while (status == AGON_OK && (player = agon_match_round_next(match, &round)) >= 0) {
        bool again = true;
        while (again && status == AGON_OK) {
            status = ask_once(loop, player, &again, error);
        }
        round.passed++;
    }
    return status;
}

agon_status agon_loop_play(agon_loop *loop, agon_error *error) {
    AGON_ASSERT(loop && loop->match && loop->seats);
    agon_status status = AGON_OK;
    while (!loop->match->state->over && status == AGON_OK) {
        status = agon_loop_step(loop, error);
    }
    return status;
}

// ---------------------------------------------------------------------------------------------
// Bots among themselves

agon_status agon_play_bots(const agon_game *game, agon_state *state, agon_seat *seats,
                           void (*watch)(void *user, const agon_change *change), void *user,
                           agon_error *error) {
    AGON_ASSERT(game && state && seats);
    agon_match match;
    agon_match_def def = agon_match_def_default();
    def.game = game;
    def.first = state;
    def.listening = AGON_NONE;
    def.is_recorded = false;
    agon_status status = agon_match_open(&match, &def, NULL, error);
    agon_loop loop = {.match = &match, .seats = seats, .on_change = watch, .user = user};
    if (status == AGON_OK) {
        status = agon_loop_play(&loop, error);
        agon_copy(state, match.state);
    }
    agon_loop_close(&loop);
    agon_match_close(&match);
    return status;
}
