// Seats for match after match: programs are started once and kept, as the bot protocol allows.
//
//     agon_program_pool pool = {.setup = …}; // one per thread
//     for every match {
//         agon_program_pool_seat(&pool, "cmd:./mybot.py", player, seed, &seat, &error); …
//         … play …
//         agon_program_pool_release(&pool);
//     }
//     agon_program_pool_close(&pool);
//
// The life of a program:
//
//              seat: started           match          release: it was in order
//     ┌──────┐               ┌───────┐       ┌───────┐                     ┌──────┐
//     │ none ├──────────────►│seated ├──────►│ plays ├────────────────────►│ idle │
//     └──────┘               └───────┘       └──┬────┘                     └─┬──┬─┘
//        ▲                       ▲              │ release: it was late,      │  │
//        ├───────────────────────┼──────────────┘ dead, unparsable, or has   │  │
//        │                       │                forfeited                  │  │
//        │                       └── seat ───────────────────────────────────┘  │
//        └── release: too many are idle; close ─────────────────────────────────┘
//
// A program that was idle and turns out to be gone (it ended by itself after a match, or dies of the
// first question of the next) is started again, and the match goes on with the new one as if it had
// been there from the beginning: so a match of a program whose answers follow from the match alone is
// the same in an old process and in a new one. One that ends by itself after every match is not kept
// any more.
#ifndef AGON_APPS_HOST_PROGRAMS_POOL_H
#define AGON_APPS_HOST_PROGRAMS_POOL_H

#include "apps/host/seats.h"

#define AGON_PROGRAM_POOL_IDLE 16 // programs that are kept while nobody plays with them

typedef struct agon_program_pool {
    agon_seat_setup setup; // set it, the rest to zero; its seed does not matter; its core is the
                           // first player's, those of the others follow
    struct agon_program_pool_entry *programs;
    uint64_t matches;
    struct agon_program_pool_net *nets; // read once
    agon_net_seat net_seats[AGON_MAX_PLAYERS];
} agon_program_pool;

// A seat for a bot or a program, good until agon_program_pool_release. As agon_seat_holder_open; the
// text must outlive the pool.
AGON_MUST_USE agon_status agon_program_pool_seat(agon_program_pool *pool, const char *text,
                                                 int player, agon_seed seed, agon_seat *seat,
                                                 agon_error *error);

// The match is over: all seats are free again.
void agon_program_pool_release(agon_program_pool *pool);

// Ends all programs.
void agon_program_pool_close(agon_program_pool *pool);

#endif
