// A replay in memory, at any move.
#include "agon/timeline.h"

#include "src/common/list.h"
#include "src/match/replay/played.h"
#include "src/match/replay/verify.h"

#include <stdlib.h>
#include <string.h>

#define STATE_EVERY 16 // moves between two states that are kept

struct agon_timeline_internal {
    agon_event_list events;
    size_t move_capacity;
    size_t action_capacity;
    agon_state **states; // before move 0, 16, 32, …
    size_t state_count;
    size_t state_capacity;
    size_t known_events; // before the line that is being read
};

// ---------------------------------------------------------------------------------------------
// Reading

static bool keep_state(agon_timeline *timeline) {
    struct agon_timeline_internal *internal = timeline->internal;
    const agon_state *state = timeline->replay.table.state;
    agon_state *copy = malloc(state->used);
    if (!copy || !agon_grow(&internal->states, &internal->state_capacity, internal->state_count + 1,
                            sizeof(agon_state *))) {
        free(copy);
        return false;
    }
    agon_copy(copy, state);
    internal->states[internal->state_count++] = copy;
    return true;
}

static bool keep_move(void *user, const agon_replay *replay) {
    agon_timeline *timeline = user;
    struct agon_timeline_internal *internal = timeline->internal;
    const agon_move_facts facts = agon_move_facts_read(replay);
    if (internal->events.failed ||
        !agon_grow(&timeline->moves, &internal->move_capacity, timeline->recorded + 1,
                   sizeof *timeline->moves) ||
        !agon_grow(&timeline->actions, &internal->action_capacity,
                   timeline->action_count + replay->count, sizeof *timeline->actions)) {
        return false;
    }
    timeline->moves[timeline->recorded++] =
        (agon_timeline_move){.player = facts.player,
                             .by = facts.by,
                             .forfeits = facts.forfeits,
                             .fault = facts.fault,
                             .first_action = timeline->action_count,
                             .action_count = replay->count,
                             .first_event = internal->known_events};
    memcpy(timeline->actions + timeline->action_count, replay->actions,
           replay->count * sizeof *timeline->actions);
    timeline->action_count += replay->count;
    internal->known_events = internal->events.count;
    return timeline->recorded % STATE_EVERY != 0 || keep_state(timeline);
}

// The first state is there before any line of moves is read: it is made again from the first line.
static agon_status keep_first(agon_timeline *timeline, const char *text, size_t length,
                              const agon_codec *codec, agon_error *error) {
    agon_status status = agon_replay_open(text, length, codec, &timeline->replay, error);
    if (status == AGON_OK && !keep_state(timeline)) {
        status = agon_error_set(error, AGON_NO_MEMORY, NULL, "out of memory");
    }
    agon_replay_close(&timeline->replay);
    return status;
}

// How many moves were played. Whoever forfeited before the one who decided it was stood in for while
// others played.
static size_t count_played(const agon_timeline *timeline) {
    const agon_replay *replay = &timeline->replay;
    AGON_ASSERT(replay->table.game && replay->table.state);
    const int players = replay->table.game->players;
    agon_played played = {0};
    int forfeits = 0;
    for (int p = 0; p < players; p++) {
        forfeits += replay->forfeits[p] != 0;
        if (replay->forfeits[p] != 0 && replay->forfeits[p] < players - 1) {
            played.gone |= agon_viewer_bit(p);
        }
    }
    for (size_t i = 0; i < timeline->recorded; i++) {
        const agon_timeline_move *move = &timeline->moves[i];
        agon_played_add(&played, &(agon_move_facts){.player = move->player,
                                                    .by = move->by,
                                                    .forfeits = move->forfeits,
                                                    .fault = move->fault});
    }
    return agon_played_count(&played,
                             replay->table.state->over && forfeits > 0 && forfeits >= players - 1);
}

// What can be seen ends where nobody played any more.
static void end_where_played(agon_timeline *timeline) {
    timeline->count = count_played(timeline);
    // Of a line that does not hold, events may have been made.
    timeline->event_count = timeline->count < timeline->recorded
                                ? timeline->moves[timeline->count].first_event
                                : timeline->internal->known_events;
    timeline->events = timeline->internal->events.items;
}

