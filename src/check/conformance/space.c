// Conformance of action numbers and observations: [space].
#include "src/check/conformance/run.h"

#include <stdlib.h>
#include <string.h>

#define SAMPLED_NUMBERS 64
#define GUARD 0x5a5a // what lies behind a row must stay

bool agon_conform_space_open(agon_conform_run *run) {
    const agon_game *game = run->probe.table.game;
    if (!run->space) {
        return true;
    }
    run->width = agon_space_width(run->space, game);
    run->words = agon_space_mask_words(run->space, game);
    run->folded_words = agon_space_folded_words(run->space, game);
    for (int i = 0; i < 2; i++) {
        run->rows[i] = calloc(run->width + 1u, sizeof run->rows[i][0]);
        run->masks[i] = calloc(run->words + 1u, sizeof run->masks[i][0]);
        run->folded[i] = calloc(run->folded_words + 1u, sizeof run->folded[i][0]);
        run->probe.is_exhausted |= !run->rows[i] || !run->masks[i] || !run->folded[i];
    }
    return !run->probe.is_exhausted;
}

void agon_conform_space_close(agon_conform_run *run) {
    for (int i = 0; i < 2; i++) {
        free(run->rows[i]);
        free(run->masks[i]);
        free(run->folded[i]);
        run->rows[i] = NULL;
        run->masks[i] = NULL;
        run->folded[i] = NULL;
    }
}

// The tables: runs of action numbers and parts of an observation.
static void check_fields(agon_conform_run *run,
                         bool (*field_at)(const agon_game *, uint32_t, agon_space_field *),
                         uint32_t expected, const char *what) {
    const agon_game *game = run->probe.table.game;
    agon_space_field field;
    uint64_t total = 0;
    for (uint32_t i = 0; field_at(game, i, &field); i++) {
        agon_conform(run, field.name && field.meaning && field.count > 0, "space",
                     "part %u of the %s is not described", i, what);
        total += field.count;
    }
    agon_conform(run, total == expected, "space", "the parts of the %s are %llu, not %u", what,
                 (unsigned long long)total, expected);
}

void agon_conform_space_tables(agon_conform_run *run) {
    if (!run->space) {
        return;
    }
    uint32_t actions = run->space->action_count(run->probe.table.game);
    agon_conform(run, actions > 0, "space", "there are no action numbers");
    check_fields(run, run->space->action_field, actions, "action numbers");
    check_fields(run, run->space->field, run->width, "observations");
}

static bool has_number(const uint64_t *mask, uint32_t number) {
    return (mask[number / 64] >> (number % 64) & 1u) != 0;
}

static void fill_mask(agon_conform_run *run, const agon_state *state, int player, uint64_t *mask) {
    memset(mask, 0xa5, run->words * sizeof *mask);
    mask[run->words] = GUARD;
    run->space->mask(run->probe.table.game, state, player, mask);
    agon_conform(run, mask[run->words] == GUARD, "space", "the mask is written beyond its end");
}

// The mask holds the numbers of the listed actions, each action its own, and nothing else.
static void check_mask(agon_conform_run *run, const agon_state *state, int player) {
    const agon_game *game = run->probe.table.game;
    uint32_t count = agon_count(game, state, player);
    uint64_t *listed = run->masks[1];
    memset(listed, 0, run->words * sizeof *listed);
    for (uint32_t i = 0; i < count; i++) {
        agon_action action = agon_nth(game, state, player, i);
        uint32_t number = run->space->index_of(game, state, player, action);
        if (number == AGON_NO_INDEX || !agon_conform(run, number < run->words * 64u, "space",
                                                     "number %u is too high", number)) {
            continue;
        }
        agon_conform(run, !has_number(listed, number), "space",
                     "two valid actions of player %d have the number %u", player, number);
        listed[number / 64] |= UINT64_C(1) << (number % 64);
    }
    agon_conform(run, memcmp(run->masks[0], listed, run->words * sizeof *listed) == 0, "space",
                 "the mask of player %d is not that of its valid actions", player);
}

static void fill_folded(agon_conform_run *run, const agon_state *state, int player,
                        uint64_t *folded) {
    memset(folded, 0xa5, run->folded_words * sizeof *folded);
    folded[run->folded_words] = GUARD;
    agon_space_fold(run->space, run->probe.table.game, state, player, folded);
    agon_conform(run, folded[run->folded_words] == GUARD, "space",
                 "the folded mask is written beyond its end");
}

// What is folded is the mask, and a choice from it is in the mask.
static void check_folded(agon_conform_run *run, const agon_state *state, int player) {
    const agon_game *game = run->probe.table.game;
    uint64_t *unfolded = run->masks[1];
    fill_folded(run, state, player, run->folded[0]);
    memset(unfolded, 0xa5, run->words * sizeof *unfolded);
    agon_space_unfold(run->space, game, run->folded[0], unfolded);
    agon_conform(run, memcmp(run->masks[0], unfolded, run->words * sizeof *unfolded) == 0, "space",
                 "the folded mask of player %d stands for another one", player);
    uint32_t number = agon_space_choose(run->space, game, run->folded[0], &run->probe.rng);
    agon_conform(run, number < run->words * 64u && has_number(run->masks[0], number), "space",
                 "number %u was chosen, which is not in the mask", number);
}

