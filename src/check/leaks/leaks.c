// The leak check: the run, and L1. See agon/leaks.h for what L1 to L5 mean.
#include "src/check/leaks/run.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LISTED_ACTIONS 64 // of longer lists that many are compared
#define SAMPLED_ACTIONS 6 // actions that check is asked about at each state

void agon_leak_found(agon_leak_run *run, const char *rule, const char *format, ...) {
    if (run->probe.is_exhausted) {
        return; // what was compared may not have been there
    }
    agon_finding place = {
        .match = run->probe.match - 1,
        .step = run->probe.step,
        .viewer = run->viewer,
    };
    snprintf(place.rule, sizeof place.rule, "%s", rule);
    char text[sizeof place.text];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    agon_findings_add(&run->report->findings, &place, "%s", text);
}

// A finding of the given level: "L1 valid actions".
static void found_at(agon_leak_run *run, const char *level, const char *what, const char *text) {
    char rule[32];
    snprintf(rule, sizeof rule, "%s %s", level, what);
    agon_leak_found(run, rule, "%s", text);
}

static void compare_packed_views(agon_leak_run *run, const char *level) {
    agon_packed_fill(&run->probe, &run->packed, run->view);
    agon_packed_fill(&run->probe, &run->other_packed, run->other_view);
    run->report->comparisons++;
    if (run->view->used != run->other_view->used) {
        found_at(run, level, "view bytes", "the views use different amounts of memory");
    } else if (run->packed.size != run->other_packed.size) {
        found_at(run, level, "view bytes", "the packed views differ in size");
    } else if (!agon_packed_equal(&run->packed, &run->other_packed)) {
        size_t at = 0;
        while (run->packed.bytes[at] == run->other_packed.bytes[at]) {
            at++;
        }
        char text[80];
        snprintf(text, sizeof text, "packed views differ at byte %zu: %02x and %02x", at,
                 run->packed.bytes[at], run->other_packed.bytes[at]);
        found_at(run, level, "view bytes", text);
    }
}

static void compare_texts(agon_leak_run *run, const char *level, const char *what) {
    run->report->comparisons++;
    if (run->text.length != run->other_text.length ||
        strcmp(run->text.data, run->other_text.data) != 0) {
        char text[300];
        agon_probe_contrast(run->text.data, run->other_text.data, text, sizeof text);
        found_at(run, level, what, text);
    }
}

static void render(agon_leak_run *run, const agon_state *view, agon_text *text) {
    text->length = 0;
    run->probe.codec->render(run->probe.table.game, view, text);
    agon_text_add(text, "", 0);
    run->probe.is_exhausted |= text->failed;
}

static void compare_view_texts(agon_leak_run *run, const char *level) {
    agon_probe_json(&run->probe, run->view, &run->text);
    agon_probe_json(&run->probe, run->other_view, &run->other_text);
    if (run->probe.is_exhausted) {
        return;
    }
    compare_texts(run, level, "view json");
    render(run, run->view, &run->text);
    render(run, run->other_view, &run->other_text);
    if (!run->probe.is_exhausted) {
        compare_texts(run, level, "rendering");
    }
}

static void compare_status(agon_leak_run *run, const char *level, const agon_state *a,
                           const agon_state *b) {
    const agon_game *game = run->probe.table.game;
    int32_t scores_a[AGON_MAX_PLAYERS], scores_b[AGON_MAX_PLAYERS];
    agon_scores(game, a, scores_a);
    agon_scores(game, b, scores_b);
    run->report->comparisons++;
    if (a->to_act != b->to_act) {
        found_at(run, level, "status", "who may act depends on what is hidden");
    } else if (a->over != b->over || agon_winners(game, a) != agon_winners(game, b)) {
        found_at(run, level, "status", "the end of the game depends on what is hidden");
    } else if (memcmp(scores_a, scores_b, sizeof scores_a) != 0) {
        found_at(run, level, "status", "the scores depend on what is hidden");
    }
}

// The i-th valid action in both states and in the view, and how JSON writes it.
static void compare_action(agon_leak_run *run, const char *level, const agon_state *a,
                           const agon_state *b, uint32_t i) {
    const agon_game *game = run->probe.table.game;
    agon_action first = agon_nth(game, a, run->viewer, i);
    run->report->comparisons++;
    if (!agon_action_equal(first, agon_nth(game, b, run->viewer, i)) ||
        !agon_action_equal(first, agon_nth(game, run->view, run->viewer, i))) {
        found_at(run, level, "valid actions", "the list depends on what is hidden");
    }
}

static void compare_action_json(agon_leak_run *run, const char *level, const agon_state *a,
                                const agon_state *b, uint32_t i) {
    const agon_game *game = run->probe.table.game;
    const agon_state *states[] = {a, b};
    agon_text *texts[] = {&run->text, &run->other_text};
    for (int side = 0; side < 2; side++) {
        texts[side]->length = 0;
        agon_json json = {.text = texts[side]};
        agon_action action = agon_nth(game, states[side], run->viewer, i);
        run->probe.codec->action_write(game, states[side], action, &json);
        agon_text_add(texts[side], "", 0);
        run->probe.is_exhausted |= texts[side]->failed;
    }
    if (!run->probe.is_exhausted) {
        compare_texts(run, level, "action json");
    }
}

