// Fuzzing: the entries, and what is done with an input that got in. See fuzzing.h.
#include "tests/support/support.h"

#include "agon/rpc.h"
#include "agon/session.h"
#include "tests/support/fuzzing.h"
#include "tests/support/toy.h"

#define PLAYED_STEPS 6
#define MOST_LISTED 40
#define MOST_SUCCESSORS 6 // of one player; chosen at random where there are more

const char *const fuzz_names[FUZZ_KINDS] = {"state",  "view", "config", "action",
                                            "packed", "rpc",  "session"};

void fuzz_fail(const char *what, const char *file, int line) {
    fprintf(stderr, "%s:%d: broken: %s\n", file, line, what);
    abort();
}

static size_t count_games(void) {
    size_t count = 0;
    while (agon_codec_at(count)) {
        count++;
    }
    return count + 1;
}

// A registered game, or toy-cards.
static const agon_codec *choose_game(uint8_t byte) {
    const agon_codec *codec = agon_codec_at(byte % count_games());
    return codec ? codec : &toy_codec;
}

static agon_state *new_state(const agon_game *game) {
    agon_state *state = calloc(1, game->state_max);
    FUZZ_ASSERT(state);
    return state;
}

// --- Exercise -------------------------------------------------------------------------------------

typedef struct gym {
    const agon_codec *codec;
    const agon_game *game;
    agon_rng *rng;
    agon_state *state, *view, *guess;
    agon_text text;
} gym;

static void count_event(void *user, const agon_event *event) {
    gym *g = user;
    agon_event seen;
    FUZZ_ASSERT(event->type < g->game->rules->event_types);
    if (agon_event_redact(g->game->rules->events, event, 0, &seen)) {
        g->text.length = 0;
        agon_json json = {.text = &g->text};
        agon_event_write(g->codec, g->game, &seen, true, &json);
    }
}

static void exercise_pack(gym *g, const agon_state *state) {
    size_t size = agon_pack_state(g->game, state, NULL, 0, NULL);
    uint8_t *bytes = malloc(size + 1);
    agon_state *copy = new_state(g->game);
    FUZZ_ASSERT(bytes);
    FUZZ_ASSERT(agon_pack_state(g->game, state, bytes, size, NULL) == size);
    FUZZ_ASSERT(agon_unpack_state(g->game, bytes, size, copy, NULL) == AGON_OK);
    FUZZ_ASSERT(agon_hash(g->game, copy) == agon_hash(g->game, state));
    FUZZ_ASSERT(copy->to_act == state->to_act && copy->over == state->over);
    free(bytes);
    free(copy);
}

static void exercise_json(gym *g, const agon_state *state) {
    g->text.length = 0;
    agon_json json = {.text = &g->text};
    agon_state_write(g->codec, g->game, state, &json);
    json_t *document = agon_json_parse(g->text.data, g->text.length, NULL);
    FUZZ_ASSERT(document);
    agon_table table;
    agon_error error = {0};
    if (agon_table_load(g->codec, agon_value_of(document), &table, &error) != AGON_OK ||
        agon_hash(table.game, table.state) != agon_hash(g->game, state)) {
        fprintf(stderr, "%s: %s at \"%s\": %s\n", g->codec->rules->id, error.message, error.path,
                g->text.data);
        fuzz_fail("what was written loads again, as the same state", __FILE__, __LINE__);
    }
    agon_table_free(&table);
    json_decref(document);
    g->text.length = 0;
    g->codec->render(g->game, state, &g->text);
}

static void exercise_lists(gym *g, const agon_state *state) {
    int32_t scores[AGON_MAX_PLAYERS];
    agon_scores(g->game, state, scores);
    FUZZ_ASSERT(agon_winners(g->game, state) >> g->game->players == 0);
    (void)agon_current_player(g->game, state);
    for (int p = 0; p < g->game->players; p++) {
        uint32_t count = agon_count(g->game, state, p);
        for (uint32_t i = 0; i < count && i < MOST_LISTED; i++) {
            uint32_t at = count <= MOST_LISTED ? i : agon_uniform(g->rng, count);
            agon_action action = agon_nth(g->game, state, p, at);
            FUZZ_ASSERT(agon_check(g->game, state, p, action, NULL) == AGON_OK);
            g->text.length = 0;
            agon_json json = {.text = &g->text};
            g->codec->action_write(g->game, state, action, &json);
        }
    }
}

