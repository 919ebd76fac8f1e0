// A thread that counts a bot's memory: see watcher.h.
#define _GNU_SOURCE
#include "apps/host/programs/watcher.h"

#include "apps/host/programs/members.h"

#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define PERIOD 50000000 // nanoseconds between two counts
#define FILES_MAX 4096  // memory files that are told apart

struct agon_watcher {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    bool is_closing;
    pid_t inner;
    uint64_t memory;
};

// Memory files that have been counted: two processes may hold the same.
typedef struct counted {
    struct {
        dev_t device;
        ino_t number;
    } files[FILES_MAX];
    size_t count;
} counted;

static bool is_new(counted *seen, const struct stat *file) {
    for (size_t i = 0; i < seen->count; i++) {
        if (seen->files[i].device == file->st_dev && seen->files[i].number == file->st_ino) {
            return false;
        }
    }
    if (seen->count < FILES_MAX) {
        seen->files[seen->count].device = file->st_dev;
        seen->files[seen->count++].number = file->st_ino;
    }
    return true;
}

static uint64_t count_shares(int pid) {
    char path[64];
    char line[256];
    unsigned long long kilobytes = 0;
    snprintf(path, sizeof path, "/proc/%d/smaps_rollup", pid);
    FILE *file = fopen(path, "re");
    while (file && fgets(line, sizeof line, file) && sscanf(line, "Pss: %llu", &kilobytes) != 1) {}
    if (file) {
        fclose(file);
    }
    return kilobytes * 1024;
}

// Memory files need not be mapped to be there.
static uint64_t count_files(int pid, counted *seen) {
    char folder[64];
    uint64_t bytes = 0;
    snprintf(folder, sizeof folder, "/proc/%d/fd", pid);
    DIR *directory = opendir(folder);
    const struct dirent *entry;
    while (directory && (entry = readdir(directory)) != NULL) {
        char target[16] = "";
        struct stat about;
        if (readlinkat(dirfd(directory), entry->d_name, target, sizeof target - 1) > 0 &&
            strncmp(target, "/memfd:", 7) == 0 &&
            fstatat(dirfd(directory), entry->d_name, &about, 0) == 0 && is_new(seen, &about)) {
            bytes += (uint64_t)about.st_blocks * 512;
        }
    }
    if (directory) {
        closedir(directory);
    }
    return bytes;
}

typedef struct tally {
    uint64_t bytes;
    counted seen;
} tally;

static void count_one(void *user, pid_t pid, char state) {
    tally *sum = user;
    (void)state;
    sum->bytes += count_shares(pid) + count_files(pid, &sum->seen);
}

uint64_t agon_watcher_count(pid_t inner) {
    tally *sum = calloc(1, sizeof *sum);
    if (!sum) {
        return 0;
    }
    agon_members_inside(inner, count_one, sum);
    const uint64_t bytes = sum->bytes;
    free(sum);
    return bytes;
}

static struct timespec next_time(void) {
    struct timespec at;
    clock_gettime(CLOCK_REALTIME, &at);
    at.tv_nsec += PERIOD;
    at.tv_sec += at.tv_nsec / 1000000000;
    at.tv_nsec %= 1000000000;
    return at;
}

static void *watch(void *user) {
    agon_watcher *watcher = user;
    pthread_mutex_lock(&watcher->lock);
    while (!watcher->is_closing) {
        pthread_mutex_unlock(&watcher->lock);
        if (agon_watcher_count(watcher->inner) > watcher->memory) {
            kill(watcher->inner, SIGKILL);
        }
        const struct timespec at = next_time();
        pthread_mutex_lock(&watcher->lock);
        if (!watcher->is_closing) {
            pthread_cond_timedwait(&watcher->wake, &watcher->lock, &at);
        }
    }
    pthread_mutex_unlock(&watcher->lock);
    return NULL;
}

agon_watcher *agon_watcher_open(pid_t inner, uint64_t memory) {
    agon_watcher *watcher = calloc(1, sizeof *watcher);
    if (!watcher) {
        return NULL;
    }
    watcher->inner = inner;
    watcher->memory = memory;
    pthread_mutex_init(&watcher->lock, NULL);
    pthread_cond_init(&watcher->wake, NULL);
    if (pthread_create(&watcher->thread, NULL, watch, watcher) != 0) {
        pthread_cond_destroy(&watcher->wake);
        pthread_mutex_destroy(&watcher->lock);
        free(watcher);
        return NULL;
    }
    return watcher;
}

void agon_watcher_close(agon_watcher *watcher) {
    if (!watcher) {
        return;
    }
    pthread_mutex_lock(&watcher->lock);
    watcher->is_closing = true;
    pthread_cond_signal(&watcher->wake);
    pthread_mutex_unlock(&watcher->lock);
    pthread_join(watcher->thread, NULL);
    pthread_cond_destroy(&watcher->wake);
    pthread_mutex_destroy(&watcher->lock);
    free(watcher);
}
