// replay_verify: the text of a replay in, whether it holds out.
#include "call.h"

agon_rpc_verdict agon_rpc_replay_verify(agon_rpc_call *call, agon_json *out) {
    agon_cursor at = agon_child(&call->params, "replay");
    const char *replay;
    if (!agon_read_string(&at, &replay)) {
        return AGON_RPC_BAD_PARAMS;
    }
    // No format is defined yet, so whatever the text is, its first line names none that is known.
    agon_json_open(out, '{');
    agon_json_put_bool(out, "ok", false);
    agon_json_put_int(out, "line", 1);
    agon_json_put_string(out, "reason", "the replay's format is not supported");
    agon_json_put_null(out, "result");
    agon_json_close(out, '}');
    return 0;
}
