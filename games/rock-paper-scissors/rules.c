// The rules of Rock-Paper-Scissors.
#include "games/rock-paper-scissors/state.h"

#include "agon/fields.h"

#include <string.h>

const char *const agon_rps_choice_words[] = {"rock", "paper", "scissors", NULL};

static const agon_action_field choose_fields[] = {
    {"choice", 'a', AGON_KIND_INT, AGON_RPS_ROCK, AGON_RPS_SCISSORS, agon_rps_choice_words},
};
static const agon_action_type action_types[] = {
    [AGON_RPS_CHOOSE] = {"choose", "rock, paper or scissors", choose_fields, 1},
};

static const agon_event_field chosen_fields[] = {
    {"player", AGON_KIND_PLAYER, 0, 1, 0},
    {"choice", RPS_KIND_CHOICE, 1, 1, AGON_FIELD_SECRET},
};

static const agon_event_field revealed_fields[] = {
    {"choices", RPS_KIND_CHOICES, 0, 2, AGON_FIELD_REVEAL},
    {"winners", RPS_KIND_WINNERS, 2, 1, AGON_FIELD_REVEAL},
};

static const agon_event_type event_types[] = {
    [AGON_RPS_CHOSEN] = {"CHOSEN", chosen_fields, 2},
    [AGON_RPS_REVEALED] = {"REVEALED", revealed_fields, 2},
};

agon_rps_config agon_rps_config_default(void) {
    return (agon_rps_config){.ids = {"p1", "p2"}};
}

const char *agon_rps_player_id(const agon_game *game, int player) {
    return ((const rps_game *)game)->ids[player];
}

static void config_default(void *config, int players) {
    (void)players; // always two
    *(agon_rps_config *)config = agon_rps_config_default();
}

static size_t game_size(const void *config) {
    (void)config;
    return sizeof(rps_game);
}

static agon_status check_id(const char *id, const char *path, agon_error *error) {
    size_t length = id ? strlen(id) : 0;
    if (length == 0 || length > AGON_RPS_ID_MAX) {
        return agon_error_set(error, AGON_BAD_CONFIG, path, "an id must have 1 to %d bytes",
                              AGON_RPS_ID_MAX);
    }
    if (strcmp(id, "spectator") == 0) {
        return agon_error_set(error, AGON_BAD_CONFIG, path,
                              "\"spectator\" cannot be a player's id");
    }
    return AGON_OK;
}

// RPS-1.
static agon_status configure(const void *config, agon_game *game, agon_error *error) {
    const agon_rps_config *c = config;
    rps_game *g = (rps_game *)game;
    agon_status status = check_id(c->ids[0], "playerIds[0]", error);
    if (status == AGON_OK) {
        status = check_id(c->ids[1], "playerIds[1]", error);
    }
    if (status) {
        return status;
    }
    if (strcmp(c->ids[0], c->ids[1]) == 0) {
        return agon_error_set(error, AGON_BAD_CONFIG, "playerIds[1]",
                              "both players have the same id");
    }
    for (int p = 0; p < 2; p++) {
        memcpy(g->ids[p], c->ids[p], strlen(c->ids[p]) + 1);
    }
    game->players = 2;
    game->max_steps = 2;
    game->state_max = sizeof(rps_state);
    return AGON_OK;
}

static void init(const agon_game *game, const void *config, agon_seed seed, agon_state *state) {
    (void)game;
    (void)config;
    rps_state *s = (rps_state *)state;
    state->used = sizeof *s;
    state->to_act = 3;
    state->over = 0;
    s->choices[0] = s->choices[1] = RPS_NO_CHOICE;
    s->seed_is_wide = seed.is_wide;
    s->seed[0] = seed.lo;
    s->seed[1] = seed.hi;
}

// RPS-4: that the player has not chosen yet is what to_act says.
static agon_status check(const agon_game *game, const agon_state *state, int player,
                         agon_action action, agon_error *error) {
    (void)game;
    (void)state;
    (void)player;
    if (action.a > AGON_RPS_SCISSORS) {
        return agon_error_set(error, AGON_BAD_ACTION, "choice", "must be rock, paper or scissors");
    }
    return AGON_OK;
}

int agon_rps_winner(const rps_state *s) {
    // Each choice beats the one before it, and rock, the first, beats scissors, the last.
    switch ((s->choices[0] - s->choices[1] + 3) % 3) {
    case 1:
        return 0;
    case 2:
        return 1;
    default:
        return -1;
    }
}

static void emit_chosen(const agon_context *context, int player, int choice) {
    agon_event event = {.type = AGON_RPS_CHOSEN, .visible = agon_viewer_bit(player)};
    event.f[0] = player;
    event.f[1] = choice;
    agon_emit(context, &event);
}

static void emit_revealed(const agon_context *context, const rps_state *s) {
    agon_event event = {.type = AGON_RPS_REVEALED, .visible = AGON_ALL};
    event.f[0] = s->choices[0] - RPS_FIRST_CHOICE;
    event.f[1] = s->choices[1] - RPS_FIRST_CHOICE;
    event.f[2] = agon_rps_winner(s);
    agon_emit(context, &event);
}

