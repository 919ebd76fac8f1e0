// Actions that the rules would drop: a match refuses them, and neither stores nor records anything.
#include "tests/support/support.h"

#include "games/space-conquest/space-conquest.h"

#include "agon/match.h"

typedef struct bench {
    agon_table table;
    agon_match match;
    agon_change change;
    agon_text lines;
} bench;

static void bench_open(bench *b, agon_viewers patient) {
    static const char *const seats[] = {"one", "two"};
    *b = (bench){0};
    json_t *config = support_json("{'seed':7}");
    const agon_codec *codec = agon_codec_find("space-conquest");
    assert_int_equal(agon_table_init(codec, agon_value_of(config), &b->table, NULL), AGON_OK);
    json_decref(config);
    agon_match_def def = agon_match_def_default();
    def.codec = codec;
    def.game = b->table.game;
    def.first = b->table.state;
    def.seats = seats;
    def.patient = patient;
    assert_int_equal(agon_match_open(&b->match, &def, &b->lines, NULL), AGON_OK);
}

static void bench_close(bench *b) {
    agon_change_close(&b->change);
    agon_match_close(&b->match);
    agon_table_free(&b->table);
    agon_text_free(&b->lines);
}

// Reads an action as a client would send it, and judges it; accepted if it made a move.
static agon_judgement answer(bench *b, int player, const char *text, agon_error *error) {
    agon_answer given = {.count = 0};
    agon_judgement judgement;
    json_t *action = support_json(text);
    assert_int_equal(agon_action_read(b->match.codec, b->match.game, b->match.state,
                                      agon_value_of(action), given.actions, &given.count, NULL),
                     AGON_OK);
    json_decref(action);
    assert_int_equal(agon_match_answer(&b->match, player, &given, AGON_NOT_MEASURED, &b->change,
                                       &judgement, error),
                     AGON_OK);
    if (judgement == AGON_JUDGED_MOVED) {
        agon_match_accept(&b->match, &b->change);
    }
    return judgement;
}

#define ORDER "{'type':'order','from':'A','to':'B','ships':1}"

static void give_orders(bench *b, int player, int count) {
    for (int i = 0; i < count; i++) {
        assert_int_equal(answer(b, player, ORDER, NULL), AGON_JUDGED_MOVED);
        assert_int_equal(b->change.move_count, 1);
    }
}

// The 129th order is dropped, noted and recorded (SC-13); the next is refused, and so is every other.
static void test_a_person_is_told(void **unused) {
    (void)unused;
    bench b;
    bench_open(&b, AGON_ALL);
    give_orders(&b, 0, AGON_CONQUEST_MAX_ORDERS + 1);
    uint64_t hash = agon_hash(b.match.game, b.match.state);
    for (int i = 0; i < 3; i++) {
        agon_error error = {0};
        assert_int_equal(answer(&b, 0, ORDER, &error), AGON_JUDGED_REFUSED);
        assert_int_equal(error.status, AGON_TOO_MANY);
        assert_string_equal(agon_status_slug(error.status), "too_many");
        assert_int_equal(b.match.moves, AGON_CONQUEST_MAX_ORDERS + 1);
        assert_true(hash == agon_hash(b.match.game, b.match.state));
    }
    // The other player has a count of its own, and who is done is told that first.
    give_orders(&b, 1, 2);
    assert_int_equal(answer(&b, 0, "{'type':'commit'}", NULL), AGON_JUDGED_MOVED);
    agon_error error = {0};
    assert_int_equal(answer(&b, 0, ORDER, &error), AGON_JUDGED_REFUSED);
    assert_int_equal(error.status, AGON_NOT_YOUR_TURN);
    // In the next turn one may order again.
    assert_int_equal(answer(&b, 1, "{'type':'commit'}", NULL), AGON_JUDGED_MOVED);
    give_orders(&b, 0, 1);
    bench_close(&b);
}

// A program's is a fault like any other refused action.
static void test_a_program_is_at_fault(void **unused) {
    (void)unused;
    bench b;
    bench_open(&b, AGON_NONE);
    give_orders(&b, 0, AGON_CONQUEST_MAX_ORDERS + 1);
    assert_int_equal(answer(&b, 0, ORDER, NULL), AGON_JUDGED_MOVED); // made at random instead
    assert_true(b.match.seats[0].forfeit != 0);
    const agon_fault_note *note = agon_change_forfeit_note(&b.change, 0);
    assert_int_equal(note->fault, AGON_FAULT_ILLEGAL);
    assert_int_equal(note->status, AGON_TOO_MANY);
    bench_close(&b);
}

// A whole set is never refused for what is in it: what would be dropped unnoted is left out.
static void test_a_set_is_taken(void **unused) {
    (void)unused;
    bench b;
    bench_open(&b, AGON_ALL);
    agon_text set = {0};
    agon_text_puts(&set, "{'moves':[");
    for (int i = 0; i < 200; i++) {
        agon_text_printf(&set, "%s{'from':'A','to':'B','ships':1}", i ? "," : "");
    }
    agon_text_puts(&set, "]}");
    give_orders(&b, 0, 100);
    assert_int_equal(answer(&b, 0, set.data, NULL), AGON_JUDGED_MOVED);
    assert_int_equal(b.change.move_count, 28 + 1 + 1); // kept, the first dropped, commit
    give_orders(&b, 1, AGON_CONQUEST_MAX_ORDERS + 1);
    assert_int_equal(answer(&b, 1, set.data, NULL), AGON_JUDGED_MOVED);
    assert_int_equal(b.change.move_count, 1); // commit
    agon_text_free(&set);
    bench_close(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_person_is_told),
        cmocka_unit_test(test_a_program_is_at_fault),
        cmocka_unit_test(test_a_set_is_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
