// Skirmish, rule by rule: set-up, turns, board, deaths, resolution. Units: test_units_arriving.c,
// test_units_staying.c; action cards: test_actions.c; information: test_views.c; documents:
// test_json.c.
#include "games/skirmish/tests/test_table.h"

// ---------------------------------------------------------------------------------------------
// Set-up

static agon_status configure(const agon_skirmish_config *config, agon_error *error) {
    static skirmish_game g;
    return agon_configure(&agon_skirmish_rules, config, &g.head, error);
}

static void sk1_deck_sizes(void **unused) {
    (void)unused;
    agon_skirmish_config config = agon_skirmish_config_default();
    agon_error error;
    assert_int_equal(configure(&config, &error), AGON_OK);
    config.decks[1].count = AGON_SKIRMISH_DECK_MIN;
    assert_int_equal(configure(&config, &error), AGON_OK);
    config.decks[1].count = AGON_SKIRMISH_DECK_MIN - 1;
    assert_int_equal(configure(&config, &error), AGON_BAD_CONFIG);
    assert_string_equal(error.path, "decks[1]");
    static const char *const fill[] = {"rogue", "rookie", "roots"};
    for (int i = 24; i < AGON_SKIRMISH_CARDS_MAX; i++) {
        config.decks[1].cards[i] = fill[i % 3];
    }
    config.decks[1].count = AGON_SKIRMISH_DECK_MAX;
    assert_int_equal(configure(&config, &error), AGON_OK);
    config.decks[1].count = AGON_SKIRMISH_DECK_MAX + 1;
    assert_int_equal(configure(&config, &error), AGON_BAD_CONFIG);
    assert_string_equal(error.message, "must have 20 to 30 cards, not 31");
}

static void sk1_copies_and_names(void **unused) {
    (void)unused;
    agon_skirmish_config config = agon_skirmish_config_default();
    agon_error error;
    config.max_copies = 2;
    config.decks[0].cards[0] = config.decks[0].cards[5] = config.decks[0].cards[7] = "dragon";
    assert_int_equal(configure(&config, &error), AGON_BAD_CONFIG);
    assert_string_equal(error.path, "decks[0][7]");
    assert_string_equal(error.message, "more copies of dragon than the 2 allowed");
    config.max_copies = 3;
    assert_int_equal(configure(&config, &error), AGON_OK);
    config = agon_skirmish_config_default();
    config.decks[1].cards[3] = "neckromancer";
    assert_int_equal(configure(&config, &error), AGON_BAD_CONFIG);
    assert_string_equal(error.path, "decks[1][3]");
    assert_string_equal(error.message,
                        "there is no card \"neckromancer\"; did you mean \"necromancer\"?");
    config.decks[1].cards[3] = "squire";
    assert_int_equal(configure(&config, &error), AGON_BAD_CONFIG);
    config.decks[1].cards[3] = NULL;
    assert_int_equal(configure(&config, &error), AGON_BAD_CONFIG);
    config = agon_skirmish_config_default();
    config.max_copies = 0;
    assert_int_equal(configure(&config, &error), AGON_BAD_CONFIG);
    assert_string_equal(error.path, "max_copies");
}

static void sk1_starter_decks(void **unused) {
    (void)unused;
    int count = 0;
    for (const agon_skirmish_starter *deck; (deck = agon_skirmish_starter_deck((size_t)count));
         count++) {
        agon_skirmish_config config = agon_skirmish_config_default();
        config.decks[0] = deck->deck;
        assert_int_equal(configure(&config, NULL), AGON_OK);
        assert_true(strlen(deck->name) > 0 && strlen(deck->summary) > 20);
        for (int other = 0; other < count; other++) {
            const agon_skirmish_starter *former = agon_skirmish_starter_deck((size_t)other);
            assert_string_not_equal(deck->name, former->name);
            bool is_same = deck->deck.count == former->deck.count;
            for (int i = 0; is_same && i < deck->deck.count; i++) {
                is_same = strcmp(deck->deck.cards[i], former->deck.cards[i]) == 0;
            }
            assert_false(is_same);
        }
    }
    assert_true(count >= 4);
}

