// Findings: what the conformance suite and the leak check have to say about a game.
//
// Both play random matches and compare. A finding names the match and the step it was made at, so
// that the same seed shows it again; only the first few of each rule are kept, all are counted.
#ifndef AGON_CHECK_H
#define AGON_CHECK_H

#include "agon/codec.h"

AGON_C_BEGIN

#define AGON_FINDINGS_KEPT 8

typedef struct agon_finding {
    char rule[32];  // which check: "L1 view json", "[apply]"; "" ends the list
    uint64_t match; // number of the random match, from 0
    uint32_t step;  // accepted actions before it in that match
    int viewer;     // whose view or valid actions; AGON_NOBODY if it is about the full state
    char text[400]; // one or two sentences
} agon_finding;

typedef struct agon_findings {
    uint64_t count;
    agon_finding first[AGON_FINDINGS_KEPT];
} agon_findings;

// Counts a finding, and keeps it while there is room.
AGON_API void agon_findings_add(agon_findings *findings, const agon_finding *place,
                                const char *format, ...) AGON_PRINTF(3, 4);

// Writes the findings for people, one a line.
AGON_API void agon_findings_write(const agon_findings *findings, agon_text *text);

// One number over `games` random matches of every registered game and number of players, with
// views and resamples on the way. The same on every platform, compiler and optimisation level.
// 0 if memory ran out.
AGON_API uint64_t agon_signature(uint32_t games);

AGON_C_END

#endif
