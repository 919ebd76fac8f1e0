// Terms of a match: how much time a seat has, and what happens when something goes wrong at it.
//
// What goes wrong at a seat is a fault, and never ends a match. The four are different things:
//   late        no answer within the time left
//   dead        no answer, and none can come: the program has ended, the player has left
//   illegal     an action that the engine refuses
//   unparsable  an answer that is none
#ifndef AGON_TERMS_H
#define AGON_TERMS_H

#include "agon/status.h"

#include <stdbool.h>
#include <stdint.h>

AGON_C_BEGIN

#define AGON_NO_LIMIT INT64_MAX // as a time: as long as it takes
#define AGON_MAX_RETRIES 9
#define AGON_REASON_SIZE 320

typedef enum agon_fault {
    AGON_FAULT_NONE,
    AGON_FAULT_LATE,
    AGON_FAULT_DEAD,
    AGON_FAULT_ILLEGAL,
    AGON_FAULT_UNPARSABLE,
    AGON_FAULT_COUNT
} agon_fault;

// "late", "dead", "illegal", "unparsable"; "none".
AGON_API const char *agon_fault_word(agon_fault fault);

// The fault with this word; AGON_FAULT_NONE if there is none.
AGON_API agon_fault agon_fault_find(const char *word);

// Something that went wrong at a seat.
typedef struct agon_fault_note {
    agon_fault fault;
    agon_status status;            // of an illegal action: why the engine refused it
    char reason[AGON_REASON_SIZE]; // one sentence
} agon_fault_note;

// What happens after a fault for which there is no retry left and no fallback in the rules.
typedef enum agon_remedy {
    AGON_REMEDY_FORFEIT, // the seat is placed last, and `random` plays on for it
    AGON_REMEDY_RANDOM   // `random` makes this one move
} agon_remedy;

// All times are in microseconds.
//
// There are two kinds of clock. A bank is for all of a seat's turns, and grows by the increment
// after each; the other kind gives the same time for every turn. Where players act in turn, a turn
// is one answer. Where they act at the same time, a turn lasts from the moment in which a player
// may act until it is done or something new begins, however many answers that takes: what a player
// does in secret moves no clock that others see.
typedef struct agon_terms {
    bool is_per_turn;  // the bank is for every turn, not for the match
    int64_t bank;      // AGON_NO_LIMIT: no clock
    int64_t increment; // added to the bank after every turn
    agon_remedy remedy;
    uint32_t retries; // of one question, after illegal or unparsable answers; ≤ AGON_MAX_RETRIES
} agon_terms;

// No clock, forfeit, no retries.
AGON_API agon_terms agon_terms_default(void);

// Reads a clock: bank and increment in seconds, "60+1", "0.5+0.05", "10"; seconds for every turn,
// "30/turn"; or "none".
AGON_API AGON_MUST_USE bool agon_terms_read_clock(const char *text, agon_terms *terms);

// Reads a policy: "forfeit", "random", "retry:3", "retry:3,random".
AGON_API AGON_MUST_USE bool agon_terms_read_policy(const char *text, agon_terms *terms);

// The ways back; `text` has room for AGON_TERMS_SIZE bytes.
#define AGON_TERMS_SIZE 64
AGON_API void agon_terms_write_clock(const agon_terms *terms, char *text);
AGON_API void agon_terms_write_policy(const agon_terms *terms, char *text);

AGON_C_END

#endif
