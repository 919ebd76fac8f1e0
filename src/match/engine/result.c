// How a match came out: places by the rules and by forfeits.
#include "src/match/engine/internal.h"

// Whether player a is placed before player b.
static bool is_better(const agon_result *result, int a, int b) {
    if (result->forfeits[a] != result->forfeits[b]) {
        return result->forfeits[b] != 0 &&
               (result->forfeits[a] == 0 || result->forfeits[a] > result->forfeits[b]);
    }
    bool a_won = result->winners >> a & 1u;
    bool b_won = result->winners >> b & 1u;
    if (a_won || b_won || result->winners == AGON_NONE) {
        return a_won && !b_won;
    }
    return result->scores[a] > result->scores[b];
}

static uint8_t place_of(const agon_result *result, int player, int players) {
    uint8_t place = 1;
    for (int p = 0; p < players; p++) {
        place = (uint8_t)(place + is_better(result, p, player));
    }
    return place;
}

agon_result agon_result_make(const agon_game *game, const agon_state *state,
                             const uint8_t *forfeits, uint32_t moves) {
    AGON_ASSERT(game && state);
    agon_result result = {.over = state->over, .moves = moves};
    agon_scores(game, state, result.scores);
    result.winners = result.over ? agon_winners(game, state) : AGON_NONE;
    for (int p = 0; p < game->players; p++) {
        result.forfeits[p] = forfeits ? forfeits[p] : 0;
    }
    for (int p = 0; result.over && p < game->players; p++) {
        result.places[p] = place_of(&result, p, game->players);
    }
    return result;
}

agon_result agon_seats_result(const agon_game *game, const agon_state *state,
                              const agon_match_seat *seats, uint32_t moves) {
    uint8_t forfeits[AGON_MAX_PLAYERS];
    for (int p = 0; p < AGON_MAX_PLAYERS; p++) {
        forfeits[p] = seats[p].forfeit;
    }
    return agon_result_make(game, state, forfeits, moves);
}
