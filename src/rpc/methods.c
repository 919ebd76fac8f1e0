// The table of methods, and those that are a few lines each.
#include "src/rpc/call.h"

#include "agon/bot.h"
#include "agon/search.h"

static void player_put(const agon_rpc_call *call, int player, agon_json *out) {
    if (player < 0) {
        agon_json_null(out);
    } else {
        call->codec->player_write(call->table.game, player, out);
    }
}

static agon_rpc_verdict state_result(const agon_rpc_call *call, const char *key,
                                     const agon_state *state, agon_json *out) {
    agon_json_open(out, '{');
    agon_json_key(out, key);
    agon_state_write(call->codec, call->table.game, state, out);
    agon_json_close(out, '}');
    return 0;
}

static agon_rpc_verdict action_result(const agon_rpc_call *call, agon_action action,
                                      agon_json *out) {
    agon_json_open(out, '{');
    agon_json_key(out, "action");
    call->codec->action_write(call->table.game, call->table.state, action, out);
    agon_json_close(out, '}');
    return 0;
}

// ---------------------------------------------------------------------------------------------

static void bots_put(const agon_rules *rules, agon_json *out) {
    const agon_bot *bot;
    agon_json_key(out, "bots");
    agon_json_open(out, '[');
    for (size_t i = 0; (bot = agon_bot_at(rules, i)) != NULL; i++) {
        agon_json_open(out, '{');
        agon_json_put_string(out, "id", bot->id);
        agon_json_put_string(out, "summary", bot->summary);
        agon_json_close(out, '}');
    }
    agon_json_close(out, ']');
}

static agon_rpc_verdict method_games(agon_rpc_call *call, agon_json *out) {
    const agon_codec *codec;
    agon_json_open(out, '[');
    for (size_t i = 0; (codec = agon_rpc_game_at(call, i)) != NULL; i++) {
        agon_json_open(out, '{');
        agon_rules_write(codec->rules, out);
        bots_put(codec->rules, out);
        agon_json_close(out, '}');
    }
    agon_json_close(out, ']');
    return 0;
}

static agon_rpc_verdict method_schema(agon_rpc_call *call, agon_json *out) {
    agon_rpc_verdict verdict = agon_rpc_read_game(call);
    if (!verdict) {
        agon_config_schema_write(call->codec, out);
    }
    return verdict;
}

static agon_rpc_verdict method_init(agon_rpc_call *call, agon_json *out) {
    agon_rpc_verdict verdict = agon_rpc_read_game(call);
    if (verdict) {
        return verdict;
    }
    uint32_t players = 0; // 0: as many as the config says
    verdict = agon_rpc_read_number(call, "players", AGON_MAX_PLAYERS, &players);
    if (verdict) {
        return verdict;
    }
    uint32_t version = 0; // 0: the newest
    verdict = agon_rpc_read_number(call, "rules_version", UINT16_MAX, &version);
    if (verdict) {
        return verdict;
    }
    agon_cursor config = agon_cursor_child(&call->params, "config");
    const agon_value *document = agon_cursor_is_given(&config) ? config.value : NULL;
    verdict = agon_rpc_engine(call, agon_table_init_as(call->codec, (int)version, (int)players,
                                                       document, &call->table, &call->error));
    return verdict ? verdict : state_result(call, "state", call->table.state, out);
}

// Reads the state or view and a player of whom to list actions. Strangers have none; but what
// somebody else may do is not to be asked of a view.
static agon_rpc_verdict actor_read(agon_rpc_call *call, int *player) {
    agon_rpc_verdict verdict = agon_rpc_read_table(call, AGON_RPC_ANY);
    if (!verdict) {
        verdict = agon_rpc_read_player(call, player);
    }
    if (verdict) {
        return verdict;
    }
    const int viewer = call->table.state->viewer;
    const bool is_other = *player >= 0 && viewer != AGON_NOBODY && viewer != *player;
    return agon_rpc_engine(call, is_other ? AGON_WRONG_VIEWER : AGON_OK);
}

