// What an answer leads to: moves, another try, the rules' fallback, a forfeit.
#include "src/match/engine/internal.h"

#include "src/match/replay/played.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void agon_answer_fault(agon_answer *answer, agon_fault fault, const char *format, ...) {
    AGON_ASSERT(answer && format);
    va_list arguments;
    va_start(arguments, format);
    answer->count = 0;
    answer->note.fault = fault;
    answer->note.status = AGON_OK;
    vsnprintf(answer->note.reason, sizeof answer->note.reason, format, arguments);
    va_end(arguments);
}

void agon_answer_read(const agon_codec *codec, const agon_question *question,
                      const agon_value *action, agon_answer *answer, agon_error *error) {
    AGON_ASSERT(codec && question && answer);
    agon_error refusal = {0};
    answer->note.fault = AGON_FAULT_NONE;
    agon_status status = agon_action_read(codec, question->game, question->view, action,
                                          answer->actions, &answer->count, &refusal);
    if (status) {
        agon_answer_fault(answer, AGON_FAULT_ILLEGAL, "%s%s%s", refusal.path,
                          refusal.path[0] ? ": " : "", refusal.message);
        answer->note.status = status;
    }
    if (status && error) {
        *error = refusal;
    }
}

// Why a seat is gone whose owner did not say it.
static agon_fault_note note_of(agon_fault fault) {
    agon_fault_note note = {.fault = fault};
    strcpy(note.reason, fault == AGON_FAULT_LATE ? "the time was up" : "left the match");
    return note;
}

// The seat is gone; its clock stands for good, with what was left.
static void drop_out(agon_match_seat *seat, int64_t now) {
    seat->is_gone = true;
    agon_clock_stop(seat, now);
}

// ---------------------------------------------------------------------------------------------
// Moves that no seat has chosen

// Chance of whoever stands in: a generator for this seat and move, unlike any other of the match.
static agon_rng stand_in_rng(const agon_change *change, int player) {
    const agon_match *match = change->match;
    agon_rng rng = agon_seat_make(&agon_random_bot, match->seed, player + AGON_MAX_PLAYERS).rng;
    uint64_t number = match->moves + change->move_count;
    agon_rng_seek(&rng, number << 24);
    return rng;
}

static agon_status move_by(agon_change *change, agon_change_step *step, int64_t now,
                           agon_error *error) {
    agon_clock_step clocks = {.before = change->state->to_act, .player = step->player, .now = now};
    agon_status status = agon_change_move_on(change, step, error);
    if (status == AGON_OK) {
        clocks.after = change->state->to_act;
        change->seats[step->player].pending = AGON_FAULT_NONE;
        agon_clocks_step(change->seats, change->match, &clocks);
    }
    return status;
}

static agon_status move_randomly(agon_change *change, agon_change_step *step, int64_t now,
                                 agon_error *error) {
    const agon_game *game = change->match->game;
    agon_rng rng = stand_in_rng(change, step->player);
    step->by = AGON_MOVER_RANDOM;
    if (agon_random_action(game, change->state, step->player, &rng, &step->action)) {
        return agon_error_set(error, AGON_ENGINE_FAULT, NULL,
                              "player %d may act, but has no valid action", step->player);
    }
    return move_by(change, step, now, error);
}

static agon_status stand_in(agon_change *change, int player, int64_t now, agon_error *error) {
    const agon_match_seat *seat = &change->seats[player];
    const agon_fault_note note = note_of(seat->pending);
    bool is_news = seat->pending != AGON_FAULT_NONE;
    agon_change_step step = {.player = player,
                             .time = -1,
                             .fault_count = is_news,
                             .forfeits = is_news && !seat->forfeit};
    agon_status status = is_news ? agon_change_add_fault(change, &note, error) : AGON_OK;
    return status == AGON_OK ? move_randomly(change, &step, now, error) : status;
}

// Somebody in to_act whose move nobody else will make; −1: nobody.
static int absent_player(const agon_change *change) {
    const agon_match *match = change->match;
    int players = match->game->players;
    int first = agon_match_first(match->game, match->moves + (uint32_t)change->move_count);
    bool decided = agon_change_is_decided(change);
    for (int i = 0; i < players; i++) {
        int p = (first + i) % players;
        if (change->state->to_act >> p & 1u && (decided || change->seats[p].is_gone)) {
            return p;
        }
    }
    return -1;
}

