// Opening a sitting, and what its people see.
#define _GNU_SOURCE
#include "apps/terminal/match/sitting.h"

#include "apps/host/say.h"
#include "apps/host/tables.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define START_UP 10000000 // microseconds for a program to get ready

// ---------------------------------------------------------------------------------------------
// Seats

// Where a person sits the record says so in a word that `agon match` knows too.
static void note_seat(agon_sitting *sitting, int player, const char *text) {
    const char *name = agon_seat_person(text);
    char *seat = sitting->seat_texts[player];
    const size_t size = sizeof sitting->seat_texts[player];
    if (name) {
        snprintf(seat, size, "human%s%s", name[0] ? ":" : "", name);
    } else {
        snprintf(seat, size, "%s", text);
    }
    sitting->is_person[player] = name != NULL;
    sitting->persons += name != NULL;
}

static agon_status note_seats(agon_sitting *sitting, const agon_sitting_def *def,
                              agon_error *error) {
    const agon_replay *replay = &sitting->record.replay;
    const int players = replay->table.game->players;
    const json_t *recorded = json_object_get(agon_json_of(replay->head), "seats");
    const size_t given = def->seat_count;
    if (given > 0 && given != (size_t)players) {
        return agon_error_set(error, AGON_BAD_CONFIG, NULL,
                              "this match has %d players, but %zu seats are given", players, given);
    }
    for (int p = 0; p < players; p++) {
        const char *text =
            given > 0 ? def->seats[p] : json_string_value(json_array_get(recorded, (size_t)p));
        note_seat(sitting, p, text ? text : "human");
    }
    const char *texts[AGON_MAX_PLAYERS];
    for (int p = 0; p < players; p++) {
        texts[p] = sitting->seat_texts[p];
        sitting->names[p] = sitting->name_texts[p];
    }
    agon_seat_names(texts, players, sitting->persons == 1, sitting->name_texts);
    return sitting->persons > 0 || sitting->script
               ? AGON_OK
               : agon_error_set(
                     error, AGON_BAD_CONFIG, NULL,
                     "nobody plays: --seat me takes a seat; 'agon match' lets bots play");
}

static agon_status seat_holders(agon_sitting *sitting, agon_error *error) {
    const agon_seat_setup setup = {
        .codec = sitting->codec,
        .config = json_object_get(agon_json_of(sitting->record.replay.head), "config"),
        .seed = sitting->seed,
        .start_up = START_UP};
    for (int p = 0; p < sitting->record.replay.table.game->players; p++) {
        if (sitting->is_person[p] || sitting->script) {
            continue;
        }
        agon_status status =
            agon_seat_holder_open(&sitting->holders[p], sitting->seat_texts[p], p, &setup, error);
        if (status) {
            return status;
        }
        sitting->seats[p] = sitting->holders[p].seat;
    }
    return AGON_OK;
}

// ---------------------------------------------------------------------------------------------
// The match

// As the first line of the file says it. Without a clock to look at no time runs out.
static agon_terms terms_of(const agon_replay *replay) {
    agon_terms terms = agon_terms_default();
    const char *clock = json_string_value(json_object_get(agon_json_of(replay->head), "clock"));
    const char *policy = json_string_value(json_object_get(agon_json_of(replay->head), "fault"));
    const bool is_read = (!clock || agon_terms_read_clock(clock, &terms)) &&
                         (!policy || agon_terms_read_policy(policy, &terms));
    return is_read ? terms : agon_terms_default();
}

// People are patient, programs listen to what happens.
static agon_match_def def_of(const agon_sitting *sitting) {
    agon_match_def def = agon_match_def_default();
    const agon_replay *replay = &sitting->record.replay;
    def.codec = sitting->codec;
    def.game = replay->table.game;
    def.seed = sitting->seed;
    def.terms = terms_of(replay);
    if (sitting->script) {
        def.timed = sitting->script->timed;
        def.patient = sitting->script->patient;
        return def;
    }
    def.listening = AGON_NONE;
    for (int p = 0; p < def.game->players; p++) {
        def.patient |= sitting->is_person[p] ? agon_viewer_bit(p) : AGON_NONE;
        def.listening |= sitting->seats[p].driver ? agon_viewer_bit(p) : AGON_NONE;
    }
    return def;
}

// Goes on where the file ends.
static agon_status open_match(agon_sitting *sitting, agon_error *error) {
    const agon_match_def def = def_of(sitting);
    const agon_status status =
        agon_match_resume(&sitting->match, &def, &sitting->record.replay, error);
    sitting->loop = (agon_loop){.match = &sitting->match, .seats = sitting->seats};
    if (status == AGON_OK) {
        agon_loop_start(&sitting->loop);
    }
    return status;
}

static void close_match(agon_sitting *sitting) {
    if (sitting->loop.match) {
        agon_loop_close(&sitting->loop);
        agon_match_close(&sitting->match);
    }
    sitting->loop.match = NULL;
}

