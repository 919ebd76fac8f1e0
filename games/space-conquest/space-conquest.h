// Space Conquest: two players, sixteen stars, fog of war, simultaneous orders.
//
// A player orders fleets from its own stars to any other star, one ORDER at a time, and hands the
// set in with COMMIT. When both have committed, the turn runs: orders, rebellions, production, then
// (the turn number goes up) movement, combat, victory. Rules: RULES.md; numbers like SC-14 refer to
// it.
//
// Actions
//   AGON_CONQUEST_ORDER   a = origin, b = destination: stars as letters, 0 for A … 25 for Z, or
//                         AGON_CONQUEST_NO_STAR for anything that is no letter; n = ships. An order
//                         is never refused: what is wrong with it is reported when it would be
//                         executed (SC-13 … SC-15). n ≤ 0 is a bad count, AGON_NULL among them one
//                         that was no integer at all.
//   AGON_CONQUEST_COMMIT  no operands.
//   Listed as valid: for each own star in list order, each count from 1 to the ships left there,
//   each other star in list order: one ORDER; then COMMIT (SC-13).
//
//     agon_conquest_config config = agon_conquest_config_default();
//     …agon_configure, agon_init…
//     agon_apply(game, state, 0, agon_conquest_order('A', 'F', 3), NULL, state, NULL);
//     agon_apply(game, state, 0, agon_conquest_commit(), NULL, state, NULL);
#ifndef AGON_SPACE_CONQUEST_H
#define AGON_SPACE_CONQUEST_H

#include "agon/game.h"

AGON_C_BEGIN

// ---------------------------------------------------------------------------------------------
// The numbers of the game, all of them

#define AGON_CONQUEST_WIDTH 12      // x from 0
#define AGON_CONQUEST_HEIGHT 10     // y from 0
#define AGON_CONQUEST_STARS 16      // of a generated map, letters A to P; a loaded one has 2 to 16
#define AGON_CONQUEST_HOME_RU 4     // resource units of a home: ships it produces a turn
#define AGON_CONQUEST_START_SHIPS 4 // at each home
#define AGON_CONQUEST_HOME_RANGE 3 // a home lies this near to its corner, its region reaches so far
#define AGON_CONQUEST_LOSS_DIE 50  // a fleet rolls it every turn; 1 destroys it: 2 %
#define AGON_CONQUEST_REBEL_DIE 6  // a star held by fewer ships than RU rolls it …
#define AGON_CONQUEST_REBEL_FROM 4 // … and rebels on this or more: 50 %
#define AGON_CONQUEST_MAX_DISTANCE 11 // Chebyshev, corner to corner
#define AGON_CONQUEST_MAX_ORDERS 128  // of a player in a turn
// In flight at once: two players × 128 orders a turn × 11 turns.
#define AGON_CONQUEST_MAX_FLEETS (2 * AGON_CONQUEST_MAX_ORDERS * AGON_CONQUEST_MAX_DISTANCE)
#define AGON_CONQUEST_MAX_TURNS 10000 // largest max_turns

// Limits on what a loaded state may hold; each grows by what a turn can add, times the turn.
#define AGON_CONQUEST_MAX_SHIPS 100000000   // of one player, or of one garrison
#define AGON_CONQUEST_MAX_PRODUCTION 36     // of all stars together, a turn
#define AGON_CONQUEST_MAX_NUMBER 1000000000 // of a fleet
#define AGON_CONQUEST_MAX_TURN 1000000      // a turn number

#define AGON_CONQUEST_NO_STAR 255

// Chance that a fleet is lost on a journey of so many turns (0 to 11), in hundredths of a per cent,
// rounded: 1 − (49/50)^distance. 588 for 3, 961 for 5, 1492 for 8, 1993 for 11.
AGON_API int agon_conquest_loss_chance(int distance);

// ---------------------------------------------------------------------------------------------
// Config, actions, events

typedef struct agon_conquest_config {
    int32_t max_turns; // 1 … AGON_CONQUEST_MAX_TURNS: a draw after so many turns
} agon_conquest_config;

// 500 turns.
AGON_API agon_conquest_config agon_conquest_config_default(void);

enum { AGON_CONQUEST_ORDER, AGON_CONQUEST_COMMIT }; // action types

// An order for stars named by capital letters, 'A' to 'Z'.
AGON_API agon_action agon_conquest_order(char from, char to, int32_t ships);
AGON_API agon_action agon_conquest_commit(void);

// Event types, in the order in which a turn makes them. Who sees what: docs/games.
enum {
    AGON_CONQUEST_ORDERS_COMMITTED,
    AGON_CONQUEST_FLEET_LAUNCHED,
    AGON_CONQUEST_ORDER_REJECTED,
    AGON_CONQUEST_REBELLION_ROLL,
    AGON_CONQUEST_REBELLION,
    AGON_CONQUEST_PRODUCTION,
    AGON_CONQUEST_TURN_STARTED,
    AGON_CONQUEST_HYPERSPACE_ROLL,
    AGON_CONQUEST_HYPERSPACE_LOSS,
    AGON_CONQUEST_FLEET_ARRIVED,
    AGON_CONQUEST_STAR_REVEALED,
    AGON_CONQUEST_COMBAT,
    AGON_CONQUEST_STAR_TAKEN,
    AGON_CONQUEST_GAME_OVER,
    AGON_CONQUEST_EVENT_TYPES
};

