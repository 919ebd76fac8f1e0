// The last match that was left unfinished, for the menu.
#define _GNU_SOURCE
#include "apps/terminal/match/file.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define TAIL 4096 // bytes in which a result begins, if there is one

// Whether the end of a file is not that of a finished match.
static bool is_unfinished(const char *path) {
    char tail[TAIL + 1];
    FILE *file = fopen(path, "rb");
    if (!file) {
        return false;
    }
    if (fseek(file, -TAIL, SEEK_END) != 0) {
        rewind(file);
    }
    const size_t size = fread(tail, 1, TAIL, file);
    fclose(file);
    tail[size] = '\0';
    return size > 0 && memmem(tail, size, "\n{\"result\":", 11) == NULL;
}

static bool is_record(const char *name) {
    const char *dot = strrchr(name, '.');
    return dot && strcmp(dot, ".ndjson") == 0;
}

bool agon_match_file_unfinished(char path[AGON_PATH_MAX]) {
    char folder[AGON_PATH_MAX / 2];
    DIR *entries = agon_match_folder(folder) ? opendir(folder) : NULL;
    struct timespec newest = {0};
    bool has_found = false;
    for (const struct dirent *entry; entries && (entry = readdir(entries)) != NULL;) {
        char candidate[AGON_PATH_MAX];
        struct stat facts;
        snprintf(candidate, sizeof candidate, "%s/%s", folder, entry->d_name);
        if (!is_record(entry->d_name) || stat(candidate, &facts) != 0 || !S_ISREG(facts.st_mode)) {
            continue;
        }
        const bool is_newer =
            facts.st_mtim.tv_sec > newest.tv_sec ||
            (facts.st_mtim.tv_sec == newest.tv_sec && facts.st_mtim.tv_nsec > newest.tv_nsec);
        if (is_newer && is_unfinished(candidate)) {
            newest = facts.st_mtim;
            memcpy(path, candidate, sizeof candidate);
            has_found = true;
        }
    }
    if (entries) {
        closedir(entries);
    }
    return has_found;
}
