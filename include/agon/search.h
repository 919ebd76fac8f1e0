// Search: one bot for every game, on view and resample alone.
//
// Information-set Monte Carlo search: each simulation draws a full state that the view does not
// contradict and plays on from there. Where the game's heuristic offers a guide (agon_guide), the
// actions run a race: sweeps of simulations with equal luck for all, the worse half leaves after
// each round, and the heuristic's own choice stands unless another is better beyond doubt. Without a
// guide search grows a tree whose nodes are what the searching player would see; where players act
// at the same time each has statistics of its own (decoupled), in simultaneous games with few
// actions regrets, and the answer is drawn from the average strategy. Either way big sets of actions
// are opened as far as the budget goes, the heuristic's choice first.
//
// All arithmetic is integer: the same view, seed and number of simulations give the same action on
// every platform.
#ifndef AGON_SEARCH_H
#define AGON_SEARCH_H

#include "agon/bot.h"

AGON_C_BEGIN

#define AGON_SEARCH_DEFAULT 1000 // simulations, where a thought does not say
#define AGON_SEARCH_LINES 16

// One action that was considered, and what search thinks of it.
typedef struct agon_search_line {
    agon_action action;
    uint32_t visits;
    int32_t value; // mean outcome for the player, 0 … AGON_SURE
} agon_search_line;

typedef struct agon_search_report {
    agon_action action;   // the answer
    uint32_t simulations; // done
    uint32_t nodes;       // in the tree; 0: there was none
    uint32_t line_count;
    agon_search_line lines[AGON_SEARCH_LINES]; // most visited first
} agon_search_report;

// Thinks about `thought` and says what it found. AGON_NO_ACTION if there is nothing to choose,
// AGON_NO_MEMORY if not even one simulation fits into memory.
AGON_API AGON_MUST_USE agon_status agon_search_run(const agon_thought *thought,
                                                   agon_search_report *report);

AGON_API extern const agon_bot agon_search_bot;

AGON_C_END

#endif
