// What the files of the network share. A connection is a small machine:
//
//     HEAD -> BODY -> WAITING -> ANSWERING -> HEAD …      requests, one after another
//     HEAD -> SOCKET -> PARTING                           a WebSocket
//     ANSWERING -> LINGERING                              refused in the middle of a request
//
// Only in HEAD, BODY, SOCKET, PARTING and LINGERING is anything read: a client that sends ahead of its
// answers waits in the system's buffers, not in ours.
#ifndef AGON_APPS_SERVER_NET_INTERNAL_H
#define AGON_APPS_SERVER_NET_INTERNAL_H

#include "apps/server/net/net.h"
#include "apps/server/net/address.h"
#include "apps/server/net/frames.h"
#include "apps/server/net/http.h"
#include "apps/server/net/log_queue.h"
#include "apps/server/net/visits.h"
#include "apps/server/secrets.h"
#include "apps/server/service.h"

#include <libwebsockets.h>
#include <stdatomic.h>
#include <uv.h>

#define AGON_NET_CHUNK 16384u // bytes written at once

#define AGON_NET_COUNTERS(X)                                                                       \
    X(connections, "connections_total", "connections taken")                                       \
    X(refused, "refused_total", "connections refused: too many")                                   \
    X(requests, "requests_total", "HTTP requests answered")                                        \
    X(failures, "request_errors_total", "HTTP requests answered with 4xx or 5xx")                  \
    X(limited, "limited_total", "requests refused: too many of one address")                       \
    X(sockets, "sockets_total", "WebSockets opened")                                               \
    X(messages_in, "messages_received_total", "WebSocket messages received")                       \
    X(messages_out, "messages_sent_total", "WebSocket messages sent")                              \
    X(bytes_in, "bytes_received_total", "bytes received")                                          \
    X(bytes_out, "bytes_sent_total", "bytes sent")                                                 \
    X(foul, "protocol_errors_total", "WebSockets closed for breaking the protocol")                \
    X(floods, "floods_total", "WebSockets closed for sending too much")                            \
    X(slow, "slow_readers_total", "WebSockets closed for reading too slowly")                      \
    X(late, "timeouts_total", "connections cut for keeping the server waiting")                    \
    X(unread, "unread_total", "answers withheld: too much waits to be read")                       \
    X(abandoned, "abandoned_total", "requests given up: the client has gone")

typedef struct agon_net_counters {
#define AGON_NET_COUNTER(field, name, help) uint64_t field;
    AGON_NET_COUNTERS(AGON_NET_COUNTER)
#undef AGON_NET_COUNTER
} agon_net_counters;

typedef enum agon_phase {
    AGON_PHASE_HEAD,
    AGON_PHASE_BODY,
    AGON_PHASE_WAITING,
    AGON_PHASE_ANSWERING,
    AGON_PHASE_LINGERING,
    AGON_PHASE_SOCKET,
    AGON_PHASE_PARTING
} agon_phase;

// Bytes that wait to be written: own ones after the struct, or others' that stay.
typedef struct agon_chunk {
    struct agon_chunk *next;
    const char *bytes;
    size_t length, sent;
} agon_chunk;

typedef struct agon_connection {
    agon_net *net;
    struct lws *wsi;
    struct agon_connection *previous, *next;
    agon_visitor *visitor; // whom this connection counts for
    agon_address peer;     // who is at the other end: perhaps a proxy
    agon_phase phase;
    int64_t deadline; // when the client must have gone on; INT64_MAX: never
    int64_t heard;    // when something last came

    char *input; // what has come and is not used yet: of a head, then of a body
    size_t input_length, input_room;
    char *head_text; // where the strings of `head` are; NULL between requests
    agon_http_head head;
    agon_ticket *ticket; // of a request that the service thinks about
    int64_t began;       // when the request's head was whole
    bool is_last;        // close after this answer
    bool is_cut;         // it was answered before all of it had come
    bool is_reading;
    size_t discarded; // bytes thrown away while lingering

    agon_chunk *chunks, *last_chunk;
    size_t queued; // bytes in them
    size_t unread; // those that are copies, counted for the visitor and the server

    agon_socket *socket; // at the service, or NULL
    agon_frames frames;
    agon_bucket messages;
    bool is_slow; // too much waits for it: to be closed
    bool has_pinged;
    bool has_parted; // the peer has sent its close
} agon_connection;

