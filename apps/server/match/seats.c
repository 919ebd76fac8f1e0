// Seats in and out of the store.
#define _GNU_SOURCE
#include "apps/server/match/seats.h"

#include "src/codec/json.h"

#include <stdlib.h>
#include <string.h>

const char *const agon_server_seat_words[] = {"open", "invited", "person", "bot", NULL};

static void write_secret(agon_json *json, const char *key, const agon_secret *secret) {
    char hex[2 * AGON_HASH_SIZE + 1];
    if (secret->is_set) {
        agon_secrets_write(secret->hash, hex);
        agon_json_put_string(json, key, hex);
    }
}

static void write_seat(agon_json *json, const agon_server_seat *seat) {
    agon_json_open(json, '{');
    agon_json_put_string(json, "kind", agon_server_seat_words[seat->kind]);
    agon_json_key(json, "player");
    agon_json_raw(json, seat->player);
    agon_json_put_bool(json, "left", seat->left);
    agon_json_put_bool(json, "late", seat->late);
    agon_json_put_bool(json, "reserved", seat->is_reserved);
    agon_json_put_bool(json, "maker", seat->is_maker);
    agon_json_put_bool(json, "heir", seat->is_heir);
    agon_json_put_int(json, "epoch", seat->epoch);
    agon_json_put_string(json, "name", seat->name);
    agon_json_put_string(json, "bot", seat->bot);
    write_secret(json, "token", &seat->token);
    write_secret(json, "invite", &seat->invite);
    write_secret(json, "client", &seat->client);
    agon_json_close(json, '}');
}

char *agon_server_seats_write(const agon_server_seats *seats) {
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_json_open(&json, '[');
    for (int p = 0; p < seats->count; p++) {
        write_seat(&json, &seats->items[p]);
    }
    agon_json_close(&json, ']');
    if (text.failed) {
        agon_text_free(&text);
        return NULL;
    }
    return text.data;
}

static bool read_text(const json_t *json, const char *key, char *text, size_t size) {
    const char *value = json_string_value(json_object_get(json, key));
    if (!value || strlen(value) >= size) {
        return false;
    }
    strcpy(text, value);
    return true;
}

static bool read_secret(const json_t *json, const char *key, agon_secret *secret) {
    const char *hex = json_string_value(json_object_get(json, key));
    secret->is_set = hex != NULL;
    return !hex || agon_secrets_read(hex, secret->hash);
}

static bool read_kind(const json_t *json, agon_server_seat_kind *kind) {
    const char *word = json_string_value(json_object_get(json, "kind"));
    for (int k = 0; word && k < AGON_SERVER_SEAT_KIND_COUNT; k++) {
        if (strcmp(word, agon_server_seat_words[k]) == 0) {
            *kind = (agon_server_seat_kind)k;
            return true;
        }
    }
    return false;
}

static char *text_of(const json_t *value) {
    agon_text text = {0};
    agon_json json = {.text = &text};
    if (value) {
        agon_json_value(&json, agon_value_of(value));
    }
    if (text.failed) {
        agon_text_free(&text);
    }
    return text.data;
}

static bool read_seat(const json_t *json, agon_server_seat *seat, char **player) {
    *player = text_of(json_object_get(json, "player"));
    seat->player = *player;
    seat->left = json_is_true(json_object_get(json, "left"));
    seat->late = json_is_true(json_object_get(json, "late"));
    seat->is_reserved = json_is_true(json_object_get(json, "reserved"));
    seat->is_maker = json_is_true(json_object_get(json, "maker"));
    seat->is_heir = json_is_true(json_object_get(json, "heir"));
    seat->epoch = json_integer_value(json_object_get(json, "epoch")); // none before schema 3: 0
    return *player && seat->epoch >= 0 && read_kind(json, &seat->kind) &&
           read_text(json, "name", seat->name, sizeof seat->name) &&
           read_text(json, "bot", seat->bot, sizeof seat->bot) &&
           read_secret(json, "token", &seat->token) && read_secret(json, "invite", &seat->invite) &&
           read_secret(json, "client", &seat->client);
}

bool agon_server_seats_read(const char *text, agon_server_seats *seats) {
    json_t *json = text ? agon_json_parse(text, strlen(text), NULL) : NULL;
    bool is_good = json_is_array(json) && json_array_size(json) <= AGON_MAX_PLAYERS;
    *seats = (agon_server_seats){0};
    while (is_good && seats->count < (int)json_array_size(json)) {
        int p = seats->count++;
        is_good = read_seat(json_array_get(json, (size_t)p), &seats->items[p], &seats->players[p]);
    }
    json_decref(json);
    if (!is_good) {
        agon_server_seats_free(seats);
    }
    return is_good;
}

void agon_server_seats_free(agon_server_seats *seats) {
    for (int p = 0; p < AGON_MAX_PLAYERS; p++) {
        free(seats->players[p]);
    }
    *seats = (agon_server_seats){0};
}

