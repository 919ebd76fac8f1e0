// What the files of the random run share: the service, the reference beside it, and who is connected.
#ifndef AGON_TESTS_SERVER_SUPPORT_AUTHORITY_WORLD_H
#define AGON_TESTS_SERVER_SUPPORT_AUTHORITY_WORLD_H

#include "tests/server/support/authority.h"
#include "tests/server/support/server.h"

#define MATCHES 6
#define SOCKETS 24
#define BATCH 4
#define TOKEN_LOST 4401
#define SEAT_LOST 4403
#define RESTARTED 1012

struct world;

typedef struct visitor {
    struct world *world;
    agon_socket *socket; // NULL: closed
    bool is_used;
    int match, token, seat;
    bool is_alive;      // as the reference has it
    int code, expected; // of its end
    int64_t end;        // the number of the match when it lost its seat
    int64_t seen;       // the number of the last message
    int accepted, expected_accepted;
} visitor;

typedef struct pending {
    authority_answer want;
    int match; // that a new text is of
    bool is_look;
    bool is_here;
    int status;
    json_t *json;
} pending;

typedef struct world {
    bench b;
    uint64_t random, secrets;
    authority_match matches[MATCHES];
    bool is_touched[MATCHES];
    bool is_fresh[MATCHES];  // begun in this batch: whose turn it is is not known
    bool has_moved[MATCHES]; // in this batch
    visitor visitors[SOCKETS];
    pending batch[BATCH];
    int batch_count;
    int clients;
    long actions;
    authority_report report;
} world;

#define expect_that(w, condition, ...)                                                             \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            print_error("step %ld: " #condition ": ", (w)->report.steps);                          \
            fail_msg(__VA_ARGS__);                                                                 \
        }                                                                                          \
    } while (0)

extern const agon_socket_calls visitor_calls; // the user is a visitor

// The reference has the visitor lose its connection, with this code, when the match is at this number.
void visitor_end(visitor *v, int code, int64_t number);
// After each step of the reference at a match: those whose seat is not theirs any more have lost it.
void visitors_end(world *w, int match);
// The client goes.
void visitor_leave(world *w, visitor *v);

// The end of a batch: waits until everything is answered, and compares.
void world_finish(world *w);

#endif