static agon_rpc_verdict method_actions(agon_rpc_call *call, agon_json *out) {
    int player = -1;
    agon_rpc_page page = {.limit = AGON_RPC_DEFAULT_LIMIT, .longest = call->budget->answer};
    agon_rpc_verdict verdict = actor_read(call, &player);
    if (!verdict) {
        verdict = agon_rpc_read_number(call, "limit", UINT32_MAX, &page.limit);
    }
    if (!verdict) {
        verdict = agon_rpc_read_number(call, "offset", UINT32_MAX, &page.offset);
    }
    if (!verdict) {
        agon_rpc_write_actions(call->codec, call->table.game, call->table.state, player, page, out);
    }
    return verdict;
}

static agon_rpc_verdict method_random_action(agon_rpc_call *call, agon_json *out) {
    int player = -1;
    agon_rng rng = {0};
    agon_rpc_verdict verdict = actor_read(call, &player);
    if (!verdict) {
        verdict = agon_rpc_read_rng(call, &rng);
    }
    if (verdict) {
        return verdict;
    }
    agon_action action;
    verdict = agon_rpc_engine(
        call, agon_random_action(call->table.game, call->table.state, player, &rng, &action));
    return verdict ? verdict : action_result(call, action, out);
}

// Makes the view of a viewer in call->spare.
static agon_rpc_verdict view_make(agon_rpc_call *call) {
    int viewer = -1;
    agon_rpc_verdict verdict = agon_rpc_read_viewer(call, &viewer);
    if (!verdict) {
        verdict = agon_rpc_spare(call);
    }
    if (verdict) {
        return verdict;
    }
    return agon_rpc_engine(call,
                           agon_view(call->table.game, call->table.state, viewer, call->spare));
}

static agon_rpc_verdict method_view(agon_rpc_call *call, agon_json *out) {
    agon_rpc_verdict verdict = agon_rpc_read_table(call, AGON_RPC_FULL_STATE);
    if (!verdict) {
        verdict = view_make(call);
    }
    return verdict ? verdict : state_result(call, "view", call->spare, out);
}

static agon_rpc_verdict method_status(agon_rpc_call *call, agon_json *out) {
    agon_rpc_verdict verdict = agon_rpc_read_table(call, AGON_RPC_ANY);
    if (verdict) {
        return verdict;
    }
    const agon_game *game = call->table.game;
    const agon_state *state = call->table.state;
    agon_json_open(out, '{');
    agon_json_put_bool(out, "over", state->over);
    agon_json_key(out, "winners");
    agon_rpc_write_winners(call->codec, game, state, out);
    agon_json_key(out, "scores");
    agon_rpc_write_scores(game, state, out);
    agon_json_key(out, "to_act");
    agon_players_write(call->codec, game, state->to_act, out);
    agon_json_key(out, "current_player");
    player_put(call, agon_current_player(game, state), out);
    agon_json_key(out, "hash");
    agon_json_hex(out, agon_hash(game, state));
    agon_json_close(out, '}');
    return 0;
}

// Reads a view, and a viewer who must be the one it belongs to.
static agon_rpc_verdict own_view_read(agon_rpc_call *call) {
    int viewer = -1;
    agon_rpc_verdict verdict = agon_rpc_read_table(call, AGON_RPC_VIEW);
    if (!verdict) {
        verdict = agon_rpc_read_viewer(call, &viewer);
    }
    if (verdict) {
        return verdict;
    }
    const bool is_own = viewer == call->table.state->viewer;
    return agon_rpc_engine(call, is_own ? AGON_OK : AGON_WRONG_VIEWER);
}

static agon_rpc_verdict method_resample(agon_rpc_call *call, agon_json *out) {
    agon_rng bits = {0};
    agon_rpc_verdict verdict = own_view_read(call);
    if (!verdict) {
        verdict = agon_rpc_read_rng(call, &bits);
    }
    if (!verdict) {
        verdict = agon_rpc_spare(call);
    }
    if (verdict) {
        return verdict;
    }
    verdict = agon_rpc_engine(
        call, agon_resample(call->table.game, call->table.state, &bits, call->spare));
    return verdict ? verdict : state_result(call, "state", call->spare, out);
}

