// Drafts and rows.
#include "apps/server/match/play.h"

#include "apps/host/tables.h"

#include <stdlib.h>
#include <string.h>

static agon_play *out_of_memory(agon_error *error) {
    agon_error_set(error, AGON_NO_MEMORY, NULL, "out of memory");
    return NULL;
}

void agon_play_close(agon_play *play) {
    if (!play) {
        return;
    }
    agon_table_free(&play->table);
    free(play->first);
    free(play->views[0]);
    free(play->views[1]);
    free(play->moves);
    free(play->rows);
    free(play);
}

agon_play *agon_play_open(const agon_record *record, int players, agon_error *error) {
    const agon_codec *codec = agon_codec_find(record->game);
    agon_play *play = calloc(1, sizeof *play);
    json_t *config = NULL;
    agon_seed seed;
    agon_status status = AGON_OK;
    if (!codec || !play || !agon_seed_parse(record->seed, &seed)) {
        free(play);
        agon_error_set(error, AGON_UNKNOWN_GAME, "game", "there is no game %.60s here",
                       record->game);
        return NULL;
    }
    if (record->config &&
        !(config = agon_json_parse(record->config, strlen(record->config), error))) {
        free(play);
        return NULL;
    }
    status = agon_table_seat(codec, players, config, seed, &play->table, error);
    json_decref(config);
    if (status) {
        agon_play_close(play);
        return NULL;
    }
    for (int i = 0; i < 2; i++) {
        play->views[i] = malloc(play->table.game->state_max);
    }
    if (!play->views[0] || !play->views[1]) {
        agon_play_close(play);
        return out_of_memory(error);
    }
    return play;
}

// Everybody's first message is the first view.
static bool start(agon_play *play) {
    play->first = malloc(play->table.game->state_max);
    if (!play->first) {
        return false;
    }
    agon_copy(play->first, play->table.state);
    for (int v = 0; v <= play->table.game->players; v++) {
        play->sequences[v] = 1;
    }
    return true;
}

char *agon_play_begin(agon_play *play, const agon_record *record, const char *const *seats,
                      const agon_terms *terms) {
    agon_text text = {0};
    agon_replay_writer writer;
    agon_seed seed;
    char commitment[AGON_COMMITMENT_SIZE];
    json_t *config =
        record->config ? agon_json_parse(record->config, strlen(record->config), NULL) : NULL;
    bool is_good = (config || !record->config) && agon_seed_parse(record->seed, &seed) &&
                   agon_commitment_make(record->seed, record->salt, commitment);
    if (is_good) {
        agon_replay_begin(&writer, &text,
                          &(agon_replay_head){.codec = play->table.codec,
                                              .game = play->table.game,
                                              .first = play->table.state,
                                              .config = agon_value_of(config),
                                              .seed = &seed,
                                              .seats = seats,
                                              .terms = terms,
                                              .commitment = commitment});
    }
    json_decref(config);
    if (!is_good || text.failed || (!play->first && !start(play))) {
        agon_text_free(&text);
        return NULL;
    }
    play->chain = writer.chain;
    return text.data;
}

// ---------------------------------------------------------------------------------------------
// Drafts

bool agon_draft_open(agon_draft *draft, agon_play *play, int player) {
    *draft = (agon_draft){.play = play, .player = player};
    draft->state = malloc(play->table.game->state_max);
    if (!draft->state) {
        return false;
    }
    agon_copy(draft->state, play->table.state);
    memcpy(draft->forfeits, play->forfeits, sizeof draft->forfeits);
    draft->writer = (agon_replay_writer){.codec = play->table.codec,
                                         .game = play->table.game,
                                         .text = &draft->lines,
                                         .chain = play->chain};
    return true;
}

void agon_draft_close(agon_draft *draft) {
    free(draft->state);
    free(draft->events.items);
    free(draft->moves);
    agon_text_free(&draft->lines);
    *draft = (agon_draft){0};
}

// Room for one more in a list that doubles.
static bool grow(void **items, size_t *capacity, size_t needed, size_t size) {
    if (needed <= *capacity) {
        return true;
    }
    size_t next = *capacity ? *capacity * 2 : 8;
    next = next < needed ? needed : next;
    void *grown = realloc(*items, next * size);
    if (!grown) {
        return false;
    }
    *items = grown;
    *capacity = next;
    return true;
}

