// Memory under watch: allocations that fail on command, and a count of what is in use.
//
// A program that calls one of these functions gets a malloc that counts, for itself and for every
// library in it. Sanitizers bring a malloc of their own: there memory_is_watched is false, and the
// other functions do nothing.
#ifndef AGON_TESTS_MEMORY_H
#define AGON_TESTS_MEMORY_H

#include <stdbool.h>

bool memory_is_watched(void);

// From now on counts allocations from 0; those numbered `first` to `last` fail (−1: none does).
void memory_watch(long first, long last);

// Stops that; returns how many allocations were asked for.
long memory_unwatch(void);

// Blocks allocated and not yet freed, since the program began.
long memory_blocks(void);

#endif
