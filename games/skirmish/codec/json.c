// The JSON of Skirmish: ids, actions, events. Configs, states and queues are in json_….c.
#include "games/skirmish/codec/internal.h"

#include <stdio.h>
#include <string.h>

const char *const agon_skirmish_causes[] = {"power", "damage", "kill", "consumed", NULL};

// ---------------------------------------------------------------------------------------------
// Ids

// A number from 1 on without leading zeros; 0: it is none, or too large.
static int copy_parse(const char *digits) {
    int copy = 0;
    if (digits[0] == '0') {
        return 0;
    }
    for (; *digits >= '0' && *digits <= '9' && copy <= AGON_SKIRMISH_COPY_MAX; digits++) {
        copy = 10 * copy + (*digits - '0');
    }
    return *digits == '\0' && copy <= AGON_SKIRMISH_COPY_MAX ? copy : 0;
}

bool agon_skirmish_id_parse(const skirmish_card *const *catalogue, const char *text,
                            skirmish_id *id) {
    if ((text[0] != '0' && text[0] != '1') || text[1] != '-') {
        return false;
    }
    const char *name = text + 2;
    const char *dash = strchr(name, '-');
    if (!dash) {
        return false;
    }
    id->player = text[0] - '0';
    id->kind = agon_skirmish_kind(catalogue, name, (size_t)(dash - name));
    id->copy = copy_parse(dash + 1);
    return id->kind >= 0 && id->copy > 0;
}

int agon_skirmish_id_find(const skirmish_game *g, const char *text) {
    skirmish_id id;
    if (!agon_skirmish_id_parse(g->cards, text, &id)) {
        return -1;
    }
    uint64_t same = g->kind_set[id.player][id.kind];
    while (same) {
        int index = skirmish_take(&same);
        if (g->copy_of[id.player][index] == id.copy) {
            return skirmish_ref(id.player, index);
        }
    }
    return -1;
}

void agon_skirmish_id_write(const skirmish_game *g, int ref, agon_json *json) {
    char text[64];
    int player = agon_skirmish_ref_player(ref);
    snprintf(text, sizeof text, "%d-%.40s-%d", player, skirmish_card_of(g, ref)->name,
             g->copy_of[player][skirmish_ref_index(ref)]);
    agon_json_string(json, text);
}

// ---------------------------------------------------------------------------------------------
// Places

void agon_skirmish_slot_write(int slot, agon_json *json) {
    agon_json_open(json, '[');
    agon_json_int(json, agon_skirmish_player_of(slot));
    agon_json_int(json, agon_skirmish_terrain_of(slot));
    agon_json_close(json, ']');
}

void agon_skirmish_slots_write(skirmish_slots set, agon_json *json) {
    uint64_t left = set;
    agon_json_open(json, '[');
    while (left) {
        agon_skirmish_slot_write(skirmish_take(&left), json);
    }
    agon_json_close(json, ']');
}

bool agon_skirmish_slot_read(const agon_cursor *at, uint8_t *slot) {
    size_t count;
    int64_t player;
    int64_t terrain;
    if (!agon_cursor_read_list(at, 2, 2, &count)) {
        return false;
    }
    agon_cursor first = agon_cursor_item(at, 0);
    agon_cursor second = agon_cursor_item(at, 1);
    if (!agon_cursor_read_int(&first, INT64_MIN, INT64_MAX, &player) ||
        !agon_cursor_read_int(&second, INT64_MIN, INT64_MAX, &terrain)) {
        return false;
    }
    bool is_slot = player >= 0 && player < 2 && terrain >= 0 && terrain < AGON_SKIRMISH_TERRAINS;
    *slot = (uint8_t)(is_slot ? agon_skirmish_slot((int)player, (int)terrain) : SKIRMISH_NONE);
    return true;
}

// ---------------------------------------------------------------------------------------------
// Actions. What is missing or names nothing becomes SKIRMISH_NONE, which no check accepts.

static const char *const action_types[] = {"PLAY_CARD", "ACTIVATE", "INPUT",
                                           "END_TURN",  "PASS",     NULL};

static bool card_read(const skirmish_game *g, const agon_cursor *at, uint8_t *ref) {
    const char *text;
    if (!agon_cursor_read_string(at, &text)) {
        return false;
    }
    int found = agon_skirmish_id_find(g, text);
    *ref = (uint8_t)(found < 0 ? SKIRMISH_NONE : found);
    return true;
}

