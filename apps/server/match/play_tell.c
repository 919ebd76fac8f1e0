// What each viewer is told.
#include "apps/server/match/play.h"

#include <stdlib.h>
#include <string.h>

int agon_play_viewer_index(const agon_play *play, int viewer) {
    return viewer == AGON_SPECTATOR ? play->table.game->players : viewer;
}

static int viewer_at(const agon_play *play, int index) {
    return index == play->table.game->players ? AGON_SPECTATOR : index;
}

// ---------------------------------------------------------------------------------------------
// Who sees something

static bool sees_event(const agon_draft *draft, int viewer) {
    agon_event seen;
    const agon_event_type *types = draft->play->table.game->rules->events;
    for (size_t i = 0; i < draft->events.count; i++) {
        if (agon_event_redact(types, &draft->events.items[i], viewer, &seen)) {
            return true;
        }
    }
    return false;
}

// The views of both states; in play->views.
static bool make_views(const agon_draft *draft, int viewer) {
    const agon_play *play = draft->play;
    return agon_view(play->table.game, play->table.state, viewer, play->views[0]) == AGON_OK &&
           agon_view(play->table.game, draft->state, viewer, play->views[1]) == AGON_OK;
}

// Views are compared by what they are packed into: nothing else of them reaches a viewer.
static bool views_differ(const agon_draft *draft, int viewer) {
    const agon_play *play = draft->play;
    const agon_game *game = play->table.game;
    if (!make_views(draft, viewer)) {
        return false;
    }
    const agon_state *before = play->views[0];
    const agon_state *after = play->views[1];
    if (before->to_act != after->to_act || before->over != after->over) {
        return true;
    }
    size_t size = agon_pack_state(game, before, NULL, 0, NULL);
    if (size != agon_pack_state(game, after, NULL, 0, NULL)) {
        return true;
    }
    uint8_t *bytes = malloc(2 * size + 1);
    if (!bytes) {
        return true;
    }
    agon_pack_state(game, before, bytes, size, NULL);
    agon_pack_state(game, after, bytes + size, size, NULL);
    bool differ = memcmp(bytes, bytes + size, size) != 0;
    free(bytes);
    return differ;
}

// Who asked for it is told in any case: its number must move on.
static bool sees(const agon_draft *draft, int viewer) {
    return viewer == draft->player || sees_event(draft, viewer) || views_differ(draft, viewer);
}

uint32_t agon_draft_seen(agon_draft *draft) {
    uint32_t seen = 0;
    for (int v = 0; v <= draft->play->table.game->players; v++) {
        seen |= (uint32_t)sees(draft, viewer_at(draft->play, v)) << v;
    }
    return seen;
}

// ---------------------------------------------------------------------------------------------
// Writing

static void write_players(const agon_play *play, agon_viewers set, agon_json *json) {
    agon_json_open(json, '[');
    for (int p = 0; p < play->table.game->players; p++) {
        if (set >> p & 1u) {
            play->table.codec->player_write(play->table.game, p, json);
        }
    }
    agon_json_close(json, ']');
}

static void write_end(const agon_play *play, const agon_state *view, agon_json *json) {
    agon_json_key(json, "to_act");
    write_players(play, view->to_act, json);
    agon_json_put_bool(json, "over", view->over);
}

agon_viewers agon_play_to_act(agon_play *play, int viewer) {
    agon_state *view = play->views[0];
    if (agon_view(play->table.game, play->table.state, viewer, view)) {
        return AGON_NONE;
    }
    return view->to_act;
}

void agon_play_write_view(agon_play *play, int viewer, agon_json *json) {
    const agon_table *table = &play->table;
    agon_state *view = play->views[0];
    if (agon_view(table->game, table->state, viewer, view)) {
        json->text->failed = true;
        return;
    }
    agon_json_put_int(json, "sequence", play->sequences[agon_play_viewer_index(play, viewer)]);
    agon_json_key(json, "viewer");
    agon_viewer_write(table->codec, table->game, viewer, json);
    agon_json_key(json, "view");
    agon_state_write(table->codec, table->game, view, json);
    write_end(play, view, json);
}

static void write_events(const agon_draft *draft, int viewer, agon_json *json) {
    const agon_table *table = &draft->play->table;
    agon_event seen;
    agon_json_key(json, "events");
    agon_json_open(json, '[');
    for (size_t i = 0; i < draft->events.count; i++) {
        if (agon_event_redact(table->game->rules->events, &draft->events.items[i], viewer, &seen)) {
            agon_event_write(table->codec, table->game, &seen, false, json);
        }
    }
    agon_json_close(json, ']');
}