static void exercise_views(gym *g, const agon_state *state) {
    for (int v = 0; v <= g->game->players; v++) {
        int viewer = v == g->game->players ? AGON_SPECTATOR : v;
        if (agon_view(g->game, state, viewer, g->view) != AGON_OK) {
            FUZZ_ASSERT(state->viewer != AGON_NOBODY);
            continue;
        }
        exercise_pack(g, g->view);
        exercise_json(g, g->view);
        exercise_lists(g, g->view);
        FUZZ_ASSERT(agon_resample(g->game, g->view, g->rng, g->guess) == AGON_OK);
        uint64_t hash = agon_hash(g->game, g->view);
        FUZZ_ASSERT(agon_view(g->game, g->guess, viewer, g->view) == AGON_OK);
        FUZZ_ASSERT(agon_hash(g->game, g->view) == hash);
        exercise_pack(g, g->guess);
    }
}

// One random step; an engine fault, which loaded states may reach, must leave the state alone.
static bool exercise_step(gym *g) {
    agon_sink sink = {count_event, g};
    agon_context context = {.sink = &sink};
    int first = (int)agon_uniform(g->rng, g->game->players);
    for (int i = 0; i < g->game->players; i++) {
        int p = (first + i) % g->game->players;
        agon_action action;
        if (agon_random_action(g->game, g->state, p, g->rng, &action) != AGON_OK) {
            continue;
        }
        uint64_t hash = agon_hash(g->game, g->state);
        agon_status status = agon_apply(g->game, g->state, p, action, &context, g->state, NULL);
        FUZZ_ASSERT(status == AGON_OK || status == AGON_ENGINE_FAULT);
        FUZZ_ASSERT(status == AGON_OK || agon_hash(g->game, g->state) == hash);
        return status == AGON_OK;
    }
    FUZZ_ASSERT(g->state->over);
    return false;
}

// Whatever follows from a state that was accepted is accepted as well: else a match could come to a
// position that no program would load again.
static void exercise_successors(gym *g) {
    for (int p = 0; p < g->game->players; p++) {
        const uint32_t count = agon_count(g->game, g->state, p);
        for (uint32_t i = 0; i < count && i < MOST_SUCCESSORS; i++) {
            const uint32_t at = count <= MOST_SUCCESSORS ? i : agon_uniform(g->rng, count);
            const agon_action action = agon_nth(g->game, g->state, p, at);
            const agon_status status =
                agon_apply(g->game, g->state, p, action, NULL, g->guess, NULL);
            FUZZ_ASSERT(status == AGON_OK || status == AGON_ENGINE_FAULT);
            if (status == AGON_OK) {
                exercise_pack(g, g->guess);
                exercise_json(g, g->guess);
            }
        }
    }
}

void fuzz_exercise(const agon_codec *codec, const agon_game *game, const agon_state *state,
                   agon_rng *rng) {
    gym g = {.codec = codec, .game = game, .rng = rng};
    g.state = new_state(game);
    g.view = new_state(game);
    g.guess = new_state(game);
    agon_copy(g.state, state);
    exercise_pack(&g, g.state);
    exercise_json(&g, g.state);
    exercise_lists(&g, g.state);
    exercise_views(&g, g.state);
    if (state->viewer == AGON_NOBODY) {
        exercise_successors(&g);
        for (int i = 0; i < PLAYED_STEPS && exercise_step(&g); i++) {}
        exercise_pack(&g, g.state);
        exercise_json(&g, g.state);
    }
    free(g.state);
    free(g.view);
    free(g.guess);
    agon_text_free(&g.text);
}

// --- Entries ----------------------------------------------------------------------------------------

static agon_rng rng_of(const uint8_t *data, size_t size) {
    static const uint64_t key[2] = {1, 2};
    agon_hasher hasher;
    uint64_t hash;
    agon_hasher_start(&hasher, key, false);
    agon_hasher_add(&hasher, data, size);
    agon_hasher_finish(&hasher, &hash);
    return agon_rng_make(agon_seed_number((int64_t)hash));
}

static json_t *parse(const uint8_t *data, size_t size) {
    agon_error error = {0};
    json_t *json = agon_json_parse((const char *)data, size, &error);
    FUZZ_ASSERT(json || error.status == AGON_BAD_JSON);
    return json;
}

static void fuzz_document(const agon_codec *codec, const uint8_t *data, size_t size,
                          bool is_config) {
    json_t *json = parse(data, size);
    agon_table table;
    agon_error error = {0};
    if (!json) {
        return;
    }
    agon_status status = is_config ? agon_table_init(codec, agon_value_of(json), &table, &error)
                                   : agon_table_load(codec, agon_value_of(json), &table, &error);
    if (status == AGON_OK) {
        agon_rng rng = rng_of(data, size);
        fuzz_exercise(codec, table.game, table.state, &rng);
        agon_table_free(&table);
    } else {
        FUZZ_ASSERT(status == (is_config ? AGON_BAD_CONFIG : AGON_BAD_STATE));
        FUZZ_ASSERT(error.status == status && error.message[0]);
    }
    json_decref(json);
}

