// One run of the leak check, shared by its files: leaks.c (the run and L1), space.c (L1 of
// observations and masks), steps.c (L2 and L3), bytes.c (L4).
#ifndef AGON_SRC_CHECK_LEAKS_RUN_H
#define AGON_SRC_CHECK_LEAKS_RUN_H

#include "agon/leaks.h"

#include "src/check/probe.h"

// What is known of one packed byte that one viewer may not see.
typedef struct agon_leak_byte {
    uint32_t samples;  // real states looked at
    uint32_t changes;  // how often it was not what it was in the real state looked at before
    uint8_t last;      // its value in the last real state
    bool has_differed; // in some sample resample gave it another value than the real state has
} agon_leak_byte;

// All bytes with one and the same set of viewers, in order: what only player 1 may see, what nobody
// may see. A byte is known by its place in such a stream, so that a field which is longer in one
// state than in another does not shift the others' secrets.
typedef struct agon_leak_stream {
    agon_viewers visible;
    int viewer; // who does not see it, and is looked at
    agon_leak_byte *bytes;
    size_t size;
} agon_leak_stream;

typedef struct agon_leak_bytes {
    agon_leak_stream *streams;
    size_t count, capacity;
} agon_leak_bytes;

typedef struct agon_leak_run {
    agon_probe probe;
    const agon_leaks_oracle *oracle; // may be NULL
    agon_leaks_report *report;
    int viewer;
    // s is probe.table.state; `other` is s', and these are made from both.
    agon_state *other;
    agon_state *view, *other_view;
    agon_state *after, *other_after;
    agon_event_list events, other_events;
    agon_packed packed, other_packed;
    agon_text text, other_text;
    agon_leak_bytes bytes;
    const agon_space *space; // NULL: the game has none
    uint32_t width, words;   // of an observation and of a mask
    int16_t *rows[2];
    uint64_t *masks[2];
} agon_leak_run;

// Adds a finding about the present step and viewer.
void agon_leak_found(agon_leak_run *run, const char *rule, const char *format, ...)
    AGON_PRINTF(3, 4);

// L1 for any two states that the viewer must not be able to tell apart. `level` is "L1" or "L2".
void agon_leak_compare(agon_leak_run *run, const char *level, const agon_state *a,
                       const agon_state *b);

// The part of it that is about observations and masks.
void agon_leak_space_open(agon_leak_run *run);
void agon_leak_space_close(agon_leak_run *run);
void agon_leak_space_compare(agon_leak_run *run, const char *level, const agon_state *a,
                             const agon_state *b);

// L2 for the action that the match goes on with, and for two choices of another player.
void agon_leak_same_action(agon_leak_run *run, int player, agon_action action);
void agon_leak_two_choices(agon_leak_run *run);

// L3 for the events of one real step.
void agon_leak_ask_oracle(agon_leak_run *run, int player, agon_action action);

// L4: looks at s and s'; then, at the end, at what has been seen.
void agon_leak_bytes_note(agon_leak_run *run);
void agon_leak_bytes_judge(agon_leak_run *run);
void agon_leak_bytes_free(agon_leak_bytes *bytes);

#endif