// Reads the bot's id, its seed and its budget, and finds the bot.
static agon_rpc_verdict bot_read(agon_rpc_call *call, const agon_bot **bot, agon_rng *rng,
                                 uint32_t *simulations) {
    agon_cursor at = agon_cursor_child(&call->params, "bot");
    const char *id;
    if (!agon_cursor_read_string(&at, &id)) {
        return AGON_RPC_BAD_PARAMS;
    }
    agon_rpc_verdict verdict = agon_rpc_read_rng(call, rng);
    if (!verdict) {
        verdict = agon_rpc_read_number(call, "simulations", AGON_RPC_MAX_SIMULATIONS, simulations);
    }
    if (verdict) {
        return verdict;
    }
    *bot = agon_bot_find(call->codec->rules, id);
    return agon_rpc_engine(call, *bot ? AGON_OK : AGON_UNKNOWN_BOT);
}

// Simulations are counted before they are made.
static agon_rpc_verdict simulations_take(agon_rpc_call *call, uint32_t simulations) {
    const uint32_t cost = simulations ? simulations : AGON_SEARCH_DEFAULT;
    if (cost > call->budget->simulations) {
        return agon_rpc_over_limit(call, "more simulations than a request may ask for here");
    }
    call->budget->simulations -= cost;
    return 0;
}

static agon_rpc_verdict method_bot(agon_rpc_call *call, agon_json *out) {
    const agon_bot *bot = NULL;
    agon_rng rng = {0};
    uint32_t simulations = 0;
    agon_rpc_verdict verdict = own_view_read(call);
    if (!verdict) {
        verdict = bot_read(call, &bot, &rng, &simulations);
    }
    if (verdict) {
        return verdict;
    }
    const agon_thought thought = {.game = call->table.game,
                                  .view = call->table.state,
                                  .player = call->table.state->viewer,
                                  .rng = &rng,
                                  .simulations = simulations,
                                  .is_given_up = call->budget->is_given_up,
                                  .user = call->budget->user};
    if (agon_count(thought.game, thought.view, thought.player) == 0) {
        return agon_rpc_engine(call, AGON_NO_ACTION);
    }
    verdict = simulations_take(call, simulations);
    if (verdict) {
        return verdict;
    }
    const agon_action action = bot->think(&thought);
    // What a bot says that was interrupted is not what the simulations would have said.
    return agon_rpc_is_given_up(call->budget) ? agon_rpc_over_limit(call, AGON_RPC_GIVEN_UP)
                                              : action_result(call, action, out);
}

static agon_rpc_verdict method_render(agon_rpc_call *call, agon_json *out) {
    agon_rpc_verdict verdict = agon_rpc_read_table(call, AGON_RPC_ANY);
    if (verdict) {
        return verdict;
    }
    const agon_state *state = call->table.state;
    agon_cursor viewer = agon_cursor_child(&call->params, "viewer");
    if (agon_cursor_is_given(&viewer)) {
        verdict = view_make(call);
        state = call->spare;
    }
    if (verdict) {
        return verdict;
    }
    call->codec->render(call->table.game, state, &call->scratch);
    if (call->scratch.failed) {
        return agon_rpc_engine(call, AGON_NO_MEMORY);
    }
    agon_json_open(out, '{');
    agon_json_put_string(out, "text", call->scratch.data ? call->scratch.data : "");
    agon_json_close(out, '}');
    return 0;
}

// What people may want to know of a game besides its rules.
static agon_rpc_verdict method_facts(agon_rpc_call *call, agon_json *out) {
    agon_rpc_verdict verdict = agon_rpc_read_game(call);
    if (verdict) {
        return verdict;
    }
    agon_json_open(out, '{');
    if (call->codec->facts_write) {
        call->codec->facts_write(out);
    }
    agon_json_close(out, '}');
    return 0;
}

// ---------------------------------------------------------------------------------------------

const agon_rpc_entry agon_rpc_methods[] = {
    {"games", method_games},     {"init", method_init},
    {"apply", agon_rpc_apply},   {"check", agon_rpc_check},
    {"actions", method_actions}, {"random_action", method_random_action},
    {"view", method_view},       {"view_events", agon_rpc_view_events},
    {"status", method_status},   {"resample", method_resample},
    {"bot", method_bot},         {"replay_verify", agon_rpc_replay_verify},
    {"render", method_render},   {"facts", method_facts},
    {"schema", method_schema},   {NULL, NULL},
};
