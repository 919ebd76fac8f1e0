// What the files of the service share: tickets, the API and the service itself. Rooms are in
// match/room.h, sockets in api/socket.h.
#ifndef AGON_APPS_SERVER_INTERNAL_H
#define AGON_APPS_SERVER_INTERNAL_H

#include "apps/server/api/socket.h"
#include "apps/server/match/room.h"
#include "apps/server/shares.h"

#include "src/codec/json.h"

#include <stdatomic.h>

#define AGON_CLIENT_MIN 22 // of base64url: 128 bits
#define AGON_CLIENT_MAX 64
#define AGON_SECOND INT64_C(1000000)

// ---------------------------------------------------------------------------------------------
// Tickets

struct agon_ticket {
    agon_service *service;
    agon_reply reply; // NULL: nobody waits for an answer by HTTP
    void *user;
    agon_socket *socket; // who waits at a socket; NULL: nobody
    agon_owner *owner;   // whose address it comes from; NULL: the server's own
    agon_room *room;
    agon_ticket *next;
    // At a room that is ready: ends with an answer, or with agon_room_commit.
    void (*run)(agon_room *room, agon_ticket *ticket);
    // When the store has it.
    void (*saved)(agon_room *room, agon_ticket *ticket);
    // Who asks: by a token, or with what the socket was when it went.
    char *token; // may be NULL
    agon_authority authority;
    // What was asked.
    json_t *body; // may be NULL
    char *query;
    // Of an action, and what is wrong with how it was asked for; of a hello, the number.
    uint32_t sequence;
    char client[AGON_CLIENT_MAX + 1];
    uint8_t fingerprint[AGON_HASH_SIZE]; // of client and action: tells a repeated request
    agon_error error;
    // What the answer says besides.
    char *location;
    const char *allow;
    int retry_after;  // seconds; 0: as usual
    const char *type; // of the content; NULL: JSON
    // What run leaves for saved.
    int seat;
    uint32_t now;
    char secret[AGON_TOKEN_SIZE];
    char invites[AGON_MAX_PLAYERS][AGON_TOKEN_SIZE];
    agon_room *origin;              // of a rematch: the room of the match that is over
    struct agon_thinking *thinking; // of a bot: what it has come to
    struct agon_calling *calling;   // of an RPC: it can be given up
};

// A ticket without anybody who waits; NULL: no memory.
agon_ticket *agon_ticket_make(agon_service *service);
agon_owner *agon_ticket_owner(const agon_ticket *ticket); // perhaps nobody

// Answers with JSON text or an error, and frees the ticket. The text is freed too.
void agon_ticket_answer(agon_ticket *ticket, int status, agon_text *text);

struct agon_refusal {
    int status;
    const char *slug;
    const char *message;
    const char *path; // NULL: ""
    int64_t now;      // the current number; −1: it does not matter
};
#define AGON_SLUG_DAMAGED "damaged"
void agon_ticket_refuse(agon_ticket *ticket, const agon_refusal *refusal);
// The usual ones.
void agon_ticket_fail(agon_ticket *ticket, int status, const char *slug, const char *message);
void agon_ticket_fail_by(agon_ticket *ticket, int status, const agon_error *error);
void agon_ticket_free(agon_ticket *ticket);

// ---------------------------------------------------------------------------------------------
// The API

// What everybody may know of a match; `you` is the caller's seat or −1. room may be NULL.
void agon_info_write(agon_json *json, const agon_record *record, const agon_server_seats *seats,
                     const agon_terms *terms, const agon_room *room, int you);
void agon_room_write_info(agon_room *room, int you, agon_json *json);
void agon_room_write_clock(agon_room *room, int viewer, agon_json *json);

// The seat of who asks, as it is in this moment; −1: a spectator. Answers a ticket whose token is of no
// seat, or whose seat has another holder by now (401). False then.
AGON_MUST_USE bool agon_ticket_seat(agon_room *room, agon_ticket *ticket, int *seat);
// The same, and a token is needed.
AGON_MUST_USE bool agon_ticket_need_seat(agon_room *room, agon_ticket *ticket, int *seat);

