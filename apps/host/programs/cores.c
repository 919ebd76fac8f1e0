// Processor cores: see cores.h.
#define _GNU_SOURCE
#include "apps/host/programs/cores.h"

#include <errno.h>
#include <sched.h>

int agon_cores_count(void) {
    cpu_set_t allowed;
    return sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? CPU_COUNT(&allowed) : 1;
}

bool agon_cores_bind(int which) {
    cpu_set_t allowed;
    cpu_set_t one;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) {
        return false;
    }
    CPU_ZERO(&one);
    for (size_t core = 0; core < CPU_SETSIZE; core++) {
        if (CPU_ISSET(core, &allowed) && --which == 0) {
            CPU_SET(core, &one);
            return sched_setaffinity(0, sizeof one, &one) == 0;
        }
    }
    errno = EINVAL; // there are not so many
    return false;
}
