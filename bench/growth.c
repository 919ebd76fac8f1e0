// How the cost grows with the work: players, cards of a fleet in Stellar Skirmish, stars and fleets
// of ships in Space Conquest. (Growth with threads: `agon bench --threads`.)
//
//   growth [--seconds S]
#include "bench/lib/bench.h"

#include "agon/codec.h"

#include "games/space-conquest/space-conquest.h"
#include "games/stellar-skirmish/stellar-skirmish.h"

#include "src/codec/json.h"

#include <stdio.h>
#include <stdlib.h>

// ---------------------------------------------------------------------------------------------
// Players

static void measure_players(const agon_rules *rules, double seconds) {
    printf("%s, players\n", rules->id);
    for (int players = rules->min_players; players <= rules->max_players; players++) {
        bench_table table = bench_table_open(rules, players);
        bench_case one = {.name = "players", .run = bench_play, .self = &table};
        bench_measure(&one, 1, seconds);
        printf("%7d players %10.1f ns per game %6.1f decisions %8.2f ns per decision\n", players,
               one.best, one.decisions, one.best / one.decisions);
        bench_table_close(&table);
    }
}

// ---------------------------------------------------------------------------------------------
// Stellar Skirmish: cards

static void measure_cards(int cards, bool is_run, double seconds) {
    int32_t values[AGON_STELLAR_MAX_CARDS];
    for (int i = 0; i < cards; i++) {
        values[i] = is_run ? i + 1 : i / 2 * 3; // consecutive values, or pairs of equal ones
    }
    agon_stellar_config config = agon_stellar_config_default();
    config.fleet = (agon_stellar_cards){.values = values, .count = (uint32_t)cards};
    bench_table table = bench_table_open_with(&agon_stellar_rules, &config);
    bench_case one = {.name = "cards", .run = bench_play, .self = &table};
    bench_measure(&one, 1, seconds);
    printf("%7d %-12s %10.1f ns per game %8.2f ns per decision\n", cards,
           is_run ? "consecutive" : "pairs", one.best, one.best / one.decisions);
    bench_table_close(&table);
}

// ---------------------------------------------------------------------------------------------
// Space Conquest: fleets in flight

typedef struct campaign {
    bench_table table;
    int orders; // of one ship each, by each player in a turn, while there are ships
    uint64_t turns, fleets;
} campaign;

static void give_orders(const campaign *c, int player) {
    agon_state *state = c->table.state;
    for (int i = 0; i < c->orders; i++) {
        // The first order that is listed sends one ship; the last action is the commit.
        agon_action action = agon_nth(c->table.game, state, player, 0);
        if (action.type != AGON_CONQUEST_ORDER ||
            agon_apply(c->table.game, state, player, action, NULL, state, NULL) != AGON_OK) {
            return;
        }
    }
}

// Matches of sixty turns, or less.
static uint64_t run_campaign(void *self, uint64_t first, uint64_t count, uint64_t *sum) {
    campaign *c = self;
    agon_state *state = c->table.state;
    uint64_t turns = 0;
    (void)sum;
    for (uint64_t i = 0; i < count; i++) {
        agon_init(c->table.game, c->table.config, agon_seed_number((int64_t)(first + i)), state);
        for (int turn = 0; turn < 60 && !state->over; turn++, turns++) {
            for (int player = 0; player < 2 && !state->over; player++) {
                give_orders(c, player);
                if (agon_apply(c->table.game, state, player, agon_conquest_commit(), NULL, state,
                               NULL) != AGON_OK) {
                    exit(1);
                }
            }
            c->fleets += (uint64_t)agon_conquest_fleet_count(state);
        }
    }
    c->turns += turns;
    return turns;
}

static void measure_fleets(int orders, double seconds) {
    campaign c = {.table = bench_table_open(&agon_conquest_rules, 0), .orders = orders};
    bench_case one = {.name = "fleets", .run = run_campaign, .self = &c};
    bench_measure(&one, 1, seconds);
    double fleets = (double)c.fleets / (double)c.turns, turn = one.best / one.decisions;
    printf("%7d orders %8.1f fleets in flight %9.1f ns per turn\n", orders, fleets, turn);
    bench_table_close(&c.table);
}

// ---------------------------------------------------------------------------------------------
// Space Conquest: stars

typedef struct sky {
    agon_table table;
    agon_state *state, *view, *other;
} sky;

