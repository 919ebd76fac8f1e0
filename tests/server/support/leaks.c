#define _GNU_SOURCE
#include "tests/server/support/leaks.h"

#include "apps/server/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// One of the two servers.
typedef struct side {
    bench b;
    wire wires[AGON_VIEWERS]; // players, and the spectator last
    agon_room *room;
} side;

typedef struct twins {
    side sides[2];
    seat_held seats[AGON_MAX_PLAYERS];
    int players;
    agon_rng rng;
    leak_tally *tally;
} twins;

// ---------------------------------------------------------------------------------------------
// Two servers with the same match

static void copy_file(const char *from, const char *to) {
    char *bytes = malloc(1u << 24);
    FILE *in = fopen(from, "rb");
    FILE *out = fopen(to, "wb");
    assert_true(in && out && bytes);
    size_t length = fread(bytes, 1, 1u << 24, in);
    assert_int_equal(fwrite(bytes, 1, length, out), length);
    fclose(in);
    fclose(out);
    free(bytes);
}

static void open_side(twins *t, int which) {
    side *s = &t->sides[which];
    agon_error error = {0};
    s->b.def.path = s->b.path;
    s->b.service = agon_service_open(&s->b.def, &error);
    assert_non_null(s->b.service);
}

static void connect_side(twins *t, int which) {
    side *s = &t->sides[which];
    for (int v = 0; v <= t->players; v++) {
        const char *token = v < t->players ? t->seats[v].token : NULL;
        wire_hello(&s->wires[v], &s->b, t->seats[0].id, token, 0);
    }
    s->room = agon_room_look(s->b.service, t->seats[0].id);
    for (int v = 0; v <= t->players; v++) {
        s->wires[v].length = 0; // what comes from here on is compared
    }
}

static void close_side(twins *t, int which) {
    side *s = &t->sides[which];
    for (int v = 0; v <= t->players; v++) {
        wire_close(&s->wires[v]);
    }
    agon_service_close(s->b.service);
    s->b.service = NULL;
}

static void start_twins(twins *t, const char *game, unsigned number) {
    char body[300];
    int length = snprintf(body, sizeof body,
                          "{'game':'%s','clock':{'kind':'bank','bank':3600},"
                          "'seats':[{'kind':'me'}",
                          game);
    for (int p = 1; p < t->players; p++) {
        length += snprintf(body + length, sizeof body - (size_t)length, ",{'kind':'open'}");
    }
    snprintf(body + length, sizeof body - (size_t)length, "]}");
    for (int i = 0; i < 2; i++) {
        side *s = &t->sides[i];
        bench_open_seeded(&s->b, number);
        agon_service_close(s->b.service);
    }
    open_side(t, 0);
    t->seats[0] = make_match(&t->sides[0].b, body);
    for (int p = 1; p < t->players; p++) {
        t->seats[p] = join_match(&t->sides[0].b, t->seats[0].id, NULL);
    }
    agon_service_close(t->sides[0].b.service);
}

static void end_twins(twins *t) {
    for (int i = 0; i < 2; i++) {
        open_side(t, i);
        bench_close(&t->sides[i].b);
    }
}

// ---------------------------------------------------------------------------------------------
// One step in both

typedef struct event_list {
    agon_event items[4096];
    size_t count;
} event_list;

typedef struct watcher {
    event_list *list;
    const agon_game *game;
    int viewer;
} watcher;

static void watch(void *user, const agon_event *event) {
    watcher *w = user;
    agon_event seen;
    if (agon_event_redact(w->game->rules->events, event, w->viewer, &seen)) {
        assert_true(w->list->count < 4096);
        w->list->items[w->list->count++] = seen;
    }
}