struct agon_net {
    const agon_net_settings *settings;
    const agon_files *files;
    agon_service *service;
    agon_visits *visits;
    agon_log_queue *log;
    struct lws_context *context;
    struct lws_vhost *vhost;
    struct lws *listener;
    uv_loop_t loop;
    uv_timer_t timer;
    bool has_loop;
    bool is_secure, is_local;
    SSL_CTX *renewed;  // the certificate that was read again; NULL: the first one is good
    bool has_terminal; // it was started from one
    bool has_metrics;  // somebody may see them: who has the token with this hash
    uint8_t metrics_token[AGON_HASH_SIZE];
    bool is_watching; // listener and signals are the loop's
    bool is_stopping;
    bool has_adopted; // lws has made something of the socket it was given last
    int listen_fd, signal_fd;
    char url[96];
    int64_t stop_at; // when patience ends
    int64_t next_sweep;
    int64_t due; // when the timer is set to go off
    atomic_bool is_woken;
    agon_connection *connections;
    size_t count;
    uint64_t unread; // bytes of all connections
    agon_net_counters counters;
    char scratch[AGON_NET_CHUNK];
};

int64_t agon_net_now(void); // steady, microseconds

// --- loop.c ---------------------------------------------------------------------------------------

bool agon_net_loop_open(agon_net *net);
void agon_net_loop_close(agon_net *net);

// Has the loop watch a file, which becomes the loop's to close; `mark` tells which one it is.
struct lws *agon_net_loop_watch(agon_net *net, int fd, void *mark);

// From now on signals wait for agon_net_run, which answers them and gives them back at its end.
void agon_net_signals_take(agon_net *net);

// Wakes the loop, from any thread.
void agon_net_loop_notify(void *user);

// --- tls.c: certificates that change --------------------------------------------------------------

// From now on handshakes use the newest pair; `first` is what libwebsockets has read.
void agon_net_tls_watch(agon_net *net, SSL_CTX *first);

// Reads chain and key again. If they cannot be used the log says why, and the old ones stay.
void agon_net_tls_renew(agon_net *net);
void agon_net_tls_close(agon_net *net);

// --- connection.c: connections and what they write -------------------------------------------

// Takes an accepted socket; closes it if it may not be.
void agon_connection_open(agon_net *net, int fd, const agon_address *peer);

// Callbacks of lws. -1 ends the connection.
int agon_connection_read(agon_connection *connection, const char *bytes, size_t length);
int agon_connection_write(agon_connection *connection);
void agon_connection_free(agon_connection *connection);

// Queues bytes, copied or (static) as they are. False: no memory, and the connection is ended.
bool agon_connection_send(agon_connection *connection, const char *bytes, size_t length);
bool agon_connection_send_static(agon_connection *connection, const char *bytes, size_t length);

// Whether an answer of this length may wait to be read, with all that waits already.
bool agon_connection_may_wait(const agon_connection *connection, size_t length);

// Ends it from outside of its own callbacks, soon.
void agon_connection_kill(agon_connection *connection);

// Counts it for another address. False if that one has too many.
bool agon_connection_move(agon_connection *connection, const agon_address *address);

// Cuts those that are late, asks silent WebSockets whether they are there.
void agon_connections_sweep(agon_net *net, int64_t now);

// --- request.c: HTTP --------------------------------------------------------------------------

// Takes what is in `input`: as much of heads and bodies as there is. -1 ends the connection.
int agon_request_feed(agon_connection *connection);

// The answer is written: on to the next request, or the end.
int agon_request_done(agon_connection *connection);

// --- respond.c: what answers look like ---------------------------------------------------------

void agon_respond(agon_connection *connection, const agon_response *response);
void agon_respond_file(agon_connection *connection, const agon_file *file);

// An error of the transport, as JSON like the service's: {"error":{"slug":…}}.
void agon_respond_error(agon_connection *connection, int status, const char *slug,
                        const char *message);

// --- socket.c: WebSocket ------------------------------------------------------------------------

// Answers a request to upgrade.
void agon_socket_upgrade(agon_connection *connection);

// Takes frames. -1 ends the connection.
int agon_socket_feed(agon_connection *connection, const char *bytes, size_t length);

// Sends a close and waits for the peer's.
void agon_socket_part(agon_connection *connection, int code, const char *reason);

void agon_socket_ping(agon_connection *connection);

// --- trust.c: who asks, and from where ----------------------------------------------------------

// Whether the name in Host may be ours; a page of another site could otherwise be made to look local.
bool agon_trust_host(const agon_net *net, const char *host);

// Whether Origin, if there is one, is where our page comes from.
bool agon_trust_origin(const agon_net *net, const agon_connection *connection);

// The client's address: the peer's, or what a proxy of ours says.
agon_address agon_trust_address(const agon_net *net, const agon_connection *connection);

// Whether a request for /metrics has the operator's token. Counters tell when and how much somebody
// else has sent, so they are nobody else's.
bool agon_trust_metrics(const agon_net *net, const agon_connection *connection);

// --- log.c: one line per event -------------------------------------------------------------------

bool agon_net_log_open(agon_net *net);
void agon_net_log_close(agon_net *net); // waits a moment for the last lines to be read

void agon_net_log(const agon_net *net, const char *event, const char *format, ...)
    AGON_PRINTF(3, 4);
void agon_net_log_request(const agon_net *net, const agon_connection *connection, int status,
                          size_t length);

#endif
