// Space Conquest: documents of states and views, in and out (ALL-5, ALL-8).
#include "games/space-conquest/tests/test_table.h"

// Sets the value at a path like "stars.2.x" of a document; no value: removes it.
static void put(json_t *document, const char *path, const char *value) {
    char copy[100];
    snprintf(copy, sizeof copy, "%s", path);
    json_t *at = document;
    char *key = copy;
    char *dot;
    for (; (dot = strchr(key, '.')); key = dot + 1) {
        *dot = '\0';
        at = json_is_array(at) ? json_array_get(at, (size_t)atoi(key)) : json_object_get(at, key);
        assert_non_null(at);
    }
    if (!value) {
        assert_int_equal(json_object_del(at, key), 0);
    } else if (json_is_array(at)) {
        assert_int_equal(json_array_set_new(at, (size_t)atoi(key), support_json(value)), 0);
    } else {
        assert_int_equal(json_object_set_new(at, key, support_json(value)), 0);
    }
}

static void expect_refused(json_t *document, const char *path) {
    agon_error error = {0};
    agon_table loaded;
    assert_int_equal(agon_table_load(codec(), agon_value_of(document), &loaded, &error),
                     AGON_BAD_STATE);
    assert_string_equal(error.path, path);
    assert_true(strlen(error.message) > 5);
    json_decref(document);
}

// The small state with one value changed is refused, and the culprit is named.
static void refuse(const char *path, const char *value, const char *culprit) {
    json_t *document = small_state();
    put(document, path, value);
    expect_refused(document, culprit);
}

static void accept(const char *path, const char *value) {
    json_t *document = small_state();
    put(document, path, value);
    load_table(document);
    agon_table_free(&table);
}

static void test_stars_refused(void **unused) {
    (void)unused;
    refuse("stars", NULL, "stars");
    refuse("stars", "[]", "stars");
    refuse("stars.0", "7", "stars[0]");
    refuse("stars.1.id", "'A'", "stars[1].id");
    refuse("stars.1.id", "'Q'", "stars[1].id");
    refuse("stars.1.id", "'PP'", "stars[1].id");
    refuse("stars.1.id", NULL, "stars[1].id");
    refuse("stars.0.name", "'Vega'", "stars[0].name");
    refuse("stars.0.x", "12", "stars[0].x");
    refuse("stars.0.x", "-1", "stars[0].x");
    refuse("stars.0.x", "1.0", "stars[0].x");
    refuse("stars.0.x", NULL, "stars[0].x");
    refuse("stars.0.y", "10", "stars[0].y");
    refuse("stars.2.base_ru", "0", "stars[2].base_ru");
    refuse("stars.2.base_ru", "4", "stars[2].base_ru");
    refuse("stars.0.base_ru", "3", "stars[0].base_ru");
    refuse("stars.2.base_ru", "null", "stars[2].base_ru");
    refuse("stars.2.owner", "'p3'", "stars[2].owner");
    refuse("stars.2.owner", NULL, "stars[2].owner");
    refuse("stars.2.npc_ships", "-1", "stars[2].npc_ships");
    refuse("stars.2.npc_ships", NULL, "stars[2].npc_ships");
    refuse("stars.0.npc_ships", "1", "stars[0].npc_ships"); // owned
    refuse("stars.0.stationed_ships", "4", "stars[0].stationed_ships");
    refuse("stars.0.stationed_ships.p1", "-1", "stars[0].stationed_ships.p1");
    refuse("stars.0.stationed_ships.p1", "100000109", "stars[0].stationed_ships");
    json_t *document = small_state(); // two stars in one cell
    put(document, "stars.2.x", "1");
    put(document, "stars.2.y", "5");
    expect_refused(document, "stars[3]");
}

