// Random clients against the service, and the reference beside it.
//
// Steps come in batches: up to four are sent without waiting, so that they stand in the rooms' queues behind
// each other's writes. The reference takes them in the order in which they were sent, which is the order
// in which a room serves them. At the end of a batch everything is answered, and compared: every status, what
// every socket has been told and how it has ended, and the match as a spectator sees it.
#define _GNU_SOURCE
#include "tests/server/support/authority_world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t next_random(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state * UINT64_C(0x2545f4914f6cdd1d) >> 16;
}

static int pick(world *w, int count) {
    return (int)(next_random(&w->random) % (uint64_t)count);
}

// Tokens and seeds, the same in every run with the same seed.
static void fill_random(void *user, void *bytes, size_t size) {
    world *w = user;
    for (size_t i = 0; i < size; i++) {
        ((uint8_t *)bytes)[i] = (uint8_t)next_random(&w->secrets);
    }
}

// ---------------------------------------------------------------------------------------------
// Sending

static void take(void *user, const agon_response *response) {
    pending *p = user;
    p->is_here = true;
    p->status = response->status;
    p->json = json_loadb(response->body, response->body_length, 0, NULL);
}

// The reference has taken the step already: `want` is what must be answered.
static pending *send(world *w, const char *method, int match, const char *rest, const char *token,
                     const char *body, authority_answer want) {
    pending *p = &w->batch[w->batch_count++];
    *p = (pending){.want = want, .match = match};
    const char *path = rest ? path_of(w->matches[match].id, rest) : "/api/matches";
    agon_request request = {.method = method,
                            .path = path,
                            .token = token,
                            .body = body,
                            .body_length = body ? strlen(body) : 0,
                            .address = "127.0.0.1"};
    (void)agon_service_handle(w->b.service, &request, take, p);
    w->is_touched[match] = true;
    return p;
}

static void client_text(int client, char text[32]) {
    snprintf(text, 32, "client_%020d", client);
}

// A secret of the match that its client knows, of a kind; none: there is none.
static int some_text(world *w, int match, bool is_invite) {
    const authority_match *m = &w->matches[match];
    for (int tries = 0; tries < 6 && m->text_count > 0; tries++) {
        const authority_seat *seat = &m->seats[pick(w, m->count)];
        int live = is_invite ? seat->invite : seat->token;
        int i = pick(w, 3) ? live : pick(w, m->text_count);
        if (i != AUTHORITY_NONE && m->texts[i].text[0] && m->texts[i].is_invite == is_invite) {
            return i;
        }
    }
    return AUTHORITY_NONE;
}

static const char *text_of(const world *w, int match, int text) {
    return text == AUTHORITY_NONE ? NULL : w->matches[match].texts[text].text;
}

static int some_match(world *w) {
    for (int tries = 0; tries < 4; tries++) {
        int i = pick(w, MATCHES);
        if (w->matches[i].is_used && w->matches[i].id[0] &&
            w->matches[i].text_count < AUTHORITY_TEXTS - 2 * BATCH) {
            return i;
        }
    }
    return AUTHORITY_NONE;
}

// ---------------------------------------------------------------------------------------------
// Steps

// The match is forgotten, with those that were played before it and lead to it.
static void forget_match(world *w, int match) {
    for (int i = 0; i < SOCKETS; i++) {
        if (w->visitors[i].is_used && w->visitors[i].match == match) {
            visitor_leave(w, &w->visitors[i]);
        }
    }
    w->matches[match].is_used = false;
    for (int i = 0; i < MATCHES; i++) {
        if (w->matches[i].is_used && w->matches[i].rematch == match) {
            forget_match(w, i);
        }
    }
}

static int free_match(world *w) {
    for (int i = 0; i < MATCHES; i++) {
        if (!w->matches[i].is_used) {
            return i;
        }
    }
    return AUTHORITY_NONE;
}

