// The JSON and the text of Pig.
#include "pig.h"

#include "agon/codec.h"

static const char *const types[] = {"roll", "hold", NULL};

static bool read_number(const agon_cursor *at, const char *key, int64_t max, int64_t *value) {
    agon_cursor place = agon_cursor_child(at, key);
    return !agon_cursor_is_given(&place) || agon_cursor_read_int(&place, 0, max, value);
}

// Config and state name these three alike.
static bool read_facts(const agon_cursor *at, agon_pig_config *c) {
    int64_t players = c->players;
    int64_t target = c->target;
    int64_t max_turns = c->max_turns;
    bool is_read = read_number(at, "players", UINT8_MAX, &players) &&
                   read_number(at, "target", UINT16_MAX, &target) &&
                   read_number(at, "max_turns", UINT16_MAX, &max_turns);
    *c = (agon_pig_config){(uint8_t)players, (uint16_t)target, (uint16_t)max_turns};
    return is_read;
}

static bool config_read(const agon_cursor *at, void *config, agon_seed *seed) {
    agon_cursor seed_at = agon_cursor_child(at, "seed");
    return read_facts(at, config) &&
           (!agon_cursor_is_given(&seed_at) || agon_cursor_read_seed(&seed_at, seed));
}

static bool config_of_state(const agon_cursor *at, void *config) {
    return read_facts(at, config);
}

static bool read_scores(const agon_game *game, const agon_cursor *at, pig_state *s) {
    agon_cursor list = agon_cursor_child(at, "scores");
    size_t count;
    if (!agon_cursor_read_list(&list, game->players, game->players, &count)) {
        return false;
    }
    for (size_t p = 0; p < count; p++) {
        agon_cursor place = agon_cursor_item(&list, p);
        int64_t score;
        if (!agon_cursor_read_int(&place, 0, 2000, &score)) {
            return false;
        }
        s->scores[p] = (uint16_t)score;
    }
    return true;
}

static bool state_read(const agon_game *game, const agon_cursor *at, agon_state *state) {
    pig_state *s = (pig_state *)state;
    const pig_game *g = (const pig_game *)game;
    int64_t turn = 0;
    int64_t points = 0;
    int64_t player = 0;
    if (!read_number(at, "turn", UINT16_MAX, &turn) ||
        !read_number(at, "points", UINT16_MAX, &points) ||
        !read_number(at, "player", UINT8_MAX, &player) || !read_scores(game, at, s)) {
        return false;
    }
    state->used = sizeof *s;
    s->turn = (uint16_t)turn;
    s->points = (uint16_t)points;
    s->player = (uint8_t)player;
    state->over = turn >= g->max_turns;
    for (int p = 0; p < game->players; p++) {
        state->over |= s->scores[p] >= g->target;
    }
    agon_cursor rng = agon_cursor_child(at, "rng");
    s->rng = agon_rng_make(agon_seed_number(42));
    if (state->viewer != AGON_NOBODY) {
        s->rng = (agon_rng){0};
        return true;
    }
    return !agon_cursor_is_given(&rng) || agon_cursor_read_rng(&rng, &s->rng);
}

static void player_write(const agon_game *game, int player, agon_json *json) {
    (void)game;
    agon_json_int(json, player);
}

static int player_read(const agon_game *game, const agon_value *value) {
    return agon_player_read_number(game, value, 0);
}

static void state_write(const agon_game *game, const agon_state *state, agon_json *json) {
    const pig_game *g = (const pig_game *)game;
    const pig_state *s = (const pig_state *)state;
    agon_json_open(json, '{');
    agon_json_put_int(json, "players", game->players);
    agon_json_put_int(json, "target", g->target);
    agon_json_put_int(json, "max_turns", g->max_turns);
    agon_json_put_int(json, "turn", s->turn);
    agon_json_put_int(json, "points", s->points);
    agon_json_put_int(json, "player", s->player);
    agon_json_key(json, "scores");
    agon_json_open(json, '[');
    for (int p = 0; p < game->players; p++) {
        agon_json_int(json, s->scores[p]);
    }
    agon_json_close(json, ']');
    if (state->viewer == AGON_NOBODY) {
        agon_json_key(json, "rng");
        agon_json_rng(json, &s->rng);
    } else if (state->viewer == AGON_SPECTATOR) {
        agon_json_put_string(json, "viewer", "spectator");
    } else {
        agon_json_put_int(json, "viewer", state->viewer);
    }
    agon_json_close(json, '}');
}

static bool action_read(const agon_game *game, const agon_state *state, const agon_cursor *at,
                        agon_action *actions, size_t *count) {
    (void)game;
    (void)state;
    agon_cursor type_at = agon_cursor_child(at, "type");
    int type = 0;
    if (!agon_cursor_read_word(&type_at, types, &type)) {
        return false;
    }
    actions[0] = (agon_action){.type = (uint8_t)type};
    *count = 1;
    return true;
}

static void action_write(const agon_game *game, const agon_state *state, agon_action action,
                         agon_json *json) {
    (void)game;
    (void)state;
    agon_json_open(json, '{');
    agon_json_put_string(json, "type", types[action.type]);
    agon_json_close(json, '}');
}

// No field of Pig needs a kind of its own.
static void event_field_write(const agon_game *game, const agon_event *event,
                              const agon_event_field *field, agon_json *json) {
    (void)game;
    agon_json_int(json, event->f[field->first]);
}

static void render(const agon_game *game, const agon_state *state, agon_text *text) {
    const pig_game *g = (const pig_game *)game;
    const pig_state *s = (const pig_state *)state;
    agon_text_printf(text, "Turn %d of %d, first to %d\n", s->turn + !state->over, g->max_turns,
                     g->target);
    for (int p = 0; p < game->players; p++) {
        bool is_rolling = !state->over && p == s->player;
        agon_text_printf(text, "player %d: %d", p, s->scores[p]);
        agon_text_printf(text, is_rolling ? " + %d\n" : "\n", s->points);
    }
}

const agon_codec agon_pig_codec = {
    .rules = &agon_pig_rules,
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
