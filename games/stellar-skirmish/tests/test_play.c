// Stellar Skirmish, rule by rule: play, scores and helpers, SS-6 to SS-15 and SS-17.
#include "games/stellar-skirmish/tests/test_table.h"

#define DOUBLE "'abilities':[{'type':'double_next_planet_no_combat'}]"

#define ABCD                                                                                       \
    "'planets':[{'id':'D','victory_points':1},{'id':'B','victory_points':2},"                      \
    "{'id':'C','victory_points':3},{'id':'A','victory_points':4}]"

static void test_ss6_any_order(void **unused) {
    (void)unused;
    begin("{'player_count':3}");
    assert_int_equal(play(3, 1), AGON_OK);
    assert_int_equal(play(1, 2), AGON_OK);
    assert_int_equal(table.state->to_act, 2);
    assert_int_equal(agon_current_player(table.game, table.state), -1); // ALL-7
    assert_int_equal(play(2, 3), AGON_OK);
    assert_int_equal(table.state->to_act, 7);
    assert_claimed(2, "P1:1");
}

// The first of several equal cards leaves the hand.
static void test_ss6_equal_cards(void **unused) {
    (void)unused;
    begin("{'fleet_values':[2,4,2,3,2]}");
    assert_int_equal(play(1, 2), AGON_OK);
    assert_state("hands", "{'1':[4,2,3,2],'2':[2,4,2,3,2]}");
    assert_int_equal(play(2, 4), AGON_OK);
    BATTLE(2, 2);
    assert_state("hands", "{'1':[4,3,2],'2':[2,3,2]}");
    BATTLE(2, 2);
    assert_state("hands", "{'1':[4,3],'2':[3,2]}");
}

static void assert_refused(int player, int32_t card, agon_status status) {
    uint64_t before = agon_hash(table.game, table.state);
    assert_int_equal(play(player, card), status);
    assert_heard("");
    assert_true(agon_hash(table.game, table.state) == before);
}

static void test_ss7_refusals(void **unused) {
    (void)unused;
    begin("{'fleet_values':[1,2],'reveal':'first_play'}");
    assert_refused(1, 3, AGON_INVALID_MOVE);
    assert_refused(1, INT32_MIN, AGON_INVALID_MOVE);
    assert_refused(0, 1, AGON_UNKNOWN_PLAYER);
    assert_refused(3, 1, AGON_UNKNOWN_PLAYER);
    assert_int_equal(agon_stellar_revealed(table.state), 0); // a refused play reveals nothing
    assert_int_equal(play(1, 1), AGON_OK);
    assert_refused(1, 2, AGON_NOT_YOUR_TURN);
    assert_refused(1, 99, AGON_NOT_YOUR_TURN);
    assert_int_equal(play(2, 2), AGON_OK);
    assert_refused(1, 1, AGON_INVALID_MOVE); // gone
    BATTLE(2, 1);
    assert_refused(1, 2, AGON_GAME_OVER);
    assert_refused(9, 2, AGON_GAME_OVER);
    agon_action odd = {.type = AGON_STELLAR_PLAY, .a = 1, .n = 1};
    begin("{}");
    assert_int_equal(agon_check(table.game, table.state, 0, odd, NULL), AGON_BAD_ACTION);
}

#define PLANET(id, points)                                                                         \
    "{'id':'" id "','victory_points':" #points ",'name':null,'class':null,'abilities':[]}"

