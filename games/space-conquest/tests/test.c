// Space Conquest, rule by rule: the turn (SC-7 … SC-12, SC-18 … SC-20). The map, orders, views, text
// and JSON have files of their own.
#include "games/space-conquest/tests/test_table.h"

static void add_ships(int player, unsigned star, uint32_t ships) {
    s->ships[player][star] = ships;
    agon_conquest_orders_count(s);
}

static void test_sc7_start(void **unused) {
    (void)unused;
    init_table(7);
    assert_int_equal(s->turn, 0);
    assert_int_equal(table.state->to_act, 3);
    assert_int_equal(agon_current_player(table.game, table.state), -1);
    for (int p = 0; p < 2; p++) {
        unsigned home = s->home[p];
        assert_int_equal(s->ru[home], 4);
        assert_int_equal(s->ships[p][home], 4);
        assert_int_equal(s->owned[p], 1u << home);
        assert_int_equal(s->visited[p], 1u << home);
    }
    for (unsigned star = 0; star < 16; star++) {
        assert_int_equal(s->npc[star], star == s->home[0] || star == s->home[1] ? 0 : s->ru[star]);
    }
    expect_key(table.state, "fleets", "[]");
    expect_key(table.state, "fleet_counter", "{'p1':0,'p2':0}");
}

static void test_sc8_rolls_then_moves(void **unused) {
    (void)unused;
    load_small();
    add_fleet(1, P, C, 4, 2);
    add_fleet(0, A, C, 5, 1);
    add_fleet(0, A, D, 2, 3);
    pass_turn((int32_t[]){1, 50, 2, 0}); // p2-000 is lost; C is taken: 5 − 1
    expect_key(table.state, "fleets",
               "[{'id':'p1-001','owner':'p1','ships':2,'origin':'A','dest':'D',"
               "'dist_remaining':2}]");
    expect_key(table.state, "hyperspace_losses_last_turn",
               "[{'fleet_id':'p2-000','owner':'p2','ships':4,'origin':'P','dest':'C'}]");
    assert_int_equal(s->ships[0][C], 4);
    assert_int_equal(s->visited[0], 1 << A | 1 << C | 1 << D);
    assert_int_equal(s->visited[1], 1 << E | 1 << P);
}

static void test_sc8_lost_on_the_last_step(void **unused) {
    (void)unused;
    load_small();
    add_fleet(0, A, C, 5, 1);
    pass_turn((int32_t[]){1, 0});
    assert_int_equal(s->counts[CONQUEST_FLEETS], 0);
    assert_int_equal(s->ships[0][C], 0);
    assert_false(conquest_has(s->visited[0], C));
    assert_int_equal(s->counts[CONQUEST_LOSSES], 1);
    pass_turn(NULL);
    assert_int_equal(s->counts[CONQUEST_LOSSES], 0); // SC-20: one turn
}

static void test_sc8_events(void **unused) {
    (void)unused;
    load_small();
    add_fleet(0, A, C, 5, 1);
    add_fleet(1, P, C, 4, 2);
    pass_turn((int32_t[]){7, 1, 0});
    expect_events(
        "[{'type':'ORDERS_COMMITTED','player':'p2','visible':'all'},"
        "{'type':'PRODUCTION','star':'A','owner':'p1','ships':4,'visible':['p1']},"
        "{'type':'PRODUCTION','star':'P','owner':'p2','ships':4,'visible':['p2']},"
        "{'type':'PRODUCTION','star':'D','owner':'p1','ships':3,'visible':['p1']},"
        "{'type':'PRODUCTION','star':'E','owner':'p2','ships':1,'visible':['p2']},"
        "{'type':'TURN_STARTED','turn':4,'visible':'all'},"
        "{'type':'HYPERSPACE_ROLL','fleet_id':'p1-000','d50':7,'visible':['p1']},"
        "{'type':'HYPERSPACE_ROLL','fleet_id':'p2-000','d50':1,'visible':['p2']},"
        "{'type':'HYPERSPACE_LOSS','fleet_id':'p2-000','owner':'p2','ships':4,'origin':'P',"
        "'dest':'C','visible':['p2']},"
        "{'type':'FLEET_ARRIVED','fleet_id':'p1-000','star':'C','visible':['p1']},"
        "{'type':'STAR_REVEALED','player':'p1','star':'C','ru':2,'visible':['p1']},"
        "{'type':'COMBAT','star_id':'C','star_name':'Capella','combat_type':'npc',"
        "'attacker':'p1','defender':'npc','attacker_ships':5,'defender_ships':2,"
        "'winner':'attacker','attacker_survivors':4,'defender_survivors':0,'attacker_losses':1,"
        "'defender_losses':2,'control_before':null,'control_after':'p1','simultaneous':false,"
        "'visible':['p1']},"
        "{'type':'STAR_TAKEN','star':'C','owner':'p1','visible':['p1']}]");
}

