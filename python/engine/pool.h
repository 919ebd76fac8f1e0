// Threads that share out jobs: the one who asks works too, and waits for the others.
#ifndef AGON_PYTHON_POOL_H
#define AGON_PYTHON_POOL_H

#include <stdbool.h>
#include <stdint.h>

typedef struct engine_pool engine_pool;

// A pool of `threads` in all; NULL: it cannot be had. One thread needs no pool, and NULL runs jobs too.
engine_pool *engine_pool_open(uint32_t threads);
void engine_pool_close(engine_pool *pool);

// Runs job(user, 0) … job(user, count − 1), in any order, and returns when all are done. Nobody else
// may use the pool meanwhile. In a forked child, which has no threads, it does them one by one.
void engine_pool_run(engine_pool *pool, uint32_t count, void (*job)(void *user, uint32_t i),
                     void *user);

#endif
