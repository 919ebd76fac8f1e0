// Rows and numbers of a match, and telling again what has been missed.
#include "apps/server/match/hosted.h"

#include "apps/host/tables.h"
#include "src/common/list.h"

#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------
// Opening

static void close_hosted(agon_hosted *hosted) {
    agon_match_close(&hosted->match);
    agon_table_free(&hosted->table);
    free(hosted->view);
    for (int i = 0; i < AGON_SNAPSHOTS; i++) {
        free(hosted->snapshots[i].state);
    }
    free(hosted->moves);
    free(hosted->rows);
    free(hosted);
}

void agon_hosted_release(agon_hosted *hosted) {
    if (hosted && --hosted->users == 0) {
        close_hosted(hosted);
    }
}

static agon_status make_table(agon_hosted *hosted, const agon_record *record, int players,
                              agon_error *error) {
    const agon_codec *codec = agon_codec_find(record->game);
    json_t *config = NULL;
    if (record->config &&
        !(config = agon_json_parse(record->config, strlen(record->config), error))) {
        return AGON_BAD_CONFIG;
    }
    // It was looked at when the match was made, perhaps by a version that knew other keys.
    agon_status status =
        agon_table_seat_as(codec, record->rules_version, players, agon_value_of(config),
                           hosted->seed, &hosted->table, error);
    json_decref(config);
    return status;
}

static agon_status open_table(agon_hosted *hosted, const agon_record *record, int players,
                              agon_error *error) {
    agon_status status = agon_record_serves(record->game, record->rules_version, error);
    if (status == AGON_OK && !agon_seed_parse(record->seed, &hosted->seed)) {
        status = agon_error_set(error, AGON_BAD_CONFIG, NULL, "the seed cannot be read");
    }
    if (status == AGON_OK) {
        status = make_table(hosted, record, players, error);
    }
    if (status == AGON_OK && !(hosted->view = malloc(hosted->table.game->state_max))) {
        status = agon_error_set(error, AGON_NO_MEMORY, NULL, "out of memory");
    }
    return status;
}

agon_hosted *agon_hosted_open(const agon_record *record, int players, agon_error *error) {
    agon_hosted *hosted = calloc(1, sizeof *hosted);
    if (!hosted) {
        agon_error_set(error, AGON_NO_MEMORY, NULL, "out of memory");
        return NULL;
    }
    hosted->users = 1;
    if (open_table(hosted, record, players, error)) {
        agon_hosted_release(hosted);
        return NULL;
    }
    return hosted;
}

// ---------------------------------------------------------------------------------------------
// Beginning

// People have clocks and are told what is wrong with an action; programs hear what happens.
static agon_match_def def_of(const agon_hosted *hosted, const agon_server_seats *seats,
                             const agon_terms *terms) {
    agon_match_def def = agon_match_def_default();
    def.codec = hosted->table.codec;
    def.game = hosted->table.game;
    def.first = hosted->table.state;
    def.seed = hosted->seed;
    def.terms = *terms;
    def.is_live = true;
    def.timed = def.patient = def.listening = AGON_NONE;
    for (int p = 0; p < seats->count; p++) {
        const agon_server_seat *seat = &seats->items[p];
        agon_viewers bit = agon_viewer_bit(p);
        def.timed |= seat->kind == AGON_SERVER_SEAT_PERSON ? bit : AGON_NONE;
        def.listening |= agon_server_seat_program(seat) ? bit : AGON_NONE;
    }
    def.patient = def.timed;
    return def;
}

static const char *seat_text(const agon_server_seat *seat) {
    return seat->kind == AGON_SERVER_SEAT_BOT ? seat->bot : seat->name[0] ? seat->name : "human";
}

agon_status agon_hosted_draft(const agon_hosted *hosted, const agon_record *record,
                              const agon_server_seats *seats, const agon_terms *terms,
                              agon_match *match, agon_text *head, agon_error *error) {
    const char *names[AGON_MAX_PLAYERS];
    char commitment[AGON_COMMITMENT_SIZE];
    agon_match_def def = def_of(hosted, seats, terms);
    if (!agon_commitment_make(record->seed, record->salt, commitment)) {
        return agon_error_set(error, AGON_BAD_STATE, NULL, "the seed cannot be committed to");
    }
    for (int p = 0; p < seats->count; p++) {
        names[p] = seat_text(&seats->items[p]);
    }
    def.config = record->config;
    def.seats = names;
    def.commitment = commitment;
    return agon_match_open(match, &def, head, error);
}

// Everybody's first message is the first view.
void agon_hosted_begin(agon_hosted *hosted, const agon_match *match) {
    hosted->match = *match;
    hosted->has_begun = true;
    for (int v = 0; v <= hosted->table.game->players; v++) {
        hosted->sequences[v] = 1;
    }
}

// ---------------------------------------------------------------------------------------------
// Rows

agon_row agon_hosted_row_of(const agon_hosted *hosted, const agon_change *change, uint32_t sequence,
                            uint32_t seen) {
    agon_row row = {.number = (uint32_t)hosted->row_count + 1,
                    .player = change->player,
                    .sequence = sequence,
                    .lines = change->lines.data};
    if (change->player >= 0) {
        row.now = hosted->sequences[change->player] + (seen >> change->player & 1u);
    }
    return row;
}

