// Recording matches for tests: built-in bots, no clock, a replay as text.
#ifndef AGON_TESTS_RECORD_H
#define AGON_TESTS_RECORD_H

#include "tests/support/support.h"

#include "agon/loop.h"

typedef struct recording {
    const agon_codec *codec;
    int version;          // of the rules; 0: the newest
    int players;          // 0: the usual number
    const json_t *config; // may be NULL
    agon_seed seed;
    const char *bot;      // everybody is this one; NULL: random
    uint32_t breaks_off;  // after so many moves; 0: plays to the end
    bool is_unfinished;   // writes no result line
    bool starts_by_state; // records the first state instead of the seed
    int faulty;           // 1 + a player who forfeits at its first question; 0: nobody
    const char *commitment;
    const char *salt;
} recording;

// Plays the match and appends its replay. Fails the test if that is not possible.
void record_match(const recording *record, agon_text *text);

// Ends every line of a replay with the chain value it should have, as a forger would.
void record_forge(agon_text *text);

#endif
