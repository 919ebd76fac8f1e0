// The rules of Space Conquest: the table, the start, orders one by one. Valid actions: choose.c.
#include "games/space-conquest/state.h"

#include <string.h>

#define DEFAULT_MAX_TURNS 500

agon_conquest_config agon_conquest_config_default(void) {
    return (agon_conquest_config){.max_turns = DEFAULT_MAX_TURNS};
}

agon_action agon_conquest_order(char from, char to, int32_t ships) {
    bool has_from = from >= 'A' && from <= 'Z';
    bool has_to = to >= 'A' && to <= 'Z';
    return (agon_action){.type = AGON_CONQUEST_ORDER,
                         .a = has_from ? (uint8_t)(from - 'A') : AGON_CONQUEST_NO_STAR,
                         .b = has_to ? (uint8_t)(to - 'A') : AGON_CONQUEST_NO_STAR,
                         .n = ships};
}

agon_action agon_conquest_commit(void) {
    return (agon_action){.type = AGON_CONQUEST_COMMIT};
}

static void config_default(void *config, int players) {
    (void)players; // always two
    *(agon_conquest_config *)config = agon_conquest_config_default();
}

static size_t game_size(const void *config) {
    (void)config;
    return sizeof(conquest_game);
}

static uint32_t state_max(void) {
    size_t size = sizeof(conquest_state);
    for (int i = 0; i < CONQUEST_LISTS; i++) {
        size += (size_t)agon_conquest_list_limits[i] * conquest_record_sizes[i];
    }
    return (uint32_t)size;
}

static agon_status configure(const void *config, agon_game *game, agon_error *error) {
    const agon_conquest_config *c = config;
    if (c->max_turns < 1 || c->max_turns > AGON_CONQUEST_MAX_TURNS) {
        return agon_error_set(error, AGON_BAD_CONFIG, "max_turns", "must be from 1 to %d",
                              AGON_CONQUEST_MAX_TURNS);
    }
    ((conquest_game *)game)->max_turns = (uint32_t)c->max_turns;
    game->players = 2;
    game->state_max = state_max();
    // Of listed actions: 128 orders and a commit. What is not listed can be added without end.
    game->max_steps = (uint32_t)c->max_turns * 2 * (AGON_CONQUEST_MAX_ORDERS + 1);
    return AGON_OK;
}

// SC-7.
static void init(const agon_game *game, const void *config, agon_seed seed, agon_state *state) {
    (void)game;
    (void)config;
    conquest_state *s = (conquest_state *)state;
    memset((uint8_t *)s + sizeof s->head, 0, sizeof *s - sizeof s->head);
    state->over = 0;
    s->seed[0] = seed.lo;
    s->seed[1] = seed.hi;
    s->seed_is_wide = seed.is_wide;
    s->rng = agon_rng_make(seed);
    agon_conquest_map_make(s);
    agon_conquest_clear(s);
    agon_conquest_orders_open(s);
}

static bool is_letter(unsigned star) {
    return star < CONQUEST_LETTERS || star == AGON_CONQUEST_NO_STAR;
}

// SC-13: an order may contain anything; only what no document can become is malformed.
static agon_status check(const agon_game *game, const agon_state *state, int player,
                         agon_action action, agon_error *error) {
    (void)game;
    (void)state;
    (void)player;
    if (action.type == AGON_CONQUEST_COMMIT && (action.a || action.b || action.n)) {
        return agon_error_set(error, AGON_BAD_ACTION, NULL, "commit has no operands");
    }
    if (!is_letter(action.a) || !is_letter(action.b) || action.c) {
        return agon_error_set(error, AGON_BAD_ACTION, NULL,
                              "an order has letters, ships and no more");
    }
    return AGON_OK;
}

