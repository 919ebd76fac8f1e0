// The processor cores that this program may use, for programs that get one of their own.
#ifndef AGON_APPS_HOST_PROGRAMS_CORES_H
#define AGON_APPS_HOST_PROGRAMS_CORES_H

#include <stdbool.h>

// How many there are.
int agon_cores_count(void);

// Binds the calling process, and all that it starts, to one of them: 1 is the first. Safe between
// fork and exec.
bool agon_cores_bind(int which);

#endif
