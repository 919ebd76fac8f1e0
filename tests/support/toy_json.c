// The JSON and the text of toy-cards. See toy.h.
#include "tests/support/toy.h"

static const char *const action_words[] = {"bid", "play", "discard", NULL};

static bool read_byte(const agon_cursor *up, const char *key, uint8_t *out) {
    agon_cursor at = agon_cursor_child(up, key);
    int64_t value;
    if (!agon_cursor_read_int(&at, 0, 255, &value)) {
        return false;
    }
    *out = (uint8_t)value;
    return true;
}

// A list of up to `max` small numbers; zero where `at` has none.
static bool read_bytes(const agon_cursor *at, uint8_t *out, size_t min, size_t max,
                       uint8_t *count) {
    size_t size;
    if (!agon_cursor_read_list(at, min, max, &size)) {
        return false;
    }
    for (size_t i = 0; i < size; i++) {
        agon_cursor item = agon_cursor_item(at, i);
        int64_t value;
        if (!agon_cursor_read_int(&item, 0, 255, &value)) {
            return false;
        }
        out[i] = (uint8_t)value;
    }
    if (count) {
        *count = (uint8_t)size;
    }
    return true;
}

static bool read_players(const agon_cursor *at, int *players) {
    agon_cursor place = agon_cursor_child(at, "players");
    int64_t value;
    if (!agon_cursor_is_given(&place)) {
        return true;
    }
    if (!agon_cursor_read_int(&place, 2, TOY_MAX_PLAYERS, &value)) {
        return false;
    }
    *players = (int)value;
    return true;
}

static bool config_read(const agon_cursor *at, void *config, agon_seed *seed) {
    agon_cursor seed_at = agon_cursor_child(at, "seed");
    return read_players(at, &((toy_config *)config)->players) &&
           (!agon_cursor_is_given(&seed_at) || agon_cursor_read_seed(&seed_at, seed));
}

static bool config_of_state(const agon_cursor *at, void *config) {
    return read_players(at, &((toy_config *)config)->players);
}

// A hand or the deck: its cards, or their number where they are hidden.
static bool read_pile(const agon_cursor *at, bool is_hidden, uint8_t *cards, uint8_t *count) {
    int64_t value;
    if (!is_hidden) {
        return read_bytes(at, cards, 0, TOY_CARDS, count);
    }
    if (!agon_cursor_read_int(at, 0, TOY_CARDS, &value)) {
        return false;
    }
    *count = (uint8_t)value;
    return true;
}

static bool read_piles(const agon_game *game, const agon_cursor *at, toy_state *s) {
    bool is_view = s->head.viewer != AGON_NOBODY;
    agon_cursor deck = agon_cursor_child(at, "deck");
    agon_cursor hands = agon_cursor_child(at, "hands");
    size_t count;
    if (!read_pile(&deck, is_view, s->deck, &s->deck_count) ||
        !agon_cursor_read_list(&hands, game->players, game->players, &count)) {
        return false;
    }
    for (size_t p = 0; p < count; p++) {
        agon_cursor hand = agon_cursor_item(&hands, p);
        bool is_hidden = is_view && p != s->head.viewer;
        if (!read_pile(&hand, is_hidden, s->hands[p], &s->hand_counts[p])) {
            return false;
        }
    }
    return true;
}

