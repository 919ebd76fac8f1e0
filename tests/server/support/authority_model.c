#include "tests/server/support/authority.h"

#include <assert.h>

static int add_text(authority_match *match, int seat, bool is_invite) {
    assert(match->text_count < AUTHORITY_TEXTS);
    match->texts[match->text_count] = (authority_text){.seat = seat, .is_invite = is_invite};
    return match->text_count++;
}

static authority_answer refuse(int status) {
    return (authority_answer){status, AUTHORITY_NONE, AUTHORITY_NONE};
}

// Somebody sits down, or gets another token.
static authority_answer give(authority_match *match, int s, int client) {
    authority_seat *seat = &match->seats[s];
    bool is_full = true;
    seat->kind = AUTHORITY_PERSON;
    seat->token = add_text(match, s, false);
    seat->invite = AUTHORITY_NONE;
    seat->client = client != AUTHORITY_NONE ? client : seat->client;
    for (int p = 0; p < match->count; p++) {
        is_full = is_full && match->seats[p].kind == AUTHORITY_PERSON;
    }
    if (is_full && match->status == AUTHORITY_WAITING) {
        match->status = AUTHORITY_RUNNING;
        match->number = 1;
        match->turn = 0;
    }
    return (authority_answer){200, s, seat->token};
}

int authority_seat_of(const authority_match *match, int token) {
    for (int p = 0; token != AUTHORITY_NONE && p < match->count; p++) {
        if (match->seats[p].token == token) {
            return p;
        }
    }
    return AUTHORITY_NONE;
}

authority_answer authority_make(authority_match *match, const authority_kind *kinds, int count,
                                int client) {
    authority_answer answer = {201, AUTHORITY_NONE, AUTHORITY_NONE};
    *match = (authority_match){.is_used = true, .count = count, .rematch = AUTHORITY_NONE};
    for (int p = 0; p < count; p++) {
        bool is_invited = kinds[p] == AUTHORITY_INVITED;
        match->seats[p] = (authority_seat){.kind = kinds[p],
                                           .is_reserved = is_invited,
                                           .token = AUTHORITY_NONE,
                                           .invite = AUTHORITY_NONE,
                                           .client = AUTHORITY_NONE};
        if (is_invited) {
            match->seats[p].invite = add_text(match, p, true);
        }
    }
    for (int p = 0; p < count; p++) {
        if (kinds[p] == AUTHORITY_PERSON) {
            match->seats[p].is_maker = true;
            answer = give(match, p, client);
            answer.status = 201;
        }
    }
    return answer;
}

static int find_client(const authority_match *match, int client) {
    for (int p = 0; client != AUTHORITY_NONE && p < match->count; p++) {
        if (match->seats[p].client == client) {
            return p;
        }
    }
    return AUTHORITY_NONE;
}

static int find_open(const authority_match *match, int wanted) {
    for (int p = 0; p < match->count; p++) {
        if (match->seats[p].kind == AUTHORITY_OPEN && (wanted == AUTHORITY_NONE || wanted == p)) {
            return p;
        }
    }
    return AUTHORITY_NONE;
}

authority_answer authority_join(authority_match *match, authority_wish wish) {
    int again = find_client(match, wish.client);
    if (again != AUTHORITY_NONE) {
        return give(match, again, wish.client);
    }
    if (match->status != AUTHORITY_WAITING) {
        return refuse(409);
    }
    if (wish.invite != AUTHORITY_NONE) {
        int p = match->texts[wish.invite].seat;
        bool is_valid = match->seats[p].invite == wish.invite;
        return is_valid ? give(match, p, wish.client) : refuse(403);
    }
    int open = find_open(match, wish.seat);
    if (open != AUTHORITY_NONE) {
        return give(match, open, wish.client);
    }
    bool is_for_another =
        wish.seat != AUTHORITY_NONE && match->seats[wish.seat].kind == AUTHORITY_INVITED;
    return refuse(is_for_another ? 403 : 409);
}

static void release(authority_match *match, authority_seat *seat) {
    bool is_anybody_there = false;
    *seat = (authority_seat){.kind = seat->is_reserved ? AUTHORITY_INVITED : AUTHORITY_OPEN,
                             .is_reserved = seat->is_reserved,
                             .token = AUTHORITY_NONE,
                             .invite = AUTHORITY_NONE,
                             .client = AUTHORITY_NONE};
    for (int p = 0; p < match->count; p++) {
        is_anybody_there = is_anybody_there || match->seats[p].kind == AUTHORITY_PERSON;
    }
    if (!is_anybody_there) {
        match->status = AUTHORITY_CANCELLED;
    }
}

authority_answer authority_leave(authority_match *match, int token) {
    int p = authority_seat_of(match, token);
    if (p == AUTHORITY_NONE) {
        return refuse(401);
    }
    if (match->status == AUTHORITY_WAITING) {
        release(match, &match->seats[p]);
    } else if (match->status == AUTHORITY_RUNNING) {
        match->seats[p].has_left = true;
    } else {
        return refuse(409);
    }
    return refuse(200);
}

authority_answer authority_invite(authority_match *match, int token, int seat) {
    int p = authority_seat_of(match, token);
    if (p == AUTHORITY_NONE) {
        return refuse(401);
    }
    if (!match->seats[p].is_maker) {
        return refuse(403);
    }
    if (match->status != AUTHORITY_WAITING || match->seats[seat].kind != AUTHORITY_INVITED) {
        return refuse(409);
    }
    match->seats[seat].is_heir = false;
    match->seats[seat].invite = add_text(match, seat, true);
    return (authority_answer){200, seat, match->seats[seat].invite};
}

static void make_next(const authority_match *match, authority_match *next) {
    *next = (authority_match){.is_used = true, .count = match->count, .rematch = AUTHORITY_NONE};
    for (int p = 0; p < match->count; p++) {
        next->seats[p] = (authority_seat){.kind = AUTHORITY_INVITED,
                                          .is_reserved = true,
                                          .is_heir = true,
                                          .token = AUTHORITY_NONE,
                                          .invite = AUTHORITY_NONE,
                                          .client = AUTHORITY_NONE};
    }
}

authority_answer authority_rematch(authority_match *match, int token, authority_match *next,
                                   int next_index) {
    int p = authority_seat_of(match, token);
    if (p == AUTHORITY_NONE) {
        return refuse(401);
    }
    if (match->status != AUTHORITY_OVER) {
        return refuse(409);
    }
    int to = (p + 1) % match->count;
    bool is_first = match->rematch == AUTHORITY_NONE;
    if (is_first) {
        match->rematch = next_index;
        make_next(match, next);
    }
    authority_seat *seat = &next->seats[to];
    seat->is_maker = seat->is_maker || is_first;
    if (!seat->is_heir) {
        return refuse(403);
    }
    bool is_late = seat->kind != AUTHORITY_PERSON && next->status != AUTHORITY_WAITING;
    return is_late ? refuse(409) : give(next, to, AUTHORITY_NONE);
}

authority_answer authority_act(const authority_match *match, int token) {
    int p = authority_seat_of(match, token);
    if (p == AUTHORITY_NONE) {
        return refuse(401);
    }
    if (match->status != AUTHORITY_RUNNING || match->seats[p].has_left) {
        return refuse(409);
    }
    return refuse(match->turn == p ? 200 : 422);
}
