// The effect queue: first in, first out, bounded, part of the state.
//
// For games in which one action sets off a chain. Every change of state is a small effect; effects
// queue up, are executed one after the other, and after each of them a state check may queue more
// (deaths, for example). A chain can stop in the middle to wait for input: the queue is a plain
// value in the state, so it is packed, written to JSON and resumed like anything else.
//
//     typedef struct my_state { agon_state head; … AGON_QUEUE(32) queue; } my_state;
//
//     static agon_step execute(void *user, agon_effect effect) { … agon_queue_push(…) … }
//     static void check(void *user) { … }
//     status = agon_queue_run(&s->queue.base, 32, execute, check, user, 1000);
#ifndef AGON_QUEUE_H
#define AGON_QUEUE_H

#include "agon/pack.h"
#include "agon/status.h"

AGON_C_BEGIN

// An effect: its type and operands mean what the game says. Eight bytes.
typedef struct agon_effect {
    uint8_t type;
    uint8_t a, b, c;
    int32_t n;
} agon_effect;

// The head of a queue; its storage follows it directly (AGON_QUEUE).
typedef struct agon_queue {
    uint16_t first;  // index of the oldest effect
    uint16_t count;  // effects waiting
    uint8_t faulted; // an effect was pushed onto a full queue
} agon_queue;

// A queue with room for `capacity` effects, as a member of a state.
#define AGON_QUEUE(capacity)                                                                       \
    struct {                                                                                       \
        agon_queue base;                                                                           \
        agon_effect effects[capacity];                                                             \
    }

// Appends an effect; on a full queue nothing is appended, the queue is marked as faulted, and
// agon_queue_run ends with AGON_ENGINE_FAULT.
AGON_API void agon_queue_push(agon_queue *queue, uint16_t capacity, agon_effect effect);

// Takes the oldest effect. False if there is none.
AGON_API bool agon_queue_pop(agon_queue *queue, uint16_t capacity, agon_effect *effect);

// The i-th effect from the oldest on; i < count.
AGON_API agon_effect agon_queue_at(const agon_queue *queue, uint16_t capacity, uint16_t i);

// What executing an effect asks for.
typedef enum agon_step {
    AGON_STEP_DONE, // go on with the next effect
    AGON_STEP_WAIT  // stop here; the rest stays queued until the game runs the queue again
} agon_step;

// Executes effects until the queue is empty or one asks to wait. `check` (may be NULL) runs after
// every effect and may push more. More than `limit` effects in one run, or an overflow, is
// AGON_ENGINE_FAULT: a chain always ends. `executed` (may be NULL) receives the number executed.
AGON_API AGON_MUST_USE agon_status agon_queue_run(
    agon_queue *queue, uint16_t capacity, agon_step (*execute)(void *user, agon_effect effect),
    void (*check)(void *user), void *user, uint32_t limit, uint32_t *executed);

// Packs the waiting effects, oldest first, so that equal queues have equal bytes.
AGON_API void agon_pack_queue(agon_pack *p, agon_queue *queue, uint16_t capacity);

AGON_C_END

#endif
