// Rooms: matches in memory, their queues, loading and saving.
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

static void touch(agon_room *room) {
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

void agon_room_free_retired(agon_room *room) {
    while (room->retired) {
        agon_play *play = room->retired;
        room->retired = play->next;
        agon_play_close(play);
    }
}

static void free_places(agon_room *room) {
    if (room->places) {
        agon_server_seats_free(room->places);
        free(room->places);
        room->places = NULL;
    }
}

static void free_parts(agon_room *room) {
    agon_room_end_bots(room);
    agon_room_discard(room);
    agon_play_close(room->play);
    room->play = NULL;
    agon_room_free_retired(room);
    free_places(room);
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
    touch(room);
}

// ---------------------------------------------------------------------------------------------
// Loading

static agon_store_status load_work(agon_job *job, agon_store *store) {
    agon_room *room = (agon_room *)((char *)job - offsetof(agon_room, load.job));
    agon_stored *stored = &room->load.stored;
    agon_store_status status = store->kind->load(store, room->record.id, stored);
    room->load.play = status ? NULL : agon_play_load(stored, NULL);
    return status || room->load.play ? status : AGON_STORE_FAILED;
}

// Everybody who waits is sent away.
static void give_up(agon_room *room, bool is_missing) {
    while (room->first) {
        agon_ticket *ticket = room->first;
        room->first = ticket->next;
        if (is_missing) {
            agon_ticket_fail(ticket, 404, "not_found", "there is no such match");
        } else {
            agon_ticket_fail(ticket, 503, "storage_failed", "the match cannot be read now");
        }
    }
    room->last = &room->first;
    agon_sockets_close(room, is_missing ? 4404 : 1013,
                       is_missing ? "there is no such match" : "the match cannot be read now");
    agon_room_free(room);
}

static bool take_loaded(agon_room *room) {
    agon_stored *stored = &room->load.stored;
    agon_server_seats *places = calloc(1, sizeof *places);
    agon_timer timer;
    if (!places || !agon_server_seats_read(stored->record.seats, places)) {
        free(places);
        return false;
    }
    if (!agon_timer_read(stored->record.timer, &timer)) {
        agon_server_seats_free(places);
        free(places);
        return false;
    }
    agon_timer_shift(&timer, stored->record.shift);
    free_places(room);
    agon_record_free(&room->record);
    room->places = places;
    room->timer = timer;
    room->record = stored->record;
    stored->record = (agon_record){0};
    if (room->play) { // a bot may be thinking about its game
        room->play->next = room->retired;
        room->retired = room->play;
    }
    room->play = room->load.play;
    room->load.play = NULL;
    return true;
}

static void load_done(agon_job *job) {
    agon_room *room = (agon_room *)((char *)job - offsetof(agon_room, load.job));
    room->busy--;
    bool is_good = job->status == AGON_STORE_OK && take_loaded(room);
    agon_play_close(room->load.play);
    room->load.play = NULL;
    agon_stored_free(&room->load.stored);
    if (!is_good) {
        give_up(room, job->status == AGON_STORE_MISSING);
        return;
    }
    room->phase = AGON_ROOM_READY;
    agon_room_set_deadline(room);
    agon_sockets_catch_up(room);
    agon_room_prompt(room);
    agon_room_serve(room);
}

static void start_loading(agon_room *room) {
    room->phase = AGON_ROOM_LOADING;
    room->busy++;
    room->load.job = (agon_job){.work = load_work, .done = load_done};
    agon_worker_pool_submit(room->service->pool, &room->load.job, AGON_JOB_READ);
}

// ---------------------------------------------------------------------------------------------
// Serving

void agon_room_enter(agon_room *room, agon_ticket *ticket) {
    ticket->room = room;
    ticket->next = NULL;
    *room->last = ticket;
    room->last = &ticket->next;
    touch(room);
    agon_room_serve(room);
}

void agon_room_serve(agon_room *room) {
    if (room->is_serving) {
        return;
    }
    room->is_serving = true;
    while (room->first && room->phase == AGON_ROOM_READY && !room->is_doomed) {
        agon_ticket *ticket = room->first;
        room->first = ticket->next;
        if (!room->first) {
            room->last = &room->first;
        }
        ticket->next = NULL;
        ticket->run(room, ticket);
    }
    room->is_serving = false;
    if (room->is_doomed) {
        agon_room_free(room);
    } else if (room->first && room->phase == AGON_ROOM_ASLEEP) {
        start_loading(room);
    }
}

// ---------------------------------------------------------------------------------------------
// Saving

bool agon_room_prepare(agon_room *room, agon_ticket *ticket) {
    agon_change *next = calloc(1, sizeof *next);
    if (next && agon_record_copy(&next->record, &room->record)) {
        next->places = *room->places;
        next->timer = room->timer;
        room->next = next;
        return true;
    }
    free(next);
    agon_ticket_fail(ticket, 503, "no_memory", "out of memory");
    return false;
}

void agon_room_discard(agon_room *room) {
    if (!room->next) {
        return;
    }
    agon_record_free(&room->next->record);
    if (room->next->has_draft) {
        agon_draft_close(&room->next->draft);
    }
    free(room->next);
    room->next = NULL;
}

void agon_room_announce(agon_room *room) {
    room->next->record.updated = agon_service_wall(room->service);
    room->next->is_news = true;
}

static agon_store_status save_work(agon_job *job, agon_store *store) {
    agon_room *room = (agon_room *)((char *)job - offsetof(agon_room, save.job));
    return store->kind->save(store, &room->next->record,
                             room->next->has_draft ? &room->next->row : NULL);
}

// The store has room->next: it is the room now.
static void adopt(agon_room *room) {
    agon_change *next = room->next;
    bool is_news = next->is_news;
    bool is_over = next->record.status == AGON_RECORD_OVER;
    room->service->counts.matches_over += is_over && room->record.status != AGON_RECORD_OVER;
    if (next->has_draft) {
        agon_room_tell_bots(room);
        agon_sockets_tell(room);
        agon_play_accept(room->play, &next->draft, &next->row, next->seen);
    }
    agon_record old = room->record;
    room->record = next->record;
    *room->places = next->places;
    room->timer = next->timer;
    next->record = old;
    agon_room_set_deadline(room);
    if (is_news) {
        agon_sockets_tell_match(room);
    }
    agon_sockets_tell_clocks(room, next->has_draft ? next->seen : 0);
    agon_room_discard(room);
    if (is_over) {
        agon_room_end_bots(room);
    }
}

// What the store has is not known for sure: it is asked.
static void after_failure(agon_room *room, agon_ticket *ticket) {
    bool is_new = room->record.version == 0;
    agon_room_discard(room);
    agon_ticket_fail(ticket, 503, "storage_failed", "it could not be stored; nothing has changed");
    if (is_new) {
        give_up(room, false);
    } else {
        start_loading(room);
    }
}

static void save_done(agon_job *job) {
    agon_room *room = (agon_room *)((char *)job - offsetof(agon_room, save.job));
    agon_ticket *ticket = room->saving;
    room->busy--;
    room->saving = NULL;
    room->phase = AGON_ROOM_READY;
    room->service->has_storage_failed = job->status == AGON_STORE_FAILED;
    if (job->status != AGON_STORE_OK) {
        after_failure(room, ticket);
        return;
    }
    adopt(room);
    room->is_serving = true; // what the answer leads to must wait its turn
    ticket->saved(room, ticket);
    room->is_serving = false;
    agon_room_prompt(room);
    agon_room_serve(room);
}

void agon_room_commit(agon_room *room, agon_ticket *ticket) {
    agon_change *next = room->next;
    free(next->record.seats);
    free(next->record.timer);
    next->record.seats = agon_server_seats_write(&next->places);
    next->record.timer = agon_timer_write(&next->timer);
    next->record.open = next->record.status == AGON_RECORD_WAITING &&
                        agon_server_seats_has(&next->places, AGON_SERVER_SEAT_OPEN);
    next->record.version++;
    next->record.shift = 0;
    if (!next->record.seats || !next->record.timer) {
        after_failure(room, ticket);
        return;
    }
    room->phase = AGON_ROOM_SAVING;
    room->saving = ticket;
    room->busy++;
    room->save.job = (agon_job){.work = save_work, .done = save_done};
    agon_worker_pool_submit(room->service->pool, &room->save.job, AGON_JOB_WRITE);
}
