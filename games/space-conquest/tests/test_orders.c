// Space Conquest: orders, SC-13 … SC-17.
#include "games/space-conquest/tests/test_table.h"

static const int32_t no_rolls[] = {0};

// p1 gives a set, p2 none; `rolls` for the fleets that p1 launches.
static void play_set(const char *moves, const int32_t *rolls) {
    assert_int_equal(play(1, "{'moves':[]}", NULL), AGON_OK);
    assert_int_equal(play(0, moves, rolls), AGON_OK);
}

static const int32_t *safe(unsigned count) {
    static int32_t rolls[257];
    for (unsigned i = 0; i < count; i++) {
        rolls[i] = 50;
    }
    rolls[count] = 0;
    return rolls;
}

// ---------------------------------------------------------------------------------------------
// SC-13

static void test_sc13_set_is_executed(void **unused) {
    (void)unused;
    load_small();
    play_set("{'moves':[{'from':'A','to':'C','ships':3},{'from':'A','to':'D','ships':1}]}",
             safe(2));
    expect_key(table.state, "fleets",
               "[{'id':'p1-000','owner':'p1','ships':3,'origin':'A','dest':'C',"
               "'dist_remaining':2},"
               "{'id':'p1-001','owner':'p1','ships':1,'origin':'A','dest':'D',"
               "'dist_remaining':3}]");
    expect_key(table.state, "order_errors", "{}");
    expect_key(table.state, "orders",
               "{'p1':{'moves':[],'committed':false,'too_many':false},"
               "'p2':{'moves':[],'committed':false,'too_many':false}}");
    assert_int_equal(s->ships[0][A], 10); // 10 − 4 + 4
}

static void test_sc13_accepted_once_a_turn(void **unused) {
    (void)unused;
    load_small();
    assert_int_equal(play(0, "{'moves':[]}", NULL), AGON_OK);
    assert_int_equal(table.state->to_act, 2);
    assert_int_equal(agon_current_player(table.game, table.state), -1); // ALL-7
    assert_int_equal(play(0, "{'moves':[]}", NULL), AGON_NOT_YOUR_TURN);
    assert_int_equal(order(0, 'A', 'C', 1), AGON_NOT_YOUR_TURN);
    assert_int_equal(commit(2), AGON_UNKNOWN_PLAYER);
    expect_key(table.state, "orders",
               "{'p1':{'moves':[],'committed':true,'too_many':false},"
               "'p2':{'moves':[],'committed':false,'too_many':false}}");
}

static void test_sc13_malformed(void **unused) {
    (void)unused;
    load_small();
    static const char *const malformed[] = {
        "{}",
        "{'moves':null}",
        "{'moves':{}}",
        "{'moves':'A'}",
        "{'type':'move'}",
        "{'type':7,'moves':[]}",
        "{'type':null,'moves':[]}",
        "{'type':'ORDER','from':'A','to':'C','ships':1}",
        "[]",
        "'commit'",
    };
    for (size_t i = 0; i < sizeof malformed / sizeof malformed[0]; i++) {
        assert_int_equal(play(0, malformed[i], NULL), AGON_BAD_ACTION);
    }
    assert_int_equal(s->counts[CONQUEST_ORDERS], 0);
    // What no document can become is malformed too.
    agon_action odd[] = {
        {.type = AGON_CONQUEST_ORDER, .a = 26}, {.type = AGON_CONQUEST_ORDER, .b = 254},
        {.type = AGON_CONQUEST_ORDER, .c = 1},  {.type = AGON_CONQUEST_COMMIT, .a = 1},
        {.type = AGON_CONQUEST_COMMIT, .n = 1}, {.type = 2},
    };
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        assert_int_equal(agon_check(table.game, table.state, 0, odd[i], NULL), AGON_BAD_ACTION);
    }
}

