// Rights of database files.
#define _GNU_SOURCE
#include "apps/server/store/private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define OWNER_ONLY (S_IRUSR | S_IWUSR)
#define OTHERS (S_IRWXG | S_IRWXO)

// True if it is private now, or not there.
static bool tighten(const char *path) {
    struct stat facts;
    return stat(path, &facts) != 0 || !S_ISREG(facts.st_mode) || (facts.st_mode & OTHERS) == 0 ||
           chmod(path, facts.st_mode & OWNER_ONLY) == 0;
}

bool agon_private_make(const char *path, agon_error *error) {
    static const char *const endings[] = {"", "-wal", "-shm", "-journal"};
    char name[4096];
    if (strcmp(path, ":memory:") == 0) {
        return true;
    }
    const int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, OWNER_ONLY);
    if (fd >= 0) {
        close(fd); // a file that cannot be made is one that SQLite cannot open: it says so
    }
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        const int length = snprintf(name, sizeof name, "%s%s", path, endings[i]);
        if (length >= (int)sizeof name || !tighten(name)) {
            agon_error_set(error, AGON_BAD_CONFIG, NULL,
                           "others may open the database %.100s, and that cannot be changed: %s",
                           path, strerror(errno));
            return false;
        }
    }
    return true;
}
