// Counts copied bytes: the linker sends every call here (--wrap), in programs that ask for it.
//
// Copies of a size that the compiler knows and that is small are a few instructions and no call: they
// are not counted.
#include "bench/lib/bench.h"

void *__real_memcpy(void *to, const void *from, size_t size);
void *__real_memmove(void *to, const void *from, size_t size);
void *__wrap_memcpy(void *to, const void *from, size_t size);
void *__wrap_memmove(void *to, const void *from, size_t size);

static uint64_t copied;

void *__wrap_memcpy(void *to, const void *from, size_t size) {
    copied += size;
    return __real_memcpy(to, from, size);
}

void *__wrap_memmove(void *to, const void *from, size_t size) {
    copied += size;
    return __real_memmove(to, from, size);
}

uint64_t bench_copied(void) {
    return copied;
}
