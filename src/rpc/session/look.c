// What viewers are shown of a match.
#include "src/rpc/session/internal.h"

#include <stdlib.h>

// ---------------------------------------------------------------------------------------------
// Views and events

static void write_text(const agon_table *table, const agon_state *view, agon_json *out) {
    agon_text text = {0};
    table->codec->render(table->game, view, &text);
    agon_json_put_string(out, "text", text.data ? text.data : "");
    out->text->failed |= text.failed;
    agon_text_free(&text);
}

static void write_viewer(const agon_table *table, int viewer, agon_json *out) {
    agon_json_key(out, "viewer");
    if (viewer == AGON_NOBODY) {
        agon_json_string(out, AGON_SESSION_ALL);
    } else {
        agon_viewer_write(table->codec, table->game, viewer, out);
    }
}

static agon_viewers first_placed(const agon_table *table, const agon_result *result) {
    agon_viewers first = AGON_NONE;
    for (int p = 0; p < table->game->players; p++) {
        first |= result->places[p] == 1 ? agon_viewer_bit(p) : AGON_NONE;
    }
    return first;
}

void agon_session_write_view(const agon_table *table, const agon_state *view,
                             const agon_result *result, agon_json *out) {
    write_viewer(table, view->viewer, out);
    agon_json_key(out, "view");
    agon_state_write(table->codec, table->game, view, out);
    agon_json_key(out, "to_act");
    agon_players_write(table->codec, table->game, result ? AGON_NONE : view->to_act, out);
    agon_json_put_bool(out, "over", view->over || result);
    agon_json_key(out, "winners");
    if (result) {
        agon_players_write(table->codec, table->game, first_placed(table, result), out);
    } else {
        agon_rpc_write_winners(table->codec, table->game, view, out);
    }
    agon_json_key(out, "scores");
    agon_rpc_write_scores(table->game, view, out);
    write_text(table, view, out);
}

void agon_session_write_events(const agon_table *table, const agon_event *events, size_t count,
                               int viewer, agon_json *out) {
    agon_json_open(out, '[');
    for (size_t i = 0; i < count; i++) {
        agon_event seen = events[i];
        if (viewer == AGON_NOBODY ||
            agon_event_redact(table->game->rules->events, &events[i], viewer, &seen)) {
            agon_event_write(table->codec, table->game, &seen, false, out);
        }
    }
    agon_json_close(out, ']');
}

// ---------------------------------------------------------------------------------------------
// Updates

static void write_previous(const agon_session_shown *shown, agon_json *out) {
    agon_json_key(out, "previous");
    if (shown->view) {
        agon_json_raw(out, shown->view);
    } else {
        agon_json_null(out);
    }
}

static void write_result(const agon_session_match *match, agon_json *out) {
    agon_json_key(out, "result");
    if (match->match.state->over) {
        agon_result result = agon_match_result(&match->match);
        agon_result_write(match->table.codec, match->table.game, &result, NULL, out);
    } else {
        agon_json_null(out);
    }
}

static void write_actions(const agon_session_match *match, uint32_t limit, agon_json *out) {
    const agon_state *view = match->view;
    const bool is_player = view->viewer < match->table.game->players && !match->match.state->over;
    agon_json_key(out, "actions");
    agon_rpc_write_actions(match->table.codec, match->table.game, view,
                           is_player ? view->viewer : -1, (agon_rpc_page){.limit = limit}, out);
}

// Remembers that a viewer has been shown everything there is.
static void remember(agon_session_match *match, agon_session_shown *shown, agon_json *out) {
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_state_write(match->table.codec, match->table.game, match->view, &json);
    if (out->text->failed || text.failed) {
        out->text->failed = true;
        agon_text_free(&text);
        return;
    }
    free(shown->view);
    shown->view = text.data;
    shown->events = match->log.count;
}

static agon_rpc_verdict write_update(agon_rpc_call *call, agon_session_match *match, int viewer,
                                     uint32_t limit, agon_json *out) {
    const agon_table *table = &match->table;
    agon_session_shown *shown = &match->shown[agon_viewer_index(table->game, viewer)];
    const agon_state *state = agon_match_shown(&match->match);
    const agon_result result = agon_match_result(&match->match);
    agon_status status = agon_view(table->game, state, viewer, match->view);
    if (status) {
        return agon_rpc_engine(call, status);
    }
    agon_json_open(out, '{');
    agon_session_write_view(table, match->view, state == match->match.state ? NULL : &result, out);
    write_previous(shown, out);
    agon_json_key(out, "events");
    size_t news = match->log.count - shown->events;
    agon_session_write_events(table, news ? match->log.items + shown->events : NULL, news, viewer,
                              out);
    write_actions(match, limit, out);
    write_result(match, out);
    agon_json_close(out, '}');
    remember(match, shown, out);
    return 0;
}

// ---------------------------------------------------------------------------------------------
// Progress

static void put_player(const agon_session_match *match, const char *key, int player,
                       agon_json *out) {
    agon_json_key(out, key);
    if (player < 0) {
        agon_json_null(out);
    } else {
        match->table.codec->player_write(match->table.game, player, out);
    }
}

// Those outside who can be asked now. It goes by the state, not by a view: for whoever brings the
// answers, not for players.
static agon_viewers people_to_ask(const agon_session_match *match) {
    agon_viewers people = AGON_NONE;
    for (int p = 0; p < match->table.game->players; p++) {
        const bool is_asked =
            match->kinds[p] != AGON_SESSION_BOT && agon_match_can_ask(&match->match, p);
        people |= is_asked ? agon_viewer_bit(p) : AGON_NONE;
    }
    return people;
}

