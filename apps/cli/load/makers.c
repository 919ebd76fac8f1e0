// agon load: threads that make matches over HTTP, each on a connection of its own that it keeps.
#define _POSIX_C_SOURCE 200809L
#include "apps/cli/load/load.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define MAX_ANSWER (1u << 20)

// One connection, kept open between requests.
typedef struct maker {
    agon_load_makers *shared;
    int socket;
    char *answer; // MAX_ANSWER
    char failure[200];
} maker;

// ---------------------------------------------------------------------------------------------
// HTTP

static int socket_open(const agon_load_place *place) {
    char port[8];
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
    struct addrinfo *found;
    snprintf(port, sizeof port, "%u", place->port);
    if (getaddrinfo(place->host, port, &hints, &found) != 0) {
        return -1;
    }
    int fd = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int on = 1;
    const struct timeval patience = {.tv_sec = 30};
    if (fd >= 0) {
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    }
    if (fd >= 0 && connect(fd, found->ai_addr, found->ai_addrlen) != 0) {
        close(fd);
        fd = -1;
    }
    freeaddrinfo(found);
    return fd;
}

static bool send_all(int fd, const char *bytes, size_t length) {
    while (length > 0) {
        const ssize_t count = send(fd, bytes, length, MSG_NOSIGNAL);
        if (count <= 0) {
            return false;
        }
        bytes += count;
        length -= (size_t)count;
    }
    return true;
}

// How long an answer is, head and body, once its head is there; 0 before.
static size_t answer_length(const char *answer, const char **body) {
    const char *end = strstr(answer, "\r\n\r\n");
    const char *length = strstr(answer, "Content-Length: ");
    if (!end) {
        return 0;
    }
    *body = end + 4;
    const size_t size = length && length < end ? strtoul(length + 16, NULL, 10) : 0;
    return (size_t)(*body - answer) + size;
}

// Reads one answer into memory; returns its status, or 0.
static int answer_read(maker *self, const char **body) {
    size_t have = 0;
    for (;;) {
        const ssize_t count = recv(self->socket, self->answer + have, MAX_ANSWER - have - 1, 0);
        if (count <= 0) {
            return 0;
        }
        have += (size_t)count;
        self->answer[have] = '\0';
        const size_t length = answer_length(self->answer, body);
        if (length > 0 && have >= length) {
            return strncmp(self->answer, "HTTP/1.1 ", 9) == 0
                       ? (int)strtol(self->answer + 9, NULL, 10)
                       : 0;
        }
        if (have == MAX_ANSWER - 1) {
            return 0;
        }
    }
}

// POST; the answer as JSON, or NULL with `failure` set. A connection that broke is opened again.
static json_t *post(maker *self, const char *path, const char *content) {
    agon_text text = {0};
    const agon_load_place *place = &self->shared->place;
    agon_text_printf(&text,
                     "POST %s HTTP/1.1\r\nHost: %s:%u\r\nContent-Type: application/json\r\n"
                     "Content-Length: %zu\r\n\r\n%s",
                     path, place->host, place->port, strlen(content), content);
    if (self->socket < 0) {
        self->socket = socket_open(place);
    }
    const char *body = "";
    int status = 0;
    if (!text.failed && self->socket >= 0 && send_all(self->socket, text.data, text.length)) {
        status = answer_read(self, &body);
    }
    agon_text_free(&text);
    if (status != 200 && status != 201) {
        snprintf(self->failure, sizeof self->failure, "POST %s: %d %.100s", path, status, body);
        if (self->socket >= 0) {
            close(self->socket);
        }
        self->socket = -1;
        return NULL;
    }
    return agon_json_parse(body, strlen(body), NULL);
}

// ---------------------------------------------------------------------------------------------
// Making a match

void agon_load_match_free(agon_load_match *match) {
    for (int i = 0; i < match->players; i++) {
        free(match->tokens[i]);
    }
    free(match->id);
    free(match);
}

// Keeps the token of an answer as that of the next seat.
static bool token_keep(agon_load_match *match, const json_t *answer) {
    const char *token = json_string_value(json_object_get(answer, "token"));
    if (token && match->players < AGON_MAX_PLAYERS) {
        match->tokens[match->players] = strdup(token);
        match->players += match->tokens[match->players] != NULL;
    }
    return token != NULL;
}

// Takes the seats that are still open.
static bool seats_take(maker *self, agon_load_match *match, size_t seats) {
    char path[200];
    snprintf(path, sizeof path, "/api/matches/%s/join", match->id);
    for (size_t i = 1; i < seats; i++) {
        json_t *answer = post(self, path, "{}");
        const bool is_taken = answer && token_keep(match, answer);
        json_decref(answer);
        if (!is_taken) {
            return false;
        }
    }
    return true;
}

