// apply and check: one JSON action, which may stand for a sequence of small actions.
#include "src/rpc/call.h"

#include <stdlib.h>

// The action asked about, read against the state given.
typedef struct rpc_play {
    int player; // −1: names nobody
    agon_action steps[AGON_MAX_STEPS_PER_ACTION];
    size_t count;
} rpc_play;

// Reads `player` and `action`. What the engine thinks of the action is in `status`.
static agon_rpc_verdict play_read(agon_rpc_call *call, rpc_play *play, agon_status *status) {
    agon_rpc_verdict verdict = agon_rpc_read_player(call, &play->player);
    if (verdict) {
        return verdict;
    }
    const agon_value *action;
    verdict = agon_rpc_read_any(call, "action", &action);
    if (verdict) {
        return verdict;
    }
    play->count = 0;
    *status = agon_action_read(call->codec, call->table.game, call->table.state, action,
                               play->steps, &play->count, &call->error);
    AGON_ASSERT(*status != AGON_OK || play->count > 0);
    return 0;
}

// Applies all steps in place. After a failure the state is of no more use.
static agon_status play_apply(agon_rpc_call *call, const rpc_play *play, agon_state *state,
                              const agon_context *context) {
    agon_status status = AGON_OK;
    for (size_t i = 0; i < play->count && status == AGON_OK; i++) {
        status = agon_apply(call->table.game, state, play->player, play->steps[i], context, state,
                            &call->error);
    }
    return status;
}

// ---------------------------------------------------------------------------------------------
// apply

// Writes events as they come; call->scratch holds their list.
typedef struct event_writer {
    const agon_rpc_call *call;
    agon_json json;
} event_writer;

static void event_take(void *user, const agon_event *event) {
    event_writer *writer = user;
    agon_event_write(writer->call->codec, writer->call->table.game, event, true, &writer->json);
}

static bool rolls_read(const agon_cursor *at, size_t count, int32_t *values) {
    for (size_t i = 0; i < count; i++) {
        agon_cursor item = agon_cursor_item(at, i);
        int64_t value;
        if (!agon_cursor_read_int(&item, INT32_MIN, INT32_MAX, &value)) {
            return false;
        }
        values[i] = (int32_t)value;
    }
    return true;
}

// A list in which a value is no roll at all is as wrong as one with a value out of range.
static agon_rpc_verdict draws_read(agon_rpc_call *call, const agon_cursor *at, agon_draws *draws,
                                   int32_t **values) {
    if (!agon_cursor_read_list(at, 0, AGON_RPC_MAX_REQUEST, &draws->count)) {
        return AGON_RPC_BAD_PARAMS;
    }
    *values = malloc((draws->count + 1) * sizeof **values);
    if (!*values) {
        return agon_rpc_engine(call, AGON_NO_MEMORY);
    }
    const agon_reader reader = {.status = AGON_BAD_ROLLS, .error = &call->error};
    agon_cursor list = *at;
    list.reader = &reader;
    draws->values = *values;
    return agon_rpc_engine(call,
                           rolls_read(&list, draws->count, *values) ? AGON_OK : AGON_BAD_ROLLS);
}

static agon_status play_apply_with_draws(agon_rpc_call *call, const rpc_play *play, agon_sink *sink,
                                         agon_draws *draws) {
    draws->scratch = call->spare;
    const agon_context context = {.sink = sink, .draws = draws};
    agon_status status = play_apply(call, play, call->table.state, &context);
    if (status == AGON_BAD_ROLLS) {
        return agon_error_set(&call->error, status, "rolls",
                              "too few rolls, or one is out of range");
    }
    if (status == AGON_OK && draws->used < draws->count) {
        return agon_error_set(&call->error, AGON_BAD_ROLLS, "rolls", "%zu rolls given, %zu drawn",
                              draws->count, draws->used);
    }
    return status;
}

// With rolls from outside. The action is rehearsed without them first: its own faults come before
// any fault of the rolls (rule ALL-1).
static agon_rpc_verdict apply_rolls(agon_rpc_call *call, const rpc_play *play,
                                    const agon_cursor *rolls, agon_sink *sink) {
    agon_rpc_verdict verdict = agon_rpc_spare(call);
    if (verdict) {
        return verdict;
    }
    agon_copy(call->spare, call->table.state);
    verdict = agon_rpc_engine(call, play_apply(call, play, call->spare, NULL));
    if (verdict) {
        return verdict;
    }
    agon_draws draws = {0};
    int32_t *values = NULL;
    verdict = draws_read(call, rolls, &draws, &values);
    if (!verdict) {
        verdict = agon_rpc_engine(call, play_apply_with_draws(call, play, sink, &draws));
    }
    free(values);
    return verdict;
}

