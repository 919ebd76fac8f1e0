// The server without its network: matches, seats, clocks, bots and the store behind one API.
//
// Transports call this: they bring requests and connections, the service answers with text. It opens
// no socket and reads no clock but the ones it is given, so tests drive all of it by hand.
//
//     agon_service_def def = agon_service_def_default();
//     def.path = "agon.db";
//     def.notify = wake_my_loop; // called by other threads: then call agon_service_wake
//     agon_service *service = agon_service_open(&def, &error);
//     …
//     agon_service_handle(service, &request, reply, user);           // HTTP
//     agon_socket *socket = agon_service_connect(service, &hello, …);  // WebSocket
//     …
//     agon_service_close(service);
//
// Everything here is called on one thread, the event loop's, and every callback comes on that
// thread, from inside a call of one of these functions. Storage and bots have threads of their own;
// they only ever call `notify`.
//
// docs/server/openapi.yaml and docs/server/websocket.md say what requests and messages mean.
#ifndef AGON_APPS_SERVER_SERVICE_H
#define AGON_APPS_SERVER_SERVICE_H

#include "agon/seat.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct agon_service agon_service;

// Two clocks, in microseconds. `steady` measures everything that passes while the process lives, the
// clocks of matches too; `wall` (since 1970) is looked at once, at the start, and for dates that are
// shown. A wall clock that is set moves no deadline.
typedef struct agon_service_clock {
    int64_t (*steady)(void *user);
    int64_t (*wall)(void *user);
    void *user;
} agon_service_clock;

// A program that may take a seat: the operator names it, players ask for "program:NAME".
typedef struct agon_service_program {
    const char *name;
    const char *command; // words separated by spaces; it speaks the bot protocol, in the sandbox
} agon_service_program;

typedef struct agon_service_def {
    const char *path; // of the database; ":memory:" keeps nothing
    agon_service_clock clock;
    // Fills memory with bytes nobody can guess: libsodium's. Tests replace it.
    void (*random)(void *user, void *bytes, size_t size);
    void *random_user;
    // Called from other threads when agon_service_wake has something to do. Must not block.
    void (*notify)(void *user);
    void *notify_user;
    // What the operator should know: one event, one sentence. May be NULL.
    void (*report)(void *user, const char *event, const char *message);
    void *report_user;
    uint32_t workers;      // threads for built-in bots; programs have as many of their own
    uint32_t rpc_workers;  // threads for RPC
    int64_t bot_time;      // microseconds a built-in bot may think, whatever it was asked for
    int64_t idle_time;     // microseconds until a match that nobody uses leaves memory
    int64_t waiting_time;  // microseconds until a match that nobody joins is given up
    uint32_t match_limit;  // matches in memory at most; more are refused for the moment
    uint32_t socket_limit; // sockets of one match at most
    // How the work is shared out; apps/server/shares.h explains it. An address is what requests bring.
    uint32_t address_bot_time;    // seconds of processor time a minute for the bots of one address
    uint32_t bot_matches;         // matches of bots alone that run at once
    uint32_t address_bot_matches; // of one address
    uint32_t max_programs;        // programs at seats at once
    uint32_t program_seats;       // of one program
    uint32_t address_programs;    // of one address
    bool no_pondering;            // programs are stopped while they are not asked
    uint32_t max_calls;           // RPC under way at once
    uint32_t address_calls;       // of one address
    uint32_t address_rpc_time;    // seconds of processor time a minute for the RPC of one address
    int64_t rpc_time;             // microseconds of processor time for one request
    uint32_t rpc_batch;           // requests in a batch
    size_t rpc_answer;            // bytes of an answer
    uint64_t rpc_simulations;     // of all bots asked in one request
    const agon_service_program *programs; // may be NULL
    size_t program_count;
    // Seats a program in a match, in place of its command and the sandbox: sets seat->driver and
    // seat->self. Tests use it; NULL: none. Called, as the driver is, on threads of the service, in one
    // match for one seat one call at a time; the driver's `end` is the last of them. False: the program
    // cannot be had, and counts as dead.
    bool (*open_program)(void *user, const char *name, const char *match, int player,
                         agon_seat *seat);
    void *open_program_user;
} agon_service_def;

// System clocks, libsodium's source, two workers, half a second per bot, five minutes idle, one day
// waiting, 100,000 matches, 1,000 sockets; shares as agon-serve(1) says; no path, no notify, no programs.
agon_service_def agon_service_def_default(void);

// Opens the store (made if it is not there) and starts the threads. NULL, with the reason. What
// `def` points to is copied, but for users and functions.
agon_service *agon_service_open(const agon_service_def *def, agon_error *error);

// Waits for what is being stored, answers what is open with 503, closes all sockets, frees all.
void agon_service_close(agon_service *service);

