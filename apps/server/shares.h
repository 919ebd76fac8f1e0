// How the server's work is shared out: whose it is, and how much of it anybody may have.
//
// Whatever costs more than a moment is done for an owner: the address that asked for it. Of an RPC that
// is the caller; of a bot's move the one who made the match. Addresses are not stored, so a match
// that has been loaded has no owner until somebody who holds a seat comes back to it; until then, and
// for matches of bots alone for good, it is of `nobody`, who is one owner like any other: after a
// restart the bots of all matches that nobody has asked for share one turn.
//
//     what is limited                 by what                          beyond it
//     bots' moves waiting             lanes (workers.h)                 everybody's turn comes
//     bots' processor time            a budget per owner                its bots wait for those of others
//     matches of bots alone, running  so many in all, and per owner     making one is refused; others wait
//     programs at seats, running      so many in all, per program,      making a match is refused;
//                                     and per owner                     others wait
//     RPC under way                   so many in all, and per owner     refused
//     RPC's processor time            a budget per owner, and a limit   refused until it has filled up;
//                                     for one request                   given up
//
// A match of bots alone, or one with programs, can come to be where none may be refused: somebody has
// left, or the server has been started again. Then it waits in a line (`line`), with everything it
// has, until a place is free:
//
//     ─── wants to think ──► has a place ──── is over, or leaves memory ──► the place is free
//              │ none is free     ▲                                             │
//              └──► in line ──────┴──── agon_shares_serve, in a later turn ◄────┘
//
// Places of a match of bots alone are held until it is over; a program's from its start to its end.
// Everything here happens on the event loop's thread.
#ifndef AGON_APPS_SERVER_SHARES_H
#define AGON_APPS_SERVER_SHARES_H

#include "apps/server/bucket.h"
#include "apps/server/workers.h"

typedef struct agon_service agon_service;
typedef struct agon_room agon_room;
typedef struct agon_ticket agon_ticket;
typedef struct agon_server_seats agon_server_seats;

#define AGON_OWNER_SIZE 48 // of an address as text

typedef struct agon_owner {
    struct agon_owner *chain;
    char address[AGON_OWNER_SIZE]; // "": nobody
    uint32_t users;                // who point to it
    uint32_t bot_matches;          // matches of bots alone in memory
    uint32_t bot_places;           // of these, with a place
    uint32_t programs;             // seats of programs in memory
    uint32_t processes;            // programs that run
    uint32_t calls;                // RPC waiting or running
    agon_bucket bot_time, call_time;
    agon_lane bots[2]; // of matches with people; the patient one
    agon_lane program_lane, call_lane, read_lane, list_lane;
} agon_owner;

// A place of a program's process.
typedef struct agon_process {
    agon_owner *owner; // NULL: none
    int program;
} agon_process;

// What a room takes of the limits, so that it can be given back.
typedef struct agon_share {
    bool is_bots_only;
    bool has_place;
    uint8_t programs[8]; // by seat: 1 + the number of the service's program; 0: none
    agon_room *next;     // in line
    bool is_in_line;
} agon_share;

typedef struct agon_shares {
    agon_owner **owners; // a hash table
    size_t size, count;  // a power of two
    uint64_t key;        // so that nobody can choose addresses that collide
    size_t swept;
    agon_owner nobody;
    uint32_t bot_matches, bot_places, programs, processes, calls;
    uint32_t *seats_of;      // by program
    uint32_t *processes_of;  // by program
    agon_room *first, *last; // in line
    size_t line, to_try;     // how many, and how many of them may get a place now
} agon_shares;

AGON_MUST_USE bool agon_shares_open(agon_service *service);
void agon_shares_close(agon_service *service);

// The owner of an address; NULL or no memory: nobody. One more points to it.
agon_owner *agon_owner_find(agon_service *service, const char *address);
agon_owner *agon_owner_keep(agon_owner *owner); // one more
void agon_owner_drop(agon_owner *owner);        // one less; NULL is allowed

// Forgets owners without anything. Call it now and then.
void agon_shares_sweep(agon_service *service);

// ---------------------------------------------------------------------------------------------
// Rooms

// Whoever holds a seat in a room without an owner becomes it.
void agon_room_own(agon_room *room, agon_owner *owner);
agon_owner *agon_room_owner(const agon_room *room); // perhaps nobody

// None of the seats is a person's, or can become one's.
bool agon_server_seats_are_bots(const agon_server_seats *seats);

// Counts what the room is now: after every change of it, and when it leaves memory.
void agon_room_count(agon_room *room);

// Whether a match with these seats may be made for the ticket's owner. False: it has been answered.
AGON_MUST_USE bool agon_shares_admit(agon_service *service, agon_ticket *ticket,
                                     const agon_server_seats *seats);

// Whether the bots of the room may think now. False: it is in line.
AGON_MUST_USE bool agon_room_take_place(agon_room *room);
// The same for a program's process at a seat.
AGON_MUST_USE bool agon_room_take_process(agon_room *room, int player, agon_process *process);
void agon_process_release(agon_service *service, agon_process *process);

// After a place has become free: lets those in line try, a few in a turn of the loop. Returns whether
// there are more.
bool agon_shares_serve(agon_service *service);

// Where a bot's question waits.
agon_lane *agon_room_lane(agon_room *room, bool is_program);
void agon_owner_charge_bot(agon_service *service, agon_owner *owner, int64_t spent);

#endif
