// Counts allocations: the linker sends every call here (--wrap).
#include "bench/lib/bench.h"

#include <stdlib.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);

static uint64_t calls;

void *__wrap_malloc(size_t size) {
    calls++;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
    calls++;
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size) {
    calls++;
    return __real_realloc(memory, size);
}

uint64_t bench_allocations(void) {
    return calls;
}
