// Entropy's rules table: config, first state, valid actions, result.
#include "games/entropy/state.h"

#include "agon/fields.h"

#include <string.h>

#define MAX_TRIES 64 // boards tried before the fall-back; a million seeds never needed more than 9

// ---------------------------------------------------------------------------------------------
// Actions and events

static const agon_action_field attack_operands[] = {
    {"from", 'a', AGON_KIND_INT, 0, NODES - 1, NULL},
    {"to", 'b', AGON_KIND_INT, 0, NODES - 1, NULL},
};
static const agon_action_type action_types[] = {
    [AGON_ENTROPY_ATTACK] = {"attack", "from one's own node on a neighbour", attack_operands, 2},
    [AGON_ENTROPY_END_TURN] = {"end_turn", "the end of the turn", NULL, 0},
};

#define REVEAL AGON_FIELD_REVEAL

static const agon_event_field turn_started_fields[] = {
    {"player", AGON_KIND_PLAYER, 0, 1, 0},
    {"round", AGON_KIND_INT, 1, 1, 0},
};
static const agon_event_field attack_fields[] = {
    {"player", AGON_KIND_PLAYER, 0, 1, 0},
    {"from", AGON_KIND_INT, 1, 1, 0},
    {"to", AGON_KIND_INT, 2, 1, 0},
    {"attack_roll", AGON_KIND_INT, 3, 1, REVEAL},
    {"defense_roll", AGON_KIND_INT, 4, 1, REVEAL},
    {"success", AGON_KIND_BOOL, 5, 1, REVEAL},
};
static const agon_event_field player_out_fields[] = {
    {"player", AGON_KIND_PLAYER, 0, 1, 0},
    {"round", AGON_KIND_INT, 1, 1, 0},
};
static const agon_event_field turn_ended_fields[] = {
    {"player", AGON_KIND_PLAYER, 0, 1, 0},
};
static const agon_event_field growth_fields[] = {
    {"player", AGON_KIND_PLAYER, 0, 1, 0},
    {"nodes", AGON_KIND_CUSTOM, 1, 17, REVEAL},
};
static const agon_event_field game_over_fields[] = {
    {"winners", AGON_KIND_PLAYERS, 0, 1, 0},
};

static const agon_event_type event_types[AGON_ENTROPY_EVENT_TYPES] = {
    [AGON_ENTROPY_TURN_STARTED] = {"TURN_STARTED", turn_started_fields, 2},
    [AGON_ENTROPY_ATTACK_ROLLED] = {"ATTACK", attack_fields, 6},
    [AGON_ENTROPY_PLAYER_OUT] = {"PLAYER_OUT", player_out_fields, 2},
    [AGON_ENTROPY_TURN_ENDED] = {"TURN_ENDED", turn_ended_fields, 1},
    [AGON_ENTROPY_GROWTH] = {"GROWTH", growth_fields, 2},
    [AGON_ENTROPY_GAME_OVER] = {"GAME_OVER", game_over_fields, 1},
};

// ---------------------------------------------------------------------------------------------
// Config and first state

agon_entropy_config agon_entropy_config_default(int players) {
    return (agon_entropy_config){
        .names = {"grey", "red", "blue", "green", "yellow", "purple", "orange", "white"},
        .player_count = (uint8_t)(players >= 2 && players <= AGON_MAX_PLAYERS ? players : 2),
        .growth = AGON_ENTROPY_GROWTH_TURN,
        .max_rounds = 100};
}

static void config_default(void *config, int players) {
    *(agon_entropy_config *)config = agon_entropy_config_default(players);
}

static size_t game_size(const void *config) {
    const agon_entropy_config *c = config;
    size_t size = sizeof(entropy_game);
    for (int player = 0; player < c->player_count && player < AGON_MAX_PLAYERS; player++) {
        size += c->names[player] ? strlen(c->names[player]) + 1 : 0;
    }
    return size;
}

static agon_status refuse_name(agon_error *error, int player, const char *why) {
    return agon_error_place(error, agon_error_set(error, AGON_BAD_CONFIG, NULL, "%s", why),
                            "players[%d]", player);
}

