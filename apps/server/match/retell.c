// Telling again what has been missed, from the nearest snapshot on.
//
// The changes of a match are made again in a second match, which begins at a snapshot of this one:
//
//     moves  0 ·········· 64 ·········· 128 ·········· 192 ······ now
//            first       state          state          state
//                               from ───────►│ told again ──────►│
//
// Only the last snapshots are kept, so both memory and work have a bound, however long the match is:
// who would need more moves than AGON_RETELL_MOVES gets the whole view instead.
#include "apps/server/match/hosted.h"

#include <stdlib.h>
#include <string.h>

void agon_hosted_keep_snapshot(agon_hosted *hosted) {
    const size_t number = hosted->snapshot_count;
    const agon_snapshot *last =
        number > 0 ? &hosted->snapshots[(number - 1) % AGON_SNAPSHOTS] : NULL;
    if (hosted->move_count - (last ? last->moves : 0) < AGON_SNAPSHOT_EVERY) {
        return;
    }
    agon_state *state = malloc(hosted->match.state->used);
    if (!state) {
        return; // an older one will do
    }
    agon_snapshot *snapshot = &hosted->snapshots[number % AGON_SNAPSHOTS];
    free(snapshot->state);
    agon_copy(state, hosted->match.state);
    *snapshot =
        (agon_snapshot){.state = state, .rows = hosted->row_count, .moves = hosted->move_count};
    memcpy(snapshot->sequences, hosted->sequences, sizeof snapshot->sequences);
    hosted->snapshot_count++;
}

// Where a match begins again: the first view is everybody's first message.
static agon_snapshot beginning(const agon_hosted *hosted) {
    agon_snapshot first = {.state = hosted->table.state};
    for (int v = 0; v < AGON_VIEWERS; v++) {
        first.sequences[v] = 1;
    }
    return first;
}

// The last snapshot before the message after `from`.
static agon_snapshot find(const agon_hosted *hosted, int index, uint32_t from) {
    agon_snapshot best = beginning(hosted);
    for (int i = 0; i < AGON_SNAPSHOTS; i++) {
        const agon_snapshot *snapshot = &hosted->snapshots[i];
        if (snapshot->state && snapshot->sequences[index] <= from && snapshot->rows > best.rows) {
            best = *snapshot;
        }
    }
    return best;
}

size_t agon_hosted_retell_cost(const agon_hosted *hosted, int viewer, uint32_t from) {
    const int index = agon_viewer_index(hosted->table.game, viewer);
    return hosted->move_count - find(hosted, index, from).moves;
}

uint32_t agon_hosted_reach(const agon_hosted *hosted, int viewer, uint32_t from) {
    const int index = agon_viewer_index(hosted->table.game, viewer);
    uint32_t reach = hosted->sequences[index];
    if (agon_hosted_retell_cost(hosted, viewer, from) <= AGON_RETELL_MOVES) {
        return from;
    }
    for (int i = 0; i < AGON_SNAPSHOTS; i++) {
        const agon_snapshot *snapshot = &hosted->snapshots[i];
        const uint32_t sequence = snapshot->sequences[index];
        if (snapshot->state && hosted->move_count - snapshot->moves <= AGON_RETELL_MOVES &&
            sequence >= from && sequence < reach) {
            reach = sequence;
        }
    }
    return reach;
}

static bool open_past(const agon_hosted *hosted, const agon_snapshot *at, agon_match *past) {
    agon_match_def def = agon_match_def_default();
    def.codec = hosted->table.codec;
    def.game = hosted->table.game;
    def.first = at->state;
    def.listening = AGON_NONE;
    def.is_recorded = false;
    return agon_match_open(past, &def, NULL, NULL) == AGON_OK;
}

bool agon_hosted_retell(const agon_hosted *hosted, int viewer, uint32_t from,
                        void (*tell)(void *user, uint32_t sequence, const agon_text *message),
                        void *user) {
    const int index = agon_viewer_index(hosted->table.game, viewer);
    const agon_snapshot at = find(hosted, index, from);
    agon_match past;
    agon_change change = {0};
    agon_text text = {0};
    size_t move = at.moves;
    uint32_t sequence = at.sequences[index];
    bool is_good = open_past(hosted, &at, &past);
    for (size_t i = at.rows; i < hosted->row_count && is_good; i++) {
        const agon_hosted_row *row = &hosted->rows[i];
        is_good = agon_match_repeat(&past, hosted->moves + move, row->end - move, row->player,
                                    &change, NULL) == AGON_OK;
        if (is_good && row->seen >> index & 1u && ++sequence > from) {
            text.length = 0;
            agon_hosted_write_change(&change, viewer, sequence, &text);
            is_good = !text.failed;
            if (is_good) {
                tell(user, sequence, &text);
            }
        }
        if (is_good) {
            agon_match_accept(&past, &change);
        }
        move = row->end;
    }
    agon_text_free(&text);
    agon_change_close(&change);
    agon_match_close(&past);
    return is_good;
}
