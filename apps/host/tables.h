// Seeds and configs for matches.
#ifndef AGON_APPS_HOST_TABLES_H
#define AGON_APPS_HOST_TABLES_H

#include "agon/codec.h"

#include "src/codec/json.h"

// 128 bits from the system's secure source.
AGON_MUST_USE bool agon_seed_fresh(agon_seed *seed);

// A config as text, for those who take JSON as text. NULL: no config, or no memory (`*is_good` tells);
// the caller's to free.
char *agon_config_text(const json_t *config, bool *is_good);

#endif
