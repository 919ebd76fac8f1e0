// Opening a session, and what its people see.
#define _GNU_SOURCE
#include "apps/terminal/match/session.h"

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
static void note_seat(agon_session *session, int player, const char *text) {
    const char *name = agon_seat_person(text);
    char *seat = session->seat_texts[player];
    const size_t size = sizeof session->seat_texts[player];
    if (name) {
        snprintf(seat, size, "human%s%s", name[0] ? ":" : "", name);
    } else {
        snprintf(seat, size, "%s", text);
    }
    session->is_person[player] = name != NULL;
    session->persons += name != NULL;
}

static agon_status note_seats(agon_session *session, const agon_session_def *def,
                              agon_error *error) {
    const agon_replay *replay = &session->record.replay;
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
        note_seat(session, p, text ? text : "human");
    }
    const char *texts[AGON_MAX_PLAYERS];
    for (int p = 0; p < players; p++) {
        texts[p] = session->seat_texts[p];
        session->names[p] = session->name_texts[p];
    }
    agon_seat_names(texts, players, session->persons == 1, session->name_texts);
    return session->persons > 0 || session->script
               ? AGON_OK
               : agon_error_set(
                     error, AGON_BAD_CONFIG, NULL,
                     "nobody plays: --seat me takes a seat; 'agon match' lets bots play");
}

static agon_status seat_holders(agon_session *session, agon_error *error) {
    const agon_seat_setup setup = {
        .codec = session->codec,
        .config = json_object_get(agon_json_of(session->record.replay.head), "config"),
        .seed = session->seed,
        .start_up = START_UP};
    for (int p = 0; p < session->record.replay.table.game->players; p++) {
        if (session->is_person[p] || session->script) {
            continue;
        }
        agon_status status =
            agon_seat_holder_open(&session->holders[p], session->seat_texts[p], p, &setup, error);
        if (status) {
            return status;
        }
        session->seats[p] = session->holders[p].seat;
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
static agon_match_def def_of(const agon_session *session) {
    agon_match_def def = agon_match_def_default();
    const agon_replay *replay = &session->record.replay;
    def.codec = session->codec;
    def.game = replay->table.game;
    def.seed = session->seed;
    def.terms = terms_of(replay);
    if (session->script) {
        def.timed = session->script->timed;
        def.patient = session->script->patient;
        return def;
    }
    def.listening = AGON_NONE;
    for (int p = 0; p < def.game->players; p++) {
        def.patient |= session->is_person[p] ? agon_viewer_bit(p) : AGON_NONE;
        def.listening |= session->seats[p].driver ? agon_viewer_bit(p) : AGON_NONE;
    }
    return def;
}

// Goes on where the file ends.
static agon_status open_match(agon_session *session, agon_error *error) {
    const agon_match_def def = def_of(session);
    const agon_status status =
        agon_match_resume(&session->match, &def, &session->record.replay, error);
    session->loop = (agon_loop){.match = &session->match, .seats = session->seats};
    if (status == AGON_OK) {
        agon_loop_start(&session->loop);
    }
    return status;
}

static void close_match(agon_session *session) {
    if (session->loop.match) {
        agon_loop_close(&session->loop);
        agon_match_close(&session->match);
    }
    session->loop.match = NULL;
}

// What a player knows since its last decision in the record.
static void find_known(agon_session *session) {
    const agon_match_file *record = &session->record;
    memset(session->known, 0, sizeof session->known);
    for (size_t i = 0; i < record->move_count; i++) {
        if (!record->moves[i].continues) {
            session->known[record->moves[i].player] = record->moves[i].first_event;
        }
    }
}

agon_status agon_session_rewind(agon_session *session, size_t count, agon_error *error) {
    close_match(session); // before what it goes on from is gone
    agon_status status = agon_match_file_cut(&session->record, count, error);
    if (status == AGON_OK) {
        find_known(session);
        status = open_match(session, error);
    }
    return status;
}

// ---------------------------------------------------------------------------------------------
// Opening

static agon_status begin_record(agon_session *session, const agon_session_def *def,
                                agon_error *error) {
    agon_table table;
    const agon_session_script *script = def->script;
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
            note_seat(session, (int)p, def->seats[p]);
            seats[p] = session->seat_texts[p];
        }
        session->persons = 0; // they are counted again when the record is read
        const agon_replay_head head = {.codec = def->codec,
                                       .game = table.game,
                                       .first = table.state,
                                       .config = agon_value_of(def->config),
                                       .seed = &def->seed,
                                       .seats = seats,
                                       .terms = &terms,
                                       .commitment = script ? script->commitment : NULL};
        status = agon_match_file_create(&session->record, def->path, &head, error);
    }
    agon_table_free(&table);
    return status;
}

