// What happens in a room: tickets are served, drafts are stored and accepted. match/room.h has the
// picture.
#define _GNU_SOURCE
#include "apps/server/internal.h"

#include <stdlib.h>
#include <string.h>

#define BOTS_TIME (2 * AGON_SECOND)

// ---------------------------------------------------------------------------------------------
// The queue

void agon_room_enter(agon_room *room, agon_ticket *ticket) {
    ticket->room = room;
    ticket->next = NULL;
    *room->last = ticket;
    room->last = &ticket->next;
    agon_room_touch(room);
    agon_room_serve(room);
}

void agon_room_forget(agon_room *room, agon_ticket *ticket) {
    (void)room;
    agon_ticket_free(ticket);
}

void agon_room_enter_own(agon_room *room, void (*run)(agon_room *, agon_ticket *)) {
    agon_ticket *ticket = agon_ticket_make(room->service);
    if (ticket) {
        ticket->run = run;
        ticket->saved = agon_room_forget;
        agon_room_enter(room, ticket);
    } else {
        agon_room_serve(room);
    }
}

static agon_ticket *take_first(agon_room *room) {
    agon_ticket *ticket = room->first;
    room->first = ticket->next;
    if (!room->first) {
        room->last = &room->first;
    }
    ticket->next = NULL;
    return ticket;
}

void agon_room_serve(agon_room *room) {
    if (room->is_serving) {
        return;
    }
    room->is_serving = true;
    while (room->first && room->phase == AGON_ROOM_READY && !room->is_doomed) {
        agon_ticket *ticket = take_first(room);
        ticket->run(room, ticket);
    }
    room->is_serving = false;
    if (room->is_doomed) {
        agon_room_free(room);
    } else if (room->first && room->phase == AGON_ROOM_ASLEEP) {
        agon_room_load(room);
    }
}

// ---------------------------------------------------------------------------------------------
// Drafts

bool agon_room_prepare(agon_room *room, agon_ticket *ticket) {
    agon_draft *next = calloc(1, sizeof *next);
    if (next && agon_record_copy(&next->record, &room->record)) {
        next->seats = *room->seats;
        room->next = next;
        return true;
    }
    free(next);
    agon_ticket_fail(ticket, 503, "no_memory", "out of memory");
    return false;
}

void agon_room_discard(agon_room *room) {
    agon_draft *next = room->next;
    if (!next) {
        return;
    }
    agon_record_free(&next->record);
    agon_change_close(&next->change);
    if (next->begins) {
        agon_match_close(&next->match);
    }
    free(next);
    room->next = NULL;
}

void agon_room_announce(agon_room *room) {
    room->next->record.updated = agon_service_wall(room->service);
    room->next->is_news = true;
}

// The seats of the engine's match as they will be; NULL: it has not begun.
static const agon_match_seat *engine_seats(const agon_room *room) {
    const agon_draft *next = room->next;
    return next->begins              ? next->match.seats
           : next->has_change        ? next->change.seats
           : room->hosted->has_begun ? room->hosted->match.seats
                                     : NULL;
}

// When the match must be looked at again: a clock runs out; or, where a bot has to move, soon, in case
// the server dies before it has done so.
static int64_t deadline_of(const agon_room *room, const agon_state *state) {
    const agon_server_seats *seats = &room->next->seats;
    int64_t soon = agon_service_now(room->service) + BOTS_TIME;
    int64_t deadline = agon_seats_deadline(engine_seats(room));
    for (int p = 0; p < seats->count; p++) {
        const agon_server_seat *seat = &seats->items[p];
        bool is_bots = seat->kind == AGON_SERVER_SEAT_BOT && !seat->left;
        if (state->to_act >> p & 1u && is_bots && deadline > soon) {
            deadline = soon;
        }
    }
    return deadline;
}