static void test_ss8_first_play_reveals(void **unused) {
    (void)unused;
    begin("{'fleet_values':[1,2,3],'planets':[{'id':'A','victory_points':1}],"
          "'reveal':'first_play'}");
    assert_int_equal(play(2, 3), AGON_OK);
    assert_heard("{'type':'PLANET_REVEALED','planet':" PLANET(
        "A", 1) "},{'type':'CARD_PLAYED','player':2,'card':3}");
    assert_pot("A:1");
    assert_state("hands", "{'1':[1,2,3],'2':[1,2]}");
    assert_state("current_plays", "{'1':null,'2':3}");
    assert_int_equal(play(1, 1), AGON_OK);
    assert_heard(
        "{'type':'CARD_PLAYED','player':1,'card':1},"
        "{'type':'BATTLE_RESOLVED','plays':{'1':1,'2':3},'winner':2},"
        "{'type':'PLANET_CLAIMED','player':2,'planet':" PLANET("A", 1) ",'doubled':false}");
    assert_int_equal(play(1, 2), AGON_OK);
    assert_pot(""); // the deck is empty
}

// The planet of a battle lies there before the first card does: since the start, or since the battle
// before, whose last event it is.
static void test_ss8_battle_reveals(void **unused) {
    (void)unused;
    begin("{'fleet_values':[1,2,3],'planets':[{'id':'A','victory_points':1},"
          "{'id':'B','victory_points':2}]}");
    assert_pot("A:1");
    assert_int_equal(play(2, 3), AGON_OK);
    assert_heard("{'type':'CARD_PLAYED','player':2,'card':3}");
    assert_state("hands", "{'1':[1,2,3],'2':[1,2]}");
    assert_int_equal(play(1, 1), AGON_OK);
    assert_heard("{'type':'CARD_PLAYED','player':1,'card':1},"
                 "{'type':'BATTLE_RESOLVED','plays':{'1':1,'2':3},'winner':2},"
                 "{'type':'PLANET_CLAIMED','player':2,'planet':" PLANET(
                     "A", 1) ",'doubled':false},"
                             "{'type':'PLANET_REVEALED','planet':" PLANET("B", 2) "}");
    assert_pot("B:2");
    assert_state("current_planet_index", "2");
    BATTLE(2, 1);
    assert_heard(
        "{'type':'CARD_PLAYED','player':2,'card':1},"
        "{'type':'BATTLE_RESOLVED','plays':{'1':2,'2':1},'winner':1},"
        "{'type':'PLANET_CLAIMED','player':1,'planet':" PLANET("B", 2) ",'doubled':false}");
    assert_pot(""); // the deck is empty
    assert_ended(AGON_STELLAR_NOT_OVER);
}

// With and without events, the same planets are turned up: `award` pulls some first.
static void test_ss8_after_a_pull(void **unused) {
    (void)unused;
    begin("{'fleet_values':[1,2,3],'planets':[{'id':'A','victory_points':1," DOUBLE "},"
          "{'id':'B','victory_points':2},{'id':'C','victory_points':3}]}");
    BATTLE(3, 1);
    assert_claimed(1, "A:1 B:4");
    assert_pot("C:3");
    assert_int_equal(
        agon_apply(table.game, table.state, 0, agon_stellar_play(1), NULL, table.state, NULL),
        AGON_OK);
    assert_int_equal(
        agon_apply(table.game, table.state, 1, agon_stellar_play(2), NULL, table.state, NULL),
        AGON_OK);
    assert_claimed(2, "C:3");
    assert_pot("");
}

// A battle that ends the game turns nothing up, whichever way it ends.
static void test_ss8_nothing_after_the_end(void **unused) {
    (void)unused;
    begin("{'fleet_values':[1,2]," ABCD "}");
    BATTLE(1, 2);
    assert_pot("B:2");
    BATTLE(2, 1);
    assert_heard("{'type':'CARD_PLAYED','player':2,'card':1},"
                 "{'type':'BATTLE_RESOLVED','plays':{'1':2,'2':1},'winner':1},"
                 "{'type':'PLANET_CLAIMED','player':1,'planet':" PLANET(
                     "B", 2) ",'doubled':false},"
                             "{'type':'GAME_OVER','end_reason':'ships_exhausted_planets_remaining',"
                             "'scores':[2,1],'winners':[1]}");
    assert_pot("");
    assert_state("current_planet_index", "2");
}

