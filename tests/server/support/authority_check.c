// What the service has answered and told, compared with the reference.
#include "tests/server/support/authority_world.h"

#include <string.h>

// ---------------------------------------------------------------------------------------------
// Sockets

static void hear_match(visitor *v, json_t *message) {
    json_t *you = dig(message, "match.you");
    int64_t seat = json_is_integer(you) ? json_integer_value(you) : AUTHORITY_NONE;
    expect_that(v->world, seat == v->seat, "told %d, at the seat %d", (int)seat, v->seat);
    if (v->seat != AUTHORITY_NONE) {
        json_t *own = json_array_get(dig(message, "match.seats"), (size_t)v->seat);
        expect_that(v->world, strcmp(dig_text(own, "kind"), "person") == 0,
                    "told of the seat %d, which is nobody's", v->seat);
    }
}

// A view or a change: only what happened while the seat was its own.
static void hear_play(visitor *v, json_t *message) {
    int64_t number = dig_int(message, "sequence");
    json_t *viewer = dig(message, "viewer");
    expect_that(v->world, v->is_alive || number <= v->end, "told number %d after it ended with %d",
                (int)number, (int)v->end);
    if (viewer) {
        int64_t seat = json_is_integer(viewer) ? json_integer_value(viewer) : AUTHORITY_NONE;
        expect_that(v->world, seat == v->seat, "sees as %d, at the seat %d", (int)seat, v->seat);
    }
    v->seen = number;
}

static void on_send(void *user, const char *text, size_t length) {
    visitor *v = user;
    json_t *message = json_loadb(text, length, 0, NULL);
    const char *type = dig_text(message, "type");
    expect_that(v->world, v->code == 0 && v->is_used, "told %s after its end", type);
    expect_that(v->world, v->is_alive || v->expected != TOKEN_LOST, "told %s, for a dead token",
                type);
    if (strcmp(type, "match") == 0) {
        hear_match(v, message);
    } else if (strcmp(type, "view") == 0 || strcmp(type, "change") == 0) {
        hear_play(v, message);
    } else if (strcmp(type, "accepted") == 0) {
        v->accepted++;
    }
    json_decref(message);
}

static void on_close(void *user, int code, const char *reason) {
    visitor *v = user;
    (void)reason;
    v->code = code;
    v->socket = NULL;
}

const agon_socket_calls visitor_calls = {on_send, on_close};

void visitor_end(visitor *v, int code, int64_t number) {
    v->is_alive = false;
    v->expected = code;
    v->end = number;
}

void visitors_end(world *w, int match) {
    const authority_match *m = &w->matches[match];
    for (int i = 0; i < SOCKETS; i++) {
        visitor *v = &w->visitors[i];
        if (v->is_used && v->is_alive && v->match == match && v->token != AUTHORITY_NONE &&
            authority_seat_of(m, v->token) == AUTHORITY_NONE) {
            visitor_end(v, SEAT_LOST, m->number);
            w->report.revoked++;
        }
    }
}

static void check_visitor(world *w, visitor *v) {
    const authority_match *m = &w->matches[v->match];
    if (!v->is_alive) {
        expect_that(w, v->code == v->expected, "%d instead of %d", v->code, v->expected);
        v->is_used = false;
        return;
    }
    expect_that(w, v->code == 0, "closed with %d, but holds the seat %d", v->code, v->seat);
    expect_that(w, v->seen == m->number, "at %d, the match is at %d", (int)v->seen, (int)m->number);
    expect_that(w, v->accepted == v->expected_accepted, "%d instead of %d accepted", v->accepted,
                v->expected_accepted);
}

void visitor_leave(world *w, visitor *v) {
    if (v->socket) {
        agon_service_disconnect(w->b.service, v->socket);
    }
    v->socket = NULL;
    v->is_used = false;
}

// ---------------------------------------------------------------------------------------------
// The end of a batch

static bool is_online(const world *w, int match, int seat) {
    bool is_any = false;
    for (int i = 0; i < SOCKETS; i++) {
        const visitor *v = &w->visitors[i];
        is_any |= v->is_used && v->is_alive && v->match == match && v->seat == seat;
    }
    return is_any;
}

static bool has_anybody_left(const authority_match *m) {
    bool is_any = false;
    for (int p = 0; p < m->count; p++) {
        is_any |= m->seats[p].has_left;
    }
    return is_any;
}

