// Stellar Skirmish: sealed bids for planets.
//
// Everybody holds the same fleet of cards. Each battle is about the planets in the pot: every player
// commits one card; the highest card alone takes them all, equal highest cards add a planet. 2 to 8
// players.
// Rules: RULES.md; numbers like SS-9 refer to it.
//
//     agon_stellar_config config = agon_stellar_config_default();
//     config.player_count = 3;
//     agon_game *game = malloc(agon_game_size(&agon_stellar_rules, &config));
//     agon_configure(&agon_stellar_rules, &config, game, NULL);
//     agon_state *state = malloc(game->state_max);
//     agon_init(game, &config, agon_seed_number(7), state);
//     agon_apply(game, state, 0, agon_stellar_play(12), NULL, state, NULL);
//
// Players are indices from 0 here, as everywhere in C; JSON counts them from 1.
//
// Actions: type AGON_STELLAR_PLAY, n = the value of the card. Listed in hand order, equal values
// once. A game holds pointers into itself: leave it where agon_configure made it.
#ifndef AGON_STELLAR_SKIRMISH_H
#define AGON_STELLAR_SKIRMISH_H

#include "agon/game.h"

AGON_C_BEGIN

#define AGON_STELLAR_MAX_PLANETS 64
#define AGON_STELLAR_MAX_CARDS 64       // of one player's fleet
#define AGON_STELLAR_MAX_POINTS 1000000 // victory points of a planet, positive or negative

// ---------------------------------------------------------------------------------------------
// Planets and config

enum {
    AGON_STELLAR_NO_CLASS,
    AGON_STELLAR_TRADE_POST_COLONY,
    AGON_STELLAR_RESEARCH_COLONY,
    AGON_STELLAR_MINING_COLONY,
    AGON_STELLAR_TRIBAL_WORLD,
    AGON_STELLAR_INDUSTRIAL_WORLD,
    AGON_STELLAR_SPACE_FARING_WORLD,
    AGON_STELLAR_STATION,
    AGON_STELLAR_CLASSES
};

// What a planet can do when it is claimed. Only the first does anything in play (SS-3, SS-12).
enum {
    AGON_STELLAR_DOUBLE_NEXT_PLANET_NO_COMBAT,
    AGON_STELLAR_CLASS_SET_BONUS,
    AGON_STELLAR_CHOOSE_CLASS,
    AGON_STELLAR_LOSE_VICTORY_POINTS,
    AGON_STELLAR_ABILITIES
};

// What to do with the pot when a battle is tied and the deck is empty (SS-11).
enum { AGON_STELLAR_KEEP, AGON_STELLAR_DISCARD };

// When a planet is turned up into an empty pot (SS-8): before anybody chooses a card for the battle,
// or by the first card that is laid, so that whoever lays it chooses blind.
enum { AGON_STELLAR_BATTLE, AGON_STELLAR_FIRST_PLAY };

typedef struct agon_stellar_ability {
    const char *params; // JSON: a list or an object without spaces, its keys sorted; NULL: []
    uint8_t type;       // AGON_STELLAR_DOUBLE_NEXT_PLANET_NO_COMBAT, …
} agon_stellar_ability;

typedef struct agon_stellar_planet {
    const char *id;   // UTF-8; different planets may have the same
    const char *name; // UTF-8; NULL: none
    const agon_stellar_ability *abilities;
    uint32_t ability_count;
    int32_t victory_points; // −AGON_STELLAR_MAX_POINTS … AGON_STELLAR_MAX_POINTS
    uint8_t planet_class;   // AGON_STELLAR_NO_CLASS, …
} agon_stellar_planet;

// A list of card values: any number but INT32_MIN, in any order, equal ones allowed.
typedef struct agon_stellar_cards {
    const int32_t *values;
    uint32_t count;
} agon_stellar_cards;

typedef struct agon_stellar_config {
    int32_t player_count;               // 2 … 8
    const agon_stellar_planet *planets; // the deck, from the top
    uint32_t planet_count;              // up to 64; 0: the default deck
    agon_stellar_cards fleet;           // up to 64; count 0: 1 … 15
    bool shuffle;                       // by the seed; false: the given order stands
    uint8_t final_tie;                  // AGON_STELLAR_KEEP or AGON_STELLAR_DISCARD
    uint8_t reveal;                     // AGON_STELLAR_BATTLE or AGON_STELLAR_FIRST_PLAY

    // For states that come from outside, in which hands need not go back to one fleet. Where
    // `values` is not NULL the player's cards are these and not those of `fleet`. If the fleet is
    // not known at all, everybody's are.
    agon_stellar_cards own[AGON_MAX_PLAYERS];
    bool is_fleet_unknown;
} agon_stellar_config;

// The standard set-up: two players, default deck, fleet 1 … 15, shuffled by the seed (SS-4).
AGON_API agon_stellar_config agon_stellar_config_default(void);

AGON_API extern const agon_rules agon_stellar_rules;

// ---------------------------------------------------------------------------------------------
// Actions and events

enum { AGON_STELLAR_PLAY }; // action types

// The action that plays a card.
static inline agon_action agon_stellar_play(int32_t card) {
    agon_action action = {AGON_STELLAR_PLAY, 0, 0, 0, card};
    return action;
}

