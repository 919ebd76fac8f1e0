// agon-golden: golden playthroughs, readable text files with a hash per step, a table of each
// game's facts (<game>-facts.txt), and states as they are drawn (<game>-states.txt).
//
//     agon-golden            compares every playthrough with its file; 1 if one differs
//     agon-golden --write    writes the files anew (make golden)
//
// The files are tests/golden/<game>-<name>.txt. What is played comes from games/<game>/tests/golden.json,
// a list of scripts:
//
//     {"name": "all-in", "config": {…} or "state": {…},      what to start from; neither: defaults
//      "policy": "random", "seed": 7, "max_steps": 200,       a bot's id plays all seats; or
//      "actions": [{"player": 1, "action": {…}, "rolls": [6, 1]}, …]}
//
// `seed` is the policy's, the game's own is in the config; `rolls` may be left out. With both, the
// actions come first and the policy goes on from there. An action that is refused is written down
// with its slug and changes nothing. A game without the file gets a random playthrough of each of
// its sample configs (games/<game>/tests/samples.json).
#include "tests/support/support.h"

#include "agon/bot.h"
#include "agon/space.h"

#include <dirent.h>

#define DEFAULT_STEPS 200
#define MOST_ROLLS 64
#define RENDERED_STEP 7
#define MOST_BYTES (1 << 17)
#define MOST_VALUES 4096
#define FOLDER "tests/golden/"

typedef struct golden {
    bool is_writing;
    int differing;
    int compared;
    json_t *names;      // of all files that belong here
    agon_text rendered; // states of the present game as people see them
} golden;

// One playthrough.
typedef struct play {
    const agon_codec *codec;
    const json_t *script;
    agon_table table;
    agon_state *spare; // the state after an action, until it is accepted
    agon_state *scratch;
    agon_text text;   // what will be in the file
    agon_text events; // of the present action
    agon_text *rendered;
    agon_rng rng;
    uint32_t step;
} play;

static void write_event(void *user, const agon_event *event) {
    play *p = user;
    agon_text_puts(&p->events, "    ");
    agon_json json = {.text = &p->events};
    agon_event_write(p->codec, p->table.game, event, true, &json);
    agon_text_puts(&p->events, "\n");
}

static void write_value(play *p, const json_t *value) {
    agon_json json = {.text = &p->text};
    agon_json_value(&json, agon_value_of(value));
}

static void write_hash(play *p) {
    unsigned long long hash = agon_hash(p->table.game, p->table.state);
    agon_text_printf(&p->text, "    hash %016llx\n", hash);
}

static agon_status apply_one(play *p, int player, agon_action action, agon_draws *draws,
                             agon_error *error) {
    agon_sink sink = {write_event, p};
    agon_context context = {.sink = &sink, .draws = draws};
    return agon_apply(p->table.game, p->spare, player, action, &context, p->spare, error);
}

// Who may see which bytes of the packed state, as runs of equal viewers.
static void write_map(play *p) {
    static uint8_t bytes[MOST_BYTES];
    static agon_viewers map[MOST_BYTES];
    size_t size = agon_pack_state(p->table.game, p->table.state, bytes, MOST_BYTES, map);
    assert_in_range(size, 1, MOST_BYTES);
    agon_text_puts(p->rendered, "--- bytes and who may see them:");
    for (size_t i = 0, start = 0; i < size; i++) {
        if (i + 1 == size || map[i + 1] != map[i]) {
            agon_text_printf(p->rendered, " %zu*%04x", i + 1 - start, map[i]);
            start = i + 1;
        }
    }
    agon_text_puts(p->rendered, "\n");
}

