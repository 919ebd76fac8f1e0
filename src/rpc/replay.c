// replay_verify: the text of a replay in, whether it holds out.
#include "src/rpc/call.h"

#include "src/codec/json.h"
#include "src/match/replay/verify.h"

static void put_result(const agon_replay_verdict *verdict, agon_json *out) {
    agon_json_key(out, "result");
    if (!verdict->result) {
        agon_json_null(out);
        return;
    }
    agon_json_raw(out, ""); // a value begins here
    agon_text_add(out->text, verdict->result, verdict->result_length);
}

static bool goes_on(void *user, const agon_replay *replay) {
    (void)replay;
    return !agon_rpc_is_given_up(user);
}

static agon_replay_verdict verify_as(const agon_rpc_call *call, const char *text, size_t length,
                                     const agon_codec *codec, const char *commitment) {
    agon_replay replay;
    agon_replay_verdict verdict =
        agon_replay_read(&replay, text, length, codec, NULL, goes_on, call->budget);
    if (commitment) {
        agon_replay_compare(&replay, commitment, &verdict);
    }
    agon_replay_close(&replay);
    return verdict;
}

// Of the games that are known, only the replay's own does not call it unknown.
static agon_replay_verdict verify(const agon_rpc_call *call, const char *replay, size_t length,
                                  const char *commitment) {
    agon_replay_verdict verdict = {.status = AGON_UNKNOWN_GAME};
    const agon_codec *codec;
    for (size_t i = 0; verdict.status == AGON_UNKNOWN_GAME && (codec = agon_rpc_game_at(call, i));
         i++) {
        verdict = verify_as(call, replay, length, codec, commitment);
    }
    return verdict;
}

void agon_rpc_write_verdict(const agon_replay_verdict *verdict, agon_json *out) {
    agon_json_open(out, '{');
    agon_json_put_bool(out, "ok", verdict->ok);
    if (verdict->ok) {
        agon_json_put_null(out, "line");
        agon_json_put_null(out, "reason");
    } else {
        agon_json_put_int(out, "line", verdict->line);
        agon_json_put_string(out, "reason", verdict->reason);
    }
    put_result(verdict, out);
    agon_json_put_string(out, "chance", agon_replay_chance_word(verdict->chance));
    agon_json_put_string(out, "chance_text",
                         verdict->ok ? agon_replay_chance_text(verdict->chance) : NULL);
    agon_json_close(out, '}');
}

agon_rpc_verdict agon_rpc_read_commitment(agon_rpc_call *call, const char **commitment) {
    agon_cursor at = agon_cursor_child(&call->params, "commitment");
    *commitment = NULL;
    if (!agon_cursor_is_given(&at)) {
        return 0;
    }
    if (!agon_cursor_read_string(&at, commitment)) {
        return AGON_RPC_BAD_PARAMS;
    }
    if (!agon_commitment_is_valid(*commitment)) {
        agon_cursor_refuse(&at, "is not \"sha256:\" and 64 hex digits in lower case");
        return AGON_RPC_BAD_PARAMS;
    }
    return 0;
}

agon_rpc_verdict agon_rpc_replay_verify(agon_rpc_call *call, agon_json *out) {
    agon_cursor at = agon_cursor_child(&call->params, "replay");
    const char *replay;
    const char *commitment;
    if (!agon_cursor_read_string(&at, &replay) || agon_rpc_read_commitment(call, &commitment)) {
        return AGON_RPC_BAD_PARAMS;
    }
    agon_replay_verdict verdict =
        verify(call, replay, json_string_length(agon_json_of(at.value)), commitment);
    if (agon_rpc_is_given_up(call->budget)) {
        return agon_rpc_over_limit(call, AGON_RPC_GIVEN_UP);
    }
    if (verdict.status == AGON_NO_MEMORY) {
        return agon_rpc_engine(call, AGON_NO_MEMORY);
    }
    agon_rpc_write_verdict(&verdict, out);
    return 0;
}