static void sk2_opening(void **unused) {
    (void)unused;
    int starts[2] = {0};
    for (int seed = 0; seed < 40; seed++) {
        char config[40];
        snprintf(config, sizeof config, "{'seed':%d}", seed);
        assert_int_equal(start(config), AGON_OK);
        const skirmish_state *s = state();
        starts[s->starting]++;
        assert_int_equal(s->current, s->starting);
        assert_int_equal(s->round, 1);
        for (int p = 0; p < 2; p++) {
            assert_int_equal(s->hand_count[p], 8);
            assert_int_equal(s->deck_count[p], 24 - 8);
            uint64_t all = s->hand_set[p];
            for (int i = 0; i < s->deck_count[p]; i++) {
                all |= (uint64_t)1 << s->deck[p][i];
            }
            assert_true(all == (1u << 24) - 1);
        }
        assert_int_equal(s->rng.pos >= 47, 1); // 23 and 23 draws, and one for the start
    }
    assert_true(starts[0] > 8 && starts[1] > 8);
}

static void sk2_same_seed_same_match(void **unused) {
    (void)unused;
    assert_int_equal(start("{'seed':5}"), AGON_OK);
    uint64_t hash = agon_hash(table.game, table.state);
    assert_int_equal(start("{'seed':6}"), AGON_OK);
    assert_true(agon_hash(table.game, table.state) != hash);
    assert_int_equal(start("{'seed':5}"), AGON_OK);
    assert_true(agon_hash(table.game, table.state) == hash);
    assert_int_equal(start("{}"), AGON_OK);
    hash = agon_hash(table.game, table.state);
    assert_int_equal(start("{'seed':42}"), AGON_OK); // ALL-6
    assert_true(agon_hash(table.game, table.state) == hash);
}

static void sk3_squires_are_numbered(void **unused) {
    (void)unused;
    sit("h0:knight,knight u0@0:squire g0:squire done:1");
    act(0, "play knight 2");
    act(0, "input @0,1");
    assert_true(was_heard("UNIT_DEPLOYED 0-squire-3 0 1"));
    act(0, "play knight 4");
    act(0, "input @0,3");
    assert_true(was_heard("UNIT_DEPLOYED 0-squire-4 0 3"));
}

static void sk3_sixteen_squires_are_enough(void **unused) {
    (void)unused;
    sit("h0:knight,squire g0:squire,squire,squire,squire,squire,squire,squire,squire,squire,"
        "squire,squire,squire,squire,squire u0@4:squire");
    act(0, "play knight 2");
    assert_int_equal(state()->pending.type, 0);
    assert_int_equal(state()->current, 1);
    sit("h0:knight,squire g0:squire,squire,squire,squire,squire,squire,squire,squire,squire,"
        "squire,squire,squire,squire u0@4:squire");
    act(0, "play knight 2");
    act(0, "input @0,1");
    assert_true(was_heard("UNIT_DEPLOYED 0-squire-16 0 1"));
}

// ---------------------------------------------------------------------------------------------
// Turns and board

static void sk7_cooldowns_then_abilities(void **unused) {
    (void)unused;
    sit("cur:1 u0@0:ranger/c2 u0@1:turret u0@2:ranger/c1/mute u0@3:engineer u0@4:bard u1@1:scout "
        "u1@0:rookie/c2");
    act(1, "pass");
    expect_heard("PLAYER_PASSED 1", "TURN_STARTED 0", "UNIT_DAMAGED 1-scout-1 1 1 0-turret-1",
                 "UNIT_POWER_CHANGED 1-scout-1 1 2 1 -1", "SLOT_MODIFIER_CHANGED 0 3 0 1",
                 "UNIT_POWER_CHANGED 0-engineer-1 3 1 2 1",
                 "UNIT_POWER_CHANGED 0-engineer-1 3 2 3 1");
    assert_int_equal(state()->units[agon_skirmish_slot(0, 0)].cooldown, 1);
    assert_int_equal(state()->units[agon_skirmish_slot(0, 2)].cooldown, 0);
    assert_int_equal(state()->units[agon_skirmish_slot(1, 0)].cooldown, 2);
}