static void test_ss9_highest_alone_wins(void **unused) {
    (void)unused;
    begin("{'player_count':4,'fleet_values':[1,2,3,4]}");
    BATTLE(1, 4, 3, 3);
    assert_claimed(2, "P1:1");
    BATTLE(4, 3, 4, 1); // equal highest: a tie whatever the others played
    assert_claimed(1, "");
    assert_claimed(3, "");
    assert_pot("P2:1 P3:1");
    BATTLE(2, 1, 1, 4);
    assert_claimed(4, "P2:1 P3:1");
    assert_state("current_plays", "{'1':null,'2':null,'3':null,'4':null}");
}

static void test_ss9_a_low_tie_is_none(void **unused) {
    (void)unused;
    begin("{'player_count':3,'fleet_values':[-5,0,7]}");
    BATTLE(0, 0, 7);
    assert_claimed(3, "P1:1");
    BATTLE(-5, 7, -5);
    assert_claimed(2, "P2:1");
    BATTLE(7, -5, 0);
    assert_claimed(1, "P3:1");
}

static void test_ss10_chain_of_ties(void **unused) {
    (void)unused;
    begin("{'fleet_values':[1,2,3,4]}");
    BATTLE(1, 1);
    assert_heard("{'type':'CARD_PLAYED','player':2,'card':1},"
                 "{'type':'BATTLE_RESOLVED','plays':{'1':1,'2':1},'winner':null},"
                 "{'type':'PLANET_REVEALED','planet':{'id':'P2','victory_points':1,"
                 "'name':'Planet 2','class':null,'abilities':[]}}");
    assert_pot("P1:1 P2:1");
    BATTLE(2, 2);
    assert_pot("P1:1 P2:1 P3:1");
    assert_int_equal(agon_stellar_pot_total(table.game, table.state), 3);
    assert_int_equal(play(1, 4), AGON_OK); // the pot is not empty: nothing is revealed
    assert_heard("{'type':'CARD_PLAYED','player':1,'card':4}");
    assert_int_equal(play(2, 3), AGON_OK);
    assert_claimed(1, "P1:1 P2:1 P3:1");
    assert_pot("P4:1");
}

#define TWO_PLANETS "'planets':[{'id':'A','victory_points':1},{'id':'B','victory_points':2}]"

static void test_ss11_keep(void **unused) {
    (void)unused;
    begin("{'fleet_values':[1,2,3]," TWO_PLANETS ",'final_tie':'keep'}");
    BATTLE(1, 1);
    BATTLE(2, 2);
    assert_pot("A:1 B:2");
    assert_ended(AGON_STELLAR_NOT_OVER);
    BATTLE(3, 3);
    assert_ended(AGON_STELLAR_SHIPS_EXHAUSTED_PLANETS_REMAINING);
    assert_pot("A:1 B:2");
}

static void test_ss11_discard(void **unused) {
    (void)unused;
    begin("{'fleet_values':[1,2,3]," TWO_PLANETS ",'final_tie':'discard'}");
    BATTLE(1, 1);
    assert_pot("A:1 B:2");
    BATTLE(2, 2);
    assert_heard("{'type':'CARD_PLAYED','player':2,'card':2},"
                 "{'type':'BATTLE_RESOLVED','plays':{'1':2,'2':2},'winner':null},"
                 "{'type':'POT_DISCARDED'},"
                 "{'type':'GAME_OVER','end_reason':'final_tie_pot_discarded','scores':[0,0],"
                 "'winners':[1,2]}");
    assert_ended(AGON_STELLAR_FINAL_TIE_POT_DISCARDED);
    assert_pot("");
    assert_state("hands", "{'1':[3],'2':[3]}");
    assert_int_equal(start("{'final_tie':'burn'}"), AGON_BAD_CONFIG);
    assert_string_equal(refusal.path, "final_tie");
}

