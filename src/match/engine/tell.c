// What each viewer is told of a match and its changes.
#include "src/match/engine/internal.h"

#include <stdlib.h>
#include <string.h>

int agon_viewer_index(const agon_game *game, int viewer) {
    AGON_ASSERT(game);
    return viewer == AGON_SPECTATOR ? game->players : viewer;
}

int agon_viewer_at(const agon_game *game, int index) {
    AGON_ASSERT(game && index >= 0 && index <= game->players);
    return index == game->players ? AGON_SPECTATOR : index;
}

// ---------------------------------------------------------------------------------------------
// Who sees something

static bool sees_event(const agon_change *change, int viewer) {
    const agon_event_type *types = change->match->game->rules->events;
    agon_event seen;
    for (size_t i = 0; i < agon_change_played_events(change); i++) {
        if (agon_event_redact(types, &change->events[i], viewer, &seen)) {
            return true;
        }
    }
    return false;
}

// What the viewer sees before and after the change; in match->internal->views.
static agon_status make_views(const agon_change *change, int viewer) {
    const agon_match *match = change->match;
    agon_state *const *views = match->internal->views;
    agon_status status = agon_view(match->game, agon_match_shown(match), viewer, views[0]);
    if (status == AGON_OK) {
        status = agon_view(match->game, agon_change_shown(change), viewer, views[1]);
    }
    return status;
}

// Views are compared by what they are packed into: nothing else of them reaches a viewer.
static agon_status compare_packed(const agon_game *game, agon_state *const views[2], bool *differ) {
    size_t size = agon_pack_state(game, views[0], NULL, 0, NULL);
    *differ = size != agon_pack_state(game, views[1], NULL, 0, NULL);
    if (*differ) {
        return AGON_OK;
    }
    uint8_t *bytes = malloc(2 * size + 1);
    if (!bytes) {
        return AGON_NO_MEMORY;
    }
    agon_pack_state(game, views[0], bytes, size, NULL);
    agon_pack_state(game, views[1], bytes + size, size, NULL);
    *differ = memcmp(bytes, bytes + size, size) != 0;
    free(bytes);
    return AGON_OK;
}

static agon_status views_differ(const agon_change *change, int viewer, bool *differ) {
    agon_state *const *views = change->match->internal->views;
    agon_status status = make_views(change, viewer);
    if (status) {
        return status;
    }
    *differ =
        views[0]->to_act != views[1]->to_act || change->match->state->over != change->state->over;
    return *differ ? AGON_OK : compare_packed(change->match->game, views, differ);
}

agon_status agon_change_seen(const agon_change *change, uint32_t *seen, agon_error *error) {
    AGON_ASSERT(agon_change_is_open(change) && seen);
    const agon_game *game = change->match->game;
    *seen = 0;
    for (int v = 0; v <= game->players; v++) {
        int viewer = agon_viewer_at(game, v);
        bool sees = viewer == change->player || sees_event(change, viewer);
        agon_status status = sees ? AGON_OK : views_differ(change, viewer, &sees);
        if (status) {
            return agon_error_set(error, status, NULL, "%s", agon_status_text(status));
        }
        *seen |= (uint32_t)sees << v;
    }
    return AGON_OK;
}

// ---------------------------------------------------------------------------------------------
// Writing

static void write_end(const agon_match *match, const agon_state *view, bool is_over,
                      agon_json *json) {
    agon_json_key(json, "to_act");
    agon_players_write(match->codec, match->game, is_over ? AGON_NONE : view->to_act, json);
    agon_json_put_bool(json, "over", is_over);
}

agon_viewers agon_match_to_act(const agon_match *match, int viewer) {
    AGON_ASSERT(agon_match_is_open(match));
    agon_state *view = match->internal->views[0];
    return agon_view(match->game, match->state, viewer, view) ? AGON_NONE : view->to_act;
}

void agon_match_write_view(const agon_match *match, int viewer, agon_json *json) {
    AGON_ASSERT(agon_match_is_open(match) && json);
    agon_state *view = match->internal->views[0];
    if (agon_view(match->game, agon_match_shown(match), viewer, view)) {
        json->text->failed = true;
        return;
    }
    agon_json_key(json, "viewer");
    agon_viewer_write(match->codec, match->game, viewer, json);
    agon_json_key(json, "view");
    agon_state_write(match->codec, match->game, view, json);
    write_end(match, view, match->state->over, json);
}

