// The match's file.
#define _GNU_SOURCE
#include "apps/terminal/match/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#define FILE_MAX_BYTES (256u << 20)

static agon_status fail(agon_error *error, const agon_match_file *record, const char *why) {
    return agon_error_set(error, AGON_BAD_REPLAY, NULL, "%s: %s", record->path, why);
}

static agon_status out_of_memory(agon_error *error) {
    return agon_error_set(error, AGON_NO_MEMORY, NULL, "out of memory");
}

// ---------------------------------------------------------------------------------------------
// What is kept of the moves

static bool reserve(void **items, size_t *capacity, size_t count, size_t size) {
    if (count < *capacity) {
        return true;
    }
    const size_t wanted = *capacity ? 2 * *capacity : 64;
    void *larger = realloc(*items, wanted * size);
    if (!larger) {
        return false;
    }
    *items = larger;
    *capacity = wanted;
    return true;
}

static void keep_event(void *user, const agon_event *event) {
    agon_match_file *record = user;
    if (reserve((void **)&record->events, &record->event_capacity, record->event_count,
                sizeof *event)) {
        record->events[record->event_count++] = *event;
    } else {
        record->has_failed = true;
        snprintf(record->failure, sizeof record->failure, "out of memory");
    }
}

static void keep_move(agon_match_file *record, agon_match_file_move move) {
    if (reserve((void **)&record->moves, &record->move_capacity, record->move_count, sizeof move)) {
        record->moves[record->move_count++] = move;
    } else {
        record->has_failed = true;
        snprintf(record->failure, sizeof record->failure, "out of memory");
    }
}

// ---------------------------------------------------------------------------------------------
// Reading

static agon_status read_moves(agon_match_file *record, agon_error *error) {
    agon_replay *replay = &record->replay;
    agon_sink sink = {keep_event, record};
    replay->sink = &sink;
    agon_status status = AGON_OK;
    for (agon_replay_part part = AGON_REPLAY_MOVE; status == AGON_OK && part == AGON_REPLAY_MOVE;) {
        const size_t first = record->event_count;
        status = agon_replay_next(replay, &part, error);
        if (status == AGON_OK && part == AGON_REPLAY_MOVE) {
            keep_move(record, (agon_match_file_move){replay->at, first, replay->player, false});
        }
        record->is_over = part == AGON_REPLAY_RESULT;
    }
    replay->sink = NULL;
    return status;
}

// Plays what the text says.
static agon_status load(agon_match_file *record, agon_error *error) {
    agon_error reason = {0};
    record->move_count = record->event_count = 0;
    agon_status status =
        agon_replay_open(record->text.data, record->text.length, NULL, &record->replay, &reason);
    if (status == AGON_OK) {
        status = read_moves(record, &reason);
    }
    if (status) {
        return agon_error_set(error, status, NULL, "%s:%u: %s%s%s", record->path,
                              record->replay.line, reason.path, reason.path[0] ? ": " : "",
                              reason.message);
    }
    record->writer = agon_replay_resume(&record->replay, &record->line);
    return record->has_failed ? out_of_memory(error) : AGON_OK;
}

static agon_status read_file(agon_match_file *record, agon_error *error) {
    char block[65536];
    ssize_t size;
    agon_text_add(&record->text, "", 0); // also an empty file has a text
    while ((size = read(record->file, block, sizeof block)) > 0) {
        agon_text_add(&record->text, block, (size_t)size);
        if (record->text.length > FILE_MAX_BYTES) {
            return fail(error, record, "the file is too large");
        }
    }
    if (size < 0) {
        return fail(error, record, strerror(errno));
    }
    return record->text.failed ? out_of_memory(error) : AGON_OK;
}

static agon_status shorten(agon_match_file *record, size_t size, agon_error *error) {
    if (ftruncate(record->file, (off_t)size) != 0) {
        return fail(error, record, strerror(errno));
    }
    record->text.length = size;
    record->text.data[size] = '\0';
    return AGON_OK;
}