void agon_play_events_add(agon_play_events *events, const agon_event *event) {
    if (grow((void **)&events->items, &events->capacity, events->count + 1,
             sizeof *events->items)) {
        events->items[events->count++] = *event;
    } else {
        events->failed = true;
    }
}

static void collect(void *user, const agon_event *event) {
    agon_play_events_add(user, event);
}

static void note_forfeit(agon_draft *draft, int player) {
    uint8_t count = 0;
    for (int p = 0; p < draft->play->table.game->players; p++) {
        count = (uint8_t)(count + (draft->forfeits[p] != 0));
    }
    draft->forfeits[player] = (uint8_t)(count + 1);
}

static void write_line(agon_draft *draft, const agon_draft_move *move, const agon_state *before) {
    const agon_play *play = draft->play;
    agon_move line = {.number = (uint32_t)(play->move_count + draft->move_count),
                      .player = move->player,
                      .action = move->action,
                      .by = move->by,
                      .before = before,
                      .after = draft->state,
                      .time = move->time,
                      .faults = move->fault,
                      .fault_count = move->fault ? 1 : 0,
                      .forfeits = move->forfeits};
    agon_replay_add(&draft->writer, &line);
    draft->failed |= draft->lines.failed;
}

agon_status agon_draft_make(agon_draft *draft, const agon_draft_move *move, agon_error *error) {
    agon_play *play = draft->play;
    agon_state *before = play->views[0];
    agon_sink sink = {collect, &draft->events};
    agon_context context = {.sink = &sink};
    size_t event_count = draft->events.count;
    if (!grow((void **)&draft->moves, &draft->move_capacity, draft->move_count + 1,
              sizeof *draft->moves)) {
        draft->failed = true;
        return agon_error_set(error, AGON_NO_MEMORY, NULL, "out of memory");
    }
    agon_copy(before, draft->state);
    agon_status status = agon_apply(play->table.game, before, move->player, move->action, &context,
                                    draft->state, error);
    if (status) {
        draft->events.count = event_count;
        return status;
    }
    draft->moves[draft->move_count++] = (agon_play_move){move->action, (uint8_t)move->player};
    write_line(draft, move, before);
    if (move->forfeits) {
        note_forfeit(draft, move->player);
    }
    draft->failed |= draft->events.failed;
    return AGON_OK;
}

agon_result agon_draft_result(const agon_draft *draft) {
    const agon_play *play = draft->play;
    return agon_result_make(play->table.game, draft->state, draft->forfeits,
                            (uint32_t)(play->move_count + draft->move_count));
}

char *agon_draft_finish(agon_draft *draft, const char *salt) {
    agon_text text = {0};
    agon_result result = agon_draft_result(draft);
    agon_replay_writer writer = draft->writer;
    writer.text = &text;
    agon_replay_finish(&writer, &result, salt);
    if (text.failed) {
        agon_text_free(&text);
        return NULL;
    }
    return text.data;
}

agon_row agon_draft_row(const agon_draft *draft, uint32_t sequence, uint32_t seen,
                        const uint8_t fingerprint[AGON_HASH_SIZE], int64_t now) {
    const agon_play *play = draft->play;
    agon_row row = {.number = (uint32_t)play->row_count + 1,
                    .player = draft->player,
                    .sequence = sequence,
                    .at = now,
                    .lines = draft->lines.data};
    if (draft->player >= 0) {
        row.now = play->sequences[draft->player] + (seen >> draft->player & 1u);
    }
    if (fingerprint) {
        memcpy(row.fingerprint, fingerprint, sizeof row.fingerprint);
    }
    return row;
}

bool agon_play_reserve(agon_play *play, const agon_draft *draft) {
    return grow((void **)&play->moves, &play->move_capacity, play->move_count + draft->move_count,
                sizeof *play->moves) &&
           grow((void **)&play->rows, &play->row_capacity, play->row_count + 1, sizeof *play->rows);
}

