// What an answer leads to: a move, another try, a forfeit.
#include "src/match/engine/runner_internal.h"

#include <stdarg.h>
#include <stdio.h>

bool agon_runner_can_ask(const agon_runner *runner, int player) {
    return !runner->forfeits[player] && !runner->own->seats[player].broken;
}

static void add_note(agon_runner *runner, int player, const agon_fault_note *note) {
    seat_own *seat = &runner->own->seats[player];
    if (seat->note_count < NOTES_MAX) {
        seat->notes[seat->note_count++] = *note;
    }
}

// Takes the time from the bank. False: there was not so much.
static bool charge(agon_runner *runner, int player, int64_t time) {
    seat_own *seat = &runner->own->seats[player];
    if (time < 0) {
        return true;
    }
    seat->time = (seat->time < 0 ? 0 : seat->time) + time;
    if (runner->terms.bank == AGON_NO_LIMIT) {
        return true;
    }
    bool is_in_time = time <= runner->left[player];
    runner->left[player] = is_in_time ? runner->left[player] - time : 0;
    return is_in_time;
}

static void add_increment(agon_runner *runner, int player) {
    if (runner->terms.bank != AGON_NO_LIMIT) {
        runner->left[player] += runner->terms.increment;
    }
}

// Whether all the actions would be accepted one after the other.
static agon_status try_all(agon_runner *runner, int player, const agon_answer *answer,
                           agon_error *error) {
    const agon_state *from = runner->state;
    agon_status status = AGON_OK;
    if (answer->count == 0) {
        return agon_error_set(error, AGON_BAD_ACTION, NULL, "the answer holds no action");
    }
    for (size_t i = 0; i < answer->count && status == AGON_OK; i++) {
        status = agon_apply(runner->game, from, player, answer->actions[i], NULL,
                            runner->own->after, error);
        from = runner->own->after;
    }
    return status;
}

static agon_status move_all(agon_runner *runner, int player, const agon_answer *answer,
                            agon_error *error) {
    agon_status status = AGON_OK;
    for (size_t i = 0; i < answer->count && status == AGON_OK; i++) {
        status = agon_runner_move(runner, player, answer->actions[i], AGON_MOVER_SEAT, error);
    }
    return status;
}

static void note_refusal(agon_fault_note *note, const agon_error *refusal) {
    note->fault = AGON_FAULT_ILLEGAL;
    note->status = refusal->status;
    snprintf(note->reason, sizeof note->reason, "%s%s%s", refusal->path,
             refusal->path[0] ? ": " : "",
             refusal->message[0] ? refusal->message : agon_status_text(refusal->status));
}

// What is wrong with an answer, if anything.
static agon_fault_note judge(agon_runner *runner, int player, const agon_answer *answer,
                             bool is_in_time) {
    agon_fault_note note = answer->note;
    if (note.fault == AGON_FAULT_NONE && !is_in_time) {
        note = (agon_fault_note){.fault = AGON_FAULT_LATE,
                                 .reason = "the answer came after the time was up"};
    } else if (note.fault == AGON_FAULT_NONE) {
        agon_error refusal = {0};
        refusal.status = try_all(runner, player, answer, &refusal);
        if (refusal.status) {
            note_refusal(&note, &refusal);
        }
    }
    return note;
}

static void forfeit(agon_runner *runner, int player) {
    seat_own *seat = &runner->own->seats[player];
    runner->forfeits[player] = ++runner->own->forfeit_count;
    seat->forfeiting = true;
    agon_runner_end_seat(runner, player, &seat->notes[seat->note_count - 1]);
}

static agon_status move_randomly(agon_runner *runner, int player, agon_error *error) {
    agon_action action;
    agon_rng *rng = &runner->own->seats[player].rng;
    agon_status status = agon_random_action(runner->game, runner->state, player, rng, &action);
    if (status) {
        return agon_error_set(error, AGON_ENGINE_FAULT, NULL,
                              "player %d may act, but has no valid action", player);
    }
    return agon_runner_move(runner, player, action, AGON_MOVER_RANDOM, error);
}

agon_status agon_runner_stand_in(agon_runner *runner, int player, agon_error *error) {
    bool is_new_fault = runner->own->seats[player].note_count > 0;
    if (is_new_fault && runner->terms.remedy == AGON_REMEDY_FORFEIT && !runner->forfeits[player]) {
        forfeit(runner, player);
    }
    return move_randomly(runner, player, error);
}

static bool may_retry(const agon_runner *runner, int player, agon_fault fault) {
    size_t faults = runner->own->seats[player].note_count;
    uint32_t retries = runner->terms.retries;
    return (fault == AGON_FAULT_ILLEGAL || fault == AGON_FAULT_UNPARSABLE) &&
           faults <= (retries < AGON_MAX_RETRIES ? retries : AGON_MAX_RETRIES);
}

agon_status agon_runner_answer(agon_runner *runner, int player, const agon_answer *answer,
                               int64_t time, bool *again, agon_error *error) {
    const agon_rules *rules = runner->game->rules;
    bool is_in_time = charge(runner, player, time);
    agon_fault_note note = judge(runner, player, answer, is_in_time);
    *again = false;
    if (note.fault == AGON_FAULT_NONE) {
        add_increment(runner, player);
        return move_all(runner, player, answer, error);
    }
    add_note(runner, player, &note);
    if (may_retry(runner, player, note.fault)) {
        *again = true;
        return AGON_OK;
    }
    add_increment(runner, player);
    if (note.fault == AGON_FAULT_ILLEGAL && rules->has_fallback) {
        return agon_runner_move(runner, player, rules->fallback, AGON_MOVER_RULES, error);
    }
    runner->own->seats[player].broken = note.fault == AGON_FAULT_DEAD;
    return agon_runner_stand_in(runner, player, error);
}
