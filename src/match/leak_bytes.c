// L4 of the leak check: does resample really replace everything that is hidden?
//
// A resample that keeps a secret of the real state would make L1 and L2 blind for it. So every byte
// that a viewer may not see, and that is not the same in all real states, must get another value
// than the real one in some sample.
#include "src/match/leak_run.h"

#include <stdlib.h>
#include <string.h>

// A byte is judged once its real value has changed this often: below that, an honest resample may
// well have hit the real value every time.
#define ENOUGH 40

static size_t viewer_index(const agon_leak_run *run, int viewer) {
    return viewer == AGON_SPECTATOR ? run->probe.table.game->players : (size_t)viewer;
}

// Makes room for packed states of `size` bytes.
static bool reserve(agon_leak_run *run, size_t size) {
    agon_leak_bytes *bytes = &run->bytes;
    if (size <= bytes->offsets) {
        return true;
    }
    size_t viewers = run->probe.table.game->players + 1u;
    size_t offsets = size * 2;
    agon_leak_byte *items = calloc(viewers * offsets, sizeof *items);
    if (!items) {
        run->probe.is_exhausted = true;
        return false;
    }
    for (size_t v = 0; v < viewers && bytes->offsets > 0; v++) {
        memcpy(items + v * offsets, bytes->items + v * bytes->offsets,
               bytes->offsets * sizeof *items);
    }
    free(bytes->items);
    *bytes = (agon_leak_bytes){.items = items, .offsets = offsets};
    return true;
}

static void note_byte(agon_leak_byte *byte, uint8_t real, bool differs) {
    byte->changes += byte->samples > 0 && byte->last != real;
    byte->samples++;
    byte->last = real;
    byte->has_differed |= differs;
}

void agon_leak_bytes_note(agon_leak_run *run) {
    const agon_packed *real = &run->packed, *other = &run->other_packed;
    agon_packed_fill(&run->probe, &run->packed, run->probe.table.state);
    agon_packed_fill(&run->probe, &run->other_packed, run->other);
    if (run->probe.is_exhausted || !reserve(run, real->size)) {
        return;
    }
    agon_viewers bit = agon_viewer_bit(run->viewer);
    agon_leak_byte *bytes = run->bytes.items + viewer_index(run, run->viewer) * run->bytes.offsets;
    for (size_t i = 0; i < real->size; i++) {
        if (!(real->map[i] & bit)) {
            bool differs = i >= other->size || real->bytes[i] != other->bytes[i];
            note_byte(&bytes[i], real->bytes[i], differs);
        }
    }
}

static void judge_byte(agon_leak_run *run, const agon_leak_byte *byte, size_t offset) {
    if (byte->changes < ENOUGH) {
        return;
    }
    run->report->hidden++;
    if (!byte->has_differed) {
        run->report->holes++;
        agon_leak_found(run, "L4 hole",
                        "packed byte %zu is hidden and varies (%u changes in %u states), but "
                        "resample always gave it its real value",
                        offset, byte->changes, byte->samples);
    }
}

void agon_leak_bytes_judge(agon_leak_run *run) {
    int players = run->probe.table.game->players;
    for (int v = 0; v <= players; v++) {
        run->viewer = v == players ? AGON_SPECTATOR : v;
        for (size_t offset = 0; offset < run->bytes.offsets; offset++) {
            judge_byte(run, &run->bytes.items[(size_t)v * run->bytes.offsets + offset], offset);
        }
    }
}
