// L1 for what learning sees: observations and masks.
#include "src/check/leaks/run.h"

#include <stdlib.h>
#include <string.h>

void agon_leak_space_open(agon_leak_run *run) {
    const agon_game *game = run->probe.table.game;
    run->space = run->oracle && run->oracle->space ? run->oracle->space
                                                   : agon_space_find(run->probe.codec->rules);
    if (!run->space) {
        return;
    }
    run->width = agon_space_width(run->space, game);
    run->words = agon_space_mask_words(run->space, game);
    for (int i = 0; i < 2; i++) {
        run->rows[i] = calloc(run->width + 1u, sizeof run->rows[i][0]);
        run->masks[i] = calloc(run->words + 1u, sizeof run->masks[i][0]);
        run->probe.is_exhausted |= !run->rows[i] || !run->masks[i];
    }
}

void agon_leak_space_close(agon_leak_run *run) {
    for (int i = 0; i < 2; i++) {
        free(run->rows[i]);
        free(run->masks[i]);
    }
}

// The part of an observation that value `at` belongs to.
static const char *part_of(const agon_leak_run *run, uint32_t at) {
    agon_space_field field;
    for (uint32_t i = 0; run->space->field(run->probe.table.game, i, &field); i++) {
        if (at < field.count) {
            return field.name;
        }
        at -= field.count;
    }
    return "";
}

// `how` the rows were written, for the finding.
static void compare_rows(agon_leak_run *run, const char *rule, const char *how) {
    run->report->comparisons++;
    for (uint32_t i = 0; i < run->width; i++) {
        if (run->rows[0][i] != run->rows[1][i]) {
            agon_leak_found(run, rule, "value %u (%s) of the observation%s: %d and %d", i,
                            part_of(run, i), how, run->rows[0][i], run->rows[1][i]);
            return;
        }
    }
}

static void compare_observations(agon_leak_run *run, const char *rule, const agon_state *a,
                                 const agon_state *b) {
    const agon_game *game = run->probe.table.game;
    run->space->observe(game, run->view, run->rows[0]);
    run->space->observe(game, run->other_view, run->rows[1]);
    compare_rows(run, rule, "");
    if (run->space->observe_state) {
        run->space->observe_state(game, a, run->viewer, run->rows[0]);
        run->space->observe_state(game, b, run->viewer, run->rows[1]);
        compare_rows(run, rule, " of the state");
    }
}

static void compare_masks(agon_leak_run *run, const char *rule, const agon_state *a,
                          const agon_state *b) {
    const agon_game *game = run->probe.table.game;
    run->space->mask(game, a, run->viewer, run->masks[0]);
    run->space->mask(game, b, run->viewer, run->masks[1]);
    run->report->comparisons++;
    if (memcmp(run->masks[0], run->masks[1], run->words * sizeof(uint64_t)) != 0) {
        agon_leak_found(run, rule, "the mask of valid actions depends on what is hidden");
    }
}

void agon_leak_space_compare(agon_leak_run *run, const char *level, const agon_state *a,
                             const agon_state *b) {
    if (!run->space || run->viewer == AGON_SPECTATOR) {
        return;
    }
    const char *rule = level[1] == '1' ? "L1 space" : "L2 space";
    compare_observations(run, rule, a, b);
    if ((a->to_act & b->to_act) >> run->viewer & 1u) {
        compare_masks(run, rule, a, b);
    }
}
