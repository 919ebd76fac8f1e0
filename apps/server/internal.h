// What the files of the service share.
//
// A room is a match in memory: its record, its play, and everybody who is connected to it. Whatever
// somebody wants of a match is a ticket at its room. Tickets are served one after the other; one that
// changes something prepares room->next, and the next ticket waits until the store has it.
#ifndef AGON_APPS_SERVER_INTERNAL_H
#define AGON_APPS_SERVER_INTERNAL_H

#include "apps/server/workers.h"
#include "apps/server/match/seats.h"
#include "apps/server/match/play.h"
#include "apps/server/service.h"
#include "apps/server/match/timer.h"

#include "apps/host/seats.h"

#define AGON_CLIENT_MAX 64
#define AGON_RESUME_MAX 256 // messages that are told again; who misses more gets the whole view
#define AGON_SECOND INT64_C(1000000)

typedef struct agon_room agon_room;

// ---------------------------------------------------------------------------------------------
// Tickets

struct agon_ticket {
    agon_service *service;
    agon_reply reply; // NULL: nobody waits for an answer by HTTP
    void *user;
    agon_socket *socket; // who waits at a socket; NULL: nobody
    agon_room *room;
    agon_ticket *next;
    // At a room that is ready: ends with an answer, or with agon_room_commit.
    void (*run)(agon_room *room, agon_ticket *ticket);
    // When the store has it.
    void (*saved)(agon_room *room, agon_ticket *ticket);
    // What was asked.
    char *token;  // may be NULL
    json_t *body; // may be NULL
    char *query;
    // What the answer says besides.
    char *location;
    const char *allow;
    const char *type; // of the content; NULL: JSON
    // What run leaves for saved.
    int seat;
    uint32_t sequence;
    uint32_t now;
    char client[AGON_CLIENT_MAX + 1];
    char secret[AGON_TOKEN_SIZE];
    char invites[AGON_MAX_PLAYERS][AGON_TOKEN_SIZE];
    agon_room *origin;              // of a rematch: the room of the match that is over
    struct agon_thinking *thinking; // of a bot: what it has come to
};

// A ticket without anybody who waits; NULL: no memory.
agon_ticket *agon_ticket_make(agon_service *service);

// Answers with JSON text or an error, and frees the ticket. The text is freed too.
void agon_ticket_answer(agon_ticket *ticket, int status, agon_text *text);

typedef struct agon_refusal {
    int status;
    const char *slug;
    const char *message;
    const char *path; // NULL: ""
    int64_t now;      // the current number; −1: it does not matter
} agon_refusal;
void agon_ticket_refuse(agon_ticket *ticket, const agon_refusal *refusal);
// The usual ones.
void agon_ticket_fail(agon_ticket *ticket, int status, const char *slug, const char *message);
void agon_ticket_fail_by(agon_ticket *ticket, int status, const agon_error *error);
void agon_ticket_free(agon_ticket *ticket);

// ---------------------------------------------------------------------------------------------
// Rooms

typedef enum agon_room_phase {
    AGON_ROOM_ASLEEP,  // record and sockets only
    AGON_ROOM_LOADING, // the store is being asked
    AGON_ROOM_READY,
    AGON_ROOM_SAVING // the store has been given `next`
} agon_room_phase;

// What the room will be when it is stored.
typedef struct agon_change {
    agon_record record;
    agon_server_seats places; // players' names are the room's
    agon_timer timer;
    agon_draft draft;
    bool has_draft;
    agon_row row;
    uint32_t seen;
    bool is_news; // something that everybody may know has changed
} agon_change;

// A bot's seat while the match is in memory.
typedef struct agon_bot_seat {
    bool is_thinking;
    agon_seat_holder *holder; // of a program, once it has been asked
    agon_play_events told;    // what a program has not been told yet
} agon_bot_seat;

