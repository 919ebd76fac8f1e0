// libFuzzer target: requests and messages to the service, as a transport hands them over.
//
// The input is lines. The first character of each says what it is: a digit is a request to one of the
// routes with the rest as its body, '?' a request with the rest as its query, '>' a message on a
// socket. Everything must be answered, and what is refused must say so in JSON.
#define _GNU_SOURCE
#include "tests/support/fuzzing.h"

#include "apps/server/service.h"

#include "src/codec/json.h"

#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct world {
    agon_service *service;
    sem_t woken;
    char id[32];
    char token[64];
    agon_socket *socket;
    bool is_answered;
} world;

static void notify(void *user) {
    sem_post(&((world *)user)->woken);
}

static void on_reply(void *user, const agon_response *response) {
    world *w = user;
    w->is_answered = true;
    FUZZ_ASSERT(response->status >= 200 && response->status < 600);
    json_t *json = json_loadb(response->body ? response->body : "", response->body_length,
                              JSON_DECODE_ANY, NULL);
    FUZZ_ASSERT(response->status < 400 ||
                json_is_string(json_object_get(json_object_get(json, "error"), "slug")));
    if (response->status == 201 && !w->id[0]) {
        json_t *match = json_object_get(json, "match");
        snprintf(w->id, sizeof w->id, "%s", json_string_value(json_object_get(match, "id")));
        snprintf(w->token, sizeof w->token, "%s",
                 json_string_value(json_object_get(json, "token")));
    }
    json_decref(json);
}

static void on_send(void *user, const char *text, size_t length) {
    (void)user;
    json_t *json = json_loadb(text, length, 0, NULL);
    FUZZ_ASSERT(json_is_string(json_object_get(json, "type")));
    json_decref(json);
}

static void on_close(void *user, int code, const char *reason) {
    FUZZ_ASSERT(code >= 1000 && reason);
    ((world *)user)->socket = NULL;
}

static void settle(world *w) {
    agon_service_wake(w->service);
    while (!agon_service_is_quiet(w->service)) {
        sem_wait(&w->woken);
        agon_service_wake(w->service);
    }
}

static void ask(world *w, agon_request *request) {
    w->is_answered = false;
    request->address = "127.0.0.1";
    agon_service_handle(w->service, request, on_reply, w);
    settle(w);
    FUZZ_ASSERT(w->is_answered);
}

static void open_world(world *w) {
    agon_service_def def = agon_service_def_default();
    const char *body = "{\"game\":\"rock-paper-scissors\",\"seats\":[{\"kind\":\"me\"},"
                       "{\"kind\":\"bot\",\"bot\":\"random\"}]}";
    def.path = ":memory:";
    def.notify = notify;
    def.notify_user = w;
    def.workers = 1;
    def.bot_time = 1000;
    sem_init(&w->woken, 0, 0);
    w->service = agon_service_open(&def, NULL);
    FUZZ_ASSERT(w->service);
    ask(w,
        &(agon_request){
            .method = "POST", .path = "/api/matches", .body = body, .body_length = strlen(body)});
    FUZZ_ASSERT(w->id[0]);
}

static void request(world *w, int which, const char *rest, bool is_query) {
    static const char *const ways[][2] = {
        {"POST", ""},         {"POST", "/join"},   {"POST", "/leave"}, {"POST", "/actions"},
        {"POST", "/rematch"}, {"GET", "/actions"}, {"GET", ""},        {"GET", "/replay"}};
    char path[80];
    which %= 9;
    bool is_lobby = which == 0 || which == 8;
    const char *method = which < 8 ? ways[which][0] : "GET";
    const char *end = which < 8 ? ways[which][1] : "";
    snprintf(path, sizeof path, "/api/matches%s%s%s", is_lobby ? "" : "/", is_lobby ? "" : w->id,
             end);
    agon_request asked = {.method = method, .path = path};
    if (which != 1) {
        asked.token = w->token;
    }
    if (is_query) {
        asked.query = rest;
    } else {
        asked.body = rest;
        asked.body_length = strlen(rest);
    }
    ask(w, &asked);
}

static void message(world *w, const char *text) {
    static const agon_socket_calls calls = {on_send, on_close};
    char path[80];
    int status;
    if (!w->socket) {
        snprintf(path, sizeof path, "/api/matches/%s/socket", w->id);
        const agon_socket_hello hello = {.path = path, .token = w->token};
        w->socket = agon_service_connect(w->service, &hello, &calls, w, &status);
        FUZZ_ASSERT(w->socket);
    }
    agon_service_receive(w->service, w->socket, text, strlen(text));
    settle(w);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    world w = {0};
    char *text = strndup((const char *)data, size);
    char *rest = NULL;
    FUZZ_ASSERT(text);
    open_world(&w);
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        if (line[0] == '>') {
            message(&w, line + 1);
        } else if (line[0] == '?') {
            request(&w, (unsigned char)line[1], line[1] ? line + 2 : "", true);
        } else {
            request(&w, (unsigned char)line[0], line + 1, false);
        }
    }
    agon_service_close(w.service);
    sem_destroy(&w.woken);
    free(text);
    return 0;
}
