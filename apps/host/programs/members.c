// The processes of a program: see members.h.
#define _GNU_SOURCE
#include "apps/host/programs/members.h"

#include <ctype.h>
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct member {
    pid_t pid;
    pid_t parent;
    pid_t session;
    char state;
    bool is_ours;
} member;

// The next process in /proc; 0: that was the last.
static pid_t next_process(DIR *directory) {
    const struct dirent *entry;
    while (directory && (entry = readdir(directory)) != NULL) {
        if (isdigit((unsigned char)entry->d_name[0])) {
            return (pid_t)atoi(entry->d_name);
        }
    }
    return 0;
}

static bool read_name_space(pid_t pid, char *text, size_t size) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/ns/pid", (int)pid);
    const ssize_t length = readlink(path, text, size - 1);
    text[length > 0 ? length : 0] = '\0';
    return length > 0;
}

static bool read_member(pid_t pid, member *found) {
    char path[64];
    char text[512];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *file = fopen(path, "re");
    const size_t length = file ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file) {
        fclose(file);
    }
    text[length] = '\0';
    const char *rest = strrchr(text, ')'); // after its name, in which anything may be
    *found = (member){.pid = pid};
    return rest &&
           sscanf(rest, ") %c %d %*d %d", &found->state, &found->parent, &found->session) == 3;
}

void agon_members_inside(pid_t inner, agon_member_visit *visit, void *user) {
    char ours[64];
    char theirs[64];
    char other[64];
    if (!read_name_space(inner, theirs, sizeof theirs) ||
        !read_name_space(getpid(), ours, sizeof ours) || strcmp(ours, theirs) == 0) {
        return;
    }
    DIR *directory = opendir("/proc");
    member found;
    for (pid_t pid; (pid = next_process(directory)) != 0;) {
        if (read_name_space(pid, other, sizeof other) && strcmp(theirs, other) == 0 &&
            read_member(pid, &found)) {
            visit(user, pid, found.state);
        }
    }
    if (directory) {
        closedir(directory);
    }
}

// All processes there are. The caller's to free.
static member *list_all(size_t *count) {
    DIR *directory = opendir("/proc");
    member *all = NULL;
    size_t capacity = 0;
    *count = 0;
    for (pid_t pid; (pid = next_process(directory)) != 0;) {
        if (*count == capacity) {
            member *more = realloc(all, (capacity + 256) * sizeof *all);
            if (!more) {
                break;
            }
            all = more;
            capacity += 256;
        }
        *count += read_member(pid, &all[*count]);
    }
    if (directory) {
        closedir(directory);
    }
    return all;
}

static bool has_parent_of_ours(const member *all, size_t count, pid_t parent) {
    for (size_t i = 0; i < count; i++) {
        if (all[i].pid == parent) {
            return all[i].is_ours;
        }
    }
    return false;
}

void agon_members_below(pid_t leader, agon_member_visit *visit, void *user) {
    size_t count;
    member *all = list_all(&count);
    for (bool has_grown = true; has_grown;) {
        has_grown = false;
        for (size_t i = 0; i < count; i++) {
            if (!all[i].is_ours && (all[i].pid == leader || all[i].session == leader ||
                                    has_parent_of_ours(all, count, all[i].parent))) {
                all[i].is_ours = has_grown = true;
            }
        }
    }
    for (size_t i = 0; i < count; i++) {
        if (all[i].is_ours) {
            visit(user, all[i].pid, all[i].state);
        }
    }
    free(all);
}
