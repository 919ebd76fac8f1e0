// Joining, leaving, playing again.
#define _GNU_SOURCE
#include "apps/server/api/make.h"

#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------
// Joining

typedef struct joining {
    int64_t seat; // −1: any
    const char *invite;
    char name[AGON_NAME_SIZE]; // "": none
    const char *client;
} joining;

static bool read_invite(const agon_cursor *at, const char **invite) {
    if (!agon_cursor_is_given(at)) {
        return true;
    }
    if (!agon_cursor_read_string(at, invite)) {
        return false;
    }
    size_t length = strlen(*invite);
    return (length > 0 && length < AGON_TOKEN_SIZE) ||
           agon_cursor_refuse(at, "must have 1 to %d bytes", AGON_TOKEN_SIZE - 1);
}

static bool read_joining(const json_t *body, joining *wish, agon_error *error) {
    static const char *const keys[] = {"seat", "invite", "name", "client", NULL};
    agon_reader reader = {.status = AGON_BAD_CONFIG, .error = error};
    agon_cursor root = agon_cursor_root(&reader, agon_value_of(body));
    agon_cursor seat = agon_cursor_child(&root, "seat");
    agon_cursor invite = agon_cursor_child(&root, "invite");
    agon_cursor name = agon_cursor_child(&root, "name");
    agon_cursor client = agon_cursor_child(&root, "client");
    *wish = (joining){.seat = -1};
    if (!body) {
        return true;
    }
    return agon_cursor_read_object(&root) && agon_keys_are(&root, keys) &&
           (!agon_cursor_is_given(&seat) ||
            agon_cursor_read_int(&seat, 0, AGON_MAX_PLAYERS - 1, &wish->seat)) &&
           read_invite(&invite, &wish->invite) && agon_seat_name_read(&name, wish->name) &&
           agon_client_read(&client, &wish->client);
}

static int seat_of_invite(const agon_server_seats *seats, const char *invite) {
    int found = -1;
    for (int p = 0; p < seats->count; p++) {
        const agon_server_seat *seat = &seats->items[p];
        bool is_this = agon_secret_fits(&seat->invite, invite);
        found = is_this && seat->kind == AGON_SERVER_SEAT_INVITED ? p : found;
    }
    return found;
}

static int open_seat(const agon_server_seats *seats, int64_t wanted) {
    for (int p = 0; p < seats->count; p++) {
        if ((wanted < 0 || wanted == p) && seats->items[p].kind == AGON_SERVER_SEAT_OPEN) {
            return p;
        }
    }
    return -1;
}

// The seat to take; −1: none, and the ticket is answered.
static int choose_seat(const agon_room *room, agon_ticket *ticket, const joining *wish) {
    int seat = -1;
    if (room->record.status != AGON_RECORD_WAITING) {
        agon_ticket_fail(ticket, 409, "not_waiting", "the match does not wait for players");
        return -1;
    }
    if (wish->invite) {
        seat = seat_of_invite(room->seats, wish->invite);
        if (seat < 0) {
            agon_ticket_fail(ticket, 403, "bad_invite", "this invitation is not valid any more");
        }
        return seat;
    }
    seat = open_seat(room->seats, wish->seat);
    if (seat >= 0) {
        return seat;
    }
    bool is_for_another = wish->seat >= 0 && wish->seat < room->seats->count &&
                          room->seats->items[wish->seat].kind == AGON_SERVER_SEAT_INVITED;
    if (is_for_another) {
        agon_ticket_fail(ticket, 403, "invite_needed", "this seat is for somebody else");
    } else {
        agon_ticket_fail(ticket, 409, "seat_taken",
                         wish->seat < 0 ? "no seat is open" : "this seat is not open");
    }
    return -1;
}