// The winner in AGON_CONQUEST_GAME_OVER.
enum {
    AGON_CONQUEST_GOES_ON,
    AGON_CONQUEST_WON_BY_P1,
    AGON_CONQUEST_WON_BY_P2,
    AGON_CONQUEST_DRAW
};

// Why an order was not executed (SC-15), in the order of the checks; over_commitment is of the
// whole set.
enum {
    AGON_CONQUEST_FINE,
    AGON_CONQUEST_BAD_COUNT,
    AGON_CONQUEST_UNKNOWN_ORIGIN,
    AGON_CONQUEST_UNKNOWN_DESTINATION,
    AGON_CONQUEST_SAME_STAR,
    AGON_CONQUEST_NOT_OWNED,
    AGON_CONQUEST_TOO_MANY,
    AGON_CONQUEST_OVER_COMMITMENT,
    AGON_CONQUEST_REASONS
};

// The reason's word in JSON ("bad_count"), and a sentence for people. Never null.
AGON_API const char *agon_conquest_reason_word(int reason);
AGON_API const char *agon_conquest_reason_text(int reason);

// ---------------------------------------------------------------------------------------------
// Looking at a state or a view

// What is known of a star. In a full state everything is.
typedef struct agon_conquest_star {
    char letter;      // 'A' … 'P'
    const char *name; // "Altair"
    uint8_t x, y;
    uint8_t ru;       // 0: not known
    bool is_known;    // whether `owner` and `has_npc` are known
    int8_t owner;     // a player, or −1: unowned (or not known)
    bool has_npc;     // unowned, with a garrison
    int32_t npc;      // its ships; −1: not known
    int8_t home;      // whose home it is, or −1: nobody's (or not known)
    int32_t ships[2]; // stationed, by player; −1: not known
    int32_t left[2];  // of those: in no order yet; −1: not known
} agon_conquest_star;

// A fleet on its way. A view holds those of its viewer.
typedef struct agon_conquest_fleet {
    uint8_t owner;
    char from, to;
    uint8_t distance; // turns to go, from 1
    uint32_t number;  // of "p1-003": 3
    uint32_t ships;
} agon_conquest_fleet;

// The turn, from 1; and how many stars there are.
AGON_API uint32_t agon_conquest_turn(const agon_state *state);
AGON_API int agon_conquest_star_count(const agon_state *state);
// The i-th star of the list.
AGON_API agon_conquest_star agon_conquest_star_at(const agon_state *state, int i);
// The star with a letter 'A' … 'P'; false: it is not on this map.
AGON_API bool agon_conquest_star_find(const agon_state *state, char letter,
                                      agon_conquest_star *star);
AGON_API int agon_conquest_fleet_count(const agon_state *state);
// The i-th fleet, in order of creation.
AGON_API agon_conquest_fleet agon_conquest_fleet_at(const agon_state *state, int i);

// An order that has been given and not committed yet. A view holds those of its viewer.
typedef struct agon_conquest_given_order {
    char from, to; // '?': no letter
    int32_t ships;
    int reason; // AGON_CONQUEST_FINE, or what is wrong with it by itself
} agon_conquest_given_order;

// Orders that a player has given in this turn, as far as a view shows them.
AGON_API int agon_conquest_given_order_count(const agon_state *state, int player);
// The i-th of a player's, in the order they were given.
AGON_API agon_conquest_given_order agon_conquest_given_order_at(const agon_state *state, int player,
                                                                int i);
AGON_API bool agon_conquest_has_committed(const agon_state *state, int player);
AGON_API uint32_t agon_conquest_max_turns(const agon_game *game);

// The name that goes with a letter 'A' … 'P' (SC-6), or NULL.
AGON_API const char *agon_conquest_star_name(char letter);
// Chebyshev distance.
AGON_API int agon_conquest_distance(int x1, int y1, int x2, int y2);

// The map as text (SC-23): ten rows of twelve cells, rows separated by line breaks, none at the
// end: 359 characters and a NUL. With `player` 0 or 1 RU are shown as that player knows them, with
// AGON_NOBODY as the state or view holds them.
#define AGON_CONQUEST_MAP_SIZE 360
AGON_API void agon_conquest_map_text(const agon_state *state, int player,
                                     char text[AGON_CONQUEST_MAP_SIZE]);

// The map with axes, each cell four characters wide with a mark of the owner before the RU: '+'
// mine, '-' the other's, '*' garrisoned by nobody's ships, ' ' anything else. In a full state
// `player` says whose eyes; AGON_NOBODY marks with '1' and '2'. With `has_colour` owners are also
// told by ANSI colours (green mine, red theirs, yellow neutral). Returns the length.
#define AGON_CONQUEST_CHART_SIZE 2048
AGON_API size_t agon_conquest_chart_text(const agon_state *state, int player, bool has_colour,
                                         char text[AGON_CONQUEST_CHART_SIZE]);

AGON_API extern const agon_rules agon_conquest_rules;

AGON_C_END

#endif