// What a viewer sees of an action. False: the action is not valid.
static bool try_action(const agon_hosted *hosted, const agon_state *state, int player,
                       agon_action action, int viewer, event_list *seen, bool *view_changes) {
    const agon_game *game = hosted->table.game;
    agon_state *after = malloc(game->state_max);
    agon_state *views[2] = {malloc(game->state_max), malloc(game->state_max)};
    watcher w = {seen, game, viewer};
    agon_sink sink = {watch, &w};
    seen->count = 0;
    bool is_valid = agon_apply(game, state, player, action, &(agon_context){.sink = &sink}, after,
                               NULL) == AGON_OK;
    if (is_valid) {
        assert_int_equal(agon_view(game, state, viewer, views[0]), AGON_OK);
        assert_int_equal(agon_view(game, after, viewer, views[1]), AGON_OK);
        *view_changes = agon_hash(game, views[0]) != agon_hash(game, views[1]) ||
                        views[0]->to_act != views[1]->to_act || views[1]->over != views[0]->over;
    }
    free(after);
    free(views[0]);
    free(views[1]);
    return is_valid;
}

// Whether two lists are the same in everything that reveals something.
static bool reveals_agree(const agon_game *game, const event_list *a, const event_list *b) {
    for (size_t i = 0; i < a->count && i < b->count; i++) {
        const agon_event *x = &a->items[i];
        const agon_event *y = &b->items[i];
        if (x->type != y->type) {
            return true; // bytes will differ, and that is a leak
        }
        const agon_event_type *type = &game->rules->events[x->type];
        for (int f = 0; f < type->field_count; f++) {
            const agon_event_field *field = &type->fields[f];
            if (field->flags & AGON_FIELD_REVEAL && !(x->redacted >> f & 1u) &&
                memcmp(&x->f[field->first], &y->f[field->first], field->span * sizeof *x->f) != 0) {
                return false;
            }
        }
    }
    return true;
}

static void act_on(side *s, const seat_held *seat, int player, agon_action action) {
    const agon_table *table = &s->room->hosted->table;
    agon_text text = {0};
    agon_json json = {.text = &text};
    table->codec->action_write(table->game, s->room->hosted->match.state, action, &json);
    int64_t sequence = s->room->hosted->sequences[player];
    int status = act(&s->b, seat, text.data, sequence, "c", NULL);
    if (status != 200) {
        fail_msg("%d for %s", status, text.data);
    }
    agon_text_free(&text);
    bench_settle(&s->b);
}

static void compare_bytes(twins *t, int index) {
    const wire *a = &t->sides[0].wires[index];
    const wire *b = &t->sides[1].wires[index];
    if (a->length != b->length || (a->length > 0 && memcmp(a->bytes, b->bytes, a->length) != 0)) {
        fail_msg("viewer %d received\n%.*s\nand\n%.*s", index, (int)a->length,
                 a->length ? a->bytes : "", (int)b->length, b->length ? b->bytes : "");
    }
    for (size_t i = 0; i < a->length; i++) {
        t->tally->messages += a->bytes[i] == '\n';
    }
    const char *token = index < t->players ? t->seats[index].token : NULL;
    answer answers[2];
    for (int i = 0; i < 2; i++) {
        answers[i] = ask(&t->sides[i].b, "GET", path_of(t->seats[0].id, ""), token, NULL);
    }
    assert_string_equal(answers[0].text, answers[1].text);
    answer_free(&answers[0]);
    answer_free(&answers[1]);
}

static int choose_player(twins *t, agon_viewers set) {
    int p;
    do {
        p = (int)agon_uniform(&t->rng, (uint32_t)t->players);
    } while (!(set >> p & 1u));
    return p;
}

static bool events_equal(const event_list *a, const event_list *b) {
    return a->count == b->count && memcmp(a->items, b->items, a->count * sizeof *a->items) == 0;
}

