// Replays that are kept: any move, as any viewer saw it.
#include "src/rpc/session/internal.h"
#include "src/codec/name.h"

#include <stdlib.h>
#include <string.h>

void agon_session_replay_close(agon_session_replay *replay) {
    if (!replay) {
        return;
    }
    agon_timeline_close(&replay->timeline);
    agon_text_free(&replay->text);
    free(replay->view);
    free(replay);
}

static agon_status open_timeline(agon_session_replay *replay, const agon_cursor *at,
                                 agon_error *error) {
    agon_text_add(&replay->text, agon_value_text(at->value),
                  json_string_length(agon_json_of(at->value)));
    if (replay->text.failed) {
        return AGON_NO_MEMORY;
    }
    agon_status status =
        agon_timeline_open(&replay->timeline, replay->text.data, replay->text.length, NULL, error);
    if (status) {
        return status;
    }
    replay->view = malloc(replay->timeline.replay.table.game->state_max);
    return replay->view ? AGON_OK : AGON_NO_MEMORY;
}

// ---------------------------------------------------------------------------------------------
// Writing

static void put_config(const agon_timeline *timeline, agon_json *out) {
    const agon_value *config = agon_value_member(timeline->replay.head, "config");
    agon_json_key(out, "config");
    if (config) {
        agon_json_value(out, config);
    } else {
        agon_json_null(out);
    }
}

static void put_seats(const agon_timeline *timeline, agon_json *out) {
    const agon_value *seats = agon_value_member(timeline->replay.head, "seats");
    const agon_table *table = &timeline->replay.table;
    agon_json_key(out, "seats");
    agon_json_open(out, '[');
    for (int p = 0; p < table->game->players; p++) {
        const char *name = agon_value_text(agon_value_item(seats, (size_t)p));
        char shown[AGON_NAME_SHOWN_SIZE];
        agon_name_show(name ? name : "", shown, sizeof shown);
        agon_json_open(out, '{');
        agon_json_key(out, "player");
        table->codec->player_write(table->game, p, out);
        agon_json_put_string(out, "name", name ? shown : NULL);
        agon_json_close(out, '}');
    }
    agon_json_close(out, ']');
}

static void put_moves(const agon_timeline *timeline, agon_json *out) {
    static const char *const words[] = {"seat", "random", "rules"};
    const agon_table *table = &timeline->replay.table;
    agon_json_key(out, "moves");
    agon_json_open(out, '[');
    for (size_t i = 0; i < timeline->count; i++) {
        const agon_timeline_move *move = &timeline->moves[i];
        agon_json_open(out, '{');
        agon_json_key(out, "player");
        table->codec->player_write(table->game, move->player, out);
        agon_json_put_string(out, "by", words[move->by]);
        agon_json_put_bool(out, "forfeit", move->forfeits);
        agon_json_close(out, '}');
    }
    agon_json_close(out, ']');
}

// Who forfeited and why, with the first who did first.
static void put_forfeits(const agon_timeline *timeline, agon_json *out) {
    const agon_table *table = &timeline->replay.table;
    agon_json_key(out, "forfeits");
    agon_json_open(out, '[');
    for (size_t i = 0; i < timeline->recorded; i++) {
        const agon_timeline_move *move = &timeline->moves[i];
        if (move->forfeits) {
            agon_json_open(out, '{');
            agon_json_key(out, "player");
            table->codec->player_write(table->game, move->player, out);
            agon_json_put_string(out, "fault", agon_fault_word(move->fault));
            agon_json_close(out, '}');
        }
    }
    agon_json_close(out, ']');
}

static void write_replay(const agon_session_replay *replay, int64_t id, agon_json *out) {
    const agon_timeline *timeline = &replay->timeline;
    agon_json_open(out, '{');
    agon_json_put_int(out, "session", id);
    agon_json_put_string(out, "game", timeline->replay.table.codec->rules->id);
    put_config(timeline, out);
    put_seats(timeline, out);
    put_moves(timeline, out);
    agon_json_put_int(out, "recorded", (int64_t)timeline->recorded);
    put_forfeits(timeline, out);
    agon_json_key(out, "verdict");
    agon_rpc_write_verdict(&timeline->verdict, out);
    agon_json_close(out, '}');
}

// ---------------------------------------------------------------------------------------------
// Methods

