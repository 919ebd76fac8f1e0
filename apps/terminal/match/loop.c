// A match: everybody is asked in turn, people at the keyboard, bots in a thread.
#include "apps/terminal/match/run.h"

#include "apps/terminal/match/think.h"

#include <stdlib.h>

#define PROGRAM_TIME 60000000 // microseconds for an answer of a program

// A question to a bot or a program. Lives on if it has to be abandoned.
typedef struct consultation {
    agon_session *session;
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
    const agon_seat *seat = &work->session->seats[work->question.player];
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
    agon_session *session = user;
    if (session->persons > 1) {
        return;
    }
    for (int p = 0; p < session->record.replay.table.game->players; p++) {
        if (session->is_person[p]) {
            agon_session_draw(session, p, false);
        }
    }
}

static agon_turn answer_person(agon_session *session, int player, agon_answer *answer,
                               agon_error *error) {
    const agon_turn turn = agon_session_turn(session, player, answer, error);
    if (turn == AGON_TURN_DECIDED) {
        session->known[player] = session->record.event_count;
        session->message[0] = '\0';
    }
    return turn;
}

static agon_turn answer_bot(agon_session *session, const agon_question *question,
                            agon_answer *answer) {
    const int player = question->player;
    consultation *work = calloc(1, sizeof *work);
    if (!work) {
        agon_answer_fault(answer, AGON_FAULT_DEAD, "out of memory");
        return AGON_TURN_DECIDED;
    }
    work->session = session;
    work->question = *question;
    // A bot's chance follows from the match and the move alone: a match that was interrupted or
    // taken back a move goes on as it would have.
    work->rng = agon_seat_make(session->seats[player].bot, session->seed, player).rng;
    work->rng.key[0] ^= (uint64_t)session->runner.moves << 20;
    const agon_think_task thinking = {consult, work, session->names[player], draw_waiting, session};
    const agon_think_end end = agon_think(session->terminal, &thinking);
    if (end == AGON_THINK_ABANDONED) {
        session->is_abandoned = true;
        // cppcheck-suppress memleak; the thread still works on it
        return AGON_TURN_LEAVE;
    }
    *answer = work->answer;
    free(work);
    return end == AGON_THINK_STOPPED ? AGON_TURN_LEAVE : AGON_TURN_DECIDED;
}

// Whether what was done is in the file.
static agon_turn check_record(const agon_session *session, agon_error *error) {
    if (!session->record.has_failed) {
        return AGON_TURN_DECIDED;
    }
    (void)agon_error_set(error, AGON_BAD_REPLAY, NULL, "%s: %s", session->record.path,
                         session->record.failure);
    return AGON_TURN_FAILED;
}

// One player's answer, and the move that comes of it.
static agon_turn serve(agon_session *session, int player, agon_error *error) {
    agon_runner *runner = &session->runner;
    agon_question question = {0};
    agon_answer answer = {0};
    bool again;
    session->continues = false;
    if (!agon_runner_can_ask(runner, player)) {
        return agon_runner_stand_in(runner, player, error) ? AGON_TURN_FAILED
                                                           : check_record(session, error);
    }
    if (agon_runner_ask(runner, player, &question, error)) {
        return AGON_TURN_FAILED;
    }
    const agon_turn turn = session->is_person[player]
                               ? answer_person(session, player, &answer, error)
                               : answer_bot(session, &question, &answer);
    if (turn != AGON_TURN_DECIDED) {
        return turn;
    }
    if (agon_runner_answer(runner, player, &answer, -1, &again, error)) {
        return AGON_TURN_FAILED;
    }
    return check_record(session, error);
}

// Everybody who may act now, once. Bots first: what the first of several moves at the same time turns
// up (the planet that is bid for) a person shall have seen, and bots do not mind.
static agon_turn go_round(agon_session *session, agon_error *error) {
    const agon_viewers asked = session->runner.state->to_act;
    const int players = session->runner.game->players;
    agon_turn turn = AGON_TURN_DECIDED;
    for (int people = 0; people < 2; people++) {
        for (int p = 0; p < players && turn == AGON_TURN_DECIDED; p++) {
            const bool is_due = ((asked & session->runner.state->to_act) >> p & 1u) != 0;
            if (is_due && session->is_person[p] == (people == 1)) {
                turn = serve(session, p, error);
            }
        }
    }
    return turn;
}

agon_match_end agon_session_play(agon_session *session, agon_error *error) {
    while (!session->runner.state->over) {
        const agon_turn turn = go_round(session, error);
        if (turn == AGON_TURN_LEAVE || turn == AGON_TURN_FAILED) {
            return turn == AGON_TURN_LEAVE ? AGON_MATCH_LEFT : AGON_MATCH_FAILED;
        }
    }
    const agon_result result = agon_runner_result(&session->runner);
    agon_match_file_finish(&session->record, &result);
    return check_record(session, error) == AGON_TURN_FAILED ? AGON_MATCH_FAILED : AGON_MATCH_OVER;
}
