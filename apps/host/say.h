// JSON in words, for people who play or watch.
#ifndef AGON_APPS_HOST_SAY_H
#define AGON_APPS_HOST_SAY_H

#include "agon/codec.h"

#include "src/codec/json.h"

// Adds what a JSON value says, in words: {"type":"CARD_PLAYED","player":1} becomes "Card played:
// player 1". The key `skip` (may be NULL) of the outermost object is left out.
void agon_say_json(agon_text *text, const json_t *value, const char *skip);

// Adds a player as the game names it, without quotes.
void agon_say_player(agon_text *text, const agon_codec *codec, const agon_game *game, int player);

#endif
