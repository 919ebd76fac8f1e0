// Connections: opened, read, written, cut.
#define _GNU_SOURCE
#include "apps/server/net/internal.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SECOND INT64_C(1000000)
#define MAX_DISCARDED (1u << 20) // bytes of a request that was refused
#define PING_PATIENCE 2          // times the setting, until silence means absence

// ---------------------------------------------------------------------------------------------
// Opening and freeing

static void connection_link(agon_net *net, agon_connection *connection) {
    connection->next = net->connections;
    if (net->connections) {
        net->connections->previous = connection;
    }
    net->connections = connection;
    net->count++;
}

static void connection_unlink(agon_net *net, agon_connection *connection) {
    if (connection->previous) {
        connection->previous->next = connection->next;
    } else {
        net->connections = connection->next;
    }
    if (connection->next) {
        connection->next->previous = connection->previous;
    }
    net->count--;
}

static agon_connection *connection_make(agon_net *net, const agon_address *peer) {
    const int64_t now = agon_net_now();
    if (net->count >= net->settings->max_connections) {
        return NULL;
    }
    agon_connection *connection = calloc(1, sizeof *connection);
    if (!connection) {
        return NULL;
    }
    connection->visitor = agon_visits_enter(net->visits, peer, now);
    if (!connection->visitor) {
        free(connection);
        return NULL;
    }
    connection->net = net;
    connection->peer = *peer;
    connection->deadline = now + (int64_t)net->settings->header_timeout * SECOND;
    connection->heard = now;
    connection->is_reading = true;
    connection->frames.max = (size_t)net->settings->max_message;
    return connection;
}

void agon_connection_open(agon_net *net, int fd, const agon_address *peer) {
    agon_connection *connection = connection_make(net, peer);
    if (!connection) {
        net->counters.refused++;
        close(fd);
        return;
    }
    net->counters.connections++;
    connection_link(net, connection);
    const lws_adopt_desc_t how = {.vh = net->vhost,
                                  .type = LWS_ADOPT_SOCKET | LWS_ADOPT_ALLOW_SSL,
                                  .fd.sockfd = fd,
                                  .vh_prot_name = "agon",
                                  .opaque = connection};
    // On failure lws has closed the socket. Unless it had no room at all it tells of the end of what it
    // had made, and the connection is freed there.
    net->has_adopted = false;
    if (!lws_adopt_descriptor_vhost_via_info(&how) && !net->has_adopted) {
        agon_connection_free(connection);
    }
}

// Counts bytes that wait for the client: memory that it makes the server keep.
static void unread_add(agon_connection *connection, size_t length) {
    connection->unread += length;
    connection->visitor->unread += length;
    connection->net->unread += length;
}

static void unread_take(agon_connection *connection, size_t length) {
    connection->unread -= length;
    connection->visitor->unread -= length;
    connection->net->unread -= length;
}

bool agon_connection_may_wait(const agon_connection *connection, size_t length) {
    const agon_net *net = connection->net;
    const uint64_t own = connection->visitor->unread;
    return (own == 0 || own + length <= net->settings->address_unread) &&
           net->unread + length <= net->settings->max_unread;
}

static void chunks_free(agon_connection *connection) {
    unread_take(connection, connection->unread);
    for (agon_chunk *chunk = connection->chunks; chunk;) {
        agon_chunk *next = chunk->next;
        free(chunk);
        chunk = next;
    }
    connection->chunks = connection->last_chunk = NULL;
    connection->queued = 0;
}

void agon_connection_free(agon_connection *connection) {
    agon_net *net = connection->net;
    if (connection->ticket) {
        agon_service_cancel(net->service, connection->ticket);
    }
    if (connection->socket) {
        agon_service_disconnect(net->service, connection->socket);
    }
    chunks_free(connection);
    agon_visits_leave(net->visits, connection->visitor);
    connection_unlink(net, connection);
    agon_frames_free(&connection->frames);
    free(connection->head_text);
    free(connection->input);
    free(connection);
}

