// A player that learns how much can be won against one given bot: what bench/ceiling.c is made of.
//
// A small net estimates the chance to win. The player looks one step ahead, over everything that
// chance and the opponent may do, and takes the action with the best mean estimate. After a match
// the net is drawn towards those means and the result (temporal-difference learning).
#ifndef AGON_BENCH_CEILING_H
#define AGON_BENCH_CEILING_H

#include "agon/bot.h"

// ---------------------------------------------------------------------------------------------
// The net: inputs, one layer of rectified units, the logistic function.

#define CEILING_INPUTS 112 // a game may leave the last ones 0
#define CEILING_UNITS 48

typedef struct ceiling_net {
    float to_units[CEILING_INPUTS][CEILING_UNITS];
    float unit_bias[CEILING_UNITS];
    float to_output[CEILING_UNITS];
    float output_bias;
} ceiling_net;

// Small weights by chance.
void ceiling_net_start(ceiling_net *net, agon_rng *rng);

// The chance to win, 0 … 1, that the net sees in a position.
float ceiling_net_estimate(const ceiling_net *net, const float inputs[CEILING_INPUTS]);

// One step of gradient descent on the cross entropy between the estimate and `target`.
void ceiling_net_learn(ceiling_net *net, const float inputs[CEILING_INPUTS], float target,
                       float rate);

// ---------------------------------------------------------------------------------------------
// The learner

// Positions that mean different things are estimated by different nets.
enum {
    CEILING_TO_MOVE,    // the learner decides what happens next
    CEILING_TURN_ENDED, // the learner has decided, the opponent is next
    CEILING_NETS
};

// A position of the present match, to learn from when it is over.
typedef struct ceiling_position {
    float inputs[CEILING_INPUTS];
    float value; // by looking ahead; only where the learner is to move
    int net;
} ceiling_position;

#define CEILING_POSITIONS 4096 // what comes after these in a match is played but not learnt

typedef struct ceiling_learner {
    ceiling_net nets[CEILING_NETS];
    bool is_learning;  // false: plays as well as it can and remembers nothing
    float rate;        // of a step of gradient descent
    float exploration; // share of the actions that are chosen at random while learning
    float trace;       // how much of the later course of a match counts for earlier positions
    int count;
    ceiling_position positions[CEILING_POSITIONS];
} ceiling_learner;

// The one learner of the program: a bot is a function of the view and has no memory of its own.
extern ceiling_learner ceiling;

void ceiling_remember(int net, const float inputs[CEILING_INPUTS], float value);

// Learns from what has been remembered and from the result (1 for a victory), and forgets it.
void ceiling_learn(float result);

// `best`, or now and then any valid action: without surprises nothing new is learnt.
agon_action ceiling_explore(const agon_thought *thought, agon_action best);

// ---------------------------------------------------------------------------------------------
// The games, with two players and their default configs

typedef struct ceiling_game {
    const agon_rules *rules;
    agon_bot player;                           // asks `ceiling`
    void (*on_event)(const agon_event *event); // told what happens in a match; may be NULL
    const char *only_against; // the one bot that the look-ahead foresees; NULL: it need not
    float rate, exploration;  // at the start; both fall as learning goes on
    float trace;
} ceiling_game;

extern const ceiling_game ceiling_entropy, ceiling_stellar;

#endif
