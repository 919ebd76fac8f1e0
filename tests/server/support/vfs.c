#define _GNU_SOURCE
#include "tests/server/support/vfs.h"

#include <signal.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

// Set by the test, read by the store's threads.
static atomic_int broken = -1;
static atomic_int countdown;
static atomic_int failures;
static atomic_bool only_once;
static atomic_int writes;
static atomic_long bytes_written;

void disk_break(disk_fault fault, int after, bool once) {
    countdown = after;
    failures = 0;
    only_once = once;
    broken = (int)fault;
}

void disk_mend(void) {
    broken = -1;
}

int disk_failures(void) {
    return failures;
}

void disk_count_from_now(void) {
    writes = 0;
    bytes_written = 0;
}

int disk_writes(void) {
    return writes;
}

long disk_bytes(void) {
    return bytes_written;
}

// Whether this operation fails.
static bool is_due(void) {
    if (atomic_fetch_sub(&countdown, 1) > 0 || (only_once && failures > 0)) {
        return false;
    }
    failures++;
    return true;
}

typedef struct file {
    sqlite3_file head;
    sqlite3_file *real;
} file;

#define REAL(f) (((file *)(f))->real)
#define CALL(f, method) REAL(f)->pMethods->method

static int do_close(sqlite3_file *f) {
    return CALL(f, xClose)(REAL(f));
}

static int do_read(sqlite3_file *f, void *bytes, int count, sqlite3_int64 at) {
    return CALL(f, xRead)(REAL(f), bytes, count, at);
}

static int do_write(sqlite3_file *f, const void *bytes, int count, sqlite3_int64 at) {
    int kind = broken;
    writes++;
    bytes_written += count;
    if (kind == DISK_KILL && is_due()) {
        (void)CALL(f, xWrite)(REAL(f), bytes, count / 2, at);
        kill(getpid(), SIGKILL);
    }
    if ((kind == DISK_FULL || kind == DISK_WRITE) && is_due()) {
        if (kind == DISK_WRITE && count > 1) { // half of it arrives
            (void)CALL(f, xWrite)(REAL(f), bytes, count / 2, at);
        }
        return kind == DISK_FULL ? SQLITE_FULL : SQLITE_IOERR_WRITE;
    }
    return CALL(f, xWrite)(REAL(f), bytes, count, at);
}

static int do_truncate(sqlite3_file *f, sqlite3_int64 size) {
    return CALL(f, xTruncate)(REAL(f), size);
}

static int do_sync(sqlite3_file *f, int flags) {
    int kind = broken;
    if (kind == DISK_KILL && is_due()) {
        kill(getpid(), SIGKILL);
    }
    if ((kind == DISK_SYNC || kind == DISK_SYNC_LATER) && is_due()) {
        if (kind == DISK_SYNC_LATER) {
            (void)CALL(f, xSync)(REAL(f), flags);
        }
        return SQLITE_IOERR_FSYNC;
    }
    return CALL(f, xSync)(REAL(f), flags);
}

static int do_size(sqlite3_file *f, sqlite3_int64 *size) {
    return CALL(f, xFileSize)(REAL(f), size);
}

static int do_lock(sqlite3_file *f, int level) {
    return CALL(f, xLock)(REAL(f), level);
}

static int do_unlock(sqlite3_file *f, int level) {
    return CALL(f, xUnlock)(REAL(f), level);
}

static int do_check(sqlite3_file *f, int *is_reserved) {
    return CALL(f, xCheckReservedLock)(REAL(f), is_reserved);
}

static int do_control(sqlite3_file *f, int what, void *value) {
    return CALL(f, xFileControl)(REAL(f), what, value);
}

static int do_sector(sqlite3_file *f) {
    return CALL(f, xSectorSize)(REAL(f));
}

static int do_traits(sqlite3_file *f) {
    return CALL(f, xDeviceCharacteristics)(REAL(f));
}

static int do_map(sqlite3_file *f, int page, int size, int extend, void volatile **memory) {
    return CALL(f, xShmMap)(REAL(f), page, size, extend, memory);
}

static int do_shm_lock(sqlite3_file *f, int at, int count, int flags) {
    return CALL(f, xShmLock)(REAL(f), at, count, flags);
}

static void do_barrier(sqlite3_file *f) {
    CALL(f, xShmBarrier)(REAL(f));
}

static int do_unmap(sqlite3_file *f, int is_delete) {
    return CALL(f, xShmUnmap)(REAL(f), is_delete);
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = do_close,
    .xRead = do_read,
    .xWrite = do_write,
    .xTruncate = do_truncate,
    .xSync = do_sync,
    .xFileSize = do_size,
    .xLock = do_lock,
    .xUnlock = do_unlock,
    .xCheckReservedLock = do_check,
    .xFileControl = do_control,
    .xSectorSize = do_sector,
    .xDeviceCharacteristics = do_traits,
    .xShmMap = do_map,
    .xShmLock = do_shm_lock,
    .xShmBarrier = do_barrier,
    .xShmUnmap = do_unmap,
};

static sqlite3_vfs *below;
static sqlite3_vfs disk;

static int do_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *f, int flags, int *out) {
    file *own = (file *)f;
    (void)vfs;
    own->real = (sqlite3_file *)(own + 1);
    memset(own->real, 0, (size_t)below->szOsFile);
    int code = below->xOpen(below, name, own->real, flags, out);
    own->head.pMethods = own->real->pMethods ? &methods : NULL;
    return code;
}

void disk_install(void) {
    below = sqlite3_vfs_find(NULL);
    disk = *below;
    disk.zName = "agon-test-disk";
    disk.szOsFile = (int)sizeof(file) + below->szOsFile;
    disk.xOpen = do_open;
    sqlite3_vfs_register(&disk, 1);
}
