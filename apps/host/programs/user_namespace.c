// A user name space with two users, for a sandbox that root starts.
#define _GNU_SOURCE
#include "apps/host/programs/sandbox.h"

#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// The other user is one that exists nowhere else: from here on, plus the process id.
#define FIRST_USER 0x70000000u

static void shut(int *file) {
    if (*file >= 0) {
        close(*file);
    }
    *file = -1;
}

void agon_user_namespace_close(agon_user_namespace *userns) {
    for (int i = 0; i < 4; i++) {
        shut(&userns->pipes[i / 2][i % 2]);
    }
}

bool agon_user_namespace_open(agon_user_namespace *userns) {
    *userns = (agon_user_namespace){{{-1, -1}, {-1, -1}}, geteuid() == 0};
    if (!userns->is_needed) {
        return true;
    }
    return pipe2(userns->pipes[0], O_CLOEXEC) == 0 && pipe2(userns->pipes[1], O_CLOEXEC) == 0;
}

// In the child, between fork and exec: only calls that are safe there.
bool agon_user_namespace_enter(const agon_user_namespace *userns) {
    char byte = 0;
    if (!userns->is_needed) {
        return true;
    }
    return unshare(CLONE_NEWUSER) == 0 && write(userns->pipes[0][1], &byte, 1) == 1 &&
           read(userns->pipes[1][0], &byte, 1) == 1 && setgid(0) == 0 && setuid(0) == 0;
}

static bool write_map(pid_t child, const char *name) {
    char path[64];
    char map[64];
    snprintf(path, sizeof path, "/proc/%d/%s", (int)child, name);
    int length =
        snprintf(map, sizeof map, "0 0 1\n1 %u 1\n", FIRST_USER + ((unsigned)child & 0xffffffu));
    int file = open(path, O_WRONLY | O_CLOEXEC);
    bool is_written = file >= 0 && write(file, map, (size_t)length) == length;
    if (file >= 0) {
        close(file);
    }
    return is_written;
}

bool agon_user_namespace_admit(agon_user_namespace *userns, pid_t child) {
    char byte = 0;
    if (!userns->is_needed) {
        return true;
    }
    shut(&userns->pipes[0][1]); // so that a child that ends is noticed
    return read(userns->pipes[0][0], &byte, 1) == 1 && write_map(child, "gid_map") &&
           write_map(child, "uid_map") && write(userns->pipes[1][1], &byte, 1) == 1;
}
