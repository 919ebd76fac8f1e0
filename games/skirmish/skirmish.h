// Skirmish: two players, five terrains, cards whose abilities set each other off.
//
// Every change of the state is an effect in a first-in first-out queue (agon/queue.h); after each
// effect a state check looks for units at power 0; every change is an event. Rules: RULES.md;
// numbers like SK-17 refer to it. How to add a card: docs/games/skirmish.md.
//
//     agon_skirmish_config config = agon_skirmish_config_default();
//     config.decks[1] = agon_skirmish_starter_deck(2)->deck;
//
// Places. A slot is one number, 2·terrain + player (0 … 9): "by terrain, player 0 first" is simply
// the order of the numbers. A set of slots has bit s for slot s. A player's cards have an index
// (0 … 63): the deck list in the catalogue's order, equal cards by copy, and from
// AGON_SKIRMISH_FIRST_SQUIRE on the Squires. A card of either player is a reference,
// 64·player + index.
//
// Actions, with their operands: cards are references, operands not named are 0.
//   PLAY_CARD  a = card in hand; a unit: b = terrain; an action card: b = target slot, and for
//              Repositioning c = terrain to move to
//   ACTIVATE   a = unit on the board, b = target slot; Necromancer: c = card in the own graveyard
//   INPUT      a = 0 and b = chosen slot, or a = 1: skip
//   END_TURN   ends an activation turn
//   PASS       done for this skirmish
//
// Valid actions are listed in this order: PLAY_CARD by card in the catalogue's order (units,
// action cards, Squire; of equal cards the lowest copy only), then by terrain or target slot, then
// by destination; ACTIVATE by the unit's terrain, then by graveyard card in the same order, then by
// target slot; at last END_TURN or PASS. INPUT: by slot, then skip.
#ifndef AGON_SKIRMISH_H
#define AGON_SKIRMISH_H

#include "agon/game.h"

AGON_C_BEGIN

#define AGON_SKIRMISH_TERRAINS 5
#define AGON_SKIRMISH_SLOTS 10
#define AGON_SKIRMISH_DECK_MIN 20 // cards in the deck of a config (SK-1)
#define AGON_SKIRMISH_DECK_MAX 30
#define AGON_SKIRMISH_CARDS_MAX 48    // cards a player may own in a loaded state, Squires apart
#define AGON_SKIRMISH_SQUIRES_MAX 16  // of one player at a time (SK-3)
#define AGON_SKIRMISH_FIRST_SQUIRE 48 // index of a player's first Squire
#define AGON_SKIRMISH_INDEX_MAX 64    // indexes of a player's cards, Squires included
#define AGON_SKIRMISH_COPY_MAX 999    // highest number of a copy in a loaded state
#define AGON_SKIRMISH_KINDS_MAX 64    // cards of a catalogue
#define AGON_SKIRMISH_VALUE_MAX 9999  // buffs, damage and modifiers stop here

enum { // action types
    AGON_SKIRMISH_PLAY_CARD,
    AGON_SKIRMISH_ACTIVATE,
    AGON_SKIRMISH_INPUT,
    AGON_SKIRMISH_END_TURN,
    AGON_SKIRMISH_PASS,
    AGON_SKIRMISH_ACTION_TYPES
};

enum { // event types
    AGON_SKIRMISH_CARD_PLAYED,
    AGON_SKIRMISH_CARD_DRAWN,
    AGON_SKIRMISH_CARD_DISCARDED,
    AGON_SKIRMISH_UNIT_DEPLOYED,
    AGON_SKIRMISH_UNIT_CONSUMED,
    AGON_SKIRMISH_UNIT_DIED,
    AGON_SKIRMISH_UNIT_BOUNCED,
    AGON_SKIRMISH_UNIT_MOVED,
    AGON_SKIRMISH_UNIT_DAMAGED,
    AGON_SKIRMISH_UNIT_POWER_CHANGED,
    AGON_SKIRMISH_UNIT_SILENCED,
    AGON_SKIRMISH_SLOT_MODIFIER_CHANGED,
    AGON_SKIRMISH_ABILITY_ACTIVATED,
    AGON_SKIRMISH_INPUT_REQUIRED,
    AGON_SKIRMISH_PLAYER_PASSED,
    AGON_SKIRMISH_TURN_STARTED,
    AGON_SKIRMISH_ROUND_STARTED,
    AGON_SKIRMISH_ROUND_ENDED,
    AGON_SKIRMISH_CONQUER_TRIGGERED,
    AGON_SKIRMISH_MATCH_ENDED,
    AGON_SKIRMISH_STATE_SNAPSHOT,
    AGON_SKIRMISH_EVENT_TYPES
};

enum {                      // why a unit died, or is about to
    AGON_SKIRMISH_BY_POWER, // it reached 0 otherwise
    AGON_SKIRMISH_BY_DAMAGE,
    AGON_SKIRMISH_BY_KILL,
    AGON_SKIRMISH_BY_CONSUMPTION,
    AGON_SKIRMISH_CAUSES
};

