// agon load: the server it starts when it is given none.
#ifndef AGON_APPS_CLI_LOAD_SERVER_H
#define AGON_APPS_CLI_LOAD_SERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

typedef struct agon_load_server {
    pid_t pid; // 0: none
    char folder[200];
} agon_load_server;

// Starts one with a database of its own; `url` becomes its address.
bool agon_load_server_start(agon_load_server *server, uint64_t connections, char *url, size_t room);

// Ends it and removes its database. Returns what waitpid said: 0 if it ended well.
int agon_load_server_stop(agon_load_server *server);

// Resident bytes of a process; 0: not known.
uint64_t agon_load_server_memory(long pid);

// Seconds of processor time that a process has used; 0: not known.
double agon_load_server_time(long pid);

#endif
