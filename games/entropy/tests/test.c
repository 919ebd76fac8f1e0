// Entropy, rule by rule. Boards and their statistics are in test_boards.c, documents in test_json.c,
// strategies in test_bots.c; test_model.c plays random matches against a second implementation.
#include "games/entropy/tests/test_table.h"

#define PLAYERS2 "'players':['grey','red']"
#define PLAYERS3 "'players':['grey','red','blue']"

static void test_en1_two_to_eight_players_in_order(void **unused) {
    (void)unused;
    assert_int_equal(start("{'players':['a']}"), AGON_BAD_CONFIG);
    assert_string_equal(refusal.path, "players");
    assert_int_equal(start("{'players':['a','b','c','d','e','f','g','h','i']}"), AGON_BAD_CONFIG);
    assert_int_equal(start("{'players':['x','y','z']}"), AGON_OK);
    for (int turn = 0; turn < 7; turn++) {
        assert_int_equal(agon_current_player(table.game, table.state), turn % 3);
        assert_int_equal(agon_entropy_round(table.state), 1 + turn / 3);
        end_turn_with(turn % 3, NO_ROLLS);
    }
}

static void test_en2_sizes(void **unused) {
    (void)unused;
    static const int sizes[] = {25, 32, 37, 40, 41, 40, 37};
    for (int players = 2; players <= 8; players++) {
        agon_error error;
        leave(NULL);
        assert_int_equal(agon_table_init_for(&agon_entropy_codec, players, NULL, &table, &error),
                         AGON_OK);
        assert_int_equal(agon_entropy_node_count(table.state), sizes[players - 2]);
        for (int player = 0; player < players; player++) {
            assert_int_equal(agon_entropy_territories(table.state, player), 12 - players);
        }
    }
}

#define EMPTY_BOARD                                                                                \
    "{" PLAYERS2                                                                                   \
    ",'nodes':[{'owner':0,'dice':8,'neighbors':[1,2]},{'empty':true,'neighbors':[0]},"             \
    "{'owner':1,'dice':1,'neighbors':[0]},{'owner':0,'dice':1,'neighbors':[]}]}"

static void test_en5_empty_nodes(void **unused) {
    (void)unused;
    sit_down(EMPTY_BOARD);
    assert_int_equal(agon_count(table.game, table.state, 0), 2);
    assert_refused(0, agon_entropy_attack(0, 1), "invalid_move", "to");
    assert_refused(0, agon_entropy_attack(1, 0), "invalid_move", "from");
    attack_with(0, 0, 2, ROLLS(48, 6));
    assert_true(table.state->over); // the empty node does not count for the conquest
    assert_node(1, AGON_ENTROPY_EMPTY, 0);
}

#define LINE                                                                                       \
    "{" PLAYERS2 ",'nodes':[{'owner':0,'dice':3,'neighbors':[1,2]},"                               \
    "{'owner':1,'dice':2,'neighbors':[0,3]},{'owner':0,'dice':2,'neighbors':[0]},"                 \
    "{'owner':1,'dice':1,'neighbors':[1]},{'empty':true,'neighbors':[]},"                          \
    "{'owner':0,'dice':1,'neighbors':[1]}]}"

static void test_en6_only_the_mover_acts(void **unused) {
    (void)unused;
    sit_down(LINE);
    assert_int_equal(table.state->to_act, 1);
    assert_refused(1, agon_entropy_end_turn(), "not_your_turn", "");
    assert_refused(2, agon_entropy_end_turn(), "unknown_player", "");
    assert_refused(-1, agon_entropy_end_turn(), "unknown_player", "");
    assert_refused(1, (agon_action){.type = 2}, "bad_action", "type");
    assert_refused(0, (agon_action){.type = AGON_ENTROPY_END_TURN, .a = 1}, "bad_action", "");
    assert_refused(0, (agon_action){.type = AGON_ENTROPY_ATTACK, .b = 1, .n = 1}, "bad_action", "");
    assert_int_equal(agon_count(table.game, table.state, 1), 0);
    end_turn_with(0, ROLLS(0, 0, 0));
    assert_int_equal(table.state->to_act, 2);
}

