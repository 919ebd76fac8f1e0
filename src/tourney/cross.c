// Outcomes, and the cross table: who placed before whom.
#include "agon/tourney.h"

agon_outcome agon_outcome_make(const agon_pairing *pairing, const agon_game *game,
                               const agon_state *last, const agon_result *result) {
    AGON_ASSERT(pairing && game && last && result);
    agon_outcome outcome = {.number = pairing->number,
                            .group = pairing->group,
                            .hash = agon_hash(game, last),
                            .moves = result->moves,
                            .seats = game->players,
                            .winners = result->winners};
    for (int s = 0; s < AGON_MAX_PLAYERS; s++) {
        outcome.bots[s] = (uint8_t)pairing->bots[s];
        outcome.places[s] = result->places[s];
        outcome.forfeits[s] = result->forfeits[s];
        outcome.scores[s] = result->scores[s];
    }
    return outcome;
}

void agon_cross_table_add(agon_cross_table *cross, const agon_outcome *outcome) {
    AGON_ASSERT(cross && outcome);
    for (int s = 0; s < outcome->seats; s++) {
        for (int t = 0; t < outcome->seats; t++) {
            int a = outcome->bots[s];
            int b = outcome->bots[t];
            if (a != b) {
                cross->wins[a][b] += outcome->places[s] < outcome->places[t];
                cross->draws[a][b] += outcome->places[s] == outcome->places[t];
            }
        }
    }
}

uint32_t agon_cross_table_met(const agon_cross_table *cross, int a, int b) {
    AGON_ASSERT(cross && a >= 0 && a < AGON_TOURNEY_BOTS && b >= 0 && b < AGON_TOURNEY_BOTS);
    return cross->wins[a][b] + cross->draws[a][b] + cross->wins[b][a];
}

double agon_cross_table_score(const agon_cross_table *cross, int a, int b) {
    AGON_ASSERT(cross && a >= 0 && a < AGON_TOURNEY_BOTS && b >= 0 && b < AGON_TOURNEY_BOTS);
    uint32_t met = agon_cross_table_met(cross, a, b);
    return met ? (cross->wins[a][b] + cross->draws[a][b] / 2.0) / met : 0;
}