static void compare_valid_actions(agon_leak_run *run, const char *level, const agon_state *a,
                                  const agon_state *b) {
    const agon_game *game = run->probe.table.game;
    uint32_t count = agon_count(game, a, run->viewer);
    run->report->comparisons++;
    if (count != agon_count(game, b, run->viewer) ||
        count != agon_count(game, run->view, run->viewer)) {
        found_at(run, level, "valid actions", "their number depends on what is hidden");
        return;
    }
    for (uint32_t k = 0; k < count && k < LISTED_ACTIONS; k++) {
        uint32_t i = count <= LISTED_ACTIONS ? k : agon_uniform(&run->probe.rng, count);
        compare_action(run, level, a, b, i);
    }
    if (count > 0) {
        compare_action_json(run, level, a, b, agon_uniform(&run->probe.rng, count));
    }
}

static bool errors_equal(const agon_error *a, const agon_error *b) {
    return a->status == b->status && strcmp(a->path, b->path) == 0 &&
           strcmp(a->message, b->message) == 0;
}

static void compare_check(agon_leak_run *run, const char *level, const agon_state *a,
                          const agon_state *b, agon_action action) {
    const agon_game *game = run->probe.table.game;
    const agon_state *states[] = {a, b, run->view};
    agon_error errors[3] = {{0}};
    for (int i = 0; i < 3; i++) {
        agon_status status = agon_check(game, states[i], run->viewer, action, &errors[i]);
        errors[i].status = status;
    }
    run->report->comparisons++;
    for (int i = 1; i < 3; i++) {
        if (!errors_equal(&errors[0], &errors[i])) {
            char text[300];
            snprintf(text, sizeof text, "action {%d,%d,%d,%d,%d}: %s \"%.90s\" and %s \"%.90s\"%s",
                     action.type, action.a, action.b, action.c, action.n,
                     agon_status_slug(errors[0].status), errors[0].message,
                     agon_status_slug(errors[i].status), errors[i].message,
                     i == 2 ? " (on the view)" : "");
            found_at(run, level, "check", text);
        }
    }
}

static void compare_checks(agon_leak_run *run, const char *level, const agon_state *a,
                           const agon_state *b) {
    for (int i = 0; i < SAMPLED_ACTIONS; i++) {
        // Half of them come from the real state: only there a secret may have made them valid.
        const agon_state *source = i % 2 ? a : b;
        agon_action action = agon_probe_mutant(&run->probe, source);
        int player;
        if (i < 2 && !agon_probe_pick(&run->probe, source, &player, &action)) {
            return;
        }
        compare_check(run, level, a, b, action);
    }
}

void agon_leak_compare(agon_leak_run *run, const char *level, const agon_state *a,
                       const agon_state *b) {
    const agon_game *game = run->probe.table.game;
    if (agon_view(game, a, run->viewer, run->view) != AGON_OK ||
        agon_view(game, b, run->viewer, run->other_view) != AGON_OK) {
        found_at(run, level, "view", "there is no view for this viewer");
        return;
    }
    compare_packed_views(run, level);
    compare_view_texts(run, level);
    compare_status(run, level, a, b);
    agon_leak_space_compare(run, level, a, b);
    if (run->viewer != AGON_SPECTATOR) {
        compare_valid_actions(run, level, a, b);
        compare_checks(run, level, a, b);
    }
}

static void ask_about_view(agon_leak_run *run) {
    char why[200] = "";
    run->report->comparisons++;
    if (!run->oracle->checks_view(run->probe.table.game, run->probe.table.state, run->viewer,
                                  run->view, why, sizeof why)) {
        agon_leak_found(run, "L3 view", "%s", why);
    }
}

// Everything about the present state that does not need a step. False: there is no s'.
static bool look_at_state(agon_leak_run *run) {
    const agon_game *game = run->probe.table.game;
    const agon_state *state = run->probe.table.state;
    run->viewer = agon_probe_viewer(&run->probe);
    if (agon_view(game, state, run->viewer, run->view) != AGON_OK ||
        agon_resample(game, run->view, &run->probe.rng, run->other) != AGON_OK) {
        agon_leak_found(run, "L1 resample", "no view, or the view cannot be resampled");
        return false;
    }
    if (run->oracle && run->oracle->checks_view) {
        ask_about_view(run);
    }
    agon_leak_bytes_note(run);
    agon_leak_compare(run, "L1", state, run->other);
    return true;
}

// Looks at the present state and at one step from it, and takes that step. False: the match ends.
static bool look_and_step(agon_leak_run *run) {
    agon_state *state = run->probe.table.state;
    bool has_other = look_at_state(run);
    int player;
    agon_action action;
    if (state->over || !agon_probe_pick(&run->probe, state, &player, &action)) {
        return false;
    }
    if (has_other) {
        agon_leak_same_action(run, player, action);
        agon_leak_two_choices(run);
    }
    agon_leak_ask_oracle(run, player, action);
    run->report->steps++;
    run->probe.step++;
    return agon_probe_apply(&run->probe, state, player, action, NULL, state) == AGON_OK;
}