bool agon_room_begin(agon_room *room) {
    agon_draft *next = room->next;
    agon_text head = {0};
    if (next->record.status != AGON_RECORD_WAITING || !agon_server_seats_are_taken(&next->seats)) {
        return true;
    }
    next->begins = true;
    if (agon_hosted_draft(room->hosted, &next->record, &next->seats, &room->terms, &next->match,
                          &head, NULL)) {
        agon_text_free(&head);
        return false;
    }
    next->record.head = head.data;
    next->record.status = AGON_RECORD_RUNNING;
    agon_match_start(&next->match, agon_service_now(room->service));
    next->record.deadline = deadline_of(room, next->match.state);
    return true;
}

// Those who are gone with the change have left, as everybody may know.
static void mark_left(agon_room *room, bool is_late) {
    agon_draft *next = room->next;
    for (int p = 0; p < next->seats.count; p++) {
        agon_server_seat *seat = &next->seats.items[p];
        if (next->change.seats[p].is_gone && !seat->left) {
            seat->left = true;
            seat->late = is_late;
            room->service->counts.timeouts += is_late;
            agon_room_announce(room);
        }
    }
}

static bool note_result(agon_draft *next) {
    agon_text line = {0};
    agon_change_finish(&next->change, next->record.salt, &line);
    next->record.result = line.data;
    next->record.status = AGON_RECORD_OVER;
    next->record.deadline = AGON_NEVER;
    return !line.failed;
}

// The change is whole: who has left, deadline, row, and the result if the game is over. False: no
// memory.
static bool seal(agon_room *room, const agon_room_request *request) {
    agon_draft *next = room->next;
    bool is_good = true;
    mark_left(room, request->is_late);
    next->record.deadline = deadline_of(room, next->change.state);
    if (next->change.state->over) {
        agon_room_announce(room);
        is_good = note_result(next);
    }
    if (next->change.move_count == 0) {
        return is_good;
    }
    is_good = is_good && agon_change_seen(&next->change, &next->seen, NULL) == AGON_OK;
    next->row = agon_hosted_row_of(room->hosted, &next->change, request->sequence, next->seen);
    next->row.at = agon_service_wall(room->service);
    if (request->fingerprint) {
        memcpy(next->row.fingerprint, request->fingerprint, sizeof next->row.fingerprint);
    }
    next->has_row = true;
    next->record.rows = next->row.number;
    return is_good && agon_hosted_reserve(room->hosted, &next->change);
}

// ---------------------------------------------------------------------------------------------
// Saving

static agon_room *room_of(agon_job *job) {
    return (agon_room *)((char *)job - offsetof(agon_room, save));
}

static agon_store_status save_work(agon_job *job, agon_store *store) {
    const agon_draft *next = room_of(job)->next;
    return store->kind->save(store, &next->record, next->has_row ? &next->row : NULL);
}

// The change is stored: those who see it are told, and it is the match.
static void accept(agon_room *room) {
    agon_draft *next = room->next;
    if (next->begins) {
        agon_hosted_begin(room->hosted, &next->match);
        next->begins = false; // the match is the room's now
    }
    if (next->has_row) {
        agon_sockets_tell(room);
    }
    if (next->has_change) {
        agon_hosted_accept(room->hosted, &next->change, next->has_row ? &next->row : NULL,
                           next->seen);
        agon_room_end_programs(room, &next->change, false);
    }
}

// The store has room->next: it is the room now.
static void adopt(agon_room *room) {
    agon_draft *next = room->next;
    agon_record old = room->record;
    bool is_over = next->record.status == AGON_RECORD_OVER;
    room->service->counts.matches_over += is_over && old.status != AGON_RECORD_OVER;
    *room->seats = next->seats; // first of all: who has lost a seat is not told the rest
    next->is_news |= agon_sockets_revoke(room);
    accept(room);
    room->record = next->record;
    next->record = old;
    agon_room_set_deadline(room);
    agon_room_count(room);
    if (next->is_news) {
        agon_sockets_tell_match(room);
    }
    agon_sockets_tell_clocks(room, next->has_row ? next->seen : 0);
    agon_room_discard(room);
}

