// Good inputs for fuzzing: what random matches of every game look like from outside.
#include "tests/support/support.h"

#include "tests/support/fuzzing.h"
#include "tests/support/toy.h"

#include <dirent.h>

#define MATCHES 2
#define STEPS_BETWEEN 7 // so many steps of a match pass between two seeds
#define MOST_PER_MATCH 8

typedef struct sower {
    fuzz_kind kind;
    fuzz_keep *keep;
    void *user;
    const agon_codec *codec;
    uint8_t game; // the byte that chooses the game
    uint8_t players;
    agon_table table;
    agon_text text;
    agon_rng rng;
} sower;

static void begin(sower *s, bool has_second, uint8_t second) {
    s->text.length = 0;
    char head[2] = {(char)s->game, (char)second};
    agon_text_add(&s->text, head, has_second ? 2 : 1);
}

static void keep(sower *s) {
    FUZZ_ASSERT(!s->text.failed);
    s->keep(s->user, (const uint8_t *)s->text.data, s->text.length);
}

static void sow_json(sower *s, const agon_state *state) {
    begin(s, false, 0);
    agon_json json = {.text = &s->text};
    agon_state_write(s->codec, s->table.game, state, &json);
    keep(s);
}

static void sow_view(sower *s) {
    agon_state *view = calloc(1, s->table.game->state_max);
    int players = s->table.game->players;
    int viewer = (int)agon_uniform(&s->rng, (uint32_t)players + 1);
    FUZZ_ASSERT(view && agon_view(s->table.game, s->table.state,
                                  viewer == players ? AGON_SPECTATOR : viewer, view) == AGON_OK);
    sow_json(s, view);
    free(view);
}

static void sow_packed(sower *s) {
    size_t size = agon_pack_state(s->table.game, s->table.state, NULL, 0, NULL);
    uint8_t *bytes = malloc(size);
    FUZZ_ASSERT(bytes);
    agon_pack_state(s->table.game, s->table.state, bytes, size, NULL);
    begin(s, true, s->players);
    agon_text_add(&s->text, (const char *)bytes, size);
    keep(s);
    free(bytes);
}

static void sow_action(sower *s, int player, agon_action action) {
    begin(s, true, (uint8_t)agon_uniform(&s->rng, 32));
    agon_json json = {.text = &s->text};
    (void)player;
    s->codec->action_write(s->table.game, s->table.state, action, &json);
    keep(s);
}

static void write_rpc_state(sower *s, agon_json *json, const char *method) {
    agon_json_open(json, '{');
    agon_json_put_string(json, "jsonrpc", "2.0");
    agon_json_put_int(json, "id", 1);
    agon_json_put_string(json, "method", method);
    agon_json_key(json, "params");
    agon_json_open(json, '{');
    agon_json_put_string(json, "game", s->codec->rules->id);
    agon_json_key(json, "state");
    agon_state_write(s->codec, s->table.game, s->table.state, json);
}

static void write_rpc_end(agon_json *json) {
    agon_json_close(json, '}');
    agon_json_close(json, '}');
}

// One request of a method that fits, with a state of the match.
static void sow_rpc(sower *s, int player, agon_action action) {
    static const char *const methods[] = {"apply",  "check",         "actions", "view",
                                          "status", "random_action", "render"};
    uint32_t method = agon_uniform(&s->rng, sizeof methods / sizeof methods[0]);
    s->text.length = 0;
    agon_json json = {.text = &s->text};
    write_rpc_state(s, &json, methods[method]);
    agon_json_key(&json, method == 3 ? "viewer" : "player");
    s->codec->player_write(s->table.game, player, &json);
    agon_json_put_int(&json, "seed", 3);
    agon_json_key(&json, "action");
    s->codec->action_write(s->table.game, s->table.state, action, &json);
    write_rpc_end(&json);
    keep(s);
}

static void open_request(agon_json *json, const char *method) {
    agon_json_open(json, '{');
    agon_json_put_string(json, "jsonrpc", "2.0");
    agon_json_put_int(json, "id", 1);
    agon_json_put_string(json, "method", method);
    agon_json_key(json, "params");
    agon_json_open(json, '{');
    agon_json_put_int(json, strcmp(method, "open") == 0 ? "seed" : "session", 1);
}

static void write_session(sower *s, agon_json *json) {
    open_request(json, "open");
    agon_json_put_string(json, "game", s->codec->rules->id);
    agon_json_put_string(json, "clock", "1+1");
    agon_json_key(json, "state");
    agon_state_write(s->codec, s->table.game, s->table.state, json);
    agon_json_key(json, "seats");
    agon_json_open(json, '[');
    for (int p = 0; p < s->table.game->players; p++) {
        agon_json_string(json, agon_uniform(&s->rng, 2) ? "human" : "random");
    }
    agon_json_close(json, ']');
    write_rpc_end(json);
}

// A batch: a match is opened at this state, and everything is asked of it once.
static void sow_session(sower *s, int player, agon_action action) {
    static const char *const methods[] = {"ask",     "act",    "think", "look",   "undo", "act",
                                          "actions", "expire", "leave", "replay", "look", "close"};
    s->text.length = 0;
    agon_json json = {.text = &s->text};
    agon_json_open(&json, '[');
    write_session(s, &json);
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        open_request(&json, methods[i]);
        agon_json_put_int(&json, "now", 1000 * (int64_t)i);
        agon_json_key(&json, "viewer");
        s->codec->player_write(s->table.game, player, &json);
        agon_json_key(&json, "player");
        s->codec->player_write(s->table.game, player, &json);
        agon_json_key(&json, "action");
        s->codec->action_write(s->table.game, s->table.state, action, &json);
        write_rpc_end(&json);
    }
    agon_json_close(&json, ']');
    keep(s);
}