// Another action of which the viewer sees the same: nothing, or that a secret choice was made.
static agon_action choose_other(twins *t, const agon_state *hidden, int player, int viewer,
                                agon_action first, const event_list *seen_first) {
    const agon_hosted *hosted = t->sides[1].room->hosted;
    static event_list seen;
    for (int i = 0; i < 20; i++) {
        agon_action other;
        bool changes;
        if (agon_random_action(hosted->table.game, hidden, player, &t->rng, &other) == AGON_OK &&
            memcmp(&other, &first, sizeof other) != 0 &&
            try_action(hosted, hidden, player, other, viewer, &seen, &changes) &&
            events_equal(&seen, seen_first)) {
            return other;
        }
    }
    return first;
}

// Two states that a viewer cannot tell apart, and what is done in them.
typedef struct plan {
    int index, viewer, player;
    agon_action actions[2];
    bool changes[2]; // the viewer's view
    event_list lists[2];
    bool is_valid; // in the second one
} plan;

static void make_plan(twins *t, plan *p) {
    const agon_hosted *hosted = t->sides[0].room->hosted;
    const agon_game *game = hosted->table.game;
    agon_state *hidden = t->sides[1].room->hosted->match.state;
    agon_state *view = malloc(game->state_max);
    p->index = (int)agon_uniform(&t->rng, (uint32_t)t->players + 1);
    p->viewer = p->index < t->players ? p->index : AGON_SPECTATOR;
    p->player = choose_player(t, hosted->match.state->to_act);
    assert_int_equal(
        agon_random_action(game, hosted->match.state, p->player, &t->rng, &p->actions[0]), AGON_OK);
    assert_int_equal(agon_view(game, hosted->match.state, p->viewer, view), AGON_OK);
    assert_int_equal(agon_resample(game, view, &t->rng, hidden), AGON_OK);
    free(view);
    assert_true(try_action(hosted, hosted->match.state, p->player, p->actions[0], p->viewer,
                           &p->lists[0], &p->changes[0]));
    p->actions[1] = p->actions[0];
    if (p->player != p->viewer && game->rules->is_simultaneous) {
        p->actions[1] = choose_other(t, hidden, p->player, p->viewer, p->actions[0], &p->lists[0]);
    }
    p->is_valid = try_action(hosted, hidden, p->player, p->actions[1], p->viewer, &p->lists[1],
                             &p->changes[1]);
}

static void carry_out(twins *t, const plan *p) {
    const agon_game *game = t->sides[0].room->hosted->table.game;
    for (int i = 0; i < 2; i++) {
        bench_pass(&t->sides[i].b, 7);
        if (i == 0 || p->is_valid) {
            act_on(&t->sides[i], &t->seats[p->player], p->player, p->actions[i]);
        }
    }
    if (p->is_valid) {
        t->tally->steps++;
    }
    if (p->is_valid && reveals_agree(game, &p->lists[0], &p->lists[1])) {
        t->tally->to_end++;
        t->tally->unseen += p->lists[0].count == 0 && !p->changes[0];
        t->tally->others += memcmp(&p->actions[0], &p->actions[1], sizeof p->actions[0]) != 0;
        compare_bytes(t, p->index);
    }
}

// Makes a step in both. False: the match is over.
static bool step(twins *t) {
    static plan p;
    side *sides = t->sides;
    copy_file(sides[0].b.path, sides[1].b.path);
    for (int i = 0; i < 2; i++) {
        open_side(t, i);
        sides[i].b.wall = sides[0].b.wall;
        sides[i].b.steady = sides[0].b.steady;
        connect_side(t, i);
    }
    bool is_running = sides[0].room->record.status == AGON_RECORD_RUNNING;
    if (is_running) {
        make_plan(t, &p);
        carry_out(t, &p);
    }
    close_side(t, 0);
    close_side(t, 1);
    return is_running;
}

void check_bytes(const char *game, int players, unsigned matches, unsigned steps,
                 leak_tally *tally) {
    for (unsigned m = 0; m < matches; m++) {
        twins t = {.players = players,
                   .rng = agon_rng_make(agon_seed_number((int64_t)m + 1)),
                   .tally = tally};
        start_twins(&t, game, m + 1);
        for (unsigned i = 0; i < steps && step(&t); i++) {}
        end_twins(&t);
    }
}