void agon_connection_kill(agon_connection *connection) {
    if (connection->wsi) {
        lws_set_timeout(connection->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
        lws_cancel_service(connection->net->context); // lws looks at its timers after events only
    }
}

bool agon_connection_move(agon_connection *connection, const agon_address *address) {
    agon_visits *visits = connection->net->visits;
    const agon_address group = agon_address_group(*address);
    if (agon_address_is_equal(&group, &connection->visitor->address)) {
        return true;
    }
    agon_visitor *visitor = agon_visits_enter(visits, address, agon_net_now());
    if (visitor) {
        visitor->unread += connection->unread;
        connection->visitor->unread -= connection->unread;
        agon_visits_leave(visits, connection->visitor);
        connection->visitor = visitor;
    }
    return visitor != NULL;
}

// ---------------------------------------------------------------------------------------------
// Writing

static void chunk_append(agon_connection *connection, agon_chunk *chunk) {
    if (connection->last_chunk) {
        connection->last_chunk->next = chunk;
    } else {
        connection->chunks = chunk;
    }
    connection->last_chunk = chunk;
    connection->queued += chunk->length;
    if (connection->wsi) {
        lws_callback_on_writable(connection->wsi);
    }
}

bool agon_connection_send_static(agon_connection *connection, const char *bytes, size_t length) {
    agon_chunk *chunk = malloc(sizeof *chunk);
    if (chunk) {
        *chunk = (agon_chunk){.bytes = bytes, .length = length};
        chunk_append(connection, chunk);
    }
    return chunk != NULL;
}

bool agon_connection_send(agon_connection *connection, const char *bytes, size_t length) {
    agon_chunk *chunk = malloc(sizeof *chunk + length);
    if (chunk) {
        char *copy = (char *)(chunk + 1);
        memcpy(copy, bytes, length);
        *chunk = (agon_chunk){.bytes = copy, .length = length};
        unread_add(connection, length);
        chunk_append(connection, chunk);
    }
    return chunk != NULL;
}

// Marks bytes of the first chunk as sent, and forgets it when all are.
static void chunk_advance(agon_connection *connection, size_t length) {
    agon_chunk *chunk = connection->chunks;
    const bool is_copy = chunk->bytes == (const char *)(chunk + 1);
    unread_take(connection, is_copy ? length : 0);
    chunk->sent += length;
    connection->queued -= length;
    if (chunk->sent == chunk->length) {
        connection->chunks = chunk->next;
        if (!connection->chunks) {
            connection->last_chunk = NULL;
        }
        free(chunk);
    }
}

// Copies as many bytes as fit out of the queue, so that small messages go out together.
static size_t chunks_gather(agon_connection *connection, char *bytes) {
    size_t length = 0;
    while (connection->chunks && length < AGON_NET_CHUNK) {
        const agon_chunk *chunk = connection->chunks;
        const size_t left = chunk->length - chunk->sent;
        const size_t take = left < AGON_NET_CHUNK - length ? left : AGON_NET_CHUNK - length;
        memcpy(bytes + length, chunk->bytes + chunk->sent, take);
        length += take;
        chunk_advance(connection, take);
    }
    return length;
}

// Writes until the system takes no more. False: the connection is broken.
static bool chunks_write(agon_connection *connection) {
    agon_net *net = connection->net;
    while (connection->chunks && !lws_send_pipe_choked(connection->wsi)) {
        const size_t length = chunks_gather(connection, net->scratch);
        if (lws_write(connection->wsi, (unsigned char *)net->scratch, length, LWS_WRITE_RAW) < 0) {
            return false;
        }
        net->counters.bytes_out += length;
        if (connection->phase == AGON_PHASE_ANSWERING) {
            // A slow reader may be slow, as long as it goes on.
            connection->deadline = agon_net_now() + (int64_t)net->settings->body_timeout * SECOND;
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------------------
// Callbacks

static bool wants_input(const agon_connection *connection) {
    switch (connection->phase) {
    case AGON_PHASE_WAITING:
    case AGON_PHASE_ANSWERING:
        return false;
    case AGON_PHASE_SOCKET:
    case AGON_PHASE_PARTING:
        // Whoever does not read is not listened to: answers would pile up.
        return connection->chunks == NULL && !lws_partial_buffered(connection->wsi);
    default:
        return true;
    }
}

static void reading_settle(agon_connection *connection) {
    const bool wants = wants_input(connection);
    if (wants != connection->is_reading) {
        connection->is_reading = wants;
        lws_rx_flow_control(connection->wsi, wants);
    }
}

static bool input_add(agon_connection *connection, const char *bytes, size_t length) {
    if (connection->input_room - connection->input_length < length) {
        size_t room = connection->input_room ? connection->input_room : 512;
        while (room - connection->input_length < length) {
            room *= 2;
        }
        char *grown = realloc(connection->input, room);
        if (!grown) {
            return false;
        }
        connection->input = grown;
        connection->input_room = room;
    }
    memcpy(connection->input + connection->input_length, bytes, length);
    connection->input_length += length;
    return true;
}

static int bytes_take(agon_connection *connection, const char *bytes, size_t length) {
    switch (connection->phase) {
    case AGON_PHASE_LINGERING:
        connection->discarded += length;
        return connection->discarded > MAX_DISCARDED ? -1 : 0;
    case AGON_PHASE_SOCKET:
    case AGON_PHASE_PARTING:
        return agon_socket_feed(connection, bytes, length);
    default:
        return input_add(connection, bytes, length) ? agon_request_feed(connection) : -1;
    }
}

int agon_connection_read(agon_connection *connection, const char *bytes, size_t length) {
    connection->heard = agon_net_now();
    connection->has_pinged = false;
    connection->net->counters.bytes_in += length;
    const int result = bytes_take(connection, bytes, length);
    if (result == 0) {
        reading_settle(connection);
    }
    return result;
}

// Everything is written: what now?
static int drained(agon_connection *connection) {
    switch (connection->phase) {
    case AGON_PHASE_ANSWERING:
        return agon_request_done(connection);
    case AGON_PHASE_PARTING:
        return connection->has_parted ? -1 : 0;
    default:
        return 0;
    }
}

int agon_connection_write(agon_connection *connection) {
    if (!chunks_write(connection)) {
        return -1;
    }
    int result = 0;
    if (connection->chunks || lws_partial_buffered(connection->wsi)) {
        lws_callback_on_writable(connection->wsi);
    } else {
        result = drained(connection);
    }
    if (result == 0) {
        reading_settle(connection);
    }
    return result;
}

// ---------------------------------------------------------------------------------------------
// The sweep

// Whoever waits for something that costs much and has hung up, or at least says nothing more, will not
// read the answer. What it has sent ahead is not read meanwhile, so the system is asked.
static bool is_abandoned(const agon_connection *connection) {
    if (connection->phase != AGON_PHASE_WAITING || !connection->ticket ||
        !agon_service_may_cancel(connection->ticket)) {
        return false;
    }
    struct pollfd file = {.fd = lws_get_socket_fd(connection->wsi), .events = POLLRDHUP};
    return poll(&file, 1, 0) > 0 && (file.revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0;
}

static void connection_sweep(agon_connection *connection, int64_t now) {
    agon_net *net = connection->net;
    if (is_abandoned(connection)) {
        net->counters.abandoned++;
        agon_service_cancel(net->service, connection->ticket);
        connection->ticket = NULL;
        agon_connection_kill(connection);
    } else if (now >= connection->deadline) {
        net->counters.late += connection->phase != AGON_PHASE_HEAD || connection->input_length > 0;
        connection->deadline = INT64_MAX;
        agon_connection_kill(connection);
    } else if (connection->phase == AGON_PHASE_SOCKET && connection->is_slow) {
        agon_socket_part(connection, AGON_CLOSE_POLICY, "reading too slowly");
    } else if (connection->phase == AGON_PHASE_SOCKET) {
        const int64_t ping = (int64_t)net->settings->ping * SECOND;
        if (now - connection->heard >= PING_PATIENCE * ping) {
            net->counters.late++;
            connection->heard = now;
            agon_connection_kill(connection);
        } else if (now - connection->heard >= ping && !connection->has_pinged) {
            agon_socket_ping(connection);
        }
    }
}

void agon_connections_sweep(agon_net *net, int64_t now) {
    for (agon_connection *connection = net->connections; connection;) {
        agon_connection *next = connection->next;
        connection_sweep(connection, now);
        connection = next;
    }
    agon_visits_sweep(net->visits, now);
}
