// Deadlines of the rooms in memory, as a binary heap, and what is done when one comes.
#include "apps/server/internal.h"

#include "src/common/list.h"

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
        if (!agon_grow(&heap->rooms, &heap->capacity, heap->count + 2, sizeof(agon_room *))) {
            return false;
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

// ---------------------------------------------------------------------------------------------
// When one comes

static bool is_somebody_late(const agon_room *room, int64_t now) {
    bool is_any = false;
    for (int p = 0; p < room->seats->count; p++) {
        is_any |= agon_match_is_late(&room->hosted->match, p, now);
    }
    return is_any;
}

static void cancel(agon_room *room, agon_ticket *ticket) {
    agon_room_announce(room);
    room->next->record.status = AGON_RECORD_CANCELLED;
    room->next->record.deadline = AGON_NEVER;
    agon_room_commit(room, ticket);
}

static void run_deadline(agon_room *room, agon_ticket *ticket) {
    int64_t now = agon_service_now(room->service);
    bool is_due = room->record.deadline <= now;
    bool is_waiting = room->record.status == AGON_RECORD_WAITING;
    if (!is_due || (!is_waiting && !is_somebody_late(room, now))) {
        // It was there for the bots, and they are being asked.
        if (is_due) {
            room->record.deadline = agon_match_deadline(&room->hosted->match);
        }
        agon_room_set_deadline(room);
        agon_ticket_free(ticket);
        return;
    }
    if (!agon_room_prepare(room, ticket)) {
        return;
    }
    if (is_waiting) {
        cancel(room, ticket);
        return;
    }
    agon_status status = agon_match_expire(&room->hosted->match, now, &room->next->change, NULL);
    agon_room_commit_own(room, ticket, status, &(agon_room_request){.is_late = true});
}

void agon_room_deadline(agon_room *room) {
    agon_deadlines_remove(&room->service->deadlines, room); // back when it is served
    agon_room_enter_own(room, run_deadline);
}

void agon_room_set_deadline(agon_room *room) {
    if (room->record.deadline == AGON_NEVER ||
        !agon_deadlines_put(&room->service->deadlines, room)) {
        agon_deadlines_remove(&room->service->deadlines, room);
    }
}