// What learning gets: the first player's observation, as runs of equal values, and its mask.
static void write_row(play *p) {
    static int16_t row[MOST_VALUES];
    static uint64_t mask[MOST_VALUES];
    const agon_game *game = p->table.game;
    const agon_space *space = agon_space_find(game->rules);
    uint32_t width = agon_space_width(space, game), words = agon_space_mask_words(space, game);
    assert_true(width <= MOST_VALUES && words <= MOST_VALUES);
    space->observe(game, p->spare, row);
    agon_text_puts(p->rendered, "--- observation:");
    for (uint32_t i = 0, start = 0; i < width; i++) {
        if (i + 1 == width || row[i + 1] != row[i]) {
            agon_text_printf(p->rendered, " %u*%d", (unsigned)(i + 1 - start), row[i]);
            start = i + 1;
        }
    }
    agon_text_puts(p->rendered, "\n--- mask:");
    if (p->table.state->to_act & 1u) {
        space->mask(game, p->table.state, 0, mask);
        for (uint32_t i = 0; i < words; i++) {
            agon_text_printf(p->rendered, " %llx", (unsigned long long)mask[i]);
        }
    }
    agon_text_puts(p->rendered, "\n");
}

// The state as the game draws it for people who see all, and for the first player; what that one gets
// as a document.
static void render(play *p, const char *when) {
    const agon_game *game = p->table.game;
    agon_text_printf(p->rendered, "--- %s, %s\n",
                     json_string_value(json_object_get(p->script, "name")), when);
    p->codec->render(game, p->table.state, p->rendered);
    assert_int_equal(agon_view(game, p->table.state, 0, p->spare), AGON_OK);
    agon_text_puts(p->rendered, "--- as the first player sees it\n");
    p->codec->render(game, p->spare, p->rendered);
    agon_json json = {.text = p->rendered};
    agon_state_write(p->codec, game, p->spare, &json);
    agon_text_puts(p->rendered, "\n");
    write_map(p);
    if (agon_space_find(game->rules)) {
        write_row(p);
    }
}

// Applies the actions that one document stands for, all or nothing, and writes what happened.
static void take_step(play *p, int player, const agon_action *actions, size_t count,
                      agon_draws *draws) {
    agon_error error = {0};
    agon_status status = AGON_OK;
    p->events.length = 0;
    agon_copy(p->spare, p->table.state);
    for (size_t i = 0; i < count && status == AGON_OK; i++) {
        status = apply_one(p, player, actions[i], draws, &error);
    }
    if (status == AGON_OK && draws && draws->used != draws->count) {
        status = AGON_BAD_ROLLS;
    }
    if (status == AGON_OK) {
        agon_copy(p->table.state, p->spare);
        agon_text_add(&p->text, p->events.data ? p->events.data : "", p->events.length);
    } else {
        agon_text_printf(&p->text, "    refused: %s\n", agon_status_slug(status));
    }
    write_hash(p);
    if (p->step == RENDERED_STEP) {
        render(p, "early");
    }
}

static void write_player(play *p, int player) {
    agon_text_printf(&p->text, "%u ", ++p->step);
    agon_json json = {.text = &p->text};
    p->codec->player_write(p->table.game, player, &json);
    agon_text_puts(&p->text, " ");
}

static size_t read_rolls(const json_t *list, int32_t rolls[MOST_ROLLS]) {
    size_t count = json_array_size(list);
    assert_true(count <= MOST_ROLLS);
    for (size_t i = 0; i < count; i++) {
        rolls[i] = (int32_t)json_integer_value(json_array_get(list, i));
    }
    return count;
}