// RPS-6.
static agon_status step(const agon_game *game, agon_state *state, int player, agon_action action,
                        const agon_context *context) {
    (void)game;
    rps_state *s = (rps_state *)state;
    s->choices[player] = (uint8_t)(RPS_FIRST_CHOICE + action.a);
    state->to_act &= (agon_viewers) ~(1u << player);
    state->over = state->to_act == 0;
    if (agon_wants_events(context)) {
        emit_chosen(context, player, action.a);
        if (state->over) {
            emit_revealed(context, s);
        }
    }
    return AGON_OK;
}

// RPS-5.
static uint32_t count(const agon_game *game, const agon_state *state, int player) {
    (void)game;
    (void)state;
    (void)player;
    return 3;
}

static agon_action nth(const agon_game *game, const agon_state *state, int player, uint32_t i) {
    (void)game;
    (void)state;
    (void)player;
    return (agon_action){.type = AGON_RPS_CHOOSE, .a = (uint8_t)i};
}

static agon_status act(const agon_game *game, agon_state *state, int player, agon_action action,
                       agon_error *error) {
    agon_status status = check(game, state, player, action, error);
    return AGON_LIKELY(status == AGON_OK) ? step(game, state, player, action, NULL) : status;
}

static agon_action pick(const agon_game *game, const agon_state *state, int player, agon_rng *rng) {
    return nth(game, state, player, agon_uniform(rng, count(game, state, player)));
}

static uint64_t playout(const agon_game *game, agon_state *state, agon_rng *rng, uint64_t most) {
    uint64_t made = 0;
    if (most >= 2 && state->to_act == 3) { // nearly always
        (void)step(game, state, 0, pick(game, state, 0, rng), NULL);
        (void)step(game, state, 1, pick(game, state, 1, rng), NULL);
        return 2;
    }
    for (; made < most && state->to_act; made++) {
        int player = state->to_act & 1u ? 0 : 1;
        (void)step(game, state, player, pick(game, state, player, rng), NULL);
    }
    return made;
}

static agon_viewers winners(const agon_game *game, const agon_state *state) {
    (void)game;
    int winner = agon_rps_winner((const rps_state *)state);
    return winner < 0 ? AGON_NONE : agon_viewer_bit(winner);
}

static void scores(const agon_game *game, const agon_state *state, int32_t *out) {
    agon_viewers won = agon_winners(game, state);
    out[0] = won & 1u;
    out[1] = won >> 1 & 1u;
}

static void pack(const agon_game *game, agon_state *state, agon_pack *p) {
    (void)game;
    rps_state *s = (rps_state *)state;
    state->used = sizeof *s;
    for (int i = 0; i < 2; i++) {
        agon_pack_visible(p, state->over ? AGON_ALL : agon_viewer_bit(i));
        agon_pack_u8(p, &s->choices[i]);
    }
    agon_pack_visible(p, AGON_NONE);
    agon_pack_u8(p, &s->seed_is_wide);
    agon_pack_u64(p, &s->seed[0]);
    agon_pack_u64(p, &s->seed[1]);
}

// A choice may be hidden only from a viewer who is not its maker, and only before the reveal.
static bool is_choice_possible(const agon_state *state, const rps_state *s, int player) {
    uint8_t choice = s->choices[player];
    bool is_concealed = state->viewer != AGON_NOBODY && state->viewer != player && !state->over;
    if (choice == RPS_NO_CHOICE) {
        return true;
    }
    return is_concealed ? choice == RPS_HIDDEN : choice < RPS_HIDDEN;
}

static agon_status validate(const agon_game *game, agon_state *state, agon_error *error) {
    rps_state *s = (rps_state *)state;
    bool is_view = state->viewer != AGON_NOBODY;
    state->to_act = 0;
    for (int p = 0; p < 2; p++) {
        if (!is_choice_possible(state, s, p)) {
            return agon_error_set(error, AGON_BAD_STATE, "choices",
                                  "%.100s cannot have this choice here",
                                  agon_rps_player_id(game, p));
        }
        state->to_act |= s->choices[p] == RPS_NO_CHOICE ? agon_viewer_bit(p) : AGON_NONE;
    }
    if (state->over != (state->to_act == 0)) {
        return agon_error_set(error, AGON_BAD_STATE, "gameOver",
                              "the game is over exactly when both have chosen");
    }
    if (s->seed_is_wide > 1 || (is_view && (s->seed_is_wide || s->seed[0] || s->seed[1])) ||
        (!s->seed_is_wide && s->seed[1])) {
        return agon_error_set(error, AGON_BAD_STATE, "rngState", "not a possible seed here");
    }
    return AGON_OK;
}

const agon_rules agon_rps_rules = {
    .id = "rock-paper-scissors",
    .title = "Rock-Paper-Scissors",
    .summary = "Two hands, three choices, no luck at all.",
    .version = 1,
    .min_players = 2,
    .max_players = 2,
    .is_simultaneous = true,
    .has_chance = false,
    .has_hidden = true,
    .action_types = 1,
    .actions = action_types,
    .event_types = 2,
    .events = event_types,
    .config_size = sizeof(agon_rps_config),
    .config_default = config_default,
    .game_size = game_size,
    .configure = configure,
    .init = init,
    .check = check,
    .step = step,
    .count = count,
    .nth = nth,
    .view = agon_rps_view,
    .resample = agon_rps_resample,
    .winners = winners,
    .scores = scores,
    .pack = pack,
    .validate = validate,
    .act = act,
    .pick = pick,
    .playout = playout,
    .space = &agon_rps_space,
    .bots = agon_rps_bots,
};
