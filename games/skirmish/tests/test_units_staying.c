// Units of SK-40 whose power is in their stay and their end: turn start, Activate, watching, Conquer,
// how terrains are won, Death.
#include "games/skirmish/tests/test_table.h"

static void bard_sings_at_turn_start(void **unused) {
    (void)unused;
    sit("cur:1 u0@1:bard u0@0:scout u0@2:scout/d1 u0@3:scout u1@0:scout h1:veteran");
    act(1, "pass");
    assert_int_equal(power(0, 0), 3);
    assert_int_equal(power(0, 2), 2);
    assert_int_equal(power(0, 1), 2);
    assert_int_equal(power(0, 3), 2);
    assert_int_equal(power(1, 0), 2);
    expect_heard("PLAYER_PASSED 1", "TURN_STARTED 0", "UNIT_POWER_CHANGED 0-scout-1 0 2 3 1",
                 "UNIT_POWER_CHANGED 0-scout-2 2 1 2 1");
}

static void engineer_builds_every_turn(void **unused) {
    (void)unused;
    sit("u0@2:engineer h0:veteran cur:1");
    act(1, "pass");
    assert_int_equal(modifier(0, 2), 1);
    expect_heard("PLAYER_PASSED 1", "TURN_STARTED 0", "SLOT_MODIFIER_CHANGED 0 2 0 1",
                 "UNIT_POWER_CHANGED 0-engineer-1 2 1 2 1");
    act(0, "play veteran 0");
    assert_int_equal(power(0, 2), 3);
}

static void ghoul_feeds_on_every_close_death(void **unused) {
    (void)unused;
    sit("h0:fireball u0@1:ghoul/b2 u1@1:scout u0@2:scout u1@2:scout u1@3:scout u0@4:scout");
    act(0, "play fireball @1,1");
    // Hit: (1,1), and both units on 2. On 0 nobody; on 3 and 4 nobody is touched.
    assert_int_equal(power(0, 1), 3 + 4);
    assert_int_equal(power(1, 1), -1);
    assert_int_equal(power(1, 3), 2);
    assert_true(was_heard("UNIT_POWER_CHANGED 0-ghoul-1 1 3 5 2"));
    assert_true(was_heard("UNIT_POWER_CHANGED 0-ghoul-1 1 5 7 2"));
}

static void ghoul_sees_consumption_and_enemies(void **unused) {
    (void)unused;
    sit("u0@1:ghoul u1@1:ghoul u0@2:scout h0:champion");
    act(0, "play champion 2");
    assert_int_equal(power(0, 1), 3);
    assert_int_equal(power(1, 1), 3);
}

static void ghoul_dying_in_the_batch_is_dead(void **unused) {
    (void)unused;
    sit("h0:fireball u1@1:ghoul u1@2:scout u0@3:ghoul");
    act(0, "play fireball @0,1"); // spares (1,1), in front of the target slot
    assert_int_equal(power(1, 1), 3);
    sit("h0:fireball u1@1:ghoul u1@2:scout u0@3:ghoul");
    act(0, "play fireball @1,1");
    assert_string_equal(grave(1), "ghoul,scout");
    assert_int_equal(power(0, 3), 3);
    expect_heard("CARD_PLAYED 0 0-fireball-1 null [1,1]", "CARD_DISCARDED 0 0-fireball-1",
                 "UNIT_DAMAGED 1-ghoul-1 1 2 0-fireball-1", "UNIT_POWER_CHANGED 1-ghoul-1 1 1 0 -1",
                 "UNIT_DAMAGED 1-scout-1 2 2 0-fireball-1", "UNIT_POWER_CHANGED 1-scout-1 2 2 0 -2",
                 "UNIT_DIED 1-ghoul-1 1 1 damage", "UNIT_DIED 1-scout-1 1 2 damage",
                 "UNIT_POWER_CHANGED 0-ghoul-1 3 1 3 2", "TURN_STARTED 1");
}

static void necromancer_raises_with_all_triggers(void **unused) {
    (void)unused;
    sit("u0@1:necromancer g0:scout,champion,archer,strike d0:bard,veteran u1@2:champion "
        "u0@3:acolyte u1@0:sentinel");
    // Archer and Scout onto 1, 2, 3 and 4; 0 is guarded.
    assert_int_equal(agon_count(table.game, table.state, 0), 2 * 4 + 1);
    refuse(0, "use 0@1 @0,0 scout");
    refuse(0, "use 0@1 @0,2 champion");
    refuse(0, "use 0@1 @0,2 strike");
    refuse(0, "use 0@1 @1,2 scout");
    refuse(0, "use 0@1 @0,2");
    refuse(0, "use 0@1 @0,2 bard");
    act(0, "use 0@1 @0,3 archer");
    assert_string_equal(grave(0), "scout,champion,strike,acolyte");
    assert_int_equal(power(0, 3), 6);
    act(0, "input @1,2");
    assert_int_equal(power(1, 2), 3);
    assert_int_equal(state()->current, 1); // nothing more is ready
}

