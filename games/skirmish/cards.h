// What a card is: data, and small functions for the moments at which it does something.
//
// A function left out (NULL) means that the card does nothing at that moment. All of them run as
// one effect of the queue: what they change, they change through effects.h, which emits the events,
// lets others watch and finds the dead. See cards.c for all cards of SK-40.
#ifndef AGON_SKIRMISH_CARDS_H
#define AGON_SKIRMISH_CARDS_H

#include "games/skirmish/skirmish.h"

typedef uint16_t skirmish_slots; // a set of slots: bit s for slot s

typedef struct skirmish_game skirmish_game;
typedef struct skirmish_state skirmish_state;
typedef struct skirmish_chain skirmish_chain; // a chain of effects in progress, see effects.h

typedef enum skirmish_card_type {
    SKIRMISH_UNIT,
    SKIRMISH_ACTION,
    SKIRMISH_TOKEN
} skirmish_card_type;

// An ability that may ask its owner for a slot when it comes up (SK-11).
typedef struct skirmish_ability {
    // The slots to choose from; none: the ability is skipped. NULL: it asks nothing.
    skirmish_slots (*choices)(const skirmish_game *g, const skirmish_state *s, int slot);
    // `slot`: where its unit stands; `target`: the chosen slot, or −1; `power`: that of the unit
    // consumed (Consume), or 0. NULL: there is no such ability.
    void (*run)(skirmish_chain *chain, int slot, int target, int power);
    bool is_optional;
} skirmish_ability;

// An ability that its owner activates (SK-6).
typedef struct skirmish_activation {
    skirmish_slots (*targets)(const skirmish_game *g, const skirmish_state *s, int slot);
    // The graveyard cards (indexes, as a set) to choose one from besides; NULL: none is needed.
    uint64_t (*cards)(const skirmish_game *g, const skirmish_state *s, int player);
    // `card`: a reference to the graveyard card, or −1.
    void (*run)(skirmish_chain *chain, int slot, int target, int card);
} skirmish_activation;

// What an action card does when it is played.
typedef struct skirmish_play {
    skirmish_slots (*targets)(const skirmish_game *g, const skirmish_state *s, int player);
    // The slots to move the unit on `target` to; NULL: no destination is needed.
    skirmish_slots (*destinations)(int target);
    // `card`: a reference to the card itself; `to`: the destination, or −1.
    void (*run)(skirmish_chain *chain, int card, int target, int to);
} skirmish_play;

typedef struct skirmish_card {
    const char *name;
    const char *text;  // what it does, in a line of at most 58 characters without a full stop
    const char *asks;  // what its target is for, as a question without its mark; NULL: "which slot"
    const char *badge; // what a unit does to its terrain, in at most 13 characters; NULL: nothing
    skirmish_card_type type;
    uint8_t power;     // base power of a unit
    uint8_t cooldown;  // own turn starts until it may be activated
    bool guards_front; // while it is on the board: no enemy may be deployed in front of it
    bool favours_low;  // while it is on the board: its terrain is won by the lower power

    // Where its owner may deploy it, out of `free` (SK-15); NULL: everywhere there.
    skirmish_slots (*narrow)(const skirmish_state *s, skirmish_slots free);
    skirmish_ability deploy;  // after it has been deployed
    skirmish_ability consume; // after it has been deployed over an own unit
    skirmish_activation activate;
    skirmish_play play;
    // It was consumed; the unit deployed over it stands on `slot`.
    void (*consumed)(skirmish_chain *chain, int slot);
    // It died on `slot`; `power` is its power just before. Part of the death itself.
    void (*death)(skirmish_chain *chain, int slot, int power);
    // Its owner receives the turn.
    void (*turn_start)(skirmish_chain *chain, int slot);
    // Its owner has won its terrain (SK-23).
    void (*conquer)(skirmish_chain *chain, int slot);
    // A unit on a close terrain died, or was dealt damage; its owner played an action card.
    void (*saw_death)(skirmish_chain *chain, int slot);
    void (*saw_damage)(skirmish_chain *chain, int slot, int amount);
    void (*saw_action)(skirmish_chain *chain, int slot);
} skirmish_card;

// What everybody may know of a card.
agon_skirmish_card agon_skirmish_card_facts(const skirmish_card *card);

// The catalogue of SK-40: units, action cards, Squire; ended by NULL. A catalogue of your own needs
// a Squire (the only token, its name is "squire") and has it at the end.
extern const skirmish_card *const agon_skirmish_catalogue[];

#endif
