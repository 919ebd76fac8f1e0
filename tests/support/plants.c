// Planted leaks. See plants.h.
#include "tests/support/support.h"

#include "tests/support/plants.h"

#define STEPS 3000
#define MOST_PLANTS 64

static void emit_to_all(void *user, const agon_event *event) {
    agon_event shown = *event;
    shown.visible = AGON_ALL;
    agon_sink *to = user;
    to->emit(to->user, &shown);
}

agon_status plant_step_showing_all(const agon_rules *honest, const agon_game *game,
                                   agon_state *state, int player, agon_action action,
                                   const agon_context *context) {
    if (!agon_wants_events(context)) {
        return honest->step(game, state, player, action, context);
    }
    agon_sink sink = {emit_to_all, context->sink};
    agon_context shown = {.sink = &sink, .draws = context->draws};
    return honest->step(game, state, player, action, &shown);
}

static bool has_finding(const agon_leaks_report *report, const char *expected) {
    for (int i = 0; i < AGON_FINDINGS_KEPT; i++) {
        if (strncmp(report->findings.first[i].rule, expected, strlen(expected)) == 0) {
            return true;
        }
    }
    return false;
}

static agon_text reports; // of all plants so far

static void finds_the_plant(void **state) {
    const plant *p = *state;
    agon_rules rules = *p->honest->rules;
    agon_codec codec = *p->honest;
    codec.rules = &rules;
    p->sow(&rules, &codec);
    agon_leaks_report report;
    agon_error error = {0};
    assert_int_equal(agon_leaks_check_with(&codec, NULL, STEPS, 1, p->oracle, &report, &error),
                     AGON_OK);
    assert_false(agon_leaks_passed(&report));
    agon_text_printf(&reports, "%s: ", p->name);
    agon_leaks_write(&report, &reports);
    if (!has_finding(&report, p->expected)) {
        fail_msg("%s: no finding of %s", p->name, p->expected);
    }
}

// Figures and findings to the letter: a check that is left out or made twice shows here.
static void reports_are_the_same(void **state) {
    char path[100];
    snprintf(path, sizeof path, "checks/%s.txt", (const char *)*state);
    support_golden(path, &reports);
}

int plants_run(const char *name, const plant *plants, size_t count) {
    struct CMUnitTest tests[MOST_PLANTS] = {{0}};
    for (size_t i = 0; i < count && i + 1 < MOST_PLANTS; i++) {
        tests[i] =
            (struct CMUnitTest){plants[i].name, finds_the_plant, NULL, NULL, (void *)&plants[i]};
    }
    tests[count] = (struct CMUnitTest){"reports", reports_are_the_same, NULL, NULL, (void *)name};
    return _cmocka_run_group_tests(name, tests, count + 1, NULL, NULL);
}
