// Threads for bots that search: started for a round of work, joined at its end.
#include "apps/host/jobs.h"

#include <pthread.h>

typedef struct task {
    void (*job)(void *context, uint32_t i);
    void *context;
    uint32_t number;
    bool is_started;
    pthread_t thread;
} task;

static void *run(void *user) {
    const task *t = user;
    t->job(t->context, t->number);
    return NULL;
}

void agon_host_run_jobs(uint32_t jobs, void (*job)(void *context, uint32_t i), void *context) {
    task tasks[AGON_MAX_THREADS];
    for (uint32_t i = 1; i < jobs; i++) {
        tasks[i] = (task){.job = job, .context = context, .number = i};
        tasks[i].is_started = pthread_create(&tasks[i].thread, NULL, run, &tasks[i]) == 0;
    }
    job(context, 0);
    for (uint32_t i = 1; i < jobs; i++) {
        if (tasks[i].is_started) {
            pthread_join(tasks[i].thread, NULL);
        } else {
            job(context, i);
        }
    }
}
