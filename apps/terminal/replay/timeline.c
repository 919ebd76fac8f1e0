// A replay in memory, at any move.
#include "apps/terminal/replay/timeline.h"

#include "src/codec/json.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILE_MAX_BYTES (256u << 20)
#define STILL_EVERY 16 // moves between two states that are kept

static bool reserve(agon_timeline *timeline, void **items, size_t *capacity, size_t count,
                    size_t size) {
    if (count < *capacity) {
        return true;
    }
    const size_t wanted = *capacity ? 2 * *capacity : 64;
    void *larger = realloc(*items, wanted * size);
    if (!larger) {
        timeline->failed = true;
        return false;
    }
    *items = larger;
    *capacity = wanted;
    return true;
}

static void keep_event(void *user, const agon_event *event) {
    agon_timeline *timeline = user;
    if (reserve(timeline, (void **)&timeline->events, &timeline->event_capacity,
                timeline->event_count, sizeof *event)) {
        timeline->events[timeline->event_count++] = *event;
    }
}

static void keep_snapshot(agon_timeline *timeline) {
    const agon_state *state = timeline->replay.table.state;
    agon_state *still = malloc(state->used);
    if (!still || !reserve(timeline, (void **)&timeline->snapshots, &timeline->snapshot_capacity,
                           timeline->snapshot_count, sizeof(void *))) {
        free(still);
        timeline->failed = true;
        return;
    }
    agon_copy(still, state);
    timeline->snapshots[timeline->snapshot_count++] = still;
}

static void keep_move(agon_timeline *timeline, size_t first_event) {
    const agon_replay *replay = &timeline->replay;
    const agon_timeline_move move = {replay->player, timeline->action_count, replay->count,
                                     first_event};
    for (size_t i = 0; i < replay->count; i++) {
        if (reserve(timeline, (void **)&timeline->actions, &timeline->action_capacity,
                    timeline->action_count, sizeof(agon_action))) {
            timeline->actions[timeline->action_count++] = replay->actions[i];
        }
    }
    if (reserve(timeline, (void **)&timeline->moves, &timeline->move_capacity, timeline->count,
                sizeof move)) {
        timeline->moves[timeline->count++] = move;
    }
    if (timeline->count % STILL_EVERY == 0) {
        keep_snapshot(timeline);
    }
}

// ---------------------------------------------------------------------------------------------
// Reading

static agon_status read_file(agon_timeline *timeline, const char *path, agon_error *error) {
    const bool is_stdin = strcmp(path, "-") == 0;
    FILE *file = is_stdin ? stdin : fopen(path, "rb");
    char block[65536];
    size_t size;
    if (!file) {
        return agon_error_set(error, AGON_BAD_REPLAY, NULL, "%s: %s", path, strerror(errno));
    }
    agon_text_add(&timeline->text, "", 0); // also an empty file has a text
    errno = 0;
    while (timeline->text.length <= FILE_MAX_BYTES &&
           (size = fread(block, 1, sizeof block, file)) > 0) {
        agon_text_add(&timeline->text, block, size);
    }
    const bool has_failed = ferror(file) != 0;
    const char *reason = errno ? strerror(errno) : "it cannot be read";
    if (!is_stdin) {
        fclose(file);
    }
    if (has_failed || timeline->text.failed || timeline->text.length > FILE_MAX_BYTES) {
        return agon_error_set(error, AGON_BAD_REPLAY, NULL, "%s: %s", path,
                              has_failed ? reason : "the file is too large");
    }
    return AGON_OK;
}

static agon_status read_moves(agon_timeline *timeline, agon_error *reason) {
    agon_sink sink = {keep_event, timeline};
    timeline->replay.sink = &sink;
    agon_status status = AGON_OK;
    keep_snapshot(timeline);
    for (agon_replay_part part = AGON_REPLAY_MOVE; status == AGON_OK && part == AGON_REPLAY_MOVE;) {
        const size_t first = timeline->event_count;
        status = agon_replay_next(&timeline->replay, &part, reason);
        if (status == AGON_OK && part == AGON_REPLAY_MOVE) {
            keep_move(timeline, first);
        }
        timeline->is_whole = part == AGON_REPLAY_RESULT;
    }
    timeline->replay.sink = NULL;
    return status;
}

static agon_status furnish(agon_timeline *timeline, agon_error *error) {
    const agon_game *game = timeline->replay.table.game;
    const json_t *recorded = json_object_get(agon_json_of(timeline->replay.head), "seats");
    const char *seats[AGON_MAX_PLAYERS];
    timeline->state = malloc(game->state_max);
    timeline->view = malloc(game->state_max);
    timeline->news = calloc(AGON_SCENE_EVENTS, sizeof *timeline->news);
    timeline->series.best_of = 1;
    if (timeline->failed || !timeline->state || !timeline->view || !timeline->news) {
        return agon_error_set(error, AGON_NO_MEMORY, NULL, "out of memory");
    }
    for (int p = 0; p < game->players; p++) {
        const char *seat = json_string_value(json_array_get(recorded, (size_t)p));
        seats[p] = seat ? seat : "human";
        timeline->names[p] = timeline->name_texts[p];
    }
    agon_seat_names(seats, game->players, false, timeline->name_texts);
    agon_timeline_seek(timeline, 0);
    return AGON_OK;
}

