// What the JSON files of this game share.
#ifndef AGON_STELLAR_CODEC_INTERNAL_H
#define AGON_STELLAR_CODEC_INTERNAL_H

#include "games/stellar-skirmish/state.h"

#include "agon/codec.h"

// The key of a player in objects keyed by players: "1" for player 0.
const char *agon_stellar_player_key(int player);

// planet.c
// `factor` is 2 where the victory points may be doubled.
bool agon_stellar_planet_read(const agon_cursor *at, int factor, agon_stellar_planet *planet);
// A list of up to 64 planets, kept in the reader's memory.
bool agon_stellar_planets_read(const agon_cursor *at, const agon_stellar_planet **planets,
                               uint32_t *count);
void agon_stellar_planet_write(const agon_game *game, int planet, agon_json *json);

// config.c
extern const agon_config_key agon_stellar_config_keys[];
bool agon_stellar_config_read(const agon_cursor *at, void *config, agon_seed *seed);
bool agon_stellar_config_of_state(const agon_cursor *at, void *config);
// A list of up to 64 card values into `values`, which has room for them.
bool agon_stellar_cards_read(const agon_cursor *at, int32_t *values, uint32_t *count);

// What stands for a play in a document.
typedef struct stellar_table_card {
    uint8_t what; // AGON_STELLAR_NO_CARD, AGON_STELLAR_HIDDEN_CARD, AGON_STELLAR_OPEN_CARD
    int32_t card;
} stellar_table_card;
bool agon_stellar_table_card_read(const agon_cursor *at, stellar_table_card *card);

// state.c
bool agon_stellar_state_read(const agon_game *game, const agon_cursor *at, agon_state *state);

// text.c
void agon_stellar_render(const agon_game *game, const agon_state *state, agon_text *text);

#endif
