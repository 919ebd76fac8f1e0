// A match: clocks, faults, retries, forfeits, what seats are told.
#include "agon/loop.h"

#include "games/rock-paper-scissors/rock-paper-scissors.h"

#include "src/codec/json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define MOVES_MAX 8

// One answer of a scripted seat.
typedef struct line {
    agon_fault fault;
    int choice;   // of rock-paper-scissors; −1: no action at all, −2: two actions
    int64_t time; // how long it takes
} line;

typedef struct script {
    const line *lines;
    agon_fault start_fault;
    // What happened to it.
    int starts, questions, ends;
    agon_fault forfeit;            // as told at the end
    agon_fault refused[MOVES_MAX]; // as told with each question
    int64_t time_left[MOVES_MAX];
    size_t events[MOVES_MAX];
    uint32_t seed;
    agon_result result;
} script;

static int64_t time_now;
// A move, and what went wrong before it.
typedef struct watched {
    agon_action action;
    agon_mover by;
    int64_t time;
    bool forfeits;
    size_t fault_count;
    agon_fault_note faults[AGON_MAX_RETRIES + 1];
} watched;

static watched moves[MOVES_MAX];
static size_t move_count;

static int64_t read_time(void *user) {
    (void)user;
    return time_now;
}

static void start(void *self, const agon_seating *seating, agon_fault_note *note) {
    script *s = self;
    s->starts++;
    s->seed = seating->seed;
    note->fault = s->start_fault;
}

static void think(void *self, const agon_question *question, agon_answer *answer) {
    script *s = self;
    const line *answered = &s->lines[s->questions];
    assert_int_equal(question->view->viewer, question->player);
    assert_int_equal(question->game->players, 2);
    assert_true(s->questions < MOVES_MAX);
    s->refused[s->questions] = question->refused ? question->refused->fault : AGON_FAULT_NONE;
    s->time_left[s->questions] = question->time_left;
    s->events[s->questions] = question->event_count;
    s->questions++;
    time_now += answered->time;
    if (answered->fault) {
        agon_answer_fault(answer, answered->fault, "as the script says");
        return;
    }
    answer->count = answered->choice == -1 ? 0 : answered->choice == -2 ? 2 : 1;
    answer->actions[0] = (agon_action){.type = AGON_RPS_CHOOSE, .a = (uint8_t)answered->choice};
    answer->actions[1] = answer->actions[0];
    if (answered->choice == -2) {
        answer->actions[0].a = answer->actions[1].a = 0;
    }
}

static void end(void *self, const agon_ending *ending) {
    script *s = self;
    s->ends++;
    s->forfeit = ending->forfeit ? ending->forfeit->fault : AGON_FAULT_NONE;
    s->result = *ending->result;
    assert_int_equal(ending->view->viewer, ending->player);
}

static const agon_driver scripted = {start, think, end};

static void on_change(void *user, const agon_change *change) {
    (void)user;
    for (size_t i = 0; i < change->move_count; i++) {
        const agon_change_move *made = &change->moves[i];
        assert_true(move_count < MOVES_MAX);
        watched *move = &moves[move_count++];
        *move =
            (watched){made->action, made->by, made->time, made->forfeits, made->fault_count, {{0}}};
        memcpy(move->faults, change->faults + made->first_fault,
               made->fault_count * sizeof move->faults[0]);
    }
}

// A match of two scripts; either may be NULL, then `random` sits there.
typedef struct bench {
    agon_rules rules;
    agon_table table;
    agon_seat seats[2];
    agon_match_def def;
    agon_match match;
    agon_loop loop;
} bench;

