// Toy-cards: a small game for the tests, with everything that can go wrong in a large one: a secret
// simultaneous choice, hidden hands, a hidden deck, dice, and an effect queue that waits for input.
//
// Two to four players. Each first makes a secret bid (0 to 2), all at the same time. Then they take
// turns: play one card of the hand, which scores its value and sets off effects; a high card rolls a
// die and draws, a five asks its player to discard a card before the rest of the chain goes on. The
// game ends when all hands are empty: bids are revealed, and a bid that equals the points modulo 3
// gives three points more.
#ifndef AGON_TESTS_TOY_H
#define AGON_TESTS_TOY_H

#include "agon/codec.h"
#include "agon/queue.h"

#define TOY_MAX_PLAYERS 4
#define TOY_VALUES 6
#define TOY_CARDS 18 // three of each value
#define TOY_HAND 3
#define TOY_QUEUE 8
#define TOY_MAX_POINTS 100 // of a loaded state; a match cannot reach it

enum { TOY_BID, TOY_PLAY, TOY_DISCARD, TOY_ACTIONS };
enum { TOY_EFFECT_SCORE, TOY_EFFECT_ROLL, TOY_EFFECT_ASK, TOY_EFFECT_DRAW, TOY_EFFECTS };
enum { TOY_BID_MADE, TOY_PLAYED, TOY_ROLLED, TOY_DRAWN, TOY_DISCARDED, TOY_OVER, TOY_EVENTS };
enum { TOY_NO_BID, TOY_FIRST_BID, TOY_HIDDEN_BID = TOY_FIRST_BID + 3 };
enum { TOY_KIND_BIDS = AGON_KIND_CUSTOM };

typedef struct toy_config {
    int players;
} toy_config;

typedef struct toy_state {
    agon_state head;
    uint8_t is_playing; // the bids have been made
    uint8_t turn;
    uint8_t asked; // 1 + the player who must discard, or 0
    uint8_t bids[TOY_MAX_PLAYERS];
    uint8_t hand_counts[TOY_MAX_PLAYERS];
    uint8_t hands[TOY_MAX_PLAYERS][TOY_CARDS]; // values; in views 0 where not known
    uint8_t deck_count;
    uint8_t deck[TOY_CARDS];      // the last one is drawn next
    uint8_t gone[TOY_VALUES + 1]; // how many cards of a value have been played or discarded
    uint8_t points[TOY_MAX_PLAYERS];
    AGON_QUEUE(TOY_QUEUE) queue;
    agon_rng rng;
    // For planted faults; the honest game never touches them.
    uint64_t note;            // packed, public
    uint8_t spare[TOY_CARDS]; // in memory only
} toy_state;

// Shared by the files of the game.
void toy_shuffle(agon_rng *rng, uint8_t *cards, uint32_t count);
int toy_next_with_cards(const agon_game *game, const toy_state *s, int first);
void toy_set_to_act(const agon_game *game, toy_state *s);
void toy_view(const agon_game *game, const agon_state *state, int viewer, agon_state *out);
void toy_resample(const agon_game *game, const agon_state *from, agon_rng *bits, agon_state *out);
void toy_pack(const agon_game *game, agon_state *state, agon_pack *p);
agon_status toy_validate(const agon_game *game, agon_state *state, agon_error *error);

extern const agon_rules toy_rules;
extern const agon_codec toy_codec;

#endif
