// Search: valid, repeatable, the same for any number of threads, on time, and not blind.
#include "tests/support/support.h"

#include "agon/loop.h"
#include "agon/search.h"
#include "tests/support/memory.h"
#include "tests/support/toy.h"

static agon_state *view; // of the table being searched

static void sit_down(const agon_codec *codec, int players, agon_table *table) {
    agon_error error;
    assert_int_equal(agon_table_init_for(codec, players, NULL, table, &error), AGON_OK);
    view = malloc(table->game->state_max);
}

static void leave(agon_table *table) {
    free(view);
    agon_table_free(table);
}

static agon_thought thought_of(const agon_table *table, int player, agon_rng *rng) {
    assert_int_equal(agon_view(table->game, table->state, player, view), AGON_OK);
    return (agon_thought){
        .game = table->game, .view = view, .player = player, .rng = rng, .simulations = 40};
}

static int first_to_act(const agon_table *table) {
    int player = 0;
    while (!(table->state->to_act >> player & 1u)) {
        player++;
    }
    return player;
}

// ---------------------------------------------------------------------------------------------
// Threads without threads: jobs in any order.

static void run_backwards(uint32_t jobs, void (*job)(void *context, uint32_t i), void *context) {
    while (jobs-- > 0) {
        job(context, jobs);
    }
}

static void assert_same_for_threads(agon_thought thought, const agon_search_report *alone) {
    for (uint32_t threads = 2; threads <= 5; threads += 3) {
        agon_search_report report;
        agon_rng rng = agon_rng_make(agon_seed_number(7));
        thought.rng = &rng;
        thought.threads = threads;
        thought.run_jobs = run_backwards;
        assert_int_equal(agon_search_run(&thought, &report), AGON_OK);
        assert_memory_equal(&report, alone, sizeof report);
    }
}

// ---------------------------------------------------------------------------------------------
// Every game

static void assert_sound(const agon_search_report *report, const agon_table *table, int player) {
    assert_int_equal(agon_check(table->game, table->state, player, report->action, NULL), AGON_OK);
    uint32_t visits = 0;
    for (uint32_t i = 0; i < report->line_count; i++) {
        visits += report->lines[i].visits;
        assert_in_range(report->lines[i].value, 0, AGON_SURE);
        assert_true(i == 0 || report->lines[i].visits <= report->lines[i - 1].visits);
        assert_int_equal(
            agon_check(table->game, table->state, player, report->lines[i].action, NULL), AGON_OK);
    }
    assert_true(visits <= report->simulations);
}

static void play_and_check(const agon_codec *codec, int players) {
    agon_table table;
    agon_rng dice = agon_rng_make(agon_seed_number(players));
    sit_down(codec, players, &table);
    for (int step = 0; step < 12 && !table.state->over; step++) {
        agon_search_report report, again;
        int player = first_to_act(&table);
        agon_rng rng = agon_rng_make(agon_seed_number(7)), copy = rng;
        agon_thought thought = thought_of(&table, player, &rng);
        assert_int_equal(agon_search_run(&thought, &report), AGON_OK);
        assert_sound(&report, &table, player);
        thought.rng = &copy;
        assert_int_equal(agon_search_run(&thought, &again), AGON_OK);
        assert_memory_equal(&report, &again, sizeof report);
        assert_same_for_threads(thought, &report);
        support_play_random(&table, player, &dice);
    }
    leave(&table);
}

static void test_valid_and_repeatable(void **state) {
    const agon_codec *codec = *state;
    play_and_check(codec, codec->rules->min_players);
    play_and_check(codec, codec->rules->max_players);
}

// ---------------------------------------------------------------------------------------------
// Guides

// What a guide imagines is a sound state in which the player sees what it saw before.
static void assert_imagined(const agon_table *table, const agon_guide *guide, int player,
                            agon_rng *rng) {
    agon_state *made = malloc(table->game->state_max), *seen = malloc(table->game->state_max);
    assert_int_equal(agon_view(table->game, table->state, player, view), AGON_OK);
    assert_int_equal(agon_resample(table->game, view, rng, made), AGON_OK);
    guide->imagine(table->game, made, player, rng);
    assert_int_equal(agon_view(table->game, made, player, seen), AGON_OK);
    assert_int_equal(seen->used, view->used);
    assert_memory_equal(seen, view, view->used);
    assert_int_equal(table->game->rules->validate(table->game, made, NULL), AGON_OK);
    free(seen);
    free(made);
}

static void imagine_through(const agon_codec *codec, const agon_guide *guide, int players) {
    agon_table table;
    agon_rng rng = agon_rng_make(agon_seed_number(players));
    sit_down(codec, players, &table);
    for (int step = 0; step < 200 && !table.state->over; step++) {
        for (int player = 0; player < players; player++) {
            if (table.state->to_act >> player & 1u) {
                assert_imagined(&table, guide, player, &rng);
            }
        }
        support_play_random(&table, first_to_act(&table), &rng);
    }
    leave(&table);
}

