// Playing a match that is kept: questions, answers, bots, leaving, clocks.
#include "src/rpc/session/internal.h"

// ---------------------------------------------------------------------------------------------
// Whose turn it is

int agon_session_next(agon_session_match *match) {
    int player = agon_match_round_next(&match->match, &match->round);
    if (player < 0) {
        match->round = agon_match_round_begin(&match->match);
        player = agon_match_round_next(&match->match, &match->round);
    }
    return player;
}

int agon_session_next_bot(const agon_session_match *match, agon_match_round *round) {
    for (int rounds = 0; rounds < 2; rounds++) {
        int player;
        while ((player = agon_match_round_next(&match->match, round)) >= 0) {
            if (match->kinds[player] == AGON_SESSION_BOT) {
                return player;
            }
            round->passed++; // somebody who is waited for; a bot does not have to
        }
        *round = agon_match_round_begin(&match->match);
    }
    return -1;
}

// ---------------------------------------------------------------------------------------------
// What has been drafted

agon_rpc_verdict agon_session_accept(agon_rpc_call *call, agon_session_match *match) {
    agon_change *change = &match->change;
    const size_t length = match->lines.length;
    const size_t shown = agon_change_played_events(change);
    agon_text_add(&match->lines, change->lines.data ? change->lines.data : "",
                  change->lines.length);
    if (match->lines.failed || !agon_grow(&match->log.items, &match->log.capacity,
                                          match->log.count + shown, sizeof *match->log.items)) {
        match->lines.failed = false;
        match->lines.length = length;
        return agon_rpc_engine(call, AGON_NO_MEMORY);
    }
    for (size_t i = 0; i < shown; i++) {
        match->log.items[match->log.count++] = change->events[i];
    }
    agon_match_accept(&match->match, change);
    return 0;
}

// What is wrong with the last answer of a program that is to answer again.
static void put_message(agon_session_match *match, int player, agon_json *out) {
    agon_question question;
    if (agon_match_ask(&match->match, player, AGON_NOT_MEASURED, &question, NULL)) {
        out->text->failed = true;
    } else {
        agon_json_put_string(out, "message", question.refused ? question.refused->reason : NULL);
    }
}

// Accepts the answer of a player who was asked, and writes what it has led to.
static agon_rpc_verdict finish(agon_rpc_call *call, agon_session_match *match, int player,
                               agon_judgement judgement, int64_t now, agon_json *out) {
    const bool has_moved = judgement == AGON_JUDGED_MOVED;
    if (has_moved) {
        const bool was_next = agon_session_next(match) == player;
        agon_rpc_verdict verdict = agon_session_accept(call, match);
        if (verdict) {
            return verdict;
        }
        match->round.passed += was_next;
        if (!match->match.is_live) {
            agon_match_pause(&match->match, player, now);
        }
    }
    agon_json_open(out, '{');
    agon_json_put_string(out, "judgement", has_moved ? "moved" : "again");
    if (!has_moved) {
        put_message(match, player, out);
    }
    agon_rpc_verdict verdict = agon_session_write_progress(call, match, out);
    agon_json_close(out, '}');
    return verdict;
}

static agon_rpc_verdict judge(agon_rpc_call *call, agon_session_match *match, int player,
                              const agon_answer *answer, int64_t now, agon_json *out) {
    agon_judgement judgement = AGON_JUDGED_MOVED;
    agon_status status = agon_match_answer(&match->match, player, answer, now, &match->change,
                                           &judgement, &call->error);
    if (status == AGON_OK && judgement == AGON_JUDGED_REFUSED) {
        status = call->error.status;
    }
    return status ? agon_rpc_engine(call, status)
                  : finish(call, match, player, judgement, now, out);
}

// ---------------------------------------------------------------------------------------------
// Those outside

// Reads a player who answers from outside.
static agon_rpc_verdict read_outsider(agon_rpc_call *call, agon_session_match **match,
                                      int *player) {
    agon_rpc_verdict verdict = agon_session_read_match(call, match);
    if (!verdict) {
        verdict = agon_session_read_player(call, &(*match)->table, player);
    }
    if (verdict) {
        return verdict;
    }
    agon_status status = AGON_OK;
    if ((*match)->match.state->over) {
        status = AGON_GAME_OVER;
    } else if ((*match)->kinds[*player] == AGON_SESSION_BOT) {
        status = agon_error_set(&call->error, AGON_NOT_YOUR_TURN, "player", "a bot has this seat");
    } else if ((*match)->match.seats[*player].is_gone) {
        status = agon_error_set(&call->error, AGON_NOT_YOUR_TURN, "player", "has left the match");
    }
    return agon_rpc_engine(call, status);
}

// Puts the question, unless that has been done already; then its clock runs on.
static agon_rpc_verdict put_question(agon_rpc_call *call, agon_session_match *match, int player,
                                     int64_t now, agon_question *question) {
    if (!agon_match_can_ask(&match->match, player)) {
        return agon_rpc_engine(call, AGON_NOT_YOUR_TURN);
    }
    return agon_rpc_engine(call,
                           agon_match_ask(&match->match, player, now, question, &call->error));
}

// A fault instead of an action, as whoever brings answers has seen it: nothing came, or no sense.
static agon_rpc_verdict read_fault(const agon_cursor *at, const agon_cursor *reason_at,
                                   agon_answer *answer) {
    static const char *const words[] = {"late", "dead", "illegal", "unparsable", NULL};
    const char *reason = "";
    int word = 0;
    if (!agon_cursor_read_word(at, words, &word) ||
        (agon_cursor_is_given(reason_at) && !agon_cursor_read_string(reason_at, &reason))) {
        return AGON_RPC_BAD_PARAMS;
    }
    agon_answer_fault(answer, (agon_fault)(AGON_FAULT_LATE + word), "%s", reason);
    return 0;
}