static void test_sc13_steps_and_set_are_the_same(void **unused) {
    (void)unused;
    load_small();
    play_set("{'moves':[{'from':'A','to':'C','ships':3},{'from':'D','to':'Z','ships':1},"
             "{'from':'A','to':'E','ships':'2'}]}",
             safe(1));
    uint64_t hash = agon_hash(table.game, table.state);
    agon_table_free(&table);
    load_small();
    assert_int_equal(play(0, "{'type':'order','from':'A','to':'C','ships':3}", NULL), AGON_OK);
    assert_int_equal(json_array_size(events), 0); // order steps make no event
    assert_int_equal(play(0, "{'type':'order','from':'D','to':'Z','ships':1}", NULL), AGON_OK);
    assert_int_equal(play(0, "{'type':'order','from':'A','to':'E','ships':'2'}", NULL), AGON_OK);
    assert_int_equal(play(1, "{'type':'commit'}", NULL), AGON_OK);
    assert_int_equal(play(0, "{'type':'commit'}", safe(1)), AGON_OK);
    assert_int_equal(agon_hash(table.game, table.state), hash);
}

static void test_sc13_set_after_single_orders(void **unused) {
    (void)unused;
    load_small();
    assert_int_equal(play(0, "{'type':'order'}", NULL), AGON_OK);
    play_set("{'moves':[{'from':'A','to':'C','ships':1},7]}", safe(1));
    expect_key(table.state, "order_errors",
               "{'p1':[{'order':0,'reason':'bad_count',"
               "'text':'The number of ships must be a positive integer.'},"
               "{'order':2,'reason':'bad_count',"
               "'text':'The number of ships must be a positive integer.'}]}");
}

static agon_action nth(uint32_t i) {
    return agon_nth(table.game, table.state, 0, i);
}

static void expect_nth(uint32_t i, char from, char to, int32_t ships) {
    agon_action action = nth(i);
    agon_action wanted = agon_conquest_order(from, to, ships);
    assert_memory_equal(&action, &wanted, sizeof action);
}

static void test_sc13_listed_actions(void **unused) {
    (void)unused;
    load_small(); // list order A, P, C, D, E
    assert_int_equal(agon_count(table.game, table.state, 0), (10 + 3) * 4 + 1);
    expect_nth(0, 'A', 'P', 1);
    expect_nth(1, 'A', 'C', 1);
    expect_nth(3, 'A', 'E', 1);
    expect_nth(4, 'A', 'P', 2);
    expect_nth(40, 'D', 'A', 1);
    expect_nth(42, 'D', 'C', 1);
    expect_nth(43, 'D', 'E', 1);
    expect_nth(51, 'D', 'E', 3);
    assert_int_equal(nth(52).type, AGON_CONQUEST_COMMIT);
    assert_int_equal(order(0, 'A', 'C', 9), AGON_OK);
    assert_int_equal(agon_count(table.game, table.state, 0), (1 + 3) * 4 + 1);
    expect_nth(4, 'D', 'A', 1);
    // An order that will fail counts against its star all the same (SC-14).
    assert_int_equal(order(0, 'D', 'Z', 2), AGON_OK);
    assert_int_equal(agon_count(table.game, table.state, 0), (1 + 1) * 4 + 1);
    // One that names no own star does not.
    assert_int_equal(order(0, 'P', 'A', 5), AGON_OK);
    assert_int_equal(order(0, 'A', 'C', 0), AGON_OK);
    assert_int_equal(agon_count(table.game, table.state, 0), (1 + 1) * 4 + 1);
    // Too much: only commit is left.
    assert_int_equal(order(0, 'A', 'C', 2), AGON_OK);
    assert_int_equal(agon_count(table.game, table.state, 0), 1);
    assert_int_equal(nth(0).type, AGON_CONQUEST_COMMIT);
    assert_int_equal(agon_count(table.game, table.state, 1), 12 * 4 + 1); // the other is not told
}

