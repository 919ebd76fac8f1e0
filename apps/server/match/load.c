// Loading a room: the match comes from the store and is played again on the reader's thread.
#include "apps/server/internal.h"

#include <stdio.h>

static agon_room *room_of(agon_job *job) {
    return (agon_room *)((char *)job - offsetof(agon_room, load.job));
}

// ---------------------------------------------------------------------------------------------
// On the reader's thread

static bool is_served(agon_room *room) {
    const agon_record *record = &room->load.stored.record;
    return agon_record_serves(record->game, record->rules_version, &room->load.unserved) == AGON_OK;
}

static agon_store_status load_work(agon_job *job, agon_store *store) {
    agon_room *room = room_of(job);
    agon_damage *damage = &room->load.damage;
    agon_store_status status = store->kind->load(store, room->record.id, &room->load.stored);
    if (status == AGON_STORE_DAMAGED) {
        *damage = (agon_damage){"record", room->load.stored.why};
    }
    if (status == AGON_STORE_OK) {
        status = is_served(room) ? agon_restore(&room->load.stored, &room->load.restored, damage)
                                 : AGON_STORE_FAILED;
    }
    return status;
}

// ---------------------------------------------------------------------------------------------
// On the loop's thread

// What was there before, after a save that failed, goes. A bot may still be thinking about its game.
static void take_loaded(agon_room *room) {
    agon_restored old = {.seats = room->seats, .hosted = room->hosted};
    agon_restored_free(&old);
    agon_record_free(&room->record);
    room->seats = room->load.restored.seats;
    room->terms = room->load.restored.terms;
    room->hosted = room->load.restored.hosted;
    room->record = room->load.stored.record;
    room->load.restored = (agon_restored){0};
    room->load.stored.record = (agon_record){0};
    agon_room_count(room);
}

static void free_loaded(agon_room *room) {
    agon_restored_free(&room->load.restored);
    agon_stored_free(&room->load.stored);
}

// Whoever wants the match is told which part of it is damaged, the operator everything.
static agon_refusal note_damage(agon_room *room, char message[120]) {
    const agon_damage *damage = &room->load.damage;
    const char *path = damage->why.path;
    agon_service_report_damage(room->service, room->record.id, "%s: %s%s%s", damage->part, path,
                               path[0] ? ": " : "", damage->why.message);
    snprintf(message, 120, "what is stored of this match is damaged (%s); the operator is told",
             damage->part);
    return (agon_refusal){503, AGON_SLUG_DAMAGED, message, NULL, -1};
}

// Only a store that cannot be read now may be tried again.
static agon_refusal refusal_of(agon_room *room, agon_store_status status, char message[120]) {
    if (status == AGON_STORE_MISSING) {
        return (agon_refusal){404, "not_found", "there is no such match", NULL, -1};
    }
    if (status == AGON_STORE_DAMAGED) {
        return note_damage(room, message);
    }
    if (room->load.unserved.status) {
        return (agon_refusal){410, "rules_not_served", room->load.unserved.message, NULL, -1};
    }
    return agon_room_unreadable;
}

static void load_done(agon_job *job) {
    agon_room *room = room_of(job);
    bool is_good = job->status == AGON_STORE_OK;
    room->busy--;
    agon_owner_drop(room->load.owner);
    if (is_good) {
        take_loaded(room);
    }
    free_loaded(room);
    if (!is_good) {
        char message[120];
        agon_refusal refusal = refusal_of(room, job->status, message);
        agon_room_give_up(room, &refusal);
        return;
    }
    room->phase = AGON_ROOM_READY;
    agon_room_set_deadline(room);
    bool is_somebody_gone = agon_sockets_revoke(room); // another server may have changed the seats
    agon_sockets_catch_up(room);
    if (is_somebody_gone) {
        agon_sockets_tell_match(room);
    }
    agon_room_enter_own(room, agon_room_settle);
}

void agon_room_load(agon_room *room) {
    room->phase = AGON_ROOM_LOADING;
    room->busy++;
    room->load.unserved = (agon_error){0};
    room->load.damage = (agon_damage){0};
    room->load.job = (agon_job){.work = load_work, .done = load_done};
    room->load.owner =
        agon_owner_keep(room->first ? agon_ticket_owner(room->first) : agon_room_owner(room));
    agon_worker_pool_submit(room->service->pool, &room->load.job, AGON_JOB_READ,
                            &room->load.owner->read_lane);
}

// ---------------------------------------------------------------------------------------------
// When it cannot be had

const agon_refusal agon_room_unreadable = {503, "storage_failed", "the match cannot be read now",
                                           NULL, -1};

void agon_room_give_up(agon_room *room, const agon_refusal *refusal) {
    while (room->first) {
        agon_ticket *ticket = room->first;
        room->first = ticket->next;
        agon_ticket_refuse(ticket, refusal);
    }
    room->last = &room->first;
    agon_sockets_close(room, agon_socket_close_code(refusal), refusal->message);
    agon_room_free(room);
}
