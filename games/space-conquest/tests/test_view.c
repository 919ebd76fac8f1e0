// Space Conquest: knowledge, views and resampling, SC-21 and SC-22.
#include "games/space-conquest/tests/test_table.h"

static agon_state *view;
static agon_state *guess;

static void see(int viewer) {
    assert_int_equal(agon_view(table.game, table.state, viewer, view), AGON_OK);
}

static int open_views(void **unused) {
    (void)unused;
    view = malloc(1 << 17);
    guess = malloc(1 << 17);
    return view && guess ? 0 : -1;
}

static int close_views(void **unused) {
    free(view);
    free(guess);
    return done(unused);
}

// The small state with something of everything: fleets and reports of both, orders of both.
static void load_busy(void) {
    json_t *state = small_state();
    json_t *more = support_json(
        "{'fleets':[{'id':'p2-004','owner':'p2','ships':4,'origin':'P','dest':'A',"
        "'dist_remaining':2},{'id':'p1-002','owner':'p1','ships':3,'origin':'A','dest':'E',"
        "'dist_remaining':5}],"
        "'fleet_counter':{'p1':3,'p2':5},"
        "'orders':{'p1':{'moves':[{'from':'A','to':'C','ships':2}]},"
        "'p2':{'moves':[{'from':'P','to':'C','ships':1},{'from':'P','to':null,'ships':null}],"
        "'committed':true}},"
        "'order_errors':{'p1':[{'order':1,'reason':'not_owned'}],"
        "'p2':[{'order':null,'reason':'over_commitment'}]},"
        "'rebellions_last_turn':[{'star':'C','owner':'p2','ru':2,'garrison_before':1}],"
        "'hyperspace_losses_last_turn':[{'fleet_id':'p1-001','owner':'p1','ships':2,"
        "'origin':'A','dest':'C'},"
        "{'fleet_id':'p2-003','owner':'p2','ships':2,'origin':'P','dest':'C'}],"
        "'combats_last_turn':[{'star_id':'D','combat_type':'npc','attacker':'p1',"
        "'attacker_ships':5,'defender_ships':3,'control_before':null,'control_after':'p1'},"
        "{'star_id':'E','combat_type':'npc','attacker':'p2','attacker_ships':3,"
        "'defender_ships':1,'control_before':null,'control_after':'p2'},"
        "{'star_id':'C','combat_type':'pvp','attacker':'p1','attacker_ships':3,"
        "'defender_ships':3,'control_before':null,'control_after':null,'simultaneous':true}]}");
    json_object_update(state, more);
    json_decref(more);
    load_table(state);
}

static void test_sc21_view_document(void **unused) {
    (void)unused;
    load_busy();
    see(0);
    json_t *document = written(view);
    json_t *wanted = support_json(
        "{'viewer':'p1','turn':3,'stars':["
        "{'id':'A','name':'Altair','x':1,'y':1,'base_ru':4,'owner':'p1','npc_ships':null,"
        "'stationed_ships':{'p1':10,'p2':null}},"
        "{'id':'C','name':'Capella','x':4,'y':4,'base_ru':null,'owner':null,'npc_ships':null,"
        "'stationed_ships':null},"
        "{'id':'D','name':'Deneb','x':1,'y':5,'base_ru':3,'owner':'p1','npc_ships':null,"
        "'stationed_ships':{'p1':3,'p2':null}},"
        "{'id':'E','name':'Epsilon Eridani','x':7,'y':7,'base_ru':null,'owner':null,"
        "'npc_ships':null,'stationed_ships':null},"
        "{'id':'P','name':'Polaris','x':10,'y':8,'base_ru':null,'owner':null,"
        "'npc_ships':null,'stationed_ships':null}],"
        "'fleets':[{'id':'p1-002','owner':'p1','ships':3,'origin':'A','dest':'E',"
        "'dist_remaining':5}],"
        "'players':[{'id':'p1','home_star':'A','visited_stars':['A','D'],"
        "'known_ru':{'A':4,'D':3},'known_control':{'A':'me','D':'me'}},{'id':'p2'}],"
        "'committed':{'p1':false,'p2':true},'winner':null,'fleet_counter':{'p1':3},"
        "'max_turns':500,"
        "'orders':{'p1':{'moves':[{'from':'A','to':'C','ships':2}],'committed':false,"
        "'too_many':false}},"
        "'order_errors':{'p1':[{'order':1,'reason':'not_owned',"
        "'text':'You do not own the star to start from.'}]},"
        "'combats_last_turn':[{'star_id':'D','star_name':'Deneb','combat_type':'npc',"
        "'attacker':'p1','defender':'npc','attacker_ships':5,'defender_ships':3,"
        "'winner':'attacker','attacker_survivors':3,'defender_survivors':0,"
        "'attacker_losses':2,'defender_losses':3,'control_before':null,'control_after':'p1',"
        "'simultaneous':false},"
        "{'star_id':'C','star_name':'Capella','combat_type':'pvp','attacker':'p1',"
        "'defender':'p2','attacker_ships':3,'defender_ships':3,'winner':null,"
        "'attacker_survivors':0,'defender_survivors':0,'attacker_losses':3,"
        "'defender_losses':3,'control_before':null,'control_after':null,"
        "'simultaneous':true}],"
        "'rebellions_last_turn':[],"
        "'hyperspace_losses_last_turn':[{'fleet_id':'p1-001','owner':'p1','ships':2,"
        "'origin':'A','dest':'C'}]}");
    if (!json_equal(document, wanted)) {
        fail_msg("%s", json_dumps(document, JSON_COMPACT));
    }
    json_decref(document);
    json_decref(wanted);
}