static void expect_fight(uint32_t a, uint32_t d, int winner, uint32_t a_left, uint32_t d_left) {
    conquest_fight fight = agon_conquest_fight(a, d);
    assert_int_equal(fight.winner, winner);
    assert_int_equal(fight.attackers, a_left);
    assert_int_equal(fight.defenders, d_left);
}

static void test_sc9_larger_side_wins(void **unused) {
    (void)unused;
    expect_fight(5, 3, 0, 3, 0); // ceil(3/2) = 2
    expect_fight(5, 4, 0, 3, 0);
    expect_fight(1, 2, 1, 0, 1);
    expect_fight(3, 3, -1, 0, 0);
    expect_fight(2, 1, 0, 1, 0);
    expect_fight(100000000, 99999999, 0, 50000000, 0);
}

// Both fleets arrive at C in the same turn; rolls are harmless.
static void meet_at_c(uint32_t p1, uint32_t p2) {
    unsigned fleets = 0;
    int32_t rolls[3] = {0};
    load_small();
    if (p1) {
        add_fleet(0, A, C, p1, 1);
        rolls[fleets++] = 50;
    }
    if (p2) {
        add_fleet(1, P, C, p2, 1);
        rolls[fleets++] = 2;
    }
    pass_turn(rolls);
}

static void expect_c(int owner, int32_t npc, uint32_t p1, uint32_t p2, unsigned fights) {
    assert_int_equal(conquest_owner(s, C), owner);
    assert_int_equal(s->npc[C], npc);
    assert_int_equal(s->ships[0][C], p1);
    assert_int_equal(s->ships[1][C], p2);
    assert_int_equal(s->counts[CONQUEST_COMBATS], fights);
    agon_table_free(&table);
}

static void test_sc10a_one_player_against_npc(void **unused) {
    (void)unused;
    meet_at_c(3, 0);
    expect_c(0, 0, 2, 0, 1);
    meet_at_c(0, 1);
    expect_c(-1, 1, 0, 0, 1); // 2 − ceil(1/2)
    meet_at_c(2, 0);
    expect_c(-1, 0, 0, 0, 1);
}

static void test_sc10b_players_first_then_npc(void **unused) {
    (void)unused;
    meet_at_c(3, 9); // 9 − 2 = 7 against 2: 6
    expect_c(1, 0, 0, 6, 2);
    meet_at_c(3, 4); // 2 against 2
    expect_c(-1, 0, 0, 0, 2);
    meet_at_c(2, 1); // 1 against 2
    expect_c(-1, 1, 0, 0, 2);
    meet_at_c(7, 7); // the garrison is untouched
    expect_c(-1, 2, 0, 0, 1);
}

static void meet_at_empty_c(uint32_t p1, uint32_t p2) {
    load_small();
    s->npc[C] = 0;
    add_ships(0, C, p1);
    add_ships(1, C, p2);
    pass_turn(NULL);
}