static void step_create(world *w) {
    static const char *const words[] = {"{\"kind\":\"open\"}", "{\"kind\":\"invited\"}",
                                        "{\"kind\":\"me\"}"};
    char body[400], client[32];
    authority_kind kinds[AUTHORITY_SEATS];
    int match = free_match(w);
    int count = 2 + pick(w, AUTHORITY_SEATS - 1);
    int mine = pick(w, 8) ? pick(w, count) : AUTHORITY_NONE;
    if (match == AUTHORITY_NONE) {
        return;
    }
    client_text(++w->clients, client);
    int length = snprintf(body, sizeof body,
                          "{\"game\":\"entropy\",\"config\":{\"max_rounds\":1},\"listed\":false,"
                          "\"client\":\"%s\",\"seats\":[",
                          client);
    for (int p = 0; p < count; p++) {
        kinds[p] = p == mine ? AUTHORITY_PERSON : pick(w, 3) ? AUTHORITY_OPEN : AUTHORITY_INVITED;
        length += snprintf(body + length, sizeof body - (size_t)length, "%s%s", p ? "," : "",
                           words[kinds[p]]);
    }
    snprintf(body + length, sizeof body - (size_t)length, "]}");
    authority_answer want = authority_make(&w->matches[match], kinds, count, w->clients);
    send(w, "POST", match, NULL, NULL, body, want);
    w->report.matches++;
}

static authority_wish some_wish(world *w, int match) {
    const authority_match *m = &w->matches[match];
    authority_wish wish = {AUTHORITY_NONE, AUTHORITY_NONE, AUTHORITY_NONE};
    int way = pick(w, 8);
    if (way < 2) {
        wish.seat = pick(w, m->count);
    } else if (way < 5) {
        wish.invite = some_text(w, match, pick(w, 8) != 0); // or somebody's token
    }
    if (pick(w, 2)) {
        int known = w->clients - pick(w, w->clients < 12 ? w->clients : 12); // perhaps no more
        wish.client = pick(w, 3)   ? m->seats[pick(w, m->count)].client
                      : pick(w, 2) ? known
                                   : ++w->clients;
    }
    return wish;
}

static void join(world *w, int match, authority_wish wish) {
    char body[200], seat[24] = "null", client[32], quoted[40] = "null", invite[64] = "null";
    authority_match *m = &w->matches[match];
    bool was_waiting = m->status == AUTHORITY_WAITING;
    if (wish.seat != AUTHORITY_NONE) {
        snprintf(seat, sizeof seat, "%d", wish.seat);
    }
    if (wish.client != AUTHORITY_NONE) {
        client_text(wish.client, client);
        snprintf(quoted, sizeof quoted, "\"%s\"", client);
    }
    if (wish.invite != AUTHORITY_NONE) {
        snprintf(invite, sizeof invite, "\"%s\"", m->texts[wish.invite].text);
    }
    snprintf(body, sizeof body, "{\"seat\":%s,\"client\":%s,\"invite\":%s}", seat, quoted, invite);
    send(w, "POST", match, "/join", NULL, body, authority_join(m, wish));
    w->is_fresh[match] |= was_waiting && m->status == AUTHORITY_RUNNING;
    visitors_end(w, match);
}

static void step_leave(world *w, int match) {
    authority_match *m = &w->matches[match];
    int token = some_text(w, match, false);
    bool is_running = m->status == AUTHORITY_RUNNING;
    if (is_running && pick(w, 3)) {
        return;
    }
    if (is_running && w->is_fresh[match]) {
        world_finish(w);
    }
    authority_answer want = authority_leave(m, token);
    send(w, "POST", match, "/leave", text_of(w, match, token), NULL, want);
    if (is_running && want.status == 200) {
        w->has_moved[match] = true;
        world_finish(w);
    }
}

static void step_invite(world *w, int match) {
    char body[40];
    int token = some_text(w, match, false);
    int seat = pick(w, w->matches[match].count);
    snprintf(body, sizeof body, "{\"seat\":%d}", seat);
    authority_answer want = authority_invite(&w->matches[match], token, seat);
    send(w, "POST", match, "/invite", text_of(w, match, token), body, want);
}

static void step_look(world *w, int match) {
    int token = pick(w, 4) ? some_text(w, match, pick(w, 8) == 0) : AUTHORITY_NONE;
    int seat = authority_seat_of(&w->matches[match], token);
    int status = token == AUTHORITY_NONE || seat != AUTHORITY_NONE ? 200 : 401;
    pending *p = send(w, "GET", match, "", text_of(w, match, token), NULL,
                      (authority_answer){status, seat, AUTHORITY_NONE});
    p->is_look = true;
}

