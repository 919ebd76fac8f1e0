// What screens and programs outside may ask of a game, a state and a view.
#include "games/skirmish/tests/test_table.h"

static void a_card_tells_what_it_is(void **unused) {
    (void)unused;
    assert_int_equal(start("{}"), AGON_OK);
    const int kind = agon_skirmish_kind_named(table.game, "necromancer");
    const agon_skirmish_card unit = agon_skirmish_card_at(table.game, kind);
    assert_string_equal(unit.name, "necromancer");
    assert_int_equal(unit.power, 2);
    assert_true(unit.is_activated && unit.needs_grave_card);
    assert_false(unit.is_action || unit.needs_destination);
    const agon_skirmish_card action =
        agon_skirmish_card_at(table.game, agon_skirmish_kind_named(table.game, "repositioning"));
    assert_true(action.is_action && action.needs_destination);
    assert_false(action.is_activated || action.needs_grave_card);
    assert_int_equal(agon_skirmish_kind_named(table.game, "necromance"), -1);
    assert_string_equal(agon_skirmish_name_near(table.game, "necromance"), "necromancer");
    int kinds = 0;
    while (agon_skirmish_catalogue[kinds]) {
        kinds++;
    }
    assert_int_equal(agon_skirmish_kinds(table.game), kinds);
}

static void a_slot_tells_who_stands_there(void **unused) {
    (void)unused;
    sit("u0@1:vampire/b2/d1/c1/used u1@3:rogue/mute m0@1:+3 m1@4:-2");
    agon_skirmish_unit unit = agon_skirmish_unit_on(table.state, agon_skirmish_slot(0, 1));
    assert_int_equal(unit.kind, agon_skirmish_kind_named(table.game, "vampire"));
    assert_int_equal(unit.power, 2 + 2 - 1 + 3);
    assert_int_equal(unit.buffs, 2);
    assert_int_equal(unit.damage, 1);
    assert_int_equal(unit.modifier, 3);
    assert_int_equal(unit.cooldown, 1);
    assert_true(unit.has_acted && !unit.is_silenced);
    unit = agon_skirmish_unit_on(table.state, agon_skirmish_slot(1, 3));
    assert_true(unit.is_silenced && !unit.has_acted);
    const int ref = skirmish_ref_on(state(), agon_skirmish_slot(1, 3));
    assert_int_equal(agon_skirmish_slot_of(table.state, ref), agon_skirmish_slot(1, 3));
    assert_int_equal(agon_skirmish_kind_of(table.game, ref), unit.kind);
    unit = agon_skirmish_unit_on(table.state, agon_skirmish_slot(1, 4));
    assert_int_equal(unit.kind, -1);
    assert_int_equal(unit.modifier, -2);
}

static void a_side_tells_its_piles(void **unused) {
    (void)unused;
    sit("h0:scout,scout,strike d0:veteran g0:archer,bard h1:rogue done:1 cur:0");
    const agon_skirmish_side mine = agon_skirmish_side_of(table.game, table.state, 0);
    assert_int_equal(mine.hand, 3);
    assert_int_equal(mine.deck, 1);
    assert_int_equal(mine.grave, 2);
    assert_int_equal(mine.graves[0], agon_skirmish_kind_named(table.game, "archer"));
    assert_int_equal(mine.graves[1], agon_skirmish_kind_named(table.game, "bard"));
    assert_int_equal(mine.known, 0);
    assert_false(mine.is_done);
    assert_true(agon_skirmish_side_of(table.game, table.state, 1).is_done);
    const int scout = agon_skirmish_kind_named(table.game, "scout");
    assert_int_equal(agon_skirmish_held(table.game, table.state, 0, scout), 2);
    assert_int_equal(agon_skirmish_held(table.game, table.state, 1, scout), 0);
}

// Unsummon puts a card into a hand for all to see.
static void a_returned_card_is_known(void **unused) {
    (void)unused;
    sit("h0:unsummon u1@2:knight h1:scout");
    act(0, "play unsummon @1,2");
    agon_state *view = calloc(1, table.game->state_max);
    assert_non_null(view);
    assert_int_equal(agon_view(table.game, table.state, 0, view), AGON_OK);
    const agon_skirmish_side theirs = agon_skirmish_side_of(table.game, view, 1);
    assert_int_equal(theirs.hand, 2);
    assert_int_equal(theirs.known, 1);
    assert_int_equal(theirs.known_hand[0], agon_skirmish_kind_named(table.game, "knight"));
    free(view);
}

static void the_turn_tells_what_is_asked(void **unused) {
    (void)unused;
    sit("h0:archer u1@1:champion u1@3:scout round:2");
    assert_int_equal(agon_skirmish_turn_of(table.game, table.state).asking, -1);
    act(0, "play archer 2");
    const agon_skirmish_turn turn = agon_skirmish_turn_of(table.game, table.state);
    assert_int_equal(turn.asking, agon_skirmish_kind_named(table.game, "archer"));
    assert_int_equal(turn.round, 2);
    assert_false(turn.is_activating);
}

static void the_leader_is_who_would_win(void **unused) {
    (void)unused;
    sit("u0@0:scout u1@1:scout u0@2:champion u1@2:scout u0@3:champion u1@3:rogue u0@4:scout "
        "u1@4:scout");
    const int leaders[AGON_SKIRMISH_TERRAINS] = {0, 1, 0, 1, -1};
    for (int terrain = 0; terrain < AGON_SKIRMISH_TERRAINS; terrain++) {
        assert_int_equal(agon_skirmish_leader(table.game, table.state, terrain), leaders[terrain]);
    }
}

#define TEST(name) cmocka_unit_test_teardown(name, leave)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_card_tells_what_it_is),      TEST(a_slot_tells_who_stands_there),
        TEST(a_side_tells_its_piles),       TEST(a_returned_card_is_known),
        TEST(the_turn_tells_what_is_asked), TEST(the_leader_is_who_would_win),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
