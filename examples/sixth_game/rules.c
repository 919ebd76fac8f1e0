// The rules of Pig.
#include "pig.h"

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
    *(agon_pig_config *)config = (agon_pig_config){
        .players = (uint8_t)(players ? players : 2), .target = 50, .max_turns = 200};
}

static size_t game_size(const void *config) {
    (void)config;
    return sizeof(pig_game);
}

// PIG-1.
static agon_status configure(const void *config, agon_game *game, agon_error *error) {
    const agon_pig_config *c = config;
    pig_game *g = (pig_game *)game;
    if (c->players < 2 || c->players > AGON_MAX_PLAYERS) {
        return agon_error_set(error, AGON_BAD_CONFIG, "players", "must be 2 to 8");
    }
    if (c->target < 10 || c->target > 1000) {
        return agon_error_set(error, AGON_BAD_CONFIG, "target", "must be 10 to 1000");
    }
    if (c->max_turns < 1 || c->max_turns > 10000) {
        return agon_error_set(error, AGON_BAD_CONFIG, "max_turns", "must be 1 to 10000");
    }
    g->target = c->target;
    g->max_turns = c->max_turns;
    game->players = c->players;
    game->state_max = sizeof(pig_state);
    game->max_steps = c->max_turns * (AGON_PIG_TURN_LIMIT / 2u + 1u); // a roll that stays is ≥ 2
    return AGON_OK;
}

static void init(const agon_game *game, const void *config, agon_seed seed, agon_state *state) {
    (void)game;
    (void)config;
    pig_state *s = (pig_state *)state;
    *s = (pig_state){.head = {.used = sizeof *s, .to_act = 1, .viewer = state->viewer},
                     .rng = agon_rng_make(seed)};
}

static agon_status check(const agon_game *game, const agon_state *state, int player,
                         agon_action action, agon_error *error) {
    (void)game;
    (void)state;
    (void)player;
    if (action.a || action.b || action.c || action.n) {
        return agon_error_set(error, AGON_BAD_ACTION, NULL, "this action has no operands");
    }
    return AGON_OK;
}

static void emit(const agon_context *context, uint16_t type, int player, int value) {
    agon_event event = {.type = type, .visible = AGON_ALL};
    event.f[0] = player;
    event.f[1] = value;
    agon_emit(context, &event);
}

static void end_turn(const pig_game *g, pig_state *s) {
    s->points = 0;
    s->turn++;
    s->player = (uint8_t)((s->player + 1) % g->head.players);
    if (s->turn >= g->max_turns) {
        s->head.over = 1;
    }
    s->head.to_act = s->head.over ? AGON_NONE : agon_viewer_bit(s->player);
}

// PIG-5, PIG-6.
static void hold(const pig_game *g, pig_state *s, const agon_context *context) {
    s->scores[s->player] = (uint16_t)(s->scores[s->player] + s->points);
    s->head.over = s->scores[s->player] >= g->target;
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
    const pig_game *g = (const pig_game *)game;
    pig_state *s = (pig_state *)state;
    if (action.type == AGON_PIG_ROLL) {
        roll(g, s, context);
    } else {
        hold(g, s, context);
    }
    return AGON_OK;
}

static uint32_t count(const agon_game *game, const agon_state *state, int player) {
    (void)game;
    (void)state;
    (void)player;
    return 2;
}

static agon_action nth(const agon_game *game, const agon_state *state, int player, uint32_t i) {
    (void)game;
    (void)state;
    (void)player;
    return (agon_action){.type = (uint8_t)i};
}

// PIG-7: everything but the generator.
static void view(const agon_game *game, const agon_state *state, int viewer, agon_state *out) {
    (void)viewer;
    const pig_state *s = (const pig_state *)state;
    pig_state *v = (pig_state *)out;
    v->turn = s->turn;
    v->points = s->points;
    v->player = s->player;
    for (int p = 0; p < game->players; p++) {
        v->scores[p] = s->scores[p];
    }
}

static void resample(const agon_game *game, const agon_state *seen, agon_rng *bits,
                     agon_state *out) {
    view(game, seen, seen->viewer, out);
    ((pig_state *)out)->rng = agon_rng_split(bits);
}

static uint16_t best_score(const agon_game *game, const pig_state *s) {
    uint16_t best = 0;
    for (int p = 0; p < game->players; p++) {
        best = s->scores[p] > best ? s->scores[p] : best;
    }
    return best;
}

static agon_viewers winners(const agon_game *game, const agon_state *state) {
    const pig_state *s = (const pig_state *)state;
    agon_viewers set = AGON_NONE;
    for (int p = 0; p < game->players; p++) {
        set |= s->scores[p] == best_score(game, s) ? agon_viewer_bit(p) : AGON_NONE;
    }
    return set;
}

static void scores(const agon_game *game, const agon_state *state, int32_t *out) {
    for (int p = 0; p < game->players; p++) {
        out[p] = ((const pig_state *)state)->scores[p];
    }
}

static void pack(const agon_game *game, agon_state *state, agon_pack *p) {
    pig_state *s = (pig_state *)state;
    state->used = sizeof *s;
    agon_pack_u16(p, &s->turn);
    agon_pack_u16(p, &s->points);
    agon_pack_u8(p, &s->player);
    for (int i = 0; i < game->players; i++) {
        agon_pack_u16(p, &s->scores[i]);
    }
    agon_pack_rng(p, &s->rng);
}

static agon_status validate(const agon_game *game, agon_state *state, agon_error *error) {
    const pig_game *g = (const pig_game *)game;
    pig_state *s = (pig_state *)state;
    if (s->player >= game->players) {
        return agon_error_set(error, AGON_BAD_STATE, "player", "there is no such player");
    }
    if (s->points >= AGON_PIG_TURN_LIMIT || (state->over && s->points)) {
        return agon_error_set(error, AGON_BAD_STATE, "points", "no turn has so many points");
    }
    for (int p = 0; p < game->players; p++) {
        if (s->scores[p] >= g->target + AGON_PIG_TURN_LIMIT) {
            return agon_error_set(error, AGON_BAD_STATE, "scores", "no score is so high");
        }
    }
    bool is_over = s->turn >= g->max_turns || best_score(game, s) >= g->target;
    if (state->over != is_over || s->turn > g->max_turns) {
        return agon_error_set(error, AGON_BAD_STATE, "over", "contradicts the scores and the turn");
    }
    bool has_rng = s->rng.key[0] | s->rng.key[1] | s->rng.pos;
    if (state->viewer != AGON_NOBODY && has_rng) {
        return agon_error_set(error, AGON_BAD_STATE, "rng", "a view has no generator");
    }
    state->to_act = state->over ? AGON_NONE : agon_viewer_bit(s->player);
    return AGON_OK;
}

const agon_rules agon_pig_rules = {
    .id = "pig",
    .title = "Pig",
    .version = 1,
    .min_players = 2,
    .max_players = AGON_MAX_PLAYERS,
    .has_chance = true,
    .action_types = 2,
    .event_types = 2,
    .events = event_types,
    .config_size = sizeof(agon_pig_config),
    .config_default = config_default,
    .game_size = game_size,
    .configure = configure,
    .init = init,
    .check = check,
    .step = step,
    .count = count,
    .nth = nth,
    .view = view,
    .resample = resample,
    .winners = winners,
    .scores = scores,
    .pack = pack,
    .validate = validate,
};
