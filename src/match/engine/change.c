// Changes: moves made on a copy of the match, and their lines in the replay.
#include "src/match/engine/internal.h"

#include "src/match/replay/played.h"

#include <stdlib.h>
#include <string.h>

static const agon_fault_note no_fault; // so that a list of none has an address, too

bool agon_fault_list_add(agon_fault_list *list, const agon_fault_note *note) {
    if (!agon_grow(&list->items, &list->capacity, list->count + 1, sizeof *note)) {
        return false;
    }
    list->items[list->count++] = *note;
    return true;
}

void agon_change_close(agon_change *change) {
    AGON_ASSERT(change);
    struct agon_change_internal *internal = change->internal;
    if (internal) {
        free(internal->before);
        free(internal->moves);
        free(internal->faults.items);
        agon_event_list_free(&internal->events);
        free(internal);
    }
    free(change->state);
    agon_text_free(&change->lines);
    *change = (agon_change){0};
}

// Room for the states of this match; a change may have served a smaller one before.
static bool make_room(agon_change *change, size_t size) {
    if (!change->internal) {
        change->internal = calloc(1, sizeof *change->internal);
    }
    if (!change->internal || change->internal->state_size >= size) {
        return change->internal != NULL;
    }
    free(change->state);
    free(change->internal->before);
    change->state = malloc(size);
    change->internal->before = malloc(size);
    bool is_good = change->state && change->internal->before;
    change->internal->state_size = is_good ? size : 0;
    return is_good;
}

agon_status agon_change_begin(agon_change *change, agon_match *match, int player,
                              agon_error *error) {
    if (!make_room(change, match->game->state_max)) {
        return agon_match_out_of_memory(error);
    }
    change->match = match;
    change->player = player;
    agon_copy(change->state, match->state);
    memcpy(change->seats, match->seats, sizeof change->seats);
    change->chain = match->chain;
    change->lines.length = 0;
    change->lines.failed = false;
    change->move_count = 0;
    change->played = 0;
    change->event_count = 0;
    change->internal->events.count = 0;
    change->internal->events.failed = false;
    change->internal->faults.count = 0;
    change->internal->failed = false;
    return AGON_OK;
}

static uint8_t next_forfeit(const agon_change *change) {
    uint8_t count = 0;
    for (int p = 0; p < change->match->game->players; p++) {
        count = (uint8_t)(count + (change->seats[p].forfeit != 0));
    }
    return (uint8_t)(count + 1);
}

agon_status agon_change_add_fault(agon_change *change, const agon_fault_note *note,
                                  agon_error *error) {
    return agon_fault_list_add(&change->internal->faults, note) ? AGON_OK
                                                                : agon_match_out_of_memory(error);
}

static void write_line(agon_change *change, const agon_change_move *made) {
    const agon_match *match = change->match;
    const agon_move move = {
        .number = match->moves + (uint32_t)change->move_count,
        .player = made->player,
        .action = made->action,
        .by = made->by,
        .before = change->internal->before,
        .after = change->state,
        .time = made->time,
        .faults = made->fault_count ? change->internal->faults.items + made->first_fault : NULL,
        .fault_count = made->fault_count,
        .forfeits = made->forfeits};
    agon_replay_writer writer = {match->codec, match->game, &change->lines, change->chain};
    agon_replay_add(&writer, &move);
    change->chain = writer.chain;
}

agon_status agon_change_move_on(agon_change *change, const agon_change_step *step,
                                agon_error *error) {
    struct agon_change_internal *internal = change->internal;
    const agon_game *game = change->match->game;
    agon_sink sink = agon_event_list_sink(&internal->events);
    agon_context context = {.sink = &sink};
    size_t first_event = internal->events.count;
    if (!agon_grow(&internal->moves, &internal->move_capacity, change->move_count + 1,
                   sizeof *internal->moves)) {
        return agon_match_out_of_memory(error);
    }
    agon_copy(internal->before, change->state);
    agon_status status = agon_apply(game, internal->before, step->player, step->action, &context,
                                    change->state, error);
    if (status) {
        internal->events.count = first_event;
        return status;
    }
    agon_change_move *made = &internal->moves[change->move_count++];
    *made = (agon_change_move){.action = step->action,
                               .player = (uint8_t)step->player,
                               .forfeits = step->forfeits,
                               .by = step->by,
                               .time = step->time,
                               .first_event = first_event,
                               .event_count = internal->events.count - first_event,
                               .first_fault = internal->faults.count - step->fault_count,
                               .fault_count = step->fault_count};
    if (step->forfeits) {
        change->seats[step->player].forfeit = next_forfeit(change);
    }
    if (change->match->is_recorded) {
        write_line(change, made);
    }
    internal->failed |= internal->events.failed || change->lines.failed;
    return AGON_OK;
}

