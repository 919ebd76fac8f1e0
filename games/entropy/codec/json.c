// The JSON of Entropy: config, state, view, action, event, scoreboard.
//
// A state document needs `nodes` only. The others have defaults: the config's (players, max_rounds,
// growth), round 1, the first player that holds a territory, nobody out, not over. Winners follow
// from the rest and may not contradict it.
#include "games/entropy/state.h"

#include "agon/codec.h"

#include <string.h>

#define DEFAULT_SEED 42 // rule ALL-6

static const char *const growth_words[] = {"turn", "round", NULL};

extern const agon_codec agon_entropy_codec;

void agon_entropy_render(const agon_game *game, const agon_state *state, agon_text *text);

// ---------------------------------------------------------------------------------------------
// Config

static bool read_players(const agon_cursor *at, void *config) {
    agon_entropy_config *c = config;
    size_t count;
    if (!agon_cursor_read_list(at, 2, AGON_MAX_PLAYERS, &count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        agon_cursor name = agon_cursor_item(at, i);
        if (!agon_cursor_read_string(&name, &c->names[i])) {
            return false;
        }
    }
    c->player_count = (uint8_t)count;
    return true;
}

static const agon_config_key config_keys[] = {
    {.field = {.key = "players", .meaning = "names of the players in turn order, all different"},
     .read = read_players,
     .schema = "\"type\":[\"array\",\"null\"],\"minItems\":2,\"maxItems\":8,\"uniqueItems\":true,"
               "\"items\":{\"type\":\"string\",\"minLength\":1}"},
    {.field = AGON_NUMBER(agon_entropy_config, max_rounds, 1, INT32_MAX,
                          "rounds after which the match ends")},
    {.field = {AGON_DESCRIBED(agon_entropy_config, growth, growth, 0, 1,
                              "when dice grow: after every turn, or for all after every round"),
               .words = growth_words}},
    {.field = {.key = "seed", .meaning = "of the board and of all dice"}, .is_seed = true},
    {.field = {0}},
};

static bool config_read(const agon_cursor *at, void *config, agon_seed *seed) {
    return agon_config_read_keys(config_keys, at, config, seed);
}

// State documents name these as configs do.
static bool config_of_state(const agon_cursor *at, void *config) {
    return agon_config_read_key(config_keys, "players", at, config) &&
           agon_config_read_key(config_keys, "max_rounds", at, config) &&
           agon_config_read_key(config_keys, "growth", at, config);
}

// ---------------------------------------------------------------------------------------------
// Reading nodes

static bool read_neighbors(const agon_cursor *node_at, entropy_state *s, int node) {
    agon_cursor list_at = agon_cursor_child(node_at, "neighbors");
    uint8_t list[DEGREE];
    size_t degree;
    if (!agon_cursor_read_list(&list_at, 0, DEGREE, &degree)) {
        return false;
    }
    for (size_t k = 0; k < degree; k++) {
        agon_cursor item = agon_cursor_item(&list_at, k);
        int64_t value;
        if (!agon_cursor_read_int(&item, 0, s->node_count - 1, &value)) {
            return false;
        }
        list[k] = (uint8_t)value;
    }
    agon_entropy_neighbors_set(s, node, list, (int)degree);
    return true;
}

// Whether a node is empty: it says so, or its owner is null.
static bool read_emptiness(const agon_cursor *at, bool *is_empty) {
    agon_cursor empty_at = agon_cursor_child(at, "empty");
    agon_cursor owner_at = agon_cursor_child(at, "owner");
    *is_empty = agon_value_kind_of(owner_at.value) == AGON_VALUE_NULL;
    if (!agon_cursor_is_given(&empty_at)) {
        return true;
    }
    if (!agon_cursor_read_bool(&empty_at, is_empty)) {
        return false;
    }
    if (*is_empty && agon_cursor_is_given(&owner_at)) {
        return agon_cursor_refuse(&owner_at, "an empty node has no owner");
    }
    return true;
}

static bool read_node(const agon_game *game, const agon_cursor *at, entropy_state *s, int node) {
    agon_cursor owner_at = agon_cursor_child(at, "owner");
    agon_cursor dice_at = agon_cursor_child(at, "dice");
    int64_t owner = AGON_ENTROPY_EMPTY, dice = 0;
    bool is_empty;
    if (!agon_cursor_read_object(at) || !read_emptiness(at, &is_empty)) {
        return false;
    }
    if (is_empty && agon_cursor_is_given(&dice_at) &&
        !agon_cursor_read_int(&dice_at, 0, 0, &dice)) {
        return false;
    }
    if (!is_empty && (!agon_cursor_read_int(&owner_at, 0, game->players - 1, &owner) ||
                      !agon_cursor_read_int(&dice_at, 1, AGON_ENTROPY_MAX_DICE, &dice))) {
        return false;
    }
    agon_entropy_node_set(s, node, (int)owner, (int)dice);
    return read_neighbors(at, s, node);
}

static bool read_nodes(const agon_game *game, const agon_cursor *at, entropy_state *s) {
    agon_cursor nodes = agon_cursor_child(at, "nodes");
    size_t count;
    if (!agon_cursor_read_list(&nodes, 1, NODES, &count)) {
        return false;
    }
    s->node_count = (uint8_t)count;
    for (size_t i = 0; i < count; i++) {
        agon_cursor node = agon_cursor_item(&nodes, i);
        if (!read_node(game, &node, s, (int)i)) {
            return false;
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------------------
// Reading the rest of a state

static int first_holder(const agon_game *game, const entropy_state *s) {
    int player = 0;
    while (player < game->players - 1 && !s->owned[player]) {
        player++;
    }
    return player;
}

static bool read_turn(const agon_game *game, const agon_cursor *at, entropy_state *s) {
    agon_cursor round_at = agon_cursor_child(at, "round");
    agon_cursor current_at = agon_cursor_child(at, "current_player");
    agon_cursor over_at = agon_cursor_child(at, "game_over");
    int64_t round = 1, current = first_holder(game, s);
    bool is_over = false;
    if ((agon_cursor_is_given(&round_at) &&
         !agon_cursor_read_int(&round_at, 1, INT32_MAX, &round)) ||
        (agon_cursor_is_given(&current_at) &&
         !agon_cursor_read_int(&current_at, 0, game->players - 1, &current)) ||
        (agon_cursor_is_given(&over_at) && !agon_cursor_read_bool(&over_at, &is_over))) {
        return false;
    }
    s->round = (uint32_t)round;
    s->mover = (uint8_t)current;
    s->head.over = is_over;
    return true;
}

static bool read_out(const agon_game *game, const agon_cursor *at, entropy_state *s) {
    agon_cursor list = agon_cursor_child(at, "out");
    size_t count = 0;
    if (agon_cursor_is_given(&list) && !agon_cursor_read_list(&list, 0, game->players, &count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        agon_cursor item = agon_cursor_item(&list, i);
        agon_cursor player_at = agon_cursor_child(&item, "player");
        agon_cursor round_at = agon_cursor_child(&item, "round");
        int64_t player, round;
        if (!agon_cursor_read_object(&item) ||
            !agon_cursor_read_int(&player_at, 0, game->players - 1, &player) ||
            !agon_cursor_read_int(&round_at, 1, INT32_MAX, &round)) {
            return false;
        }
        s->out_player[i] = (uint8_t)player;
        s->out_round[i] = (uint32_t)round;
    }
    s->out_count = (uint8_t)count;
    return true;
}

static bool agree_winners(const agon_game *game, const agon_cursor *at, const entropy_state *s) {
    agon_cursor winners = agon_cursor_child(at, "winners");
    size_t count;
    if (!agon_cursor_is_given(&winners)) {
        return true;
    }
    if (!s->head.over) {
        return agon_cursor_refuse(&winners, "must be null while the game goes on");
    }
    if (!agon_cursor_read_list(&winners, 0, game->players, &count)) {
        return false;
    }
    agon_viewers set = AGON_NONE;
    int64_t player, previous = -1;
    for (size_t i = 0; i < count; i++, previous = player) {
        agon_cursor item = agon_cursor_item(&winners, i);
        if (!agon_cursor_read_int(&item, previous + 1, game->players - 1, &player)) {
            return false;
        }
        set |= agon_viewer_bit((int)player);
    }
    return set == agon_entropy_leaders(game, &s->head) ||
           agon_cursor_refuse(&winners, "must be those with the most territories");
}

// The generator of a full state: as given, or from the document's seed, or from the default seed.
static bool read_rng(const agon_cursor *at, entropy_state *s) {
    agon_cursor rng_at = agon_cursor_child(at, "rng");
    agon_cursor seed_at = agon_cursor_child(at, "seed");
    agon_seed seed = agon_seed_number(DEFAULT_SEED);
    if (s->head.viewer != AGON_NOBODY) {
        return true;
    }
    if (agon_cursor_is_given(&rng_at)) {
        return agon_cursor_read_rng(&rng_at, &s->rng);
    }
    if (agon_cursor_is_given(&seed_at) && !agon_cursor_read_seed(&seed_at, &seed)) {
        return false;
    }
    s->rng = agon_rng_make(seed);
    return true;
}

static bool state_read(const agon_game *game, const agon_cursor *at, agon_state *state) {
    entropy_state *s = (entropy_state *)state;
    return read_nodes(game, at, s) && read_turn(game, at, s) && read_out(game, at, s) &&
           agree_winners(game, at, s) && read_rng(at, s);
}

// ---------------------------------------------------------------------------------------------
// Writing a state

static void write_node(const agon_state *state, int index, agon_json *json) {
    agon_entropy_node node = agon_entropy_node_at(state, index);
    agon_json_open(json, '{');
    if (node.owner == AGON_ENTROPY_EMPTY) {
        agon_json_put_bool(json, "empty", true);
    } else {
        agon_json_put_int(json, "owner", node.owner);
        agon_json_put_int(json, "dice", node.dice);
    }
    agon_json_key(json, "neighbors");
    agon_json_open(json, '[');
    for (int k = 0; k < node.degree; k++) {
        agon_json_int(json, node.neighbors[k]);
    }
    agon_json_close(json, ']');
    agon_json_close(json, '}');
}

static void write_nodes(const agon_state *state, agon_json *json) {
    agon_json_key(json, "nodes");
    agon_json_open(json, '[');
    for (int node = 0; node < agon_entropy_node_count(state); node++) {
        write_node(state, node, json);
    }
    agon_json_close(json, ']');
}

static void write_out(const entropy_state *s, agon_json *json) {
    agon_json_key(json, "out");
    agon_json_open(json, '[');
    for (int i = 0; i < s->out_count; i++) {
        agon_json_open(json, '{');
        agon_json_put_int(json, "player", s->out_player[i]);
        agon_json_put_int(json, "round", s->out_round[i]);
        agon_json_close(json, '}');
    }
    agon_json_close(json, ']');
}

static void write_winners(const agon_game *game, const agon_state *state, agon_json *json) {
    agon_json_key(json, "winners");
    if (!state->over) {
        agon_json_null(json);
        return;
    }
    agon_players_write(&agon_entropy_codec, game, agon_entropy_leaders(game, state), json);
}

static void write_facts(const agon_game *game, agon_json *json) {
    agon_json_key(json, "players");
    agon_json_open(json, '[');
    for (int player = 0; player < game->players; player++) {
        agon_json_string(json, agon_entropy_name(game, player));
    }
    agon_json_close(json, ']');
    agon_json_put_int(json, "max_rounds", as_game(game)->max_rounds);
    agon_json_put_string(json, "growth", growth_words[as_game(game)->growth]);
}

static void state_write(const agon_game *game, const agon_state *state, agon_json *json) {
    const entropy_state *s = as_state(state);
    agon_json_open(json, '{');
    write_facts(game, json);
    agon_json_put_int(json, "round", s->round);
    agon_json_put_int(json, "current_player", s->mover);
    write_nodes(state, json);
    write_out(s, json);
    agon_json_put_bool(json, "game_over", state->over);
    write_winners(game, state, json);
    if (state->viewer == AGON_NOBODY) {
        agon_json_key(json, "rng");
        agon_json_rng(json, &s->rng);
    } else {
        agon_json_key(json, "viewer");
        agon_viewer_write(&agon_entropy_codec, game, state->viewer, json);
    }
    agon_json_close(json, '}');
}

// ---------------------------------------------------------------------------------------------
// Players, events

// A player's index or name.
static int player_read(const agon_game *game, const agon_value *value) {
    const char *name = agon_value_text(value);
    if (!name) {
        return agon_player_read_number(game, value, 0);
    }
    for (int player = 0; player < game->players; player++) {
        if (strcmp(name, agon_entropy_name(game, player)) == 0) {
            return player;
        }
    }
    return -1;
}

// GROWTH's nodes, the only field of a kind of its own.
static void event_field_write(const agon_game *game, const agon_event *event,
                              const agon_event_field *field, agon_json *json) {
    (void)game;
    agon_json_open(json, '[');
    for (int i = 0; i < event->f[field->first]; i++) {
        agon_json_int(json, agon_entropy_growth_node(event, i));
    }
    agon_json_close(json, ']');
}

static const char *const kind_types[] = {
    "number[]",
};

const agon_codec agon_entropy_codec = {
    .rules = &agon_entropy_rules,
    .config_read = config_read,
    .config_of_state = config_of_state,
    .state_read = state_read,
    .state_write = state_write,
    .action_read = agon_fields_action_read,
    .action_write = agon_fields_action_write,
    .player_read = player_read,
    .player_write = agon_fields_player_write,
    .event_field_write = event_field_write,
    .render = agon_entropy_render,
    .kind_types = kind_types,
    .config_keys = config_keys,
};

void agon_entropy_scoreboard_json(const agon_game *game, const agon_state *state, agon_json *json) {
    agon_entropy_score rows[AGON_MAX_PLAYERS];
    int count = agon_entropy_scoreboard(game, state, rows);
    agon_json_open(json, '[');
    for (int i = 0; i < count; i++) {
        agon_json_open(json, '{');
        agon_json_put_int(json, "player", rows[i].player);
        agon_json_put_string(json, "name", agon_entropy_name(game, rows[i].player));
        agon_json_put_int(json, "last_round", rows[i].last_round);
        agon_json_put_int(json, "territories_held", rows[i].territories);
        agon_json_close(json, '}');
    }
    agon_json_close(json, ']');
}