static void set_up(bench *b, script *first, script *second, const char *clock, const char *policy) {
    script *scripts[2] = {first, second};
    agon_error error;
    memset(b, 0, sizeof *b);
    move_count = 0;
    time_now = 1000;
    assert_int_equal(
        agon_table_init(agon_codec_find("rock-paper-scissors"), NULL, &b->table, &error), AGON_OK);
    agon_seed seed = agon_seed_number(5);
    for (int p = 0; p < 2; p++) {
        b->seats[p] = agon_seat_make(&agon_random_bot, seed, p);
        if (scripts[p]) {
            b->seats[p].bot = NULL;
            b->seats[p].driver = &scripted;
            b->seats[p].self = scripts[p];
        }
    }
    b->def = agon_match_def_default();
    b->def.game = b->table.game;
    b->def.first = b->table.state;
    b->def.seed = seed;
    b->def.is_recorded = false;
    assert_true(agon_terms_read_clock(clock, &b->def.terms));
    assert_true(agon_terms_read_policy(policy, &b->def.terms));
}

static agon_result play(bench *b) {
    agon_error error = {0};
    assert_int_equal(agon_match_open(&b->match, &b->def, NULL, &error), AGON_OK);
    b->loop = (agon_loop){
        .match = &b->match, .seats = b->seats, .clock = {read_time, NULL}, .on_change = on_change};
    agon_loop_start(&b->loop);
    assert_int_equal(agon_loop_play(&b->loop, &error), AGON_OK);
    agon_result result = agon_match_result(&b->match);
    agon_loop_close(&b->loop);
    agon_match_close(&b->match);
    agon_table_free(&b->table);
    return result;
}

static void test_a_match_without_faults(void **state) {
    (void)state;
    bench b;
    script first = {.lines = (const line[]){{.choice = AGON_RPS_ROCK, .time = 7}}};
    script second = {.lines = (const line[]){{.choice = AGON_RPS_PAPER, .time = 9}}};
    set_up(&b, &first, &second, "none", "forfeit");
    agon_result result = play(&b);
    assert_true(result.over);
    assert_int_equal(result.winners, 2);
    assert_int_equal(result.places[0], 2);
    assert_int_equal(result.places[1], 1);
    assert_int_equal(result.moves, 2);
    assert_int_equal(move_count, 2);
    assert_int_equal(moves[0].time, 7);
    assert_int_equal(moves[1].time, 9);
    assert_int_equal(moves[0].by, AGON_MOVER_SEAT);
    assert_int_equal(first.starts, 1);
    assert_int_equal(first.ends, 1);
    assert_int_equal(first.time_left[0], AGON_NO_LIMIT);
    assert_int_equal(first.events[0], 0);
    assert_int_equal(second.events[0], 1); // that the first has chosen, not what
    assert_int_equal(second.result.places[1], 1);
    assert_int_not_equal(first.seed, second.seed);
    assert_true(first.seed < 1u << 31);
}

// Plays a match in which the first seat commits one fault; the second is in order.
static agon_result play_fault(agon_fault fault, const char *policy, script *first) {
    bench b;
    const line lines[] = {{.fault = fault}, {.choice = AGON_RPS_ROCK}};
    *first = (script){.lines = lines};
    script second = {.lines = (const line[]){{.choice = AGON_RPS_PAPER}}};
    set_up(&b, first, &second, "none", policy);
    agon_result result = play(&b);
    first->lines = NULL;
    return result;
}

static void test_each_fault_is_recorded_as_such(void **state) {
    (void)state;
    for (agon_fault fault = AGON_FAULT_LATE; fault < AGON_FAULT_COUNT; fault++) {
        script first;
        agon_result result = play_fault(fault, "forfeit", &first);
        assert_int_equal(moves[0].fault_count, 1);
        assert_int_equal(moves[0].faults[0].fault, fault);
        assert_int_equal(moves[0].by, AGON_MOVER_RANDOM);
        assert_true(moves[0].forfeits);
        assert_false(moves[1].forfeits);
        assert_int_equal(result.forfeits[0], 1);
        assert_int_equal(result.forfeits[1], 0);
        assert_int_equal(first.forfeit, fault);
        assert_int_equal(first.ends, 1);
        assert_int_equal(first.questions, 1);
        // Placed last, whatever `random` made of it.
        assert_int_equal(result.places[0], 2);
        assert_int_equal(result.places[1], 1);
    }
}