static void test_what_is_imagined_fits_the_view(void **state) {
    const agon_codec *codec = *state;
    const agon_bot *greedy = agon_bot_find(codec->rules, "greedy");
    if (!greedy || !greedy->guide || !greedy->guide->imagine) {
        skip();
    }
    imagine_through(codec, greedy->guide, codec->rules->min_players);
    imagine_through(codec, greedy->guide, codec->rules->max_players);
}

// ---------------------------------------------------------------------------------------------
// Time and memory

static bool is_up_after(void *user) {
    return --*(int *)user <= 0;
}

static void test_stops_when_time_is_up(void **state) {
    agon_table table;
    agon_search_report report;
    sit_down(*state, 2, &table);
    agon_rng rng = agon_rng_make(agon_seed_number(1));
    int player = first_to_act(&table);
    agon_thought thought = thought_of(&table, player, &rng);
    int looks = 3;
    thought.simulations = 100000000;
    thought.is_time_up = is_up_after;
    thought.user = &looks;
    assert_int_equal(agon_search_run(&thought, &report), AGON_OK);
    assert_int_equal(looks, 0);
    assert_true(report.simulations > 0 && report.simulations < 5000);
    assert_sound(&report, &table, player);
    leave(&table);
}

// With less memory than it needs, the bot still answers, and nothing leaks.
static void test_answers_without_memory(void **state) {
    agon_table table;
    if (!memory_is_watched()) {
        skip();
    }
    sit_down(*state, 2, &table);
    agon_rng rng = agon_rng_make(agon_seed_number(1));
    int player = first_to_act(&table);
    agon_thought thought = thought_of(&table, player, &rng);
    memory_watch(-1, -1);
    agon_search_bot.think(&thought);
    long needed = memory_unwatch();
    long blocks = memory_blocks();
    for (long nth = 0; nth < needed; nth++) {
        memory_watch(nth, nth);
        agon_action action = agon_search_bot.think(&thought);
        memory_unwatch();
        assert_int_equal(agon_check(table.game, table.state, player, action, NULL), AGON_OK);
    }
    assert_int_equal(memory_blocks(), blocks);
    leave(&table);
}

// ---------------------------------------------------------------------------------------------
// What it sees

static agon_action search_in(const char *game, const char *text, int player) {
    agon_table table;
    agon_error error = {0};
    agon_search_report report;
    json_t *json = support_json(text);
    if (agon_table_load(agon_codec_find(game), agon_value_of(json), &table, &error)) {
        fail_msg("%s: %s", error.path, error.message);
    }
    json_decref(json);
    view = malloc(table.game->state_max);
    agon_rng rng = agon_rng_make(agon_seed_number(1));
    agon_thought thought = thought_of(&table, player, &rng);
    thought.simulations = 200;
    assert_int_equal(agon_search_run(&thought, &report), AGON_OK);
    leave(&table);
    return report.action;
}

// Node 0 can take the enemy's last territory with one die, or waste its dice on nothing better.
static void test_takes_the_last_territory(void **state) {
    (void)state;
    agon_action action =
        search_in("entropy",
                  "{'nodes':[{'owner':0,'dice':8,'neighbors':[1]},"
                  "{'owner':1,'dice':1,'neighbors':[0,2]},{'owner':0,'dice':2,'neighbors':[1]}]}",
                  0);
    assert_int_equal(action.type, 0);
    assert_int_equal(action.a, 0);
    assert_int_equal(action.b, 1);
}

// Behind by two points with one planet of three left and cards 1 and 9 against 5 and 6: only the 9
// can win, and it must be played for the planet, not kept for a battle about nothing.
static void test_pays_for_the_last_planet(void **state) {
    (void)state;
    agon_action action =
        search_in("stellar-skirmish",
                  "{'player_count':2,'hands':{'1':[1,9],'2':[5,6]},"
                  "'planet_deck':[{'id':'A','victory_points':2},{'id':'B','victory_points':3}],"
                  "'current_planet_index':2,'planet_pot':[{'id':'B','victory_points':3}],"
                  "'claimed_planets':{'1':[],'2':[{'id':'A','victory_points':2}]},"
                  "'current_plays':{'1':null,'2':null},'game_over':false}",
                  0);
    assert_int_equal(action.n, 9);
}