// A deck: card names as in the catalogue. Only the first `count` entries matter.
typedef struct agon_skirmish_deck {
    uint16_t count;
    // 0: copies are numbered from 1 on, in the order of the list, which is what a config wants. A
    // loaded state may own copies with other numbers; then all of a card's are given, ascending.
    uint16_t copies[AGON_SKIRMISH_CARDS_MAX];
    const char *cards[AGON_SKIRMISH_CARDS_MAX];
} agon_skirmish_deck;

struct skirmish_card;

typedef struct agon_skirmish_config {
    agon_skirmish_deck decks[2]; // 20 to 30 cards each (SK-1)
    uint8_t max_copies;          // of one card in a deck, from 1 on; default 3
    bool is_loaded;              // for a loaded state: neither size nor copies are checked
    // The cards there are, ended by NULL; NULL: the catalogue of SK-40. For cards of your own, see
    // games/skirmish/cards.h.
    const struct skirmish_card *const *catalogue;
} agon_skirmish_config;

// A deck that comes with the game.
typedef struct agon_skirmish_starter {
    const char *name;
    const char *summary; // its plan, in one sentence
    agon_skirmish_deck deck;
} agon_skirmish_starter;

// The i-th starter deck, or NULL beyond the last. The first is the default of both players.
AGON_API const agon_skirmish_starter *agon_skirmish_starter_deck(size_t i);

// Both players with the first starter deck, at most 3 copies of a card.
AGON_API agon_skirmish_config agon_skirmish_config_default(void);

// ---------------------------------------------------------------------------------------------
// Looking at games, states and views
//
// A kind of card is its place in the game's catalogue. What a view does not show is not told here
// either: hands and decks of others are numbers, but for cards that everybody has seen come back.

// A slot is the place of one player in a terrain.
static inline int agon_skirmish_slot(int player, int terrain) {
    return 2 * terrain + player;
}

// The terrain of a slot.
static inline int agon_skirmish_terrain_of(int slot) {
    return slot >> 1;
}

// The player of a slot.
static inline int agon_skirmish_player_of(int slot) {
    return slot & 1;
}

// Whose card a reference is.
static inline int agon_skirmish_ref_player(int ref) {
    return ref >> 6 & 1;
}

typedef struct agon_skirmish_card {
    const char *name;
    const char *text;  // what it does, one line without a full stop
    const char *asks;  // what its target is for, a question without its mark
    const char *badge; // what a unit does to its terrain, in two or three words; "": nothing
    int power;         // base power of a unit
    int cooldown;      // own turn starts until it may be activated
    bool is_action;
    bool is_token;
    bool is_activated;      // it has an ability that its owner activates
    bool needs_destination; // an action card: where the unit moves to
    bool needs_grave_card;  // its ability: a card in the own graveyard
} agon_skirmish_card;

// How many kinds of cards there are, and one of them.
AGON_API int agon_skirmish_kinds(const agon_game *game);
AGON_API agon_skirmish_card agon_skirmish_card_at(const agon_game *game, int kind);
// The kind of the card that a reference in an action or event means.
AGON_API int agon_skirmish_kind_of(const agon_game *game, int card);
// The kind with this name, or −1; and the name that is probably meant.
AGON_API int agon_skirmish_kind_named(const agon_game *game, const char *name);
AGON_API const char *agon_skirmish_name_near(const agon_game *game, const char *name);

// How it stands.
typedef struct agon_skirmish_turn {
    int round;
    bool is_activating; // an activation turn has begun (SK-6)
    int asking;         // the kind whose ability waits for input, or −1
} agon_skirmish_turn;
AGON_API agon_skirmish_turn agon_skirmish_turn_of(const agon_game *game, const agon_state *state);

typedef struct agon_skirmish_side {
    int wins; // skirmishes
    bool is_done;
    int hand, deck, grave, known;                // how many cards
    uint8_t graves[AGON_SKIRMISH_INDEX_MAX];     // kinds in the graveyard, oldest first
    uint8_t known_hand[AGON_SKIRMISH_INDEX_MAX]; // kinds in hand that everybody knows of
} agon_skirmish_side;
// What a state or view shows of a player.
AGON_API agon_skirmish_side agon_skirmish_side_of(const agon_game *game, const agon_state *state,
                                                  int player);

// How many cards of a kind are in a hand, as far as the state or view shows it.
AGON_API int agon_skirmish_held(const agon_game *game, const agon_state *state, int player,
                                int kind);

// A slot, and the unit on it.
typedef struct agon_skirmish_unit {
    int kind; // −1: nobody stands there
    int power, buffs, damage;
    int modifier; // of the slot, with or without a unit
    int cooldown;
    bool has_acted; // its ability has been activated in this stay
    bool is_silenced;
} agon_skirmish_unit;
AGON_API agon_skirmish_unit agon_skirmish_unit_on(const agon_state *state, int slot);
// Where a card stands, or −1.
AGON_API int agon_skirmish_slot_of(const agon_state *state, int card);
// Who would win a terrain as things stand (SK-22), or −1.
AGON_API int agon_skirmish_leader(const agon_game *game, const agon_state *state, int terrain);

AGON_API extern const agon_rules agon_skirmish_rules;

AGON_C_END

#endif
