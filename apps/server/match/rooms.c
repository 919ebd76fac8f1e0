// Which rooms there are: found by id, ordered by use, put to sleep, freed.
#define _GNU_SOURCE
#include "apps/server/internal.h"

#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------
// The table of rooms, and the list of them by use

static size_t bucket_of(const agon_service *service, const char *id) {
    uint64_t hash = 14695981039346656037u; // ids are random: any hash will do
    for (; *id; id++) {
        hash = (hash ^ (uint8_t)*id) * 1099511628211u;
    }
    return (size_t)hash & (service->table_size - 1);
}

static void unlink_use(agon_room *room) {
    agon_service *service = room->service;
    *(room->older ? &room->older->newer : &service->oldest) = room->newer;
    *(room->newer ? &room->newer->older : &service->newest) = room->older;
    room->older = room->newer = NULL;
}

static void link_use(agon_room *room) {
    agon_service *service = room->service;
    room->older = service->newest;
    *(room->older ? &room->older->newer : &service->oldest) = room;
    service->newest = room;
    room->used = agon_service_steady(service);
}

void agon_room_touch(agon_room *room) {
    if (!room->is_doomed) {
        unlink_use(room);
        link_use(room);
    }
}

agon_room *agon_room_look(agon_service *service, const char *id) {
    agon_room *room = service->table[bucket_of(service, id)];
    while (room && strcmp(room->record.id, id) != 0) {
        room = room->chain;
    }
    return room;
}

static void grow_table(agon_service *service) {
    size_t size = service->table_size * 2;
    agon_room **table = calloc(size, sizeof(agon_room *));
    if (!table || service->room_count < service->table_size) {
        free(table);
        return;
    }
    agon_room **old = service->table;
    size_t old_size = service->table_size;
    service->table = table;
    service->table_size = size;
    for (size_t i = 0; i < old_size; i++) {
        for (agon_room *room = old[i], *next; room; room = next) {
            size_t bucket = bucket_of(service, room->record.id);
            next = room->chain;
            room->chain = table[bucket];
            table[bucket] = room;
        }
    }
    free(old);
}

// Makes room for one more: the longest unused goes, if it can.
static bool has_space(agon_service *service) {
    if (service->room_count < service->def.match_limit) {
        return true;
    }
    agon_room *room = service->oldest;
    while (room && (!agon_room_is_idle(room) || room->sockets)) {
        room = room->newer;
    }
    if (room) {
        agon_room_free(room);
    }
    return room != NULL;
}

agon_room *agon_room_new(agon_service *service, const char *id) {
    agon_room *room = has_space(service) ? calloc(1, sizeof *room) : NULL;
    if (!room) {
        return NULL;
    }
    room->service = service;
    room->last = &room->first;
    room->phase = AGON_ROOM_READY;
    strcpy(room->record.id, id);
    room->record.deadline = AGON_NEVER;
    if (service->room_count >= service->table_size) {
        grow_table(service);
    }
    size_t bucket = bucket_of(service, id);
    room->chain = service->table[bucket];
    service->table[bucket] = room;
    service->room_count++;
    link_use(room);
    return room;
}

agon_room *agon_room_find(agon_service *service, const char *id) {
    agon_room *room = agon_room_look(service, id);
    if (!room && strlen(id) < AGON_ID_SIZE) {
        room = agon_room_new(service, id);
        if (room) {
            room->phase = AGON_ROOM_ASLEEP;
        }
    }
    return room;
}

static void unlink_room(agon_room *room) {
    agon_service *service = room->service;
    agon_room **at = &service->table[bucket_of(service, room->record.id)];
    while (*at != room) {
        at = &(*at)->chain;
    }
    *at = room->chain;
    service->room_count--;
    unlink_use(room);
    agon_deadlines_remove(&service->deadlines, room);
}

static void free_seats(agon_room *room) {
    if (room->seats) {
        agon_server_seats_free(room->seats);
        free(room->seats);
        room->seats = NULL;
    }
}

static void free_parts(agon_room *room) {
    agon_room_end_programs(room, NULL, true);
    agon_room_discard(room);
    agon_hosted_release(room->hosted);
    room->hosted = NULL;
    free_seats(room);
    agon_room_count(room);
}

void agon_room_free(agon_room *room) {
    if (!room->is_doomed) {
        unlink_room(room);
        room->is_doomed = true;
    }
    if (room->busy > 0 || room->is_serving) {
        return; // whoever is busy with it comes back here
    }
    free_parts(room);
    agon_owner_drop(room->owner);
    agon_record_free(&room->record);
    free(room);
}

bool agon_room_is_idle(const agon_room *room) {
    return room->busy == 0 && !room->first && !room->is_serving && !room->saving &&
           (room->phase == AGON_ROOM_READY || room->phase == AGON_ROOM_ASLEEP);
}

void agon_room_sleep(agon_room *room) {
    if (!room->sockets) {
        agon_room_free(room);
        return;
    }
    if (room->phase == AGON_ROOM_READY) {
        agon_deadlines_remove(&room->service->deadlines, room);
        free_parts(room);
        agon_record_free(&room->record); // but for its id
        room->phase = AGON_ROOM_ASLEEP;
    }
    agon_room_touch(room);
}