static void play_document(play *p, const json_t *step) {
    const json_t *action = json_object_get(step, "action");
    int player =
        p->codec->player_read(p->table.game, agon_value_of(json_object_get(step, "player")));
    agon_action actions[AGON_MAX_STEPS_PER_ACTION];
    size_t count = 0;
    agon_error error = {0};
    int32_t rolls[MOST_ROLLS];
    const json_t *list = json_object_get(step, "rolls");
    agon_draws draws = {.values = rolls, .count = read_rolls(list, rolls), .scratch = p->scratch};
    agon_text_printf(&p->text, "%u ", ++p->step);
    write_value(p, json_object_get(step, "player"));
    agon_text_puts(&p->text, " ");
    write_value(p, action);
    if (list) {
        agon_text_puts(&p->text, " rolls ");
        write_value(p, list);
    }
    agon_text_puts(&p->text, "\n");
    if (agon_action_read(p->codec, p->table.game, p->table.state, agon_value_of(action), actions,
                         &count, &error) != AGON_OK) {
        agon_text_printf(&p->text, "    refused: %s\n", agon_status_slug(error.status));
        write_hash(p);
        return;
    }
    take_step(p, player, actions, count, list ? &draws : NULL);
}

// One action of the policy for `player`, from its view.
static void play_policy(play *p, const agon_bot *bot, int player) {
    assert_int_equal(agon_view(p->table.game, p->table.state, player, p->spare), AGON_OK);
    if (!bot) {
        fail_msg("there is no such bot");
        return;
    }
    agon_thought thought = {
        .game = p->table.game, .view = p->spare, .player = player, .rng = &p->rng};
    agon_action action = bot->think(&thought);
    write_player(p, player);
    agon_json json = {.text = &p->text};
    p->codec->action_write(p->table.game, p->table.state, action, &json);
    agon_text_puts(&p->text, "\n");
    take_step(p, player, &action, 1, NULL);
}

static void play_on(play *p) {
    const char *policy = json_string_value(json_object_get(p->script, "policy"));
    if (!policy) {
        return;
    }
    const agon_bot *bot = agon_bot_find(p->codec->rules, policy);
    if (!bot) {
        fail_msg("%s: no bot %s", p->codec->rules->id, policy);
    }
    json_t *most = json_object_get(p->script, "max_steps");
    uint32_t limit = most ? (uint32_t)json_integer_value(most) : DEFAULT_STEPS;
    p->rng =
        agon_rng_make(agon_seed_number(json_integer_value(json_object_get(p->script, "seed"))));
    while (!p->table.state->over && p->step < limit) {
        for (int player = 0; player < p->table.game->players && p->step < limit; player++) {
            if (agon_count(p->table.game, p->table.state, player) > 0) {
                play_policy(p, bot, player);
            }
        }
    }
}

static void write_start(play *p) {
    const json_t *config = json_object_get(p->script, "config");
    const json_t *state = json_object_get(p->script, "state");
    agon_text_printf(&p->text, "%s, rules version %d\n", p->codec->rules->id,
                     p->codec->rules->version);
    agon_text_puts(&p->text, state ? "state " : "config ");
    write_value(p, state ? state : config ? config : json_null());
    agon_text_puts(&p->text, "\n");
    write_hash(p);
}

static void write_end(play *p) {
    const agon_game *game = p->table.game;
    int32_t scores[AGON_MAX_PLAYERS];
    agon_scores(game, p->table.state, scores);
    agon_text_puts(&p->text, p->table.state->over ? "over, winners" : "not over, scores");
    agon_viewers winners = agon_winners(game, p->table.state);
    for (int i = 0; i < game->players && p->table.state->over; i++) {
        if (winners >> i & 1u) {
            agon_text_puts(&p->text, " ");
            agon_json json = {.text = &p->text};
            p->codec->player_write(game, i, &json);
        }
    }
    agon_text_puts(&p->text, p->table.state->over ? ", scores" : "");
    for (int i = 0; i < game->players; i++) {
        agon_text_printf(&p->text, " %d", scores[i]);
    }
    agon_text_puts(&p->text, "\n");
    agon_json json = {.text = &p->text};
    agon_state_write(p->codec, game, p->table.state, &json);
    agon_text_puts(&p->text, "\n");
}

