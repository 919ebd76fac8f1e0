// The sandbox's command line.
#define _XOPEN_SOURCE 700
#include "apps/host/programs/sandbox.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MIB (UINT64_C(1) << 20)

agon_limits agon_limits_default(void) {
    return (agon_limits){.memory = 512 * MIB,
                         .whole = 768 * MIB,
                         .address = 2048 * MIB,
                         .processes = 64,
                         .file_size = 16 * MIB,
                         .open_files = 128,
                         .scratch = 16 * MIB};
}

static void add_number(agon_arguments *words, const char *format, uint64_t value) {
    char text[64];
    snprintf(text, sizeof text, format, (unsigned long long)value);
    agon_arguments_add(words, text);
}

// An option with two values: from where, to where.
static void add_pair(agon_arguments *words, const char *option, const char *from, const char *to) {
    agon_arguments_add(words, option);
    agon_arguments_add(words, from);
    agon_arguments_add(words, to);
}

static void add_one(agon_arguments *words, const char *option, const char *value) {
    agon_arguments_add(words, option);
    agon_arguments_add(words, value);
}

static void add_file(agon_arguments *words, const char *option, int file) {
    if (file >= 0) {
        agon_arguments_add(words, option);
        add_number(words, "%llu", (uint64_t)file);
    }
}

static void add_name_spaces(agon_arguments *words) {
    agon_arguments_split(words,
                         "--unshare-ipc --unshare-pid --unshare-net --unshare-uts "
                         "--unshare-cgroup-try --die-with-parent --new-session --hostname bot "
                         "--clearenv --setenv PATH /usr/bin:/bin --setenv HOME /tmp "
                         "--setenv LANG C.UTF-8 --cap-drop ALL");
    if (geteuid() == 0) { // agon_user_namespace_enter has made it
        agon_arguments_split(words,
                             "--cap-add CAP_SETUID --cap-add CAP_SETGID --cap-add CAP_SETPCAP");
    } else {
        agon_arguments_add(words, "--unshare-user");
    }
}

// A directory of the system as it is here: a link, or a directory of its own.
static void add_system_directory(agon_arguments *words, const char *path) {
    char target[64];
    ssize_t length = readlink(path, target, sizeof target - 1);
    if (length > 0) {
        target[length] = '\0';
        add_pair(words, "--symlink", target, path);
    } else {
        add_pair(words, "--ro-bind-try", path, path);
    }
}

static void add_system(agon_arguments *words) {
    static const char *const directories[] = {"/bin", "/sbin", "/lib", "/lib32", "/lib64"};
    static const char *const files[] = {"/etc/ld.so.cache", "/etc/alternatives"};
    agon_arguments_split(words, "--ro-bind /usr /usr --dir /etc");
    for (size_t i = 0; i < sizeof directories / sizeof directories[0]; i++) {
        add_system_directory(words, directories[i]);
    }
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        add_pair(words, "--ro-bind-try", files[i], files[i]);
    }
}

// What is there anyway, or must not be.
static bool is_system_path(const char *path) {
    static const char *const roots[] = {"/usr",   "/bin",  "/sbin", "/lib", "/lib32",
                                        "/lib64", "/proc", "/sys",  "/dev"};
    for (size_t i = 0; i < sizeof roots / sizeof roots[0]; i++) {
        const size_t length = strlen(roots[i]);
        if (strncmp(path, roots[i], length) == 0 && (path[length] == '/' || !path[length])) {
            return true;
        }
    }
    return strcmp(path, "/") == 0;
}

// The path of a word that names a file, with everything resolved but a link at its end: that is
// where the command will look for it. NULL if it cannot be told.
static char *place_of(const char *word) {
    const char *slash = strrchr(word, '/');
    const char *name = slash ? slash + 1 : word;
    char *start = slash ? strndup(word, (size_t)(slash - word) + 1) : strdup(".");
    char *directory = start ? realpath(start, NULL) : NULL;
    char *place = NULL;
    if (directory && name[0]) {
        size_t size = strlen(directory) + strlen(name) + 2;
        place = malloc(size);
        if (place) {
            snprintf(place, size, "%s/%s", strcmp(directory, "/") == 0 ? "" : directory, name);
        }
    }
    free(start);
    free(directory);
    return place;
}

