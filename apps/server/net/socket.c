// WebSocket: the upgrade, and messages between frames and the service.
#define _POSIX_C_SOURCE 200809L
#include "apps/server/net/internal.h"

#include "agon/codec.h"

#include <inttypes.h>
#include <string.h>

#define SECOND INT64_C(1000000)
#define MAGIC "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
#define PARTING_TIME (5 * SECOND) // for the peer to say good-bye too

// ---------------------------------------------------------------------------------------------
// Sending

static void frame_send(agon_connection *connection, int opcode, const char *payload,
                       size_t length) {
    uint8_t head[AGON_FRAME_MAX_HEAD];
    const size_t head_length = agon_frame_head(head, opcode, length);
    agon_text frame = {0};
    agon_text_add(&frame, (const char *)head, head_length);
    agon_text_add(&frame, payload, length);
    if (frame.failed || !agon_connection_send(connection, frame.data, frame.length)) {
        agon_connection_kill(connection);
    }
    agon_text_free(&frame);
}

void agon_socket_ping(agon_connection *connection) {
    connection->has_pinged = true;
    frame_send(connection, AGON_FRAME_PING, "", 0);
}

// Leaves the service, if the service has not been told already.
static void leave(agon_connection *connection) {
    agon_socket *socket = connection->socket;
    connection->socket = NULL;
    if (socket) {
        agon_service_disconnect(connection->net->service, socket);
    }
}

void agon_socket_part(agon_connection *connection, int code, const char *reason) {
    if (connection->phase != AGON_PHASE_SOCKET) {
        return;
    }
    connection->phase = AGON_PHASE_PARTING;
    connection->deadline = agon_net_now() + PARTING_TIME;
    leave(connection);
    char payload[AGON_FRAME_MAX_CONTROL + 1];
    size_t length = 0;
    if (code != AGON_CLOSE_NONE) {
        payload[0] = (char)(code >> 8);
        payload[1] = (char)(code & 0xff);
        lws_snprintf(payload + 2, sizeof payload - 2, "%s", reason);
        length = 2 + strlen(payload + 2);
    }
    frame_send(connection, AGON_FRAME_CLOSE, payload, length);
    char address[AGON_ADDRESS_TEXT];
    agon_address_write(&connection->visitor->address, address);
    agon_net_log(connection->net, "socket", "%s closed with %d %s", address, code, reason);
}

// ---------------------------------------------------------------------------------------------
// The service speaks

static void on_send(void *user, const char *text, size_t length) {
    agon_connection *connection = user;
    agon_net *net = connection->net;
    if (connection->phase != AGON_PHASE_SOCKET || connection->is_slow) {
        return;
    }
    if (connection->queued + length > net->settings->max_queue) {
        // The service is going through its sockets: it is left when it has done so.
        connection->is_slow = true;
        net->counters.slow++;
        return;
    }
    net->counters.messages_out++;
    frame_send(connection, AGON_FRAME_TEXT, text, length);
}

static void on_close(void *user, int code, const char *reason) {
    agon_connection *connection = user;
    connection->socket = NULL; // the service has forgotten it
    agon_socket_part(connection, code, reason ? reason : "");
}

static const agon_socket_calls calls = {.send = on_send, .close = on_close};

// ---------------------------------------------------------------------------------------------
// The peer speaks

// Messages are counted by number and by size: many small ones and few big ones are the same work.
static bool is_flood(agon_connection *connection, size_t length) {
    const int64_t per = SECOND / (int64_t)connection->net->settings->messages;
    const int64_t now = agon_net_now();
    bool is_allowed = agon_bucket_take(&connection->messages, now, per, 2 * SECOND);
    for (size_t more = length / 4096; more > 0 && is_allowed; more--) {
        is_allowed = agon_bucket_take(&connection->messages, now, per, 2 * SECOND);
    }
    return !is_allowed;
}

static bool flood_end(agon_connection *connection) {
    connection->net->counters.floods++;
    agon_socket_part(connection, AGON_CLOSE_POLICY, "too many messages");
    return false;
}

static bool on_message(void *user, const char *text, size_t length) {
    agon_connection *connection = user;
    connection->net->counters.messages_in++;
    if (connection->phase != AGON_PHASE_SOCKET) {
        return true; // only its close is still of interest
    }
    if (is_flood(connection, length)) {
        return flood_end(connection);
    }
    agon_service_receive(connection->net->service, connection->socket, text, length);
    return true;
}

