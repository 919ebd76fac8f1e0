// What the people of a party see.
#include "apps/terminal/match/session.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void agon_party_tell(agon_party *party, bool is_trouble, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(party->message, sizeof party->message, format, arguments);
    va_end(arguments);
    party->is_trouble = is_trouble;
}

// The last events that a viewer may see, oldest first. Returns how many; `fresh` are the newest of
// them that it does not know yet.
static size_t gather_news(const agon_party *party, int viewer, size_t known, agon_event *news,
                          size_t *fresh) {
    const agon_record *record = &party->record;
    size_t first = AGON_SCENE_EVENTS; // filled from the end
    *fresh = 0;
    for (size_t i = record->event_count; i > 0 && first > 0; i--) {
        agon_event seen;
        if (agon_event_redact(party->codec->rules->events, &record->events[i - 1], viewer, &seen)) {
            news[--first] = seen;
            *fresh += i - 1 >= known;
        }
    }
    memmove(news, news + first, (AGON_SCENE_EVENTS - first) * sizeof *news);
    return AGON_SCENE_EVENTS - first;
}

agon_scene agon_party_scene(agon_party *party, int player) {
    const agon_table *table = &party->record.replay.table;
    agon_scene scene = {.codec = party->codec,
                        .game = table->game,
                        .view = party->view,
                        .player = player,
                        .names = party->names,
                        .events = party->news,
                        .series = &party->series,
                        .width = AGON_SCREEN_WIDTH,
                        .height = AGON_BOARD_LEAST};
    const agon_status status = agon_view(table->game, table->state, player, party->view);
    (void)status; // the player exists, and the state is no view
    size_t fresh;
    const size_t known = player < AGON_MAX_PLAYERS ? party->known[player] : 0;
    scene.event_count = gather_news(party, player, known, party->news, &fresh);
    scene.fresh = scene.event_count - fresh;
    return scene;
}

static void write_title(const agon_party *party, int player, char *title, size_t size) {
    const int players = party->record.replay.table.game->players;
    int length =
        snprintf(title, size, "%s: %s against", party->codec->rules->title, party->names[player]);
    if (players > 4 && (size_t)length < size) { // their names are on the board
        snprintf(title + length, size - (size_t)length, " %d others", players - 1);
        return;
    }
    for (int p = 0, listed = 0; p < players && (size_t)length < size; p++) {
        if (p != player) {
            length += snprintf(title + length, size - (size_t)length, "%s %s", listed++ ? "," : "",
                               party->names[p]);
        }
    }
}

static void write_corner(const agon_party *party, char *corner, size_t size) {
    const agon_course *course = &party->course;
    if (agon_course_text(course)) {
        snprintf(corner, size, "lesson %zu of %zu", course->lesson + 1,
                 course->tutorial->lesson_count);
    } else {
        snprintf(corner, size, "move %u", (unsigned)party->runner.moves + 1);
    }
}

static const char *default_message(const agon_party *party) {
    if (agon_course_waits(&party->course)) {
        return "Enter goes on; 'skip' leaves a lesson out";
    }
    return party->words[0] ? "back: another choice    help    quit"
                           : "help    rules    hint    undo    log    save    quit";
}

static void list_choices(agon_party *party, const agon_scene *scene) {
    agon_choices_free(&party->choices);
    party->face->list(scene, party->words, &party->choices);
    if (party->choices.count == 0 && party->words[0] && !party->choices.is_amount) {
        // The beginning leads nowhere any more.
        party->words[0] = '\0';
        agon_choices_free(&party->choices);
        party->face->list(scene, "", &party->choices);
    }
}

static void draw(agon_party *party, int player, bool has_choices, const char *footer) {
    char title[160];
    char corner[48];
    agon_text text = {0};
    agon_pen pen = agon_terminal_pen(party->terminal, &text);
    const agon_scene scene = agon_party_scene(party, player);
    const bool has_list = has_choices && !agon_course_waits(&party->course);
    write_title(party, player, title, sizeof title);
    write_corner(party, corner, sizeof corner);
    if (has_list) {
        list_choices(party, &scene);
    }
    const bool has_message = party->message[0] || !has_choices;
    const agon_screen screen = {
        .face = party->face,
        .scene = &scene,
        .title = title,
        .corner = corner,
        .lesson = has_choices ? agon_course_text(&party->course) : NULL,
        .choices = has_list ? &party->choices : NULL,
        .page = party->page,
        .message = has_message ? party->message : default_message(party),
        .message_ink = !party->message[0]  ? AGON_INK_DIM
                       : party->is_trouble ? AGON_INK_BAD
                                           : AGON_INK_BOLD,
        .footer = footer,
        .width = party->terminal->width,
        .height = party->terminal->height,
    };
    party->pages = agon_screen_write(&screen, &pen);
    agon_terminal_show(party->terminal, &text);
    agon_text_free(&text);
}

void agon_party_draw(agon_party *party, int player, bool has_choices) {
    draw(party, player, has_choices, "");
}

void agon_party_draw_end(agon_party *party, int player, const char *footer) {
    draw(party, player, false, footer);
}
