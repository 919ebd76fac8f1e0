// Requests: from bytes to the service or a file, one after another on a connection.
#define _POSIX_C_SOURCE 200809L
#include "apps/server/net/internal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#define SECOND INT64_C(1000000)

static void input_drop(agon_connection *connection, size_t length) {
    connection->input_length -= length;
    memmove(connection->input, connection->input + length, connection->input_length);
}

// An answer after which the connection ends, since it is not known where the next request begins.
static int refuse(agon_connection *connection, int status, const char *slug, const char *message) {
    connection->is_last = connection->is_cut = true;
    agon_respond_error(connection, status, slug, message);
    return 0;
}

// ---------------------------------------------------------------------------------------------
// Dispatch

static void on_reply(void *user, const agon_response *response) {
    agon_connection *connection = user;
    connection->ticket = NULL;
    agon_respond(connection, response);
}

static bool posts_to(const agon_http_head *head, const char *end) {
    const size_t length = strlen(head->path);
    return strcmp(head->method, "POST") == 0 && length > strlen(end) &&
           strcmp(head->path + length - strlen(end), end) == 0;
}

static bool makes_match(const agon_http_head *head) {
    return posts_to(head, "/rematch") ||
           (strcmp(head->method, "POST") == 0 && strcmp(head->path, "/api/matches") == 0);
}

static void serve_file(agon_connection *connection) {
    const agon_net *net = connection->net;
    const char *method = connection->head.method;
    const agon_file *file = agon_files_find(net->files, connection->head.path);
    if (strcmp(method, "GET") != 0 && strcmp(method, "HEAD") != 0) {
        agon_respond_error(connection, 405, "method_not_allowed", "only GET and HEAD here");
    } else if (file) {
        agon_respond_file(connection, file);
    } else if (net->files->count == 0 && strcmp(connection->head.path, "/") == 0) {
        agon_respond_error(connection, 404, "not_found",
                           "this server was built without the web page; the API is at /api/games");
    } else {
        agon_respond_error(connection, 404, "not_found", "there is nothing here");
    }
}

// The request is whole.
static void dispatch(agon_connection *connection, const char *body) {
    agon_net *net = connection->net;
    const agon_http_head *head = &connection->head;
    connection->phase = AGON_PHASE_WAITING;
    connection->deadline = INT64_MAX; // what the service takes is not the client's fault
    if (!agon_service_owns(head->path)) {
        serve_file(connection);
        return;
    }
    if (strcmp(head->path, "/metrics") == 0 && !agon_trust_metrics(net, connection)) {
        agon_respond_error(connection, 404, "not_found", "there is nothing here");
        return;
    }
    if (makes_match(head) && !agon_visits_match(net->visits, connection->visitor, agon_net_now())) {
        net->counters.limited++;
        agon_respond_error(connection, 429, "too_many_matches",
                           "too many matches from one address");
        return;
    }
    if (posts_to(head, "/join") &&
        !agon_visits_join(net->visits, connection->visitor, agon_net_now())) {
        net->counters.limited++;
        agon_respond_error(connection, 429, "too_many_joins",
                           "too many seats taken from one address");
        return;
    }
    char address[AGON_ADDRESS_TEXT];
    agon_address_write(&connection->visitor->address, address);
    const agon_request request = {.method = head->method,
                                  .path = head->path,
                                  .query = head->query,
                                  .body = body,
                                  .body_length = (size_t)head->content_length,
                                  .token = agon_http_bearer(head->authorization),
                                  .address = address};
    agon_ticket *ticket = agon_service_handle(net->service, &request, on_reply, connection);
    if (ticket) {
        connection->ticket = ticket;
    }
}

// ---------------------------------------------------------------------------------------------
// The head

static bool is_safe(const char *method) {
    return strcmp(method, "GET") == 0 || strcmp(method, "HEAD") == 0 ||
           strcmp(method, "OPTIONS") == 0;
}

// Whether the client may ask this at all. False: it has been answered.
static bool is_admitted(agon_connection *connection) {
    agon_net *net = connection->net;
    const agon_http_head *head = &connection->head;
    const agon_address address = agon_trust_address(net, connection);
    if (!agon_connection_move(connection, &address)) {
        net->counters.refused++;
        refuse(connection, 429, "too_many_connections", "too many connections from one address");
    } else if (!agon_visits_request(net->visits, connection->visitor, agon_net_now())) {
        net->counters.limited++;
        refuse(connection, 429, "too_many_requests", "too many requests from one address");
    } else if (!agon_trust_host(net, head->host)) {
        refuse(connection, 421, "wrong_host", "this server does not go by that name");
    } else if ((!is_safe(head->method) || head->wants_upgrade) &&
               !agon_trust_origin(net, connection)) {
        refuse(connection, 403, "wrong_origin", "pages of other sites may not do this");
    } else {
        return true;
    }
    return false;
}

