// Tickets: who waits for what, and answers.
#define _GNU_SOURCE
#include "apps/server/internal.h"

#include <stdlib.h>
#include <string.h>

#define JSON_TYPE "application/json"

agon_ticket *agon_ticket_make(agon_service *service) {
    agon_ticket *ticket = calloc(1, sizeof *ticket);
    if (ticket) {
        ticket->service = service;
        ticket->seat = -1;
        ticket->authority = agon_nobody;
        service->tickets++;
    }
    return ticket;
}

// A rematch that cannot be made: the old match's room goes on.
static void release_origin(agon_room *room) {
    room->phase = AGON_ROOM_READY;
    room->busy--;
    agon_room_serve(room);
}

agon_owner *agon_ticket_owner(const agon_ticket *ticket) {
    return ticket->owner ? ticket->owner : &ticket->service->shares.nobody;
}

void agon_ticket_free(agon_ticket *ticket) {
    ticket->service->tickets--;
    agon_owner_drop(ticket->owner);
    if (ticket->origin) {
        release_origin(ticket->origin);
    }
    if (ticket->socket && ticket->socket->hello == ticket) {
        ticket->socket->hello = NULL;
    }
    json_decref(ticket->body);
    free(ticket->token);
    free(ticket->query);
    free(ticket->location);
    free(ticket);
}

static void reply(agon_ticket *ticket, const agon_response *response) {
    agon_service *service = ticket->service;
    service->counts.refused += response->status >= 400;
    if (ticket->reply) {
        ticket->reply(ticket->user, response);
    }
}

static const agon_response no_memory = {
    .status = 503,
    .type = JSON_TYPE,
    .body = "{\"error\":{\"slug\":\"no_memory\",\"message\":\"out of memory\",\"path\":\"\"}}",
    .retry_after = 5};

void agon_ticket_answer(agon_ticket *ticket, int status, agon_text *text) {
    if (text->failed) {
        agon_response response = no_memory;
        response.body_length = strlen(response.body);
        reply(ticket, &response);
    } else {
        reply(ticket, &(agon_response){.status = status,
                                       .type = ticket->type ? ticket->type : JSON_TYPE,
                                       .body = text->data,
                                       .body_length = text->length,
                                       .location = ticket->location});
    }
    agon_text_free(text);
    agon_ticket_free(ticket);
}

static void write_refusal(const agon_refusal *refusal, agon_text *text) {
    agon_json json = {.text = text};
    agon_json_open(&json, '{');
    agon_json_key(&json, "error");
    agon_json_open(&json, '{');
    agon_json_put_string(&json, "slug", refusal->slug);
    agon_json_put_string(&json, "message", refusal->message);
    agon_json_put_string(&json, "path", refusal->path ? refusal->path : "");
    if (refusal->now >= 0) {
        agon_json_put_int(&json, "now", refusal->now);
    }
    agon_json_close(&json, '}');
    agon_json_close(&json, '}');
}

static int retry_after(const agon_ticket *ticket, int status) {
    const bool is_for_now = status == 503 || status == 429;
    return ticket->retry_after > 0 ? ticket->retry_after : is_for_now ? 5 : 0;
}

int agon_socket_close_code(const agon_refusal *refusal) {
    int status = refusal ? refusal->status : 503;
    bool is_final = status == 401 || status == 404 || status == 410 ||
                    (refusal && strcmp(refusal->slug, AGON_SLUG_DAMAGED) == 0);
    return is_final ? 4000 + status : 1013;
}

void agon_ticket_refuse(agon_ticket *ticket, const agon_refusal *refusal) {
    if (ticket->socket) {
        agon_socket_answer_act(ticket, refusal);
        agon_ticket_free(ticket);
        return;
    }
    agon_text text = {0};
    write_refusal(refusal, &text);
    agon_response response = {.status = refusal->status,
                              .type = JSON_TYPE,
                              .body = text.data,
                              .body_length = text.length,
                              .allow = ticket->allow,
                              .retry_after = retry_after(ticket, refusal->status)};
    if (text.failed) {
        response = no_memory;
        response.body_length = strlen(response.body);
    }
    reply(ticket, &response);
    agon_text_free(&text);
    agon_ticket_free(ticket);
}

void agon_ticket_fail(agon_ticket *ticket, int status, const char *slug, const char *message) {
    agon_ticket_refuse(ticket, &(agon_refusal){status, slug, message, NULL, -1});
}

void agon_ticket_fail_by(agon_ticket *ticket, int status, const agon_error *error) {
    const char *message = error->message[0] ? error->message : agon_status_text(error->status);
    int code = error->status == AGON_NO_MEMORY ? 503 : status;
    agon_ticket_refuse(
        ticket, &(agon_refusal){code, agon_status_slug(error->status), message, error->path, -1});
}

bool agon_ticket_seat(agon_room *room, agon_ticket *ticket, int *seat) {
    agon_authority authority = ticket->socket ? ticket->socket->authority : ticket->authority;
    bool is_somebody = ticket->token || authority.seat >= 0;
    if (ticket->token) {
        *seat = agon_server_seats_find(room->seats, ticket->token);
    } else {
        *seat = agon_server_seats_honour(room->seats, authority) ? authority.seat : -1;
    }
    if (is_somebody && *seat < 0) {
        agon_ticket_fail(ticket, 401, "unknown_token", "this token is of no seat in this match");
        return false;
    }
    if (*seat >= 0) {
        agon_room_own(room, ticket->owner);
    }
    return true;
}

bool agon_ticket_need_seat(agon_room *room, agon_ticket *ticket, int *seat) {
    if (!agon_ticket_seat(room, ticket, seat)) {
        return false;
    }
    if (*seat < 0) {
        agon_ticket_fail(ticket, 401, "no_token", "only who holds a seat may do this");
        return false;
    }
    return true;
}
