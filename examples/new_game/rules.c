// The rules of New Game.
#include "new-game.h"

#include "agon/fields.h"

// ---------------------------------------------------------------------------------------------
// Descriptions: documents, bytes, views, types and tables are made of these.

static const agon_field config_fields[] = {
    AGON_SETTING(agon_new_game_config, players, 2, AGON_MAX_PLAYERS, 2, "how many play"),
    AGON_SETTING(agon_new_game_config, stones, 1, 200, 21, "stones at the start"),
    {0},
};
static const agon_field state_fields[] = {
    {.key = "left",
     .meaning = "stones that are left",
     .offset = offsetof(new_game_state, stones),
     .size = 1,
     .max = 200},
    AGON_PLAYER(new_game_state, player, "whose turn it is; at the end, who has won"),
    {0},
};
static const agon_action_field take_fields[] = {{"stones", 'a', AGON_KIND_INT, 1, 3, NULL}};
static const agon_action_type actions[] = {
    [AGON_NEW_GAME_TAKE] = {"take", "one to three stones", take_fields, 1},
};
static const agon_event_field taken_fields[] = {
    {"player", AGON_KIND_PLAYER, 0, 1, 0},
    {"stones", AGON_KIND_INT, 1, 1, 0},
};
static const agon_event_type event_types[] = {
    [AGON_NEW_GAME_TAKEN] = {"TAKEN", taken_fields, 2},
};

// ---------------------------------------------------------------------------------------------
// Set-up

static void config_default(void *config, int players) {
    agon_fields_usual(config_fields, config);
    if (players) {
        ((agon_new_game_config *)config)->players = (uint8_t)players;
    }
}

static size_t game_size(const void *config) {
    (void)config;
    return sizeof(new_game_game);
}

// NEW-1.
static agon_status configure(const void *config, agon_game *game, agon_error *error) {
    new_game_game *g = (new_game_game *)game;
    g->config = *(const agon_new_game_config *)config;
    game->players = g->config.players;
    game->state_max = sizeof(new_game_state);
    game->max_steps = g->config.stones; // no match takes more actions than this
    return agon_fields_in_range(config_fields, config, 0, AGON_BAD_CONFIG, error);
}

static void init(const agon_game *game, const void *config, agon_seed seed, agon_state *state) {
    (void)config;
    (void)seed; // a game with chance keeps agon_rng_make(seed) in its state
    *(new_game_state *)state =
        (new_game_state){.head = {.used = sizeof(new_game_state),
                                  .to_act = agon_viewer_bit(0),
                                  .viewer = state->viewer},
                         .stones = ((const new_game_game *)game)->config.stones};
}

// ---------------------------------------------------------------------------------------------
// Play

// NEW-3: the table of actions says 1 to 3, the state how many there are.
static agon_status check(const agon_game *game, const agon_state *state, int player,
                         agon_action action, agon_error *error) {
    agon_status status = agon_fields_check(game, state, player, action, error);
    if (status == AGON_OK && action.a > ((const new_game_state *)state)->stones) {
        return agon_error_set(error, AGON_INVALID_MOVE, "stones", "there are not so many");
    }
    return status;
}

// NEW-2, NEW-4.
static agon_status step(const agon_game *game, agon_state *state, int player, agon_action action,
                        const agon_context *context) {
    new_game_state *s = (new_game_state *)state;
    s->stones = (uint8_t)(s->stones - action.a);
    agon_event event = {.type = AGON_NEW_GAME_TAKEN, .visible = AGON_ALL, .f = {player, action.a}};
    agon_emit(context, &event);
    state->over = s->stones == 0;
    if (!state->over) {
        s->player = (uint8_t)((s->player + 1) % game->players);
    }
    state->to_act = state->over ? AGON_NONE : agon_viewer_bit(s->player);
    return AGON_OK;
}

static agon_viewers winners(const agon_game *game, const agon_state *state) {
    (void)game;
    return agon_viewer_bit(((const new_game_state *)state)->player);
}

static void scores(const agon_game *game, const agon_state *state, int32_t *out) {
    for (int p = 0; p < game->players; p++) {
        out[p] = state->over && agon_viewers_has(winners(game, state), p);
    }
}

// The gate for states from outside: ranges first, then whatever must fit together.
static agon_status validate(const agon_game *game, agon_state *state, agon_error *error) {
    const new_game_state *s = (const new_game_state *)state;
    agon_status status = agon_fields_validate(game, state, error);
    if (status) {
        return status;
    }
    if (s->stones > ((const new_game_game *)game)->config.stones) {
        return agon_error_set(error, AGON_BAD_STATE, "left", "there were never so many");
    }
    if (state->over != (s->stones == 0)) {
        return agon_error_set(error, AGON_BAD_STATE, "over", "contradicts the stones");
    }
    state->to_act = state->over ? AGON_NONE : agon_viewer_bit(s->player);
    return AGON_OK;
}

const agon_rules agon_new_game_rules = {
    .id = "new-game",
    .title = "New Game",
    .summary = "A heap of stones: take the last one.",
    .version = 1,
    .min_players = 2,
    .max_players = AGON_MAX_PLAYERS,
    .action_types = 1,
    .actions = actions,
    .event_types = 1,
    .events = event_types,
    .config_size = sizeof(agon_new_game_config),
    .config_fields = config_fields,
    .config_at = offsetof(new_game_game, config),
    .state_fields = state_fields,
    .config_default = config_default,
    .game_size = game_size,
    .configure = configure,
    .init = init,
    .check = check,
    .step = step,
    .count = agon_fields_count,
    .nth = agon_fields_nth,
    .view = agon_fields_view,
    .resample = agon_fields_resample,
    .winners = winners,
    .scores = scores,
    .pack = agon_fields_pack,
    .validate = validate,
    .bots = agon_new_game_bots,
};