static void test_sc13_listed_are_executed(void **unused) {
    (void)unused;
    for (int64_t seed = 0; seed < 20; seed++) {
        init_table(seed);
        agon_rng rng = agon_rng_make(agon_seed_number(seed));
        while (!table.state->over && s->turn < 60) {
            unsigned before = s->counts[CONQUEST_FLEETS];
            unsigned orders = s->counts[CONQUEST_ORDERS];
            agon_action action;
            int player = table.state->to_act & 1 ? 0 : 1;
            assert_int_equal(agon_random_action(table.game, table.state, player, &rng, &action),
                             AGON_OK);
            bool is_last = action.type == AGON_CONQUEST_COMMIT && player == 1;
            assert_int_equal(agon_conquest_launches(s), orders);
            assert_int_equal(
                agon_apply(table.game, table.state, player, action, NULL, table.state, NULL),
                AGON_OK);
            assert_int_equal(s->counts[CONQUEST_ERRORS], 0);
            if (is_last) {
                assert_true(s->counts[CONQUEST_FLEETS] <= before + orders);
            }
        }
        agon_table_free(&table);
    }
}

// A set of `count` orders of one ship from A to C.
static char *many_moves(unsigned count) {
    char *text = malloc(count * 40 + 40);
    char *at = text + sprintf(text, "{'moves':[");
    for (unsigned i = 0; i < count; i++) {
        at += sprintf(at, "%s{'from':'A','to':'C','ships':1}", i ? "," : "");
    }
    sprintf(at, "]}");
    return text;
}

static void test_sc13_at_most_128(void **unused) {
    (void)unused;
    load_small();
    s->ships[0][A] = 200;
    agon_conquest_orders_count(s);
    char *moves = many_moves(300);
    play_set(moves, safe(128));
    free(moves);
    assert_int_equal(s->counts[CONQUEST_FLEETS], 128);
    expect_key(table.state, "order_errors",
               "{'p1':[{'order':128,'reason':'too_many','text':"
               "'A turn takes 128 orders; this one and those after it were dropped.'}]}");
    assert_int_equal(s->ships[0][A], 200 - 128 + 4);
}

static void test_sc13_dropped_do_not_count(void **unused) {
    (void)unused;
    load_small();
    s->ships[0][A] = 128;
    agon_conquest_orders_count(s);
    for (int i = 0; i < 128; i++) {
        assert_int_equal(order(0, 'A', 'C', 1), AGON_OK);
    }
    assert_int_equal(agon_count(table.game, table.state, 0), 1); // a full set takes no more
    assert_int_equal(order(0, 'A', 'C', 1), AGON_OK);            // dropped, not refused
    assert_int_equal(order(0, 'A', 'C', 100), AGON_OK);
    assert_int_equal(commit(1), AGON_OK);
    assert_int_equal(play(0, "{'moves':[3]}", safe(128)), AGON_OK);
    assert_int_equal(s->counts[CONQUEST_ERRORS], 1); // too_many, no over_commitment
    assert_int_equal(s->counts[CONQUEST_FLEETS], 128);
}

// ---------------------------------------------------------------------------------------------
// SC-14

static const char over[] =
    "{'p1':[{'order':null,'reason':'over_commitment','text':'More ships were ordered from a "
    "star than you have there; all orders were dropped.'}]}";

static void expect_dropped(const char *moves) {
    load_small();
    play_set(moves, no_rolls);
    assert_int_equal(s->counts[CONQUEST_FLEETS], 0);
    assert_int_equal(s->ships[0][A], 14);
    expect_key(table.state, "order_errors", over);
    agon_table_free(&table);
}

