// Conformance of actions and steps: [actions], [refused], [apply], [copy], [rolls].
#include "src/check/conformance/run.h"

#include <stdlib.h>
#include <string.h>

#define REFUSED_TRIES 6
#define ROLLS_TRIES 2
#define MOST_ROLLS 8
#define GARBAGE 0xa5

static int order_of(const void *a, const void *b) {
    return memcmp(a, b, sizeof(agon_action));
}

// The valid actions must be the same twice, each there once, each accepted by check.
static void check_list(agon_conform_run *run, const agon_state *state, int player, uint32_t count) {
    const agon_game *game = run->probe.table.game;
    size_t got = agon_list(game, state, player, 0, run->listed, AGON_CONFORM_LISTED);
    size_t again = agon_list(game, state, player, 0, run->listed_again, AGON_CONFORM_LISTED);
    size_t expected = count < AGON_CONFORM_LISTED ? count : AGON_CONFORM_LISTED;
    agon_conform(run,
                 got == expected && again == got &&
                     memcmp(run->listed, run->listed_again, got * sizeof run->listed[0]) == 0,
                 "actions", "the list of player %d is not the same on every call", player);
    for (size_t i = 0; i < got; i++) {
        agon_status status = agon_check(game, state, player, run->listed[i], NULL);
        agon_conform(run, status == AGON_OK, "actions",
                     "check refuses action %zu of player %d's list: %s", i, player,
                     agon_status_slug(status));
    }
    qsort(run->listed, got, sizeof run->listed[0], order_of);
    for (size_t i = 1; i < got; i++) {
        agon_conform(run, order_of(&run->listed[i - 1], &run->listed[i]) != 0, "actions",
                     "the list of player %d has an action twice", player);
    }
}

static void check_player(agon_conform_run *run, const agon_state *state, int player) {
    const agon_game *game = run->probe.table.game;
    uint32_t count = agon_count(game, state, player);
    bool may_act = agon_viewers_has(state->to_act, player);
    agon_conform(run, may_act == (count > 0), "actions", "player %d may%s act and has %u actions",
                 player, may_act ? "" : " not", count);
    if (count > 0) {
        check_list(run, state, player, count);
    }
}

static const int strangers[] = {-1, AGON_MAX_PLAYERS, AGON_SPECTATOR, AGON_NOBODY, 1 << 20};

static void fill_with_garbage(agon_conform_run *run, agon_state *state) {
    memset(state, GARBAGE, run->probe.table.game->state_max);
}

static bool is_garbage(agon_conform_run *run, const agon_state *state) {
    const uint8_t *bytes = (const uint8_t *)state;
    for (uint32_t i = 0; i < run->probe.table.game->state_max; i++) {
        if (bytes[i] != GARBAGE) {
            return false;
        }
    }
    return true;
}

// Whatever check says about an action, apply must say too, and must then leave the output alone.
static void check_verdict(agon_conform_run *run, int player, agon_action action) {
    const agon_game *game = run->probe.table.game;
    const agon_state *state = run->probe.table.state;
    agon_error expected = {0}, error = {0};
    agon_status verdict = agon_check(game, state, player, action, &expected);
    fill_with_garbage(run, run->x);
    agon_status status = agon_apply(game, state, player, action, NULL, run->x, &error);
    agon_conform(run, status == verdict, "refused",
                 "player %d, {%d,%d,%d,%d,%d}: check says %s, apply %s", player, action.type,
                 action.a, action.b, action.c, action.n, agon_status_slug(verdict),
                 agon_status_slug(status));
    if (status != AGON_OK) {
        agon_conform(run, strcmp(expected.message, error.message) == 0, "refused",
                     "check says \"%.80s\", apply \"%.80s\"", expected.message, error.message);
        agon_conform(run, is_garbage(run, run->x), "refused",
                     "a refused action changed the output");
    }
    agon_conform(run, memcmp(run->before, state, state->used) == 0, "refused",
                 "the input has changed");
    agon_conform_refused_in_place(run, player, action, verdict);
}

static int random_actor(agon_conform_run *run) {
    agon_rng *rng = &run->probe.rng;
    if (agon_uniform(rng, 8) == 0) {
        return strangers[agon_uniform(rng, sizeof strangers / sizeof strangers[0])];
    }
    return (int)agon_uniform(rng, run->probe.table.game->players);
}

static void check_refusals(agon_conform_run *run) {
    const agon_state *state = run->probe.table.state;
    for (int i = 0; i < REFUSED_TRIES; i++) {
        agon_action action = agon_probe_mutant(&run->probe, state);
        int player;
        if (i == 0 && !agon_probe_pick(&run->probe, state, &player, &action)) {
            continue;
        }
        check_verdict(run, random_actor(run), action);
    }
}

