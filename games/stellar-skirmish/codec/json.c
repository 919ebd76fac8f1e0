// The JSON of Stellar Skirmish: writing and events. Reading is in the files beside it.
#include "games/stellar-skirmish/codec/internal.h"

const char *agon_stellar_player_key(int player) {
    static const char *const keys[AGON_MAX_PLAYERS] = {"1", "2", "3", "4", "5", "6", "7", "8"};
    return keys[player];
}

// ---------------------------------------------------------------------------------------------
// States and views

static void write_planets(const agon_game *game, const uint8_t *planets, int count,
                          agon_json *json) {
    agon_json_open(json, '[');
    for (int i = 0; i < count; i++) {
        agon_stellar_planet_write(game, planets[i], json);
    }
    agon_json_close(json, ']');
}

static void write_numbers(const int32_t *numbers, int count, agon_json *json) {
    agon_json_open(json, '[');
    for (int i = 0; i < count; i++) {
        agon_json_int(json, numbers[i]);
    }
    agon_json_close(json, ']');
}

static void write_hand(const agon_game *game, const agon_state *state, int player,
                       agon_json *json) {
    int32_t cards[AGON_STELLAR_MAX_CARDS];
    int count = agon_stellar_hand(game, state, player, cards);
    write_numbers(cards, count, json);
}

static void write_claimed(const agon_game *game, const agon_state *state, int player,
                          agon_json *json) {
    uint8_t planets[AGON_STELLAR_MAX_PLANETS];
    int count = agon_stellar_claimed(game, state, player, planets);
    write_planets(game, planets, count, json);
}

static void write_play(const agon_game *game, const agon_state *state, int player,
                       agon_json *json) {
    int32_t card = 0;
    switch (agon_stellar_table_card(game, state, player, &card)) {
    case AGON_STELLAR_OPEN_CARD:
        agon_json_int(json, card);
        break;
    case AGON_STELLAR_HIDDEN_CARD:
        agon_json_string(json, "hidden");
        break;
    default:
        agon_json_null(json);
    }
}

// An object with one entry per player.
static void write_players(const char *key, const agon_game *game, const agon_state *state,
                          void (*write)(const agon_game *, const agon_state *, int, agon_json *),
                          agon_json *json) {
    agon_json_key(json, key);
    agon_json_open(json, '{');
    for (int p = 0; p < game->players; p++) {
        agon_json_key(json, agon_stellar_player_key(p));
        write(game, state, p, json);
    }
    agon_json_close(json, '}');
}

static void write_deck(const agon_game *game, const agon_state *state, agon_json *json) {
    uint8_t deck[AGON_STELLAR_MAX_PLANETS];
    int count = agon_stellar_deck(game, state, deck);
    agon_json_key(json, "planet_deck");
    write_planets(game, deck, count, json);
}

static void write_pot(const agon_game *game, const agon_state *state, agon_json *json) {
    agon_stellar_pot pot = agon_stellar_pot_summary(game, state);
    agon_json_key(json, "planet_pot");
    write_planets(game, pot.planets, pot.count, json);
}

// A state also carries what it takes to go on exactly like this: fleet and generator.
static void write_private(const agon_game *game, const stellar_state *s, agon_json *json) {
    int32_t fleet[AGON_STELLAR_MAX_CARDS];
    int count = agon_stellar_fleet(game, fleet);
    agon_rng rng = {.key = {s->key[0], s->key[1]}, .pos = s->pos};
    if (count > 0) {
        agon_json_key(json, "fleet_values");
        write_numbers(fleet, count, json);
    }
    agon_json_key(json, "rng");
    agon_json_rng(json, &rng);
}

static void player_write(const agon_game *game, int player, agon_json *json) {
    (void)game;
    agon_json_int(json, player + 1);
}

static void write_viewer(int viewer, agon_json *json) {
    agon_json_key(json, "viewer");
    if (viewer == AGON_SPECTATOR) {
        agon_json_string(json, "spectator");
    } else {
        agon_json_int(json, viewer + 1);
    }
}

static void state_write(const agon_game *game, const agon_state *state, agon_json *json) {
    bool is_view = state->viewer != AGON_NOBODY;
    agon_json_open(json, '{');
    agon_json_put_int(json, "player_count", game->players);
    write_players("hands", game, state, write_hand, json);
    write_deck(game, state, json);
    agon_json_put_int(json, "current_planet_index", agon_stellar_revealed(state));
    write_pot(game, state, json);
    write_players("claimed_planets", game, state, write_claimed, json);
    write_players("current_plays", game, state, write_play, json);
    agon_json_put_bool(json, "game_over", state->over);
    agon_json_put_string(json, "end_reason", agon_stellar_end_word(agon_stellar_end_reason(state)));
    if (is_view) {
        agon_json_put_int(json, "revealed_count", agon_stellar_revealed(state));
    }
    agon_json_put_string(json, "final_tie", agon_stellar_tie_word(agon_stellar_final_tie(game)));
    agon_json_put_string(json, "reveal", agon_stellar_reveal_word(agon_stellar_reveal(game)));
    if (is_view) {
        write_viewer(state->viewer, json);
    } else {
        write_private(game, (const stellar_state *)state, json);
    }
    agon_json_close(json, '}');
}

// ---------------------------------------------------------------------------------------------
// Players, events

static int player_read(const agon_game *game, const agon_value *value) {
    return agon_player_read_number(game, value, 1);
}

static void write_cards(const agon_game *game, const int32_t *cards, agon_json *json) {
    agon_json_open(json, '{');
    for (int p = 0; p < game->players; p++) {
        agon_json_put_int(json, agon_stellar_player_key(p), cards[p]);
    }
    agon_json_close(json, '}');
}

static void event_field_write(const agon_game *game, const agon_event *event,
                              const agon_event_field *field, agon_json *json) {
    const int32_t *value = &event->f[field->first];
    switch (field->kind) {
    case STELLAR_KIND_PLANET:
        agon_stellar_planet_write(game, value[0], json);
        break;
    case STELLAR_KIND_CARDS:
        write_cards(game, value, json);
        break;
    case STELLAR_KIND_SCORES:
        write_numbers(value, game->players, json);
        break;
    default:
        agon_json_string(json, agon_stellar_end_word(value[0]));
    }
}

// A deck that is not shuffled is drawn in the order of the config (SS-4, SS-16).
static const char *const config_secrets[] = {"planets", NULL};

static const char *const kind_types[] = {
    "Planet",
    "Record<string, number>",
    "number[]",
    "EndReason",
};

const agon_codec agon_stellar_codec = {
    .rules = &agon_stellar_rules,
    .config_read = agon_stellar_config_read,
    .config_of_state = agon_stellar_config_of_state,
    .state_read = agon_stellar_state_read,
    .state_write = state_write,
    .action_read = agon_fields_action_read,
    .action_write = agon_fields_action_write,
    .player_read = player_read,
    .player_write = player_write,
    .event_field_write = event_field_write,
    .render = agon_stellar_render,
    .config_secrets = config_secrets,
    .kind_types = kind_types,
    .config_keys = agon_stellar_config_keys,
};
