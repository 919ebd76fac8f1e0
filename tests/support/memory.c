// Memory under watch. See memory.h.
#include "tests/support/memory.h"

#include "agon/export.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                         \
    __has_feature(memory_sanitizer)
#define HAS_SANITIZER
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__GLIBC__)
#define HAS_SANITIZER
#endif

#ifdef HAS_SANITIZER

bool memory_is_watched(void) {
    return false;
}

void memory_watch(long first, long last) {
    (void)first;
    (void)last;
}

long memory_unwatch(void) {
    return 0;
}

long memory_blocks(void) {
    return 0;
}

#else

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void __libc_free(void *memory);

static bool is_watching;
static long asked;
static atomic_long blocks; // threads of a server allocate too
static long first_fault, last_fault;

static bool may_allocate(void) {
    if (!is_watching) {
        return true;
    }
    long number = asked++;
    return first_fault < 0 || number < first_fault || number > last_fault;
}

static void *count(void *memory) {
    blocks += memory != NULL;
    return memory;
}

// Visible, so that shared libraries call them too.
AGON_API void *malloc(size_t size) {
    return may_allocate() ? count(__libc_malloc(size)) : NULL;
}

AGON_API void *calloc(size_t nmemb, size_t size) {
    return may_allocate() ? count(__libc_calloc(nmemb, size)) : NULL;
}

AGON_API void *realloc(void *ptr, size_t size) {
    if (!may_allocate()) {
        return NULL;
    }
    void *grown = __libc_realloc(ptr, size);
    return ptr ? grown : count(grown);
}

AGON_API void free(void *ptr) {
    blocks -= ptr != NULL;
    __libc_free(ptr);
}

bool memory_is_watched(void) {
    return true;
}

void memory_watch(long first, long last) {
    asked = 0;
    first_fault = first;
    last_fault = last;
    is_watching = true;
}

long memory_unwatch(void) {
    is_watching = false;
    return asked;
}

long memory_blocks(void) {
    return blocks;
}

#endif