bool agon_hosted_reserve(agon_hosted *hosted, const agon_change *change) {
    return agon_grow(&hosted->moves, &hosted->move_capacity,
                     hosted->move_count + change->move_count, sizeof *hosted->moves) &&
           agon_grow(&hosted->rows, &hosted->row_capacity, hosted->row_count + 1,
                     sizeof *hosted->rows);
}

static void keep_row(agon_hosted *hosted, const agon_change *change, const agon_row *row,
                     uint32_t seen) {
    for (size_t i = 0; i < change->move_count; i++) {
        const agon_change_move *move = &change->moves[i];
        hosted->moves[hosted->move_count++] =
            (agon_past_move){move->action, move->player, i >= change->played};
    }
    agon_hosted_row *kept = &hosted->rows[hosted->row_count++];
    *kept = (agon_hosted_row){.player = row->player,
                              .sequence = row->sequence,
                              .now = row->now,
                              .seen = seen,
                              .end = (uint32_t)hosted->move_count};
    memcpy(kept->fingerprint, row->fingerprint, sizeof kept->fingerprint);
    for (int v = 0; v <= hosted->table.game->players; v++) {
        hosted->sequences[v] += seen >> v & 1u;
    }
}

void agon_hosted_accept(agon_hosted *hosted, agon_change *change, const agon_row *row,
                        uint32_t seen) {
    if (row) {
        keep_row(hosted, change, row, seen);
    }
    agon_match_accept(&hosted->match, change);
    if (row) {
        agon_hosted_keep_snapshot(hosted);
    }
}

const agon_hosted_row *agon_hosted_find(const agon_hosted *hosted, int player, uint32_t sequence) {
    for (size_t i = hosted->row_count; i-- > 0;) {
        const agon_hosted_row *row = &hosted->rows[i];
        if (row->player == player && row->sequence <= sequence) {
            return row->sequence == sequence ? row : NULL; // a player's numbers only grow
        }
    }
    return NULL;
}

// ---------------------------------------------------------------------------------------------
// Loading

static agon_status replay_row(agon_hosted *hosted, agon_replay *replay, const agon_row *row,
                              agon_change *change, agon_error *error) {
    uint32_t seen = 0;
    size_t end = replay->at + strlen(row->lines);
    if (row->player >= hosted->table.game->players) {
        return agon_error_set(error, AGON_BAD_REPLAY, NULL, "step %u is of nobody who plays",
                              row->number);
    }
    if (row->lines[0] == '\0') {
        return agon_error_set(error, AGON_BAD_REPLAY, NULL, "step %u has no lines", row->number);
    }
    agon_status status = agon_match_replay(&hosted->match, replay, end, row->player, change, error);
    if (status == AGON_OK) {
        status = agon_change_seen(change, &seen, error);
    }
    if (status == AGON_OK && !agon_hosted_reserve(hosted, change)) {
        status = AGON_NO_MEMORY;
    }
    if (status == AGON_OK) {
        agon_hosted_accept(hosted, change, row, seen);
    }
    return status;
}

static agon_status replay_rows(agon_hosted *hosted, const agon_stored *stored, agon_replay *replay,
                               agon_error *error) {
    agon_change change = {0};
    agon_status status = AGON_OK;
    for (size_t i = 0; i < stored->count && status == AGON_OK; i++) {
        status = replay_row(hosted, replay, &stored->rows[i], &change, error);
    }
    agon_change_close(&change);
    return status;
}

agon_status agon_hosted_load(agon_hosted *hosted, const agon_stored *stored,
                             const agon_server_seats *seats, const agon_terms *terms,
                             agon_error *error) {
    agon_match_def def = def_of(hosted, seats, terms);
    agon_text text = {0};
    agon_replay replay = {0};
    agon_match match = {0};
    agon_status status = AGON_NO_MEMORY;
    if (agon_stored_write(stored, &text)) {
        status = agon_replay_open(text.data, text.length, def.codec, &replay, error);
    }
    if (status == AGON_OK && replay.table.game->version != def.game->version) {
        status = agon_error_set(error, AGON_BAD_REPLAY, "rules_version",
                                "the record and its replay name different versions");
    }
    if (status == AGON_OK) {
        status = agon_match_resume(&match, &def, &replay, error);
        agon_hosted_begin(hosted, &match);
    }
    if (status == AGON_OK) {
        status = replay_rows(hosted, stored, &replay, error);
    }
    agon_replay_close(&replay);
    agon_text_free(&text);
    return status;
}

// ---------------------------------------------------------------------------------------------
// Messages

uint32_t agon_hosted_sequence(const agon_hosted *hosted, int viewer) {
    return hosted->sequences[agon_viewer_index(hosted->table.game, viewer)];
}

void agon_hosted_write_view(const agon_hosted *hosted, int viewer, agon_json *json) {
    agon_json_put_int(json, "sequence", agon_hosted_sequence(hosted, viewer));
    agon_match_write_view(&hosted->match, viewer, json);
}

void agon_hosted_write_change(const agon_change *change, int viewer, uint32_t sequence,
                              agon_text *text) {
    agon_json json = {.text = text};
    agon_json_open(&json, '{');
    agon_json_put_string(&json, "type", "change");
    agon_json_put_int(&json, "sequence", sequence);
    agon_change_write(change, viewer, &json);
    agon_json_close(&json, '}');
}