// Event types and their numbers in agon_event.f. A planet is a number: its place in the game's
// list (agon_stellar_planet_at), plus AGON_STELLAR_DOUBLED if its victory points are doubled.
enum {
    AGON_STELLAR_PLANET_REVEALED, // planet
    AGON_STELLAR_CARD_PLAYED,     // player, card (for the player only)
    AGON_STELLAR_BATTLE_RESOLVED, // 8 cards by player, winner (−1: a tie)
    AGON_STELLAR_PLANET_CLAIMED,  // player, planet, whether it is doubled
    AGON_STELLAR_POT_DISCARDED,
    AGON_STELLAR_GAME_OVER, // end reason, 8 scores by player, set of winners
    AGON_STELLAR_EVENTS
};

#define AGON_STELLAR_DOUBLED 64

enum {
    AGON_STELLAR_NOT_OVER,
    AGON_STELLAR_NORMAL,                            // no cards left, every planet claimed
    AGON_STELLAR_SHIPS_EXHAUSTED_PLANETS_REMAINING, // no cards left, but planets
    AGON_STELLAR_PLAYER_OUT_OF_CARDS_EARLY,         // only from a state in which hands differ
    AGON_STELLAR_FINAL_TIE_POT_DISCARDED,
    AGON_STELLAR_END_REASONS
};

// ---------------------------------------------------------------------------------------------
// Looking at a game

// The number of different planets, in the order of their ids (equal ids: of their canonical JSON).
// Planets that are equal in everything count once.
AGON_API int agon_stellar_planet_kinds(const agon_game *game);

// One of them; its texts belong to the game. `planet` may carry AGON_STELLAR_DOUBLED: the victory
// points are then doubled.
AGON_API agon_stellar_planet agon_stellar_planet_at(const agon_game *game, int planet);

// The number of planets in the deck at the start.
AGON_API int agon_stellar_deck_size(const agon_game *game);

// Writes the fleet that everybody starts with. Returns the number of cards; 0 if it is not known
// (the game was made from a state that does not tell).
AGON_API int agon_stellar_fleet(const agon_game *game, int32_t cards[AGON_STELLAR_MAX_CARDS]);

// AGON_STELLAR_KEEP or AGON_STELLAR_DISCARD.
AGON_API int agon_stellar_final_tie(const agon_game *game);

// AGON_STELLAR_BATTLE or AGON_STELLAR_FIRST_PLAY.
AGON_API int agon_stellar_reveal(const agon_game *game);

// ---------------------------------------------------------------------------------------------
// Looking at a state or view. Players must exist.

// Writes a hand in hand order; in a view, hands of others are ascending and still hold a card that
// lies face down. Returns the number of cards.
AGON_API int agon_stellar_hand(const agon_game *game, const agon_state *state, int player,
                               int32_t cards[AGON_STELLAR_MAX_CARDS]);

// Writes the cards that a player may play now (SS-17): its hand in hand order, equal values once;
// none once it has played, when the game is over, or on somebody else's view.
AGON_API int agon_stellar_legal_cards(const agon_game *game, const agon_state *state, int player,
                                      int32_t cards[AGON_STELLAR_MAX_CARDS]);

// What a player has on the table in this battle.
enum { AGON_STELLAR_NO_CARD, AGON_STELLAR_HIDDEN_CARD, AGON_STELLAR_OPEN_CARD };
// `card` is set only if AGON_STELLAR_OPEN_CARD is returned.
AGON_API int agon_stellar_table_card(const agon_game *game, const agon_state *state, int player,
                                     int32_t *card);

// The pot (SS-17).
typedef struct agon_stellar_pot {
    int count;
    int32_t total;                             // victory points
    uint8_t planets[AGON_STELLAR_MAX_PLANETS]; // in the order in which they were revealed
} agon_stellar_pot;

// What the pot is worth; and all of it.
AGON_API int32_t agon_stellar_pot_total(const agon_game *game, const agon_state *state);
AGON_API agon_stellar_pot agon_stellar_pot_summary(const agon_game *game, const agon_state *state);

// Writes the planets of a player in the order of claiming, AGON_STELLAR_DOUBLED added where it
// applies. Returns how many.
AGON_API int agon_stellar_claimed(const agon_game *game, const agon_state *state, int player,
                                  uint8_t planets[AGON_STELLAR_MAX_PLANETS]);

// The sum of a player's victory points (SS-15).
AGON_API int32_t agon_stellar_score(const agon_game *game, const agon_state *state, int player);

// Planets of the deck that have been turned up so far: the deck's current index.
AGON_API int agon_stellar_revealed(const agon_state *state);

// Writes the deck: the planets revealed so far in their order, then the others, in their order if
// `state` is a full state, in the order of the game's list in a view. Returns how many.
AGON_API int agon_stellar_deck(const agon_game *game, const agon_state *state,
                               uint8_t planets[AGON_STELLAR_MAX_PLANETS]);

// Why the game is over; AGON_STELLAR_NOT_OVER while it is not.
AGON_API int agon_stellar_end_reason(const agon_state *state);

// The words of the rules for ids of classes (NULL for no class), abilities, end reasons (NULL for
// not over), final ties and when planets are turned up.
AGON_API const char *agon_stellar_class_word(int planet_class);
AGON_API const char *agon_stellar_ability_word(int ability);
AGON_API const char *agon_stellar_end_word(int end_reason);
AGON_API const char *agon_stellar_tie_word(int final_tie);
AGON_API const char *agon_stellar_reveal_word(int reveal);

AGON_C_END

#endif
