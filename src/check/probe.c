// Random matches of any game, and the tools to look at them.
#include "src/check/probe.h"

#include "src/codec/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static agon_value *with_seed(const agon_value *config) {
    json_t *document = config ? json_deep_copy(agon_json_of(config)) : json_object();
    if (json_is_object(document) && !json_object_get(document, "seed") &&
        json_object_set_new(document, "seed", json_integer(1)) != 0) {
        json_decref(document);
        return NULL;
    }
    return agon_value_of(document);
}

agon_status agon_probe_open(agon_probe *probe, const agon_codec *codec, int players,
                            const agon_value *config, uint64_t seed, agon_error *error) {
    *probe = (agon_probe){.codec = codec};
    probe->rng = agon_rng_make((agon_seed){.lo = seed, .hi = 0x70726f6265, .is_wide = true});
    probe->config = with_seed(config);
    if (!probe->config) {
        return agon_error_set(error, AGON_NO_MEMORY, NULL, "out of memory");
    }
    agon_status status = agon_table_init_for(codec, players, probe->config, &probe->table, error);
    if (status) {
        agon_value_free(probe->config);
    }
    return status;
}

void agon_probe_close(agon_probe *probe) {
    agon_table_free(&probe->table);
    agon_value_free(probe->config);
}

void agon_probe_start(agon_probe *probe) {
    agon_seed seed = {.lo = agon_rng_next(&probe->rng)};
    if (agon_uniform(&probe->rng, 2) == 0) {
        seed.hi = agon_rng_next(&probe->rng);
        seed.is_wide = true;
    }
    probe->seed = seed;
    agon_init(probe->table.game, probe->table.config, seed, probe->table.state);
    probe->match++;
    probe->step = 0;
}

agon_state *agon_probe_state(agon_probe *probe) {
    agon_state *state = calloc(1, probe->table.game->state_max);
    probe->is_exhausted |= state == NULL;
    return state;
}

bool agon_probe_pick(agon_probe *probe, const agon_state *state, int *player, agon_action *action) {
    const agon_game *game = probe->table.game;
    int first = (int)agon_uniform(&probe->rng, game->players);
    for (int i = 0; i < game->players; i++) {
        *player = (first + i) % game->players;
        if (agon_random_action(game, state, *player, &probe->rng, action) == AGON_OK) {
            return true;
        }
    }
    return false;
}

// Numbers near the edges of what fields usually hold, and anything else now and then.
static int32_t odd_number(agon_rng *rng) {
    static const int32_t edges[] = {
        0,   1,   -1,   2,    7,     16,    63,        64,        127,          128,
        255, 256, -128, 1000, 65535, 65536, INT32_MAX, INT32_MIN, INT32_MIN + 1};
    switch (agon_uniform(rng, 3)) {
    case 0:
        return edges[agon_uniform(rng, sizeof edges / sizeof edges[0])];
    case 1:
        return (int32_t)agon_uniform(rng, 20) - 2;
    default:
        return (int32_t)(uint32_t)agon_rng_next(rng);
    }
}

static agon_action random_bytes(agon_probe *probe) {
    agon_rng *rng = &probe->rng;
    agon_action action = {
        .type = (uint8_t)agon_uniform(rng, probe->table.game->rules->action_types + 1u),
        .a = (uint8_t)odd_number(rng),
        .b = (uint8_t)odd_number(rng),
        .c = (uint8_t)odd_number(rng),
        .n = odd_number(rng),
    };
    return action;
}

static void change_one_field(agon_rng *rng, agon_action *action) {
    switch (agon_uniform(rng, 5)) {
    case 0:
        action->type = (uint8_t)odd_number(rng);
        break;
    case 1:
        action->a = (uint8_t)odd_number(rng);
        break;
    case 2:
        action->b = (uint8_t)odd_number(rng);
        break;
    case 3:
        action->c = (uint8_t)odd_number(rng);
        break;
    default:
        action->n = odd_number(rng);
        break;
    }
}

agon_action agon_probe_mutant(agon_probe *probe, const agon_state *state) {
    agon_action action;
    int player;
    if (agon_uniform(&probe->rng, 4) == 0 || !agon_probe_pick(probe, state, &player, &action)) {
        return random_bytes(probe);
    }
    change_one_field(&probe->rng, &action);
    return action;
}

int agon_probe_viewer(agon_probe *probe) {
    int players = probe->table.game->players;
    int viewer = (int)agon_uniform(&probe->rng, (uint32_t)players + 1);
    return viewer == players ? AGON_SPECTATOR : viewer;
}

static bool packed_reserve(agon_packed *packed, size_t size) {
    if (size <= packed->capacity) {
        return true;
    }
    uint8_t *bytes = realloc(packed->bytes, size);
    if (bytes) {
        packed->bytes = bytes;
    }
    agon_viewers *map = realloc(packed->map, size * sizeof *map);
    if (map) {
        packed->map = map;
    }
    if (!bytes || !map) {
        return false;
    }
    packed->capacity = size;
    return true;
}

void agon_packed_fill(agon_probe *probe, agon_packed *packed, const agon_state *state) {
    const agon_game *game = probe->table.game;
    size_t size = agon_pack_state(game, state, packed->bytes, packed->capacity, packed->map);
    packed->size = size;
    if (size <= packed->capacity) {
        return;
    }
    if (!packed_reserve(packed, size)) {
        packed->size = 0;
        probe->is_exhausted = true;
        return;
    }
    agon_pack_state(game, state, packed->bytes, size, packed->map);
}

void agon_packed_free(agon_packed *packed) {
    free(packed->bytes);
    free(packed->map);
}

bool agon_packed_equal(const agon_packed *a, const agon_packed *b) {
    return a->size == b->size && (a->size == 0 || memcmp(a->bytes, b->bytes, a->size) == 0);
}

agon_status agon_probe_apply(agon_probe *probe, const agon_state *in, int player,
                             agon_action action, agon_event_list *list, agon_state *out) {
    if (!list) {
        return agon_apply(probe->table.game, in, player, action, NULL, out, NULL);
    }
    list->count = 0;
    agon_sink sink = agon_event_list_sink(list);
    agon_context context = {.sink = &sink};
    agon_status status = agon_apply(probe->table.game, in, player, action, &context, out, NULL);
    probe->is_exhausted |= list->failed;
    return status;
}

void agon_probe_json(agon_probe *probe, const agon_state *state, agon_text *text) {
    text->length = 0;
    agon_json json = {.text = text};
    agon_state_write(probe->codec, probe->table.game, state, &json);
    agon_text_add(text, "", 0); // a NUL after it, whatever has been written
    probe->is_exhausted |= text->failed;
}

agon_value *agon_probe_parse(agon_probe *probe, const agon_text *text, agon_error *error) {
    probe->is_exhausted |= text->failed;
    if (text->failed || !text->data) {
        return NULL;
    }
    agon_value *json = agon_value_parse(text->data, text->length, error);
    probe->is_exhausted |= !json && error->status == AGON_NO_MEMORY;
    return json;
}

void agon_probe_contrast(const char *a, const char *b, char *out, size_t size) {
    size_t at = 0;
    while (a[at] && a[at] == b[at]) {
        at++;
    }
    size_t from = at < 24 ? 0 : at - 24;
    snprintf(out, size, "at character %zu: \"%.60s\" and \"%.60s\"", at, a + from, b + from);
}

bool agon_action_equal(agon_action a, agon_action b) {
    return a.type == b.type && a.a == b.a && a.b == b.b && a.c == b.c && a.n == b.n;
}
