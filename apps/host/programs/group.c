// Control groups as files: see group.h.
#define _GNU_SOURCE
#include "apps/host/programs/group.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define OWN_FILE "/proc/self/cgroup"
#define NAME "agon-%d-%u" // the process that made it, and a number
#define WEIGHT 100        // of the processor, of every bot: what the system gives a group by itself
#define SHARES 1024       // the same in version 1
#define PATIENCE 50       // times 2 ms until the kernel has let go of a group

const char *agon_group_root(void) {
    const char *root = getenv("AGON_CGROUPS");
    return root ? root : "/sys/fs/cgroup";
}

static bool read_file(const char *path, char *text, size_t size) {
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    const ssize_t length = file >= 0 ? read(file, text, size - 1) : -1;
    if (file >= 0) {
        close(file);
    }
    text[length > 0 ? length : 0] = '\0';
    return length >= 0;
}

// A file of a group is there already; one that is not is made where a test imitates the system.
static bool write_number(const char *directory, const char *name, uint64_t value) {
    char path[AGON_GROUP_PATH + 64];
    char text[32];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    const int length = snprintf(text, sizeof text, "%llu\n", (unsigned long long)value);
    const int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    const bool is_written = file >= 0 && write(file, text, (size_t)length) == length;
    if (file >= 0) {
        close(file);
    }
    return is_written;
}

static bool has_word(const char *text, const char *word) {
    const size_t length = strlen(word);
    for (const char *at = text; (at = strstr(at, word)) != NULL; at += length) {
        if ((at == text || strchr(" ,", at[-1])) && strchr(" ,\n", at[length])) {
            return true;
        }
    }
    return false;
}

// ---------------------------------------------------------------------------------------------
// Where

// Our group in the hierarchy of a controller of version 1 ("memory"), or of version 2 ("").
static bool find_own(const char *own, const char *controller, char *path, size_t size) {
    for (const char *line = own; line && *line; line = strchr(line, '\n'), line += line != NULL) {
        char words[128];
        char place[AGON_GROUP_PATH];
        int end = 0;
        if (sscanf(line, "%*d::%511[^\n]%n", place, &end) == 1 && !*controller) {
            snprintf(path, size, "%s", place);
            return true;
        }
        if (*controller && sscanf(line, "%*d:%126[^:\n]:%511[^\n]", words, place) == 2) {
            strcat(words, ",");
            if (has_word(words, controller)) {
                snprintf(path, size, "%s", place);
                return true;
            }
        }
    }
    return false;
}

static bool hands_memory_down(const char *directory) {
    char path[AGON_GROUP_PATH + 64];
    char controllers[256];
    snprintf(path, sizeof path, "%s/cgroup.subtree_control", directory);
    return read_file(path, controllers, sizeof controllers) && has_word(controllers, "memory");
}

// Version 2: a group with processes has no groups with limits below it, so ours may have to be
// beside us instead.
static bool find_parent_2(const char *root, const char *own, char *parent, size_t size) {
    char place[AGON_GROUP_PATH];
    if (!find_own(own, "", place, sizeof place)) {
        return false;
    }
    snprintf(parent, size, "%s%s", root, strcmp(place, "/") == 0 ? "" : place);
    if (hands_memory_down(parent)) {
        return true;
    }
    char *slash = strrchr(parent, '/');
    if (!slash || (size_t)(slash - parent) < strlen(root)) {
        return false;
    }
    *slash = '\0';
    return hands_memory_down(parent);
}

static bool find_parent_1(const char *root, const char *own, const char *controller, char *parent,
                          size_t size) {
    char place[AGON_GROUP_PATH];
    struct stat about;
    if (!find_own(own, controller, place, sizeof place)) {
        return false;
    }
    snprintf(parent, size, "%s/%s%s", root, controller, strcmp(place, "/") == 0 ? "" : place);
    return stat(parent, &about) == 0;
}

// ---------------------------------------------------------------------------------------------
// Making and removing