static void necromancer_may_consume_itself(void **unused) {
    (void)unused;
    sit("u0@1:necromancer g0:scout d0:bard");
    act(0, "use 0@1 @0,1 scout");
    assert_string_equal(grave(0), "necromancer");
    assert_string_equal(hand(0), "bard");
    expect_heard("ABILITY_ACTIVATED 0-necromancer-1 0",
                 "UNIT_CONSUMED 0-necromancer-1 0 1 0-scout-1",
                 "UNIT_DIED 0-necromancer-1 0 1 consumed", "UNIT_DEPLOYED 0-scout-1 0 1",
                 "CARD_DRAWN 0 0-bard-1", "TURN_STARTED 1");
}

static void necromancer_raises_squires(void **unused) {
    (void)unused;
    sit("u0@1:necromancer g0:squire,squire");
    assert_int_equal(agon_count(table.game, table.state, 0), 5 + 1);
    act(0, "use 0@1 @0,0 squire");
    assert_string_equal(unit_at(0, 0), "squire");
}

static void noble_draws_on_conquest(void **unused) {
    (void)unused;
    sit("u0@0:noble u0@1:noble/mute u1@2:noble u0@3:noble u1@3:champion d0:bard,scout,archer,rogue,"
        "veteran,dragon,ghoul d1:seed,strike,bard,scout,archer,rogue done:0 cur:1");
    act(1, "pass");
    expect_heard("PLAYER_PASSED 1", "CONQUER_TRIGGERED 0-noble-1 0", "CARD_DRAWN 0 0-bard-1",
                 "CARD_DRAWN 0 0-scout-1", "CONQUER_TRIGGERED 1-noble-1 2", "CARD_DRAWN 1 1-seed-1",
                 "CARD_DRAWN 1 1-strike-1", "ROUND_ENDED 1 null [2,2]", "ROUND_STARTED 2 0",
                 "CARD_DRAWN 0 0-archer-1", "CARD_DRAWN 0 0-rogue-1", "CARD_DRAWN 0 0-veteran-1",
                 "CARD_DRAWN 1 1-bard-1", "CARD_DRAWN 1 1-scout-1", "CARD_DRAWN 1 1-archer-1",
                 "TURN_STARTED 0");
}

static void ranger_moves_and_swaps(void **unused) {
    (void)unused;
    sit("u0@1:ranger u0@2:scout u1@0:sentinel m0@1:+1 u0@4:ranger");
    refuse(0, "use 0@1 @0,3");
    refuse(0, "use 0@1 @1,2");
    refuse(0, "use 0@1 @0,1");
    act(0, "use 0@1 @0,2");
    expect_heard("ABILITY_ACTIVATED 0-ranger-1 0", "UNIT_MOVED 0-ranger-1 0 1 2",
                 "UNIT_POWER_CHANGED 0-ranger-1 2 5 4 -1", "UNIT_MOVED 0-scout-1 0 2 1",
                 "UNIT_POWER_CHANGED 0-scout-1 1 2 3 1");
    refuse(0, "use 0@2 @0,1"); // once in its stay
    act(0, "use 0@4 @0,3");
    assert_int_equal(state()->current, 1);
}

static void ranger_may_move_in_front_of_a_sentinel(void **unused) {
    (void)unused;
    sit("u0@1:ranger u1@0:sentinel");
    act(0, "use 0@1 @0,0");
    assert_string_equal(unit_at(0, 0), "ranger");
}

static void rogue_lets_the_lower_win(void **unused) {
    (void)unused;
    sit("u0@0:rogue u1@0:champion u0@1:rogue/b1 u1@1:rogue u0@2:rogue u1@2:scout u0@3:champion "
        "u1@3:rogue/mute done:0 cur:1");
    act(1, "pass");
    // 0: the Rogue; 1: the lower of two; 2: equal; 3: silenced, so the Champion.
    assert_true(was_heard("ROUND_ENDED 1 0 [2,1]"));
}

static void rogue_alone_wins(void **unused) {
    (void)unused;
    sit("u0@0:rogue done:0 cur:1");
    act(1, "pass");
    assert_true(was_heard("ROUND_ENDED 1 0 [1,0]"));
}

