// From documents to games and states, and back: what is the same for every game's codec.
#include "src/codec/json.h"

#include "src/core/checked.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_SEED 42 // rule ALL-6

static agon_status out_of_memory(agon_error *error) {
    return agon_error_set(error, AGON_NO_MEMORY, NULL, "out of memory");
}

static agon_status start_table(const agon_codec *codec, int version, int players, agon_table *table,
                               agon_error *error) {
    agon_status status = agon_serves(codec->rules, version, error);
    *table = (agon_table){.codec = codec};
    if (status) {
        return status;
    }
    table->config = calloc(1, codec->rules->config_size);
    if (!table->config) {
        return out_of_memory(error);
    }
    agon_config_default(codec->rules, version, table->config, players);
    return AGON_OK;
}

// Makes the game from the table's config, and zeroed memory for its state.
static agon_status make_game(agon_table *table, int version, agon_error *error) {
    const agon_rules *rules = table->codec->rules;
    table->game = malloc(agon_game_size(rules, table->config));
    if (!table->game) {
        return out_of_memory(error);
    }
    agon_status status = agon_configure_as(rules, version, table->config, table->game, error);
    if (status) {
        return status;
    }
    table->state = calloc(1, table->game->state_max);
    if (!table->state) {
        return out_of_memory(error);
    }
    agon_state_mark(table->game, table->state);
    return AGON_OK;
}

// Why a codec's function has returned false.
static agon_status refusal(const agon_reader *reader) {
    return reader->arena->failed ? AGON_NO_MEMORY : reader->status;
}

static agon_status init_table(const agon_value *config, int version, bool is_new, agon_table *table,
                              agon_error *error) {
    agon_reader reader = {AGON_BAD_CONFIG, error, &table->arena, table->codec->rules};
    agon_cursor at =
        agon_cursor_root(&reader, agon_value_kind_of(config) == AGON_VALUE_NULL ? NULL : config);
    agon_seed seed = agon_seed_number(DEFAULT_SEED);
    if (at.value && !agon_cursor_read_object(&at)) {
        return AGON_BAD_CONFIG;
    }
    agon_status status = is_new ? agon_config_check(table->codec, at.value, error) : AGON_OK;
    if (status) {
        return status;
    }
    if (!table->codec->config_read(&at, table->config, &seed)) {
        return refusal(&reader);
    }
    status = make_game(table, version, error);
    if (status == AGON_OK) {
        agon_init(table->game, table->config, seed, table->state);
    }
    return status;
}

agon_status agon_table_init(const agon_codec *codec, const agon_value *config, agon_table *table,
                            agon_error *error) {
    return agon_table_init_for(codec, 0, config, table, error);
}

agon_status agon_table_init_for(const agon_codec *codec, int players, const agon_value *config,
                                agon_table *table, agon_error *error) {
    AGON_ASSERT(codec && table);
    return agon_table_init_as(codec, 0, players, config, table, error);
}

agon_status agon_table_init_as(const agon_codec *codec, int version, int players,
                               const agon_value *config, agon_table *table, agon_error *error) {
    AGON_ASSERT(codec && table);
    const agon_rules *rules = codec->rules;
    const bool is_new = version == 0;
    version = is_new ? rules->version : version;
    *table = (agon_table){.codec = codec};
    if (players != 0 && (players < rules->min_players || players > rules->max_players)) {
        return agon_error_set(error, AGON_BAD_CONFIG, NULL,
                              "%s is for %d to %d players, not for %d", rules->title,
                              rules->min_players, rules->max_players, players);
    }
    agon_status status = start_table(codec, version, players, table, error);
    if (status == AGON_OK) {
        status = init_table(config, version, is_new, table, error);
    }
    if (status) {
        agon_table_free(table);
    }
    return status;
}

bool agon_seed_of_config(const agon_value *config, agon_seed *seed) {
    agon_reader reader = {.status = AGON_BAD_CONFIG};
    agon_cursor root = agon_cursor_root(&reader, config);
    agon_cursor at = agon_cursor_child(&root, "seed");
    return agon_value_kind_of(config) == AGON_VALUE_OBJECT && agon_cursor_is_given(&at) &&
           agon_cursor_read_seed(&at, seed);
}