agon_rpc_verdict agon_session_open_replay(agon_rpc_call *call, agon_json *out) {
    agon_cursor at = agon_cursor_child(&call->params, "replay");
    const char *text;
    const char *commitment;
    if (!agon_cursor_read_string(&at, &text) || agon_rpc_read_commitment(call, &commitment)) {
        return AGON_RPC_BAD_PARAMS;
    }
    agon_rpc_verdict verdict = agon_sessions_reserve(call);
    if (verdict) {
        return verdict;
    }
    agon_session_replay *replay = calloc(1, sizeof *replay);
    agon_status status = replay ? open_timeline(replay, &at, &call->error) : AGON_NO_MEMORY;
    if (status) {
        agon_session_replay_close(replay);
        return agon_rpc_engine(call, status);
    }
    if (commitment) {
        agon_replay_compare(&replay->timeline.replay, commitment, &replay->timeline.verdict);
    }
    write_replay(replay, agon_sessions_next_id(call->sessions), out);
    if (out->text->failed) {
        agon_session_replay_close(replay);
        return agon_rpc_engine(call, AGON_NO_MEMORY);
    }
    agon_sessions_add(call->sessions, (agon_session){.replay = replay});
    return 0;
}

// Who looks at a replay: a player, the spectator, or somebody who sees everything.
static agon_rpc_verdict read_viewer(agon_rpc_call *call, agon_session_replay **replay,
                                    int *viewer) {
    agon_cursor at = agon_cursor_child(&call->params, "viewer");
    const char *word = agon_value_text(at.value);
    agon_rpc_verdict verdict = agon_session_read_replay(call, replay);
    if (!verdict && word && strcmp(word, AGON_SESSION_ALL) == 0) {
        *viewer = AGON_NOBODY;
        return 0;
    }
    return verdict ? verdict
                   : agon_session_read_viewer(call, &(*replay)->timeline.replay.table, viewer);
}

// The view of a viewer at a position, in replay->view.
static agon_rpc_verdict make_view(agon_rpc_call *call, agon_session_replay *replay, size_t position,
                                  int viewer) {
    agon_timeline *timeline = &replay->timeline;
    agon_timeline_seek(timeline, position);
    if (viewer == AGON_NOBODY) {
        agon_copy(replay->view, timeline->state);
        return 0;
    }
    return agon_rpc_engine(
        call, agon_view(timeline->replay.table.game, timeline->state, viewer, replay->view));
}

static agon_rpc_verdict write_previous(agon_rpc_call *call, agon_session_replay *replay,
                                       size_t position, int viewer, agon_json *out) {
    const agon_table *table = &replay->timeline.replay.table;
    agon_json_key(out, "previous");
    if (position == 0) {
        agon_json_null(out);
        return 0;
    }
    agon_rpc_verdict verdict = make_view(call, replay, position - 1, viewer);
    if (!verdict) {
        agon_state_write(table->codec, table->game, replay->view, out);
    }
    return verdict;
}

static agon_rpc_verdict write_frame(agon_rpc_call *call, agon_session_replay *replay,
                                    size_t position, int viewer, agon_json *out) {
    const agon_timeline *timeline = &replay->timeline;
    const agon_table *table = &timeline->replay.table;
    size_t count;
    const agon_event *events = agon_timeline_events(timeline, position, &count);
    agon_json_open(out, '{');
    agon_json_put_int(out, "position", (int64_t)position);
    agon_json_key(out, "events");
    agon_session_write_events(table, events, count, viewer, out);
    agon_rpc_verdict verdict = write_previous(call, replay, position, viewer, out);
    if (!verdict) {
        verdict = make_view(call, replay, position, viewer);
    }
    if (!verdict) {
        const bool is_cut = position == timeline->count && timeline->count < timeline->recorded;
        const agon_result result = agon_timeline_result(timeline);
        agon_session_write_view(table, replay->view, is_cut ? &result : NULL, out);
    }
    agon_json_close(out, '}');
    return verdict;
}

// What a viewer saw after so many moves, and of the last of them.
agon_rpc_verdict agon_session_frame(agon_rpc_call *call, agon_json *out) {
    agon_session_replay *replay = NULL;
    uint32_t position = 0;
    int viewer;
    agon_rpc_verdict verdict = read_viewer(call, &replay, &viewer);
    if (!verdict) {
        verdict = agon_rpc_read_number(call, "position", UINT32_MAX, &position);
    }
    if (verdict) {
        return verdict;
    }
    const size_t count = replay->timeline.count;
    return write_frame(call, replay, position < count ? position : count, viewer, out);
}

// What a viewer saw of every move.
agon_rpc_verdict agon_session_story(agon_rpc_call *call, agon_json *out) {
    agon_session_replay *replay = NULL;
    int viewer;
    agon_rpc_verdict verdict = read_viewer(call, &replay, &viewer);
    if (verdict) {
        return verdict;
    }
    const agon_timeline *timeline = &replay->timeline;
    agon_json_open(out, '{');
    agon_json_key(out, "events");
    agon_json_open(out, '[');
    for (size_t position = 1; position <= timeline->count; position++) {
        size_t count;
        const agon_event *events = agon_timeline_events(timeline, position, &count);
        agon_session_write_events(&timeline->replay.table, events, count, viewer, out);
    }
    agon_json_close(out, ']');
    agon_json_close(out, '}');
    return 0;
}
