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

static bool keep_move(agon_match_file *record, agon_match_file_move move) {
    if (!agon_grow(&record->moves, &record->move_capacity, record->move_count + 1, sizeof move)) {
        return false;
    }
    record->moves[record->move_count++] = move;
    return true;
}

// ---------------------------------------------------------------------------------------------
// Reading

static agon_status read_moves(agon_match_file *record, agon_error *error) {
    agon_replay *replay = &record->replay;
    agon_sink sink = agon_event_list_sink(&record->events);
    replay->sink = &sink;
    agon_status status = AGON_OK;
    for (agon_replay_part part = AGON_REPLAY_MOVE; status == AGON_OK && part == AGON_REPLAY_MOVE;) {
        const size_t first = record->events.count;
        status = agon_replay_next(replay, &part, error);
        if (status == AGON_OK && part == AGON_REPLAY_MOVE &&
            !keep_move(record, (agon_match_file_move){replay->at, first, replay->player, false})) {
            status = out_of_memory(error);
        }
        record->is_over = part == AGON_REPLAY_RESULT;
    }
    replay->sink = NULL;
    return status;
}

// Plays what the text says.
static agon_status load(agon_match_file *record, agon_error *error) {
    agon_error reason = {0};
    record->move_count = record->events.count = 0;
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
    return record->events.failed ? out_of_memory(error) : AGON_OK;
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

// Appends to the file, all of it or nothing.
static agon_status append(agon_match_file *record, const agon_text *lines, agon_error *error) {
    const size_t before = record->text.length;
    size_t done = 0;
    agon_text_add(&record->text, lines->data ? lines->data : "", lines->length);
    if (lines->failed || record->text.failed) {
        return out_of_memory(error);
    }
    while (done < lines->length) {
        const ssize_t size = write(record->file, lines->data + done, lines->length - done);
        if (size < 0 && errno != EINTR) {
            const agon_status status = fail(error, record, strerror(errno));
            (void)shorten(record, before, NULL);
            return status;
        }
        done += size > 0 ? (size_t)size : 0;
    }
    return AGON_OK;
}

static agon_status write_head(agon_match_file *record, const agon_replay_head *head,
                              agon_error *error) {
    agon_text line = {0};
    agon_replay_writer writer;
    agon_replay_begin(&writer, &line, head);
    const agon_status status = append(record, &line, error);
    agon_text_free(&line);
    return status;
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
    if (status == AGON_OK) {
        status = write_head(record, head, error);
    }
    return status == AGON_OK ? load(record, error) : status;
}

// Room for everything that a change adds, so that only writing can fail.
static bool make_room(agon_match_file *record, const agon_change *change) {
    return agon_grow(&record->moves, &record->move_capacity,
                     record->move_count + change->move_count, sizeof *record->moves) &&
           agon_grow(&record->events.items, &record->events.capacity,
                     record->events.count + change->event_count, sizeof *record->events.items);
}

// Each move is a line. What others do after a player's answer is no part of that decision.
static void note_moves(agon_match_file *record, const agon_change *change, size_t begin) {
    const char *end = record->text.data + begin;
    for (size_t i = 0; i < change->move_count; i++) {
        const agon_change_move *move = &change->moves[i];
        const bool continues = i > 0 && change->moves[i - 1].player == move->player;
        end = strchr(end, '\n') + 1;
        record->moves[record->move_count++] = (agon_match_file_move){
            (size_t)(end - record->text.data), record->events.count + move->first_event,
            move->player, continues};
    }
    // What was made for the record only is not told.
    const size_t shown = agon_change_played_events(change);
    for (size_t i = 0; i < shown; i++) {
        agon_event_list_add(&record->events, &change->events[i]);
    }
}

agon_status agon_match_file_store(agon_match_file *record, const agon_change *change,
                                  agon_error *error) {
    const size_t begin = record->text.length;
    if (!make_room(record, change)) {
        return out_of_memory(error);
    }
    const agon_status status = append(record, &change->lines, error);
    if (status == AGON_OK) {
        note_moves(record, change, begin);
    }
    return status;
}

agon_status agon_match_file_finish(agon_match_file *record, const agon_match *match,
                                   const char *salt, agon_error *error) {
    agon_text line = {0};
    agon_match_finish(match, salt, &line);
    const agon_status status = append(record, &line, error);
    record->is_over = status == AGON_OK;
    agon_text_free(&line);
    return status;
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
    free(record->moves);
    agon_event_list_free(&record->events);
    *record = (agon_match_file){.file = -1};
}
