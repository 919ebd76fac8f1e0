// The JSON of Rock-Paper-Scissors (RPS-2, RPS-3, RPS-7).
#include "games/rock-paper-scissors/state.h"

#include "agon/codec.h"

#include <string.h>

void agon_rps_render(const agon_game *game, const agon_state *state, agon_text *text);

static bool read_ids(const agon_cursor *at, void *config) {
    agon_rps_config *c = config;
    size_t count;
    if (!agon_cursor_read_list(at, 2, 2, &count)) {
        return false;
    }
    for (size_t p = 0; p < 2; p++) {
        agon_cursor id = agon_cursor_item(at, p);
        if (!agon_cursor_read_string(&id, &c->ids[p])) {
            return false;
        }
    }
    return true;
}

static const agon_config_key config_keys[] = {
    {.field = {.key = "playerIds",
               .meaning = "ids of the two players, different and not \"spectator\""},
     .read = read_ids,
     .schema = "\"type\":[\"array\",\"null\"],\"minItems\":2,\"maxItems\":2,\"uniqueItems\":true,"
               "\"items\":{\"type\":\"string\",\"minLength\":1,\"not\":{\"const\":\"spectator\"}}"},
    {.field = {.key = "seed", .meaning = "kept in the state; nothing is drawn"}, .is_seed = true},
    {.field = {0}},
};

static bool config_read(const agon_cursor *at, void *config, agon_seed *seed) {
    return agon_config_read_keys(config_keys, at, config, seed);
}

static bool config_of_state(const agon_cursor *at, void *config) {
    agon_cursor ids = agon_cursor_child(at, "playerIds");
    return read_ids(&ids, config);
}

static bool read_choice(const agon_cursor *at, uint8_t *choice) {
    const char *word = agon_value_text(at->value);
    int index = 0;
    if (agon_value_kind_of(at->value) == AGON_VALUE_NULL) {
        *choice = RPS_NO_CHOICE;
        return true;
    }
    if (word && strcmp(word, "hidden") == 0) {
        *choice = RPS_HIDDEN;
        return true;
    }
    if (!agon_cursor_read_word(at, agon_rps_choice_words, &index)) {
        return false;
    }
    *choice = (uint8_t)(RPS_FIRST_CHOICE + index);
    return true;
}

static bool read_choices(const agon_game *game, const agon_cursor *at, rps_state *s) {
    agon_cursor choices = agon_cursor_child(at, "choices");
    if (!agon_cursor_read_object(&choices)) {
        return false;
    }
    for (int p = 0; p < 2; p++) {
        agon_cursor choice = agon_cursor_child(&choices, agon_rps_player_id(game, p));
        if (!read_choice(&choice, &s->choices[p])) {
            return false;
        }
    }
    return true;
}

static bool read_rng_state(const agon_cursor *at, rps_state *s) {
    agon_cursor place = agon_cursor_child(at, "rngState");
    agon_seed seed = agon_seed_number(42);
    if (agon_cursor_is_given(&place) && !agon_cursor_read_seed(&place, &seed)) {
        return false;
    }
    s->seed_is_wide = seed.is_wide;
    s->seed[0] = seed.lo;
    s->seed[1] = seed.hi;
    return true;
}

// A flag that follows from the choices: it may be left out, but it may not contradict them.
static bool agree_flag(const agon_cursor *at, const char *key, bool expected) {
    agon_cursor flag = agon_cursor_child(at, key);
    bool value = expected;
    if (agon_cursor_is_given(&flag) && !agon_cursor_read_bool(&flag, &value)) {
        return false;
    }
    return value == expected || agon_cursor_refuse(&flag, "contradicts the choices");
}

static bool agree_turn(const agon_cursor *at) {
    agon_cursor turn = agon_cursor_child(at, "turn");
    agon_cursor current = agon_cursor_child(at, "currentPlayerId");
    int64_t value = 1;
    if (agon_cursor_is_given(&turn) && !agon_cursor_read_int(&turn, 1, 1, &value)) {
        return false;
    }
    return !agon_cursor_is_given(&current) ||
           agon_cursor_refuse(&current, "must be null: all choose at once");
}

static bool agree_winners(const agon_game *game, const agon_cursor *at, const rps_state *s) {
    agon_cursor winners = agon_cursor_child(at, "winners");
    int winner = s->head.over ? agon_rps_winner(s) : -1;
    if (!winners.value) {
        return true;
    }
    if (winner < 0) {
        return agon_value_kind_of(winners.value) == AGON_VALUE_NULL ||
               agon_cursor_refuse(&winners, "must be null here");
    }
    size_t count;
    if (!agon_cursor_read_list(&winners, 1, 1, &count)) {
        return false;
    }
    agon_cursor first = agon_cursor_item(&winners, 0);
    const char *id;
    return agon_cursor_read_string(&first, &id) &&
           (strcmp(id, agon_rps_player_id(game, winner)) == 0 ||
            agon_cursor_refuse(&first, "contradicts the choices"));
}