typedef void agon_api(agon_service *service, agon_ticket *ticket);
void agon_api_games(agon_service *service, agon_ticket *ticket);
void agon_api_lobby(agon_service *service, agon_ticket *ticket);
void agon_api_create(agon_service *service, agon_ticket *ticket);
// RPC: on a thread of its own, since a bot may think.
void agon_rpc_start(agon_service *service, agon_ticket *ticket, const agon_request *request);
void agon_rpc_give_up(struct agon_calling *calling);
void agon_api_health(agon_service *service, agon_ticket *ticket);
void agon_api_metrics(agon_service *service, agon_ticket *ticket);

void agon_run_see(agon_room *room, agon_ticket *ticket);
void agon_run_join(agon_room *room, agon_ticket *ticket);
void agon_run_leave(agon_room *room, agon_ticket *ticket);
void agon_run_invite(agon_room *room, agon_ticket *ticket);
void agon_run_actions(agon_room *room, agon_ticket *ticket);
void agon_run_replay(agon_room *room, agon_ticket *ticket);
void agon_run_rematch(agon_room *room, agon_ticket *ticket);

// Reads an action and brings it to its room. What is wrong with the request is answered when its turn
// has come: answers keep the order of requests.
void agon_act_enter(agon_room *room, agon_ticket *ticket);
// The action is on disk, now or since it was asked for before.
void agon_act_answer(agon_ticket *ticket);
// The same, and a refusal, for who waits at a socket.
void agon_socket_answer_act(agon_ticket *ticket, const agon_refusal *refusal);
// The code that a socket is closed with instead; NULL: too busy.
int agon_socket_close_code(const agon_refusal *refusal);

// A key of a query, decoded; NULL: it is not there. The caller's to free.
char *agon_query_find(const char *query, const char *key);
AGON_MUST_USE bool agon_query_number(const char *query, const char *key, int64_t least,
                                     int64_t most, int64_t *number, agon_error *error);

// Whether an object has no keys but these (a list that ends with NULL).
AGON_MUST_USE bool agon_keys_are(const agon_cursor *at, const char *const *keys);

// ---------------------------------------------------------------------------------------------
// The service

typedef struct agon_counts {
    uint64_t requests;
    uint64_t refused;
    uint64_t matches_made;
    uint64_t matches_over;
    uint64_t actions;
    uint64_t repeated;
    uint64_t stale;
    uint64_t messages;
    uint64_t bot_moves;
    uint64_t timeouts;
    uint64_t calls_given_up;
    uint64_t damaged;
    uint64_t retold;         // moves made again for those who had missed them
    uint64_t retold_most;    // in one turn of the loop
    uint64_t retell_refused; // the whole view, or nothing, instead
} agon_counts;

struct agon_service {
    agon_service_def def;
    agon_random random;
    agon_worker_pool *pool;
    agon_room **table;
    size_t table_size; // a power of two
    size_t room_count;
    agon_room *oldest, *newest;
    agon_deadlines deadlines;
    agon_shares shares;
    agon_counts counts;
    size_t turn_retold; // moves made again in this turn of the loop
    uint64_t tickets;   // not answered
    uint64_t sockets;
    agon_socket *fresh; // without a room
    bool is_draining;
    bool is_closing;
    atomic_bool is_ending;   // the same for other threads: bots and RPC give up
    bool has_storage_failed; // the last write did
    struct {
        char (*ids)[AGON_ID_SIZE]; // that have been reported
        size_t count, capacity;
    } damaged;
    int64_t now;   // of the clocks of matches, when it was last asked for
    int64_t as_of; // and when that was, in steady time
    int64_t next_poll;
    int64_t next_alive;
    int64_t next_sweep;
    agon_service_program *programs; // own copies
    struct {
        agon_job job;
        agon_span span;
        agon_records found;   // by the thread that looks
        agon_records records; // the loop's
        size_t at;            // the next one to be looked at
        bool is_open;
    } poll;
    struct {
        agon_job job;
        int64_t now;
        bool is_open;
    } alive;
    void (*write_metrics)(void *user, void (*add)(void *text, const char *line), void *text);
    void *metrics_user;
};

// Tells the operator of a match that is damaged, once in the life of the service.
void agon_service_report_damage(agon_service *service, const char *id, const char *format, ...)
    AGON_PRINTF(3, 4);

int64_t agon_service_wall(const agon_service *service);
int64_t agon_service_steady(const agon_service *service);
// What deadlines and clocks of matches are measured by: the wall's time when the service was opened, and
// since then the time in which it could run.
int64_t agon_service_now(agon_service *service);

#endif
