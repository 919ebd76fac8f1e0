// Requests: from method and path to whoever answers.
#define _GNU_SOURCE
#include "apps/server/internal.h"

#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------
// Reading requests

bool agon_keys_are(const agon_cursor *at, const char *const *keys) {
    const char *key;
    json_t *value;
    json_object_foreach(agon_json_of(at->value), key, value) {
        bool is_known = false;
        for (size_t i = 0; keys[i] && !is_known; i++) {
            is_known = strcmp(keys[i], key) == 0;
        }
        if (!is_known) {
            agon_cursor wrong = agon_cursor_child(at, key);
            return agon_cursor_refuse(&wrong, "there is no such key");
        }
    }
    return true;
}

static int hex_digit(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

// Decodes up to '&' or the end.
static char *decode(const char *text) {
    char *out = malloc(strlen(text) + 1);
    char *at = out;
    for (; out && *text && *text != '&'; text++) {
        int high = *text == '%' ? hex_digit(text[1]) : -1;
        int low = high >= 0 ? hex_digit(text[2]) : -1;
        if (low >= 0) {
            *at++ = (char)(high * 16 + low);
            text += 2;
        } else {
            *at++ = *text == '+' ? ' ' : *text;
        }
    }
    if (out) {
        *at = '\0';
    }
    return out;
}

char *agon_query_find(const char *query, const char *key) {
    size_t length = strlen(key);
    while (query && *query) {
        if (strncmp(query, key, length) == 0 && query[length] == '=') {
            return decode(query + length + 1);
        }
        query = strchr(query, '&');
        query = query ? query + 1 : NULL;
    }
    return NULL;
}

bool agon_query_number(const char *query, const char *key, int64_t least, int64_t most,
                       int64_t *number, agon_error *error) {
    char *text = agon_query_find(query, key);
    char *end;
    if (!text) {
        return true;
    }
    long long value = strtoll(text, &end, 10);
    bool is_good = end != text && *end == '\0' && text[0] >= '0' && text[0] <= '9' &&
                   value >= least && value <= most;
    if (is_good) {
        *number = value;
    } else {
        agon_error_set(error, AGON_BAD_CONFIG, key, "must be a number from %lld to %lld",
                       (long long)least, (long long)most);
    }
    free(text);
    return is_good;
}

// ---------------------------------------------------------------------------------------------
// Routes

static void answer_socket(agon_room *room, agon_ticket *ticket) {
    (void)room;
    agon_ticket_fail(ticket, 426, "upgrade_required", "this is the address of a WebSocket");
}

typedef struct route {
    const char *method;
    const char *path; // with {id} for the id of a match
    agon_api *api;    // answers without a room
    void (*run)(agon_room *room, agon_ticket *ticket);
    void (*enter)(agon_room *room, agon_ticket *ticket); // brings the ticket to its room itself
} route;

static const route routes[] = {
    {"GET", "/api/games", agon_api_games, NULL, NULL},
    {"GET", "/api/matches", agon_api_lobby, NULL, NULL},
    {"POST", "/api/matches", agon_api_create, NULL, NULL},
    {"GET", "/api/matches/{id}", NULL, agon_run_see, NULL},
    {"POST", "/api/matches/{id}/join", NULL, agon_run_join, NULL},
    {"POST", "/api/matches/{id}/leave", NULL, agon_run_leave, NULL},
    {"POST", "/api/matches/{id}/invite", NULL, agon_run_invite, NULL},
    {"GET", "/api/matches/{id}/actions", NULL, agon_run_actions, NULL},
    {"POST", "/api/matches/{id}/actions", NULL, agon_room_act, agon_act_enter},
    {"GET", "/api/matches/{id}/replay", NULL, agon_run_replay, NULL},
    {"POST", "/api/matches/{id}/rematch", NULL, agon_run_rematch, NULL},
    {"GET", "/api/matches/{id}/socket", NULL, answer_socket, NULL},
    {"GET", "/health", agon_api_health, NULL, NULL},
    {"GET", "/metrics", agon_api_metrics, NULL, NULL},
    {"POST", "/rpc", NULL, NULL, NULL},
};

#define ROUTES (sizeof routes / sizeof *routes)

bool agon_service_owns(const char *path) {
    return strncmp(path, "/api/", 5) == 0 || strcmp(path, "/api") == 0 ||
           strcmp(path, "/rpc") == 0 || strcmp(path, "/health") == 0 ||
           strcmp(path, "/metrics") == 0;
}

// Whether a path fits a route; the id goes to `id`.
static bool fits(const char *pattern, const char *path, char id[AGON_ID_SIZE]) {
    const char *hole = strstr(pattern, "{id}");
    if (!hole) {
        return strcmp(pattern, path) == 0;
    }
    size_t start = (size_t)(hole - pattern);
    if (strncmp(pattern, path, start) != 0) {
        return false;
    }
    size_t length = strcspn(path + start, "/");
    if (length == 0 || strcmp(hole + 4, path + start + length) != 0) {
        return false;
    }
    snprintf(id, AGON_ID_SIZE, "%.*s", (int)length, length < AGON_ID_SIZE ? path + start : "");
    return true;
}

// The methods of a path, for a 405; NULL: there is no such path.
static const char *methods_of(const char *path, char id[AGON_ID_SIZE]) {
    bool has_get = false;
    bool has_post = false;
    for (size_t i = 0; i < ROUTES; i++) {
        if (fits(routes[i].path, path, id)) {
            has_get |= routes[i].method[0] == 'G';
            has_post |= routes[i].method[0] == 'P';
        }
    }
    return has_get && has_post ? "GET, HEAD, POST"
           : has_get           ? "GET, HEAD"
           : has_post          ? "POST"
                               : NULL;
}

static const route *find_route(const agon_request *request, char id[AGON_ID_SIZE]) {
    const char *method = strcmp(request->method, "HEAD") == 0 ? "GET" : request->method;
    for (size_t i = 0; i < ROUTES; i++) {
        if (strcmp(routes[i].method, method) == 0 && fits(routes[i].path, request->path, id)) {
            return &routes[i];
        }
    }
    return NULL;
}

// Copies what the request says. False: the ticket is answered.
static bool take_request(agon_ticket *ticket, const agon_request *request) {
    agon_error error = {0};
    if ((request->token && !(ticket->token = strdup(request->token))) ||
        (request->query && !(ticket->query = strdup(request->query)))) {
        agon_ticket_fail(ticket, 503, "no_memory", "out of memory");
        return false;
    }
    if (request->body_length > 0 &&
        !(ticket->body = agon_json_parse(request->body, request->body_length, &error))) {
        agon_ticket_fail_by(ticket, 400, &error);
        return false;
    }
    return true;
}

static void dispatch(agon_service *service, agon_ticket *ticket, const route *way, const char *id) {
    if (way->api) {
        way->api(service, ticket);
        return;
    }
    agon_room *room = id[0] ? agon_room_find(service, id) : NULL;
    if (room && way->enter) {
        way->enter(room, ticket);
    } else if (room) {
        ticket->run = way->run;
        agon_room_enter(room, ticket);
    } else if (id[0]) {
        agon_ticket_fail(ticket, 503, "too_many", "the server holds as many matches as it can");
    } else {
        agon_ticket_fail(ticket, 404, "not_found", "there is no such match");
    }
}

static void handle(agon_service *service, agon_ticket *ticket, const agon_request *request) {
    char id[AGON_ID_SIZE] = "";
    const route *way = find_route(request, id);
    if (!way) {
        ticket->allow = methods_of(request->path, id);
        if (ticket->allow) {
            agon_ticket_fail(ticket, 405, "bad_method", "this cannot be done here");
        } else {
            agon_ticket_fail(ticket, 404, "not_found", "there is nothing here");
        }
    } else if (!way->api && !way->run) {
        agon_rpc_start(service, ticket, request);
    } else if (take_request(ticket, request)) {
        dispatch(service, ticket, way, id);
    }
}

// Tells the caller whether its ticket has been answered on the way.
typedef struct answered_at_once {
    agon_reply reply;
    void *user;
    bool is_answered;
} answered_at_once;

static void answer_at_once(void *user, const agon_response *response) {
    answered_at_once *call = user;
    call->is_answered = true;
    call->reply(call->user, response);
}

agon_ticket *agon_service_handle(agon_service *service, const agon_request *request,
                                 agon_reply reply, void *user) {
    static const char full[] =
        "{\"error\":{\"slug\":\"no_memory\",\"message\":\"out of memory\",\"path\":\"\"}}";
    answered_at_once call = {reply, user, false};
    agon_ticket *ticket = agon_ticket_make(service);
    service->counts.requests++;
    if (!ticket) {
        reply(user, &(agon_response){.status = 503,
                                     .type = "application/json",
                                     .body = full,
                                     .body_length = sizeof full - 1,
                                     .retry_after = 5});
        return NULL;
    }
    ticket->reply = answer_at_once;
    ticket->user = &call;
    ticket->owner = agon_owner_find(service, request->address);
    handle(service, ticket, request);
    if (call.is_answered) {
        return NULL;
    }
    ticket->reply = reply;
    ticket->user = user;
    return ticket;
}

void agon_service_cancel(agon_service *service, agon_ticket *ticket) {
    (void)service;
    ticket->reply = NULL;
    if (ticket->calling) {
        agon_rpc_give_up(ticket->calling);
    }
}

bool agon_service_may_cancel(const agon_ticket *ticket) {
    return ticket->calling != NULL;
}