// What the store has is not known for sure: it is asked.
static void after_failure(agon_room *room, agon_ticket *ticket) {
    bool is_new = room->record.version == 0;
    agon_room_discard(room);
    agon_ticket_fail(ticket, 503, "storage_failed", "it could not be stored; nothing has changed");
    if (is_new) {
        agon_room_give_up(room, &agon_room_unreadable);
    } else {
        agon_room_load(room);
    }
}

static void save_done(agon_job *job) {
    agon_room *room = room_of(job);
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
    agon_draft *next = room->next;
    free(next->record.seats);
    free(next->record.timer);
    next->record.seats = agon_server_seats_write(&next->seats);
    next->record.timer = agon_timer_write(&room->terms, engine_seats(room));
    next->record.open = next->record.status == AGON_RECORD_WAITING &&
                        agon_server_seats_has(&next->seats, AGON_SERVER_SEAT_OPEN);
    next->record.version++;
    next->record.shift = 0;
    if (!next->record.seats || !next->record.timer) {
        after_failure(room, ticket);
        return;
    }
    room->phase = AGON_ROOM_SAVING;
    room->saving = ticket;
    room->busy++;
    room->save = (agon_job){.work = save_work, .done = save_done};
    agon_worker_pool_submit(room->service->pool, &room->save, AGON_JOB_WRITE, NULL);
}

void agon_room_commit_own(agon_room *room, agon_ticket *ticket, agon_status status,
                          const agon_room_request *request) {
    room->next->has_change = status == AGON_OK;
    if (status == AGON_OK && seal(room, request)) {
        agon_room_commit(room, ticket);
    } else {
        agon_room_discard(room);
        agon_ticket_free(ticket);
    }
}

// ---------------------------------------------------------------------------------------------
// People

static void refuse_left(agon_room *room, agon_ticket *ticket) {
    (void)room;
    agon_ticket_fail(ticket, 409, "left", "this seat has left the match");
}

static void refuse_stale(agon_room *room, agon_ticket *ticket, uint32_t now) {
    room->service->counts.stale++;
    agon_ticket_refuse(ticket, &(agon_refusal){409, "stale",
                                               "something has happened since: look at it first",
                                               "sequence", now});
}

// Answers what needs no move. False then.
static bool is_news(agon_room *room, agon_ticket *ticket) {
    const agon_hosted *hosted = room->hosted;
    const agon_hosted_row *row = agon_hosted_find(hosted, ticket->seat, ticket->sequence);
    if (row && agon_secrets_equal(row->fingerprint, ticket->fingerprint)) {
        room->service->counts.repeated++;
        ticket->now = row->now;
        agon_act_answer(ticket);
    } else if (room->record.status != AGON_RECORD_RUNNING) {
        bool is_over = room->record.status == AGON_RECORD_OVER;
        agon_ticket_fail(ticket, 409, is_over ? "game_over" : "not_running",
                         is_over ? "the match is over" : "the match is not running");
    } else if (room->seats->items[ticket->seat].left) {
        refuse_left(room, ticket);
    } else if (ticket->sequence != hosted->sequences[ticket->seat]) {
        refuse_stale(room, ticket, hosted->sequences[ticket->seat]);
    } else {
        return true;
    }
    return false;
}

// Reads the action as the player sees the match: what is wrong with it tells nothing else.
static agon_status read_answer(const agon_hosted *hosted, const agon_ticket *ticket,
                               agon_answer *answer, agon_error *error) {
    const agon_game *game = hosted->table.game;
    const json_t *action = json_object_get(ticket->body, "action");
    agon_status status = agon_view(game, hosted->match.state, ticket->seat, hosted->view);
    if (status == AGON_OK) {
        status = agon_action_read(hosted->table.codec, game, hosted->view, agon_value_of(action),
                                  answer->actions, &answer->count, error);
    }
    if (status == AGON_OK && answer->count == 0) {
        status = agon_error_set(error, AGON_BAD_ACTION, "action", "there is nothing to do");
    }
    return status ? status
                  : agon_check(game, hosted->view, ticket->seat, answer->actions[0], error);
}