static agon_status settle(agon_change *change, int64_t now, agon_error *error) {
    agon_status status = AGON_OK;
    int player;
    while (status == AGON_OK && (player = absent_player(change)) >= 0) {
        status = stand_in(change, player, now, error);
    }
    return status == AGON_OK ? agon_change_end(change, error) : status;
}

agon_status agon_match_settle(agon_match *match, int64_t now, agon_change *change,
                              agon_error *error) {
    AGON_ASSERT(agon_match_is_open(match) && change);
    agon_status status = agon_change_begin(change, match, -1, error);
    return status == AGON_OK ? settle(change, now, error) : status;
}

// ---------------------------------------------------------------------------------------------
// Judging an answer

static int64_t measured(const agon_match_seat *seat, int64_t now) {
    if (seat->asked == AGON_NOT_MEASURED || now == AGON_NOT_MEASURED) {
        return -1;
    }
    return now > seat->asked ? now - seat->asked : 0;
}

static void note_refusal(agon_fault_note *note, const agon_error *refusal) {
    note->fault = AGON_FAULT_ILLEGAL;
    note->status = refusal->status;
    snprintf(note->reason, sizeof note->reason, "%s%s%s", refusal->path,
             refusal->path[0] ? ": " : "",
             refusal->message[0] ? refusal->message : agon_status_text(refusal->status));
}

// The faults of the question so far belong to the move that ends it.
static agon_status gather_faults(agon_change *change, int player, agon_error *error) {
    const agon_fault_list *faults = &change->match->internal->faults[player];
    agon_status status = AGON_OK;
    for (size_t i = 0; i < faults->count && status == AGON_OK; i++) {
        status = agon_change_add_fault(change, &faults->items[i], error);
    }
    return status;
}

// Whether the rules would take the action and drop it, again and again.
static bool is_surplus(const agon_change *change, agon_action action) {
    const agon_game *game = change->match->game;
    return game->rules->is_surplus &&
           agon_check(game, change->state, change->player, action, NULL) == AGON_OK &&
           game->rules->is_surplus(game, change->state, change->player, action);
}

// Makes the answer's actions on the change, one after the other; of several, those that are surplus are
// left out. Clocks go by the whole answer.
static agon_status make_actions(agon_change *change, const agon_answer *answer, int64_t now,
                                agon_error *error) {
    agon_match *match = change->match;
    int player = change->player;
    agon_clock_step clocks = {.before = change->state->to_act, .player = player, .now = now};
    if (answer->count == 0) {
        return agon_error_set(error, AGON_BAD_ACTION, NULL, "the answer holds no action");
    }
    agon_status status = gather_faults(change, player, error);
    for (size_t i = 0; i < answer->count && status == AGON_OK; i++) {
        bool is_first = change->move_count == 0;
        if (is_surplus(change, answer->actions[i])) {
            continue;
        }
        agon_change_step step = {.player = player,
                                 .action = answer->actions[i],
                                 .by = AGON_MOVER_SEAT,
                                 .time = is_first ? measured(&match->seats[player], now) : -1,
                                 .fault_count = is_first ? change->internal->faults.count : 0};
        status = agon_change_move_on(change, &step, error);
    }
    if (status == AGON_OK && change->move_count == 0) {
        status = agon_error_set(error, AGON_TOO_MANY, NULL, "%s", agon_status_text(AGON_TOO_MANY));
    }
    clocks.after = change->state->to_act;
    if (status == AGON_OK) {
        agon_clocks_step(change->seats, match, &clocks);
    }
    return status;
}

// What is wrong with the answer; if nothing is, its moves are on the change. Only what is not the
// answer's fault is a status.
static agon_status judge(agon_change *change, const agon_answer *answer, int64_t now,
                         agon_fault_note *note, agon_error *error) {
    agon_error refusal = {0};
    *note = answer->note;
    if (note->fault == AGON_FAULT_NONE &&
        agon_clock_is_over(&change->match->seats[change->player], now)) {
        *note = note_of(AGON_FAULT_LATE);
    }
    if (note->fault != AGON_FAULT_NONE) {
        return AGON_OK;
    }
    refusal.status = make_actions(change, answer, now, &refusal);
    if (refusal.status == AGON_NO_MEMORY || refusal.status == AGON_ENGINE_FAULT) {
        return agon_error_set(error, refusal.status, NULL, "%s", refusal.message);
    }
    if (refusal.status == AGON_OK) {
        return AGON_OK;
    }
    note_refusal(note, &refusal);
    if (error && change->match->seats[change->player].is_patient) {
        *error = refusal; // with its path
    }
    return agon_change_begin(change, change->match, change->player, error);
}