bool agon_server_seats_name(agon_server_seats *seats, const agon_codec *codec,
                            const agon_game *game) {
    for (int p = 0; p < seats->count; p++) {
        agon_text text = {0};
        agon_json json = {.text = &text};
        codec->player_write(game, p, &json);
        if (text.failed) {
            agon_text_free(&text);
            return false;
        }
        free(seats->players[p]);
        seats->players[p] = text.data;
        seats->items[p].player = text.data;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------
// Who holds a seat

void agon_secret_keep(agon_secret *secret, const char *text) {
    secret->is_set = true;
    agon_secrets_hash(text, strlen(text), secret->hash);
}

bool agon_secret_fits(const agon_secret *secret, const char *text) {
    uint8_t hash[AGON_HASH_SIZE];
    agon_secrets_hash(text, strlen(text), hash);
    bool is_equal = agon_secrets_equal(hash, secret->hash);
    return secret->is_set && is_equal;
}

void agon_server_seat_give(agon_server_seat *seat, const agon_random *random,
                           char token[AGON_TOKEN_SIZE]) {
    agon_secrets_token(random, token);
    agon_secret_keep(&seat->token, token);
    seat->kind = AGON_SERVER_SEAT_PERSON;
    seat->invite.is_set = false;
    seat->epoch++;
}

void agon_server_seat_invite(agon_server_seat *seat, const agon_random *random,
                             char invite[AGON_TOKEN_SIZE]) {
    agon_secrets_token(random, invite);
    agon_secret_keep(&seat->invite, invite);
}

void agon_server_seat_release(agon_server_seat *seat) {
    seat->kind = seat->is_reserved ? AGON_SERVER_SEAT_INVITED : AGON_SERVER_SEAT_OPEN;
    seat->name[0] = '\0';
    seat->token.is_set = seat->client.is_set = seat->invite.is_set = false;
    seat->is_maker = seat->is_heir = false;
    seat->epoch++;
}

// Looks at every seat, whichever it is.
static int find_holder(const agon_server_seats *seats, const char *text, bool is_client) {
    uint8_t hash[AGON_HASH_SIZE];
    int found = -1;
    agon_secrets_hash(text, strlen(text), hash);
    for (int p = 0; p < seats->count; p++) {
        const agon_server_seat *seat = &seats->items[p];
        const agon_secret *secret = is_client ? &seat->client : &seat->token;
        bool is_this = agon_secrets_equal(hash, secret->hash);
        found = is_this && secret->is_set && seat->kind == AGON_SERVER_SEAT_PERSON ? p : found;
    }
    return found;
}

int agon_server_seats_find(const agon_server_seats *seats, const char *token) {
    return find_holder(seats, token, false);
}

int agon_server_seats_find_client(const agon_server_seats *seats, const char *client) {
    return find_holder(seats, client, true);
}

const agon_authority agon_nobody = {-1, 0};

agon_authority agon_server_seats_authority(const agon_server_seats *seats, int seat) {
    return seat < 0 ? agon_nobody : (agon_authority){seat, seats->items[seat].epoch};
}

bool agon_server_seats_honour(const agon_server_seats *seats, agon_authority authority) {
    return authority.seat >= 0 && authority.seat < seats->count &&
           seats->items[authority.seat].kind == AGON_SERVER_SEAT_PERSON &&
           seats->items[authority.seat].epoch == authority.epoch;
}

int agon_server_seats_maker(const agon_server_seats *seats) {
    int maker = -1;
    for (int p = 0; p < seats->count; p++) {
        maker = seats->items[p].is_maker ? p : maker;
    }
    return maker;
}

bool agon_server_seats_has(const agon_server_seats *seats, agon_server_seat_kind kind) {
    for (int p = 0; p < seats->count; p++) {
        if (seats->items[p].kind == kind) {
            return true;
        }
    }
    return false;
}

bool agon_server_seats_are_taken(const agon_server_seats *seats) {
    return !agon_server_seats_has(seats, AGON_SERVER_SEAT_OPEN) &&
           !agon_server_seats_has(seats, AGON_SERVER_SEAT_INVITED);
}

bool agon_seat_name_read(const agon_cursor *at, char name[AGON_NAME_SIZE]) {
    agon_error error = {0};
    const char *text;
    if (!agon_cursor_is_given(at)) {
        return true;
    }
    if (!agon_cursor_read_string(at, &text)) {
        return false;
    }
    if (agon_name_check(text, &error)) {
        return agon_cursor_refuse(at, "%s", error.message);
    }
    strcpy(name, text);
    return true;
}

const char *agon_bot_program(const char *bot) {
    static const char start[] = "program:";
    return strncmp(bot, start, sizeof start - 1) == 0 ? bot + sizeof start - 1 : NULL;
}

const char *agon_server_seat_program(const agon_server_seat *seat) {
    return seat->kind == AGON_SERVER_SEAT_BOT ? agon_bot_program(seat->bot) : NULL;
}