static agon_status read_all(agon_timeline *timeline, const char *text, size_t length,
                            const agon_codec *codec, agon_error *error) {
    agon_sink sink = agon_event_list_sink(&timeline->internal->events);
    timeline->verdict =
        agon_replay_read(&timeline->replay, text, length, codec, &sink, keep_move, timeline);
    if (timeline->verdict.status != AGON_NO_MEMORY && timeline->replay.table.game) {
        timeline->state = malloc(timeline->replay.table.game->state_max);
    }
    if (!timeline->state) {
        return agon_error_set(error, AGON_NO_MEMORY, NULL, "out of memory");
    }
    end_where_played(timeline);
    return AGON_OK;
}

agon_status agon_timeline_open(agon_timeline *timeline, const char *text, size_t length,
                               const agon_codec *codec, agon_error *error) {
    AGON_ASSERT(timeline && (text || length == 0));
    *timeline = (agon_timeline){.internal = calloc(1, sizeof *timeline->internal)};
    if (!timeline->internal) {
        return agon_error_set(error, AGON_NO_MEMORY, NULL, "out of memory");
    }
    agon_status status = keep_first(timeline, text, length, codec, error);
    if (status == AGON_OK) {
        status = read_all(timeline, text, length, codec, error);
    }
    if (status == AGON_OK) {
        agon_timeline_seek(timeline, 0);
    }
    return status;
}

void agon_timeline_close(agon_timeline *timeline) {
    AGON_ASSERT(timeline);
    struct agon_timeline_internal *internal = timeline->internal;
    agon_replay_close(&timeline->replay);
    for (size_t i = 0; internal && i < internal->state_count; i++) {
        free(internal->states[i]);
    }
    if (internal) {
        free(internal->states);
        agon_event_list_free(&internal->events);
    }
    free(internal);
    free(timeline->moves);
    free(timeline->actions);
    free(timeline->state);
    *timeline = (agon_timeline){0};
}

// ---------------------------------------------------------------------------------------------
// Looking

static void make_move(agon_timeline *timeline, const agon_timeline_move *move) {
    const agon_game *game = timeline->replay.table.game;
    for (size_t i = 0; i < move->action_count; i++) {
        const agon_status status =
            agon_apply(game, timeline->state, move->player,
                       timeline->actions[move->first_action + i], NULL, timeline->state, NULL);
        (void)status; // it was accepted when the replay was read
    }
}

void agon_timeline_seek(agon_timeline *timeline, size_t position) {
    AGON_ASSERT(timeline && timeline->internal);
    const size_t target = position < timeline->count ? position : timeline->count;
    const size_t kept = target / STATE_EVERY;
    agon_copy(timeline->state, timeline->internal->states[kept]);
    for (timeline->at = kept * STATE_EVERY; timeline->at < target; timeline->at++) {
        make_move(timeline, &timeline->moves[timeline->at]);
    }
}

agon_result agon_timeline_result(const agon_timeline *timeline) {
    AGON_ASSERT(timeline && timeline->internal);
    const agon_replay *replay = &timeline->replay;
    return agon_result_make(replay->table.game, replay->table.state, replay->forfeits,
                            replay->moves);
}

const agon_timeline_move *agon_timeline_forfeit(const agon_timeline *timeline, int player) {
    AGON_ASSERT(timeline && timeline->internal);
    for (size_t i = 0; i < timeline->recorded; i++) {
        if (timeline->moves[i].forfeits && timeline->moves[i].player == player) {
            return &timeline->moves[i];
        }
    }
    return NULL;
}

const agon_event *agon_timeline_events(const agon_timeline *timeline, size_t position,
                                       size_t *count) {
    AGON_ASSERT(timeline && timeline->internal && count);
    *count = 0;
    if (position == 0 || position > timeline->count) {
        return NULL;
    }
    const size_t first = timeline->moves[position - 1].first_event;
    const size_t end =
        position < timeline->count ? timeline->moves[position].first_event : timeline->event_count;
    *count = end - first;
    return *count ? timeline->events + first : NULL;
}