struct agon_room {
    agon_service *service;
    agon_room *chain;         // in the table of rooms
    agon_room *older, *newer; // by use
    agon_room_phase phase;
    int64_t used; // steady time
    agon_record record;
    agon_server_seats *places; // NULL while it is asleep
    agon_timer timer;
    agon_play *play;     // NULL while it is asleep
    agon_change *next;   // NULL: nothing is being changed
    agon_ticket *saving; // whose change it is
    agon_ticket *first;  // waiting
    agon_ticket **last;
    agon_socket *sockets;
    uint32_t socket_count;
    uint32_t online[AGON_MAX_PLAYERS]; // sockets that hold a seat
    agon_bot_seat bots[AGON_MAX_PLAYERS];
    agon_play *retired; // plays that a thinking bot may still need
    uint32_t busy;      // jobs that need this room
    bool is_serving;
    size_t heap_at; // in the heap of deadlines, from 1; 0: not there
    bool is_doomed; // to be freed when nothing is busy
    struct {
        agon_job job;
    } save;
    struct {
        agon_job job;
        agon_stored stored;
        agon_play *play;
    } load;
};

// The room of a match, made if it is not in memory; it may have to be loaded. NULL: too many.
agon_room *agon_room_find(agon_service *service, const char *id);
agon_room *agon_room_look(agon_service *service, const char *id); // only if it is there
// A room for a match that is not stored yet.
agon_room *agon_room_new(agon_service *service, const char *id);

// Puts a ticket into the room's queue and serves it as soon as possible.
void agon_room_enter(agon_room *room, agon_ticket *ticket);
void agon_room_serve(agon_room *room);

// Copies the room into room->next, to be changed. False: no memory, and the ticket is answered.
AGON_MUST_USE bool agon_room_prepare(agon_room *room, agon_ticket *ticket);
// Gives room->next to the store; ticket->saved is called when it has it.
void agon_room_commit(agon_room *room, agon_ticket *ticket);
void agon_room_discard(agon_room *room); // forgets room->next
// Something that everybody may know changes in room->next.
void agon_room_announce(agon_room *room);

// Nobody needs it for the moment: frees what can be loaded again.
bool agon_room_is_idle(const agon_room *room);
void agon_room_sleep(agon_room *room);
void agon_room_free(agon_room *room);
void agon_room_free_retired(agon_room *room);

// ---------------------------------------------------------------------------------------------
// What happens in rooms

// Starts the match in room->next if all its seats are taken. False: no memory.
AGON_MUST_USE bool agon_room_begin(agon_room *room);
// Makes a draft in room->next for `player` (−1: the server).
AGON_MUST_USE bool agon_room_draft(agon_room *room, int player);
// A move on the draft, with its time and clock.
AGON_MUST_USE agon_status agon_room_move(agon_room *room, const agon_draft_move *move,
                                         agon_error *error);
// The draft is whole: row, deadline, and the result if the game is over. False: no memory.
AGON_MUST_USE bool agon_room_seal(agon_room *room, uint32_t sequence, const uint8_t *fingerprint);
// Random moves for those who have left, or for everybody when only one is still there. Returns
// whether any was made.
bool agon_room_stand_in(agon_room *room);
// Asks bots, and makes the moves of those who have left.
void agon_room_prompt(agon_room *room);
void agon_room_ask_bots(agon_room *room);
void agon_room_end_bots(agon_room *room);
// Whether a seat can be given to this bot in a game with these rules.
AGON_MUST_USE bool agon_bot_is_known(agon_service *service, const agon_rules *rules,
                                     const char *bot, agon_error *error);
// A program hears of what happens.
void agon_room_tell_bots(agon_room *room);
// The clock has run out.
void agon_room_deadline(agon_room *room);
void agon_room_set_deadline(agon_room *room);

// ---------------------------------------------------------------------------------------------
// Sockets

struct agon_socket {
    agon_service *service;
    agon_room *room; // NULL: no hello yet, and it is in service->fresh
    agon_socket *next;
    agon_socket *previous;
    agon_socket_calls calls;
    void *user;
    char id[AGON_ID_SIZE];
    char *token;
    agon_ticket *hello; // while it waits for the room
    agon_room *queued;  // the room that its tickets are at, from the hello on
    int viewer;
    uint32_t sent; // the number of the last message
};

