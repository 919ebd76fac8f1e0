// Changing inputs: JSON node by node, so that most changes get past the parser; bytes otherwise.
#include "tests/support/support.h"

#include "tests/support/fuzzing.h"

// One place in a document: where a value hangs.
typedef struct place {
    json_t *parent;  // an object or a list
    const char *key; // in an object
    size_t index;    // in a list
} place;

// Visits all places below `node`; keeps one of them, each with the same chance.
static void choose_place(json_t *node, agon_rng *rng, uint32_t *seen, place *chosen) {
    const char *key;
    json_t *value;
    size_t index;
    json_object_foreach(node, key, value) {
        if (agon_uniform(rng, ++*seen) == 0) {
            *chosen = (place){.parent = node, .key = key};
        }
        choose_place(value, rng, seen, chosen);
    }
    json_array_foreach(node, index, value) {
        if (agon_uniform(rng, ++*seen) == 0) {
            *chosen = (place){.parent = node, .index = index};
        }
        choose_place(value, rng, seen, chosen);
    }
}

static json_t *value_at(const place *at) {
    return at->key ? json_object_get(at->parent, at->key) : json_array_get(at->parent, at->index);
}

static void replace_at(const place *at, json_t *value) {
    if (at->key) {
        json_object_set_new(at->parent, at->key, value);
    } else {
        json_array_set_new(at->parent, at->index, value);
    }
}

static json_t *odd_integer(agon_rng *rng, const json_t *old) {
    static const json_int_t edges[] = {
        0,         1,        -1,  2,       8,       63,        64,        127,
        128,       255,      256, 1000000, 1 << 30, INT32_MAX, INT32_MIN, (json_int_t)1 << 53,
        INT64_MAX, INT64_MIN};
    if (json_is_integer(old) && agon_uniform(rng, 2)) {
        json_int_t value = json_integer_value(old);
        bool is_safe = value > INT32_MIN && value < INT32_MAX;
        return json_integer(is_safe ? value + (agon_uniform(rng, 2) ? 1 : -1) : 0);
    }
    return json_integer(edges[agon_uniform(rng, sizeof edges / sizeof edges[0])]);
}

static json_t *odd_string(agon_rng *rng) {
    static const char *const words[] = {"",     "hidden", "spectator", "p1",   "p2", "npc", "0",
                                        "rock", "END",    "\xc3\xa9",  "a\"b", "\\", "draw"};
    return json_string(words[agon_uniform(rng, sizeof words / sizeof words[0])]);
}

static json_t *odd_value(agon_rng *rng, const json_t *old) {
    switch (agon_uniform(rng, 8)) {
    case 0:
        return json_null();
    case 1:
        return json_true();
    case 2:
        return json_array();
    case 3:
        return json_object();
    case 4:
        return odd_string(rng);
    case 5:
        return json_real(0.5);
    default:
        return odd_integer(rng, old);
    }
}

static void drop_at(const place *at) {
    if (at->key) {
        json_object_del(at->parent, at->key);
    } else {
        json_array_remove(at->parent, at->index);
    }
}

// Puts a copy of one place's value at another place, or behind itself in its list.
static void copy_between(json_t *root, agon_rng *rng, const place *to) {
    place from = {0};
    uint32_t seen = 0;
    choose_place(root, rng, &seen, &from);
    json_t *copy = json_deep_copy(value_at(&from));
    if (!to->key && agon_uniform(rng, 2)) {
        json_array_insert_new(to->parent, to->index, copy);
    } else {
        replace_at(to, copy);
    }
}

static void mutate_json(json_t *root, agon_rng *rng) {
    place at = {0};
    uint32_t seen = 0;
    choose_place(root, rng, &seen, &at);
    if (!at.parent) {
        return;
    }
    switch (agon_uniform(rng, 6)) {
    case 0:
        drop_at(&at);
        break;
    case 1:
        copy_between(root, rng, &at);
        break;
    default:
        replace_at(&at, odd_value(rng, value_at(&at)));
    }
}

static size_t mutate_bytes(uint8_t *data, size_t size, size_t max_size, agon_rng *rng) {
    if (size == 0) {
        return 0;
    }
    size_t at = agon_uniform(rng, (uint32_t)size);
    switch (agon_uniform(rng, 5)) {
    case 0:
        data[at] ^= (uint8_t)(1u << agon_uniform(rng, 8));
        return size;
    case 1:
        data[at] = (uint8_t)agon_uniform(rng, 256);
        return size;
    case 2:
        return at; // cut
    case 3: {
        size_t length = agon_uniform(rng, 8) + 1;
        length = at + length > size ? size - at : length;
        memmove(data + at, data + at + length, size - at - length);
        return size - length;
    }
    default: {
        size_t length = agon_uniform(rng, 16) + 1;
        length = at + length > size ? size - at : length;
        if (size + length > max_size) {
            return size;
        }
        memmove(data + at + length, data + at, size - at);
        return size + length;
    }
    }
}

static size_t head_of(fuzz_kind kind) {
    return kind == FUZZ_RPC || kind == FUZZ_SESSION     ? 0
           : kind == FUZZ_ACTION || kind == FUZZ_PACKED ? 2
                                                        : 1;
}

// False: it is not JSON, or does not fit any more.
static bool mutate_document(uint8_t *data, size_t *size, size_t max_size, agon_rng *rng) {
    json_t *root = json_loadb((const char *)data, *size, JSON_DECODE_ANY, NULL);
    if (!root) {
        return false;
    }
    for (uint32_t i = agon_uniform(rng, 3) + 1; i > 0; i--) {
        mutate_json(root, rng);
    }
    size_t needed = json_dumpb(root, (char *)data, max_size, JSON_COMPACT | JSON_ENCODE_ANY);
    json_decref(root);
    if (needed == 0 || needed > max_size) {
        return false;
    }
    *size = needed;
    return true;
}

size_t fuzz_mutate(fuzz_kind kind, uint8_t *data, size_t size, size_t max_size, agon_rng *rng) {
    size_t head = head_of(kind);
    if (size < head || max_size < size) {
        return size;
    }
    size_t body = size - head;
    if (kind != FUZZ_PACKED && agon_uniform(rng, 8) != 0 &&
        mutate_document(data + head, &body, max_size - head, rng)) {
        return head + body;
    }
    for (uint32_t i = agon_uniform(rng, 3) + 1; i > 0; i--) {
        body = mutate_bytes(data + head, body, max_size - head, rng);
    }
    return head + body;
}
