// Instructions by callgrind, for machines whose processor does not let us count them.
//
// The program runs itself twice, over few and over more matches: what they differ by is what the
// matches took, without start and end.
#define _GNU_SOURCE
#include "apps/cli/bench/bench.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define FEW 20
#define MORE 220
#define OUTPUT_SIZE 8192

typedef struct tally {
    uint64_t instructions, actions;
} tally;

// Starts valgrind with all its output in a pipe; returns the end to read from, or −1.
static int start(const agon_rules *rules, int players, int games, pid_t *child) {
    int ends[2];
    char games_text[16], players_text[16];
    posix_spawn_file_actions_t files;
    if (pipe2(ends, O_CLOEXEC) != 0) {
        return -1;
    }
    snprintf(games_text, sizeof games_text, "%d", games);
    snprintf(players_text, sizeof players_text, "%d", players);
    char *arguments[] = {"valgrind",
                         "--tool=callgrind",
                         "--callgrind-out-file=/dev/null",
                         "/proc/self/exe",
                         "bench",
                         (char *)(uintptr_t)rules->id,
                         "--players",
                         players_text,
                         "--games",
                         games_text,
                         "--json",
                         NULL};
    char self[4096];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    int failed = length <= 0 || posix_spawn_file_actions_init(&files) != 0;
    if (!failed) {
        self[length] = '\0';
        arguments[3] = self;
        failed = posix_spawn_file_actions_adddup2(&files, ends[1], STDOUT_FILENO) ||
                 posix_spawn_file_actions_adddup2(&files, ends[1], STDERR_FILENO) ||
                 posix_spawnp(child, arguments[0], &files, NULL, arguments, environ);
        posix_spawn_file_actions_destroy(&files);
    }
    close(ends[1]);
    if (failed) {
        close(ends[0]);
        return -1;
    }
    return ends[0];
}

static void read_all(int from, char output[OUTPUT_SIZE]) {
    size_t length = 0;
    char spare[512] = {0}; // for what is too much
    for (;;) {
        size_t room = OUTPUT_SIZE - 1 - length;
        ssize_t got = read(from, room ? output + length : spare, room ? room : sizeof spare);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            break;
        }
        length += room ? (size_t)got : 0;
    }
    output[length] = '\0';
}

static bool find_number(const char *text, const char *before, uint64_t *number) {
    const char *at = strstr(text, before);
    return at && sscanf(at + strlen(before), "%" SCNu64, number) == 1;
}

static bool count(const agon_rules *rules, int players, int games, tally *t) {
    char output[OUTPUT_SIZE];
    pid_t child;
    int status = 0;
    int from = start(rules, players, games, &child);
    if (from < 0) {
        return false;
    }
    read_all(from, output);
    close(from);
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) {
            return false;
        }
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 &&
           find_number(output, "Collected :", &t->instructions) &&
           find_number(output, "\"actions\":", &t->actions);
}

double agon_bench_callgrind(const agon_rules *rules, int players) {
    tally few, more;
    if (!count(rules, players, FEW, &few) || !count(rules, players, MORE, &more) ||
        more.actions <= few.actions || more.instructions <= few.instructions) {
        return 0;
    }
    return (double)(more.instructions - few.instructions) / (double)(more.actions - few.actions);
}