static void rookie_drills_two_slots(void **unused) {
    (void)unused;
    sit("h0:rookie u0@1:scout");
    act(0, "play rookie 2");
    assert_int_equal(state()->units[agon_skirmish_slot(0, 2)].cooldown, 2);
    act(1, "pass");
    refuse(0, "use 0@2 @0,1");
    sit("u0@2:rookie u0@1:scout");
    act(0, "use 0@2 @0,1");
    expect_heard("ABILITY_ACTIVATED 0-rookie-1 0", "SLOT_MODIFIER_CHANGED 0 2 0 2",
                 "UNIT_POWER_CHANGED 0-rookie-1 2 3 5 2", "SLOT_MODIFIER_CHANGED 0 1 0 2",
                 "UNIT_POWER_CHANGED 0-scout-1 1 2 4 2", "TURN_STARTED 1");
}

static void roots_leave_their_power(void **unused) {
    (void)unused;
    sit("h0:strike u1@1:roots/b1 m1@1:+1");
    act(0, "play strike @1,1");
    assert_int_equal(power(1, 1), 1);
    sit("h0:strike u1@1:roots m1@1:+1");
    act(0, "play strike @1,1");
    assert_int_equal(modifier(1, 1), 4); // 1 + 3, its power before the blow
    expect_heard("CARD_PLAYED 0 0-strike-1 null [1,1]", "CARD_DISCARDED 0 0-strike-1",
                 "UNIT_DAMAGED 1-roots-1 1 3 0-strike-1", "UNIT_POWER_CHANGED 1-roots-1 1 3 0 -3",
                 "UNIT_DIED 1-roots-1 1 1 damage", "SLOT_MODIFIER_CHANGED 1 1 1 4",
                 "TURN_STARTED 1");
}

static void roots_consumed_strengthen_what_comes(void **unused) {
    (void)unused;
    sit("h0:champion u0@1:roots/d1 u0@2:ghoul");
    act(0, "play champion 1");
    expect_heard("CARD_PLAYED 0 0-champion-1 1 null", "UNIT_CONSUMED 0-roots-1 0 1 0-champion-1",
                 "UNIT_DIED 0-roots-1 0 1 consumed", "SLOT_MODIFIER_CHANGED 0 1 0 1",
                 "UNIT_DEPLOYED 0-champion-1 0 1", "UNIT_POWER_CHANGED 0-ghoul-1 2 1 3 2",
                 "TURN_STARTED 1");
    assert_int_equal(power(0, 1), 6);
}

static void roots_killed_silenced_and_cleaned_up(void **unused) {
    (void)unused;
    sit("h0:assassinate u1@1:roots/b5");
    act(0, "play assassinate @1,1");
    assert_int_equal(modifier(1, 1), 7);
    sit("h0:strike u1@1:roots/mute");
    act(0, "play strike @1,1");
    assert_int_equal(modifier(1, 1), 0);
}

static void roots_in_a_batch_come_after_all_have_left(void **unused) {
    (void)unused;
    sit("h0:fireball u0@1:roots u1@1:roots u0@3:scout");
    act(0, "play fireball @0,2");
    expect_heard("CARD_PLAYED 0 0-fireball-1 null [0,2]", "CARD_DISCARDED 0 0-fireball-1",
                 "UNIT_DAMAGED 0-roots-1 1 2 0-fireball-1", "UNIT_POWER_CHANGED 0-roots-1 1 2 0 -2",
                 "UNIT_DAMAGED 1-roots-1 1 2 0-fireball-1", "UNIT_POWER_CHANGED 1-roots-1 1 2 0 -2",
                 "UNIT_DAMAGED 0-scout-1 3 2 0-fireball-1", "UNIT_POWER_CHANGED 0-scout-1 3 2 0 -2",
                 "UNIT_DIED 0-roots-1 0 1 damage", "UNIT_DIED 1-roots-1 1 1 damage",
                 "UNIT_DIED 0-scout-1 0 3 damage", "SLOT_MODIFIER_CHANGED 0 1 0 2",
                 "SLOT_MODIFIER_CHANGED 1 1 0 2", "TURN_STARTED 1");
}

static void turret_fires_at_turn_start(void **unused) {
    (void)unused;
    sit("u0@2:turret u1@2:acolyte u0@3:turret h1:veteran cur:1");
    act(1, "play veteran 0");
    assert_string_equal(grave(1), "acolyte");
    expect_heard("CARD_PLAYED 1 1-veteran-1 0 null", "UNIT_DEPLOYED 1-veteran-1 1 0",
                 "TURN_STARTED 0", "UNIT_DAMAGED 1-acolyte-1 2 1 0-turret-1",
                 "UNIT_POWER_CHANGED 1-acolyte-1 2 1 0 -1", "UNIT_DIED 1-acolyte-1 1 2 damage");
}

