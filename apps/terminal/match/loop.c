// A match: everybody is asked in turn, people at the keyboard, bots in a thread. The states are those
// of sitting.h.
#include "apps/terminal/match/run.h"

#include "apps/terminal/match/think.h"

#include <stdlib.h>

#define PROGRAM_TIME 60000000 // microseconds for an answer of a program

// ---------------------------------------------------------------------------------------------
// Thinking

// A question to a bot or a program. Lives on if it has to be abandoned.
typedef struct consultation {
    agon_sitting *sitting;
    agon_question question;
    agon_answer answer;
    agon_rng rng;
    const atomic_bool *stop;
    int64_t end; // AGON_NO_LIMIT: there is none
} consultation;

static bool is_time_up(void *user) {
    const consultation *work = user;
    return atomic_load(work->stop) ||
           (work->end != AGON_NO_LIMIT && agon_process_now(NULL) >= work->end);
}

static void consult(void *user, const atomic_bool *stop) {
    consultation *work = user;
    const agon_seat *seat = &work->sitting->seats[work->question.player];
    work->stop = stop;
    if (!seat->bot) {
        work->question.time_left = PROGRAM_TIME;
        seat->driver->think(seat->self, &work->question, &work->answer);
        return;
    }
    const agon_thought thought = {.game = work->question.game,
                                  .view = work->question.view,
                                  .player = work->question.player,
                                  .rng = &work->rng,
                                  .simulations = seat->simulations,
                                  .run_jobs = seat->run_jobs,
                                  .threads = seat->threads,
                                  .is_time_up = is_time_up,
                                  .user = work};
    work->end = seat->time > 0 ? agon_process_now(NULL) + seat->time : AGON_NO_LIMIT;
    work->answer.actions[0] = seat->bot->think(&thought);
    work->answer.count = 1;
}

// While somebody else thinks: the only person's board; of several nobody's.
static void draw_waiting(void *user) {
    agon_sitting *sitting = user;
    if (sitting->persons > 1) {
        return;
    }
    for (int p = 0; p < sitting->match.game->players; p++) {
        if (sitting->is_person[p]) {
            agon_sitting_draw(sitting, p, false);
        }
    }
}

static agon_turn answer_bot(agon_sitting *sitting, const agon_question *question,
                            agon_answer *answer, agon_error *error) {
    const int player = question->player;
    consultation *work = calloc(1, sizeof *work);
    if (!work) {
        (void)agon_error_set(error, AGON_NO_MEMORY, NULL, "out of memory");
        return AGON_TURN_FAILED;
    }
    work->sitting = sitting;
    work->question = *question;
    // A bot's chance follows from the match and the move alone: a match that was interrupted or
    // taken back a move goes on as it would have.
    work->rng = agon_seat_make(sitting->seats[player].bot, sitting->seed, player).rng;
    work->rng.key[0] ^= (uint64_t)sitting->match.moves << 20;
    const agon_think_task thinking = {consult, work, sitting->names[player], draw_waiting, sitting};
    const agon_think_end end = agon_think(sitting->terminal, &thinking);
    if (end == AGON_THINK_ABANDONED) {
        sitting->is_abandoned = true;
        // cppcheck-suppress memleak; the thread still works on it
        return AGON_TURN_LEAVE;
    }
    *answer = work->answer;
    free(work);
    return end == AGON_THINK_STOPPED ? AGON_TURN_LEAVE : AGON_TURN_DECIDED;
}

// ---------------------------------------------------------------------------------------------
// Answers

static int64_t now(const agon_sitting *sitting) {
    const agon_sitting_script *script = sitting->script;
    return script && script->clock.now ? script->clock.now(script->clock.user) : AGON_NOT_MEASURED;
}

static agon_turn get_answer(agon_sitting *sitting, const agon_question *question,
                            agon_answer *answer, agon_error *error) {
    if (sitting->script) {
        return sitting->script->ask(sitting->script->user, question, answer, error);
    }
    return sitting->is_person[question->player]
               ? agon_sitting_turn(sitting, question->player, answer, error)
               : answer_bot(sitting, question, answer, error);
}

// Draft, store, accept: what the change holds is in the file before anybody sees it.
static agon_status make_change(agon_sitting *sitting, agon_error *error) {
    const agon_status status =
        agon_match_file_store(&sitting->record, &sitting->loop.change, error);
    if (status == AGON_OK) {
        agon_loop_accept(&sitting->loop);
    }
    return status;
}

// A person's decision has been made.
static void note_decision(agon_sitting *sitting, int player, size_t known,
                          const agon_answer *answer) {
    sitting->known[player] = known;
    sitting->message[0] = '\0';
    agon_course_note(&sitting->course, answer);
}

