// Where lines of the log wait until somebody reads them.
//
// Whoever reads the log may be slow, stopped or stuck: a pipe that is not read, a terminal after
// Ctrl-S, a full disk. The event loop must not wait for it. So lines go into a queue of a fixed size,
// and a thread of its own writes them:
//
//     loop ──► add ──► [ queue: AGON_LOG_QUEUE bytes ] ──► thread ──► write, which may block
//                │ full
//                └──► the line is lost and counted
//
// A line is in the queue as a whole or not at all. When the thread has emptied the queue after lines
// were lost, the next thing it writes is how many: `tell` makes that line. Setting the file to not
// block would do without a thread, but the setting would be of everybody who shares the file: the
// shell whose terminal it is, too.
#ifndef AGON_APPS_SERVER_NET_LOG_QUEUE_H
#define AGON_APPS_SERVER_NET_LOG_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define AGON_LOG_QUEUE (128u << 10) // bytes that wait
#define AGON_LOG_LINE 1024u         // bytes of the line that tells of a loss, at most

typedef struct agon_log_queue agon_log_queue;

// Makes the line, with its line break, that says how many were lost. Returns its length; called on
// the queue's thread.
typedef size_t agon_log_tell(void *user, uint64_t lost, char line[AGON_LOG_LINE]);

// `fd` stays the caller's. NULL: no memory, or no thread.
agon_log_queue *agon_log_queue_open(int fd, agon_log_tell *tell, void *user);

// Adds a line with its line break. Never waits.
void agon_log_queue_add(agon_log_queue *queue, const char *line, size_t length);

// Lines lost so far.
uint64_t agon_log_queue_lost(agon_log_queue *queue);

// Waits until everything is written, for as many milliseconds at most, and ends the thread. Whoever
// still does not read gets no more: then thread and queue are left to the end of the process.
void agon_log_queue_close(agon_log_queue *queue, int patience);

#endif
