// Units of SK-40 whose power is in their arrival: Deploy, Consume, Consumed, and where they may go.
#include "games/skirmish/tests/test_table.h"

static void acolyte_strengthens_what_consumes_it(void **unused) {
    (void)unused;
    sit("u0@1:acolyte h0:dragon");
    act(0, "play dragon 1");
    assert_int_equal(power(0, 1), 10);
    assert_string_equal(grave(0), "acolyte");
    expect_heard("CARD_PLAYED 0 0-dragon-1 1 null", "UNIT_CONSUMED 0-acolyte-1 0 1 0-dragon-1",
                 "UNIT_DIED 0-acolyte-1 0 1 consumed", "UNIT_DEPLOYED 0-dragon-1 0 1",
                 "UNIT_POWER_CHANGED 0-dragon-1 1 7 10 3", "TURN_STARTED 1");
}

static void acolyte_silenced_gives_nothing(void **unused) {
    (void)unused;
    sit("u0@1:acolyte/mute h0:dragon");
    act(0, "play dragon 1");
    assert_int_equal(power(0, 1), 7);
}

static void acolyte_killed_gives_nothing(void **unused) {
    (void)unused;
    sit("u0@1:acolyte u0@2:champion h1:strike cur:1");
    act(1, "play strike @0,1");
    assert_int_equal(power(0, 2), 5);
}

static void apprentice_draws_when_it_consumes(void **unused) {
    (void)unused;
    sit("u0@1:scout h0:apprentice,apprentice d0:veteran,bard");
    act(0, "play apprentice 1");
    assert_string_equal(hand(0), "apprentice,veteran");
    act(1, "pass");
    act(0, "play apprentice 2");
    assert_string_equal(hand(0), "veteran");
}

static void archer_must_shoot(void **unused) {
    (void)unused;
    sit("h0:archer u1@1:champion u1@2:scout u1@3:scout");
    act(0, "play archer 2");
    expect_heard("CARD_PLAYED 0 0-archer-1 2 null", "UNIT_DEPLOYED 0-archer-1 0 2",
                 "INPUT_REQUIRED 0 0-archer-1 archer [[1,1],[1,3]] false");
    refuse(0, "skip");
    refuse(0, "input @1,2"); // in front is not close
    refuse(0, "input @1,0");
    act(0, "input @1,3");
    expect_heard("UNIT_DAMAGED 1-scout-2 3 2 0-archer-1", "UNIT_POWER_CHANGED 1-scout-2 3 2 0 -2",
                 "UNIT_DIED 1-scout-2 1 3 damage", "TURN_STARTED 1");
}

static void archer_without_target_is_skipped(void **unused) {
    (void)unused;
    sit("h0:archer u1@2:champion u0@1:scout u1@4:scout");
    act(0, "play archer 2");
    assert_int_equal(state()->current, 1);
}

static void plain_units_have_their_power(void **unused) {
    (void)unused;
    sit("h0:champion,veteran,squire");
    act(0, "play champion 0");
    act(1, "pass");
    act(0, "play veteran 1");
    act(0, "play squire 2");
    assert_int_equal(power(0, 0), 5);
    assert_int_equal(power(0, 1), 4);
    assert_int_equal(power(0, 2), 1);
}

static void dragon_needs_an_own_unit(void **unused) {
    (void)unused;
    sit("h0:dragon u0@1:scout u1@3:scout");
    refuse(0, "play dragon 0");
    refuse(0, "play dragon 3");
    assert_int_equal(agon_count(table.game, table.state, 0), 2);
    act(0, "play dragon 1");
    assert_int_equal(power(0, 1), 7);
}

static void dragon_may_not_pass_a_sentinel(void **unused) {
    (void)unused;
    sit("h0:dragon u0@1:scout u1@1:sentinel");
    refuse(0, "play dragon 1");
}