static agon_status resume_record(agon_session *session, const agon_session_def *def,
                                 agon_error *error) {
    agon_status status = agon_match_file_open(&session->record, def->path, error);
    // One that was played to its end, but could not be finished, is finished now.
    if (status == AGON_OK && session->record.is_over) {
        status = agon_error_set(error, AGON_GAME_OVER, NULL,
                                "%s: this match is over; 'agon watch' shows it", def->path);
    }
    return status;
}

static agon_status furnish(agon_session *session, agon_error *error) {
    const agon_table *table = &session->record.replay.table;
    session->codec = table->codec;
    session->game_screen = agon_game_screen_of(session->codec);
    session->view = malloc(table->game->state_max);
    session->news = calloc(AGON_SCENE_EVENTS, sizeof *session->news);
    const bool has_seed = agon_seed_of_config(session->record.replay.head, &session->seed);
    if (!session->view || !session->news || (!has_seed && !agon_seed_fresh(&session->seed))) {
        return agon_error_set(error, AGON_NO_MEMORY, NULL, "out of memory");
    }
    return AGON_OK;
}

agon_status agon_session_open(agon_session *session, agon_terminal *terminal,
                              const agon_session_def *def, agon_error *error) {
    *session = (agon_session){.terminal = terminal,
                              .record = {.file = -1},
                              .series = def->series,
                              .script = def->script,
                              .at_keyboard = -1,
                              .course = {.tutorial = def->tutorial, .progress = {.line = ""}}};
    agon_status status =
        def->is_resumed ? resume_record(session, def, error) : begin_record(session, def, error);
    if (status == AGON_OK) {
        status = note_seats(session, def, error);
    }
    if (status == AGON_OK) {
        status = furnish(session, error);
    }
    if (status == AGON_OK) {
        status = seat_holders(session, error);
    }
    if (status == AGON_OK) {
        find_known(session);
        status = open_match(session, error);
    }
    return status;
}

void agon_session_close(agon_session *session) {
    close_match(session);
    for (int p = 0; p < AGON_MAX_PLAYERS; p++) {
        agon_seat_holder_close(&session->holders[p]);
    }
    agon_match_file_close(&session->record);
    agon_choices_free(&session->choices);
    free(session->view);
    free(session->news);
    *session = (agon_session){.record = {.file = -1}};
}

// ---------------------------------------------------------------------------------------------
// What its people see

void agon_session_tell(agon_session *session, bool is_trouble, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(session->message, sizeof session->message, format, arguments);
    va_end(arguments);
    session->is_trouble = is_trouble;
}

// The last events that a viewer may see, oldest first. Returns how many; `fresh` are the newest of
// them that it does not know yet.
static size_t gather_news(const agon_session *session, int viewer, size_t known, agon_event *news,
                          size_t *fresh) {
    const agon_match_file *record = &session->record;
    size_t first = AGON_SCENE_EVENTS; // filled from the end
    *fresh = 0;
    for (size_t i = record->events.count; i > 0 && first > 0; i--) {
        agon_event seen;
        if (agon_event_redact(session->codec->rules->events, &record->events.items[i - 1], viewer,
                              &seen)) {
            news[--first] = seen;
            *fresh += i - 1 >= known;
        }
    }
    memmove(news, news + first, (AGON_SCENE_EVENTS - first) * sizeof *news);
    return AGON_SCENE_EVENTS - first;
}