// What a player knows since its last decision in the record.
static void find_known(agon_sitting *sitting) {
    const agon_match_file *record = &sitting->record;
    memset(sitting->known, 0, sizeof sitting->known);
    for (size_t i = 0; i < record->move_count; i++) {
        if (!record->moves[i].continues) {
            sitting->known[record->moves[i].player] = record->moves[i].first_event;
        }
    }
}

agon_status agon_sitting_rewind(agon_sitting *sitting, size_t count, agon_error *error) {
    close_match(sitting); // before what it goes on from is gone
    agon_status status = agon_match_file_cut(&sitting->record, count, error);
    if (status == AGON_OK) {
        find_known(sitting);
        status = open_match(sitting, error);
    }
    return status;
}

// ---------------------------------------------------------------------------------------------
// Opening

static agon_status begin_record(agon_sitting *sitting, const agon_sitting_def *def,
                                agon_error *error) {
    agon_table table;
    const agon_sitting_script *script = def->script;
    const agon_terms terms = script ? script->terms : agon_terms_default();
    const char *seats[AGON_MAX_PLAYERS];
    agon_status status = agon_table_seat(def->codec, (int)def->seat_count,
                                         agon_value_of(def->config), def->seed, &table, error);
    if (status == AGON_OK && table.game->players != def->seat_count) {
        status = agon_error_set(error, AGON_BAD_CONFIG, NULL,
                                "this match has %d players, but %zu seats are given",
                                table.game->players, def->seat_count);
    }
    if (status == AGON_OK) {
        for (size_t p = 0; p < def->seat_count; p++) {
            note_seat(sitting, (int)p, def->seats[p]);
            seats[p] = sitting->seat_texts[p];
        }
        sitting->persons = 0; // they are counted again when the record is read
        const agon_replay_head head = {.codec = def->codec,
                                       .game = table.game,
                                       .first = table.state,
                                       .config = agon_value_of(def->config),
                                       .seed = &def->seed,
                                       .seats = seats,
                                       .terms = &terms,
                                       .commitment = script ? script->commitment : NULL};
        status = agon_match_file_create(&sitting->record, def->path, &head, error);
    }
    agon_table_free(&table);
    return status;
}

static agon_status resume_record(agon_sitting *sitting, const agon_sitting_def *def,
                                 agon_error *error) {
    agon_status status = agon_match_file_open(&sitting->record, def->path, error);
    // One that was played to its end, but could not be finished, is finished now.
    if (status == AGON_OK && sitting->record.is_over) {
        status = agon_error_set(error, AGON_GAME_OVER, NULL,
                                "%s: this match is over; 'agon watch' shows it", def->path);
    }
    return status;
}

static agon_status furnish(agon_sitting *sitting, agon_error *error) {
    const agon_table *table = &sitting->record.replay.table;
    sitting->codec = table->codec;
    sitting->game_screen = agon_game_screen_of(sitting->codec);
    sitting->view = malloc(table->game->state_max);
    sitting->news = calloc(AGON_SCENE_EVENTS, sizeof *sitting->news);
    const bool has_seed = agon_seed_of_config(sitting->record.replay.head, &sitting->seed);
    if (!sitting->view || !sitting->news || (!has_seed && !agon_seed_fresh(&sitting->seed))) {
        return agon_error_set(error, AGON_NO_MEMORY, NULL, "out of memory");
    }
    return AGON_OK;
}

agon_status agon_sitting_open(agon_sitting *sitting, agon_terminal *terminal,
                              const agon_sitting_def *def, agon_error *error) {
    *sitting = (agon_sitting){.terminal = terminal,
                              .record = {.file = -1},
                              .series = def->series,
                              .script = def->script,
                              .at_keyboard = -1,
                              .course = {.tutorial = def->tutorial, .progress = {.line = ""}}};
    agon_status status =
        def->is_resumed ? resume_record(sitting, def, error) : begin_record(sitting, def, error);
    if (status == AGON_OK) {
        status = note_seats(sitting, def, error);
    }
    if (status == AGON_OK) {
        status = furnish(sitting, error);
    }
    if (status == AGON_OK) {
        status = seat_holders(sitting, error);
    }
    if (status == AGON_OK) {
        find_known(sitting);
        status = open_match(sitting, error);
    }
    return status;
}

void agon_sitting_close(agon_sitting *sitting) {
    close_match(sitting);
    for (int p = 0; p < AGON_MAX_PLAYERS; p++) {
        agon_seat_holder_close(&sitting->holders[p]);
    }
    agon_match_file_close(&sitting->record);
    agon_choices_free(&sitting->choices);
    free(sitting->view);
    free(sitting->news);
    *sitting = (agon_sitting){.record = {.file = -1}};
}

// ---------------------------------------------------------------------------------------------
// What its people see

void agon_sitting_tell(agon_sitting *sitting, bool is_trouble, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sitting->message, sizeof sitting->message, format, arguments);
    va_end(arguments);
    sitting->is_trouble = is_trouble;
}