static void sk9_the_loser_starts(void **unused) {
    (void)unused;
    sit("u1@0:scout done:0 cur:1 start:1");
    act(1, "pass");
    assert_int_equal(state()->starting, 0);
    assert_int_equal(state()->current, 0);
    sit("u0@0:scout done:0 cur:1 start:1");
    act(1, "pass");
    assert_int_equal(state()->current, 1);
    sit("done:0 cur:1 start:1"); // a tie: who did not start the last one
    act(1, "pass");
    assert_int_equal(state()->current, 0);
    sit("done:0 cur:1 start:0");
    act(1, "pass");
    assert_int_equal(state()->current, 1);
}

static void sk12_close_and_in_front(void **unused) {
    (void)unused;
    for (int slot = 0; slot < AGON_SKIRMISH_SLOTS; slot++) {
        for (int other = 0; other < AGON_SKIRMISH_SLOTS; other++) {
            int apart = agon_skirmish_terrain_of(slot) - agon_skirmish_terrain_of(other);
            bool is_close = apart == 1 || apart == -1;
            bool is_front = apart == 0 && slot != other;
            assert_int_equal(skirmish_has(skirmish_close(slot), other), is_close);
            assert_int_equal(skirmish_front(slot) == other, is_front);
        }
    }
}

static void sk13_modifiers_stay(void **unused) {
    (void)unused;
    sit("h0:seed,seed,unsummon,scout u0@2:scout done:1");
    act(0, "play seed @0,2");
    act(0, "play seed @0,2");
    act(0, "play unsummon @0,2");
    assert_int_equal(modifier(0, 2), 2);
    act(0, "play scout 2");
    assert_int_equal(power(0, 2), 4);
    act(0, "pass");
    assert_int_equal(modifier(0, 2), 0);
}

static void sk14_power_is_never_negative(void **unused) {
    (void)unused;
    sit("u0@1:champion/b1/d3 m0@1:+2 u1@1:acolyte/b9");
    assert_int_equal(power(0, 1), 5 + 1 - 3 + 2);
    assert_int_equal(power(1, 1), 10);
    sit("u0@1:champion m0@1:-9");
    assert_int_equal(power(0, 1), 0);
}

static void sk14_values_have_a_bound(void **unused) {
    (void)unused;
    sit("u0@1:champion/b9999 m0@1:9998 h0:energize,seed u1@0:scout/d9999 m1@0:9999 done:1");
    act(0, "play energize @0,1");
    act(0, "play seed @0,1");
    assert_int_equal(state()->units[agon_skirmish_slot(0, 1)].buffs, AGON_SKIRMISH_VALUE_MAX);
    assert_int_equal(modifier(0, 1), AGON_SKIRMISH_VALUE_MAX);
    assert_int_equal(power(0, 1), 5 + 2 * AGON_SKIRMISH_VALUE_MAX);
}

// ---------------------------------------------------------------------------------------------
// Deploy, consume, death

static void sk15_own_slots_only_and_never_before_a_sentinel(void **unused) {
    (void)unused;
    sit("h0:champion u1@2:sentinel u1@0:scout");
    assert_int_equal(agon_count(table.game, table.state, 0), 4 + 1);
    refuse(0, "play champion 2");
    act(0, "play champion 0");
    assert_string_equal(unit_at(1, 0), "scout");
}

static void sk17_order_of_a_play(void **unused) {
    (void)unused;
    sit("h0:warlock u0@1:acolyte u0@2:ghoul u1@0:ghoul u1@2:champion");
    act(0, "play warlock 1");
    expect_heard("CARD_PLAYED 0 0-warlock-1 1 null", "UNIT_CONSUMED 0-acolyte-1 0 1 0-warlock-1",
                 "UNIT_DIED 0-acolyte-1 0 1 consumed", "UNIT_DEPLOYED 0-warlock-1 0 1",
                 "UNIT_POWER_CHANGED 0-warlock-1 1 3 6 3", "UNIT_POWER_CHANGED 1-ghoul-1 0 1 3 2",
                 "UNIT_POWER_CHANGED 0-ghoul-1 2 1 3 2",
                 "INPUT_REQUIRED 0 0-warlock-1 warlock [[1,0],[1,2]] false");
    act(0, "input @1,2");
    assert_int_equal(power(1, 2), 4); // the Acolyte's power when it was consumed
}