// Puts the answer to the match; if it leads to moves, stores and makes them.
static agon_status give(agon_sitting *sitting, int player, const agon_answer *answer,
                        agon_judgement *judgement, agon_error *error) {
    const size_t known = sitting->record.events.count;
    const int64_t time = now(sitting);
    agon_error reason = {0};
    agon_status status = agon_match_answer(&sitting->match, player, answer, time,
                                           &sitting->loop.change, judgement, &reason);
    if (status) {
        return agon_error_set(error, status, NULL, "%s", reason.message);
    }
    if (*judgement == AGON_JUDGED_REFUSED) {
        agon_sitting_tell(sitting, true, "That is not possible: %s.", reason.message);
    }
    if (*judgement != AGON_JUDGED_MOVED) {
        return AGON_OK;
    }
    status = make_change(sitting, error);
    if (status == AGON_OK) {
        agon_match_pause(&sitting->match, player, time);
        if (sitting->is_person[player]) {
            note_decision(sitting, player, known, answer);
        }
    }
    return status;
}

// Asks a player until an answer leads to a move.
static agon_turn ask(agon_sitting *sitting, int player, agon_error *error) {
    agon_judgement judgement = AGON_JUDGED_AGAIN;
    if (sitting->is_person[player] && !sitting->script &&
        !agon_sitting_begin_turn(sitting, player)) {
        return AGON_TURN_LEAVE;
    }
    while (judgement != AGON_JUDGED_MOVED) {
        agon_question question = {0};
        agon_answer answer = {0};
        if (agon_match_ask(&sitting->match, player, now(sitting), &question, error)) {
            return AGON_TURN_FAILED;
        }
        const agon_turn turn = get_answer(sitting, &question, &answer, error);
        if (turn != AGON_TURN_DECIDED) {
            return turn;
        }
        if (give(sitting, player, &answer, &judgement, error)) {
            return AGON_TURN_FAILED;
        }
    }
    return AGON_TURN_DECIDED;
}

// The move of a player whose program has not started.
static agon_turn do_without(agon_sitting *sitting, int player, agon_error *error) {
    const agon_status status =
        agon_match_fail(&sitting->match, player, &sitting->loop.start_notes[player],
                        AGON_NOT_MEASURED, &sitting->loop.change, error);
    return status || make_change(sitting, error) ? AGON_TURN_FAILED : AGON_TURN_DECIDED;
}

static agon_turn serve(agon_sitting *sitting, int player, agon_error *error) {
    const bool has_started = sitting->loop.start_notes[player].fault == AGON_FAULT_NONE;
    return has_started ? ask(sitting, player, error) : do_without(sitting, player, error);
}

// ---------------------------------------------------------------------------------------------
// Rounds

// Everybody who may act now, once, in the order of agon/loop.h; but bots first: what the first of
// several moves at the same time turns up (the planet that is bid for) a person shall have seen, and
// bots do not mind.
static agon_turn go_round(agon_sitting *sitting, agon_error *error) {
    const agon_match *match = &sitting->match;
    const agon_viewers asked = match->state->to_act;
    const int players = match->game->players;
    AGON_ASSERT(players > 0);
    const int first = agon_match_first(match->game, match->moves);
    agon_turn turn = AGON_TURN_DECIDED;
    for (int i = 0; i < 2 * players && turn == AGON_TURN_DECIDED; i++) {
        const int p = (first + i) % players;
        const bool is_due = (asked >> p & 1u) != 0 && agon_match_can_ask(match, p);
        if (is_due && sitting->is_person[p] == (i >= players)) {
            turn = serve(sitting, p, error);
        }
    }
    return turn;
}

// Whoever was gone when the file was read is not asked: their moves are made at once.
static agon_turn settle(agon_sitting *sitting, agon_error *error) {
    agon_change *change = &sitting->loop.change;
    const agon_status status = agon_match_settle(&sitting->match, AGON_NOT_MEASURED, change, error);
    const bool is_done =
        status == AGON_OK && (change->move_count == 0 || make_change(sitting, error) == AGON_OK);
    return is_done ? AGON_TURN_DECIDED : AGON_TURN_FAILED;
}

agon_match_end agon_sitting_play(agon_sitting *sitting, agon_error *error) {
    agon_turn turn = settle(sitting, error);
    while (!sitting->match.state->over && (turn == AGON_TURN_DECIDED || turn == AGON_TURN_UNDONE)) {
        turn = turn == AGON_TURN_UNDONE ? settle(sitting, error) : go_round(sitting, error);
    }
    if (turn == AGON_TURN_LEAVE) {
        return AGON_MATCH_LEFT;
    }
    const char *salt = sitting->script ? sitting->script->salt : NULL;
    return turn != AGON_TURN_FAILED &&
                   agon_match_file_finish(&sitting->record, &sitting->match, salt, error) == AGON_OK
               ? AGON_MATCH_OVER
               : AGON_MATCH_FAILED;
}
