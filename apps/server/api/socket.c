// Who is connected to a room, and what each one is told. api/socket.h has the picture.
#define _GNU_SOURCE
#include "apps/server/internal.h"

#include <stdlib.h>
#include <string.h>

#define NO_VIEWER (-1)
#define SEAT_LOST 4403

static bool is_player(const agon_socket *socket) {
    return socket->authority.seat >= 0;
}

// Whether it is still what it was when it said hello. A room that is not in memory has nothing to tell.
static bool is_current(const agon_socket *socket) {
    return !is_player(socket) || !socket->room->seats ||
           agon_server_seats_honour(socket->room->seats, socket->authority);
}

void agon_socket_send(agon_socket *socket, const agon_text *text) {
    if (!text->failed && text->data && is_current(socket)) {
        socket->service->counts.messages++;
        socket->calls.send(socket->user, text->data, text->length);
    }
}

// ---------------------------------------------------------------------------------------------
// Coming and going

static void put_into(agon_socket **list, agon_socket *socket) {
    socket->previous = NULL;
    socket->next = *list;
    if (*list) {
        (*list)->previous = socket;
    }
    *list = socket;
}

static void take_out(agon_socket **list, agon_socket *socket) {
    *(socket->previous ? &socket->previous->next : list) = socket->next;
    if (socket->next) {
        socket->next->previous = socket->previous;
    }
}

// From those who have said nothing yet to those of a room. Returns whether somebody is online now.
static bool attach(agon_room *room, agon_socket *socket) {
    take_out(&socket->service->fresh, socket);
    put_into(&room->sockets, socket);
    socket->room = room;
    room->socket_count++;
    return is_player(socket) && room->online[socket->authority.seat]++ == 0;
}

// Returns whether somebody has just gone offline.
static bool detach(agon_socket *socket) {
    agon_room *room = socket->room;
    take_out(&room->sockets, socket);
    room->socket_count--;
    return is_player(socket) && --room->online[socket->authority.seat] == 0;
}

static void forget_tickets(agon_ticket *ticket, const agon_socket *socket) {
    for (; ticket; ticket = ticket->next) {
        if (ticket->socket == socket) {
            ticket->authority = socket->authority;
            ticket->socket = NULL;
        }
    }
}

// Tickets of a socket that has gone are served by the authority it had, but nobody is told.
static void release(agon_socket *socket) {
    agon_room *room = socket->room;
    if (socket->hello) {
        socket->hello->socket = NULL;
    }
    if (socket->queued) {
        forget_tickets(socket->queued->first, socket);
        forget_tickets(socket->queued->saving, socket);
    }
    if (room) {
        if (detach(socket) && !room->is_doomed && !socket->service->is_draining) {
            agon_sockets_tell_match(room);
        }
    } else {
        take_out(&socket->service->fresh, socket);
    }
    socket->service->sockets--;
    agon_owner_drop(socket->owner);
    free(socket->token);
    free(socket);
}

static void close_socket(agon_socket *socket, int code, const char *reason) {
    agon_socket_calls calls = socket->calls;
    void *user = socket->user;
    release(socket);
    calls.close(user, code, reason);
}

// Those who stay for a moment longer need not be told of each that goes. Returns whether any went.
static bool close_all(agon_room *room, bool keeps_current, int code, const char *reason) {
    bool was_doomed = room->is_doomed;
    bool is_any = false;
    room->is_doomed = true;
    for (agon_socket *socket = room->sockets, *next; socket; socket = next) {
        next = socket->next;
        if (!keeps_current || !is_current(socket)) {
            close_socket(socket, code, reason);
            is_any = true;
        }
    }
    room->is_doomed = was_doomed;
    return is_any;
}

void agon_sockets_close(agon_room *room, int code, const char *reason) {
    (void)close_all(room, false, code, reason);
}

bool agon_sockets_revoke(agon_room *room) {
    return close_all(room, true, SEAT_LOST, "the seat is not yours any more");
}

void agon_sockets_close_fresh(agon_service *service, int code, const char *reason) {
    for (agon_socket *socket = service->fresh, *next; socket; socket = next) {
        next = socket->next;
        close_socket(socket, code, reason);
    }
}

// ---------------------------------------------------------------------------------------------
// Telling

