// A replay in memory, at any move.
#include "apps/terminal/replay/timeline.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILE_MAX_BYTES (256u << 20)
#define STILL_EVERY 16 // moves between two states that are kept

static bool reserve(agon_film *film, void **items, size_t *capacity, size_t count, size_t size) {
    if (count < *capacity) {
        return true;
    }
    const size_t wanted = *capacity ? 2 * *capacity : 64;
    void *larger = realloc(*items, wanted * size);
    if (!larger) {
        film->failed = true;
        return false;
    }
    *items = larger;
    *capacity = wanted;
    return true;
}

static void keep_event(void *user, const agon_event *event) {
    agon_film *film = user;
    if (reserve(film, (void **)&film->events, &film->event_capacity, film->event_count,
                sizeof *event)) {
        film->events[film->event_count++] = *event;
    }
}

static void keep_still(agon_film *film) {
    const agon_state *state = film->replay.table.state;
    agon_state *still = malloc(state->used);
    if (!still || !reserve(film, (void **)&film->stills, &film->still_capacity, film->still_count,
                           sizeof(void *))) {
        free(still);
        film->failed = true;
        return;
    }
    agon_copy(still, state);
    film->stills[film->still_count++] = still;
}

static void keep_shot(agon_film *film, size_t first_event) {
    const agon_replay *replay = &film->replay;
    const agon_shot shot = {replay->player, film->action_count, replay->count, first_event};
    for (size_t i = 0; i < replay->count; i++) {
        if (reserve(film, (void **)&film->actions, &film->action_capacity, film->action_count,
                    sizeof(agon_action))) {
            film->actions[film->action_count++] = replay->actions[i];
        }
    }
    if (reserve(film, (void **)&film->shots, &film->shot_capacity, film->count, sizeof shot)) {
        film->shots[film->count++] = shot;
    }
    if (film->count % STILL_EVERY == 0) {
        keep_still(film);
    }
}

// ---------------------------------------------------------------------------------------------
// Reading

static agon_status read_file(agon_film *film, const char *path, agon_error *error) {
    const bool is_stdin = strcmp(path, "-") == 0;
    FILE *file = is_stdin ? stdin : fopen(path, "rb");
    char block[65536];
    size_t size;
    if (!file) {
        return agon_fail(error, AGON_BAD_REPLAY, NULL, "%s: %s", path, strerror(errno));
    }
    agon_text_add(&film->text, "", 0); // also an empty file has a text
    errno = 0;
    while (film->text.length <= FILE_MAX_BYTES &&
           (size = fread(block, 1, sizeof block, file)) > 0) {
        agon_text_add(&film->text, block, size);
    }
    const bool has_failed = ferror(file) != 0;
    const char *reason = errno ? strerror(errno) : "it cannot be read";
    if (!is_stdin) {
        fclose(file);
    }
    if (has_failed || film->text.failed || film->text.length > FILE_MAX_BYTES) {
        return agon_fail(error, AGON_BAD_REPLAY, NULL, "%s: %s", path,
                         has_failed ? reason : "the file is too large");
    }
    return AGON_OK;
}

static agon_status read_moves(agon_film *film, agon_error *reason) {
    agon_sink sink = {keep_event, film};
    film->replay.sink = &sink;
    agon_status status = AGON_OK;
    keep_still(film);
    for (agon_replay_part part = AGON_REPLAY_MOVE; status == AGON_OK && part == AGON_REPLAY_MOVE;) {
        const size_t first = film->event_count;
        status = agon_replay_next(&film->replay, &part, reason);
        if (status == AGON_OK && part == AGON_REPLAY_MOVE) {
            keep_shot(film, first);
        }
        film->is_whole = part == AGON_REPLAY_RESULT;
    }
    film->replay.sink = NULL;
    return status;
}

static agon_status furnish(agon_film *film, agon_error *error) {
    const agon_game *game = film->replay.table.game;
    const json_t *recorded = json_object_get(film->replay.head, "seats");
    const char *seats[AGON_MAX_PLAYERS];
    film->state = malloc(game->state_max);
    film->view = malloc(game->state_max);
    film->news = calloc(AGON_SCENE_EVENTS, sizeof *film->news);
    film->series.best_of = 1;
    if (film->failed || !film->state || !film->view || !film->news) {
        return agon_fail(error, AGON_NO_MEMORY, NULL, "out of memory");
    }
    for (int p = 0; p < game->players; p++) {
        const char *seat = json_string_value(json_array_get(recorded, (size_t)p));
        seats[p] = seat ? seat : "human";
        film->names[p] = film->name_texts[p];
    }
    agon_seat_names(seats, game->players, false, film->name_texts);
    agon_film_seek(film, 0);
    return AGON_OK;
}