static void test_random_replaces_one_move(void **state) {
    (void)state;
    script first;
    agon_result result = play_fault(AGON_FAULT_ILLEGAL, "random", &first);
    assert_int_equal(moves[0].by, AGON_MOVER_RANDOM);
    assert_false(moves[0].forfeits);
    assert_int_equal(moves[0].faults[0].fault, AGON_FAULT_ILLEGAL);
    assert_int_equal(result.forfeits[0], 0);
    assert_int_equal(first.forfeit, AGON_FAULT_NONE);
    assert_int_equal(first.ends, 1);
}

static void test_retries_come_with_the_reason(void **state) {
    (void)state;
    script first;
    agon_result result = play_fault(AGON_FAULT_UNPARSABLE, "retry:1", &first);
    assert_int_equal(first.questions, 2);
    assert_int_equal(first.refused[0], AGON_FAULT_NONE);
    assert_int_equal(first.refused[1], AGON_FAULT_UNPARSABLE);
    assert_int_equal(moves[0].by, AGON_MOVER_SEAT);
    assert_int_equal(moves[0].fault_count, 1);
    assert_int_equal(result.forfeits[0], 0);
    // Late and dead are not retried.
    result = play_fault(AGON_FAULT_LATE, "retry:9", &first);
    assert_int_equal(first.questions, 1);
    assert_int_equal(result.forfeits[0], 1);
}

static void test_retries_end(void **state) {
    (void)state;
    bench b;
    const line lines[] = {{.choice = 9}, {.choice = -1}, {.choice = -2}, {.choice = 7}};
    script first = {.lines = lines};
    set_up(&b, &first, NULL, "none", "retry:3,random");
    agon_result result = play(&b);
    assert_int_equal(first.questions, 4);
    assert_int_equal(moves[0].fault_count, 4);
    assert_int_equal(moves[0].faults[0].status, AGON_BAD_ACTION);
    // Two actions of which the second is not possible any more: none of them is made.
    assert_int_equal(moves[0].faults[2].status, AGON_NOT_YOUR_TURN);
    assert_int_equal(moves[0].by, AGON_MOVER_RANDOM);
    assert_int_equal(result.forfeits[0], 0);
    assert_int_equal(result.moves, 2);
}

static void test_clock_runs_out(void **state) {
    (void)state;
    bench b;
    script first = {.lines = (const line[]){{.choice = 0, .time = 1500001}}};
    script second = {.lines = (const line[]){{.choice = 0, .time = 1500000}}};
    set_up(&b, &first, &second, "1.5+0.25", "random");
    assert_int_equal(b.def.terms.bank, 1500000);
    agon_result result = play(&b);
    assert_int_equal(first.time_left[0], 1500000);
    assert_int_equal(moves[0].faults[0].fault, AGON_FAULT_LATE);
    assert_int_equal(moves[1].fault_count, 0);
    assert_int_equal(b.match.seats[1].clock.left, 250000);
    assert_int_equal(result.forfeits[0], 0);
}

static void test_a_retry_costs_time(void **state) {
    (void)state;
    bench b;
    const line lines[] = {{.choice = 9, .time = 600000}, {.choice = 0, .time = 600000}};
    script first = {.lines = lines};
    set_up(&b, &first, NULL, "1", "retry:2");
    play(&b);
    assert_int_equal(first.time_left[1], 400000);
    assert_int_equal(moves[0].fault_count, 2);
    assert_int_equal(moves[0].faults[0].fault, AGON_FAULT_ILLEGAL);
    assert_int_equal(moves[0].faults[1].fault, AGON_FAULT_LATE);
    assert_int_equal(moves[0].time, 1200000);
}

