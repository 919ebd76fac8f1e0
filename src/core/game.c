// The contract's functions: what is the same for every game, around the game's own table.
#include "src/core/checked.h"

#include <string.h>

// The key of state hashes. Hashes are fingerprints, not secrets: any fixed key will do.
static const uint64_t hash_key[2] = {0x61676f6e2d737461u, 0x74652d6861736831u};

size_t agon_game_size(const agon_rules *rules, const void *config) {
    AGON_ASSERT(rules && config);
    return rules->game_size(config);
}

static int oldest_version(const agon_rules *rules) {
    return rules->oldest_version ? rules->oldest_version : rules->version;
}

agon_status agon_serves(const agon_rules *rules, int version, agon_error *error) {
    bool is_old = version < oldest_version(rules);
    if (!is_old && version <= rules->version) {
        return AGON_OK;
    }
    return agon_error_set(error, AGON_BAD_CONFIG, "rules_version",
                          "version %d of the rules of %s is %s is %d", version, rules->id,
                          is_old ? "no longer served; the oldest" : "not known here; the newest",
                          is_old ? oldest_version(rules) : rules->version);
}

void agon_config_default(const agon_rules *rules, int version, void *config, int players) {
    rules->config_default(config, players);
    if (version != rules->version && rules->config_older) {
        rules->config_older(config, version);
    }
}

agon_status agon_configure_as(const agon_rules *rules, int version, const void *config,
                              agon_game *game, agon_error *error) {
    AGON_ASSERT(rules && config && game);
    agon_status status = agon_serves(rules, version, error);
    if (status) {
        return status;
    }
    memset(game, 0, sizeof *game);
    game->rules = rules;
    game->version = (uint16_t)version;
    return rules->configure(config, game, error);
}

agon_status agon_configure(const agon_rules *rules, const void *config, agon_game *game,
                           agon_error *error) {
    AGON_ASSERT(rules && config && game);
    return agon_configure_as(rules, rules->version, config, game, error);
}

void agon_init(const agon_game *game, const void *config, agon_seed seed, agon_state *state) {
    AGON_ASSERT(game && config && state);
    state->viewer = AGON_NOBODY;
    agon_state_mark(game, state);
    game->rules->init(game, config, seed, state);
    agon_state_mark(game, state);
}

void agon_copy(agon_state *to, const agon_state *from) {
    AGON_ASSERT(to && from);
    AGON_CHECK(agon_is_apart(from, to));
    memcpy(to, from, from->used);
}

static bool is_player(const agon_game *game, int player) {
    return player >= 0 && player < game->players;
}

static bool may_act(const agon_state *state, int player) {
    return (state->to_act >> player & 1u) != 0;
}

static int lowest_player(agon_viewers set) {
#if defined(__GNUC__)
    return __builtin_ctz(set);
#else
    int player = 0;
    while (!(set >> player & 1u)) {
        player++;
    }
    return player;
#endif
}

// What every player in to_act passes: it exists, the game is not over, and if this is a view, it is
// the player's own.
static inline bool is_at_table(const agon_state *state, int player) {
    return (unsigned)player < AGON_MAX_PLAYERS && may_act(state, player) &&
           (state->viewer == AGON_NOBODY || state->viewer == player);
}

// Everything of rule ALL-1 that does not need the game's own check.
static agon_status check_common(const agon_game *game, const agon_state *state, int player,
                                agon_action action, agon_error *error) {
    if (AGON_UNLIKELY(action.type >= game->rules->action_types)) {
        return agon_error_set(error, AGON_BAD_ACTION, "type", "unknown action type %d",
                              action.type);
    }
    if (AGON_UNLIKELY(state->over)) {
        return agon_error_set(error, AGON_GAME_OVER, NULL, "the game is over");
    }
    if (AGON_UNLIKELY(!is_player(game, player))) {
        return agon_error_set(error, AGON_UNKNOWN_PLAYER, NULL, "there is no such player");
    }
    if (AGON_UNLIKELY(state->viewer != AGON_NOBODY && state->viewer != player)) {
        return agon_error_set(error, AGON_WRONG_VIEWER, NULL,
                              "this view belongs to another viewer");
    }
    if (AGON_UNLIKELY(!may_act(state, player))) {
        return agon_error_set(error, AGON_NOT_YOUR_TURN, NULL, "this player may not act now");
    }
    return AGON_OK;
}

agon_status agon_check(const agon_game *game, const agon_state *state, int player,
                       agon_action action, agon_error *error) {
    AGON_ASSERT(game && state);
    AGON_CHECK(agon_is_state_of(game, state));
    agon_status status = check_common(game, state, player, action, error);
    return status ? status : game->rules->check(game, state, player, action, error);
}