void agon_play_accept(agon_play *play, agon_draft *draft, const agon_row *row, uint32_t seen) {
    agon_copy(play->table.state, draft->state);
    memcpy(play->forfeits, draft->forfeits, sizeof play->forfeits);
    play->chain = draft->writer.chain;
    if (draft->move_count > 0) {
        memcpy(play->moves + play->move_count, draft->moves,
               draft->move_count * sizeof *draft->moves);
    }
    play->move_count += draft->move_count;
    agon_play_row *kept = &play->rows[play->row_count++];
    *kept = (agon_play_row){.player = row->player,
                            .sequence = row->sequence,
                            .now = row->now,
                            .end = (uint32_t)play->move_count};
    memcpy(kept->fingerprint, row->fingerprint, sizeof kept->fingerprint);
    for (int v = 0; v <= play->table.game->players; v++) {
        play->sequences[v] += seen >> v & 1u;
    }
}

const agon_play_row *agon_play_find(const agon_play *play, int player, uint32_t sequence) {
    for (size_t i = play->row_count; i-- > 0;) {
        const agon_play_row *row = &play->rows[i];
        if (row->player == player) {
            if (row->sequence == sequence) {
                return row;
            }
            if (row->sequence < sequence) {
                return NULL; // a player's numbers only grow
            }
        }
    }
    return NULL;
}

// ---------------------------------------------------------------------------------------------
// Loading

// Head and lines of all rows, as one text.
static bool join_lines(const agon_stored *stored, agon_text *text) {
    agon_text_puts(text, stored->record.head);
    for (size_t i = 0; i < stored->count; i++) {
        agon_text_puts(text, stored->rows[i].lines);
    }
    return !text->failed;
}

static agon_status replay_row(agon_play *play, agon_replay *replay, const agon_row *row,
                              agon_error *error) {
    agon_draft draft;
    agon_replay_part part;
    size_t end = replay->at + strlen(row->lines);
    agon_status status = AGON_OK;
    if (!agon_draft_open(&draft, play, row->player)) {
        return AGON_NO_MEMORY;
    }
    replay->sink = &(agon_sink){collect, &draft.events};
    while (replay->at < end && status == AGON_OK) {
        status = agon_replay_next(replay, &part, error);
        if (status == AGON_OK && part == AGON_REPLAY_MOVE && replay->count == 1 &&
            grow((void **)&draft.moves, &draft.move_capacity, draft.move_count + 1,
                 sizeof *draft.moves)) {
            draft.moves[draft.move_count++] =
                (agon_play_move){replay->actions[0], (uint8_t)replay->player};
        } else if (status == AGON_OK) {
            status = agon_error_set(error, AGON_BAD_REPLAY, NULL, "a stored line is not one move");
        }
    }
    replay->sink = NULL;
    if (status == AGON_OK && (draft.events.failed || !agon_play_reserve(play, &draft))) {
        status = AGON_NO_MEMORY;
    }
    if (status == AGON_OK) {
        agon_copy(draft.state, replay->table.state);
        memcpy(draft.forfeits, replay->forfeits, sizeof draft.forfeits);
        draft.writer.chain = replay->chain;
        agon_play_accept(play, &draft, row, agon_draft_seen(&draft));
    }
    agon_draft_close(&draft);
    return status;
}

static agon_status replay_all(agon_play *play, const agon_stored *stored, agon_error *error) {
    agon_text text = {0};
    agon_replay replay = {0};
    agon_status status = AGON_NO_MEMORY;
    if (join_lines(stored, &text) && start(play)) {
        status = agon_replay_open(text.data, text.length, play->table.codec, &replay, error);
        play->chain = replay.chain;
    }
    for (size_t i = 0; i < stored->count && status == AGON_OK; i++) {
        status = replay_row(play, &replay, &stored->rows[i], error);
    }
    agon_replay_close(&replay);
    agon_text_free(&text);
    return status;
}

static int players_of(const char *seats) {
    json_t *json = seats ? agon_json_parse(seats, strlen(seats), NULL) : NULL;
    int count = (int)json_array_size(json);
    json_decref(json);
    return count;
}

agon_play *agon_play_load(const agon_stored *stored, agon_error *error) {
    agon_play *play = agon_play_open(&stored->record, players_of(stored->record.seats), error);
    if (play && stored->record.head && replay_all(play, stored, error)) {
        agon_play_close(play);
        return NULL;
    }
    return play;
}
