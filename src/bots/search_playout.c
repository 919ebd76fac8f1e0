// What a playout is made of: outcomes, and the actions that lead to them.
#include "src/bots/search.h"

#include <string.h>

#define DEFAULT_HORIZON 4096 // actions of a playout in a game whose guide does not say
#define TURN_MAX 64          // actions beyond the horizon until a turn has to be over

search_world agon_search_world(const agon_thought *thought) {
    search_world world = {.game = thought->game, .player = thought->player};
    world.bot = agon_bot_find(thought->game->rules, "greedy");
    world.guide = world.bot ? world.bot->guide : NULL;
    return world;
}

bool agon_search_imagine(search_world *w, const agon_state *view) {
    if (agon_resample(w->game, view, w->rng, w->state) != AGON_OK) {
        return false;
    }
    const agon_guide *guide = w->guide;
    w->has_rivals = guide && agon_uniform(w->rng, 100) < guide->rivals_percent;
    w->first = (int)agon_uniform(w->rng, w->game->players);
    if (w->has_rivals && guide->imagine) {
        guide->imagine(w->game, w->state, w->player, w->rng);
    }
    return true;
}

// ---------------------------------------------------------------------------------------------
// Outcomes

// Winners share it all; where nobody wins everybody has a part.
static void value_end(const search_world *w, int32_t *values) {
    agon_viewers winners = agon_winners(w->game, w->state);
    int shared = 0;
    for (int p = 0; p < w->game->players; p++) {
        shared += winners ? winners >> p & 1 : 1;
    }
    for (int p = 0; p < w->game->players; p++) {
        bool has_part = !winners || (winners >> p & 1);
        values[p] = has_part ? AGON_SURE / shared : 0;
    }
}

// Without a guide an unfinished game is judged by the shares of the scores.
static void value_scores(const search_world *w, int32_t *values) {
    int32_t scores[AGON_MAX_PLAYERS];
    agon_scores(w->game, w->state, scores);
    int64_t lowest = scores[0];
    int64_t sum = 0;
    for (int p = 0; p < w->game->players; p++) {
        lowest = scores[p] < lowest ? scores[p] : lowest;
    }
    for (int p = 0; p < w->game->players; p++) {
        sum += scores[p] - lowest + 1;
    }
    for (int p = 0; p < w->game->players; p++) {
        values[p] = (int32_t)((scores[p] - lowest + 1) * AGON_SURE / sum);
    }
}

static void value_state(const search_world *w, int32_t *values) {
    if (w->state->over) {
        value_end(w, values);
    } else if (w->guide && w->guide->estimate) {
        w->guide->estimate(w->game, w->state, values);
    } else {
        value_scores(w, values);
    }
}

// ---------------------------------------------------------------------------------------------
// Playouts

static bool play_action(const search_world *w, int player, uint32_t guided) {
    agon_action action;
    const agon_thought thought = {
        .game = w->game, .view = w->state, .player = player, .rng = w->rng, .simulations = 1};
    if (w->guide && agon_uniform(w->rng, 100) < guided) {
        action = w->bot->think(&thought);
    } else if (agon_random_action(w->game, w->state, player, w->rng, &action)) {
        return false;
    }
    return agon_apply(w->game, w->state, player, action, NULL, w->state, NULL) == AGON_OK;
}

static int next_player(const search_world *w, int player) {
    return player + 1 < w->game->players ? player + 1 : 0;
}

// One action of everybody who may act; false when something does not go on.
static bool play_round(const search_world *w, int first, uint32_t *done) {
    agon_viewers asked = w->state->to_act;
    int p = first;
    for (int i = 0; i < w->game->players; i++, p = next_player(w, p)) {
        if (!agon_viewers_has(asked & w->state->to_act, p)) {
            continue;
        }
        bool is_guided = w->guide && (p == w->player || w->has_rivals);
        if (!play_action(w, p, is_guided ? w->guide->guided_percent : 0)) {
            return false;
        }
        ++*done;
    }
    return true;
}

// Beyond the horizon it goes on to where the turn passes to somebody else: in the middle of a turn
// a position looks better or worse than it is.
void agon_search_play_out(const search_world *w, int32_t *values) {
    uint32_t horizon = w->guide && w->guide->horizon ? w->guide->horizon : DEFAULT_HORIZON;
    agon_viewers turn = w->state->to_act;
    int first = w->first;
    for (uint32_t done = 0; !w->state->over && play_round(w, first, &done);) {
        first = next_player(w, first);
        bool is_next = w->state->to_act != turn;
        if (done >= horizon && (is_next || done >= horizon + TURN_MAX)) {
            break;
        }
        turn = w->state->to_act;
    }
    value_state(w, values);
}
