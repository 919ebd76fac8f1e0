// The files of the web page, held in memory: found by their exact name, or not at all.
//
// They come from a pack that the program carries (tools/pack-web.py makes it at build time) or from a
// directory, which is read once. No request ever becomes a name of the file system.
#ifndef AGON_APPS_SERVER_NET_FILES_H
#define AGON_APPS_SERVER_NET_FILES_H

#include "agon/status.h"

#include <stdbool.h>
#include <stddef.h>

#define AGON_FILES_MAX_BYTES (64u << 20)

typedef struct agon_file {
    char *path; // "/index.html"
    const char *type;
    const char *bytes;
    size_t length;
    const char *gzip; // the same, compressed; NULL: not worth it
    size_t gzip_length;
    char etag[24];    // with its quotes; weak, since it is the same for both encodings
    bool is_constant; // its name has a hash of its content: may be cached for ever
    bool is_owned;    // bytes and gzip, to be freed
} agon_file;

typedef struct agon_files {
    agon_file *files; // sorted by path
    size_t count, room;
    size_t bytes;
} agon_files;

// Reads a directory and all below it. Names that begin with a dot and what is not a plain file are
// left out; "x.gz" beside "x" is its compressed form.
agon_status agon_files_read(agon_files *files, const char *directory, agon_error *error);

// Takes the pack, which must stay. An empty pack (no page was built) gives no files.
agon_status agon_files_unpack(agon_files *files, const void *pack, size_t size, agon_error *error);

void agon_files_free(agon_files *files);

// The file for a path of a request, or NULL. "/" is the page itself.
const agon_file *agon_files_find(const agon_files *files, const char *path);

// What the program carries; defined by the build (cmake/AgonWeb.cmake).
extern const unsigned char agon_web_pack[], agon_web_pack_end[];

#endif
