// Tables for matches.
#define _GNU_SOURCE
#include "apps/host/tables.h"

#include <stdio.h>
#include <sys/random.h>

bool agon_seed_fresh(agon_seed *seed) {
    uint64_t bits[2];
    if (getrandom(bits, sizeof bits, 0) != sizeof bits) {
        return false;
    }
    *seed = (agon_seed){.lo = bits[0], .hi = bits[1], .is_wide = true};
    return true;
}

bool agon_seed_of_config(const json_t *config, agon_seed *seed) {
    agon_reader reader = {.status = AGON_BAD_CONFIG};
    agon_cursor root = agon_cursor_root(&reader, agon_value_of(config));
    agon_cursor at = agon_cursor_child(&root, "seed");
    return json_is_object(config) && agon_cursor_is_given(&at) && agon_cursor_read_seed(&at, seed);
}

static json_t *seed_document(agon_seed seed) {
    char hex[33];
    if (!seed.is_wide) {
        return json_integer((json_int_t)seed.lo);
    }
    snprintf(hex, sizeof hex, "%016llx%016llx", (unsigned long long)seed.hi,
             (unsigned long long)seed.lo);
    return json_string(hex);
}

agon_status agon_table_seat(const agon_codec *codec, int players, const json_t *config,
                            agon_seed seed, agon_table *table, agon_error *error) {
    return agon_table_seat_as(codec, 0, players, config, seed, table, error);
}

agon_status agon_table_seat_as(const agon_codec *codec, int version, int players,
                               const json_t *config, agon_seed seed, agon_table *table,
                               agon_error *error) {
    json_t *whole = json_is_object(config) ? json_copy((json_t *)config) : json_object();
    agon_status status = AGON_NO_MEMORY;
    if (json_object_set_new(whole, "seed", seed_document(seed)) == 0) {
        status = agon_table_init_as(codec, version, players, agon_value_of(whole), table, error);
    } else {
        *table = (agon_table){0};
        (void)agon_error_set(error, AGON_NO_MEMORY, NULL, "out of memory");
    }
    json_decref(whole);
    return status;
}

char *agon_config_text(const json_t *config, bool *is_good) {
    agon_text text = {0};
    agon_json json = {.text = &text};
    *is_good = true;
    if (!config) {
        return NULL;
    }
    agon_json_value(&json, agon_value_of(config));
    *is_good = !text.failed;
    if (text.failed) {
        agon_text_free(&text);
    }
    return text.data;
}