json_t *agon_config_copy(const agon_value *config) {
    json_t *given = agon_json_of(config);
    json_t *copy = json_is_object(given) ? json_copy(given) : json_object();
    if (copy && json_object_size(copy) < json_object_size(given)) {
        json_decref(copy); // jansson leaves out what there is no memory for
        return NULL;
    }
    return copy;
}

static json_t *seed_document(agon_seed seed) {
    char hex[33];
    if (!seed.is_wide) {
        return json_integer((json_int_t)seed.lo);
    }
    snprintf(hex, sizeof hex, "%016llx%016llx", (unsigned long long)seed.hi,
             (unsigned long long)seed.lo);
    return json_string(hex);
}

agon_status agon_table_seat(const agon_codec *codec, int players, const agon_value *config,
                            agon_seed seed, agon_table *table, agon_error *error) {
    return agon_table_seat_as(codec, 0, players, config, seed, table, error);
}

agon_status agon_table_seat_as(const agon_codec *codec, int version, int players,
                               const agon_value *config, agon_seed seed, agon_table *table,
                               agon_error *error) {
    json_t *whole = agon_config_copy(config);
    agon_status status = AGON_NO_MEMORY;
    if (json_object_set_new(whole, "seed", seed_document(seed)) == 0) {
        status = agon_table_init_as(codec, version, players, agon_value_of(whole), table, error);
    } else {
        *table = (agon_table){0};
        (void)agon_error_set(error, AGON_NO_MEMORY, NULL, "out of memory");
    }
    if (status) {
        json_decref(whole);
    } else {
        table->document = agon_value_of(whole); // the config may point into it
    }
    return status;
}

static bool read_state_viewer(const agon_table *table, const agon_cursor *at, uint8_t *viewer) {
    agon_cursor place = agon_cursor_child(at, "viewer");
    *viewer = AGON_NOBODY;
    if (!place.value) {
        return true;
    }
    int who = agon_viewer_read(table->codec, table->game, place.value);
    if (who < 0) {
        return agon_cursor_refuse(&place, "must be a player or \"spectator\"");
    }
    *viewer = (uint8_t)who;
    return true;
}

// A fault that the config implied by a state has, is a fault of the state.
static agon_status as_bad_state(agon_status status, agon_error *error) {
    if (status != AGON_BAD_CONFIG) {
        return status;
    }
    if (error) {
        error->status = AGON_BAD_STATE;
    }
    return AGON_BAD_STATE;
}

static agon_status load_table(const agon_value *state, int version, agon_table *table,
                              agon_error *error) {
    agon_reader reader = {AGON_BAD_STATE, error, &table->arena, table->codec->rules};
    agon_cursor at = agon_cursor_root(&reader, state);
    if (!agon_cursor_read_object(&at) || !table->codec->config_of_state(&at, table->config)) {
        return refusal(&reader);
    }
    agon_status status = as_bad_state(make_game(table, version, error), error);
    if (status) {
        return status;
    }
    if (!read_state_viewer(table, &at, &table->state->viewer) ||
        !table->codec->state_read(table->game, &at, table->state)) {
        return refusal(&reader);
    }
    return table->codec->rules->validate(table->game, table->state, error);
}

agon_status agon_table_load(const agon_codec *codec, const agon_value *state, agon_table *table,
                            agon_error *error) {
    AGON_ASSERT(codec && table);
    return agon_table_load_as(codec, 0, state, table, error);
}

agon_status agon_table_load_as(const agon_codec *codec, int version, const agon_value *state,
                               agon_table *table, agon_error *error) {
    AGON_ASSERT(codec && table);
    version = version ? version : codec->rules->version;
    agon_status status = start_table(codec, version, 0, table, error);
    if (status == AGON_OK) {
        status = load_table(state, version, table, error);
    }
    if (status) {
        agon_table_free(table);
    }
    return status;
}

void agon_table_free(agon_table *table) {
    AGON_ASSERT(table);
    free(table->config);
    free(table->game);
    free(table->state);
    agon_arena_free(&table->arena);
    agon_value_free(table->document);
    *table = (agon_table){0};
}