static void open_table(play *p) {
    const json_t *config = json_object_get(p->script, "config");
    const json_t *state = json_object_get(p->script, "state");
    agon_error error = {0};
    agon_status status = state
                             ? agon_table_load(p->codec, agon_value_of(state), &p->table, &error)
                             : agon_table_init(p->codec, agon_value_of(config), &p->table, &error);
    if (status != AGON_OK) {
        fail_msg("%s: %s (%s)", p->codec->rules->id, error.message, error.path);
    }
    p->spare = calloc(1, p->table.game->state_max);
    p->scratch = calloc(1, p->table.game->state_max);
    assert_true(p->spare && p->scratch);
}

// Names the first line that is not as it was.
static void show_difference(const char *path, const char *expected, const char *found) {
    int line = 1;
    const char *a = expected, *b = found;
    for (size_t i = 0; expected[i] && expected[i] == found[i]; i++) {
        if (expected[i] == '\n') {
            line++;
            a = expected + i + 1;
            b = found + i + 1;
        }
    }
    fprintf(stderr, "%s:%d: expected: %.*s\n", path, line, (int)strcspn(a, "\n"), a);
    fprintf(stderr, "%s:%d: found:    %.*s\n", path, line, (int)strcspn(b, "\n"), b);
}

static void write_file(const char *path, const agon_text *text) {
    char full[1024];
    snprintf(full, sizeof full, "%s/%s", AGON_SOURCE_DIR, path);
    FILE *file = fopen(full, "wb");
    if (!file || fwrite(text->data, 1, text->length, file) != text->length || fclose(file) != 0) {
        fail_msg("cannot write %s", full);
    }
}

static void compare(golden *g, const char *path, const agon_text *text) {
    char *expected = support_read(path, NULL);
    g->compared++;
    if (!expected || strcmp(expected, text->data) != 0) {
        g->differing++;
        show_difference(path, expected ? expected : "", text->data);
    }
    free(expected);
}

// Compares or writes tests/golden/<game>-<name>.txt.
static void settle(golden *g, const agon_codec *codec, const char *name, const agon_text *text) {
    char path[300];
    snprintf(path, sizeof path, FOLDER "%s-%s.txt", codec->rules->id, name);
    json_object_set_new(g->names, path + strlen(FOLDER), json_true());
    assert_false(text->failed);
    if (g->is_writing) {
        write_file(path, text);
    } else {
        compare(g, path, text);
    }
}

static void write_events(const agon_rules *rules, agon_text *text) {
    for (int t = 0; t < rules->event_types; t++) {
        const agon_event_type *type = &rules->events[t];
        agon_text_printf(text, "%s\n", type->name);
        for (int i = 0; i < type->field_count; i++) {
            const agon_event_field *field = &type->fields[i];
            agon_text_printf(text, "    %s: kind %d, %d from %d%s%s%s\n", field->key, field->kind,
                             field->span, field->first,
                             field->flags & AGON_FIELD_REVEAL ? ", reveal" : "",
                             field->flags & AGON_FIELD_SECRET ? ", secret" : "",
                             field->flags & AGON_FIELD_NULL ? ", may be null" : "");
            assert_false(field->flags & ~(AGON_FIELD_REVEAL | AGON_FIELD_SECRET | AGON_FIELD_NULL));
        }
    }
}

// What no match shows in full: how long one can be, which numbers of an event a field takes, and what
// redaction and the leak check make of it.
static void run_facts(golden *g, const agon_codec *codec) {
    const agon_rules *rules = codec->rules;
    agon_text text = {0};
    agon_text_printf(&text, "rules version %d, %d types of actions%s%s%s\n", rules->version,
                     rules->action_types, rules->is_simultaneous ? ", simultaneous" : "",
                     rules->has_chance ? ", chance" : "", rules->has_hidden ? ", hidden" : "");
    for (int players = rules->min_players; players <= rules->max_players; players++) {
        agon_table table;
        assert_int_equal(agon_table_init_for(codec, players, NULL, &table, NULL), AGON_OK);
        agon_text_printf(&text, "%d players: at most %u steps\n", table.game->players,
                         (unsigned)table.game->max_steps);
        agon_table_free(&table);
    }
    write_events(rules, &text);
    settle(g, codec, "facts", &text);
    agon_text_free(&text);
}

