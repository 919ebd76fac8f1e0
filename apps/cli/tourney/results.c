// The file of results: appended to line by line, read again to resume, put in order at the end.
#define _GNU_SOURCE
#include "apps/cli/tourney/tourney.h"

#include "apps/host/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

void agon_cli_replay_path(const agon_cli_tourney_job *job, uint64_t number, agon_text *path) {
    char name[32];
    agon_report_replay_name(number, name);
    path->length = 0;
    agon_text_printf(path, "%s/%s", job->replays, name);
}

// ---------------------------------------------------------------------------------------------
// Reading

typedef struct results_reader {
    agon_cli_tourney_job *job;
    FILE *file;
    char *line;
    size_t capacity;
    size_t number; // of the line, from 1
} results_reader;

static int refuse_line(const results_reader *reader, const agon_error *error) {
    agon_cli_complain("%s: line %zu: %s%s%s", reader->job->results.path, reader->number,
                      error->path, error->path[0] ? ": " : "", error->message);
    return EX_DATAERR;
}

// The replay of a match that is to have one, and has none, is made by playing it again.
static bool lacks_replay(const agon_cli_tourney_job *job, uint64_t number) {
    agon_text path = {0};
    if (!job->replays) {
        return false;
    }
    agon_cli_replay_path(job, number, &path);
    bool is_there = !path.failed && access(path.data, F_OK) == 0;
    agon_text_free(&path);
    return !is_there;
}

static int take_outcome(results_reader *reader, size_t length) {
    agon_cli_tourney_job *job = reader->job;
    agon_outcome outcome;
    agon_error error = {0};
    if (agon_outcome_read(&job->tourney, reader->line, length, &outcome, &error)) {
        return refuse_line(reader, &error);
    }
    agon_outcome *place = &job->outcomes[outcome.number];
    if (place->seats > 0) {
        (void)agon_error_set(&error, AGON_BAD_REPLAY, NULL, "this match has been there before");
        return refuse_line(reader, &error);
    }
    if (!lacks_replay(job, outcome.number)) {
        *place = outcome;
        job->played++;
    }
    return EX_OK;
}

// A line without its end was being written when the program was killed: it does not count.
static int read_lines(results_reader *reader) {
    agon_error error = {0};
    ssize_t length;
    int code = EX_OK;
    while (code == EX_OK &&
           (length = getline(&reader->line, &reader->capacity, reader->file)) > 0) {
        reader->number++;
        if (reader->line[length - 1] != '\n') {
            break;
        }
        if (reader->number > 1) {
            code = take_outcome(reader, (size_t)length - 1);
        } else if (agon_tourney_match(&reader->job->tourney, reader->line, (size_t)length - 1,
                                      &error)) {
            agon_cli_complain("%s belongs to another tournament: %s", reader->job->results.path,
                              error.message);
            code = EX_DATAERR;
        }
    }
    if (code == EX_OK && ferror(reader->file)) {
        agon_cli_complain("cannot read %s: %s", reader->job->results.path, strerror(errno));
        code = EX_IOERR;
    }
    return code;
}

// Opens and locks the file as it is under this name now: it may have been replaced in between.
static FILE *open_locked(const char *path) {
    struct stat opened, named;
    for (;;) {
        FILE *file = fopen(path, "rbe");
        if (!file) {
            return NULL;
        }
        if (flock(fileno(file), LOCK_EX | LOCK_NB) != 0) {
            fclose(file);
            errno = EWOULDBLOCK;
            return NULL;
        }
        if (fstat(fileno(file), &opened) == 0 && stat(path, &named) == 0 &&
            opened.st_ino == named.st_ino && opened.st_dev == named.st_dev) {
            return file;
        }
        fclose(file);
    }
}

// All lines that there are, in order.
static void write_results(const agon_cli_tourney_job *job, agon_text *text) {
    agon_tourney_write(&job->tourney, text);
    for (size_t i = 0; i < job->count; i++) {
        if (job->outcomes[i].seats > 0) {
            agon_outcome_write(&job->tourney, &job->outcomes[i], text);
        }
    }
}

static int replace_results(agon_cli_tourney_job *job) {
    agon_text text = {0};
    write_results(job, &text);
    int file = agon_file_replace_open(job->results.path, &text, 0666);
    agon_text_free(&text);
    if (file < 0) {
        agon_cli_complain("cannot write %s: %s", job->results.path, strerror(errno));
        return EX_CANTCREAT;
    }
    if (job->results.file >= 0) {
        close(job->results.file);
    }
    job->results.file = file;
    return EX_OK;
}

static int read_results(agon_cli_tourney_job *job) {
    const char *path = job->results.path;
    results_reader reader = {.job = job, .file = open_locked(path)};
    if (!reader.file && errno == EWOULDBLOCK) {
        agon_cli_complain("%s is in use by another tournament", path);
        return EX_TEMPFAIL;
    }
    if (!reader.file && errno != ENOENT) {
        agon_cli_complain("cannot open %s: %s", path, strerror(errno));
        return EX_NOINPUT;
    }
    int code = EX_OK;
    if (reader.file) {
        code = read_lines(&reader);
        // The new file is locked before the old one is let go.
        code = code ? code : replace_results(job);
        fclose(reader.file);
        free(reader.line);
        return code;
    }
    return replace_results(job); // nothing there yet: this is the beginning
}

int agon_cli_results_open(agon_cli_tourney_job *job, bool resume) {
    job->results.file = -1;
    if (!job->results.path) {
        return EX_OK;
    }
    if (resume) {
        return read_results(job);
    }
    if (access(job->results.path, F_OK) == 0) {
        agon_cli_complain("%s exists; go on with it (--resume) or take another name",
                          job->results.path);
        return EX_CANTCREAT;
    }
    return replace_results(job);
}

// ---------------------------------------------------------------------------------------------
// Writing

bool agon_cli_results_append(agon_cli_tourney_job *job, const agon_outcome *outcome) {
    agon_text line = {0};
    if (job->results.file < 0) {
        return true;
    }
    agon_outcome_write(&job->tourney, outcome, &line);
    errno = ENOMEM;
    bool is_written = !line.failed && agon_file_append(job->results.file, line.data, line.length);
    job->results.is_dirty = true;
    agon_text_free(&line);
    return is_written;
}

void agon_cli_results_sync(agon_cli_results *results) {
    if (results->file >= 0 && results->is_dirty) {
        results->is_dirty = false;
        (void)fdatasync(results->file);
    }
}

int agon_cli_results_finish(agon_cli_tourney_job *job) {
    return job->results.file >= 0 ? replace_results(job) : EX_OK;
}

void agon_cli_results_close(agon_cli_results *results) {
    if (results->file >= 0) {
        close(results->file);
    }
    results->file = -1;
}
