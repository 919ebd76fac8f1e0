// The action cards of SK-40, and which actions are valid (SK-4, SK-6, SK-10, SK-11).
#include "games/skirmish/tests/test_table.h"

static void assassinate_needs_five(void **unused) {
    (void)unused;
    sit("h0:assassinate u1@0:champion u1@1:veteran u1@2:veteran m1@2:+1 u0@0:champion");
    assert_int_equal(agon_count(table.game, table.state, 0), 2 + 1);
    refuse(0, "play assassinate @1,1");
    refuse(0, "play assassinate @0,0");
    refuse(0, "play assassinate @1,3");
    act(0, "play assassinate @1,2");
    expect_heard("CARD_PLAYED 0 0-assassinate-1 null [1,2]", "CARD_DISCARDED 0 0-assassinate-1",
                 "UNIT_DIED 1-veteran-2 1 2 kill", "TURN_STARTED 1");
    assert_string_equal(grave(0), "assassinate");
}

// SK-18: the unit and its Death go before a Wizard's +2 that already waits; a death by damage does not.
static void a_kill_is_at_once(void **unused) {
    (void)unused;
    sit("h0:assassinate,strike u0@4:wizard u1@0:roots/b5 u1@1:roots");
    act(0, "play assassinate @1,0");
    expect_heard("CARD_PLAYED 0 0-assassinate-1 null [1,0]", "CARD_DISCARDED 0 0-assassinate-1",
                 "UNIT_DIED 1-roots-1 1 0 kill", "SLOT_MODIFIER_CHANGED 1 0 0 7",
                 "SLOT_MODIFIER_CHANGED 0 4 0 2", "UNIT_POWER_CHANGED 0-wizard-1 4 3 5 2",
                 "TURN_STARTED 1");
    act(1, "pass");
    act(0, "play strike @1,1");
    expect_heard("CARD_PLAYED 0 0-strike-1 null [1,1]", "CARD_DISCARDED 0 0-strike-1",
                 "UNIT_DAMAGED 1-roots-2 1 3 0-strike-1", "UNIT_POWER_CHANGED 1-roots-2 1 2 0 -2",
                 "SLOT_MODIFIER_CHANGED 0 4 2 4", "UNIT_POWER_CHANGED 0-wizard-1 4 5 7 2",
                 "UNIT_DIED 1-roots-2 1 1 damage", "SLOT_MODIFIER_CHANGED 1 1 0 2",
                 "TURN_STARTED 0");
}

static void energize_helps_own_units(void **unused) {
    (void)unused;
    sit("h0:energize u0@0:scout u1@0:scout");
    refuse(0, "play energize @1,0");
    refuse(0, "play energize @0,1");
    act(0, "play energize @0,0");
    assert_int_equal(power(0, 0), 5);
    assert_int_equal(state()->units[0].buffs, 3);
}

static void fireball_spares_the_front(void **unused) {
    (void)unused;
    sit("h0:fireball u0@1:veteran u1@1:veteran u0@2:veteran u1@2:veteran u0@3:veteran "
        "u1@3:veteran u0@4:veteran u1@0:veteran");
    act(0, "play fireball @0,2");
    const char *const hit[] = {"0-veteran-2 2", "0-veteran-1 1", "1-veteran-1 1", "0-veteran-3 3",
                               "1-veteran-3 3"};
    for (int i = 0; i < 5; i++) { // the slot, left p0, p1, right p0, p1
        char expected[80];
        snprintf(expected, sizeof expected, "UNIT_DAMAGED %s 2 0-fireball-1", hit[i]);
        assert_string_equal(heard[2 + 2 * i], expected);
    }
    assert_int_equal(power(1, 2), 4);
    assert_int_equal(power(0, 4), 4);
    assert_int_equal(power(1, 0), 4);
}

static void fireball_may_hit_an_empty_slot(void **unused) {
    (void)unused;
    sit("h0:fireball u1@1:veteran");
    assert_int_equal(agon_count(table.game, table.state, 0), 10 + 1);
    act(0, "play fireball @1,0");
    assert_int_equal(power(1, 1), 2);
    sit("h0:fireball");
    act(0, "play fireball @1,4");
    assert_string_equal(grave(0), "fireball");
}

