// The web page's files in memory.
#define _POSIX_C_SOURCE 200809L
#include "apps/server/net/files.h"

#include "src/common/list.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PACK_MAGIC "AGONWEB1"
#define MAX_DEPTH 8

static const char *type_of(const char *path) {
    static const char *const types[][2] = {
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".mjs", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".json", "application/json"},
        {".webmanifest", "application/manifest+json"},
        {".wasm", "application/wasm"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".ico", "image/x-icon"},
        {".webp", "image/webp"},
        {".woff2", "font/woff2"},
        {".txt", "text/plain; charset=utf-8"},
        {".map", "application/json"},
    };
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof types / sizeof types[0]; i++) {
        if (strcmp(dot, types[i][0]) == 0) {
            return types[i][1];
        }
    }
    return "application/octet-stream";
}

static uint64_t hash_bytes(const char *bytes, size_t length) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < length; i++) {
        hash = (hash ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
    }
    return hash;
}

static agon_file *files_grow(agon_files *files) {
    const bool has_room =
        agon_grow(&files->files, &files->room, files->count + 1, sizeof *files->files);
    return has_room ? &files->files[files->count] : NULL;
}

// Adds a file; `path` and, if owned, `bytes` become the table's.
static agon_status file_add(agon_files *files, char *path, const char *bytes, size_t length,
                            bool is_owned, agon_error *error) {
    agon_file *file = files_grow(files);
    files->bytes += length;
    if (!file || files->bytes > AGON_FILES_MAX_BYTES) {
        agon_error_set(error, AGON_NO_MEMORY, NULL, "the web page is too big");
        if (is_owned) {
            free((void *)bytes);
        }
        free(path);
        return AGON_NO_MEMORY;
    }
    *file = (agon_file){.path = path,
                        .type = type_of(path),
                        .bytes = bytes,
                        .length = length,
                        .is_owned = is_owned,
                        .is_constant = strncmp(path, "/assets/", 8) == 0};
    snprintf(file->etag, sizeof file->etag, "W/\"%016llx\"",
             (unsigned long long)hash_bytes(bytes, length));
    files->count++;
    return AGON_OK;
}

static int file_compare(const void *a, const void *b) {
    return strcmp(((const agon_file *)a)->path, ((const agon_file *)b)->path);
}

static agon_file *exact_find(const agon_files *files, const char *path) {
    const agon_file key = {.path = (char *)path};
    return files->count == 0
               ? NULL
               : bsearch(&key, files->files, files->count, sizeof *files->files, file_compare);
}

const agon_file *agon_files_find(const agon_files *files, const char *path) {
    return exact_find(files, strcmp(path, "/") == 0 ? "/index.html" : path);
}

void agon_files_free(agon_files *files) {
    for (size_t i = 0; i < files->count; i++) {
        if (files->files[i].is_owned) {
            free((void *)files->files[i].bytes);
        }
        free(files->files[i].path);
    }
    free(files->files);
    *files = (agon_files){0};
}

// ---------------------------------------------------------------------------------------------
// A directory

static char *path_join(const char *folder, const char *name) {
    const size_t length = strlen(folder) + strlen(name) + 2;
    char *path = malloc(length);
    if (path) {
        snprintf(path, length, "%s/%s", folder, name);
    }
    return path;
}

static bool bytes_read(int file, char *bytes, size_t length) {
    for (size_t at = 0; at < length;) {
        const ssize_t count = read(file, bytes + at, length - at);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            return false;
        }
        at += (size_t)count;
    }
    return true;
}

// Reads an open file of this size and adds it.
static agon_status open_file_add(agon_files *files, int file, size_t size, const char *path,
                                 agon_error *error) {
    char *bytes = size <= AGON_FILES_MAX_BYTES ? malloc(size + 1) : NULL;
    char *copy = strdup(path);
    if (!bytes || !copy || !bytes_read(file, bytes, size)) {
        free(bytes);
        free(copy);
        return agon_error_set(error, AGON_BAD_CONFIG, NULL, "%s cannot be read", path);
    }
    return file_add(files, copy, bytes, size, true, error);
}

static agon_status directory_take(agon_files *files, int directory, const char *path, int depth,
                                  agon_error *error);