static void run_script(golden *g, const agon_codec *codec, const json_t *script) {
    const char *name = json_string_value(json_object_get(script, "name"));
    assert_non_null(name);
    play p = {.codec = codec, .script = script, .rendered = &g->rendered};
    open_table(&p);
    write_start(&p);
    const json_t *actions = json_object_get(script, "actions");
    for (size_t i = 0; i < json_array_size(actions); i++) {
        play_document(&p, json_array_get(actions, i));
    }
    play_on(&p);
    write_end(&p);
    render(&p, "at the end");
    assert_false(p.events.failed);
    settle(g, codec, name, &p.text);
    free(p.spare);
    free(p.scratch);
    agon_text_free(&p.text);
    agon_text_free(&p.events);
    agon_table_free(&p.table);
}

static json_t *default_script(size_t number, json_t *config) {
    char name[100];
    snprintf(name, sizeof name, "random-%zu", number);
    json_t *script =
        json_pack("{s:s, s:s, s:i}", "name", name, "policy", "random", "seed", (int)number);
    if (!json_is_null(config)) {
        json_object_set(script, "config", config);
    }
    return script;
}

static json_t *default_scripts(const agon_codec *codec) {
    json_t *scripts = json_array();
    json_t *samples = support_samples(codec->rules->id);
    for (size_t i = 0; i < json_array_size(samples); i++) {
        json_array_append_new(scripts, default_script(i + 1, json_array_get(samples, i)));
    }
    json_decref(samples);
    return scripts;
}

static void run_game(golden *g, const agon_codec *codec) {
    char path[300];
    snprintf(path, sizeof path, "games/%s/tests/golden.json", codec->rules->id);
    json_t *scripts = support_read_json(path);
    if (!scripts) {
        scripts = default_scripts(codec);
    }
    for (size_t i = 0; i < json_array_size(scripts); i++) {
        run_script(g, codec, json_array_get(scripts, i));
    }
    json_decref(scripts);
    run_facts(g, codec);
    settle(g, codec, "states", &g->rendered);
    agon_text_free(&g->rendered);
    g->rendered = (agon_text){0};
}

// A file that no script makes any more is removed, or complained about.
static void check_stale(golden *g, const char *name) {
    char full[1024];
    const char *end = strrchr(name, '.');
    if (!end || strcmp(end, ".txt") != 0 || json_object_get(g->names, name)) {
        return;
    }
    snprintf(full, sizeof full, "%s/%s%s", AGON_SOURCE_DIR, FOLDER, name);
    if (g->is_writing) {
        remove(full);
    } else {
        fprintf(stderr, "%s%s: no script makes this file\n", FOLDER, name);
        g->differing++;
    }
}

static void check_folder(golden *g) {
    DIR *folder = opendir(AGON_SOURCE_DIR "/" FOLDER);
    assert_non_null(folder);
    const struct dirent *entry;
    while ((entry = readdir(folder))) {
        check_stale(g, entry->d_name);
    }
    closedir(folder);
}

int main(int argc, char **argv) {
    golden g = {.is_writing = argc > 1 && strcmp(argv[1], "--write") == 0, .names = json_object()};
    if (argc > 2 || (argc == 2 && !g.is_writing)) {
        fprintf(stderr, "usage: agon-golden [--write]\n");
        return 64;
    }
    const agon_codec *codec;
    for (size_t i = 0; (codec = agon_codec_at(i)); i++) {
        run_game(&g, codec);
    }
    check_folder(&g);
    if (!g.is_writing) {
        printf("golden: %d files, %d different\n", g.compared, g.differing);
    }
    json_decref(g.names);
    return g.differing > 0;
}