static void repositioning_moves_any_unit(void **unused) {
    (void)unused;
    sit("h0:repositioning u1@1:veteran m1@1:+1 u1@2:scout u0@4:scout");
    assert_int_equal(agon_count(table.game, table.state, 0), 2 + 2 + 1 + 1);
    refuse(0, "play repositioning @1,1 > 3");
    refuse(0, "play repositioning @1,1 > 1");
    refuse(0, "play repositioning @1,3 > 2");
    refuse(0, "play repositioning @1,1"); // no destination
    refuse(0, "play repositioning @0,4 > 5");
    act(0, "play repositioning @1,1 > 2");
    expect_heard("CARD_PLAYED 0 0-repositioning-1 null [1,1]", "CARD_DISCARDED 0 0-repositioning-1",
                 "UNIT_MOVED 1-veteran-1 1 1 2", "UNIT_POWER_CHANGED 1-veteran-1 2 5 4 -1",
                 "UNIT_MOVED 1-scout-1 1 2 1", "UNIT_POWER_CHANGED 1-scout-1 1 2 3 1",
                 "TURN_STARTED 1");
}

static void repositioning_can_kill_by_power(void **unused) {
    (void)unused;
    sit("h0:repositioning u1@1:roots/d2 m1@1:+1");
    act(0, "play repositioning @1,1 > 2");
    assert_true(was_heard("UNIT_DIED 1-roots-1 1 2 power"));
    assert_int_equal(modifier(1, 2), 1); // its power before it moved
    assert_int_equal(modifier(1, 1), 1);
}

static void seed_grows_three_slots(void **unused) {
    (void)unused;
    sit("h0:seed,seed u1@1:scout");
    act(0, "play seed @1,2");
    expect_heard("CARD_PLAYED 0 0-seed-1 null [1,2]", "CARD_DISCARDED 0 0-seed-1",
                 "SLOT_MODIFIER_CHANGED 1 2 0 1", "SLOT_MODIFIER_CHANGED 1 1 0 1",
                 "UNIT_POWER_CHANGED 1-scout-1 1 2 3 1", "SLOT_MODIFIER_CHANGED 1 3 0 1",
                 "TURN_STARTED 1");
    act(1, "pass");
    act(0, "play seed @1,0");
    assert_int_equal(modifier(1, 0), 1);
    assert_int_equal(modifier(1, 1), 2);
    assert_int_equal(modifier(0, 1), 0);
}

static void strike_hits_any_unit(void **unused) {
    (void)unused;
    sit("h0:strike u0@0:champion u1@4:champion");
    refuse(0, "play strike @0,1");
    act(0, "play strike @0,0");
    assert_int_equal(power(0, 0), 2);
}

static void unsummon_returns_a_fresh_unit(void **unused) {
    (void)unused;
    sit("h0:unsummon h1:scout u1@4:champion/d2/b1 u1@3:ghoul u1@1:squire");
    act(0, "play unsummon @1,4");
    expect_heard("CARD_PLAYED 0 0-unsummon-1 null [1,4]", "CARD_DISCARDED 0 0-unsummon-1",
                 "UNIT_BOUNCED 1-champion-1 1 4", "TURN_STARTED 1");
    assert_string_equal(hand(1), "scout,champion"); // at the end
    assert_string_equal(grave(1), "");
    assert_int_equal(power(1, 3), 1); // no death
    act(1, "play champion 0");
    assert_int_equal(power(1, 0), 5);
}

static void unsummon_sets_the_cooldown_anew(void **unused) {
    (void)unused;
    sit("h0:unsummon u0@1:ranger/used d0:bard");
    act(0, "play unsummon @0,1");
    act(1, "pass");
    act(0, "play ranger 2"); // gets the next turn too: ready then
    assert_int_equal(state()->units[agon_skirmish_slot(0, 2)].cooldown, 0);
    act(0, "use 0@2 @0,1");
}

// ---------------------------------------------------------------------------------------------

static void sk4_one_thing_a_turn(void **unused) {
    (void)unused;
    sit("h0:scout,scout h1:scout");
    act(0, "play scout 0");
    assert_int_equal(try(0, "play scout 1"), AGON_NOT_YOUR_TURN);
    assert_int_equal(try(1, "end"), AGON_INVALID_MOVE);
    act(1, "play scout 0");
    assert_int_equal(state()->current, 0);
}

