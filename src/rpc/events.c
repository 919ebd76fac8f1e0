// view_events: what a viewer may see of events that `apply` has written.
//
// There is no state here, so this works on the JSON itself, by the game's table of event types:
// the same decisions as agon_event_redact. Only what the table names is passed on.
#include "src/rpc/call.h"

#include "src/codec/json.h"

#include <string.h>

// The event type that a value names; NULL, with the error set, if it names none.
static const agon_event_type *type_find(const agon_rules *rules, const agon_cursor *at) {
    const char *name;
    if (!agon_cursor_read_string(at, &name)) {
        return NULL;
    }
    for (uint8_t i = 0; i < rules->event_types; i++) {
        if (strcmp(rules->events[i].name, name) == 0) {
            return &rules->events[i];
        }
    }
    (void)agon_cursor_refuse(at, "is no event type of this game");
    return NULL;
}

static bool is_player_value(const agon_value *value) {
    return agon_value_kind_of(value) == AGON_VALUE_TEXT ||
           agon_value_kind_of(value) == AGON_VALUE_INT;
}

// Whether a value can be what agon_event_write makes of a field of this kind. The values of a
// game's own kinds are the game's business.
static bool kind_fits(uint8_t kind, const agon_value *value) {
    switch (kind) {
    case AGON_KIND_INT:
        return agon_value_kind_of(value) == AGON_VALUE_INT ||
               agon_value_kind_of(value) == AGON_VALUE_NULL;
    case AGON_KIND_BOOL:
        return agon_value_kind_of(value) == AGON_VALUE_BOOL;
    case AGON_KIND_PLAYER:
        return is_player_value(value) || agon_value_kind_of(value) == AGON_VALUE_NULL;
    case AGON_KIND_PLAYERS:
        return agon_value_kind_of(value) == AGON_VALUE_LIST;
    default:
        return value != NULL;
    }
}

static bool fields_check(const agon_cursor *event, const agon_event_type *type) {
    for (uint8_t i = 0; i < type->field_count; i++) {
        agon_cursor at = agon_cursor_child(event, type->fields[i].key);
        if (!kind_fits(type->fields[i].kind, at.value)) {
            return agon_cursor_refuse(&at, at.value ? "is of the wrong type" : "is missing");
        }
    }
    return true;
}

// Whether the viewer sees the event in full. Being a word of its own, "spectator" is never found in
// a list of players, even if one should be called so.
static bool visible_read(const agon_cursor *at, const agon_value *viewer, bool *sees_all) {
    const char *word = agon_value_text(at->value);
    if (word && strcmp(word, "all") == 0) {
        *sees_all = true;
        return true;
    }
    size_t count;
    if (word || !agon_cursor_read_list(at, 0, AGON_MAX_PLAYERS, &count)) {
        return agon_cursor_refuse(at, "must be \"all\" or a list of players");
    }
    const char *name = agon_value_text(viewer);
    const bool is_spectator = name && strcmp(name, "spectator") == 0;
    *sees_all = false;
    for (size_t i = 0; i < count; i++) {
        agon_cursor player = agon_cursor_item(at, i);
        if (!is_player_value(player.value)) {
            return agon_cursor_refuse(&player, "names no player");
        }
        *sees_all = *sees_all ||
                    (!is_spectator && json_equal(agon_json_of(player.value), agon_json_of(viewer)));
    }
    return true;
}

static bool has_secrets(const agon_event_type *type) {
    for (uint8_t i = 0; i < type->field_count; i++) {
        if (type->fields[i].flags & AGON_FIELD_SECRET) {
            return true;
        }
    }
    return false;
}

static void event_write(const agon_event_type *type, const agon_value *event, bool sees_all,
                        agon_json *out) {
    agon_json_open(out, '{');
    agon_json_put_string(out, "type", type->name);
    for (uint8_t i = 0; i < type->field_count; i++) {
        const agon_event_field *field = &type->fields[i];
        agon_json_key(out, field->key);
        if (!sees_all && (field->flags & AGON_FIELD_SECRET)) {
            agon_json_null(out);
        } else {
            agon_json_value(out, agon_value_member(event, field->key));
        }
    }
    agon_json_close(out, '}');
}

static bool event_show(const agon_rules *rules, const agon_cursor *event, const agon_value *viewer,
                       agon_json *out) {
    if (!agon_cursor_read_object(event)) {
        return false;
    }
    agon_cursor name = agon_cursor_child(event, "type");
    agon_cursor visible = agon_cursor_child(event, "visible");
    const agon_event_type *type = type_find(rules, &name);
    bool sees_all = false;
    if (!type || !fields_check(event, type) || !visible_read(&visible, viewer, &sees_all)) {
        return false;
    }
    if (sees_all || has_secrets(type)) {
        event_write(type, event->value, sees_all, out);
    }
    return true;
}

static bool events_show(const agon_rpc_call *call, const agon_cursor *events, size_t count,
                        const agon_value *viewer, agon_json *out) {
    for (size_t i = 0; i < count; i++) {
        agon_cursor event = agon_cursor_item(events, i);
        if (!event_show(call->codec->rules, &event, viewer, out)) {
            return false;
        }
    }
    return true;
}

// Who a viewer is cannot be known without a state; what it looks like can.
static agon_rpc_verdict viewer_value_read(agon_rpc_call *call, const agon_value **viewer) {
    agon_rpc_verdict verdict = agon_rpc_read_any(call, "viewer", viewer);
    if (verdict) {
        return verdict;
    }
    return agon_rpc_engine(call, is_player_value(*viewer) ? AGON_OK : AGON_UNKNOWN_PLAYER);
}

agon_rpc_verdict agon_rpc_view_events(agon_rpc_call *call, agon_json *out) {
    agon_rpc_verdict verdict = agon_rpc_read_game(call);
    if (verdict) {
        return verdict;
    }
    agon_cursor events = agon_cursor_child(&call->params, "events");
    size_t count;
    if (!agon_cursor_read_list(&events, 0, AGON_RPC_MAX_REQUEST, &count)) {
        return AGON_RPC_BAD_PARAMS;
    }
    const agon_value *viewer;
    verdict = viewer_value_read(call, &viewer);
    if (verdict) {
        return verdict;
    }
    const agon_reader reader = {.status = AGON_BAD_EVENT, .error = &call->error};
    events.reader = &reader;
    agon_json_open(out, '{');
    agon_json_key(out, "events");
    agon_json_open(out, '[');
    const bool shown = events_show(call, &events, count, viewer, out);
    agon_json_close(out, ']');
    agon_json_close(out, '}');
    return agon_rpc_engine(call, shown ? AGON_OK : AGON_BAD_EVENT);
}