// What is behind the last line break was being written when the power went.
static agon_status cut_torn_line(agon_match_file *record, agon_error *error) {
    size_t size = record->text.length;
    while (size > 0 && record->text.data[size - 1] != '\n') {
        size--;
    }
    record->has_torn = size > 0 && size < record->text.length;
    return record->has_torn ? shorten(record, size, error) : AGON_OK;
}

static agon_status lock(agon_match_file *record, agon_error *error) {
    if (flock(record->file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        return fail(error, record, "this match is being played elsewhere right now");
    }
    return AGON_OK;
}

agon_status agon_match_file_open(agon_match_file *record, const char *path, agon_error *error) {
    *record = (agon_match_file){.file = -1};
    snprintf(record->path, sizeof record->path, "%s", path);
    record->file = open(path, O_RDWR | O_APPEND | O_CLOEXEC);
    if (record->file < 0) {
        return fail(error, record, strerror(errno));
    }
    agon_status status = lock(record, error);
    if (status == AGON_OK) {
        status = read_file(record, error);
    }
    if (status == AGON_OK) {
        status = cut_torn_line(record, error);
    }
    return status == AGON_OK ? load(record, error) : status;
}

// ---------------------------------------------------------------------------------------------
// Writing

// One write for a line: it is there as a whole, or nearly never in part.
static void store(agon_match_file *record) {
    const agon_text *line = &record->line;
    size_t done = 0;
    while (!line->failed && done < line->length) {
        const ssize_t size = write(record->file, line->data + done, line->length - done);
        if (size < 0 && errno != EINTR) {
            record->has_failed = true;
            snprintf(record->failure, sizeof record->failure, "%s", strerror(errno));
            break;
        }
        done += size > 0 ? (size_t)size : 0;
    }
    agon_text_add(&record->text, line->data ? line->data : "", line->length);
    if (line->failed || record->text.failed) {
        record->has_failed = true;
        snprintf(record->failure, sizeof record->failure, "out of memory");
    }
    record->line.length = 0;
}

agon_status agon_match_file_create(agon_match_file *record, const char *path,
                                   const agon_replay_head *head, agon_error *error) {
    *record = (agon_match_file){.file = -1};
    snprintf(record->path, sizeof record->path, "%s", path);
    record->file = open(path, O_RDWR | O_APPEND | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (record->file < 0) {
        return fail(error, record,
                    errno == EEXIST ? "the file exists; --resume goes on with a match"
                                    : strerror(errno));
    }
    agon_status status = lock(record, error);
    if (status) {
        return status;
    }
    agon_replay_begin(&record->writer, &record->line, head);
    store(record);
    return record->has_failed ? fail(error, record, record->failure) : load(record, error);
}

void agon_match_file_add(agon_match_file *record, const agon_move *move, bool continues) {
    const size_t first = record->event_count;
    agon_replay_add(&record->writer, move);
    store(record);
    for (size_t i = 0; i < move->event_count; i++) {
        keep_event(record, &move->events[i]);
    }
    keep_move(record, (agon_match_file_move){record->text.length, first, move->player, continues});
}

void agon_match_file_finish(agon_match_file *record, const agon_result *result) {
    agon_replay_finish(&record->writer, result, NULL);
    store(record);
    record->is_over = true;
}

agon_status agon_match_file_cut(agon_match_file *record, size_t count, agon_error *error) {
    const char *first_end = strchr(record->text.data, '\n');
    const size_t size = count > 0   ? record->moves[count - 1].end
                        : first_end ? (size_t)(first_end - record->text.data) + 1
                                    : record->text.length;
    agon_status status = shorten(record, size, error);
    if (status) {
        return status;
    }
    agon_replay_close(&record->replay);
    return load(record, error);
}

void agon_match_file_close(agon_match_file *record) {
    agon_replay_close(&record->replay);
    if (record->file >= 0) {
        close(record->file);
    }
    agon_text_free(&record->text);
    agon_text_free(&record->line);
    free(record->moves);
    free(record->events);
    *record = (agon_match_file){.file = -1};
}