// Adds what this name is in a directory: a file, a directory, or nothing of interest.
static agon_status entry_take(agon_files *files, int directory, const char *name, const char *path,
                              int depth, agon_error *error) {
    const int file = openat(directory, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    struct stat facts;
    if (file < 0 || fstat(file, &facts) != 0) {
        if (file >= 0) {
            close(file);
        }
        return file < 0 && errno == ELOOP
                   ? AGON_OK
                   : agon_error_set(error, AGON_BAD_CONFIG, NULL, "%s: %s", path, strerror(errno));
    }
    if (S_ISDIR(facts.st_mode)) {
        return directory_take(files, file, path, depth + 1, error); // which closes it
    }
    agon_status status = AGON_OK;
    if (S_ISREG(facts.st_mode)) {
        status = open_file_add(files, file, (size_t)facts.st_size, path, error);
    }
    close(file);
    return status;
}

static agon_status directory_take(agon_files *files, int directory, const char *path, int depth,
                                  agon_error *error) {
    DIR *entries = depth <= MAX_DEPTH ? fdopendir(directory) : NULL;
    if (!entries) {
        close(directory);
        return agon_error_set(error, AGON_BAD_CONFIG, NULL, "%s cannot be read", path);
    }
    agon_status status = AGON_OK;
    const struct dirent *entry;
    while (status == AGON_OK && (entry = readdir(entries)) != NULL) {
        if (entry->d_name[0] == '.') {
            continue;
        }
        char *name = path_join(path, entry->d_name);
        status = name ? entry_take(files, directory, entry->d_name, name, depth, error)
                      : agon_error_set(error, AGON_NO_MEMORY, NULL, "no memory for the web page");
        free(name);
    }
    closedir(entries);
    return status;
}

// Gives "x" the bytes of "x.gz", which stays a file of its own.
static void gzip_pair(agon_files *files) {
    for (size_t i = 0; i < files->count; i++) {
        const char *path = files->files[i].path;
        const size_t length = strlen(path);
        if (length < 4 || strcmp(path + length - 3, ".gz") != 0) {
            continue;
        }
        char *plain = strdup(path);
        if (plain) {
            plain[length - 3] = '\0';
            agon_file *file = exact_find(files, plain);
            if (file && files->files[i].length < file->length) {
                file->gzip = files->files[i].bytes;
                file->gzip_length = files->files[i].length;
            }
        }
        free(plain);
    }
}

agon_status agon_files_read(agon_files *files, const char *directory, agon_error *error) {
    *files = (agon_files){0};
    const int root = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (root < 0) {
        return agon_error_set(error, AGON_BAD_CONFIG, NULL, "%s: %s", directory, strerror(errno));
    }
    agon_status status = directory_take(files, root, "", 0, error);
    if (status == AGON_OK && files->count > 0) {
        qsort(files->files, files->count, sizeof *files->files, file_compare);
        gzip_pair(files);
    }
    if (status == AGON_OK && !agon_files_find(files, "/")) {
        status = agon_error_set(error, AGON_BAD_CONFIG, NULL, "%s has no index.html", directory);
    }
    if (status) {
        agon_files_free(files);
    }
    return status;
}

// ---------------------------------------------------------------------------------------------
// The pack: magic, then per file the lengths of name, content and compressed content (four bytes
// each, the lowest first) and these three after one another. Files come sorted.

typedef struct pack_reader {
    const unsigned char *at, *end;
} pack_reader;

static bool pack_take(pack_reader *pack, size_t length, const char **bytes) {
    if ((size_t)(pack->end - pack->at) < length) {
        return false;
    }
    *bytes = (const char *)pack->at;
    pack->at += length;
    return true;
}

static bool pack_number(pack_reader *pack, size_t *number) {
    const char *bytes;
    if (!pack_take(pack, 4, &bytes)) {
        return false;
    }
    const unsigned char *b = (const unsigned char *)bytes;
    *number = (size_t)b[0] | (size_t)b[1] << 8 | (size_t)b[2] << 16 | (size_t)b[3] << 24;
    return true;
}

static agon_status packed_file_take(agon_files *files, pack_reader *pack, agon_error *error) {
    size_t lengths[3];
    const char *parts[3];
    for (int i = 0; i < 3; i++) {
        if (!pack_number(pack, &lengths[i])) {
            return agon_error_set(error, AGON_BAD_CONFIG, NULL, "the web page built in is damaged");
        }
    }
    for (int i = 0; i < 3; i++) {
        if (!pack_take(pack, lengths[i], &parts[i])) {
            return agon_error_set(error, AGON_BAD_CONFIG, NULL, "the web page built in is damaged");
        }
    }
    char *path = strndup(parts[0], lengths[0]);
    if (!path) {
        return agon_error_set(error, AGON_NO_MEMORY, NULL, "no memory for the web page");
    }
    agon_status status = file_add(files, path, parts[1], lengths[1], false, error);
    if (status == AGON_OK && lengths[2] > 0) {
        files->files[files->count - 1].gzip = parts[2];
        files->files[files->count - 1].gzip_length = lengths[2];
    }
    return status;
}

agon_status agon_files_unpack(agon_files *files, const void *pack, size_t size, agon_error *error) {
    *files = (agon_files){0};
    pack_reader reader = {pack, (const unsigned char *)pack + size};
    const char *magic;
    if (size == 0) {
        return AGON_OK;
    }
    agon_status status = AGON_OK;
    if (!pack_take(&reader, strlen(PACK_MAGIC), &magic) ||
        memcmp(magic, PACK_MAGIC, strlen(PACK_MAGIC)) != 0) {
        status = agon_error_set(error, AGON_BAD_CONFIG, NULL, "the web page built in is damaged");
    }
    while (status == AGON_OK && reader.at < reader.end) {
        status = packed_file_take(files, &reader, error);
    }
    if (status) {
        agon_files_free(files);
    }
    return status;
}