static void sk18_doomed_units_see_nothing(void **unused) {
    (void)unused;
    // All turn-start abilities come before the batch that the first of them makes.
    sit("cur:0 u1@1:turret u0@1:scout/d1 u1@3:bard u1@2:scout/d1 u0@2:turret h0:veteran");
    act(0, "play veteran 4");
    expect_heard("CARD_PLAYED 0 0-veteran-1 4 null", "UNIT_DEPLOYED 0-veteran-1 0 4",
                 "TURN_STARTED 1", "UNIT_DAMAGED 0-scout-1 1 1 1-turret-1",
                 "UNIT_POWER_CHANGED 0-scout-1 1 1 0 -1", "UNIT_POWER_CHANGED 1-scout-1 2 1 2 1",
                 "UNIT_DIED 0-scout-1 0 1 damage");
    sit("cur:1 u0@1:turret u1@1:ghoul u0@2:bard u0@3:turret u1@3:scout/d1 u0@4:ghoul h1:veteran");
    act(1,
        "play veteran 4"); // the Ghoul of player 1 is doomed first and does not see the Scout die
    assert_int_equal(power(1, 1), -1);
    assert_int_equal(power(0, 4), 3);
}

static void sk18_buffs_do_not_save(void **unused) {
    (void)unused;
    sit("h0:scout u0@1:acolyte/b5 m0@1:-3 d0:bard");
    act(0, "play scout 1"); // the Acolyte's gift comes before the batch, and too late
    expect_heard("CARD_PLAYED 0 0-scout-1 1 null", "UNIT_CONSUMED 0-acolyte-1 0 1 0-scout-1",
                 "UNIT_DIED 0-acolyte-1 0 1 consumed", "UNIT_DEPLOYED 0-scout-1 0 1",
                 "UNIT_POWER_CHANGED 0-scout-1 1 0 2 2", "UNIT_DIED 0-scout-1 0 1 power",
                 "TURN_STARTED 1");
    assert_string_equal(hand(0), ""); // and its Deploy ability does not fire
}

static void sk18_one_batch_after_each_effect(void **unused) {
    (void)unused;
    sit("cur:1 u0@0:turret u1@0:acolyte u0@1:turret u1@1:acolyte h1:veteran");
    act(1, "play veteran 3");
    expect_heard(
        "CARD_PLAYED 1 1-veteran-1 3 null", "UNIT_DEPLOYED 1-veteran-1 1 3", "TURN_STARTED 0",
        "UNIT_DAMAGED 1-acolyte-1 0 1 0-turret-1", "UNIT_POWER_CHANGED 1-acolyte-1 0 1 0 -1",
        "UNIT_DAMAGED 1-acolyte-2 1 1 0-turret-2", "UNIT_POWER_CHANGED 1-acolyte-2 1 1 0 -1",
        "UNIT_DIED 1-acolyte-1 1 0 damage", "UNIT_DIED 1-acolyte-2 1 1 damage");
}

static void sk18_a_loaded_unit_at_power_0_dies_after_the_first_effect(void **unused) {
    (void)unused;
    sit("u1@2:scout/d2 h0:scout");
    act(0, "play scout 0");
    assert_true(was_heard("UNIT_DIED 1-scout-1 1 2 power"));
    // A trigger of a doomed unit is no trigger, and a deploy ability of one neither.
    sit("m0@1:-3 h0:archer u1@2:champion");
    act(0, "play archer 1");
    expect_heard("CARD_PLAYED 0 0-archer-1 1 null", "UNIT_DEPLOYED 0-archer-1 0 1",
                 "UNIT_DIED 0-archer-1 0 1 power", "TURN_STARTED 1");
}

