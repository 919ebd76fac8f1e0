// Looking: games, the lobby, a match, a replay.
#define _GNU_SOURCE
#include "apps/server/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------
// Games

static void write_bot(agon_json *json, const char *id, const char *summary) {
    agon_json_open(json, '{');
    agon_json_put_string(json, "id", id);
    agon_json_put_string(json, "summary", summary);
    agon_json_close(json, '}');
}

static void write_bots(const agon_service *service, const agon_rules *rules, agon_json *json) {
    const agon_bot *bot;
    char id[AGON_BOT_SIZE];
    agon_json_key(json, "bots");
    agon_json_open(json, '[');
    for (size_t i = 0; (bot = agon_bot_at(rules, i)); i++) {
        write_bot(json, bot->id, bot->summary);
    }
    for (size_t i = 0; i < service->def.program_count; i++) {
        snprintf(id, sizeof id, "program:%s", service->def.programs[i].name);
        write_bot(json, id, "a program of this server's operator");
    }
    agon_json_close(json, ']');
}

static void write_game(const agon_service *service, const agon_rules *rules, agon_json *json) {
    agon_json_open(json, '{');
    agon_rules_write(rules, json);
    write_bots(service, rules, json);
    agon_json_close(json, '}');
}

void agon_api_games(agon_service *service, agon_ticket *ticket) {
    const agon_codec *codec;
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_json_open(&json, '{');
    agon_json_key(&json, "games");
    agon_json_open(&json, '[');
    for (size_t i = 0; (codec = agon_codec_at(i)); i++) {
        write_game(service, codec->rules, &json);
    }
    agon_json_close(&json, ']');
    agon_json_close(&json, '}');
    agon_ticket_answer(ticket, 200, &text);
}

// ---------------------------------------------------------------------------------------------
// The lobby

typedef struct listing {
    agon_job job;
    agon_ticket *ticket;
    agon_filter filter;
    int64_t before; // as it was asked for, in milliseconds
    char *game;
    agon_records records;
} listing;

static void listing_free(listing *list) {
    agon_records_free(&list->records);
    free(list->game);
    free(list);
}

static agon_store_status list_work(agon_job *job, agon_store *store) {
    listing *list = (listing *)job;
    return store->kind->list(store, &list->filter, &list->records);
}

static bool is_document(const char *text) {
    json_t *json = agon_json_parse(text, strlen(text), NULL);
    json_decref(json);
    return json != NULL;
}

// A match of which a part is damaged spoils nobody's list: it is not in it.
static void write_record(agon_service *service, const agon_record *record, agon_json *json) {
    agon_server_seats seats;
    agon_terms terms;
    agon_text text = {0};
    agon_json one = {.text = &text};
    if ((record->config && !is_document(record->config)) ||
        !agon_server_seats_read(record->seats, &seats)) {
        return;
    }
    if (agon_timer_read(record->timer, &terms, NULL)) {
        agon_info_write(&one, record, &seats, &terms, agon_room_look(service, record->id), -1);
        if (!text.failed) {
            agon_json_raw(json, text.data);
        }
    }
    agon_text_free(&text);
    agon_server_seats_free(&seats);
}

// Where the next page begins: exactly, and for those who only know milliseconds. These are rounded up,
// so that a match of the same millisecond is listed twice and not left out, unless the page would be the
// same again.
static void write_next(const listing *list, agon_json *json) {
    const agon_place *last = &list->records.last;
    char cursor[AGON_ID_SIZE + 24];
    snprintf(cursor, sizeof cursor, "%lld-%s", (long long)last->at, last->id);
    agon_json_key(json, "next");
    if (last->id[0]) {
        const int64_t next = last->at / 1000 + 1;
        agon_json_int(json, next < list->before ? next : last->at / 1000);
    } else {
        agon_json_null(json);
    }
    agon_json_put_string(json, "cursor", last->id[0] ? cursor : NULL);
}

static void list_done(agon_job *job) {
    listing *list = (listing *)job;
    agon_ticket *ticket = list->ticket;
    const agon_records *records = &list->records;
    agon_text text = {0};
    agon_json json = {.text = &text};
    if (job->status) {
        agon_ticket_fail(ticket, 503, "storage_failed", "the lobby cannot be read now");
        listing_free(list);
        return;
    }
    agon_json_open(&json, '{');
    agon_json_key(&json, "matches");
    agon_json_open(&json, '[');
    for (size_t i = 0; i < records->count; i++) {
        write_record(ticket->service, &records->items[i], &json);
    }
    agon_json_close(&json, ']');
    write_next(list, &json);
    agon_json_close(&json, '}');
    agon_ticket_answer(ticket, 200, &text);
    listing_free(list);
}

// Reads a word of the query: its index in `words`, or `missing` if it is not there.
static bool read_word(const char *query, const char *key, const char *const *words, int missing,
                      int *value, agon_error *error) {
    char *text = agon_query_find(query, key);
    *value = missing;
    for (int i = 0; text && words[i]; i++) {
        if (strcmp(text, words[i]) == 0) {
            *value = i;
            free(text);
            return true;
        }
    }
    if (text) {
        agon_error_set(error, AGON_BAD_CONFIG, key, "'%.40s' is not possible here", text);
        free(text);
        return false;
    }
    return true;
}

