// Loading a room: the match comes from the store and is played again on the reader's thread.
#include "apps/server/internal.h"

#include <stdlib.h>

static agon_room *room_of(agon_job *job) {
    return (agon_room *)((char *)job - offsetof(agon_room, load.job));
}

// ---------------------------------------------------------------------------------------------
// On the reader's thread

static agon_server_seats *read_seats(const agon_record *record) {
    agon_server_seats *seats = calloc(1, sizeof *seats);
    if (seats && !agon_server_seats_read(record->seats, seats)) {
        free(seats);
        return NULL;
    }
    return seats;
}

// Those who have left are gone from the engine's match too, clocks have stood while the server was
// away, and programs start with the view: what happened before is not told.
static bool restore_seats(agon_match *match, const agon_server_seats *seats,
                          const agon_record *record) {
    agon_terms terms;
    agon_question skipped;
    bool is_good = agon_timer_read(record->timer, &terms, match->seats);
    for (int p = 0; p < seats->count; p++) {
        const agon_server_seat *seat = &seats->items[p];
        if (seat->left) {
            agon_match_mark_gone(match, p, seat->late ? AGON_FAULT_LATE : AGON_FAULT_DEAD);
        } else if (agon_server_seat_program(seat)) {
            is_good =
                is_good && agon_match_ask(match, p, AGON_NOT_MEASURED, &skipped, NULL) == AGON_OK;
        }
    }
    agon_match_shift(match, record->shift);
    return is_good;
}

static bool read_match(agon_room *room) {
    const agon_stored *stored = &room->load.stored;
    const agon_record *record = &stored->record;
    agon_server_seats *seats = room->load.seats = read_seats(record);
    agon_terms *terms = &room->load.terms;
    if (!seats || !agon_timer_read(record->timer, terms, NULL)) {
        return false;
    }
    agon_hosted *hosted = room->load.hosted = agon_hosted_open(record, seats->count, NULL);
    if (!hosted || !record->head) {
        return hosted != NULL;
    }
    return agon_hosted_load(hosted, stored, seats, terms, NULL) == AGON_OK &&
           restore_seats(&hosted->match, seats, record);
}

static bool is_served(agon_room *room) {
    const agon_record *record = &room->load.stored.record;
    return agon_record_serves(record->game, record->rules_version, &room->load.unserved) == AGON_OK;
}

static agon_store_status load_work(agon_job *job, agon_store *store) {
    agon_room *room = room_of(job);
    agon_store_status status = store->kind->load(store, room->record.id, &room->load.stored);
    return status || (is_served(room) && read_match(room)) ? status : AGON_STORE_FAILED;
}

// ---------------------------------------------------------------------------------------------
// On the loop's thread

static void free_seats(agon_server_seats *seats) {
    if (seats) {
        agon_server_seats_free(seats);
        free(seats);
    }
}

// What was there before, after a save that failed, goes. A bot may still be thinking about its game.
static void take_loaded(agon_room *room) {
    free_seats(room->seats);
    agon_record_free(&room->record);
    agon_hosted_release(room->hosted);
    room->seats = room->load.seats;
    room->terms = room->load.terms;
    room->hosted = room->load.hosted;
    room->record = room->load.stored.record;
    room->load.seats = NULL;
    room->load.hosted = NULL;
    room->load.stored.record = (agon_record){0};
    agon_room_count(room);
}

static void free_loaded(agon_room *room) {
    free_seats(room->load.seats);
    agon_hosted_release(room->load.hosted);
    room->load.seats = NULL;
    room->load.hosted = NULL;
    agon_stored_free(&room->load.stored);
}

// Only a store that cannot be read now may be tried again.
static agon_refusal refusal_of(const agon_room *room, agon_store_status status) {
    if (status == AGON_STORE_MISSING) {
        return (agon_refusal){404, "not_found", "there is no such match", NULL, -1};
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
        agon_refusal refusal = refusal_of(room, job->status);
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