agon_status agon_film_open(agon_film *film, const char *path, agon_error *error) {
    agon_error reason = {0};
    *film = (agon_film){0};
    agon_status status = read_file(film, path, error);
    if (status) {
        return status;
    }
    status = agon_replay_open(film->text.data, film->text.length, NULL, &film->replay, &reason);
    if (status == AGON_OK) {
        status = read_moves(film, &reason);
    }
    if (status) {
        return agon_fail(error, status, NULL, "%s:%u: %s%s%s", path, film->replay.line, reason.path,
                         reason.path[0] ? ": " : "", reason.message);
    }
    return furnish(film, error);
}

void agon_film_close(agon_film *film) {
    agon_replay_close(&film->replay);
    for (size_t i = 0; i < film->still_count; i++) {
        free(film->stills[i]);
    }
    free(film->stills);
    free(film->shots);
    free(film->actions);
    free(film->events);
    free(film->state);
    free(film->view);
    free(film->news);
    agon_text_free(&film->text);
    *film = (agon_film){0};
}

// ---------------------------------------------------------------------------------------------
// Looking

static void make_move(agon_film *film, const agon_shot *shot) {
    for (size_t i = 0; i < shot->action_count; i++) {
        const agon_status status =
            agon_apply(film->replay.table.game, film->state, shot->player,
                       film->actions[shot->first_action + i], NULL, film->state, NULL);
        (void)status; // it was accepted when the replay was read
    }
}

void agon_film_seek(agon_film *film, size_t position) {
    const size_t target = position < film->count ? position : film->count;
    const size_t still = target / STILL_EVERY;
    agon_copy(film->state, film->stills[still]);
    for (film->at = still * STILL_EVERY; film->at < target; film->at++) {
        make_move(film, &film->shots[film->at]);
    }
}

static bool sees(const agon_film *film, int viewer, const agon_event *event, agon_event *seen) {
    *seen = *event;
    return viewer == AGON_NOBODY ||
           agon_event_redact(film->replay.table.codec->rules->events, event, viewer, seen);
}

// The last events up to the position, oldest first, and how many of them came with its move.
static size_t gather_news(agon_film *film, int viewer, size_t *fresh) {
    const size_t end =
        film->at < film->count ? film->shots[film->at].first_event : film->event_count;
    const size_t known = film->at > 0 ? film->shots[film->at - 1].first_event : end;
    size_t first = AGON_SCENE_EVENTS; // filled from the end
    *fresh = 0;
    for (size_t i = end; i > 0 && first > 0; i--) {
        agon_event seen;
        if (sees(film, viewer, &film->events[i - 1], &seen)) {
            film->news[--first] = seen;
            *fresh += i - 1 >= known;
        }
    }
    memmove(film->news, film->news + first, (AGON_SCENE_EVENTS - first) * sizeof *film->news);
    return AGON_SCENE_EVENTS - first;
}

agon_scene agon_film_scene(agon_film *film, int viewer) {
    const agon_table *table = &film->replay.table;
    size_t fresh;
    agon_scene scene = {.codec = table->codec,
                        .game = table->game,
                        .view = film->view,
                        .player = viewer,
                        .names = film->names,
                        .events = film->news,
                        .series = &film->series,
                        .width = AGON_SCREEN_WIDTH,
                        .height = AGON_BOARD_LEAST};
    if (viewer == AGON_NOBODY || agon_view(table->game, film->state, viewer, film->view)) {
        scene.view = film->state;
        scene.player = AGON_NOBODY;
    }
    scene.event_count = gather_news(film, scene.player, &fresh);
    scene.fresh = scene.event_count - fresh;
    return scene;
}

void agon_film_say_move(agon_film *film, int viewer, agon_text *text) {
    const size_t at = film->at;
    if (at == 0) {
        return;
    }
    const agon_shot *shot = &film->shots[at - 1];
    const agon_face *face = agon_face_of(film->replay.table.codec);
    agon_text_printf(text, "%s", film->names[shot->player]);
    if (viewer != AGON_NOBODY && viewer != shot->player) {
        agon_text_puts(text, " has moved");
        return;
    }
    // An action is told by what was there before it.
    agon_film_seek(film, at - 1);
    const agon_scene scene = agon_film_scene(film, viewer);
    agon_text_puts(text, ": ");
    for (size_t i = 0; i < shot->action_count; i++) {
        agon_text_puts(text, i ? ", " : "");
        face->say_action(&scene, shot->player, film->actions[shot->first_action + i], text);
    }
    agon_film_seek(film, at);
}
