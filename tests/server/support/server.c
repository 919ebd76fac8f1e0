#define _GNU_SOURCE
#include "tests/server/support/server.h"

#include "tests/server/support/database.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define BEAT 500000 // microseconds between two looks of a loop at the service

// ---------------------------------------------------------------------------------------------
// The bench

static int64_t steady(void *user) {
    return ((bench *)user)->steady;
}

static int64_t wall(void *user) {
    return ((bench *)user)->wall;
}

static void notify(void *user) {
    sem_post(&((bench *)user)->woken);
}

void bench_start(bench *b) {
    agon_error error = {0};
    b->def.path = b->path[0] ? b->path : ":memory:";
    b->service = agon_service_open(&b->def, &error);
    if (!b->service) {
        fail_msg("%s", error.message);
    }
}

static void set_up(bench *b) {
    *b = (bench){.steady = 1000000, .wall = INT64_C(1700000000000000)};
    sem_init(&b->woken, 0, 0);
    b->def = agon_service_def_default();
    b->def.clock = (agon_service_clock){steady, wall, b};
    b->def.notify = notify;
    b->def.notify_user = b;
}

void bench_open(bench *b) {
    set_up(b);
    bench_start(b);
}

static void make_folder(bench *b) {
    // In memory where that is possible: a thousand syncs are not what is tested here.
    bool has_memory = access("/dev/shm", W_OK) == 0;
    strcpy(b->folder, has_memory ? "/dev/shm/agon-test-XXXXXX" : "/tmp/agon-test-XXXXXX");
    assert_non_null(mkdtemp(b->folder));
    snprintf(b->path, sizeof b->path, "%s/agon.db", b->folder);
}

void bench_open_file(bench *b) {
    set_up(b);
    make_folder(b);
    bench_start(b);
}

static void draw(void *user, void *bytes, size_t size) {
    uint64_t *state = user;
    for (size_t i = 0; i < size; i++) {
        *state = *state * 6364136223846793005u + 1442695040888963407u;
        ((uint8_t *)bytes)[i] = (uint8_t)(*state >> 56);
    }
}

void bench_open_seeded(bench *b, uint64_t seed) {
    set_up(b);
    make_folder(b);
    b->draws = seed;
    b->def.random = draw;
    b->def.random_user = &b->draws;
    bench_start(b);
}

void bench_place(bench *b, const char *path, int64_t when) {
    set_up(b);
    make_folder(b);
    database_copy(path, b->path);
    b->wall = when;
}

void bench_open_copy(bench *b, const char *path, int64_t when) {
    bench_place(b, path, when);
    bench_start(b);
}

void bench_reopen(bench *b) {
    agon_service_close(b->service);
    bench_start(b);
}

void bench_close(bench *b) {
    agon_service_close(b->service);
    if (b->folder[0]) {
        database_remove(b->path);
        rmdir(b->folder);
    }
    sem_destroy(&b->woken);
}

// Waits for another thread; a minute without a sign is a failure.
void bench_wait(bench *b) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 60;
    assert_int_equal(sem_timedwait(&b->woken, &until), 0);
    agon_service_wake(b->service);
}

void bench_settle(bench *b) {
    agon_service_wake(b->service);
    while (!agon_service_is_quiet(b->service)) {
        bench_wait(b);
    }
}

void bench_age(bench *b, double seconds) {
    int64_t left = (int64_t)(seconds * 1e6);
    while (left > 0) {
        const int64_t part = left < BEAT ? left : BEAT;
        b->steady += part;
        b->wall += part;
        left -= part;
        (void)agon_service_next(b->service); // as a loop does that runs all the while
    }
}

void bench_pass(bench *b, double seconds) {
    bench_age(b, seconds);
    agon_service_tick(b->service);
    bench_settle(b);
}

// ---------------------------------------------------------------------------------------------
// Requests

static char *copy(const char *text) {
    return text ? strdup(text) : NULL;
}

static void take(void *user, const agon_response *response) {
    answer *a = user;
    assert_false(a->is_here);
    a->is_here = true;
    a->status = response->status;
    a->text = response->body ? strndup(response->body, response->body_length) : strdup("");
    a->json = json_loads(a->text, JSON_DECODE_ANY, NULL);
    a->location = copy(response->location);
    a->allow = copy(response->allow);
}