static void write_deadline(const agon_session_match *match, agon_json *out) {
    const int64_t deadline = agon_match_deadline(&match->match);
    if (deadline == AGON_NO_LIMIT) {
        agon_json_put_null(out, "deadline");
    } else {
        agon_json_put_int(out, "deadline", deadline);
    }
}

agon_rpc_verdict agon_session_write_progress(agon_rpc_call *call, agon_session_match *match,
                                             agon_json *out) {
    agon_cursor asks_for = agon_cursor_child(&call->params, "viewer");
    uint32_t limit = AGON_RPC_DEFAULT_LIMIT;
    int viewer = 0;
    agon_json_put_int(out, "moves", match->match.moves);
    agon_json_put_bool(out, "over", match->match.state->over);
    put_player(match, "next", agon_session_next(match), out);
    agon_json_key(out, "people");
    agon_players_write(match->table.codec, match->table.game, people_to_ask(match), out);
    agon_match_round round = match->round;
    put_player(match, "thinking", agon_session_next_bot(match, &round), out);
    write_deadline(match, out);
    if (!agon_cursor_is_given(&asks_for)) {
        return 0;
    }
    agon_rpc_verdict verdict = agon_session_read_viewer(call, &match->table, &viewer);
    if (!verdict) {
        verdict = agon_rpc_read_number(call, "limit", UINT32_MAX, &limit);
    }
    agon_json_key(out, "update");
    return verdict ? verdict : write_update(call, match, viewer, limit, out);
}

// ---------------------------------------------------------------------------------------------
// Methods

// A match, and who looks at it.
static agon_rpc_verdict read_look(agon_rpc_call *call, agon_session_match **match, int *viewer) {
    agon_rpc_verdict verdict = agon_session_read_match(call, match);
    return verdict ? verdict : agon_session_read_viewer(call, &(*match)->table, viewer);
}

agon_rpc_verdict agon_session_look(agon_rpc_call *call, agon_json *out) {
    agon_session_match *match = NULL;
    int viewer;
    agon_rpc_verdict verdict = read_look(call, &match, &viewer);
    if (verdict) {
        return verdict;
    }
    agon_json_open(out, '{');
    verdict = agon_session_write_progress(call, match, out);
    agon_json_close(out, '}');
    return verdict;
}

agon_rpc_verdict agon_session_actions(agon_rpc_call *call, agon_json *out) {
    agon_session_match *match = NULL;
    int player = -1;
    agon_rpc_page page = {.limit = AGON_RPC_DEFAULT_LIMIT};
    agon_rpc_verdict verdict = agon_session_read_match(call, &match);
    if (!verdict) {
        verdict = agon_session_read_player(call, &match->table, &player);
    }
    if (!verdict) {
        verdict = agon_rpc_read_number(call, "limit", UINT32_MAX, &page.limit);
    }
    if (!verdict) {
        verdict = agon_rpc_read_number(call, "offset", UINT32_MAX, &page.offset);
    }
    if (!verdict) {
        verdict = agon_rpc_engine(
            call, agon_view(match->table.game, match->match.state, player, match->view));
    }
    if (!verdict) {
        agon_rpc_write_actions(match->table.codec, match->table.game, match->view, player, page,
                               out);
    }
    return verdict;
}

// All that a viewer has been shown of the match, from its beginning.
agon_rpc_verdict agon_session_log(agon_rpc_call *call, agon_json *out) {
    agon_session_match *match = NULL;
    int viewer;
    agon_rpc_verdict verdict = read_look(call, &match, &viewer);
    if (verdict) {
        return verdict;
    }
    agon_json_open(out, '{');
    agon_json_key(out, "events");
    agon_session_write_events(&match->table, match->log.items,
                              match->shown[agon_viewer_index(match->table.game, viewer)].events,
                              viewer, out);
    agon_json_close(out, '}');
    return 0;
}

// The lines so far; with the result's line if the match is over, or `finish` asks for it.
agon_rpc_verdict agon_session_replay_text(agon_rpc_call *call, agon_json *out) {
    agon_session_match *match = NULL;
    agon_cursor finish = agon_cursor_child(&call->params, "finish");
    agon_cursor salt_at = agon_cursor_child(&call->params, "salt");
    const char *salt = NULL;
    bool is_finished = false;
    agon_rpc_verdict verdict = agon_session_read_match(call, &match);
    if (verdict) {
        return verdict;
    }
    if ((agon_cursor_is_given(&finish) && !agon_cursor_read_bool(&finish, &is_finished)) ||
        (agon_cursor_is_given(&salt_at) && !agon_cursor_read_string(&salt_at, &salt))) {
        return AGON_RPC_BAD_PARAMS;
    }
    agon_text_add(&call->scratch, match->lines.data, match->lines.length);
    if (is_finished || match->match.state->over) {
        agon_match_finish(&match->match, salt, &call->scratch);
    }
    if (call->scratch.failed) {
        return agon_rpc_engine(call, AGON_NO_MEMORY);
    }
    agon_json_open(out, '{');
    agon_json_put_string(out, "replay", call->scratch.data);
    agon_json_close(out, '}');
    return 0;
}
