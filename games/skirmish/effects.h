// Everything that cards can do to the table. Each function emits its events, lets others watch, and
// keeps the state's caches; none of them runs anything but what it is asked to: what follows is
// queued. On an empty slot they do nothing.
#ifndef AGON_SKIRMISH_EFFECTS_H
#define AGON_SKIRMISH_EFFECTS_H

#include "games/skirmish/state.h"

// How long the chains of one action were, for tests.
typedef struct skirmish_stats {
    uint32_t executed; // effects
    uint32_t queued;   // most effects in the queue at a time
} skirmish_stats;

// A chain of effects in progress.
struct skirmish_chain {
    const skirmish_game *g;
    skirmish_state *s;
    const agon_context *context; // where events go
    skirmish_stats *stats;       // may be NULL
};

// Appends an effect to the queue.
void agon_skirmish_push(skirmish_chain *chain, skirmish_effect_type type, int a, int b, int c,
                        int32_t n);

// Deals damage. `source`: the card that does it.
void agon_skirmish_damage(skirmish_chain *chain, int slot, int amount, int source);

// Kills a unit, whatever its power.
void agon_skirmish_kill(skirmish_chain *chain, int slot);

// Adds to (or takes from) the buffs of a unit.
void agon_skirmish_buff(skirmish_chain *chain, int slot, int amount);

// Adds to the modifier of a slot, empty or not.
void agon_skirmish_modify(skirmish_chain *chain, int slot, int amount);

// Sets the modifier to 0; a unit there loses its buffs and its abilities.
void agon_skirmish_cleanse(skirmish_chain *chain, int slot);

// Moves a unit to another slot of its owner, swapping with a unit there.
void agon_skirmish_move(skirmish_chain *chain, int slot, int to);

// Returns a unit to its owner's hand.
void agon_skirmish_bounce(skirmish_chain *chain, int slot);

// Draws cards, as far as there are any.
void agon_skirmish_draw(skirmish_chain *chain, int player, int cards);

// Queues the deployment of a card that is nowhere (SK-17): over the unit there, if there is one.
void agon_skirmish_deploy(skirmish_chain *chain, int card, int slot);

// A new Squire of the player that is nowhere yet, as a reference; −1: there are 16 (SK-3).
int agon_skirmish_make_squire(skirmish_chain *chain, int player);

// Takes a card out of its owner's graveyard. False: it is not there.
bool agon_skirmish_take_from_grave(skirmish_chain *chain, int card);

// ---------------------------------------------------------------------------------------------
// For the flow of the game (chain.c, turn.c); cards need none of these

// Executes the consumption and the deployment that agon_skirmish_deploy queues.
void agon_skirmish_consume(skirmish_chain *chain, int card, int slot);
void agon_skirmish_place(skirmish_chain *chain, int card, int slot, bool has_consumed, int power);

// The batch of that number leaves (SK-18).
void agon_skirmish_deaths(skirmish_chain *chain, uint8_t batch);

// The card leaves its owner's hand.
void agon_skirmish_take_from_hand(skirmish_chain *chain, int card);

void agon_skirmish_add_to_grave(skirmish_chain *chain, int card);

// Takes a unit off the board, without events and without putting its card anywhere.
void agon_skirmish_lift(skirmish_chain *chain, int slot);

// Runs the queue until it is empty or an ability waits for input (chain.c).
agon_status agon_skirmish_run(skirmish_chain *chain);

// Runs the pending ability with an answer: a slot, or −1 for none. The chain goes on afterwards.
void agon_skirmish_answer(skirmish_chain *chain, int target);

// The step of the rules table, measured. `stats` may be NULL.
agon_status agon_skirmish_step_measured(const agon_game *game, agon_state *state, int player,
                                        agon_action action, const agon_context *context,
                                        skirmish_stats *stats);

// Emits an event of up to five numbers.
void agon_skirmish_emit(const skirmish_chain *chain, int type, const int32_t f[5]);

// The same, if anybody listens.
static inline void skirmish_tell(const skirmish_chain *chain, int type, int32_t f0, int32_t f1,
                                 int32_t f2, int32_t f3, int32_t f4) {
    if (agon_wants_events(chain->context)) {
        agon_skirmish_emit(chain, type, (const int32_t[5]){f0, f1, f2, f3, f4});
    }
}

#endif
