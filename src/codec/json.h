// What an agon_value is: jansson's json_t, under a name that public headers can speak of.
//
// For the codec, and for programs of this tree that take documents apart or put them together.
#ifndef AGON_SRC_CODEC_JSON_H
#define AGON_SRC_CODEC_JSON_H

#include "agon/codec.h"

#include <jansson.h>

// One value, seen from the other side. A const one must not be changed either way.
static inline json_t *agon_json_of(const agon_value *value) {
    return (json_t *)value;
}

static inline agon_value *agon_value_of(const json_t *json) {
    return (agon_value *)json;
}

// agon_value_parse; json_decref the result.
json_t *agon_json_parse(const char *text, size_t length, agon_error *error);

// A copy of a config that keys can be added to; empty if it is no object. NULL: no memory.
json_t *agon_config_copy(const agon_value *config);

#endif
