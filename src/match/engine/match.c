// A match: opening, asking, accepting.
#include "src/match/engine/internal.h"

#include <stdlib.h>
#include <string.h>

agon_status agon_match_out_of_memory(agon_error *error) {
    return agon_error_set(error, AGON_NO_MEMORY, NULL, "out of memory");
}

agon_match_def agon_match_def_default(void) {
    return (agon_match_def){.terms = agon_terms_default(),
                            .timed = AGON_ALL,
                            .listening = AGON_ALL,
                            .is_recorded = true};
}

int agon_match_first(const agon_game *game, uint32_t moves) {
    AGON_ASSERT(game);
    return (int)(moves / game->players % game->players);
}

// ---------------------------------------------------------------------------------------------
// Rounds

agon_match_round agon_match_round_begin(const agon_match *match) {
    AGON_ASSERT(agon_match_is_open(match));
    return (agon_match_round){.asked = match->state->to_act,
                              .first = agon_match_first(match->game, match->moves)};
}

int agon_match_round_next(const agon_match *match, agon_match_round *round) {
    AGON_ASSERT(agon_match_is_open(match) && round);
    int players = match->game->players;
    for (; round->asked && round->passed < players; round->passed++) {
        int player = (round->first + round->passed) % players;
        if (round->asked >> player & 1u && agon_match_can_ask(match, player)) {
            return player;
        }
    }
    return -1;
}

// ---------------------------------------------------------------------------------------------
// Opening

static bool make_memory(agon_match *match) {
    size_t size = match->game->state_max;
    match->state = malloc(size);
    match->internal = calloc(1, sizeof *match->internal);
    if (match->internal) {
        match->internal->views[0] = malloc(size);
        match->internal->views[1] = malloc(size);
    }
    return match->state && match->internal && match->internal->views[0] &&
           match->internal->views[1];
}

static agon_status open_at(agon_match *match, const agon_match_def *def, const agon_state *state,
                           agon_error *error) {
    *match = (agon_match){.codec = def->codec,
                          .game = def->game,
                          .terms = def->terms,
                          .seed = def->seed,
                          .is_live = def->is_live,
                          .is_recorded = def->is_recorded};
    for (int p = 0; p < AGON_MAX_PLAYERS; p++) {
        match->seats[p].asked = AGON_NOT_MEASURED;
        match->seats[p].is_patient = def->patient >> p & 1u;
        match->seats[p].is_listening = def->listening >> p & 1u;
    }
    agon_clocks_open(match, def);
    if (!make_memory(match)) {
        return agon_match_out_of_memory(error);
    }
    agon_copy(match->state, state);
    return AGON_OK;
}

static agon_status write_head(agon_match *match, const agon_match_def *def, agon_text *head,
                              agon_error *error) {
    agon_replay_writer writer;
    agon_value *config = NULL;
    agon_error reason = {0};
    if (def->config && !(config = agon_value_parse(def->config, strlen(def->config), &reason))) {
        const bool is_bad = reason.status != AGON_NO_MEMORY;
        return agon_error_set(error, is_bad ? AGON_BAD_CONFIG : AGON_NO_MEMORY, reason.path, "%s",
                              reason.message);
    }
    agon_replay_begin(&writer, head,
                      &(agon_replay_head){.codec = def->codec,
                                          .game = def->game,
                                          .first = match->state,
                                          .config = config,
                                          .seed = def->is_given ? NULL : &match->seed,
                                          .seats = def->seats,
                                          .terms = &match->terms,
                                          .commitment = def->commitment});
    agon_value_free(config);
    match->chain = writer.chain;
    return head->failed ? agon_match_out_of_memory(error) : AGON_OK;
}

agon_status agon_match_open(agon_match *match, const agon_match_def *def, agon_text *head,
                            agon_error *error) {
    AGON_ASSERT(match && def && def->game && def->first);
    AGON_ASSERT(!def->is_recorded || (def->codec && def->seats && head));
    if (def->is_given && def->commitment) {
        return agon_error_set(error, AGON_BAD_CONFIG, "commitment",
                              "a match from a given state has no seed to commit to");
    }
    agon_status status = open_at(match, def, def->first, error);
    if (status == AGON_OK && def->is_recorded) {
        status = write_head(match, def, head, error);
    }
    return status;
}

agon_status agon_match_resume(agon_match *match, const agon_match_def *def,
                              const agon_replay *replay, agon_error *error) {
    AGON_ASSERT(match && def && replay && replay->table.game);
    agon_status status = open_at(match, def, replay->table.state, error);
    match->moves = replay->moves;
    match->chain = replay->chain;
    for (int p = 0; p < AGON_MAX_PLAYERS; p++) {
        match->seats[p].forfeit = replay->forfeits[p];
        match->seats[p].is_gone = replay->forfeits[p] != 0;
    }
    return status;
}

void agon_match_close(agon_match *match) {
    AGON_ASSERT(match);
    struct agon_match_internal *internal = match->internal;
    if (internal) {
        free(internal->views[0]);
        free(internal->views[1]);
        free(internal->last_played);
        for (int p = 0; p < AGON_MAX_PLAYERS; p++) {
            free(internal->faults[p].items);
        }
        agon_event_list_free(&internal->log);
        agon_event_list_free(&internal->told);
        free(internal);
    }
    free(match->state);
    match->state = NULL;
    match->internal = NULL;
}

