// The gate for what comes from outside: states of every game, as bytes and as documents, configs and
// actions, damaged in one place at a time. What is said about each damage, and how often, is golden:
// tests/golden/gate/<game>.txt. Whatever is accepted must come out again as it went in.
#include "tests/support/support.h"

#include <ctype.h>

#define MOST_PLACES 120 // of one state that are damaged, spread evenly
#define MOST_ACTIONS 8
#define LOOKS 4 // states of one match that are damaged

typedef struct gate {
    const agon_codec *codec;
    agon_table table;
    agon_state *loaded;
    json_t *tally; // what was said → how often
    uint64_t sum;  // of the hashes of all that was accepted
    unsigned place, stride;
    void (*try)(struct gate *g, const json_t *document); // what documents are tried as
} gate;

// "nodes[12].dice" and "nodes[3].dice" are the same complaint.
static void add_without_numbers(char *text, size_t size, const char *from) {
    size_t length = strlen(text);
    for (size_t i = 0; from[i] && length + 1 < size; i++) {
        bool is_digit = isdigit((unsigned char)from[i]) != 0;
        if (is_digit && i > 0 && isdigit((unsigned char)from[i - 1])) {
            continue;
        }
        text[length++] = is_digit ? '#' : from[i];
        text[length] = '\0';
    }
}

static void count(gate *g, const char *what, agon_status status, const agon_error *error) {
    char text[400];
    snprintf(text, sizeof text, "%s: %s", what, agon_status_slug(status));
    if (status != AGON_OK) {
        strcat(text, " ");
        add_without_numbers(text, sizeof text, error->path);
        strcat(text, ": ");
        add_without_numbers(text, sizeof text, error->message);
    }
    json_int_t before = json_integer_value(json_object_get(g->tally, text));
    json_object_set_new(g->tally, text, json_integer(before + 1));
}

// -------------------------------------------------------------------------------------------------
// Bytes

static void try_bytes(gate *g, const uint8_t *bytes, size_t size) {
    uint8_t again[8192];
    agon_error error = {0};
    agon_status status = agon_unpack_state(g->table.game, bytes, size, g->loaded, &error);
    count(g, "bytes", status, &error);
    if (status == AGON_OK) {
        assert_int_equal(agon_pack_state(g->table.game, g->loaded, again, sizeof again, NULL),
                         size);
        assert_memory_equal(again, bytes, size);
        g->sum += agon_hash(g->table.game, g->loaded);
    }
}

static void damage_bytes(gate *g, const agon_state *state) {
    uint8_t bytes[8192];
    size_t size = agon_pack_state(g->table.game, state, bytes, sizeof bytes, NULL);
    assert_in_range(size, 1, sizeof bytes);
    size_t stride = size / MOST_PLACES + 1;
    for (size_t i = g->place++ % stride; i < size; i += stride) {
        const uint8_t old = bytes[i];
        const uint8_t others[] = {(uint8_t)(old + 1), (uint8_t)(old - 1), 0, 255,
                                  (uint8_t)(old ^ 0x40)};
        for (size_t k = 0; k < sizeof others; k++) {
            bytes[i] = others[k];
            try_bytes(g, bytes, size);
        }
        bytes[i] = old;
    }
    try_bytes(g, bytes, size - 1);
}

// -------------------------------------------------------------------------------------------------
// Documents

static void try_state(gate *g, const json_t *document) {
    agon_table table;
    agon_error error = {0};
    agon_status status = agon_table_load(g->codec, agon_value_of(document), &table, &error);
    count(g, "state", status, &error);
    if (status == AGON_OK) {
        g->sum += agon_hash(table.game, table.state);
        agon_table_free(&table);
    }
}

static void try_config(gate *g, const json_t *document) {
    agon_table table;
    agon_error error = {0};
    agon_status status = agon_table_init(g->codec, agon_value_of(document), &table, &error);
    count(g, "config", status, &error);
    if (status == AGON_OK) {
        g->sum += agon_hash(table.game, table.state) + table.game->max_steps;
        agon_table_free(&table);
    }
}

// Read as the player's who may act, and put to the rules.
static void try_action(gate *g, const json_t *document) {
    agon_action actions[AGON_MAX_STEPS_PER_ACTION];
    size_t steps = 0;
    agon_error error = {0};
    agon_status status = agon_action_read(g->codec, g->table.game, g->table.state,
                                          agon_value_of(document), actions, &steps, &error);
    for (size_t i = 0; i < steps && status == AGON_OK; i++) {
        int player = __builtin_ctz(g->table.state->to_act);
        status = agon_check(g->table.game, g->table.state, player, actions[i], &error);
        g->sum = g->sum * 31 + actions[i].a + 7u * actions[i].b + 77u * actions[i].c;
    }
    count(g, "action", status, &error);
}

static json_t *another(const json_t *value, int way) {
    switch (way) {
    case 0:
        return json_null();
    case 1:
        return json_is_integer(value) ? json_integer(json_integer_value(value) + 1)
                                      : json_integer(1);
    case 2:
        return json_is_integer(value) ? json_integer(json_integer_value(value) - 1)
                                      : json_string("x");
    case 3:
        return json_is_boolean(value) ? json_boolean(!json_boolean_value(value)) : json_array();
    default:
        return json_integer(1000000);
    }
}

#define WAYS 5

static bool is_chosen(gate *g) {
    return g->place++ % g->stride == 0;
}

static void damage_value(gate *g, const json_t *root, json_t *value);