static void test_sc22_spectator_document(void **unused) {
    (void)unused;
    load_busy();
    see(AGON_SPECTATOR);
    expect_key(view, "viewer", "'spectator'");
    expect_key(view, "fleets", "[]");
    expect_key(view, "players", "[{'id':'p1'},{'id':'p2'}]");
    expect_key(view, "committed", "{'p1':false,'p2':true}");
    expect_key(view, "fleet_counter", "{}");
    expect_key(view, "orders", "{}");
    expect_key(view, "order_errors", "{}");
    expect_key(view, "combats_last_turn", "[]");
    expect_key(view, "rebellions_last_turn", "[]");
    expect_key(view, "hyperspace_losses_last_turn", "[]");
    json_t *document = written(view);
    assert_null(json_object_get(document, "seed"));
    assert_null(json_object_get(document, "rng"));
    const json_t *star = json_array_get(json_object_get(document, "stars"), 0);
    assert_true(json_is_null(json_object_get(star, "base_ru")));
    assert_true(json_is_null(json_object_get(star, "owner")));
    assert_true(json_is_null(json_object_get(star, "stationed_ships")));
    json_decref(document);
}

// Control of visited stars is known live; of others not at all.
static void test_sc21_control_is_live(void **unused) {
    (void)unused;
    load_small();
    s->visited[0] |= 1 << C | 1 << E;
    see(0);
    json_t *document = written(view);
    const json_t *known =
        json_object_get(json_array_get(json_object_get(document, "players"), 0), "known_control");
    assert_string_equal(json_string_value(json_object_get(known, "C")), "npc");
    assert_string_equal(json_string_value(json_object_get(known, "E")), "opp");
    assert_null(json_object_get(known, "P"));
    json_decref(document);
    s->npc[C] = 0;
    s->owned[1] = 1 << P;
    s->npc[E] = 1;
    see(0);
    document = written(view);
    known =
        json_object_get(json_array_get(json_object_get(document, "players"), 0), "known_control");
    assert_string_equal(json_string_value(json_object_get(known, "C")), "none");
    assert_string_equal(json_string_value(json_object_get(known, "E")), "npc");
    json_decref(document);
}

static void expect_same_view(int viewer) {
    see(viewer);
    uint64_t before = agon_hash(table.game, view);
    uint32_t used = view->used;
    agon_rng bits = agon_rng_make(agon_seed_number(1));
    for (int i = 0; i < 3; i++) {
        assert_int_equal(agon_resample(table.game, view, &bits, guess), AGON_OK);
        agon_state *again = malloc(table.game->state_max);
        assert_int_equal(agon_view(table.game, guess, viewer, again), AGON_OK);
        assert_int_equal(agon_hash(table.game, again), before);
        assert_int_equal(again->used, used);
        // A guess is a state like any other.
        assert_int_equal(agon_conquest_validate(table.game, guess, NULL), AGON_OK);
        free(again);
    }
}

static void expect_same_views(void) {
    expect_same_view(0);
    expect_same_view(1);
    expect_same_view(AGON_SPECTATOR);
    agon_table_free(&table);
}

static void test_resample_of_odd_states(void **unused) {
    (void)unused;
    load_busy();
    expect_same_views();
    load_small(); // everything visited, own ships where they cannot be, homes lost
    s->visited[0] = s->visited[1] = s->present;
    s->ships[0][C] = s->ships[1][C] = s->ships[1][A] = 5;
    s->npc[C] = 1000;
    s->owned[0] = 1 << D;
    expect_same_views();
    load_small(); // nothing visited, not even the home; own stars all the same
    s->visited[0] = s->visited[1] = 0;
    expect_same_views();
    load_small(); // the only star left that can be the other's home is held without a visit
    s->visited[0] = 1 << A | 1 << C | 1 << D | 1 << E;
    s->owned[0] = 1 << A | 1 << P;
    s->owned[1] = 0;
    expect_same_views();
    load_small(); // over
    s->winner = AGON_CONQUEST_DRAW;
    s->head.over = 1;
    s->head.to_act = 0;
    s->turn = 1000000;
    expect_same_views();
}

