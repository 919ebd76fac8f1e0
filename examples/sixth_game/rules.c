// The rules of Pig.
#include "pig.h"

#include "agon/fields.h"

// PIG-1.
static const agon_field config_fields[] = {
    AGON_SETTING(agon_pig_config, players, 2, AGON_MAX_PLAYERS, 2, "how many play"),
    AGON_SETTING(agon_pig_config, target, 10, 1000, 50, "points that end the game"),
    AGON_SETTING(agon_pig_config, max_turns, 1, 10000, 200, "turns after which the game ends"),
    {0},
};
static const agon_field state_fields[] = {
    AGON_NUMBER(pig_state, turn, 0, 10000, "turns ended so far"),
    AGON_NUMBER(pig_state, points, 0, AGON_PIG_TURN_LIMIT - 1, "points of the running turn"),
    AGON_PLAYER(pig_state, player, "whose turn it is"),
    AGON_EACH(pig_state, scores, 0, 1999, "the players' scores"),
    AGON_GENERATOR(pig_state, rng),
    {0},
};
static const agon_action_type actions[] = {
    [AGON_PIG_ROLL] = {"roll", "roll the die", NULL, 0},
    [AGON_PIG_HOLD] = {"hold", "keep the points of the turn", NULL, 0},
};

static const agon_event_field rolled_fields[] = {
    {"player", AGON_KIND_PLAYER, 0, 1, 0},
    {"d6", AGON_KIND_INT, 1, 1, AGON_FIELD_REVEAL},
};
static const agon_event_field held_fields[] = {
    {"player", AGON_KIND_PLAYER, 0, 1, 0},
    {"score", AGON_KIND_INT, 1, 1, 0},
};
static const agon_event_type event_types[] = {
    [AGON_PIG_ROLLED] = {"ROLLED", rolled_fields, 2},
    [AGON_PIG_HELD] = {"HELD", held_fields, 2},
};

static void config_default(void *config, int players) {
    agon_fields_usual(config_fields, config);
    if (players) {
        ((agon_pig_config *)config)->players = (uint8_t)players;
    }
}

static size_t game_size(const void *config) {
    (void)config;
    return sizeof(pig_game);
}

static agon_status configure(const void *config, agon_game *game, agon_error *error) {
    pig_game *g = (pig_game *)game;
    g->config = *(const agon_pig_config *)config;
    game->players = g->config.players;
    game->state_max = sizeof(pig_state);
    // A roll that does not end the turn brings 2 points or more.
    game->max_steps = g->config.max_turns * (AGON_PIG_TURN_LIMIT / 2u + 1u);
    return agon_fields_in_range(config_fields, config, 0, AGON_BAD_CONFIG, error);
}

static void init(const agon_game *game, const void *config, agon_seed seed, agon_state *state) {
    (void)game;
    (void)config;
    *(pig_state *)state = (pig_state){
        .head = {.used = sizeof(pig_state), .to_act = agon_viewer_bit(0), .viewer = state->viewer},
        .rng = agon_rng_make(seed)};
}

static void emit(const agon_context *context, uint16_t type, int player, int value) {
    agon_event event = {.type = type, .visible = AGON_ALL, .f = {player, value}};
    agon_emit(context, &event);
}

static void end_turn(const pig_game *g, pig_state *s) {
    s->points = 0;
    s->turn++;
    s->player = (uint8_t)((s->player + 1) % g->head.players);
    s->head.over |= s->turn >= g->config.max_turns;
    s->head.to_act = s->head.over ? AGON_NONE : agon_viewer_bit(s->player);
}

// PIG-5, PIG-6.
static void hold(const pig_game *g, pig_state *s, const agon_context *context) {
    s->scores[s->player] = (uint16_t)(s->scores[s->player] + s->points);
    s->head.over = s->scores[s->player] >= g->config.target;
    emit(context, AGON_PIG_HELD, s->player, s->scores[s->player]);
    end_turn(g, s);
}

// PIG-4.
static void roll(const pig_game *g, pig_state *s, const agon_context *context) {
    int d6 = agon_draw(context, &s->rng, 6, 1);
    emit(context, AGON_PIG_ROLLED, s->player, d6);
    if (d6 == 1) {
        end_turn(g, s);
        return;
    }
    s->points = (uint16_t)(s->points + d6);
    if (s->points >= AGON_PIG_TURN_LIMIT) {
        hold(g, s, context);
    }
}

static agon_status step(const agon_game *game, agon_state *state, int player, agon_action action,
                        const agon_context *context) {
    (void)player;
    (action.type == AGON_PIG_ROLL ? roll : hold)((const pig_game *)game, (pig_state *)state,
                                                 context);
    return AGON_OK;
}

static void scores(const agon_game *game, const agon_state *state, int32_t *out) {
    for (int p = 0; p < game->players; p++) {
        out[p] = ((const pig_state *)state)->scores[p];
    }
}

static int32_t best_score(const agon_game *game, const agon_state *state) {
    int32_t best = 0;
    for (int p = 0; p < game->players; p++) {
        int32_t score = ((const pig_state *)state)->scores[p];
        best = score > best ? score : best;
    }
    return best;
}

static agon_viewers winners(const agon_game *game, const agon_state *state) {
    agon_viewers set = AGON_NONE;
    for (int p = 0; p < game->players; p++) {
        bool has_won = ((const pig_state *)state)->scores[p] == best_score(game, state);
        set |= has_won ? agon_viewer_bit(p) : AGON_NONE;
    }
    return set;
}

static agon_status validate(const agon_game *game, agon_state *state, agon_error *error) {
    const agon_pig_config *c = &((const pig_game *)game)->config;
    const pig_state *s = (const pig_state *)state;
    agon_status status = agon_fields_validate(game, state, error);
    if (status) {
        return status;
    }
    int32_t best = best_score(game, state);
    if (best >= c->target + AGON_PIG_TURN_LIMIT || (state->over && s->points)) {
        return agon_error_set(error, AGON_BAD_STATE, "points", "nobody has so many points");
    }
    bool is_over = s->turn >= c->max_turns || best >= c->target;
    if (state->over != is_over || s->turn > c->max_turns) {
        return agon_error_set(error, AGON_BAD_STATE, "over", "contradicts the scores and the turn");
    }
    state->to_act = state->over ? AGON_NONE : agon_viewer_bit(s->player);
    return AGON_OK;
}

const agon_rules agon_pig_rules = {
    .id = "pig",
    .title = "Pig",
    .summary = "Roll on, or bank what you have rolled.",
    .version = 1,
    .min_players = 2,
    .max_players = AGON_MAX_PLAYERS,
    .has_chance = true,
    .action_types = 2,
    .actions = actions,
    .event_types = 2,
    .events = event_types,
    .config_size = sizeof(agon_pig_config),
    .config_fields = config_fields,
    .config_at = offsetof(pig_game, config),
    .state_fields = state_fields,
    .config_default = config_default,
    .game_size = game_size,
    .configure = configure,
    .init = init,
    .check = agon_fields_check,
    .step = step,
    .count = agon_fields_count,
    .nth = agon_fields_nth,
    .view = agon_fields_view,
    .resample = agon_fields_resample,
    .winners = winners,
    .scores = scores,
    .pack = agon_fields_pack,
    .validate = validate,
    .bots = agon_pig_bots,
};