static void sk5_turn_after_turn(void **unused) {
    (void)unused;
    sit("h0:scout,scout,scout u0@4:engineer");
    act(0, "play scout 0");
    act(1, "pass");
    assert_int_equal(try(1, "pass"), AGON_NOT_YOUR_TURN);
    act(0, "play scout 1");
    act(0, "play scout 2");
    assert_int_equal(modifier(0, 4), 3); // each turn starts
    act(0, "pass");
    assert_int_equal(state()->round, 2);
}

static void sk6_activation_turn(void **unused) {
    (void)unused;
    sit("h0:scout u0@1:rookie u0@3:ranger u0@2:vampire u0@4:ranger/c1 u0@0:ranger/mute");
    refuse(0, "end");
    act(0, "use 0@1 @0,2");
    assert_int_equal(state()->is_activating, 1);
    refuse(0, "play scout 0");
    refuse(0, "pass");
    refuse(0, "use 0@4 @0,3");
    refuse(0, "use 0@0 @0,1");
    refuse(0, "use 0@1 @0,2");
    act(0, "use 0@3 @0,2"); // swaps with the Vampire
    assert_int_equal(state()->is_activating, 1);
    act(0, "end");
    expect_heard("TURN_STARTED 1");
    assert_int_equal(state()->is_activating, 0);
    assert_int_equal(state()->current, 1);
}

static void sk6_ready_without_target_keeps_the_turn_open(void **unused) {
    (void)unused;
    sit("u0@0:ranger u0@4:vampire");
    act(0, "use 0@0 @0,1");
    assert_int_equal(state()->is_activating, 1);
    assert_int_equal(agon_count(table.game, table.state, 0), 1);
    assert_int_equal(agon_nth(table.game, table.state, 0, 0).type, AGON_SKIRMISH_END_TURN);
    act(0, "end");
}

static void sk6_ready_without_target_cannot_open_a_turn(void **unused) {
    (void)unused;
    sit("u0@4:vampire");
    assert_int_equal(agon_count(table.game, table.state, 0), 1);
    assert_int_equal(agon_nth(table.game, table.state, 0, 0).type, AGON_SKIRMISH_PASS);
}

static void sk6_closes_by_itself(void **unused) {
    (void)unused;
    sit("u0@1:ranger u0@3:ranger");
    act(0, "use 0@1 @0,0");
    act(0, "use 0@3 @0,4");
    expect_heard("ABILITY_ACTIVATED 0-ranger-2 0", "UNIT_MOVED 0-ranger-2 0 3 4", "TURN_STARTED 1");
}

static void sk8_the_turn_waits_for_input(void **unused) {
    (void)unused;
    sit("u0@1:necromancer g0:archer u1@2:champion");
    act(0, "use 0@1 @0,3 archer");
    assert_int_equal(state()->current, 0);
    assert_int_equal(state()->is_activating, 1);
    refuse(0, "end");
    assert_int_equal(try(1, "pass"), AGON_NOT_YOUR_TURN);
    act(0, "input @1,2");
    assert_int_equal(state()->current, 1);
    assert_int_equal(state()->is_activating, 0);
}

static void sk10_equal_cards_are_listed_once(void **unused) {
    (void)unused;
    assert_int_equal(load("{'players':[{'hand':['0-scout-2','0-scout-1','0-bard-1']},{}],"
                          "'slots':[{},{},{},{},{}],'currentPlayer':0}"),
                     AGON_OK);
    assert_int_equal(agon_count(table.game, table.state, 0), 2 * 5 + 1);
    for (uint32_t i = 5; i < 10; i++) {
        agon_action action = agon_nth(table.game, table.state, 0, i);
        assert_int_equal(game()->copy_of[0][action.a], 1);
    }
    json_t *second = support_json("{'type':'PLAY_CARD','cardId':'0-scout-2','slotId':0}");
    assert_int_equal(try_json(0, second), AGON_OK); // any copy is accepted
    json_decref(second);
}

static void sk10_order_of_the_list(void **unused) {
    (void)unused;
    sit("h0:strike,veteran,repositioning,squire,acolyte u0@1:ranger u0@3:necromancer u1@2:scout "
        "g0:squire,scout");
    const char *last = "";
    char names_seen[200] = "";
    for (uint32_t i = 0; i < agon_count(table.game, table.state, 0); i++) {
        agon_action action = agon_nth(table.game, table.state, 0, i);
        bool has_card = action.type <= AGON_SKIRMISH_ACTIVATE;
        const char *name = has_card ? skirmish_card_of(game(), action.a)->name : "pass";
        if (strcmp(name, last) != 0) {
            join(names_seen, sizeof names_seen, name);
            last = name;
        }
    }
    assert_string_equal(names_seen, "acolyte,veteran,repositioning,strike,squire,ranger,"
                                    "necromancer,pass");
}