agon_status agon_action_read(const agon_codec *codec, const agon_game *game,
                             const agon_state *state, const agon_value *json, agon_action *actions,
                             size_t *count, agon_error *error) {
    AGON_ASSERT(codec && game && state && actions && count);
    agon_reader reader = {.status = AGON_BAD_ACTION, .error = error};
    agon_cursor at = agon_cursor_root(&reader, json);
    *count = 0;
    if (!agon_cursor_read_object(&at) || !codec->action_read(game, state, &at, actions, count)) {
        return AGON_BAD_ACTION;
    }
    return AGON_OK;
}

int agon_viewer_read(const agon_codec *codec, const agon_game *game, const agon_value *json) {
    const char *word = agon_value_text(json);
    if (word && strcmp(word, "spectator") == 0) {
        return AGON_SPECTATOR;
    }
    return codec->player_read(game, json);
}

void agon_viewer_write(const agon_codec *codec, const agon_game *game, int viewer,
                       agon_json *json) {
    if (viewer == AGON_SPECTATOR) {
        agon_json_string(json, "spectator");
    } else {
        codec->player_write(game, viewer, json);
    }
}

void agon_rules_write(const agon_rules *rules, agon_json *json) {
    agon_json_put_string(json, "id", rules->id);
    agon_json_put_string(json, "title", rules->title);
    agon_json_put_int(json, "rules_version", rules->version);
    agon_json_put_int(json, "min_players", rules->min_players);
    agon_json_put_int(json, "max_players", rules->max_players);
    agon_json_put_bool(json, "simultaneous", rules->is_simultaneous);
    agon_json_put_bool(json, "chance", rules->has_chance);
    agon_json_put_bool(json, "hidden", rules->has_hidden);
    agon_json_put_string(json, "summary", rules->summary);
}

void agon_state_write(const agon_codec *codec, const agon_game *game, const agon_state *state,
                      agon_json *json) {
    AGON_ASSERT(codec && game && state && json);
    codec->state_write(game, state, json);
}

void agon_players_write(const agon_codec *codec, const agon_game *game, agon_viewers set,
                        agon_json *json) {
    agon_json_open(json, '[');
    for (int p = 0; p < game->players; p++) {
        if (agon_viewers_has(set, p)) {
            codec->player_write(game, p, json);
        }
    }
    agon_json_close(json, ']');
}

static void write_number(int32_t value, agon_json *json) {
    if (value == AGON_NULL) {
        agon_json_null(json);
    } else {
        agon_json_int(json, value);
    }
}

static void write_player(const agon_codec *codec, const agon_game *game, int32_t player,
                         agon_json *json) {
    if (player < 0) {
        agon_json_null(json);
    } else {
        codec->player_write(game, player, json);
    }
}

static void write_field(const agon_codec *codec, const agon_game *game, const agon_event *event,
                        const agon_event_field *field, agon_json *json) {
    int32_t value = event->f[field->first];
    switch (field->kind) {
    case AGON_KIND_INT:
        write_number(value, json);
        break;
    case AGON_KIND_BOOL:
        agon_json_bool(json, value != 0);
        break;
    case AGON_KIND_PLAYER:
        write_player(codec, game, value, json);
        break;
    case AGON_KIND_PLAYERS:
        agon_players_write(codec, game, (agon_viewers)value, json);
        break;
    default:
        codec->event_field_write(game, event, field, json);
    }
}

void agon_event_write(const agon_codec *codec, const agon_game *game, const agon_event *event,
                      bool with_visible, agon_json *json) {
    const agon_event_type *type = &codec->rules->events[event->type];
    agon_json_open(json, '{');
    agon_json_put_string(json, "type", type->name);
    for (uint8_t i = 0; i < type->field_count; i++) {
        agon_json_key(json, type->fields[i].key);
        if (event->redacted >> i & 1u) {
            agon_json_null(json);
        } else {
            write_field(codec, game, event, &type->fields[i], json);
        }
    }
    if (with_visible) {
        agon_json_key(json, "visible");
        if (event->visible == AGON_ALL) {
            agon_json_string(json, "all");
        } else {
            agon_players_write(codec, game, event->visible, json);
        }
    }
    agon_json_close(json, '}');
}