static void step_rematch(world *w, int match) {
    authority_match *m = &w->matches[match];
    world_finish(w); // it goes through two rooms: what is in the queue of the second is not ordered
    int token = some_text(w, match, false);
    int next = m->rematch != AUTHORITY_NONE ? m->rematch : free_match(w);
    if (next == AUTHORITY_NONE || w->matches[next].text_count >= AUTHORITY_TEXTS - 2 * BATCH) {
        return;
    }
    authority_match *made = &w->matches[next];
    authority_answer want = authority_rematch(m, token, made, next);
    pending *p = send(w, "POST", match, "/rematch", text_of(w, match, token), NULL, want);
    p->match = want.text != AUTHORITY_NONE ? next : match;
    w->is_touched[next] |= want.text != AUTHORITY_NONE;
    w->report.rematches += want.status == 200;
    visitors_end(w, next);
    world_finish(w);
}

// An action by HTTP or at a socket. One that is made ends the batch, since chance decides what follows.
static void action_text(world *w, int match, bool has_type, char *text, size_t size) {
    snprintf(
        text, size, "{%s\"action\":{\"type\":\"end_turn\"},\"sequence\":%lld,\"client\":\"%ld\"}",
        has_type ? "\"type\":\"action\"," : "", (long long)w->matches[match].number, ++w->actions);
}

static void acted(world *w, int match) {
    w->has_moved[match] = true;
    w->report.acted++;
    world_finish(w);
}

static void step_act(world *w, int match) {
    char body[160];
    const authority_match *m = &w->matches[match];
    int token = some_text(w, match, pick(w, 8) == 0);
    if (w->is_fresh[match]) {
        world_finish(w);
    }
    if (m->status == AUTHORITY_RUNNING && pick(w, 3) && m->texts[m->seats[m->turn].token].text[0]) {
        token = m->seats[m->turn].token;
    }
    authority_answer want = authority_act(&w->matches[match], token);
    action_text(w, match, false, body, sizeof body);
    send(w, "POST", match, "/actions", text_of(w, match, token), body, want);
    if (want.status == 200) {
        acted(w, match);
    }
}

static void step_open(world *w, int match) {
    char hello[120];
    int http;
    int token = pick(w, 4) ? some_text(w, match, pick(w, 8) == 0) : AUTHORITY_NONE;
    int seat = authority_seat_of(&w->matches[match], token);
    visitor *v = NULL;
    for (int i = 0; i < SOCKETS && !v; i++) {
        v = w->visitors[i].is_used ? NULL : &w->visitors[i];
    }
    if (!v) {
        return;
    }
    *v = (visitor){.world = w, .is_used = true, .match = match, .token = token, .seat = seat};
    v->is_alive = true;
    if (token != AUTHORITY_NONE && seat == AUTHORITY_NONE) {
        visitor_end(v, TOKEN_LOST, 0);
    }
    agon_socket_hello at = {.path = path_of(w->matches[match].id, "/socket"), .address = "::1"};
    v->socket = agon_service_connect(w->b.service, &at, &visitor_calls, v, &http);
    assert_non_null(v->socket);
    const char *text = text_of(w, match, token);
    snprintf(hello, sizeof hello, "{\"type\":\"hello\"%s%s%s}", text ? ",\"token\":\"" : "",
             text ? text : "", text ? "\"" : "");
    agon_service_receive(w->b.service, v->socket, hello, strlen(hello));
    w->is_touched[match] = true;
    w->report.sockets++;
}

// Somebody who is connected, or was until the service notices.
static visitor *some_visitor(world *w) {
    for (int tries = 0; tries < 8; tries++) {
        visitor *v = &w->visitors[pick(w, SOCKETS)];
        if (v->is_used && v->socket) {
            return v;
        }
    }
    return NULL;
}

static void say(world *w, visitor *v) {
    char text[160];
    const authority_match *m = &w->matches[v->match];
    if (w->is_fresh[v->match] && authority_seat_of(m, v->token) != AUTHORITY_NONE) {
        world_finish(w);
    }
    if (!v->socket) {
        return;
    }
    authority_answer want = authority_act(m, v->token);
    action_text(w, v->match, true, text, sizeof text);
    agon_service_receive(w->b.service, v->socket, text, strlen(text));
    w->is_touched[v->match] = true;
    if (want.status == 200) {
        v->expected_accepted++;
        acted(w, v->match);
    }
}