// A fault costs its time, down to nothing, and the turn's increment is added all the same.
static void test_the_clock_after_a_fault(void **state) {
    (void)state;
    bench b;
    script first = {.lines = (const line[]){{.choice = 0, .time = 1700000}}};
    script second = {.lines = (const line[]){{.choice = 9, .time = 400000}}};
    set_up(&b, &first, &second, "1.5+0.25", "random");
    play(&b);
    assert_int_equal(moves[0].faults[0].fault, AGON_FAULT_LATE);
    assert_int_equal(moves[1].faults[0].fault, AGON_FAULT_ILLEGAL);
    assert_int_equal(b.match.seats[0].clock.left, 250000);
    assert_int_equal(b.match.seats[1].clock.left, 1350000);
}

static void test_time_for_every_turn(void **state) {
    (void)state;
    bench b;
    script first = {.lines = (const line[]){{.choice = 0, .time = 1000000}}};
    script second = {.lines = (const line[]){{.choice = 0, .time = 1000001}}};
    set_up(&b, &first, &second, "1/turn", "forfeit");
    play(&b);
    assert_int_equal(first.time_left[0], 1000000);
    assert_int_equal(moves[0].fault_count, 0);
    assert_int_equal(moves[1].faults[0].fault, AGON_FAULT_LATE);
    assert_int_equal(b.match.seats[0].clock.left, 1000000);
}

static void test_a_seat_that_does_not_start(void **state) {
    (void)state;
    bench b;
    script first = {.start_fault = AGON_FAULT_DEAD};
    set_up(&b, &first, NULL, "none", "retry:5");
    agon_result result = play(&b);
    assert_int_equal(first.questions, 0);
    assert_int_equal(first.ends, 1);
    assert_int_equal(moves[0].faults[0].fault, AGON_FAULT_DEAD);
    assert_true(moves[0].forfeits);
    assert_int_equal(result.places[0], 2);
}

static void test_en20_rules_name_a_fallback(void **state) {
    (void)state;
    bench b;
    agon_game *game;
    const line lines[] = {{.choice = 9}};
    script first = {.lines = lines};
    set_up(&b, &first, NULL, "none", "forfeit");
    game = b.table.game;
    b.rules = *game->rules;
    b.rules.has_fallback = true;
    b.rules.fallback = (agon_action){.type = AGON_RPS_CHOOSE, .a = AGON_RPS_SCISSORS};
    game->rules = &b.rules;
    agon_result result = play(&b);
    assert_int_equal(moves[0].by, AGON_MOVER_RULES);
    assert_int_equal(moves[0].action.a, AGON_RPS_SCISSORS);
    assert_int_equal(moves[0].faults[0].fault, AGON_FAULT_ILLEGAL);
    assert_false(moves[0].forfeits);
    assert_int_equal(result.forfeits[0], 0);
}

// When all others have forfeited, the last one is first whatever it would do: it is not asked.
static void test_the_last_seat_is_not_asked(void **state) {
    (void)state;
    bench b;
    const line lines[] = {{.fault = AGON_FAULT_DEAD}};
    script first = {.lines = lines};
    script second = {.lines = lines};
    set_up(&b, &first, &second, "none", "forfeit");
    agon_result result = play(&b);
    assert_int_equal(second.questions, 0);
    assert_int_equal(second.ends, 1);
    assert_int_equal(moves[1].by, AGON_MOVER_RANDOM);
    assert_int_equal(moves[1].fault_count, 0);
    assert_int_equal(result.forfeits[0], 1);
    assert_int_equal(result.forfeits[1], 0);
    assert_int_equal(result.places[0], 2);
    assert_int_equal(result.places[1], 1);
}