// What those who listen will be told: room for it is made before the change can be accepted.
static bool reserve_log(agon_change *change) {
    agon_event_list *log = &change->match->internal->log;
    return agon_grow(&log->items, &log->capacity, log->count + change->internal->events.count,
                     sizeof *log->items);
}

bool agon_change_is_decided(const agon_change *change) {
    const int players = change->match->game->players;
    int playing = 0;
    for (int p = 0; p < players; p++) {
        const agon_match_seat *seat = &change->seats[p];
        playing += !seat->forfeit && seat->pending == AGON_FAULT_NONE;
    }
    return playing <= (players > 1 ? 1 : 0);
}

static size_t count_played(const agon_change *change) {
    const struct agon_change_internal *internal = change->internal;
    agon_played played = {0};
    for (int p = 0; p < change->match->game->players; p++) {
        const bool is_gone =
            change->match->seats[p].is_gone && change->match->seats[p].pending == AGON_FAULT_NONE;
        played.gone |= is_gone ? agon_viewer_bit(p) : AGON_NONE;
    }
    for (size_t i = 0; i < change->move_count; i++) {
        const agon_change_move *move = &internal->moves[i];
        const size_t last = move->first_fault + move->fault_count;
        const agon_move_facts facts = {
            .player = move->player,
            .by = move->by,
            .forfeits = move->forfeits,
            .fault = move->fault_count ? internal->faults.items[last - 1].fault : AGON_FAULT_NONE};
        agon_played_add(&played, &facts);
    }
    return agon_played_count(&played, change->state->over && agon_change_is_decided(change));
}

// Makes the moves that were played once more, to where they led; in internal->before.
static agon_status make_played(agon_change *change, agon_error *error) {
    const agon_game *game = change->match->game;
    struct agon_match_internal *kept = change->match->internal;
    agon_state *state = change->internal->before;
    agon_status status = AGON_OK;
    if (!kept->last_played && !(kept->last_played = malloc(game->state_max))) {
        return agon_match_out_of_memory(error);
    }
    agon_copy(state, change->match->state);
    for (size_t i = 0; i < change->played && status == AGON_OK; i++) {
        const agon_change_move *move = &change->internal->moves[i];
        status = agon_apply(game, state, move->player, move->action, NULL, state, error);
    }
    return status;
}

const agon_state *agon_change_shown(const agon_change *change) {
    return change->played < change->move_count ? change->internal->before : change->state;
}

size_t agon_change_played_events(const agon_change *change) {
    return change->played < change->move_count ? change->moves[change->played].first_event
                                               : change->event_count;
}

agon_status agon_change_end(agon_change *change, agon_error *error) {
    return agon_change_end_played(change, count_played(change), error);
}

agon_status agon_change_end_played(agon_change *change, size_t played, agon_error *error) {
    struct agon_change_internal *internal = change->internal;
    if (internal->failed || !reserve_log(change)) {
        return agon_match_out_of_memory(error);
    }
    change->played = played;
    if (played < change->move_count) {
        agon_status status = make_played(change, error);
        if (status) {
            return status;
        }
    }
    change->events = internal->events.items;
    change->event_count = internal->events.count;
    change->faults = internal->faults.items ? internal->faults.items : &no_fault;
    change->moves = internal->moves;
    return AGON_OK;
}

const agon_fault_note *agon_change_forfeit_note(const agon_change *change, int player) {
    AGON_ASSERT(agon_change_is_open(change) && agon_match_has(change->match, player));
    for (size_t i = 0; i < change->move_count; i++) {
        const agon_change_move *move = &change->moves[i];
        if (move->player == player && move->forfeits) {
            return &change->faults[move->first_fault + move->fault_count - 1];
        }
    }
    return NULL;
}

agon_result agon_change_result(const agon_change *change) {
    AGON_ASSERT(agon_change_is_open(change));
    const agon_match *match = change->match;
    return agon_seats_result(match->game, change->state, change->seats,
                             match->moves + (uint32_t)change->move_count);
}

void agon_change_finish(const agon_change *change, const char *salt, agon_text *text) {
    AGON_ASSERT(agon_change_is_open(change) && text);
    const agon_match *match = change->match;
    agon_result result = agon_change_result(change);
    agon_replay_writer writer = {match->codec, match->game, text, change->chain};
    agon_replay_finish(&writer, &result, salt);
}
