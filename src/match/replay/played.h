// Which moves of a match were played, and which were made for the record only.
//
// When all seats but one have forfeited, who is placed first is decided, and the rest is made at random
// at once (agon/match.h). Nobody has played that: whoever shows a match stops before it. A record does
// not mark those moves, but they can be told: they are the last ones, all are by chance, none of them
// makes up for a fault of a seat that played on, and the first is not one of a seat that was gone before
// (somebody stood in for it while the others played).
#ifndef AGON_SRC_MATCH_REPLAY_PLAYED_H
#define AGON_SRC_MATCH_REPLAY_PLAYED_H

#include "agon/replay.h"

// One move, as far as it matters here.
typedef struct agon_move_facts {
    int player;
    agon_mover by;
    bool forfeits;
    agon_fault fault; // the last one before this move
} agon_move_facts;

// Moves that are being counted; begin with zeroes, and with those who are gone already.
typedef struct agon_played {
    size_t count;      // moves that were added
    size_t first_idle; // the first of the last ones that may have been made for the record
    agon_viewers gone;
} agon_played;

void agon_played_add(agon_played *played, const agon_move_facts *move);

// How many moves were played. `is_decided`: all seats but one have forfeited.
size_t agon_played_count(const agon_played *played, bool is_decided);

// The facts of the line that a replay has just read.
agon_move_facts agon_move_facts_read(const agon_replay *replay);

#endif