// The default game after a few random steps.
static void play_some(agon_table *table, int steps) {
    agon_rng rng = agon_rng_make(agon_seed_number(steps));
    for (int i = 0; i < steps && !table->state->over; i++) {
        for (int p = 0; p < table->game->players; p++) {
            agon_action action;
            if (agon_random_action(table->game, table->state, p, &rng, &action) == AGON_OK) {
                FUZZ_ASSERT(agon_apply(table->game, table->state, p, action, NULL, table->state,
                                       NULL) == AGON_OK);
            }
        }
    }
}

static void try_actions(const agon_table *table, const agon_action *actions, size_t count,
                        agon_state *out) {
    for (int p = 0; p < table->game->players; p++) {
        agon_copy(out, table->state);
        agon_status status = AGON_OK;
        for (size_t i = 0; i < count && status == AGON_OK; i++) {
            agon_status verdict = agon_check(table->game, out, p, actions[i], NULL);
            status = agon_apply(table->game, out, p, actions[i], NULL, out, NULL);
            FUZZ_ASSERT(status == verdict);
        }
    }
}

static void fuzz_action(const agon_codec *codec, uint8_t steps, const uint8_t *data, size_t size) {
    json_t *json = parse(data, size);
    agon_table table;
    if (!json) {
        return;
    }
    FUZZ_ASSERT(agon_table_init(codec, NULL, &table, NULL) == AGON_OK);
    play_some(&table, steps % 32);
    agon_action actions[AGON_MAX_STEPS_PER_ACTION];
    size_t count = 0;
    agon_error error = {0};
    agon_status status = agon_action_read(codec, table.game, table.state, agon_value_of(json),
                                          actions, &count, &error);
    if (status == AGON_OK) {
        FUZZ_ASSERT(count <= AGON_MAX_STEPS_PER_ACTION);
        agon_state *out = new_state(table.game);
        try_actions(&table, actions, count, out);
        free(out);
    } else {
        FUZZ_ASSERT(status == AGON_BAD_ACTION && error.message[0]);
    }
    agon_table_free(&table);
    json_decref(json);
}

static int player_number(const agon_rules *rules, uint8_t byte) {
    return rules->min_players + byte % (rules->max_players - rules->min_players + 1);
}

static agon_game *default_game(const agon_rules *rules, int players, void **config) {
    *config = calloc(1, rules->config_size);
    FUZZ_ASSERT(*config);
    rules->config_default(*config, players);
    agon_game *game = malloc(agon_game_size(rules, *config));
    FUZZ_ASSERT(game && agon_configure(rules, *config, game, NULL) == AGON_OK);
    return game;
}

static void fuzz_packed(const agon_codec *codec, uint8_t players, const uint8_t *data,
                        size_t size) {
    void *config;
    agon_game *game = default_game(codec->rules, player_number(codec->rules, players), &config);
    agon_state *state = new_state(game);
    agon_error error = {0};
    agon_status status = agon_unpack_state(game, data, size, state, &error);
    if (status == AGON_OK) {
        FUZZ_ASSERT(agon_pack_state(game, state, NULL, 0, NULL) == size);
        agon_rng rng = rng_of(data, size);
        fuzz_exercise(codec, game, state, &rng);
    } else {
        FUZZ_ASSERT(status == AGON_BAD_STATE && error.message[0]);
    }
    free(state);
    free(game);
    free(config);
}

static void check_answer(char *answer) {
    if (answer) {
        json_t *json = json_loads(answer, 0, NULL);
        FUZZ_ASSERT(json && !strchr(answer, '\n'));
        json_decref(json);
    }
    free(answer);
}

// A batch of requests to sessions of its own; then the first of them is looked at, whatever it is.
static void fuzz_session(const uint8_t *data, size_t size) {
    static const char replay[] = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"replay\","
                                 "\"params\":{\"session\":1,\"finish\":true}}";
    agon_sessions *sessions = agon_sessions_open();
    FUZZ_ASSERT(sessions);
    check_answer(agon_sessions_handle(sessions, (const char *)data, size));
    check_answer(agon_sessions_handle(sessions, replay, sizeof replay - 1));
    agon_sessions_close(sessions);
}

int fuzz_one(fuzz_kind kind, const uint8_t *data, size_t size) {
    if (kind == FUZZ_RPC) {
        check_answer(agon_rpc_handle((const char *)data, size));
        return 0;
    }
    if (kind == FUZZ_SESSION) {
        fuzz_session(data, size);
        return 0;
    }
    if (size < 2) {
        return 0;
    }
    const agon_codec *codec = choose_game(data[0]);
    switch (kind) {
    case FUZZ_ACTION:
        fuzz_action(codec, data[1], data + 2, size - 2);
        break;
    case FUZZ_PACKED:
        fuzz_packed(codec, data[1], data + 2, size - 2);
        break;
    default:
        fuzz_document(codec, data + 1, size - 1, kind == FUZZ_CONFIG);
    }
    return 0;
}