static void test_sc14_whole_set_is_dropped(void **unused) {
    (void)unused;
    expect_dropped("{'moves':[{'from':'A','to':'C','ships':11}]}");
    expect_dropped("{'moves':[{'from':'D','to':'C','ships':1},{'from':'A','to':'C','ships':6},"
                   "{'from':'A','to':'E','ships':5}]}");
    // Orders that will fail for another reason count …
    expect_dropped("{'moves':[{'from':'A','to':'Z','ships':6},{'from':'A','to':'C','ships':5}]}");
    expect_dropped("{'moves':[{'from':'A','to':'A','ships':6},{'from':'A','to':'C','ships':5}]}");
    // … and no other error is reported besides.
    expect_dropped("{'moves':[7,{'from':'Z'},{'from':'A','to':'C','ships':11}]}");
    // Numbers too large for any machine are still numbers.
    expect_dropped("{'moves':[{'from':'A','to':'C','ships':4294967297}]}");
    expect_dropped("{'moves':[{'from':'A','to':'C','ships':9223372036854775807}]}");
}

static void test_sc14_integers_beyond_64_bits(void **unused) {
    (void)unused;
    load_small();
    static const char text[] =
        "{\"moves\":[{\"from\":\"A\",\"to\":\"C\",\"ships\":100000000000000000000}]}";
    agon_action actions[AGON_MAX_STEPS_PER_ACTION];
    size_t count;
    json_t *json = agon_json_parse(text, strlen(text), NULL);
    assert_int_equal(agon_action_read(codec(), table.game, table.state, agon_value_of(json),
                                      actions, &count, NULL),
                     AGON_OK);
    assert_int_equal(count, 2);
    assert_int_equal(actions[0].n, INT32_MAX);
    json_decref(json);
}

static void test_sc14_what_does_not_count(void **unused) {
    (void)unused;
    load_small();
    s->ships[0][P] = 3; // own ships on a foreign star
    play_set("{'moves':[{'from':'A','to':'C','ships':10},{'from':'A','to':'C','ships':0},"
             "{'from':'A','to':'C','ships':-5},{'from':'P','to':'C','ships':99},"
             "{'from':'C','to':'A','ships':99},{'from':'Z','to':'A','ships':99}]}",
             safe(1));
    assert_int_equal(s->counts[CONQUEST_FLEETS], 1);
    assert_int_equal(s->counts[CONQUEST_ERRORS], 5);
}

static void test_sc14_one_player_only(void **unused) {
    (void)unused;
    load_small();
    assert_int_equal(play(0, "{'moves':[{'from':'A','to':'C','ships':11}]}", NULL), AGON_OK);
    assert_int_equal(play(1, "{'moves':[{'from':'P','to':'C','ships':4}]}", safe(1)), AGON_OK);
    assert_int_equal(s->counts[CONQUEST_FLEETS], 1);
    expect_key(table.state, "order_errors", over);
}

// ---------------------------------------------------------------------------------------------
// SC-15 … SC-17

static void expect_reason(const char *entry, const char *reason) {
    char moves[300];
    char wanted[100];
    load_small();
    snprintf(moves, sizeof moves, "{'moves':[%s,{'from':'A','to':'C','ships':2}]}", entry);
    play_set(moves, safe(1));
    assert_int_equal(s->counts[CONQUEST_FLEETS], 1); // the others run
    json_t *state = written(table.state);
    json_t *error =
        json_array_get(json_object_get(json_object_get(state, "order_errors"), "p1"), 0);
    snprintf(wanted, sizeof wanted, "%s", json_string_value(json_object_get(error, "reason")));
    assert_string_equal(wanted, reason);
    assert_int_equal(json_integer_value(json_object_get(error, "order")), 0);
    assert_true(strlen(json_string_value(json_object_get(error, "text"))) > 10);
    json_decref(state);
    agon_table_free(&table);
}