static void test_sc10c_empty_star(void **unused) {
    (void)unused;
    meet_at_empty_c(1, 0);
    expect_c(0, 0, 1, 0, 0);
    meet_at_empty_c(0, 3);
    expect_c(1, 0, 0, 3, 0);
    meet_at_empty_c(5, 3);
    expect_c(0, 0, 3, 0, 1);
    meet_at_empty_c(4, 4);
    expect_c(-1, 0, 0, 0, 1);
}

// p2 attacks D of p1, which has 3 ships and gains 3 before.
static void attack_d(uint32_t defenders, uint32_t attackers) {
    load_small();
    add_ships(0, D, defenders);
    s->ru[D] = 1; // with few ships it must not rebel here: 1 or more defend
    add_fleet(1, P, D, attackers, 1);
    pass_turn((int32_t[]){25, 0});
}

static void expect_d(int owner, uint32_t p1, uint32_t p2, unsigned fights) {
    assert_int_equal(conquest_owner(s, D), owner);
    assert_int_equal(s->ships[0][D], p1);
    assert_int_equal(s->ships[1][D], p2);
    assert_int_equal(s->counts[CONQUEST_COMBATS], fights);
}

static void test_sc10d_owned_star(void **unused) {
    (void)unused;
    attack_d(3, 4); // 3 + 1 against 4
    expect_d(-1, 0, 0, 1);
    agon_table_free(&table);
    attack_d(3, 3);
    expect_d(0, 2, 0, 1);
    agon_table_free(&table);
    attack_d(3, 9);
    expect_d(1, 0, 7, 1);
}

static void test_sc10d_without_ships(void **unused) {
    (void)unused;
    load_small();
    add_ships(0, D, 0);
    add_fleet(1, P, D, 1, 1);
    agon_draws draws = {.values = (int32_t[]){2}, .count = 1};
    agon_conquest_movement_phase(s, &(agon_context){.draws = &draws});
    agon_conquest_combat_phase(s, NULL);
    expect_d(1, 0, 1, 0); // simply taken
    agon_table_free(&table);
    load_small();
    add_ships(0, D, 0);
    agon_conquest_combat_phase(s, NULL);
    expect_d(0, 0, 0, 0); // nobody came: it stays owned
}

static void test_sc11_reports(void **unused) {
    (void)unused;
    meet_at_c(4, 3); // 2 left against 2
    expect_key(
        table.state, "combats_last_turn",
        "[{'star_id':'C','star_name':'Capella','combat_type':'pvp','attacker':'p1',"
        "'defender':'p2','attacker_ships':4,'defender_ships':3,'winner':'attacker',"
        "'attacker_survivors':2,'defender_survivors':0,'attacker_losses':2,'defender_losses':3,"
        "'control_before':null,'control_after':'p1','simultaneous':true},"
        "{'star_id':'C','star_name':'Capella','combat_type':'npc','attacker':'p1',"
        "'defender':'npc','attacker_ships':2,'defender_ships':2,'winner':null,"
        "'attacker_survivors':0,'defender_survivors':0,'attacker_losses':2,'defender_losses':2,"
        "'control_before':'p1','control_after':null,'simultaneous':false}]");
    agon_table_free(&table);
    attack_d(3, 3);
    expect_key(
        table.state, "combats_last_turn",
        "[{'star_id':'D','star_name':'Deneb','combat_type':'pvp','attacker':'p2',"
        "'defender':'p1','attacker_ships':3,'defender_ships':4,'winner':'defender',"
        "'attacker_survivors':0,'defender_survivors':2,'attacker_losses':3,'defender_losses':2,"
        "'control_before':'p1','control_after':'p1','simultaneous':false}]");
    pass_turn(NULL);
    expect_key(table.state, "combats_last_turn", "[]"); // SC-20
}