static bool terrain_read(const agon_cursor *at, uint8_t *terrain) {
    int64_t value = -1;
    if (agon_cursor_is_given(at) && !agon_cursor_read_int(at, INT64_MIN, INT64_MAX, &value)) {
        return false;
    }
    bool is_terrain = value >= 0 && value < AGON_SKIRMISH_TERRAINS;
    *terrain = (uint8_t)(is_terrain ? value : SKIRMISH_NONE);
    return true;
}

static bool target_read(const agon_cursor *at, uint8_t *slot) {
    *slot = SKIRMISH_NONE;
    return !agon_cursor_is_given(at) || agon_skirmish_slot_read(at, slot);
}

static bool play_read(const skirmish_game *g, const agon_cursor *at, agon_action *action) {
    agon_cursor card_at = agon_cursor_child(at, "cardId");
    agon_cursor slot_at = agon_cursor_child(at, "slotId");
    agon_cursor target_at = agon_cursor_child(at, "target");
    agon_cursor to_at = agon_cursor_child(at, "to");
    uint8_t terrain;
    uint8_t target;
    uint8_t to;
    if (!card_read(g, &card_at, &action->a) || !terrain_read(&slot_at, &terrain) ||
        !target_read(&target_at, &target) || !terrain_read(&to_at, &to)) {
        return false;
    }
    if (action->a == SKIRMISH_NONE) {
        return true;
    }
    const skirmish_card *card = skirmish_card_of(g, action->a);
    action->b = card->type == SKIRMISH_ACTION ? target : terrain;
    action->c = card->play.destinations ? to : 0;
    return true;
}

static bool activate_read(const skirmish_game *g, const agon_cursor *at, agon_action *action) {
    agon_cursor unit_at = agon_cursor_child(at, "unitId");
    agon_cursor target_at = agon_cursor_child(at, "target");
    agon_cursor card_at = agon_cursor_child(at, "cardId");
    uint8_t raised = SKIRMISH_NONE;
    if (!card_read(g, &unit_at, &action->a) || !target_read(&target_at, &action->b) ||
        (agon_cursor_is_given(&card_at) && !card_read(g, &card_at, &raised))) {
        return false;
    }
    bool needs_card = action->a != SKIRMISH_NONE && skirmish_card_of(g, action->a)->activate.cards;
    action->c = needs_card ? raised : 0;
    return true;
}

static bool input_read(const agon_cursor *at, agon_action *action) {
    agon_cursor target_at = agon_cursor_child(at, "target");
    agon_cursor skip_at = agon_cursor_child(at, "skip");
    bool skips = false;
    if (agon_cursor_is_given(&skip_at) && !agon_cursor_read_bool(&skip_at, &skips)) {
        return false;
    }
    action->a = skips;
    return skips || agon_skirmish_slot_read(&target_at, &action->b);
}

static bool action_read(const agon_game *game, const agon_state *state, const agon_cursor *at,
                        agon_action *actions, size_t *count) {
    (void)state;
    const skirmish_game *g = (const skirmish_game *)game;
    agon_cursor type_at = agon_cursor_child(at, "type");
    int type = 0;
    if (!agon_cursor_read_word(&type_at, action_types, &type)) {
        return false;
    }
    actions[0] = (agon_action){.type = (uint8_t)type};
    *count = 1;
    switch (type) {
    case AGON_SKIRMISH_PLAY_CARD:
        return play_read(g, at, &actions[0]);
    case AGON_SKIRMISH_ACTIVATE:
        return activate_read(g, at, &actions[0]);
    case AGON_SKIRMISH_INPUT:
        return input_read(at, &actions[0]);
    default:
        return true;
    }
}

static void target_write(int slot, agon_json *json) {
    agon_json_key(json, "target");
    agon_skirmish_slot_write(slot, json);
}

static void play_write(const skirmish_game *g, agon_action action, agon_json *json) {
    const skirmish_card *card = skirmish_card_of(g, action.a);
    agon_json_key(json, "cardId");
    agon_skirmish_id_write(g, action.a, json);
    if (card->type != SKIRMISH_ACTION) {
        agon_json_put_int(json, "slotId", action.b);
        return;
    }
    target_write(action.b, json);
    if (card->play.destinations) {
        agon_json_put_int(json, "to", action.c);
    }
}

static void activate_write(const skirmish_game *g, agon_action action, agon_json *json) {
    agon_json_key(json, "unitId");
    agon_skirmish_id_write(g, action.a, json);
    target_write(action.b, json);
    if (skirmish_card_of(g, action.a)->activate.cards) {
        agon_json_key(json, "cardId");
        agon_skirmish_id_write(g, action.c, json);
    }
}