static void test_sc15_first_error_counts(void **unused) {
    (void)unused;
    static const char *const bad_counts[] = {
        "7",
        "null",
        "'A'",
        "[]",
        "true",
        "{}",
        "{'from':'A','to':'C'}",
        "{'from':'Z','to':'Z','ships':0}",
        "{'from':'A','to':'C','ships':-1}",
        "{'from':'A','to':'C','ships':2.0}",
        "{'from':'A','to':'C','ships':2.5}",
        "{'from':'A','to':'C','ships':'2'}",
        "{'from':'A','to':'C','ships':true}",
        "{'from':'A','to':'C','ships':null}",
        "{'from':'A','to':'C','ships':-9223372036854775808}",
    };
    for (size_t i = 0; i < sizeof bad_counts / sizeof bad_counts[0]; i++) {
        expect_reason(bad_counts[i], "bad_count");
    }
    expect_reason("{'from':'Z','to':'Z','ships':1}", "unknown_origin");
    expect_reason("{'from':'a','to':'C','ships':1}", "unknown_origin");
    expect_reason("{'from':'Altair','to':'C','ships':1}", "unknown_origin");
    expect_reason("{'from':5,'to':'C','ships':1}", "unknown_origin");
    expect_reason("{'to':'C','ships':1}", "unknown_origin");
    expect_reason("{'from':'B','to':'C','ships':1}", "unknown_origin"); // not on this map
    expect_reason("{'from':'P','to':'B','ships':1}", "unknown_destination");
    expect_reason("{'from':'A','to':null,'ships':1}", "unknown_destination");
    expect_reason("{'from':'P','to':'P','ships':1}", "same_star");
    expect_reason("{'from':'A','to':'A','ships':1}", "same_star");
    expect_reason("{'from':'P','to':'A','ships':1}", "not_owned");
    expect_reason("{'from':'C','to':'A','ships':1}", "not_owned");
}

static void test_sc16_fleets(void **unused) {
    (void)unused;
    load_small();
    s->fleet_counter[0] = 999;
    s->fleet_counter[1] = 7;
    assert_int_equal(play(1, "{'moves':[{'from':'P','to':'A','ships':1}]}", NULL), AGON_OK);
    assert_int_equal(play(0,
                          "{'moves':[{'from':'A','to':'C','ships':1},"
                          "{'from':'A','to':'C','ships':2}]}",
                          safe(3)),
                     AGON_OK);
    // p1's first, though p2 committed first; not merged.
    expect_key(table.state, "fleets",
               "[{'id':'p1-999','owner':'p1','ships':1,'origin':'A','dest':'C',"
               "'dist_remaining':2},"
               "{'id':'p1-1000','owner':'p1','ships':2,'origin':'A','dest':'C',"
               "'dist_remaining':2},"
               "{'id':'p2-007','owner':'p2','ships':1,'origin':'P','dest':'A',"
               "'dist_remaining':8}]");
    expect_key(table.state, "fleet_counter", "{'p1':1001,'p2':8}");
}

static void test_sc16_ships_leave_at_once(void **unused) {
    (void)unused;
    load_small();
    // D has 3 ships and RU 3: with one gone it rolls for rebellion in phase 5.
    play_set("{'moves':[{'from':'D','to':'C','ships':1}]}", (int32_t[]){5, 50, 0});
    assert_int_equal(s->counts[CONQUEST_REBELLIONS], 1);
    assert_int_equal(s->npc[D], 2);
}

static void test_sc16_launch_event(void **unused) {
    (void)unused;
    load_small();
    play_set("{'moves':[{'from':'A','to':'C','ships':2},{'from':'P','to':'C','ships':2}]}",
             safe(1));
    json_t *wanted = support_json(
        "[{'type':'ORDERS_COMMITTED','player':'p1','visible':'all'},"
        "{'type':'FLEET_LAUNCHED','fleet':{'id':'p1-000','owner':'p1','ships':2,'origin':'A',"
        "'dest':'C','dist_remaining':3},'visible':['p1']},"
        "{'type':'ORDER_REJECTED','player':'p1','order':1,'reason':'not_owned',"
        "'visible':['p1']}]");
    while (json_array_size(events) > 3) {
        json_array_remove(events, 3);
    }
    assert_true(json_equal(events, wanted));
    json_decref(wanted);
}

