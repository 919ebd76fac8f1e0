// Limits per address: a hash table of visitors, each with its allowances.
#define _DEFAULT_SOURCE
#include "apps/server/net/visits.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SECOND INT64_C(1000000)
#define FIRST_ROOM 64u

struct agon_visits {
    agon_visits_def def;
    agon_visitor **slots; // open addressing; a power of two
    size_t room, count;
    uint64_t key; // so that nobody can choose addresses that collide
};

agon_visits *agon_visits_open(const agon_visits_def *def) {
    agon_visits *table = calloc(1, sizeof *table);
    if (table) {
        table->def = *def;
        table->room = FIRST_ROOM;
        table->slots = calloc(FIRST_ROOM, sizeof(agon_visitor *));
        if (!table->slots || getentropy(&table->key, sizeof table->key) != 0) {
            free(table->slots);
            free(table);
            return NULL;
        }
    }
    return table;
}

void agon_visits_close(agon_visits *table) {
    if (table) {
        for (size_t i = 0; i < table->room; i++) {
            free(table->slots[i]);
        }
        free(table->slots);
        free(table);
    }
}

static size_t hash_of(const agon_visits *table, const agon_address *address) {
    uint64_t hash = table->key;
    for (size_t i = 0; i < sizeof address->bytes; i++) {
        hash = (hash ^ address->bytes[i]) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    return (size_t)hash;
}

// Where this address is, or where it would be put.
static size_t slot_of(const agon_visits *table, const agon_address *address) {
    size_t i = hash_of(table, address) & (table->room - 1);
    while (table->slots[i] && !agon_address_is_equal(&table->slots[i]->address, address)) {
        i = (i + 1) & (table->room - 1);
    }
    return i;
}

// Puts everybody into new slots, or, unless all are kept, frees those who need not be remembered. False: no memory, no change.
static bool table_rebuild(agon_visits *table, size_t room, int64_t now, bool keeps_all) {
    agon_visitor **old = table->slots;
    const size_t old_room = table->room;
    agon_visitor **slots = calloc(room, sizeof(agon_visitor *));
    if (!slots) {
        return false;
    }
    table->slots = slots;
    table->room = room;
    table->count = 0;
    for (size_t i = 0; i < old_room; i++) {
        agon_visitor *visitor = old[i];
        if (visitor && !keeps_all && visitor->connections == 0 &&
            visitor->requests.full_at <= now && visitor->matches.full_at <= now &&
            visitor->joins.full_at <= now) {
            free(visitor);
        } else if (visitor) {
            slots[slot_of(table, &visitor->address)] = visitor;
            table->count++;
        }
    }
    free(old);
    return true;
}

void agon_visits_sweep(agon_visits *table, int64_t now) {
    size_t room = table->room;
    while (room > FIRST_ROOM && table->count * 8 < room) {
        room /= 2;
    }
    (void)table_rebuild(table, room, now, false); // without memory for it, next time
}

static agon_visitor *visitor_of(agon_visits *table, const agon_address *address, int64_t now) {
    const agon_address group = agon_address_group(*address);
    if (table->count * 2 >= table->room && !table_rebuild(table, table->room * 2, now, true)) {
        return NULL;
    }
    const size_t i = slot_of(table, &group);
    if (!table->slots[i]) {
        agon_visitor *visitor = calloc(1, sizeof *visitor);
        if (!visitor) {
            return NULL;
        }
        visitor->address = group;
        table->slots[i] = visitor;
        table->count++;
    }
    return table->slots[i];
}

agon_visitor *agon_visits_enter(agon_visits *table, const agon_address *address, int64_t now) {
    agon_visitor *visitor = visitor_of(table, address, now);
    if (!visitor || visitor->connections >= table->def.address_connections) {
        return NULL;
    }
    visitor->connections++;
    return visitor;
}

void agon_visits_leave(agon_visits *table, agon_visitor *visitor) {
    (void)table; // it stays remembered until its allowances are full again
    visitor->connections--;
}

bool agon_visits_request(agon_visits *table, agon_visitor *visitor, int64_t now) {
    return agon_bucket_take(&visitor->requests, now, SECOND / (int64_t)table->def.address_requests,
                            2 * SECOND);
}

static bool take_in_minute(agon_bucket *bucket, int64_t now, uint64_t most) {
    return agon_bucket_take(bucket, now, 60 * SECOND / (int64_t)most, 60 * SECOND);
}

bool agon_visits_match(agon_visits *table, agon_visitor *visitor, int64_t now) {
    return take_in_minute(&visitor->matches, now, table->def.address_matches);
}

bool agon_visits_join(agon_visits *table, agon_visitor *visitor, int64_t now) {
    return take_in_minute(&visitor->joins, now, table->def.address_joins);
}

size_t agon_visits_count(const agon_visits *table) {
    return table->count;
}