static void hunter_kills_the_wounded_of_either_side(void **unused) {
    (void)unused;
    sit("h0:hunter,hunter u0@0:champion/d1 u1@2:champion/d1 u1@1:champion/d2 u1@0:champion/d1/b1");
    act(0, "play hunter 1");
    expect_heard("CARD_PLAYED 0 0-hunter-1 1 null", "UNIT_DEPLOYED 0-hunter-1 0 1",
                 "INPUT_REQUIRED 0 0-hunter-1 hunter [[0,0],[1,2]] false");
    act(0, "input @1,2");
    assert_string_equal(grave(1), "champion");
    expect_heard("UNIT_DIED 1-champion-1 1 2 kill", "TURN_STARTED 1");
    act(1, "pass");
    act(0, "play hunter 4"); // nobody is wounded there
    assert_int_equal(state()->pending.type, 0);
}

static void knight_may_call_a_squire(void **unused) {
    (void)unused;
    sit("h0:knight u0@3:acolyte u1@1:sentinel");
    act(0, "play knight 2");
    expect_heard("CARD_PLAYED 0 0-knight-1 2 null", "UNIT_DEPLOYED 0-knight-1 0 2",
                 "INPUT_REQUIRED 0 0-knight-1 knight [[0,3]] true"); // 1 is guarded
    act(0, "input @0,3");
    expect_heard("UNIT_CONSUMED 0-acolyte-1 0 3 0-squire-1", "UNIT_DIED 0-acolyte-1 0 3 consumed",
                 "UNIT_DEPLOYED 0-squire-1 0 3", "UNIT_POWER_CHANGED 0-squire-1 3 1 4 3",
                 "TURN_STARTED 1");
}

static void knight_may_decline(void **unused) {
    (void)unused;
    sit("h0:knight");
    act(0, "play knight 2");
    assert_int_equal(agon_count(table.game, table.state, 0), 3);
    act(0, "skip");
    assert_int_equal(power(0, 1), -1);
    assert_int_equal(state()->current, 1);
}

static void mimic_becomes_equal(void **unused) {
    (void)unused;
    sit("h0:mimic,mimic,mimic u1@0:champion m0@0:+2 u1@1:acolyte m0@1:+4 done:1");
    act(0, "play mimic 0");
    assert_int_equal(power(0, 0), 5);
    assert_int_equal(state()->units[0].buffs, 2);
    act(0, "play mimic 1"); // down
    assert_int_equal(power(0, 1), 1);
    assert_int_equal(state()->units[2].buffs, -4);
    act(0, "play mimic 2"); // nobody in front
    assert_int_equal(power(0, 2), 1);
}

static void mimic_copies_after_the_acolyte(void **unused) {
    (void)unused;
    sit("h0:mimic u0@0:acolyte u1@0:champion");
    act(0, "play mimic 0");
    assert_int_equal(power(0, 0), 5);
    expect_heard("CARD_PLAYED 0 0-mimic-1 0 null", "UNIT_CONSUMED 0-acolyte-1 0 0 0-mimic-1",
                 "UNIT_DIED 0-acolyte-1 0 0 consumed", "UNIT_DEPLOYED 0-mimic-1 0 0",
                 "UNIT_POWER_CHANGED 0-mimic-1 0 1 4 3", "UNIT_POWER_CHANGED 0-mimic-1 0 4 5 1",
                 "TURN_STARTED 1");
}

static void priest_cleanses_a_slot(void **unused) {
    (void)unused;
    sit("h0:priest u1@1:bard/b3 m1@1:+2 u0@3:scout");
    act(0, "play priest 2");
    assert_true(was_heard("INPUT_REQUIRED 0 0-priest-1 priest [[0,1],[1,1],[0,3],[1,3]] false"));
    act(0, "input @1,1");
    expect_heard("SLOT_MODIFIER_CHANGED 1 1 2 0", "UNIT_POWER_CHANGED 1-bard-1 1 7 5 -2",
                 "UNIT_SILENCED 1-bard-1 1", "UNIT_POWER_CHANGED 1-bard-1 1 5 2 -3",
                 "TURN_STARTED 1");
}