// Fleets that are guessed have numbers of their own, in order and below the counter.
static void test_resample_numbers_fleets(void **unused) {
    (void)unused;
    agon_rng bits = agon_rng_make(agon_seed_number(9));
    int several = 0;
    load_small();
    see(0);
    for (int i = 0; i < 60; i++) {
        assert_int_equal(agon_resample(table.game, view, &bits, guess), AGON_OK);
        const conquest_state *g = (const conquest_state *)guess;
        const conquest_fleet *fleets = conquest_fleets(g);
        uint32_t next = 0, seen = 0;
        for (uint32_t k = 0; k < g->counts[CONQUEST_FLEETS]; k++) {
            if (fleets[k].owner == 1) {
                assert_true(seen == 0 || fleets[k].number == next);
                next = fleets[k].number + 1;
                seen++;
            }
        }
        assert_true(seen == 0 || next == g->fleet_counter[1]);
        several += seen > 1;
    }
    assert_true(several > 5);
}

// Nobody's home is where somebody else is at home: not even a star that its owner never visited.
static void test_resample_leaves_owned_stars(void **unused) {
    (void)unused;
    for (int viewer = 0; viewer < 2; viewer++) {
        agon_rng bits = agon_rng_make(agon_seed_number(9));
        load_small();
        see(viewer);
        conquest_state *v = (conquest_state *)view;
        unsigned own = viewer == 0 ? E : A; // one of two that this viewer has not visited
        v->owned[viewer] |= conquest_bit(own);
        v->owned[1 - viewer] &= (uint16_t)~conquest_bit(own);
        for (int i = 0; i < 60; i++) {
            assert_int_equal(agon_resample(table.game, view, &bits, guess), AGON_OK);
            unsigned home = ((const conquest_state *)guess)->home[1 - viewer];
            assert_false(conquest_has(v->owned[viewer], home));
        }
        agon_table_free(&table);
    }
}

static void test_resample_of_two_stars(void **unused) {
    (void)unused;
    load_table(support_json(
        "{'turn':9,'stars':[{'id':'K','x':0,'y':0,'base_ru':4,'owner':'p2','npc_ships':0},"
        "{'id':'B','x':0,'y':1,'base_ru':4,'owner':null,'npc_ships':9}],'fleets':[],"
        "'players':[{'id':'p1','home_star':'K','known_ru':{}},"
        "{'id':'p2','home_star':'B','known_ru':{'K':4}}]}"));
    expect_same_views();
}

static void test_resample_with_the_sky_full(void **unused) {
    (void)unused;
    load_small();
    for (unsigned i = 0; i < AGON_CONQUEST_MAX_FLEETS; i++) {
        conquest_fleet *fleet = agon_conquest_add(s, CONQUEST_FLEETS);
        *fleet = (conquest_fleet){
            .ships = 1, .number = i, .owner = i < 2 ? 1 : 0, .from = A, .to = P, .distance = 11};
    }
    expect_same_views();
}

// Every guess keeps the map's guarantees: RU by quadrant, a home where SC-3 and SC-4 allow it.
static void test_resample_keeps_the_budgets(void **unused) {
    (void)unused;
    agon_rng bits = agon_rng_make(agon_seed_number(9));
    for (int64_t seed = 0; seed < 200; seed++) {
        init_table(seed);
        see((int)(seed & 1));
        assert_int_equal(agon_resample(table.game, view, &bits, guess), AGON_OK);
        const conquest_state *g = (const conquest_state *)guess;
        int sums[4] = {0};
        for (unsigned star = 0; star < 16; star++) {
            bool is_home = star == g->home[0] || star == g->home[1];
            sums[agon_conquest_quadrant(g->x[star], g->y[star])] += is_home ? 0 : g->ru[star];
        }
        assert_int_equal(sums[0], 8);
        assert_int_equal(sums[1], 6);
        assert_int_equal(sums[2], 6);
        assert_int_equal(sums[3], 8);
        assert_true(agon_conquest_home_fits(g, 0, g->home[0]));
        assert_true(agon_conquest_home_fits(g, 1, g->home[1]));
        assert_int_equal(g->home[seed & 1], s->home[seed & 1]);
        // At the start everything else is known.
        assert_int_equal(g->ships[1 - (seed & 1)][g->home[1 - (seed & 1)]], 4);
        assert_int_equal(g->counts[CONQUEST_FLEETS], 0);
        agon_table_free(&table);
    }
}