static bool is_about_action(agon_fault fault) {
    return fault == AGON_FAULT_ILLEGAL || fault == AGON_FAULT_UNPARSABLE;
}

static bool may_retry(const agon_match *match, int player, agon_fault fault) {
    uint32_t retries = match->terms.retries;
    return is_about_action(fault) && match->internal->faults[player].count <
                                         (retries < AGON_MAX_RETRIES ? retries : AGON_MAX_RETRIES);
}

// The move that is made instead of a faulty answer. A seat that is broken is never asked again.
static agon_status make_up(agon_change *change, int player, const agon_fault_note *note,
                           bool is_broken, int64_t now, agon_error *error) {
    const agon_match *match = change->match;
    const agon_rules *rules = match->game->rules;
    agon_match_seat *seat = &change->seats[player];
    agon_change_step step = {.player = player, .time = measured(seat, now)};
    agon_status status = gather_faults(change, player, error);
    if (status == AGON_OK) {
        status = agon_change_add_fault(change, note, error);
    }
    if (status) {
        return status;
    }
    step.fault_count = change->internal->faults.count;
    if (note->fault == AGON_FAULT_ILLEGAL && rules->has_fallback && !is_broken) {
        step.action = rules->fallback;
        step.by = AGON_MOVER_RULES;
        return move_by(change, &step, now, error);
    }
    step.forfeits = match->terms.remedy == AGON_REMEDY_FORFEIT;
    if (step.forfeits || is_broken) {
        drop_out(seat, now);
    }
    return move_randomly(change, &step, now, error);
}

// What is told of an answer that its seat has marked as faulty itself.
static void tell_refusal(const agon_fault_note *note, agon_error *error) {
    if (note->fault != AGON_FAULT_NONE) {
        agon_error_set(error, note->status ? note->status : AGON_BAD_ACTION, NULL, "%s",
                       note->reason);
    }
}

agon_status agon_match_answer(agon_match *match, int player, const agon_answer *answer, int64_t now,
                              agon_change *change, agon_judgement *judgement, agon_error *error) {
    AGON_ASSERT(agon_match_is_open(match) && agon_match_has(match, player) && answer && change &&
                judgement);
    agon_fault_note note;
    agon_status status = agon_change_begin(change, match, player, error);
    if (status == AGON_OK) {
        status = judge(change, answer, now, &note, error);
    }
    if (status) {
        return status;
    }
    *judgement = AGON_JUDGED_MOVED;
    if (note.fault == AGON_FAULT_NONE) {
        return settle(change, now, error);
    }
    if (note.fault == AGON_FAULT_DEAD && match->seats[player].is_patient) {
        return agon_match_leave(match, player, now, change, error);
    }
    if (is_about_action(note.fault) && match->seats[player].is_patient) {
        *judgement = AGON_JUDGED_REFUSED;
        tell_refusal(&answer->note, error);
        return AGON_OK;
    }
    if (may_retry(match, player, note.fault)) {
        *judgement = AGON_JUDGED_AGAIN;
        return agon_fault_list_add(&match->internal->faults[player], &note)
                   ? AGON_OK
                   : agon_match_out_of_memory(error);
    }
    status = make_up(change, player, &note, note.fault == AGON_FAULT_DEAD, now, error);
    return status == AGON_OK ? settle(change, now, error) : status;
}

agon_status agon_match_fail(agon_match *match, int player, const agon_fault_note *note, int64_t now,
                            agon_change *change, agon_error *error) {
    AGON_ASSERT(agon_match_is_open(match) && agon_match_has(match, player) && note && change);
    agon_status status = agon_change_begin(change, match, player, error);
    if (status == AGON_OK) {
        change->seats[player].asked = AGON_NOT_MEASURED; // it took no time over an answer
        status = make_up(change, player, note, true, now, error);
    }
    return status == AGON_OK ? settle(change, now, error) : status;
}

// ---------------------------------------------------------------------------------------------
// Leaving, and clocks that run out