// A number in the mask is a valid action that has this number; any other is refused.
static void check_number(agon_conform_run *run, const agon_state *state, int player,
                         uint32_t number) {
    const agon_game *game = run->probe.table.game;
    agon_action action = run->space->action_at(game, state, player, number);
    bool is_valid = agon_check(game, state, player, action, NULL) == AGON_OK;
    bool is_expected = has_number(run->masks[0], number);
    agon_conform(run, is_valid == is_expected, "space",
                 "number %u is {%d,%d,%d,%d,%d}, which is %s", number, action.type, action.a,
                 action.b, action.c, action.n,
                 is_valid ? "valid, and not in the mask" : "not valid, but in the mask");
    if (is_valid && is_expected) {
        uint32_t back = run->space->index_of(game, state, player, action);
        agon_conform(run, back == number, "space", "number %u comes back as %u", number, back);
    }
}

static void check_numbers(agon_conform_run *run, const agon_state *state, int player) {
    uint32_t actions = run->space->action_count(run->probe.table.game);
    uint32_t seen = 0;
    for (uint32_t number = 0; number < actions && seen < SAMPLED_NUMBERS; number++) {
        if (has_number(run->masks[0], number)) {
            check_number(run, state, player, number);
            seen++;
        }
    }
    for (uint32_t i = 0; actions > 0 && i < SAMPLED_NUMBERS; i++) {
        check_number(run, state, player, agon_uniform(&run->probe.rng, actions));
    }
}

void agon_conform_space_actions(agon_conform_run *run) {
    const agon_game *game = run->probe.table.game;
    const agon_state *state = run->probe.table.state;
    for (int p = 0; run->space && p < game->players; p++) {
        if (agon_viewers_has(state->to_act, p)) {
            fill_mask(run, state, p, run->masks[0]);
            check_mask(run, state, p);
            check_folded(run, state, p);
            check_numbers(run, state, p);
        }
    }
}

static void fill_row(agon_conform_run *run, int garbage, int16_t *row) {
    memset(row, garbage, run->width * sizeof *row);
    row[run->width] = GUARD;
}

static void observe(agon_conform_run *run, const agon_state *view, int garbage, int16_t *row) {
    fill_row(run, garbage, row);
    run->space->observe(run->probe.table.game, view, row);
    agon_conform(run, row[run->width] == GUARD, "space", "a row is written beyond its end");
}

static bool rows_equal(const agon_conform_run *run) {
    return memcmp(run->rows[0], run->rows[1], run->width * sizeof run->rows[0][0]) == 0;
}

// The shortcut must tell what the view tells; run->rows[0] holds that.
static void check_observed_state(agon_conform_run *run) {
    if (!run->space->observe_state) {
        return;
    }
    int16_t *row = run->rows[1];
    fill_row(run, 0xa5, row);
    run->space->observe_state(run->probe.table.game, run->probe.table.state, run->viewer, row);
    agon_conform(run, row[run->width] == GUARD, "space",
                 "a row is written beyond its end, from the state");
    agon_conform(run, rows_equal(run), "space",
                 "the observation of the state is not that of the view");
}

static void check_masks_of_view(agon_conform_run *run, const agon_state *view) {
    const agon_state *state = run->probe.table.state;
    fill_mask(run, state, run->viewer, run->masks[0]);
    fill_mask(run, view, run->viewer, run->masks[1]);
    agon_conform(run, memcmp(run->masks[0], run->masks[1], run->words * sizeof(uint64_t)) == 0,
                 "space", "the mask is another one on the view");
    fill_folded(run, state, run->viewer, run->folded[0]);
    fill_folded(run, view, run->viewer, run->folded[1]);
    agon_conform(run,
                 memcmp(run->folded[0], run->folded[1], run->folded_words * sizeof(uint64_t)) == 0,
                 "space", "the folded mask is another one on the view");
}

void agon_conform_space_view(agon_conform_run *run, const agon_state *view,
                             const agon_state *twin) {
    if (!run->space || run->viewer == AGON_SPECTATOR) {
        return;
    }
    observe(run, view, 0x00, run->rows[0]);
    observe(run, view, 0xa5, run->rows[1]);
    agon_conform(run, rows_equal(run), "space", "a value of the observation is not written");
    observe(run, twin, 0xa5, run->rows[1]);
    agon_conform(run, rows_equal(run), "space", "the observation depends on what the view hides");
    check_observed_state(run);
    if (run->probe.table.state->to_act >> run->viewer & 1u) {
        check_masks_of_view(run, view);
    }
}
