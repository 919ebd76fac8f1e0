// Files that are written as a whole or not at all.
#define _GNU_SOURCE
#include "apps/host/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

bool agon_file_append(int file, const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t written = write(file, bytes, length);
        if (written < 0 && errno != EINTR) {
            return false;
        }
        if (written > 0) {
            bytes += written;
            length -= (size_t)written;
        }
    }
    return true;
}

// Makes the renaming of a file survive a loss of power. There are file systems that cannot.
static bool sync_folder(const char *path) {
    agon_text folder = {0};
    const char *slash = strrchr(path, '/');
    agon_text_add(&folder, slash ? path : ".", slash ? (size_t)(slash - path) + 1 : 1);
    const int file = folder.failed ? -1 : open(folder.data, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const bool is_synced = file >= 0 && (fsync(file) == 0 || errno == EINVAL);
    const int reason = folder.failed ? ENOMEM : errno;
    if (file >= 0) {
        close(file);
    }
    agon_text_free(&folder);
    errno = reason;
    return is_synced;
}

// Opens the temporary file, empty and locked. Whoever has the lock of the file that has the name is the one
// who writes it: it may have got its final name between opening and locking. −1: errno says why.
static int open_temporary(const char *path, mode_t rights) {
    struct stat opened, named;
    const int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, rights);
    if (file < 0) {
        return -1;
    }
    bool is_ours = flock(file, LOCK_EX | LOCK_NB) == 0 && fstat(file, &opened) == 0;
    if (is_ours && (stat(path, &named) != 0 || named.st_ino != opened.st_ino ||
                    named.st_dev != opened.st_dev)) {
        errno = EWOULDBLOCK;
        is_ours = false;
    }
    if (is_ours && ftruncate(file, 0) == 0) {
        return file;
    }
    const int reason = errno;
    close(file);
    errno = reason;
    return -1;
}

static bool write_and_name(int file, const char *temporary, const char *path,
                           const agon_text *text) {
    if (agon_file_append(file, text->data, text->length) && fsync(file) == 0 &&
        rename(temporary, path) == 0) {
        return sync_folder(path);
    }
    const int reason = errno;
    (void)unlink(temporary);
    errno = reason;
    return false;
}

int agon_file_replace_open(const char *path, const agon_text *text, mode_t rights) {
    agon_text temporary = {0};
    int file = -1;
    int reason = ENOMEM;
    agon_text_printf(&temporary, "%s.tmp", path);
    if (!temporary.failed && !text->failed) {
        file = open_temporary(temporary.data, rights);
        if (file >= 0 && !write_and_name(file, temporary.data, path, text)) {
            reason = errno;
            close(file);
            file = -1;
        } else {
            reason = errno;
        }
    }
    agon_text_free(&temporary);
    errno = reason;
    return file;
}

bool agon_file_replace(const char *path, const agon_text *text, mode_t rights) {
    const int file = agon_file_replace_open(path, text, rights);
    if (file >= 0) {
        close(file);
    }
    return file >= 0;
}
