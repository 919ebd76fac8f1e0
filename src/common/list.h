// Arrays that grow, and lists of events made of them. For the layers that may allocate.
//
//     agon_conform_move *moves;            // owned; NULL and 0 at first
//     size_t count, capacity;
//     if (agon_grow(&moves, &capacity, count + 1, sizeof *moves)) {
//         moves[count++] = move;
//     }
//
//     agon_event_list events = {0};
//     agon_sink sink = agon_event_list_sink(&events);
//     agon_context context = {.sink = &sink};       // apply, then look at events.items
//     agon_event_list_free(&events);
#ifndef AGON_SRC_COMMON_LIST_H
#define AGON_SRC_COMMON_LIST_H

#include "agon/event.h"

#include <stddef.h>

// Makes room for `needed` items of `size` bytes each. `array` is the address of the pointer to the
// items, which move; the new ones hold anything. False: there is no memory, and nothing has changed.
bool agon_grow(void *array, size_t *capacity, size_t needed, size_t size);

// Events in the order in which they were added.
typedef struct agon_event_list {
    agon_event *items; // owned, agon_event_list_free
    size_t count;
    size_t capacity;
    bool failed; // memory ran out: some events are missing
} agon_event_list;

void agon_event_list_add(agon_event_list *list, const agon_event *event);

// A sink that adds to the list; the list must outlive it.
agon_sink agon_event_list_sink(agon_event_list *list);

// Frees the items; the list is empty and can be used again.
void agon_event_list_free(agon_event_list *list);

#endif
