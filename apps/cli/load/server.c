// agon load: a server of its own, so that one command gives figures, and how much memory it uses.
#define _POSIX_C_SOURCE 200809L
#include "apps/cli/load/server.h"

#include "apps/cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

// In the child: the same program as a server, with limits out of the way.
static void server_exec(const agon_load_server *server, int output, uint64_t connections) {
    char database[sizeof server->folder + 16];
    char most[32];
    snprintf(database, sizeof database, "%s/agon.db", server->folder);
    snprintf(most, sizeof most, "%" PRIu64, connections);
    dup2(output, STDOUT_FILENO);
    prctl(PR_SET_PDEATHSIG, SIGTERM); // it does not outlive a load that is killed
    execl("/proc/self/exe", "agon", "serve", "--port", "0", "--database", database, "--log", "none",
          "--max-connections", most, "--address-connections", "1000000", "--address-requests",
          "1000000", "--address-matches", "10000000", "--address-joins", "10000000", "--messages",
          "1000000", "--match-idle", "10", (char *)NULL);
    _exit(127);
}

// The first line it prints: "serving http://127.0.0.1:1234/".
static bool url_read(int input, char *url, size_t room) {
    FILE *file = fdopen(input, "r");
    char line[200];
    bool is_good = false;
    if (file && fgets(line, sizeof line, file) && strncmp(line, "serving ", 8) == 0) {
        line[strcspn(line, "\n")] = '\0';
        is_good = snprintf(url, room, "%s", line + 8) < (int)room;
    }
    if (file) {
        fclose(file);
    } else {
        close(input);
    }
    return is_good;
}

bool agon_load_server_start(agon_load_server *server, uint64_t connections, char *url,
                            size_t room) {
    const char *where = getenv("TMPDIR");
    int ends[2];
    snprintf(server->folder, sizeof server->folder, "%s/agon-load-XXXXXX", where ? where : "/tmp");
    if (!mkdtemp(server->folder) || pipe(ends) != 0) {
        return false;
    }
    server->pid = fork();
    if (server->pid == 0) {
        close(ends[0]);
        server_exec(server, ends[1], connections);
    }
    close(ends[1]);
    return server->pid > 0 && url_read(ends[0], url, room);
}

// The database and what SQLite puts beside it.
static void folder_remove(const char *folder) {
    static const char *const names[] = {"agon.db", "agon.db-wal", "agon.db-shm", "agon.db-journal"};
    char path[300];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    rmdir(folder);
}

int agon_load_server_stop(agon_load_server *server) {
    int status = 0;
    if (server->pid <= 0) {
        return 0;
    }
    kill(server->pid, SIGTERM);
    while (waitpid(server->pid, &status, 0) < 0 && errno == EINTR) {}
    folder_remove(server->folder);
    return status;
}

uint64_t agon_load_server_memory(long pid) {
    char path[64];
    char line[200];
    uint64_t kilobytes = 0;
    snprintf(path, sizeof path, "/proc/%ld/status", pid);
    FILE *file = pid > 0 ? fopen(path, "r") : NULL;
    while (file && fgets(line, sizeof line, file)) {
        if (strncmp(line, "VmRSS:", 6) == 0) {
            kilobytes = strtoull(line + 6, NULL, 10);
        }
    }
    if (file) {
        fclose(file);
    }
    return kilobytes * 1024;
}

double agon_load_server_time(long pid) {
    char path[64];
    char line[1000] = "";
    unsigned long user = 0;
    unsigned long system = 0;
    snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    FILE *file = pid > 0 ? fopen(path, "r") : NULL;
    if (file) {
        const bool is_read = fgets(line, sizeof line, file) != NULL;
        fclose(file);
        // Fields 14 and 15; the second one, a name, ends with the last bracket.
        const char *rest = is_read ? strrchr(line, ')') : NULL;
        if (!rest || sscanf(rest + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user,
                            &system) != 2) {
            return 0;
        }
    }
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}