static void test_sc12_home_taken_by_fight(void **unused) {
    (void)unused;
    load_small();
    add_fleet(0, A, P, 20, 1); // against 10 + 4
    pass_turn((int32_t[]){50, 0});
    assert_true(table.state->over);
    assert_int_equal(table.state->to_act, 0);
    assert_int_equal(agon_winners(table.game, table.state), 1);
    expect_key(table.state, "winner", "'p1'");
    expect_key(table.state, "turn", "4"); // phases 4 and 5 of turn 4 do not happen
    assert_int_equal(s->ships[0][A], 14);
    int32_t scores[AGON_MAX_PLAYERS];
    agon_scores(table.game, table.state, scores);
    assert_int_equal(scores[0], 1);
    assert_int_equal(scores[1], 0);
    assert_int_equal(order(0, 'A', 'C', 1), AGON_GAME_OVER);
    size_t last = json_array_size(events) - 1;
    json_t *wanted = support_json("{'type':'GAME_OVER','winner':'p1','visible':'all'}");
    assert_true(json_equal(json_array_get(events, last), wanted));
    json_decref(wanted);
}

static void test_sc12_empty_home_is_walked_into(void **unused) {
    (void)unused;
    load_small();
    s->owned[1] &= (uint16_t) ~(1u << P); // lost to mutual destruction before
    add_ships(1, P, 0);
    pass_turn(NULL);
    assert_false(table.state->over);
    assert_int_equal(s->ships[1][P], 0); // and produces nothing
    add_fleet(0, A, P, 1, 1);
    pass_turn((int32_t[]){3, 0});
    assert_int_equal(s->winner, AGON_CONQUEST_WON_BY_P1);
    assert_int_equal(s->counts[CONQUEST_COMBATS], 0);
}

static void test_sc12_both_homes_is_a_draw(void **unused) {
    (void)unused;
    load_small();
    add_fleet(0, A, P, 30, 1);
    add_fleet(1, P, A, 30, 1);
    pass_turn((int32_t[]){3, 3, 0});
    expect_key(table.state, "winner", "'draw'");
    assert_int_equal(agon_winners(table.game, table.state), 0);
    int32_t scores[AGON_MAX_PLAYERS];
    agon_scores(table.game, table.state, scores);
    assert_int_equal(scores[0] + scores[1], 0);
}

static void test_sc12_mutual_destruction_at_home_ends_nothing(void **unused) {
    (void)unused;
    load_small();
    add_fleet(0, A, P, 14, 1);
    pass_turn((int32_t[]){50, 0});
    assert_false(table.state->over);
    assert_int_equal(conquest_owner(s, P), -1);
}

static void test_turn_limit_is_a_draw(void **unused) {
    (void)unused;
    json_t *state = small_state();
    json_object_set_new(state, "max_turns", json_integer(5));
    load_table(state);
    pass_turn(NULL);
    assert_false(table.state->over); // turn 4
    pass_turn(NULL);
    assert_true(table.state->over);
    expect_key(table.state, "winner", "'draw'");
    expect_key(table.state, "turn", "5");
    agon_table_free(&table);
    state = small_state();
    json_object_set_new(state, "max_turns", json_integer(4));
    load_table(state);
    add_fleet(0, A, P, 30, 1);
    pass_turn((int32_t[]){3, 0});
    assert_int_equal(s->winner, AGON_CONQUEST_WON_BY_P1); // a victory in the last turn counts
}

static void test_sc18_rebellion(void **unused) {
    (void)unused;
    load_small();
    add_ships(0, D, 2);
    pass_turn((int32_t[]){4, 0});
    assert_int_equal(conquest_owner(s, D), -1);
    assert_int_equal(s->npc[D], 2); // 3 − ceil(2/2)
    assert_int_equal(s->ships[0][D], 0);
    expect_key(table.state, "rebellions_last_turn",
               "[{'star':'D','star_name':'Deneb','owner':'p1','ru':3,'garrison_before':2,"
               "'rebel_ships':3,'outcome':'lost','garrison_after':0,'rebel_survivors':2}]");
    assert_true(conquest_has(s->visited[0], D)); // it stays visited, and known live
    pass_turn(NULL);
    expect_key(table.state, "rebellions_last_turn", "[]");
}