static int wins_against_random(const agon_codec *codec, uint32_t simulations, int matches) {
    int wins = 0;
    for (int i = 0; i < matches; i++) {
        agon_table table;
        agon_error error;
        agon_seat seats[2];
        agon_seed seed = agon_seed_number(i / 2);
        json_t *config = json_pack("{s:i}", "seed", i / 2);
        assert_int_equal(agon_table_init_for(codec, 2, agon_value_of(config), &table, &error),
                         AGON_OK);
        json_decref(config);
        seats[i % 2] = agon_seat_make(&agon_search_bot, seed, i % 2);
        seats[i % 2].simulations = simulations;
        seats[1 - i % 2] = agon_seat_make(&agon_random_bot, seed, 1 - i % 2);
        assert_int_equal(agon_play_bots(table.game, table.state, seats, NULL, NULL, &error),
                         AGON_OK);
        agon_viewers winners = agon_winners(table.game, table.state);
        wins += winners == 1u << i % 2;
        agon_table_free(&table);
    }
    return wins;
}

// A game that nobody has written a heuristic for (Stellar Skirmish, but nobody can tell): view and
// resample are enough.
static void test_beats_random_in_an_unknown_game(void **state) {
    (void)state;
    agon_codec codec = *agon_codec_find("stellar-skirmish");
    agon_rules rules = *codec.rules;
    codec.rules = &rules;
    rules.bots = NULL;
    assert_null(agon_bot_find(&rules, "greedy"));
    assert_true(wins_against_random(&codec, 100, 60) >= 36);
}

static void test_mixes_rock_paper_and_scissors(void **state) {
    (void)state;
    agon_table table;
    agon_rng rng = agon_rng_make(agon_seed_number(1));
    int counts[3] = {0};
    sit_down(agon_codec_find("rock-paper-scissors"), 2, &table);
    for (int i = 0; i < 900; i++) {
        agon_thought thought = thought_of(&table, 0, &rng);
        thought.simulations = 60;
        counts[agon_search_bot.think(&thought).a]++;
    }
    for (int i = 0; i < 3; i++) {
        assert_in_range(counts[i], 240, 360); // four standard deviations are 57
    }
    leave(&table);
}

// So many sweeps that even the last outcome of a draw, which rounding leaves to nobody, comes up: the
// three stay even.
static void test_mixes_in_the_long_run(void **state) {
    (void)state;
    agon_table table;
    agon_search_report report;
    agon_rng rng = agon_rng_make(agon_seed_number(1));
    sit_down(agon_codec_find("rock-paper-scissors"), 2, &table);
    agon_thought thought = thought_of(&table, 0, &rng);
    thought.simulations = 400000;
    assert_int_equal(agon_search_run(&thought, &report), AGON_OK);
    assert_int_equal(report.line_count, 3);
    for (int i = 0; i < 3; i++) {
        assert_in_range(report.lines[i].visits, 120000, 147000);
        assert_in_range(report.lines[i].value, AGON_SURE / 2 - 1000, AGON_SURE / 2 + 1000);
    }
    leave(&table);
}

static void test_nothing_to_choose(void **state) {
    (void)state;
    agon_table table;
    agon_search_report report;
    sit_down(agon_codec_find("entropy"), 2, &table);
    agon_rng rng = agon_rng_make(agon_seed_number(1));
    agon_thought thought = thought_of(&table, 1, &rng);
    assert_int_equal(agon_search_run(&thought, &report), AGON_NO_ACTION);
    leave(&table);
}

static void test_options_of_a_seat(void **state) {
    (void)state;
    static const char *const wrong[] = {"search:threads=0", "search:threads=65",
                                        "search:threads=", "search:threads=2x", "search:thread=2"};
    const agon_rules *rules = agon_codec_find("entropy")->rules;
    agon_seat seat;
    agon_error error;
    assert_int_equal(agon_seat_read("search:sims=9,ms=250,threads=64", rules, agon_seed_number(1),
                                    0, &seat, &error),
                     AGON_OK);
    assert_int_equal(seat.simulations, 9);
    assert_int_equal(seat.time, 250000);
    assert_int_equal(seat.threads, 64);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_int_equal(agon_seat_read(wrong[i], rules, agon_seed_number(1), 0, &seat, &error),
                         AGON_BAD_CONFIG);
        assert_non_null(strstr(error.message, "threads=N"));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_takes_the_last_territory),
        cmocka_unit_test(test_pays_for_the_last_planet),
        cmocka_unit_test(test_beats_random_in_an_unknown_game),
        cmocka_unit_test(test_mixes_rock_paper_and_scissors),
        cmocka_unit_test(test_mixes_in_the_long_run),
        cmocka_unit_test(test_nothing_to_choose),
        cmocka_unit_test(test_options_of_a_seat),
    };
    int failed = cmocka_run_group_tests_name("search", tests, NULL, NULL);
    failed += support_run_per_game("valid and repeatable", test_valid_and_repeatable, 1);
    failed += support_run_per_game("imagined", test_what_is_imagined_fits_the_view, 0);
    failed += support_run_per_game("on time", test_stops_when_time_is_up, 1);
    return failed + support_run_per_game("without memory", test_answers_without_memory, 1);
}