static agon_status check_names(const agon_entropy_config *c, agon_error *error) {
    for (int player = 0; player < c->player_count; player++) {
        if (!c->names[player] || c->names[player][0] == '\0') {
            return refuse_name(error, player, "a player needs a name");
        }
        for (int other = 0; other < player; other++) {
            if (strcmp(c->names[player], c->names[other]) == 0) {
                return refuse_name(error, player, "two players have the same name");
            }
        }
    }
    return AGON_OK;
}

static agon_status check_config(const agon_entropy_config *c, agon_error *error) {
    if (c->player_count < 2 || c->player_count > AGON_MAX_PLAYERS) {
        return agon_error_set(error, AGON_BAD_CONFIG, "players", "there must be 2 to 8 players");
    }
    if (c->max_rounds < 1) {
        return agon_error_set(error, AGON_BAD_CONFIG, "max_rounds", "must be 1 or more");
    }
    if (c->growth > AGON_ENTROPY_GROWTH_ROUND) {
        return agon_error_set(error, AGON_BAD_CONFIG, "growth", "must be turn or round");
    }
    return check_names(c, error);
}

// In a turn each attack either takes a territory or loses all but one of at least two dice.
static uint32_t most_steps(int players, int32_t max_rounds) {
    uint64_t turn = 1 + NODES + NODES * (AGON_ENTROPY_MAX_DICE - 1);
    uint64_t steps = turn * (uint64_t)players * (uint64_t)max_rounds;
    return steps < UINT32_MAX ? (uint32_t)steps : UINT32_MAX;
}

static agon_status configure(const void *config, agon_game *game, agon_error *error) {
    const agon_entropy_config *c = config;
    agon_status status = check_config(c, error);
    if (status) {
        return status;
    }
    entropy_game *g = (entropy_game *)game;
    g->head.state_max = sizeof(entropy_state);
    g->head.max_steps = most_steps(c->player_count, c->max_rounds);
    g->head.players = c->player_count;
    g->max_rounds = c->max_rounds;
    g->growth = c->growth;
    uint32_t at = 0;
    for (int player = 0; player < c->player_count; player++) {
        uint32_t size = (uint32_t)strlen(c->names[player]) + 1;
        memcpy(&g->text[at], c->names[player], size);
        g->name_at[player] = at;
        at += size;
    }
    return AGON_OK;
}

static void init(const agon_game *game, const void *config, agon_seed seed, agon_state *state) {
    (void)config;
    entropy_state *s = (entropy_state *)state;
    memset((char *)s + sizeof s->head, 0, offsetof(entropy_state, adjacent) - sizeof s->head);
    s->rng = agon_rng_make(seed);
    agon_entropy_board_make(s, game->players, MAX_TRIES, &s->rng);
    s->round = 1;
    s->playing = (uint8_t)((1u << game->players) - 1);
    s->head.over = 0;
    s->head.to_act = agon_viewer_bit(0);
    s->head.used = plain_size(s);
    s->attacks = agon_entropy_attacks_count(s, 0);
}

// ---------------------------------------------------------------------------------------------
// Valid actions (EN-6, EN-7, EN-11)

agon_action agon_entropy_attack(int from, int to) {
    return (agon_action){.type = AGON_ENTROPY_ATTACK, .a = (uint8_t)from, .b = (uint8_t)to};
}

agon_action agon_entropy_end_turn(void) {
    return (agon_action){.type = AGON_ENTROPY_END_TURN};
}

// Says why an attack is refused; only called for one that is.
static agon_status refuse_attack(const entropy_state *s, int player, agon_action action,
                                 agon_error *error) {
    int from = action.a, to = action.b;
    const char *path = "to", *why = "the target is the attacker's own";
    if (from >= s->node_count) {
        path = "from", why = "there is no such node";
    } else if (!has_node(s->owned[player], from)) {
        path = "from", why = "the attacker does not hold this node";
    } else if (!has_node(s->strong, from)) {
        path = "from", why = "an attack needs two dice";
    } else if (to >= s->node_count) {
        why = "there is no such node";
    } else if (!has_node(s->adjacent[from], to)) {
        why = "the target is no neighbour";
    } else if (!has_node(s->territories, to)) {
        why = "an empty node cannot be attacked";
    }
    return agon_error_set(error, AGON_INVALID_MOVE, path, "%s", why);
}