static void sow_here(sower *s, int player, agon_action action) {
    switch (s->kind) {
    case FUZZ_STATE:
        sow_json(s, s->table.state);
        break;
    case FUZZ_VIEW:
        sow_view(s);
        break;
    case FUZZ_ACTION:
        sow_action(s, player, action);
        break;
    case FUZZ_PACKED:
        sow_packed(s);
        break;
    case FUZZ_RPC:
        sow_rpc(s, player, action);
        break;
    case FUZZ_SESSION:
        sow_session(s, player, action);
        break;
    default:
        break;
    }
}

static bool pick(sower *s, int *player, agon_action *action) {
    int first = (int)agon_uniform(&s->rng, s->table.game->players);
    for (int i = 0; i < s->table.game->players; i++) {
        *player = (first + i) % s->table.game->players;
        if (agon_random_action(s->table.game, s->table.state, *player, &s->rng, action) ==
            AGON_OK) {
            return true;
        }
    }
    return false;
}

static void sow_match(sower *s) {
    int player;
    agon_action action = {0};
    for (uint32_t step = 0; step < STEPS_BETWEEN * MOST_PER_MATCH; step++) {
        bool goes_on = pick(s, &player, &action);
        if ((step % STEPS_BETWEEN < 2 && goes_on) || (s->kind != FUZZ_ACTION && !goes_on)) {
            sow_here(s, goes_on ? player : 0, action);
        }
        if (!goes_on) {
            return;
        }
        FUZZ_ASSERT(agon_apply(s->table.game, s->table.state, player, action, NULL, s->table.state,
                               NULL) == AGON_OK);
    }
}

static void sow_default(sower *s, int players, int64_t seed) {
    const agon_rules *rules = s->codec->rules;
    s->table = (agon_table){.codec = s->codec, .config = calloc(1, rules->config_size)};
    FUZZ_ASSERT(s->table.config);
    rules->config_default(s->table.config, players);
    s->table.game = malloc(agon_game_size(rules, s->table.config));
    FUZZ_ASSERT(s->table.game &&
                agon_configure(rules, s->table.config, s->table.game, NULL) == AGON_OK);
    s->table.state = calloc(1, s->table.game->state_max);
    FUZZ_ASSERT(s->table.state);
    agon_init(s->table.game, s->table.config, agon_seed_number(seed), s->table.state);
    s->players = (uint8_t)(players - rules->min_players);
    sow_match(s);
    agon_table_free(&s->table);
}

// The sample configs, and the smallest document.
static void sow_configs(sower *s) {
    json_t *samples = support_samples(s->codec->rules->id);
    json_array_append_new(samples, json_pack("{s:i}", "seed", 5));
    for (size_t i = 0; i < json_array_size(samples); i++) {
        begin(s, false, 0);
        agon_json json = {.text = &s->text};
        agon_json_value(&json, agon_value_of(json_array_get(samples, i)));
        keep(s);
    }
    json_decref(samples);
}

static void sow_game(sower *s) {
    const agon_rules *rules = s->codec->rules;
    if (s->kind == FUZZ_CONFIG) {
        sow_configs(s);
        return;
    }
    for (int n = rules->min_players; n <= rules->max_players; n += 2) {
        for (int64_t seed = 0; seed < MATCHES; seed++) {
            sow_default(s, n, seed);
        }
    }
}

void fuzz_seeds(fuzz_kind kind, fuzz_keep *keep_seed, void *user) {
    sower s = {.kind = kind, .keep = keep_seed, .user = user};
    s.rng = agon_rng_make(agon_seed_number(kind));
    for (size_t i = 0; (s.codec = agon_codec_at(i)); i++) {
        s.game = (uint8_t)i;
        sow_game(&s);
    }
    if (kind != FUZZ_RPC && kind != FUZZ_SESSION) { // which know registered games only
        s.codec = &toy_codec;
        s.game++;
        sow_game(&s);
    }
    agon_text_free(&s.text);
}

typedef struct folder {
    const char *path;
    int files;
} folder;

static void write_seed(void *user, const uint8_t *data, size_t size) {
    folder *f = user;
    char path[1024];
    snprintf(path, sizeof path, "%s/seed-%04d", f->path, f->files++);
    FILE *file = fopen(path, "wb");
    if (file) {
        fwrite(data, 1, size, file);
        fclose(file);
    }
}

static bool is_empty(const char *path) {
    DIR *open = opendir(path);
    bool has_files = false;
    const struct dirent *entry;
    while (open && (entry = readdir(open))) {
        has_files |= entry->d_name[0] != '.';
    }
    if (open) {
        closedir(open);
    }
    return open && !has_files;
}

int fuzz_initialize(fuzz_kind kind, int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] != '-') {
            folder f = {.path = argv[i]};
            if (is_empty(argv[i])) {
                fuzz_seeds(kind, write_seed, &f);
            }
            break;
        }
    }
    return 0;
}
