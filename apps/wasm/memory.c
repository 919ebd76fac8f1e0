// The heap of the module: power-of-two blocks in free lists, instead of libc's allocator.
//
// A request takes some hundred small blocks and gives them all back; for that this is as good as a
// general allocator and a tenth of its size. A block is never split or merged: it goes back to the
// list of its size, so that memory is flat however many requests come.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define PAGE 65536u
#define SMALLEST 5 // blocks of 32 bytes, head included
#define LARGEST 30

// In front of every block; 16 bytes, so that what follows is aligned for anything.
typedef struct head {
    _Alignas(16) uint32_t size_class;
    struct head *next; // while it is free
} head;

static head *free_blocks[LARGEST + 1];
static uintptr_t fresh;     // where memory has not been used yet
static uintptr_t fresh_end; // and where it ends

static unsigned class_of(size_t size) {
    unsigned size_class = SMALLEST;
    while (size_class <= LARGEST && ((size_t)1 << size_class) - sizeof(head) < size) {
        size_class++;
    }
    return size_class;
}

static head *take_fresh(size_t size) {
    if (fresh_end - fresh < size) {
        size_t pages = (size + PAGE - 1) / PAGE;
        size_t first = __builtin_wasm_memory_grow(0, pages);
        if (first == SIZE_MAX) {
            return NULL;
        }
        if (first * PAGE != fresh_end) {
            fresh = first * PAGE;
        }
        fresh_end = (first + pages) * PAGE;
    }
    head *block = (head *)fresh;
    fresh += size;
    return block;
}

void *malloc(size_t size) {
    unsigned size_class = class_of(size);
    if (size_class > LARGEST) {
        return NULL;
    }
    head *block = free_blocks[size_class];
    if (block) {
        free_blocks[size_class] = block->next;
    } else {
        block = take_fresh((size_t)1 << size_class);
    }
    if (!block) {
        return NULL;
    }
    block->size_class = size_class;
    return block + 1;
}

void free(void *memory) {
    if (memory) {
        head *block = (head *)memory - 1;
        block->next = free_blocks[block->size_class];
        free_blocks[block->size_class] = block;
    }
}

void *calloc(size_t count, size_t size) {
    if (size && count > SIZE_MAX / size) {
        return NULL;
    }
    void *memory = malloc(count * size);
    return memory ? memset(memory, 0, count * size) : NULL;
}

void *realloc(void *memory, size_t size) {
    if (!memory) {
        return malloc(size);
    }
    size_t room = ((size_t)1 << ((head *)memory - 1)->size_class) - sizeof(head);
    if (size <= room) {
        return memory;
    }
    void *larger = malloc(size);
    if (larger) {
        memcpy(larger, memory, room);
        free(memory);
    }
    return larger;
}