// A tie on the last cards, and one about an empty pot: discarding goes by the deck alone.
static void test_ss11_discard_at_the_edges(void **unused) {
    (void)unused;
    begin("{'fleet_values':[1,2]," TWO_PLANETS ",'final_tie':'discard'}");
    BATTLE(1, 1);
    BATTLE(2, 2);
    assert_ended(AGON_STELLAR_FINAL_TIE_POT_DISCARDED);
    begin("{'fleet_values':[1,2,3],'planets':[{'id':'A','victory_points':1}],"
          "'final_tie':'discard'}");
    BATTLE(1, 2);
    BATTLE(3, 3);
    assert_ended(AGON_STELLAR_FINAL_TIE_POT_DISCARDED);
    assert_claimed(2, "A:1");
}

static void test_ss12_pull_order(void **unused) {
    (void)unused;
    begin("{'fleet_values':[1,2,3],'planets':[{'id':'A','victory_points':1," DOUBLE "},"
          "{'id':'B','victory_points':2},{'id':'C','victory_points':3," DOUBLE ",'class':'station',"
          "'name':'Sea'},{'id':'D','victory_points':4}]}");
    BATTLE(1, 1);
    BATTLE(3, 2);
    assert_claimed(1, "A:1 C:6 B:2"); // and C's own ability does not fire
    assert_pot("D:4");
    assert_state("claimed_planets",
                 "{'1':[{'id':'A','victory_points':1,'name':null,'class':null,'abilities':"
                 "[{'type':'double_next_planet_no_combat','params':[]}]},"
                 "{'id':'C','victory_points':6,'name':'Sea','class':'station','abilities':"
                 "[{'type':'double_next_planet_no_combat','params':[]}]},"
                 "{'id':'B','victory_points':2,'name':null,'class':null,'abilities':[]}],'2':[]}");
    assert_int_equal(agon_stellar_score(table.game, table.state, 0), 9);
    BATTLE(2, 3);
    assert_claimed(2, "D:4");
    assert_ended(AGON_STELLAR_NORMAL);
}

static void test_ss12_events_of_a_pull(void **unused) {
    (void)unused;
    begin("{'fleet_values':[1,2],'planets':[{'id':'A','victory_points':1," DOUBLE "},"
          "{'id':'B','victory_points':-2}]}");
    BATTLE(2, 1);
    assert_heard("{'type':'CARD_PLAYED','player':2,'card':1},"
                 "{'type':'BATTLE_RESOLVED','plays':{'1':2,'2':1},'winner':1},"
                 "{'type':'PLANET_CLAIMED','player':1,'planet':{'id':'A','victory_points':1,"
                 "'name':null,'class':null,'abilities':[{'type':'double_next_planet_no_combat',"
                 "'params':[]}]},'doubled':false},"
                 "{'type':'PLANET_CLAIMED','player':1,'planet':{'id':'B','victory_points':-4,"
                 "'name':null,'class':null,'abilities':[]},'doubled':true}");
    BATTLE(1, 2);
    assert_heard("{'type':'CARD_PLAYED','player':2,'card':2},"
                 "{'type':'BATTLE_RESOLVED','plays':{'1':1,'2':2},'winner':2},"
                 "{'type':'GAME_OVER','end_reason':'normal','scores':[-3,0],'winners':[2]}");
}

static void test_ss12_two_abilities_two_pulls(void **unused) {
    (void)unused;
    begin("{'fleet_values':[1,2],'planets':[{'id':'A','victory_points':1,'abilities':["
          "{'type':'double_next_planet_no_combat'},{'type':'choose_class'},"
          "{'type':'double_next_planet_no_combat'}]},{'id':'B','victory_points':0},"
          "{'id':'C','victory_points':5},{'id':'D','victory_points':7}]}");
    BATTLE(1, 2);
    assert_claimed(2, "A:1 B:0 C:10");
    BATTLE(2, 1);
    assert_claimed(1, "D:7");
}

