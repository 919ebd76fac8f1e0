// A replay's file that is watched.
#include "apps/terminal/replay/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILE_MAX_BYTES (256u << 20)

// ---------------------------------------------------------------------------------------------
// Reading

static agon_status read_file(agon_watch_file *watched, const char *path, agon_error *error) {
    const bool is_stdin = strcmp(path, "-") == 0;
    FILE *file = is_stdin ? stdin : fopen(path, "rb");
    char block[65536];
    size_t size;
    if (!file) {
        return agon_error_set(error, AGON_BAD_REPLAY, NULL, "%s: %s", path, strerror(errno));
    }
    agon_text_add(&watched->text, "", 0); // also an empty file has a text
    errno = 0;
    while (watched->text.length <= FILE_MAX_BYTES &&
           (size = fread(block, 1, sizeof block, file)) > 0) {
        agon_text_add(&watched->text, block, size);
    }
    const bool has_failed = ferror(file) != 0;
    const char *reason = errno ? strerror(errno) : "it cannot be read";
    if (!is_stdin) {
        fclose(file);
    }
    if (has_failed || watched->text.failed || watched->text.length > FILE_MAX_BYTES) {
        return agon_error_set(error, AGON_BAD_REPLAY, NULL, "%s: %s", path,
                              has_failed ? reason : "the file is too large");
    }
    return AGON_OK;
}

static agon_status read_timeline(agon_watch_file *file, const char *path, agon_error *error) {
    agon_timeline *timeline = &file->timeline;
    agon_error reason = {0};
    agon_status status =
        agon_timeline_open(timeline, file->text.data, file->text.length, NULL, &reason);
    if (status) {
        return agon_error_set(error, status, NULL, "%s:1: %s%s%s", path, reason.path,
                              reason.path[0] ? ": " : "", reason.message);
    }
    const agon_replay_verdict *verdict = &timeline->verdict;
    if (!verdict->ok && !verdict->is_cut) {
        return agon_error_set(error, verdict->status, NULL, "%s:%u: %s", path, verdict->line,
                              verdict->reason);
    }
    return AGON_OK;
}

static void name_seats(agon_watch_file *file) {
    const agon_replay *replay = &file->timeline.replay;
    const agon_value *recorded = agon_value_member(replay->head, "seats");
    const int players = replay->table.game->players;
    const char *seats[AGON_MAX_PLAYERS];
    for (int p = 0; p < players; p++) {
        const char *seat = agon_value_text(agon_value_item(recorded, (size_t)p));
        seats[p] = seat ? seat : "human";
        file->names[p] = file->name_texts[p];
    }
    agon_seat_names(seats, players, false, file->name_texts);
}

agon_status agon_watch_open(agon_watch_file *file, const char *path, agon_error *error) {
    *file = (agon_watch_file){.series = {.best_of = 1}};
    agon_status status = read_file(file, path, error);
    if (status == AGON_OK) {
        status = read_timeline(file, path, error);
    }
    if (status) {
        return status;
    }
    file->view = malloc(file->timeline.replay.table.game->state_max);
    file->news = calloc(AGON_SCENE_EVENTS, sizeof *file->news);
    if (!file->view || !file->news) {
        return agon_error_set(error, AGON_NO_MEMORY, NULL, "out of memory");
    }
    name_seats(file);
    return AGON_OK;
}

void agon_watch_close(agon_watch_file *file) {
    agon_timeline_close(&file->timeline);
    free(file->view);
    free(file->news);
    agon_text_free(&file->text);
    *file = (agon_watch_file){0};
}

// ---------------------------------------------------------------------------------------------
// Looking

static bool sees(const agon_timeline *timeline, int viewer, const agon_event *event,
                 agon_event *seen) {
    *seen = *event;
    return viewer == AGON_NOBODY ||
           agon_event_redact(timeline->replay.table.codec->rules->events, event, viewer, seen);
}

// The last events up to the position, oldest first, and how many of them came with its move.
static size_t gather_news(agon_watch_file *file, int viewer, size_t *fresh) {
    const agon_timeline *timeline = &file->timeline;
    const size_t end = timeline->at < timeline->count ? timeline->moves[timeline->at].first_event
                                                      : timeline->event_count;
    const size_t known = timeline->at > 0 ? timeline->moves[timeline->at - 1].first_event : end;
    size_t first = AGON_SCENE_EVENTS; // filled from the end
    *fresh = 0;
    for (size_t i = end; i > 0 && first > 0; i--) {
        agon_event seen;
        if (sees(timeline, viewer, &timeline->events[i - 1], &seen)) {
            file->news[--first] = seen;
            *fresh += i - 1 >= known;
        }
    }
    memmove(file->news, file->news + first, (AGON_SCENE_EVENTS - first) * sizeof *file->news);
    return AGON_SCENE_EVENTS - first;
}

agon_scene agon_watch_scene(agon_watch_file *file, int viewer) {
    const agon_timeline *timeline = &file->timeline;
    const agon_table *table = &timeline->replay.table;
    size_t fresh;
    agon_scene scene = {.codec = table->codec,
                        .game = table->game,
                        .view = file->view,
                        .player = viewer,
                        .names = file->names,
                        .events = file->news,
                        .series = &file->series,
                        .width = AGON_SCREEN_WIDTH,
                        .height = AGON_BOARD_LEAST};
    if (viewer == AGON_NOBODY || agon_view(table->game, timeline->state, viewer, file->view)) {
        scene.view = timeline->state;
        scene.player = AGON_NOBODY;
    }
    scene.event_count = gather_news(file, scene.player, &fresh);
    scene.fresh = scene.event_count - fresh;
    return scene;
}

const char *agon_watch_forfeit_words(agon_fault fault) {
    return fault == AGON_FAULT_LATE   ? "ran out of time"
           : fault == AGON_FAULT_DEAD ? "gave up"
                                      : "forfeited";
}

void agon_watch_say_move(agon_watch_file *file, int viewer, agon_text *text) {
    agon_timeline *timeline = &file->timeline;
    const size_t at = timeline->at;
    if (at == 0) {
        return;
    }
    const agon_timeline_move *move = &timeline->moves[at - 1];
    const agon_game_screen *game_screen = agon_game_screen_of(timeline->replay.table.codec);
    agon_text_printf(text, "%s", file->names[move->player]);
    if (viewer != AGON_NOBODY && viewer != move->player) {
        agon_text_puts(text, " has moved");
        return;
    }
    // An action is told by what was there before it.
    agon_timeline_seek(timeline, at - 1);
    const agon_scene scene = agon_watch_scene(file, viewer);
    agon_text_puts(text, ": ");
    for (size_t i = 0; i < move->action_count; i++) {
        agon_text_puts(text, i ? ", " : "");
        game_screen->say_action(&scene, move->player, timeline->actions[move->first_action + i],
                                text);
    }
    agon_timeline_seek(timeline, at);
}