static void test_en7_valid_attacks(void **unused) {
    (void)unused;
    sit_down(LINE);
    assert_refused(0, agon_entropy_attack(5, 1), "invalid_move", "from"); // one die
    assert_refused(0, agon_entropy_attack(1, 0), "invalid_move", "from"); // not its own
    assert_refused(0, agon_entropy_attack(4, 0), "invalid_move", "from"); // empty
    assert_refused(0, agon_entropy_attack(6, 0), "invalid_move", "from"); // no such node
    assert_refused(0, agon_entropy_attack(255, 1), "invalid_move", "from");
    assert_refused(0, agon_entropy_attack(0, 2), "invalid_move", "to"); // own target
    assert_refused(0, agon_entropy_attack(0, 0), "invalid_move", "to"); // itself
    assert_refused(0, agon_entropy_attack(0, 3), "invalid_move", "to"); // no neighbour
    assert_refused(0, agon_entropy_attack(0, 6), "invalid_move", "to"); // no such node
    assert_refused(0, agon_entropy_attack(0, 255), "invalid_move", "to");
    assert_int_equal(act(0, agon_entropy_attack(0, 1), ROLLS(18, 12)), AGON_OK);
}

static void test_en8_rolls(void **unused) {
    (void)unused;
    static const struct {
        int32_t attack, defense;
        agon_status status;
        bool is_success;
    } cases[] = {
        {1, 1, AGON_OK, false},         {18, 12, AGON_OK, true},
        {12, 12, AGON_OK, false},       {13, 12, AGON_OK, true},
        {12, 11, AGON_OK, true},        {11, 12, AGON_OK, false},
        {19, 12, AGON_BAD_ROLLS, true}, {0, 1, AGON_BAD_ROLLS, true},
        {5, 13, AGON_BAD_ROLLS, true},  {5, 0, AGON_BAD_ROLLS, true},
        {-5, 1, AGON_BAD_ROLLS, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        sit_down(LINE); // three dice against two
        uint64_t before = agon_hash(table.game, table.state);
        agon_status status =
            act(0, agon_entropy_attack(0, 1), ROLLS(cases[i].attack, cases[i].defense));
        assert_int_equal(status, cases[i].status);
        if (status == AGON_OK) {
            assert_node(1, cases[i].is_success ? 0 : 1, 2);
        } else {
            assert_true(agon_hash(table.game, table.state) == before);
        }
    }
    assert_int_equal(act(0, agon_entropy_attack(0, 1), ROLLS(5)), AGON_BAD_ROLLS);
}

static void test_en9_success_and_failure(void **unused) {
    (void)unused;
    sit_down(LINE);
    attack_with(0, 0, 1, ROLLS(13, 12));
    assert_heard("{'type':'ATTACK','player':0,'from':0,'to':1,'attack_roll':13,'defense_roll':12,"
                 "'success':true}");
    assert_node(0, 0, 1);
    assert_node(1, 0, 2); // one die less than the attacker had
    sit_down(LINE);
    attack_with(0, 0, 1, ROLLS(12, 12));
    assert_heard("{'type':'ATTACK','player':0,'from':0,'to':1,'attack_roll':12,'defense_roll':12,"
                 "'success':false}");
    assert_node(0, 0, 1);
    assert_node(1, 1, 2);
}

#define TWO_AND_TWO                                                                                \
    "{" PLAYERS2 ",'nodes':[{'owner':0,'dice':2,'neighbors':[1]},"                                 \
    "{'owner':1,'dice':2,'neighbors':[0,2]},{'owner':1,'dice':1,'neighbors':[1]}]}"

static void test_en10_turns_end_by_themselves(void **unused) {
    (void)unused;
    sit_down(TWO_AND_TWO);
    attack_with(0, 0, 1, ROLLS(1, 1, 0));
    assert_heard("{'type':'ATTACK','player':0,'from':0,'to':1,'attack_roll':1,'defense_roll':1,"
                 "'success':false},{'type':'TURN_ENDED','player':0},"
                 "{'type':'GROWTH','player':0,'nodes':[0]},"
                 "{'type':'TURN_STARTED','player':1,'round':1}");
    // Success may end a turn too: both nodes are left with one die.
    sit_down(TWO_AND_TWO);
    attack_with(0, 0, 1, ROLLS(2, 1, 1, 0, 0)); // and so is red's last node, at its turn's start
    assert_heard("{'type':'ATTACK','player':0,'from':0,'to':1,'attack_roll':2,'defense_roll':1,"
                 "'success':true},{'type':'TURN_ENDED','player':0},"
                 "{'type':'GROWTH','player':0,'nodes':[1,0]},"
                 "{'type':'TURN_STARTED','player':1,'round':1},{'type':'TURN_ENDED','player':1},"
                 "{'type':'GROWTH','player':1,'nodes':[2]},"
                 "{'type':'TURN_STARTED','player':0,'round':2}");
    assert_int_equal(agon_current_player(table.game, table.state), 0);
}

static void test_en10_dice_without_a_target_keep_the_turn(void **unused) {
    (void)unused;
    sit_down("{" PLAYERS2 ",'nodes':[{'owner':0,'dice':2,'neighbors':[1]},"
             "{'owner':1,'dice':2,'neighbors':[]},{'owner':0,'dice':2,'neighbors':[]}]}");
    attack_with(0, 0, 1, ROLLS(1, 12));
    assert_int_equal(agon_current_player(table.game, table.state), 0);
    assert_int_equal(agon_count(table.game, table.state, 0), 1); // nothing but the end of the turn
}

static void test_en10_loaded_player_without_attack(void **unused) {
    (void)unused;
    sit_down("{" PLAYERS2 ",'nodes':[{'owner':0,'dice':1,'neighbors':[1]},"
             "{'owner':1,'dice':2,'neighbors':[0]}]}");
    assert_int_equal(agon_current_player(table.game, table.state), 0);
    assert_int_equal(agon_count(table.game, table.state, 0), 1);
    assert_int_equal(agon_nth(table.game, table.state, 0, 0).type, AGON_ENTROPY_END_TURN);
    assert_refused(0, agon_entropy_attack(0, 1), "invalid_move", "from");
    end_turn_with(0, ROLLS(0));
}

static void test_en11_order(void **unused) {
    (void)unused;
    static const uint8_t expected[][2] = {{0, 4}, {0, 1}, {2, 3}, {2, 1}, {2, 4}};
    sit_down("{" PLAYERS3 ",'nodes':[{'owner':0,'dice':2,'neighbors':[4,1,2,4,1]},"
             "{'owner':1,'dice':2,'neighbors':[0]},{'owner':0,'dice':8,'neighbors':[3,0,1,2,4,5]},"
             "{'owner':1,'dice':8,'neighbors':[]},{'owner':2,'dice':1,'neighbors':[]},"
             "{'empty':true,'neighbors':[]},{'owner':0,'dice':1,'neighbors':[1]}]}");
    assert_int_equal(agon_count(table.game, table.state, 0), 6);
    for (uint32_t i = 0; i < 5; i++) {
        agon_action action = agon_nth(table.game, table.state, 0, i);
        assert_int_equal(action.type, AGON_ENTROPY_ATTACK);
        assert_int_equal(action.a, expected[i][0]);
        assert_int_equal(action.b, expected[i][1]);
    }
    assert_int_equal(agon_nth(table.game, table.state, 0, 5).type, AGON_ENTROPY_END_TURN);
}

#define FOUR                                                                                       \
    "{'players':['a','b','c','d'],'round':7,'current_player':1,'nodes':["                          \
    "{'owner':1,'dice':8,'neighbors':[1,2]},{'owner':0,'dice':1,'neighbors':[]},"                  \
    "{'owner':3,'dice':1,'neighbors':[]},{'owner':2,'dice':2,'neighbors':[]},"                     \
    "{'owner':1,'dice':8,'neighbors':[2]}]}"

static void test_en12_out_in_player_order(void **unused) {
    (void)unused;
    sit_down(FOUR);
    attack_with(1, 4, 2, ROLLS(48, 6));
    attack_with(1, 0, 1, ROLLS(48, 6));
    end_turn_with(1, ROLLS(3, 2, 0, 0));
    assert_heard("{'type':'TURN_ENDED','player':1},{'type':'PLAYER_OUT','player':0,'round':7},"
                 "{'type':'PLAYER_OUT','player':3,'round':7},"
                 "{'type':'GROWTH','player':1,'nodes':[4,2,0,0]},"
                 "{'type':'TURN_STARTED','player':2,'round':7}");
    // Skipped from then on: after player 2 the round is over, and player 1 is the next.
    end_turn_with(2, ROLLS(0));
    assert_heard("{'type':'TURN_ENDED','player':2},{'type':'GROWTH','player':2,'nodes':[3]},"
                 "{'type':'TURN_STARTED','player':1,'round':8}");
    assert_refused(0, agon_entropy_end_turn(), "not_your_turn", "");
}

static void test_en12_no_territory_at_load(void **unused) {
    (void)unused;
    sit_down("{" PLAYERS3 ",'nodes':[{'owner':0,'dice':2,'neighbors':[]},"
             "{'owner':1,'dice':2,'neighbors':[]}]}");
    end_turn_with(0, ROLLS(0));
    assert_heard("{'type':'TURN_ENDED','player':0},{'type':'PLAYER_OUT','player':2,'round':1},"
                 "{'type':'GROWTH','player':0,'nodes':[0]},"
                 "{'type':'TURN_STARTED','player':1,'round':1}");
}

#define GROWING(words)                                                                             \
    "{" PLAYERS2 "," words "'nodes':[{'owner':0,'dice':8,'neighbors':[]},"                         \
    "{'owner':0,'dice':6,'neighbors':[]},{'owner':1,'dice':3,'neighbors':[]},"                     \
    "{'owner':0,'dice':7,'neighbors':[]}]}"

static void test_en13_growth_after_a_turn(void **unused) {
    (void)unused;
    sit_down(GROWING());
    end_turn_with(0, ROLLS(1, 0, 0)); // two nodes are open, then one
    assert_heard("{'type':'TURN_ENDED','player':0},{'type':'GROWTH','player':0,'nodes':[3,1,1]},"
                 "{'type':'TURN_STARTED','player':1,'round':1}");
    assert_node(1, 0, 8);
    assert_node(3, 0, 8);
    assert_node(2, 1, 3);
    end_turn_with(1, ROLLS(0));
    end_turn_with(0, NOTHING_ROLLED); // all full: no die is placed, nothing is drawn
    assert_heard("{'type':'TURN_ENDED','player':0},{'type':'TURN_STARTED','player':1,'round':2}");
}

static void test_en13_the_rest_is_lost(void **unused) {
    (void)unused;
    sit_down("{" PLAYERS2 ",'nodes':[{'owner':0,'dice':8,'neighbors':[]},"
             "{'owner':0,'dice':7,'neighbors':[]},{'owner':1,'dice':3,'neighbors':[]}]}");
    end_turn_with(0, ROLLS(0));
    assert_heard("{'type':'TURN_ENDED','player':0},{'type':'GROWTH','player':0,'nodes':[1]},"
                 "{'type':'TURN_STARTED','player':1,'round':1}");
    sit_down(GROWING());
    assert_int_equal(act(0, agon_entropy_end_turn(), ROLLS(2, 0, 0)), AGON_BAD_ROLLS);
    assert_int_equal(act(0, agon_entropy_end_turn(), ROLLS(0, 0, 1)), AGON_BAD_ROLLS);
}

static void test_en13_growth_after_a_round(void **unused) {
    (void)unused;
    sit_down(GROWING("'growth':'round',"));
    end_turn_with(0, NOTHING_ROLLED);
    assert_heard("{'type':'TURN_ENDED','player':0},{'type':'TURN_STARTED','player':1,'round':1}");
    end_turn_with(1, ROLLS(1, 0, 0, 0));
    assert_heard("{'type':'TURN_ENDED','player':1},{'type':'GROWTH','player':0,'nodes':[3,1,1]},"
                 "{'type':'GROWTH','player':1,'nodes':[2]},"
                 "{'type':'TURN_STARTED','player':0,'round':2}");
}

static void test_en14_the_last_turn_still_grows(void **unused) {
    (void)unused;
    sit_down(GROWING("'max_rounds':3,'round':3,'current_player':1,"));
    end_turn_with(1, ROLLS(0));
    assert_heard("{'type':'TURN_ENDED','player':1},{'type':'GROWTH','player':1,'nodes':[2]},"
                 "{'type':'GAME_OVER','winners':[0]}");
    sit_down(GROWING("'max_rounds':3,'round':3,'current_player':1,'growth':'round',"));
    end_turn_with(1, ROLLS(0, 0, 0, 0));
    assert_heard("{'type':'TURN_ENDED','player':1},{'type':'GROWTH','player':0,'nodes':[1,1,3]},"
                 "{'type':'GROWTH','player':1,'nodes':[2]},{'type':'GAME_OVER','winners':[0]}");
    assert_refused(0, agon_entropy_end_turn(), "game_over", "");
    assert_refused(9, agon_entropy_end_turn(), "game_over", "");
    assert_refused(9, (agon_action){.type = 9}, "bad_action", "type");
}

static void test_en15_conquest_ends_at_once(void **unused) {
    (void)unused;
    sit_down("{" PLAYERS3 ",'round':4,'nodes':[{'owner':0,'dice':8,'neighbors':[1]},"
             "{'owner':1,'dice':1,'neighbors':[0]}]}");
    attack_with(0, 0, 1, ROLLS(7, 6));
    assert_heard("{'type':'ATTACK','player':0,'from':0,'to':1,'attack_roll':7,'defense_roll':6,"
                 "'success':true},{'type':'PLAYER_OUT','player':1,'round':4},"
                 "{'type':'PLAYER_OUT','player':2,'round':4},{'type':'GAME_OVER','winners':[0]}");
    assert_true(table.state->over);
    assert_int_equal(table.state->to_act, 0);
    assert_int_equal(agon_winners(table.game, table.state), 1);
    assert_int_equal(agon_count(table.game, table.state, 0), 0);
    assert_int_equal(agon_current_player(table.game, table.state), -1);
    assert_refused(0, agon_entropy_end_turn(), "game_over", "");
}

static void test_en14_a_loaded_holder_of_all_ends_with_its_turn(void **unused) {
    (void)unused;
    sit_down("{" PLAYERS2 ",'current_player':1,'nodes':[{'owner':1,'dice':3,'neighbors':[]}]}");
    assert_false(table.state->over);
    end_turn_with(1, NOTHING_ROLLED);
    assert_heard("{'type':'TURN_ENDED','player':1},{'type':'PLAYER_OUT','player':0,'round':1},"
                 "{'type':'GAME_OVER','winners':[1]}");
    assert_node(0, 1, 3);
}

static void test_en15_round_limit(void **unused) {
    (void)unused;
    assert_int_equal(start("{'max_rounds':0}"), AGON_BAD_CONFIG);
    assert_string_equal(refusal.path, "max_rounds");
    assert_int_equal(start("{'max_rounds':2,'seed':5}"), AGON_OK);
    for (int turn = 0; turn < 4; turn++) {
        assert_false(table.state->over);
        end_turn_with(turn % 2, NO_ROLLS);
    }
    assert_true(table.state->over);
    assert_int_equal(agon_entropy_round(table.state), 2);
    assert_int_equal(agon_winners(table.game, table.state), 3); // EN-16: both hold ten
}

static void test_en16_most_territories(void **unused) {
    (void)unused;
    int32_t scores[AGON_MAX_PLAYERS];
    sit_down("{'players':['a','b','c','d'],'max_rounds':1,'current_player':3,"
             "'out':[{'player':0,'round':1}],'nodes':[{'owner':1,'dice':1,'neighbors':[]},"
             "{'owner':1,'dice':1,'neighbors':[]},{'owner':2,'dice':8,'neighbors':[]},"
             "{'owner':3,'dice':8,'neighbors':[]},{'owner':3,'dice':8,'neighbors':[]}]}");
    assert_int_equal(agon_winners(table.game, table.state), 0); // not over yet
    end_turn_with(3, NOTHING_ROLLED);
    assert_heard("{'type':'TURN_ENDED','player':3},{'type':'GAME_OVER','winners':[1,3]}");
    assert_int_equal(agon_winners(table.game, table.state), 0xa);
    agon_scores(table.game, table.state, scores);
    assert_int_equal(scores[0], 0);
    assert_int_equal(scores[1], 2);
    assert_int_equal(scores[2], 1);
    assert_int_equal(scores[3], 2);
}

#define SCORED                                                                                     \
    "{'players':['grey','red','blue','green'],'round':9,'current_player':1,"                       \
    "'out':[{'player':3,'round':2},{'player':0,'round':5}],'nodes':["                              \
    "{'owner':1,'dice':1,'neighbors':[]},{'owner':2,'dice':1,'neighbors':[]},"                     \
    "{'owner':2,'dice':1,'neighbors':[]}]}"

static void test_en17_scoreboard(void **unused) {
    (void)unused;
    static const char expected[] = "Player\tLast Round\tTerritories Held\n"
                                   "green\t2\t\t0\ngrey\t5\t\t0\nred\t9\t\t1\nblue\t9\t\t2\n";
    char text[200];
    sit_down(SCORED);
    size_t length = agon_entropy_scoreboard_text(table.game, table.state, text, sizeof text);
    assert_string_equal(text, expected);
    assert_int_equal(length, strlen(expected));
    for (size_t size = 0; size <= length; size++) { // like snprintf, whatever the room
        memset(text, '#', sizeof text);
        assert_int_equal(agon_entropy_scoreboard_text(table.game, table.state, text, size), length);
        assert_int_equal(text[size], '#');
        if (size > 0) {
            assert_memory_equal(text, expected, size - 1);
            assert_int_equal(text[size - 1], 0);
        }
    }
}

static void test_en17_scoreboard_json(void **unused) {
    (void)unused;
    agon_text text = {0};
    agon_json json = {.text = &text};
    sit_down(SCORED);
    agon_entropy_scoreboard_json(table.game, table.state, &json);
    assert_string_equal(
        text.data, "[{\"player\":3,\"name\":\"green\",\"last_round\":2,\"territories_held\":0},"
                   "{\"player\":0,\"name\":\"grey\",\"last_round\":5,\"territories_held\":0},"
                   "{\"player\":1,\"name\":\"red\",\"last_round\":9,\"territories_held\":1},"
                   "{\"player\":2,\"name\":\"blue\",\"last_round\":9,\"territories_held\":2}]");
    agon_text_free(&text);
}

static void test_view_hides_the_generator_only(void **unused) {
    (void)unused;
    entropy_state view = {0}, again = {0};
    assert_int_equal(start("{'seed':11}"), AGON_OK);
    assert_int_equal(agon_view(table.game, table.state, AGON_SPECTATOR, &view.head), AGON_OK);
    assert_true((view.rng.key[0] | view.rng.key[1] | view.rng.pos | view.rng.word) == 0);
    assert_int_equal(agon_count(table.game, &view.head, 0), 0); // a spectator's
    assert_int_equal(agon_view(table.game, table.state, 0, &view.head), AGON_OK);
    assert_int_equal(agon_count(table.game, &view.head, 0), agon_count(table.game, table.state, 0));
    agon_rng bits = agon_rng_make(agon_seed_number(3));
    assert_int_equal(agon_resample(table.game, &view.head, &bits, &again.head), AGON_OK);
    assert_true(again.rng.key[0] != ((entropy_state *)table.state)->rng.key[0]);
    assert_int_equal(again.head.viewer, AGON_NOBODY);
}

// In place and with nobody listening the engine takes the shortcut `act`; and `pick` instead of nth.
static void test_shortcuts(void **unused) {
    (void)unused;
    sit_down(LINE);
    for (unsigned i = 0; i < 2u * 8 * 8 * 2; i++) {
        entropy_state state;
        agon_action action = {.type = (uint8_t)(i & 1u),
                              .a = (uint8_t)(i >> 1 & 7u),
                              .b = (uint8_t)(i >> 4 & 7u),
                              .n = (int32_t)(i >> 7)};
        agon_copy(&state.head, table.state);
        agon_status expected = agon_check(table.game, table.state, 0, action, NULL);
        assert_int_equal(agon_apply(table.game, &state.head, 0, action, NULL, &state.head, NULL),
                         expected);
        bool is_same = agon_hash(table.game, &state.head) == agon_hash(table.game, table.state);
        assert_int_equal(is_same, expected != AGON_OK);
    }
    agon_rng one = agon_rng_make(agon_seed_number(5)), other = one;
    for (int i = 0; i < 20; i++) {
        agon_action action;
        assert_int_equal(agon_random_action(table.game, table.state, 0, &one, &action), AGON_OK);
        uint32_t rank = agon_uniform(&other, agon_count(table.game, table.state, 0));
        agon_action expected = agon_nth(table.game, table.state, 0, rank);
        assert_memory_equal(&action, &expected, sizeof action);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_en1_two_to_eight_players_in_order, leave),
        cmocka_unit_test_teardown(test_en2_sizes, leave),
        cmocka_unit_test_teardown(test_en5_empty_nodes, leave),
        cmocka_unit_test_teardown(test_en6_only_the_mover_acts, leave),
        cmocka_unit_test_teardown(test_en7_valid_attacks, leave),
        cmocka_unit_test_teardown(test_en8_rolls, leave),
        cmocka_unit_test_teardown(test_en9_success_and_failure, leave),
        cmocka_unit_test_teardown(test_en10_turns_end_by_themselves, leave),
        cmocka_unit_test_teardown(test_en10_dice_without_a_target_keep_the_turn, leave),
        cmocka_unit_test_teardown(test_en10_loaded_player_without_attack, leave),
        cmocka_unit_test_teardown(test_en11_order, leave),
        cmocka_unit_test_teardown(test_en12_out_in_player_order, leave),
        cmocka_unit_test_teardown(test_en12_no_territory_at_load, leave),
        cmocka_unit_test_teardown(test_en13_growth_after_a_turn, leave),
        cmocka_unit_test_teardown(test_en13_the_rest_is_lost, leave),
        cmocka_unit_test_teardown(test_en13_growth_after_a_round, leave),
        cmocka_unit_test_teardown(test_en14_the_last_turn_still_grows, leave),
        cmocka_unit_test_teardown(test_en14_a_loaded_holder_of_all_ends_with_its_turn, leave),
        cmocka_unit_test_teardown(test_en15_conquest_ends_at_once, leave),
        cmocka_unit_test_teardown(test_en15_round_limit, leave),
        cmocka_unit_test_teardown(test_en16_most_territories, leave),
        cmocka_unit_test_teardown(test_en17_scoreboard, leave),
        cmocka_unit_test_teardown(test_en17_scoreboard_json, leave),
        cmocka_unit_test_teardown(test_view_hides_the_generator_only, leave),
        cmocka_unit_test_teardown(test_shortcuts, leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
