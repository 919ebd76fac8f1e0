// Rock-Paper-Scissors: two players choose at the same time; the smallest game of the contract.
//
// Actions: type AGON_RPS_CHOOSE, a = the choice (AGON_RPS_ROCK, …). Listed in the order rock, paper,
// scissors. Rules: RULES.md; numbers like RPS-4 refer to it.
#ifndef AGON_ROCK_PAPER_SCISSORS_H
#define AGON_ROCK_PAPER_SCISSORS_H

#include "agon/game.h"

AGON_C_BEGIN

#define AGON_RPS_ID_MAX 255 // bytes of a player id

typedef struct agon_rps_config {
    const char *ids[2]; // two different ids; not empty, not "spectator", ≤ AGON_RPS_ID_MAX bytes
} agon_rps_config;

enum { AGON_RPS_CHOOSE };                                  // action types
enum { AGON_RPS_ROCK, AGON_RPS_PAPER, AGON_RPS_SCISSORS }; // choices
enum { AGON_RPS_CHOSEN, AGON_RPS_REVEALED };               // event types

// The ids p1 and p2.
AGON_API agon_rps_config agon_rps_config_default(void);

// The id of player 0 or 1; belongs to the game.
AGON_API const char *agon_rps_player_id(const agon_game *game, int player);

// What player 0 or 1 has chosen in a state or view, or one of these.
enum { AGON_RPS_NOTHING = -2, AGON_RPS_UNKNOWN = -1 };
AGON_API int agon_rps_choice(const agon_state *state, int player);

AGON_API extern const agon_rules agon_rps_rules;

AGON_C_END

#endif