agon_status agon_entropy_check(const agon_game *game, const agon_state *state, int player,
                               agon_action action, agon_error *error) {
    (void)game;
    const entropy_state *s = as_state(state);
    if (AGON_LIKELY(is_valid(s, player, action))) {
        return AGON_OK;
    }
    bool is_attack = action.type == AGON_ENTROPY_ATTACK;
    if (action.c || action.n || (!is_attack && (action.a || action.b))) {
        return agon_error_set(error, AGON_BAD_ACTION, NULL, "an unused field is set");
    }
    return refuse_attack(s, player, action, error);
}

static uint32_t count(const agon_game *game, const agon_state *state, int player) {
    (void)game;
    (void)player;
    return as_state(state)->attacks + 1u;
}

// The target with this rank among a node's targets, in the order of its neighbour list.
static int odd_target(const entropy_state *s, int node, uint64_t targets, uint32_t rank) {
    uint8_t list[DEGREE];
    int degree = agon_entropy_neighbors(s, node, list);
    for (int k = 0; k < degree; k++) {
        if (has_node(targets, list[k])) {
            if (rank-- == 0) {
                return list[k];
            }
            targets &= ~node_bit(list[k]); // a neighbour listed twice counts once
        }
    }
    return 0; // not reached: the rank is below the number of targets
}

static agon_action nth(const agon_game *game, const agon_state *state, int player, uint32_t i) {
    (void)game;
    const entropy_state *s = as_state(state);
    uint64_t enemies = enemies_of(s, player);
    for (uint64_t set = bases_of(s, player); set; set = without_first(set)) {
        int node = first_node(set);
        uint64_t targets = s->adjacent[node] & enemies;
        uint32_t targets_count = (uint32_t)count_nodes(targets);
        if (i < targets_count) {
            int target = AGON_UNLIKELY(s->is_odd) ? odd_target(s, node, targets, i)
                                                  : node_at_rank(targets, i);
            return agon_entropy_attack(node, target);
        }
        i -= targets_count;
    }
    return agon_entropy_end_turn();
}

// The shortcut: nth of a draw below count.
static agon_action pick(const agon_game *game, const agon_state *state, int player, agon_rng *rng) {
    return nth(game, state, player, agon_uniform(rng, as_state(state)->attacks + 1u));
}

// ---------------------------------------------------------------------------------------------
// Result

agon_viewers agon_entropy_leaders(const agon_game *game, const agon_state *state) {
    const entropy_state *s = as_state(state);
    agon_viewers leaders = AGON_NONE;
    int most = 0;
    for (int player = 0; player < game->players; player++) {
        int held = count_nodes(s->owned[player]);
        if (held > most) {
            most = held;
            leaders = AGON_NONE;
        }
        if (held == most && held > 0) {
            leaders |= agon_viewer_bit(player);
        }
    }
    return leaders;
}

static void scores(const agon_game *game, const agon_state *state, int32_t *list) {
    for (int player = 0; player < game->players; player++) {
        list[player] = count_nodes(as_state(state)->owned[player]);
    }
}

const agon_rules agon_entropy_rules = {
    .id = "entropy",
    .title = "Entropy",
    .summary = "Dice on a graph for two to eight: attack or grow.",
    .version = 1,
    .min_players = 2,
    .max_players = AGON_MAX_PLAYERS,
    .is_simultaneous = false,
    .has_chance = true,
    .has_hidden = false,
    .action_types = AGON_ENTROPY_ACTION_TYPES,
    .actions = action_types,
    .event_types = AGON_ENTROPY_EVENT_TYPES,
    .events = event_types,
    .config_size = sizeof(agon_entropy_config),
    .config_default = config_default,
    .game_size = game_size,
    .configure = configure,
    .init = init,
    .check = agon_entropy_check,
    .step = agon_entropy_step,
    .count = count,
    .nth = nth,
    .view = agon_entropy_view,
    .resample = agon_entropy_resample,
    .winners = agon_entropy_leaders,
    .scores = scores,
    .pack = agon_entropy_pack,
    .validate = agon_entropy_validate,
    .has_fallback = true, // EN-20
    .fallback = {.type = AGON_ENTROPY_END_TURN},
    .act = agon_entropy_act,
    .pick = pick,
    .space = &agon_entropy_space,
    .bots = agon_entropy_bots,
};
