// Inspecting a stored match.
#include "apps/server/match/inspect.h"

#include "agon/replay.h"

// A server does not read the result of a match that is over: it gives it out as it is.
static agon_store_status inspect_result(agon_inspected *inspected) {
    agon_text text = {0};
    agon_replay_verdict verdict = {.status = AGON_NO_MEMORY};
    if (agon_stored_write(&inspected->stored, &text)) {
        verdict = agon_replay_verify(text.data, text.length, NULL);
    }
    agon_text_free(&text);
    if (verdict.ok) {
        return AGON_STORE_OK;
    }
    if (verdict.status == AGON_NO_MEMORY) {
        return AGON_STORE_FAILED;
    }
    inspected->damage.part = "result";
    agon_error_set(&inspected->damage.why, AGON_BAD_REPLAY, NULL, "line %u: %.150s", verdict.line,
                   verdict.reason);
    return AGON_STORE_DAMAGED;
}

static agon_store_status inspect_steps(agon_inspected *inspected) {
    const agon_record *record = &inspected->stored.record;
    agon_restored restored;
    agon_store_status status = agon_restore(&inspected->stored, &restored, &inspected->damage);
    inspected->has_rows = true;
    inspected->steps = restored.hosted ? restored.hosted->row_count : 0;
    agon_restored_free(&restored);
    inspected->is_hushed =
        record->status == AGON_RECORD_WAITING || record->status == AGON_RECORD_RUNNING;
    return status == AGON_STORE_OK && record->status == AGON_RECORD_OVER ? inspect_result(inspected)
                                                                         : status;
}

agon_store_status agon_inspect(agon_store *store, const char *id, agon_inspected *inspected) {
    *inspected = (agon_inspected){0};
    agon_stored *stored = &inspected->stored;
    agon_store_status status = agon_store_sqlite_salvage(store, id, stored);
    const agon_record *record = &stored->record;
    inspected->is_served =
        record->game && agon_record_serves(record->game, record->rules_version, NULL) == AGON_OK;
    if (status == AGON_STORE_DAMAGED) {
        inspected->damage = (agon_damage){"record", stored->why};
    }
    return status == AGON_STORE_OK && inspected->is_served ? inspect_steps(inspected) : status;
}

void agon_inspected_free(agon_inspected *inspected) {
    agon_stored_free(&inspected->stored);
}

// Bytes of the lines that hold.
static agon_status measure(const agon_text *text, size_t *length, uint32_t *lines) {
    agon_replay replay = {0};
    agon_replay_part part = AGON_REPLAY_MOVE;
    agon_status status = agon_replay_open(text->data, text->length, NULL, &replay, NULL);
    *length = 0;
    *lines = 0;
    while (status == AGON_OK && part == AGON_REPLAY_MOVE) {
        *length = replay.at;
        *lines = replay.line;
        status = agon_replay_next(&replay, &part, NULL);
    }
    if (status == AGON_OK) {
        *length = replay.at;
        *lines += part == AGON_REPLAY_RESULT;
    }
    agon_replay_close(&replay);
    return status;
}

bool agon_inspected_replay(const agon_inspected *inspected, agon_text *text, uint32_t *lines) {
    *lines = 0;
    if (!agon_stored_write(&inspected->stored, text)) {
        return false;
    }
    if (!inspected->is_served) {
        for (size_t i = 0; i < text->length; i++) {
            *lines += text->data[i] == '\n';
        }
        return true;
    }
    return measure(text, &text->length, lines) != AGON_NO_MEMORY;
}
