// The set of open sessions, and the table of what can be asked of them.
#include "src/rpc/session/internal.h"

#include <stdlib.h>

struct agon_sessions {
    agon_session *items;
    size_t count;
    size_t capacity;
    int64_t last_id;
};

agon_sessions *agon_sessions_open(void) {
    return calloc(1, sizeof(agon_sessions));
}

static void close_one(const agon_session *session) {
    agon_session_match_close(session->match);
    agon_session_replay_close(session->replay);
}

void agon_sessions_close(agon_sessions *sessions) {
    if (!sessions) {
        return;
    }
    for (size_t i = 0; i < sessions->count; i++) {
        close_one(&sessions->items[i]);
    }
    free(sessions->items);
    free(sessions);
}

agon_rpc_verdict agon_sessions_reserve(agon_rpc_call *call) {
    agon_sessions *sessions = call->sessions;
    if (sessions->count >= AGON_SESSIONS_MAX) {
        (void)agon_cursor_refuse(&call->params, "%d sessions are open: close one",
                                 AGON_SESSIONS_MAX);
        return AGON_RPC_BAD_PARAMS;
    }
    return agon_rpc_engine(call, agon_grow(&sessions->items, &sessions->capacity,
                                           sessions->count + 1, sizeof *sessions->items)
                                     ? AGON_OK
                                     : AGON_NO_MEMORY);
}

int64_t agon_sessions_next_id(const agon_sessions *sessions) {
    return sessions->last_id + 1;
}

void agon_sessions_add(agon_sessions *sessions, agon_session session) {
    session.id = ++sessions->last_id;
    sessions->items[sessions->count++] = session;
}

void agon_sessions_replace(agon_sessions *sessions, agon_session_match *old,
                           agon_session_match *match) {
    for (size_t i = 0; i < sessions->count; i++) {
        if (sessions->items[i].match == old) {
            sessions->items[i].match = match;
            agon_session_match_close(old);
            return;
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Parameters

static agon_rpc_verdict read_session(agon_rpc_call *call, agon_session **session) {
    agon_cursor at = agon_cursor_child(&call->params, "session");
    agon_sessions *sessions = call->sessions;
    int64_t id;
    if (!agon_cursor_read_int(&at, 1, INT64_MAX, &id)) {
        return AGON_RPC_BAD_PARAMS;
    }
    for (size_t i = 0; i < sessions->count; i++) {
        if (sessions->items[i].id == id) {
            *session = &sessions->items[i];
            return 0;
        }
    }
    (void)agon_cursor_refuse(&at, "there is no session %lld", (long long)id);
    return AGON_RPC_BAD_PARAMS;
}

agon_rpc_verdict agon_session_check_look(agon_rpc_call *call, const agon_table *table) {
    agon_cursor viewer_at = agon_cursor_child(&call->params, "viewer");
    int viewer;
    uint32_t limit = 0;
    agon_rpc_verdict verdict = agon_rpc_read_number(call, "limit", UINT32_MAX, &limit);
    if (!verdict && agon_cursor_is_given(&viewer_at)) {
        verdict = agon_session_read_viewer(call, table, &viewer);
    }
    return verdict;
}

agon_rpc_verdict agon_session_read_match(agon_rpc_call *call, agon_session_match **match) {
    agon_session *session = NULL;
    agon_rpc_verdict verdict = read_session(call, &session);
    if (verdict) {
        return verdict;
    }
    *match = session->match;
    if (!*match) {
        agon_cursor at = agon_cursor_child(&call->params, "session");
        (void)agon_cursor_refuse(&at, "is a replay, not a match");
        return AGON_RPC_BAD_PARAMS;
    }
    return agon_session_check_look(call, &(*match)->table);
}

agon_rpc_verdict agon_session_read_replay(agon_rpc_call *call, agon_session_replay **replay) {
    agon_session *session = NULL;
    agon_rpc_verdict verdict = read_session(call, &session);
    if (verdict) {
        return verdict;
    }
    *replay = session->replay;
    if (!*replay) {
        agon_cursor at = agon_cursor_child(&call->params, "session");
        (void)agon_cursor_refuse(&at, "is a match, not a replay");
        return AGON_RPC_BAD_PARAMS;
    }
    return 0;
}

agon_rpc_verdict agon_session_read_player(agon_rpc_call *call, const agon_table *table,
                                          int *player) {
    const agon_value *value;
    agon_rpc_verdict verdict = agon_rpc_read_any(call, "player", &value);
    if (verdict) {
        return verdict;
    }
    *player = table->codec->player_read(table->game, value);
    return agon_rpc_engine(call, *player < 0 ? AGON_UNKNOWN_PLAYER : AGON_OK);
}

agon_rpc_verdict agon_session_read_viewer(agon_rpc_call *call, const agon_table *table,
                                          int *viewer) {
    const agon_value *value;
    agon_rpc_verdict verdict = agon_rpc_read_any(call, "viewer", &value);
    if (verdict) {
        return verdict;
    }
    *viewer = agon_viewer_read(table->codec, table->game, value);
    return agon_rpc_engine(call, *viewer < 0 ? AGON_UNKNOWN_PLAYER : AGON_OK);
}

agon_rpc_verdict agon_session_read_now(agon_rpc_call *call, int64_t *now) {
    agon_cursor at = agon_cursor_child(&call->params, "now");
    *now = AGON_NOT_MEASURED;
    return agon_cursor_is_given(&at) && !agon_cursor_read_int(&at, 0, INT64_C(1) << 53, now)
               ? AGON_RPC_BAD_PARAMS
               : 0;
}

// ---------------------------------------------------------------------------------------------
// Methods of no session, and the table

static agon_rpc_verdict method_close(agon_rpc_call *call, agon_json *out) {
    agon_session *session = NULL;
    agon_rpc_verdict verdict = read_session(call, &session);
    if (verdict) {
        return verdict;
    }
    agon_sessions *sessions = call->sessions;
    close_one(session);
    *session = sessions->items[--sessions->count];
    agon_json_open(out, '{');
    agon_json_close(out, '}');
    return 0;
}

// Everybody who plays in a state, in player order: the engine's protocol has no method for it.
static agon_rpc_verdict method_players(agon_rpc_call *call, agon_json *out) {
    agon_rpc_verdict verdict = agon_rpc_read_table(call, AGON_RPC_ANY);
    if (verdict) {
        return verdict;
    }
    agon_json_open(out, '{');
    agon_json_key(out, "players");
    agon_players_write(call->codec, call->table.game, AGON_ALL, out);
    agon_json_close(out, '}');
    return 0;
}

static const agon_rpc_entry methods[] = {
    {"open", agon_session_open},
    {"close", method_close},
    {"ask", agon_session_ask},
    {"act", agon_session_act},
    {"think", agon_session_think},
    {"leave", agon_session_leave},
    {"expire", agon_session_expire},
    {"undo", agon_session_undo},
    {"look", agon_session_look},
    {"actions", agon_session_actions},
    {"log", agon_session_log},
    {"replay", agon_session_replay_text},
    {"open_replay", agon_session_open_replay},
    {"frame", agon_session_frame},
    {"story", agon_session_story},
    {"players", method_players},
    {NULL, NULL},
};

char *agon_sessions_handle(agon_sessions *sessions, const char *request, size_t length) {
    AGON_ASSERT(sessions && (request || length == 0));
    const agon_rpc_service service = {.methods = methods, .sessions = sessions};
    return agon_rpc_answer(&service, request, length);
}