static bool read_queue(const agon_cursor *at, toy_state *s) {
    agon_cursor list = agon_cursor_child(at, "queue");
    size_t count;
    if (!agon_cursor_read_list(&list, 0, TOY_QUEUE, &count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        agon_cursor item = agon_cursor_item(&list, i);
        agon_effect effect = {0};
        if (!agon_cursor_read_object(&item) || !read_byte(&item, "type", &effect.type) ||
            !read_byte(&item, "player", &effect.a)) {
            return false;
        }
        agon_queue_push(&s->queue.base, TOY_QUEUE, effect);
    }
    return true;
}

static bool state_read(const agon_game *game, const agon_cursor *at, agon_state *state) {
    toy_state *s = (toy_state *)state;
    agon_cursor bids = agon_cursor_child(at, "bids");
    agon_cursor gone = agon_cursor_child(at, "gone");
    agon_cursor points = agon_cursor_child(at, "points");
    agon_cursor rng = agon_cursor_child(at, "rng");
    agon_cursor over = agon_cursor_child(at, "over");
    bool is_over;
    state->used = sizeof *s;
    if (!agon_cursor_read_bool(&over, &is_over)) {
        return false;
    }
    state->over = is_over;
    return read_byte(at, "playing", &s->is_playing) && read_byte(at, "turn", &s->turn) &&
           read_byte(at, "asked", &s->asked) &&
           read_bytes(&bids, s->bids, game->players, game->players, NULL) &&
           read_bytes(&gone, s->gone + 1, TOY_VALUES, TOY_VALUES, NULL) &&
           read_bytes(&points, s->points, game->players, game->players, NULL) &&
           read_piles(game, at, s) && read_queue(at, s) &&
           (state->viewer != AGON_NOBODY || agon_cursor_read_rng(&rng, &s->rng));
}

static void write_bytes(agon_json *json, const char *key, const uint8_t *bytes, size_t count) {
    if (key) {
        agon_json_key(json, key);
    }
    agon_json_open(json, '[');
    for (size_t i = 0; i < count; i++) {
        agon_json_int(json, bytes[i]);
    }
    agon_json_close(json, ']');
}

static void write_piles(const agon_game *game, const toy_state *s, agon_json *json) {
    bool is_view = s->head.viewer != AGON_NOBODY;
    if (is_view) {
        agon_json_put_int(json, "deck", s->deck_count);
    } else {
        write_bytes(json, "deck", s->deck, s->deck_count);
    }
    agon_json_key(json, "hands");
    agon_json_open(json, '[');
    for (int p = 0; p < game->players; p++) {
        if (is_view && p != s->head.viewer) {
            agon_json_int(json, s->hand_counts[p]);
        } else {
            write_bytes(json, NULL, s->hands[p], s->hand_counts[p]);
        }
    }
    agon_json_close(json, ']');
}

static void write_queue(const toy_state *s, agon_json *json) {
    agon_json_key(json, "queue");
    agon_json_open(json, '[');
    for (uint16_t i = 0; i < s->queue.base.count; i++) {
        agon_effect effect = agon_queue_at(&s->queue.base, TOY_QUEUE, i);
        agon_json_open(json, '{');
        agon_json_put_int(json, "type", effect.type);
        agon_json_put_int(json, "player", effect.a);
        agon_json_close(json, '}');
    }
    agon_json_close(json, ']');
}

static void state_write(const agon_game *game, const agon_state *state, agon_json *json) {
    const toy_state *s = (const toy_state *)state;
    agon_json_open(json, '{');
    agon_json_put_int(json, "players", game->players);
    agon_json_put_int(json, "playing", s->is_playing);
    agon_json_put_int(json, "turn", s->turn);
    agon_json_put_int(json, "asked", s->asked);
    write_bytes(json, "bids", s->bids, game->players);
    write_bytes(json, "gone", s->gone + 1, TOY_VALUES);
    write_bytes(json, "points", s->points, game->players);
    write_piles(game, s, json);
    write_queue(s, json);
    agon_json_put_bool(json, "over", state->over);
    if (state->viewer == AGON_NOBODY) {
        agon_json_key(json, "rng");
        agon_json_rng(json, &s->rng);
    } else {
        agon_json_key(json, "viewer");
        agon_viewer_write(&toy_codec, game, state->viewer, json);
    }
    agon_json_close(json, '}');
}

static bool action_read(const agon_game *game, const agon_state *state, const agon_cursor *at,
                        agon_action *actions, size_t *count) {
    (void)game;
    (void)state;
    agon_cursor type_at = agon_cursor_child(at, "type");
    agon_cursor index_at = agon_cursor_child(at, "index");
    int type;
    int64_t index;
    if (!agon_cursor_read_word(&type_at, action_words, &type) ||
        !agon_cursor_read_int(&index_at, INT64_MIN, INT64_MAX, &index)) {
        return false;
    }
    uint8_t operand = index < 0 || index > 255 ? 255 : (uint8_t)index;
    actions[0] = (agon_action){.type = (uint8_t)type, .a = operand};
    *count = 1;
    return true;
}

static void action_write(const agon_game *game, const agon_state *state, agon_action action,
                         agon_json *json) {
    (void)game;
    (void)state;
    agon_json_open(json, '{');
    agon_json_put_string(json, "type", action_words[action.type]);
    agon_json_put_int(json, "index", action.a);
    agon_json_close(json, '}');
}

static int player_read(const agon_game *game, const agon_value *value) {
    return agon_player_read_number(game, value, 0);
}

static void player_write(const agon_game *game, int player, agon_json *json) {
    (void)game;
    agon_json_int(json, player);
}

static void event_field_write(const agon_game *game, const agon_event *event,
                              const agon_event_field *field, agon_json *json) {
    agon_json_open(json, '[');
    for (int p = 0; p < game->players; p++) {
        agon_json_int(json, event->f[field->first + p]);
    }
    agon_json_close(json, ']');
}

static void render(const agon_game *game, const agon_state *state, agon_text *text) {
    const toy_state *s = (const toy_state *)state;
    agon_text_printf(text, "deck %d, turn %d\n", s->deck_count, s->turn);
    for (int p = 0; p < game->players; p++) {
        agon_text_printf(text, "player %d: %d points, %d cards\n", p, s->points[p],
                         s->hand_counts[p]);
    }
}

const agon_codec toy_codec = {
    .rules = &toy_rules,
    .config_read = config_read,
    .config_of_state = config_of_state,
    .state_read = state_read,
    .state_write = state_write,
    .action_read = action_read,
    .action_write = action_write,
    .player_read = player_read,
    .player_write = player_write,
    .event_field_write = event_field_write,
    .render = render,
};
