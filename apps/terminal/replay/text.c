// A match as text, where there is no terminal to draw on.
#include "apps/terminal/replay/watch.h"

#include "apps/host/say.h"

#include <stdio.h>

static void print(agon_text *text) {
    fwrite(text->data ? text->data : "", 1, text->length, stdout);
    agon_text_free(text);
    *text = (agon_text){0};
}

static void write_head(const agon_watch_file *file, agon_pen *pen) {
    const agon_timeline *timeline = &file->timeline;
    const agon_table *table = &timeline->replay.table;
    agon_pen_put(pen, AGON_INK_PLAIN, "%s, %zu moves%s", table->codec->rules->title,
                 timeline->count, timeline->verdict.ok ? "" : ", without an end");
    agon_pen_end(pen);
    for (int p = 0; p < table->game->players; p++) {
        agon_text name = {0};
        agon_say_player(&name, table->codec, table->game, p);
        agon_pen_put(pen, AGON_INK_PLAIN, "  %s: %s", name.data ? name.data : "", file->names[p]);
        agon_pen_end(pen);
        agon_text_free(&name);
    }
    agon_pen_end(pen);
}

static void write_board(agon_watch_file *file, int viewer, agon_pen *pen) {
    agon_scene scene = agon_watch_scene(file, viewer);
    const agon_game_screen *game_screen = agon_game_screen_of(scene.codec);
    scene.height = game_screen->board_lines;
    pen->width = AGON_SCREEN_WIDTH;
    game_screen->draw(&scene, pen);
    pen->width = 0;
    agon_pen_end(pen);
}

static void write_move(agon_watch_file *file, int viewer, agon_pen *pen) {
    agon_text words = {0};
    agon_watch_say_move(file, viewer, &words);
    agon_pen_put(pen, AGON_INK_PLAIN, "%5zu  %s", file->timeline.at, words.data ? words.data : "");
    agon_pen_end(pen);
    agon_text_free(&words);
    const agon_scene scene = agon_watch_scene(file, viewer);
    const agon_game_screen *game_screen = agon_game_screen_of(scene.codec);
    for (size_t i = scene.fresh; i < scene.event_count; i++) {
        agon_text event = {0};
        game_screen->say_event(&scene, &scene.events[i], &event);
        if (event.length > 0) {
            agon_pen_put(pen, AGON_INK_PLAIN, "         %s", event.data);
            agon_pen_end(pen);
        }
        agon_text_free(&event);
    }
}

static void write_end(const agon_watch_file *file, agon_pen *pen) {
    const agon_timeline *timeline = &file->timeline;
    const agon_table *table = &timeline->replay.table;
    agon_result result = agon_timeline_result(timeline);
    if (!result.over) {
        agon_pen_put(pen, AGON_INK_PLAIN, "the replay ends here, without a result");
        agon_pen_end(pen);
        return;
    }
    agon_scores(table->game, timeline->state, result.scores); // of the board that is shown
    for (int p = 0; p < table->game->players; p++) {
        const agon_timeline_move *forfeit = agon_timeline_forfeit(timeline, p);
        agon_pen_put(pen, AGON_INK_PLAIN, "  %d.  %s, score %d%s%s", result.places[p],
                     file->names[p], (int)result.scores[p], forfeit ? ", " : "",
                     forfeit ? agon_watch_forfeit_words(forfeit->fault) : "");
        agon_pen_end(pen);
    }
    agon_pen_put(pen, AGON_INK_PLAIN, "  %s", agon_replay_chance_text(timeline->verdict.chance));
    agon_pen_end(pen);
}

void agon_watch_text(agon_watch_file *file, int viewer, const agon_watch_settings *settings,
                     agon_terminal *terminal) {
    agon_timeline *timeline = &file->timeline;
    agon_text text = {0};
    agon_pen pen = agon_terminal_pen(terminal, &text);
    const size_t from = settings->from < timeline->count ? (size_t)settings->from : timeline->count;
    pen.width = 0;
    pen.colour = false;
    write_head(file, &pen);
    agon_timeline_seek(timeline, from);
    write_board(file, viewer, &pen);
    print(&text);
    for (size_t i = from + 1; i <= timeline->count; i++) {
        agon_timeline_seek(timeline, i);
        write_move(file, viewer, &pen);
        if (settings->has_boards && i < timeline->count) {
            write_board(file, viewer, &pen);
        }
        print(&text);
    }
    if (timeline->count > from) {
        agon_pen_end(&pen);
        write_board(file, viewer, &pen);
    }
    write_end(file, &pen);
    print(&text);
}