static void joined(agon_room *room, agon_ticket *ticket) {
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_json_open(&json, '{');
    agon_room_write_info(room, ticket->seat, &json);
    agon_json_put_int(&json, "seat", ticket->seat);
    agon_json_put_string(&json, "token", ticket->secret);
    agon_json_close(&json, '}');
    agon_ticket_answer(ticket, 200, &text);
}

static void take_seat(agon_room *room, agon_ticket *ticket, const joining *wish, bool is_again) {
    if (!agon_room_prepare(room, ticket)) {
        return;
    }
    agon_server_seat *seat = &room->next->seats.items[ticket->seat];
    agon_server_seat_give(seat, &room->service->random, ticket->secret);
    if (wish->name[0]) {
        strcpy(seat->name, wish->name);
    }
    if (wish->client) {
        agon_secret_keep(&seat->client, wish->client);
    }
    if (!is_again) {
        agon_room_announce(room);
    }
    if (!agon_room_begin(room)) {
        agon_room_discard(room);
        agon_ticket_fail(ticket, 503, "no_memory", "out of memory");
        return;
    }
    ticket->saved = joined;
    agon_room_commit(room, ticket);
}

void agon_run_join(agon_room *room, agon_ticket *ticket) {
    agon_error error = {0};
    joining wish;
    if (!read_joining(ticket->body, &wish, &error)) {
        agon_ticket_refuse(ticket,
                           &(agon_refusal){400, "bad_request", error.message, error.path, -1});
        return;
    }
    ticket->seat = wish.client ? agon_server_seats_find_client(room->seats, wish.client) : -1;
    bool is_again = ticket->seat >= 0;
    if (!is_again && room->service->is_draining) {
        agon_ticket_fail(ticket, 503, "draining", "the server is about to stop");
        return;
    }
    if (!is_again) {
        int seat = choose_seat(room, ticket, &wish);
        if (seat < 0) {
            return;
        }
        ticket->seat = seat;
    }
    take_seat(room, ticket, &wish, is_again);
}

// ---------------------------------------------------------------------------------------------
// Leaving

static void left(agon_room *room, agon_ticket *ticket) {
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_json_open(&json, '{');
    agon_room_write_info(room, -1, &json);
    agon_json_close(&json, '}');
    agon_ticket_answer(ticket, 200, &text);
}

// The seat is free again; a match that nobody waits in is given up.
static void leave_waiting(agon_room *room, int seat) {
    agon_draft *next = room->next;
    agon_server_seat_release(&next->seats.items[seat]);
    if (!agon_server_seats_has(&next->seats, AGON_SERVER_SEAT_PERSON)) {
        next->record.status = AGON_RECORD_CANCELLED;
        next->record.deadline = AGON_NEVER;
    }
}

void agon_run_leave(agon_room *room, agon_ticket *ticket) {
    int seat;
    if (!agon_ticket_need_seat(room, ticket, &seat)) {
        return;
    }
    bool is_waiting = room->record.status == AGON_RECORD_WAITING;
    if (!is_waiting && room->record.status != AGON_RECORD_RUNNING) {
        agon_ticket_fail(ticket, 409, "game_over", "the match is over");
        return;
    }
    if (room->seats->items[seat].left) {
        left(room, ticket); // it has left before
        return;
    }
    if (!agon_room_prepare(room, ticket)) {
        return;
    }
    agon_room_announce(room);
    if (is_waiting) {
        leave_waiting(room, seat);
    } else if (!agon_room_leave(room, seat)) {
        agon_room_discard(room);
        agon_ticket_fail(ticket, 503, "no_memory", "out of memory");
        return;
    }
    ticket->saved = left;
    agon_room_commit(room, ticket);
}

// ---------------------------------------------------------------------------------------------
// Inviting
//
// An invitation is spent when its seat is taken. Who made the match may draw another one, for a seat that
// its holder has left or because the old one has got about; the old one is worth nothing then.

