// Making matches.
#define _GNU_SOURCE
#include "apps/server/internal.h"
#include "apps/server/api/make.h"

#include <stdlib.h>
#include <string.h>

static const char *const seat_words[] = {"me", "open", "invited", "bot", NULL};

static bool read_bot(agon_service *service, const agon_cursor *at, const agon_rules *rules,
                     agon_server_seat *seat) {
    agon_error error = {0};
    const char *text;
    if (!agon_cursor_read_string(at, &text)) {
        return false;
    }
    if (!agon_bot_is_known(service, rules, text, &error)) {
        return agon_cursor_refuse(at, "%s", error.message);
    }
    strcpy(seat->bot, text);
    return true;
}

static bool read_seat(agon_service *service, const agon_cursor *at, agon_making *making,
                      agon_server_seat *seat) {
    static const char *const keys[] = {"kind", "name", "bot", NULL};
    agon_cursor kind = agon_cursor_child(at, "kind");
    agon_cursor name = agon_cursor_child(at, "name");
    agon_cursor bot = agon_cursor_child(at, "bot");
    int which;
    if (!agon_cursor_read_object(at) || !agon_keys_are(at, keys) ||
        !agon_cursor_read_word(&kind, seat_words, &which) ||
        !agon_seat_name_read(&name, seat->name)) {
        return false;
    }
    if (which != 3 && agon_cursor_is_given(&bot)) {
        return agon_cursor_refuse(&bot, "only a seat of the kind bot has one");
    }
    if (which == 0 && making->me >= 0) {
        return agon_cursor_refuse(&kind, "one seat can be yours");
    }
    static const agon_server_seat_kind kinds[] = {AGON_SERVER_SEAT_PERSON, AGON_SERVER_SEAT_OPEN,
                                                  AGON_SERVER_SEAT_INVITED, AGON_SERVER_SEAT_BOT};
    seat->kind = kinds[which];
    seat->is_reserved = seat->kind == AGON_SERVER_SEAT_INVITED;
    if (which == 0) {
        making->me = making->seats.count;
    }
    return which != 3 || read_bot(service, &bot, making->codec->rules, seat);
}

