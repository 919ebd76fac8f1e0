// Acting: the request that everything is about, and what may be done now.
#define _GNU_SOURCE
#include "apps/server/internal.h"

#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------
// Acting

typedef struct action_request {
    const json_t *action;
    const char *client;
    int64_t sequence;
} action_request;

static bool read_request(const json_t *body, action_request *request, agon_error *error) {
    static const char *const keys[] = {"action", "sequence", "client", NULL};
    agon_reader reader = {.status = AGON_BAD_CONFIG, .error = error};
    agon_cursor root = agon_cursor_root(&reader, agon_value_of(body));
    agon_cursor action = agon_cursor_child(&root, "action");
    agon_cursor sequence = agon_cursor_child(&root, "sequence");
    agon_cursor client = agon_cursor_child(&root, "client");
    if (!agon_cursor_read_object(&root) || !agon_keys_are(&root, keys) ||
        !agon_cursor_read_object(&action) ||
        !agon_cursor_read_int(&sequence, 0, UINT32_MAX, &request->sequence) ||
        !agon_cursor_read_string(&client, &request->client)) {
        return false;
    }
    size_t length = strlen(request->client);
    if (length == 0 || length > AGON_CLIENT_MAX) {
        return agon_cursor_refuse(&client, "must have 1 to %d characters", AGON_CLIENT_MAX);
    }
    request->action = agon_json_of(action.value);
    return true;
}

// What a request is recognised by when it comes again.
static bool make_fingerprint(const action_request *request, uint8_t fingerprint[AGON_HASH_SIZE]) {
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_json_value_sorted(&json, agon_value_of(request->action));
    if (!text.failed) {
        agon_secrets_hash2(request->client, text.data, fingerprint);
    }
    bool is_good = !text.failed;
    agon_text_free(&text);
    return is_good;
}

static void saved(agon_room *room, agon_ticket *ticket) {
    room->service->counts.actions++;
    agon_act_answer(ticket);
}

void agon_act_enter(agon_room *room, agon_ticket *ticket) {
    action_request request = {0};
    if (read_request(ticket->body, &request, &ticket->error)) {
        strcpy(ticket->client, request.client);
        ticket->sequence = (uint32_t)request.sequence;
        if (!make_fingerprint(&request, ticket->fingerprint)) {
            agon_error_set(&ticket->error, AGON_NO_MEMORY, NULL, "out of memory");
        }
    }
    ticket->run = agon_room_act;
    ticket->saved = saved;
    agon_room_enter(room, ticket);
}

void agon_act_answer(agon_ticket *ticket) {
    if (ticket->socket) {
        agon_socket_answer_act(ticket, NULL);
        agon_ticket_free(ticket);
        return;
    }
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_json_open(&json, '{');
    agon_json_put_string(&json, "client", ticket->client);
    agon_json_put_int(&json, "sequence", ticket->sequence);
    agon_json_put_int(&json, "now", ticket->now);
    agon_json_close(&json, '}');
    agon_ticket_answer(ticket, 200, &text);
}

// ---------------------------------------------------------------------------------------------
// What may be done

static void write_actions(agon_room *room, int seat, const int64_t range[2], agon_json *json) {
    const agon_table *table = &room->hosted->table;
    agon_state *view = room->hosted->view;
    if (agon_view(table->game, room->hosted->match.state, seat, view)) {
        json->text->failed = true;
        return;
    }
    int64_t count = agon_count(table->game, view, seat);
    agon_json_put_int(json, "count", count);
    agon_json_key(json, "actions");
    agon_json_open(json, '[');
    for (int64_t i = range[0]; i < count && i < range[0] + range[1]; i++) {
        agon_action action = agon_nth(table->game, view, seat, (uint32_t)i);
        table->codec->action_write(table->game, view, action, json);
    }
    agon_json_close(json, ']');
}

void agon_run_actions(agon_room *room, agon_ticket *ticket) {
    agon_error error = {0};
    int seat;
    int64_t range[2] = {0, 100};
    if (!agon_ticket_need_seat(room, ticket, &seat)) {
        return;
    }
    if (!agon_query_number(ticket->query, "offset", 0, UINT32_MAX, &range[0], &error) ||
        !agon_query_number(ticket->query, "limit", 0, 1000, &range[1], &error)) {
        agon_ticket_refuse(ticket,
                           &(agon_refusal){400, "bad_request", error.message, error.path, -1});
        return;
    }
    if (!room->hosted->has_begun) {
        agon_ticket_fail(ticket, 409, "not_running", "the match has not begun");
        return;
    }
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_json_open(&json, '{');
    agon_json_put_int(&json, "sequence", room->hosted->sequences[seat]);
    write_actions(room, seat, range, &json);
    agon_json_close(&json, '}');
    agon_ticket_answer(ticket, 200, &text);
}