static void sk19_a_silenced_source_does_nothing(void **unused) {
    (void)unused;
    sit("cur:1 u0@1:bard/mute u0@2:scout u0@3:turret/mute u1@3:scout u0@4:engineer/mute "
        "u0@0:ghoul/mute h1:champion");
    act(1, "play champion 3");
    assert_int_equal(power(0, 2), 2);
    assert_int_equal(power(1, 3), 5);
    assert_int_equal(modifier(0, 4), 0);
}

// A card that queues as much as one wants, to reach the bound.
static void flood(skirmish_chain *chain, int slot, int target, int count) {
    (void)target;
    (void)count;
    for (int i = 0; i < 2; i++) {
        agon_skirmish_push(chain, SKIRMISH_DEPLOYED, skirmish_ref_on(chain->s, slot), 0, 0, 0);
    }
}

static void sk21_the_bound_is_a_fault_and_changes_nothing(void **unused) {
    (void)unused;
    static const skirmish_card flooder = {.name = "flooder", .power = 1, .deploy.run = flood};
    static const skirmish_card *cards[AGON_SKIRMISH_KINDS_MAX] = {&flooder};
    static skirmish_game g;
    static skirmish_state s, before;
    agon_skirmish_config config = agon_skirmish_config_default();
    for (int i = 0; agon_skirmish_catalogue[i]; i++) {
        cards[i + 1] = agon_skirmish_catalogue[i];
    }
    config.catalogue = cards;
    config.max_copies = 30;
    for (int i = 0; i < config.decks[0].count; i++) {
        config.decks[0].cards[i] = config.decks[1].cards[i] = "flooder";
    }
    assert_int_equal(agon_configure(&agon_skirmish_rules, &config, &g.head, NULL), AGON_OK);
    agon_init(&g.head, &config, agon_seed_number(1), &s.head);
    agon_copy(&before.head, &s.head); // padding included
    agon_action action = agon_nth(&g.head, &s.head, s.current, 0);
    assert_int_equal(agon_apply(&g.head, &s.head, s.current, action, NULL, &s.head, NULL),
                     AGON_ENGINE_FAULT);
    assert_memory_equal(&s, &before, sizeof s);
}

// ---------------------------------------------------------------------------------------------
// Resolution

static void sk22_terrains(void **unused) {
    (void)unused;
    sit("u0@0:scout u1@0:bard u0@1:champion u1@1:scout u0@2:scout u1@3:scout u1@4:scout done:0 "
        "cur:1");
    act(1, "pass"); // equal, p0, p0 alone, p1 alone, p1 alone
    assert_true(was_heard("ROUND_ENDED 1 null [2,2]"));
    assert_int_equal(state()->rounds_won[0], 1);
    assert_int_equal(state()->rounds_won[1], 1);
    assert_int_equal(state()->tie_rounds, 1);
}

static void sk23_conquest_before_the_win(void **unused) {
    (void)unused;
    sit("u0@0:noble u1@1:scout u1@2:scout d0:bard,scout,archer done:0 cur:1 won:0-1 round:2");
    act(1, "pass"); // also for the loser of the skirmish, also at the end of the match
    expect_heard("PLAYER_PASSED 1", "CONQUER_TRIGGERED 0-noble-1 0", "CARD_DRAWN 0 0-bard-1",
                 "CARD_DRAWN 0 0-scout-1", "ROUND_ENDED 2 1 [1,2]", "MATCH_ENDED 1");
}

static void sk24_two_wins(void **unused) {
    (void)unused;
    sit("u0@0:scout done:0 cur:1 won:1-1 round:3 start:1");
    act(1, "pass");
    assert_true(table.state->over);
    assert_int_equal(agon_winners(table.game, table.state), 1);
    int32_t scores[AGON_MAX_PLAYERS];
    agon_scores(table.game, table.state, scores);
    assert_int_equal(scores[0], 2);
    assert_int_equal(scores[1], 1);
    assert_int_equal(table.state->to_act, 0);
    assert_int_equal(agon_count(table.game, table.state, 0), 0);
}

static void sk24_draw(void **unused) {
    (void)unused;
    sit("done:0 cur:1 won:1-1 round:2");
    act(1, "pass");
    expect_heard("PLAYER_PASSED 1", "ROUND_ENDED 2 null [0,0]", "MATCH_ENDED null");
    assert_true(table.state->over);
    assert_int_equal(agon_winners(table.game, table.state), 0);
}