static bool read_seats(agon_service *service, const agon_cursor *at, agon_making *making) {
    size_t count;
    if (!agon_cursor_is_given(at)) {
        return true;
    }
    if (!agon_cursor_read_list(at, 1, AGON_MAX_PLAYERS, &count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        agon_cursor item = agon_cursor_item(at, i);
        if (!read_seat(service, &item, making, &making->seats.items[i])) {
            return false;
        }
        making->seats.count++;
    }
    return true;
}

// Texts of a config are read by all players, most of them as names.
static bool texts_are_seen(const agon_cursor *at) {
    const char *text = agon_value_text(at->value);
    const char *key;
    json_t *value;
    agon_error error = {0};
    if (text && agon_name_check(text, &error)) {
        return agon_cursor_refuse(at, "%s", error.message);
    }
    json_object_foreach((json_t *)agon_json_of(at->value), key, value) {
        agon_cursor member = agon_cursor_child(at, key);
        if (!texts_are_seen(&member)) {
            return false;
        }
    }
    size_t count = json_array_size(agon_json_of(at->value));
    for (size_t i = 0; i < count; i++) {
        agon_cursor item = agon_cursor_item(at, i);
        if (!texts_are_seen(&item)) {
            return false;
        }
    }
    return true;
}

// The server draws what players may not know.
static bool read_config(const agon_cursor *at, const agon_codec *codec, const json_t **config) {
    if (!agon_cursor_is_given(at)) {
        return true;
    }
    if (!agon_cursor_read_object(at)) {
        return false;
    }
    agon_error error = {0};
    if (agon_config_check(codec, at->value, &error) ||
        agon_config_check_hidden(codec, at->value, &error)) {
        agon_cursor wrong = agon_cursor_child(at, error.path);
        return agon_cursor_refuse(&wrong, "%s", error.message);
    }
    *config = agon_json_of(at->value);
    return texts_are_seen(at);
}

static bool read_game(const agon_cursor *at, const agon_codec **codec) {
    const char *id;
    if (!agon_cursor_read_string(at, &id)) {
        return false;
    }
    *codec = agon_codec_find(id);
    return *codec || agon_cursor_refuse(at, "there is no game '%.40s' here", id);
}

bool agon_client_read(const agon_cursor *at, const char **client) {
    static const char hex[] = "0123456789abcdefABCDEF";
    static const char alphabet[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    *client = NULL;
    if (!agon_cursor_is_given(at)) {
        return true;
    }
    if (!agon_cursor_read_string(at, client)) {
        return false;
    }
    size_t length = strlen(*client);
    bool is_hex = strspn(*client, hex) == length;
    return (length >= (is_hex ? 32 : AGON_CLIENT_MIN) && length <= AGON_CLIENT_MAX &&
            strspn(*client, alphabet) == length) ||
           agon_cursor_refuse(at,
                              "must be a secret of 128 random bits or more: 22 to 64 characters of "
                              "A-Z a-z 0-9 - _, or 32 to 64 hexadecimal digits");
}

static bool read_request(agon_service *service, const json_t *body, agon_making *making,
                         agon_error *error) {
    static const char *const keys[] = {"game",   "config", "seats", "clock",
                                       "listed", "client", NULL};
    agon_reader reader = {.status = AGON_BAD_CONFIG, .error = error};
    agon_cursor root = agon_cursor_root(&reader, agon_value_of(body));
    agon_cursor game = agon_cursor_child(&root, "game");
    agon_cursor config = agon_cursor_child(&root, "config");
    agon_cursor seats = agon_cursor_child(&root, "seats");
    agon_cursor clock = agon_cursor_child(&root, "clock");
    agon_cursor listed = agon_cursor_child(&root, "listed");
    agon_cursor client = agon_cursor_child(&root, "client");
    return agon_cursor_read_object(&root) && agon_keys_are(&root, keys) &&
           read_game(&game, &making->codec) &&
           read_config(&config, making->codec, &making->config) &&
           read_seats(service, &seats, making) &&
           (!agon_cursor_is_given(&clock) || agon_timer_read_rule(&clock, &making->terms)) &&
           (!agon_cursor_is_given(&listed) || agon_cursor_read_bool(&listed, &making->listed)) &&
           agon_client_read(&client, &making->client);
}

// ---------------------------------------------------------------------------------------------
// The room

static char *config_text(const json_t *config) {
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_json_value(&json, agon_value_of(config));
    if (text.failed) {
        agon_text_free(&text);
    }
    return text.data;
}

static bool fill_record(agon_service *service, const agon_making *making, agon_record *record) {
    int64_t now = agon_service_wall(service);
    char seed[AGON_SEED_SIZE];
    char salt[AGON_SALT_SIZE];
    agon_secrets_seed(&service->random, seed);
    agon_secrets_salt(&service->random, salt);
    record->listed = making->listed;
    record->created = now;
    record->updated = now;
    record->deadline = agon_service_now(service) + service->def.waiting_time;
    record->game = strdup(making->codec->rules->id);
    record->rules_version = making->codec->rules->version; // a rematch has the newest, too
    record->config = making->config ? config_text(making->config) : NULL;
    record->seed = strdup(seed);
    record->salt = strdup(salt);
    return record->game && record->seed && record->salt && (!making->config || record->config);
}

// Without seats in the request: the caller, and open ones for the others.
static void fill_seats(agon_making *making, int players) {
    if (making->seats.count == 0) {
        making->me = 0;
        making->seats.items[0].kind = AGON_SERVER_SEAT_PERSON;
        making->seats.count = players;
    }
}

static bool make_hosted(agon_room *room, agon_making *making, agon_record *record,
                        agon_error *error) {
    room->hosted = agon_hosted_open(record, making->seats.count, error);
    if (!room->hosted) {
        return false;
    }
    const agon_table *table = &room->hosted->table;
    fill_seats(making, table->game->players);
    if (table->game->players != making->seats.count) {
        agon_error_set(error, AGON_BAD_CONFIG, "seats", "this match has %d players, but %d seats",
                       table->game->players, making->seats.count);
        return false;
    }
    room->seats = calloc(1, sizeof *room->seats);
    if (!room->seats) {
        agon_error_set(error, AGON_NO_MEMORY, NULL, "out of memory");
        return false;
    }
    *room->seats = making->seats;
    if (!agon_server_seats_name(room->seats, table->codec, table->game)) {
        agon_error_set(error, AGON_NO_MEMORY, NULL, "out of memory");
        return false;
    }
    return true;
}

// Secrets for those who have none yet: the maker's seat, and invitations.
static void make_secrets(agon_room *room, agon_ticket *ticket, const char *client) {
    const agon_random *random = &room->service->random;
    for (int p = 0; p < room->next->seats.count; p++) {
        agon_server_seat *seat = &room->next->seats.items[p];
        if (p == ticket->seat) {
            seat->is_maker = true;
            agon_server_seat_give(seat, random, ticket->secret);
            if (client) {
                agon_secret_keep(&seat->client, client);
            }
        } else if (seat->kind == AGON_SERVER_SEAT_INVITED && !seat->is_heir) {
            agon_server_seat_invite(seat, random, ticket->invites[p]);
        }
    }
}

void agon_make_match(agon_service *service, agon_ticket *ticket, agon_making *making) {
    agon_error error = {0};
    char id[AGON_ID_SIZE];
    agon_secrets_id(&service->random, id);
    agon_room *room = agon_room_new(service, id);
    if (!room) {
        agon_ticket_fail(ticket, 503, "too_many", "the server holds as many matches as it can");
        return;
    }
    room->terms = making->terms;
    room->owner = ticket->owner ? agon_owner_keep(ticket->owner) : NULL;
    if (!fill_record(service, making, &room->record)) {
        agon_error_set(&error, AGON_NO_MEMORY, NULL, "out of memory");
    } else if (make_hosted(room, making, &room->record, &error)) {
        ticket->seat = making->me;
        ticket->room = room;
        if (!agon_shares_admit(service, ticket, room->seats) || !agon_room_prepare(room, ticket)) {
            agon_room_free(room);
            return;
        }
        agon_room_count(room);
        make_secrets(room, ticket, making->client);
        if (agon_room_begin(room)) {
            service->counts.matches_made++;
            agon_room_commit(room, ticket);
            return;
        }
        agon_error_set(&error, AGON_NO_MEMORY, NULL, "out of memory");
    }
    agon_ticket_fail_by(ticket, 400, &error);
    agon_room_free(room);
}

static void write_invites(const agon_ticket *ticket, int count, agon_json *json) {
    agon_json_key(json, "invites");
    agon_json_open(json, '[');
    for (int p = 0; p < count; p++) {
        if (ticket->invites[p][0]) {
            agon_json_open(json, '{');
            agon_json_put_int(json, "seat", p);
            agon_json_put_string(json, "invite", ticket->invites[p]);
            agon_json_close(json, '}');
        }
    }
    agon_json_close(json, ']');
}

static void created(agon_room *room, agon_ticket *ticket) {
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_json_open(&json, '{');
    agon_room_write_info(room, ticket->seat, &json);
    agon_json_key(&json, "seat");
    if (ticket->seat >= 0) {
        agon_json_int(&json, ticket->seat);
    } else {
        agon_json_null(&json);
    }
    agon_json_put_string(&json, "token", ticket->seat >= 0 ? ticket->secret : NULL);
    write_invites(ticket, room->seats->count, &json);
    agon_json_close(&json, '}');
    if (asprintf(&ticket->location, "/api/matches/%s", room->record.id) < 0) {
        ticket->location = NULL;
    }
    agon_ticket_answer(ticket, 201, &text);
}

void agon_api_create(agon_service *service, agon_ticket *ticket) {
    agon_error error = {0};
    agon_making making = {.me = -1, .listed = true, .terms = agon_timer_default()};
    if (service->is_draining) {
        agon_ticket_fail(ticket, 503, "draining", "the server is about to stop");
    } else if (!read_request(service, ticket->body, &making, &error)) {
        agon_ticket_fail_by(ticket, 400, &error);
    } else {
        ticket->saved = created;
        agon_make_match(service, ticket, &making);
    }
}