// One key and value of an object in canonical text.
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

// The member with this key; false: there is none.
static bool find_member(const char *object, const member *key, member *found) {
    const char *at = object + (*object == '{');
    while (next_member(&at, found)) {
        if (found->key_length == key->key_length &&
            memcmp(found->key, key->key, key->key_length) == 0) {
            return true;
        }
    }
    return false;
}

static void write_changes(const char *before, const char *after, agon_text *text) {
    const char *at = after + (*after == '{');
    const char *comma = "";
    member m;
    member old;
    agon_text_puts(text, "\"changes\":{");
    while (next_member(&at, &m)) {
        if (!find_member(before, &m, &old) || old.value_length != m.value_length ||
            memcmp(old.value, m.value, m.value_length) != 0) {
            agon_text_puts(text, comma);
            agon_text_add(text, m.key, m.key_length);
            agon_text_puts(text, ":");
            agon_text_add(text, m.value, m.value_length);
            comma = ",";
        }
    }
    agon_text_puts(text, "},\"gone\":[");
    comma = "";
    at = before + (*before == '{');
    while (next_member(&at, &m)) {
        if (!find_member(after, &m, &old)) {
            agon_text_puts(text, comma);
            agon_text_add(text, m.key, m.key_length);
            comma = ",";
        }
    }
    agon_text_puts(text, "]");
}

static bool write_states(const agon_draft *draft, agon_text texts[2]) {
    const agon_play *play = draft->play;
    for (int i = 0; i < 2; i++) {
        agon_json json = {.text = &texts[i]};
        agon_state_write(play->table.codec, play->table.game, play->views[i], &json);
    }
    return !texts[0].failed && !texts[1].failed;
}

void agon_draft_write_change(agon_draft *draft, int viewer, uint32_t sequence, agon_text *text) {
    agon_text states[2] = {{0}, {0}};
    agon_json json = {.text = text};
    if (!make_views(draft, viewer) || !write_states(draft, states)) {
        text->failed = true;
    } else {
        agon_json_open(&json, '{');
        agon_json_put_string(&json, "type", "change");
        agon_json_put_int(&json, "sequence", sequence);
        write_events(draft, viewer, &json);
        agon_text_puts(text, ",");
        write_changes(states[0].data, states[1].data, text);
        write_end(draft->play, draft->play->views[1], &json);
        agon_json_close(&json, '}');
    }
    agon_text_free(&states[0]);
    agon_text_free(&states[1]);
}

// ---------------------------------------------------------------------------------------------
// Telling again

// Plays the moves of a row on a draft, without writing lines.
static bool play_row(agon_draft *draft, const agon_play *past, size_t row, size_t *move) {
    for (; *move < past->rows[row].end; ++*move) {
        const agon_play_move *made = &past->moves[*move];
        agon_draft_move again = {made->player, made->action, AGON_MOVER_SEAT, -1, NULL, false};
        if (agon_draft_make(draft, &again, NULL)) {
            return false;
        }
    }
    return !draft->failed;
}

// A match at its beginning, which shares what does not change with `play`.
static bool open_past(const agon_play *play, agon_play *past) {
    *past = (agon_play){.table = play->table, .views = {play->views[0], play->views[1]}};
    past->table.state = malloc(play->table.game->state_max);
    if (!past->table.state) {
        return false;
    }
    agon_copy(past->table.state, play->first);
    return true;
}

bool agon_play_retell(agon_play *play, int viewer, uint32_t from,
                      void (*tell)(void *user, uint32_t sequence, const agon_text *message),
                      void *user) {
    agon_play past;
    size_t move = 0;
    uint32_t sequence = 1;
    bool is_good = open_past(play, &past);
    for (size_t i = 0; i < play->row_count && is_good; i++) {
        agon_draft draft;
        is_good = agon_draft_open(&draft, &past, play->rows[i].player) &&
                  play_row(&draft, play, i, &move);
        if (is_good && sees(&draft, viewer) && ++sequence > from) {
            agon_text text = {0};
            agon_draft_write_change(&draft, viewer, sequence, &text);
            is_good = !text.failed;
            if (is_good) {
                tell(user, sequence, &text);
            }
            agon_text_free(&text);
        }
        if (is_good) {
            agon_copy(past.table.state, draft.state);
        }
        agon_draft_close(&draft);
    }
    free(past.table.state);
    return is_good;
}
