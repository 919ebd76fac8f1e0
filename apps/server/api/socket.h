// Sockets: WebSocket connections at rooms.
//
//                  hello                    its turn has come
//     ┌───────┐ ───────────► ┌─────────┐ ───────────────────► ┌──────────┐
//     │ FRESH │              │ WAITING │                      │ ATTACHED │
//     └───────┘              └─────────┘                      └──────────┘
//         │ anything else         │ no such match, token, room       │
//         ▼                       ▼                                  ▼ seat, match or server goes
//       closed ◄───────────────────────────────────────────────────── closed, or the client goes
//
//   FRESH     in service->fresh; `queued` and `room` are NULL. Nothing has been said.
//   WAITING   its hello is a ticket in the queue of `queued`; actions may already queue up behind it.
//   ATTACHED  in the list of `room`; `viewer` says as whom it looks, `authority` by what right, `sent` the
//             number of the last message it got.
//
// A player's socket has the authority that its token had in the moment of the hello (match/seats.h). When
// the seat is released or given anew, on this server or another, its sockets are closed in the same step:
// before anybody is told of it and before a new token is answered (agon_sockets_revoke). Besides, every
// message that goes out and every ticket that is served compares the epoch with the seat's.
//
// Who is told what: a viewer gets `view` first and then a `change` with each number, one after the
// other. A socket whose `sent` is not the number before (it comes while a match begins, or the room was
// loaded again) is brought up to date: with the changes that it has missed, up to AGON_RESUME_MAX of
// them, or with the whole view.
//
// Tickets outlive sockets: what a client has asked for happens though it has gone, as long as the seat is
// its own; only nobody is told.
// Nothing of a change is sent before it is stored.
#ifndef AGON_APPS_SERVER_API_SOCKET_H
#define AGON_APPS_SERVER_API_SOCKET_H

#include "apps/server/match/room.h"

#define AGON_RESUME_MAX 256 // messages that are told again; who misses more gets the whole view

#define AGON_TURN_RETELL 2048 // moves that are made again in one turn of the loop, for all

struct agon_socket {
    agon_service *service;
    agon_room *room; // NULL: not attached
    agon_socket *next;
    agon_socket *previous;
    agon_socket_calls calls;
    void *user;
    char id[AGON_ID_SIZE];
    char *token;
    agon_owner *owner;  // whose address it comes from
    agon_ticket *hello; // while it waits for the room
    agon_room *queued;  // the room that its tickets are at, from the hello on
    int viewer;
    agon_authority authority; // of a player; seat −1: a spectator, or not attached
    uint32_t sent;            // the number of the last message
    bool wants_log;           // what happened before a whole view is told, too
};

// Tells everybody the change in room->next, which the store has.
void agon_sockets_tell(agon_room *room);
void agon_sockets_tell_match(agon_room *room);
// The clocks, for the viewers who have just seen something.
void agon_sockets_tell_clocks(agon_room *room, uint32_t seen);
void agon_sockets_tell_rematch(agon_room *room);
// Tells what has been missed, after the room was loaded again.
void agon_sockets_catch_up(agon_room *room);

// Whether what came after `from` may be told again in this turn of the loop; then it counts.
AGON_MUST_USE bool agon_socket_may_retell(agon_socket *socket, uint32_t from);

void agon_sockets_close(agon_room *room, int code, const char *reason);
// Closes those whose seat is not theirs any more. Whether there were any: then tell the others.
bool agon_sockets_revoke(agon_room *room);
void agon_sockets_close_fresh(agon_service *service, int code, const char *reason);

void agon_socket_send(agon_socket *socket, const agon_text *text);

// What the socket's viewer saw happen until now, as far back as changes are told again.
void agon_socket_send_log(agon_socket *socket);

#endif
