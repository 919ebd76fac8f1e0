// The leak check's method on what connections receive, byte by byte.
//
// Two servers hold the same match. In the second one everything that a viewer cannot know is drawn
// anew (agon_resample), and where the viewer sees nothing of an action, another one is made there.
// Then the same happens in both, and the viewer must receive the same bytes, unless the rules have
// just revealed something that differs.
#ifndef AGON_TESTS_SERVER_SUPPORT_LEAKS_H
#define AGON_TESTS_SERVER_SUPPORT_LEAKS_H

#include "tests/server/support/server.h"

typedef struct leak_tally {
    unsigned steps;    // compared
    unsigned to_end;   // of these, with no reveal that differs: all bytes must be equal
    unsigned unseen;   // of these, the viewer saw nothing
    unsigned others;   // of these, another action was made that looks the same
    unsigned messages; // that the viewers received and were compared
} leak_tally;

// Plays `matches` matches of a game for so many players, at most `steps` steps each.
void check_bytes(const char *game, int players, unsigned matches, unsigned steps,
                 leak_tally *tally);

#endif