static bool state_read(const agon_game *game, const agon_cursor *at, agon_state *state) {
    rps_state *s = (rps_state *)state;
    state->used = sizeof *s;
    if (!read_choices(game, at, s)) {
        return false;
    }
    state->over = s->choices[0] != RPS_NO_CHOICE && s->choices[1] != RPS_NO_CHOICE;
    return agree_flag(at, "gameOver", state->over) && agree_flag(at, "revealed", state->over) &&
           agree_turn(at) && agree_winners(game, at, s) &&
           (state->viewer != AGON_NOBODY || read_rng_state(at, s));
}

static void write_choice(uint8_t choice, agon_json *json) {
    if (choice == RPS_NO_CHOICE) {
        agon_json_null(json);
    } else {
        agon_json_string(json, choice == RPS_HIDDEN
                                   ? "hidden"
                                   : agon_rps_choice_words[choice - RPS_FIRST_CHOICE]);
    }
}

static void write_choices(const agon_game *game, const uint8_t choices[2], agon_json *json) {
    agon_json_open(json, '{');
    for (int p = 0; p < 2; p++) {
        agon_json_key(json, agon_rps_player_id(game, p));
        write_choice(choices[p], json);
    }
    agon_json_close(json, '}');
}

static void write_winners(const agon_game *game, int winner, agon_json *json) {
    if (winner < 0) {
        agon_json_null(json);
        return;
    }
    agon_json_open(json, '[');
    agon_json_string(json, agon_rps_player_id(game, winner));
    agon_json_close(json, ']');
}

static void write_ids(const agon_game *game, agon_json *json) {
    agon_json_key(json, "playerIds");
    agon_json_open(json, '[');
    agon_json_string(json, agon_rps_player_id(game, 0));
    agon_json_string(json, agon_rps_player_id(game, 1));
    agon_json_close(json, ']');
}

static void player_write(const agon_game *game, int player, agon_json *json) {
    agon_json_string(json, agon_rps_player_id(game, player));
}

static void write_viewer(const agon_game *game, int viewer, agon_json *json) {
    agon_json_key(json, "viewer");
    if (viewer == AGON_SPECTATOR) {
        agon_json_string(json, "spectator");
    } else {
        player_write(game, viewer, json);
    }
}

static void state_write(const agon_game *game, const agon_state *state, agon_json *json) {
    const rps_state *s = (const rps_state *)state;
    agon_json_open(json, '{');
    agon_json_key(json, "choices");
    write_choices(game, s->choices, json);
    agon_json_put_null(json, "currentPlayerId");
    agon_json_put_bool(json, "gameOver", state->over);
    agon_json_key(json, "winners");
    write_winners(game, state->over ? agon_rps_winner(s) : -1, json);
    agon_json_put_int(json, "turn", 1);
    if (state->viewer == AGON_NOBODY) {
        agon_json_key(json, "rngState");
        agon_json_seed(json, (agon_seed){s->seed[0], s->seed[1], s->seed_is_wide});
    }
    write_ids(game, json);
    agon_json_put_bool(json, "revealed", state->over);
    if (state->viewer != AGON_NOBODY) {
        write_viewer(game, state->viewer, json);
    }
    agon_json_close(json, '}');
}

static int player_read(const agon_game *game, const agon_value *value) {
    const char *id = agon_value_text(value);
    for (int p = 0; id && p < 2; p++) {
        if (strcmp(id, agon_rps_player_id(game, p)) == 0) {
            return p;
        }
    }
    return -1;
}

static void event_field_write(const agon_game *game, const agon_event *event,
                              const agon_event_field *field, agon_json *json) {
    const int32_t *value = &event->f[field->first];
    if (field->kind == RPS_KIND_CHOICE) {
        agon_json_string(json, agon_rps_choice_words[value[0]]);
    } else if (field->kind == RPS_KIND_WINNERS) {
        write_winners(game, value[0], json);
    } else {
        uint8_t choices[2] = {(uint8_t)(value[0] + RPS_FIRST_CHOICE),
                              (uint8_t)(value[1] + RPS_FIRST_CHOICE)};
        write_choices(game, choices, json);
    }
}

static const char *const kind_types[] = {
    "Choice",
    "Record<Player, Choice>",
    "Player[] | null",
};

const agon_codec agon_rps_codec = {
    .rules = &agon_rps_rules,
    .config_read = config_read,
    .config_of_state = config_of_state,
    .state_read = state_read,
    .state_write = state_write,
    .action_read = agon_fields_action_read,
    .action_write = agon_fields_action_write,
    .player_read = player_read,
    .player_write = player_write,
    .event_field_write = event_field_write,
    .render = agon_rps_render,
    .kind_types = kind_types,
    .config_keys = config_keys,
};
