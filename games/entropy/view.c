// Views: everything but the generator. Resampling: a new generator.
#include "games/entropy/state.h"

#include <string.h>

// Copies all that everybody may see; the heads are the caller's.
static void copy_public(entropy_state *to, const entropy_state *from) {
    memcpy(to->owned, from->owned, sizeof to->owned);
    to->territories = from->territories;
    to->strong = from->strong;
    to->hungry = from->hungry;
    to->round = from->round;
    to->attacks = from->attacks;
    to->mover = from->mover;
    to->node_count = from->node_count;
    to->is_odd = from->is_odd;
    to->playing = from->playing;
    to->out_count = from->out_count;
    memcpy(to->out_player, from->out_player, sizeof to->out_player);
    memcpy(to->out_round, from->out_round, sizeof to->out_round);
    memcpy(to->dice, from->dice, sizeof to->dice);
    memcpy(to->adjacent, from->adjacent, from->node_count * sizeof to->adjacent[0]);
    if (from->is_odd) {
        memcpy(to->order, from->order, sizeof to->order);
    }
}

void agon_entropy_view(const agon_game *game, const agon_state *state, int viewer,
                       agon_state *out) {
    (void)game;
    (void)viewer;
    copy_public((entropy_state *)out, as_state(state));
}

void agon_entropy_resample(const agon_game *game, const agon_state *view, agon_rng *bits,
                           agon_state *out) {
    (void)game;
    entropy_state *s = (entropy_state *)out;
    copy_public(s, as_state(view));
    s->rng = agon_rng_split(bits);
}