// "1700000000000000-ID", as write_next wrote it.
static bool read_cursor(const char *query, agon_place *before, agon_error *error) {
    char *text = agon_query_find(query, "cursor");
    char *dash = text ? strchr(text, '-') : NULL;
    char *end = NULL;
    bool is_good = !text;
    if (dash && text[0] >= '0' && text[0] <= '9') {
        const long long at = strtoll(text, &end, 10);
        is_good = end == dash && at <= AGON_TIME_MAX && strlen(dash + 1) < AGON_ID_SIZE;
        if (is_good) {
            before->at = at;
            strcpy(before->id, dash + 1);
        }
    }
    if (!is_good) {
        agon_error_set(error, AGON_BAD_CONFIG, "cursor", "must be the cursor of another page");
    }
    free(text);
    return is_good;
}

static bool read_filter(const char *query, listing *list, agon_error *error) {
    static const char *const statuses[] = {"waiting", "running", "over", "cancelled", "any", NULL};
    static const char *const truths[] = {"false", "true", NULL};
    int64_t limit = 50;
    agon_filter *filter = &list->filter;
    list->before = AGON_TIME_MAX / 1000;
    list->game = agon_query_find(query, "game");
    if (list->game && !agon_codec_find(list->game)) {
        agon_error_set(error, AGON_UNKNOWN_GAME, "game", "there is no game '%.40s' here",
                       list->game);
        return false;
    }
    if (!read_word(query, "status", statuses, 0, &filter->status, error) ||
        !read_word(query, "open", truths, -1, &filter->open, error) ||
        !agon_query_number(query, "limit", 1, 100, &limit, error) ||
        !agon_query_number(query, "before", 0, INT64_MAX / 1000, &list->before, error)) {
        return false;
    }
    list->before = list->before < AGON_TIME_MAX / 1000 ? list->before : AGON_TIME_MAX / 1000;
    filter->game = list->game;
    filter->status = filter->status == 4 ? -1 : filter->status;
    filter->before = (agon_place){.at = list->before * 1000};
    filter->limit = (uint32_t)limit;
    return read_cursor(query, &filter->before, error);
}

void agon_api_lobby(agon_service *service, agon_ticket *ticket) {
    agon_error error = {0};
    listing *list = calloc(1, sizeof *list);
    if (!list) {
        agon_ticket_fail(ticket, 503, "no_memory", "out of memory");
        return;
    }
    if (!read_filter(ticket->query, list, &error)) {
        agon_ticket_refuse(ticket,
                           &(agon_refusal){400, "bad_request", error.message, error.path, -1});
        listing_free(list);
        return;
    }
    list->job = (agon_job){.work = list_work, .done = list_done};
    list->ticket = ticket;
    agon_worker_pool_submit(service->pool, &list->job, AGON_JOB_LIST,
                            &agon_ticket_owner(ticket)->list_lane);
}

// ---------------------------------------------------------------------------------------------
// A match

void agon_run_see(agon_room *room, agon_ticket *ticket) {
    agon_text text = {0};
    agon_json json = {.text = &text};
    int seat;
    if (!agon_ticket_seat(room, ticket, &seat)) {
        return;
    }
    int viewer = seat >= 0 ? seat : AGON_SPECTATOR;
    agon_json_open(&json, '{');
    agon_room_write_info(room, seat, &json);
    agon_json_key(&json, "play");
    if (room->hosted->has_begun) {
        agon_json_open(&json, '{');
        agon_hosted_write_view(room->hosted, viewer, &json);
        agon_json_key(&json, "clock");
        agon_json_open(&json, '{');
        agon_room_write_clock(room, viewer, &json);
        agon_json_close(&json, '}');
        agon_json_close(&json, '}');
    } else {
        agon_json_null(&json);
    }
    agon_json_close(&json, '}');
    agon_ticket_answer(ticket, 200, &text);
}

// ---------------------------------------------------------------------------------------------
// A replay: its lines are in the store only

typedef struct fetching {
    agon_job job;
    agon_ticket *ticket;
    char id[AGON_ID_SIZE];
    agon_text replay;
} fetching;

static agon_store_status fetch_work(agon_job *job, agon_store *store) {
    fetching *fetch = (fetching *)job;
    agon_stored stored;
    agon_store_status status = store->kind->load(store, fetch->id, &stored);
    if (status == AGON_STORE_OK &&
        (!stored.record.result || !agon_stored_write(&stored, &fetch->replay))) {
        status = AGON_STORE_FAILED;
    }
    agon_stored_free(&stored);
    return status;
}

static void fetch_done(agon_job *job) {
    fetching *fetch = (fetching *)job;
    if (job->status) {
        agon_text_free(&fetch->replay);
        agon_ticket_fail(fetch->ticket, 503, "storage_failed", "the replay cannot be read now");
    } else {
        fetch->ticket->type = "application/x-ndjson";
        agon_ticket_answer(fetch->ticket, 200, &fetch->replay);
    }
    free(fetch);
}

void agon_run_replay(agon_room *room, agon_ticket *ticket) {
    fetching *fetch = NULL;
    if (room->record.status != AGON_RECORD_OVER) {
        agon_ticket_fail(ticket, 409, "not_over", "the match is not over");
        return;
    }
    if (!(fetch = calloc(1, sizeof *fetch))) {
        agon_ticket_fail(ticket, 503, "no_memory", "out of memory");
        return;
    }
    fetch->job = (agon_job){.work = fetch_work, .done = fetch_done};
    fetch->ticket = ticket;
    strcpy(fetch->id, room->record.id);
    agon_worker_pool_submit(room->service->pool, &fetch->job, AGON_JOB_LIST,
                            &agon_ticket_owner(ticket)->list_lane);
}