// Removes what programs that were killed have left behind.
static void sweep(const char *parent) {
    DIR *directory = opendir(parent);
    const struct dirent *entry;
    while (directory && (entry = readdir(directory)) != NULL) {
        char path[2 * AGON_GROUP_PATH];
        int maker = 0;
        unsigned number = 0;
        if (sscanf(entry->d_name, NAME, &maker, &number) == 2 && kill(maker, 0) != 0 &&
            errno == ESRCH) {
            snprintf(path, sizeof path, "%s/%s", parent, entry->d_name);
            rmdir(path); // refused while somebody is in there
        }
    }
    if (directory) {
        closedir(directory);
    }
}

static bool make_below(agon_group *group, const char *parent) {
    static atomic_uint count;
    sweep(parent);
    const int length = snprintf(group->path, sizeof group->path, "%.440s/" NAME, parent,
                                (int)getpid(), atomic_fetch_add(&count, 1));
    if (length >= (int)sizeof group->path || mkdir(group->path, 0755) != 0) {
        group->path[0] = '\0';
        return false;
    }
    return true;
}

static bool limit_1(const agon_group *group, uint64_t memory) {
    const bool is_limited = write_number(group->path, "memory.limit_in_bytes", memory);
    // Swap is memory, too; the file is not there where swap is not counted.
    (void)write_number(group->path, "memory.memsw.limit_in_bytes", memory);
    return is_limited;
}

static bool limit_2(const agon_group *group, uint64_t memory) {
    (void)write_number(group->path, "memory.swap.max", 0);
    // When there is too much, all of the bot goes, not a part of it.
    (void)write_number(group->path, "memory.oom.group", 1);
    // Not there where the controller of the processor is not handed down.
    (void)write_number(group->path, "cpu.weight", WEIGHT);
    return write_number(group->path, "memory.max", memory);
}

// A group that is limited as it should be can be entered; another one is removed.
static bool finish(agon_group *group, bool is_limited) {
    char processes[AGON_GROUP_PATH + 64];
    if (is_limited) {
        snprintf(processes, sizeof processes, "%s/cgroup.procs", group->path);
        group->processes = open(processes, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    }
    if (group->processes < 0) {
        agon_group_close(group);
        return false;
    }
    return true;
}

bool agon_group_make(agon_group *group, const char *root, const char *own, uint64_t memory) {
    char parent[2 * AGON_GROUP_PATH];
    *group = (agon_group){.processes = -1};
    const bool is_2 = find_parent_2(root, own, parent, sizeof parent);
    if ((!is_2 && !find_parent_1(root, own, "memory", parent, sizeof parent)) ||
        !make_below(group, parent)) {
        return false;
    }
    group->is_2 = is_2;
    return finish(group, is_2 ? limit_2(group, memory) : limit_1(group, memory));
}

bool agon_group_make_shares(agon_group *group, const char *root, const char *own) {
    char parent[2 * AGON_GROUP_PATH];
    *group = (agon_group){.processes = -1};
    return find_parent_1(root, own, "cpu", parent, sizeof parent) && make_below(group, parent) &&
           finish(group, write_number(group->path, "cpu.shares", SHARES));
}

void agon_group_open(agon_group *group, agon_group *shares, uint64_t memory) {
    char own[4096];
    *group = *shares = (agon_group){.processes = -1};
    if (read_file(OWN_FILE, own, sizeof own)) {
        (void)agon_group_make(group, agon_group_root(), own, memory);
        (void)agon_group_make_shares(shares, agon_group_root(), own);
    }
}

bool agon_group_freeze(const agon_group *group, bool is_frozen) {
    return group->is_2 && write_number(group->path, "cgroup.freeze", is_frozen);
}

bool agon_group_enter(const agon_group *group) {
    return group->processes < 0 || write(group->processes, "0\n", 2) == 2;
}

void agon_group_close(agon_group *group) {
    const struct timespec nap = {.tv_nsec = 2000000};
    if (group->processes >= 0) {
        close(group->processes);
    }
    for (int i = 0; group->path[0] && i < PATIENCE && rmdir(group->path) != 0 && errno == EBUSY;
         i++) {
        nanosleep(&nap, NULL);
    }
    *group = (agon_group){.processes = -1};
}