static agon_load_match *match_make(maker *self, const char *game, bool stays_open) {
    char content[200];
    snprintf(content, sizeof content,
             "{\"game\":\"%s\",\"listed\":false,\"clock\":{\"kind\":\"move\",\"seconds\":3600}}",
             game);
    json_t *answer = post(self, "/api/matches", content);
    if (!answer) {
        return NULL;
    }
    const json_t *info = json_object_get(answer, "match");
    const char *id = json_string_value(json_object_get(info, "id"));
    const size_t seats = json_array_size(json_object_get(info, "seats"));
    agon_load_match *match = id ? calloc(1, sizeof *match) : NULL;
    bool is_good = false;
    if (match) {
        match->id = strdup(id);
        match->codec = agon_codec_find(game);
        is_good = match->id && token_keep(match, answer) &&
                  (stays_open || seats_take(self, match, seats));
    }
    json_decref(answer);
    if (match && !is_good) {
        agon_load_match_free(match);
        match = NULL;
    }
    return match;
}

// ---------------------------------------------------------------------------------------------
// The threads

// Waits for something to make; says what. False: it is over.
static bool order_take(agon_load_makers *shared, const char **game, bool *stays_open) {
    pthread_mutex_lock(&shared->lock);
    while (!shared->is_stopping && shared->wanted == 0 && shared->waiting == 0) {
        pthread_cond_wait(&shared->is_wanted, &shared->lock);
    }
    const bool goes_on = !shared->is_stopping;
    *stays_open = shared->waiting > 0;
    if (goes_on) {
        *(*stays_open ? &shared->waiting : &shared->wanted) -= 1;
        if (!shared->games[shared->next_game]) {
            shared->next_game = 0;
        }
        *game = shared->games[shared->next_game++];
    }
    pthread_mutex_unlock(&shared->lock);
    return goes_on;
}

static void order_deliver(maker *self, agon_load_match *match, bool stays_open, int64_t spent) {
    agon_load_makers *shared = self->shared;
    pthread_mutex_lock(&shared->lock);
    if (match) {
        agon_load_match **list = stays_open ? &shared->opened : &shared->made;
        match->next = *list;
        *list = match;
        if (!stays_open) {
            shared->made_count++;
            agon_load_times_add(&shared->times, spent);
        }
    } else {
        *(stays_open ? &shared->waiting : &shared->wanted) += 1;
        shared->failed_count++;
        if (shared->failure[0] == '\0') {
            snprintf(shared->failure, sizeof shared->failure, "%s", self->failure);
        }
    }
    pthread_mutex_unlock(&shared->lock);
    shared->notify(shared->user);
}

static void *maker_run(void *user) {
    maker self = {.shared = user, .socket = -1, .answer = malloc(MAX_ANSWER)};
    const char *game;
    bool stays_open;
    while (self.answer && order_take(self.shared, &game, &stays_open)) {
        const int64_t start = (int64_t)lws_now_usecs();
        agon_load_match *match = match_make(&self, game, stays_open);
        order_deliver(&self, match, stays_open, (int64_t)lws_now_usecs() - start);
        if (!match) {
            const struct timespec moment = {.tv_nsec = 200000000};
            nanosleep(&moment, NULL); // the server may be starting again
        }
    }
    if (self.socket >= 0) {
        close(self.socket);
    }
    free(self.answer);
    return NULL;
}

bool agon_load_makers_start(agon_load_makers *makers, unsigned count) {
    pthread_mutex_init(&makers->lock, NULL);
    pthread_cond_init(&makers->is_wanted, NULL);
    while (makers->count < count &&
           pthread_create(&makers->threads[makers->count], NULL, maker_run, makers) == 0) {
        makers->count++;
    }
    return makers->count == count;
}

void agon_load_makers_ask(agon_load_makers *makers, uint64_t matches, uint64_t waiting) {
    pthread_mutex_lock(&makers->lock);
    makers->wanted += matches;
    makers->waiting += waiting;
    pthread_cond_broadcast(&makers->is_wanted);
    pthread_mutex_unlock(&makers->lock);
}

static void list_free(agon_load_match *match) {
    while (match) {
        agon_load_match *next = match->next;
        agon_load_match_free(match);
        match = next;
    }
}

void agon_load_makers_stop(agon_load_makers *makers) {
    pthread_mutex_lock(&makers->lock);
    makers->is_stopping = true;
    pthread_cond_broadcast(&makers->is_wanted);
    pthread_mutex_unlock(&makers->lock);
    for (unsigned i = 0; i < makers->count; i++) {
        pthread_join(makers->threads[i], NULL);
    }
    list_free(makers->made);
    list_free(makers->opened);
    pthread_cond_destroy(&makers->is_wanted);
    pthread_mutex_destroy(&makers->lock);
}