static void test_the_same_seed_gives_the_same_match(void **state) {
    (void)state;
    agon_action first_run[2];
    for (int run = 0; run < 2; run++) {
        bench b;
        const line lines[] = {{.fault = AGON_FAULT_DEAD}};
        script first = {.lines = lines};
        set_up(&b, &first, NULL, "none", "forfeit");
        play(&b);
        for (int i = 0; i < 2; i++) {
            if (run == 0) {
                first_run[i] = moves[i].action;
            }
            assert_memory_equal(&first_run[i], &moves[i].action, sizeof(agon_action));
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Who is asked first

typedef struct order {
    int players[45];
    uint32_t count;
} order;

static void note_player(void *user, const agon_change *change) {
    order *o = user;
    o->players[o->count++] = change->moves[0].player;
}

static void start_stellar(agon_table *table, agon_seat *seats) {
    json_t *config = json_pack("{s:i,s:i}", "player_count", 3, "seed", 1);
    agon_error error;
    assert_int_equal(
        agon_table_init(agon_codec_find("stellar-skirmish"), agon_value_of(config), table, &error),
        AGON_OK);
    json_decref(config);
    for (int p = 0; p < 3; p++) {
        seats[p] = agon_seat_make(&agon_random_bot, agon_seed_number(1), p);
    }
}

// Battle by battle the first question goes to the next player: who decides last sees more (SS-8).
static void test_players_take_turns_at_being_first(void **state) {
    (void)state;
    agon_table table;
    agon_seat seats[3];
    agon_error error;
    order asked = {0};
    start_stellar(&table, seats);
    assert_int_equal(agon_play_bots(table.game, table.state, seats, note_player, &asked, &error),
                     AGON_OK);
    agon_table_free(&table);
    assert_int_equal(asked.count, 45);
    for (int i = 0; i < 45; i++) {
        assert_int_equal(asked.players[i], (i / 3 + i % 3) % 3);
    }
}

// Lets a tick of a millisecond pass whenever it asks whether its time is up.
static agon_action think_until_the_end(const agon_thought *thought) {
    while (!thought->is_time_up(thought->user)) {
        time_now = time_now > INT64_MAX - 1000 ? INT64_MAX : time_now + 1000;
    }
    return agon_random_bot.think(thought);
}

// A clock may stand anywhere, at the end of all time, too.
static void test_a_bot_thinks_for_its_time(void **state) {
    (void)state;
    static const agon_bot patient = {.id = "patient", .think = think_until_the_end};
    static const int64_t times[][2] = {{0, 250000},
                                       {-5000, 245000},
                                       {INT64_MAX - 250000, INT64_MAX},
                                       {INT64_MAX - 3000, INT64_MAX},
                                       {INT64_MAX, INT64_MAX}};
    const agon_clock clock = {read_time, NULL};
    bench b;
    set_up(&b, NULL, NULL, "none", "forfeit");
    b.seats[0].bot = &patient;
    b.seats[0].time = 250000;
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        agon_question question = {
            .game = b.table.game, .view = b.table.state, .player = 0, .time_left = AGON_NO_LIMIT};
        agon_answer answer;
        time_now = times[i][0];
        agon_seat_think(&b.seats[0], &question, &b.def.terms, &clock, &answer);
        assert_int_equal(time_now, times[i][1]);
        assert_int_equal(answer.count, 1);
    }
    agon_table_free(&b.table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_match_without_faults),
        cmocka_unit_test(test_each_fault_is_recorded_as_such),
        cmocka_unit_test(test_random_replaces_one_move),
        cmocka_unit_test(test_retries_come_with_the_reason),
        cmocka_unit_test(test_retries_end),
        cmocka_unit_test(test_clock_runs_out),
        cmocka_unit_test(test_a_retry_costs_time),
        cmocka_unit_test(test_the_clock_after_a_fault),
        cmocka_unit_test(test_time_for_every_turn),
        cmocka_unit_test(test_a_seat_that_does_not_start),
        cmocka_unit_test(test_en20_rules_name_a_fallback),
        cmocka_unit_test(test_the_last_seat_is_not_asked),
        cmocka_unit_test(test_the_same_seed_gives_the_same_match),
        cmocka_unit_test(test_players_take_turns_at_being_first),
        cmocka_unit_test(test_a_bot_thinks_for_its_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