static void vampire_gains_what_is_dealt(void **unused) {
    (void)unused;
    sit("h0:strike u0@1:vampire/c1 u1@2:scout u1@3:vampire/c1 u1@1:vampire/c1");
    act(0, "play strike @1,2"); // overkill counts
    assert_int_equal(power(0, 1), 5);
    assert_int_equal(power(1, 1), 5);
    assert_int_equal(power(1, 3), 5);
}

static void vampire_bites_and_drinks(void **unused) {
    (void)unused;
    sit("u0@1:vampire u1@2:champion u0@0:scout");
    assert_int_equal(agon_count(table.game, table.state, 0), 2 + 1);
    refuse(0, "use 0@1 @0,2");
    act(0, "use 0@1 @1,2");
    assert_int_equal(power(0, 1), 4);
    assert_int_equal(power(1, 2), 3);
}

static void vampires_hit_by_one_fireball(void **unused) {
    (void)unused;
    // Both vampires see the other being hit; the one that dies of it gains nothing.
    sit("h0:fireball u0@1:vampire/c1/d1 u0@2:vampire/c1/b2 u1@3:champion");
    act(0, "play fireball @0,2");
    assert_int_equal(power(0, 1), -1);
    assert_int_equal(power(0, 2), 4 - 2 + 2 + 2); // saw (0,1) and (1,3)
}

static void wizard_channels_actions(void **unused) {
    (void)unused;
    sit("h0:energize u0@0:wizard u0@1:wizard/mute u1@2:wizard u0@2:scout");
    act(0, "play energize @0,2");
    assert_int_equal(modifier(0, 0), 2);
    assert_int_equal(modifier(0, 1), 0);
    assert_int_equal(modifier(1, 2), 0);
    expect_heard("CARD_PLAYED 0 0-energize-1 null [0,2]", "CARD_DISCARDED 0 0-energize-1",
                 "UNIT_POWER_CHANGED 0-scout-1 2 2 5 3", "SLOT_MODIFIER_CHANGED 0 0 0 2",
                 "UNIT_POWER_CHANGED 0-wizard-1 0 3 5 2", "TURN_STARTED 1");
}

static void wizard_killed_by_its_own_fireball(void **unused) {
    (void)unused;
    sit("h0:fireball u0@0:wizard/d1 u0@2:wizard");
    act(0, "play fireball @0,0");
    assert_int_equal(modifier(0, 0), 0);
    assert_int_equal(modifier(0, 2), 2);
}

static void wizard_moved_by_the_action_channels_where_it_stands(void **unused) {
    (void)unused;
    sit("h0:repositioning,unsummon u0@0:wizard");
    act(0, "play repositioning @0,0 > 1");
    assert_int_equal(modifier(0, 0), 0);
    assert_int_equal(modifier(0, 1), 2);
    act(1, "pass");
    act(0, "play unsummon @0,1");
    assert_int_equal(modifier(0, 1), 2);
}

#define TEST(name) cmocka_unit_test_teardown(name, leave)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(bard_sings_at_turn_start),
        TEST(engineer_builds_every_turn),
        TEST(ghoul_feeds_on_every_close_death),
        TEST(ghoul_sees_consumption_and_enemies),
        TEST(ghoul_dying_in_the_batch_is_dead),
        TEST(necromancer_raises_with_all_triggers),
        TEST(necromancer_may_consume_itself),
        TEST(necromancer_raises_squires),
        TEST(noble_draws_on_conquest),
        TEST(ranger_moves_and_swaps),
        TEST(ranger_may_move_in_front_of_a_sentinel),
        TEST(rogue_lets_the_lower_win),
        TEST(rogue_alone_wins),
        TEST(rookie_drills_two_slots),
        TEST(roots_leave_their_power),
        TEST(roots_consumed_strengthen_what_comes),
        TEST(roots_killed_silenced_and_cleaned_up),
        TEST(roots_in_a_batch_come_after_all_have_left),
        TEST(turret_fires_at_turn_start),
        TEST(vampire_gains_what_is_dealt),
        TEST(vampire_bites_and_drinks),
        TEST(vampires_hit_by_one_fireball),
        TEST(wizard_channels_actions),
        TEST(wizard_killed_by_its_own_fireball),
        TEST(wizard_moved_by_the_action_channels_where_it_stands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