static void test_players_refused(void **unused) {
    (void)unused;
    refuse("players", NULL, "players");
    refuse("players", "[]", "players");
    refuse("players.0.id", "'p2'", "players[0].id");
    refuse("players.0.home_star", NULL, "players[0].home_star");
    refuse("players.0.home_star", "'B'", "players[0].home_star");
    refuse("players.1.home_star", "'A'", "players[1].home_star");
    refuse("players.0.visited_stars", "['A','A']", "players[0].visited_stars[1]");
    refuse("players.0.visited_stars", "['A','B']", "players[0].visited_stars");
    refuse("players.0.visited_stars", "['A',7]", "players[0].visited_stars[1]");
    refuse("players.0.known_ru", "{'A':3}", "players[0].known_ru.A");
    refuse("players.0.known_ru", "{'C':2}", "players[0].known_ru.C"); // not visited
    refuse("players.0.known_ru", "[]", "players[0].known_ru");
    refuse("players.0.known_control", "{'A':'mine'}", "players[0].known_control.A");
    accept("players.0.known_control", "{'A':'opp'}"); // old knowledge: control is live
    accept("players.0.known_ru", "{'A':4,'C':null}");
}

static void test_fleets_refused(void **unused) {
    (void)unused;
#define FLEET(id, owner, ships, origin, dest, distance)                                            \
    "[{'id':'" id "','owner':'" owner "','ships':" ships ",'origin':'" origin "','dest':'" dest    \
    "','dist_remaining':" distance "}]"
    accept("fleets", FLEET("p1-000", "p1", "1", "A", "C", "1"));
    accept("fleets", FLEET("p2-12345", "p2", "9", "A", "C", "11"));
    refuse("fleets", NULL, "fleets");
    refuse("fleets", "[7]", "fleets[0]");
    refuse("fleets", FLEET("p2-000", "p1", "1", "A", "C", "1"), "fleets[0].id");
    refuse("fleets", FLEET("p1-", "p1", "1", "A", "C", "1"), "fleets[0].id");
    refuse("fleets", FLEET("p1-1x", "p1", "1", "A", "C", "1"), "fleets[0].id");
    refuse("fleets", FLEET("p1-99999999999", "p1", "1", "A", "C", "1"), "fleets[0].id");
    refuse("fleets", FLEET("p1-2000000000", "p1", "1", "A", "C", "1"), "fleets[0].id");
    refuse("fleets", FLEET("p", "p1", "1", "A", "C", "1"), "fleets[0].id");
    refuse("fleets", FLEET("p1-000", "npc", "1", "A", "C", "1"), "fleets[0].owner");
    refuse("fleets", FLEET("p1-000", "p1", "0", "A", "C", "1"), "fleets[0].ships");
    refuse("fleets", FLEET("p1-000", "p1", "100000096", "A", "C", "1"), "fleets[0].ships");
    refuse("fleets", FLEET("p1-000", "p1", "1", "B", "C", "1"), "fleets[0].origin");
    refuse("fleets", FLEET("p1-000", "p1", "1", "A", "B", "1"), "fleets[0].dest");
    refuse("fleets", FLEET("p1-000", "p1", "1", "A", "A", "1"), "fleets[0].dest");
    refuse("fleets", FLEET("p1-000", "p1", "1", "A", "C", "0"), "fleets[0].dist_remaining");
    refuse("fleets", FLEET("p1-000", "p1", "1", "A", "C", "12"), "fleets[0].dist_remaining");
}

static json_t *many_fleets(unsigned count) {
    json_t *document = small_state();
    json_t *list = json_array();
    for (unsigned i = 0; i < count; i++) {
        char id[20];
        snprintf(id, sizeof id, "p1-%03u", i);
        json_array_append_new(list, json_pack("{s:s,s:s,s:i,s:s,s:s,s:i}", "id", id, "owner", "p1",
                                              "ships", 1, "origin", "A", "dest", "P",
                                              "dist_remaining", 5));
    }
    json_object_set_new(document, "fleets", list);
    return document;
}

static void test_sc16_more_than_2816_are_refused(void **unused) {
    (void)unused;
    load_table(many_fleets(2816));
    expect_key(table.state, "fleet_counter", "{'p1':2816,'p2':0}"); // counted, if not given
    agon_table_free(&table);
    expect_refused(many_fleets(2817), "fleets");
}

static void test_scalars_refused(void **unused) {
    (void)unused;
    refuse("turn", NULL, "turn");
    refuse("turn", "-1", "turn");
    refuse("turn", "1000001", "turn");
    refuse("seed", "'x'", "seed");
    refuse("rng", "{'key':'00','pos':0}", "rng.key");
    refuse("winner", "'p3'", "winner");
    refuse("max_turns", "0", "max_turns");
    refuse("max_turns", "10001", "max_turns");
    refuse("fleet_counter", "{'p1':-1}", "fleet_counter.p1");
    refuse("fleet_counter", "{'p2':2000000000}", "fleet_counter.p2");
    refuse("viewer", "'p3'", "viewer");
    accept("winner", "'draw'");
    accept("seed", "'00112233445566778899aabbccddeeff'");
    accept("players.0.comment", "'unknown keys are ignored'");
}

