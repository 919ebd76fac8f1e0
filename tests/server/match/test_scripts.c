// Scripted matches, conducted by the server: people by HTTP, programs through the service's hook. The
// replays are those of agon_loop, byte for byte.
//
// The server knows one policy, and people always have a clock: of the scripts those are conducted.
#define _GNU_SOURCE
#include "tests/server/support/server.h"

#include "apps/server/internal.h"
#include "tests/support/script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------
// What the server draws

// Ids and seeds are 16 bytes, salts and tokens 32: the first of each but the id are the script's.
typedef struct draws {
    const script *s;
    int drawn[2];
    uint64_t number;
} draws;

static void put_number(uint8_t *bytes, uint64_t number) {
    for (int i = 0; i < 8; i++) {
        bytes[i] = (uint8_t)(number >> (56 - 8 * i));
    }
}

static void draw(void *user, void *bytes, size_t size) {
    draws *d = user;
    uint8_t *at = bytes;
    int number = ++d->drawn[size == 32];
    for (size_t i = 0; i < size; i += 8) {
        put_number(at + i, ++d->number);
    }
    if (size == 16 && number == 2) {
        put_number(at, d->s->seed.hi);
        put_number(at + 8, d->s->seed.lo);
    } else if (size == 32 && number == 1) {
        for (size_t i = 0; i < size; i++) {
            unsigned byte;
            assert_int_equal(sscanf(&SCRIPT_SALT[2 * i], "%2x", &byte), 1);
            at[i] = (uint8_t)byte;
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Programs: each answers when the script says so

typedef struct program {
    sem_t may_answer;
    const script_step *step; // NULL: the match is over
} program;

static void start(void *self, const agon_seating *seating, agon_fault_note *note) {
    (void)self;
    (void)seating;
    (void)note;
}

static void think(void *self, const agon_question *question, agon_answer *given) {
    program *p = self;
    (void)question;
    while (sem_wait(&p->may_answer) != 0) {}
    const script_step *step = p->step;
    script_kind kind = step ? step->kind : SCRIPT_DEAD;
    given->note = (agon_fault_note){0};
    given->count = 1;
    given->actions[0] = step ? step->action : (agon_action){0};
    if (kind == SCRIPT_UNPARSABLE) {
        agon_answer_fault(given, AGON_FAULT_UNPARSABLE, SCRIPT_NONSENSE);
    } else if (kind == SCRIPT_LATE) {
        agon_answer_fault(given, AGON_FAULT_LATE, "the time was up");
    } else if (kind == SCRIPT_DEAD) {
        agon_answer_fault(given, AGON_FAULT_DEAD, SCRIPT_ENDED);
    }
}

static void end(void *self, const agon_ending *ending) {
    (void)self;
    assert_non_null(ending->view);
}

static const agon_driver driver = {start, think, end};

// ---------------------------------------------------------------------------------------------
// Conducting

typedef struct stage {
    const script *s;
    bench b;
    draws draws;
    program programs[AGON_MAX_PLAYERS];
    char names[AGON_MAX_PLAYERS][8];
    agon_service_program listed[AGON_MAX_PLAYERS];
    seat_held seats[AGON_MAX_PLAYERS];
    const char *id;
    size_t restarts;
} stage;

static bool open_program(void *user, const char *name, const char *match, int player,
                         agon_seat *seat) {
    stage *st = user;
    (void)match;
    assert_string_equal(name, st->names[player]);
    seat->driver = &driver;
    seat->self = &st->programs[player];
    return true;
}

static bool is_person(const script *s, int player) {
    return s->persons >> player & 1u;
}

static void stage_open(stage *st, const script *s) {
    *st = (stage){.s = s, .draws = {.s = s}};
    for (int p = 0; p < s->players; p++) {
        snprintf(st->names[p], sizeof st->names[p], "p%d", p + 1);
        st->listed[p] = (agon_service_program){st->names[p], "none"};
        sem_init(&st->programs[p].may_answer, 0, 0);
    }
    bench_open_file(&st->b);
    st->b.def.workers = AGON_MAX_PLAYERS;
    st->b.def.programs = st->listed;
    st->b.def.program_count = (size_t)s->players;
    st->b.def.open_program = open_program;
    st->b.def.open_program_user = st;
    st->b.def.random = draw;
    st->b.def.random_user = &st->draws;
    bench_reopen(&st->b);
}

static agon_room *room_of(stage *st) {
    return agon_room_look(st->b.service, st->id);
}

static void write_seats(const script *s, agon_json *json) {
    bool has_me = false;
    agon_json_key(json, "seats");
    agon_json_open(json, '[');
    for (int p = 0; p < s->players; p++) {
        agon_json_open(json, '{');
        if (!is_person(s, p)) {
            agon_json_put_string(json, "kind", "bot");
            agon_json_put_string(json, "bot", s->seat_texts[p]);
        } else if (!has_me) {
            agon_json_put_string(json, "kind", "me");
            agon_json_put_string(json, "name", s->seat_texts[p]);
            has_me = true;
        } else {
            agon_json_put_string(json, "kind", "open");
        }
        agon_json_close(json, '}');
    }
    agon_json_close(json, ']');
}

static void make(stage *st) {
    const script *s = st->s;
    agon_terms terms;
    agon_text text = {0};
    agon_json json = {.text = &text};
    assert_true(agon_terms_read_clock(s->clock, &terms));
    agon_json_open(&json, '{');
    agon_json_put_string(&json, "game", s->codec->rules->id);
    write_seats(s, &json);
    agon_json_key(&json, "clock");
    agon_timer_write_rule(&terms, &json);
    agon_json_close(&json, '}');
    seat_held me = make_match(&st->b, text.data);
    agon_text_free(&text);
    st->seats[me.seat] = me;
    st->id = st->seats[me.seat].id;
    for (int p = me.seat + 1; p < s->players; p++) {
        char wish[80];
        if (is_person(s, p)) {
            snprintf(wish, sizeof wish, "{'seat':%d,'name':'%s'}", p, s->seat_texts[p]);
            st->seats[p] = join_match(&st->b, st->id, wish);
        }
    }
}

// Waits until the match has a row more.
static void await_row(stage *st, size_t rows) {
    while (room_of(st)->hosted->row_count == rows || room_of(st)->phase != AGON_ROOM_READY) {
        bench_wait(&st->b);
    }
}

static void program_step(stage *st, const script_step *step) {
    program *p = &st->programs[step->player];
    size_t rows = room_of(st)->hosted->row_count;
    p->step = step;
    sem_post(&p->may_answer);
    await_row(st, rows);
}

static void person_step(stage *st, const script_step *step) {
    const seat_held *seat = &st->seats[step->player];
    const agon_hosted *hosted = room_of(st)->hosted;
    int64_t sequence = hosted->sequences[step->player];
    size_t rows = hosted->row_count;
    if (step->kind == SCRIPT_LEGAL) {
        assert_int_equal(act(&st->b, seat, step->json, sequence, "c", NULL), 200);
    } else if (step->kind == SCRIPT_REFUSED) {
        assert_int_equal(act(&st->b, seat, step->json, sequence, "c", NULL), 422);
    } else if (step->kind == SCRIPT_UNPARSABLE) {
        assert_int_equal(act(&st->b, seat, "[\"" SCRIPT_NONSENSE "\"]", sequence, "c", NULL), 400);
    } else if (step->kind == SCRIPT_LEAVE) {
        expect(&st->b, 200, NULL, "POST", path_of(st->id, "/leave"), seat->token, NULL);
    } else {
        assert_int_equal(step->kind, SCRIPT_LATE);
        agon_service_tick(st->b.service);
        await_row(st, rows);
    }
}

// Whether the time of somebody else is up as well: one by one cannot be conducted here.
static bool are_others_late(stage *st, const script_step *step) {
    const agon_match *match = &room_of(st)->hosted->match;
    bool are_any = false;
    for (int p = 0; p < st->s->players; p++) {
        are_any |= p != step->player && agon_match_is_late(match, p, st->b.service->now);
    }
    return are_any;
}

// Whether nobody would notice a restart: no program is thinking. (Of several actions in one turn of a
// simultaneous game it is not stored how long each took.)
static bool can_restart(stage *st) {
    const agon_room *room = room_of(st);
    bool can = !st->s->codec->rules->is_simultaneous && room->record.status == AGON_RECORD_RUNNING;
    for (int p = 0; p < st->s->players; p++) {
        can = can && !room->bots[p].is_thinking;
    }
    return can;
}

// The server is away for a while.
static void pause_step(stage *st, const script_step *step) {
    if (!can_restart(st)) {
        return;
    }
    st->restarts++;
    st->b.steady += 6 * AGON_SECOND; // it says every five seconds that it lives
    agon_service_tick(st->b.service);
    bench_settle(&st->b);
    int64_t deadline = agon_match_deadline(&room_of(st)->hosted->match);
    st->b.wall = st->b.service->now + step->us;
    agon_service_close(st->b.service);
    st->b.service = agon_service_open(&st->b.def, NULL);
    assert_non_null(st->b.service);
    json_t *json = see(&st->b, st->id, NULL);
    json_decref(json);
    assert_true(agon_match_deadline(&room_of(st)->hosted->match) == deadline + step->us);
}

static bool take_step(stage *st, const script_step *step) {
    if (step->kind == SCRIPT_PAUSE) {
        pause_step(st, step);
        return true;
    }
    const agon_match_seat *seat = &room_of(st)->hosted->match.seats[step->player];
    // Scripts say how long each took: where several were asked at once, time goes back.
    int64_t asked = seat->asked == AGON_NOT_MEASURED ? st->b.service->now : seat->asked;
    st->b.service->now = asked + step->us;
    if (!is_person(st->s, step->player)) {
        program_step(st, step);
    } else if (step->kind == SCRIPT_LATE && are_others_late(st, step)) {
        return false;
    } else {
        person_step(st, step);
    }
    return true;
}

static void stage_close(stage *st) {
    for (int p = 0; p < st->s->players; p++) { // one that still thinks is not needed any more
        st->programs[p].step = NULL;
        sem_post(&st->programs[p].may_answer);
    }
    bench_close(&st->b);
    for (int p = 0; p < st->s->players; p++) {
        sem_destroy(&st->programs[p].may_answer);
    }
}

// False: it cannot be conducted here.
static bool conduct(const script *s, size_t *restarts) {
    stage st;
    bool is_possible = true;
    stage_open(&st, s);
    make(&st);
    for (size_t i = 0; i < s->count && is_possible; i++) {
        is_possible = take_step(&st, &s->steps[i]);
    }
    if (is_possible) {
        assert_string_equal(status_of(&st.b, st.id), "over");
        answer replay = ask(&st.b, "GET", path_of(st.id, "/replay"), NULL, NULL);
        if (strcmp(replay.text, s->replay.data) != 0) {
            fail_msg("%s: the replays differ:\n%s\n%s", s->name, s->replay.data, replay.text);
        }
        answer_free(&replay);
    }
    *restarts += st.restarts;
    stage_close(&st);
    return is_possible;
}

static bool is_for_servers(const script *s) {
    return strcmp(s->policy, "forfeit") == 0 && strcmp(s->clock, "none") != 0;
}

static void test_the_server_writes_the_same(void **state) {
    (void)state;
    size_t conducted = 0;
    size_t total = 0;
    size_t by_rules = 0;
    size_t restarts = 0;
    for (size_t i = 0; i < script_total(); i++) {
        script s;
        script_make(&s, i);
        if (is_for_servers(&s)) {
            for (int p = 0; p < s.players; p++) {
                if (!is_person(&s, p)) {
                    snprintf(s.seat_texts[p], sizeof s.seat_texts[p], "program:p%d", p + 1);
                }
            }
            script_play(&s);
            bool is_conducted = conduct(&s, &restarts);
            total++;
            conducted += is_conducted;
            by_rules += is_conducted && strstr(s.replay.data, "\"by\":\"rules\"") != NULL;
        }
        script_free(&s);
    }
    assert_true(by_rules > 0); // EN-20
    assert_true(restarts > 0);
    assert_true(conducted >= total * 3 / 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_server_writes_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
