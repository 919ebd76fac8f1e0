// A service driven by hand: a clock that stands still, requests that wait for their answers, sockets
// that remember every byte.
#ifndef AGON_TESTS_SERVER_SUPPORT_SERVER_H
#define AGON_TESTS_SERVER_SUPPORT_SERVER_H

#include "tests/support/support.h"

#include "apps/server/service.h"

#include <semaphore.h>

typedef struct bench {
    agon_service_def def;
    agon_service *service;
    sem_t woken;
    int64_t steady, wall; // what the clocks say
    char path[64];        // of the database; "": in memory
    char folder[64];
    uint64_t draws; // of its random source, if that is a known one
} bench;

void bench_open(bench *b);                       // in memory
void bench_open_file(bench *b);                  // in a folder of its own
void bench_open_seeded(bench *b, uint64_t seed); // the same, and what it draws is known
// A copy of a database that is there, at a time; or only the copy, and the service later.
void bench_open_copy(bench *b, const char *path, int64_t when);
void bench_place(bench *b, const char *path, int64_t when);
void bench_start(bench *b);
void bench_close(bench *b);
// The same database again: as after an orderly end.
void bench_reopen(bench *b);
// Seconds pass; and what is due happens.
void bench_age(bench *b, double seconds);
void bench_pass(bench *b, double seconds);
// Waits for another thread; a minute without a sign is a failure.
void bench_wait(bench *b);
// Waits until nothing is under way.
void bench_settle(bench *b);

typedef struct answer {
    int status;
    json_t *json; // NULL: it is not JSON
    char *text;
    char *location;
    char *allow;
    bool is_here;
} answer;

// Asks and waits for the answer. `body` may use ' for ". Free it with answer_free.
answer ask(bench *b, const char *method, const char *path, const char *token, const char *body);
void answer_free(answer *a);
// The same where only the status matters; and the slug of the error it must have (NULL: none).
void expect(bench *b, int status, const char *slug, const char *method, const char *path,
            const char *token, const char *body);

// A made or joined match.
typedef struct seat_held {
    char id[32];
    char token[64];
    int seat;
    char invite[8][64];
} seat_held;

seat_held make_match(bench *b, const char *body);
seat_held join_match(bench *b, const char *id, const char *body);
char *path_of(const char *id, const char *rest); // a buffer that the next call reuses
// Acts by HTTP; returns the status, and the number after it.
int act(bench *b, const seat_held *seat, const char *action, int64_t sequence, const char *client,
        int64_t *now);
int64_t number_of(bench *b, const char *id, const char *token);
// A valid action of the seat as text, chosen by `pick`; NULL: none. The caller's to free.
char *choose(bench *b, const seat_held *seat, unsigned pick);
// Plays valid actions until the match is over.
void play_out(bench *b, const seat_held *seats, int count, unsigned pick);
json_t *see(bench *b, const char *id, const char *token);
const char *status_of(bench *b, const char *id); // reused by the next call

// A connection.
typedef struct wire {
    bench *b;
    agon_socket *socket;
    json_t *messages; // all that came, as a list
    char *bytes;      // the same as it came, one message per line
    size_t length;
    int code; // of its end; 0: it is open
} wire;

void wire_open(wire *w, bench *b, const char *id);
void wire_hello(wire *w, bench *b, const char *id, const char *token, int64_t from);
void wire_say(wire *w, const char *text); // ' for "
void wire_close(wire *w);
// The number of messages of a type; the last of them (borrowed), or NULL.
size_t wire_count(const wire *w, const char *type);
json_t *wire_last(const wire *w, const char *type);

json_t *dig(json_t *json, const char *path); // "match.seats.0.name"; borrowed, NULL: not there
int64_t dig_int(json_t *json, const char *path);
const char *dig_text(json_t *json, const char *path);

#endif
