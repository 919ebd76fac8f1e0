// A ring of bytes between the loop and the thread that writes the log.
#define _GNU_SOURCE
#include "apps/server/net/log_queue.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define WRITE_MOST 4096u // bytes written at once: a pipe takes as much as a whole

struct agon_log_queue {
    int fd;
    agon_log_tell *tell;
    void *user;
    pthread_t thread;
    pthread_mutex_t lock; // of everything below
    pthread_cond_t filled, emptied;
    char bytes[AGON_LOG_QUEUE];
    size_t first, count;
    uint64_t lost, told; // lines
    bool is_closing, has_ended;
    bool is_abandoned; // by its caller: `tell` and what it needs are gone
};

static void queue_free(agon_log_queue *queue) {
    pthread_cond_destroy(&queue->filled);
    pthread_cond_destroy(&queue->emptied);
    pthread_mutex_destroy(&queue->lock);
    free(queue);
}

// ---------------------------------------------------------------------------------------------
// The thread

// Waits for bytes, or for a loss that can be told of. False: the queue closes, and all is written.
static bool wait_for_work(agon_log_queue *queue) {
    while (queue->count == 0 && queue->lost == queue->told && !queue->is_closing) {
        pthread_cond_broadcast(&queue->emptied);
        pthread_cond_wait(&queue->filled, &queue->lock);
    }
    return !queue->is_abandoned && (queue->count > 0 || queue->lost > queue->told);
}

// Takes whole lines as far as they fit; a longer one is taken in pieces.
static size_t take(agon_log_queue *queue, char bytes[WRITE_MOST]) {
    size_t length = queue->count < WRITE_MOST ? queue->count : WRITE_MOST;
    size_t whole = 0;
    for (size_t i = 0; i < length; i++) {
        bytes[i] = queue->bytes[(queue->first + i) % AGON_LOG_QUEUE];
        whole = bytes[i] == '\n' ? i + 1 : whole;
    }
    length = whole > 0 ? whole : length;
    queue->first = (queue->first + length) % AGON_LOG_QUEUE;
    queue->count -= length;
    return length;
}

// What is to be written next: lines, or how many were lost before those that come.
static size_t next_part(agon_log_queue *queue, char bytes[WRITE_MOST]) {
    if (queue->count > 0) {
        return take(queue, bytes);
    }
    const uint64_t lost = queue->lost - queue->told;
    queue->told = queue->lost;
    return queue->tell(queue->user, lost, bytes);
}

static void write_all(int fd, const char *bytes, size_t length) {
    while (length > 0) {
        const ssize_t written = write(fd, bytes, length);
        if (written < 0 && errno != EINTR) {
            return; // nobody can read the log: there is nobody to tell
        }
        bytes += written > 0 ? written : 0;
        length -= written > 0 ? (size_t)written : 0;
    }
}

static void *run(void *user) {
    agon_log_queue *queue = user;
    char bytes[WRITE_MOST];
    pthread_mutex_lock(&queue->lock);
    while (wait_for_work(queue)) {
        const size_t length = next_part(queue, bytes);
        pthread_mutex_unlock(&queue->lock);
        write_all(queue->fd, bytes, length);
        pthread_mutex_lock(&queue->lock);
    }
    queue->has_ended = true;
    const bool is_own = queue->is_abandoned;
    pthread_cond_broadcast(&queue->emptied);
    pthread_mutex_unlock(&queue->lock);
    if (is_own) {
        queue_free(queue);
    }
    return NULL;
}

// ---------------------------------------------------------------------------------------------

// Signals are for the loop's thread.
static bool start(agon_log_queue *queue) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const bool is_good = pthread_create(&queue->thread, NULL, run, queue) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return is_good;
}

agon_log_queue *agon_log_queue_open(int fd, agon_log_tell *tell, void *user) {
    agon_log_queue *queue = calloc(1, sizeof *queue);
    if (!queue) {
        return NULL;
    }
    queue->fd = fd;
    queue->tell = tell;
    queue->user = user;
    pthread_mutex_init(&queue->lock, NULL);
    pthread_cond_init(&queue->filled, NULL);
    pthread_cond_init(&queue->emptied, NULL);
    if (!start(queue)) {
        queue_free(queue);
        return NULL;
    }
    return queue;
}

void agon_log_queue_add(agon_log_queue *queue, const char *line, size_t length) {
    pthread_mutex_lock(&queue->lock);
    if (length > AGON_LOG_QUEUE - queue->count || queue->lost > queue->told) {
        queue->lost++; // and so are those after it, until the loss is told: order is kept
    } else {
        const size_t at = (queue->first + queue->count) % AGON_LOG_QUEUE;
        const size_t tail = AGON_LOG_QUEUE - at < length ? AGON_LOG_QUEUE - at : length;
        memcpy(queue->bytes + at, line, tail);
        memcpy(queue->bytes, line + tail, length - tail);
        queue->count += length;
    }
    pthread_cond_signal(&queue->filled);
    pthread_mutex_unlock(&queue->lock);
}

uint64_t agon_log_queue_lost(agon_log_queue *queue) {
    pthread_mutex_lock(&queue->lock);
    const uint64_t lost = queue->lost;
    pthread_mutex_unlock(&queue->lock);
    return lost;
}

void agon_log_queue_close(agon_log_queue *queue, int patience) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += patience / 1000;
    until.tv_nsec += patience % 1000 * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    pthread_mutex_lock(&queue->lock);
    queue->is_closing = true;
    pthread_cond_signal(&queue->filled);
    int status = 0;
    while (!queue->has_ended && status == 0) {
        status = pthread_cond_timedwait(&queue->emptied, &queue->lock, &until);
    }
    const bool has_ended = queue->has_ended;
    const pthread_t thread = queue->thread; // the queue may be gone as soon as it is abandoned
    queue->is_abandoned = !has_ended;
    pthread_mutex_unlock(&queue->lock);
    if (has_ended) {
        pthread_join(thread, NULL);
        queue_free(queue);
    } else {
        pthread_detach(thread);
    }
}
