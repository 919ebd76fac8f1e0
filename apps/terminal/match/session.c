// Seating a party, and what its people see.
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
static void note_seat(agon_party *party, int player, const char *text) {
    const char *name = agon_seat_person(text);
    char *seat = party->seat_texts[player];
    const size_t size = sizeof party->seat_texts[player];
    if (name) {
        snprintf(seat, size, "human%s%s", name[0] ? ":" : "", name);
    } else {
        snprintf(seat, size, "%s", text);
    }
    party->is_person[player] = name != NULL;
    party->persons += name != NULL;
}

static agon_status note_seats(agon_party *party, const agon_invitation *invitation,
                              agon_error *error) {
    const agon_replay *replay = &party->record.replay;
    const int players = replay->table.game->players;
    const json_t *recorded = json_object_get(replay->head, "seats");
    const size_t given = invitation->seat_count;
    if (given > 0 && given != (size_t)players) {
        return agon_fail(error, AGON_BAD_CONFIG, NULL,
                         "this match has %d players, but %zu seats are given", players, given);
    }
    for (int p = 0; p < players; p++) {
        const char *text = given > 0 ? invitation->seats[p]
                                     : json_string_value(json_array_get(recorded, (size_t)p));
        note_seat(party, p, text ? text : "human");
    }
    const char *texts[AGON_MAX_PLAYERS];
    for (int p = 0; p < players; p++) {
        texts[p] = party->seat_texts[p];
        party->names[p] = party->name_texts[p];
    }
    agon_seat_names(texts, players, party->persons == 1, party->name_texts);
    return party->persons > 0
               ? AGON_OK
               : agon_fail(error, AGON_BAD_CONFIG, NULL,
                           "nobody plays: --seat me takes a seat; 'agon match' lets bots play");
}

static agon_status seat_guests(agon_party *party, agon_error *error) {
    const agon_house house = {.codec = party->codec,
                              .config = json_object_get(party->record.replay.head, "config"),
                              .seed = party->seed,
                              .start_up = START_UP};
    for (int p = 0; p < party->record.replay.table.game->players; p++) {
        if (party->is_person[p]) {
            continue;
        }
        agon_status status =
            agon_guest_open(&party->guests[p], party->seat_texts[p], p, &house, error);
        if (status) {
            return status;
        }
        party->seats[p] = party->guests[p].seat;
    }
    return AGON_OK;
}

// ---------------------------------------------------------------------------------------------
// The runner

static void on_move(void *user, const agon_move *move) {
    agon_party *party = user;
    agon_record_add(&party->record, move, party->continues);
    party->continues = true;
}

static agon_status open_runner(agon_party *party, agon_error *error) {
    const agon_replay *replay = &party->record.replay;
    party->runner = (agon_runner){.game = replay->table.game,
                                  .state = replay->table.state,
                                  .seats = party->seats,
                                  .terms = agon_terms_default(),
                                  .seed = party->seed,
                                  .on_move = on_move,
                                  .user = party};
    agon_status status = agon_runner_open(&party->runner, error);
    if (status == AGON_OK) {
        // What the record says has happened already.
        party->runner.moves = replay->moves;
        memcpy(party->runner.forfeits, replay->forfeits, sizeof party->runner.forfeits);
    }
    return status;
}

// What a player knows since its last decision in the record.
static void find_known(agon_party *party) {
    const agon_record *record = &party->record;
    memset(party->known, 0, sizeof party->known);
    for (size_t i = 0; i < record->move_count; i++) {
        if (!record->moves[i].continues) {
            party->known[record->moves[i].player] = record->moves[i].first_event;
        }
    }
}

agon_status agon_party_rewind(agon_party *party, size_t count, agon_error *error) {
    agon_runner_close(&party->runner); // before what it plays on is gone
    agon_status status = agon_record_cut(&party->record, count, error);
    if (status == AGON_OK) {
        find_known(party);
        status = open_runner(party, error);
    }
    return status;
}

// ---------------------------------------------------------------------------------------------
// Opening

static agon_status begin_record(agon_party *party, const agon_invitation *invitation,
                                agon_error *error) {
    agon_table table;
    const agon_terms terms = agon_terms_default();
    const char *seats[AGON_MAX_PLAYERS];
    agon_status status = agon_table_seat(invitation->codec, (int)invitation->seat_count,
                                         invitation->config, invitation->seed, &table, error);
    if (status == AGON_OK && table.game->players != invitation->seat_count) {
        status = agon_fail(error, AGON_BAD_CONFIG, NULL,
                           "this match has %d players, but %zu seats are given",
                           table.game->players, invitation->seat_count);
    }
    if (status == AGON_OK) {
        for (size_t p = 0; p < invitation->seat_count; p++) {
            note_seat(party, (int)p, invitation->seats[p]);
            seats[p] = party->seat_texts[p];
        }
        party->persons = 0; // they are counted again when the record is read
        const agon_replay_head head = {.codec = invitation->codec,
                                       .game = table.game,
                                       .first = table.state,
                                       .config = invitation->config,
                                       .seed = &invitation->seed,
                                       .seats = seats,
                                       .terms = &terms};
        status = agon_record_create(&party->record, invitation->path, &head, error);
    }
    agon_table_free(&table);
    return status;
}

static agon_status resume_record(agon_party *party, const agon_invitation *invitation,
                                 agon_error *error) {
    agon_status status = agon_record_open(&party->record, invitation->path, error);
    if (status == AGON_OK && (party->record.is_over || party->record.replay.table.state->over)) {
        status = agon_fail(error, AGON_GAME_OVER, NULL,
                           "%s: this match is over; 'agon watch' shows it", invitation->path);
    }
    return status;
}

static agon_status furnish(agon_party *party, agon_error *error) {
    const agon_table *table = &party->record.replay.table;
    party->codec = table->codec;
    party->face = agon_face_of(party->codec);
    party->view = malloc(table->game->state_max);
    party->news = calloc(AGON_SCENE_EVENTS, sizeof *party->news);
    const bool has_seed = agon_seed_of_config(party->record.replay.head, &party->seed);
    if (!party->view || !party->news || (!has_seed && !agon_seed_fresh(&party->seed))) {
        return agon_fail(error, AGON_NO_MEMORY, NULL, "out of memory");
    }
    return AGON_OK;
}

agon_status agon_party_open(agon_party *party, agon_terminal *terminal,
                            const agon_invitation *invitation, agon_error *error) {
    *party = (agon_party){.terminal = terminal,
                          .record = {.file = -1},
                          .series = invitation->series,
                          .at_keyboard = -1,
                          .course = {.tutorial = invitation->tutorial, .deed = {.line = ""}}};
    agon_status status = invitation->is_resumed ? resume_record(party, invitation, error)
                                                : begin_record(party, invitation, error);
    if (status == AGON_OK) {
        status = note_seats(party, invitation, error);
    }
    if (status == AGON_OK) {
        status = furnish(party, error);
    }
    if (status == AGON_OK) {
        status = seat_guests(party, error);
    }
    if (status == AGON_OK) {
        find_known(party);
        status = open_runner(party, error);
    }
    return status;
}

void agon_party_close(agon_party *party) {
    agon_runner_close(&party->runner);
    for (int p = 0; p < AGON_MAX_PLAYERS; p++) {
        agon_guest_close(&party->guests[p]);
    }
    agon_record_close(&party->record);
    agon_choices_free(&party->choices);
    free(party->view);
    free(party->news);
    *party = (agon_party){.record = {.file = -1}};
}

// ---------------------------------------------------------------------------------------------
// What its people see

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