static void test_orders_refused(void **unused) {
    (void)unused;
    refuse("orders", "7", "orders");
    refuse("orders", "{'p1':7}", "orders.p1");
    refuse("orders", "{'p1':{'moves':7}}", "orders.p1.moves");
    refuse("orders", "{'p1':{'committed':1}}", "orders.p1.committed");
    refuse("orders", "{'p1':{'too_many':true}}", "orders.p1.too_many");
    refuse("orders", "{'p1':{'committed':true},'p2':{'committed':true}}", "orders");
    accept("orders", "{'p1':{'moves':[7,{},{'from':[]}]},'p2':null}");
    refuse("order_errors", "{'p1':[{'order':0,'reason':'bad'}]}", "order_errors.p1[0].reason");
    refuse("order_errors", "{'p2':[{'order':129,'reason':'same_star'}]}",
           "order_errors.p2[0].order");
    refuse("order_errors", "{'p1':[{'order':null,'reason':'same_star'}]}",
           "order_errors.p1[0].order");
    refuse("order_errors", "{'p1':[{'order':1,'reason':'over_commitment'}]}",
           "order_errors.p1[0].order");
}

#define COMBAT(rest)                                                                               \
    "[{'star_id':'C','combat_type':'npc','attacker':'p1','attacker_ships':3,'defender_ships':2,"   \
    "'control_before':null,'control_after':'p1'" rest "}]"

static void test_reports_refused(void **unused) {
    (void)unused;
    accept("combats_last_turn", COMBAT(",'winner':'attacker','attacker_losses':1"));
    accept("combats_last_turn", COMBAT(",'defender':'npc','simultaneous':false"));
    refuse("combats_last_turn", COMBAT(",'winner':null"), "combats_last_turn[0].winner");
    refuse("combats_last_turn", COMBAT(",'defender':'p2'"), "combats_last_turn[0].defender");
    refuse("combats_last_turn", COMBAT(",'star_name':'Deneb'"), "combats_last_turn[0].star_name");
    refuse("combats_last_turn", COMBAT(",'attacker_survivors':3"),
           "combats_last_turn[0].attacker_survivors");
    refuse("combats_last_turn", COMBAT(",'simultaneous':true"), "combats_last_turn[0]");
    refuse("combats_last_turn",
           "[{'star_id':'B','combat_type':'npc','attacker':'p1','attacker_ships':3,"
           "'defender_ships':2,'control_after':'p1'}]",
           "combats_last_turn[0].star_id");
    refuse("combats_last_turn",
           "[{'star_id':'C','combat_type':'npc','attacker':'p1','attacker_ships':0,"
           "'defender_ships':2}]",
           "combats_last_turn[0].attacker_ships");
    refuse("combats_last_turn",
           "[{'star_id':'C','combat_type':'pvp','attacker':'p1','attacker_ships':3,"
           "'defender_ships':2,'control_before':'p1','control_after':'p1'}]",
           "combats_last_turn[0]"); // nobody attacks its own star
    refuse("rebellions_last_turn", "[{'star':'C','owner':'p1','ru':4,'garrison_before':0}]",
           "rebellions_last_turn[0].ru");
    refuse("rebellions_last_turn", "[{'star':'C','owner':'p1','ru':2,'garrison_before':2}]",
           "rebellions_last_turn[0].garrison_before");
    refuse("rebellions_last_turn",
           "[{'star':'C','owner':'p1','ru':2,'garrison_before':1,'outcome':'won'}]",
           "rebellions_last_turn[0].outcome");
    refuse("hyperspace_losses_last_turn",
           "[{'fleet_id':'p1-1','owner':'p1','ships':0,'origin':'A','dest':'C'}]",
           "hyperspace_losses_last_turn[0].ships");
}

