// How the cost grows with the work: fleets of cards in Stellar Skirmish, fleets of ships in Space
// Conquest. (Growth with players is in the table of `parts`, with threads in `agon bench --threads`.)
//
//   growth [--seconds S]
#include "lib/bench.h"

#include "games/space-conquest/space-conquest.h"
#include "games/stellar-skirmish/stellar-skirmish.h"

#include <stdio.h>
#include <stdlib.h>

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

int main(int count, char **arguments) {
    double seconds = bench_option(count, arguments, "--seconds", 0.2);
    bench_print_build();
    printf("stellar-skirmish, two players, cards of a fleet\n");
    for (int cards = 8; cards <= AGON_STELLAR_MAX_CARDS; cards *= 2) {
        measure_cards(cards, true, seconds);
        measure_cards(cards, false, seconds);
    }
    printf("space-conquest, orders of one ship by each player in a turn\n");
    const int orders[] = {0, 1, 2, 4, 8, 16};
    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
        measure_fleets(orders[i], seconds);
    }
    return 0;
}
