// Records and rows in memory.
#define _GNU_SOURCE
#include "apps/server/store/store.h"

#include <stdlib.h>
#include <string.h>

const char *const agon_record_words[] = {"waiting", "running", "over", "cancelled", NULL};

// The texts of a record, one after the other.
#define TEXTS 9
static void texts_of(agon_record *record, char **texts[TEXTS]) {
    texts[0] = &record->game;
    texts[1] = &record->config;
    texts[2] = &record->seats;
    texts[3] = &record->timer;
    texts[4] = &record->seed;
    texts[5] = &record->salt;
    texts[6] = &record->head;
    texts[7] = &record->result;
    texts[8] = &record->rematch;
}

agon_status agon_record_serves(const char *game, int rules_version, agon_error *error) {
    const agon_codec *codec = agon_codec_find(game);
    return codec ? agon_serves(codec->rules, rules_version, error)
                 : agon_error_set(error, AGON_UNKNOWN_GAME, "game", "there is no game %.60s here",
                                  game);
}

void agon_record_free(agon_record *record) {
    char **texts[TEXTS];
    texts_of(record, texts);
    for (int i = 0; i < TEXTS; i++) {
        free(*texts[i]);
        *texts[i] = NULL;
    }
}

bool agon_record_copy(agon_record *to, const agon_record *from) {
    char **texts[TEXTS];
    bool is_whole = true;
    *to = *from;
    texts_of(to, texts);
    for (int i = 0; i < TEXTS; i++) {
        const char *text = *texts[i];
        *texts[i] = text && is_whole ? strdup(text) : NULL;
        is_whole = is_whole && (!text || *texts[i]);
    }
    if (!is_whole) {
        agon_record_free(to);
    }
    return is_whole;
}

void agon_row_free(agon_row *row) {
    free(row->lines);
    row->lines = NULL;
}

void agon_stored_free(agon_stored *stored) {
    for (size_t i = 0; stored->rows && i < stored->count; i++) {
        agon_row_free(&stored->rows[i]);
    }
    free(stored->rows);
    agon_record_free(&stored->record);
    *stored = (agon_stored){0};
}

bool agon_stored_write(const agon_stored *stored, agon_text *replay) {
    const agon_record *record = &stored->record;
    agon_text_puts(replay, record->head ? record->head : "");
    for (size_t i = 0; i < stored->count; i++) {
        agon_text_puts(replay, stored->rows[i].lines);
    }
    if (record->result && stored->count == record->rows) {
        agon_text_puts(replay, record->result);
    }
    return !replay->failed;
}

void agon_records_free(agon_records *records) {
    for (size_t i = 0; i < records->count; i++) {
        agon_record_free(&records->items[i]);
    }
    free(records->items);
    *records = (agon_records){0};
}