static void send_match(agon_socket *socket) {
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_json_open(&json, '{');
    agon_json_put_string(&json, "type", "match");
    agon_room_write_info(socket->room, socket->authority.seat, &json);
    agon_json_close(&json, '}');
    agon_socket_send(socket, &text);
    agon_text_free(&text);
}

static void send_view(agon_socket *socket) {
    const agon_hosted *hosted = socket->room->hosted;
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_json_open(&json, '{');
    agon_json_put_string(&json, "type", "view");
    agon_hosted_write_view(hosted, socket->viewer, &json);
    agon_json_close(&json, '}');
    socket->sent = agon_hosted_sequence(hosted, socket->viewer);
    agon_socket_send(socket, &text);
    agon_text_free(&text);
}

static void send_clock(agon_socket *socket) {
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_json_open(&json, '{');
    agon_json_put_string(&json, "type", "clock");
    agon_room_write_clock(socket->room, socket->viewer, &json);
    agon_json_close(&json, '}');
    agon_socket_send(socket, &text);
    agon_text_free(&text);
}

// A message is written once for each viewer, however many sockets it has.
void agon_sockets_tell(agon_room *room) {
    const agon_draft *next = room->next;
    agon_text texts[AGON_VIEWERS] = {{0}};
    for (agon_socket *socket = room->sockets; socket; socket = socket->next) {
        int index = agon_viewer_index(room->hosted->table.game, socket->viewer);
        uint32_t number = room->hosted->sequences[index] + 1;
        // One that comes while the match begins has no view yet: hello sends it.
        if (!(next->seen >> index & 1u) || socket->sent + 1 != number) {
            continue;
        }
        if (!texts[index].data) {
            agon_hosted_write_change(&next->change, socket->viewer, number, &texts[index]);
        }
        socket->sent = number;
        agon_socket_send(socket, &texts[index]);
    }
    for (int v = 0; v < AGON_VIEWERS; v++) {
        agon_text_free(&texts[v]);
    }
}

void agon_sockets_tell_match(agon_room *room) {
    if (room->phase == AGON_ROOM_ASLEEP || room->phase == AGON_ROOM_LOADING) {
        return; // told when it is loaded
    }
    for (agon_socket *socket = room->sockets; socket; socket = socket->next) {
        send_match(socket);
        if (room->record.head && socket->sent == 0) {
            send_view(socket); // the match has just begun
            send_clock(socket);
        }
    }
}

void agon_sockets_tell_clocks(agon_room *room, uint32_t seen) {
    if (room->record.status != AGON_RECORD_RUNNING ||
        !agon_server_seats_has(room->seats, AGON_SERVER_SEAT_PERSON)) {
        return; // nobody has a clock
    }
    for (agon_socket *socket = room->sockets; socket; socket = socket->next) {
        if (seen >> agon_viewer_index(room->hosted->table.game, socket->viewer) & 1u) {
            send_clock(socket);
        }
    }
}

void agon_sockets_tell_rematch(agon_room *room) {
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_json_open(&json, '{');
    agon_json_put_string(&json, "type", "rematch");
    agon_json_put_string(&json, "match", room->record.rematch);
    agon_json_close(&json, '}');
    for (agon_socket *socket = room->sockets; socket; socket = socket->next) {
        agon_socket_send(socket, &text);
    }
    agon_text_free(&text);
}

static void tell_again(void *user, uint32_t sequence, const agon_text *message) {
    agon_socket *socket = user;
    socket->sent = sequence;
    agon_socket_send(socket, message);
}

// Sends what the socket has not got: the messages after socket->sent, or the whole view.
static void bring_up(agon_socket *socket) {
    const agon_hosted *hosted = socket->room->hosted;
    if (!hosted->has_begun) {
        return;
    }
    uint32_t now = agon_hosted_sequence(hosted, socket->viewer);
    if (socket->sent == 0 || socket->sent > now || now - socket->sent > AGON_RESUME_MAX) {
        if (socket->wants_log) {
            agon_socket_send_log(socket);
        }
        send_view(socket);
    } else if (socket->sent < now &&
               (!agon_socket_may_retell(socket, socket->sent) ||
                !agon_hosted_retell(hosted, socket->viewer, socket->sent, tell_again, socket))) {
        send_view(socket);
    }
    if (socket->room->record.status == AGON_RECORD_RUNNING) {
        send_clock(socket);
    }
}

