// Entropy: a game for programmers. Two to eight players, dice on the nodes of a random graph.
//
// Each node has four neighbours; a territory has an owner and 1 to 8 dice, an empty node has
// neither. In its turn a player attacks neighbouring territories as often as it likes, and then
// ends its turn and gains dice. Who holds every territory wins; after the last round, who holds
// most of them. Everything is public but the generator. The numbered rules are in RULES.md.
//
//     agon_entropy_config config = agon_entropy_config_default(2);
//     agon_game *game = malloc(agon_game_size(&agon_entropy_rules, &config));
//     agon_configure(&agon_entropy_rules, &config, game, NULL);
//     agon_state *state = malloc(game->state_max);
//     agon_init(game, &config, agon_seed_number(1), state);
//     agon_apply(game, state, 0, agon_entropy_attack(3, 7), NULL, state, NULL);
//
// A strategy is one function, an agon_bot's think, that is asked for a move again and again until it
// ends its turn; it looks at its view with the functions below. See examples/own_bot.c.
#ifndef AGON_ENTROPY_H
#define AGON_ENTROPY_H

#include "agon/game.h"

AGON_C_BEGIN

#define AGON_ENTROPY_MAX_NODES 64 // of a loaded board; a generated one has at most 41
#define AGON_ENTROPY_MAX_DEGREE 8 // of a loaded board; in a generated one it is always 4
#define AGON_ENTROPY_MAX_DICE 8
#define AGON_ENTROPY_EMPTY_NODES 5
#define AGON_ENTROPY_EMPTY (-1) // the `owner` of an empty node
#define AGON_ENTROPY_DIE_SIDES 6

// When dice grow (EN-13).
typedef enum agon_entropy_growth {
    AGON_ENTROPY_GROWTH_TURN, // a player gains after its own turn
    AGON_ENTROPY_GROWTH_ROUND // everybody gains after the last turn of a round
} agon_entropy_growth;

typedef struct agon_entropy_config {
    const char *names[AGON_MAX_PLAYERS]; // in turn order; distinct and not empty
    uint8_t player_count;                // 2 … 8
    uint8_t growth;                      // agon_entropy_growth
    int32_t max_rounds;                  // 1 and up
} agon_entropy_config;

// So many players (any other number than 2 … 8: two) with the names grey, red, blue, green, yellow,
// purple, orange and white; 100 rounds, growth after every turn.
AGON_API agon_entropy_config agon_entropy_config_default(int players);

// The rules table: everything in agon/game.h works with it.
AGON_API extern const agon_rules agon_entropy_rules;

// ---------------------------------------------------------------------------------------------
// Actions. In the order of agon_nth: attacks by `from`, then in the order of its neighbour list
// (a neighbour listed twice counts once), and the end of the turn last.

enum {
    AGON_ENTROPY_ATTACK,   // a: from, b: to (node numbers)
    AGON_ENTROPY_END_TURN, // no operands
    AGON_ENTROPY_ACTION_TYPES
};

// An attack from a node on a neighbour; the end of a turn.
AGON_API agon_action agon_entropy_attack(int from, int to);
AGON_API agon_action agon_entropy_end_turn(void);

// ---------------------------------------------------------------------------------------------
// Events. All of them are public; rolls, success and the nodes of a growth come from chance.

enum {
    AGON_ENTROPY_TURN_STARTED, // f[0] player, f[1] round
    AGON_ENTROPY_ATTACK_ROLLED, // "ATTACK": f[0] player, from, to, attack_roll, defense_roll, success
    AGON_ENTROPY_PLAYER_OUT,    // f[0] player, f[1] round
    AGON_ENTROPY_TURN_ENDED,    // f[0] player
    AGON_ENTROPY_GROWTH,    // f[0] player, f[1] dice placed, f[2…17] their nodes, 4 in a number
    AGON_ENTROPY_GAME_OVER, // f[0] winners (a set)
    AGON_ENTROPY_EVENT_TYPES
};

// The node that die `i` of a GROWTH event went to; i < event->f[1].
AGON_API int agon_entropy_growth_node(const agon_event *event, int i);

// ---------------------------------------------------------------------------------------------
// Looking at a game, a state or a view

typedef struct agon_entropy_node {
    int owner;  // player, or AGON_ENTROPY_EMPTY
    int dice;   // 1 … 8; 0 for an empty node
    int degree; // entries in `neighbors`
    uint8_t neighbors[AGON_ENTROPY_MAX_DEGREE];
} agon_entropy_node;

// The name of a player; it belongs to the game.
AGON_API const char *agon_entropy_name(const agon_game *game, int player);
AGON_API int agon_entropy_max_rounds(const agon_game *game);
AGON_API agon_entropy_growth agon_entropy_growth_of(const agon_game *game);

// The round, from 1.
AGON_API int agon_entropy_round(const agon_state *state);
// Whose turn it is; when the game is over, whose turn it was.
AGON_API int agon_entropy_mover(const agon_state *state);
AGON_API int agon_entropy_node_count(const agon_state *state);
AGON_API agon_entropy_node agon_entropy_node_at(const agon_state *state, int node);
// Territories and dice that a player holds.
AGON_API int agon_entropy_territories(const agon_state *state, int player);
AGON_API int agon_entropy_dice(const agon_state *state, int player);

// ---------------------------------------------------------------------------------------------
// The scoreboard (EN-17): those out in the order they went, then the others in player order.

typedef struct agon_entropy_score {
    int player;
    int last_round;  // the round a player went out in; the current one for those still in
    int territories; // held now
} agon_entropy_score;

// Fills one row per player; returns how many.
AGON_API int agon_entropy_scoreboard(const agon_game *game, const agon_state *state,
                                     agon_entropy_score rows[AGON_MAX_PLAYERS]);

// The scoreboard as text: a header and a line per player, columns separated by tabs. Like
// snprintf: writes at most `size` bytes with the final NUL, returns the length of the whole text.
AGON_API size_t agon_entropy_scoreboard_text(const agon_game *game, const agon_state *state,
                                             char *buffer, size_t size);

// The scoreboard as JSON (agon/codec.h): [{"player":0,"name":…,"last_round":…,
// "territories_held":…}, …]
struct agon_json;
AGON_API void agon_entropy_scoreboard_json(const agon_game *game, const agon_state *state,
                                           struct agon_json *json);

AGON_C_END

#endif