// Whether the body may come. False: it has been answered.
static bool body_is_welcome(agon_connection *connection) {
    const agon_http_head *head = &connection->head;
    if (head->content_length > connection->net->settings->max_body) {
        refuse(connection, 413, "too_large", "the body is too large");
    } else if (head->content_length > 0 && is_safe(head->method)) {
        refuse(connection, 400, "bad_request", "this method has no body");
    } else {
        return true;
    }
    return false;
}

static int body_begin(agon_connection *connection) {
    connection->phase = AGON_PHASE_BODY;
    connection->deadline =
        connection->began + (int64_t)connection->net->settings->body_timeout * SECOND;
    static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
    if (connection->head.expects_continue && !connection->head.is_old &&
        connection->input_length == 0 &&
        !agon_connection_send_static(connection, go_on, strlen(go_on))) {
        return -1;
    }
    return 0;
}

// The head has been taken out of the input and parsed.
static int head_take(agon_connection *connection, int status) {
    connection->is_last =
        status != 0 || !connection->head.keeps_alive || connection->net->is_stopping;
    if (status) {
        return refuse(connection, status, "bad_request", "the request cannot be understood");
    }
    if (!is_admitted(connection) || !body_is_welcome(connection)) {
        return 0;
    }
    if (connection->head.wants_upgrade) {
        agon_socket_upgrade(connection);
        return 0;
    }
    if (connection->head.content_length > 0) {
        return body_begin(connection);
    }
    dispatch(connection, NULL);
    return 0;
}

static int head_feed(agon_connection *connection) {
    const size_t seen = 0; // heads are short and mostly come at once
    const size_t length = agon_http_head_length(connection->input, connection->input_length, seen);
    if (length == 0 && connection->input_length < AGON_HTTP_MAX_HEAD) {
        return 1; // more is to come
    }
    connection->began = agon_net_now();
    if (length == 0 || length > AGON_HTTP_MAX_HEAD) {
        connection->head = (agon_http_head){0};
        return refuse(connection, 431, "too_large", "the headers are too large");
    }
    connection->head_text = malloc(length + 1);
    if (!connection->head_text) {
        return -1;
    }
    memcpy(connection->head_text, connection->input, length);
    connection->head_text[length] = '\0';
    input_drop(connection, length);
    return head_take(connection,
                     agon_http_head_parse(connection->head_text, length, &connection->head));
}

static int body_feed(agon_connection *connection) {
    const size_t length = (size_t)connection->head.content_length;
    if (connection->input_length < length) {
        return 1;
    }
    dispatch(connection, connection->input);
    input_drop(connection, length);
    return 0;
}

int agon_request_feed(agon_connection *connection) {
    int result = 0;
    while (result == 0 && connection->input_length > 0) {
        if (connection->phase == AGON_PHASE_HEAD) {
            result = head_feed(connection);
        } else if (connection->phase == AGON_PHASE_BODY) {
            result = body_feed(connection);
        } else {
            break;
        }
    }
    return result < 0 ? -1 : 0;
}

int agon_request_done(agon_connection *connection) {
    free(connection->head_text);
    connection->head_text = NULL;
    connection->head = (agon_http_head){0};
    if (connection->is_last && !connection->is_cut) {
        return -1;
    }
    const int64_t now = agon_net_now();
    if (connection->is_last) {
        // What is still coming is read and thrown away for a moment: closing at once would make the
        // system drop the answer too.
        connection->phase = AGON_PHASE_LINGERING;
        connection->deadline = now + 2 * SECOND;
        connection->input_length = 0;
        if (!connection->net->is_secure) {
            shutdown(lws_get_socket_fd(connection->wsi), SHUT_WR);
        }
        return 0;
    }
    connection->phase = AGON_PHASE_HEAD;
    connection->deadline = now + (int64_t)connection->net->settings->idle_timeout * SECOND;
    if (connection->input_length == 0) {
        free(connection->input);
        connection->input = NULL;
        connection->input_room = 0;
    }
    return agon_request_feed(connection);
}