// Drafts the action in room->next.
static agon_status draft_action(agon_room *room, agon_ticket *ticket, agon_error *error) {
    agon_draft *next = room->next;
    agon_answer answer = {.count = 0};
    agon_judgement judgement = AGON_JUDGED_MOVED;
    agon_status status = read_answer(room->hosted, ticket, &answer, error);
    if (status == AGON_OK) {
        status =
            agon_match_answer(&room->hosted->match, ticket->seat, &answer,
                              agon_service_now(room->service), &next->change, &judgement, error);
    }
    if (status == AGON_OK && judgement != AGON_JUDGED_MOVED) {
        status = error->status;
    }
    if (status) {
        return status;
    }
    bool is_late = next->change.seats[ticket->seat].is_gone;
    next->has_change = true;
    if (is_late) { // it has forfeited instead
        ticket->saved = refuse_left;
    }
    return seal(room, &(agon_room_request){ticket->sequence, is_late ? NULL : ticket->fingerprint,
                                           is_late})
               ? AGON_OK
               : AGON_NO_MEMORY;
}

void agon_room_act(agon_room *room, agon_ticket *ticket) {
    agon_error error = ticket->error;
    if (error.status == AGON_NO_MEMORY) {
        agon_ticket_fail_by(ticket, 503, &error);
        return;
    }
    if (error.status) {
        agon_ticket_refuse(ticket,
                           &(agon_refusal){400, "bad_request", error.message, error.path, -1});
        return;
    }
    if (!agon_ticket_need_seat(room, ticket, &ticket->seat) || !is_news(room, ticket) ||
        !agon_room_prepare(room, ticket)) {
        return;
    }
    agon_status status = draft_action(room, ticket, &error);
    if (status) {
        agon_room_discard(room);
        error.status = status;
        agon_ticket_fail_by(ticket, 422, &error);
        return;
    }
    ticket->now = room->next->row.now;
    agon_room_commit(room, ticket);
}

bool agon_room_leave(agon_room *room, int seat) {
    agon_draft *next = room->next;
    next->has_change = agon_match_leave(&room->hosted->match, seat, agon_service_now(room->service),
                                        &next->change, NULL) == AGON_OK;
    return next->has_change && seal(room, &(agon_room_request){0});
}

// ---------------------------------------------------------------------------------------------
// Bots, and those who are gone

void agon_room_answer(agon_room *room, agon_ticket *ticket, int player, const agon_answer *answer,
                      const agon_fault_note *note) {
    agon_match *match = &room->hosted->match;
    int64_t now = agon_service_now(room->service);
    agon_judgement judgement;
    if (room->record.status != AGON_RECORD_RUNNING || !agon_match_can_ask(match, player)) {
        agon_ticket_free(ticket);
        return;
    }
    if (!agon_room_prepare(room, ticket)) {
        return;
    }
    agon_change *change = &room->next->change;
    agon_status status =
        note ? agon_match_fail(match, player, note, now, change, NULL)
             : agon_match_answer(match, player, answer, now, change, &judgement, NULL);
    room->service->counts.bot_moves += status == AGON_OK;
    agon_room_commit_own(room, ticket, status,
                         &(agon_room_request){.sequence = room->hosted->sequences[player]});
}

void agon_room_settle(agon_room *room, agon_ticket *ticket) {
    bool is_running = room->record.status == AGON_RECORD_RUNNING;
    if (!is_running || room->service->is_draining) {
        agon_ticket_free(ticket);
        return;
    }
    if (!agon_room_prepare(room, ticket)) {
        return;
    }
    agon_status status = agon_match_settle(&room->hosted->match, agon_service_now(room->service),
                                           &room->next->change, NULL);
    if (status == AGON_OK && room->next->change.move_count == 0) {
        agon_room_discard(room);
        agon_ticket_free(ticket);
        agon_room_prompt(room);
        return;
    }
    agon_room_commit_own(room, ticket, status, &(agon_room_request){0});
}