void agon_conform_actions(agon_conform_run *run) {
    const agon_game *game = run->probe.table.game;
    const agon_state *state = run->probe.table.state;
    for (int p = 0; p < game->players; p++) {
        check_player(run, state, p);
    }
    for (size_t i = 0; i < sizeof strangers / sizeof strangers[0]; i++) {
        agon_conform(run, agon_count(game, state, strangers[i]) == 0, "actions",
                     "the stranger %d has actions", strangers[i]);
    }
    check_refusals(run);
}

// In place, with events, and on a copy of nothing but the used bytes: always the state in run->y.
static void check_ways(agon_conform_run *run, int player, agon_action action) {
    const agon_game *game = run->probe.table.game;
    const agon_state *state = run->probe.table.state;
    fill_with_garbage(run, run->x);
    agon_copy(run->x, state);
    agon_conform(run, agon_conform_equal(run, run->x, state), "copy",
                 "a copy of the used bytes has other canonical bytes");
    agon_status status = agon_apply(game, run->x, player, action, NULL, run->x, NULL);
    agon_conform(run, status == AGON_OK && agon_conform_equal(run, run->x, run->y), "apply",
                 "in place, on a copy of the used bytes, the result is another one");
    status = agon_probe_apply(&run->probe, state, player, action, &run->events, run->x);
    agon_conform(run, status == AGON_OK && agon_conform_equal(run, run->x, run->y), "apply",
                 "with somebody listening to the events the result is another one");
    agon_conform_events(run);
}

// Some values that draws may take; which ones fit is not known here.
static size_t random_rolls(agon_conform_run *run, int32_t rolls[MOST_ROLLS]) {
    agon_rng *rng = &run->probe.rng;
    size_t count = agon_uniform(rng, MOST_ROLLS + 1);
    for (size_t i = 0; i < count; i++) {
        rolls[i] = (int32_t)agon_uniform(rng, agon_uniform(rng, 2) ? 3 : 8);
    }
    return count;
}

static agon_status apply_rolls(agon_conform_run *run, int player, agon_action action,
                               const int32_t *rolls, size_t count, agon_state *out) {
    agon_draws draws = {.values = rolls, .count = count, .scratch = run->scratch};
    agon_context context = {.draws = &draws};
    return agon_apply(run->probe.table.game, run->probe.table.state, player, action, &context, out,
                      NULL);
}

static void check_rolls(agon_conform_run *run, int player, agon_action action) {
    int32_t rolls[MOST_ROLLS];
    size_t count = random_rolls(run, rolls);
    fill_with_garbage(run, run->x);
    agon_status status = apply_rolls(run, player, action, rolls, count, run->x);
    if (status == AGON_OK) {
        agon_status again = apply_rolls(run, player, action, rolls, count, run->z);
        agon_conform(run, again == AGON_OK && agon_conform_equal(run, run->x, run->z), "rolls",
                     "the same rolls lead to different states");
        agon_conform_pack(run, run->x);
        return;
    }
    agon_conform(run, status == AGON_BAD_ROLLS, "rolls", "rolls that do not fit are %s",
                 agon_status_slug(status));
    agon_conform(run, is_garbage(run, run->x), "rolls", "wrong rolls changed the output");
}

// Without a single draw from outside a step either makes none, or is refused.
static void check_no_rolls(agon_conform_run *run, int player, agon_action action) {
    fill_with_garbage(run, run->x);
    agon_status status = apply_rolls(run, player, action, NULL, 0, run->x);
    if (status == AGON_OK) {
        agon_conform(run, agon_conform_equal(run, run->x, run->y), "rolls",
                     "a step without draws is another one with draws from outside");
    } else {
        agon_conform(run, status == AGON_BAD_ROLLS && is_garbage(run, run->x), "rolls",
                     "missing rolls changed the output");
    }
}

void agon_conform_step(agon_conform_run *run, int player, agon_action action) {
    const agon_game *game = run->probe.table.game;
    const agon_state *state = run->probe.table.state;
    fill_with_garbage(run, run->y);
    agon_status status = agon_apply(game, state, player, action, NULL, run->y, NULL);
    if (!agon_conform(run, status == AGON_OK, "actions", "a valid action was refused: %s",
                      agon_status_slug(status))) {
        return;
    }
    fill_with_garbage(run, run->x);
    status = agon_apply(game, state, player, action, NULL, run->x, NULL);
    agon_conform(run, status == AGON_OK && agon_conform_equal(run, run->x, run->y), "apply",
                 "the same action on the same state leads elsewhere");
    agon_conform(run, memcmp(run->before, state, state->used) == 0, "apply",
                 "the input has changed");
    check_ways(run, player, action);
    check_no_rolls(run, player, action);
    for (int i = 0; i < ROLLS_TRIES && game->rules->has_chance; i++) {
        check_rolls(run, player, action);
    }
}