static bool on_ping(void *user, const char *payload, size_t length) {
    agon_connection *connection = user;
    if (connection->phase != AGON_PHASE_SOCKET) {
        return true;
    }
    if (is_flood(connection, 0)) {
        return flood_end(connection);
    }
    frame_send(connection, AGON_FRAME_PONG, payload, length);
    return true;
}

static bool on_pong(void *user) {
    agon_connection *connection = user;
    if (connection->phase == AGON_PHASE_SOCKET && is_flood(connection, 0)) {
        return flood_end(connection);
    }
    return true; // that something came was noted when it came
}

static bool on_peer_close(void *user, int code) {
    agon_connection *connection = user;
    connection->has_parted = true;
    agon_socket_part(connection, code, "");
    return false;
}

int agon_socket_feed(agon_connection *connection, const char *bytes, size_t length) {
    static const agon_frames_calls found = {on_message, on_ping, on_pong, on_peer_close};
    const int code = agon_frames_feed(&connection->frames, bytes, length, &found, connection);
    if (code != 0) {
        connection->net->counters.foul++;
        if (connection->phase == AGON_PHASE_PARTING) {
            return -1;
        }
        agon_socket_part(connection, code, "");
        connection->has_parted = true; // nothing more that it says can be understood
    }
    return connection->has_parted && !connection->chunks && !lws_partial_buffered(connection->wsi)
               ? -1
               : 0;
}

// ---------------------------------------------------------------------------------------------
// The upgrade

static bool key_is_good(const char *key) {
    unsigned char bytes[20];
    return key && strlen(key) == 24 &&
           lws_b64_decode_string(key, (char *)bytes, sizeof bytes) == 16;
}

static void accept_key(const char *key, char accept[32]) {
    char text[24 + sizeof MAGIC];
    unsigned char hash[20];
    const int length = lws_snprintf(text, sizeof text, "%s" MAGIC, key);
    lws_SHA1((unsigned char *)text, (size_t)length, hash);
    lws_b64_encode_string((char *)hash, sizeof hash, accept, 32);
}

static void switch_protocols(agon_connection *connection) {
    char accept[32];
    accept_key(connection->head.socket_key, accept);
    agon_text text = {0};
    agon_text_printf(&text,
                     "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                     "Connection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n",
                     accept);
    if (text.failed || !agon_connection_send(connection, text.data, text.length)) {
        agon_connection_kill(connection);
    }
    agon_text_free(&text);
    connection->phase = AGON_PHASE_SOCKET;
    connection->deadline = INT64_MAX;
    connection->net->counters.sockets++;
    agon_net_log_request(connection->net, connection, 101, 0);
}

// What was sent together with the request, before it was answered, is the first frame.
static void rest_take(agon_connection *connection) {
    char *input = connection->input;
    const size_t length = connection->input_length;
    connection->input = NULL;
    connection->input_length = connection->input_room = 0;
    if (length > 0 && agon_socket_feed(connection, input, length) < 0) {
        agon_connection_kill(connection);
    }
    free(input);
    free(connection->head_text);
    connection->head_text = NULL;
}

void agon_socket_upgrade(agon_connection *connection) {
    const agon_http_head *head = &connection->head;
    if (strcmp(head->method, "GET") != 0 || head->is_old || !key_is_good(head->socket_key) ||
        !head->socket_version || strcmp(head->socket_version, "13") != 0) {
        connection->is_last = true;
        agon_respond_error(connection, 400, "bad_request", "not a WebSocket handshake");
        return;
    }
    char address[AGON_ADDRESS_TEXT];
    agon_address_write(&connection->visitor->address, address);
    const agon_socket_hello hello = {
        .path = head->path, .token = agon_http_bearer(head->authorization), .address = address};
    int status = 0;
    connection->socket =
        agon_service_connect(connection->net->service, &hello, &calls, connection, &status);
    if (!connection->socket) {
        connection->is_last = true;
        agon_respond_error(connection, status, status == 404 ? "not_found" : "unavailable",
                           status == 404 ? "there is no socket here" : "try again later");
        return;
    }
    switch_protocols(connection);
    rest_take(connection);
}
