// A match as text, where there is no terminal to draw on.
#include "apps/terminal/replay/watch.h"

#include "apps/host/say.h"

#include <stdio.h>

static void print(agon_text *text) {
    fwrite(text->data ? text->data : "", 1, text->length, stdout);
    agon_text_free(text);
    *text = (agon_text){0};
}

static void write_head(const agon_film *film, agon_pen *pen) {
    const agon_table *table = &film->replay.table;
    agon_pen_put(pen, AGON_INK_PLAIN, "%s, %zu moves%s", table->codec->rules->title, film->count,
                 film->is_whole ? "" : ", without an end");
    agon_pen_end(pen);
    for (int p = 0; p < table->game->players; p++) {
        agon_text name = {0};
        agon_say_player(&name, table->codec, table->game, p);
        agon_pen_put(pen, AGON_INK_PLAIN, "  %s: %s", name.data ? name.data : "", film->names[p]);
        agon_pen_end(pen);
        agon_text_free(&name);
    }
    agon_pen_end(pen);
}

static void write_board(agon_film *film, int viewer, agon_pen *pen) {
    agon_scene scene = agon_film_scene(film, viewer);
    const agon_face *face = agon_face_of(scene.codec);
    scene.height = face->board_lines;
    pen->width = AGON_SCREEN_WIDTH;
    face->draw(&scene, pen);
    pen->width = 0;
    agon_pen_end(pen);
}

static void write_move(agon_film *film, int viewer, agon_pen *pen) {
    agon_text words = {0};
    agon_film_say_move(film, viewer, &words);
    agon_pen_put(pen, AGON_INK_PLAIN, "%5zu  %s", film->at, words.data ? words.data : "");
    agon_pen_end(pen);
    agon_text_free(&words);
    const agon_scene scene = agon_film_scene(film, viewer);
    const agon_face *face = agon_face_of(scene.codec);
    for (size_t i = scene.fresh; i < scene.event_count; i++) {
        agon_text event = {0};
        face->say_event(&scene, &scene.events[i], &event);
        if (event.length > 0) {
            agon_pen_put(pen, AGON_INK_PLAIN, "         %s", event.data);
            agon_pen_end(pen);
        }
        agon_text_free(&event);
    }
}

static void write_end(agon_film *film, agon_pen *pen) {
    const agon_table *table = &film->replay.table;
    const agon_result result =
        agon_result_make(table->game, film->state, film->replay.forfeits, film->replay.moves);
    if (!result.over) {
        agon_pen_put(pen, AGON_INK_PLAIN, "the replay ends here, without a result");
        agon_pen_end(pen);
        return;
    }
    for (int p = 0; p < table->game->players; p++) {
        agon_pen_put(pen, AGON_INK_PLAIN, "  %d.  %s, score %d%s", result.places[p], film->names[p],
                     (int)result.scores[p], result.forfeits[p] ? ", forfeited" : "");
        agon_pen_end(pen);
    }
}

void agon_watch_print(agon_film *film, int viewer, const agon_watch_settings *settings,
                      agon_terminal *terminal) {
    agon_text text = {0};
    agon_pen pen = agon_terminal_pen(terminal, &text);
    const size_t from = settings->from < film->count ? (size_t)settings->from : film->count;
    pen.width = 0;
    pen.colour = false;
    write_head(film, &pen);
    agon_film_seek(film, from);
    write_board(film, viewer, &pen);
    print(&text);
    for (size_t i = from + 1; i <= film->count; i++) {
        agon_film_seek(film, i);
        write_move(film, viewer, &pen);
        if (settings->has_boards && i < film->count) {
            write_board(film, viewer, &pen);
        }
        print(&text);
    }
    if (film->count > from) {
        agon_pen_end(&pen);
        write_board(film, viewer, &pen);
    }
    write_end(film, &pen);
    print(&text);
}