static void action_write(const agon_game *game, const agon_state *state, agon_action action,
                         agon_json *json) {
    (void)state;
    const skirmish_game *g = (const skirmish_game *)game;
    agon_json_open(json, '{');
    agon_json_put_string(json, "type", action_types[action.type]);
    if (action.type == AGON_SKIRMISH_PLAY_CARD) {
        play_write(g, action, json);
    } else if (action.type == AGON_SKIRMISH_ACTIVATE) {
        activate_write(g, action, json);
    } else if (action.type == AGON_SKIRMISH_INPUT && action.a) {
        agon_json_put_bool(json, "skip", true);
    } else if (action.type == AGON_SKIRMISH_INPUT) {
        target_write(action.b, json);
    }
    agon_json_close(json, '}');
}

// ---------------------------------------------------------------------------------------------
// Players and events

static int player_read(const agon_game *game, const agon_value *value) {
    return agon_player_read_number(game, value, 0);
}

static void player_write(const agon_game *game, int player, agon_json *json) {
    (void)game;
    agon_json_int(json, player);
}

static void event_field_write(const agon_game *game, const agon_event *event,
                              const agon_event_field *field, agon_json *json) {
    const skirmish_game *g = (const skirmish_game *)game;
    const int32_t *value = &event->f[field->first];
    if (value[0] == AGON_NULL) {
        agon_json_null(json);
        return;
    }
    switch (field->kind) {
    case SKIRMISH_KIND_CARD:
        agon_skirmish_id_write(g, value[0], json);
        break;
    case SKIRMISH_KIND_NAME:
        agon_json_string(json, g->cards[value[0]]->name);
        break;
    case SKIRMISH_KIND_SLOT:
        agon_skirmish_slot_write(value[0], json);
        break;
    case SKIRMISH_KIND_SLOTS:
        agon_skirmish_slots_write((skirmish_slots)value[0], json);
        break;
    case SKIRMISH_KIND_CAUSE:
        agon_json_string(json, agon_skirmish_causes[value[0]]);
        break;
    default:
        agon_json_open(json, '[');
        agon_json_int(json, value[0]);
        agon_json_int(json, value[1]);
        agon_json_close(json, ']');
    }
}

static const char *const kind_types[] = {
    "CardId", "CardName", "Slot | null", "Slot[]", "DeathCause", "[number, number]",
};

static void write_card(const agon_skirmish_card *card, agon_json *json) {
    agon_json_open(json, '{');
    agon_json_put_string(json, "name", card->name);
    agon_json_put_string(json, "type",
                         card->is_action  ? "action"
                         : card->is_token ? "token"
                                          : "unit");
    if (!card->is_action) {
        agon_json_put_int(json, "power", card->power);
    }
    if (card->is_activated) {
        agon_json_put_int(json, "cooldown", card->cooldown);
    }
    agon_json_put_string(json, "text", card->text);
    agon_json_put_string(json, "asks", card->asks);
    agon_json_put_string(json, "badge", card->badge);
    agon_json_close(json, '}');
}

static void facts_write(agon_json *json) {
    const agon_skirmish_starter *starter;
    agon_json_key(json, "cards");
    agon_json_open(json, '[');
    for (int kind = 0; agon_skirmish_catalogue[kind]; kind++) {
        agon_skirmish_card card = agon_skirmish_card_facts(agon_skirmish_catalogue[kind]);
        write_card(&card, json);
    }
    agon_json_close(json, ']');
    agon_json_key(json, "decks");
    agon_json_open(json, '[');
    for (size_t i = 0; (starter = agon_skirmish_starter_deck(i)); i++) {
        agon_json_open(json, '{');
        agon_json_put_string(json, "name", starter->name);
        agon_json_put_string(json, "summary", starter->summary);
        agon_json_close(json, '}');
    }
    agon_json_close(json, ']');
}

extern const agon_codec agon_skirmish_codec;

const agon_codec agon_skirmish_codec = {
    .rules = &agon_skirmish_rules,
    .config_read = agon_skirmish_config_read,
    .config_of_state = agon_skirmish_config_of_state,
    .state_read = agon_skirmish_state_read,
    .state_write = agon_skirmish_state_write,
    .action_read = action_read,
    .action_write = action_write,
    .player_read = player_read,
    .player_write = player_write,
    .event_field_write = event_field_write,
    .render = agon_skirmish_render,
    .kind_types = kind_types,

    .facts_write = facts_write,
    .config_keys = agon_skirmish_config_keys,
};
