// Whole reports, as table, CSV, JSON and page, against tests/golden/reports. `make golden` writes the
// files anew.
#include "tests/support/support.h"

#include "tests/tourney/sample_outcomes.h"

static const char bundle[] = "<title><!--agon:title--></title><main><!--agon:body--></main>"
                             "<script><!--agon:data--></script>end\n";

typedef struct whole {
    const char *name;
    int seats;
    size_t played; // of the first matches of the tournament
    agon_schedule_format format;
    const agon_sprt *sprt;
} whole;

static void compare_reports(const whole *w) {
    static agon_standing standing;
    const agon_report_style style = {"<b>", "<i>", "</>"};
    agon_tourney tourney = make_tourney(w->seats);
    agon_outcome outcomes[64];
    agon_text text = {0};
    agon_json json = {.text = &text};
    char name[40];
    tourney.schedule.format = w->format;
    tourney.sprt = w->sprt;
    assert_in_range(make_outcomes(&tourney, outcomes), w->played, 64);
    agon_standing_make(outcomes, w->played, 3, 1, &standing);
    agon_report_page_data page = {
        .bundle = bundle, .replays = "r/", .outcomes = outcomes, .count = w->played};
    agon_report_table(&tourney, &standing, &style, &text);
    agon_text_puts(&text, "\n");
    agon_report_csv(&tourney, &standing, &text);
    agon_text_puts(&text, "\n");
    agon_report_json(&tourney, &standing, &json);
    agon_text_puts(&text, "\n\n");
    agon_report_page(&tourney, &standing, &page, &text);
    snprintf(name, sizeof name, "reports/%s.txt", w->name);
    support_golden(name, &text);
}

static void test_whole_reports(void **state) {
    (void)state;
    static const agon_sprt undecided = {
        .elo0 = -5, .elo1 = 5, .alpha = 0.05, .beta = 0.1, .pairs = {1, 0, 2, 0, 9}};
    static const agon_sprt lower = {
        .elo0 = 0, .elo1 = 50, .alpha = 0.05, .beta = 0.05, .pairs = {40, 20, 30, 5, 5}};
    static const agon_sprt higher = {
        .elo0 = 0, .elo1 = 50, .alpha = 0.05, .beta = 0.05, .pairs = {5, 5, 30, 20, 40}};
    static const whole all[] = {{"duels", 2, 24, AGON_SCHEDULE_ROUND_ROBIN, NULL},
                                {"tables", 3, 12, AGON_SCHEDULE_ROUND_ROBIN, &undecided},
                                {"gauntlet", 2, 9, AGON_SCHEDULE_GAUNTLET, &lower},
                                {"begun", 2, 1, AGON_SCHEDULE_ROUND_ROBIN, &higher},
                                {"nothing", 2, 0, AGON_SCHEDULE_ROUND_ROBIN, NULL}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        compare_reports(&all[i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_whole_reports)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