static void test_ss12_no_planet_to_pull(void **unused) {
    (void)unused;
    begin("{'fleet_values':[1,2],'planets':[{'id':'A','victory_points':1," DOUBLE "}]}");
    BATTLE(2, 1);
    assert_claimed(1, "A:1");
    begin("{'fleet_values':[1,2],'planets':[{'id':'A','victory_points':1,'abilities':["
          "{'type':'double_next_planet_no_combat'},{'type':'double_next_planet_no_combat'}]},"
          "{'id':'B','victory_points':3}]}");
    BATTLE(2, 1);
    assert_claimed(1, "A:1 B:6");
}

static void test_ss13_battles_about_nothing(void **unused) {
    (void)unused;
    begin("{'fleet_values':[1,2,3],'planets':[{'id':'A','victory_points':1}]}");
    BATTLE(1, 2);
    BATTLE(2, 1);
    assert_heard("{'type':'CARD_PLAYED','player':2,'card':1},"
                 "{'type':'BATTLE_RESOLVED','plays':{'1':2,'2':1},'winner':1}");
    assert_ended(AGON_STELLAR_NOT_OVER);
    assert_claimed(1, "");
    BATTLE(3, 3);
    assert_ended(AGON_STELLAR_NORMAL);
}

static void test_ss14_planets_remain_in_the_deck(void **unused) {
    (void)unused;
    begin("{'fleet_values':[1]," TWO_PLANETS ",'player_count':2}");
    assert_int_equal(play(1, 1), AGON_OK); // an empty hand ends nothing before the battle does
    assert_ended(AGON_STELLAR_NOT_OVER);
    assert_int_equal(play(2, 1), AGON_OK);
    assert_ended(AGON_STELLAR_SHIPS_EXHAUSTED_PLANETS_REMAINING);
    assert_int_equal(table.state->to_act, AGON_NONE);
}

#define STATE(hands, plays, pot, index)                                                            \
    "{'player_count':2,'hands':" hands ",'planet_deck':[{'id':'A','victory_points':1},"            \
    "{'id':'B','victory_points':2},{'id':'C','victory_points':3}],'current_planet_index':" index   \
    ",'planet_pot':" pot ",'claimed_planets':{'1':[],'2':[]},'current_plays':" plays               \
    ",'game_over':false,'end_reason':null}"

static void test_ss14_out_of_cards_early(void **unused) {
    (void)unused;
    resume(STATE("{'1':[4],'2':[2,3]}", "{'1':null,'2':null}", "[]", "0"));
    BATTLE(4, 2);
    assert_ended(AGON_STELLAR_PLAYER_OUT_OF_CARDS_EARLY);
    assert_heard("{'type':'CARD_PLAYED','player':2,'card':2},"
                 "{'type':'BATTLE_RESOLVED','plays':{'1':4,'2':2},'winner':1},"
                 "{'type':'PLANET_CLAIMED','player':1,'planet':{'id':'A','victory_points':1,"
                 "'name':null,'class':null,'abilities':[]},'doubled':false},"
                 "{'type':'GAME_OVER','end_reason':'player_out_of_cards_early','scores':[1,0],"
                 "'winners':[1]}");
    assert_int_equal(load(STATE("{'1':[],'2':[2]}", "{'1':null,'2':null}", "[]", "0")),
                     AGON_BAD_STATE);
    assert_string_equal(refusal.path, "hands.1");
    resume(STATE("{'1':[],'2':[2]}", "{'1':9,'2':null}", "[{'id':'A','victory_points':1}]", "1"));
    assert_int_equal(play(2, 2), AGON_OK);
    assert_ended(AGON_STELLAR_SHIPS_EXHAUSTED_PLANETS_REMAINING);
}

