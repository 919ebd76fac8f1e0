// What each viewer sees (RPS-7), and states that fit what it sees.
#include "games/rock-paper-scissors/state.h"

void agon_rps_view(const agon_game *game, const agon_state *state, int viewer, agon_state *out) {
    (void)game;
    const rps_state *s = (const rps_state *)state;
    rps_state *v = (rps_state *)out;
    for (int p = 0; p < 2; p++) {
        bool is_shown = state->over || p == viewer || s->choices[p] == RPS_NO_CHOICE;
        v->choices[p] = is_shown ? s->choices[p] : (uint8_t)RPS_HIDDEN;
    }
}

void agon_rps_resample(const agon_game *game, const agon_state *view, agon_rng *bits,
                       agon_state *out) {
    (void)game;
    const rps_state *v = (const rps_state *)view;
    rps_state *s = (rps_state *)out;
    for (int p = 0; p < 2; p++) {
        bool is_hidden = v->choices[p] == RPS_HIDDEN;
        uint8_t guess = (uint8_t)(RPS_FIRST_CHOICE + agon_uniform(bits, 3));
        s->choices[p] = is_hidden ? guess : v->choices[p];
    }
    s->seed_is_wide = 1;
    s->seed[0] = agon_rng_next(bits);
    s->seed[1] = agon_rng_next(bits);
}

int agon_rps_choice(const agon_state *state, int player) {
    const uint8_t choice = ((const rps_state *)state)->choices[player];
    return choice == RPS_NO_CHOICE ? AGON_RPS_NOTHING
           : choice == RPS_HIDDEN  ? AGON_RPS_UNKNOWN
                                   : choice - RPS_FIRST_CHOICE;
}
