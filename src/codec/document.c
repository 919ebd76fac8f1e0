// Documents as text. See document.h.
#include "agon/document.h"

#include "src/core/checked.h"

#include <string.h>

// Parses; the status says why it could not be done.
static agon_value *parse(const char *text, agon_status *status, agon_error *error) {
    agon_error local;
    agon_value *value = agon_value_parse(text, strlen(text), error ? error : &local);
    *status = value ? AGON_OK : (error ? error : &local)->status;
    return value;
}

agon_status agon_config_from_json(const agon_codec *codec, int players, const char *text,
                                  agon_table *table, agon_error *error) {
    AGON_ASSERT(codec && table);
    agon_status status = AGON_OK;
    agon_value *config = text ? parse(text, &status, error) : NULL;
    *table = (agon_table){.codec = codec};
    if (status) {
        return status;
    }
    status = agon_table_init_for(codec, players, config, table, error);
    if (status == AGON_OK) {
        table->document = config;
    } else {
        agon_value_free(config);
    }
    return status;
}

void agon_config_schema(const agon_codec *codec, agon_text *text) {
    AGON_ASSERT(codec && text);
    agon_json json = {.text = text};
    agon_config_schema_write(codec, &json);
}

agon_status agon_state_from_json(const agon_codec *codec, const char *text, agon_table *table,
                                 agon_error *error) {
    AGON_ASSERT(codec && text && table);
    agon_status status;
    agon_value *state = parse(text, &status, error);
    *table = (agon_table){.codec = codec};
    if (status) {
        return status;
    }
    status = agon_table_load(codec, state, table, error);
    if (status == AGON_OK) {
        table->document = state;
    } else {
        agon_value_free(state);
    }
    return status;
}

agon_status agon_action_from_json(const agon_table *table, const char *text, agon_action *actions,
                                  size_t *count, agon_error *error) {
    AGON_ASSERT(table && table->game && text && actions && count);
    agon_status status;
    agon_value *action = parse(text, &status, error);
    *count = 0;
    if (status) {
        return status;
    }
    status =
        agon_action_read(table->codec, table->game, table->state, action, actions, count, error);
    agon_value_free(action);
    return status;
}

agon_status agon_viewer_from_json(const agon_table *table, const char *text, int *viewer,
                                  agon_error *error) {
    AGON_ASSERT(table && table->game && text && viewer);
    agon_status status;
    agon_value *value = parse(text, &status, error);
    if (status) {
        return status;
    }
    *viewer = agon_viewer_read(table->codec, table->game, value);
    agon_value_free(value);
    return *viewer >= 0 ? AGON_OK
                        : agon_error_set(error, AGON_UNKNOWN_PLAYER, NULL, "names no player");
}

void agon_state_to_json(const agon_table *table, const agon_state *state, agon_text *text) {
    AGON_ASSERT(table && table->game && state && text);
    AGON_CHECK(agon_is_state_of(table->game, state));
    agon_json json = {.text = text};
    agon_state_write(table->codec, table->game, state, &json);
}

void agon_action_to_json(const agon_table *table, agon_action action, agon_text *text) {
    AGON_ASSERT(table && table->game && text);
    agon_json json = {.text = text};
    table->codec->action_write(table->game, table->state, action, &json);
}

void agon_viewer_to_json(const agon_table *table, int viewer, agon_text *text) {
    AGON_ASSERT(table && table->game && text);
    AGON_ASSERT(viewer == AGON_SPECTATOR || (viewer >= 0 && viewer < table->game->players));
    agon_json json = {.text = text};
    agon_viewer_write(table->codec, table->game, viewer, &json);
}

void agon_event_to_json(const agon_table *table, const agon_event *event, agon_text *text) {
    AGON_ASSERT(table && table->game && event && text);
    AGON_ASSERT(event->type < table->game->rules->event_types);
    agon_json json = {.text = text};
    agon_event_write(table->codec, table->game, event, false, &json);
}

void agon_state_to_text(const agon_table *table, const agon_state *state, agon_text *text) {
    AGON_ASSERT(table && table->game && state && text);
    AGON_CHECK(agon_is_state_of(table->game, state));
    table->codec->render(table->game, state, text);
}