// ALL-5: the keys of the seed's document are enough.
static void test_all5_documented_keys_are_enough(void **unused) {
    (void)unused;
    load_table(support_json(
        "{'seed':42,'turn':7,'stars':["
        "{'id':'A','name':'Altair','x':2,'y':6,'base_ru':4,'owner':'p1','npc_ships':0},"
        "{'id':'F','name':'Fomalhaut','x':3,'y':3,'base_ru':2,'owner':null,'npc_ships':2},"
        "{'id':'P','name':'Polaris','x':9,'y':9,'base_ru':4,'owner':'p2','npc_ships':0}],"
        "'fleets':[{'id':'p1-003','owner':'p1','ships':3,'origin':'A','dest':'F',"
        "'dist_remaining':3}],"
        "'players':[{'id':'p1','home_star':'A','known_ru':{'F':2,'P':null},"
        "'known_control':{'A':'me','P':'opp','F':null}},"
        "{'id':'p2','home_star':'P','known_ru':{'P':4},'known_control':{'P':'me'}}]}"));
    expect_key(table.state, "fleet_counter", "{'p1':4,'p2':0}");
    expect_key(table.state, "max_turns", "500");
    expect_key(table.state, "winner", "null");
    expect_key(table.state, "players",
               "[{'id':'p1','home_star':'A','visited_stars':['A','F'],'known_ru':{'A':4,'F':2},"
               "'known_control':{'A':'me','F':'npc'}},"
               "{'id':'p2','home_star':'P','visited_stars':['P'],'known_ru':{'P':4},"
               "'known_control':{'P':'me'}}]");
    expect_key(table.state, "rng", "{'key':'6e6f67412e6e756d000000000000002a','pos':0}"); // ALL-8
    assert_int_equal(table.state->to_act, 3);
}

// SC-5: a loaded list keeps its order.
static void test_sc5_order_is_kept(void **unused) {
    (void)unused;
    load_small();
    json_t *document = written(table.state);
    const char *wanted = "APCDE";
    for (size_t i = 0; i < 5; i++) {
        const json_t *star = json_array_get(json_object_get(document, "stars"), i);
        assert_int_equal(json_string_value(json_object_get(star, "id"))[0], wanted[i]);
    }
    json_decref(document);
}

static void test_key_order(void **unused) {
    (void)unused;
    static const char *const keys[] = {"seed",
                                       "turn",
                                       "stars",
                                       "fleets",
                                       "players",
                                       "winner",
                                       "fleet_counter",
                                       "max_turns",
                                       "orders",
                                       "order_errors",
                                       "combats_last_turn",
                                       "rebellions_last_turn",
                                       "hyperspace_losses_last_turn",
                                       "rng"};
    load_small();
    json_t *document = written(table.state);
    assert_int_equal(json_object_size(document), sizeof keys / sizeof keys[0]);
    size_t i = 0;
    const char *key;
    json_t *value;
    json_object_foreach(document, key, value) {
        assert_string_equal(key, keys[i++]);
    }
    json_decref(document);
}

// A document of ours loads again to the same bytes, and so does every view of it.
static void expect_round_trip(const agon_state *state) {
    agon_table again;
    json_t *document = written(state);
    assert_int_equal(agon_table_load(codec(), agon_value_of(document), &again, NULL), AGON_OK);
    assert_int_equal(agon_hash(again.game, again.state), agon_hash(table.game, state));
    assert_int_equal(again.state->to_act, state->to_act);
    json_decref(document);
    agon_table_free(&again);
}

static void test_round_trip_with_garbage_orders(void **unused) {
    (void)unused;
    load_small();
    play(0, "{'type':'order','from':'Z','to':7,'ships':'many'}", NULL);
    play(0, "{'type':'order','from':'A','to':'A','ships':-2147483648}", NULL);
    play(0, "{'type':'order','from':'A','to':'C','ships':99999999999}", NULL);
    play(1, "{'moves':[]}", NULL);
    expect_key(table.state, "orders",
               "{'p1':{'moves':[{'from':'Z','to':null,'ships':null},"
               "{'from':'A','to':'A','ships':-2147483647},"
               "{'from':'A','to':'C','ships':2147483647}],'committed':false,'too_many':false},"
               "'p2':{'moves':[],'committed':true,'too_many':false}}");
    expect_round_trip(table.state);
    agon_state *view = malloc(table.game->state_max);
    for (int viewer = 0; viewer < 2; viewer++) {
        assert_int_equal(agon_view(table.game, table.state, viewer, view), AGON_OK);
        expect_round_trip(view);
    }
    assert_int_equal(agon_view(table.game, table.state, AGON_SPECTATOR, view), AGON_OK);
    expect_round_trip(view);
    free(view);
}

