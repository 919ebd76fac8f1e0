// Putting a stored match together again.
#include "apps/server/match/restore.h"

#include "apps/server/match/timer.h"

#include "agon/replay.h"

#include <stdlib.h>
#include <string.h>

static agon_store_status spoil(agon_damage *damage, const char *part, const agon_error *why) {
    if (why->status == AGON_NO_MEMORY) {
        return AGON_STORE_FAILED;
    }
    damage->part = part;
    damage->why = *why;
    return AGON_STORE_DAMAGED;
}

static agon_store_status spoil_by(agon_damage *damage, const char *part, const char *sentence) {
    agon_error why = {0};
    agon_error_set(&why, AGON_BAD_STATE, NULL, "%s", sentence);
    return spoil(damage, part, &why);
}

// What a status goes with.
static const char *contradiction_of(const agon_record *record) {
    const bool has_begun =
        record->status == AGON_RECORD_RUNNING || record->status == AGON_RECORD_OVER;
    const bool is_over = record->status == AGON_RECORD_OVER;
    char commitment[AGON_COMMITMENT_SIZE];
    return has_begun != (record->head != NULL)   ? "status and replay do not fit"
           : is_over != (record->result != NULL) ? "status and result do not fit"
           : !has_begun && record->rows > 0      ? "a match that has not begun has steps"
           : !agon_commitment_make(record->seed, record->salt, commitment)
               ? "seed and salt cannot be committed to"
               : NULL;
}

static agon_store_status restore_seats(const agon_record *record, agon_restored *restored,
                                       agon_damage *damage) {
    restored->seats = calloc(1, sizeof *restored->seats);
    if (!restored->seats) {
        return AGON_STORE_FAILED;
    }
    if (!agon_server_seats_read(record->seats, restored->seats)) {
        return spoil_by(damage, "seats", "the seats cannot be read");
    }
    if (!agon_timer_read(record->timer, &restored->terms, NULL)) {
        return spoil_by(damage, "clock", "the clock cannot be read");
    }
    return AGON_STORE_OK;
}

// Those who have left are gone from the engine's match too, clocks have stood while the server was
// away, and programs start with the view: what happened before is not told.
static bool restore_clocks(agon_match *match, const agon_server_seats *seats,
                           const agon_record *record) {
    agon_terms terms;
    agon_question skipped;
    bool is_good = agon_timer_read(record->timer, &terms, match->seats);
    for (int p = 0; p < seats->count; p++) {
        const agon_server_seat *seat = &seats->items[p];
        if (seat->left) {
            agon_match_mark_gone(match, p, seat->late ? AGON_FAULT_LATE : AGON_FAULT_DEAD);
        } else if (agon_server_seat_program(seat)) {
            is_good =
                is_good && agon_match_ask(match, p, AGON_NOT_MEASURED, &skipped, NULL) == AGON_OK;
        }
    }
    agon_match_shift(match, record->shift);
    return is_good;
}

static agon_store_status restore_steps(const agon_stored *stored, agon_restored *restored,
                                       agon_damage *damage) {
    const agon_record *record = &stored->record;
    agon_hosted *hosted = restored->hosted;
    agon_error why = {0};
    if (agon_hosted_load(hosted, stored, restored->seats, &restored->terms, &why)) {
        return spoil(damage, "steps", &why);
    }
    if (hosted->match.state->over != (record->status == AGON_RECORD_OVER)) {
        return spoil_by(damage, "steps", "the steps do not lead to what the record says");
    }
    return restore_clocks(&hosted->match, restored->seats, record)
               ? AGON_STORE_OK
               : spoil_by(damage, "clock", "the clock cannot be read");
}

agon_store_status agon_restore(const agon_stored *stored, agon_restored *restored,
                               agon_damage *damage) {
    const agon_record *record = &stored->record;
    const char *contradiction = contradiction_of(record);
    agon_error why = {0};
    *restored = (agon_restored){0};
    if (contradiction) {
        return spoil_by(damage, "record", contradiction);
    }
    agon_store_status status = restore_seats(record, restored, damage);
    if (status) {
        return status;
    }
    restored->hosted = agon_hosted_open(record, restored->seats->count, &why);
    if (!restored->hosted) {
        return spoil(damage, "config", &why);
    }
    if (restored->hosted->table.game->players != restored->seats->count) {
        return spoil_by(damage, "seats", "there are not as many seats as players");
    }
    return record->head ? restore_steps(stored, restored, damage) : AGON_STORE_OK;
}

void agon_restored_free(agon_restored *restored) {
    if (restored->seats) {
        agon_server_seats_free(restored->seats);
        free(restored->seats);
    }
    agon_hosted_release(restored->hosted);
    *restored = (agon_restored){0};
}