// Lists of a view hold nothing but what is the viewer's; what the other does changes nothing in it.
static void test_sc22_others_orders_are_silent(void **unused) {
    (void)unused;
    load_small();
    see(0);
    uint64_t before = agon_hash(table.game, view);
    uint32_t used = view->used;
    for (int i = 0; i < 140; i++) {
        assert_int_equal(order(1, 'P', i % 2 ? 'C' : 'Z', i), AGON_OK);
        see(0);
        assert_int_equal(agon_hash(table.game, view), before);
        assert_int_equal(view->used, used);
    }
    see(AGON_SPECTATOR);
    assert_int_equal(view->used, sizeof(conquest_state));
    assert_int_equal(commit(1), AGON_OK);
    see(0);
    assert_int_not_equal(agon_hash(table.game, view), before); // who has committed is public
}

// A view lists by letter, and an action from a view means the same in the state (SC-5).
static void test_sc5_view_lists_by_letter(void **unused) {
    (void)unused;
    load_small();
    see(0);
    static const uint8_t by_letter[] = {A, C, D, E, P};
    assert_memory_equal(((conquest_state *)view)->list, by_letter, 5);
    assert_int_equal(agon_count(table.game, view, 0), agon_count(table.game, table.state, 0));
    agon_action action = agon_nth(table.game, view, 0, 3);
    assert_int_equal(action.b, P);
    assert_int_equal(agon_apply(table.game, table.state, 0, action, NULL, table.state, NULL),
                     AGON_OK);
    expect_key(table.state, "orders",
               "{'p1':{'moves':[{'from':'A','to':'P','ships':1}],'committed':false,"
               "'too_many':false},'p2':{'moves':[],'committed':false,'too_many':false}}");
}

static void test_star_taken_is_seen_by_visitors(void **unused) {
    (void)unused;
    static const int32_t rolls[] = {9, 0};
    load_small();
    s->visited[1] |= 1 << C;
    conquest_fleet *fleet = agon_conquest_add(s, CONQUEST_FLEETS);
    *fleet = (conquest_fleet){.ships = 9, .from = A, .to = C, .distance = 1};
    pass_turn(rolls);
    json_t *wanted =
        support_json("{'type':'STAR_TAKEN','star':'C','owner':'p1','visible':['p1','p2']}");
    assert_true(json_equal(json_array_get(events, json_array_size(events) - 1), wanted));
    json_decref(wanted);
}

// The last event is STAR_TAKEN of C by nobody, for p1 alone.
static void expect_abandoned(void) {
    json_t *wanted = support_json("{'type':'STAR_TAKEN','star':'C','owner':null,'visible':['p1']}");
    bool was_told = false;
    for (size_t i = 0; i < json_array_size(events); i++) {
        was_told |= json_equal(json_array_get(events, i), wanted);
    }
    json_decref(wanted);
    assert_true(was_told);
}

static void test_visitors_are_told_of_rebellions(void **unused) {
    (void)unused;
    static const int32_t rolls[] = {6, 0};
    load_small();
    s->visited[0] |= 1 << C;
    s->owned[1] |= 1 << C;
    s->npc[C] = 0;
    s->ships[1][C] = 0;
    s->ships[0][C] = 0;
    pass_turn(rolls);
    expect_abandoned();
}

static void test_visitors_are_told_of_fallen_garrisons(void **unused) {
    (void)unused;
    static const int32_t rolls[] = {9, 0};
    load_small();
    s->visited[0] |= 1 << C;
    conquest_fleet *fleet = agon_conquest_add(s, CONQUEST_FLEETS);
    *fleet = (conquest_fleet){
        .owner = 1, .ships = (uint32_t)s->npc[C], .from = P, .to = C, .distance = 1};
    assert_true(s->npc[C] > 0);
    pass_turn(rolls);
    expect_abandoned();
}

#define VIEW_TEST(function) cmocka_unit_test_setup_teardown(function, open_views, close_views)

int main(void) {
    const struct CMUnitTest tests[] = {
        VIEW_TEST(test_sc21_view_document),
        VIEW_TEST(test_sc22_spectator_document),
        VIEW_TEST(test_sc21_control_is_live),
        VIEW_TEST(test_resample_of_odd_states),
        VIEW_TEST(test_resample_numbers_fleets),
        VIEW_TEST(test_resample_leaves_owned_stars),
        VIEW_TEST(test_resample_of_two_stars),
        VIEW_TEST(test_resample_with_the_sky_full),
        VIEW_TEST(test_resample_keeps_the_budgets),
        VIEW_TEST(test_sc22_others_orders_are_silent),
        VIEW_TEST(test_sc5_view_lists_by_letter),
        VIEW_TEST(test_star_taken_is_seen_by_visitors),
        VIEW_TEST(test_visitors_are_told_of_rebellions),
        VIEW_TEST(test_visitors_are_told_of_fallen_garrisons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