agon_result agon_match_result(const agon_match *match) {
    AGON_ASSERT(agon_match_is_open(match));
    return agon_seats_result(match->game, match->state, match->seats, match->moves);
}

const agon_state *agon_match_shown(const agon_match *match) {
    AGON_ASSERT(agon_match_is_open(match));
    return match->internal->is_decided ? match->internal->last_played : match->state;
}

void agon_match_finish(const agon_match *match, const char *salt, agon_text *text) {
    AGON_ASSERT(agon_match_is_open(match) && text);
    agon_result result = agon_match_result(match);
    agon_replay_writer writer = {match->codec, match->game, text, match->chain};
    agon_replay_finish(&writer, &result, salt);
}

// ---------------------------------------------------------------------------------------------
// What seats are told with their questions

static bool is_listening(const agon_match *match, int player) {
    return match->seats[player].is_listening && !match->seats[player].is_gone;
}

// Drops from the log what everybody who listens knows.
static void forget(agon_match *match) {
    struct agon_match_internal *internal = match->internal;
    size_t known = internal->log.count;
    for (int p = 0; p < match->game->players; p++) {
        if (is_listening(match, p) && internal->known[p] < known) {
            known = internal->known[p];
        }
    }
    if (known < internal->log.count && known < internal->log.capacity / 2) {
        return; // moving so few is not worth it
    }
    internal->log.count -= known;
    if (internal->log.count > 0) {
        memmove(internal->log.items, internal->log.items + known,
                internal->log.count * sizeof *internal->log.items);
    }
    for (int p = 0; p < match->game->players; p++) {
        internal->known[p] = internal->known[p] > known ? internal->known[p] - known : 0;
    }
}

void agon_match_log(agon_match *match, const agon_change *change) {
    agon_event_list *log = &match->internal->log;
    if (change->event_count > 0) {
        memcpy(log->items + log->count, change->events,
               change->event_count * sizeof *change->events);
        log->count += change->event_count;
    }
    forget(match);
}

static void tell(agon_match *match, int player) {
    struct agon_match_internal *internal = match->internal;
    const agon_event_type *types = match->game->rules->events;
    agon_event seen;
    internal->told.count = 0;
    for (size_t i = internal->known[player]; i < internal->log.count; i++) {
        if (agon_event_redact(types, &internal->log.items[i], player, &seen)) {
            agon_event_list_add(&internal->told, &seen);
        }
    }
    internal->known[player] = internal->log.count;
}

// ---------------------------------------------------------------------------------------------
// Asking and accepting

bool agon_match_can_ask(const agon_match *match, int player) {
    AGON_ASSERT(agon_match_is_open(match) && agon_match_has(match, player));
    return (match->state->to_act >> player & 1u) && !match->seats[player].is_gone;
}

static int64_t time_left(const agon_match_seat *seat, int64_t now) {
    if (!seat->is_timed || !seat->clock.is_running) {
        return AGON_NO_LIMIT;
    }
    return agon_clock_rest(seat, now);
}

agon_status agon_match_ask(agon_match *match, int player, int64_t now, agon_question *question,
                           agon_error *error) {
    AGON_ASSERT(agon_match_is_open(match) && agon_match_has(match, player) && question);
    const agon_fault_list *faults = &match->internal->faults[player];
    agon_state *view = match->internal->views[0];
    agon_status status = agon_view(match->game, match->state, player, view);
    if (status) {
        return agon_error_set(error, status, NULL, "no view for player %d", player);
    }
    agon_clock_start(&match->seats[player], now);
    tell(match, player);
    if (match->internal->told.failed) {
        return agon_match_out_of_memory(error);
    }
    *question = (agon_question){
        .game = match->game,
        .view = view,
        .player = player,
        .events = match->internal->told.items,
        .event_count = match->internal->told.count,
        .time_left = time_left(&match->seats[player], now),
        .refused = faults->count > 0 ? &faults->items[faults->count - 1] : NULL,
    };
    return AGON_OK;
}

void agon_match_accept(agon_match *match, agon_change *change) {
    AGON_ASSERT(agon_match_is_open(match) && change && change->match == match);
    if (change->played < change->move_count) {
        agon_copy(match->internal->last_played, agon_change_shown(change));
        match->internal->is_decided = true;
    }
    agon_copy(match->state, change->state);
    memcpy(match->seats, change->seats, sizeof match->seats);
    match->chain = change->chain;
    match->moves += (uint32_t)change->move_count;
    for (size_t i = 0; i < change->move_count; i++) {
        match->internal->faults[change->moves[i].player].count = 0;
    }
    agon_match_log(match, change);
}

void agon_match_mark_gone(agon_match *match, int player, agon_fault why) {
    AGON_ASSERT(agon_match_is_open(match) && agon_match_has(match, player));
    agon_match_seat *seat = &match->seats[player];
    seat->is_gone = true;
    seat->clock.is_running = false;
    seat->pending = seat->forfeit ? AGON_FAULT_NONE : why;
}
