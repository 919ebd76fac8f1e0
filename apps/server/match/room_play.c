// What happens in a room: beginning, moves, clocks, and those who are gone.
#define _GNU_SOURCE
#include "apps/server/internal.h"

#include <stdlib.h>
#include <string.h>

#define BOTS_TIME (2 * AGON_SECOND)

// When the match must be looked at again: a clock runs out; or, where the server itself has to move
// (bots, those who have left), soon, in case it dies before it has done so.
static int64_t deadline_of(const agon_room *room, const agon_change *next,
                           const agon_state *state) {
    int64_t soon = agon_service_wall(room->service) + BOTS_TIME;
    int64_t deadline = agon_timer_deadline(&next->timer);
    for (int p = 0; p < next->places.count; p++) {
        const agon_server_seat *place = &next->places.items[p];
        if (state->to_act >> p & 1u && (place->left || place->kind == AGON_SERVER_SEAT_BOT) &&
            deadline > soon) {
            deadline = soon;
        }
    }
    return deadline;
}

// ---------------------------------------------------------------------------------------------
// Beginning

static agon_terms terms_of(const agon_timer *timer) {
    agon_terms terms = agon_terms_default();
    if (!timer->is_per_move) {
        terms.bank = timer->bank;
        terms.increment = timer->increment;
    }
    return terms;
}

static const char *seat_text(const agon_server_seat *place) {
    return place->kind == AGON_SERVER_SEAT_BOT ? place->bot
           : place->name[0]                    ? place->name
                                               : "human";
}

bool agon_room_begin(agon_room *room) {
    agon_change *next = room->next;
    const char *seats[AGON_MAX_PLAYERS];
    agon_terms terms = terms_of(&next->timer);
    int64_t now = agon_service_wall(room->service);
    if (next->record.status != AGON_RECORD_WAITING || !agon_server_seats_are_taken(&next->places)) {
        return true;
    }
    next->timer.timed = AGON_NONE;
    for (int p = 0; p < next->places.count; p++) {
        const agon_server_seat *place = &next->places.items[p];
        seats[p] = seat_text(place);
        if (place->kind == AGON_SERVER_SEAT_PERSON) {
            next->timer.timed |= agon_viewer_bit(p);
        }
    }
    next->record.head = agon_play_begin(room->play, &next->record, seats, &terms);
    if (!next->record.head) {
        return false;
    }
    next->record.status = AGON_RECORD_RUNNING;
    agon_timer_start(&next->timer, room->play->table.state->to_act, now);
    next->record.deadline = deadline_of(room, next, room->play->table.state);
    return true;
}

// ---------------------------------------------------------------------------------------------
// Moves

bool agon_room_draft(agon_room *room, int player) {
    room->next->has_draft = true;
    return agon_draft_open(&room->next->draft, room->play, player);
}

agon_status agon_room_move(agon_room *room, const agon_draft_move *move, agon_error *error) {
    agon_change *next = room->next;
    int64_t now = agon_service_wall(room->service);
    agon_draft_move timed = *move;
    agon_timer_step step = {.is_simultaneous = room->play->table.game->rules->is_simultaneous,
                            .before = next->draft.state->to_act,
                            .player = move->player,
                            .now = now};
    bool is_first = next->draft.move_count == 0;
    timed.time = is_first ? agon_timer_used(&next->timer, move->player, now) : -1;
    agon_status status = agon_draft_make(&next->draft, &timed, error);
    if (status == AGON_OK) {
        step.after = next->draft.state->to_act;
        agon_timer_move(&next->timer, &step);
    }
    return status;
}

bool agon_room_seal(agon_room *room, uint32_t sequence, const uint8_t *fingerprint) {
    agon_change *next = room->next;
    agon_draft *draft = &next->draft;
    int64_t now = agon_service_wall(room->service);
    next->record.deadline = deadline_of(room, next, draft->state);
    if (draft->state->over) {
        next->record.status = AGON_RECORD_OVER;
        agon_room_announce(room);
        next->record.deadline = AGON_NEVER;
        next->record.result = agon_draft_finish(draft, next->record.salt);
        draft->failed |= !next->record.result;
    }
    next->seen = agon_draft_seen(draft);
    next->row = agon_draft_row(draft, sequence, next->seen, fingerprint, now);
    next->record.rows = next->row.number;
    return !draft->failed && agon_play_reserve(room->play, draft);
}

// ---------------------------------------------------------------------------------------------
// Those who are gone

static int count_active(const agon_server_seats *places) {
    int count = 0;
    for (int p = 0; p < places->count; p++) {
        count += !places->items[p].left;
    }
    return count;
}

// With one seat left, who is placed first is decided: the rest is made at random at once.
static bool is_decided(const agon_server_seats *places) {
    return count_active(places) <= (places->count > 1 ? 1 : 0);
}

// Somebody in to_act whose moves the server makes; −1: nobody.
static int absent_player(const agon_server_seats *places, const agon_state *state) {
    bool decided = is_decided(places);
    for (int p = 0; p < places->count; p++) {
        if (state->to_act >> p & 1u && (decided || places->items[p].left)) {
            return p;
        }
    }
    return -1;
}