static agon_rpc_verdict apply_play(agon_rpc_call *call, const rpc_play *play, agon_sink *sink) {
    agon_cursor rolls = agon_cursor_child(&call->params, "rolls");
    if (agon_cursor_is_given(&rolls)) {
        return apply_rolls(call, play, &rolls, sink);
    }
    const agon_context context = {.sink = sink};
    return agon_rpc_engine(call, play_apply(call, play, call->table.state, &context));
}

static void apply_write(const agon_rpc_call *call, agon_json *out) {
    agon_json_open(out, '{');
    agon_json_key(out, "state");
    agon_state_write(call->codec, call->table.game, call->table.state, out);
    agon_json_key(out, "events");
    agon_json_raw(out, call->scratch.data);
    agon_json_close(out, '}');
}

agon_rpc_verdict agon_rpc_apply(agon_rpc_call *call, agon_json *out) {
    agon_rpc_verdict verdict = agon_rpc_read_table(call, AGON_RPC_FULL_STATE);
    if (verdict) {
        return verdict;
    }
    rpc_play play;
    agon_status status = AGON_OK;
    verdict = play_read(call, &play, &status);
    if (verdict || status) {
        return verdict ? verdict : agon_rpc_engine(call, status);
    }
    event_writer writer = {.call = call, .json = {.text = &call->scratch}};
    agon_sink sink = {.emit = event_take, .user = &writer};
    agon_json_open(&writer.json, '[');
    verdict = apply_play(call, &play, &sink);
    agon_json_close(&writer.json, ']');
    if (verdict || call->scratch.failed) {
        return verdict ? verdict : agon_rpc_engine(call, AGON_NO_MEMORY);
    }
    apply_write(call, out);
    return 0;
}

// ---------------------------------------------------------------------------------------------
// check

// A full state to try a sequence on: the one given, or one that the view does not contradict. Any
// such state will do, since what a player may do depends only on what it can see.
static agon_rpc_verdict trial_state(agon_rpc_call *call, agon_state **trial) {
    *trial = call->table.state;
    if (call->table.state->viewer == AGON_NOBODY) {
        return 0;
    }
    agon_rpc_verdict verdict = agon_rpc_spare(call);
    if (verdict) {
        return verdict;
    }
    agon_rng bits = agon_rng_make(agon_seed_number(0));
    *trial = call->spare;
    return agon_rpc_engine(call, agon_resample(call->table.game, call->table.state, &bits, *trial));
}

// A single action is only looked at; of a sequence all but the last step have to be done.
static agon_rpc_verdict play_check(agon_rpc_call *call, rpc_play *play, agon_status *status) {
    const agon_game *game = call->table.game;
    const agon_state *state = call->table.state;
    *status = agon_check(game, state, play->player, play->steps[0], &call->error);
    if (*status != AGON_OK || play->count < 2) {
        return 0;
    }
    agon_state *trial = NULL;
    agon_rpc_verdict verdict = trial_state(call, &trial);
    if (verdict) {
        return verdict;
    }
    play->count--;
    *status = play_apply(call, play, trial, NULL);
    if (*status == AGON_OK) {
        *status = agon_check(game, trial, play->player, play->steps[play->count], &call->error);
    }
    return 0;
}

// The faults of an action. Anything else means that the question itself could not be answered.
static bool is_fault_of_action(agon_status status) {
    return status == AGON_BAD_ACTION || status == AGON_GAME_OVER || status == AGON_UNKNOWN_PLAYER ||
           status == AGON_NOT_YOUR_TURN || status == AGON_INVALID_MOVE;
}

agon_rpc_verdict agon_rpc_check(agon_rpc_call *call, agon_json *out) {
    agon_rpc_verdict verdict = agon_rpc_read_table(call, AGON_RPC_ANY);
    if (verdict) {
        return verdict;
    }
    rpc_play play;
    agon_status status = AGON_OK;
    verdict = play_read(call, &play, &status);
    if (!verdict && status == AGON_OK) {
        verdict = play_check(call, &play, &status);
    }
    if (verdict || (status != AGON_OK && !is_fault_of_action(status))) {
        return verdict ? verdict : agon_rpc_engine(call, status);
    }
    agon_json_open(out, '{');
    agon_json_put_bool(out, "valid", status == AGON_OK);
    agon_json_put_string(out, "slug", status ? agon_status_slug(status) : NULL);
    if (status) {
        agon_rpc_message_put(out, &call->error);
    } else {
        agon_json_put_null(out, "message");
    }
    agon_json_close(out, '}');
    return 0;
}