// With draws from outside a step can fail in its middle, so it runs in scratch memory first.
static agon_status apply_with_draws(const agon_game *game, const agon_state *in, int player,
                                    agon_action action, const agon_context *context,
                                    agon_state *out, agon_error *error) {
    agon_draws *draws = context->draws;
    AGON_ASSERT(draws->scratch && draws->scratch != in && draws->scratch != out);
    agon_copy(draws->scratch, in);
    agon_status status = game->rules->step(game, draws->scratch, player, action, context);
    if (status) {
        return agon_error_set(error, status, NULL, "%s", agon_status_text(status));
    }
    if (draws->failed) {
        return agon_error_set(error, AGON_BAD_ROLLS, NULL, "roll %zu is missing or out of range",
                              draws->used);
    }
    agon_copy(out, draws->scratch);
    return AGON_OK;
}

// Everything that agon_apply does not do itself.
AGON_NOINLINE static agon_status apply(const agon_game *game, const agon_state *in, int player,
                                       agon_action action, const agon_context *context,
                                       agon_state *out, agon_error *error) {
    if (AGON_UNLIKELY(in->viewer != AGON_NOBODY)) {
        return agon_error_set(error, AGON_BAD_STATE, NULL, "a view cannot be played on");
    }
    agon_status status = agon_check(game, in, player, action, error);
    if (AGON_UNLIKELY(status != AGON_OK)) {
        return status;
    }
    if (AGON_UNLIKELY(context && context->draws)) {
        return apply_with_draws(game, in, player, action, context, out, error);
    }
    if (in != out) {
        agon_copy(out, in);
    }
    status = game->rules->step(game, out, player, action, context);
    return status ? agon_error_set(error, status, NULL, "%s", agon_status_text(status)) : AGON_OK;
}

// The way of a million steps a second: in place, nobody listening, a game with a shortcut.
agon_status agon_apply(const agon_game *game, const agon_state *in, int player, agon_action action,
                       const agon_context *context, agon_state *out, agon_error *error) {
    AGON_ASSERT(game && in && out);
    AGON_CHECK(agon_is_state_of(game, in));
    AGON_CHECK(in == out || agon_is_apart(in, out));
    const agon_rules *rules = game->rules;
    if (AGON_LIKELY(in == out && !context && rules->act && in->viewer == AGON_NOBODY &&
                    action.type < rules->action_types && is_at_table(in, player))) {
        return rules->act(game, out, player, action, error);
    }
    return apply(game, in, player, action, context, out, error);
}

uint32_t agon_count(const agon_game *game, const agon_state *state, int player) {
    AGON_ASSERT(game && state);
    AGON_CHECK(agon_is_state_of(game, state));
    return is_at_table(state, player) ? game->rules->count(game, state, player) : 0;
}

agon_action agon_nth(const agon_game *game, const agon_state *state, int player, uint32_t i) {
    AGON_ASSERT(game && state);
    AGON_CHECK(i < agon_count(game, state, player));
    return game->rules->nth(game, state, player, i);
}

size_t agon_list(const agon_game *game, const agon_state *state, int player, uint32_t offset,
                 agon_action *actions, size_t max) {
    AGON_ASSERT(game && state && (actions || max == 0));
    uint32_t count = agon_count(game, state, player);
    size_t written = 0;
    for (uint32_t i = offset; i < count && written < max; i++) {
        actions[written++] = agon_nth(game, state, player, i);
    }
    return written;
}

// The way of games without a shortcut.
AGON_NOINLINE static agon_status draw_action(const agon_game *game, const agon_state *state,
                                             int player, agon_rng *rng, agon_action *action) {
    uint32_t count = agon_count(game, state, player);
    if (AGON_UNLIKELY(count == 0)) {
        return AGON_NO_ACTION;
    }
    *action = game->rules->nth(game, state, player, agon_uniform(rng, count));
    return AGON_OK;
}

agon_status agon_random_action(const agon_game *game, const agon_state *state, int player,
                               agon_rng *rng, agon_action *action) {
    AGON_ASSERT(game && state && rng && action);
    AGON_CHECK(agon_is_state_of(game, state));
    const agon_rules *rules = game->rules;
    if (AGON_LIKELY(rules->pick && is_at_table(state, player))) {
        *action = rules->pick(game, state, player, rng);
        return AGON_OK;
    }
    return draw_action(game, state, player, rng, action);
}

// The way of games without a shortcut.
AGON_NOINLINE static uint64_t play_on(const agon_game *game, agon_state *state, agon_rng *rng,
                                      uint64_t most) {
    uint64_t made = 0;
    for (; made < most && state->to_act; made++) {
        int player = lowest_player(state->to_act);
        agon_action action;
        if (agon_random_action(game, state, player, rng, &action) ||
            agon_apply(game, state, player, action, NULL, state, NULL)) {
            break; // a valid action is never refused; but a broken game must not hang
        }
    }
    return made;
}

uint64_t agon_playout(const agon_game *game, agon_state *state, agon_rng *rng, uint64_t most) {
    AGON_ASSERT(game && state && rng);
    AGON_CHECK(agon_is_state_of(game, state));
    if (state->viewer != AGON_NOBODY || most == 0) {
        return 0;
    }
    return game->rules->playout ? game->rules->playout(game, state, rng, most)
                                : play_on(game, state, rng, most);
}

