// A disk that fails on demand, under SQLite.
#ifndef AGON_TESTS_SERVER_SUPPORT_VFS_H
#define AGON_TESTS_SERVER_SUPPORT_VFS_H

#include <stdbool.h>

typedef enum disk_fault {
    DISK_FULL,       // writing fails: there is no space
    DISK_WRITE,      // writing fails
    DISK_SYNC,       // syncing fails
    DISK_SYNC_LATER, // syncing fails, but what was written may be on disk
    DISK_FAULTS,
    DISK_KILL // no failure: the process dies, with half of what it was writing on disk
} disk_fault;

// From now on SQLite's default file system can fail.
void disk_install(void);
// The operations after the next `after` ones of that kind fail, one of them or all.
void disk_break(disk_fault fault, int after, bool once);
void disk_mend(void);
// How many operations have failed since the disk was broken.
int disk_failures(void);
// Writes, and the bytes in them, since it was told to count.
void disk_count_from_now(void);
int disk_writes(void);
long disk_bytes(void);

#endif
