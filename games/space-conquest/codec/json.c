// The JSON of Space Conquest: config, actions, players, events. States: read.c, write.c.
#include "games/space-conquest/codec/internal.h"

#include <string.h>

const char *const agon_conquest_players[] = {"p1", "p2", NULL};
const char *const agon_conquest_controls[] = {"me", "opp", "npc", "none", NULL};
const char *const agon_conquest_combat_types[] = {"npc", "pvp", NULL};
const char *const agon_conquest_sides[] = {"attacker", "defender", NULL};
const char *const agon_conquest_results[] = {"p1", "p2", "draw", NULL};

static const char *const types[] = {"order", "commit", NULL};

static const agon_config_key config_keys[] = {
    {.field = AGON_NUMBER(agon_conquest_config, max_turns, 1, AGON_CONQUEST_MAX_TURNS,
                          "turns after which the match is a draw")},
    {.field = {.key = "seed", .meaning = "of the map and of all battles"}, .is_seed = true},
    {.field = {0}},
};

static bool config_read(const agon_cursor *at, void *config, agon_seed *seed) {
    return agon_config_read_keys(config_keys, at, config, seed);
}

static bool config_of_state(const agon_cursor *at, void *config) {
    return agon_config_read_key(config_keys, "max_turns", at, config);
}

// ---------------------------------------------------------------------------------------------
// Orders and actions

static uint8_t letter_of(const agon_value *json) {
    const char *word = agon_value_text(json);
    bool is_letter = word && word[0] >= 'A' && word[0] <= 'Z' && word[1] == '\0';
    return is_letter ? (uint8_t)(word[0] - 'A') : AGON_CONQUEST_NO_STAR;
}

// A count that is no integer becomes AGON_NULL; one that is too large for us stays more than anybody
// has. (An integer of more than 64 bits reaches us as a real; a negative one is none here.)
static int32_t ships_of(const agon_value *json) {
    int64_t ships = 0;
    if (!agon_value_int(json, &ships) ||
        (ships < 0 && agon_value_kind_of(json) == AGON_VALUE_REAL)) {
        return AGON_NULL;
    }
    return ships > INT32_MAX ? INT32_MAX : ships <= INT32_MIN ? INT32_MIN + 1 : (int32_t)ships;
}

// agon_value_member answers NULL for everything that is no object, and the rest follows from that.
void agon_conquest_order_read(const agon_value *json, conquest_order *order) {
    order->from = letter_of(agon_value_member(json, "from"));
    order->to = letter_of(agon_value_member(json, "to"));
    order->ships = ships_of(agon_value_member(json, "ships"));
}

static agon_action order_action(const agon_value *json) {
    conquest_order order = {0};
    agon_conquest_order_read(json, &order);
    return (agon_action){
        .type = AGON_CONQUEST_ORDER, .a = order.from, .b = order.to, .n = order.ships};
}

// The whole set. One order beyond the limit says that there were more.
static bool read_moves(const agon_cursor *at, agon_action *actions, size_t *count) {
    agon_cursor moves = agon_cursor_child(at, "moves");
    size_t given;
    if (!agon_cursor_read_list(&moves, 0, SIZE_MAX, &given)) {
        return false;
    }
    size_t kept = given <= AGON_CONQUEST_MAX_ORDERS ? given : AGON_CONQUEST_MAX_ORDERS + 1;
    for (size_t i = 0; i < kept; i++) {
        actions[i] = order_action(agon_value_item(moves.value, i));
    }
    actions[kept] = agon_conquest_commit();
    *count = kept + 1;
    return true;
}

static bool action_read(const agon_game *game, const agon_state *state, const agon_cursor *at,
                        agon_action *actions, size_t *count) {
    (void)game;
    (void)state;
    agon_cursor type_at = agon_cursor_child(at, "type");
    int type;
    if (!type_at.value) {
        return read_moves(at, actions, count);
    }
    if (!agon_cursor_read_word(&type_at, types, &type)) {
        return false;
    }
    actions[0] = type == AGON_CONQUEST_ORDER ? order_action(at->value) : agon_conquest_commit();
    *count = 1;
    return true;
}