agon_status agon_view(const agon_game *game, const agon_state *state, int viewer, agon_state *out) {
    AGON_ASSERT(game && state && out && out != state);
    AGON_CHECK(agon_is_state_of(game, state));
    AGON_CHECK(agon_is_apart(state, out));
    if (viewer != AGON_SPECTATOR && !is_player(game, viewer)) {
        return AGON_UNKNOWN_PLAYER;
    }
    if (state->viewer != AGON_NOBODY && state->viewer != viewer) {
        return AGON_WRONG_VIEWER;
    }
    memset(out, 0, state->used);
    *out = *state;
    out->viewer = (uint8_t)viewer;
    game->rules->view(game, state, viewer, out);
    return AGON_OK;
}

agon_status agon_resample(const agon_game *game, const agon_state *view, agon_rng *bits,
                          agon_state *out) {
    AGON_ASSERT(game && view && bits && out && out != view);
    AGON_CHECK(agon_is_state_of(game, view));
    AGON_CHECK(agon_is_apart(view, out));
    if (view->viewer == AGON_NOBODY) {
        return AGON_BAD_STATE;
    }
    memset(out, 0, view->used);
    *out = *view;
    out->viewer = AGON_NOBODY;
    game->rules->resample(game, view, bits, out);
    return AGON_OK;
}

agon_viewers agon_winners(const agon_game *game, const agon_state *state) {
    AGON_ASSERT(game && state);
    AGON_CHECK(agon_is_state_of(game, state));
    return state->over ? game->rules->winners(game, state) : AGON_NONE;
}

void agon_scores(const agon_game *game, const agon_state *state, int32_t scores[AGON_MAX_PLAYERS]) {
    AGON_ASSERT(game && state && scores);
    AGON_CHECK(agon_is_state_of(game, state));
    memset(scores, 0, AGON_MAX_PLAYERS * sizeof scores[0]);
    game->rules->scores(game, state, scores);
}

int agon_current_player(const agon_game *game, const agon_state *state) {
    AGON_ASSERT(game && state);
    AGON_CHECK(agon_is_state_of(game, state));
    unsigned set = state->to_act;
    if (game->rules->is_simultaneous || set == 0 || (set & (set - 1)) != 0) {
        return -1;
    }
    return lowest_player((agon_viewers)set);
}

static void pack_all(const agon_game *game, agon_state *state, agon_pack *p) {
    p->visible = AGON_ALL;
    agon_pack_u8(p, &state->viewer);
    agon_pack_u8(p, &state->over);
    game->rules->pack(game, state, p);
}

size_t agon_pack_state(const agon_game *game, const agon_state *state, uint8_t *bytes, size_t size,
                       agon_viewers *map) {
    AGON_ASSERT(game && state && (bytes || size == 0));
    AGON_CHECK(agon_is_state_of(game, state));
    agon_pack p = {.mode = AGON_PACK_WRITE, .out = bytes, .map = map, .size = size};
    // Writing changes nothing; one description of the fields serves both directions.
    pack_all(game, (agon_state *)state, &p);
    return p.at;
}

static bool is_viewer(const agon_game *game, int viewer) {
    return viewer == AGON_NOBODY || viewer == AGON_SPECTATOR || is_player(game, viewer);
}

agon_status agon_unpack_state(const agon_game *game, const uint8_t *bytes, size_t size,
                              agon_state *state, agon_error *error) {
    AGON_ASSERT(game && state && (bytes || size == 0));
    agon_pack p = {.mode = AGON_PACK_READ, .in = bytes, .size = size};
    memset(state, 0, game->state_max);
    agon_state_mark(game, state);
    pack_all(game, state, &p);
    if (p.failed || p.at != size || !is_viewer(game, state->viewer) || state->over > 1) {
        return agon_error_set(error, AGON_BAD_STATE, NULL,
                              "these bytes are not a state of this game");
    }
    return game->rules->validate(game, state, error);
}

uint64_t agon_hash(const agon_game *game, const agon_state *state) {
    AGON_ASSERT(game && state);
    AGON_CHECK(agon_is_state_of(game, state));
    agon_pack p = {.mode = AGON_PACK_HASH};
    agon_hasher_start(&p.hasher, hash_key, false);
    pack_all(game, (agon_state *)state, &p);
    uint64_t hash;
    agon_hasher_finish(&p.hasher, &hash);
    return hash;
}

int32_t agon_draws_next(agon_draws *draws, uint32_t n, int32_t base) {
    AGON_ASSERT(draws && n > 0);
    if (draws->used >= draws->count) {
        draws->failed = true;
        return base;
    }
    int32_t value = draws->values[draws->used++];
    if (value < base || (int64_t)value - base >= (int64_t)n) {
        draws->failed = true;
        return base;
    }
    return value;
}
