// L4 of the leak check: does resample really replace everything that is hidden?
//
// A resample that keeps a secret of the real state would make L1 and L2 blind for it. So every byte
// that a viewer may not see, and that is not the same in all real states, must get another value
// than the real one in some sample.
#include "src/check/leaks/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A byte is judged once its real value has changed this often: below that, an honest resample may
// well have hit the real value every time.
#define ENOUGH 40

// The stream of bytes with these viewers, made if it is new; NULL if memory ran out.
static agon_leak_stream *find_stream(agon_leak_run *run, agon_viewers visible) {
    agon_leak_bytes *bytes = &run->bytes;
    for (size_t i = 0; i < bytes->count; i++) {
        if (bytes->streams[i].visible == visible && bytes->streams[i].viewer == run->viewer) {
            return &bytes->streams[i];
        }
    }
    if (!agon_grow(&bytes->streams, &bytes->capacity, bytes->count + 1, sizeof *bytes->streams)) {
        run->probe.is_exhausted = true;
        return NULL;
    }
    bytes->streams[bytes->count] = (agon_leak_stream){.visible = visible, .viewer = run->viewer};
    return &bytes->streams[bytes->count++];
}

// The byte at a place of a stream; NULL if memory ran out.
static agon_leak_byte *byte_at(agon_leak_run *run, agon_leak_stream *stream, size_t place) {
    if (place >= stream->size) {
        const size_t before = stream->size;
        if (!agon_grow(&stream->bytes, &stream->size, place + 1, sizeof *stream->bytes)) {
            run->probe.is_exhausted = true;
            return NULL;
        }
        memset(stream->bytes + before, 0, (stream->size - before) * sizeof *stream->bytes);
    }
    return &stream->bytes[place];
}

static void note_byte(agon_leak_byte *byte, uint8_t real, bool differs) {
    byte->changes += byte->samples > 0 && byte->last != real;
    byte->samples++;
    byte->last = real;
    byte->has_differed |= differs;
}

// The next byte of `packed` from `at` on with these viewers; the size if there is none.
static size_t next_byte(const agon_packed *packed, size_t at, agon_viewers visible) {
    while (at < packed->size && packed->map[at] != visible) {
        at++;
    }
    return at;
}

static void note_stream(agon_leak_run *run, agon_viewers visible) {
    const agon_packed *real = &run->packed, *other = &run->other_packed;
    agon_leak_stream *stream = find_stream(run, visible);
    size_t place = 0, j = next_byte(other, 0, visible);
    for (size_t i = next_byte(real, 0, visible); stream && i < real->size;
         i = next_byte(real, i + 1, visible)) {
        agon_leak_byte *byte = byte_at(run, stream, place++);
        if (!byte) {
            return;
        }
        note_byte(byte, real->bytes[i], j >= other->size || real->bytes[i] != other->bytes[j]);
        j = next_byte(other, j + 1, visible);
    }
}

void agon_leak_bytes_note(agon_leak_run *run) {
    const agon_packed *real = &run->packed;
    agon_packed_fill(&run->probe, &run->packed, run->probe.table.state);
    agon_packed_fill(&run->probe, &run->other_packed, run->other);
    for (size_t i = 0; i < real->size && !run->probe.is_exhausted; i++) {
        bool is_hidden = (real->map[i] & agon_viewer_bit(run->viewer)) == 0;
        if (is_hidden && next_byte(real, 0, real->map[i]) == i) {
            note_stream(run, real->map[i]);
        }
    }
}

static void describe(agon_viewers visible, char *text, size_t size) {
    size_t length = (size_t)snprintf(text, size, "what only");
    for (int p = 0; p < AGON_MAX_PLAYERS && length < size; p++) {
        if (agon_viewers_has(visible, p)) {
            length += (size_t)snprintf(text + length, size - length, " player index %d", p);
        }
    }
    if (visible == AGON_NONE) {
        snprintf(text, size, "what nobody");
    }
}

static void judge_byte(agon_leak_run *run, const agon_leak_stream *stream, size_t place) {
    const agon_leak_byte *byte = &stream->bytes[place];
    if (byte->changes < ENOUGH) {
        return;
    }
    run->report->hidden++;
    if (!byte->has_differed) {
        char whose[200];
        describe(stream->visible, whose, sizeof whose);
        run->report->holes++;
        agon_leak_found(run, "L4 hole",
                        "byte %zu of %s may see varies (%u changes in %u states), but resample "
                        "always gave it its real value",
                        place, whose, byte->changes, byte->samples);
    }
}

void agon_leak_bytes_judge(agon_leak_run *run) {
    for (size_t i = 0; i < run->bytes.count; i++) {
        const agon_leak_stream *stream = &run->bytes.streams[i];
        run->viewer = stream->viewer;
        for (size_t place = 0; place < stream->size; place++) {
            judge_byte(run, stream, place);
        }
    }
}

void agon_leak_bytes_free(agon_leak_bytes *bytes) {
    for (size_t i = 0; i < bytes->count; i++) {
        free(bytes->streams[i].bytes);
    }
    free(bytes->streams);
}