static agon_fault_note note_of(const agon_server_seat *place) {
    agon_fault_note note = {.fault = place->late ? AGON_FAULT_LATE : AGON_FAULT_DEAD};
    strcpy(note.reason, place->late ? "the time was up" : "left the match");
    return note;
}

static bool move_randomly(agon_room *room, int player) {
    agon_change *next = room->next;
    const agon_server_seat *place = &next->places.items[player];
    uint64_t bits[2];
    agon_draft_move move = {.player = player, .by = AGON_MOVER_RANDOM, .time = -1};
    agon_fault_note note = note_of(place);
    room->service->random.fill(room->service->random.user, bits, sizeof bits);
    agon_rng rng = agon_rng_make((agon_seed){bits[0], bits[1], true});
    if (agon_random_action(room->play->table.game, next->draft.state, player, &rng, &move.action)) {
        return false;
    }
    if (place->left && !next->draft.forfeits[player]) {
        move.fault = &note;
        move.forfeits = true;
    }
    return agon_room_move(room, &move, NULL) == AGON_OK;
}

bool agon_room_stand_in(agon_room *room) {
    agon_change *next = room->next;
    bool has_moved = false;
    int player;
    while (!next->draft.failed && (player = absent_player(&next->places, next->draft.state)) >= 0) {
        if (!move_randomly(room, player)) {
            next->draft.failed = true;
        }
        has_moved = true;
    }
    return has_moved;
}

static void run_stand_in(agon_room *room, agon_ticket *ticket) {
    if (room->record.status != AGON_RECORD_RUNNING ||
        absent_player(room->places, room->play->table.state) < 0) {
        agon_ticket_free(ticket);
        return;
    }
    if (!agon_room_prepare(room, ticket)) {
        return;
    }
    if (agon_room_draft(room, -1) && agon_room_stand_in(room) && agon_room_seal(room, 0, NULL)) {
        agon_room_commit(room, ticket);
    } else {
        agon_room_discard(room);
        agon_ticket_free(ticket);
    }
}

static void forget(agon_room *room, agon_ticket *ticket) {
    (void)room;
    agon_ticket_free(ticket);
}

// A ticket of the server's own.
static void enter_own(agon_room *room, void (*run)(agon_room *, agon_ticket *)) {
    agon_ticket *ticket = agon_ticket_make(room->service);
    if (ticket) {
        ticket->run = run;
        ticket->saved = forget;
        agon_room_enter(room, ticket);
    }
}

void agon_room_prompt(agon_room *room) {
    if (room->record.status != AGON_RECORD_RUNNING || room->phase != AGON_ROOM_READY ||
        room->service->is_draining) {
        return; // after a restart it goes on by itself
    }
    if (absent_player(room->places, room->play->table.state) >= 0) {
        enter_own(room, run_stand_in);
    } else {
        agon_room_ask_bots(room);
    }
}

// ---------------------------------------------------------------------------------------------
// Deadlines

static void mark_late(agon_room *room, int64_t now) {
    for (int p = 0; p < room->places->count; p++) {
        agon_server_seat *place = &room->next->places.items[p];
        if (!place->left && agon_timer_is_out(&room->timer, p, now)) {
            place->left = place->late = true;
            room->service->counts.timeouts++;
        }
    }
}

static bool is_somebody_late(const agon_room *room, int64_t now) {
    bool is_any = false;
    for (int p = 0; p < room->places->count; p++) {
        is_any |= !room->places->items[p].left && agon_timer_is_out(&room->timer, p, now);
    }
    return is_any;
}

static void run_deadline(agon_room *room, agon_ticket *ticket) {
    int64_t now = agon_service_wall(room->service);
    bool is_due = room->record.deadline <= now;
    bool is_waiting = room->record.status == AGON_RECORD_WAITING;
    if (!is_due || (!is_waiting && !is_somebody_late(room, now))) {
        // It was there for the bots, and they are being asked.
        if (is_due) {
            room->record.deadline = agon_timer_deadline(&room->timer);
        }
        agon_room_set_deadline(room);
        agon_ticket_free(ticket);
        return;
    }
    if (!agon_room_prepare(room, ticket)) {
        return;
    }
    bool is_good = true;
    agon_room_announce(room);
    if (is_waiting) {
        room->next->record.status = AGON_RECORD_CANCELLED;
        room->next->record.deadline = AGON_NEVER;
    } else {
        mark_late(room, now);
        is_good =
            agon_room_draft(room, -1) && agon_room_stand_in(room) && agon_room_seal(room, 0, NULL);
    }
    if (is_good) {
        agon_room_commit(room, ticket);
    } else {
        agon_room_discard(room);
        agon_ticket_free(ticket);
    }
}

void agon_room_deadline(agon_room *room) {
    agon_deadlines_remove(&room->service->deadlines, room); // back when it is served
    enter_own(room, run_deadline);
}

void agon_room_set_deadline(agon_room *room) {
    if (room->record.deadline == AGON_NEVER ||
        !agon_deadlines_put(&room->service->deadlines, room)) {
        agon_deadlines_remove(&room->service->deadlines, room);
    }
}