void agon_sockets_catch_up(agon_room *room) {
    for (agon_socket *socket = room->sockets; socket; socket = socket->next) {
        if (socket->sent != agon_hosted_sequence(room->hosted, socket->viewer)) {
            send_match(socket);
            bring_up(socket);
        }
    }
}

// ---------------------------------------------------------------------------------------------
// From the client

static void send_error(agon_socket *socket, const char *slug, const char *message) {
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_json_open(&json, '{');
    agon_json_put_string(&json, "type", "error");
    agon_json_key(&json, "error");
    agon_json_open(&json, '{');
    agon_json_put_string(&json, "slug", slug);
    agon_json_put_string(&json, "message", message);
    agon_json_put_string(&json, "path", "");
    agon_json_close(&json, '}');
    agon_json_close(&json, '}');
    agon_socket_send(socket, &text);
    agon_text_free(&text);
}

void agon_socket_answer_act(agon_ticket *ticket, const agon_refusal *refusal) {
    agon_socket *socket = ticket->socket;
    agon_text text = {0};
    agon_json json = {.text = &text};
    if (socket->hello == ticket) { // its room cannot be had
        socket->hello = NULL;
        ticket->socket = NULL;
        close_socket(socket, agon_socket_close_code(refusal), refusal ? refusal->message : "");
        return;
    }
    agon_json_open(&json, '{');
    agon_json_put_string(&json, "type", refusal ? "refused" : "accepted");
    agon_json_put_string(&json, "client", ticket->client);
    agon_json_put_int(&json, "sequence", ticket->sequence);
    if (refusal) {
        agon_json_key(&json, "error");
        agon_json_open(&json, '{');
        agon_json_put_string(&json, "slug", refusal->slug);
        agon_json_put_string(&json, "message", refusal->message);
        agon_json_put_string(&json, "path", refusal->path ? refusal->path : "");
        agon_json_close(&json, '}');
    }
    int64_t now = refusal ? refusal->now : (int64_t)ticket->now;
    agon_json_key(&json, "now");
    if (now >= 0) {
        agon_json_int(&json, now);
    } else if (socket->sent > 0) {
        agon_json_int(&json, socket->sent);
    } else {
        agon_json_null(&json);
    }
    agon_json_close(&json, '}');
    agon_socket_send(socket, &text);
    agon_text_free(&text);
}

static void run_hello(agon_room *room, agon_ticket *ticket) {
    agon_socket *socket = ticket->socket;
    int seat;
    if (!socket) {
        agon_ticket_free(ticket);
        return;
    }
    if (!agon_ticket_seat(room, ticket, &seat)) {
        return;
    }
    if (room->socket_count >= room->service->def.socket_limit) {
        agon_ticket_fail(ticket, 503, "too_many", "too many are connected to this match");
        return;
    }
    socket->hello = NULL;
    socket->viewer = seat >= 0 ? seat : AGON_SPECTATOR;
    socket->authority = agon_server_seats_authority(room->seats, seat);
    socket->sent = room->hosted->has_begun ? ticket->sequence : 0;
    agon_ticket_free(ticket);
    if (attach(room, socket)) {
        for (agon_socket *other = socket->next; other; other = other->next) {
            send_match(other);
        }
    }
    send_match(socket);
    bring_up(socket);
}

static bool hello_is_good(const json_t *message) {
    const json_t *token = json_object_get(message, "token");
    const json_t *from = json_object_get(message, "from");
    const json_t *log = json_object_get(message, "log");
    json_int_t number = json_integer_value(from);
    return (!token || json_is_null(token) || json_is_string(token)) &&
           (!from || json_is_null(from) || json_is_integer(from)) && number >= 0 &&
           number <= UINT32_MAX && (!log || json_is_boolean(log));
}

