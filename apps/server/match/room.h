// Rooms: matches in memory, each with its queue of tickets.
//
// A room is everything the server knows of one match: its record and seats as they are stored, the
// engine's match, and everybody who is connected. Whatever somebody wants of it is a ticket. Tickets
// are served one after the other, and only in a room that is ready:
//
//                    a ticket comes
//        ┌────────┐ ───────────────► ┌─────────┐   loaded     ┌───────┐   draft     ┌────────┐
//        │ ASLEEP │                  │ LOADING │ ───────────► │ READY │ ──────────► │ SAVING │
//        └────────┘                  └─────────┘              └───────┘             └────────┘
//             ▲                        │    ▲                   │   ▲    stored: accept  │
//             │      missing, unserved,│    │                   │   └────────────────────┤
//             │     damaged, unreadable▼    │ not stored        │                        │
//             │                     freed   └───────────────────┼────────────────────────┘
//             └──────── nobody has used it for long ────────────┘
//
//   ASLEEP   its id and sockets only. A room without sockets is not put to sleep but freed.
//   LOADING  the reader's thread fetches the match and plays it again. Tickets wait.
//   READY    the first ticket in the queue runs. It answers at once, or drafts room->next: a new
//            record, seats, and a change of the match.
//   SAVING   the writer's thread has the draft. Tickets wait; nobody is told anything.
//
// Who may do what: everything but the work of the three threads (reading, writing, bots) happens on
// the event loop's thread. A ticket's run may answer, or commit one draft; it never waits. Bots think
// while a room is in any state (bots.c); their answers come as tickets.
//
// What is durable when: until the store has the draft, the match has not changed. Then, in this order:
// sockets of seats that are not theirs any more are closed, the others are told the change, the engine's
// match accepts it, sockets are told news and clocks, and the ticket is answered. If the store fails, what
// it holds is not known for sure: the room forgets its match and loads it again, and whoever waited is told
// that nothing has changed. A room that dies with the process is loaded by the next one: what was told is
// there, what was not told may be there.
#ifndef AGON_APPS_SERVER_MATCH_ROOM_H
#define AGON_APPS_SERVER_MATCH_ROOM_H

#include "apps/server/match/restore.h"
#include "apps/server/match/timer.h"
#include "apps/server/service.h"
#include "apps/server/shares.h"

typedef struct agon_room agon_room;
typedef struct agon_refusal agon_refusal;

typedef enum agon_room_phase {
    AGON_ROOM_ASLEEP,
    AGON_ROOM_LOADING,
    AGON_ROOM_READY,
    AGON_ROOM_SAVING
} agon_room_phase;

// What the room will be when it is stored.
typedef struct agon_draft {
    agon_record record;
    agon_server_seats seats; // players' names are the room's
    bool begins;
    agon_match match; // of a match that begins
    bool has_change;
    agon_change change; // of one that runs
    bool has_row;       // the change has moves
    agon_row row;
    uint32_t seen; // by whom
    bool is_news;  // something that everybody may know has changed
} agon_draft;

// A bot's seat while the match is in memory.
typedef struct agon_bot_seat {
    bool is_thinking;
    struct agon_program_seat
        *program;         // of a program, once it has been asked, while it is not thinking
    agon_process process; // its place, from its first question on
} agon_bot_seat;

struct agon_room {
    agon_service *service;
    agon_owner *owner; // for whom its bots think; NULL: not known
    agon_share share;
    agon_room *chain;         // in the table of rooms
    agon_room *older, *newer; // by use
    agon_room_phase phase;
    int64_t used; // steady time
    agon_record record;
    agon_server_seats *seats; // NULL while it is asleep
    agon_terms terms;
    agon_hosted *hosted; // NULL while it is asleep
    agon_draft *next;    // NULL: nothing is being changed
    agon_ticket *saving; // whose draft it is
    agon_ticket *first;  // waiting
    agon_ticket **last;
    agon_socket *sockets;
    uint32_t socket_count;
    uint32_t online[AGON_MAX_PLAYERS]; // sockets that hold a seat
    agon_bot_seat bots[AGON_MAX_PLAYERS];
    uint32_t busy; // jobs that need this room
    bool is_serving;
    size_t heap_at; // in the heap of deadlines, from 1; 0: not there
    bool is_doomed; // to be freed when nothing is busy
    agon_job save;
    struct {
        agon_job job;
        agon_owner *owner; // who waits for it first
        agon_stored stored;
        agon_restored restored;
        agon_damage damage;
        agon_error unserved; // why the match cannot be had from this program
    } load;
};

