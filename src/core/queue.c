// The effect queue: a ring in the state, and the loop that runs it.
#include "agon/queue.h"

static agon_effect *storage(agon_queue *queue) {
    struct first_effect {
        agon_queue base;
        agon_effect effects[1];
    };
    return ((struct first_effect *)queue)->effects;
}

// `first` is below `capacity` and `i` at most that: no division is needed.
static uint16_t slot_of(const agon_queue *queue, uint16_t capacity, uint16_t i) {
    int at = queue->first + i;
    return (uint16_t)(at < capacity ? at : at - capacity);
}

void agon_queue_push(agon_queue *queue, uint16_t capacity, agon_effect effect) {
    AGON_ASSERT(queue);
    if (queue->count >= capacity) {
        queue->faulted = 1;
        return;
    }
    storage(queue)[slot_of(queue, capacity, queue->count)] = effect;
    queue->count++;
}

bool agon_queue_pop(agon_queue *queue, uint16_t capacity, agon_effect *effect) {
    AGON_ASSERT(queue && effect);
    if (queue->count == 0) {
        return false;
    }
    *effect = storage(queue)[queue->first];
    queue->first = slot_of(queue, capacity, 1);
    queue->count--;
    return true;
}

agon_effect agon_queue_at(const agon_queue *queue, uint16_t capacity, uint16_t i) {
    AGON_ASSERT(queue && i < queue->count);
    return storage((agon_queue *)queue)[slot_of(queue, capacity, i)];
}

agon_status agon_queue_run(agon_queue *queue, uint16_t capacity,
                           agon_step (*execute)(void *user, agon_effect effect),
                           void (*check)(void *user), void *user, uint32_t limit,
                           uint32_t *executed) {
    AGON_ASSERT(queue && execute);
    uint32_t done = 0;
    agon_step step = AGON_STEP_DONE;
    agon_effect effect;
    while (step == AGON_STEP_DONE && done < limit && agon_queue_pop(queue, capacity, &effect)) {
        step = execute(user, effect);
        if (check) {
            check(user);
        }
        done++;
    }
    if (executed) {
        *executed = done;
    }
    bool is_cut_off = step == AGON_STEP_DONE && queue->count > 0;
    return queue->faulted || is_cut_off ? AGON_ENGINE_FAULT : AGON_OK;
}

static void pack_effect(agon_pack *p, agon_effect *effect) {
    agon_pack_u8(p, &effect->type);
    agon_pack_u8(p, &effect->a);
    agon_pack_u8(p, &effect->b);
    agon_pack_u8(p, &effect->c);
    agon_pack_i32(p, &effect->n);
}

void agon_pack_queue(agon_pack *p, agon_queue *queue, uint16_t capacity) {
    agon_pack_count(p, &queue->count, capacity);
    if (p->mode == AGON_PACK_READ) {
        queue->first = 0;
        queue->faulted = 0;
    }
    for (uint16_t i = 0; i < queue->count; i++) {
        pack_effect(p, &storage(queue)[slot_of(queue, capacity, i)]);
    }
}