static bool run_open(agon_leak_run *run) {
    agon_state **states[] = {&run->other, &run->view, &run->other_view, &run->after,
                             &run->other_after};
    for (size_t i = 0; i < sizeof states / sizeof states[0]; i++) {
        *states[i] = agon_probe_state(&run->probe);
    }
    agon_leak_space_open(run);
    return !run->probe.is_exhausted;
}

static void run_close(agon_leak_run *run) {
    agon_state *states[] = {run->other, run->view, run->other_view, run->after, run->other_after};
    for (size_t i = 0; i < sizeof states / sizeof states[0]; i++) {
        free(states[i]);
    }
    agon_event_list_free(&run->events);
    agon_event_list_free(&run->other_events);
    agon_packed_free(&run->packed);
    agon_packed_free(&run->other_packed);
    agon_text_free(&run->text);
    agon_text_free(&run->other_text);
    agon_leak_space_close(run);
    agon_leak_bytes_free(&run->bytes);
    agon_probe_close(&run->probe);
}

static void run_matches(agon_leak_run *run, uint64_t steps) {
    uint64_t starts_without_step = 0;
    while (run->report->steps < steps && starts_without_step < 100 && !run->probe.is_exhausted) {
        uint64_t before = run->report->steps;
        agon_probe_start(&run->probe);
        run->report->matches++;
        while (look_and_step(run) && run->report->steps < steps && !run->probe.is_exhausted) {}
        starts_without_step = run->report->steps > before ? 0 : starts_without_step + 1;
    }
    agon_leak_bytes_judge(run);
}

// Runs over an open probe, and closes it.
static agon_status run_probe(agon_leak_run *run, uint64_t steps, agon_error *error) {
    agon_status status = AGON_OK;
    if (run_open(run)) {
        run_matches(run, steps);
    }
    if (run->probe.is_exhausted) {
        status = agon_error_set(error, AGON_NO_MEMORY, NULL, "out of memory");
    }
    run_close(run);
    return status;
}

// The default config, for every number of players in turn.
static agon_status run_defaults(const agon_codec *codec, uint64_t steps, uint64_t seed,
                                const agon_leaks_oracle *oracle, agon_leaks_report *report,
                                agon_error *error) {
    int min = codec->rules->min_players, max = codec->rules->max_players;
    agon_status status = AGON_OK;
    for (int n = min; n <= max && status == AGON_OK; n++) {
        agon_leak_run run = {.oracle = oracle, .report = report};
        status = agon_probe_open(&run.probe, codec, n, NULL, seed, error);
        if (status == AGON_OK) {
            status =
                run_probe(&run, steps * (uint64_t)(n - min + 1) / (uint64_t)(max - min + 1), error);
        }
    }
    return status;
}

agon_status agon_leaks_check_with(const agon_codec *codec, const agon_value *config, uint64_t steps,
                                  uint64_t seed, const agon_leaks_oracle *oracle,
                                  agon_leaks_report *report, agon_error *error) {
    *report = (agon_leaks_report){0};
    if (!config) {
        return run_defaults(codec, steps, seed, oracle, report, error);
    }
    agon_leak_run run = {.oracle = oracle, .report = report};
    agon_status status = agon_probe_open(&run.probe, codec, 0, config, seed, error);
    return status ? status : run_probe(&run, steps, error);
}

agon_status agon_leaks_check(const agon_codec *codec, const agon_value *config, uint64_t steps,
                             uint64_t seed, agon_leaks_report *report, agon_error *error) {
    return agon_leaks_check_with(codec, config, steps, seed, NULL, report, error);
}

bool agon_leaks_passed(const agon_leaks_report *report) {
    return report->findings.count == 0 && report->complete > 0;
}

int agon_leaks_share(const agon_leaks_report *report) {
    return report->transitions ? (int)(report->complete * 1000 / report->transitions) : 0;
}

void agon_leaks_write(const agon_leaks_report *report, agon_text *text) {
    int share = agon_leaks_share(report);
    agon_text_printf(text,
                     "%llu steps in %llu matches, %llu comparisons, %d.%d %% of %llu transitions "
                     "compared to the end (%llu of secret choices), %llu hidden bytes, "
                     "%llu holes, %llu differences\n",
                     (unsigned long long)report->steps, (unsigned long long)report->matches,
                     (unsigned long long)report->comparisons, share / 10, share % 10,
                     (unsigned long long)report->transitions, (unsigned long long)report->secret,
                     (unsigned long long)report->hidden, (unsigned long long)report->holes,
                     (unsigned long long)report->findings.count);
    if (report->complete == 0) {
        agon_text_puts(text, "  L5: no transition was compared to the end\n");
    }
    agon_findings_write(&report->findings, text);
}
