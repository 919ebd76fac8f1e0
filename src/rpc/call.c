// Parameters by name, and the state or view that comes with most requests.
#include "src/rpc/call.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

agon_rpc_verdict agon_rpc_call_start(agon_rpc_call *call, const agon_value *params) {
    *call = (agon_rpc_call){0};
    call->reader = (agon_reader){.status = AGON_OK, .error = &call->error};
    call->params = agon_cursor_root(&call->reader, params);
    const bool is_nothing =
        !params || (agon_value_kind_of(params) == AGON_VALUE_LIST && agon_value_count(params) == 0);
    if (is_nothing || agon_value_kind_of(params) == AGON_VALUE_OBJECT) {
        return 0;
    }
    (void)agon_cursor_refuse(&call->params, "params must be an object");
    return AGON_RPC_BAD_PARAMS;
}

void agon_rpc_call_end(agon_rpc_call *call) {
    agon_table_free(&call->table);
    free(call->spare);
    agon_text_free(&call->scratch);
}

agon_rpc_verdict agon_rpc_engine(agon_rpc_call *call, agon_status status) {
    if (status == AGON_OK) {
        return 0;
    }
    if (call->error.status != status) {
        agon_error_set(&call->error, status, NULL, "%s", agon_status_text(status));
    }
    return AGON_RPC_ENGINE_ERROR;
}

agon_rpc_verdict agon_rpc_over_limit(agon_rpc_call *call, const char *message) {
    agon_error_set(&call->error, AGON_OK, NULL, "%s", message);
    return AGON_RPC_OVER_LIMIT;
}

bool agon_rpc_is_given_up(const agon_rpc_budget *budget) {
    return budget->is_given_up && budget->is_given_up(budget->user);
}

void agon_rpc_message_put(agon_json *out, const agon_error *error) {
    char message[sizeof error->path + sizeof error->message + 2];
    snprintf(message, sizeof message, "%s%s%s", error->path, error->path[0] ? ": " : "",
             error->message);
    agon_json_put_string(out, "message", message);
}

const agon_codec *agon_rpc_game_at(const agon_rpc_call *call, size_t i) {
    return call->games ? call->games[i] : agon_codec_at(i);
}

static const agon_codec *find_game(const agon_rpc_call *call, const char *id) {
    const agon_codec *codec;
    for (size_t i = 0; (codec = agon_rpc_game_at(call, i)) != NULL; i++) {
        if (strcmp(codec->rules->id, id) == 0) {
            break;
        }
    }
    return codec;
}

agon_rpc_verdict agon_rpc_read_game(agon_rpc_call *call) {
    agon_cursor at = agon_cursor_child(&call->params, "game");
    const char *id;
    if (!agon_cursor_read_string(&at, &id)) {
        return AGON_RPC_BAD_PARAMS;
    }
    call->codec = find_game(call, id);
    return agon_rpc_engine(call, call->codec ? AGON_OK : AGON_UNKNOWN_GAME);
}

// `state` or `view`, whichever is given; the one that fits the name of the need if both are.
static agon_cursor table_cursor(const agon_rpc_call *call, agon_rpc_need need) {
    const bool wants_view = need == AGON_RPC_VIEW;
    agon_cursor first = agon_cursor_child(&call->params, wants_view ? "view" : "state");
    agon_cursor second = agon_cursor_child(&call->params, wants_view ? "state" : "view");
    return agon_cursor_is_given(&first) || !agon_cursor_is_given(&second) ? first : second;
}

static agon_status need_check(agon_rpc_call *call, agon_rpc_need need) {
    const bool is_view = call->table.state->viewer != AGON_NOBODY;
    if (need == AGON_RPC_FULL_STATE && is_view) {
        return agon_error_set(&call->error, AGON_BAD_STATE, "viewer",
                              "a full state is needed here, this is a view");
    }
    if (need == AGON_RPC_VIEW && !is_view) {
        return agon_error_set(&call->error, AGON_BAD_STATE, "viewer",
                              "a view is needed here, this is a full state");
    }
    return AGON_OK;
}

agon_rpc_verdict agon_rpc_read_table(agon_rpc_call *call, agon_rpc_need need) {
    agon_rpc_verdict verdict = agon_rpc_read_game(call);
    if (verdict) {
        return verdict;
    }
    agon_cursor at = table_cursor(call, need);
    if (!agon_cursor_is_given(&at)) {
        (void)agon_cursor_refuse(&at, "is missing");
        return AGON_RPC_BAD_PARAMS;
    }
    agon_status status = agon_table_load(call->codec, at.value, &call->table, &call->error);
    return agon_rpc_engine(call, status ? status : need_check(call, need));
}

agon_rpc_verdict agon_rpc_read_any(agon_rpc_call *call, const char *key, const agon_value **value) {
    agon_cursor at = agon_cursor_child(&call->params, key);
    *value = at.value;
    if (!at.value) {
        (void)agon_cursor_refuse(&at, "is missing");
    }
    return at.value ? 0 : AGON_RPC_BAD_PARAMS;
}

agon_rpc_verdict agon_rpc_read_player(agon_rpc_call *call, int *player) {
    const agon_value *value;
    agon_rpc_verdict verdict = agon_rpc_read_any(call, "player", &value);
    *player = verdict ? -1 : call->codec->player_read(call->table.game, value);
    return verdict;
}

agon_rpc_verdict agon_rpc_read_viewer(agon_rpc_call *call, int *viewer) {
    const agon_value *value;
    agon_rpc_verdict verdict = agon_rpc_read_any(call, "viewer", &value);
    if (verdict) {
        return verdict;
    }
    *viewer = agon_viewer_read(call->codec, call->table.game, value);
    return agon_rpc_engine(call, *viewer < 0 ? AGON_UNKNOWN_PLAYER : AGON_OK);
}

agon_rpc_verdict agon_rpc_read_rng(agon_rpc_call *call, agon_rng *rng) {
    agon_cursor at = agon_cursor_child(&call->params, "seed");
    agon_seed seed;
    if (!agon_cursor_read_seed(&at, &seed)) {
        return AGON_RPC_BAD_PARAMS;
    }
    *rng = agon_rng_make(seed);
    return 0;
}

agon_rpc_verdict agon_rpc_read_number(agon_rpc_call *call, const char *key, uint32_t max,
                                      uint32_t *value) {
    agon_cursor at = agon_cursor_child(&call->params, key);
    int64_t number = *value;
    if (agon_cursor_is_given(&at) && !agon_cursor_read_int(&at, 0, max, &number)) {
        return AGON_RPC_BAD_PARAMS;
    }
    *value = (uint32_t)number;
    return 0;
}

agon_rpc_verdict agon_rpc_spare(agon_rpc_call *call) {
    call->spare = malloc(call->table.game->state_max);
    return agon_rpc_engine(call, call->spare ? AGON_OK : AGON_NO_MEMORY);
}