// Makes the directories that lead to a path; bubblewrap would make them for their owner only.
static void add_way_to(agon_arguments *words, const char *path) {
    for (const char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        char *directory = strndup(path, (size_t)(slash - path));
        if (directory) {
            add_one(words, "--dir", directory);
        }
        free(directory);
    }
}

// Makes every file and directory that the command names visible, at the place where it is.
static void add_named_files(agon_arguments *words, const agon_arguments *command) {
    for (size_t i = 0; i < command->count; i++) {
        char *path = realpath(command->items[i], NULL);
        char *place = path ? place_of(command->items[i]) : NULL;
        if (path && !is_system_path(path)) {
            add_way_to(words, place ? place : path);
            add_pair(words, "--ro-bind", path, place ? place : path);
        }
        free(path);
        free(place);
    }
}

// The command runs in a directory of the same name as this one, so that its paths mean the same;
// only what it names is in there.
static void add_directory(agon_arguments *words) {
    char *here = realpath(".", NULL);
    if (here && !is_system_path(here)) {
        add_way_to(words, here);
        add_one(words, "--dir", here);
    }
    agon_arguments_split(words, "--remount-ro /");
    add_one(words, "--chdir", here ? here : "/");
    free(here);
}

// What the kernel tells everybody about the whole machine: two bots could read each other's work
// there, and /proc/locks names the locks of all.
static void hide_the_machine(agon_arguments *words) {
    static const char *const files[] = {"/proc/loadavg",   "/proc/stat",       "/proc/locks",
                                        "/proc/vmstat",    "/proc/interrupts", "/proc/softirqs",
                                        "/proc/diskstats", "/proc/schedstat",  "/proc/zoneinfo",
                                        "/proc/buddyinfo", "/proc/slabinfo",   "/proc/keys",
                                        "/proc/key-users", "/proc/timer_list"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        if (access(files[i], F_OK) == 0) {
            add_pair(words, "--ro-bind", "/dev/null", files[i]);
        }
    }
    if (access("/proc/pressure", F_OK) == 0) {
        agon_arguments_split(words, "--tmpfs /proc/pressure --remount-ro /proc/pressure");
    }
}

static void add_files(agon_arguments *words, const agon_arguments *command,
                      const agon_limits *limits) {
    agon_arguments_split(words, "--proc /proc");
    hide_the_machine(words);
    agon_arguments_split(words, "--dev /dev --remount-ro /dev --perms 1777 --size");
    add_number(words, "%llu", limits->scratch);
    agon_arguments_split(words, "--tmpfs /tmp");
    add_named_files(words, command);
    add_directory(words);
}

// What runs inside, before the bot: becomes nobody in particular, and sets the limits.
static void add_limits(agon_arguments *words, const agon_limits *limits) {
    if (geteuid() == 0) {
        agon_arguments_split(words,
                             "setpriv --reuid=1 --regid=1 --clear-groups --bounding-set=-all "
                             "--inh-caps=-all --no-new-privs");
    }
    agon_arguments_split(words, "prlimit --core=0");
    add_number(words, "--data=%llu", limits->memory);
    add_number(words, "--as=%llu", limits->address);
    add_number(words, "--nproc=%llu", limits->processes);
    add_number(words, "--fsize=%llu", limits->file_size);
    add_number(words, "--nofile=%llu", limits->open_files);
    agon_arguments_add(words, "--");
}

void agon_sandbox_wrap(agon_arguments *words, const agon_arguments *command,
                       const agon_limits *limits, const agon_sandbox_files *files) {
    agon_arguments_add(words, "bwrap");
    add_file(words, "--info-fd", files->info);
    add_file(words, "--seccomp", files->filter);
    add_name_spaces(words);
    add_system(words);
    add_files(words, command, limits);
    agon_arguments_add(words, "--");
    add_limits(words, limits);
    for (size_t i = 0; i < command->count; i++) {
        agon_arguments_add(words, command->items[i]);
    }
}