// ---------------------------------------------------------------------------------------------
// rooms.c: which rooms there are

// The room of a match, made if it is not in memory; it may have to be loaded. NULL: too many.
agon_room *agon_room_find(agon_service *service, const char *id);
agon_room *agon_room_look(agon_service *service, const char *id); // only if it is there
// A room for a match that is not stored yet.
agon_room *agon_room_new(agon_service *service, const char *id);

void agon_room_touch(agon_room *room); // it is used now
bool agon_room_is_idle(const agon_room *room);
void agon_room_sleep(agon_room *room); // frees what can be loaded again
void agon_room_free(agon_room *room);

// ---------------------------------------------------------------------------------------------
// load.c: from the store

void agon_room_load(agon_room *room);
// Sends everybody away who waits, and frees the room.
void agon_room_give_up(agon_room *room, const agon_refusal *refusal);
extern const agon_refusal agon_room_unreadable; // the store does not give it, now

// ---------------------------------------------------------------------------------------------
// room.c: the queue, drafts, and what happens in a match

// Puts a ticket into the room's queue and serves it as soon as possible.
void agon_room_enter(agon_room *room, agon_ticket *ticket);
// The same with a ticket of the server's own, which nobody waits for.
void agon_room_enter_own(agon_room *room, void (*run)(agon_room *, agon_ticket *));
void agon_room_forget(agon_room *room, agon_ticket *ticket); // `saved` of such a ticket
void agon_room_serve(agon_room *room);

// Copies the room into room->next, to be changed. False: no memory, and the ticket is answered.
AGON_MUST_USE bool agon_room_prepare(agon_room *room, agon_ticket *ticket);
// Something that everybody may know changes in room->next.
void agon_room_announce(agon_room *room);
// Gives room->next to the store; ticket->saved is called when it has it.
void agon_room_commit(agon_room *room, agon_ticket *ticket);
void agon_room_discard(agon_room *room); // forgets room->next

// What a change of the match answers to.
typedef struct agon_room_request {
    uint32_t sequence;
    const uint8_t *fingerprint; // NULL: it is not recognised again
    bool is_late;               // who is gone with it is late
} agon_room_request;
// Commits the change in room->next, which has been drafted with this status, for a ticket of the
// server's own. A draft that failed has not happened.
void agon_room_commit_own(agon_room *room, agon_ticket *ticket, agon_status status,
                          const agon_room_request *request);

// Starts the match in room->next if all its seats are taken. False: no memory.
AGON_MUST_USE bool agon_room_begin(agon_room *room);

// Tickets' runs. An action has been read by agon_act_enter; ticket->saved is told when it is stored.
void agon_room_act(agon_room *room, agon_ticket *ticket);
// Moves that are owed for those who have left, in a match that has just been loaded.
void agon_room_settle(agon_room *room, agon_ticket *ticket);

// A seat leaves the match in room->next. False: no memory.
AGON_MUST_USE bool agon_room_leave(agon_room *room, int seat);

// A bot has answered; `note` is not NULL if it could not be asked. The ticket is the server's own.
void agon_room_answer(agon_room *room, agon_ticket *ticket, int player, const agon_answer *answer,
                      const agon_fault_note *note);

// ---------------------------------------------------------------------------------------------
// bots.c: bots at seats

// Whether a seat can be given to this bot in a game with these rules.
AGON_MUST_USE bool agon_bot_is_known(agon_service *service, const agon_rules *rules,
                                     const char *bot, agon_error *error);

// Asks the bots who may act, unless the server is about to stop.
void agon_room_prompt(agon_room *room);

// Ends programs whose match is over or who have forfeited, with `change` if it is not NULL; or all.
void agon_room_end_programs(agon_room *room, const agon_change *change, bool all);

// ---------------------------------------------------------------------------------------------
// deadlines.c: deadlines of rooms, the earliest first

typedef struct agon_deadlines {
    agon_room **rooms; // from 1
    size_t count, capacity;
} agon_deadlines;

AGON_MUST_USE bool agon_deadlines_put(agon_deadlines *heap, agon_room *room); // or moves it
void agon_deadlines_remove(agon_deadlines *heap, agon_room *room);

// The room's deadline has come, or has changed.
void agon_room_deadline(agon_room *room);
void agon_room_set_deadline(agon_room *room);

#endif
