// Acting: the request that everything is about, and what may be done now.
#define _GNU_SOURCE
#include "apps/server/internal.h"

#include <stdlib.h>
#include <string.h>

bool agon_act_read(const json_t *body, agon_act *act, agon_error *error) {
    static const char *const keys[] = {"action", "sequence", "client", NULL};
    agon_reader reader = {AGON_BAD_CONFIG, error, NULL};
    agon_cursor root = agon_cursor_root(&reader, agon_value_of(body));
    agon_cursor action = agon_cursor_child(&root, "action");
    agon_cursor sequence = agon_cursor_child(&root, "sequence");
    agon_cursor client = agon_cursor_child(&root, "client");
    int64_t number;
    if (!agon_cursor_read_object(&root) || !agon_keys_are(&root, keys) ||
        !agon_cursor_read_object(&action) ||
        !agon_cursor_read_int(&sequence, 0, UINT32_MAX, &number) ||
        !agon_cursor_read_string(&client, &act->client)) {
        return false;
    }
    size_t length = strlen(act->client);
    if (length == 0 || length > AGON_CLIENT_MAX) {
        return agon_cursor_refuse(&client, "must have 1 to %d characters", AGON_CLIENT_MAX);
    }
    act->action = agon_json_of(action.value);
    act->sequence = (uint32_t)number;
    return true;
}

static void answer(agon_ticket *ticket) {
    if (ticket->socket) {
        agon_socket_answer_act(ticket, NULL);
        agon_ticket_free(ticket);
        return;
    }
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_json_open(&json, '{');
    agon_json_put_string(&json, "client", ticket->client);
    agon_json_put_int(&json, "sequence", ticket->sequence);
    agon_json_put_int(&json, "now", ticket->now);
    agon_json_close(&json, '}');
    agon_ticket_answer(ticket, 200, &text);
}

static void saved(agon_room *room, agon_ticket *ticket) {
    room->service->counts.actions++;
    answer(ticket);
}

// What a request is recognised by when it comes again.
static bool make_fingerprint(const agon_act *act, uint8_t fingerprint[AGON_HASH_SIZE]) {
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_json_value_sorted(&json, agon_value_of(act->action));
    if (!text.failed) {
        agon_secrets_hash2(act->client, text.data, fingerprint);
    }
    bool is_good = !text.failed;
    agon_text_free(&text);
    return is_good;
}

static void refuse_stale(agon_room *room, agon_ticket *ticket, uint32_t now) {
    room->service->counts.stale++;
    agon_ticket_refuse(ticket, &(agon_refusal){409, "stale",
                                               "something has happened since: look at it first",
                                               "sequence", now});
}

// Answers what needs no move. False then.
static bool is_news(agon_room *room, agon_ticket *ticket, int seat, const uint8_t *fingerprint) {
    const agon_play *play = room->play;
    uint32_t now = play->sequences[seat];
    const agon_play_row *row = play->first ? agon_play_find(play, seat, ticket->sequence) : NULL;
    if (row && agon_secrets_equal(row->fingerprint, fingerprint)) {
        room->service->counts.repeated++;
        ticket->now = row->now;
        answer(ticket);
        return false;
    }
    if (room->record.status != AGON_RECORD_RUNNING) {
        bool is_over = room->record.status == AGON_RECORD_OVER;
        agon_ticket_fail(ticket, 409, is_over ? "game_over" : "not_running",
                         is_over ? "the match is over" : "the match is not running");
        return false;
    }
    if (room->places->items[seat].left) {
        agon_ticket_fail(ticket, 409, "left", "this seat has left the match");
        return false;
    }
    if (ticket->sequence != now) {
        refuse_stale(room, ticket, now);
        return false;
    }
    return true;
}

// Reads and makes the action. What is wrong with it is told from the player's view alone.
static agon_status make_moves(agon_room *room, int seat, const json_t *action, agon_error *error) {
    const agon_table *table = &room->play->table;
    agon_action actions[AGON_MAX_STEPS_PER_ACTION];
    size_t count = 0;
    agon_state *view = room->play->views[1];
    agon_status status = agon_view(table->game, table->state, seat, view);
    if (status == AGON_OK) {
        status = agon_action_read(table->codec, table->game, view, agon_value_of(action), actions,
                                  &count, error);
    }
    if (status == AGON_OK && count == 0) {
        status = agon_error_set(error, AGON_BAD_ACTION, "action", "there is nothing to do");
    }
    if (status == AGON_OK) {
        status = agon_check(table->game, view, seat, actions[0], error);
    }
    for (size_t i = 0; i < count && status == AGON_OK; i++) {
        status = agon_room_move(
            room,
            &(agon_draft_move){
                .player = seat, .action = actions[i], .by = AGON_MOVER_SEAT, .time = -1},
            error);
    }
    return status;
}

