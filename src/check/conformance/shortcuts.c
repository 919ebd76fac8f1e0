// Conformance of the shortcuts of the rules table: [shortcut]. Each must do what the functions it
// stands for do one after the other. (That `act` leads where `check` and `step` lead is part of
// [apply]: in place is the short way, out of place the long one.)
#include "src/check/conformance/run.h"

#include <string.h>

#define PLAYED_ON 12 // actions of a playout that is compared

static bool rng_equal(const agon_rng *a, const agon_rng *b) {
    return a->key[0] == b->key[0] && a->key[1] == b->key[1] && a->pos == b->pos;
}

// agon_random_action, the long way.
static bool choose(const agon_game *game, const agon_state *state, int player, agon_rng *rng,
                   agon_action *action) {
    uint32_t count = agon_count(game, state, player);
    if (count == 0) {
        return false;
    }
    *action = agon_nth(game, state, player, agon_uniform(rng, count));
    return true;
}

static void check_pick(agon_conform_run *run, const agon_state *state, int player) {
    const agon_game *game = run->probe.table.game;
    agon_rng rng = agon_rng_split(&run->probe.rng), same = rng;
    agon_action action = {0}, expected = {0};
    bool is_picked = agon_random_action(game, state, player, &rng, &action) == AGON_OK;
    bool is_chosen = choose(game, state, player, &same, &expected);
    agon_conform(run, is_picked == is_chosen && agon_action_equal(action, expected), "shortcut",
                 "the action picked for player %d is not the one drawn from its list", player);
    agon_conform(run, rng_equal(&rng, &same), "shortcut", "picking draws more or less than one");
}

// What is refused out of place is refused in place, and changes nothing.
void agon_conform_refused_in_place(agon_conform_run *run, int player, agon_action action,
                                   agon_status expected) {
    const agon_game *game = run->probe.table.game;
    agon_error error = {0};
    agon_copy(run->x, run->before);
    agon_status status = agon_apply(game, run->x, player, action, NULL, run->x, &error);
    agon_conform(run, status == expected, "shortcut", "in place, %s instead of %s",
                 agon_status_slug(status), agon_status_slug(expected));
    if (expected != AGON_OK) {
        agon_conform(run, memcmp(run->x, run->before, run->before->used) == 0, "shortcut",
                     "an action refused in place changed the state");
    }
}

// The lowest player who may act makes a uniform choice, again and again.
static uint64_t play_on(const agon_game *game, agon_state *state, agon_rng *rng, uint64_t most) {
    uint64_t made = 0;
    for (; made < most && state->to_act; made++) {
        int player = 0;
        while (!agon_viewers_has(state->to_act, player)) {
            player++;
        }
        agon_action action;
        if (!choose(game, state, player, rng, &action) ||
            agon_check(game, state, player, action, NULL) != AGON_OK ||
            game->rules->step(game, state, player, action, NULL) != AGON_OK) {
            break;
        }
    }
    return made;
}

static void check_playout(agon_conform_run *run) {
    const agon_game *game = run->probe.table.game;
    const agon_state *state = run->probe.table.state;
    uint64_t most = agon_uniform(&run->probe.rng, PLAYED_ON + 1);
    agon_rng rng = agon_rng_split(&run->probe.rng), same = rng;
    agon_copy(run->x, state);
    agon_copy(run->y, state);
    uint64_t made = agon_playout(game, run->x, &rng, most);
    uint64_t expected = play_on(game, run->y, &same, most);
    agon_conform(run, made == expected && rng_equal(&rng, &same), "shortcut",
                 "a playout of %llu actions made %llu", (unsigned long long)expected,
                 (unsigned long long)made);
    agon_conform(run, agon_conform_equal(run, run->x, run->y), "shortcut",
                 "a playout leads elsewhere than its actions one by one");
}

void agon_conform_shortcuts(agon_conform_run *run) {
    const agon_game *game = run->probe.table.game;
    for (int p = 0; p < game->players; p++) {
        check_pick(run, run->probe.table.state, p);
    }
    check_playout(run);
}