static void write_events(const agon_change *change, int viewer, agon_json *json) {
    const agon_match *match = change->match;
    agon_event seen;
    agon_json_key(json, "events");
    agon_json_open(json, '[');
    for (size_t i = 0; i < agon_change_played_events(change); i++) {
        if (agon_event_redact(match->game->rules->events, &change->events[i], viewer, &seen)) {
            agon_event_write(match->codec, match->game, &seen, false, json);
        }
    }
    agon_json_close(json, ']');
}

// ---------------------------------------------------------------------------------------------
// What is different in a view, found in its canonical text

// One key and value of an object.
typedef struct member {
    const char *key; // with its quotes
    size_t key_length;
    const char *value;
    size_t value_length;
} member;

static const char *end_of_string(const char *at) {
    for (at++; *at && *at != '"'; at++) {
        at += *at == '\\' && at[1];
    }
    return *at ? at + 1 : at;
}

static const char *end_of_value(const char *at) {
    int depth = 0;
    while (*at) {
        if (depth == 0 && (*at == ',' || *at == '}')) {
            return at;
        }
        depth += (*at == '{' || *at == '[') - (*at == '}' || *at == ']');
        at = *at == '"' ? end_of_string(at) : at + 1;
    }
    return at;
}

// Takes the next member, from behind the opening brace on. False: there is none.
static bool next_member(const char **at, member *m) {
    const char *text = *at;
    text += *text == ',';
    if (*text != '"') {
        return false;
    }
    m->key = text;
    text = end_of_string(text);
    m->key_length = (size_t)(text - m->key);
    m->value = text + (*text == ':');
    *at = end_of_value(m->value);
    m->value_length = (size_t)(*at - m->value);
    return true;
}

static bool has_key(const member *m, const member *key) {
    return m->key_length == key->key_length && memcmp(m->key, key->key, key->key_length) == 0;
}

// The member with this key, looked for from `*at` on and then from the beginning: keys come in the
// same order in both texts, so it is nearly always the next one. False: there is none.
static bool find_member(const char *object, const char **at, const member *key, member *found) {
    const char *begin = object + (*object == '{');
    const char *from = *at;
    const char *here = from;
    while (next_member(&here, found)) {
        if (has_key(found, key)) {
            *at = here;
            return true;
        }
    }
    for (here = begin; here < from && next_member(&here, found);) {
        if (has_key(found, key)) {
            *at = here;
            return true;
        }
    }
    return false;
}

static bool is_same(const member *a, const member *b) {
    return a->value_length == b->value_length && memcmp(a->value, b->value, a->value_length) == 0;
}

static const char *first_member(const char *object) {
    return object + (*object == '{');
}

static void write_changed(const char *before, const char *after, agon_text *text) {
    const char *at = first_member(after);
    const char *old_at = first_member(before);
    const char *comma = "";
    member m;
    member old;
    agon_text_puts(text, "\"changes\":{");
    while (next_member(&at, &m)) {
        if (find_member(before, &old_at, &m, &old) && is_same(&old, &m)) {
            continue;
        }
        agon_text_puts(text, comma);
        agon_text_add(text, m.key, m.key_length);
        agon_text_puts(text, ":");
        agon_text_add(text, m.value, m.value_length);
        comma = ",";
    }
    agon_text_puts(text, "}");
}

static void write_gone(const char *before, const char *after, agon_text *text) {
    const char *at = first_member(before);
    const char *new_at = first_member(after);
    const char *comma = "";
    member m;
    member now;
    agon_text_puts(text, ",\"gone\":[");
    while (next_member(&at, &m)) {
        if (!find_member(after, &new_at, &m, &now)) {
            agon_text_puts(text, comma);
            agon_text_add(text, m.key, m.key_length);
            comma = ",";
        }
    }
    agon_text_puts(text, "]");
}

static bool write_states(const agon_match *match, agon_text texts[2]) {
    for (int i = 0; i < 2; i++) {
        agon_json json = {.text = &texts[i]};
        agon_state_write(match->codec, match->game, match->internal->views[i], &json);
    }
    return !texts[0].failed && !texts[1].failed;
}

void agon_change_write(const agon_change *change, int viewer, agon_json *json) {
    AGON_ASSERT(agon_change_is_open(change) && json);
    const agon_match *match = change->match;
    agon_text states[2] = {{0}, {0}};
    if (make_views(change, viewer) || !write_states(match, states)) {
        json->text->failed = true;
    } else {
        write_events(change, viewer, json);
        agon_text_puts(json->text, ",");
        write_changed(states[0].data, states[1].data, json->text);
        write_gone(states[0].data, states[1].data, json->text);
        write_end(match, match->internal->views[1], change->state->over, json);
    }
    agon_text_free(&states[0]);
    agon_text_free(&states[1]);
}
