// How much one address may do: connections at once, requests a second, matches and joins a minute.
//
// Time is given, never asked for (microseconds of a steady clock), so tests need not wait.
#ifndef AGON_APPS_SERVER_NET_VISITS_H
#define AGON_APPS_SERVER_NET_VISITS_H

#include "apps/server/bucket.h"
#include "apps/server/net/address.h"

#include <stddef.h>

typedef struct agon_visits_def {
    uint64_t address_connections;
    uint64_t address_requests; // a second
    uint64_t address_matches;  // a minute
    uint64_t address_joins;    // a minute
} agon_visits_def;

typedef struct agon_visits agon_visits;

// What is known about one address. Good while a connection of it is counted.
typedef struct agon_visitor {
    agon_address address;
    uint64_t connections;
    uint64_t unread; // bytes of answers that its connections have not read yet
    agon_bucket requests, matches, joins;
} agon_visitor;

// NULL: no memory.
agon_visits *agon_visits_open(const agon_visits_def *def);
void agon_visits_close(agon_visits *table);

// Counts a connection. NULL: this address has too many, or there is no memory.
agon_visitor *agon_visits_enter(agon_visits *table, const agon_address *address, int64_t now);
void agon_visits_leave(agon_visits *table, agon_visitor *visitor);

// Whether a request, a new match, or taking a seat is within the limits; then it counts.
bool agon_visits_request(agon_visits *table, agon_visitor *visitor, int64_t now);
bool agon_visits_match(agon_visits *table, agon_visitor *visitor, int64_t now);
bool agon_visits_join(agon_visits *table, agon_visitor *visitor, int64_t now);

// Forgets addresses without connections whose allowances are full again. Call it now and then.
void agon_visits_sweep(agon_visits *table, int64_t now);

// Addresses that are remembered.
size_t agon_visits_count(const agon_visits *table);

#endif
