// Strategies (EN-18 to EN-20), their programming model, and what they are worth.
#include "games/entropy/tests/test_table.h"

#include "agon/loop.h"

static const agon_bot *bot(const char *id) {
    const agon_bot *found = agon_bot_find(&agon_entropy_rules, id);
    assert_non_null(found);
    return found;
}

static agon_action choice(const char *id, int player) {
    entropy_state view;
    assert_int_equal(agon_view(table.game, table.state, player, &view.head), AGON_OK);
    agon_rng rng = agon_rng_make(agon_seed_number(1));
    agon_thought thought = {.game = table.game, .view = &view.head, .player = player, .rng = &rng};
    return bot(id)->think(&thought);
}

static void assert_attacks(const char *id, int player, int from, int to) {
    agon_action action = choice(id, player);
    assert_int_equal(action.type, AGON_ENTROPY_ATTACK);
    assert_int_equal(action.a, from);
    assert_int_equal(action.b, to);
}

#define CHOICES(first, second)                                                                     \
    "{'nodes':[{'owner':0,'dice':" first ",'neighbors':[3,2,1]},"                                  \
    "{'owner':1,'dice':2,'neighbors':[0]},{'owner':1,'dice':3,'neighbors':[0]},"                   \
    "{'empty':true,'neighbors':[]},{'owner':0,'dice':" second ",'neighbors':[0,2,1]}]}"

static void test_en18_null_always_ends_its_turn(void **unused) {
    (void)unused;
    sit_down(CHOICES("8", "8"));
    assert_int_equal(choice("null", 0).type, AGON_ENTROPY_END_TURN);
}

static void test_en19_gte_takes_the_first_it_can(void **unused) {
    (void)unused;
    sit_down(CHOICES("3", "8"));
    assert_attacks("gte", 0, 0, 2); // in neighbour order, not in node order; equal is enough
    sit_down(CHOICES("2", "8"));
    assert_attacks("gte", 0, 0, 1);
    sit_down(CHOICES("1", "2"));
    assert_attacks("gte", 0, 4, 1); // one die attacks nobody, own nodes are no targets
    sit_down(CHOICES("1", "1"));
    assert_int_equal(choice("gte", 0).type, AGON_ENTROPY_END_TURN);
    sit_down(
        "{'nodes':[{'owner':0,'dice':7,'neighbors':[1]},{'owner':1,'dice':8,'neighbors':[]}]}");
    assert_int_equal(choice("gte", 0).type, AGON_ENTROPY_END_TURN);
}

static void test_greedy_knows_a_good_attack(void **unused) {
    (void)unused;
    sit_down("{'nodes':[{'owner':0,'dice':8,'neighbors':[1,2]},{'owner':1,'dice':8,'neighbors':[]},"
             "{'owner':1,'dice':1,'neighbors':[]}]}");
    assert_attacks("greedy", 0, 0, 2);
    sit_down(
        "{'nodes':[{'owner':0,'dice':2,'neighbors':[1]},{'owner':1,'dice':8,'neighbors':[0]}]}");
    agon_action action = choice("greedy", 0);
    assert_int_equal(agon_check(table.game, table.state, 0, action, NULL), AGON_OK);
}

// ---------------------------------------------------------------------------------------------
// The programming model: one function, asked until the turn ends

static int asked;

// Attacks where it may in its first turn, then tries what it may not.
static agon_action clumsy(const agon_thought *thought) {
    asked++;
    uint32_t count = agon_count(thought->game, thought->view, thought->player);
    if (asked == 1 && count > 1) {
        return agon_nth(thought->game, thought->view, thought->player, 0);
    }
    return agon_entropy_attack(63, 0);
}

static const agon_bot clumsy_bot = {.id = "clumsy", .summary = "breaks the rules", .think = clumsy};

static int illegal;
static int by_rules;

static void watch(void *user, const agon_change *change) {
    (void)user;
    for (size_t i = 0; i < change->move_count; i++) {
        const agon_change_move *move = &change->moves[i];
        for (size_t f = 0; f < move->fault_count; f++) {
            illegal += change->faults[move->first_fault + f].fault == AGON_FAULT_ILLEGAL;
        }
        assert_false(move->forfeits);
        if (move->by == AGON_MOVER_RULES) {
            assert_int_equal(move->action.type, AGON_ENTROPY_END_TURN);
            by_rules++;
        }
    }
}

static void test_en20_illegal_move_ends_the_turn(void **unused) {
    (void)unused;
    assert_int_equal(start("{'max_rounds':3,'seed':8}"), AGON_OK);
    agon_seed seed = agon_seed_number(1);
    agon_seat seats[2] = {agon_seat_make(&clumsy_bot, seed, 0),
                          agon_seat_make(bot("null"), seed, 1)};
    asked = illegal = by_rules = 0;
    assert_int_equal(agon_play_bots(table.game, table.state, seats, watch, NULL, NULL), AGON_OK);
    assert_true(table.state->over);
    assert_int_equal(asked, 4); // the first attack, and one illegal move in each of three turns
    assert_int_equal(by_rules, 3);
    assert_int_equal(illegal, 3);
}

// Wins of `mine` against others, the seats changing from match to match, in thousandths.
static int score(const char *mine, const char *others, int players, int matches) {
    agon_error error;
    int won = 0;
    leave(NULL);
    assert_int_equal(agon_table_init_for(&agon_entropy_codec, players, NULL, &table, &error),
                     AGON_OK);
    for (int i = 0; i < matches; i++) {
        agon_seat seats[AGON_MAX_PLAYERS];
        for (int player = 0; player < players; player++) {
            const agon_bot *who = bot(player == i % players ? mine : others);
            seats[player] = agon_seat_make(who, agon_seed_number(i), player);
        }
        agon_init(table.game, table.config, agon_seed_number(i / players), table.state);
        assert_int_equal(agon_play_bots(table.game, table.state, seats, NULL, NULL, NULL), AGON_OK);
        won += agon_winners(table.game, table.state) == agon_viewer_bit(i % players);
    }
    return 1000 * won / matches;
}

static void test_what_the_bots_are_worth(void **unused) {
    (void)unused;
    assert_in_range(score("gte", "null", 2, 200), 990, 1000);
    assert_in_range(score("gte", "random", 2, 600), 630, 740);
    assert_in_range(score("greedy", "random", 2, 600), 690, 790);
    assert_in_range(score("greedy", "random", 4, 400), 430, 560); // chance: 250
    assert_in_range(score("greedy", "gte", 2, 2000), 525, 575);
    assert_in_range(score("greedy", "gte", 4, 400), 450, 580);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_en18_null_always_ends_its_turn, leave),
        cmocka_unit_test_teardown(test_en19_gte_takes_the_first_it_can, leave),
        cmocka_unit_test_teardown(test_greedy_knows_a_good_attack, leave),
        cmocka_unit_test_teardown(test_en20_illegal_move_ends_the_turn, leave),
        cmocka_unit_test_teardown(test_what_the_bots_are_worth, leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