static void action_write(const agon_game *game, const agon_state *state, agon_action action,
                         agon_json *json) {
    (void)game;
    (void)state;
    agon_json_open(json, '{');
    agon_json_put_string(json, "type", types[action.type]);
    if (action.type == AGON_CONQUEST_ORDER) {
        agon_conquest_write_order(action.a, action.b, action.n, json);
    }
    agon_json_close(json, '}');
}

// ---------------------------------------------------------------------------------------------
// Players and events

static int player_read(const agon_game *game, const agon_value *value) {
    (void)game;
    const char *word = agon_value_text(value);
    for (int p = 0; word && p < 2; p++) {
        if (strcmp(word, agon_conquest_players[p]) == 0) {
            return p;
        }
    }
    return -1;
}

static void player_write(const agon_game *game, int player, agon_json *json) {
    (void)game;
    agon_json_string(json, agon_conquest_players[player]);
}

static void write_fleet_field(const int32_t *f, agon_json *json) {
    conquest_fleet fleet = {.owner = (uint8_t)f[0],
                            .number = (uint32_t)f[1],
                            .ships = (uint32_t)f[2],
                            .from = (uint8_t)f[3],
                            .to = (uint8_t)f[4],
                            .distance = (uint8_t)f[5]};
    agon_conquest_write_fleet(&fleet, json);
}

static void event_field_write(const agon_game *game, const agon_event *event,
                              const agon_event_field *field, agon_json *json) {
    (void)game;
    const int32_t *f = &event->f[field->first];
    switch (field->kind) {
    case CONQUEST_KIND_STAR:
        agon_conquest_write_letter((unsigned)f[0], json);
        break;
    case CONQUEST_KIND_STAR_NAME:
        agon_json_string(json, agon_conquest_star_name((char)('A' + f[0])));
        break;
    case CONQUEST_KIND_FLEET_ID:
        agon_conquest_write_fleet_id((unsigned)f[0], (uint32_t)f[1], json);
        break;
    case CONQUEST_KIND_FLEET:
        write_fleet_field(f, json);
        break;
    case CONQUEST_KIND_REASON:
        agon_json_string(json, agon_conquest_reason_word(f[0]));
        break;
    case CONQUEST_KIND_COMBAT_TYPE:
        agon_json_string(json, agon_conquest_combat_types[f[0]]);
        break;
    case CONQUEST_KIND_DEFENDER:
        agon_json_string(json, f[0] < 2 ? agon_conquest_players[f[0]] : "npc");
        break;
    case CONQUEST_KIND_SIDE:
        agon_json_string(json, f[0] < 0 ? NULL : agon_conquest_sides[f[0]]);
        break;
    case CONQUEST_KIND_OUTCOME:
        agon_json_string(json, "lost");
        break;
    default:
        agon_json_string(json, agon_conquest_results[f[0] - 1]);
        break;
    }
}

static const char *const kind_types[] = {
    "StarId",           "string",
    "FleetId",          "Fleet",
    "OrderFault",       "\"npc\" | \"pvp\"",
    "Player | \"npc\"", "\"attacker\" | \"defender\" | null",
    "\"lost\"",         "Outcome",
};

const agon_codec agon_conquest_codec = {
    .rules = &agon_conquest_rules,
    .config_read = config_read,
    .config_of_state = config_of_state,
    .state_read = agon_conquest_state_read,
    .state_write = agon_conquest_state_write,
    .action_read = action_read,
    .action_write = action_write,
    .player_read = player_read,
    .player_write = player_write,
    .event_field_write = event_field_write,
    .render = agon_conquest_render,
    .kind_types = kind_types,
    .config_keys = config_keys,
};