agon_status agon_match_leave(agon_match *match, int player, int64_t now, agon_change *change,
                             agon_error *error) {
    AGON_ASSERT(agon_match_is_open(match) && agon_match_has(match, player) && change);
    agon_status status = agon_change_begin(change, match, -1, error);
    if (status) {
        return status;
    }
    if (!change->seats[player].is_gone) {
        drop_out(&change->seats[player], now);
        change->seats[player].pending = AGON_FAULT_DEAD;
    }
    return settle(change, now, error);
}

agon_status agon_match_expire(agon_match *match, int64_t now, agon_change *change,
                              agon_error *error) {
    AGON_ASSERT(agon_match_is_open(match) && change);
    const agon_fault_note note = note_of(AGON_FAULT_LATE);
    agon_status status = agon_change_begin(change, match, -1, error);
    for (int p = 0; p < match->game->players && status == AGON_OK; p++) {
        bool may_act = change->state->to_act >> p & 1u;
        if (may_act && agon_clock_is_out(&match->seats[p], now) && !change->seats[p].is_gone) {
            status = make_up(change, p, &note, false, now, error);
        }
    }
    return status == AGON_OK ? settle(change, now, error) : status;
}

// ---------------------------------------------------------------------------------------------
// Changes that were made before

static bool keep_move(agon_change *change, const agon_replay *replay, size_t first_event) {
    struct agon_change_internal *internal = change->internal;
    const agon_move_facts facts = agon_move_facts_read(replay);
    const bool is_faulty = facts.fault != AGON_FAULT_NONE;
    const agon_fault_note note = note_of(facts.fault);
    if (replay->count != 1 || !agon_grow(&internal->moves, &internal->move_capacity,
                                         change->move_count + 1, sizeof *internal->moves)) {
        return false;
    }
    internal->moves[change->move_count++] =
        (agon_change_move){.action = replay->actions[0],
                           .player = (uint8_t)replay->player,
                           .forfeits = facts.forfeits,
                           .by = facts.by,
                           .time = -1,
                           .first_event = first_event,
                           .event_count = internal->events.count - first_event,
                           .first_fault = internal->faults.count,
                           .fault_count = is_faulty};
    return !is_faulty || agon_fault_list_add(&internal->faults, &note);
}

static agon_status read_lines(agon_change *change, agon_replay *replay, size_t end,
                              agon_error *error) {
    agon_sink sink = agon_event_list_sink(&change->internal->events);
    agon_status status = AGON_OK;
    agon_replay_part part;
    replay->sink = &sink;
    while (replay->at < end && status == AGON_OK) {
        const size_t first_event = change->internal->events.count;
        status = agon_replay_next(replay, &part, error);
        if (status == AGON_OK &&
            (part != AGON_REPLAY_MOVE || !keep_move(change, replay, first_event))) {
            status = agon_error_set(error, AGON_BAD_REPLAY, NULL, "a stored line is not one move");
        }
    }
    replay->sink = NULL;
    return status;
}

agon_status agon_match_replay(agon_match *match, agon_replay *replay, size_t end, int player,
                              agon_change *change, agon_error *error) {
    AGON_ASSERT(agon_match_is_open(match) && replay && change);
    agon_status status = agon_change_begin(change, match, player, error);
    if (status == AGON_OK) {
        status = read_lines(change, replay, end, error);
    }
    if (status) {
        return status;
    }
    agon_copy(change->state, replay->table.state);
    change->chain = replay->chain;
    for (int p = 0; p < match->game->players; p++) {
        change->seats[p].forfeit = replay->forfeits[p];
        change->seats[p].is_gone |= replay->forfeits[p] != 0;
    }
    change->internal->failed |= change->internal->events.failed;
    return agon_change_end(change, error);
}

agon_status agon_match_repeat(agon_match *match, const agon_past_move *moves, size_t count,
                              int player, agon_change *change, agon_error *error) {
    AGON_ASSERT(agon_match_is_open(match) && (moves || count == 0) && change);
    agon_status status = agon_change_begin(change, match, player, error);
    size_t played = 0;
    for (size_t i = 0; i < count && status == AGON_OK; i++) {
        agon_change_step step = {.player = moves[i].player, .action = moves[i].action, .time = -1};
        status = agon_change_move_on(change, &step, error);
        played += !moves[i].is_idle;
    }
    return status == AGON_OK ? agon_change_end_played(change, played, error) : status;
}
