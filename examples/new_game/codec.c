// The documents of New Game are those that its descriptions make.
#include "new-game.h"

#include "agon/codec.h"

const agon_codec agon_new_game_codec = AGON_DESCRIBED_CODEC(&agon_new_game_rules);