// Somebody says something, perhaps behind the seat's being taken again by another connection.
static void step_say(world *w) {
    visitor *v = some_visitor(w);
    if (!v) {
        return;
    }
    const authority_match *m = &w->matches[v->match];
    int client =
        v->is_alive && v->seat != AUTHORITY_NONE ? m->seats[v->seat].client : AUTHORITY_NONE;
    bool has_space = m->text_count < AUTHORITY_TEXTS - 2 * BATCH && w->batch_count < BATCH;
    if (client != AUTHORITY_NONE && has_space && pick(w, 3) == 0) {
        join(w, v->match, (authority_wish){AUTHORITY_NONE, AUTHORITY_NONE, client});
    }
    say(w, v);
}

static void step_close(world *w) {
    visitor *v = some_visitor(w);
    if (v && v->is_alive) {
        visitor_leave(w, v);
        w->is_touched[v->match] = true;
    }
}

static void step_restart(world *w) {
    world_finish(w);
    for (int i = 0; i < SOCKETS; i++) {
        if (w->visitors[i].is_used) {
            visitor_end(&w->visitors[i], RESTARTED, INT64_MAX);
        }
    }
    bench_reopen(&w->b);
    w->report.restarts++;
    memset(w->is_touched, true, sizeof w->is_touched);
    world_finish(w);
}

// A match that is over may be played again for a while; one that has issued many secrets goes.
static void step_forget(world *w) {
    int match = pick(w, MATCHES);
    const authority_match *m = &w->matches[match];
    bool is_old = m->status == AUTHORITY_OVER        ? pick(w, 3) == 0
                  : m->status == AUTHORITY_CANCELLED ? true
                                                     : pick(w, 15) == 0;
    if (m->is_used && (is_old || m->text_count >= AUTHORITY_TEXTS - 2 * BATCH)) {
        world_finish(w);
        forget_match(w, match);
    }
}

static void step_at(world *w, int match, int what) {
    if (match == AUTHORITY_NONE) {
        return;
    }
    if (what < 35) {
        join(w, match, some_wish(w, match));
    } else if (what < 42) {
        step_leave(w, match);
    } else if (what < 46) {
        step_invite(w, match);
    } else if (what < 50) {
        step_look(w, match);
    } else if (what < 54) {
        step_rematch(w, match);
    } else {
        step_act(w, match);
    }
    if (w->matches[match].is_used) {
        visitors_end(w, match);
    }
}

static void step(world *w) {
    int what = pick(w, 1000);
    if (w->batch_count == BATCH) {
        world_finish(w);
    }
    if (what < 2) {
        step_restart(w);
    } else if (what < 10) {
        world_finish(w);
        bench_pass(&w->b, 2); // matches that nobody uses leave memory
    } else if (what < 60) {
        step_create(w);
    } else if (what < 120) {
        step_forget(w);
    } else if (what < 200) {
        int match = some_match(w);
        if (match != AUTHORITY_NONE) {
            step_open(w, match);
        }
    } else if (what < 320) {
        step_say(w);
    } else if (what < 340) {
        step_close(w);
    } else {
        step_at(w, some_match(w), pick(w, 70));
    }
    if (pick(w, 3) == 0) {
        world_finish(w);
    }
}

authority_report authority_run(uint64_t seed, long steps) {
    world *w = calloc(1, sizeof *w);
    w->random = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
    w->secrets = ~w->random | 1;
    bench_place(&w->b, "/dev/null", INT64_C(1700000000000000));
    w->b.def.idle_time = 1000000;
    w->b.def.waiting_time = INT64_C(1000) * 86400 * 1000000;
    w->b.def.random = fill_random;
    w->b.def.random_user = w;
    bench_start(&w->b);
    for (; w->report.steps < steps; w->report.steps++) {
        step(w);
    }
    world_finish(w);
    for (int i = 0; i < MATCHES; i++) {
        forget_match(w, i);
    }
    bench_close(&w->b);
    authority_report report = w->report;
    free(w);
    return report;
}