static char *unquote(const char *body) {
    char *text = copy(body);
    for (char *at = text; at && *at; at++) {
        *at = *at == '\'' ? '"' : *at;
    }
    return text;
}

answer ask(bench *b, const char *method, const char *path, const char *token, const char *body) {
    answer a = {0};
    char *where = strdup(path);
    char *query = strchr(where, '?');
    char *text = unquote(body);
    if (query) {
        *query++ = '\0';
    }
    agon_request request = {.method = method,
                            .path = where,
                            .query = query,
                            .token = token,
                            .body = text,
                            .body_length = text ? strlen(text) : 0,
                            .address = "127.0.0.1"};
    agon_ticket *ticket = agon_service_handle(b->service, &request, take, &a);
    assert_true((ticket == NULL) == a.is_here);
    while (!a.is_here) {
        bench_wait(b);
    }
    free(where);
    free(text);
    return a;
}

void answer_free(answer *a) {
    json_decref(a->json);
    free(a->text);
    free(a->location);
    free(a->allow);
    *a = (answer){0};
}

void expect(bench *b, int status, const char *slug, const char *method, const char *path,
            const char *token, const char *body) {
    answer a = ask(b, method, path, token, body);
    if (a.status != status) {
        fail_msg("%s %s %s: %d instead of %d: %s", method, path, body ? body : "", a.status, status,
                 a.text);
    }
    if (slug) {
        assert_string_equal(dig_text(a.json, "error.slug"), slug);
    }
    answer_free(&a);
}

static seat_held take_seat(answer *a, int status) {
    seat_held seat = {0};
    if (a->status != status) {
        fail_msg("%d: %s", a->status, a->text);
    }
    strcpy(seat.id, dig_text(a->json, "match.id"));
    seat.seat = (int)dig_int(a->json, "seat");
    const char *token = json_string_value(dig(a->json, "token"));
    strcpy(seat.token, token ? token : "");
    size_t i;
    json_t *invite;
    json_array_foreach(dig(a->json, "invites"), i, invite) {
        strcpy(seat.invite[dig_int(invite, "seat")], dig_text(invite, "invite"));
    }
    answer_free(a);
    return seat;
}

seat_held make_match(bench *b, const char *body) {
    answer a = ask(b, "POST", "/api/matches", NULL, body);
    return take_seat(&a, 201);
}

seat_held join_match(bench *b, const char *id, const char *body) {
    answer a = ask(b, "POST", path_of(id, "/join"), NULL, body);
    return take_seat(&a, 200);
}

char *path_of(const char *id, const char *rest) {
    static char path[160];
    snprintf(path, sizeof path, "/api/matches/%s%s", id, rest);
    return path;
}

int act(bench *b, const seat_held *seat, const char *action, int64_t sequence, const char *client,
        int64_t *now) {
    char *body = NULL;
    assert_true(asprintf(&body, "{\"action\":%s,\"sequence\":%lld,\"client\":\"%s\"}", action,
                         (long long)sequence, client) > 0);
    answer a = ask(b, "POST", path_of(seat->id, "/actions"), seat->token, body);
    int status = a.status;
    if (now) {
        json_t *value = dig(a.json, status == 200 ? "now" : "error.now");
        *now = value ? json_integer_value(value) : -1;
    }
    answer_free(&a);
    free(body);
    return status;
}

json_t *see(bench *b, const char *id, const char *token) {
    answer a = ask(b, "GET", path_of(id, ""), token, NULL);
    assert_int_equal(a.status, 200);
    json_t *json = json_incref(a.json);
    answer_free(&a);
    return json;
}

const char *status_of(bench *b, const char *id) {
    static char word[16];
    json_t *json = see(b, id, NULL);
    strcpy(word, dig_text(json, "match.status"));
    json_decref(json);
    return word;
}

int64_t number_of(bench *b, const char *id, const char *token) {
    json_t *json = see(b, id, token);
    int64_t number = dig_int(json, "play.sequence");
    json_decref(json);
    return number;
}

