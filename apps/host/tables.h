// Tables for matches: config, seed and number of players put together.
#ifndef AGON_APPS_HOST_TABLES_H
#define AGON_APPS_HOST_TABLES_H

#include "agon/codec.h"

#include "src/codec/json.h"

// 128 bits from the system's secure source.
AGON_MUST_USE bool agon_seed_fresh(agon_seed *seed);

// The seed that a config asks for. False: it has none, or not a good one.
bool agon_seed_of_config(const json_t *config, agon_seed *seed);

// A config as text, for those who take JSON as text. NULL: no config, or no memory (`*is_good` tells);
// the caller's to free.
char *agon_config_text(const json_t *config, bool *is_good);

// Makes a table for `players` from `config` (may be NULL) with this seed.
AGON_MUST_USE agon_status agon_table_seat(const agon_codec *codec, int players,
                                          const json_t *config, agon_seed seed, agon_table *table,
                                          agon_error *error);

// The same by that version of the rules (0: the newest), for a match that began under it.
AGON_MUST_USE agon_status agon_table_seat_as(const agon_codec *codec, int version, int players,
                                             const json_t *config, agon_seed seed,
                                             agon_table *table, agon_error *error);

#endif
