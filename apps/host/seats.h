// Seats as people write them, programs included.
//
//     random, greedy, search:sims=2000, …   a built-in bot (agon_seat_read)
//     net:FILE                              a net (agon/net.h)
//     cmd:./mybot.py                        a program that speaks the bot protocol
//
// A seat holder is whoever takes a seat, and what it needs: for a program, the process.
#ifndef AGON_APPS_HOST_SEATS_H
#define AGON_APPS_HOST_SEATS_H

#include "apps/host/programs/process.h"
#include "apps/host/programs/transcript.h"

#include "src/codec/json.h"

typedef struct agon_seat_holder {
    const char *text; // the caller's: what was asked for
    agon_seat seat;
    agon_program program;
    agon_process *process; // NULL: a built-in bot, or a net
    agon_net *net;         // NULL: no net
    agon_net_seat net_seat;
    agon_transcript transcript;
    bool is_held; // while it is not asked
} agon_seat_holder;

// What programs are given.
typedef struct agon_seat_setup {
    const agon_codec *codec;
    const json_t *config;       // of the match; may be NULL
    agon_seed seed;             // of the match
    const agon_limits *sandbox; // NULL: none
    bool no_pondering;          // programs are stopped while they are not asked
    int core;                   // for programs: the one to run on (agon_cores_bind), 0: any
    int64_t start_up;           // microseconds for hello and ready
    FILE *transcript;           // where to write what is said; NULL: nowhere
} agon_seat_setup;

// Plays a program; `self` is its seat holder.
extern const agon_driver agon_seat_program_driver;

bool agon_seat_is_program(const char *text);
bool agon_seat_is_net(const char *text);

// The net of "net:FILE", for these rules; NULL, with the reason. The caller's, agon_net_free.
agon_net *agon_seat_load_net(const char *text, const agon_rules *rules, agon_error *error);

// Gives somebody a seat. The process, if any, is started and greeted at the start of the match.
agon_status agon_seat_holder_open(agon_seat_holder *holder, const char *text, int player,
                                  const agon_seat_setup *setup, agon_error *error);

// Ends the program, if any.
void agon_seat_holder_close(agon_seat_holder *holder);

#endif