static void test_sc18_roll_of_three_holds(void **unused) {
    (void)unused;
    load_small();
    add_ships(0, D, 0);
    pass_turn((int32_t[]){3, 0});
    assert_int_equal(conquest_owner(s, D), 0);
    assert_int_equal(s->ships[0][D], 3); // SC-19: it did not rebel, so it produces
    assert_int_equal(s->counts[CONQUEST_REBELLIONS], 0);
}

static void test_sc18_list_order_and_events(void **unused) {
    (void)unused;
    load_small();
    add_ships(0, D, 0);
    add_ships(1, E, 0);
    pass_turn((int32_t[]){6, 4, 0});
    json_array_remove(events, 0);
    expect_events(
        "[{'type':'REBELLION_ROLL','star':'D','d6':6,'visible':['p1']},"
        "{'type':'REBELLION','star':'D','star_name':'Deneb','owner':'p1','ru':3,"
        "'garrison_before':0,'rebel_ships':3,'outcome':'lost','garrison_after':0,"
        "'rebel_survivors':3,'visible':['p1']},"
        "{'type':'REBELLION_ROLL','star':'E','d6':4,'visible':['p2']},"
        "{'type':'REBELLION','star':'E','star_name':'Epsilon Eridani','owner':'p2','ru':1,"
        "'garrison_before':0,'rebel_ships':1,'outcome':'lost','garrison_after':0,"
        "'rebel_survivors':1,'visible':['p2']},"
        "{'type':'PRODUCTION','star':'A','owner':'p1','ships':4,'visible':['p1']},"
        "{'type':'PRODUCTION','star':'P','owner':'p2','ships':4,'visible':['p2']},"
        "{'type':'TURN_STARTED','turn':4,'visible':'all'}]");
}

static void test_sc18_homes_never_rebel(void **unused) {
    (void)unused;
    load_small();
    add_ships(0, A, 0);
    s->owned[1] = 1 << P;
    pass_turn(NULL); // no roll was needed
    assert_int_equal(s->ships[0][A], 4);
    s->owned[0] |= 1 << P; // a home in foreign hands
    s->owned[1] = 0;
    add_ships(1, P, 0);
    agon_conquest_rebellion_phase(s, NULL);
    assert_int_equal(s->ships[0][P], 4);
    assert_int_equal(s->counts[CONQUEST_REBELLIONS], 0);
}

static void test_sc19_production(void **unused) {
    (void)unused;
    load_small();
    pass_turn(NULL);
    assert_int_equal(s->ships[0][A], 14);
    assert_int_equal(s->ships[0][D], 6);
    assert_int_equal(s->ships[1][P], 14);
    assert_int_equal(s->ships[1][E], 3);
    assert_int_equal(s->npc[C], 2); // the NPC does not build
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_sc7_start),
        TEST(test_sc8_rolls_then_moves),
        TEST(test_sc8_lost_on_the_last_step),
        TEST(test_sc8_events),
        cmocka_unit_test(test_sc9_larger_side_wins),
        cmocka_unit_test(test_sc10a_one_player_against_npc),
        cmocka_unit_test(test_sc10b_players_first_then_npc),
        cmocka_unit_test(test_sc10c_empty_star),
        TEST(test_sc10d_owned_star),
        TEST(test_sc10d_without_ships),
        TEST(test_sc11_reports),
        TEST(test_sc12_home_taken_by_fight),
        TEST(test_sc12_empty_home_is_walked_into),
        TEST(test_sc12_both_homes_is_a_draw),
        TEST(test_sc12_mutual_destruction_at_home_ends_nothing),
        TEST(test_turn_limit_is_a_draw),
        TEST(test_sc18_rebellion),
        TEST(test_sc18_roll_of_three_holds),
        TEST(test_sc18_list_order_and_events),
        TEST(test_sc18_homes_never_rebel),
        TEST(test_sc19_production),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