char *choose(bench *b, const seat_held *seat, unsigned pick) {
    char rest[64];
    answer a = ask(b, "GET", path_of(seat->id, "/actions?limit=0"), seat->token, NULL);
    assert_int_equal(a.status, 200);
    int64_t count = dig_int(a.json, "count");
    answer_free(&a);
    if (count == 0) {
        return NULL;
    }
    snprintf(rest, sizeof rest, "/actions?limit=1&offset=%lld", (long long)(pick % count));
    a = ask(b, "GET", path_of(seat->id, rest), seat->token, NULL);
    char *text = json_dumps(dig(a.json, "actions.0"), JSON_COMPACT);
    answer_free(&a);
    return text;
}

void play_out(bench *b, const seat_held *seats, int count, unsigned pick) {
    const char *id = seats[0].id;
    while (strcmp(status_of(b, id), "running") == 0) {
        for (int p = 0; p < count; p++) {
            char *action = choose(b, &seats[p], pick = pick * 1103515245u + 12345u);
            if (action) {
                int64_t number = number_of(b, id, seats[p].token);
                assert_int_equal(act(b, &seats[p], action, number, "c", NULL), 200);
            }
            free(action);
        }
        bench_settle(b);
    }
}

// ---------------------------------------------------------------------------------------------
// Connections

static void on_send(void *user, const char *text, size_t length) {
    wire *w = user;
    w->bytes = realloc(w->bytes, w->length + length + 2);
    memcpy(w->bytes + w->length, text, length);
    w->length += length;
    w->bytes[w->length++] = '\n';
    w->bytes[w->length] = '\0';
    json_t *message = json_loadb(text, length, 0, NULL);
    assert_non_null(message);
    json_array_append_new(w->messages, message);
}

static void on_close(void *user, int code, const char *reason) {
    wire *w = user;
    assert_non_null(reason);
    assert_int_equal(w->code, 0);
    w->code = code;
    w->socket = NULL;
}

void wire_open(wire *w, bench *b, const char *id) {
    static const agon_socket_calls calls = {on_send, on_close};
    int status = 0;
    *w = (wire){.b = b, .messages = json_array()};
    agon_socket_hello hello = {.path = path_of(id, "/socket"), .address = "127.0.0.1"};
    w->socket = agon_service_connect(b->service, &hello, &calls, w, &status);
    assert_non_null(w->socket);
    assert_int_equal(status, 101);
}

void wire_say(wire *w, const char *text) {
    char *message = unquote(text);
    agon_service_receive(w->b->service, w->socket, message, strlen(message));
    free(message);
    bench_settle(w->b);
}

void wire_hello(wire *w, bench *b, const char *id, const char *token, int64_t from) {
    char text[160];
    wire_open(w, b, id);
    snprintf(text, sizeof text, "{\"type\":\"hello\",\"token\":%s%s%s,\"from\":%lld}",
             token ? "\"" : "", token ? token : "null", token ? "\"" : "", (long long)from);
    wire_say(w, text);
}

void wire_close(wire *w) {
    if (w->socket) {
        agon_service_disconnect(w->b->service, w->socket);
    }
    json_decref(w->messages);
    free(w->bytes);
    *w = (wire){0};
}

size_t wire_count(const wire *w, const char *type) {
    size_t i;
    size_t count = 0;
    json_t *message;
    json_array_foreach(w->messages, i, message) {
        count += strcmp(dig_text(message, "type"), type) == 0;
    }
    return count;
}

json_t *wire_last(const wire *w, const char *type) {
    for (size_t i = json_array_size(w->messages); i-- > 0;) {
        json_t *message = json_array_get(w->messages, i);
        if (strcmp(dig_text(message, "type"), type) == 0) {
            return message;
        }
    }
    return NULL;
}

// ---------------------------------------------------------------------------------------------
// JSON

json_t *dig(json_t *json, const char *path) {
    char key[64];
    while (json && *path) {
        size_t length = strcspn(path, ".");
        snprintf(key, sizeof key, "%.*s", (int)length, path);
        json = json_is_array(json) ? json_array_get(json, (size_t)atoi(key))
                                   : json_object_get(json, key);
        path += length + (path[length] == '.');
    }
    return json;
}

int64_t dig_int(json_t *json, const char *path) {
    return json_integer_value(dig(json, path));
}

const char *dig_text(json_t *json, const char *path) {
    const char *text = json_string_value(dig(json, path));
    return text ? text : "";
}