// A map with so many stars in rows of four. Half belong to each player, with ships enough to stay.
static json_t *map_of(int stars) {
    json_t *list = json_array();
    for (int i = 0; i < stars; i++) {
        const char id[] = {(char)('A' + i), '\0'};
        bool is_first = 2 * i < stars;
        json_array_append_new(
            list, json_pack("{s:s,s:i,s:i,s:i,s:s,s:i,s:{s:i,s:i}}", "id", id, "x", i % 4 * 3, "y",
                            i / 4 * 3, "base_ru", i == 0 || i == stars - 1 ? 4 : 1, "owner",
                            is_first ? "p1" : "p2", "npc_ships", 0, "stationed_ships", "p1",
                            is_first ? 4 : 0, "p2", is_first ? 0 : 4));
    }
    const char last[] = {(char)('A' + stars - 1), '\0'};
    return json_pack("{s:i,s:o,s:[],s:[{s:s,s:s},{s:s,s:s}]}", "turn", 0, "stars", list, "fleets",
                     "players", "id", "p1", "home_star", "A", "id", "p2", "home_star", last);
}

static uint64_t run_turns(void *self, uint64_t first, uint64_t count, uint64_t *sum) {
    const sky *k = self;
    (void)first;
    (void)sum;
    for (uint64_t i = 0; i < count; i++) {
        agon_copy(k->state, k->table.state);
        for (int step = 0; step < 40; step++) {
            if (agon_apply(k->table.game, k->state, step % 2, agon_conquest_commit(), NULL,
                           k->state, NULL) != AGON_OK) {
                exit(1);
            }
        }
    }
    return 20 * count;
}

static uint64_t run_views(void *self, uint64_t first, uint64_t count, uint64_t *sum) {
    const sky *k = self;
    uint64_t done = 0;
    (void)first;
    (void)sum;
    for (uint64_t i = 0; i < count; i++) {
        done += agon_view(k->table.game, k->table.state, 0, k->view) == AGON_OK;
    }
    return done;
}

static uint64_t run_resamples(void *self, uint64_t first, uint64_t count, uint64_t *sum) {
    const sky *k = self;
    agon_rng rng = bench_chooser(first);
    uint64_t done = 0;
    (void)sum;
    for (uint64_t i = 0; i < count; i++) {
        done += agon_resample(k->table.game, k->view, &rng, k->other) == AGON_OK;
    }
    return done;
}

static void measure_stars(int stars, double seconds) {
    sky k = {0};
    agon_error error = {0};
    json_t *document = map_of(stars);
    if (agon_table_load(agon_codec_find("space-conquest"), agon_value_of(document), &k.table,
                        &error) != AGON_OK) {
        fprintf(stderr, "growth: %s: %s\n", error.path, error.message);
        exit(1);
    }
    json_decref(document);
    k.state = malloc(k.table.game->state_max);
    k.view = malloc(k.table.game->state_max);
    k.other = malloc(k.table.game->state_max);
    if (!k.state || !k.view || !k.other || !run_views(&k, 0, 1, NULL)) {
        exit(1);
    }
    bench_case cases[] = {{.name = "turns", .run = run_turns, .self = &k},
                          {.name = "views", .run = run_views, .self = &k},
                          {.name = "resamples", .run = run_resamples, .self = &k}};
    bench_measure(cases, 3, seconds);
    printf("%7d stars  %9.1f ns per turn %9.1f ns per view %9.1f ns per resample\n", stars,
           cases[0].best / cases[0].decisions, cases[1].best, cases[2].best);
    free(k.state);
    free(k.view);
    free(k.other);
    agon_table_free(&k.table);
}

int main(int count, char **arguments) {
    double seconds = bench_option(count, arguments, "--seconds", 0.2);
    bench_print_build();
    const agon_codec *codec;
    for (size_t i = 0; (codec = agon_codec_at(i)); i++) {
        if (codec->rules->max_players > codec->rules->min_players) {
            measure_players(codec->rules, seconds);
        }
    }
    printf("stellar-skirmish, two players, cards of a fleet\n");
    for (int cards = 8; cards <= AGON_STELLAR_MAX_CARDS; cards *= 2) {
        measure_cards(cards, true, seconds);
        measure_cards(cards, false, seconds);
    }
    printf("space-conquest, stars\n");
    for (int stars = 2; stars <= AGON_CONQUEST_STARS; stars *= 2) {
        measure_stars(stars, seconds);
    }
    printf("space-conquest, orders of one ship by each player in a turn\n");
    const int orders[] = {0, 1, 2, 4, 8, 16};
    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
        measure_fleets(orders[i], seconds);
    }
    return 0;
}