static void take_hello(agon_socket *socket, json_t *message) {
    agon_service *service = socket->service;
    const char *token = json_string_value(json_object_get(message, "token"));
    if (!hello_is_good(message)) {
        close_socket(socket, 4400, "this is not a good hello");
        return;
    }
    agon_room *room = agon_room_find(service, socket->id);
    agon_ticket *ticket = room ? agon_ticket_make(service) : NULL;
    token = token ? token : socket->token;
    if (ticket) {
        ticket->owner = agon_owner_keep(socket->owner);
    }
    if (!ticket || (token && !(ticket->token = strdup(token)))) {
        if (ticket) {
            agon_ticket_free(ticket);
        }
        close_socket(socket, 1013, "too busy now");
        return;
    }
    ticket->socket = socket;
    ticket->sequence = (uint32_t)json_integer_value(json_object_get(message, "from"));
    ticket->run = run_hello;
    socket->wants_log = json_is_true(json_object_get(message, "log"));
    socket->hello = ticket;
    socket->queued = room;
    agon_room_enter(room, ticket);
}

static void take_action(agon_socket *socket, json_t *message) {
    agon_ticket *ticket = agon_ticket_make(socket->service);
    if (!ticket) {
        send_error(socket, "no_memory", "out of memory");
        return;
    }
    ticket->socket = socket;
    ticket->owner = agon_owner_keep(socket->owner);
    ticket->body = json_incref(message);
    json_object_del(message, "type");
    agon_act_enter(socket->queued, ticket); // behind its hello, if that still waits
}

static void take_ping(agon_socket *socket, const json_t *message) {
    agon_text text = {0};
    agon_json json = {.text = &text};
    const json_t *id = json_object_get(message, "id");
    agon_json_open(&json, '{');
    agon_json_put_string(&json, "type", "pong");
    agon_json_key(&json, "id");
    if (id) {
        agon_json_value(&json, agon_value_of(id));
    } else {
        agon_json_null(&json);
    }
    agon_json_close(&json, '}');
    agon_socket_send(socket, &text);
    agon_text_free(&text);
}

// Takes a message apart. It may close the socket.
static void take_message(agon_socket *socket, json_t *message) {
    const char *type = json_string_value(json_object_get(message, "type"));
    if (!socket->queued) {
        if (type && strcmp(type, "hello") == 0) {
            take_hello(socket, message);
        } else {
            close_socket(socket, 4400, "the first message must be a hello");
        }
    } else if (type && strcmp(type, "ping") == 0) {
        take_ping(socket, message);
    } else if (type && strcmp(type, "action") == 0) {
        take_action(socket, message);
    } else {
        send_error(socket, "bad_message", "there is no such type of message");
    }
}

void agon_service_receive(agon_service *service, agon_socket *socket, const char *text,
                          size_t length) {
    agon_error error = {0};
    json_t *message = agon_json_parse(text, length, &error);
    service->counts.requests++;
    if (message) {
        take_message(socket, message);
    } else if (socket->queued) {
        send_error(socket, "bad_json", error.message);
    } else {
        close_socket(socket, 4400, "this is not JSON");
    }
    json_decref(message);
}

static bool read_path(const char *path, char id[AGON_ID_SIZE]) {
    static const char start[] = "/api/matches/";
    if (strncmp(path, start, sizeof start - 1) != 0) {
        return false;
    }
    path += sizeof start - 1;
    size_t length = strcspn(path, "/");
    if (length == 0 || length >= AGON_ID_SIZE || strcmp(path + length, "/socket") != 0) {
        return false;
    }
    memcpy(id, path, length);
    id[length] = '\0';
    return true;
}

agon_socket *agon_service_connect(agon_service *service, const agon_socket_hello *hello,
                                  const agon_socket_calls *calls, void *user, int *http_status) {
    char id[AGON_ID_SIZE];
    bool is_path = read_path(hello->path, id);
    agon_socket *socket = is_path && !service->is_draining ? calloc(1, sizeof *socket) : NULL;
    if (!socket) {
        *http_status = is_path ? 503 : 404;
        return NULL;
    }
    socket->service = service;
    socket->calls = *calls;
    socket->user = user;
    socket->viewer = NO_VIEWER;
    socket->authority = agon_nobody;
    strcpy(socket->id, id);
    socket->token = hello->token ? strdup(hello->token) : NULL;
    socket->owner = agon_owner_find(service, hello->address);
    put_into(&service->fresh, socket);
    service->sockets++;
    *http_status = 101;
    return socket;
}

void agon_service_disconnect(agon_service *service, agon_socket *socket) {
    (void)service;
    release(socket);
}
