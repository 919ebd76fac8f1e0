// What everybody may know of a match, as JSON.
#define _GNU_SOURCE
#include "apps/server/internal.h"

#include <string.h>

static void write_or_null(agon_json *json, const char *key, const char *text) {
    agon_json_put_string(json, key, text && text[0] ? text : NULL);
}

static void write_seat(agon_json *json, const agon_server_seat *seat, bool is_online) {
    agon_json_open(json, '{');
    agon_json_key(json, "player");
    agon_json_raw(json, seat->player);
    agon_json_put_string(json, "kind", agon_server_seat_words[seat->kind]);
    char name[AGON_NAME_SHOWN_SIZE];
    agon_name_show(seat->name, name, sizeof name);
    write_or_null(json, "name", name);
    write_or_null(json, "bot", seat->bot);
    agon_json_put_bool(json, "online", is_online);
    agon_json_put_bool(json, "left", seat->left);
    agon_json_close(json, '}');
}

static void write_raw_or_null(agon_json *json, const char *key, const char *text) {
    agon_json_key(json, key);
    if (text) {
        agon_json_raw(json, text);
    } else {
        agon_json_null(json);
    }
}

// The result without its salt: that is for the replay.
static void write_result(agon_json *json, const char *line) {
    json_t *document = line ? agon_json_parse(line, strcspn(line, "\n"), NULL) : NULL;
    json_t *result = json_object_get(document, "result");
    agon_json_key(json, "result");
    if (result) {
        json_object_del(result, "salt");
        agon_json_value(json, agon_value_of(result));
    } else {
        agon_json_null(json);
    }
    json_decref(document);
}

static void write_seats(agon_json *json, const agon_server_seats *seats, const agon_room *room) {
    agon_json_key(json, "seats");
    agon_json_open(json, '[');
    for (int p = 0; p < seats->count; p++) {
        write_seat(json, &seats->items[p], room && room->online[p] > 0);
    }
    agon_json_close(json, ']');
}

void agon_info_write(agon_json *json, const agon_record *record, const agon_server_seats *seats,
                     const agon_terms *terms, const agon_room *room, int you) {
    char commitment[AGON_COMMITMENT_SIZE] = "";
    json->text->failed |= !agon_commitment_make(record->seed, record->salt, commitment);
    agon_json_open(json, '{');
    agon_json_put_string(json, "id", record->id);
    agon_json_put_string(json, "game", record->game);
    agon_json_put_int(json, "rules_version", record->rules_version);
    agon_json_put_string(json, "status", agon_record_words[record->status]);
    agon_json_put_bool(json, "listed", record->listed);
    write_raw_or_null(json, "config", record->config);
    write_seats(json, seats, room);
    agon_json_key(json, "clock");
    agon_timer_write_rule(terms, json);
    agon_json_put_string(json, "commitment", commitment);
    agon_json_put_int(json, "created", record->created / 1000);
    agon_json_put_int(json, "updated", record->updated / 1000);
    agon_json_key(json, "you");
    if (you >= 0) {
        agon_json_int(json, you);
    } else {
        agon_json_null(json);
    }
    write_result(json, record->result);
    write_or_null(json, "rematch", record->rematch);
    agon_json_close(json, '}');
}

void agon_room_write_info(agon_room *room, int you, agon_json *json) {
    agon_json_key(json, "match");
    agon_info_write(json, &room->record, room->seats, &room->terms, room, you);
}

// A viewer sees another's clock as its view has it: running as long as that player may be thinking.
static bool seems_running(const agon_match *match, int player, int viewer, agon_viewers to_act) {
    agon_viewers set = player == viewer ? match->state->to_act : to_act;
    return match->seats[player].is_timed && (set >> player & 1u);
}

void agon_room_write_clock(agon_room *room, int viewer, agon_json *json) {
    const agon_match *match = &room->hosted->match;
    int64_t now = agon_service_now(room->service);
    agon_viewers to_act = agon_match_to_act(match, viewer);
    agon_json_key(json, "left");
    agon_json_open(json, '[');
    for (int p = 0; p < room->seats->count; p++) {
        bool is_running = seems_running(match, p, viewer, to_act);
        int64_t left = agon_match_time_left(match, p, is_running, now);
        if (left != AGON_NO_LIMIT) {
            agon_json_int(json, left / 1000);
        } else {
            agon_json_null(json);
        }
    }
    agon_json_close(json, ']');
    agon_json_key(json, "running");
    agon_json_open(json, '[');
    for (int p = 0; p < room->seats->count; p++) {
        agon_json_bool(json, seems_running(match, p, viewer, to_act));
    }
    agon_json_close(json, ']');
}
