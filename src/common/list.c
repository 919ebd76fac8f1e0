// Arrays that grow by doubling.
#include "src/common/list.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define FIRST 16 // items of an array that was empty

bool agon_grow(void *array, size_t *capacity, size_t needed, size_t size) {
    if (needed <= *capacity) {
        return true;
    }
    const size_t doubled = *capacity ? 2 * *capacity : FIRST;
    const size_t wanted = needed > doubled ? needed : doubled;
    if (wanted > SIZE_MAX / 2 / size) {
        return false;
    }
    // By way of memcpy, since a pointer to items of any type is not a void *.
    void *items;
    memcpy(&items, array, sizeof items);
    void *moved = realloc(items, wanted * size);
    if (!moved) {
        return false;
    }
    memcpy(array, &moved, sizeof moved);
    *capacity = wanted;
    return true; // cppcheck-suppress memleak; it is in the array now
}

void agon_event_list_add(agon_event_list *list, const agon_event *event) {
    if (!agon_grow(&list->items, &list->capacity, list->count + 1, sizeof *list->items)) {
        list->failed = true;
        return;
    }
    list->items[list->count++] = *event;
}

static void emit(void *user, const agon_event *event) {
    agon_event_list_add(user, event);
}

agon_sink agon_event_list_sink(agon_event_list *list) {
    return (agon_sink){emit, list};
}

void agon_event_list_free(agon_event_list *list) {
    free(list->items);
    *list = (agon_event_list){0};
}