agon_scene agon_session_scene(agon_session *session, int player) {
    const agon_match *match = &session->match;
    agon_scene scene = {.codec = session->codec,
                        .game = match->game,
                        .view = session->view,
                        .player = player,
                        .names = session->names,
                        .events = session->news,
                        .series = &session->series,
                        .width = AGON_SCREEN_WIDTH,
                        .height = AGON_BOARD_LEAST};
    const agon_status status = agon_view(match->game, match->state, player, session->view);
    (void)status; // the player exists, and the state is no view
    size_t fresh;
    const size_t known = player < AGON_MAX_PLAYERS ? session->known[player] : 0;
    scene.event_count = gather_news(session, player, known, session->news, &fresh);
    scene.fresh = scene.event_count - fresh;
    return scene;
}

static void write_title(const agon_session *session, int player, char *title, size_t size) {
    const int players = session->match.game->players;
    int length = snprintf(title, size, "%s: %s against", session->codec->rules->title,
                          session->names[player]);
    if (players > 4 && (size_t)length < size) { // their names are on the board
        snprintf(title + length, size - (size_t)length, " %d others", players - 1);
        return;
    }
    for (int p = 0, listed = 0; p < players && (size_t)length < size; p++) {
        if (p != player) {
            length += snprintf(title + length, size - (size_t)length, "%s %s", listed++ ? "," : "",
                               session->names[p]);
        }
    }
}

static void write_corner(const agon_session *session, char *corner, size_t size) {
    const agon_course *course = &session->course;
    if (agon_course_text(course)) {
        snprintf(corner, size, "lesson %zu of %zu", course->lesson + 1,
                 course->tutorial->lesson_count);
    } else {
        snprintf(corner, size, "move %u", (unsigned)session->match.moves + 1);
    }
}

static const char *default_message(const agon_session *session) {
    if (agon_course_waits(&session->course)) {
        return "Enter goes on; 'skip' leaves a lesson out";
    }
    return session->words[0] ? "back: another choice    help    quit"
                             : "help    rules    hint    undo    log    save    quit";
}

static void list_choices(agon_session *session, const agon_scene *scene) {
    agon_choices_free(&session->choices);
    session->game_screen->list(scene, session->words, &session->choices);
    if (session->choices.count == 0 && session->words[0] && !session->choices.is_amount) {
        // The beginning leads nowhere any more.
        session->words[0] = '\0';
        agon_choices_free(&session->choices);
        session->game_screen->list(scene, "", &session->choices);
    }
}

static void draw(agon_session *session, int player, bool has_choices, const char *footer) {
    char title[160];
    char corner[48];
    agon_text text = {0};
    agon_pen pen = agon_terminal_pen(session->terminal, &text);
    const agon_scene scene = agon_session_scene(session, player);
    const bool has_list = has_choices && !agon_course_waits(&session->course);
    write_title(session, player, title, sizeof title);
    write_corner(session, corner, sizeof corner);
    if (has_list) {
        list_choices(session, &scene);
    }
    const bool has_message = session->message[0] || !has_choices;
    const agon_screen screen = {
        .game_screen = session->game_screen,
        .scene = &scene,
        .title = title,
        .corner = corner,
        .lesson = has_choices ? agon_course_text(&session->course) : NULL,
        .choices = has_list ? &session->choices : NULL,
        .page = session->page,
        .message = has_message ? session->message : default_message(session),
        .message_ink = !session->message[0]  ? AGON_INK_DIM
                       : session->is_trouble ? AGON_INK_BAD
                                             : AGON_INK_BOLD,
        .footer = footer,
        .width = session->terminal->width,
        .height = session->terminal->height,
    };
    session->pages = agon_screen_write(&screen, &pen);
    agon_terminal_show(session->terminal, &text);
    agon_text_free(&text);
}

void agon_session_draw(agon_session *session, int player, bool has_choices) {
    draw(session, player, has_choices, "");
}

void agon_session_draw_end(agon_session *session, int player, const char *footer) {
    draw(session, player, false, footer);
}