static void act(agon_room *room, agon_ticket *ticket, int seat, const agon_act *request,
                const uint8_t *fingerprint) {
    agon_error error = {0};
    if (!agon_room_prepare(room, ticket)) {
        return;
    }
    agon_status status = AGON_NO_MEMORY;
    if (agon_room_draft(room, seat)) {
        status = make_moves(room, seat, request->action, &error);
    }
    if (status == AGON_OK && !agon_room_seal(room, request->sequence, fingerprint)) {
        status = AGON_NO_MEMORY;
    }
    if (status) {
        agon_room_discard(room);
        error.status = status;
        agon_ticket_fail_by(ticket, 422, &error);
        return;
    }
    ticket->now = room->next->row.now;
    ticket->saved = saved;
    agon_room_commit(room, ticket);
}

// A socket has shown its token in the hello.
static bool find_seat(agon_room *room, agon_ticket *ticket, int *seat) {
    *seat = ticket->socket ? ticket->socket->viewer : ticket->seat;
    if (!ticket->socket && ticket->seat < 0) {
        return agon_ticket_need_seat(room, ticket, seat);
    }
    if (*seat < 0 || *seat >= room->places->count) {
        agon_ticket_fail(ticket, 401, "no_token", "only who holds a seat may do this");
        return false;
    }
    return true;
}

void agon_run_act(agon_room *room, agon_ticket *ticket) {
    agon_error error = {0};
    agon_act request = {0};
    uint8_t fingerprint[AGON_HASH_SIZE];
    int seat;
    if (!agon_act_read(ticket->body, &request, &error)) {
        agon_ticket_refuse(ticket,
                           &(agon_refusal){400, "bad_request", error.message, error.path, -1});
        return;
    }
    strcpy(ticket->client, request.client);
    ticket->sequence = request.sequence;
    if (!find_seat(room, ticket, &seat)) {
        return;
    }
    if (!make_fingerprint(&request, fingerprint)) {
        agon_ticket_fail(ticket, 503, "no_memory", "out of memory");
    } else if (is_news(room, ticket, seat, fingerprint)) {
        act(room, ticket, seat, &request, fingerprint);
    }
}

// ---------------------------------------------------------------------------------------------
// What may be done

static void write_actions(agon_room *room, int seat, const int64_t range[2], agon_json *json) {
    const agon_table *table = &room->play->table;
    agon_state *view = room->play->views[1];
    if (agon_view(table->game, table->state, seat, view)) {
        json->text->failed = true;
        return;
    }
    int64_t count = agon_count(table->game, view, seat);
    agon_json_put_int(json, "count", count);
    agon_json_key(json, "actions");
    agon_json_open(json, '[');
    for (int64_t i = range[0]; i < count && i < range[0] + range[1]; i++) {
        agon_action action = agon_nth(table->game, view, seat, (uint32_t)i);
        table->codec->action_write(table->game, view, action, json);
    }
    agon_json_close(json, ']');
}

void agon_run_actions(agon_room *room, agon_ticket *ticket) {
    agon_error error = {0};
    int seat;
    int64_t range[2] = {0, 100};
    if (!agon_ticket_need_seat(room, ticket, &seat)) {
        return;
    }
    if (!agon_query_number(ticket->query, "offset", 0, UINT32_MAX, &range[0], &error) ||
        !agon_query_number(ticket->query, "limit", 0, 1000, &range[1], &error)) {
        agon_ticket_refuse(ticket,
                           &(agon_refusal){400, "bad_request", error.message, error.path, -1});
        return;
    }
    if (!room->play->first) {
        agon_ticket_fail(ticket, 409, "not_running", "the match has not begun");
        return;
    }
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_json_open(&json, '{');
    agon_json_put_int(&json, "sequence", room->play->sequences[seat]);
    write_actions(room, seat, range, &json);
    agon_json_close(&json, '}');
    agon_ticket_answer(ticket, 200, &text);
}
