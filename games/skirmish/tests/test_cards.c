// The units of SK-40 from A to M, each of their abilities.
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

#define TEST(name) cmocka_unit_test_teardown(name, leave)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(acolyte_strengthens_what_consumes_it),
        TEST(acolyte_silenced_gives_nothing),
        TEST(acolyte_killed_gives_nothing),
        TEST(apprentice_draws_when_it_consumes),
        TEST(archer_must_shoot),
        TEST(archer_without_target_is_skipped),
        TEST(bard_sings_at_turn_start),
        TEST(plain_units_have_their_power),
        TEST(dragon_needs_an_own_unit),
        TEST(dragon_may_not_pass_a_sentinel),
        TEST(engineer_builds_every_turn),
        TEST(ghoul_feeds_on_every_close_death),
        TEST(ghoul_sees_consumption_and_enemies),
        TEST(ghoul_dying_in_the_batch_is_dead),
        TEST(hunter_kills_the_wounded_of_either_side),
        TEST(knight_may_call_a_squire),
        TEST(knight_may_decline),
        TEST(mimic_becomes_equal),
        TEST(mimic_copies_after_the_acolyte),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
