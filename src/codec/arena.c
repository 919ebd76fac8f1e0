// Memory that readers hand out and tables free.
#include "agon/codec.h"

#include <stdlib.h>

typedef struct agon_arena_block {
    struct agon_arena_block *before;
    _Alignas(max_align_t) char bytes[];
} block;

static void *take(agon_arena *arena, size_t size) {
    block *b = size < SIZE_MAX - sizeof *b ? calloc(1, sizeof *b + size) : NULL;
    if (!b) {
        return NULL;
    }
    b->before = arena->last;
    arena->last = b;
    return b->bytes;
}

void *agon_cursor_alloc(const agon_cursor *at, size_t size) {
    agon_arena *arena = at->reader->arena;
    void *memory = arena ? take(arena, size) : NULL;
    if (!memory) {
        (void)agon_error_set(at->reader->error, AGON_NO_MEMORY, NULL, "out of memory");
        if (arena) {
            arena->failed = true;
        }
    }
    return memory;
}

void agon_arena_free(agon_arena *arena) {
    while (arena->last) {
        block *b = arena->last;
        arena->last = b->before;
        free(b);
    }
    *arena = (agon_arena){0};
}
