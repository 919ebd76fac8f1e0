// Seeds and configs for matches.
#define _GNU_SOURCE
#include "apps/host/tables.h"

#include <sys/random.h>

bool agon_seed_fresh(agon_seed *seed) {
    uint64_t bits[2];
    if (getrandom(bits, sizeof bits, 0) != sizeof bits) {
        return false;
    }
    *seed = (agon_seed){.lo = bits[0], .hi = bits[1], .is_wide = true};
    return true;
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
