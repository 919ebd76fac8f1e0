// Deadlines of the rooms in memory, as a binary heap.
#include "apps/server/internal.h"

#include <stdlib.h>

static void put_at(agon_deadlines *heap, size_t at, agon_room *room) {
    heap->rooms[at] = room;
    room->heap_at = at;
}

static void rise(agon_deadlines *heap, size_t at) {
    agon_room *room = heap->rooms[at];
    for (; at > 1 && heap->rooms[at / 2]->record.deadline > room->record.deadline; at /= 2) {
        put_at(heap, at, heap->rooms[at / 2]);
    }
    put_at(heap, at, room);
}

static void sink(agon_deadlines *heap, size_t at) {
    agon_room *room = heap->rooms[at];
    for (;;) {
        size_t child = 2 * at;
        if (child < heap->count &&
            heap->rooms[child + 1]->record.deadline < heap->rooms[child]->record.deadline) {
            child++;
        }
        if (child > heap->count || heap->rooms[child]->record.deadline >= room->record.deadline) {
            break;
        }
        put_at(heap, at, heap->rooms[child]);
        at = child;
    }
    put_at(heap, at, room);
}

bool agon_deadlines_put(agon_deadlines *heap, agon_room *room) {
    if (!room->heap_at) {
        if (heap->count + 2 > heap->capacity) {
            size_t capacity = heap->capacity ? heap->capacity * 2 : 64;
            agon_room **rooms = realloc(heap->rooms, capacity * sizeof(agon_room *));
            if (!rooms) {
                return false;
            }
            heap->rooms = rooms;
            heap->capacity = capacity;
        }
        put_at(heap, ++heap->count, room);
    }
    rise(heap, room->heap_at);
    sink(heap, room->heap_at);
    return true;
}

void agon_deadlines_remove(agon_deadlines *heap, agon_room *room) {
    size_t at = room->heap_at;
    if (!at) {
        return;
    }
    agon_room *last = heap->rooms[heap->count--];
    room->heap_at = 0;
    if (last != room) {
        put_at(heap, at, last);
        rise(heap, at);
        sink(heap, last->heap_at);
    }
}