// The loaded state that could break the bound of SC-16 must not.
static bool is_too_crowded(const conquest_state *s) {
    unsigned fleets = s->counts[CONQUEST_FLEETS];
    return AGON_UNLIKELY(fleets + s->counts[CONQUEST_ORDERS] > AGON_CONQUEST_MAX_FLEETS) &&
           fleets + agon_conquest_launches(s) > AGON_CONQUEST_MAX_FLEETS;
}

agon_status agon_conquest_hand_in(const agon_game *game, conquest_state *s, int player,
                                  const agon_context *context) {
    bool is_last = (s->committed | 1u << player) == 3;
    if (is_last && is_too_crowded(s)) {
        return AGON_ENGINE_FAULT;
    }
    s->committed |= (uint8_t)(1u << player);
    s->head.to_act &= (agon_viewers) ~(1u << player);
    if (agon_wants_events(context)) {
        int32_t fields[] = {player};
        agon_conquest_tell(context, AGON_CONQUEST_ORDERS_COMMITTED, AGON_ALL, 1, fields);
    }
    if (is_last) {
        agon_conquest_turn_run(s, ((const conquest_game *)game)->max_turns, context);
    }
    return AGON_OK;
}

static agon_status step(const agon_game *game, agon_state *state, int player, agon_action action,
                        const agon_context *context) {
    conquest_state *s = (conquest_state *)state;
    if (action.type == AGON_CONQUEST_COMMIT) {
        return agon_conquest_hand_in(game, s, player, context);
    }
    agon_conquest_order_add(s, player, action.a, action.b, action.n);
    return AGON_OK;
}

static agon_status act(const agon_game *game, agon_state *state, int player, agon_action action,
                       agon_error *error) {
    agon_status status = check(game, state, player, action, error);
    return AGON_UNLIKELY(status) ? status : step(game, state, player, action, NULL);
}

// The first order beyond the limit is noted (SC-13: one error names it); those after it are nothing.
static bool is_surplus(const agon_game *game, const agon_state *state, int player,
                       agon_action action) {
    (void)game;
    return action.type == AGON_CONQUEST_ORDER &&
           (((const conquest_state *)state)->too_many >> player & 1u);
}

static agon_viewers winners(const agon_game *game, const agon_state *state) {
    (void)game;
    switch (((const conquest_state *)state)->winner) {
    case AGON_CONQUEST_WON_BY_P1:
        return agon_viewer_bit(0);
    case AGON_CONQUEST_WON_BY_P2:
        return agon_viewer_bit(1);
    default:
        return AGON_NONE;
    }
}

static void scores(const agon_game *game, const agon_state *state, int32_t *out) {
    (void)game;
    const conquest_state *s = (const conquest_state *)state;
    out[0] = s->winner == AGON_CONQUEST_WON_BY_P1;
    out[1] = s->winner == AGON_CONQUEST_WON_BY_P2;
}

const agon_rules agon_conquest_rules = {
    .id = "space-conquest",
    .title = "Space Conquest",
    .summary = "Sixteen stars in the fog: find the enemy's home.",
    .version = 1,
    .min_players = 2,
    .max_players = 2,
    .is_simultaneous = true,
    .is_surplus = is_surplus,
    .has_chance = true,
    .has_hidden = true,
    .action_types = 2,
    .event_types = AGON_CONQUEST_EVENT_TYPES,
    .events = agon_conquest_events,
    .config_size = sizeof(agon_conquest_config),
    .config_default = config_default,
    .game_size = game_size,
    .configure = configure,
    .init = init,
    .check = check,
    .step = step,
    .count = agon_conquest_count,
    .nth = agon_conquest_nth,
    .view = agon_conquest_view,
    .resample = agon_conquest_resample,
    .winners = winners,
    .scores = scores,
    .pack = agon_conquest_pack,
    .validate = agon_conquest_validate,
    .act = act,
    .pick = agon_conquest_pick,
    .playout = agon_conquest_playout,
    .space = &agon_conquest_space,
    .bots = agon_conquest_bots,
};
