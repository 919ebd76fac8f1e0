// What happened in a match before somebody came to see it.
#include "apps/server/internal.h"

bool agon_socket_may_retell(agon_socket *socket, uint32_t from) {
    agon_service *service = socket->service;
    const size_t cost = agon_hosted_retell_cost(socket->room->hosted, socket->viewer, from);
    if (cost > AGON_RETELL_MOVES || service->turn_retold + cost > AGON_TURN_RETELL) {
        service->counts.retell_refused++;
        return false;
    }
    service->turn_retold += cost;
    service->counts.retold += cost;
    if (service->turn_retold > service->counts.retold_most) {
        service->counts.retold_most = service->turn_retold;
    }
    return true;
}

// The list of a log that is being written, one list of events for every change.
static void tell_events(void *user, uint32_t sequence, const agon_text *message) {
    agon_json *json = user;
    json_t *change = json_loadb(message->data, message->length, 0, NULL);
    const json_t *events = json_object_get(change, "events");
    (void)sequence;
    if (json_array_size(events) > 0) {
        agon_json_value(json, agon_value_of((json_t *)events));
    }
    json_decref(change);
}

// What the viewer saw happen until now, as far back as changes are told again.
void agon_socket_send_log(agon_socket *socket) {
    const agon_hosted *hosted = socket->room->hosted;
    const uint32_t now = agon_hosted_sequence(hosted, socket->viewer);
    const uint32_t oldest = now > AGON_RESUME_MAX ? now - AGON_RESUME_MAX : 1;
    const uint32_t from = agon_hosted_reach(hosted, socket->viewer, oldest);
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_json_open(&json, '{');
    agon_json_put_string(&json, "type", "log");
    agon_json_key(&json, "events");
    agon_json_open(&json, '[');
    const bool is_good = agon_socket_may_retell(socket, from) &&
                         agon_hosted_retell(hosted, socket->viewer, from, tell_events, &json);
    agon_json_close(&json, ']');
    agon_json_close(&json, '}');
    if (is_good) {
        agon_socket_send(socket, &text);
    }
    agon_text_free(&text);
}