agon_status agon_timeline_open(agon_timeline *timeline, const char *path, agon_error *error) {
    agon_error reason = {0};
    *timeline = (agon_timeline){0};
    agon_status status = read_file(timeline, path, error);
    if (status) {
        return status;
    }
    status = agon_replay_open(timeline->text.data, timeline->text.length, NULL, &timeline->replay,
                              &reason);
    if (status == AGON_OK) {
        status = read_moves(timeline, &reason);
    }
    if (status) {
        return agon_error_set(error, status, NULL, "%s:%u: %s%s%s", path, timeline->replay.line,
                              reason.path, reason.path[0] ? ": " : "", reason.message);
    }
    return furnish(timeline, error);
}

void agon_timeline_close(agon_timeline *timeline) {
    agon_replay_close(&timeline->replay);
    for (size_t i = 0; i < timeline->snapshot_count; i++) {
        free(timeline->snapshots[i]);
    }
    free(timeline->snapshots);
    free(timeline->moves);
    free(timeline->actions);
    free(timeline->events);
    free(timeline->state);
    free(timeline->view);
    free(timeline->news);
    agon_text_free(&timeline->text);
    *timeline = (agon_timeline){0};
}

// ---------------------------------------------------------------------------------------------
// Looking

static void make_move(agon_timeline *timeline, const agon_timeline_move *move) {
    for (size_t i = 0; i < move->action_count; i++) {
        const agon_status status =
            agon_apply(timeline->replay.table.game, timeline->state, move->player,
                       timeline->actions[move->first_action + i], NULL, timeline->state, NULL);
        (void)status; // it was accepted when the replay was read
    }
}

void agon_timeline_seek(agon_timeline *timeline, size_t position) {
    const size_t target = position < timeline->count ? position : timeline->count;
    const size_t still = target / STILL_EVERY;
    agon_copy(timeline->state, timeline->snapshots[still]);
    for (timeline->at = still * STILL_EVERY; timeline->at < target; timeline->at++) {
        make_move(timeline, &timeline->moves[timeline->at]);
    }
}

static bool sees(const agon_timeline *timeline, int viewer, const agon_event *event,
                 agon_event *seen) {
    *seen = *event;
    return viewer == AGON_NOBODY ||
           agon_event_redact(timeline->replay.table.codec->rules->events, event, viewer, seen);
}

// The last events up to the position, oldest first, and how many of them came with its move.
static size_t gather_news(agon_timeline *timeline, int viewer, size_t *fresh) {
    const size_t end = timeline->at < timeline->count ? timeline->moves[timeline->at].first_event
                                                      : timeline->event_count;
    const size_t known = timeline->at > 0 ? timeline->moves[timeline->at - 1].first_event : end;
    size_t first = AGON_SCENE_EVENTS; // filled from the end
    *fresh = 0;
    for (size_t i = end; i > 0 && first > 0; i--) {
        agon_event seen;
        if (sees(timeline, viewer, &timeline->events[i - 1], &seen)) {
            timeline->news[--first] = seen;
            *fresh += i - 1 >= known;
        }
    }
    memmove(timeline->news, timeline->news + first,
            (AGON_SCENE_EVENTS - first) * sizeof *timeline->news);
    return AGON_SCENE_EVENTS - first;
}

agon_scene agon_timeline_scene(agon_timeline *timeline, int viewer) {
    const agon_table *table = &timeline->replay.table;
    size_t fresh;
    agon_scene scene = {.codec = table->codec,
                        .game = table->game,
                        .view = timeline->view,
                        .player = viewer,
                        .names = timeline->names,
                        .events = timeline->news,
                        .series = &timeline->series,
                        .width = AGON_SCREEN_WIDTH,
                        .height = AGON_BOARD_LEAST};
    if (viewer == AGON_NOBODY || agon_view(table->game, timeline->state, viewer, timeline->view)) {
        scene.view = timeline->state;
        scene.player = AGON_NOBODY;
    }
    scene.event_count = gather_news(timeline, scene.player, &fresh);
    scene.fresh = scene.event_count - fresh;
    return scene;
}

void agon_timeline_say_move(agon_timeline *timeline, int viewer, agon_text *text) {
    const size_t at = timeline->at;
    if (at == 0) {
        return;
    }
    const agon_timeline_move *move = &timeline->moves[at - 1];
    const agon_game_screen *game_screen = agon_game_screen_of(timeline->replay.table.codec);
    agon_text_printf(text, "%s", timeline->names[move->player]);
    if (viewer != AGON_NOBODY && viewer != move->player) {
        agon_text_puts(text, " has moved");
        return;
    }
    // An action is told by what was there before it.
    agon_timeline_seek(timeline, at - 1);
    const agon_scene scene = agon_timeline_scene(timeline, viewer);
    agon_text_puts(text, ": ");
    for (size_t i = 0; i < move->action_count; i++) {
        agon_text_puts(text, i ? ", " : "");
        game_screen->say_action(&scene, move->player, timeline->actions[move->first_action + i],
                                text);
    }
    agon_timeline_seek(timeline, at);
}