// Tells everybody what is in room->next, which the store has.
void agon_sockets_tell(agon_room *room);
void agon_sockets_tell_match(agon_room *room);
// The clocks, for the viewers who have just seen something.
void agon_sockets_tell_clocks(agon_room *room, uint32_t seen);
void agon_sockets_tell_rematch(agon_room *room);
// Tells what has been missed, after the room was loaded again.
void agon_sockets_catch_up(agon_room *room);
void agon_sockets_close(agon_room *room, int code, const char *reason);
void agon_sockets_close_fresh(agon_service *service, int code, const char *reason);
void agon_socket_send(agon_socket *socket, const agon_text *text);
void agon_socket_answer_act(agon_ticket *ticket, const agon_refusal *refusal);

// ---------------------------------------------------------------------------------------------
// The API

// What everybody may know of a match; `you` is the caller's seat or −1. room may be NULL.
void agon_info_write(agon_json *json, const agon_record *record, const agon_server_seats *places,
                     const agon_timer *timer, const agon_room *room, int you);
void agon_room_write_info(agon_room *room, int you, agon_json *json);
void agon_room_write_clock(agon_room *room, int viewer, agon_json *json);

// Answers a ticket whose token is of no seat (401). False then. Without a token: *seat is −1.
AGON_MUST_USE bool agon_ticket_seat(agon_room *room, agon_ticket *ticket, int *seat);
// The same, and a token is needed.
AGON_MUST_USE bool agon_ticket_need_seat(agon_room *room, agon_ticket *ticket, int *seat);

typedef void agon_api(agon_service *service, agon_ticket *ticket);
void agon_api_games(agon_service *service, agon_ticket *ticket);
void agon_api_lobby(agon_service *service, agon_ticket *ticket);
void agon_api_create(agon_service *service, agon_ticket *ticket);
void agon_api_health(agon_service *service, agon_ticket *ticket);
void agon_api_metrics(agon_service *service, agon_ticket *ticket);

void agon_run_see(agon_room *room, agon_ticket *ticket);
void agon_run_join(agon_room *room, agon_ticket *ticket);
void agon_run_leave(agon_room *room, agon_ticket *ticket);
void agon_run_act(agon_room *room, agon_ticket *ticket);
void agon_run_actions(agon_room *room, agon_ticket *ticket);
void agon_run_replay(agon_room *room, agon_ticket *ticket);
void agon_run_rematch(agon_room *room, agon_ticket *ticket);

// Reads action, sequence and client of a request or message.
typedef struct agon_act {
    const json_t *action;
    uint32_t sequence;
    const char *client;
} agon_act;
AGON_MUST_USE bool agon_act_read(const json_t *body, agon_act *act, agon_error *error);

// A key of a query, decoded; NULL: it is not there. The caller's to free.
char *agon_query_find(const char *query, const char *key);
AGON_MUST_USE bool agon_query_number(const char *query, const char *key, int64_t least,
                                     int64_t most, int64_t *number, agon_error *error);

// Whether an object has no keys but these (a list that ends with NULL).
AGON_MUST_USE bool agon_keys_are(const agon_cursor *at, const char *const *keys);

// ---------------------------------------------------------------------------------------------
// The service

// Deadlines of rooms, the earliest first.
typedef struct agon_deadlines {
    agon_room **rooms; // from 1
    size_t count, capacity;
} agon_deadlines;

AGON_MUST_USE bool agon_deadlines_put(agon_deadlines *heap, agon_room *room); // or moves it
void agon_deadlines_remove(agon_deadlines *heap, agon_room *room);

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
    agon_counts counts;
    uint64_t tickets; // not answered
    uint64_t sockets;
    agon_socket *fresh; // without a room
    bool is_draining;
    bool is_closing;
    bool has_storage_failed; // the last write did
    int64_t next_poll;
    int64_t next_alive;
    int64_t next_sweep;
    agon_service_program *programs; // own copies
    struct {
        agon_job job;
        int64_t until;
        agon_records records;
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

int64_t agon_service_wall(const agon_service *service);
int64_t agon_service_steady(const agon_service *service);

#endif