// The last events that a viewer may see, oldest first. Returns how many; `fresh` are the newest of
// them that it does not know yet.
static size_t gather_news(const agon_sitting *sitting, int viewer, size_t known, agon_event *news,
                          size_t *fresh) {
    const agon_match_file *record = &sitting->record;
    size_t first = AGON_SCENE_EVENTS; // filled from the end
    *fresh = 0;
    for (size_t i = record->events.count; i > 0 && first > 0; i--) {
        agon_event seen;
        if (agon_event_redact(sitting->codec->rules->events, &record->events.items[i - 1], viewer,
                              &seen)) {
            news[--first] = seen;
            *fresh += i - 1 >= known;
        }
    }
    memmove(news, news + first, (AGON_SCENE_EVENTS - first) * sizeof *news);
    return AGON_SCENE_EVENTS - first;
}

agon_scene agon_sitting_scene(agon_sitting *sitting, int player) {
    const agon_match *match = &sitting->match;
    agon_scene scene = {.codec = sitting->codec,
                        .game = match->game,
                        .view = sitting->view,
                        .player = player,
                        .names = sitting->names,
                        .events = sitting->news,
                        .series = &sitting->series,
                        .width = AGON_SCREEN_WIDTH,
                        .height = AGON_BOARD_LEAST};
    const agon_status status =
        agon_view(match->game, agon_match_shown(match), player, sitting->view);
    (void)status; // the player exists, and the state is no view
    size_t fresh;
    const size_t known = player < AGON_MAX_PLAYERS ? sitting->known[player] : 0;
    scene.event_count = gather_news(sitting, player, known, sitting->news, &fresh);
    scene.fresh = scene.event_count - fresh;
    return scene;
}

static void write_title(const agon_sitting *sitting, int player, char *title, size_t size) {
    const int players = sitting->match.game->players;
    int length = snprintf(title, size, "%s: %s against", sitting->codec->rules->title,
                          sitting->names[player]);
    if (players > 4 && (size_t)length < size) { // their names are on the board
        snprintf(title + length, size - (size_t)length, " %d others", players - 1);
        return;
    }
    for (int p = 0, listed = 0; p < players && (size_t)length < size; p++) {
        if (p != player) {
            length += snprintf(title + length, size - (size_t)length, "%s %s", listed++ ? "," : "",
                               sitting->names[p]);
        }
    }
}

static void write_corner(const agon_sitting *sitting, char *corner, size_t size) {
    const agon_course *course = &sitting->course;
    if (agon_course_text(course)) {
        snprintf(corner, size, "lesson %zu of %zu", course->lesson + 1,
                 course->tutorial->lesson_count);
    } else if (agon_match_shown(&sitting->match) != sitting->match.state) {
        snprintf(corner, size, "given up");
    } else {
        snprintf(corner, size, "move %u", (unsigned)sitting->match.moves + 1);
    }
}

static const char *default_message(const agon_sitting *sitting) {
    if (agon_course_waits(&sitting->course)) {
        return "Enter goes on; 'skip' leaves a lesson out";
    }
    return sitting->words[0] ? "back: another choice    help    quit"
                             : "help    rules    hint    undo    log    save    quit";
}

static void list_choices(agon_sitting *sitting, const agon_scene *scene) {
    agon_choices_free(&sitting->choices);
    sitting->game_screen->list(scene, sitting->words, &sitting->choices);
    if (sitting->choices.count == 0 && sitting->words[0] && !sitting->choices.is_amount) {
        // The beginning leads nowhere any more.
        sitting->words[0] = '\0';
        agon_choices_free(&sitting->choices);
        sitting->game_screen->list(scene, "", &sitting->choices);
    }
}

static void draw(agon_sitting *sitting, int player, bool has_choices, const char *footer) {
    char title[160];
    char corner[48];
    agon_text text = {0};
    agon_pen pen = agon_terminal_pen(sitting->terminal, &text);
    const agon_scene scene = agon_sitting_scene(sitting, player);
    const bool has_list = has_choices && !agon_course_waits(&sitting->course);
    write_title(sitting, player, title, sizeof title);
    write_corner(sitting, corner, sizeof corner);
    if (has_list) {
        list_choices(sitting, &scene);
    }
    const bool has_message = sitting->message[0] || !has_choices;
    const agon_screen screen = {
        .game_screen = sitting->game_screen,
        .scene = &scene,
        .title = title,
        .corner = corner,
        .lesson = has_choices ? agon_course_text(&sitting->course) : NULL,
        .choices = has_list ? &sitting->choices : NULL,
        .page = sitting->page,
        .message = has_message ? sitting->message : default_message(sitting),
        .message_ink = !sitting->message[0]  ? AGON_INK_DIM
                       : sitting->is_trouble ? AGON_INK_BAD
                                             : AGON_INK_BOLD,
        .footer = footer,
        .width = sitting->terminal->width,
        .height = sitting->terminal->height,
    };
    sitting->pages = agon_screen_write(&screen, &pen);
    agon_terminal_show(sitting->terminal, &text);
    agon_text_free(&text);
}

void agon_sitting_draw(agon_sitting *sitting, int player, bool has_choices) {
    draw(sitting, player, has_choices, "");
}

void agon_sitting_draw_end(agon_sitting *sitting, int player, const char *footer) {
    draw(sitting, player, false, footer);
}