static void check_seats(world *w, int match, json_t *json) {
    static const char *const kinds[] = {"open", "invited", "person"};
    const authority_match *m = &w->matches[match];
    for (int p = 0; p < m->count; p++) {
        json_t *seat = json_array_get(dig(json, "match.seats"), (size_t)p);
        const char *kind = dig_text(seat, "kind");
        expect_that(w, strcmp(kind, kinds[m->seats[p].kind]) == 0, "the seat %d is %s", p, kind);
        bool is_there = is_online(w, match, p);
        expect_that(w, json_is_true(dig(seat, "online")) == is_there, "the seat %d, %d", p,
                    is_there);
        expect_that(w, json_is_true(dig(seat, "left")) == m->seats[p].has_left, "the seat %d", p);
    }
}

// How far the match has come: one number for each action, unless somebody's moves are made by chance.
static void check_number(world *w, int match, json_t *json) {
    authority_match *m = &w->matches[match];
    int64_t number = m->number > 0 ? dig_int(json, "play.sequence") : 0;
    int64_t least = m->number + (w->has_moved[match] && !has_anybody_left(m));
    bool is_sure = !w->has_moved[match] || !has_anybody_left(m);
    expect_that(w, is_sure ? number == least : number >= least, "%d instead of %d", (int)number,
                (int)least);
    m->number = number;
}

static void check_match(world *w, int match) {
    static const char *const words[] = {"waiting", "running", "over", "cancelled"};
    authority_match *m = &w->matches[match];
    json_t *json = see(&w->b, m->id, NULL);
    const char *status = dig_text(json, "match.status");
    if (w->has_moved[match] && strcmp(status, "over") == 0) {
        m->status = AUTHORITY_OVER;
    }
    expect_that(w, strcmp(status, words[m->status]) == 0, "%s instead of %s", status,
                words[m->status]);
    check_seats(w, match, json);
    check_number(w, match, json);
    json_t *turn = m->status == AUTHORITY_RUNNING ? dig(json, "play.to_act.0") : NULL;
    m->turn = turn ? (int)json_integer_value(turn) : AUTHORITY_NONE;
    json_decref(json);
}

static void keep_invites(authority_match *m, json_t *json) {
    size_t i;
    json_t *invite;
    json_array_foreach(dig(json, "invites"), i, invite) {
        int text = m->seats[dig_int(invite, "seat")].invite;
        strcpy(m->texts[text].text, dig_text(invite, "invite"));
    }
}

// What an answer says of a seat must be of the seat; secrets are noted.
static void take_answer(world *w, pending *p) {
    authority_match *m = &w->matches[p->match];
    expect_that(w, p->is_here, "an answer is missing");
    expect_that(w, p->status == p->want.status, "%d instead of %d", p->status, p->want.status);
    w->report.refused += p->status >= 400;
    if (p->is_look && p->status == 200) {
        json_t *you = dig(p->json, "match.you");
        int64_t seat = json_is_integer(you) ? json_integer_value(you) : AUTHORITY_NONE;
        expect_that(w, seat == p->want.seat, "%d instead of %d", (int)seat, p->want.seat);
    }
    if (p->status == 201 || p->want.text != AUTHORITY_NONE) {
        strcpy(m->id, dig_text(p->json, "match.id"));
        keep_invites(m, p->json);
    }
    if (p->want.text != AUTHORITY_NONE) {
        authority_text *text = &m->texts[p->want.text];
        expect_that(w, dig_int(p->json, "seat") == p->want.seat, "another seat");
        strcpy(text->text, dig_text(p->json, text->is_invite ? "invite" : "token"));
        w->report.tokens++;
    }
    json_decref(p->json);
    *p = (pending){0};
}

void world_finish(world *w) {
    bench_settle(&w->b);
    for (int i = 0; i < w->batch_count; i++) {
        take_answer(w, &w->batch[i]);
    }
    w->batch_count = 0;
    for (int i = 0; i < MATCHES; i++) {
        if (w->matches[i].is_used && w->is_touched[i]) {
            check_match(w, i);
        }
        w->is_touched[i] = w->is_fresh[i] = w->has_moved[i] = false;
    }
    for (int i = 0; i < SOCKETS; i++) {
        if (w->visitors[i].is_used) {
            check_visitor(w, &w->visitors[i]);
        }
    }
}