static agon_rpc_verdict read_answer(agon_rpc_call *call, const agon_session_match *match,
                                    const agon_question *question, agon_answer *answer) {
    agon_cursor fault = agon_cursor_child(&call->params, "fault");
    agon_cursor reason = agon_cursor_child(&call->params, "reason");
    const agon_value *action;
    if (agon_cursor_is_given(&fault)) {
        return read_fault(&fault, &reason, answer);
    }
    agon_rpc_verdict verdict = agon_rpc_read_any(call, "action", &action);
    if (verdict) {
        return verdict;
    }
    agon_answer_read(match->table.codec, question, action, answer, &call->error);
    const bool is_patient = match->match.seats[question->player].is_patient;
    return answer->note.fault != AGON_FAULT_NONE && is_patient
               ? agon_rpc_engine(call, call->error.status)
               : 0;
}

agon_rpc_verdict agon_session_ask(agon_rpc_call *call, agon_json *out) {
    agon_session_match *match = NULL;
    agon_question question = {0};
    int player = -1;
    int64_t now = AGON_NOT_MEASURED;
    agon_rpc_verdict verdict = agon_session_read_match(call, &match);
    if (!verdict) {
        verdict = agon_session_read_player(call, &match->table, &player);
    }
    if (!verdict) {
        verdict = agon_session_read_now(call, &now);
    }
    if (!verdict) {
        verdict = put_question(call, match, player, now, &question);
    }
    if (verdict) {
        return verdict;
    }
    agon_json_open(out, '{');
    agon_json_key(out, "time_left");
    if (question.time_left == AGON_NO_LIMIT) {
        agon_json_null(out);
    } else {
        agon_json_int(out, question.time_left);
    }
    agon_json_put_string(out, "refused", question.refused ? question.refused->reason : NULL);
    agon_json_close(out, '}');
    return 0;
}

agon_rpc_verdict agon_session_act(agon_rpc_call *call, agon_json *out) {
    agon_session_match *match = NULL;
    agon_question question;
    agon_answer answer;
    int player = -1;
    int64_t now = AGON_NOT_MEASURED;
    agon_rpc_verdict verdict = read_outsider(call, &match, &player);
    if (!verdict) {
        verdict = agon_session_read_now(call, &now);
    }
    if (!verdict) {
        verdict = put_question(call, match, player, now, &question);
    }
    if (!verdict) {
        verdict = read_answer(call, match, &question, &answer);
    }
    return verdict ? verdict : judge(call, match, player, &answer, now, out);
}

// ---------------------------------------------------------------------------------------------
// Bots

agon_rpc_verdict agon_session_think(agon_rpc_call *call, agon_json *out) {
    agon_session_match *match = NULL;
    agon_question question;
    agon_answer answer;
    int64_t now;
    agon_rpc_verdict verdict = agon_session_read_match(call, &match);
    if (!verdict) {
        verdict = agon_session_read_now(call, &now);
    }
    if (verdict) {
        return verdict;
    }
    agon_match_round round = match->round;
    int player = agon_session_next_bot(match, &round);
    if (player < 0) {
        return agon_rpc_engine(call, agon_error_set(&call->error, AGON_NO_ACTION, NULL,
                                                    "no built-in bot has to move"));
    }
    verdict = put_question(call, match, player, now, &question);
    if (verdict) {
        return verdict;
    }
    match->round = round;
    agon_seat *seat = &match->seats[player];
    const agon_rng rng = seat->rng;
    const uint32_t moves = match->match.moves;
    agon_seat_think(seat, &question, &match->match.terms, NULL, &answer);
    verdict = judge(call, match, player, &answer, now, out);
    if (match->match.moves == moves) {
        seat->rng = rng; // it did not happen: the bot will draw the same again
    }
    return verdict;
}

// ---------------------------------------------------------------------------------------------
// Changes that nobody has asked for

static agon_rpc_verdict finish_change(agon_rpc_call *call, agon_session_match *match,
                                      agon_status status, agon_json *out) {
    agon_rpc_verdict verdict =
        status ? agon_rpc_engine(call, status) : agon_session_accept(call, match);
    if (verdict) {
        return verdict;
    }
    agon_json_open(out, '{');
    verdict = agon_session_write_progress(call, match, out);
    agon_json_close(out, '}');
    return verdict;
}

agon_rpc_verdict agon_session_leave(agon_rpc_call *call, agon_json *out) {
    agon_session_match *match = NULL;
    int player = -1;
    int64_t now;
    agon_rpc_verdict verdict = read_outsider(call, &match, &player);
    if (!verdict) {
        verdict = agon_session_read_now(call, &now);
    }
    if (verdict) {
        return verdict;
    }
    agon_status status = agon_match_leave(&match->match, player, now, &match->change, &call->error);
    return finish_change(call, match, status, out);
}

agon_rpc_verdict agon_session_expire(agon_rpc_call *call, agon_json *out) {
    agon_session_match *match = NULL;
    int64_t now;
    agon_rpc_verdict verdict = agon_session_read_match(call, &match);
    if (!verdict) {
        verdict = agon_session_read_now(call, &now);
    }
    if (verdict) {
        return verdict;
    }
    agon_status status = agon_match_expire(&match->match, now, &match->change, &call->error);
    return finish_change(call, match, status, out);
}