// From now on no matches are made or joined (503), and every socket is told to come back later and
// closed with 1012. Actions of open requests are still stored: close when agon_service_is_quiet.
void agon_service_drain(agon_service *service);

// Nothing is being stored, thought about or answered.
bool agon_service_is_quiet(const agon_service *service);

// ---------------------------------------------------------------------------------------------
// The event loop

// Begins a turn of the loop: takes what other threads have finished, as much of it as is good for one
// turn; if there is more, `notify` is called again. Call it once in every turn, and after `notify`.
void agon_service_wake(agon_service *service);

// Does what is due: clocks, idle matches. Call it when agon_service_next says so, or oftener.
void agon_service_tick(agon_service *service);

// The steady time at which agon_service_tick is due next, or this is to be asked again: half a second
// from now at most. Ask after every call. A second or more between two calls is time in which the process
// could not run (stopped, suspended, crowded out): clocks of matches are charged one second of it.
int64_t agon_service_next(agon_service *service);

// ---------------------------------------------------------------------------------------------
// HTTP

typedef struct agon_request {
    const char *method; // "GET", "POST", "HEAD", …
    const char *path;   // "/api/matches/…", percent-decoded, without query
    const char *query;  // what follows '?', not decoded; NULL or "": nothing
    const char *body;   // may be NULL
    size_t body_length;
    const char *token;   // of "Authorization: Bearer …"; NULL: none
    const char *address; // of the peer, for the log and for limits
} agon_request;

typedef struct agon_response {
    int status;
    const char *type; // Content-Type
    const char *body; // body_length bytes; may be NULL (204)
    size_t body_length;
    const char *location; // of a 201; NULL: none
    const char *allow;    // of a 405: the methods there are; NULL: none
    int retry_after;      // seconds, of a 503; 0: none
} agon_response;

// The response lives for the call only. Called exactly once per request, unless it is cancelled.
typedef void (*agon_reply)(void *user, const agon_response *response);

typedef struct agon_ticket agon_ticket; // a request that is not answered yet

// Whether the service answers this path: /api/…, /rpc, /health, /metrics. All others (the web page)
// are the transport's.
bool agon_service_owns(const char *path);

// Answers a request, now or later. Nothing of `request` is needed after the call. NULL: it has been
// answered already. Otherwise the ticket is good until `reply` is called.
agon_ticket *agon_service_handle(agon_service *service, const agon_request *request,
                                 agon_reply reply, void *user);

// The caller has gone: `reply` will not be called. What was asked for may happen nevertheless; an RPC
// is given up.
void agon_service_cancel(agon_service *service, agon_ticket *ticket);

// Whether the ticket is of something that costs much and is of no use to a caller who has gone: whoever
// brought it should look whether the caller is there.
bool agon_service_may_cancel(const agon_ticket *ticket);

// ---------------------------------------------------------------------------------------------
// WebSocket: /api/matches/{id}/socket
//
// A connection's first message is {"type":"hello"}, with `token` and `from` where it has them (a
// browser cannot set headers, and addresses end up in logs). Nothing is sent before it.

typedef struct agon_socket agon_socket;

typedef struct agon_socket_hello {
    const char *path;  // "/api/matches/{id}/socket", percent-decoded
    const char *token; // of the Authorization header, for clients that can set one; NULL: none
    const char *address;
} agon_socket_hello;

// How the service speaks to a connection. `text` lives for the call only, and is one message.
// `close` is called once at most, and never after agon_service_disconnect; after it the socket is
// gone: call nothing with it. Both may be called from inside any function of this header, but not
// from inside agon_service_connect.
typedef struct agon_socket_calls {
    void (*send)(void *user, const char *text, size_t length);
    void (*close)(void *user, int code, const char *reason);
} agon_socket_calls;

// Opens a socket at a match. NULL, with the HTTP status to refuse the upgrade with: not such a path
// (404), draining (503). That there is no such match, or that its rules are not served, is found out
// later: close codes 4404, 4410.
agon_socket *agon_service_connect(agon_service *service, const agon_socket_hello *hello,
                                  const agon_socket_calls *calls, void *user, int *http_status);

// A whole text message has come. Any bytes are safe. The socket may be closed from inside.
void agon_service_receive(agon_service *service, agon_socket *socket, const char *text,
                          size_t length);

// The connection has ended, or the transport is about to end it.
void agon_service_disconnect(agon_service *service, agon_socket *socket);

// ---------------------------------------------------------------------------------------------
// What the transport adds to /metrics: counters it keeps, asked for when the page is made. `write`
// receives lines of Prometheus text through `add`.
void agon_service_set_metrics(agon_service *service,
                              void (*write)(void *user, void (*add)(void *text, const char *line),
                                            void *text),
                              void *user);

#endif