static void sk11_input_comes_first(void **unused) {
    (void)unused;
    sit("h0:archer,scout u1@1:champion h1:veteran");
    refuse(0, "input @1,1");
    act(0, "play archer 2");
    assert_int_equal(try(1, "play veteran 0"), AGON_NOT_YOUR_TURN);
    refuse(0, "play scout 0");
    refuse(0, "pass");
    refuse(0, "input @0,1");
    assert_int_equal(agon_current_player(table.game, table.state), 0);
    assert_int_equal(agon_count(table.game, table.state, 0), 1);
    act(0, "input @1,1");
    assert_int_equal(state()->pending.type, 0);
}

static agon_status try_text(int player, const char *text) {
    json_t *json = support_json(text);
    agon_status status = try_json(player, json);
    json_decref(json);
    return status;
}

// ALL-1: what is malformed, and what is merely wrong.
static void all1_malformed_and_invalid(void **unused) {
    (void)unused;
    static const struct {
        const char *text;
        agon_status status;
    } cases[] = {
        {"[]", AGON_BAD_ACTION},
        {"{}", AGON_BAD_ACTION},
        {"{'type':'play_card'}", AGON_BAD_ACTION},
        {"{'type':'START_ROUND'}", AGON_BAD_ACTION},
        {"{'type':'PLAY_CARD'}", AGON_BAD_ACTION},
        {"{'type':'PLAY_CARD','cardId':3,'slotId':0}", AGON_BAD_ACTION},
        {"{'type':'PLAY_CARD','cardId':'0-scout-1','slotId':'0'}", AGON_BAD_ACTION},
        {"{'type':'PLAY_CARD','cardId':'0-scout-1','slotId':0.5}", AGON_BAD_ACTION},
        {"{'type':'PLAY_CARD','cardId':'0-strike-1','target':3}", AGON_BAD_ACTION},
        {"{'type':'PLAY_CARD','cardId':'0-strike-1','target':[1]}", AGON_BAD_ACTION},
        {"{'type':'PLAY_CARD','cardId':'0-strike-1','target':['1',0]}", AGON_BAD_ACTION},
        {"{'type':'ACTIVATE'}", AGON_BAD_ACTION},
        {"{'type':'INPUT'}", AGON_BAD_ACTION},
        {"{'type':'INPUT','skip':false}", AGON_BAD_ACTION},
        {"{'type':'INPUT','skip':1}", AGON_BAD_ACTION},
        {"{'type':'PLAY_CARD','cardId':'0-scout-1'}", AGON_INVALID_MOVE},
        {"{'type':'PLAY_CARD','cardId':'0-scout-1','slotId':5}", AGON_INVALID_MOVE},
        {"{'type':'PLAY_CARD','cardId':'0-scout-1','slotId':-1}", AGON_INVALID_MOVE},
        {"{'type':'PLAY_CARD','cardId':'0-scout-1','slotId':4294967296}", AGON_INVALID_MOVE},
        {"{'type':'PLAY_CARD','cardId':'0-scout-2','slotId':0}", AGON_INVALID_MOVE},
        {"{'type':'PLAY_CARD','cardId':'1-scout-1','slotId':0}", AGON_INVALID_MOVE},
        {"{'type':'PLAY_CARD','cardId':'0-nobody-1','slotId':0}", AGON_INVALID_MOVE},
        {"{'type':'PLAY_CARD','cardId':'','slotId':0}", AGON_INVALID_MOVE},
        {"{'type':'PLAY_CARD','cardId':'0-scout-01','slotId':0}", AGON_INVALID_MOVE},
        {"{'type':'PLAY_CARD','cardId':'0-strike-1'}", AGON_INVALID_MOVE},
        {"{'type':'PLAY_CARD','cardId':'0-strike-1','target':[1,5]}", AGON_INVALID_MOVE},
        {"{'type':'PLAY_CARD','cardId':'0-strike-1','target':[2,0]}", AGON_INVALID_MOVE},
        {"{'type':'PLAY_CARD','cardId':'0-strike-1','target':[-1,0]}", AGON_INVALID_MOVE},
        {"{'type':'ACTIVATE','unitId':'0-ranger-9','target':[0,1]}", AGON_INVALID_MOVE},
        {"{'type':'ACTIVATE','unitId':'0-ranger-1'}", AGON_INVALID_MOVE},
        {"{'type':'ACTIVATE','unitId':'1-ranger-1','target':[1,1]}", AGON_INVALID_MOVE},
        {"{'type':'ACTIVATE','unitId':'0-scout-1','target':[0,1]}", AGON_INVALID_MOVE},
        {"{'type':'INPUT','skip':true}", AGON_INVALID_MOVE},
        {"{'type':'INPUT','target':[0,0]}", AGON_INVALID_MOVE},
        {"{'type':'END_TURN'}", AGON_INVALID_MOVE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        sit("h0:scout,strike h1:scout u0@0:ranger u1@0:ranger");
        uint64_t before = agon_hash(table.game, table.state);
        agon_status status = try_text(0, cases[i].text);
        if (status != cases[i].status) {
            fail_msg("%s: %s", cases[i].text, agon_status_slug(status));
        }
        assert_true(refusal.message[0] != '\0');
        assert_int_equal(agon_hash(table.game, table.state), before);
    }
    // What is not needed is ignored; null is as good as absent.
    sit("h0:scout,strike u0@0:ranger");
    assert_int_equal(try_text(0, "{'type':'PLAY_CARD','cardId':'0-scout-1','slotId':1,"
                                 "'target':[1,1],'to':null,'mood':'good'}"),
                     AGON_OK);
}

static void all1_order_of_the_checks(void **unused) {
    (void)unused;
    sit("h0:scout done:0 cur:1 won:1-0");
    assert_int_equal(try(0, "play scout 0"), AGON_NOT_YOUR_TURN);
    assert_int_equal(try(2, "pass"), AGON_UNKNOWN_PLAYER);
    act(1, "pass");
    assert_true(table.state->over);
    assert_int_equal(try(2, "pass"), AGON_GAME_OVER);
    assert_int_equal(try_text(0, "{'type':'what'}"), AGON_BAD_ACTION);
}

// Raw actions with operands that no document can contain.
static void unused_operands_must_be_zero(void **unused) {
    (void)unused;
    sit("h0:scout,strike u0@0:ranger");
    uint32_t count = agon_count(table.game, table.state, 0);
    for (uint32_t i = 0; i < count; i++) {
        agon_action action = agon_nth(table.game, table.state, 0, i);
        assert_int_equal(agon_check(table.game, table.state, 0, action, NULL), AGON_OK);
        action.n = 1;
        assert_int_equal(agon_check(table.game, table.state, 0, action, NULL), AGON_BAD_ACTION);
        action.n = 0;
        action.c = 7;
        assert_int_equal(agon_check(table.game, table.state, 0, action, NULL), AGON_BAD_ACTION);
    }
}

#define TEST(name) cmocka_unit_test_teardown(name, leave)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(assassinate_needs_five),
        TEST(a_kill_is_at_once),
        TEST(energize_helps_own_units),
        TEST(fireball_spares_the_front),
        TEST(fireball_may_hit_an_empty_slot),
        TEST(repositioning_moves_any_unit),
        TEST(repositioning_can_kill_by_power),
        TEST(seed_grows_three_slots),
        TEST(strike_hits_any_unit),
        TEST(unsummon_returns_a_fresh_unit),
        TEST(unsummon_sets_the_cooldown_anew),
        TEST(sk4_one_thing_a_turn),
        TEST(sk5_turn_after_turn),
        TEST(sk6_activation_turn),
        TEST(sk6_ready_without_target_keeps_the_turn_open),
        TEST(sk6_ready_without_target_cannot_open_a_turn),
        TEST(sk6_closes_by_itself),
        TEST(sk8_the_turn_waits_for_input),
        TEST(sk10_equal_cards_are_listed_once),
        TEST(sk10_order_of_the_list),
        TEST(sk11_input_comes_first),
        TEST(all1_malformed_and_invalid),
        TEST(all1_order_of_the_checks),
        TEST(unused_operands_must_be_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