static void test_ss15_scores_and_winners(void **unused) {
    (void)unused;
    begin("{'player_count':3,'fleet_values':[1,2,3],'planets':[{'id':'A','victory_points':2},"
          "{'id':'B','victory_points':-1},{'id':'C','victory_points':2}]}");
    BATTLE(3, 1, 2);
    assert_int_equal(agon_stellar_score(table.game, table.state, 0), 2); // at any time
    assert_int_equal(agon_winners(table.game, table.state), AGON_NONE);
    BATTLE(1, 2, 3);
    BATTLE(2, 3, 1);
    int32_t scores[AGON_MAX_PLAYERS];
    agon_scores(table.game, table.state, scores);
    assert_int_equal(scores[0], 2);
    assert_int_equal(scores[1], 2);
    assert_int_equal(scores[2], -1);
    assert_int_equal(agon_winners(table.game, table.state), 3);
    assert_ended(AGON_STELLAR_NORMAL);
}

static void test_ss17_helpers(void **unused) {
    (void)unused;
    int32_t cards[AGON_STELLAR_MAX_CARDS];
    begin("{'fleet_values':[5,1,5,-2,1,9]," ABCD "}");
    assert_int_equal(agon_stellar_legal_cards(table.game, table.state, 0, cards), 4);
    static const int32_t expected[] = {5, 1, -2, 9};
    assert_memory_equal(cards, expected, sizeof expected);
    assert_int_equal(play(1, 5), AGON_OK);
    assert_int_equal(agon_stellar_legal_cards(table.game, table.state, 0, cards), 0);
    assert_int_equal(agon_stellar_legal_cards(table.game, table.state, 1, cards), 4);
    assert_int_equal(play(2, 5), AGON_OK);
    static const int32_t after[] = {1, 5, -2, 9};
    assert_int_equal(agon_stellar_legal_cards(table.game, table.state, 0, cards), 4);
    assert_memory_equal(cards, after, sizeof after);
    agon_stellar_pot pot = agon_stellar_pot_summary(table.game, table.state);
    assert_int_equal(pot.count, 2);
    assert_int_equal(pot.total, 3);
    assert_int_equal(agon_stellar_pot_total(table.game, table.state), 3);
    assert_planets(pot.planets, pot.count, "D:1 B:2");
    BATTLE(5, 9);
    BATTLE(1, 1);
    static const int32_t left[] = {-2, 1, 9};
    assert_int_equal(agon_stellar_legal_cards(table.game, table.state, 0, cards), 3);
    assert_memory_equal(cards, left, sizeof left);
    BATTLE(-2, 1);
    BATTLE(1, 5);
    BATTLE(9, -2);
    assert_true(table.state->over);
    assert_int_equal(agon_stellar_legal_cards(table.game, table.state, 0, cards), 0);
    assert_int_equal(agon_stellar_table_card(table.game, table.state, 0, cards),
                     AGON_STELLAR_NO_CARD);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_ss6_any_order),
        TEST(test_ss6_equal_cards),
        TEST(test_ss7_refusals),
        TEST(test_ss8_first_play_reveals),
        TEST(test_ss8_battle_reveals),
        TEST(test_ss8_after_a_pull),
        TEST(test_ss8_nothing_after_the_end),
        TEST(test_ss9_highest_alone_wins),
        TEST(test_ss9_a_low_tie_is_none),
        TEST(test_ss10_chain_of_ties),
        TEST(test_ss11_keep),
        TEST(test_ss11_discard),
        TEST(test_ss11_discard_at_the_edges),
        TEST(test_ss12_pull_order),
        TEST(test_ss12_events_of_a_pull),
        TEST(test_ss12_two_abilities_two_pulls),
        TEST(test_ss12_no_planet_to_pull),
        TEST(test_ss13_battles_about_nothing),
        TEST(test_ss14_planets_remain_in_the_deck),
        TEST(test_ss14_out_of_cards_early),
        TEST(test_ss15_scores_and_winners),
        TEST(test_ss17_helpers),
    };
    return cmocka_run_group_tests_name("stellar-skirmish play", tests, NULL, NULL);
}