static void invited(agon_room *room, agon_ticket *ticket) {
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_json_open(&json, '{');
    agon_room_write_info(room, agon_server_seats_maker(room->seats), &json);
    agon_json_put_int(&json, "seat", ticket->seat);
    agon_json_put_string(&json, "invite", ticket->secret);
    agon_json_close(&json, '}');
    agon_ticket_answer(ticket, 200, &text);
}

static bool read_invited(const json_t *body, const agon_room *room, int *seat, agon_error *error) {
    static const char *const keys[] = {"seat", NULL};
    agon_reader reader = {.status = AGON_BAD_CONFIG, .error = error};
    agon_cursor root = agon_cursor_root(&reader, agon_value_of(body));
    agon_cursor at = agon_cursor_child(&root, "seat");
    int64_t wanted = 0;
    if (!agon_cursor_read_object(&root) || !agon_keys_are(&root, keys) ||
        !agon_cursor_read_int(&at, 0, room->seats->count - 1, &wanted)) {
        return false;
    }
    *seat = (int)wanted;
    return true;
}

// Whether the caller may invite somebody to ticket->seat now. False: it is answered.
static bool may_invite(agon_room *room, agon_ticket *ticket) {
    agon_error error = {0};
    int seat;
    if (!agon_ticket_need_seat(room, ticket, &seat)) {
        return false;
    }
    if (!room->seats->items[seat].is_maker) {
        agon_ticket_fail(ticket, 403, "not_maker", "only who made the match may invite");
    } else if (!read_invited(ticket->body, room, &ticket->seat, &error)) {
        agon_ticket_refuse(ticket,
                           &(agon_refusal){400, "bad_request", error.message, error.path, -1});
    } else if (room->record.status != AGON_RECORD_WAITING) {
        agon_ticket_fail(ticket, 409, "not_waiting", "the match does not wait for players");
    } else if (room->seats->items[ticket->seat].kind != AGON_SERVER_SEAT_INVITED) {
        agon_ticket_fail(ticket, 409, "seat_taken", "this seat does not wait for an invitation");
    } else {
        return true;
    }
    return false;
}

void agon_run_invite(agon_room *room, agon_ticket *ticket) {
    if (!may_invite(room, ticket) || !agon_room_prepare(room, ticket)) {
        return;
    }
    agon_server_seat *seat = &room->next->seats.items[ticket->seat];
    seat->is_heir = false;
    agon_server_seat_invite(seat, &room->service->random, ticket->secret);
    ticket->saved = invited;
    agon_room_commit(room, ticket);
}

// ---------------------------------------------------------------------------------------------
// Playing again
//
// The new match is made first, while the old one's room waits; then the old record is given its id.
// Who holds a seat in the old match is the heir of one in the new, and takes it by asking for the rematch
// at the old match: what counts is who holds the old seat in that moment, not who knew a token of it.

static void linked(agon_room *room, agon_ticket *ticket) {
    agon_sockets_tell_rematch(room);
    agon_room *made = agon_room_look(room->service, room->record.rematch);
    if (made && made->phase != AGON_ROOM_ASLEEP && made->phase != AGON_ROOM_LOADING) {
        joined(made, ticket);
    } else {
        agon_ticket_fail(ticket, 503, "storage_failed", "the new match cannot be read now");
    }
}

// The new match is on disk: the old one is told.
static void rematch_made(agon_room *made, agon_ticket *ticket) {
    agon_room *room = ticket->origin;
    room->phase = AGON_ROOM_READY;
    room->busy--;
    ticket->origin = NULL;
    if (!agon_room_prepare(room, ticket)) {
        return;
    }
    room->next->record.rematch = strdup(made->record.id);
    agon_room_announce(room);
    if (!room->next->record.rematch) {
        agon_room_discard(room);
        agon_ticket_fail(ticket, 503, "no_memory", "out of memory");
        return;
    }
    ticket->saved = linked;
    agon_room_commit(room, ticket);
}