// A large state stays loadable while it is played: limits grow with the turn.
static void test_limits_grow(void **unused) {
    (void)unused;
    json_t *document = small_state();
    put(document, "stars.0.stationed_ships", "{'p1':100000105}");
    put(document, "fleet_counter", "{'p1':1000000384,'p2':0}");
    load_table(document);
    static const int32_t rolls[] = {2, 0};
    assert_int_equal(play(1, "{'moves':[]}", NULL), AGON_OK);
    assert_int_equal(play(0, "{'moves':[{'from':'A','to':'C','ships':1}]}", rolls), AGON_OK);
    expect_round_trip(table.state);
    assert_int_equal(agon_count(table.game, table.state, 0), (100000108u + 6u) * 4 + 1);
}

// ---------------------------------------------------------------------------------------------
// Views

static json_t *small_view(void) {
    load_small();
    s->visited[0] |= 1 << C | 1 << E;
    agon_state *view = malloc(table.game->state_max);
    assert_int_equal(agon_view(table.game, table.state, 0, view), AGON_OK);
    json_t *document = written(view);
    free(view);
    agon_table_free(&table);
    return document;
}

static void refuse_view(const char *path, const char *value, const char *culprit) {
    json_t *document = small_view(); // stars A, C, D, E, P
    put(document, path, value);
    expect_refused(document, culprit);
}

static void test_views_refused(void **unused) {
    (void)unused;
    load_table(small_view());
    agon_table_free(&table);
    refuse_view("stars.4.owner", "'p2'", "stars[4].owner"); // never visited
    refuse_view("stars.4.base_ru", "4", "stars[4].base_ru");
    refuse_view("stars.1.base_ru", "null", "players[0].known_ru.C");
    refuse_view("stars.1.npc_ships", "2", "stars[1].npc_ships");
    refuse_view("stars.3.stationed_ships", "{'p2':2}", "stars[3].stationed_ships");
    refuse_view("stars.0.stationed_ships", "{'p1':1,'p2':2}", "stars[0].stationed_ships");
    refuse_view("players.0.known_control.C", "'me'", "players[0].known_control.C");
    refuse_view("players.0.known_control.C", NULL, "players[0].known_control.C");
    refuse_view("fleets", FLEET("p2-000", "p2", "1", "A", "C", "1"), "fleets[0].owner");
    refuse_view("fleet_counter", "{'p2':1}", "players[1]");
    refuse_view("committed", NULL, "committed");
    refuse_view("orders", "{'p2':{'moves':[]}}", "orders.p2");
    refuse_view("orders", "{'p1':{'committed':true}}", "committed.p1");
    refuse_view("order_errors", "{'p2':[{'order':0,'reason':'bad_count'}]}", "order_errors.p2");
    refuse_view("combats_last_turn",
                "[{'star_id':'C','combat_type':'npc','attacker':'p2','attacker_ships':3,"
                "'defender_ships':2,'control_after':'p2'}]",
                "combats_last_turn[0].attacker");
    refuse_view("players.0.home_star", "'B'", "players[0].home_star");
}

// A view needs a star that can be the other's home.
static void test_view_without_a_second_home(void **unused) {
    (void)unused;
    json_t *document = small_view();
    json_array_remove(json_object_get(document, "stars"), 4);
    expect_refused(document, "stars");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_stars_refused),
        TEST(test_players_refused),
        TEST(test_fleets_refused),
        TEST(test_sc16_more_than_2816_are_refused),
        TEST(test_scalars_refused),
        TEST(test_orders_refused),
        TEST(test_reports_refused),
        TEST(test_all5_documented_keys_are_enough),
        TEST(test_sc5_order_is_kept),
        TEST(test_key_order),
        TEST(test_round_trip_with_garbage_orders),
        TEST(test_limits_grow),
        TEST(test_views_refused),
        TEST(test_view_without_a_second_home),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
