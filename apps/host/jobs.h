// Threads for bots that search (agon/bot.h).
#ifndef AGON_HOST_JOBS_H
#define AGON_HOST_JOBS_H

#include "agon/bot.h"

// An agon_run_jobs. A job whose thread cannot be started is done by the caller.
void agon_host_run_jobs(uint32_t jobs, void (*job)(void *context, uint32_t i), void *context);

#endif