// Everybody moves on by one seat.
static int heir_of(const agon_room *room, int seat) {
    return (seat + 1) % room->seats->count;
}

static void plan_seats(const agon_room *room, int seat, agon_making *making) {
    int count = room->seats->count;
    making->seats.count = count;
    for (int p = 0; p < count; p++) {
        const agon_server_seat *old = &room->seats->items[p];
        int to = heir_of(room, p);
        agon_server_seat *next = &making->seats.items[to];
        next->kind =
            old->kind == AGON_SERVER_SEAT_BOT ? AGON_SERVER_SEAT_BOT : AGON_SERVER_SEAT_INVITED;
        strcpy(next->name, old->name);
        strcpy(next->bot, old->bot);
        next->is_reserved = next->is_heir = old->kind == AGON_SERVER_SEAT_PERSON;
        if (p == seat) {
            next->kind = AGON_SERVER_SEAT_PERSON;
            making->me = to;
        }
    }
}

// Nobody else is served at the old match before it is decided: who asks holds the seat until then.
static void hold_origin(agon_room *room, agon_ticket *ticket) {
    ticket->origin = room;
    room->phase = AGON_ROOM_SAVING;
    room->busy++;
}

static void make_rematch(agon_room *room, agon_ticket *ticket, int seat) {
    agon_making making = {.me = -1, .listed = room->record.listed};
    agon_error error = {0};
    json_t *config = NULL;
    making.codec = room->hosted->table.codec;
    making.terms = room->terms;
    if (room->record.config) {
        config = agon_json_parse(room->record.config, strlen(room->record.config), NULL);
    }
    if (agon_config_check_hidden(making.codec, agon_value_of(config), &error)) {
        agon_ticket_fail_by(ticket, 409, &error); // an earlier version has made it
        json_decref(config);
        return;
    }
    making.config = config;
    plan_seats(room, seat, &making);
    ticket->saved = rematch_made;
    hold_origin(room, ticket);
    agon_make_match(room->service, ticket, &making);
    json_decref(config);
}

// At the new match: ticket->seat is the heir's. Who has taken it already gets a new token.
static void run_inherit(agon_room *room, agon_ticket *ticket) {
    const agon_server_seat *seat = &room->seats->items[ticket->seat];
    bool is_again = seat->kind == AGON_SERVER_SEAT_PERSON;
    if (!seat->is_heir) {
        agon_ticket_fail(ticket, 403, "bad_invite", "this seat has been left or given to another");
    } else if (!is_again && room->record.status != AGON_RECORD_WAITING) {
        agon_ticket_fail(ticket, 409, "not_waiting", "the match does not wait for players");
    } else if (!is_again && room->service->is_draining) {
        agon_ticket_fail(ticket, 503, "draining", "the server is about to stop");
    } else {
        take_seat(room, ticket, &(joining){.seat = ticket->seat}, is_again);
    }
}

// There is a new match already: takes the seat in it.
static void join_rematch(agon_room *room, agon_ticket *ticket, int seat) {
    agon_room *made = agon_room_find(room->service, room->record.rematch);
    if (!made) {
        agon_ticket_fail(ticket, 503, "too_many", "the server holds as many matches as it can");
        return;
    }
    ticket->seat = heir_of(room, seat);
    ticket->run = run_inherit;
    hold_origin(room, ticket);
    agon_room_enter(made, ticket);
}

void agon_run_rematch(agon_room *room, agon_ticket *ticket) {
    int seat;
    if (!agon_ticket_need_seat(room, ticket, &seat)) {
        return;
    }
    if (room->record.status != AGON_RECORD_OVER) {
        agon_ticket_fail(ticket, 409, "not_over", "the match is not over");
    } else if (room->record.rematch) {
        join_rematch(room, ticket, seat);
    } else if (room->service->is_draining) {
        agon_ticket_fail(ticket, 503, "draining", "the server is about to stop");
    } else {
        make_rematch(room, ticket, seat);
    }
}
