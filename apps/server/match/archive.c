// Replays of matches in a folder.
#define _GNU_SOURCE
#include "apps/server/match/archive.h"

#include "apps/host/files.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LARGEST (256 << 20) // bytes

bool agon_archive_can_name(const char *id) {
    return id[0] != '\0' && strspn(id, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                       "0123456789-_") == strlen(id);
}

// False: no memory, or the id names no file.
static bool write_path(agon_text *path, const char *folder, const char *id, const char *kind) {
    agon_text_printf(path, "%s/%s%s.ndjson", folder, id, kind);
    return !path->failed && agon_archive_can_name(id);
}

bool agon_archive_write(const char *folder, const char *id, const char *kind,
                        const agon_text *replay, agon_error *error) {
    agon_text path = {0};
    errno = EINVAL;
    const bool is_written = write_path(&path, folder, id, kind) &&
                            agon_file_replace(path.data, replay, S_IRUSR | S_IWUSR);
    if (!is_written) {
        agon_error_set(error, AGON_BAD_REPLAY, NULL, "cannot write %.100s/%.30s%s.ndjson: %s",
                       folder, id, kind, strerror(errno));
    }
    agon_text_free(&path);
    return is_written;
}

// The open file, −1: there is none. A pipe or a device is not waited for, and is none.
static int open_replay(const char *folder, const char *id, struct stat *facts) {
    agon_text path = {0};
    int file = -1;
    if (folder && write_path(&path, folder, id, "")) {
        file = open(path.data, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
    }
    agon_text_free(&path);
    if (file >= 0 && (fstat(file, facts) != 0 || !S_ISREG(facts->st_mode))) {
        close(file);
        file = -1;
    }
    return file;
}

bool agon_archive_has(const char *folder, const char *id) {
    struct stat facts;
    const int file = open_replay(folder, id, &facts);
    if (file >= 0) {
        close(file);
    }
    return file >= 0;
}

bool agon_archive_read(const char *folder, const char *id, agon_text *replay) {
    struct stat facts;
    char block[65536];
    ssize_t size = -1;
    const int file = open_replay(folder, id, &facts);
    if (file < 0) {
        return false;
    }
    while (facts.st_size <= LARGEST && replay->length <= LARGEST &&
           (size = read(file, block, sizeof block)) > 0) {
        agon_text_add(replay, block, (size_t)size);
    }
    close(file);
    return size == 0 && replay->length > 0 && !replay->failed;
}