// 128 orders of both players every turn between the corners: the bound of SC-16 is reached in flight
// and never passed.
static void test_sc16_bound_is_reached(void **unused) {
    (void)unused;
    static int32_t survive[AGON_CONQUEST_MAX_FLEETS];
    for (int i = 0; i < AGON_CONQUEST_MAX_FLEETS; i++) {
        survive[i] = 50;
    }
    unsigned most = 0;
    load_small();
    s->x[A] = s->y[A] = 0;
    s->x[P] = 11;
    s->y[P] = 9;
    for (int turn = 0; turn < 30; turn++) {
        s->ships[0][A] = s->ships[1][P] = 128;
        agon_conquest_orders_open(s);
        for (int i = 0; i < 128; i++) {
            agon_conquest_order_add(s, 0, A, P, 1);
            agon_conquest_order_add(s, 1, P, A, 1);
        }
        agon_conquest_orders_phase(s, NULL);
        most = s->counts[CONQUEST_FLEETS] > most ? s->counts[CONQUEST_FLEETS] : most;
        agon_draws draws = {.values = survive, .count = AGON_CONQUEST_MAX_FLEETS};
        agon_conquest_movement_phase(s, &(agon_context){.draws = &draws});
        assert_false(draws.failed);
    }
    assert_int_equal(most, AGON_CONQUEST_MAX_FLEETS);
    assert_true(table.state->used <= table.game->state_max);
}

// Only a loaded state can have so many fleets that the next orders break the bound.
static void test_sc16_loaded_beyond_the_bound(void **unused) {
    (void)unused;
    load_small();
    for (unsigned i = 0; i < AGON_CONQUEST_MAX_FLEETS; i++) {
        conquest_fleet *fleet = agon_conquest_add(s, CONQUEST_FLEETS);
        *fleet = (conquest_fleet){
            .ships = 1, .number = i, .owner = i & 1, .from = A, .to = P, .distance = 11};
    }
    assert_int_equal(order(0, 'A', 'C', 1), AGON_OK);
    assert_int_equal(commit(0), AGON_OK);
    uint64_t hash = agon_hash(table.game, table.state);
    assert_int_equal(commit(1), AGON_ENGINE_FAULT);
    assert_int_equal(agon_hash(table.game, table.state), hash);
}

static void test_sc17_errors_last_one_turn(void **unused) {
    (void)unused;
    load_small();
    play_set("{'moves':[1,2]}", no_rolls);
    assert_int_equal(s->counts[CONQUEST_ERRORS], 2);
    assert_int_equal(play(1, "{'moves':[3]}", NULL), AGON_OK);
    assert_int_equal(s->counts[CONQUEST_ERRORS], 2); // until phase 4 comes again
    assert_int_equal(play(0, "{'moves':[]}", no_rolls), AGON_OK);
    expect_key(table.state, "order_errors",
               "{'p2':[{'order':0,'reason':'bad_count',"
               "'text':'The number of ships must be a positive integer.'}]}");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_sc13_set_is_executed),
        TEST(test_sc13_accepted_once_a_turn),
        TEST(test_sc13_malformed),
        TEST(test_sc13_steps_and_set_are_the_same),
        TEST(test_sc13_set_after_single_orders),
        TEST(test_sc13_listed_actions),
        TEST(test_sc13_listed_are_executed),
        TEST(test_sc13_at_most_128),
        TEST(test_sc13_dropped_do_not_count),
        TEST(test_sc14_whole_set_is_dropped),
        TEST(test_sc14_integers_beyond_64_bits),
        TEST(test_sc14_what_does_not_count),
        TEST(test_sc14_one_player_only),
        TEST(test_sc15_first_error_counts),
        TEST(test_sc16_fleets),
        TEST(test_sc16_ships_leave_at_once),
        TEST(test_sc16_launch_event),
        TEST(test_sc16_bound_is_reached),
        TEST(test_sc16_loaded_beyond_the_bound),
        TEST(test_sc17_errors_last_one_turn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