static void sk24_never_a_fourth_skirmish(void **unused) {
    (void)unused;
    sit("u0@0:scout done:0 cur:1 won:0-0 round:3"); // only a loaded state can be like this
    act(1, "pass");
    assert_true(table.state->over);
    assert_int_equal(agon_winners(table.game, table.state), 1);
}

static void sk25_clean_up(void **unused) {
    (void)unused;
    sit("u0@0:roots u1@0:scout u0@4:ghoul u1@2:squire m1@3:+2 g0:strike d0:bard,seed,archer,rogue "
        "done:0 cur:1");
    act(1, "pass");
    assert_string_equal(grave(0), "strike,roots,ghoul");
    assert_string_equal(grave(1), "scout,squire");
    assert_int_equal(modifier(1, 3), 0);
    assert_int_equal(modifier(0, 0), 0); // no Death abilities
    assert_int_equal(state()->occupied, 0);
    assert_int_equal(state()->has_passed[0] | state()->has_passed[1], 0);
    assert_int_equal(state()->vp[0] | state()->vp[1], 0);
    assert_string_equal(hand(0), "bard,seed,archer");
}

static void sk25_the_board_stays_at_the_end(void **unused) {
    (void)unused;
    sit("u0@0:scout m1@3:+2 done:0 cur:1 won:1-0 round:2");
    act(1, "pass");
    assert_int_equal(power(0, 0), 2);
    assert_int_equal(modifier(1, 3), 2);
    assert_int_equal(state()->vp[0], 1);
    assert_int_equal(state()->has_passed[0] & state()->has_passed[1], 1);
    assert_int_equal(state()->current, 1);
    assert_int_equal(state()->round, 2);
}

static void every_action_ends_with_a_snapshot(void **unused) {
    (void)unused;
    static const char *const actions[] = {"play archer 0", "input @1,1", "play seed @0,0",
                                          "use 0@3 @0,4",  "end",        "pass"};
    sit("h0:archer,seed u1@1:champion u0@3:ranger u0@2:vampire done:1 won:1-0");
    for (size_t i = 0; i < sizeof actions / sizeof actions[0]; i++) {
        last_type = -1;
        act(0, actions[i]);
        assert_int_equal(last_type, AGON_SKIRMISH_STATE_SNAPSHOT);
    }
    assert_true(table.state->over);
}

static void state_is_small(void **unused) {
    (void)unused;
    assert_true(sizeof(skirmish_state) <= 1024);
}

#define TEST(name) cmocka_unit_test_teardown(name, leave)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(sk1_deck_sizes),
        TEST(sk1_copies_and_names),
        TEST(sk1_starter_decks),
        TEST(sk2_opening),
        TEST(sk2_same_seed_same_match),
        TEST(sk3_squires_are_numbered),
        TEST(sk3_sixteen_squires_are_enough),
        TEST(sk7_cooldowns_then_abilities),
        TEST(sk9_the_loser_starts),
        TEST(sk12_close_and_in_front),
        TEST(sk13_modifiers_stay),
        TEST(sk14_power_is_never_negative),
        TEST(sk14_values_have_a_bound),
        TEST(sk15_own_slots_only_and_never_before_a_sentinel),
        TEST(sk17_order_of_a_play),
        TEST(sk18_doomed_units_see_nothing),
        TEST(sk18_buffs_do_not_save),
        TEST(sk18_one_batch_after_each_effect),
        TEST(sk18_a_loaded_unit_at_power_0_dies_after_the_first_effect),
        TEST(sk19_a_silenced_source_does_nothing),
        TEST(sk21_the_bound_is_a_fault_and_changes_nothing),
        TEST(sk22_terrains),
        TEST(sk23_conquest_before_the_win),
        TEST(sk24_two_wins),
        TEST(sk24_draw),
        TEST(sk24_never_a_fourth_skirmish),
        TEST(sk25_clean_up),
        TEST(sk25_the_board_stays_at_the_end),
        TEST(every_action_ends_with_a_snapshot),
        TEST(state_is_small),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