static void priest_leaves_the_damage(void **unused) {
    (void)unused;
    sit("h0:priest u1@1:bard/b3/d3 m1@1:+1"); // 2 + 3 - 3 + 1: without buffs and slot it is dead
    act(0, "play priest 2");
    act(0, "input @1,1");
    expect_heard("SLOT_MODIFIER_CHANGED 1 1 1 0", "UNIT_POWER_CHANGED 1-bard-1 1 3 2 -1",
                 "UNIT_SILENCED 1-bard-1 1", "UNIT_POWER_CHANGED 1-bard-1 1 2 0 -2",
                 "UNIT_DIED 1-bard-1 1 1 power", "TURN_STARTED 1");
}

static void priest_on_nothing_changes_nothing(void **unused) {
    (void)unused;
    sit("h0:priest u1@1:bard/mute");
    act(0, "play priest 2");
    act(0, "input @0,1");
    expect_heard("TURN_STARTED 1");
    sit("h0:priest u1@1:bard/mute");
    act(0, "play priest 2");
    act(0, "input @1,1");
    expect_heard("TURN_STARTED 1");
}

static void priest_may_raise_a_mimic(void **unused) {
    (void)unused;
    // Power 0 on the way, but not at the end of the effect.
    sit("h0:priest u1@1:mimic/b-2 m1@1:+2");
    act(0, "play priest 2");
    act(0, "input @1,1");
    expect_heard("SLOT_MODIFIER_CHANGED 1 1 2 0", "UNIT_POWER_CHANGED 1-mimic-1 1 1 0 -1",
                 "UNIT_SILENCED 1-mimic-1 1", "UNIT_POWER_CHANGED 1-mimic-1 1 0 1 1",
                 "TURN_STARTED 1");
}

static void scout_draws(void **unused) {
    (void)unused;
    sit("h0:scout,scout d0:bard");
    act(0, "play scout 0");
    assert_string_equal(hand(0), "scout,bard");
    act(1, "pass");
    act(0, "play scout 1"); // no card, no penalty
    assert_string_equal(hand(0), "bard");
    assert_false(was_heard("CARD_DRAWN"));
}

static void sentinel_guards_its_front(void **unused) {
    (void)unused;
    sit("h0:champion,champion u1@2:sentinel u0@3:scout u1@3:sentinel/mute");
    assert_int_equal(agon_count(table.game, table.state, 0), 4 + 1);
    refuse(0, "play champion 2");
    act(0, "play champion 3");
    assert_int_equal(power(0, 3), 5);
}

static void warlock_deals_the_consumed_power(void **unused) {
    (void)unused;
    sit("h0:warlock,warlock u0@1:acolyte/b1 m0@1:+1 u1@2:champion");
    act(0, "play warlock 1");
    assert_int_equal(power(0, 1), 7); // 3 + 1 of the slot + 3 of the Acolyte
    act(0, "input @1,2");
    assert_int_equal(power(1, 2), 2); // 1 + 1 + 1
    act(1, "pass");
    act(0, "play warlock 3"); // consumes nobody
    assert_int_equal(state()->pending.type, 0);
}

#define TEST(name) cmocka_unit_test_teardown(name, leave)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(acolyte_strengthens_what_consumes_it),
        TEST(acolyte_silenced_gives_nothing),
        TEST(acolyte_killed_gives_nothing),
        TEST(apprentice_draws_when_it_consumes),
        TEST(archer_must_shoot),
        TEST(archer_without_target_is_skipped),
        TEST(plain_units_have_their_power),
        TEST(dragon_needs_an_own_unit),
        TEST(dragon_may_not_pass_a_sentinel),
        TEST(hunter_kills_the_wounded_of_either_side),
        TEST(knight_may_call_a_squire),
        TEST(knight_may_decline),
        TEST(mimic_becomes_equal),
        TEST(mimic_copies_after_the_acolyte),
        TEST(priest_cleanses_a_slot),
        TEST(priest_leaves_the_damage),
        TEST(priest_on_nothing_changes_nothing),
        TEST(priest_may_raise_a_mimic),
        TEST(scout_draws),
        TEST(sentinel_guards_its_front),
        TEST(warlock_deals_the_consumed_power),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