static void damage_member(gate *g, const json_t *root, json_t *object, const char *key) {
    json_t *old = json_incref(json_object_get(object, key));
    if (is_chosen(g)) {
        for (int way = 0; way < WAYS; way++) {
            json_object_set_new(object, key, another(old, way));
            g->try(g, root);
        }
        json_object_del(object, key);
        g->try(g, root);
        json_object_set(object, key, old);
    }
    damage_value(g, root, old);
    json_decref(old);
}

static void damage_item(gate *g, const json_t *root, json_t *array, size_t i) {
    json_t *old = json_incref(json_array_get(array, i));
    if (is_chosen(g)) {
        for (int way = 0; way < WAYS; way++) {
            json_array_set_new(array, i, another(old, way));
            g->try(g, root);
        }
        json_array_remove(array, i);
        g->try(g, root);
        json_array_insert(array, i, old);
        json_array_insert_new(array, i, json_deep_copy(old)); // twice
        g->try(g, root);
        json_array_remove(array, i);
    }
    damage_value(g, root, old);
    json_decref(old);
}

static void damage_value(gate *g, const json_t *root, json_t *value) {
    if (json_is_object(value)) {
        json_t *keys = json_array();
        const char *key;
        json_t *member;
        json_object_foreach(value, key, member) {
            json_array_append_new(keys, json_string(key));
        }
        for (size_t i = 0; i < json_array_size(keys); i++) {
            damage_member(g, root, value, json_string_value(json_array_get(keys, i)));
        }
        json_decref(keys);
    }
    for (size_t i = 0; i < json_array_size(value); i++) {
        damage_item(g, root, value, i);
    }
}

static unsigned size_of(const json_t *value) {
    unsigned size = 1;
    const char *key;
    json_t *member;
    json_object_foreach((json_t *)value, key, member) {
        size += size_of(member);
    }
    for (size_t i = 0; i < json_array_size(value); i++) {
        size += size_of(json_array_get(value, i));
    }
    return size;
}

static void damage_document(gate *g, json_t *document) {
    assert_non_null(document);
    g->stride = size_of(document) / MOST_PLACES + 1;
    g->try(g, document);
    damage_value(g, document, document);
}

static void damage_text(gate *g, agon_text *text) {
    json_t *document = agon_json_parse(text->data, text->length, NULL);
    damage_document(g, document);
    json_decref(document);
    agon_text_free(text);
}

static void damage_state(gate *g, const agon_state *state) {
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_state_write(g->codec, g->table.game, state, &json);
    g->try = try_state;
    damage_text(g, &text);
}

// The first actions of a list, and the last.
static void damage_actions(gate *g) {
    const agon_state *state = g->table.state;
    int player = __builtin_ctz(state->to_act);
    uint32_t total = agon_count(g->table.game, state, player);
    for (uint32_t i = 0; i < total && i < MOST_ACTIONS; i++) {
        agon_text text = {0};
        agon_json json = {.text = &text};
        uint32_t nth = i % 2 ? total - 1 - i / 2 : i / 2;
        agon_action action = agon_nth(g->table.game, state, player, nth);
        g->codec->action_write(g->table.game, state, action, &json);
        g->try = try_action;
        damage_text(g, &text);
    }
}

// -------------------------------------------------------------------------------------------------

static void damage(gate *g) {
    agon_state *view = calloc(1, g->table.game->state_max);
    damage_bytes(g, g->table.state);
    damage_state(g, g->table.state);
    if (g->table.state->to_act) {
        damage_actions(g);
    }
    for (int viewer = 0; viewer <= AGON_SPECTATOR; viewer += AGON_SPECTATOR) {
        assert_int_equal(agon_view(g->table.game, g->table.state, viewer, view), AGON_OK);
        damage_bytes(g, view);
        damage_state(g, view);
    }
    free(view);
}

static bool play_random(gate *g, agon_rng *rng, unsigned steps) {
    for (unsigned i = 0; i < steps; i++) {
        agon_viewers players = g->table.state->to_act;
        if (players == 0) {
            return false;
        }
        support_play_random(&g->table, __builtin_ctz(players), rng);
    }
    return true;
}

static void run_config(gate *g, json_t *config, unsigned number) {
    static const unsigned pauses[LOOKS] = {0, 5, 20, 60};
    agon_rng rng = agon_rng_make(agon_seed_number(number));
    g->try = try_config;
    damage_document(g, config);
    assert_int_equal(agon_table_init(g->codec, agon_value_of(config), &g->table, NULL), AGON_OK);
    g->loaded = calloc(1, g->table.game->state_max);
    for (int look = 0; look < LOOKS && play_random(g, &rng, pauses[look]); look++) {
        damage(g);
    }
    free(g->loaded);
    agon_table_free(&g->table);
}

static void says_what_it_said(void **state) {
    gate g = {.codec = *state, .tally = json_object()};
    json_t *samples = support_samples(g.codec->rules->id);
    for (unsigned i = 0; i < json_array_size(samples) && i < 5; i++) {
        run_config(&g, json_array_get(samples, i), i + 1);
    }
    agon_text text = {0};
    char *dumped = json_dumps(g.tally, JSON_SORT_KEYS | JSON_INDENT(1));
    agon_text_printf(&text, "%s\nhashes of what was accepted: %016llx\n", dumped,
                     (unsigned long long)g.sum);
    char name[100];
    snprintf(name, sizeof name, "gate/%s.txt", g.codec->rules->id);
    support_golden(name, &text);
    free(dumped);
    json_decref(samples);
    json_decref(g.tally);
}

int main(void) {
    return support_run_per_game("gate", says_what_it_said, 1);
}
